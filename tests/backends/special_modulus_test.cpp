// Tests table entries for a single modulus, a special prime or the end of a range. A backend that adds such entries to
// the weakest one must use them for their moduli, and serve neighbouring moduli as before.

#include <gtest/gtest.h>

#include <cstdint>
#include <memory>
#include <string>
#include <vector>

#include "arith/word_arithmetic.hpp"
#include "backends/registry.hpp"
#include "ringlet/number_theory.hpp"
#include "words/ntt_plan.hpp"

namespace {

using ringlet::arith::make_modulus;
using ringlet::arith::WordModulus;
using ringlet::backends::Backend;
using ringlet::backends::choose_dot;
using ringlet::backends::choose_eltwise;
using ringlet::backends::choose_ntt;
using ringlet::kernels::DotKernels;
using ringlet::kernels::EltwiseKernels;
using ringlet::kernels::NttKernel;
using Word = std::uint64_t;

/// Kernel that belongs to no backend.
void multiply(Word* out, const Word* a, const Word* b, std::size_t n, const WordModulus& q, unsigned /*factor*/) {
  for (std::size_t i = 0; i < n; ++i) out[i] = static_cast<Word>(ringlet::uint128_t{a[i]} * b[i] % q.q);
}

/// Backend of a few entries above the weakest one.
class SpecialBackend {
 public:
  explicit SpecialBackend(const std::vector<Word>& moduli) {
    const auto& scalar = ringlet::backends::all().front();
    for (const Word q : moduli) {
      EltwiseKernels operations{};
      operations.arithmetic = "special";
      operations.moduli = {q, q};
      operations.mul = multiply;
      eltwise_.push_back(operations);
      NttKernel transform = *choose_ntt<Word>(scalar, q, 8).kernel;
      transform.arithmetic = "special";
      transform.moduli = {q, q};
      ntt_.push_back(transform);
    }
    family_.ntt = ntt_;
    family_.eltwise = eltwise_;
    kernels_.add(family_);
    backend_ = {"special", nullptr, &kernels_, index_.get(), &scalar};
    fill_index(backend_);
  }

  [[nodiscard]] const Backend& get() const { return backend_; }
  [[nodiscard]] const EltwiseKernels& indexed(Word q) const { return index_->of<EltwiseKernels>(make_modulus(q)); }

 private:
  std::vector<NttKernel> ntt_;
  std::vector<EltwiseKernels> eltwise_;
  ringlet::kernels::WordKernels<Word> family_;
  ringlet::backends::BackendKernels kernels_;
  std::unique_ptr<ringlet::backends::EltwiseIndex> index_ = std::make_unique<ringlet::backends::EltwiseIndex>();
  Backend backend_{};
};

constexpr Word end_of_doubles = Word{1} << 50, mersenne = (Word{1} << 61) - 1, least = 2, greatest = ~Word{0};

TEST(SpecialModulus, IsServedByItsEntryAndNoOtherIs) {
  const std::vector<Word> special{end_of_doubles, mersenne, least, greatest};
  const SpecialBackend backend(special);
  const Backend& scalar = *backend.get().weaker;
  for (const Word q : special) {
    SCOPED_TRACE(q);
    EXPECT_EQ(backend.indexed(q).mul, &multiply);
    EXPECT_EQ(choose_eltwise(backend.get(), q, &EltwiseKernels::mul).backend, &backend.get());
    EXPECT_EQ(backend.indexed(q).add, choose_eltwise(scalar, q, &EltwiseKernels::add).kernel->add);
    for (const Word other : {q - 1, q + 1}) {
      if (other < least || other > greatest) continue;
      const auto choice = choose_eltwise(scalar, other, &EltwiseKernels::mul);
      EXPECT_EQ(backend.indexed(other).mul, choice.kernel->mul) << other;
      EXPECT_EQ(choose_eltwise(backend.get(), other, &EltwiseKernels::mul).kernel, choice.kernel) << other;
    }
  }
}

// A call on few elements looks up only the length. For lengths that several entries serve, kernels compare the modulus.
TEST(SpecialModulus, CostsCallsOfItsLengthAloneAComparison) {
  const SpecialBackend backend({end_of_doubles, mersenne});
  const auto& index = *backend.get().index;
  for (unsigned bits = 2; bits <= 64; ++bits) {
    const EltwiseKernels& several = ringlet::backends::undecided.any<EltwiseKernels>();
    const bool is_shared = bits == 51 || bits == 61 || bits == 64;  // of 64 bits is Goldilocks
    EXPECT_EQ(index.of_length<EltwiseKernels>(bits).mul,
              is_shared ? several.mul : backend.indexed(Word{1} << (bits - 1)).mul)
        << bits << " bits";
  }
}

TEST(SpecialModulus, HasNeighboursOfEveryLength) {
  const SpecialBackend backend({end_of_doubles, mersenne});
  const Backend& scalar = *backend.get().weaker;
  for (unsigned bits = 2; bits <= 64; ++bits) {
    const Word first = Word{1} << (bits - 1), last = first - 1 + first;
    for (const Word q : {first, last}) {
      const bool is_special = q == end_of_doubles || q == mersenne;
      EXPECT_EQ(backend.indexed(q).mul,
                is_special ? &multiply : choose_eltwise(scalar, q, &EltwiseKernels::mul).kernel->mul)
          << q;
    }
  }
}

TEST(SpecialModulus, HasPlansOfItsKernel) {
  constexpr unsigned log_n = 8;
  const std::vector<Word> primes = ringlet::ntt_primes(2, 50, std::size_t{1} << log_n);
  const SpecialBackend backend({primes[0]});
  for (const Word q : primes) {
    const Word root = ringlet::primitive_root_of_unity(std::uint64_t{2} << log_n, ringlet::Modulus(q));
    const ringlet::words::NttPlan<Word> plan(log_n, q, ringlet::Ring::negacyclic, root, backend.get());
    EXPECT_TRUE(plan.describe().starts_with(q == primes[0] ? "special / special" : "scalar / ")) << plan.describe();
    // X^(n-1) X = X^n = -1.
    std::vector<Word> x(std::size_t{1} << log_n), y(x.size());
    x.back() = 1;
    y[1] = 1;
    plan.multiply(x.data(), x.data(), y.data());
    EXPECT_EQ(x[0], q - 1);
  }
}

TEST(SpecialModulus, EndsTheRangeOfDotProducts) {
  const Backend& scalar = ringlet::backends::all().front();
  DotKernels special = *choose_dot(scalar, end_of_doubles).kernel;
  special.greatest_modulus = end_of_doubles;
  const ringlet::kernels::RnsFamily family{.dot = {&special, 1}};
  ringlet::backends::BackendKernels kernels;
  kernels.add(family);
  const Backend backend{"special", nullptr, &kernels, nullptr, &scalar};
  EXPECT_EQ(choose_dot(backend, end_of_doubles).kernel, &special);
  EXPECT_EQ(choose_dot(backend, end_of_doubles + 1).backend, &scalar);
}

}  // namespace
