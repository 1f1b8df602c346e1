// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <seal/evaluator.h>

#include <cstddef>
#include <cstdint>
#include <map>
#include <memory>
#include <utility>
#include <vector>

/// Microsoft SEAL's evaluator on Ringlet. Needs only C++17, like SEAL, and includes no header of Ringlet's.
namespace ringlet {

class Executor;

namespace seal {

// SEAL's classes hold containers, which are other types in the debug mode of libstdc++. The tag prevents linking a
// client and a library of different modes.
#if defined(_GLIBCXX_DEBUG)
class __attribute__((abi_tag("glibcxx_debug"))) Evaluator;
#else
class Evaluator;
#endif
class Plans;
struct PreparedKeysState;
struct PreparedMatrixState;

/// Keys in the form and order in which Ringlet's key switches read them, which makes these faster than with SEAL's
/// keys. Worthwhile for keys that are used many times. They are a copy of the same size; SEAL's keys may be changed or
/// destroyed afterwards. Immutable; copies share them; all evaluators of the same parameters and any number of threads
/// may use them.
template <class SealsKeys>
class PreparedKeys {
 public:
  /// Prepares keys. Keys that SEAL would not use or Ringlet does not support are copied unchanged, and operations pass
  /// them to SEAL.
  /// Errors  std::bad_alloc
  PreparedKeys(const Evaluator& evaluator, const SealsKeys& keys);

  /// Returns the size of the prepared keys in memory.
  [[nodiscard]] std::size_t bytes() const noexcept;

 private:
  template <class>
  friend class KeysArgument;
  /// Keys for calls that Ringlet does not support, without the prepared keys.
  SealsKeys seals_;
  std::shared_ptr<const PreparedKeysState> state_;
};

extern template class PreparedKeys<::seal::RelinKeys>;
extern template class PreparedKeys<::seal::GaloisKeys>;

/// Galois keys in the form that `rotate_many` takes. Size, sharing and use by threads are as for `PreparedKeys`.
///
/// Making them takes longer than one rotation by each: 63 keys at n = 8192 with five moduli take 158 MiB and 62 to 87
/// ms. 63 rotations take 36 to 50 ms with them, and 46 to 56 ms by `rotate_vector` (docs/seal.md). They pay if about
/// ten ciphertexts or more are rotated by all of them, as in products by a matrix.
class HoistedKeys {
 public:
  /// Prepares keys. Omits keys that SEAL would not use.
  /// Errors  std::invalid_argument for keys of another context, and for a context that has no key switching or that
  ///         Ringlet does not support; std::bad_alloc
  HoistedKeys(const Evaluator& evaluator, const ::seal::GaloisKeys& keys);

  /// Returns the size of the keys in memory.
  [[nodiscard]] std::size_t bytes() const noexcept;

 private:
  friend class Evaluator;
  friend class PreparedMatrix;
  std::shared_ptr<const PreparedKeysState> state_;
};

/// Matrix for `multiply_matrix`, by its diagonals: plaintexts by the step by which the vector is rotated for them. Row
/// j of the product is sum_r diagonals[r][j] x[j + r]. So diagonals[r] holds in slot j the element in row j and column
/// j + r, modulo the number of slots that rotations move, n/2.
///
/// It is a copy of the diagonals with a residue modulo the special modulus too: (L + 1) n words each at a level of L
/// moduli. Immutable; copies share it; all evaluators of the same parameters and any number of threads may use it.
class PreparedMatrix {
 public:
  /// Returns the steps to make Galois keys for: the baby and giant steps of a matrix with diagonals at these steps.
  /// They are about 3 sqrt(d) for d adjacent diagonals.
  /// Errors  std::invalid_argument for no rotations, and for a rotation that is not in (-n/2, n/2)
  static std::vector<int> steps_of_keys(const Evaluator& evaluator, const std::vector<int>& rotations);

