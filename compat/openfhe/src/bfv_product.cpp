#include "bfv_product.hpp"

#include <algorithm>
#include <array>
#include <atomic>
#include <utility>

#include "plans.hpp"
#include "ringlet/number_theory.hpp"
#include "ringlet/rns_eltwise.hpp"

namespace ringlet::openfhe {
namespace {

using lbcrypto::BEHZ, lbcrypto::HPS, lbcrypto::HPSPOVERQ;
using Words = std::vector<std::uint64_t>;

constexpr std::size_t grain = 1024;
/// Words between the ends and beginnings of rows, so that equal columns of rows are in different sets of the caches.
constexpr std::size_t padding = 64;

/// Returns the product of moduli modulo each modulus of a base.
template <class Moduli>
Words products(const Moduli& moduli, const RnsBase& base) {
  Words result(base.size(), 1);
  for (std::size_t i = 0; i < base.size(); ++i) {
    for (const auto& q : moduli) result[i] = mul_mod(result[i], base[i].reduce(q.value()), base[i]);
  }
  return result;
}

/// Returns the moduli of OpenFHE's auxiliary base for products of `level` moduli.
Moduli auxiliary_moduli(const BfvProduct::Parameters& parameters, std::size_t level) {
  const auto technique = parameters.GetMultiplicationTechnique();
  if (technique != BEHZ)
    return Moduli(*parameters.GetParamsRl(technique == HPS ? 0 : static_cast<std::uint32_t>(level - 1)));
  Moduli all(*parameters.GetParamsQBsk());
  const auto first = static_cast<std::ptrdiff_t>(level);
  all.values.erase(all.values.begin(), all.values.begin() + first);
  all.roots.erase(all.roots.begin(), all.roots.begin() + first);
  return all;
}

/// Returns the transforms modulo the first `count` moduli of `ntt` and modulo the moduli of `more`.
RnsNtt joined(const RnsNtt& ntt, std::size_t count, const Moduli& more) {
  Words moduli, roots;
  for (std::size_t i = 0; i < count; ++i) {
    moduli.push_back(ntt.base()[i].value());
    roots.push_back(ntt[i].root());
  }
  moduli.insert(moduli.end(), more.values.begin(), more.values.end());
  roots.insert(roots.end(), more.roots.begin(), more.roots.end());
  return {ntt.size(), RnsBase(moduli), {.psi = roots, .context = ntt.context()}};
}

/// Returns the arguments of OpenFHE's scaling by the plaintext modulus over Q or, for products modulo R Q, over R.
ScaleAndRoundTables tables(const BfvProduct::Parameters& p, std::size_t level) {
  const std::uint64_t t = p.GetPlaintextModulus();
  if (p.GetMultiplicationTechnique() == HPS) {
    return {p.GetParamsQlRl(),
            p.GetParamsRl(),
            p.GettRSHatInvModsDivsModr(),
            p.GettRSHatInvModsDivsFrac(),
            p.GetModrBarrettMu(),
            t};
  }
  const auto l = static_cast<std::uint32_t>(level - 1);
  return {p.GetParamsQlRl(l),
          p.GetParamsQl(l),
          p.GettQlSlHatInvModsDivsModq(l),
          p.GettQlSlHatInvModsDivsFrac(l),
          p.GetModqBarrettMu(),
          t};
}

}  // namespace

CheckedConversion::CheckedConversion(const RnsBase& from, const RnsBase& to) : conversion_(from, to, Lift::centred) {
  for (std::size_t i = 0; i < from.size(); ++i) {
    std::uint64_t hat = 1;
    for (std::size_t j = 0; j < from.size(); ++j) {
      if (j != i) hat = mul_mod(hat, from[i].reduce(from[j].value()), from[i]);
    }
    const ShoupOperand high(inverse_mod(hat, from[i]), from[i]);
    const std::uint64_t remainder = 0 - high.quotient() * from[i].value();
    fractions_.push_back({high.quotient(), ShoupOperand(remainder, from[i]).quotient()});
  }
}

bool CheckedConversion::is_near_half(const RnsView& in, std::size_t begin, std::size_t end) const {
  // Ringlet's fractions of L moduli are off by at most 3L 2^-42, OpenFHE's by L (L + 4) 2^-53: a term is rounded three
  // times (1 / q, x and their product), and the sum of L terms, at most L + 1/2, L times. Both are below 2^-30 for
  // L <= 1024.
  constexpr std::uint64_t half = std::uint64_t{1} << 63, margin = std::uint64_t{1} << 34;
  bool is_near = false;
  for (std::size_t k = begin; k < end; ++k) {
    // 2^64 x / Q modulo 2^64, rounded down by less than 2 for each modulus.
    std::uint64_t fraction = 0;
    for (std::size_t i = 0; i < fractions_.size(); ++i) {
      const std::uint64_t x = in[i][k];
      fraction += x * fractions_[i].high + static_cast<std::uint64_t>(uint128_t{x} * fractions_[i].low >> 64);
    }
    is_near |= fraction - (half - margin) < 2 * margin;
  }
  return is_near;
}

bool CheckedConversion::operator()(RnsSpan out, RnsView in, Executor& executor) const {
  conversion_(out, in, &executor);
  std::atomic<bool> is_near = false;
  run_in_pieces(executor, in.size(), grain, [&](std::size_t begin, std::size_t end, std::size_t /*worker*/) {
    if (is_near_half(in, begin, end)) is_near = true;
  });
  return !is_near;
}

/// Polynomial in working memory: rows for the ciphertext's moduli, then for the auxiliary moduli.
class BfvProduct::Operand {
 public:
  Operand(const BfvProduct& plan, std::uint64_t* memory)
      : n_(plan.source_.size()), source_(plan.source_.base().size()), level_(plan.level_) {
    const std::size_t rows = source_ + plan.auxiliary_.base().size();
    for (std::size_t i = 0; i < rows; ++i) rows_.push_back(memory + i * (n_ + padding));
    for (std::size_t i = 0; i < rows; ++i) {
      if (i < level_ || i >= source_) all_.push_back(rows_[i]);
    }
    evaluations_.assign(all_.begin(), all_.end());
  }
  static std::size_t words(const BfvProduct& plan) {
    return (plan.source_.base().size() + plan.auxiliary_.base().size()) * (plan.source_.size() + padding);
  }
  [[nodiscard]] RnsSpan source() const { return {std::span(rows_).first(source_), n_}; }
  [[nodiscard]] RnsSpan level() const { return {std::span(rows_).first(level_), n_}; }
  [[nodiscard]] RnsSpan auxiliary() const { return {std::span(rows_).subspan(source_), n_}; }
  /// Rows of `level`, then of `auxiliary`.
  [[nodiscard]] RnsSpan all() const { return {all_, n_}; }
  /// Rows of `all`, for the moduli of `level` the given rows after `read_level`.
  [[nodiscard]] RnsView evaluations() const { return {evaluations_, n_}; }
  void read_level(const RnsView& given) {
    for (std::size_t i = 0; i < level_; ++i) evaluations_[i] = given[i].data();
  }

