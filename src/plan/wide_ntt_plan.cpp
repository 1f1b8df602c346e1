#include "plan/wide_ntt_plan.hpp"

#include <algorithm>

namespace ringlet::plan {
namespace {

WideDirection forward_of(const WideNumbers& numbers, const WideNumbers::Number& root, const WideNumbers::Number& shift,
                         bool bit_reversed_values) {
  return {.root = numbers.to_montgomery(root),
          .first = numbers.to_montgomery(shift),
          .last = numbers.one(),
          .scale = numbers.one(),
          .bit_reversed_in = false,
          .bit_reversed_out = bit_reversed_values};
}

/// x_i = 1/n shift^-i sum_k X_k root^(-k i)
WideDirection inverse_of(const WideNumbers& numbers, const WideDirection& forward, unsigned log_n) {
  const WideNumbers::Number n{std::uint64_t{1} << log_n};
  return {.root = numbers.inverse(forward.root),
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

/// Bytes between the phases from which on arrays are too large for caches.
constexpr std::size_t min_streamed_bytes = std::size_t{24} << 20;

}  // namespace

WideNttPlan::WideNttPlan(unsigned log_n, const WideModulusConstants& q, const Number& root, const Number& shift,
                         bool bit_reversed_values, const backends::Backend& backend)
    : WideNttPlan(log_n, q, backend, forward_of(WideNumbers(q, backend), root, shift, bit_reversed_values)) {}

WideNttPlan::WideNttPlan(unsigned log_n, const WideModulusConstants& q, const backends::Backend& backend,
                         const WideDirection& forward)
    : modulus_(q),
      log_n_(log_n),
      choice_(backends::choose_wide_ntt(backend, q, log_n)),
      numbers_(modulus_, backend),
      constants_(encoded(kernel(), q)),
      forward_(log_n, forward, numbers_, kernel()),
      inverse_(log_n, inverse_of(numbers_, forward, log_n), numbers_, kernel()),
      scratch_((between_words() + own_words()) * sizeof(std::uint64_t)) {}

std::size_t WideNttPlan::own_words() const {
  const unsigned log_height = WideNttTables::log_height(log_n_);
  return kernel().cell_words() << std::max(log_height, log_n_ - log_height);
}

WideNttPlan::Transform::Transform(const WideNttPlan& plan, WideWay way, std::uint64_t* out, const std::uint64_t* in)
    : kernel_(&plan.kernel()),
      call_((way == WideWay::forward ? plan.forward_ : plan.inverse_).call()),
      scratch_(plan.scratch_),
      own_scratch_(static_cast<std::uint64_t*>(scratch_.get()) + plan.between_words()) {
  call_.modulus = &plan.modulus_;
  call_.constants = plan.constants_.data();
  call_.streams = plan.between_words() * sizeof(std::uint64_t) > min_streamed_bytes;
  call_.out = out;
  call_.in = in;
  call_.between = static_cast<std::uint64_t*>(scratch_.get());
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

void WideNttPlan::run(WideWay way, std::uint64_t* out, const std::uint64_t* in) const {
  const Transform transform(*this, way, out, in);
  transform.columns(0, transform.column_blocks(), transform.own_scratch());
  transform.rows(0, transform.row_blocks(), transform.own_scratch());
}

void WideNttPlan::multiply(std::uint64_t* out, const std::uint64_t* x, const std::uint64_t* y, bool are_plain) const {
  const AlignedBytes y_block = allocate_bytes(size() * numbers_.words() * sizeof(std::uint64_t));
  auto* const y_values = reinterpret_cast<std::uint64_t*>(y_block.get());
  run(WideWay::forward, y_values, y);
  run(WideWay::forward, out, x);  // y, which out may alias, is no longer needed
  numbers_.mul(out, out, y_values, size(), are_plain);
  run(WideWay::inverse, out, out);
}

std::size_t WideNttPlan::table_bytes() const { return (forward_.words() + inverse_.words()) * sizeof(std::uint64_t); }

std::string WideNttPlan::describe() const {
  const unsigned log_height = WideNttTables::log_height(log_n_);
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