  /// Prepares a matrix. It shares the keys. It uses baby and giant steps if there are keys for all of them. Otherwise
  /// each diagonal's step but 0 needs a key.
  /// Validity  plaintexts of CKKS have one scale; their levels are at least the ciphertexts' levels. Plaintexts of BFV
  ///           and BGV are coefficients, as encoded, for all levels
  /// Errors    std::invalid_argument for keys of another context, for a missing key, for no diagonals, for a step that
  ///           is not in (-n/2, n/2), and for a plaintext that is not valid; std::bad_alloc
  PreparedMatrix(const Evaluator& evaluator, const std::map<int, ::seal::Plaintext>& diagonals,
                 const HoistedKeys& keys);

  /// Returns the size of the diagonals in memory.
  [[nodiscard]] std::size_t bytes() const noexcept;

 private:
  friend class Evaluator;
  std::shared_ptr<const PreparedMatrixState> state_;
};

/// Argument that refers to SEAL's keys or to prepared keys, which must outlive the call.
template <class SealsKeys>
class KeysArgument {
 public:
  KeysArgument(const SealsKeys& keys) noexcept : seals_(keys) {}
  KeysArgument(const PreparedKeys<SealsKeys>& keys) noexcept : seals_(keys.seals_), prepared_(keys.state_.get()) {}

  [[nodiscard]] const SealsKeys& seals() const noexcept { return seals_; }
  [[nodiscard]] const PreparedKeysState* prepared() const noexcept { return prepared_; }

 private:
  const SealsKeys& seals_;
  const PreparedKeysState* prepared_ = nullptr;
};

/// `seal::Evaluator` with Ringlet's operations on ciphertexts: sums and products, with ciphertexts and plaintexts,
/// relinearization, rotations, modulus switching, rescaling and transforms. Ciphertexts, keys and contexts are SEAL's.
/// Results, with their metadata, are the same bit for bit, and so are exceptions and their messages. All other
/// operations are inherited from SEAL.
///
/// It does not convert to `seal::Evaluator`, whose functions are not virtual: SEAL's code would run unnoticed.
///
/// All operations:
/// Arguments  as for `seal::Evaluator`'s operation of the same name; `destination` may be any of the operands. Calls
///            that Ringlet does not support, for example relinearization from more than three polynomials, go to SEAL
/// Keys       SEAL's, read in place so that they are never out of date, or `PreparedKeys`
/// Errors     SEAL's. All arguments, including `destination`, then stay unchanged, except if memory runs out, an
///            executor throws, or a key of zeros makes a transparent ciphertext. Inherited operations behave as SEAL's
/// Memory     results and buffers come from SEAL's pools, as in SEAL. Evaluators of equal contexts share their plans,
///            which are made when an operation first needs them. After the last of these contexts and evaluators are
///            gone, the plans are released when the next evaluator of any context is constructed or destroyed
/// Threads    threads of the executor, by default the calling thread alone; any number of threads may use one evaluator
///            at once if they may share its executor
class Evaluator : private ::seal::Evaluator {
 public:
  using Ciphertext = ::seal::Ciphertext;
  using Plaintext = ::seal::Plaintext;
  using MemoryPoolHandle = ::seal::MemoryPoolHandle;
  using RelinKeysArgument = KeysArgument<::seal::RelinKeys>;
  using GaloisKeysArgument = KeysArgument<::seal::GaloisKeys>;

  /// Makes an evaluator. The executor, if any, must outlive it.
  /// Errors  std::invalid_argument for a context whose parameters are not valid
  Evaluator(const ::seal::SEALContext& context, Executor* executor = nullptr);
  ~Evaluator();

  /// Returns SEAL's own evaluator of the same context, for code that takes no other. Its operations do not use Ringlet.
  /// It lives as long as this evaluator.
  [[nodiscard]] const ::seal::Evaluator& seals() const noexcept { return *this; }

  void negate(const Ciphertext& encrypted, Ciphertext& destination) const;
  void negate_inplace(Ciphertext& encrypted) const { negate(encrypted, encrypted); }

