#pragma once

#include <filesystem>
#include <vector>

#include "contender.hpp"

namespace bench {

/// Reads a table of rings: a line "n,q" as header, then one ring a line; lines that start with # are comments. The set
/// is named after the file, up to its first underscore.
/// Errors    std::runtime_error with file and line for what cannot be read.
[[nodiscard]] std::vector<Parameters> read_parameters(const std::filesystem::path& file);

}  // namespace bench
