// Runs the scalar kernels on uninitialised memory. Valgrind's memcheck follows undefined bits through every computation
// and reports each branch or address that depends on them. A data-independent kernel has neither.
#include <array>
#include <ringlet/backend.hpp>

#include "operations.hpp"

namespace {

/// Leaves operands uninitialised.
class Undefined : public ringlet_test::Secrets {
 public:
  [[nodiscard]] bool are_known() const override { return false; }

 private:
  void fill_words(std::uint64_t* /*words*/, std::size_t /*count*/, std::span<const std::uint64_t> /*last*/) override {}
};

void run(const ringlet_test::IndependentCall& operation) {
  Undefined undefined;
  operation.prepare(undefined);
  operation.call();
}

}  // namespace

int main() {
  constexpr std::size_t n = 256;
  // Valgrind does not support AVX-512. trace_test.cpp covers all backends.
  ringlet::backend::force("scalar");
  ringlet_test::visit_words(n, std::array{49U, 62U, 64U}, run);
  ringlet_test::visit_word32(n, std::array{31U, 32U}, run);
  ringlet_test::visit_word128(n, std::array{62U, 98U, 124U}, run);
  ringlet_test::visit_rows(n, std::array{30U, 50U, 61U}, run);
  ringlet_test::visit_multiword(n, std::array{192U, 256U, 320U, 384U, 512U}, run);
}
