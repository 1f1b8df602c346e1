#pragma once

#include <openfhe.h>

#include <cstddef>
#include <cstdint>
#include <list>
#include <memory>
#include <mutex>
#include <span>
#include <vector>

#include "ringlet/key_switch.hpp"
#include "ringlet/rns_span.hpp"

namespace ringlet::openfhe {

using Key = lbcrypto::EvalKey<lbcrypto::DCRTPoly>;

/// Copies of OpenFHE's keys for one plan, in the form that it reads fastest. Any number of threads may use them.
///
/// A copy goes with its key, and when the key has changed. OpenFHE changes keys in place, at the same addresses, so a
/// change is found by comparing some words of each row: they differ in every key that OpenFHE makes or reads. A program
/// that changes single words of a key is not noticed.
class PreparedKeys {
 public:
  /// Takes the most bytes of copies. With 0 it makes no copies.
  explicit PreparedKeys(std::size_t limit) : limit_(limit) {}

  /// Returns a copy of a key, made at its first use, or a key that reads the polynomials b and a if the copy alone is
  /// beyond the limit. Copies that were used least recently make room for a new copy.
  [[nodiscard]] SwitchingKey find(const KeySwitch& plan, const Key& key, std::span<const RnsView> b,
                                  std::span<const RnsView> a);
  /// Returns the size of all copies.
  [[nodiscard]] std::size_t bytes() const;

 private:
  struct Copy {
    std::weak_ptr<Key::element_type> original;
    /// Words of the original.
    std::vector<std::uint64_t> sample;
    SwitchingKey key;
  };
  [[nodiscard]] std::size_t held() const;

  std::size_t limit_;
  mutable std::mutex mutex_;
  /// Those used last first.
  std::list<Copy> copies_;
};

}  // namespace ringlet::openfhe