  void add(const Ciphertext& encrypted1, const Ciphertext& encrypted2, Ciphertext& destination) const;
  void add_inplace(Ciphertext& encrypted1, const Ciphertext& encrypted2) const {
    add_to(encrypted1, encrypted2, encrypted1);
  }
  void add_many(const std::vector<Ciphertext>& encrypteds, Ciphertext& destination) const;

  void sub(const Ciphertext& encrypted1, const Ciphertext& encrypted2, Ciphertext& destination) const;
  void sub_inplace(Ciphertext& encrypted1, const Ciphertext& encrypted2) const;

  void multiply(const Ciphertext& encrypted1, const Ciphertext& encrypted2, Ciphertext& destination,
                MemoryPoolHandle pool = default_pool()) const;
  void multiply_inplace(Ciphertext& encrypted1, const Ciphertext& encrypted2,
                        MemoryPoolHandle pool = default_pool()) const {
    multiply_to(encrypted1, encrypted2, encrypted1, pool);
  }

  void square(const Ciphertext& encrypted, Ciphertext& destination, MemoryPoolHandle pool = default_pool()) const;
  void square_inplace(Ciphertext& encrypted, MemoryPoolHandle pool = default_pool()) const {
    square(encrypted, encrypted, std::move(pool));
  }

  void multiply_many(const std::vector<Ciphertext>& encrypteds, RelinKeysArgument relin_keys, Ciphertext& destination,
                     MemoryPoolHandle pool = default_pool()) const;

  void exponentiate(const Ciphertext& encrypted, std::uint64_t exponent, RelinKeysArgument relin_keys,
                    Ciphertext& destination, MemoryPoolHandle pool = default_pool()) const;
  void exponentiate_inplace(Ciphertext& encrypted, std::uint64_t exponent, RelinKeysArgument relin_keys,
                            MemoryPoolHandle pool = default_pool()) const {
    exponentiate(encrypted, exponent, relin_keys, encrypted, std::move(pool));
  }

  void relinearize(const Ciphertext& encrypted, RelinKeysArgument relin_keys, Ciphertext& destination,
                   MemoryPoolHandle pool = default_pool()) const;
  void relinearize_inplace(Ciphertext& encrypted, RelinKeysArgument relin_keys,
                           MemoryPoolHandle pool = default_pool()) const {
    relinearize(encrypted, relin_keys, encrypted, std::move(pool));
  }

  void add_plain(const Ciphertext& encrypted, const Plaintext& plain, Ciphertext& destination,
                 MemoryPoolHandle pool = default_pool()) const;
  void add_plain_inplace(Ciphertext& encrypted, const Plaintext& plain, MemoryPoolHandle pool = default_pool()) const {
    add_plain(encrypted, plain, encrypted, std::move(pool));
  }
  void sub_plain(const Ciphertext& encrypted, const Plaintext& plain, Ciphertext& destination,
                 MemoryPoolHandle pool = default_pool()) const;
  void sub_plain_inplace(Ciphertext& encrypted, const Plaintext& plain, MemoryPoolHandle pool = default_pool()) const {
    sub_plain(encrypted, plain, encrypted, std::move(pool));
  }
  void multiply_plain(const Ciphertext& encrypted, const Plaintext& plain, Ciphertext& destination,
                      MemoryPoolHandle pool = default_pool()) const;
  void multiply_plain_inplace(Ciphertext& encrypted, const Plaintext& plain,
                              MemoryPoolHandle pool = default_pool()) const {
    multiply_plain(encrypted, plain, encrypted, std::move(pool));
  }