 private:
  std::size_t n_, source_, level_;
  std::vector<std::uint64_t*> rows_, all_;
  std::vector<const std::uint64_t*> evaluations_;
};

BfvProduct::BfvProduct(const Parameters& parameters, const RnsNtt& ntt, std::size_t level,
                       const OpenFheScaleAndRound* drop, WorkingMemory& memory)
    : technique_(parameters.GetMultiplicationTechnique()),
      level_(level),
      drop_(drop),
      memory_(memory),
      source_(ntt),
      auxiliary_(joined(ntt, 0, auxiliary_moduli(parameters, level))),
      all_(joined(ntt, level, auxiliary_moduli(parameters, level))) {
  const RnsBase &q = source_.base(), &r = auxiliary_.base(), kept = q.first(level);
  if (technique_ == BEHZ) {
    constexpr std::uint64_t montgomery_modulus = std::uint64_t{1} << 16;
    behz_.emplace(q, r, parameters.GetPlaintextModulus(), ScaleAndRoundOptions{montgomery_modulus});
    return;
  }
  up_.emplace(kept, r);
  down_.emplace(r, kept);
  division_.emplace(tables(parameters, level));
  if (technique_ == HPS) return;
  quotient_.emplace(q, r, Lift::approximate);
  negative_r_ = products(r.moduli(), q);
  for (std::size_t i = 0; i < q.size(); ++i) negative_r_[i] = q[i].value() - negative_r_[i];
  inverse_q_ = products(q.moduli(), r);
  for (std::size_t i = 0; i < r.size(); ++i) inverse_q_[i] = inverse_mod(inverse_q_[i], r[i]);
  dropped_ = products(q.moduli().subspan(level), kept);
}

bool BfvProduct::is_right(const Parameters& parameters) {
  if (parameters.GetMultiplicationTechnique() != BEHZ) return true;
  return std::ranges::all_of(parameters.GetModuliBsk(), [](const auto& q) { return q.ConvertToInt() >> 15 != 0; });
}

bool BfvProduct::extend_first(Operand& out, const RnsView& x, std::span<std::uint64_t> work, Executor& executor) const {
  source_.inverse(out.source(), x, &executor);
  bool is_sure = true;
  if (behz_) {
    behz_->extend(out.auxiliary(), out.source(), &executor);
  } else {
    if (drop_ != nullptr) (*drop_)(out.level(), out.source(), work, executor);
    is_sure = (*up_)(out.auxiliary(), out.level(), executor);
  }
  if (drop_ != nullptr) {
    all_.forward(out.all(), out.all(), &executor);
  } else {
    auxiliary_.forward(out.auxiliary(), out.auxiliary(), &executor);
    out.read_level(x);
  }
  return is_sure;
}

bool BfvProduct::extend_second(Operand& out, const RnsView& y, Executor& executor) const {
  source_.inverse(out.source(), y, &executor);
  mul(out.source(), out.source(), negative_r_, source_.base(), &executor);
  (*quotient_)(out.auxiliary(), out.source(), &executor);
  mul(out.auxiliary(), out.auxiliary(), inverse_q_, auxiliary_.base(), &executor);
  const bool is_sure = (*down_)(out.level(), out.auxiliary(), executor);
  all_.forward(out.all(), out.all(), &executor);
  return is_sure;
}

bool BfvProduct::scale(const RnsSpan& out, const Operand& in, std::span<std::uint64_t> work, Executor& executor) const {
  if (behz_) {
    (*behz_)(out, in.level(), in.auxiliary(), &executor);
    return true;
  }
  if (technique_ == HPS) {
    (*division_)(in.auxiliary(), in.all(), work, executor);
    return (*down_)(out, in.auxiliary(), executor);
  }
  (*division_)(out.first(level_), in.all(), work, executor);
  if (drop_ != nullptr) mul(out.first(level_), out.first(level_), dropped_, source_.base(), &executor);
  return true;
}

bool BfvProduct::operator()(std::span<const RnsSpan, 3> out, Polynomials x, Polynomials y, bool is_square,
                            Executor& executor) const {
  if (division_ && !(division_->is_openfhes() && (drop_ == nullptr || drop_->is_openfhes()))) return false;
  const std::size_t n = source_.size(), words = Operand::words(*this);
  WorkingMemory::Lease lease(memory_, 4 * words + n);
  std::array operands{Operand(*this, lease.get()), Operand(*this, lease.get() + words),
                      Operand(*this, lease.get() + 2 * words), Operand(*this, lease.get() + 3 * words)};
  const std::span<std::uint64_t> work(lease.get() + 4 * words, n);
  const bool is_shared = is_square && !quotient_;
  bool is_sure = true;
  for (std::size_t i = 0; i < (is_shared ? 2 : 4); ++i) {
    is_sure &= i < 2 || !quotient_ ? extend_first(operands[i], i < 2 ? x[i] : y[i - 2], work, executor)
                                   : extend_second(operands[i], y[i - 2], executor);
  }
  const std::size_t second = is_shared ? 0 : 2;
  const std::array a{operands[0].evaluations(), operands[1].evaluations()};
  const std::array b{operands[second].evaluations(), operands[second + 1].evaluations()};
  const std::array products{operands[0].all(), operands[1].all(), operands[2].all()};
  tensor(products, a, b, all_.base(), &executor);
  const std::array<RnsView, 3> views{products[0], products[1], products[2]};
  all_.inverse(products, views, &executor);
  for (std::size_t i = 0; i < 3; ++i) is_sure &= scale(out[i], operands[i], work, executor);
  return is_sure;
}

}  // namespace ringlet::openfhe
