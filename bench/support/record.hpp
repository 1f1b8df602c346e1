#pragma once

#include <sstream>
#include <string>
#include <type_traits>
#include <utility>
#include <vector>

namespace bench {

/// JSON object of one measurement, built field by field: Record()("bits", 49)("backend", "avx2").
class Record {
 public:
  template <class Value>
  Record& operator()(const char* key, const Value& value) {
    std::ostringstream field;
    if constexpr (std::is_arithmetic_v<Value>) {
      field << value;
    } else {
      field << '"' << value << '"';
    }
    text_.append(text_.empty() ? "\"" : ", \"").append(key).append("\": ").append(field.str());
    return *this;
  }

  [[nodiscard]] std::string text() const { return '{' + text_ + '}'; }

 private:
  std::string text_;
};

using Context = std::vector<std::pair<std::string, std::string>>;

/// Writes a JSON object with the context, such as the machine, and all records under `list`. Does nothing if the file
/// name is empty. Throws std::runtime_error if it cannot be written.
void write_json(const std::string& file, const Context& context, const std::string& list,
                const std::vector<Record>& records);

/// Writes records under "measurements", with this machine as the context.
void write_json(const std::string& file, const std::vector<Record>& records);

}  // namespace bench