  void transform_to_ntt(const Plaintext& plain, ::seal::parms_id_type parms_id, Plaintext& destination_ntt,
                        MemoryPoolHandle pool = default_pool()) const;
  void transform_to_ntt_inplace(Plaintext& plain, ::seal::parms_id_type parms_id,
                                MemoryPoolHandle pool = default_pool()) const {
    transform_to_ntt(plain, parms_id, plain, std::move(pool));
  }
  void transform_to_ntt(const Ciphertext& encrypted, Ciphertext& destination_ntt) const;
  void transform_to_ntt_inplace(Ciphertext& encrypted) const { transform_to_ntt(encrypted, encrypted); }
  void transform_from_ntt(const Ciphertext& encrypted_ntt, Ciphertext& destination) const;
  void transform_from_ntt_inplace(Ciphertext& encrypted_ntt) const { transform_from_ntt(encrypted_ntt, encrypted_ntt); }

  // Modulus switches without a division, inherited from SEAL.
#if SEAL_VERSION_MAJOR > 4 || SEAL_VERSION_MINOR > 0
  using ::seal::Evaluator::mod_reduce_to;
  using ::seal::Evaluator::mod_reduce_to_inplace;
  using ::seal::Evaluator::mod_reduce_to_next;
  using ::seal::Evaluator::mod_reduce_to_next_inplace;
#endif

  // The overloads for plaintexts are inherited from SEAL.
  using ::seal::Evaluator::mod_switch_to;
  using ::seal::Evaluator::mod_switch_to_inplace;
  using ::seal::Evaluator::mod_switch_to_next;
  using ::seal::Evaluator::mod_switch_to_next_inplace;

  void mod_switch_to_next(const Ciphertext& encrypted, Ciphertext& destination,
                          MemoryPoolHandle pool = default_pool()) const;
  void mod_switch_to_next_inplace(Ciphertext& encrypted, MemoryPoolHandle pool = default_pool()) const {
    mod_switch_to_next(encrypted, encrypted, std::move(pool));
  }
  void mod_switch_to(const Ciphertext& encrypted, ::seal::parms_id_type parms_id, Ciphertext& destination,
                     MemoryPoolHandle pool = default_pool()) const;
  void mod_switch_to_inplace(Ciphertext& encrypted, ::seal::parms_id_type parms_id,
                             MemoryPoolHandle pool = default_pool()) const {
    mod_switch_to(encrypted, parms_id, encrypted, std::move(pool));
  }

  void rescale_to_next(const Ciphertext& encrypted, Ciphertext& destination,
                       MemoryPoolHandle pool = default_pool()) const;
  void rescale_to_next_inplace(Ciphertext& encrypted, MemoryPoolHandle pool = default_pool()) const {
    rescale_to_next(encrypted, encrypted, std::move(pool));
  }
  void rescale_to(const Ciphertext& encrypted, ::seal::parms_id_type parms_id, Ciphertext& destination,
                  MemoryPoolHandle pool = default_pool()) const;
  void rescale_to_inplace(Ciphertext& encrypted, ::seal::parms_id_type parms_id,
                          MemoryPoolHandle pool = default_pool()) const {
    rescale_to(encrypted, parms_id, encrypted, std::move(pool));
  }

  void apply_galois(const Ciphertext& encrypted, std::uint32_t galois_elt, GaloisKeysArgument galois_keys,
                    Ciphertext& destination, MemoryPoolHandle pool = default_pool()) const;
  void apply_galois_inplace(Ciphertext& encrypted, std::uint32_t galois_elt, GaloisKeysArgument galois_keys,
                            MemoryPoolHandle pool = default_pool()) const {
    apply_galois(encrypted, galois_elt, galois_keys, encrypted, std::move(pool));
  }

  void rotate_rows(const Ciphertext& encrypted, int steps, GaloisKeysArgument galois_keys, Ciphertext& destination,
                   MemoryPoolHandle pool = default_pool()) const;
  void rotate_rows_inplace(Ciphertext& encrypted, int steps, GaloisKeysArgument galois_keys,
                           MemoryPoolHandle pool = default_pool()) const {
    rotate_rows(encrypted, steps, galois_keys, encrypted, std::move(pool));
  }
  void rotate_columns(const Ciphertext& encrypted, GaloisKeysArgument galois_keys, Ciphertext& destination,
                      MemoryPoolHandle pool = default_pool()) const;
  void rotate_columns_inplace(Ciphertext& encrypted, GaloisKeysArgument galois_keys,
                              MemoryPoolHandle pool = default_pool()) const {
    rotate_columns(encrypted, galois_keys, encrypted, std::move(pool));
  }

