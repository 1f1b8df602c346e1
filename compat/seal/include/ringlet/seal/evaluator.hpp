#pragma once

#include <seal/evaluator.h>

#include <cstddef>
#include <cstdint>
#include <memory>
#include <utility>
#include <vector>

/// Microsoft SEAL's evaluator on Ringlet. C++17, as SEAL itself: it includes none of Ringlet's headers.
namespace ringlet {

class Executor;

namespace seal {

class Plans;

/// `seal::Evaluator` whose long operations are Ringlet's: products, relinearization, rotations, modulus switching and
/// rescaling. Ciphertexts, keys and contexts are SEAL's, results are the same bit for bit, with the same metadata, and
/// so are exceptions and their messages. Operations that are not declared here are SEAL's own, inherited.
///
/// All operations:
/// Arguments  as for `seal::Evaluator`'s operation of the same name; `destination` may be any of the operands. What
///            Ringlet does not serve, such as relinearization from more than three polynomials, is forwarded to SEAL
/// Keys       are read where they lie in SEAL's objects, so that none can be out of date
/// Errors     SEAL's. All arguments, `destination` too, are then as they were, but where memory has run out
/// Memory     results and buffers come from SEAL's pools, as in SEAL; plans are made on first use and kept
/// Threads    those of the executor, by default the calling one alone; any number of threads may use one evaluator at
///            once, if its executor is one that they may share
class Evaluator : public ::seal::Evaluator {
 public:
  using Ciphertext = ::seal::Ciphertext;
  using MemoryPoolHandle = ::seal::MemoryPoolHandle;

  /// The executor, if any, outlives the evaluator.
  /// Errors  std::invalid_argument for a context whose parameters are not valid
  Evaluator(const ::seal::SEALContext& context, Executor* executor = nullptr);
  ~Evaluator();

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

  void multiply_many(const std::vector<Ciphertext>& encrypteds, const ::seal::RelinKeys& relin_keys,
                     Ciphertext& destination, MemoryPoolHandle pool = default_pool()) const;

  void exponentiate(const Ciphertext& encrypted, std::uint64_t exponent, const ::seal::RelinKeys& relin_keys,
                    Ciphertext& destination, MemoryPoolHandle pool = default_pool()) const;
  void exponentiate_inplace(Ciphertext& encrypted, std::uint64_t exponent, const ::seal::RelinKeys& relin_keys,
                            MemoryPoolHandle pool = default_pool()) const {
    exponentiate(encrypted, exponent, relin_keys, encrypted, std::move(pool));
  }

  void relinearize(const Ciphertext& encrypted, const ::seal::RelinKeys& relin_keys, Ciphertext& destination,
                   MemoryPoolHandle pool = default_pool()) const;
  void relinearize_inplace(Ciphertext& encrypted, const ::seal::RelinKeys& relin_keys,
                           MemoryPoolHandle pool = default_pool()) const {
    relinearize(encrypted, relin_keys, encrypted, std::move(pool));
  }

  // Those of plaintexts are SEAL's.
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

  void apply_galois(const Ciphertext& encrypted, std::uint32_t galois_elt, const ::seal::GaloisKeys& galois_keys,
                    Ciphertext& destination, MemoryPoolHandle pool = default_pool()) const;
  void apply_galois_inplace(Ciphertext& encrypted, std::uint32_t galois_elt, const ::seal::GaloisKeys& galois_keys,
                            MemoryPoolHandle pool = default_pool()) const {
    apply_galois(encrypted, galois_elt, galois_keys, encrypted, std::move(pool));
  }

  void rotate_rows(const Ciphertext& encrypted, int steps, const ::seal::GaloisKeys& galois_keys,
                   Ciphertext& destination, MemoryPoolHandle pool = default_pool()) const;
  void rotate_rows_inplace(Ciphertext& encrypted, int steps, const ::seal::GaloisKeys& galois_keys,
                           MemoryPoolHandle pool = default_pool()) const {
    rotate_rows(encrypted, steps, galois_keys, encrypted, std::move(pool));
  }
  void rotate_columns(const Ciphertext& encrypted, const ::seal::GaloisKeys& galois_keys, Ciphertext& destination,
                      MemoryPoolHandle pool = default_pool()) const;
  void rotate_columns_inplace(Ciphertext& encrypted, const ::seal::GaloisKeys& galois_keys,
                              MemoryPoolHandle pool = default_pool()) const {
    rotate_columns(encrypted, galois_keys, encrypted, std::move(pool));
  }

  void rotate_vector(const Ciphertext& encrypted, int steps, const ::seal::GaloisKeys& galois_keys,
                     Ciphertext& destination, MemoryPoolHandle pool = default_pool()) const;
  void rotate_vector_inplace(Ciphertext& encrypted, int steps, const ::seal::GaloisKeys& galois_keys,
                             MemoryPoolHandle pool = default_pool()) const {
    rotate_vector(encrypted, steps, galois_keys, encrypted, std::move(pool));
  }
  void complex_conjugate(const Ciphertext& encrypted, const ::seal::GaloisKeys& galois_keys, Ciphertext& destination,
                         MemoryPoolHandle pool = default_pool()) const;
  void complex_conjugate_inplace(Ciphertext& encrypted, const ::seal::GaloisKeys& galois_keys,
                                 MemoryPoolHandle pool = default_pool()) const {
    complex_conjugate(encrypted, galois_keys, encrypted, std::move(pool));
  }

 private:
  static MemoryPoolHandle default_pool() { return ::seal::MemoryManager::GetPool(); }

  void multiply_to(const Ciphertext& encrypted1, const Ciphertext& encrypted2, Ciphertext& destination,
                   const MemoryPoolHandle& pool) const;
  void multiply_tree(std::vector<const Ciphertext*> factors, const ::seal::RelinKeys& relin_keys,
                     Ciphertext& destination, const MemoryPoolHandle& pool) const;

  std::unique_ptr<const Plans> plans_;
};

}  // namespace seal
}  // namespace ringlet
