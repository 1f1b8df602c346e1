// Stand-in for OpenFHE in tests of the adapter's own logic, with the members that this logic uses. It computes nothing.
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <utility>
#include <vector>

enum Format { EVALUATION, COEFFICIENT };

class NativeInteger {
 public:
  explicit NativeInteger(std::uint64_t value) : value_(value) {}
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

/// Row of a polynomial: its parameters and state, without words.
struct Row : RowParams {
  std::size_t n;
  Format format = EVALUATION;
  bool is_empty = false;

  [[nodiscard]] bool IsEmpty() const { return is_empty; }
  [[nodiscard]] Format GetFormat() const { return format; }
  [[nodiscard]] std::size_t GetLength() const { return n; }
};

struct DCRTPoly {
  struct Params {
    std::size_t n;
    std::vector<std::shared_ptr<RowParams>> rows;

    [[nodiscard]] std::size_t GetRingDimension() const { return n; }
    [[nodiscard]] const auto& GetParams() const { return rows; }
  };

  std::vector<Row> rows;

  [[nodiscard]] const auto& GetAllElements() const { return rows; }
  [[nodiscard]] std::size_t GetNumOfElements() const { return rows.size(); }
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

template <class Element>
class SchemeBase {
 protected:
  std::shared_ptr<KeySwitchBase<Element>> m_KeySwitch;
  std::shared_ptr<LeveledSHEBase<Element>> m_LeveledSHE;
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
