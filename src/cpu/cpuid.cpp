#include "cpu/cpu_features.hpp"

#if defined(__x86_64__)
#include <cpuid.h>
#endif

namespace ringlet::cpu {
namespace {

/// The CPU that runs this program; on architectures other than x86-64, a CPU without any feature.
class ThisCpu final : public CpuidSource {
 public:
  [[nodiscard]] CpuidRegisters cpuid([[maybe_unused]] std::uint32_t leaf,
                                     [[maybe_unused]] std::uint32_t subleaf) const override {
    CpuidRegisters registers{};
#if defined(__x86_64__)
    __get_cpuid_count(leaf, subleaf, &registers.eax, &registers.ebx, &registers.ecx, &registers.edx);
#endif
    return registers;
  }

  [[nodiscard]] std::uint64_t xcr0() const override {
#if defined(__x86_64__)
    std::uint32_t low = 0;
    std::uint32_t high = 0;
    __asm__ volatile("xgetbv" : "=a"(low), "=d"(high) : "c"(0));
    return (std::uint64_t{high} << 32) | low;
#else
    return 0;
#endif
  }
};

}  // namespace

const CpuidSource& this_cpu() {
  static const ThisCpu cpu;
  return cpu;
}

}  // namespace ringlet::cpu
