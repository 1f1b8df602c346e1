#pragma once

#include <memory>
#include <ringlet/rns_ntt.hpp>

#include "integers.hpp"

namespace ringlet_python {

/// Python class NttCache. Threads that make plans share ownership: they outlive a call that a signal ends.
class NttCache {
 public:
  [[nodiscard]] const std::shared_ptr<ringlet::NttCache>& get() const { return cache_; }

 private:
  std::shared_ptr<ringlet::NttCache> cache_ = std::make_shared<ringlet::NttCache>();
};

/// Returns the cache, or null for None.
[[nodiscard]] inline std::shared_ptr<ringlet::NttCache> to_cache(nb::handle cache) {
  if (cache.is_none()) return nullptr;
  return to_instance<NttCache>(cache, "cache", "an NttCache or None").get();
}

}  // namespace ringlet_python
