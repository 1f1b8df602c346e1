#include "lab/counts.hpp"

#include <array>
#include <cstddef>
#include <iostream>
#include <stdexcept>

namespace ringlet::lab {
namespace {

constexpr std::array operation_names = {"multiply_widening", "multiply_high", "add_carry", "sub_borrow",
                                        "add_carry_if",      "mul_low",       "other"};
static_assert(operation_names.size() == operation_count);

void print(const OperationCounts& counts) {
  for (std::size_t i = 0; i < operation_count; ++i) {
    std::cout << (i == 0 ? "{\"" : ", \"") << operation_names[i] << "\": " << counts[i];
  }
  std::cout << '}';
}

}  // namespace

TraceCounts trace(const std::function<void()>& run) {
  Trace::current().clear();
  run();
  return Trace::current().count();
}

void require(bool condition, const std::string& what) {
  if (!condition) throw std::runtime_error("WRONG RESULT: " + what);
}

void print_counts(const std::string& method, const std::string& pattern, const std::vector<TraceCounts>& parts,
                  unsigned loops) {
  std::cout << "{\"method\": \"" << method << "\", \"function\": \"" << pattern << "\", \"parts\": [";
  for (std::size_t p = 0; p < parts.size(); ++p) {
    if (p > 0) std::cout << ", ";
    print(parts[p].each_time);
  }
  std::cout << "], \"invariant\": ";
  print(parts.front().invariant);
  std::cout << ", \"loops\": " << loops << "}\n";
}

}  // namespace ringlet::lab
