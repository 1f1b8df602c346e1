#include "ringlet/fixed_operand.hpp"

#include <optional>

#include "arith/word_traits.hpp"
#include "backends/registry.hpp"
#include "checks/checks.hpp"
#include "words/fixed_vector.hpp"

namespace ringlet {
namespace {

template <class Word>
std::shared_ptr<const words::FixedVector<Word>> make_table(std::span<const Word> values, const Modulus<Word>& q) {
  checks::require_nonempty("values", values.size());
  checks::require_canonical("values", values, q);
  return std::make_shared<const words::FixedVector<Word>>(values, q.constants(), backends::active());
}

template <class Word>
void check_array(std::span<Word> out, const char* name, std::span<const Word> in, const FixedOperand<Word>& w,
                 Range range) {
  checks::require_size(name, in.size(), w.size());
  checks::require_no_partial_overlap(name, out, in);
  checks::check_input(name, in, w.modulus(), range.input_factor);
}

/// Computes out = x w + z, or x w without z.
template <class Word>
void multiply_add(std::span<Word> out, std::span<const Word> x, const FixedOperand<Word>& w,
                  std::optional<std::span<const Word>> z, Range range) {
  checks::require_fixed_product_factors(range, w.modulus());
  checks::require_size("out", out.size(), w.size());
  check_array(out, "x", x, w, range);
  if (z) check_array(out, "z", *z, w, range);
  w.table().multiply_add(out.data(), x.data(), z ? z->data() : nullptr, range.input_factor);
  checks::check_output(out, w.modulus(), 1);
}

}  // namespace

template <class Word>
FixedOperand<Word>::FixedOperand(std::span<const Word> values, const Modulus<Word>& q)
    : modulus_(q), table_(make_table(values, q)) {}

template <class Word>
std::size_t FixedOperand<Word>::size() const noexcept {
  return table_->size();
}

template <class Word>
const Modulus<Word>& FixedOperand<Word>::modulus() const noexcept {
  return modulus_;
}

template <class Word>
std::string FixedOperand<Word>::describe() const {
  return table_->describe();
}

template <class Word>
const words::FixedVector<Word>& FixedOperand<Word>::table() const noexcept {
  return *table_;
}

RINGLET_FOR_EACH_WORD(RINGLET_INSTANTIATE_TEMPLATE, class FixedOperand)

#define RINGLET_DEFINE(Word)                                                                                       \
  void mul(std::span<Word> out, std::span<const Word> x, const FixedOperand<Word>& w, Range range) {               \
    multiply_add<Word>(out, x, w, std::nullopt, range);                                                            \
  }                                                                                                                \
  void mul_add(std::span<Word> out, std::span<const Word> x, const FixedOperand<Word>& w, std::span<const Word> z, \
               Range range) {                                                                                      \
    multiply_add<Word>(out, x, w, z, range);                                                                       \
  }
RINGLET_FOR_EACH_WORD(RINGLET_DEFINE)

}  // namespace ringlet
