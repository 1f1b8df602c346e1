#pragma once

#include <cstddef>

#include "api/rns_checks.hpp"
#include "plan/base_conversion.hpp"
#include "ringlet/executor.hpp"
#include "ringlet/rns_span.hpp"

namespace ringlet::api {

/// The whole of a conversion, in pieces.
inline void convert(const plan::BaseConversion& conversion, const RnsSpan& out, const RnsView& in, Executor& executor) {
  const RowPointers sources(in);
  const RowPointers results(out);
  run_in_pieces(executor, in.size(), row_grain, [&](std::size_t begin, std::size_t end, std::size_t /*worker*/) {
    conversion.convert(results.get(), sources.get(), begin, end);
  });
}

}  // namespace ringlet::api