  void rotate_vector(const Ciphertext& encrypted, int steps, GaloisKeysArgument galois_keys, Ciphertext& destination,
                     MemoryPoolHandle pool = default_pool()) const;
  void rotate_vector_inplace(Ciphertext& encrypted, int steps, GaloisKeysArgument galois_keys,
                             MemoryPoolHandle pool = default_pool()) const {
    rotate_vector(encrypted, steps, galois_keys, encrypted, std::move(pool));
  }
  /// Computes destinations[i] = encrypted rotated by steps[i], as by `rotate_vector` (CKKS) or `rotate_rows` (BFV,
  /// BGV), all from one decomposition (hoisting). SEAL has no hoisted rotation.
  ///
  /// Results   differ from SEAL's rotations in noise of the same size: SEAL decomposes the image of encrypted; this
  ///           operation maps the digits of encrypted
  /// Validity  each step is 0, or in (-n/2, n/2) with a key of its own; rotations are not composed from other rotations
  /// Aliasing  destinations may hold encrypted
  /// Errors    as SEAL's rotations, with its messages; destinations then stay unchanged
  /// Memory    beside the results, the digits: L (L + 1) n words at a level of L moduli
  void rotate_many(const Ciphertext& encrypted, const std::vector<int>& steps, const HoistedKeys& keys,
                   std::vector<Ciphertext>& destinations, MemoryPoolHandle pool = default_pool()) const;
  /// Multiplies encrypted slots by a matrix: the sum of products of `multiply_plain` and rotations as of `rotate_many`,
  /// from one decomposition for all baby steps. The scale is multiplied by that of the diagonals, and not rescaled.
  /// SEAL has no product by a matrix.
  ///
  /// Results   the noise is less than that of the sum of SEAL's products, since sums are divided by the special modulus
  ///           once, after the products
  /// Aliasing  destination may be encrypted
  /// Errors    as SEAL's rotations and products, with its messages; destination then stays unchanged
  /// Memory    beside the result, the digits and two polynomials for each giant step, each of L + 1 rows
  void multiply_matrix(const Ciphertext& encrypted, const PreparedMatrix& matrix, Ciphertext& destination,
                       MemoryPoolHandle pool = default_pool()) const;
  void multiply_matrix_inplace(Ciphertext& encrypted, const PreparedMatrix& matrix,
                               MemoryPoolHandle pool = default_pool()) const {
    multiply_matrix(encrypted, matrix, encrypted, std::move(pool));
  }

  void complex_conjugate(const Ciphertext& encrypted, GaloisKeysArgument galois_keys, Ciphertext& destination,
                         MemoryPoolHandle pool = default_pool()) const;
  void complex_conjugate_inplace(Ciphertext& encrypted, GaloisKeysArgument galois_keys,
                                 MemoryPoolHandle pool = default_pool()) const {
    complex_conjugate(encrypted, galois_keys, encrypted, std::move(pool));
  }

 private:
  template <class>
  friend class PreparedKeys;
  friend class HoistedKeys;
  friend class PreparedMatrix;

  static MemoryPoolHandle default_pool() { return ::seal::MemoryManager::GetPool(); }

  void add_to(const Ciphertext& encrypted1, const Ciphertext& encrypted2, Ciphertext& destination) const;
  void multiply_to(const Ciphertext& encrypted1, const Ciphertext& encrypted2, Ciphertext& destination,
                   const MemoryPoolHandle& pool) const;
  void multiply_tree(std::vector<const Ciphertext*> factors, RelinKeysArgument relin_keys, Ciphertext& destination,
                     const MemoryPoolHandle& pool) const;

  std::unique_ptr<const Plans> plans_;
};

}  // namespace seal
}  // namespace ringlet
