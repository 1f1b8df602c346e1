#pragma once

#include <Zydis/Zydis.h>
#include <ucontext.h>

#include <array>
#include <cstddef>
#include <cstdint>
#include <span>

namespace ringlet_test {

/// Hashes by FNV-1a, continued from `seed`.
[[nodiscard]] std::uint64_t hash_bytes(std::span<const std::uint8_t> bytes, std::uint64_t seed = 0xcbf29ce484222325);

/// Registers of an interrupted program, as a signal handler gets them. Allocates nothing.
class Registers {
 public:
  explicit Registers(const ucontext_t& context) : machine_(context.uc_mcontext) {}

  [[nodiscard]] std::uint64_t instruction_pointer() const { return general_at(REG_RIP); }

  /// Returns the value of a general register or a part of one, or the base of the segment FS.
  [[nodiscard]] std::uint64_t general(ZydisRegister name) const;

  /// Returns a hash of a register's value.
  [[nodiscard]] std::uint64_t hash(ZydisRegister name) const;

  /// Returns a hash of a vector register's lowest number, the only one that scalar instructions compute with.
  [[nodiscard]] std::uint64_t hash_lowest(ZydisRegister name) const {
    const auto number = static_cast<std::size_t>(ZydisRegisterGetId(name));
    return number < 16 ? hash_state(hash_bytes({}), 1, 16 * number, 8)
                       : hash_state(hash_bytes({}), 7, 64 * (number - 16), 8);
  }

 private:
  [[nodiscard]] std::uint64_t general_at(int index) const { return static_cast<std::uint64_t>(machine_.gregs[index]); }
  [[nodiscard]] std::uint64_t hash_of_vector(ZydisRegister name) const;
  [[nodiscard]] std::uint64_t hash_state(std::uint64_t seed, unsigned component, std::size_t offset,
                                         std::size_t count) const;

  const mcontext_t& machine_;
};

}  // namespace ringlet_test
