#include "ringlet/fixed_operand.hpp"

#include "api/checks.hpp"
#include "backends/registry.hpp"
#include "plan/fixed_vector.hpp"

namespace ringlet {
namespace {

using Operand = FixedOperand<std::uint64_t>;

std::shared_ptr<const plan::FixedVector<std::uint64_t>> make_table(std::span<const std::uint64_t> values,
                                                                   const Modulus<std::uint64_t>& q) {
  api::require_nonempty("values", values.size());
  api::require_canonical("values", values, q);
  return std::make_shared<const plan::FixedVector<std::uint64_t>>(values, api::kernel_modulus(q), backends::active());
}

void check_array(std::span<std::uint64_t> out, const char* name, std::span<const std::uint64_t> in, const Operand& w,
                 EltwiseRange range) {
  api::require_size(name, in.size(), w.size());
  api::check_overlap(name, out, in);
  api::check_input(name, in, w.modulus(), range.input_factor);
}

void check_call(std::span<std::uint64_t> out, const Operand& w, EltwiseRange range) {
  api::require_factor("input_factor", range.input_factor, {1, 2, 4, 8});
  api::require_size("out", out.size(), w.size());
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
const plan::FixedVector<Word>& FixedOperand<Word>::table() const noexcept {
  return *table_;
}

template class FixedOperand<std::uint64_t>;

void mul(std::span<std::uint64_t> out, std::span<const std::uint64_t> x, const Operand& w, EltwiseRange range) {
  check_call(out, w, range);
  check_array(out, "x", x, w, range);
  w.table().multiply_add(out.data(), x.data(), nullptr, range.input_factor);
  api::check_output(out, w.modulus(), 1);
}

void mul_add(std::span<std::uint64_t> out, std::span<const std::uint64_t> x, const Operand& w,
             std::span<const std::uint64_t> z, EltwiseRange range) {
  check_call(out, w, range);
  check_array(out, "x", x, w, range);
  check_array(out, "z", z, w, range);
  w.table().multiply_add(out.data(), x.data(), z.data(), range.input_factor);
  api::check_output(out, w.modulus(), 1);
}

}  // namespace ringlet
