// Tests the effect of HEXL's interface on its client's heap: a transform allocates nothing, and an NTT that
// comes and goes leaves the heap as it was. Otherwise memory, the client's included, would be returned to
// the system and faulted in again.

#include <gtest/gtest.h>
#include <sys/resource.h>

#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <new>
#include <vector>

#include "hexl/hexl.hpp"
#include "support/backends.hpp"
#include "support/replaced_new.hpp"

namespace {

std::size_t allocations = 0;

}  // namespace

void ringlet_test::before_allocation(std::size_t /*size*/, std::size_t /*alignment*/) { ++allocations; }

void ringlet_test::before_release(void* /*memory*/, std::size_t /*size*/, std::size_t /*alignment*/) {}

namespace ringlet_test {
namespace {

using Word = std::uint64_t;
using namespace intel::hexl;

long page_faults() {
  rusage usage{};
  getrusage(RUSAGE_SELF, &usage);
  return usage.ru_minflt;
}

RINGLET_BACKEND_SUITE(HexlMemory);

/// Covers each arithmetic, and the sizes of OpenFHE's and SEAL's parameters.
template <class Check>
void for_each_transform(Check check) {
  for (std::size_t n = 4096; n <= 65536; n *= 2) {
    for (const std::size_t bits : {30U, 48U, 50U, 58U, 60U}) {
      const Word q = GeneratePrimes(1, bits - 1, true, n)[0];
      SCOPED_TRACE("n " + std::to_string(n) + ", q " + std::to_string(q));
      check(n, q);
    }
  }
}

TEST_P(HexlMemory, CallsAllocateNothing) {
  for_each_transform([](std::size_t n, Word q) {
    NTT ntt(n, q);
    std::vector<Word> x(n, 1), y(n, 2);
    const std::size_t before = allocations;
    ntt.ComputeForward(x.data(), x.data(), 4, 4);
    ntt.ComputeForward(y.data(), y.data(), 1, 1);
    EltwiseReduceMod(x.data(), x.data(), n, q, 4, 1);
    EltwiseMultMod(x.data(), x.data(), y.data(), n, q, 1);
    EltwiseFMAMod(x.data(), x.data(), 3, y.data(), n, q, 1);
    EltwiseAddMod(x.data(), x.data(), y.data(), n, q);
    EltwiseSubMod(x.data(), x.data(), y.data(), n, q);
    EltwiseCmpAdd(x.data(), x.data(), n, CMPINT::LT, 1, 0);
    EltwiseCmpSubMod(x.data(), x.data(), n, q, CMPINT::NLE, q / 2, 1);
    ntt.ComputeInverse(x.data(), x.data(), 1, 1);
    EXPECT_EQ(allocations - before, 0U);
  });
}

TEST_P(HexlMemory, AnNttIsAFewAllocations) {
  for_each_transform([](std::size_t n, Word q) {
    const std::size_t before = allocations;
    const NTT ntt(n, q);
    EXPECT_LE(allocations - before, 9U);
  });
}

/// Expects twenty rounds, after twenty others, to fault in fewer pages than a vector of n words has. If the heap is
/// returned to the system, every round faults in several vectors.
template <class Round>
void expect_no_page_faults(std::size_t n, Round round) {
  constexpr int rounds = 20;
  for (int i = 0; i < rounds; ++i) round();
  const long before = page_faults();
  for (int i = 0; i < rounds; ++i) round();
  constexpr std::size_t page_size = 4096;
  EXPECT_LT(page_faults() - before, static_cast<long>(n * sizeof(Word) / page_size));
}

TEST_P(HexlMemory, NttsComeAndGoWithoutPageFaults) {
  for_each_transform([](std::size_t n, Word q) {
    std::vector<Word> x(n, 1);
    const auto round = [&] {
      NTT ntt(n, q);
      ntt.ComputeForward(x.data(), x.data(), 1, 1);
      ntt.ComputeInverse(x.data(), x.data(), 1, 1);
    };
    expect_no_page_faults(n, round);
  });
}

TEST_P(HexlMemory, VectorsOfClientsComeAndGoWithoutPageFaults) {
  for_each_transform([](std::size_t n, Word q) {
    NTT ntt(n, q);
    const auto round = [&] {
      std::vector<std::vector<Word>> x(12);
      for (auto& vector : x) {
        vector.assign(n, 1);
        ntt.ComputeForward(vector.data(), vector.data(), 1, 1);
      }
    };
    expect_no_page_faults(n, round);
  });
}

}  // namespace
}  // namespace ringlet_test
