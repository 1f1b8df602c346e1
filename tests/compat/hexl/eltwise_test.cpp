// Compares HEXL's element-wise functions with 128-bit arithmetic on every backend: moduli of 2 to 63 bits, all factors,
// operands biased to the corners, and what HEXL's clients pass beyond its documentation.

#include <gtest/gtest.h>

#include <functional>
#include <string>
#include <vector>

#include "hexl/hexl.hpp"
#include "reference/multiword.hpp"
#include "support/backends.hpp"
#include "support/data.hpp"
#include "support/guarded_buffer.hpp"
#include "support/moduli.hpp"

namespace ringlet_test {
namespace {

using Word = std::uint64_t;
using namespace intel::hexl;
namespace multiword = reference::multiword;

const std::vector<CMPINT> comparisons{CMPINT::EQ, CMPINT::LT,  CMPINT::LE,  CMPINT::FALSE,
                                      CMPINT::NE, CMPINT::NLT, CMPINT::NLE, CMPINT::TRUE};

bool compare(CMPINT cmp, Word x, Word bound) {
  const bool results[] = {x == bound, x < bound, x <= bound, false, x != bound, x >= bound, x > bound, true};
  return results[static_cast<int>(cmp)];
}

/// Returns two neighbours of each power of two and random numbers between, of 2 to `bits` bits; 2 and 3 are included.
std::vector<Word> moduli_up_to(unsigned bits, Random& random) {
  std::vector<Word> moduli{2, 3, 65, 97};
  for (unsigned b = 2; b < bits; ++b) {
    const Word power = Word{1} << b;
    moduli.insert(moduli.end(), {power - 1, power, power + 1, power + random.up_to(power - 1)});
  }
  moduli.push_back((Word{1} << bits) - 1);
  return moduli;
}

class HexlEltwise : public BackendTest<> {
 protected:
  [[nodiscard]] Words any(std::size_t n, Word q, Word top) { return corner_biased(random_, n, q, top); }
  [[nodiscard]] Words canonical(std::size_t n, Word q) { return any(n, q, q - 1); }

  /// Returns a scalar below q, often a corner, possibly 0.
  [[nodiscard]] Word scalar(Word q) { return canonical(1, q)[0]; }

