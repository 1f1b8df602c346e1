#include <seal/util/uintarithsmallmod.h>

#include <algorithm>
#include <array>
#include <optional>
#include <span>
#include <vector>

#include "operations.hpp"
#include "ringlet/eltwise.hpp"
#include "ringlet/rns_eltwise.hpp"

namespace ringlet::seal {

namespace {

using ::seal::scheme_type;

/// Number of words of a piece, so that a second-level cache holds the pieces of two factors and their product.
constexpr std::size_t words_of_piece = 4096;

/// Returns words [begin, end) of row i, as one row.
template <class Span>
Span part(const Span& polynomial, std::size_t i, std::size_t begin, std::size_t end) {
  return {polynomial[i].data() + begin, 1, end - begin};
}

/// Computes out_k = sum_j a_j b_(k-j) on evaluations, for words [begin, end) of row i. out_k may be a_k or b_k, since
/// it is computed after all other products that need these.
void multiply_part(std::span<const RnsSpan> out, RnsViews a, RnsViews b, const RnsBase& modulus, std::size_t i,
                   std::size_t begin, std::size_t end) {
  std::vector<RnsView> left, right;
  for (std::size_t k = out.size(); k-- > 0;) {
    left.clear();
    right.clear();
    for (std::size_t j = k < b.size() ? 0 : k - b.size() + 1; j < a.size() && j <= k; ++j) {
      left.push_back(part(a[j], i, begin, end));
      right.push_back(part(b[k - j], i, begin, end));
    }
    const RnsSpan to = part(out[k], i, begin, end);
    if (left.size() == 1) {
      mul(to, left[0], right[0], modulus);
    } else {
      inner_product(to, left, right, modulus);
    }
  }
}

/// Multiplies all rows piece by piece, so that no value is fetched from memory twice. `base` may have more moduli than
/// there are rows.
void multiply_evaluations(std::span<const RnsSpan> out, RnsViews a, RnsViews b, const RnsBase& base,
                          Executor* executor) {
  if (a.size() == 2 && b.size() == 2) return tensor(out.first<3>(), a, b, base, executor);
  std::vector<RnsBase> single;
  for (std::size_t i = 0; i < out[0].rows(); ++i) single.emplace_back(std::array{base[i].value()});
  SerialExecutor serial;
  const std::size_t n = out[0].size();
  const std::size_t length = std::min(n, words_of_piece), pieces = n / length;
  (executor != nullptr ? *executor : serial).run(single.size() * pieces, [&](std::size_t task, std::size_t) {
    const std::size_t i = task / pieces, begin = task % pieces * length;
    multiply_part(out, a, b, single[i], i, begin, begin + length);
  });
}

/// Factor of a BFV product, as evaluations modulo the moduli of the level and of the auxiliary base.
struct Factor {
  Factor(const Level& level, const Ciphertext& in, const MemoryPoolHandle& pool, Executor* executor)
      : in_base(in.size(), level.base().size(), level.size(), pool),
        in_auxiliary(in.size(), level.scaling().auxiliary.size(), level.size(), pool) {
    const Scaling& scaling = level.scaling();
    for (std::size_t k = 0; k < in.size(); ++k) {
      scaling.scale.extend(in_auxiliary.spans()[k], rows(in, k), executor);
    }
    level.ntt().forward(in_base.spans(), polynomials<RnsView>(in, in.size()), executor);
    scaling.ntt.forward(in_auxiliary.spans(), in_auxiliary.spans(), executor);
  }

  Polynomials in_base, in_auxiliary;
};

void multiply_bfv(const Level& level, Ciphertext& result, const Ciphertext& a, const Ciphertext& b,
                  const MemoryPoolHandle& pool, Executor* executor) {
  const Scaling& scaling = level.scaling();
  const Factor left(level, a, pool, executor);
  std::optional<Factor> other;
  if (&a != &b) other.emplace(level, b, pool, executor);
  const Factor& right = other ? *other : left;

  const std::vector<RnsSpan> out = polynomials<RnsSpan>(result, result.size());
  const Polynomials auxiliary(out.size(), scaling.auxiliary.size(), level.size(), pool);
  multiply_evaluations(out, left.in_base.spans(), right.in_base.spans(), level.base(), executor);
  multiply_evaluations(auxiliary.spans(), left.in_auxiliary.spans(), right.in_auxiliary.spans(), scaling.auxiliary,
                       executor);
  level.ntt().inverse(out, out, executor);
  scaling.ntt.inverse(auxiliary.spans(), auxiliary.spans(), executor);
  for (std::size_t k = 0; k < out.size(); ++k) scaling.scale(out[k], out[k], auxiliary.spans()[k], executor);
}

/// Metadata of a product that Ringlet supports.
struct Product {
  const Level::ContextData& level;
  std::size_t left, right;  // polynomials of the factors
  double scale;
  std::uint64_t correction_factor;

