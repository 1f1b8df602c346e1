#pragma once

#include <functional>
#include <string>
#include <vector>

namespace ringlet::lab {

/// Subject of a measurement.
struct Subject {
  std::string backend;        ///< "avx512dq", "gmp", ...
  std::string method;         ///< the arithmetic: "limb64x2-schoolbook", "shoup128", ...
  std::string mode;           ///< "measured", or "projected": the time of proxies, with wrong numbers
  std::string features = {};  ///< the extension of a projection, "+M,C"; else empty
};

/// Result: a JSON object on a line of its own.
struct Line {
  std::string experiment;  ///< "fig4", ...
  Subject subject;
  std::string operation;  ///< "add", "sub", "mul", "axpy", "ntt_forward", "ntt_inverse"
  unsigned bits;          ///< length of the modulus
  unsigned log_n;
  std::string layout;  ///< "contiguous", or "split": low and high limbs in separate arrays
  std::string unit;    ///< "ns/butterfly", "ns/element"
};

/// Takes a line and its samples in the line's unit, at least one.
using Report = std::function<void(const Line&, const std::vector<double>&)>;

/// Prints the line with the median, the 10th and the 90th percentile of its samples.
void print_line(const Line& line, const std::vector<double>& samples);

/// Divides nanoseconds by `steps`, the number of units in one sample.
[[nodiscard]] std::vector<double> each_of(std::vector<double> samples, double steps);

}  // namespace ringlet::lab
