// Linked into each test program. RINGLET_MUTANT is the number of the active mutant, or `record`: then each test's name,
// duration in milliseconds and the mutants that it reached are a line of the file RINGLET_MUTATION_RECORD.
#include <gtest/gtest.h>

#include <cstdlib>
#include <cstring>
#include <fstream>
#include <string>

namespace ringlet_mutation {

extern unsigned char watched[];
unsigned char watched[RINGLET_MUTANTS];
bool meet(unsigned mutant) noexcept;

namespace {

constexpr unsigned none = ~0U;
unsigned active = none;
unsigned char reached[RINGLET_MUTANTS];

class Recorder : public ::testing::EmptyTestEventListener {
  void OnTestStart(const ::testing::TestInfo&) override { std::memset(watched, 1, sizeof watched); }
  void OnTestEnd(const ::testing::TestInfo& test) override {
    std::ofstream record(std::getenv("RINGLET_MUTATION_RECORD"), std::ios::app);
    record << test.test_suite_name() << '.' << test.name() << '\t' << test.result()->elapsed_time() << '\t';
    for (unsigned i = 0; i < sizeof reached; ++i) {
      if (reached[i] != 0) record << i << ' ';
    }
    record << '\n';
    std::memset(reached, 0, sizeof reached);
    std::memset(watched, 1, sizeof watched);
  }
};

struct Start {
  Start() {
    const char* const text = std::getenv("RINGLET_MUTANT");
    if (text == nullptr) return;
    if (std::string(text) == "record") {
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
  reached[mutant] = 1;
  return false;
}

}  // namespace ringlet_mutation
