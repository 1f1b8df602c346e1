#include "multiword/ntt_plan.hpp"

#include <algorithm>

namespace ringlet::plan {
namespace {

WideDirection forward_of(unsigned log_n, const WideNumbers& numbers, const WideNumbers::Number& root,
                         const WideNumbers::Number& shift, bool bit_reversed_values) {
  return {.log_height = log_n / 2,
          .log_width = log_n - log_n / 2,
          .root = numbers.to_montgomery(root),
          .first = numbers.to_montgomery(shift),
          .last = numbers.one(),
          .scale = numbers.one(),
          .bit_reversed_in = false,
          .bit_reversed_out = bit_reversed_values};
}

/// x_i = 1/n shift^-i sum_k X_k root^(-k i). Its columns are the rows of `forward`, so that each finds its values in
/// cells as the other has left them.
WideDirection inverse_of(const WideNumbers& numbers, const WideDirection& forward) {
  const WideNumbers::Number n{std::uint64_t{1} << (forward.log_height + forward.log_width)};
  return {.log_height = forward.log_width,
          .log_width = forward.log_height,
          .root = numbers.inverse(forward.root),
          .first = numbers.one(),
          .last = numbers.inverse(forward.first),
          .scale = numbers.inverse(numbers.to_montgomery(n)),
          .bit_reversed_in = forward.bit_reversed_out,
          .bit_reversed_out = false};
}

std::vector<std::uint64_t> encoded(const kernels::WideNttKernel& kernel, const WideModulusConstants& q) {
  std::vector<std::uint64_t> constants(kernel.modulus.words);
  kernel.modulus.encode(constants.data(), q);
  return constants;
}

}  // namespace

WideNttPlan::WideNttPlan(unsigned log_n, const WideModulusConstants& q, const Number& root, const Number& shift,
                         bool bit_reversed_values, const backends::Backend& backend)
    : WideNttPlan(log_n, q, backend, forward_of(log_n, WideNumbers(q, backend), root, shift, bit_reversed_values)) {}

WideNttPlan::WideNttPlan(unsigned log_n, const WideModulusConstants& q, const backends::Backend& backend,
                         const WideDirection& forward)
    : modulus_(q),
      log_n_(log_n),
      choice_(backends::choose_wide_ntt(backend, q, log_n)),
      numbers_(modulus_, backend),
      constants_(encoded(kernel(), q)),
      forward_(forward, numbers_, kernel()),
      inverse_(inverse_of(numbers_, forward), numbers_, kernel()),
      scratch_((cell_words() + own_words()) * sizeof(std::uint64_t)),
      product_scratch_(2 * cell_words() * sizeof(std::uint64_t)) {}

std::size_t WideNttPlan::own_words() const { return kernel().cell_words() << (log_n_ - log_n_ / 2); }

WideNttPlan::Transform::Transform(const WideNttPlan& plan, WideWay way, std::uint64_t* out, const std::uint64_t* in,
                                  std::uint64_t* cells)
    : kernel_(&plan.kernel()),
      call_(plan.call(way)),
      scratch_(plan.scratch_),
      own_scratch_(static_cast<std::uint64_t*>(scratch_.get()) + plan.cell_words()) {
  call_.out = out;
  call_.in = in;
  call_.between = static_cast<std::uint64_t*>(scratch_.get());
  call_.cells = cells;
}

std::size_t WideNttPlan::Transform::column_blocks() const {
  return std::size_t{1} << (call_.rows.log_size - kernel_->lanes_log);
}
std::size_t WideNttPlan::Transform::row_blocks() const {
  return std::size_t{1} << (call_.columns.log_size - kernel_->lanes_log);
}

void WideNttPlan::Transform::columns(std::size_t begin, std::size_t end, std::uint64_t* scratch) const {
  kernel_->columns(call_, begin, end, scratch);
}
void WideNttPlan::Transform::rows(std::size_t begin, std::size_t end, std::uint64_t* scratch) const {
  kernel_->rows(call_, begin, end, scratch);
}

void WideNttPlan::load(std::uint64_t* cells, const std::uint64_t* in, Domain domain) const {
  // What the direction takes that begins in this domain.
  kernels::WideNttCall loading = call(domain == Domain::coefficients ? WideWay::forward : WideWay::inverse);
  loading.in = in;
  loading.cells = cells;
  kernel().load(loading);
}

void WideNttPlan::store(std::uint64_t* out, std::uint64_t* cells, Domain domain) const {
  // What the direction leaves that ends in this domain.
  kernels::WideNttCall storing = call(domain == Domain::coefficients ? WideWay::inverse : WideWay::forward);
  storing.out = out;
  storing.cells = cells;
  kernel().store(storing);
}

void WideNttPlan::add(std::uint64_t* out, const std::uint64_t* x, const std::uint64_t* y) const {
  kernel().add(call(WideWay::forward), out, x, y, size() / lanes());
}

void WideNttPlan::sub(std::uint64_t* out, const std::uint64_t* x, const std::uint64_t* y) const {
  kernel().sub(call(WideWay::forward), out, x, y, size() / lanes());
}

void WideNttPlan::multiply(std::uint64_t* out, const std::uint64_t* x, const std::uint64_t* y, Product product,
                           std::size_t begin, std::size_t end) const {
  const std::size_t first = begin * kernel().format.limbs;
  const auto multiply = product.adds ? kernel().mul_add : kernel().mul;
  multiply(call(WideWay::forward), out + first, x + first, y + first, forward_.product_factor(product.are_plain),
           (end - begin) / lanes());
}

std::size_t WideNttPlan::table_bytes() const { return (forward_.words() + inverse_.words()) * sizeof(std::uint64_t); }

std::string WideNttPlan::describe() const {
  const unsigned log_height = log_n_ / 2;
  return std::string(choice_.backend->name)
      .append(" / ")
      .append(kernel().arithmetic)
      .append("x")
      .append(std::to_string(kernel().format.limbs))
      .append(" / 2^")
      .append(std::to_string(log_height))
      .append(" x 2^")
      .append(std::to_string(log_n_ - log_height));
}

}  // namespace ringlet::plan
