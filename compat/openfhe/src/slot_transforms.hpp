#pragma once

#include <openfhe.h>

#include <cstddef>
#include <cstdint>
#include <vector>

namespace ringlet::openfhe {

/// Matrix that bootstrapping multiplies slots with, as sums of rotations by baby and giant steps. With n baby steps,
/// plaintext number n g + i belongs to the rotation by baby[i] and then by giant[g].
struct SlotMatrix {
  /// Number of OpenFHE's list of plaintexts.
  std::size_t list;
  /// Numbers of slots; 0 for no rotation.
  std::vector<std::uint32_t> baby, giant;

  friend bool operator==(const SlotMatrix&, const SlotMatrix&) = default;
};

/// Returns the factors of the transform of coefficients to slots, in the order of their use. `quarter` is the number of
/// slots of a full ciphertext.
/// Source  J. Cheon, K. Han, M. Hhan, "Faster homomorphic discrete Fourier transforms and improved FHE bootstrapping",
///         IEEE Access 2019, for factors that collapse several layers of the transform
std::vector<SlotMatrix> coefficients_to_slots(const lbcrypto::ckks_boot_params& parameters, std::uint32_t slots,
                                              std::uint32_t quarter);
/// Returns the factors of the transform of slots to coefficients, in the order of their use.
std::vector<SlotMatrix> slots_to_coefficients(const lbcrypto::ckks_boot_params& parameters, std::uint32_t quarter);
/// Returns the transform that is not factored, with `baby` baby steps, or OpenFHE's number of steps for 0.
SlotMatrix whole_transform(std::uint32_t slots, std::uint32_t baby);

}  // namespace ringlet::openfhe
