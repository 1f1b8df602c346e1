#pragma once

#include <functional>
#include <string>
#include <vector>

#include "lab/isa/traced.hpp"

/// What ringlet_lab_count does with the kernels of every method.
namespace ringlet::lab {

/// Nobody asks how often a kernel was called.
template <class Isa>
struct Uncounted : Isa {
  static void count_call() {}
};

/// The instructions that `run` makes.
TraceCounts trace(const std::function<void()>& run);

/// Errors    std::runtime_error that names `what`, which computed a wrong number
void require(bool condition, const std::string& what);

/// Prints a JSON object: `parts` are computations that a function does, each at least once; what the first of them may
/// do before its loop is the `invariant`.
///
/// method    the objects that hold the function: papers or shoup
/// pattern   a regular expression that finds it by its name
void print_counts(const std::string& method, const std::string& pattern, const std::vector<TraceCounts>& parts);

/// The kernels of the library's own method with each variant of MQX.
void count_shoup();

}  // namespace ringlet::lab
