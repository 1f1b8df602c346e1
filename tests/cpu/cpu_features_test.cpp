#include "cpu/cpu_features.hpp"

#include <gtest/gtest.h>

#include <cstdint>
#include <string>

namespace ringlet_test {
namespace {

using ringlet::cpu::CpuidRegisters;
using ringlet::cpu::detect;
using ringlet::cpu::Features;

constexpr std::uint32_t bit(unsigned position) { return std::uint32_t{1} << position; }

/// Leaves 0, 1 and 7 of a CPU's CPUID, and XCR0 as its operating system sets it.
struct Cpu {
  std::string name;
  CpuidRegisters leaf0, leaf1, leaf7;
  std::uint64_t xcr0;
  Features features;
};

/// Fails the test on a query that a real CPU would answer with a fault or with another leaf's numbers.
class FakeCpuid final : public ringlet::cpu::CpuidSource {
 public:
  explicit FakeCpuid(const Cpu& cpu) : cpu_(cpu) {}

  [[nodiscard]] CpuidRegisters cpuid(std::uint32_t leaf, std::uint32_t subleaf) const override {
    EXPECT_LE(leaf, cpu_.leaf0.eax) << "asked for a leaf beyond the last";
    EXPECT_EQ(subleaf, 0U);
    if (leaf == 0) return cpu_.leaf0;
    if (leaf == 1) return cpu_.leaf1;
    if (leaf == 7) return cpu_.leaf7;
    ADD_FAILURE() << "asked for leaf " << leaf;
    return {};
  }

  [[nodiscard]] std::uint64_t xcr0() const override {
    constexpr std::uint32_t osxsave = bit(27);
    EXPECT_NE(cpu_.leaf1.ecx & osxsave, 0U) << "XGETBV faults without OSXSAVE";
    return cpu_.xcr0;
  }

