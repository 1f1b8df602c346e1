// Tests RINGLET_BACKEND and freeze(). Both are decided once per process, so each case runs in a process of its own.

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cstdio>
#include <optional>
#include <sstream>
#include <stdexcept>
#include <string>
#include <vector>

#include "support/backends.hpp"

namespace ringlet_test {
namespace {

using ::testing::AllOf;
using ::testing::ElementsAre;
using ::testing::HasSubstr;
using ::testing::Not;
using ::testing::StartsWith;

/// Runs the probe with RINGLET_BACKEND set as given, and returns the lines that it prints for `commands`.
std::vector<std::string> probe(const std::optional<std::string>& environment, const std::string& commands) {
  const std::string variable = environment ? "RINGLET_BACKEND='" + *environment + "'" : "-u RINGLET_BACKEND";
  const std::string line = "env " + variable + " '" RINGLET_BACKEND_PROBE "' " + commands;
  std::FILE* const pipe = popen(line.c_str(), "r");
  if (pipe == nullptr) throw std::runtime_error("cannot run " + line);
  std::string output;
  for (int c = std::fgetc(pipe); c != EOF; c = std::fgetc(pipe)) output.push_back(static_cast<char>(c));
  EXPECT_EQ(pclose(pipe), 0) << line;
  std::vector<std::string> lines;
  std::istringstream stream(output);
  for (std::string text; std::getline(stream, text);) lines.push_back(text);
  return lines;
}

/// Matches the error message for a wrong backend name: it has the name, its origin, and the names of all backends.
auto is_error_about(const std::string& name) {
  ::testing::Matcher<std::string> matcher = AllOf(StartsWith("invalid_argument"), HasSubstr(name));
  for (const std::string& valid : supported_backends()) matcher = AllOf(matcher, HasSubstr(valid));
  return matcher;
}

std::string strongest() { return supported_backends().back(); }

TEST(BackendEnvironment, StrongestWithoutIt) {
  EXPECT_THAT(probe(std::nullopt, "active plan eltwise"), ElementsAre(strongest(), HasSubstr("/"), "done"));
}

TEST(BackendEnvironment, EmptyIsAsIfUnset) { EXPECT_THAT(probe("", "active"), ElementsAre(strongest())); }

TEST(BackendEnvironment, EachSupportedNameIsHonoured) {
  for (const std::string& name : supported_backends()) {
    EXPECT_THAT(probe(name, "active plan eltwise active"), ElementsAre(name, HasSubstr("/"), "done", name));
  }
}

TEST(BackendEnvironment, PlansUseIt) { EXPECT_THAT(probe("scalar", "plan"), ElementsAre(StartsWith("scalar"))); }

TEST(BackendEnvironment, UnknownNameIsAnErrorOfEveryUse) {
  const auto error = AllOf(is_error_about("no-such-isa"), HasSubstr("RINGLET_BACKEND"));
  EXPECT_THAT(probe("no-such-isa", "active active plan eltwise"), ElementsAre(error, error, error, error));
}

TEST(BackendEnvironment, NamesAreExact) {
  for (const std::string name : {"Scalar", "scalar ", "scala", "scalar,avx2"}) {
    EXPECT_THAT(probe(name, "active"), ElementsAre(is_error_about(name)));
  }
}

TEST(BackendEnvironment, UnsupportedNameIsAnError) {
  for (const std::string& name : all_backends()) {
    if (is_supported(name)) continue;
    EXPECT_THAT(probe(name, "active"), ElementsAre(is_error_about(name)));
  }
}

TEST(BackendEnvironment, ListingDoesNotReadIt) {
  EXPECT_THAT(probe("no-such-isa", "list"), ElementsAre(std::to_string(all_backends().size())));
}

TEST(BackendEnvironment, ForceOverridesIt) {
  EXPECT_THAT(probe("no-such-isa", "force=scalar active plan eltwise"),
              ElementsAre("done", "scalar", StartsWith("scalar"), "done"));
  EXPECT_THAT(probe(strongest(), "active force=scalar active unforce active"),
              ElementsAre(strongest(), "done", "scalar", "done", strongest()));
}

TEST(BackendEnvironment, UnforceBringsItBack) {
  EXPECT_THAT(probe("scalar", "force=" + strongest() + " unforce active"), ElementsAre("done", "done", "scalar"));
  EXPECT_THAT(probe("no-such-isa", "force=scalar unforce active"),
              ElementsAre("done", "done", is_error_about("no-such-isa")));
}

TEST(BackendEnvironment, FreezeIgnoresIt) {
  EXPECT_THAT(probe("no-such-isa", "freeze active eltwise"), ElementsAre("done", strongest(), "done"));
  EXPECT_THAT(probe("scalar", "freeze active"), ElementsAre("done", strongest()));
}

TEST(BackendEnvironment, FreezeIgnoresWhatItSaidBefore) {
  EXPECT_THAT(probe("scalar", "active freeze active"), ElementsAre("scalar", "done", strongest()));
  EXPECT_THAT(probe("no-such-isa", "active freeze active"),
              ElementsAre(is_error_about("no-such-isa"), "done", strongest()));
}

TEST(BackendEnvironment, ForceWorksWhenFrozen) {
  EXPECT_THAT(probe("no-such-isa", "freeze force=scalar active unforce active"),
              ElementsAre("done", "done", "scalar", "done", strongest()));
}

}  // namespace
}  // namespace ringlet_test
