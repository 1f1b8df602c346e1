#include "ringlet/scale_and_round.hpp"

#include <algorithm>
#include <string>
#include <vector>

#include "backends/registry.hpp"
#include "rns/checks.hpp"
#include "rns/constants.hpp"
#include "rns/convert.hpp"
#include "rns/division.hpp"

namespace ringlet {
namespace rns {
namespace {

/// Returns the conversion from the base to the auxiliary base. With a Montgomery modulus m', it is Montgomery's
/// reduction of m' x, which is x.
BaseConversionPlan extension(const RnsBase& base, const RnsBase& auxiliary, const ScaleAndRoundOptions& options) {
  if (options.montgomery_modulus == 0) return conversion_of(base.moduli(), auxiliary.moduli(), Lift::centred);
  const Modulus<std::uint64_t> montgomery(options.montgomery_modulus);
  const std::vector<std::uint64_t> products = reduced(montgomery.value(), base.moduli());
  const std::vector<std::uint64_t> quotients = divided_by_product(1, auxiliary.moduli(), {&montgomery, 1});
  const RedundantModulus redundant{.modulus = montgomery.constants(), .is_given = false};
  const ConversionScales scales{.from = products, .to = quotients};
  return {kernel_moduli(base.moduli()),
          kernel_moduli(auxiliary.moduli()),
          Lift::centred,
          backends::active(),
          scales,
          redundant};
}

BaseConversionPlan conversion_back(const RnsBase& base, const RnsBase& auxiliary, const ScaleAndRoundOptions& options) {
  if (options.montgomery_modulus == 0) return conversion_of(auxiliary.moduli(), base.moduli(), Lift::centred);
  const std::size_t last = auxiliary.size() - 1;
  return conversion_of(auxiliary.moduli().first(last), auxiliary[last], base.moduli());
}

}  // namespace

class ScaleAndRoundState {
 public:
  ScaleAndRoundState(const RnsBase& base, const RnsBase& auxiliary, std::uint64_t t,
                     const ScaleAndRoundOptions& options)
      : base_(base),
        auxiliary_(auxiliary),
        extension_(extension(base, auxiliary, options)),
        division_(auxiliary.moduli(), base.moduli(),
                  {.numerator = t, .lift = options.montgomery_modulus == 0 ? Lift::centred : Lift::approximate}),
        back_(conversion_back(base, auxiliary, options)) {}

  [[nodiscard]] const RnsBase& base() const { return base_; }
  [[nodiscard]] const RnsBase& auxiliary() const { return auxiliary_; }

  void extend(const RnsSpan& out, const RnsView& in, Executor& executor) const {
    convert(extension_, out, in, executor);
  }
  void scale(const RnsSpan& out, const RnsView& in, const RnsView& auxiliary, Executor& executor) const;

 private:
  RnsBase base_;
  RnsBase auxiliary_;
  BaseConversionPlan extension_;
  Division division_;
  BaseConversionPlan back_;
};

inline void ScaleAndRoundState::scale(const RnsSpan& out, const RnsView& in, const RnsView& auxiliary,
                                      Executor& executor) const {
  run_in_pieces(executor, in.size(), row_grain, [&](std::size_t begin, std::size_t end, std::size_t /*worker*/) {
    BaseConversionPlan::Tile quotients(back_);
    const std::size_t length = quotients.length();
    const RnsSpan quotient_rows(quotients.rows(), auxiliary.rows(), length);
    const auto tile = [&](const std::uint64_t* lifted, std::size_t stride, std::size_t at, std::size_t count) {
      for (std::size_t i = 0; i < count; i += length) {
        const std::size_t part = std::min(length, count - i);
        division_.divide({quotient_rows, 0}, {auxiliary, at + i}, lifted + i, stride, part);
        back_.prepare_in_place(quotients.rows(), length, part);
        back_.finish(out, at + i, quotients.rows(), length, part);
      }
    };
    division_.conversion().for_each_tile(in, begin, end, tile);
  });
}

}  // namespace rns

namespace {

/// Checks the constructor's arguments and returns the options.
const ScaleAndRoundOptions& validated(const RnsBase& base, const RnsBase& auxiliary, std::uint64_t t,
                                      const ScaleAndRoundOptions& options) {
  if (t == 0) checks::reject("t", 0, "it must be at least 1");
  const RnsBase both = rns::joined("base", base, "auxiliary", auxiliary);
  if (options.montgomery_modulus == 0) return options;
  rns::require_rns_modulus("montgomery_modulus", options.montgomery_modulus);
  rns::require_coprime("montgomery_modulus", options.montgomery_modulus, both.moduli());
  if (auxiliary.size() < 2) {
    checks::reject("number of moduli of auxiliary", auxiliary.size(),
                   "it must be at least 2 with a Montgomery modulus, as the last one is redundant");
  }
  return options;
}

}  // namespace

ScaleAndRound::ScaleAndRound(const RnsBase& base, const RnsBase& auxiliary, std::uint64_t t,
                             const ScaleAndRoundOptions& options)
    : state_(std::make_shared<const rns::ScaleAndRoundState>(base, auxiliary, t,
                                                             validated(base, auxiliary, t, options))) {}

void ScaleAndRound::extend(RnsSpan out, RnsView in, Executor* executor) const {
  rns::require_rows("in", in, base().size(), in.size());
  rns::require_rows("out", out, auxiliary().size(), in.size());
  rns::require_separate("in", out, in);
  rns::check_rows("in", in, base());
  state_->extend(out, in, rns::executor_or_serial(executor));
}

void ScaleAndRound::operator()(RnsSpan out, RnsView in, RnsView auxiliary, Executor* executor) const {
  rns::require_rows("in", in, base().size(), in.size());
  rns::require_rows("auxiliary", auxiliary, this->auxiliary().size(), in.size());
  rns::require_rows("out", out, base().size(), in.size());
  rns::require_same_rows_or_separate("in", out, in);
  rns::require_separate("auxiliary", out, auxiliary);
  rns::check_rows("in", in, base());
  rns::check_rows("auxiliary", auxiliary, this->auxiliary());
  state_->scale(out, in, auxiliary, rns::executor_or_serial(executor));
}

const RnsBase& ScaleAndRound::base() const noexcept { return state_->base(); }
const RnsBase& ScaleAndRound::auxiliary() const noexcept { return state_->auxiliary(); }

}  // namespace ringlet
