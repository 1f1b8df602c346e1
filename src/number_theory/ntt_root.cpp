#include "number_theory/ntt_root.hpp"

#include "arith/word_traits.hpp"
#include "checks/checks.hpp"
#include "ringlet/number_theory.hpp"

namespace ringlet::number_theory {
namespace {

template <class Word>
constexpr std::size_t max_size = std::size_t{1} << arith::WordTraits<Word>::max_log_n;

/// Checks q for a transform over roots of unity of the given order, which messages call `order_name`.
template <class Word>
void require_ntt_prime(const Modulus<Word>& q, std::uint64_t order, const char* order_name, std::size_t n) {
  if (!is_prime(q.value())) checks::reject("q", q.value(), "a transform needs a prime");
  if ((q.value() - 1) % order != 0) {
    checks::reject("q", q.value(),
                   std::string("it must be 1 modulo ").append(order_name).append(", n = ").append(std::to_string(n)));
  }
}

template <class Word>
void require_root(const char* name, Word root, std::uint64_t order, const Modulus<Word>& q) {
  if (root < q.value() && is_primitive_root_of_unity(root, order, q)) return;
  checks::reject(name, root,
                 "it must be a primitive root of unity of order " + std::to_string(order) +
                     " modulo q = " + arith::text_of(q.value()));
}

}  // namespace

template <class Word>
Word ntt_root(const char* name, const std::type_identity_t<std::optional<Word>>& root, std::size_t n,
              const Modulus<Word>& q, Ring ring) {
  checks::require_points(n, 2, max_size<Word>);
  return large_ntt_root(name, root, n, q, ring);
}

template <class Word>
Word large_ntt_root(const char* name, const std::type_identity_t<std::optional<Word>>& root, std::size_t n,
                    const Modulus<Word>& q, Ring ring) {
  const bool cyclic = ring == Ring::cyclic;
  const std::uint64_t order = cyclic ? n : 2 * n;
  require_ntt_prime(q, order, cyclic ? "n" : "2n", n);
  if (root) {
    require_root(name, *root, order, q);
    return *root;
  }
  const bool is_large = n > max_size<Word>;
  return is_large ? primitive_root_of_unity(order, q) : smallest_primitive_root_of_unity(order, q);
}

#define RINGLET_INSTANTIATE(Word)                                                                           \
  template Word ntt_root(const char*, const std::optional<Word>&, std::size_t, const Modulus<Word>&, Ring); \
  template Word large_ntt_root(const char*, const std::optional<Word>&, std::size_t, const Modulus<Word>&, Ring);
RINGLET_FOR_EACH_WORD(RINGLET_INSTANTIATE)

}  // namespace ringlet::number_theory
