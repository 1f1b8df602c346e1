#include "products/convolution.hpp"

#include <bit>
#include <functional>
#include <optional>
#include <vector>

#include "arith/word_arithmetic.hpp"
#include "products/modulo.hpp"
#include "products/product_cache.hpp"
#include "products/reconstruction.hpp"
#include "products/ring.hpp"
#include "products/schoolbook.hpp"
#include "products/times.hpp"

namespace ringlet::products {
namespace {

constexpr std::size_t cache_line_words = 8;

std::size_t whole_lines(std::size_t words) {
  return (words + cache_line_words - 1) / cache_line_words * cache_line_words;
}

/// Returns whether m is a prime below 2^50 with transforms of the ring.
bool has_transforms(uint128_t m, const RingShape& shape) {
  const unsigned log_order = shape.log_sizes[0] + (shape.ring == Ring::negacyclic ? 1U : 0U);
  if (m < 2 || m >> 50 != 0 || (m - 1) % (std::uint64_t{1} << log_order) != 0) return false;
  return ProductCache::instance().is_prime(static_cast<std::uint64_t>(m));
}

/// Returns the number of primes that a product in a ring takes: one if m itself serves.
unsigned prime_count_in(const ProductCall& call, const RingShape& shape, bool is_signed) {
  SumBound bound = call.bound();
  bound.is_signed = is_signed;
  const unsigned count = bound.prime_count();
  return count > 1 && has_transforms(call.m, shape) ? 1 : count;
}

/// The primes of a product and the integers that residues stand for.
class Residues {
 public:
  /// is_signed: whether results may be negative integers. shape: the ring of the products.
  Residues(const ProductCall& call, bool is_signed, const RingShape& shape) {
    SumBound bound = call.bound();
    bound.is_signed = is_signed;
    count_ = prime_count_in(call, shape, is_signed);
    if (count_ < bound.prime_count()) {
      rings_.emplace_back(static_cast<std::uint64_t>(call.m), shape);
      return;
    }
    for (unsigned i = 0; i < count_; ++i) rings_.emplace_back(primes[i], shape);
    reconstruction_.emplace(count_, is_signed, call.m, backends::active());
  }

  [[nodiscard]] unsigned count() const { return count_; }
  [[nodiscard]] const RingPlan& ring(unsigned i) const { return rings_[i]; }

  /// Writes `count` results, of the rows' values from `offset` on.
  void write(std::uint64_t* out, const std::uint64_t* rows, std::size_t stride, std::size_t offset,
             std::size_t count) const {
    if (!reconstruction_) {
      std::copy_n(rows + offset, count, out);
      return;
    }
    const std::uint64_t* residues[max_primes]{};
    for (unsigned i = 0; i < count_; ++i) residues[i] = rows + i * stride + offset;
    reconstruction_->run(out, residues, count);
  }

