// Stand-in for OpenFHE in tests of the adapter's own logic, with the members that this logic uses. It computes nothing
// but sums of fractions, and its generator counts draws.
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <utility>
#include <vector>

#include "utils/prng/blake2engine.h"

enum Format { EVALUATION, COEFFICIENT };
__extension__ using DoubleNativeInt = unsigned __int128;

class NativeInteger {
 public:
  NativeInteger(std::uint64_t value = 0) : value_(value) {}
  [[nodiscard]] std::uint64_t ConvertToInt() const { return value_; }

 private:
  std::uint64_t value_;
};

namespace lbcrypto {

enum KeySwitchTechnique { BV, HYBRID };

/// Parameters of one row.
struct RowParams {
  std::uint64_t modulus, root;

  [[nodiscard]] NativeInteger GetModulus() const { return NativeInteger(modulus); }
  [[nodiscard]] NativeInteger GetRootOfUnity() const { return NativeInteger(root); }
};

/// Row of a polynomial: its parameters, its state and, if any are needed, its words.
struct Row : RowParams {
  std::size_t n;
  Format format = EVALUATION;
  bool is_empty = false;
  std::vector<NativeInteger> words{};

  NativeInteger& operator[](std::size_t k) { return words[k]; }
  const NativeInteger& operator[](std::size_t k) const { return words[k]; }
  [[nodiscard]] bool IsEmpty() const { return is_empty; }
  [[nodiscard]] Format GetFormat() const { return format; }
  [[nodiscard]] std::size_t GetLength() const { return n; }
};

struct DCRTPoly {
  using PolyType = Row;
  using Integers = std::vector<NativeInteger>;
  struct Params {
    std::size_t n = 0;
    std::vector<std::shared_ptr<RowParams>> rows;

    Params() = default;
    Params(std::uint32_t order, const Integers& moduli, const Integers& roots) : n(order / 2) {
      for (std::size_t i = 0; i < moduli.size(); ++i) {
        rows.push_back(std::make_shared<RowParams>(RowParams{moduli[i].ConvertToInt(), roots[i].ConvertToInt()}));
      }
    }
    /// Finds roots by random numbers.
    Params(std::uint32_t order, const Integers& moduli) : Params(order, moduli, Integers(moduli.size(), 1)) {
      PseudoRandomNumberGenerator::GetPRNG()();
    }
    /// Finds moduli of `bits` bits by random numbers.
    Params(std::uint32_t order, std::uint32_t depth, std::uint32_t bits)
        : Params(order, Integers(depth, (std::uint64_t{1} << bits) - 1)) {}

    [[nodiscard]] std::size_t GetRingDimension() const { return n; }
    [[nodiscard]] std::uint32_t GetCyclotomicOrder() const { return static_cast<std::uint32_t>(2 * n); }
    [[nodiscard]] const auto& GetParams() const { return rows; }
  };

  std::vector<Row> rows;

  DCRTPoly() = default;
  DCRTPoly(const std::shared_ptr<Params>& params, Format format, bool /*zeros*/) {
    for (const auto& row : params->rows) rows.push_back({*row, params->n, format, false, Integers(params->n)});
  }
  [[nodiscard]] auto& GetAllElements() { return rows; }
  [[nodiscard]] const auto& GetAllElements() const { return rows; }
  [[nodiscard]] std::size_t GetNumOfElements() const { return rows.size(); }
  [[nodiscard]] std::size_t GetRingDimension() const { return rows[0].n; }

  /// Rounds sums of fractions of all rows but the first one. Leaves integers out.
  [[nodiscard]] DCRTPoly ScaleAndRound(const std::shared_ptr<Params>& params, const std::vector<Integers>& /*integers*/,
                                       const std::vector<double>& fractions,
                                       const std::vector<DoubleNativeInt>& /*barrett*/) const {
    DCRTPoly out(params, COEFFICIENT, true);
    for (std::size_t k = 0; k < params->n; ++k) {
      double sum = 0.5;
      for (std::size_t i = 0; i < fractions.size(); ++i) {
        sum += fractions[i] * static_cast<double>(rows[i + 1][k].ConvertToInt());
      }
      for (Row& row : out.rows) row[k] = static_cast<std::uint64_t>(sum) % row.modulus;
    }
    return out;
  }
};

template <class Element>
struct CryptoParametersBase {
  virtual ~CryptoParametersBase() = default;
};

struct CryptoParametersRNS : CryptoParametersBase<DCRTPoly> {
  std::shared_ptr<DCRTPoly::Params> base, special;
  KeySwitchTechnique technique = HYBRID;
  std::uint32_t digit_size = 2, digit_bits = 10;
  std::uint64_t noise_scale = 1, plaintext_modulus = 65537;

  [[nodiscard]] const auto& GetElementParams() const { return base; }
  [[nodiscard]] const auto& GetParamsP() const { return special; }
  [[nodiscard]] KeySwitchTechnique GetKeySwitchTechnique() const { return technique; }
  [[nodiscard]] std::uint32_t GetNumPerPartQ() const { return digit_size; }
  [[nodiscard]] std::uint32_t GetDigitSize() const { return digit_bits; }
  [[nodiscard]] std::uint64_t GetNoiseScale() const { return noise_scale; }
  [[nodiscard]] std::uint64_t GetPlaintextModulus() const { return plaintext_modulus; }
};

template <class Element>
struct KeySwitchBase {
  virtual ~KeySwitchBase() = default;
};
struct KeySwitchHYBRID : KeySwitchBase<DCRTPoly> {};
struct KeySwitchBV : KeySwitchBase<DCRTPoly> {};

template <class Element>
struct LeveledSHEBase {
  virtual ~LeveledSHEBase() = default;
};
struct LeveledSHECKKSRNS : LeveledSHEBase<DCRTPoly> {};
struct LeveledSHEBGVRNS : LeveledSHEBase<DCRTPoly> {};
struct LeveledSHEBFVRNS : LeveledSHEBase<DCRTPoly> {};

/// Sizes of bootstrapping's transforms.
struct ckks_boot_params {
  std::uint32_t lvlb, layersCollapse, remCollapse, numRotations, b, g, numRotationsRem, bRem, gRem;
};

template <class Element>
struct FHEBase {
  virtual ~FHEBase() = default;
};
/// Bootstrapping with a part of its state.
struct FHECKKSRNS : FHEBase<DCRTPoly> {
  std::uint32_t correction = 0;
};

template <class Element>
class SchemeBase {
 protected:
  std::shared_ptr<KeySwitchBase<Element>> m_KeySwitch;
  std::shared_ptr<LeveledSHEBase<Element>> m_LeveledSHE;
  std::shared_ptr<FHEBase<Element>> m_FHE;
};

template <class Element>
class CryptoContextImpl {
 public:
  CryptoContextImpl(std::shared_ptr<CryptoParametersBase<Element>> parameters,
                    std::shared_ptr<SchemeBase<Element>> scheme)
      : parameters_(std::move(parameters)), scheme_(std::move(scheme)) {}

  [[nodiscard]] const auto& GetCryptoParameters() const { return parameters_; }
  [[nodiscard]] const auto& GetScheme() const { return scheme_; }

 private:
  std::shared_ptr<CryptoParametersBase<Element>> parameters_;
  std::shared_ptr<SchemeBase<Element>> scheme_;
};

template <class Element>
using CryptoContext = std::shared_ptr<CryptoContextImpl<Element>>;

}  // namespace lbcrypto
