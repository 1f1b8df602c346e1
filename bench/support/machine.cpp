#include "support/machine.hpp"

#include <fstream>
#include <map>
#include <ostream>
#include <ringlet/backend.hpp>

#include "support/float_product.hpp"

namespace bench {

std::string cpu_name() {
  std::ifstream in("/proc/cpuinfo");
  std::map<std::string, std::string> fields;
  std::string line;
  while (std::getline(in, line) && !line.empty()) {
    const std::size_t colon = line.find(':');
    if (colon == std::string::npos || colon + 2 > line.size()) continue;
    fields[line.substr(0, line.find_last_not_of(" \t", colon - 1) + 1)] = line.substr(colon + 2);
  }
  if (!fields.contains("model name")) return "unknown CPU";
  return fields["model name"] + " (family " + fields["cpu family"] + ", model " + fields["model"] + ")";
}

std::string compiler_name() {
#if defined(__clang__)
  return "clang++ " __clang_version__;
#else
  return "g++ " __VERSION__;
#endif
}

std::vector<std::pair<std::string, std::string>> machine() {
#if defined(NDEBUG) && !defined(RINGLET_CHECKED)
  const char* const build = "optimised";
#else
  const char* const build = "with run-time checks: the times mean nothing";
#endif
  return {{"cpu", cpu_name()}, {"compiler", compiler_name()}, {"build", build}};
}

void print_machine(std::ostream& out) {
  for (const auto& [key, value] : machine()) out << key << ": " << value << '\n';
  out << "backend: " << ringlet::backend::active() << '\n';
}

std::vector<std::string> supported_backends() {
  std::vector<std::string> names;
  for (const auto& backend : ringlet::backend::list()) {
    if (backend.supported) names.push_back(backend.name);
  }
  return names;
}

FloatProduct find_float_product(std::string_view backend) {
  if (backend == "avx2") return float_product_avx2;
  return backend == "avx512dq" ? float_product_avx512dq : nullptr;
}

}  // namespace bench
