#pragma once

#include <string>

namespace bench::large {

/// Reads a file from one end to the other, writes all of it into another, and returns when that is on the disk: the
/// least that a pass over values in files takes. Throws std::system_error.
void copy_file(const std::string& from, const std::string& to);

}  // namespace bench::large
