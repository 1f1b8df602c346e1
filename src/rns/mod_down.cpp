#include "ringlet/mod_down.hpp"

#include <algorithm>
#include <functional>
#include <memory>
#include <optional>
#include <span>
#include <stdexcept>
#include <string>

#include "rns/checks.hpp"
#include "rns/division.hpp"
#include "rns/rns_context_state.hpp"
#include "rns/rows.hpp"
#include "words/ntt_plan.hpp"

namespace ringlet {
namespace rns {

/// Prefetches values, one load for each cache line.
inline void prefetch(std::span<const std::uint64_t> values) {
  for (std::size_t i = 0; i < values.size(); i += 8) RINGLET_PREFETCH(&values[i]);
}

class ModDownState {
 public:
  /// Makes the constants. `ntt` is null for coefficients alone.
  ModDownState(const RnsBase& base, const RnsNtt* ntt, std::size_t dropped, const ModDownOptions& options)
      : base_(base), division_(base.moduli().first(base.size() - dropped), base.moduli().last(dropped), options) {
    if (ntt != nullptr) ntt_.emplace(*ntt);
  }

  [[nodiscard]] std::size_t kept() const { return division_.kept(); }
  [[nodiscard]] const RnsBase& base() const { return base_; }
  /// Size of the transforms, or 0 for coefficients alone.
  [[nodiscard]] std::size_t n() const { return ntt_ ? ntt_->size() : 0; }

  void on_coefficients(const RnsSpan& out, const RnsView& in, Executor& executor) const {
    run_in_pieces(executor, in.size(), row_grain, [&](std::size_t begin, std::size_t end, std::size_t /*worker*/) {
      const auto divide = [&](const std::uint64_t* lifted, std::size_t stride, std::size_t at, std::size_t count) {
        division_.divide({out, at}, {in, at}, lifted, stride, count);
      };
      division_.conversion().for_each_tile(in.last(base().size() - kept()), begin, end, divide);
    });
  }

  /// Divides evaluations. Only the dropped rows are transformed back. The lift of `Division` is transformed modulo each
  /// kept modulus: as a lazy input of the transform where that is possible, else after its conversion.
  void on_evaluations(const RnsSpan& out, const RnsView& in, Executor& executor) const {
    const RnsNtt& transforms = *ntt_;
    const std::size_t n = transforms.size();
    const Workspace workspace(memory_of(transforms),
                              {.shared_rows = division_.conversion().terms(),
                               .polynomials = 1,
                               .own_rows = 1,
                               .places = places(executor, kept())},
                              n);
    const Rows lifted = workspace.shared(0);
    const std::size_t dropped = base().size() - kept();
    const auto to_coefficients = [&](std::size_t i, std::size_t /*worker*/) {
      plan_of(transforms[kept() + i]).inverse(lifted[i], in[kept() + i].data(), 1, 1);
    };
    executor.run(dropped, std::ref(to_coefficients));
    run_in_pieces(executor, n, row_grain, [&](std::size_t begin, std::size_t end, std::size_t /*worker*/) {
      division_.conversion().prepare_in_place(lifted[0] + begin, lifted.stride, end - begin);
    });
    run_in_places(executor, kept(), [&](std::size_t j, std::size_t place) {
      std::uint64_t* const converted = workspace.own(place)[0];
      if (const auto summand = division_.lazy_summand(j)) {
        plan_of(transforms[j]).forward_sums(converted, lifted[0], *summand, [&](std::size_t at, std::size_t count) {
          division_.subtract(out[j].data() + at, in[j].data() + at, converted + at, count, j);
          prefetch(in[j].subspan(at + count).first(std::min(count, n - at - count)));
        });
        return;
      }
      division_.conversion().finish({&converted, 1}, 0, j, lifted[0], lifted.stride, n);
      plan_of(transforms[j]).forward(converted, converted, 1, 1);
      division_.combine(out[j].data(), in[j].data(), converted, n, j);
    });
  }

 private:
  RnsBase base_;
  Division division_;
  std::optional<RnsNtt> ntt_;
};

}  // namespace rns

namespace {

std::shared_ptr<const rns::ModDownState> make_state(const RnsBase& base, const RnsNtt* ntt, std::size_t dropped,
                                                    const ModDownOptions& options) {
  if (dropped == 0 || dropped >= base.size()) {
    checks::reject("dropped", dropped,
                   "it must lie in [1, " + std::to_string(base.size()) + "), below the number of moduli");
  }
  if (options.numerator == 0) checks::reject("numerator", 0, "it must be at least 1");
  checks::require_enumerator("lift", options.lift, Lift::centred);
  rns::require_coprime("plaintext_modulus", options.plaintext_modulus, base.moduli().last(dropped));
  const auto make = [&] { return std::make_shared<const rns::ModDownState>(base, ntt, dropped, options); };
  return ntt == nullptr ? make() : state_of(ntt->context()).mod_downs.get(*ntt, dropped, options, make);
}

void check(const RnsSpan& out, const RnsView& in, std::size_t n, const rns::ModDownState& state) {
  rns::require_rows("in", in, state.base().size(), n);
  rns::require_rows("out", out, state.kept(), n);
  rns::require_same_rows_or_separate("in", out, in);
  rns::check_rows("in", in, state.base());
}

}  // namespace

ModDown::ModDown(const RnsNtt& ntt, std::size_t dropped, const ModDownOptions& options)
    : state_(make_state(ntt.base(), &ntt, dropped, options)) {}

ModDown::ModDown(const RnsBase& base, std::size_t dropped, const ModDownOptions& options)
    : state_(make_state(base, nullptr, dropped, options)) {}

void ModDown::on_coefficients(RnsSpan out, RnsView in, Executor* executor) const {
  check(out, in, in.size(), *state_);
  state_->on_coefficients(out, in, rns::executor_or_serial(executor));
}

void ModDown::on_evaluations(RnsSpan out, RnsView in, Executor* executor) const {
  if (state_->n() == 0) throw std::logic_error("the ModDown divides coefficients only: it was made without transforms");
  check(out, in, state_->n(), *state_);
  state_->on_evaluations(out, in, rns::executor_or_serial(executor));
}

std::size_t ModDown::kept() const noexcept { return state_->kept(); }
const RnsBase& ModDown::base() const noexcept { return state_->base(); }

}  // namespace ringlet
