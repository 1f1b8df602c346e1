#pragma once

#include <span>
#include <string>
#include <vector>

#include "backends/registry.hpp"
#include "plan/radix_table.hpp"

namespace ringlet::plan {

/// How the log2(n) stages are cut: the radix_log of each pass, coarsest first; the last one's lacks the stages inside a
/// vector. From radix_table.hpp, or by a rule where that has nothing to say.
template <class Word>
std::vector<unsigned> choose_radices(unsigned log_n, Direction direction, const backends::NttChoice<Word>& choice);
template <class Word>
std::vector<unsigned> radices_by_rule(unsigned log_n, const kernels::BasicNttKernel<Word>& kernel);

/// The radices as text, "2^2, 2^3, 2^6": that of the last pass counts the stages inside a vector, of which strided
/// passes have none.
template <class Word>
std::string list_radices(std::span<const kernels::BasicNttPass<Word>> passes, unsigned lanes_log);

}  // namespace ringlet::plan
