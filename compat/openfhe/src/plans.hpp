#pragma once

#include <openfhe.h>

#include <cstddef>
#include <cstdint>
#include <map>
#include <memory>
#include <mutex>
#include <optional>
#include <vector>

#include "ringlet/automorphism.hpp"
#include "ringlet/base_conversion.hpp"
#include "ringlet/key_switch.hpp"
#include "ringlet/mod_down.hpp"
#include "ringlet/rns_base.hpp"
#include "ringlet/rns_ntt.hpp"

namespace ringlet::openfhe {

/// Returns the plan at a key of a map. Makes it if the map lacks it.
template <class Map, class Make>
const typename Map::mapped_type& find(std::mutex& mutex, Map& plans, typename Map::key_type key, const Make& make) {
  const std::scoped_lock lock(mutex);
  const auto found = plans.find(key);
  return found != plans.end() ? found->second : plans.emplace(key, make()).first->second;
}

/// Moduli and roots of a polynomial's parameters.
struct Moduli {
  std::vector<std::uint64_t> values;
  std::vector<std::uint64_t> roots;

  Moduli() = default;
  explicit Moduli(const lbcrypto::DCRTPoly::Params& params);
  friend auto operator<=>(const Moduli&, const Moduli&) = default;
};

/// Parameters that decide which plans a context needs.
struct Parameters {
  std::size_t n;
  Moduli base;
  /// Special moduli of hybrid key switching; empty for BV.
  Moduli special;
  /// Moduli of a digit; 0 if Ringlet does not support the key switching.
  std::size_t digit_size;
  /// Bits of BV's digits; 0 for digits of whole moduli.
  unsigned digit_bits;
  std::uint64_t plaintext_modulus;

  explicit Parameters(const lbcrypto::CryptoParametersRNS& from);
  friend auto operator<=>(const Parameters&, const Parameters&) = default;
};

/// Ringlet's plans for a context. Contexts with equal parameters share them. Any number of threads may use them.
class Plans {
 public:
  /// Returns the plans for the parameters. They live as long as a context holds them.
  /// Errors  std::invalid_argument for moduli that Ringlet does not take
  static std::shared_ptr<const Plans> of(const Parameters& parameters);

  explicit Plans(const Parameters& parameters);

  [[nodiscard]] std::size_t size() const { return parameters_.n; }
  [[nodiscard]] bool has_key_switch() const { return key_switch_.has_value(); }
  /// Requires has_key_switch().
  [[nodiscard]] const KeySwitch& key_switch() const { return *key_switch_; }
  /// Returns the division by the last modulus of a level, at least 2, with BGV's plaintext modulus.
  [[nodiscard]] const ModDown& rescale(std::size_t level) const;
  /// Returns the division of sums of a level by the special moduli.
  [[nodiscard]] const ModDown& division(std::size_t level) const;
  /// Returns the conversion of integers around 0 from the moduli of a level to the special moduli.
  [[nodiscard]] const BaseConversion& extension(std::size_t level) const;
  /// Returns the automorphism of an odd exponent below 2n.
  [[nodiscard]] const Automorphism& automorphism(std::uint32_t exponent) const;
  [[nodiscard]] const RnsBase& base() const { return base_; }
  /// Returns the transforms modulo the first moduli of Q.
  [[nodiscard]] RnsNtt ntt(std::size_t level) const { return ntt(level, false); }
  /// Returns the transforms modulo the special moduli.
  [[nodiscard]] RnsNtt special_ntt() const { return ntt(0, true); }

  /// Returns whether the plans are for these parameters. A null plan is for no parameters.
  [[nodiscard]] bool are_for(
      const std::shared_ptr<lbcrypto::CryptoParametersBase<lbcrypto::DCRTPoly>>& parameters) const;
  /// Returns whether each row of a polynomial has evaluations, modulo the first moduli of Q, and then of P if
  /// `has_special`.
  [[nodiscard]] bool serves(const lbcrypto::DCRTPoly& polynomial, bool has_special = false) const;
  /// Returns whether it supports all polynomials, at least one and of one level.
  [[nodiscard]] bool serves_all(const std::vector<lbcrypto::DCRTPoly>& polynomials, bool has_special = false) const;

 private:
  [[nodiscard]] RnsNtt ntt(std::size_t level, bool has_special) const;

  Parameters parameters_;
  RnsBase base_;
  RnsContext context_;
  std::optional<KeySwitch> key_switch_;
  mutable std::mutex mutex_;
  mutable std::map<std::size_t, ModDown> rescales_;
  mutable std::map<std::size_t, ModDown> divisions_;
  mutable std::map<std::size_t, BaseConversion> extensions_;
  mutable std::map<std::uint32_t, Automorphism> automorphisms_;
};

}  // namespace ringlet::openfhe
