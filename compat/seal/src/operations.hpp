#pragma once

#include <seal/kswitchkeys.h>

#include <span>
#include <vector>

#include "ciphertexts.hpp"
#include "plans.hpp"

/// The operations, each from operands to `result`, an empty ciphertext other than they, or to `destination`, which may
/// hold something else or be an operand. They return false, with everything as it was, where Ringlet does not serve the
/// operands, or SEAL refuses them: SEAL says then what it has to say.
namespace ringlet::seal {

struct PreparedKeysState;

/// SEAL's keys and, if there are any, those that have been made of them.
struct Keys {
  const ::seal::KSwitchKeys& seals;
  const PreparedKeysState* prepared = nullptr;
};

[[nodiscard]] bool multiply(const Plans& plans, Ciphertext& result, const Ciphertext& a, const Ciphertext& b,
                            const MemoryPoolHandle& pool);

/// The same where that saves memory and certainly makes no transparent ciphertext.
[[nodiscard]] bool multiply_directly(const Plans& plans, Ciphertext& destination, const Ciphertext& a,
                                     const Ciphertext& b, const MemoryPoolHandle& pool);

using Terms = std::span<const Ciphertext* const>;

/// The sum of two terms or more, of which the first two may be destination; a - b and -in; of the same kind.
[[nodiscard]] bool add_directly(const Plans& plans, Ciphertext& destination, Terms terms);
[[nodiscard]] bool sub_directly(const Plans& plans, Ciphertext& destination, const Ciphertext& a, const Ciphertext& b);
[[nodiscard]] bool negate_directly(const Plans& plans, Ciphertext& destination, const Ciphertext& in);

/// By the key of the square of the secret, from three polynomials to two.
[[nodiscard]] bool relinearize(const Plans& plans, Ciphertext& destination, const Ciphertext& in, const Keys& keys,
                               const MemoryPoolHandle& pool);

[[nodiscard]] bool apply_galois(const Plans& plans, Ciphertext& destination, const Ciphertext& in,
                                std::uint32_t exponent, const Keys& keys, const MemoryPoolHandle& pool);

/// Returns the rotations that SEAL makes one after the other for a rotation by `steps`, as there is a key of it or not.
[[nodiscard]] std::vector<int> parts_of_rotation(const Plans& plans, int steps, const Keys& keys);

/// As often as the keys that there are require; by 0 steps not at all.
[[nodiscard]] bool rotate(const Plans& plans, Ciphertext& destination, const Ciphertext& in, int steps,
                          const Keys& keys, const MemoryPoolHandle& pool);

/// in rotated by each of steps, from digits that are made once, with keys for that.
/// Errors  SEAL's for what it refuses
[[nodiscard]] std::vector<Ciphertext> rotate_many(const Plans& plans, const Ciphertext& in,
                                                  const std::vector<int>& steps, const PreparedKeysState& keys,
                                                  const MemoryPoolHandle& pool);

/// The automorphism that swaps the rows of BFV and BGV and conjugates the slots of CKKS.
[[nodiscard]] bool conjugate(const Plans& plans, Ciphertext& destination, const Ciphertext& in, const Keys& keys,
                             const MemoryPoolHandle& pool);

/// The moduli that `target`, a lower level, has not dropped: the modulus switching of CKKS. Of the same kind.
[[nodiscard]] bool drop_to_directly(const Plans& plans, Ciphertext& destination, const Ciphertext& in,
                                    const Level::ContextData& target, const MemoryPoolHandle& pool);

/// Division by the level's last modulus: the rescaling of CKKS, the modulus switching of BFV and BGV.
[[nodiscard]] bool divide_to_next(const Plans& plans, Ciphertext& result, const Ciphertext& in,
                                  const MemoryPoolHandle& pool);

/// The same down to the level of `parms_id`, from a higher one.
[[nodiscard]] bool divide_to(const Plans& plans, Ciphertext& result, const Ciphertext& in,
                             const ::seal::parms_id_type& parms_id, const MemoryPoolHandle& pool);

}  // namespace ringlet::seal
