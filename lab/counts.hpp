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
/// method    the objects that hold the function: papers, shoup or rows
/// pattern   a regular expression that finds it by its name
/// loops     how many loops each part has
void print_counts(const std::string& method, const std::string& pattern, const std::vector<TraceCounts>& parts,
                  unsigned loops = 1);

/// Those of element-wise operations: over whole vectors, and for the rest.
inline constexpr unsigned eltwise_loops = 2;

/// The kernels of the library's own method with each variant of MQX: products of words, and in rows of limbs.
void count_shoup();
void count_rows();

}  // namespace ringlet::lab
