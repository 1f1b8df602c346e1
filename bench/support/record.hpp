#pragma once

#include <sstream>
#include <string>
#include <type_traits>
#include <utility>
#include <vector>

namespace bench {

/// A JSON object that holds one measurement, made field by field: Record()("bits", 49)("backend", "avx2").
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
    text_ += (text_.empty() ? "\"" : ", \"") + std::string(key) + "\": " + field.str();
    return *this;
  }

  [[nodiscard]] std::string text() const { return '{' + text_ + '}'; }

 private:
  std::string text_;
};

using Context = std::vector<std::pair<std::string, std::string>>;

/// Writes a JSON object: what `context` says of the machine, and all records under `list`. Does nothing without a file
/// name. Throws std::runtime_error.
void write_json(const std::string& file, const Context& context, const std::string& list,
                const std::vector<Record>& records);

/// The same with the machine itself, under "measurements".
void write_json(const std::string& file, const std::vector<Record>& records);

}  // namespace bench
