#pragma once

#include <cstdint>

/// Detection of instruction sets. CPUID and XCR0 are behind an interface, so that tests can simulate any CPU.
namespace ringlet::cpu {

struct CpuidRegisters {
  std::uint32_t eax;
  std::uint32_t ebx;
  std::uint32_t ecx;
  std::uint32_t edx;
};

class CpuidSource {
 public:
  virtual ~CpuidSource() = default;
  [[nodiscard]] virtual CpuidRegisters cpuid(std::uint32_t leaf, std::uint32_t subleaf) const = 0;
  /// Returns the register states that the operating system saves. Only valid if CPUID reports OSXSAVE.
  [[nodiscard]] virtual std::uint64_t xcr0() const = 0;
};

/// Instruction sets, each including all that its backend uses and the operating system's support for its registers.
struct Features {
  bool avx2 = false;        ///< AVX2, FMA, BMI2; YMM state
  bool avx512dq = false;    ///< avx2, AVX-512 F, DQ, VL, BW; ZMM and mask state
  bool avx512ifma = false;  ///< avx512dq, IFMA

  friend bool operator==(const Features&, const Features&) = default;
};

/// Returns the instruction sets that the CPU and the operating system support.
/// Source    Intel 64 and IA-32 Architectures Software Developer's Manual, vol. 1, sections 14.3 and 15.2.
Features detect(const CpuidSource& source);

/// Returns whether vector instructions of more than 128 bits lower the clock of their core, for all programs on it and
/// for some time after them: on Skylake-SP and -X, Cascade Lake and Cooper Lake.
/// Source    Intel 64 and IA-32 Architectures Optimization Reference Manual, "Skylake Server Power Management".
bool lowers_clock(const CpuidSource& source);

const CpuidSource& this_cpu();

}  // namespace ringlet::cpu
