#pragma once

#include <filesystem>
#include <regex>
#include <vector>

#include "verify.hpp"

namespace bench {

struct Options {
  std::vector<std::filesystem::path> parameters;
  Selection selection;
  std::filesystem::path report;
  /// Adds columns for what memory costs: transforms from one array to another, and with so many moduli in turn; 0:
  /// none.
  std::size_t moduli_in_turn = 0;
};

/// Takes Google Benchmark's own flags first, then reads ours. --help and what cannot be read print the usage and end
/// the program, the latter with status 2.
[[nodiscard]] Options read_options(int argc, char** argv);

}  // namespace bench
