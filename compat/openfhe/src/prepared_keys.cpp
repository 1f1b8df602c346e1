#include "prepared_keys.hpp"

#include <algorithm>

namespace ringlet::openfhe {
namespace {

/// Returns words from all parts of each row.
std::vector<std::uint64_t> sample_of(std::span<const RnsView> b, std::span<const RnsView> a) {
  constexpr std::size_t count = 4;
  std::vector<std::uint64_t> result;
  for (const auto polynomials : {b, a}) {
    for (const RnsView& polynomial : polynomials) {
      for (const std::span<const std::uint64_t> row : polynomial) {
        for (std::size_t k = 0; k < count; ++k) result.push_back(row[k * row.size() / count]);
      }
    }
  }
  return result;
}

/// Returns the size of a copy, as SwitchingKey::bytes.
std::size_t size_of(std::span<const RnsView> b) {
  return 2 * b.size() * b[0].rows() * b[0].size() * sizeof(std::uint64_t);
}

}  // namespace

SwitchingKey PreparedKeys::find(const KeySwitch& plan, const Key& key, std::span<const RnsView> b,
                                std::span<const RnsView> a) {
  if (size_of(b) > limit_) return plan.borrow(b, a);
  std::vector<std::uint64_t> sample = sample_of(b, a);
  const auto is_of_key = [&](const Copy& copy) {
    return !copy.original.owner_before(key) && !key.owner_before(copy.original);
  };
  const std::scoped_lock lock(mutex_);
  std::erase_if(
      copies_, [&](const Copy& copy) { return copy.original.expired() || (is_of_key(copy) && copy.sample != sample); });
  const auto found = std::ranges::find_if(copies_, is_of_key);
  if (found != copies_.end()) {
    copies_.splice(copies_.begin(), copies_, found);
    return found->key;
  }
  while (held() + size_of(b) > limit_) copies_.pop_back();
  copies_.push_front({key, std::move(sample), plan.prepare(b, a)});
  return copies_.front().key;
}

std::size_t PreparedKeys::bytes() const {
  const std::scoped_lock lock(mutex_);
  return held();
}

std::size_t PreparedKeys::held() const {
  std::size_t result = 0;
  for (const Copy& copy : copies_) result += copy.key.bytes();
  return result;
}

}  // namespace ringlet::openfhe