  [[nodiscard]] std::size_t size() const noexcept { return left + right - 1; }
};

std::optional<Product> product_of(const Plans& plans, const Ciphertext& a, const Ciphertext& b,
                                  const MemoryPoolHandle& pool) {
  if (!is_served(plans, a) || (&a != &b && !is_served(plans, b)) || a.parms_id() != b.parms_id() || !pool) {
    return std::nullopt;
  }
  Product result{*plans.context().get_context_data(a.parms_id()), a.size(), b.size(), a.scale(), a.correction_factor()};
  switch (plans.scheme()) {
    case scheme_type::bfv:
      break;
    case scheme_type::ckks:
      result.scale *= b.scale();
      if (!is_scale_within_bounds(result.scale, result.level)) return std::nullopt;
      break;
    default:
      result.correction_factor = ::seal::util::multiply_uint_mod(a.correction_factor(), b.correction_factor(),
                                                                 result.level.parms().plain_modulus());
  }
  return result;
}

/// Makes room for a product and sets its metadata.
void prepare(Ciphertext& result, const Plans& plans, const Product& product) {
  result.resize(plans.context(), product.level.parms_id(), product.size());
  result.is_ntt_form() = plans.in_evaluations();
  result.scale() = product.scale;
  result.correction_factor() = product.correction_factor;
}

/// Multiplies into a prepared destination, which may be a or b.
void multiply_evaluations(const Plans& plans, Ciphertext& destination, const Ciphertext& a, const Ciphertext& b,
                          const Product& product) {
  multiply_evaluations(polynomials<RnsSpan>(destination, product.size()), polynomials<RnsView>(a, product.left),
                       polynomials<RnsView>(b, product.right), plans.base(), plans.executor());
}

/// Returns whether two polynomials have nonzero residues at the same place, so that their product is not 0.
bool have_product(const Ciphertext& a, std::size_t i, const Ciphertext& b, std::size_t j) {
  const std::size_t words = a.poly_modulus_degree() * a.coeff_modulus_size();
  const std::uint64_t *const left = a.data(i), *const right = b.data(j);
  for (std::size_t k = 0; k < words; ++k) {
    if (left[k] != 0 && right[k] != 0) return true;
  }
  return false;
}

}  // namespace

bool multiply(const Plans& plans, Ciphertext& result, const Ciphertext& a, const Ciphertext& b,
              const MemoryPoolHandle& pool) {
  const std::optional<Product> product = product_of(plans, a, b, pool);
  if (!product) return false;
  prepare(result, plans, *product);
  if (plans.in_evaluations()) {
    multiply_evaluations(plans, result, a, b, *product);
  } else {
    multiply_bfv(plans.level(a.parms_id()), result, a, b, pool, plans.executor());
  }
  return true;
}

bool multiply_directly(const Plans& plans, Ciphertext& destination, const Ciphertext& a, const Ciphertext& b,
                       const MemoryPoolHandle& pool) {
  if (!plans.in_evaluations()) return false;
  const std::optional<Product> product = product_of(plans, a, b, pool);
  if (!product || product->size() > SEAL_CIPHERTEXT_SIZE_MAX) return false;
  const std::size_t words = product->size() * a.poly_modulus_degree() * a.coeff_modulus_size();
  const bool has_room = destination.dyn_array().capacity() >= words;
  if (!has_room && &destination != &a && &destination != &b) return false;
  if (!have_product(a, product->left - 1, b, product->right - 1)) return false;
  prepare(destination, plans, *product);
  multiply_evaluations(plans, destination, a, b, *product);
  return true;
}

}  // namespace ringlet::seal
