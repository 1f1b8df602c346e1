#include "format.hpp"

#include <iomanip>
#include <sstream>

namespace bench {

std::string format_number(double number) {
  const int decimals = number < 10 ? 2 : number < 100 ? 1 : 0;
  std::ostringstream text;
  text << std::fixed << std::setprecision(decimals) << number;
  return text.str();
}

std::string format_time(std::optional<double> nanoseconds) {
  return nanoseconds ? format_number(*nanoseconds / 1000) + " us" : "-";
}

}  // namespace bench
