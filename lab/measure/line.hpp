#pragma once

#include <iosfwd>
#include <string>
#include <vector>

namespace ringlet::lab {

/// What was timed.
struct Subject {
  std::string backend;   ///< "avx512dq", "gmp", ...
  std::string method;    ///< the arithmetic: "limb64x2-schoolbook", "shoup128", ...
  std::string mode;      ///< "measured", or "projected": a proxy's time, and wrong numbers
  std::string features;  ///< of a projection, "+M,C"; else empty
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

/// Prints the median, the 10th and the 90th percentile of `samples` in the line's unit; not empty.
void print(std::ostream& out, const Line& line, std::vector<double> samples);

/// The value that a fraction of the sorted samples does not exceed.
[[nodiscard]] double percentile(const std::vector<double>& sorted, double fraction);

}  // namespace ringlet::lab
