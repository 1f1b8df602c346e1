// Contenders of this library: on the backend that it chooses itself, on its scalar backend, and from one array to
// another.
#include <ringlet/ringlet.hpp>
#include <utility>

#include "words/contenders.hpp"

namespace bench::words {
namespace {

using Ntt = ringlet::Ntt<Word>;

/// Prepares an element-wise product, which uses the backend that is active when it runs.
Run elementwise(const Ring& ring, const std::shared_ptr<Arrays>& d) {
  const ringlet::Modulus q(ring.q);
  return run_on(d, ringlet::backend::active(), [d, q] { ringlet::mul(d->out, d->a, d->b, q); });
}

Run with_plan(const Ring& ring, const std::shared_ptr<Arrays>& d, void (*run)(const Ntt&, Arrays&)) {
  const Ntt ntt(ring.n, ringlet::Modulus(ring.q));
  Run result = run_on(d, ntt.describe(), [d, ntt, run] { run(ntt, *d); });
  result.table_bytes = ntt.table_bytes();
  return result;
}

Run prepare(const Ring& ring, Operation operation, const Words& a, const Words& b) {
  const auto d = std::make_shared<Arrays>(a, b);
  switch (operation) {
    case Operation::forward:
      return with_plan(ring, d, [](const Ntt& ntt, Arrays& of) { ntt.forward(of.out, of.out); });
    case Operation::inverse:
      return with_plan(ring, d, [](const Ntt& ntt, Arrays& of) { ntt.inverse(of.out, of.out); });
    case Operation::elementwise_product:
      return elementwise(ring, d);
    case Operation::ring_product:
      return with_plan(ring, d, [](const Ntt& ntt, Arrays& of) { ntt.multiply(of.out, of.a, of.b); });
  }
  return {};
}

Run prepare_between_arrays(const Ring& ring, Operation operation, const Words& a, const Words& b) {
  const auto d = std::make_shared<Arrays>(a, b);
  if (operation == Operation::forward) {
    return with_plan(ring, d, [](const Ntt& ntt, Arrays& of) { ntt.forward(of.out, of.a); });
  }
  if (operation != Operation::inverse) return {};
  return with_plan(ring, d, [](const Ntt& ntt, Arrays& of) { ntt.inverse(of.out, of.a); });
}

}  // namespace

Contender this_library() { return {.name = "ringlet", .ours = true, .has_tables = true, .prepare = prepare}; }

Contender scalar_backend() { return {.name = "scalar", .ours = true, .backend = "scalar", .prepare = prepare}; }

Contender between_two_arrays() {
  return {.name = "two arrays",
          .ours = true,
          .remark = "ringlet's transform from one array to another",
          .prepare = prepare_between_arrays};
}

}  // namespace bench::words
