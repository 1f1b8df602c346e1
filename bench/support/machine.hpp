#pragma once

#include <iosfwd>
#include <string>
#include <utility>
#include <vector>

namespace bench {

/// CPU as /proc/cpuinfo names it, with family and model: virtual machines give several CPUs one name.
[[nodiscard]] std::string cpu_name();

/// Compiler of this program, and so of the library that is built with it.
[[nodiscard]] std::string compiler_name();

/// CPU, compiler and whether the times of this build mean anything, by name.
[[nodiscard]] std::vector<std::pair<std::string, std::string>> machine();

/// Prints these, a line each, and the active backend.
void print_machine(std::ostream& out);

/// Names of the backends that this CPU has, weakest first.
[[nodiscard]] std::vector<std::string> supported_backends();

}  // namespace bench
