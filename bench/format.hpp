#pragma once

#include <optional>
#include <string>

namespace bench {

/// Three digits or so: "0.35", "12.3", "1234".
[[nodiscard]] std::string format_number(double number);

/// In microseconds with the unit; "-" for nothing.
[[nodiscard]] std::string format_time(std::optional<double> nanoseconds);

}  // namespace bench
