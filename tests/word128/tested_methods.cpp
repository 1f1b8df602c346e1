// The library's methods and the papers', on the library's instruction sets.
#include "word128/tested_methods.hpp"

namespace ringlet_test {

std::vector<Method> tested_methods() { return ringlet::lab::all_methods(); }

std::vector<MethodCase> tested_transforms() { return cases_of(tested_methods(), method_sizes); }

std::vector<MethodCase> slow_tested_transforms() { return cases_of(tested_methods(), slow_method_sizes); }

/// Constant geometry is the same at every size.
std::vector<MethodCase> slow_papers_transforms() { return {}; }

}  // namespace ringlet_test