 private:
  unsigned count_;
  std::vector<RingPlan> rings_;
  /// None if the primes are the modulus of the results.
  std::optional<Reconstruction> reconstruction_;
};

/// Computes the whole product in a ring of residues, with a task for each prime.
void multiply_whole(const ProductCall& call, const RingShape& shape, bool is_signed, Executor& executor) {
  const Residues residues(call, is_signed, shape);
  const std::size_t size = whole_lines(shape.size());
  const std::size_t scratch = whole_lines(shape.scratch_words(std::max(call.a.count, shape.part_size(0))));
  const bool is_square = call.a.words == call.b.words && call.a.count == call.b.count;
  const std::size_t of_worker = (is_square ? 0 : size) + scratch;
  const memory::MemoryPool::Loan loan(ProductCache::instance().pool(),
                                      residues.count() * size + executor.workers() * of_worker);
  std::uint64_t* const rows = loan.get();
  const auto multiply_modulo = [&](std::size_t i, std::size_t worker) {
    const RingPlan& ring = residues.ring(static_cast<unsigned>(i));
    std::uint64_t* const x = rows + i * size;
    std::uint64_t* const own = rows + residues.count() * size + worker * of_worker;
    std::uint64_t* const y = is_square ? x : own + scratch;
    ring.evaluate(x, call.a, 0, own);
    if (!is_square) ring.evaluate(y, call.b, 0, own);
    ring.multiply(x, x, y);
    ring.interpolate(x, own);
  };
  executor.run(residues.count(), std::ref(multiply_modulo));
  run_in_pieces(executor, call.last - call.first, cache_line_words,
                [&](std::size_t begin, std::size_t end, std::size_t /*worker*/) {
                  residues.write(call.result(call.first + begin), rows, size, call.first + begin, end - begin);
                });
}

/// Computes all results in a ring of n = 2^log_n points, fewer than there are results. Results from number n on are
/// sums of few terms. They are computed by their definition, and added to the first, from which they are subtracted
/// modulo X^n + 1.
void multiply_wrapped(const ProductCall& call, unsigned log_n, Executor& executor) {
  const std::size_t n = std::size_t{1} << log_n;
  ProductCall in_ring = call, rest = call;
  in_ring.last = rest.first = n;
  rest.out = call.result(n);
  multiply_whole(in_ring, RingShape::power_of_two(log_n, Ring::negacyclic), true, executor);
  multiply_by_definition(rest);
  add_results(call.out, rest.out, call.last - n, call.m);
}

/// Computes results in blocks (overlap-save): the values from b.count - 1 on of a product modulo X^n + 1 are those of
/// the linear convolution. Each block is a task.
void multiply_in_blocks(const ProductCall& call, unsigned log_n, Executor& executor) {
  const RingShape shape = RingShape::power_of_two(log_n, Ring::negacyclic);
  const Residues residues(call, call.a.is_signed, shape);
  const std::size_t n = shape.size(), overlap = call.b.count - 1, step = n - overlap;
  const std::size_t rows_words = residues.count() * whole_lines(n);
  const memory::MemoryPool::Loan loan(ProductCache::instance().pool(), rows_words * (1 + executor.workers()));
  std::uint64_t* const evaluations = loan.get();
  for (unsigned i = 0; i < residues.count(); ++i) residues.ring(i).evaluate(evaluations + i * n, call.b, 0, nullptr);
  const auto block = [&](std::size_t number, std::size_t worker) {
    std::uint64_t* const rows = loan.get() + (1 + worker) * rows_words;
    const std::size_t begin = call.first + number * step, end = std::min(begin + step, call.last);
    // The block needs the elements of a from begin - overlap to end - 1; elements before the first are zeros.
    const std::size_t shift = begin < overlap ? overlap - begin : 0;
    const std::size_t first = begin + shift - overlap;
    const Operand part =
        call.a.part(std::min(first, call.a.count), std::min(end, call.a.count) - std::min(first, call.a.count));
    for (unsigned i = 0; i < residues.count(); ++i) {
      const RingPlan& ring = residues.ring(i);
      ring.evaluate(rows + i * n, part, shift, nullptr);
      ring.multiply(rows + i * n, rows + i * n, evaluations + i * n);
      ring.interpolate(rows + i * n, nullptr);
    }
    residues.write(call.result(begin), rows, n, overlap, end - begin);
  };
  executor.run((call.last - call.first + step - 1) / step, std::ref(block));
}

/// Adds up the products by parts of b, for operands that are both too long for one ring.
void multiply_in_parts(const ProductCall& call, std::size_t part, Executor& executor) {
  const std::size_t words = (call.last - call.first) * call.result_words();
  const memory::MemoryPool::Loan loan(ProductCache::instance().pool(), words);
  std::fill_n(call.out, words, 0);
  for (std::size_t at = 0; at < call.b.count; at += part) {
    ProductCall of_part = call;
    of_part.b = call.b.part(at, std::min(part, call.b.count - at));
    // The product by this part begins with result `at`.
    const std::size_t begin = std::max(call.first, at);
    const std::size_t end = std::min(call.last, at + call.a.count + of_part.b.count - 1);
    if (begin >= end) continue;
    of_part.first = begin - at;
    of_part.last = end - at;
    of_part.out = loan.get();
    multiply(of_part, executor);
    add_results(call.result(begin), loan.get(), end - begin, call.m);
  }
}

/// Returns whether multiply_wrapped computes a product.
bool wraps(const ProductCall& call, unsigned log_n) {
  const std::size_t length = call.a.count + call.b.count - 1, n = std::size_t{1} << log_n;
  return call.first == 0 && call.last == length && log_n >= 1 && log_n <= max_log_size && length > n &&
         call.a.count <= n;
}

}  // namespace

Method choose_method(const ProductCall& call) {
  Method best{Method::Kind::definition};
  double best_time = definition_time(call);
  // The choice itself takes some 60 ns.
  if (best_time < 150) return best;
  const auto offer = [&](double time, const Method& method) {
    if (time < best_time) {
      best_time = time;
      best = method;
    }
  };
  if (has_rows(call)) offer(rows_time(call), {Method::Kind::rows});
  const std::size_t length = call.a.count + call.b.count - 1;
  const auto offer_ring = [&](const RingShape& shape, bool is_signed, double blocks, double rest, Method method) {
    offer(ring_time(prime_count_in(call, shape, is_signed), shape.size(), blocks) + rest, method);
  };
  if (length <= RingShape::greatest_size) {
    offer_ring(RingShape::at_least(length), call.a.is_signed, 1, 0, {Method::Kind::whole});
  }
  const auto log_n = static_cast<unsigned>(std::bit_width(length) - 1);
  if (wraps(call, log_n)) {
    ProductCall rest = call;
    rest.first = std::size_t{1} << log_n;
    offer_ring(RingShape::power_of_two(log_n, Ring::negacyclic), true, 1, definition_time(rest),
               {Method::Kind::wrapped, log_n});
  }
  const std::size_t results = call.last - call.first;
  for (auto log_block = static_cast<unsigned>(std::bit_width(call.b.count)); log_block <= max_log_size; ++log_block) {
    const std::size_t step = (std::size_t{1} << log_block) - call.b.count + 1;
    const std::size_t blocks = (results + step - 1) / step;
    offer_ring(RingShape::power_of_two(log_block, Ring::negacyclic), call.a.is_signed, static_cast<double>(blocks), 0,
               {Method::Kind::blocks, log_block});
    if (blocks == 1) break;
  }
  return best;
}

void multiply_by(const Method& method, const ProductCall& call, Executor& executor) {
  switch (method.kind) {
    case Method::Kind::definition:
      return multiply_by_definition(call);
    case Method::Kind::rows:
      return multiply_by_rows(call);
    case Method::Kind::whole:
      return multiply_whole(call, RingShape::at_least(call.a.count + call.b.count - 1), call.a.is_signed, executor);
    case Method::Kind::wrapped:
      return multiply_wrapped(call, method.log_n, executor);
    case Method::Kind::blocks:
      return multiply_in_blocks(call, method.log_n, executor);
  }
}

void multiply(const ProductCall& call, Executor& executor) {
  constexpr std::size_t longest = std::size_t{1} << (max_log_size - 1);
  const bool fits = call.a.count + call.b.count - 1 <= RingShape::greatest_size;
  if (!fits && call.b.count > longest) return multiply_in_parts(call, longest, executor);
  multiply_by(choose_method(call), call, executor);
}

bool gains_from_ring(const ProductCall& call, unsigned log_n, Ring ring) {
  if (log_n == 0) return false;
  const RingShape shape = RingShape::power_of_two(log_n, ring);
  const unsigned prime_count = prime_count_in(call, shape, call.a.is_signed || ring == Ring::negacyclic);
  const double linear_time = has_rows(call) ? std::min(rows_time(call), definition_time(call)) : definition_time(call);
  return ring_time(prime_count, shape.size(), 1) < linear_time;
}

void multiply_in_ring(const ProductCall& call, unsigned log_n, Ring ring, Executor& executor) {
  const bool is_signed = call.a.is_signed || ring == Ring::negacyclic;
  multiply_whole(call, RingShape::power_of_two(log_n, ring), is_signed, executor);
}

}  // namespace ringlet::products
