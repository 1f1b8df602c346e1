#include "registers.hpp"

#include <cpuid.h>

#include <cstring>

namespace ringlet_test {
namespace {

// Components of XSAVE's state that hold vectors and masks. A signal's context has them in the standard format.
enum Component : unsigned { xmm = 1, ymm_high = 2, masks = 5, zmm_high = 6, zmm_16_to_31 = 7 };

constexpr std::size_t legacy_xmm_offset = 160;
constexpr std::size_t header_offset = 512;

std::size_t offset_of(unsigned component) {
  if (component == xmm) return legacy_xmm_offset;
  unsigned size = 0, offset = 0, flags = 0, unused = 0;
  __get_cpuid_count(0xd, component, &size, &offset, &flags, &unused);
  return offset;
}

// General registers in Zydis' order.
constexpr int general_registers[] = {REG_RAX, REG_RCX, REG_RDX, REG_RBX, REG_RSP, REG_RBP, REG_RSI, REG_RDI,
                                     REG_R8,  REG_R9,  REG_R10, REG_R11, REG_R12, REG_R13, REG_R14, REG_R15};

/// Returns the base of FS. On x86-64 Linux, the thread's block begins with its own address.
std::uint64_t base_of_fs() {
  std::uint64_t base = 0;
  __asm__("movq %%fs:0, %0" : "=r"(base));
  return base;
}

}  // namespace

std::uint64_t hash_bytes(std::span<const std::uint8_t> bytes, std::uint64_t seed) {
  for (const std::uint8_t byte : bytes) seed = (seed ^ byte) * 0x100000001b3;
  return seed;
}

std::uint64_t Registers::general(ZydisRegister name) const {
  if (name == ZYDIS_REGISTER_FS) return base_of_fs();
  const ZydisRegister whole = ZydisRegisterGetLargestEnclosing(ZYDIS_MACHINE_MODE_LONG_64, name);
  if (whole < ZYDIS_REGISTER_RAX || whole > ZYDIS_REGISTER_R15) return 0;  // flags, other segments
  const std::uint64_t value = general_at(general_registers[whole - ZYDIS_REGISTER_RAX]);
  switch (ZydisRegisterGetWidth(ZYDIS_MACHINE_MODE_LONG_64, name)) {
    case 8:
      return name >= ZYDIS_REGISTER_AH && name <= ZYDIS_REGISTER_BH ? value >> 8 & 0xff : value & 0xff;
    case 16:
      return value & 0xffff;
    case 32:
      return value & 0xffffffff;
    default:
      return value;
  }
}

std::uint64_t Registers::hash(ZydisRegister name) const {
  switch (ZydisRegisterGetClass(name)) {
    case ZYDIS_REGCLASS_XMM:
    case ZYDIS_REGCLASS_YMM:
    case ZYDIS_REGCLASS_ZMM:
    case ZYDIS_REGCLASS_MASK:
      return hash_of_vector(name);
    default: {
      std::array<std::uint8_t, sizeof(std::uint64_t)> bytes;
      const std::uint64_t value = general(name);
      std::memcpy(bytes.data(), &value, sizeof value);
      return hash_bytes(bytes);
    }
  }
}

/// Hashes a part of a component; an unused component is zero.
std::uint64_t Registers::hash_state(std::uint64_t seed, unsigned component, std::size_t offset,
                                    std::size_t count) const {
  const auto* state = static_cast<const std::uint8_t*>(static_cast<const void*>(machine_.fpregs));
  static constexpr std::array<std::uint8_t, 64> zeros{};
  std::uint64_t in_use = 0;
  std::memcpy(&in_use, state + header_offset, sizeof in_use);
  const std::uint8_t* part = (in_use >> component & 1) != 0 ? state + offset_of(component) + offset : zeros.data();
  return hash_bytes({part, count}, seed);
}

std::uint64_t Registers::hash_of_vector(ZydisRegister name) const {
  const auto number = static_cast<std::size_t>(ZydisRegisterGetId(name));
  const auto size = std::size_t{ZydisRegisterGetWidth(ZYDIS_MACHINE_MODE_LONG_64, name)} / 8;
  const std::uint64_t seed = hash_bytes({});
  if (ZydisRegisterGetClass(name) == ZYDIS_REGCLASS_MASK) return hash_state(seed, masks, 8 * number, 8);
  if (number >= 16) return hash_state(seed, zmm_16_to_31, 64 * (number - 16), size);
  std::uint64_t result = hash_state(seed, xmm, 16 * number, 16);
  if (size > 16) result = hash_state(result, ymm_high, 16 * number, 16);
  if (size > 32) result = hash_state(result, zmm_high, 32 * number, 32);
  return result;
}

}  // namespace ringlet_test
