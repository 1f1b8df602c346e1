// Tests HEXL's environment variables. They are read once per process, so each case runs in a process of its own.

#include <gtest/gtest.h>

#include <cstdio>
#include <stdexcept>
#include <string>
#include <vector>

#include "support/backends.hpp"

namespace ringlet_test {
namespace {

const std::vector<std::string> functions{"AddMod",    "AddScalarMod", "SubMod",     "SubScalarMod",
                                         "MultMod",   "FMAMod",       "ReduceMod",  "CmpAdd",
                                         "CmpSubMod", "NTT",          "NTTWithRoot"};

/// Returns the backend after `function`, with the given assignments in the environment.
std::string probe(const std::string& environment, const std::string& function) {
  const std::string line = "env -u RINGLET_BACKEND " + environment + " '" HEXL_BACKEND_PROBE "' " + function;
  std::FILE* const pipe = popen(line.c_str(), "r");
  if (pipe == nullptr) throw std::runtime_error("cannot run " + line);
  std::string output;
  for (int c = std::fgetc(pipe); c != EOF && c != '\n'; c = std::fgetc(pipe)) output.push_back(static_cast<char>(c));
  EXPECT_EQ(pclose(pipe), 0) << line;
  return output;
}

/// Returns the strongest backend of this CPU whose name does not start with `prefix`.
std::string strongest_without(const std::string& prefix) {
  std::string strongest;
  for (const std::string& name : supported_backends()) {
    if (!name.starts_with(prefix)) strongest = name;
  }
  return strongest;
}

TEST(HexlEnvironment, IsHonouredByEveryFunction) {
  for (const std::string& function : functions) {
    SCOPED_TRACE(function);
    EXPECT_EQ(probe("", function), supported_backends().back());
    EXPECT_EQ(probe("HEXL_DISABLE_AVX512VBMI2=1", function), supported_backends().back());
    EXPECT_EQ(probe("HEXL_DISABLE_AVX512IFMA=", function), strongest_without("avx512ifma"));
    EXPECT_EQ(probe("HEXL_DISABLE_AVX512DQ=1", function), strongest_without("avx512"));
    EXPECT_EQ(probe("HEXL_DISABLE_AVX512DQ=1 HEXL_DISABLE_AVX512IFMA=1", function), strongest_without("avx512"));
  }
}

TEST(HexlEnvironment, DoesNotStrengthenRingletsChoice) {
  EXPECT_EQ(probe("RINGLET_BACKEND=scalar HEXL_DISABLE_AVX512IFMA=1", "AddMod"), "scalar");
}

}  // namespace
}  // namespace ringlet_test
