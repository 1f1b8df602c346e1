#include "ringlet/base_conversion.hpp"

#include "api/rns_checks.hpp"
#include "api/rns_constants.hpp"
#include "plan/base_conversion.hpp"

namespace ringlet {
namespace {

Lift validated(Lift lift) {
  api::require_enumerator("lift", lift, Lift::centred);
  return lift;
}

}  // namespace

BaseConversion::BaseConversion(const RnsBase& from, const RnsBase& to, Lift lift)
    : from_(from),
      to_(to),
      lift_(validated(lift)),
      plan_(std::make_shared<const plan::BaseConversion>(api::kernel_moduli(from.moduli()),
                                                         api::kernel_moduli(to.moduli()), lift, backends::active())) {}

void BaseConversion::operator()(RnsSpan out, RnsView in, Executor* executor) const {
  api::require_rows("in", in, from_.size(), in.size());
  api::require_rows("out", out, to_.size(), in.size());
  api::require_separate("in", out, in);
  api::check_rows("in", in, from_);
  const api::RowPointers sources(in);
  const api::RowPointers results(out);
  run_in_pieces(api::executor_or_serial(executor), in.size(), api::row_grain,
                [&](std::size_t begin, std::size_t end, std::size_t /*worker*/) {
                  plan_->convert(results.get(), sources.get(), begin, end);
                });
  api::check_rows("out", out, to_);
}

std::string BaseConversion::describe() const { return plan_->describe(); }

}  // namespace ringlet
