#include "ringlet/base_conversion.hpp"

#include "rns/checks.hpp"
#include "rns/constants.hpp"
#include "rns/convert.hpp"

namespace ringlet {
namespace {

Lift validated(Lift lift) {
  checks::require_enumerator("lift", lift, Lift::centred);
  return lift;
}

const Modulus<std::uint64_t>& validated(const Modulus<std::uint64_t>& redundant, const RnsBase& from) {
  rns::require_rns_modulus("redundant", redundant.value());
  rns::require_coprime("redundant", redundant.value(), from.moduli());
  return redundant;
}

}  // namespace

BaseConversion::BaseConversion(const RnsBase& from, const RnsBase& to, Lift lift)
    : from_(from),
      to_(to),
      lift_(validated(lift)),
      rows_(from.size()),
      plan_(std::make_shared<const rns::BaseConversionPlan>(rns::conversion_of(from.moduli(), to.moduli(), lift))) {}

BaseConversion::BaseConversion(const RnsBase& from, const Modulus<std::uint64_t>& redundant, const RnsBase& to)
    : from_(from),
      to_(to),
      lift_(Lift::centred),
      rows_(from.size() + 1),
      plan_(std::make_shared<const rns::BaseConversionPlan>(
          rns::conversion_of(from.moduli(), validated(redundant, from), to.moduli()))) {}

void BaseConversion::operator()(RnsSpan out, RnsView in, Executor* executor) const {
  rns::require_rows("in", in, rows_, in.size());
  rns::require_rows("out", out, to_.size(), in.size());
  rns::require_separate("in", out, in);
  rns::check_rows("in", in.first(from_.size()), from_);
  rns::convert(*plan_, out, in, rns::executor_or_serial(executor));
  rns::check_rows("out", out, to_);
}

std::string BaseConversion::describe() const { return plan_->describe(); }

}  // namespace ringlet
