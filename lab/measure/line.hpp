#pragma once

#include <functional>
#include <string>
#include <vector>

namespace ringlet::lab {

/// What was timed.
struct Subject {
  std::string backend;        ///< "avx512dq", "gmp", ...
  std::string method;         ///< the arithmetic: "limb64x2-schoolbook", "shoup128", ...
  std::string mode;           ///< "measured", or "projected": a proxy's time, and wrong numbers
  std::string features = {};  ///< of a projection, "+M,C"; else empty
};

/// One result: an object of JSON on a line of its own.
struct Line {
  std::string experiment;  ///< "fig4", ...
  Subject subject;
  std::string operation;  ///< "add", "sub", "mul", "axpy", "ntt_forward", "ntt_inverse"
  unsigned bits;          ///< of the modulus
  unsigned log_n;
  std::string layout;  ///< "contiguous", or "split": low and high limbs in arrays of their own
  std::string unit;    ///< "ns/butterfly", "ns/element"
};

/// Takes a line and its samples in the line's unit, at least one.
using Report = std::function<void(const Line&, const std::vector<double>&)>;

/// Prints the line with the median, the 10th and the 90th percentile of its samples.
void print_line(const Line& line, const std::vector<double>& samples);

/// Divides nanoseconds into the unit that one of `steps` makes.
[[nodiscard]] std::vector<double> each_of(std::vector<double> samples, double steps);

}  // namespace ringlet::lab
