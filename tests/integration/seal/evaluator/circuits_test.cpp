// Runs long random circuits in step on SEAL's evaluator and on Ringlet's with one and with four workers. Ciphertexts
// must be the same bit for bit after each operation, and decrypt to the same circuit computed on the messages.
#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <complex>
#include <string>
#include <vector>

#include "outcome.hpp"
#include "seal_context.hpp"
#include "support/new_threads.hpp"

namespace ringlet_test::beside_seal {
namespace {

using seal::Ciphertext;
using seal::scheme_type;

/// Slots of BFV and BGV, in two rows that rotate alike.
struct IntegerSlots {
  using Slot = std::uint64_t;
  static constexpr std::size_t rows = 2;

  explicit IntegerSlots(const seal::SEALContext& context) : encoder(context) {}

  [[nodiscard]] std::size_t count() const { return encoder.slot_count(); }
  [[nodiscard]] static Slot random(Random& random) { return random.up_to(plaintext_modulus - 1); }
  [[nodiscard]] static Slot sum(Slot a, Slot b) { return (a + b) % plaintext_modulus; }
  [[nodiscard]] static Slot product(Slot a, Slot b) { return a * b % plaintext_modulus; }
  [[nodiscard]] static Slot negative(Slot a) { return (plaintext_modulus - a) % plaintext_modulus; }
  static void conjugate(std::vector<Slot>& slots) {
    std::rotate(slots.begin(), slots.begin() + static_cast<std::ptrdiff_t>(slots.size() / 2), slots.end());
  }
  void expect_same(const std::vector<Slot>& message, const seal::Plaintext& decrypted) {
    std::vector<Slot> result;
    encoder.decode(decrypted, result);
    EXPECT_EQ(result, message);
  }

  seal::BatchEncoder encoder;
};

/// Slots of CKKS.
struct ComplexSlots {
  using Slot = std::complex<double>;
  static constexpr std::size_t rows = 1;

  explicit ComplexSlots(const seal::SEALContext& context) : encoder(context) {}

  [[nodiscard]] std::size_t count() const { return encoder.slot_count(); }
  [[nodiscard]] static Slot random(Random& random) {
    const auto part = [&] { return static_cast<double>(random.up_to(2000)) / 1000 - 1; };
    const double real = part();
    return {real, part()};
  }
  [[nodiscard]] static Slot sum(Slot a, Slot b) { return a + b; }
  [[nodiscard]] static Slot product(Slot a, Slot b) { return a * b; }
  [[nodiscard]] static Slot negative(Slot a) { return -a; }
  static void conjugate(std::vector<Slot>& slots) {
    for (Slot& slot : slots) slot = std::conj(slot);
  }
  void expect_same(const std::vector<Slot>& message, const seal::Plaintext& decrypted) {
    std::vector<Slot> result;
    encoder.decode(decrypted, result);
    double error = 0;
    for (std::size_t i = 0; i < message.size(); ++i) error = std::max(error, std::abs(result[i] - message[i]));
    EXPECT_LT(error, 0x1p-10);
  }

  seal::CKKSEncoder encoder;
};

template <class T, class Fill>
T made(const Fill& fill) {
  T result;
  fill(result);
  return result;
}

template <class Slots>
class Circuit {
 public:
  using Message = std::vector<typename Slots::Slot>;

  Circuit(scheme_type scheme, const Parameters& parameters)
      : scheme_(scheme), context_(make_context(scheme, parameters)) {
    for (Register& value : registers_) value = fresh(context_.first_parms_id(), first_scale());
  }

  void run(std::size_t steps) {
    for (std::size_t i = 0; i < steps && !::testing::Test::HasFailure(); ++i) {
      Register& a = registers_[random_.up_to(registers_.size() - 1)];
      Register& b = registers_[random_.up_to(registers_.size() - 1)];
      const std::uint64_t operation = random_.up_to(11);
      SCOPED_TRACE("step " + std::to_string(i) + ", operation " + std::to_string(operation));
      step(operation, a, b);
    }
    for (const Register& value : registers_) expect_decrypts(value);
  }

 private:
  /// The same value as a ciphertext of each of the three evaluators, and its message.
  struct Register {
    std::array<Ciphertext, 3> ciphertexts;
    Message message;
  };

  [[nodiscard]] double first_scale() const { return scheme_ == scheme_type::ckks ? 0x1p40 : 1; }

