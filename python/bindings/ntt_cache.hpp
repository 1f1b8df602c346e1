#pragma once

#include <memory>
#include <ringlet/rns_ntt.hpp>

#include "integers.hpp"

namespace ringlet_python {

/// The Python class NttCache. Plans are made on threads that outlive the call where a signal ends it: they own it, too.
class NttCache {
 public:
  [[nodiscard]] const std::shared_ptr<ringlet::NttCache>& get() const { return cache_; }

 private:
  std::shared_ptr<ringlet::NttCache> cache_ = std::make_shared<ringlet::NttCache>();
};

/// Null for None.
[[nodiscard]] inline std::shared_ptr<ringlet::NttCache> to_cache(nb::handle cache) {
  if (cache.is_none()) return nullptr;
  return to_instance<NttCache>(cache, "cache", "an NttCache or None").get();
}

}  // namespace ringlet_python
