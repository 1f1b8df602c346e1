#include "support/record.hpp"

#include <fstream>
#include <stdexcept>

#include "support/machine.hpp"

namespace bench {
namespace {

void write(const std::string& file, const std::string& head, const std::string& list,
           const std::vector<Record>& records) {
  if (file.empty()) return;
  std::ofstream out(file);
  out << "{\n" << head << "  \"" << list << "\": [";
  const char* separator = "\n    ";
  for (const Record& record : records) {
    out << separator << record.text();
    separator = ",\n    ";
  }
  out << "\n  ]\n}\n";
  if (!out.flush()) throw std::runtime_error("cannot write " + file);
}

}  // namespace

void write_json(const std::string& file, const Context& context, const std::string& list,
                const std::vector<Record>& records) {
  Record fields;
  for (const auto& [key, value] : context) fields(key.c_str(), value);
  write(file, "  \"context\": " + fields.text() + ",\n", list, records);
}

void write_json(const std::string& file, const std::vector<Record>& records) {
  std::string head;
  for (const auto& [key, value] : machine()) head += "  \"" + key + "\": \"" + value + "\",\n";
  write(file, head, "measurements", records);
}

}  // namespace bench
