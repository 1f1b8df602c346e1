#include "ringlet/base_conversion.hpp"

#include <vector>

#include "api/rns_checks.hpp"
#include "plan/base_conversion.hpp"

namespace ringlet {
namespace {

/// A piece of a row that is worth a task.
constexpr std::size_t grain = 512;

std::vector<arith::WordModulus> kernel_moduli(const RnsBase& base) {
  std::vector<arith::WordModulus> moduli;
  for (const auto& q : base.moduli()) moduli.push_back(q.constants());
  return moduli;
}

Lift validated(Lift lift) {
  api::require_enumerator("lift", lift, Lift::centred);
  return lift;
}

}  // namespace

BaseConversion::BaseConversion(const RnsBase& from, const RnsBase& to, Lift lift)
    : from_(from),
      to_(to),
      lift_(validated(lift)),
      plan_(std::make_shared<const plan::BaseConversion>(kernel_moduli(from), kernel_moduli(to), lift,
                                                         backends::active())) {}

void BaseConversion::operator()(RnsSpan out, RnsView in, Executor* executor) const {
  api::require_rows("in", in, from_.size(), in.size());
  api::require_rows("out", out, to_.size(), in.size());
  api::require_separate("in", out, in);
  api::check_rows("in", in, from_);
  const api::RowPointers sources(in);
  const api::RowPointers results(out);
  run_in_pieces(api::executor_or_serial(executor), in.size(), grain,
                [&](std::size_t begin, std::size_t end, std::size_t /*worker*/) {
                  plan_->convert(results.get(), sources.get(), begin, end);
                });
  api::check_rows("out", out, to_);
}

std::string BaseConversion::describe() const { return plan_->describe(); }

}  // namespace ringlet
