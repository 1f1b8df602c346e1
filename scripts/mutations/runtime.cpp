// Linked into each test program. RINGLET_MUTANT is the number of the active mutant, or `record`. With `record`, each
// test writes a line to the file RINGLET_MUTATION_RECORD: its name, its time in milliseconds and the mutants that it
// reached.
#include <gtest/gtest.h>
#include <sys/mman.h>

#include <cstdlib>
#include <cstring>
#include <fstream>
#include <new>
#include <string>

namespace ringlet_mutation {

extern unsigned char watched[];
unsigned char watched[RINGLET_MUTANTS];
bool meet(unsigned mutant) noexcept;

namespace {

constexpr unsigned none = ~0U;
unsigned active = none;
// Shared with the processes that a test forks, so that it receives what they do before they end or are killed.
unsigned char* reached = nullptr;

unsigned char* shared_bytes() {
  void* const bytes = ::mmap(nullptr, RINGLET_MUTANTS, PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS, -1, 0);
  if (bytes == MAP_FAILED) throw std::bad_alloc();
  return static_cast<unsigned char*>(bytes);
}

class Recorder : public ::testing::EmptyTestEventListener {
  void OnTestStart(const ::testing::TestInfo&) override { std::memset(watched, 1, sizeof watched); }
  void OnTestEnd(const ::testing::TestInfo& test) override {
    std::ofstream record(std::getenv("RINGLET_MUTATION_RECORD"), std::ios::app);
    record << test.test_suite_name() << '.' << test.name() << '\t' << test.result()->elapsed_time() << '\t';
    for (unsigned i = 0; i < RINGLET_MUTANTS; ++i) {
      if (reached[i] != 0) record << i << ' ';
    }
    record << '\n';
    std::memset(reached, 0, RINGLET_MUTANTS);
    std::memset(watched, 1, sizeof watched);
  }
};

struct Start {
  Start() {
    const char* const text = std::getenv("RINGLET_MUTANT");
    if (text == nullptr) return;
    if (std::string(text) == "record") {
      reached = shared_bytes();
      std::memset(watched, 1, sizeof watched);
      ::testing::UnitTest::GetInstance()->listeners().Append(new Recorder);
    } else {
      active = static_cast<unsigned>(std::stoul(text));
      watched[active] = 1;
    }
  }
} const start;

}  // namespace

bool meet(unsigned mutant) noexcept {
  if (mutant == active) return true;
  watched[mutant] = 0;
  if (reached != nullptr) reached[mutant] = 1;
  return false;
}

}  // namespace ringlet_mutation
