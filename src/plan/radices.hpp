#pragma once

#include <vector>

#include "backends/registry.hpp"
#include "plan/radix_table.hpp"

namespace ringlet::plan {

/// How the log2(n) stages are cut: the radix_log of each pass, coarsest first; the last one's lacks the stages inside a
/// vector. From radix_table.hpp, or by a rule where that has nothing to say.
template <class Word>
std::vector<unsigned> choose_radices(unsigned log_n, Direction direction, const backends::BasicNttChoice<Word>& choice);
template <class Word>
std::vector<unsigned> radices_by_rule(unsigned log_n, const kernels::BasicNttKernel<Word>& kernel);

}  // namespace ringlet::plan
