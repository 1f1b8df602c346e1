#include "multiword/multiword_ntt_plan.hpp"

#include "memory/aligned_words.hpp"

namespace ringlet::multiword {
namespace {

MultiwordDirection forward_of(unsigned log_n, const MultiwordNumbers& numbers, const MultiwordNumbers::Number& root,
                              const MultiwordNumbers::Number& shift, bool bit_reversed_values) {
  return {.log_height = log_n / 2,
          .log_width = log_n - log_n / 2,
          .root = numbers.to_montgomery(root),
          .first = numbers.to_montgomery(shift),
          .last = numbers.one(),
          .scale = numbers.one(),
          .bit_reversed_in = false,
          .bit_reversed_out = bit_reversed_values};
}

/// Returns the inverse direction, x_i = 1/n shift^-i sum_k X_k root^(-k i). Its columns are the rows of `forward`, so
/// that each direction reads cells in the layout in which the other direction has left them.
MultiwordDirection inverse_of(const MultiwordNumbers& numbers, const MultiwordDirection& forward) {
  const MultiwordNumbers::Number n{std::uint64_t{1} << (forward.log_height + forward.log_width)};
  return {.log_height = forward.log_width,
          .log_width = forward.log_height,
          .root = numbers.inverse(forward.root),
          .first = numbers.one(),
          .last = numbers.inverse(forward.first),
          .scale = numbers.inverse(numbers.to_montgomery(n)),
          .bit_reversed_in = forward.bit_reversed_out,
          .bit_reversed_out = false};
}

std::vector<std::uint64_t> encoded(const kernels::MultiwordNttKernel& kernel, const MultiwordModulusConstants& q) {
  std::vector<std::uint64_t> constants(kernel.modulus.words);
  kernel.modulus.encode(constants.data(), q);
  return constants;
}

}  // namespace

MultiwordNttPlan::MultiwordNttPlan(unsigned log_n, const MultiwordModulusConstants& q, const Number& root,
                                   const Number& shift, bool bit_reversed_values, const backends::Backend& backend)
    : MultiwordNttPlan(log_n, q, backend,
                       forward_of(log_n, MultiwordNumbers(q, backend), root, shift, bit_reversed_values)) {}

MultiwordNttPlan::MultiwordNttPlan(unsigned log_n, const MultiwordModulusConstants& q, const backends::Backend& backend,
                                   const MultiwordDirection& forward)
    : modulus_(q),
      log_n_(log_n),
      order_(forward.bit_reversed_out ? Order::bit_reversed : Order::natural),
      omega_(forward.root),
      first_point_(forward.first),
      inverse_first_point_(MultiwordNumbers(q, backend).inverse(forward.first)),
      choice_(backends::choose_multiword_ntt(backend, q, log_n)),
      numbers_(modulus_, backend),
      constants_(encoded(kernel(), q)),
      forward_(forward, numbers_, kernel()),
      inverse_(inverse_of(numbers_, forward), numbers_, kernel()),
      scratch_((cell_words() + own_words()) * sizeof(std::uint64_t)),
      product_scratch_(2 * cell_words() * sizeof(std::uint64_t)) {}

void MultiwordNttPlan::run(const MultiwordNttTables& direction, std::uint64_t* out, const std::uint64_t* in,
                           std::uint64_t* cells, Executor* executor) const {
  const memory::Scratch::Loan scratch(scratch_);
  kernels::MultiwordNttCall transform = call(direction);
  transform.out = out;
  transform.in = in;
  transform.between = static_cast<std::uint64_t*>(scratch.get());
  transform.cells = cells;
  const std::size_t column_blocks = std::size_t{1} << (transform.rows.log_size - kernel().lanes_log);
  const std::size_t row_blocks = std::size_t{1} << (transform.columns.log_size - kernel().lanes_log);
  if (executor == nullptr || executor->workers() == 1) {
    std::uint64_t* const own = transform.between + cell_words();
    kernel().columns(transform, 0, column_blocks, own);
    kernel().rows(transform, 0, row_blocks, own);
    return;
  }
  const memory::AlignedBytes block = memory::allocate_bytes(executor->workers() * own_words() * sizeof(std::uint64_t));
  auto* const own = static_cast<std::uint64_t*>(static_cast<void*>(block.get()));
  run_in_pieces(*executor, column_blocks, 1, [&](std::size_t begin, std::size_t end, std::size_t worker) {
    kernel().columns(transform, begin, end, own + worker * own_words());
  });
  run_in_pieces(*executor, row_blocks, 1, [&](std::size_t begin, std::size_t end, std::size_t worker) {
    kernel().rows(transform, begin, end, own + worker * own_words());
  });
}

void MultiwordNttPlan::forward(std::uint64_t* out, const std::uint64_t* in, Executor* executor) const {
  run(forward_, out, in, nullptr, executor);
}

void MultiwordNttPlan::inverse(std::uint64_t* out, const std::uint64_t* in, Executor* executor) const {
  run(inverse_, out, in, nullptr, executor);
}

void MultiwordNttPlan::multiply(std::uint64_t* out, const std::uint64_t* x, const std::uint64_t* y, Form form,
                                Executor* executor) const {
  const memory::Scratch::Loan memory(product_scratch_);
  auto* const product = static_cast<std::uint64_t*>(memory.get());
  std::uint64_t* const factor = product + cell_words();
  run(forward_, nullptr, x, product, executor);
  run(forward_, nullptr, y, factor, executor);
  SerialExecutor serial;
  run_in_pieces(executor == nullptr ? serial : *executor, size(), std::size_t{1} << kernel().lanes_log,
                [&](std::size_t begin, std::size_t end, std::size_t /*worker*/) {
                  multiply_cells(product, product, factor, form, false, begin, end);
                });
  run(inverse_, out, nullptr, product, executor);
}

void MultiwordNttPlan::load(std::uint64_t* cells, const std::uint64_t* in, Domain domain) const {
  // Uses the direction whose input is in this domain.
  kernels::MultiwordNttCall loading = call(domain == Domain::coefficients ? forward_ : inverse_);
  loading.in = in;
  loading.cells = cells;
  kernel().load(loading);
}

void MultiwordNttPlan::store(std::uint64_t* out, std::uint64_t* cells, Domain domain) const {
  // Uses the direction whose output is in this domain.
  kernels::MultiwordNttCall storing = call(domain == Domain::coefficients ? inverse_ : forward_);
  storing.out = out;
  storing.cells = cells;
  kernel().store(storing);
}

void MultiwordNttPlan::forward_cells(std::uint64_t* cells, Executor* executor) const {
  run(forward_, nullptr, nullptr, cells, executor);
}

void MultiwordNttPlan::inverse_cells(std::uint64_t* cells, Executor* executor) const {
  run(inverse_, nullptr, nullptr, cells, executor);
}

void MultiwordNttPlan::add_cells(std::uint64_t* out, const std::uint64_t* x, const std::uint64_t* y) const {
  kernel().add(call(forward_), out, x, y, size() >> kernel().lanes_log);
}

void MultiwordNttPlan::sub_cells(std::uint64_t* out, const std::uint64_t* x, const std::uint64_t* y) const {
  kernel().sub(call(forward_), out, x, y, size() >> kernel().lanes_log);
}

void MultiwordNttPlan::multiply_cells(std::uint64_t* out, Factor x, Factor y, Form form, bool adds) const {
  multiply_cells(out, x.cells, y.cells, form, adds, 0, size());
}

std::size_t MultiwordNttPlan::table_bytes() const {
  return (forward_.words() + inverse_.words()) * sizeof(std::uint64_t);
}

std::string MultiwordNttPlan::describe() const {
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

}  // namespace ringlet::multiword
