#include "ringlet/mod_down.hpp"

#include <algorithm>
#include <array>
#include <numeric>
#include <vector>

#include "api/rns_checks.hpp"
#include "arith/word_arithmetic.hpp"
#include "plan/base_conversion.hpp"
#include "plan/rows.hpp"
#include "ringlet/eltwise.hpp"

namespace ringlet {
namespace api {

class ModDownState {
 public:
  using Moduli = std::span<const Modulus<std::uint64_t>>;

  ModDownState(const RnsNtt& ntt, std::size_t dropped, std::uint64_t plaintext_modulus)
      : ntt_(ntt),
        kept_(ntt.base().size() - dropped),
        inverses_(inverses_of_product(kept_moduli(), dropped_moduli())),
        conversion_(make_conversion(plaintext_modulus)),
        workspaces_(conversion_.terms(), 1, ntt.size()) {}

  [[nodiscard]] std::size_t kept() const { return kept_; }
  [[nodiscard]] const RnsBase& base() const { return ntt_.base(); }
  [[nodiscard]] std::size_t size() const { return ntt_.size(); }

  void on_coefficients(const RnsSpan& out, const RnsView& in, Executor& executor) const;
  void on_evaluations(const RnsSpan& out, const RnsView& in, Executor& executor) const;

 private:
  [[nodiscard]] Moduli kept_moduli() const { return base().moduli().first(kept_); }
  [[nodiscard]] Moduli dropped_moduli() const { return base().moduli().subspan(kept_); }
  [[nodiscard]] plan::BaseConversion make_conversion(std::uint64_t plaintext_modulus) const;

  /// out = in / P + what a conversion has made, modulo q_j.
  void combine(std::span<std::uint64_t> out, std::span<const std::uint64_t> in,
               std::span<const std::uint64_t> conversion, std::size_t j) const {
    axpy(out, in, inverses_[j], conversion, base()[j]);
  }

  RnsNtt ntt_;
  std::size_t kept_;
  /// P^-1 modulo q_j.
  std::vector<std::uint64_t> inverses_;
  /// From P to -d / P modulo q_j.
  plan::BaseConversion conversion_;
  mutable plan::Workspaces workspaces_;
};

plan::BaseConversion ModDownState::make_conversion(std::uint64_t plaintext_modulus) const {
  std::vector<std::uint64_t> from, to;
  for (const auto& p : dropped_moduli()) {
    const arith::WordModulus m = kernel_modulus(p);
    from.push_back(arith::inverse_mod(arith::reduce(plaintext_modulus, m), m.q));
  }
  for (std::size_t j = 0; j < kept_; ++j) {
    const arith::WordModulus m = kernel_modulus(base()[j]);
    const std::uint64_t factor = arith::mul_mod(inverses_[j], arith::reduce(plaintext_modulus, m), m);
    to.push_back(factor == 0 ? 0 : m.q - factor);
  }
  return {kernel_moduli(dropped_moduli()),
          kernel_moduli(kept_moduli()),
          Lift::centred,
          backends::active(),
          {.from = from, .to = to}};
}

void ModDownState::on_coefficients(const RnsSpan& out, const RnsView& in, Executor& executor) const {
  constexpr std::size_t group = 4, longest = plan::BaseConversion::longest_tile;
  const RowPointers sources(in);
  run_in_pieces(executor, size(), row_grain, [&](std::size_t begin, std::size_t end, std::size_t /*worker*/) {
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
  const plan::Workspaces::Loan workspace(workspaces_, executor.workers());
  const plan::Rows& lifted = workspace->shared();
  const auto row = [this](std::uint64_t* p) { return std::span(p, size()); };
  const std::size_t dropped = base().size() - kept_;
  const auto to_coefficients = [&](std::size_t i, std::size_t /*worker*/) {
    ntt_[kept_ + i].inverse(row(lifted[i]), in[kept_ + i]);
  };
  executor.run(dropped, std::ref(to_coefficients));
  run_in_pieces(executor, size(), row_grain, [&](std::size_t begin, std::size_t end, std::size_t /*worker*/) {
    conversion_.prepare_in_place(lifted[0], lifted.stride(), begin, end);
  });
  const auto divide = [&](std::size_t j, std::size_t worker) {
    std::uint64_t* const converted = workspace->of_worker(worker)[0];
    conversion_.finish({&converted, 1}, 0, j, lifted[0], lifted.stride(), size());
    ntt_[j].forward(row(converted), row(converted));
    combine(out[j], in[j], row(converted), j);
  };
  executor.run(kept_, std::ref(divide));
}

}  // namespace api

namespace {

std::shared_ptr<const api::ModDownState> make_state(const RnsNtt& ntt, std::size_t dropped,
                                                    std::uint64_t plaintext_modulus) {
  const RnsBase& base = ntt.base();
  if (dropped == 0 || dropped >= base.size()) {
    api::reject("dropped", dropped, "it must lie in [1, " + std::to_string(base.size()) + "), as the base has moduli");
  }
  api::require_coprime("plaintext_modulus", plaintext_modulus, base.moduli().last(dropped));
  return std::make_shared<const api::ModDownState>(ntt, dropped, plaintext_modulus);
}

void check(const RnsSpan& out, const RnsView& in, const api::ModDownState& state) {
  api::require_rows("in", in, state.base().size(), state.size());
  api::require_rows("out", out, state.kept(), state.size());
  api::require_same_rows_or_separate("in", out, in);
  api::check_rows("in", in, state.base());
}

}  // namespace

ModDown::ModDown(const RnsNtt& ntt, std::size_t dropped, std::uint64_t plaintext_modulus)
    : state_(make_state(ntt, dropped, plaintext_modulus)) {}

void ModDown::on_coefficients(RnsSpan out, RnsView in, Executor* executor) const {
  check(out, in, *state_);
  state_->on_coefficients(out, in, api::executor_or_serial(executor));
}

void ModDown::on_evaluations(RnsSpan out, RnsView in, Executor* executor) const {
  check(out, in, *state_);
  state_->on_evaluations(out, in, api::executor_or_serial(executor));
}

std::size_t ModDown::kept() const noexcept { return state_->kept(); }
const RnsBase& ModDown::base() const noexcept { return state_->base(); }

}  // namespace ringlet
