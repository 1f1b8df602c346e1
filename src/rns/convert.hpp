#pragma once

#include <cstddef>

#include "ringlet/executor.hpp"
#include "ringlet/rns_span.hpp"
#include "rns/base_conversion_plan.hpp"
#include "rns/checks.hpp"

namespace ringlet::rns {

/// Converts all values, in pieces that the executor's workers share.
inline void convert(const BaseConversionPlan& conversion, const RnsSpan& out, const RnsView& in, Executor& executor) {
  run_in_pieces(executor, in.size(), row_grain, [&](std::size_t begin, std::size_t end, std::size_t /*worker*/) {
    conversion.convert(out, in, begin, end);
  });
}

}  // namespace ringlet::rns