  /// Returns a random message and writes its plaintext.
  [[nodiscard]] Message random_message(const seal::parms_id_type& parms_id, double scale, seal::Plaintext& plaintext) {
    Message result;
    for (std::size_t i = 0; i < slots_.count(); ++i) result.push_back(Slots::random(random_));
    if constexpr (Slots::rows == 1) {
      slots_.encoder.encode(result, parms_id, scale, plaintext);
    } else {
      slots_.encoder.encode(result, plaintext);
    }
    return result;
  }

  [[nodiscard]] Register fresh(const seal::parms_id_type& parms_id, double scale) {
    Register result;
    seal::Plaintext plaintext;
    result.message = random_message(parms_id, scale, plaintext);
    encryptor_.encrypt_symmetric(plaintext, result.ciphertexts[0]);
    result.ciphertexts[1] = result.ciphertexts[2] = result.ciphertexts[0];
    return result;
  }

  void expect_decrypts(const Register& value) {
    seal::Plaintext plaintext;
    decryptor_.decrypt(value.ciphertexts[1], plaintext);
    slots_.expect_same(value.message, plaintext);
  }

  /// Returns the level of a register.
  [[nodiscard]] const ContextData& level(const Register& value) const {
    return *context_.get_context_data(value.ciphertexts[0].parms_id());
  }
  [[nodiscard]] int bits(const Register& value) const { return level(value).total_coeff_modulus_bit_count(); }

  /// Returns the bits left for operations: the noise budget or, in CKKS, the modulus bits above the scale.
  [[nodiscard]] int budget(const Register& value) {
    if (scheme_ != scheme_type::ckks) return decryptor_.invariant_noise_budget(value.ciphertexts[0]);
    return bits(value) - static_cast<int>(std::ceil(std::log2(value.ciphertexts[0].scale())));
  }

  /// Returns whether a product of `count` factors, all like a and b, can be decrypted. In BFV, each product costs the
  /// same number of bits; in BGV noises are multiplied, in CKKS scales.
  [[nodiscard]] bool has_product(const Register& a, const Register& b, int count) {
    if (scheme_ == scheme_type::bfv) return std::min(budget(a), budget(b)) > 60 * (count - 1);
    const int used = std::max(bits(a) - budget(a), bits(b) - budget(b));
    return count * (used + 25) < std::min(bits(a), bits(b));
  }

  /// Replaces the message of a spent register.
  void renew_if(bool is_spent, Register& value) {
    if (!is_spent) return;
    expect_decrypts(value);
    value = fresh(context_.first_parms_id(), first_scale());
  }

  void renew_if_spent(Register& value) {
    double largest = 0;
    if constexpr (Slots::rows == 1) {
      for (const auto& slot : value.message) largest = std::max(largest, std::abs(slot));
    }
    renew_if(budget(value) < 20 || largest > 16, value);
  }

  /// Calls operation(evaluator, k, relinearization keys, Galois keys) for each evaluator;
  /// it changes value.ciphertexts[k].
  template <class Operation>
  void apply(Register& value, const Operation& operation) {
    operation(seals_, 0, relin_keys_, galois_keys_);
    operation(ours_, 1, relin_keys_, galois_keys_);
    operation(with_threads_, 2, prepared_relin_keys_, prepared_galois_keys_);
    for (const std::size_t k : {1U, 2U}) expect_same_ciphertext(value.ciphertexts[k], value.ciphertexts[0]);
  }

  /// Relinearizes to two polynomials.
  void relinearize(Register& value) {
    apply(value, [&](const auto& evaluator, std::size_t k, const auto& keys, const auto&) {
      evaluator.relinearize_inplace(value.ciphertexts[k], keys);
    });
  }

  /// Lowers by one level: by a division if CKKS's scale then stays near its first value, otherwise by a modulus switch.
  void lower(Register& value) {
    const bool divides = scheme_ == scheme_type::ckks && value.ciphertexts[0].scale() > 0x1p70;
    if (!level(value).next_context_data() || (!divides && budget(value) < 70)) return;
    apply(value, [&](const auto& evaluator, std::size_t k, const auto&, const auto&) {
      if (divides) return evaluator.rescale_to_next_inplace(value.ciphertexts[k]);
      evaluator.mod_switch_to_next_inplace(value.ciphertexts[k]);
    });
  }

  /// Brings the higher one down to the other's level.
  void align(Register& a, Register& b) {
    if (level(a).chain_index() < level(b).chain_index()) return align(b, a);
    const seal::parms_id_type parms_id = b.ciphertexts[0].parms_id();
    apply(a, [&](const auto& evaluator, std::size_t k, const auto&, const auto&) {
      evaluator.mod_switch_to_inplace(a.ciphertexts[k], parms_id);
    });
  }

