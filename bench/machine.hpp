#pragma once

#include <string>

namespace bench {

/// The CPU as /proc/cpuinfo names it, with family and model: virtual machines give several CPUs one name.
[[nodiscard]] std::string cpu_name();

/// The compiler of this program, and so of the library that is built with it.
[[nodiscard]] std::string compiler_name();

/// Whether the times of this build mean anything.
[[nodiscard]] std::string build_kind();

}  // namespace bench
