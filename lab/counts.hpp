#pragma once

#include <functional>
#include <string>
#include <vector>

#include "lab/isa/traced.hpp"

/// Helpers of ringlet_lab_count for the kernels of every method.
namespace ringlet::lab {

/// Omits the counter of kernels' calls, which nothing reads here.
template <class Isa>
struct Uncounted : Isa {
  static void count_call() {}
};

/// Returns the instructions that `run` executes.
TraceCounts trace(const std::function<void()>& run);

/// Errors    std::runtime_error that names `what`, which computed a wrong number
void require(bool condition, const std::string& what);

/// Prints a JSON object. `parts` are computations that a function does, each at least once. Instructions that the first
/// part may do before its loop are the `invariant`.
///
/// method    the objects with the function: papers, shoup or rows
/// pattern   a regular expression for the function's name
/// loops     number of loops in each part
void print_counts(const std::string& method, const std::string& pattern, const std::vector<TraceCounts>& parts,
                  unsigned loops = 1);

/// Number of loops of element-wise operations: one over whole vectors and one for the rest.
inline constexpr unsigned eltwise_loops = 2;

/// Count the kernels of the library's own method with each variant of MQX: products of words, and in rows of limbs.
void count_shoup();
void count_rows();

}  // namespace ringlet::lab
