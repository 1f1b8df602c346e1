#pragma once

#include <span>
#include <string>
#include <vector>

#include "backends/registry.hpp"
#include "twiddles/radix_table.hpp"

namespace ringlet::twiddles {

/// Divides the log2(n) stages into passes and returns the radix_log of each, coarsest first; the last pass excludes the
/// stages inside a vector. `choose_radices` uses radix_table.hpp if that has an entry, else the rule.
template <class Word>
std::vector<unsigned> choose_radices(unsigned log_n, Direction direction, const backends::NttChoice<Word>& choice);
template <class Word>
std::vector<unsigned> radices_by_rule(unsigned log_n, const kernels::BasicNttKernel<Word>& kernel);

/// Returns the radices as text, "2^2, 2^3, 2^6". The last pass includes the stages inside a vector, which strided
/// passes do not have.
template <class Word>
std::string list_radices(std::span<const kernels::BasicNttPass<Word>> passes, unsigned lanes_log);

}  // namespace ringlet::twiddles
