#include "ringlet/mod_down.hpp"

#include <algorithm>
#include <array>
#include <functional>
#include <memory>
#include <stdexcept>
#include <string>
#include <vector>

#include "api/rns_checks.hpp"
#include "api/rns_constants.hpp"
#include "arith/word_arithmetic.hpp"
#include "plan/base_conversion.hpp"
#include "plan/rows.hpp"
#include "ringlet/eltwise.hpp"

namespace ringlet {
namespace api {

class ModDownState {
 public:
  /// ntt: null for coefficients alone.
  ModDownState(const RnsBase& base, const RnsNtt* ntt, std::size_t dropped, const ModDownOptions& options)
      : base_(base),
        kept_(base.size() - dropped),
        factors_(divided_by_product(options.numerator, kept_moduli(), dropped_moduli())),
        conversion_(make_conversion(options)) {
    if (ntt != nullptr) evaluations_ = std::make_unique<Evaluations>(*ntt, conversion_.terms());
  }

  [[nodiscard]] std::size_t kept() const { return kept_; }
  [[nodiscard]] const RnsBase& base() const { return base_; }
  /// Null for coefficients alone.
  [[nodiscard]] const RnsNtt* ntt() const { return evaluations_ != nullptr ? &evaluations_->ntt : nullptr; }

  void on_coefficients(const RnsSpan& out, const RnsView& in, Executor& executor) const;
  void on_evaluations(const RnsSpan& out, const RnsView& in, Executor& executor) const;

 private:
  [[nodiscard]] Moduli kept_moduli() const { return base().moduli().first(kept_); }
  [[nodiscard]] Moduli dropped_moduli() const { return base().moduli().subspan(kept_); }
  [[nodiscard]] plan::BaseConversion make_conversion(const ModDownOptions& options) const;

  /// out = c in / P + what a conversion has made, modulo q_j.
  void combine(std::span<std::uint64_t> out, std::span<const std::uint64_t> in,
               std::span<const std::uint64_t> conversion, std::size_t j) const {
    axpy(out, in, factors_[j], conversion, base()[j]);
  }

  struct Evaluations {
    Evaluations(const RnsNtt& transforms, std::size_t rows) : ntt(transforms), workspaces(rows, 1, ntt.size()) {}
    RnsNtt ntt;
    plan::Workspaces workspaces;
  };