  /// Returns a term for a sum with a: b, or a new message if b has another scale.
  [[nodiscard]] Register term(const Register& a, const Register& b) {
    const double scale = a.ciphertexts[0].scale();
    if (scheme_ == scheme_type::ckks && b.ciphertexts[0].scale() != scale) {
      return fresh(a.ciphertexts[0].parms_id(), scale);
    }
    return b;
  }

  /// Combines two messages slot by slot.
  template <class Function>
  static void combine(Message& a, const Message& b, const Function& function) {
    std::transform(a.begin(), a.end(), b.begin(), a.begin(), function);
  }

  void step(std::uint64_t operation, Register& a, Register& b) {
    renew_if_spent(a);
    renew_if_spent(b);
    switch (operation) {
      case 0:
      case 1:
        // SEAL refuses a - a.
        return add(a, term(a, b), operation == 1 && &a != &b);
      case 2:
        return negate(a);
      case 3:
        return multiply(a, b);
      case 4:
        return square(a);
      case 5:
        return rotate(a, std::array{0, 1, -1, 3, 5}[random_.up_to(4)]);
      case 6:
        return conjugate(a);
      case 7:
        return lower(a);
      case 8:
      case 9:
        return add_plain(a, operation == 9);
      case 10:
        return multiply_plain(a);
      default:
        return multiply_many(a, b);
    }
  }

  void add(Register& a, Register b, bool subtracts) {
    align(a, b);
    apply(a, [&](const auto& evaluator, std::size_t k, const auto&, const auto&) {
      if (subtracts) return evaluator.sub_inplace(a.ciphertexts[k], b.ciphertexts[k]);
      evaluator.add_inplace(a.ciphertexts[k], b.ciphertexts[k]);
    });
    combine(a.message, b.message, [&](auto x, auto y) { return Slots::sum(x, subtracts ? Slots::negative(y) : y); });
  }

  void negate(Register& a) {
    apply(a, [&](const auto& evaluator, std::size_t k, const auto&, const auto&) {
      evaluator.negate_inplace(a.ciphertexts[k]);
    });
    for (auto& slot : a.message) slot = Slots::negative(slot);
  }

  void add_plain(Register& a, bool subtracts) {
    seal::Plaintext plaintext;
    const Message message = random_message(a.ciphertexts[0].parms_id(), a.ciphertexts[0].scale(), plaintext);
    apply(a, [&](const auto& evaluator, std::size_t k, const auto&, const auto&) {
      if (subtracts) return evaluator.sub_plain_inplace(a.ciphertexts[k], plaintext);
      evaluator.add_plain_inplace(a.ciphertexts[k], plaintext);
    });
    combine(a.message, message, [&](auto x, auto y) { return Slots::sum(x, subtracts ? Slots::negative(y) : y); });
  }

  /// Multiplies evaluations by evaluations, and otherwise coefficients by coefficients.
  void multiply_plain(Register& a) {
    renew_if(!has_product(a, a, 2), a);
    const seal::parms_id_type parms_id = a.ciphertexts[0].parms_id();
    seal::Plaintext plaintext;
    const Message message = random_message(parms_id, first_scale(), plaintext);
    apply(a, [&](const auto& evaluator, std::size_t k, const auto&, const auto&) {
      seal::Plaintext factor = plaintext;
      if (a.ciphertexts[k].is_ntt_form() && !factor.is_ntt_form()) evaluator.transform_to_ntt_inplace(factor, parms_id);
      evaluator.multiply_plain_inplace(a.ciphertexts[k], factor);
    });
    combine(a.message, message, Slots::product);
  }

  void multiply(Register& a, Register& b) {
    relinearize(a);
    relinearize(b);
    renew_if(!has_product(a, b, 2), a);
    renew_if(!has_product(a, b, 2), b);
    align(a, b);
    apply(a, [&](const auto& evaluator, std::size_t k, const auto&, const auto&) {
      evaluator.multiply_inplace(a.ciphertexts[k], b.ciphertexts[k]);
    });
    combine(a.message, Message(b.message), Slots::product);
  }

  void square(Register& a) {
    relinearize(a);
    renew_if(!has_product(a, a, 2), a);
    apply(a, [&](const auto& evaluator, std::size_t k, const auto&, const auto&) {
      evaluator.square_inplace(a.ciphertexts[k]);
    });
    combine(a.message, Message(a.message), Slots::product);
  }

