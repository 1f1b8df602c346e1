#pragma once

#include <atomic>
#include <cstddef>
#include <cstdint>
#include <list>
#include <memory>
#include <mutex>

#include "backends/registry.hpp"
#include "memory/memory_pool.hpp"
#include "ringlet/types.hpp"
#include "words/ntt_plan.hpp"

namespace ringlet::products {

using Plan = words::NttPlan<std::uint64_t>;

/// Plans of transforms and working memory, which all products of the process share. Any number of threads may use it.
class ProductCache {
 public:
  static constexpr std::size_t default_limit = std::size_t{1} << 28;

  static ProductCache& instance();

  /// Returns the plan for n = 2^log_n points modulo a prime q with roots of unity of that order, on the active backend.
  std::shared_ptr<const Plan> plan(std::uint64_t q, unsigned log_n, Ring ring);
  /// Returns whether q is prime. Keeps the last answers, because a test takes longer than a short product.
  [[nodiscard]] bool is_prime(std::uint64_t q);
  [[nodiscard]] memory::MemoryPool& pool() { return pool_; }

  void set_limit(std::size_t bytes) {
    {
      const std::lock_guard lock(mutex_);
      limit_ = bytes;
    }
    trim();
  }
  [[nodiscard]] std::size_t bytes() const {
    const memory::MemoryPool::Bytes pool = pool_.bytes();
    const std::lock_guard lock(mutex_);
    return table_bytes_ + pool.held - pool.lent;
  }
  void clear() {
    pool_.release();
    const std::lock_guard lock(mutex_);
    plans_.clear();
    table_bytes_ = 0;
  }
  /// Releases what exceeds the limit: first working memory, then the plans that were used least recently.
  void trim();

 private:
  struct Entry {
    const backends::Backend* backend;
    std::shared_ptr<const Plan> plan;
  };

  std::shared_ptr<const Plan> find(const backends::Backend& backend, std::uint64_t q, unsigned log_n, Ring ring);

  std::atomic<std::uint64_t> last_prime_ = 2;
  std::atomic<std::uint64_t> last_composite_ = 4;
  mutable std::mutex mutex_;
  std::size_t limit_ = default_limit;
  std::size_t table_bytes_ = 0;
  /// The plan that was used last is the first.
  std::list<Entry> plans_;
  memory::MemoryPool pool_;
};

}  // namespace ringlet::products
