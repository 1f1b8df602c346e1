#include "multiword/checks.hpp"

namespace ringlet::multiword {

void reject_multiword(const std::string& what, std::span<const std::uint64_t> value, const std::string& rule) {
  throw std::invalid_argument(what + " is " + checks::decimal(value) + ", but " + rule);
}

void reject_not_below(const char* name, std::span<const std::uint64_t> value, std::span<const std::uint64_t> q) {
  throw std::out_of_range(std::string(name) + " is " + checks::decimal(value) +
                          ", but it must lie in [0, q), q = " + checks::decimal(q));
}

}  // namespace ringlet::multiword