  /// Computes a = a^2 b. CKKS has no product of many and computes a = a b.
  void multiply_many(Register& a, Register& b) {
    if (scheme_ == scheme_type::ckks) return multiply(a, b);
    relinearize(a);
    relinearize(b);
    renew_if(!has_product(a, b, 3), a);
    renew_if(!has_product(a, b, 3), b);
    align(a, b);
    apply(a, [&](const auto& evaluator, std::size_t k, const auto& keys, const auto&) {
      const std::vector<Ciphertext> factors = {a.ciphertexts[k], b.ciphertexts[k], a.ciphertexts[k]};
      evaluator.multiply_many(factors, keys, a.ciphertexts[k]);
    });
    const Message other = b.message;
    combine(a.message, Message(a.message), Slots::product);
    combine(a.message, other, Slots::product);
  }

  void rotate(Register& a, int steps) {
    relinearize(a);
    apply(a, [&](const auto& evaluator, std::size_t k, const auto&, const auto& keys) {
      if constexpr (Slots::rows == 1) {
        evaluator.rotate_vector_inplace(a.ciphertexts[k], steps, keys);
      } else {
        evaluator.rotate_rows_inplace(a.ciphertexts[k], steps, keys);
      }
    });
    const std::size_t length = a.message.size() / Slots::rows;
    const std::size_t left = steps < 0 ? length - static_cast<std::size_t>(-steps) : static_cast<std::size_t>(steps);
    for (std::size_t row = 0; row < Slots::rows; ++row) {
      const auto begin = a.message.begin() + static_cast<std::ptrdiff_t>(row * length);
      std::rotate(begin, begin + static_cast<std::ptrdiff_t>(left), begin + static_cast<std::ptrdiff_t>(length));
    }
  }

  void conjugate(Register& a) {
    relinearize(a);
    apply(a, [&](const auto& evaluator, std::size_t k, const auto&, const auto& keys) {
      if constexpr (Slots::rows == 1) {
        evaluator.complex_conjugate_inplace(a.ciphertexts[k], keys);
      } else {
        evaluator.rotate_columns_inplace(a.ciphertexts[k], keys);
      }
    });
    Slots::conjugate(a.message);
  }

  scheme_type scheme_;
  seal::SEALContext context_;
  Slots slots_{context_};
  Random random_;
  seal::KeyGenerator keys_{context_};
  seal::RelinKeys relin_keys_ = made<seal::RelinKeys>([&](auto& keys) { keys_.create_relin_keys(keys); });
  // Step 0 stands for the conjugation. Rotations by 3 = 4 - 1 and 5 = 4 + 1 steps take two.
  seal::GaloisKeys galois_keys_ =
      made<seal::GaloisKeys>([&](auto& keys) { keys_.create_galois_keys(std::vector{0, 1, -1, 4}, keys); });
  seal::Encryptor encryptor_{context_, keys_.secret_key()};
  seal::Decryptor decryptor_{context_, keys_.secret_key()};
  seal::Evaluator seals_{context_};
  NewThreads threads_{4};
  ringlet::seal::Evaluator ours_{context_}, with_threads_{context_, &threads_};
  ringlet::seal::PreparedKeys<seal::RelinKeys> prepared_relin_keys_{with_threads_, relin_keys_};
  ringlet::seal::PreparedKeys<seal::GaloisKeys> prepared_galois_keys_{with_threads_, galois_keys_};
  std::array<Register, 5> registers_;
};

/// The last modulus is the special one. CKKS's scale has the length of the other moduli.
const std::vector<Parameters>& circuit_parameters() {
  static const std::vector<Parameters> all = {
      {"1024", 1024, seal::CoeffModulus::Create(1024, {50, 40, 40, 40, 40, 40, 40, 50})},
      {"8192", 8192, seal::CoeffModulus::Create(8192, {50, 40, 40, 40, 40, 50})},
  };
  return all;
}

class CircuitTest : public ::testing::TestWithParam<std::tuple<std::size_t, scheme_type>> {};

TEST_P(CircuitTest, ComputesWhatSealDoesAndDecrypts) {
  const auto [index, scheme] = GetParam();
  const std::size_t steps = index == 0 ? 200 : 80;
  if (scheme == scheme_type::ckks) {
    Circuit<ComplexSlots>(scheme, circuit_parameters()[index]).run(steps);
  } else {
    Circuit<IntegerSlots>(scheme, circuit_parameters()[index]).run(steps);
  }
}

INSTANTIATE_TEST_SUITE_P(Parameters, CircuitTest,
                         ::testing::Combine(::testing::Range(std::size_t{0}, circuit_parameters().size()),
                                            ::testing::Values(scheme_type::bfv, scheme_type::bgv, scheme_type::ckks)),
                         [](const auto& test) {
                           return name_of(std::get<1>(test.param)) + "_" +
                                  circuit_parameters()[std::get<0>(test.param)].name;
                         });

}  // namespace
}  // namespace ringlet_test::beside_seal