 private:
  Cpu cpu_;
};

constexpr CpuidRegisters intel(std::uint32_t last_leaf) { return {last_leaf, 0x756e6547, 0x6c65746e, 0x49656e69}; }
constexpr CpuidRegisters amd(std::uint32_t last_leaf) { return {last_leaf, 0x68747541, 0x444d4163, 0x69746e65}; }

constexpr Features none{};
constexpr Features avx2{.avx2 = true};
constexpr Features avx512dq{.avx2 = true, .avx512dq = true};
constexpr Features avx512ifma{.avx2 = true, .avx512dq = true, .avx512ifma = true};

constexpr std::uint64_t legacy_state = 0x3;  // x87, XMM
constexpr std::uint64_t ymm_state = 0x7;
constexpr std::uint64_t zmm_state = 0xe7;

// Leaves from public CPUID dumps (InstLatx64 and others); XCR0 as an operating system sets it. Leaf 1 ECX: 12 FMA, 27
// OSXSAVE, 28 AVX. Leaf 7 EBX: 5 AVX2, 8 BMI2, 16 AVX-512 F, 17 DQ, 21 IFMA, 30 BW, 31 VL.
const Cpu haswell{"Haswell",
                  intel(0x0d),
                  {0x000306c3, 0x00100800, 0x7ffafbff, 0xbfebfbff},
                  {0x00000000, 0x000027ab, 0x00000000, 0x00000000},
                  ymm_state,
                  avx2};
// Has F and CD, but neither DQ, BW nor VL.
const Cpu knights_landing{"KnightsLanding",
                          intel(0x0d),
                          {0x00050671, 0x08ff0800, 0x7ff8f39f, 0xbfebfbff},
                          {0x00000000, 0x1c0d23ab, 0x00000001, 0x04000000},
                          zmm_state,
                          avx2};
// Has everything but IFMA.
const Cpu skylake_x{"SkylakeX",
                    intel(0x16),
                    {0x00050654, 0x00200800, 0x7ffefbbf, 0xbfebfbff},
                    {0x00000000, 0xd39ffffb, 0x00000000, 0x00000000},
                    zmm_state,
                    avx512dq};
const Cpu ice_lake{"IceLake",
                   intel(0x1b),
                   {0x000706e5, 0x00100800, 0x7ffafbbf, 0xbfebfbff},
                   {0x00000000, 0xf2bf27ef, 0x40405f4e, 0xbc000410},
                   zmm_state,
                   avx512ifma};
// XCR0 includes the state of protection keys.
const Cpu zen4{"Zen4",
               amd(0x10),
               {0x00a60f12, 0x000c0800, 0x7ef8320b, 0x178bfbff},
               {0x00000001, 0xf1bf97a9, 0x00405fce, 0x10000010},
               zmm_state | 0x200,
               avx512ifma};

Cpu with_xcr0(Cpu cpu, const std::string& name, std::uint64_t xcr0, const Features& features) {
  cpu.name = name;
  cpu.xcr0 = xcr0;
  cpu.features = features;
  return cpu;
}

Cpu without_osxsave(Cpu cpu) {
  cpu.name = "OsWithoutXsave";
  cpu.leaf1.ecx &= ~bit(27);
  cpu.features = none;
  return cpu;
}

// Limits CPUID to `last_leaf`, as firmware does for old systems.
Cpu with_last_leaf(Cpu cpu, std::uint32_t last_leaf) {
  cpu.name = "LastLeaf" + std::to_string(last_leaf);
  cpu.leaf0.eax = last_leaf;
  cpu.features = none;
  return cpu;
}

class DetectCpu : public ::testing::TestWithParam<Cpu> {};

TEST_P(DetectCpu, Features) {
  const Features found = detect(FakeCpuid(GetParam()));
  EXPECT_EQ(found.avx2, GetParam().features.avx2);
  EXPECT_EQ(found.avx512dq, GetParam().features.avx512dq);
  EXPECT_EQ(found.avx512ifma, GetParam().features.avx512ifma);
}

INSTANTIATE_TEST_SUITE_P(Cpus, DetectCpu,
                         ::testing::Values(haswell, knights_landing, skylake_x, ice_lake, zen4,
                                           with_xcr0(ice_lake, "OsWithoutZmm", ymm_state, avx2),
                                           with_xcr0(ice_lake, "OsWithoutMasks", zmm_state & ~0x20U, avx2),
                                           with_xcr0(ice_lake, "OsWithoutUpperHalves", zmm_state & ~0x40U, avx2),
                                           with_xcr0(ice_lake, "OsWithoutUpperRegisters", zmm_state & ~0x80U, avx2),
                                           with_xcr0(ice_lake, "OsWithoutYmm", legacy_state, none),
                                           with_xcr0(ice_lake, "OsWithZmmButNotYmm", zmm_state & ~0x4U, none),
                                           without_osxsave(ice_lake), with_last_leaf(ice_lake, 6),
                                           with_last_leaf(ice_lake, 3), with_last_leaf(ice_lake, 0)),
                         [](const auto& test) { return test.param.name; });

/// Names leaf 1's EAX of a CPU, and whether its vectors lower the clock.
struct ClockOf {
  std::string name;
  CpuidRegisters leaf0;
  std::uint32_t signature;
  bool is_lowered;
};

class LowersClock : public ::testing::TestWithParam<ClockOf> {};

TEST_P(LowersClock, OfServersWithSkylakesCores) {
  Cpu cpu = skylake_x;
  cpu.leaf0 = GetParam().leaf0;
  cpu.leaf1.eax = GetParam().signature;
  EXPECT_EQ(ringlet::cpu::lowers_clock(FakeCpuid(cpu)), GetParam().is_lowered);
}

INSTANTIATE_TEST_SUITE_P(Cpus, LowersClock,
                         ::testing::Values(ClockOf{"SkylakeServer", intel(0x16), 0x00050654, true},
                                           ClockOf{"CascadeLake", intel(0x16), 0x00050657, true},
                                           ClockOf{"CooperLake", intel(0x16), 0x0005065b, true},
                                           ClockOf{"WithoutLeaf7", intel(0x1), 0x00050654, true},
                                           ClockOf{"SkylakeClient", intel(0x16), 0x000506e3, false},
                                           ClockOf{"Broadwell", intel(0x14), 0x000406f1, false},
                                           ClockOf{"IceLakeServer", intel(0x1b), 0x000606a6, false},
                                           ClockOf{"SapphireRapids", intel(0x20), 0x000806f8, false},
                                           ClockOf{"OtherFamily", intel(0x16), 0x00050f54, false},
                                           ClockOf{"ExtendedFamily", intel(0x16), 0x00150654, false},
                                           ClockOf{"OtherVendor", amd(0x16), 0x00050654, false},
                                           ClockOf{"WithoutLeaf1", intel(0x0), 0x00050654, false}),
                         [](const auto& test) { return test.param.name; });

/// Names a bit of a leaf, and the features of Ice Lake that remain when it is missing.
struct MissingBit {
  std::string name;
  std::uint32_t CpuidRegisters::* leaf1;
  std::uint32_t CpuidRegisters::* leaf7;
  unsigned position;
  Features left;
};

class DetectMissingBit : public ::testing::TestWithParam<MissingBit> {};

TEST_P(DetectMissingBit, TakesAwayWhatNeedsIt) {
  const MissingBit& missing = GetParam();
  Cpu cpu = ice_lake;
  if (missing.leaf1 != nullptr) cpu.leaf1.*missing.leaf1 &= ~bit(missing.position);
  if (missing.leaf7 != nullptr) cpu.leaf7.*missing.leaf7 &= ~bit(missing.position);
  EXPECT_TRUE(detect(FakeCpuid(cpu)) == missing.left);
}

INSTANTIATE_TEST_SUITE_P(Bits, DetectMissingBit,
                         ::testing::Values(MissingBit{"Fma", &CpuidRegisters::ecx, nullptr, 12, none},
                                           MissingBit{"Avx", &CpuidRegisters::ecx, nullptr, 28, none},
                                           MissingBit{"Avx2", nullptr, &CpuidRegisters::ebx, 5, none},
                                           MissingBit{"Bmi2", nullptr, &CpuidRegisters::ebx, 8, none},
                                           MissingBit{"Avx512f", nullptr, &CpuidRegisters::ebx, 16, avx2},
                                           MissingBit{"Avx512dq", nullptr, &CpuidRegisters::ebx, 17, avx2},
                                           MissingBit{"Avx512bw", nullptr, &CpuidRegisters::ebx, 30, avx2},
                                           MissingBit{"Avx512vl", nullptr, &CpuidRegisters::ebx, 31, avx2},
                                           MissingBit{"Avx512ifma", nullptr, &CpuidRegisters::ebx, 21, avx512dq}),
                         [](const auto& test) { return test.param.name; });

TEST(ThisCpu, AgreesWithTheCompilersDetection) {
  const Features found = detect(ringlet::cpu::this_cpu());
  const bool expected_avx2 =
      __builtin_cpu_supports("avx2") && __builtin_cpu_supports("fma") && __builtin_cpu_supports("bmi2");
  const bool expected_dq = expected_avx2 && __builtin_cpu_supports("avx512f") && __builtin_cpu_supports("avx512dq") &&
                           __builtin_cpu_supports("avx512vl") && __builtin_cpu_supports("avx512bw");
  EXPECT_EQ(found.avx2, expected_avx2);
  EXPECT_EQ(found.avx512dq, expected_dq);
  EXPECT_EQ(found.avx512ifma, expected_dq && __builtin_cpu_supports("avx512ifma"));
}

}  // namespace
}  // namespace ringlet_test
