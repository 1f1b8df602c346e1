#pragma once

#include <iosfwd>
#include <string>
#include <utility>
#include <vector>

namespace bench {

/// Returns the CPU's name in /proc/cpuinfo, with family and model, since virtual machines give several CPUs one name.
[[nodiscard]] std::string cpu_name();

/// Returns the compiler of this program, which is also that of the library built with it.
[[nodiscard]] std::string compiler_name();

/// Returns CPU, compiler, and whether the times of this build are meaningful, each with its name.
[[nodiscard]] std::vector<std::pair<std::string, std::string>> machine();

/// Prints these, one to a line, and the active backend.
void print_machine(std::ostream& out);

/// Returns the names of the backends that this CPU supports, weakest first.
[[nodiscard]] std::vector<std::string> supported_backends();

}  // namespace bench
