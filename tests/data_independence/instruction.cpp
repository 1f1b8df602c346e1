#include "instruction.hpp"

#include <dlfcn.h>

#include <algorithm>
#include <array>
#include <span>
#include <sstream>
#include <string_view>

namespace ringlet_test {
namespace {

struct Decoded {
  ZydisDecodedInstruction instruction;
  std::array<ZydisDecodedOperand, ZYDIS_MAX_OPERAND_COUNT> operands;

  [[nodiscard]] std::span<const ZydisDecodedOperand> all() const {
    return std::span(operands).first(instruction.operand_count);
  }
};

const void* pointer_to(std::uint64_t address) { return reinterpret_cast<const void*>(address); }  // NOLINT

Decoded decode_fully(std::uint64_t address) {
  ZydisDecoder decoder;
  Decoded decoded;
  if (ZYAN_FAILED(ZydisDecoderInit(&decoder, ZYDIS_MACHINE_MODE_LONG_64, ZYDIS_STACK_WIDTH_64)) ||
      ZYAN_FAILED(ZydisDecoderDecodeFull(&decoder, pointer_to(address), ZYDIS_MAX_INSTRUCTION_LENGTH,
                                         &decoded.instruction, decoded.operands.data()))) {
    std::abort();
  }
  return decoded;
}

/// Returns whether an instruction's time depends on its operands.
bool depends_on_operands(ZydisMnemonic mnemonic) {
  const std::string_view name = ZydisMnemonicGetString(mnemonic);
  return name.find("div") != name.npos || name.find("sqrt") != name.npos;
}

bool is_memory(const ZydisDecodedOperand& operand) {
  return operand.type == ZYDIS_OPERAND_TYPE_MEMORY && operand.mem.type != ZYDIS_MEMOP_TYPE_AGEN;
}

bool is_vector(ZydisRegister name) {
  const ZydisRegisterClass kind = ZydisRegisterGetClass(name);
  return kind == ZYDIS_REGCLASS_XMM || kind == ZYDIS_REGCLASS_YMM || kind == ZYDIS_REGCLASS_ZMM;
}

/// Returns whether the mask selects the bytes that the instruction accesses. This holds for moves, which must not touch
/// the rest of a page. Masked arithmetic blends its result and reads the whole operand.
bool touches_by_mask(ZydisMnemonic mnemonic) {
  const std::string_view name = ZydisMnemonicGetString(mnemonic);
  return std::ranges::any_of(std::array{"mov", "expand", "compress", "gather", "scatter"},
                             [&](const char* part) { return name.find(part) != name.npos; });
}

/// Returns the register that masks a memory access: a mask of AVX-512, or the mask operand of an AVX2 instruction.
ZydisRegister mask_of(const Decoded& decoded) {
  const ZydisDecodedInstruction& instruction = decoded.instruction;
  if (!touches_by_mask(instruction.mnemonic)) return ZYDIS_REGISTER_NONE;
  const std::string_view name = ZydisMnemonicGetString(instruction.mnemonic);
  if (name.find("maskmov") != name.npos) return decoded.operands[1].reg.value;
  if (name.find("gather") != name.npos && instruction.encoding == ZYDIS_INSTRUCTION_ENCODING_VEX) {
    return decoded.operands[2].reg.value;
  }
  const ZydisRegister mask = instruction.avx.mask.reg;
  return mask == ZYDIS_REGISTER_K0 ? ZYDIS_REGISTER_NONE : mask;
}

void add_memory_operand(Instruction& result, const ZydisDecodedOperandMem& operand) {
  MemoryOperand memory{operand.segment, operand.base, operand.index, operand.scale, operand.disp.value};
  if (is_vector(memory.index)) {
    result.shown.add(memory.index);
    memory.index = ZYDIS_REGISTER_NONE;
  }
  result.memory.add(memory);
}

}  // namespace

Instruction decode(std::uint64_t address) {
  const Decoded decoded = decode_fully(address);
  Instruction result{};
  result.next = address + decoded.instruction.length;
  if (decoded.instruction.mnemonic == ZYDIS_MNEMONIC_NOP) return result;
  const bool is_timed = depends_on_operands(decoded.instruction.mnemonic);
  const std::string_view name = ZydisMnemonicGetString(decoded.instruction.mnemonic);
  result.is_scalar = is_timed && (name.ends_with("sd") || name.ends_with("ss"));
  for (const ZydisDecodedOperand& operand : decoded.all()) {
    if (is_memory(operand)) {
      add_memory_operand(result, operand.mem);
      if (is_timed) result.shown_bytes = operand.size / 8U;
    } else if (is_timed && operand.type == ZYDIS_OPERAND_TYPE_REGISTER &&
               (operand.actions & ZYDIS_OPERAND_ACTION_MASK_READ) != 0) {
      result.shown.add(operand.reg.value);
    }
  }
  if (!result.memory.empty() && mask_of(decoded) != ZYDIS_REGISTER_NONE) result.shown.add(mask_of(decoded));
  return result;
}

std::string describe_instruction(std::uint64_t address) {
  const Decoded decoded = decode_fully(address);
  ZydisFormatter formatter;
  std::array<char, 256> text{};
  ZydisFormatterInit(&formatter, ZYDIS_FORMATTER_STYLE_ATT);
  ZydisFormatterFormatInstruction(&formatter, &decoded.instruction, decoded.operands.data(),
                                  decoded.instruction.operand_count_visible, text.data(), text.size(), address,
                                  nullptr);
  std::ostringstream out;
  out << "`" << text.data() << "`";
  Dl_info file;
  if (dladdr(pointer_to(address), &file) != 0 && file.dli_fname != nullptr) {
    out << " at " << std::hex << "0x" << address - reinterpret_cast<std::uint64_t>(file.dli_fbase)  // NOLINT
        << " of " << file.dli_fname;
  }
  return out.str();
}

}  // namespace ringlet_test
