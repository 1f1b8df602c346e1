#include "input.hpp"

#include <algorithm>
#include <cstdio>
#include <cstdlib>

#include "ringlet/backend.hpp"

namespace fuzz {

std::uint64_t Input::up_to(std::uint64_t maximum) {
  std::uint64_t x = 0;
  for (std::uint64_t rest = maximum; rest != 0 && !bytes_.empty(); rest >>= 8) {
    x = x << 8 | bytes_.front();
    bytes_ = bytes_.subspan(1);
  }
  return maximum == ~std::uint64_t{0} ? x : x % (maximum + 1);
}

mpz_class Input::below(const mpz_class& bound) {
  mpz_class x = 0;
  for (std::size_t bits = 0; bits < mpz_sizeinbase(bound.get_mpz_t(), 2); bits += 8) {
    x = (x << 8) + static_cast<unsigned long>(up_to(255));
  }
  return x % bound;
}

std::string choose_backend(Input& input) {
  static const std::vector<std::string> supported = [] {
    std::vector<std::string> names;
    for (const ringlet::backend::Info& info : ringlet::backend::list()) {
      if (info.supported) names.push_back(info.name);
    }
    return names;
  }();
  const std::string& name = input.pick(supported);
  ringlet::backend::force(name);
  return name;
}

std::string named(const char* name, const std::string& value) { return std::string(name) + "=" + value + " "; }

std::string named(const char* name, const mpz_class& value) { return named(name, "0x" + value.get_str(16)); }

std::string named(const char* name, std::uint64_t value) { return named(name, std::to_string(value)); }

std::string named(const char* name, const std::vector<mpz_class>& values) {
  constexpr std::size_t most = 64;
  std::string text = "[";
  for (std::size_t i = 0; i < std::min(values.size(), most); ++i) text += " 0x" + values[i].get_str(16);
  return named(name, text + (values.size() > most ? " ... ]" : " ]"));
}

void fail(const std::string& call) {
  std::fprintf(stderr, "fuzz: wrong: %s\n", call.c_str());
  std::abort();
}

}  // namespace fuzz
