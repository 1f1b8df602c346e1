#include "plan/fixed_vector.hpp"

#include "plan/twiddle_table.hpp"

namespace ringlet::plan {

FixedVector<std::uint64_t>::FixedVector(std::span<const std::uint64_t> values, const arith::WordModulus& modulus,
                                        const backends::Backend& backend)
    : modulus_(modulus),
      size_(values.size()),
      choice_(backends::choose_eltwise(backend, modulus.bits, &kernels::EltwiseKernels::mul_fixed)) {
  const std::size_t lanes = choice_.kernels->lanes;
  const std::size_t group_words = lanes * twiddle_words(choice_.kernels->format);
  twiddles_.resize((size_ + lanes - 1) / lanes * group_words);  // the last group is filled up with zeros
  for (std::size_t i = 0; i < size_; ++i) {
    std::uint64_t* group = twiddles_.data() + i / lanes * group_words;
    write_twiddle(group + i % lanes, lanes, values[i], choice_.kernels->format, modulus_);
  }
}

void FixedVector<std::uint64_t>::multiply_add(std::uint64_t* out, const std::uint64_t* x, const std::uint64_t* z,
                                              unsigned input_factor) const {
  choice_.kernels->mul_fixed(out, x, twiddles_.data(), z, size_, modulus_, input_factor);
}

std::string FixedVector<std::uint64_t>::describe() const {
  return std::string(choice_.backend->name).append(" / ").append(choice_.kernels->arithmetic);
}

}  // namespace ringlet::plan
