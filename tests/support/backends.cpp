#include "support/backends.hpp"

#include <algorithm>
#include <cctype>

namespace ringlet_test {

std::vector<std::string> all_backends() {
  std::vector<std::string> names;
  for (const auto& info : ringlet::backend::list()) names.push_back(info.name);
  return names;
}

std::vector<std::string> vector_backends() {
  std::vector<std::string> names = all_backends();
  std::erase(names, "scalar");
  return names;
}

std::vector<std::string> supported_backends() {
  std::vector<std::string> names;
  for (const auto& info : ringlet::backend::list()) {
    if (info.supported) names.push_back(info.name);
  }
  return names;
}

bool is_supported(std::string_view backend) {
  const std::vector<std::string> supported = supported_backends();
  return std::ranges::find(supported, backend) != supported.end();
}

std::string test_name(std::string text) {
  std::ranges::replace_if(text, [](unsigned char c) { return std::isalnum(c) == 0; }, '_');
  return text;
}

}  // namespace ringlet_test
