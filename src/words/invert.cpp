#include "arith/montgomery/word_inverse.hpp"
#include "arith/word_arithmetic.hpp"
#include "memory/aligned_words.hpp"
#include "number_theory/batch_inversion.hpp"
#include "ringlet/eltwise.hpp"
#include "words/checked_eltwise.hpp"

namespace ringlet {
namespace {

/// Ring of words for number_theory/batch_inversion.hpp, with plain products. Inverses have a factor.
template <class Word>
class WordRing {
 public:
  using Number = Word;
  using Out = std::span<Word>;
  using In = std::span<const Word>;

  explicit WordRing(const Modulus<Word>& q, Word inverse_factor = 1)
      : m_(q.constants()), kernels_(words::kernels_for<Kernels>(q.bits())), inverse_factor_(inverse_factor) {}

  void mul(Out out, In a, In b) const { kernels_.mul(out.data(), a.data(), b.data(), out.size(), m_, 1); }
  void mul_scalar(Out out, In a, Word s) const { kernels_.axpy(out.data(), a.data(), s, nullptr, out.size(), m_, 1); }
  [[nodiscard]] Word mul(Word a, Word b) const { return static_cast<Word>(arith::mul_mod<Lane>(a, b, m_)); }
  [[nodiscard]] static Word one() { return 1; }
  bool invert(Word& x) const {
    const Lane inverse = arith::inverse_mod<Lane>(x, m_.q);
    if (inverse == 0) return false;
    x = mul(static_cast<Word>(inverse), inverse_factor_);
    return true;
  }

 private:
  using Kernels = kernels::BasicEltwiseKernels<Word>;
  using Lane = arith::TwiddleWord<Word>;

  const arith::ModulusFor<Word>& m_;
  const Kernels& kernels_;
  Word inverse_factor_;
};

template <class Word>
void invert_words(std::span<Word> out, std::span<const Word> a, const Modulus<Word>& q, Word inverse_factor) {
  words::WordOperations<Word>::check_array(out, "a", a, q, 1);
  const WordRing<Word> ring(q, inverse_factor);
  memory::AlignedWords<Word> products(a.size());
  number_theory::invert(ring, out, a, std::span<Word>(products), checks::reject);
  checks::check_output(out, q, 1);
}

template <class Word>
void write_powers(std::span<Word> out, Word first, Word ratio, const Modulus<Word>& q, Word ratio_factor) {
  checks::require_nonempty("out", out.size());
  checks::require_below_modulus("first", first, q);
  checks::require_below_modulus("ratio", ratio, q);
  const WordRing<Word> ring(q);
  number_theory::powers(ring, out, first, ring.mul(ratio, ratio_factor));
  checks::check_output(out, q, 1);
}

}  // namespace

#define RINGLET_DEFINE(Word)                                                                        \
  void invert(std::span<Word> out, std::span<const Word> a, const Modulus<Word>& q, Form form) {    \
    checks::require_form(form, q);                                                                  \
    /* 1 / (x R) times R^2 is R / x. */                                                             \
    const std::uint64_t r = form == Form::montgomery ? arith::r_modulo<Word>(q.constants()) : 1;    \
    invert_words(out, a, q, static_cast<Word>(arith::mul_mod(r, r, q.constants())));                \
  }                                                                                                 \
  void powers(std::span<Word> out, Word first, Word ratio, const Modulus<Word>& q, Form form) {     \
    checks::require_form(form, q);                                                                  \
    const std::uint64_t unit = form == Form::montgomery ? arith::inverse_of_r<Word>(q.value()) : 1; \
    write_powers(out, first, ratio, q, static_cast<Word>(unit));                                    \
  }
RINGLET_FOR_WORD32(RINGLET_DEFINE)
RINGLET_FOR_WORD64(RINGLET_DEFINE)

#ifndef RINGLET_WITHOUT_WORD128

void invert(std::span<uint128_t> out, std::span<const uint128_t> a, const Modulus<uint128_t>& q) {
  invert_words<uint128_t>(out, a, q, 1);
}

void powers(std::span<uint128_t> out, uint128_t first, uint128_t ratio, const Modulus<uint128_t>& q) {
  write_powers<uint128_t>(out, first, ratio, q, 1);
}

#endif

}  // namespace ringlet
