#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <mutex>
#include <utility>
#include <vector>

#include "memory/huge_block.hpp"

namespace ringlet::plan {

/// Rows of n words of uninitialised working memory. The stride is a cache line more than n words: with n a power of
/// two, equal positions of many rows would otherwise compete for the same lines of a cache.
class Rows {
 public:
  Rows(std::size_t rows, std::size_t n) : stride_(n + 8), words_(rows * stride_) {}

  [[nodiscard]] std::uint64_t* operator[](std::size_t i) const { return words_.get() + i * stride_; }
  [[nodiscard]] std::size_t stride() const { return stride_; }

 private:
  std::size_t stride_;
  HugeBlock words_;
};

/// Working memory of a call on several workers: shared rows, and rows for each worker, which that worker allocates and
/// touches first.
class Workspace {
 public:
  Workspace(std::size_t shared_rows, std::size_t worker_rows, std::size_t n)
      : shared_(shared_rows, n), worker_rows_(worker_rows), n_(n) {}

  /// Makes room for `count` workers. Must precede their calls of of_worker.
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

/// Workspaces of a plan, all of the same shape. A call borrows one, or makes one if all are lent. The plan keeps them,
/// so that a program allocates as many as it has simultaneous calls. Any number of threads may borrow at once.
class Workspaces {
 public:
  Workspaces(std::size_t shared_rows, std::size_t worker_rows, std::size_t n)
      : shared_rows_(shared_rows), worker_rows_(worker_rows), n_(n) {}

  /// Borrows a workspace and gives it back when destroyed.
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
      // Reserved here, so that give_back allocates nothing.
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
