#include "slot_transforms.hpp"

#include <cmath>

namespace ringlet::openfhe {
namespace {

/// Sizes of a factor, and the number of layers of the transform that lie below its layers.
struct Factor {
  std::uint32_t rotations, baby, giant, below;

  static Factor full(const lbcrypto::ckks_boot_params& p, std::uint32_t below) {
    return {p.numRotations, p.g, p.b, below};
  }
  static Factor remaining(const lbcrypto::ckks_boot_params& p, std::uint32_t below) {
    return {p.numRotationsRem, p.gRem, p.bRem, below};
  }

  /// Returns the matrix: diagonals from -(rotations - 1) / 2 on, 2^below slots apart. OpenFHE reduces the steps by the
  /// numbers of slots that it is given.
  [[nodiscard]] SlotMatrix matrix(std::size_t list, std::uint32_t baby_slots, std::uint32_t giant_slots) const {
    const auto reduced = [&](std::int64_t step, std::uint32_t slots) {
      const std::int64_t period = slots;
      return static_cast<std::uint32_t>(((step * (std::int64_t{1} << below)) % period + period) % period);
    };
    const std::int64_t first = 1 - static_cast<std::int64_t>((rotations + 1) / 2);
    SlotMatrix result{list, {}, {}};
    for (std::uint32_t i = 0; i < baby; ++i) result.baby.push_back(reduced(first + i, baby_slots));
    for (std::uint32_t i = 0; i < giant; ++i) result.giant.push_back(reduced(std::int64_t{baby} * i, giant_slots));
    return result;
  }
};

}  // namespace

std::vector<SlotMatrix> coefficients_to_slots(const lbcrypto::ckks_boot_params& parameters, std::uint32_t slots,
                                              std::uint32_t quarter) {
  // The remaining layers are the lowest, and come last.
  const std::uint32_t rest = parameters.remCollapse, remaining = rest != 0 ? 1 : 0;
  std::vector<SlotMatrix> result;
  for (std::uint32_t i = parameters.lvlb; i-- > remaining;) {
    result.push_back(
        Factor::full(parameters, rest + (i - remaining) * parameters.layersCollapse).matrix(i, slots, quarter));
  }
  if (remaining != 0) result.push_back(Factor::remaining(parameters, 0).matrix(0, slots, quarter));
  return result;
}

std::vector<SlotMatrix> slots_to_coefficients(const lbcrypto::ckks_boot_params& parameters, std::uint32_t quarter) {
  // The remaining layers are the highest, and come last.
  const std::uint32_t full = parameters.lvlb - (parameters.remCollapse != 0 ? 1 : 0);
  std::vector<SlotMatrix> result;
  for (std::uint32_t i = 0; i < parameters.lvlb; ++i) {
    const std::uint32_t below = i * parameters.layersCollapse;
    const Factor factor = i < full ? Factor::full(parameters, below) : Factor::remaining(parameters, below);
    result.push_back(factor.matrix(i, quarter, quarter));
  }
  return result;
}

SlotMatrix whole_transform(std::uint32_t slots, std::uint32_t baby) {
  if (baby == 0) baby = static_cast<std::uint32_t>(std::ceil(std::sqrt(slots)));
  SlotMatrix result{0, {}, {}};
  for (std::uint32_t i = 0; i < baby; ++i) result.baby.push_back(i);
  for (std::uint32_t step = 0; step < slots; step += baby) result.giant.push_back(step);
  return result;
}

}  // namespace ringlet::openfhe
