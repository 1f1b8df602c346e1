#include "multiword/root.hpp"

#include "multiword/checks.hpp"
#include "multiword/widths.hpp"
#include "ringlet/multiword_number_theory.hpp"

namespace ringlet::multiword {

template <unsigned width>
UInt<width> multiword_root(const char* name, const std::optional<UInt<width>>& root, std::uint64_t order,
                           const Modulus<UInt<width>>& q) {
  const std::string order_text = "2^" + std::to_string(std::countr_zero(order));
  if (!is_prime(q.value())) reject_multiword("q", q.value(), "a transform needs a prime");
  if (((q.value().words[0] - 1) & (order - 1)) != 0) {
    reject_multiword("q", q.value(), "it must be 1 modulo " + order_text + ", the order of " + name);
  }
  if (!root) return primitive_root_of_unity(order, q);
  if (*root < q.value() && is_primitive_root_of_unity(*root, order, q)) return *root;
  reject_multiword(
      name, *root,
      "it must be a primitive root of unity of order " + order_text + " modulo q = " + checks::decimal(q.value()));
}

#define RINGLET_INSTANTIATE(width)                                                                   \
  template UInt<width> multiword_root(const char*, const std::optional<UInt<width>>&, std::uint64_t, \
                                      const Modulus<UInt<width>>&);
RINGLET_FOR_EACH_WIDTH(RINGLET_INSTANTIATE)

}  // namespace ringlet::multiword
