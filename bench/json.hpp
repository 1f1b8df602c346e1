#pragma once

#include <fstream>
#include <stdexcept>
#include <string>
#include <vector>

#include "machine.hpp"

namespace bench {

/// Writes a JSON object with the machine and all measurements to a file; `write_fields(measurement, out)` writes what
/// stands between the braces of one. Throws std::runtime_error.
template <class Measurement, class WriteFields>
void write_json(const std::string& file, const std::vector<Measurement>& measurements, WriteFields write_fields) {
  std::ofstream out(file);
  out << "{\n  \"cpu\": \"" << cpu_name() << "\",\n  \"compiler\": \"" << compiler_name() << "\",\n  \"build\": \""
      << build_kind() << "\",\n  \"measurements\": [";
  const char* separator = "\n";
  for (const Measurement& measurement : measurements) {
    out << separator << "    {";
    write_fields(measurement, out);
    out << '}';
    separator = ",\n";
  }
  out << "\n  ]\n}\n";
  if (!out.flush()) throw std::runtime_error("cannot write " + file);
}

}  // namespace bench
