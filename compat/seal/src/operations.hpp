#pragma once

#include <seal/kswitchkeys.h>
#include <seal/plaintext.h>

#include <span>
#include <vector>

#include "ciphertexts.hpp"
#include "plans.hpp"

/// Operations on ciphertexts. Each writes to `result`, an empty ciphertext that is no operand, or to `destination`,
/// which may hold other values or be an operand. Each returns false and changes nothing if Ringlet does not support the
/// operands or SEAL rejects them. The caller then calls SEAL, which throws with its own message.
namespace ringlet::seal {

struct PreparedKeysState;
struct PreparedMatrixState;

/// SEAL's keys and, if they exist, the prepared keys.
struct Keys {
  const ::seal::KSwitchKeys& seals;
  const PreparedKeysState* prepared = nullptr;
};

[[nodiscard]] bool multiply(const Plans& plans, Ciphertext& result, const Ciphertext& a, const Ciphertext& b,
                            const MemoryPoolHandle& pool);

/// Multiplies into `destination` if this saves memory and the result is certainly not transparent.
[[nodiscard]] bool multiply_directly(const Plans& plans, Ciphertext& destination, const Ciphertext& a,
                                     const Ciphertext& b, const MemoryPoolHandle& pool);

using Terms = std::span<const Ciphertext* const>;

/// Adds two or more terms into `destination`, which may be one of the first two, if the sum is certainly not
/// transparent. `sub_directly` and `negate_directly` do the same for a - b and -in.
[[nodiscard]] bool add_directly(const Plans& plans, Ciphertext& destination, Terms terms);
[[nodiscard]] bool sub_directly(const Plans& plans, Ciphertext& destination, const Ciphertext& a, const Ciphertext& b);
[[nodiscard]] bool negate_directly(const Plans& plans, Ciphertext& destination, const Ciphertext& in);

using ::seal::Plaintext;

/// Multiplies evaluations by a plaintext, evaluations of the same level or coefficients. Returns false unless the
/// result is certainly not transparent.
[[nodiscard]] bool multiply_plain_directly(const Plans& plans, Ciphertext& destination, const Ciphertext& in,
                                           const Plaintext& plain, const MemoryPoolHandle& pool);
/// Multiplies coefficients by a plaintext of coefficients.
[[nodiscard]] bool multiply_plain(const Plans& plans, Ciphertext& result, const Ciphertext& in, const Plaintext& plain,
                                  const MemoryPoolHandle& pool);

/// Adds a plaintext to a ciphertext, which is not transparent, or subtracts it.
[[nodiscard]] bool add_plain_directly(const Plans& plans, Ciphertext& destination, const Ciphertext& in,
                                      const Plaintext& plain, bool is_difference, const MemoryPoolHandle& pool);

/// Transforms a ciphertext, which is not transparent, to coefficients or to evaluations.
[[nodiscard]] bool transform_directly(const Plans& plans, Ciphertext& destination, const Ciphertext& in, Domain to);
/// Transforms a plaintext of coefficients to evaluations of a level.
[[nodiscard]] bool transform_directly(const Plans& plans, Plaintext& destination, const Plaintext& plain,
                                      const ::seal::parms_id_type& parms_id, const MemoryPoolHandle& pool);

/// Relinearizes three polynomials to two, by the key of the square of the secret.
[[nodiscard]] bool relinearize(const Plans& plans, Ciphertext& destination, const Ciphertext& in, const Keys& keys,
                               const MemoryPoolHandle& pool);

[[nodiscard]] bool apply_galois(const Plans& plans, Ciphertext& destination, const Ciphertext& in,
                                std::uint32_t exponent, const Keys& keys, const MemoryPoolHandle& pool);

/// Returns the successive rotations by which SEAL rotates by `steps`: `steps` alone if there is a key for it, else
/// powers of two of either sign whose sum is `steps`.
[[nodiscard]] std::vector<int> parts_of_rotation(const Plans& plans, int steps, const Keys& keys);

/// Rotates by `steps`, in as many parts as the existing keys require. Returns false for 0 steps.
[[nodiscard]] bool rotate(const Plans& plans, Ciphertext& destination, const Ciphertext& in, int steps,
                          const Keys& keys, const MemoryPoolHandle& pool);

/// Rotates `in` by each of `steps`, from one decomposition into digits, with keys for that.
/// Errors  SEAL's exceptions for arguments that it rejects
[[nodiscard]] std::vector<Ciphertext> rotate_many(const Plans& plans, const Ciphertext& in,
                                                  const std::vector<int>& steps, const PreparedKeysState& keys,
                                                  const MemoryPoolHandle& pool);

/// Throws the exceptions of SEAL's rotations for `in` and keys of the level `of_keys`, in the same order of checks.
void require_rotatable(const Plans& plans, const Ciphertext& in, const ::seal::parms_id_type& of_keys,
                       const MemoryPoolHandle& pool);

/// Returns the exponent of the automorphism that rotates by `steps`.
/// Errors  SEAL's exception for steps that are not in (-n/2, n/2)
[[nodiscard]] std::uint32_t exponent_of_rotation(const Plans& plans, int steps);

/// Multiplies by a matrix into `result`.
/// Errors  SEAL's exceptions for arguments that it rejects
void multiply_matrix(const Plans& plans, Ciphertext& result, const Ciphertext& in, const PreparedMatrixState& matrix,
                     const MemoryPoolHandle& pool);

/// Applies the automorphism that swaps the rows of BFV and BGV and conjugates the slots of CKKS.
[[nodiscard]] bool conjugate(const Plans& plans, Ciphertext& destination, const Ciphertext& in, const Keys& keys,
                             const MemoryPoolHandle& pool);

/// Keeps only the moduli of `target`, a lower level: the modulus switching of CKKS. Returns false unless the result is
/// certainly not transparent.
[[nodiscard]] bool drop_to_directly(const Plans& plans, Ciphertext& destination, const Ciphertext& in,
                                    const Level::ContextData& target, const MemoryPoolHandle& pool);

/// Divides by the level's last modulus: the rescaling of CKKS, the modulus switching of BFV and BGV.
[[nodiscard]] bool divide_to_next(const Plans& plans, Ciphertext& result, const Ciphertext& in,
                                  const MemoryPoolHandle& pool);

/// Divides by modulus after modulus, down to the level of `parms_id`, which is lower.
[[nodiscard]] bool divide_to(const Plans& plans, Ciphertext& result, const Ciphertext& in,
                             const ::seal::parms_id_type& parms_id, const MemoryPoolHandle& pool);

}  // namespace ringlet::seal
