#include "eltwise/operations.hpp"

#include <random>

#include "arith/word_arithmetic.hpp"

namespace bench {
namespace {

using Data = EltwiseData;

Word product(Word a, Word b, Word c, Word q) { return static_cast<Word>((ringlet::uint128_t{a} * b + c) % q); }

constexpr const char* reduce_any_word = "reduce any word";

}  // namespace

BareConstants bare_constants(std::uint64_t q, std::uint64_t scalar, std::uint64_t bound, std::uint64_t summand) {
  const auto modulus = ringlet::arith::make_modulus(q);
  const std::uint64_t quotient = ringlet::arith::make_shoup_pair(scalar, modulus).quotient;
  return {.q = q,
          .bits = modulus.bits,
          .scalar = scalar,
          .scalar_quotient_52 = quotient >> 12,
          .scalar_quotient_64 = quotient,
          .product_quotient = modulus.product_quotient,
          .word_quotient = modulus.word_quotient,
          .bound = bound,
          .summand = summand};
}

BareLoop find_bare_loop(const std::string& backend, const std::string& operation, unsigned bits) {
  const auto in = [&](std::span<const BareOperation> loops) -> BareLoop {
    for (const BareOperation& loop : loops) {
      if (loop.operation == operation && bits >= loop.min_bits && bits <= loop.max_bits) return loop.loop;
    }
    return nullptr;
  };
  if (backend == "avx512dq") return in(bare_avx512dq);
  if (backend == "avx512ifma") return in(bare_avx512ifma);
  return nullptr;
}

EltwiseData::EltwiseData(Word modulus, std::size_t size)
    : q(modulus), n(size), x(size), y(size), words(size), out(size) {
  std::mt19937_64 random(modulus);
  for (std::size_t i = 0; i < n; ++i) {
    x[i] = random() % modulus;
    y[i] = random() % modulus;
    words[i] = random();
  }
  constants = bare_constants(modulus, y[0], modulus / 2, modulus / 3);
}

const std::vector<EltwiseOperation>& eltwise_operations() {
  static const std::vector<EltwiseOperation> all = {
      {"add", 3, [](Data& d) { return [&d] { ringlet::add(d.out, d.x, d.y, d.q); }; },
       [](const Data& d, std::size_t i) { return product(d.x[i], 1, d.y[i], d.q.value()); }},
      {"sub", 3, [](Data& d) { return [&d] { ringlet::sub(d.out, d.x, d.y, d.q); }; },
       [](const Data& d, std::size_t i) { return product(d.x[i], 1, d.q.value() - d.y[i], d.q.value()); }},
      {"cmp_add", 2,
       [](Data& d) {
         return
             [&d] { ringlet::cmp_add(d.out, d.x, ringlet::Comparison::less, d.constants.bound, d.constants.summand); };
       },
       [](const Data& d, std::size_t i) { return d.x[i] + (d.x[i] < d.constants.bound ? d.constants.summand : 0); }},
      {"mul", 3, [](Data& d) { return [&d] { ringlet::mul(d.out, d.x, d.y, d.q); }; },
       [](const Data& d, std::size_t i) { return product(d.x[i], d.y[i], 0, d.q.value()); }},
      {"mul, input below 4q", 3, [](Data& d) { return [&d] { ringlet::mul(d.out, d.x, d.y, d.q, {4}); }; },
       [](const Data& d, std::size_t i) { return product(d.x[i], d.y[i], 0, d.q.value()); }},
      {"mul by FixedOperand", 2,
       [](Data& d) { return [&d, w = ringlet::FixedOperand(d.y, d.q)] { ringlet::mul(d.out, d.x, w); }; },
       [](const Data& d, std::size_t i) { return product(d.x[i], d.y[i], 0, d.q.value()); }},
      {"mul_add by FixedOperand", 3,
       [](Data& d) { return [&d, w = ringlet::FixedOperand(d.y, d.q)] { ringlet::mul_add(d.out, d.x, w, d.y); }; },
       [](const Data& d, std::size_t i) { return product(d.x[i], d.y[i], d.y[i], d.q.value()); }},
      {"mul_scalar", 2, [](Data& d) { return [&d] { ringlet::mul(d.out, d.x, d.constants.scalar, d.q); }; },
       [](const Data& d, std::size_t i) { return product(d.x[i], d.constants.scalar, 0, d.q.value()); }},
      {"axpy", 3, [](Data& d) { return [&d] { ringlet::mul_add(d.out, d.x, d.constants.scalar, d.y, d.q); }; },
       [](const Data& d, std::size_t i) { return product(d.x[i], d.constants.scalar, d.y[i], d.q.value()); }},
      {reduce_any_word, 2, [](Data& d) { return [&d] { ringlet::reduce(d.out, d.words, d.q); }; },
       [](const Data& d, std::size_t i) { return d.words[i] % d.q.value(); }},
  };
  return all;
}

std::function<void()> bare_run(EltwiseData& data, const EltwiseOperation& operation, BareLoop loop) {
  const CacheLineWords& x = operation.name == reduce_any_word ? data.words : data.x;
  return [&data, &x, loop] { loop(data.out.data(), x.data(), data.y.data(), data.n, data.constants); };
}

}  // namespace bench
