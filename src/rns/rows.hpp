#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <mutex>
#include <utility>
#include <vector>

#include "memory/huge_block.hpp"

namespace ringlet::plan {

/// Rows of n words of working memory, uninitialised. They lie a cache line more than n words apart, so that equal
/// places of many rows, n a power of two, do not compete for the same lines of a cache.
class Rows {
 public:
  Rows(std::size_t rows, std::size_t n) : stride_(n + 8), words_(rows * stride_) {}

  [[nodiscard]] std::uint64_t* operator[](std::size_t i) const { return words_.get() + i * stride_; }
  [[nodiscard]] std::size_t stride() const { return stride_; }

 private:
  std::size_t stride_;
  HugeBlock words_;
};

/// Working memory of calls that use several workers: rows that they share, and rows of each worker's own, which that
/// worker allocates and touches first.
class Workspace {
 public:
  Workspace(std::size_t shared_rows, std::size_t worker_rows, std::size_t n)
      : shared_(shared_rows, n), worker_rows_(worker_rows), n_(n) {}

  /// Before workers up to `count` ask for theirs.
  void set_workers(std::size_t count) {
    if (count > workers_.size()) workers_.resize(count);
  }
  [[nodiscard]] const Rows& shared() const { return shared_; }
  [[nodiscard]] const Rows& of_worker(std::size_t worker) {
    if (workers_[worker] == nullptr) workers_[worker] = std::make_unique<Rows>(worker_rows_, n_);
    return *workers_[worker];
  }

 private:
  Rows shared_;
  std::size_t worker_rows_;
  std::size_t n_;
  std::vector<std::unique_ptr<Rows>> workers_;
};

/// The workspaces of a plan, all alike: a call borrows one, and makes one where all are lent. They are kept, so that a
/// program allocates as many as it has calls at the same time. Any number of threads may borrow at once.
class Workspaces {
 public:
  Workspaces(std::size_t shared_rows, std::size_t worker_rows, std::size_t n)
      : shared_rows_(shared_rows), worker_rows_(worker_rows), n_(n) {}

  /// Gives its workspace back when it goes.
  class Loan {
   public:
    Loan(Workspaces& owner, std::size_t workers) : owner_(&owner), workspace_(owner.take()) {
      workspace_->set_workers(workers);
    }
    Loan(const Loan&) = delete;
    Loan& operator=(const Loan&) = delete;
    ~Loan() { owner_->give_back(std::move(workspace_)); }

    Workspace* operator->() const { return workspace_.get(); }
    Workspace& operator*() const { return *workspace_; }

   private:
    Workspaces* owner_;
    std::unique_ptr<Workspace> workspace_;
  };

 private:
  std::unique_ptr<Workspace> take() {
    {
      const std::scoped_lock lock(mutex_);
      if (!spare_.empty()) {
        std::unique_ptr<Workspace> workspace = std::move(spare_.back());
        spare_.pop_back();
        return workspace;
      }
      // So that giving back allocates nothing.
      spare_.reserve(++made_);
    }
    return std::make_unique<Workspace>(shared_rows_, worker_rows_, n_);
  }

  void give_back(std::unique_ptr<Workspace> workspace) noexcept {
    const std::scoped_lock lock(mutex_);
    spare_.push_back(std::move(workspace));
  }

  std::size_t shared_rows_;
  std::size_t worker_rows_;
  std::size_t n_;
  std::mutex mutex_;
  std::vector<std::unique_ptr<Workspace>> spare_;
  std::size_t made_ = 0;
};

}  // namespace ringlet::plan