  Random random_;
};

constexpr std::size_t length = 43;

/// Calls f(result, x, y) with operands in place and apart, and compares with `expected(x[i], y[i])`.
void expect_binary(const Words& x, const Words& y, const std::function<Word(Word, Word)>& expected,
                   const std::function<void(Word*, const Word*, const Word*)>& f) {
  Words wanted(x.size());
  for (std::size_t i = 0; i < x.size(); ++i) wanted[i] = expected(x[i], y[i]);
  GuardedBuffer out(x.size(), 3), a(x, 1), b(y, 6);
  f(out.span().data(), a.span().data(), b.span().data());
  EXPECT_EQ(Words(out.span().begin(), out.span().end()), wanted);
  Words first = x, second = y;
  f(first.data(), first.data(), y.data());
  EXPECT_EQ(first, wanted) << "in place of the first operand";
  f(second.data(), x.data(), second.data());
  EXPECT_EQ(second, wanted) << "in place of the second operand";
}

void expect_unary(const Words& x, const std::function<Word(Word)>& expected,
                  const std::function<void(Word*, const Word*)>& f) {
  expect_binary(
      x, x, [&](Word a, Word) { return expected(a); }, [&](Word* out, const Word* a, const Word*) { f(out, a); });
}

TEST_P(HexlEltwise, AddAndSub) {
  for (const Word q : moduli_up_to(63, random_)) {
    SCOPED_TRACE(q);
    const Words x = canonical(length, q), y = canonical(length, q);
    const auto add = [q](Word a, Word b) { return multiword::add(a, b, q); };
    const auto sub = [q](Word a, Word b) { return multiword::add(a, multiword::negate(b, q), q); };
    expect_binary(x, y, add, [q](Word* r, const Word* a, const Word* b) { EltwiseAddMod(r, a, b, length, q); });
    expect_binary(x, y, sub, [q](Word* r, const Word* a, const Word* b) { EltwiseSubMod(r, a, b, length, q); });
    for (const Word s : {Word{0}, q - 1, scalar(q), max_word}) {
      expect_unary(
          x, [=](Word a) { return add(a, s); }, [=](Word* r, const Word* a) { EltwiseAddMod(r, a, s, length, q); });
      expect_unary(
          x, [=](Word a) { return sub(a, s); }, [=](Word* r, const Word* a) { EltwiseSubMod(r, a, s, length, q); });
    }
  }
}

TEST_P(HexlEltwise, Mult) {
  for (const Word q : moduli_up_to(63, random_)) {
    for (const unsigned factor : {1U, 2U, 4U}) {
      if (q > max_word / factor) continue;
      SCOPED_TRACE(std::to_string(q) + ", factor " + std::to_string(factor));
      const Word top = top_of_range(q, factor);
      expect_binary(
          any(length, q, top), any(length, q, top), [q](Word a, Word b) { return multiword::mul(a, b, q); },
          [=](Word* r, const Word* a, const Word* b) { EltwiseMultMod(r, a, b, length, q, factor); });
    }
  }
}

TEST_P(HexlEltwise, Fma) {
  for (const Word q : moduli_up_to(62, random_)) {
    for (const unsigned factor : {1U, 2U, 4U, 8U}) {
      SCOPED_TRACE(std::to_string(q) + ", factor " + std::to_string(factor));
      const Word top = top_of_range(q, factor);
      for (const Word s : {Word{0}, q - 1, scalar(q), top}) {
        const Words x = any(length, q, top);
        expect_binary(
            x, any(length, q, top), [=](Word a, Word b) { return multiword::fma(a, s, b, q); },
            [=](Word* r, const Word* a, const Word* b) { EltwiseFMAMod(r, a, s, b, length, q, factor); });
        expect_unary(
            x, [=](Word a) { return multiword::mul(a, s, q); },
            [=](Word* r, const Word* a) { EltwiseFMAMod(r, a, s, nullptr, length, q, factor); });
        Words all = x;
        EltwiseFMAMod(all.data(), all.data(), s, all.data(), length, q, factor);
        for (std::size_t i = 0; i < length; ++i) ASSERT_EQ(all[i], multiword::fma(x[i], s, x[i], q));
      }
    }
  }
}

/// Pair of factors, and the bound `top` of the elements that it allows.
struct Reduction {
  Word input;
  Word output;
  Word top;
};

std::vector<Reduction> reductions(Word q) {
  std::vector<Reduction> all;
  for (const Word output : {1U, 2U}) {
    // The modulus itself, 0 and 1 stand for a full reduction of any word, even from 1 to 1.
    for (const Word input : {q, Word{0}, Word{1}}) all.push_back({input, output, max_word});
    if (q != 4) all.push_back({4, output, top_of_range(q, 4)});
  }
  if (q != 2) {
    all.push_back({2, 1, top_of_range(q, 2)});
    all.push_back({2, 2, top_of_range(q, 2)});
  }
  return all;
}

TEST_P(HexlEltwise, Reduce) {
  for (const Word q : moduli_up_to(63, random_)) {
    for (const Reduction& reduction : reductions(q)) {
      SCOPED_TRACE(std::to_string(q) + ", " + std::to_string(reduction.input) + " to " +
                   std::to_string(reduction.output));
      const Words x = any(length, q, reduction.top);
      Words out(length), in_place = x;
      EltwiseReduceMod(out.data(), x.data(), length, q, reduction.input, reduction.output);
      EltwiseReduceMod(in_place.data(), in_place.data(), length, q, reduction.input, reduction.output);
      EXPECT_EQ(out, in_place);
      for (std::size_t i = 0; i < length; ++i) {
        ASSERT_LT(out[i], reduction.output * q) << x[i];
        ASSERT_EQ(out[i] % q, x[i] % q) << x[i];
      }
    }
  }
}

// Intel HEXL's own tests expect this.
TEST_P(HexlEltwise, ReduceCopiesWhereFactorsAreTwo) {
  for (const Word q : moduli_up_to(63, random_)) {
    if (q == 2) continue;
    const Words x = any(length, q, top_of_range(q, 2));
    expect_unary(x, [](Word a) { return a; }, [q](Word* r, const Word* a) { EltwiseReduceMod(r, a, length, q, 2, 2); });
  }
}

TEST_P(HexlEltwise, CmpAdd) {
  for (const CMPINT cmp : comparisons) {
    for (int repetition = 0; repetition < 50; ++repetition) {
      Words x = any(length, 97, max_word);
      const Word bound = any(1, 97, max_word)[0], diff = repetition == 0 ? 0 : any(1, 97, max_word)[0];
      x[7] = bound;
      expect_unary(
          x, [=](Word a) { return compare(cmp, a, bound) ? a + diff : a; },
          [=](Word* r, const Word* a) { EltwiseCmpAdd(r, a, length, cmp, bound, diff); });
    }
  }
}

TEST_P(HexlEltwise, CmpSubTakesAnyOperand) {
  for (const Word q : moduli_up_to(63, random_)) {
    for (const CMPINT cmp : comparisons) {
      for (const Word diff : {Word{0}, q - 1, scalar(q), max_word}) {
        SCOPED_TRACE(std::to_string(q) + ", comparison " + std::to_string(static_cast<int>(cmp)));
        Words x = any(length, q, max_word);
        const Word bound = any(1, q, max_word)[0];
        x[7] = bound;
        const auto expected = [=](Word a) {
          return compare(cmp, a, bound) ? multiword::add(a % q, multiword::negate(diff, q), q) : a % q;
        };
        expect_unary(x, expected, [=](Word* r, const Word* a) { EltwiseCmpSubMod(r, a, length, q, cmp, bound, diff); });
      }
    }
  }
}

TEST_P(HexlEltwise, EveryLength) {
  for (const Word q : {(Word{1} << 50) - 27, (Word{1} << 61) - 1, (Word{1} << 62) + 1}) {
    for (const std::size_t n : {0UL, 1UL, 2UL, 7UL, 8UL, 9UL, 15UL, 16UL, 17UL, 1003UL}) {
      const Words x = canonical(n, q), y = canonical(n, q);
      expect_binary(
          x, y, [q](Word a, Word b) { return multiword::mul(a, b, q); },
          [=](Word* r, const Word* a, const Word* b) { EltwiseMultMod(r, a, b, n, q, 1); });
      expect_unary(x, [](Word a) { return a; }, [=](Word* r, const Word* a) { EltwiseReduceMod(r, a, n, q, q, 1); });
    }
  }
}

// docs/notes/bgv_relinearize.md: SEAL reduces residues of 60 bits modulo a plaintext modulus of 7, and HEXL's 52-bit
// kernel drops the upper bits of such a quotient.
TEST_P(HexlEltwise, ReducesLongOperandsModuloShortModuli) {
  constexpr std::size_t n = 128;
  for (const Word q : {2U, 3U, 17U, 65U, 257U, 1153U, 16381U, 65537U, 786433U}) {
    for (unsigned bits = 45; bits <= 64; ++bits) {
      Words x(n);
      for (Word& word : x) word = random_.word() >> (64 - bits) | Word{1} << (bits - 1);
      Words reduced(n), conditional(n);
      EltwiseReduceMod(reduced.data(), x.data(), n, q, q, 1);
      EltwiseCmpSubMod(conditional.data(), x.data(), n, q, CMPINT::NLE, q / 2, 1);
      for (std::size_t i = 0; i < n; ++i) {
        ASSERT_EQ(reduced[i], x[i] % q) << x[i] << " mod " << q;
        ASSERT_EQ(conditional[i], (x[i] - 1) % q) << x[i] << " - 1 mod " << q;
      }
    }
  }
}

TEST_P(HexlEltwise, RejectsWhatHasNoMeaning) {
  Words x(8, 1);
  Word* const p = x.data();
  EXPECT_THROW(EltwiseAddMod(p, p, p, 8, 0), std::invalid_argument);
  EXPECT_THROW(EltwiseMultMod(p, p, p, 8, 1, 1), std::invalid_argument);
  EXPECT_THROW(EltwiseMultMod(p, p, p, 8, 97, 3), std::invalid_argument);
  EXPECT_THROW(EltwiseMultMod(p, p, p, 8, 97, (Word{1} << 32) + 1), std::invalid_argument);
  EXPECT_THROW(EltwiseFMAMod(p, p, 1, p, 8, Word{1} << 62, 1), std::invalid_argument);
  EXPECT_THROW(EltwiseReduceMod(p, p, 8, 97, 97, 4), std::invalid_argument);
  EXPECT_THROW(EltwiseReduceMod(p, p, 8, 1, 2, 2), std::invalid_argument);
}

RINGLET_ON_ALL_BACKENDS(HexlEltwise);

}  // namespace
}  // namespace ringlet_test