  RnsBase base_;
  std::size_t kept_;
  /// The numerator / P modulo q_j.
  std::vector<std::uint64_t> factors_;
  /// From P to -d / P modulo q_j.
  plan::BaseConversion conversion_;
  std::unique_ptr<Evaluations> evaluations_;
};

plan::BaseConversion ModDownState::make_conversion(const ModDownOptions& options) const {
  std::vector<std::uint64_t> factors;
  for (const arith::WordModulus& m : kernel_moduli(dropped_moduli())) {
    const std::uint64_t inverse = arith::inverse_mod(arith::reduce(options.plaintext_modulus, m), m.q);
    factors.push_back(arith::mul_mod(inverse, arith::reduce(options.numerator, m), m));
  }
  return conversion_of_division(dropped_moduli(), kept_moduli(), options.plaintext_modulus, options.lift, factors);
}

void ModDownState::on_coefficients(const RnsSpan& out, const RnsView& in, Executor& executor) const {
  constexpr std::size_t group = 4, longest = plan::BaseConversion::longest_tile;
  const RowPointers sources(in);
  run_in_pieces(executor, in.size(), row_grain, [&](std::size_t begin, std::size_t end, std::size_t /*worker*/) {
    alignas(64) std::array<std::array<std::uint64_t, longest>, group> converted;
    std::array<std::uint64_t*, group> rows;
    for (std::size_t k = 0; k < group; ++k) rows[k] = converted[k].data();
    const auto tile = [&](const std::uint64_t* lifted, std::size_t stride, std::size_t at, std::size_t count) {
      for (std::size_t j = 0; j < kept_; j += group) {
        const std::size_t outputs = std::min(group, kept_ - j);
        conversion_.finish(std::span(rows).first(outputs), 0, j, lifted, stride, count);
        for (std::size_t k = 0; k < outputs; ++k) {
          combine(out[j + k].subspan(at, count), in[j + k].subspan(at, count), std::span(converted[k]).first(count),
                  j + k);
        }
      }
    };
    conversion_.for_each_tile(sources.get().subspan(kept_), begin, end, tile);
  });
}

void ModDownState::on_evaluations(const RnsSpan& out, const RnsView& in, Executor& executor) const {
  const RnsNtt& transforms = evaluations_->ntt;
  const std::size_t n = transforms.size();
  const plan::Workspaces::Loan workspace(evaluations_->workspaces, executor.workers());
  const plan::Rows& lifted = workspace->shared();
  const auto row = [n](std::uint64_t* p) { return std::span(p, n); };
  const std::size_t dropped = base().size() - kept_;
  const auto to_coefficients = [&](std::size_t i, std::size_t /*worker*/) {
    transforms[kept_ + i].inverse(row(lifted[i]), in[kept_ + i]);
  };
  executor.run(dropped, std::ref(to_coefficients));
  run_in_pieces(executor, n, row_grain, [&](std::size_t begin, std::size_t end, std::size_t /*worker*/) {
    conversion_.prepare_in_place(lifted[0] + begin, lifted.stride(), end - begin);
  });
  const auto divide = [&](std::size_t j, std::size_t worker) {
    std::uint64_t* const converted = workspace->of_worker(worker)[0];
    conversion_.finish({&converted, 1}, 0, j, lifted[0], lifted.stride(), n);
    transforms[j].forward(row(converted), row(converted));
    combine(out[j], in[j], row(converted), j);
  };
  executor.run(kept_, std::ref(divide));
}

}  // namespace api

namespace {

std::shared_ptr<const api::ModDownState> make_state(const RnsBase& base, const RnsNtt* ntt, std::size_t dropped,
                                                    const ModDownOptions& options) {
  if (dropped == 0 || dropped >= base.size()) {
    api::reject("dropped", dropped, "it must lie in [1, " + std::to_string(base.size()) + "), as the base has moduli");
  }
  if (options.numerator == 0) api::reject("numerator", 0, "it must be at least 1");
  api::require_enumerator("lift", options.lift, Lift::centred);
  api::require_coprime("plaintext_modulus", options.plaintext_modulus, base.moduli().last(dropped));
  return std::make_shared<const api::ModDownState>(base, ntt, dropped, options);
}

void check(const RnsSpan& out, const RnsView& in, std::size_t n, const api::ModDownState& state) {
  api::require_rows("in", in, state.base().size(), n);
  api::require_rows("out", out, state.kept(), n);
  api::require_same_rows_or_separate("in", out, in);
  api::check_rows("in", in, state.base());
}

}  // namespace

ModDown::ModDown(const RnsNtt& ntt, std::size_t dropped, const ModDownOptions& options)
    : state_(make_state(ntt.base(), &ntt, dropped, options)) {}

ModDown::ModDown(const RnsBase& base, std::size_t dropped, const ModDownOptions& options)
    : state_(make_state(base, nullptr, dropped, options)) {}

void ModDown::on_coefficients(RnsSpan out, RnsView in, Executor* executor) const {
  check(out, in, in.size(), *state_);
  state_->on_coefficients(out, in, api::executor_or_serial(executor));
}

void ModDown::on_evaluations(RnsSpan out, RnsView in, Executor* executor) const {
  if (state_->ntt() == nullptr)
    throw std::logic_error("the division is of coefficients alone: it was made without transforms");
  check(out, in, state_->ntt()->size(), *state_);
  state_->on_evaluations(out, in, api::executor_or_serial(executor));
}

std::size_t ModDown::kept() const noexcept { return state_->kept(); }
const RnsBase& ModDown::base() const noexcept { return state_->base(); }

}  // namespace ringlet
