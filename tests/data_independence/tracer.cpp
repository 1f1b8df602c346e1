#include "tracer.hpp"

#include <sys/mman.h>
#include <sys/wait.h>
#include <unistd.h>
#include <x86intrin.h>

#include <algorithm>
#include <array>
#include <cerrno>
#include <csignal>
#include <cstring>
#include <sstream>
#include <stdexcept>

#include "instruction.hpp"
#include "registers.hpp"

namespace ringlet_test {
namespace {

/// Returns zeroed memory that this process shares with its copies.
template <class Content>
Content& shared() {
  void* memory =
      mmap(nullptr, sizeof(Content), PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
  if (memory == MAP_FAILED) throw std::runtime_error(std::string("mmap: ") + std::strerror(errno));
  return *static_cast<Content*>(memory);
}

/// Events of one copy.
struct Record {
  static constexpr std::size_t capacity = std::size_t{1} << 23;
  std::size_t count;
  std::uint64_t events[capacity];

  void add(std::uint64_t event) {
    if (count == capacity) std::abort();
    events[count++] = event;
  }
};

constexpr std::size_t max_copies = 4;

/// Cache of decoded instructions for all copies, in which code has the same addresses.
class KnownInstructions {
 public:
  const Instruction& at(std::uint64_t address) {
    std::size_t i = (address * 0x9e3779b97f4a7c15) >> (64 - slots_log);
    while (slots_[i].address != address && slots_[i].address != 0) i = (i + 1) % slots;
    if (slots_[i].address == 0) {
      if (count_ == slots / 2) std::abort();
      slots_[i] = {address, count_};
      instructions_[count_++] = decode(address);
    }
    return instructions_[slots_[i].index];
  }

 private:
  static constexpr unsigned slots_log = 22;
  static constexpr std::size_t slots = std::size_t{1} << slots_log;
  struct Slot {
    std::uint64_t address;  // 0: free
    std::size_t index;
  };

  std::size_t count_;
  Slot slots_[slots];
  Instruction instructions_[slots / 2];
};

// State of the signal handler in a copy.
KnownInstructions* known_instructions = nullptr;
Record* record = nullptr;

std::uint64_t address_of(const MemoryOperand& operand, const Instruction& instruction, const Registers& registers) {
  auto address = static_cast<std::uint64_t>(operand.displacement);
  address += operand.base == ZYDIS_REGISTER_RIP ? instruction.next : registers.general(operand.base);
  if (operand.index != ZYDIS_REGISTER_NONE) address += registers.general(operand.index) * operand.scale;
  if (operand.segment == ZYDIS_REGISTER_FS) address += registers.general(ZYDIS_REGISTER_FS);
  return address;
}

/// Records the next instruction; called before each.
void write_down(int /*signal*/, siginfo_t* /*information*/, void* context) {
  const Registers registers(*static_cast<const ucontext_t*>(context));
  const Instruction& instruction = known_instructions->at(registers.instruction_pointer());
  record->add(registers.instruction_pointer() | Trace::instruction_mark);
  for (const MemoryOperand& operand : instruction.memory) {
    const std::uint64_t address = address_of(operand, instruction, registers);
    record->add(address & ~Trace::instruction_mark);
    if (instruction.shown_bytes != 0) {
      const auto* bytes = reinterpret_cast<const std::uint8_t*>(address);  // NOLINT
      record->add(hash_bytes({bytes, instruction.shown_bytes}) & ~Trace::instruction_mark);
    }
  }
  for (const ZydisRegister name : instruction.shown) {
    const std::uint64_t hash = instruction.is_scalar ? registers.hash_lowest(name) : registers.hash(name);
    record->add(hash & ~Trace::instruction_mark);
  }
}

void handle_steps() {
  static std::array<char, 1 << 18> stack;
  stack_t alternative{};
  alternative.ss_sp = stack.data();
  alternative.ss_size = stack.size();
  struct sigaction action{};
  action.sa_sigaction = write_down;
  action.sa_flags = SA_SIGINFO | SA_ONSTACK;
  if (sigaltstack(&alternative, nullptr) != 0 || sigaction(SIGTRAP, &action, nullptr) != 0) _exit(2);
}

[[noreturn]] void run_in_copy(const std::function<void()>& prepare, const std::function<void()>& call) {
  constexpr std::uint64_t trap_flag = 0x100;
  try {
    handle_steps();
    prepare();
    __writeeflags(__readeflags() | trap_flag);
    call();
    __writeeflags(__readeflags() & ~trap_flag);
  } catch (...) {
    _exit(1);
  }
  _exit(0);
}

void run_copy(const std::function<void()>& prepare, const std::function<void()>& call) {
  const pid_t id = fork();
  if (id == 0) run_in_copy(prepare, call);
  int status = 0;
  if (id < 0 || waitpid(id, &status, 0) != id) throw std::runtime_error(std::string("fork: ") + std::strerror(errno));
  if (status != 0) throw std::runtime_error("the traced process failed: status " + std::to_string(status));
}

}  // namespace

std::size_t Trace::steps() const {
  return static_cast<std::size_t>(
      std::ranges::count_if(events_, [](std::uint64_t event) { return (event & instruction_mark) != 0; }));
}

std::string Trace::difference_from(const Trace& other) const {
  const auto [mine, theirs] = std::ranges::mismatch(events_, other.events_);
  if (mine == events_.end() && theirs == other.events_.end()) return {};
  // The last instruction that both executed: a branch, or the one whose addresses differ.
  std::uint64_t last = 0;
  std::size_t step = 0;
  for (auto event = events_.begin(); event != mine; ++event) {
    if ((*event & instruction_mark) == 0) continue;
    last = *event & ~instruction_mark;
    ++step;
  }
  const auto is_detail = [](auto at, auto end) { return at != end && (*at & instruction_mark) == 0; };
  const bool differs_in_detail = is_detail(mine, events_.end()) || is_detail(theirs, other.events_.end());
  std::ostringstream out;
  out << (differs_in_detail ? "different addresses or operands of" : "different paths behind") << " step " << step;
  if (last != 0) out << ", " << describe_instruction(last);
  return out.str();
}

bool can_trace() {
  const std::array<std::function<void()>, 1> nothing{[] {}};
  return trace_calls(nothing, [] {}).front().steps() > 0;
}

std::vector<Trace> trace_calls(std::span<const std::function<void()>> preparations, const std::function<void()>& call) {
  static KnownInstructions& known = shared<KnownInstructions>();
  static std::array<Record, max_copies>& records = shared<std::array<Record, max_copies>>();
  known_instructions = &known;
  for (std::size_t i = 0; i < preparations.size(); ++i) {
    record = &records.at(i);
    record->count = 0;
    run_copy(preparations[i], call);
  }
  std::vector<Trace> traces;
  for (std::size_t i = 0; i < preparations.size(); ++i) {
    traces.emplace_back(std::span(records[i].events, records[i].count));
  }
  return traces;
}

}  // namespace ringlet_test
