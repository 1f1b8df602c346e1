#include "products/product_cache.hpp"

#include <algorithm>

#include "ringlet/convolve.hpp"
#include "ringlet/modulus.hpp"
#include "ringlet/number_theory.hpp"

namespace ringlet {
namespace products {
namespace {

std::shared_ptr<const Plan> make_plan(const backends::Backend& backend, std::uint64_t q, unsigned log_n, Ring ring) {
  const unsigned log_order = log_n + (ring == Ring::negacyclic ? 1 : 0);
  const std::uint64_t root = primitive_root_of_unity(std::uint64_t{1} << log_order, Modulus<std::uint64_t>(q));
  return std::make_shared<const Plan>(log_n, q, ring, root, backend);
}

}  // namespace

ProductCache& ProductCache::instance() {
  // Never destroyed, because threads may compute products while the program ends.
  static auto* const cache = new ProductCache;
  return *cache;
}

std::shared_ptr<const Plan> ProductCache::find(const backends::Backend& backend, std::uint64_t q, unsigned log_n,
                                               Ring ring) {
  const std::lock_guard lock(mutex_);
  const auto found = std::ranges::find_if(plans_, [&](const Entry& entry) {
    return entry.backend == &backend && entry.plan->modulus().q == q && entry.plan->size() >> log_n == 1 &&
           entry.plan->ring() == ring;
  });
  if (found == plans_.end()) return nullptr;
  plans_.splice(plans_.begin(), plans_, found);
  return found->plan;
}

std::shared_ptr<const Plan> ProductCache::plan(std::uint64_t q, unsigned log_n, Ring ring) {
  const backends::Backend& backend = backends::active();
  if (auto found = find(backend, q, log_n, ring)) return found;
  // Concurrent calls may each make the plan. All but the first are forgotten after their calls.
  auto made = make_plan(backend, q, log_n, ring);
  if (auto found = find(backend, q, log_n, ring)) return found;
  const std::lock_guard lock(mutex_);
  plans_.push_front({&backend, made});
  table_bytes_ += made->table_bytes();
  return made;
}

bool ProductCache::is_prime(std::uint64_t q) {
  if (q == last_prime_.load(std::memory_order_relaxed)) return true;
  if (q == last_composite_.load(std::memory_order_relaxed)) return false;
  const bool prime = ringlet::is_prime(q);
  (prime ? last_prime_ : last_composite_).store(q, std::memory_order_relaxed);
  return prime;
}

void ProductCache::trim() {
  const memory::MemoryPool::Bytes pool = pool_.bytes();
  const std::size_t spare = pool.held - pool.lent;
  const std::lock_guard lock(mutex_);
  if (table_bytes_ + spare <= limit_) return;
  pool_.release();
  while (table_bytes_ > limit_) {
    table_bytes_ -= plans_.back().plan->table_bytes();
    plans_.pop_back();
  }
}

}  // namespace products

void set_product_cache_limit(std::size_t bytes) { products::ProductCache::instance().set_limit(bytes); }
std::size_t product_cache_bytes() { return products::ProductCache::instance().bytes(); }
void clear_product_cache() { products::ProductCache::instance().clear(); }

}  // namespace ringlet
