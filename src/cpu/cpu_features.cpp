#include "cpu/cpu_features.hpp"

namespace ringlet::cpu {
namespace {

constexpr std::uint32_t bit(unsigned position) { return std::uint32_t{1} << position; }

constexpr bool all_set(std::uint64_t value, std::uint64_t mask) { return (value & mask) == mask; }

// Leaf 1, ECX
constexpr std::uint32_t fma = bit(12);
constexpr std::uint32_t osxsave = bit(27);
constexpr std::uint32_t avx = bit(28);
// Leaf 7, EBX
constexpr std::uint32_t avx2 = bit(5);
constexpr std::uint32_t bmi2 = bit(8);
constexpr std::uint32_t avx512f = bit(16);
constexpr std::uint32_t avx512dq = bit(17);
constexpr std::uint32_t avx512ifma = bit(21);
constexpr std::uint32_t avx512bw = bit(30);
constexpr std::uint32_t avx512vl = bit(31);
// XCR0
constexpr std::uint64_t ymm_state = 0x06;  // XMM, upper halves of YMM
constexpr std::uint64_t zmm_state = 0xe6;  // XMM, YMM, masks, upper halves of ZMM0-15, ZMM16-31

}  // namespace

Features detect(const CpuidSource& source) {
  Features features;
  if (source.cpuid(0, 0).eax < 7) return features;
  const std::uint32_t basic = source.cpuid(1, 0).ecx;
  // Without OSXSAVE, reading XCR0 faults.
  if (!all_set(basic, fma | osxsave | avx)) return features;
  const std::uint64_t saved = source.xcr0();
  const std::uint32_t extended = source.cpuid(7, 0).ebx;
  features.avx2 = all_set(saved, ymm_state) && all_set(extended, avx2 | bmi2);
  features.avx512dq =
      features.avx2 && all_set(saved, zmm_state) && all_set(extended, avx512f | avx512dq | avx512bw | avx512vl);
  features.avx512ifma = features.avx512dq && all_set(extended, avx512ifma);
  return features;
}

bool lowers_clock(const CpuidSource& source) {
  const CpuidRegisters vendor = source.cpuid(0, 0);
  const bool is_intel = vendor.ebx == 0x756e6547 && vendor.edx == 0x49656e69 && vendor.ecx == 0x6c65746e;
  if (!is_intel || vendor.eax < 1) return false;
  // Leaf 1, EAX: all bits of the extended and the plain family, and of the model.
  constexpr std::uint32_t family_and_model = 0x0fff0ff0;
  constexpr std::uint32_t skylake_server = 0x00050650;
  return (source.cpuid(1, 0).eax & family_and_model) == skylake_server;
}

}  // namespace ringlet::cpu
