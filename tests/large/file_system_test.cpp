// Runs large transforms of files on a system that fails, interrupts, and transfers little at a time, and checks what is
// on the disk before each next step. This program replaces the functions that read and write files.

#include <dlfcn.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cerrno>

#include "large/file_cases.hpp"

namespace ringlet_test {
namespace {

using ::testing::ElementsAre;

/// Behaviour of the replaced functions.
struct System {
  std::string fails = {};               // a call, for example "pread values"
  int after = 0;                        // number of such calls that succeed first
  bool kills = false;                   // ends the process instead of failing
  std::size_t most = 0;                 // bytes transferred at once; 0: no limit
  bool interrupts = false;              // interrupts each call that may wait, once
  std::vector<std::string> calls = {};  // calls made; consecutive equal ones count once
  std::size_t count = 0;

  /// Returns 0, or the error with which this call on a test's file fails.
  int error_of(const std::string& call) {
    if (calls.empty() || calls.back() != call) calls.push_back(call);
    const bool waits =
        call.starts_with("pread ") || call.starts_with("pwrite ") || call.starts_with("posix_fallocate ");
    if (interrupts && waits && ++count % 2 != 0) return EINTR;
    if (call != fails || after-- != 0) return 0;
    if (kills) ::raise(SIGKILL);
    return EIO;
  }
};

System* current = nullptr;

int error_of(const char* function, const fs::path& file) {
  if (current == nullptr || file.string().find("ringlet-large-") == std::string::npos) return 0;
  return current->error_of(std::string(function) + " " + file.filename().string());
}

int error_of(const char* function, int descriptor) {
  std::error_code none;
  return error_of(function, fs::read_symlink("/proc/self/fd/" + std::to_string(descriptor), none));
}

/// Returns the system's function of this name and type.
template <class Function>
Function* real(Function* /*type*/, const char* name) {
  return reinterpret_cast<Function*>(::dlsym(RTLD_NEXT, name));
}

std::size_t transferred(std::size_t count) {
  return current == nullptr || current->most == 0 ? count : std::min(count, current->most);
}

/// Returns -1 and sets errno if there is an error, otherwise makes the call.
template <class Call>
auto unless(int error, const Call& call) -> decltype(call()) {
  if (error == 0) return call();
  errno = error;
  return -1;
}

}  // namespace
}  // namespace ringlet_test

using ringlet_test::error_of;
using ringlet_test::real;
using ringlet_test::transferred;
using ringlet_test::unless;

extern "C" {

int fstat(int descriptor, struct stat* status) noexcept {
  return unless(error_of("fstat", descriptor), [&] { return real(&fstat, "fstat")(descriptor, status); });
}

ssize_t pread(int descriptor, void* bytes, std::size_t count, off_t offset) {
  return unless(error_of("pread", descriptor),
                [&] { return real(&pread, "pread")(descriptor, bytes, transferred(count), offset); });
}

ssize_t pwrite(int descriptor, const void* bytes, std::size_t count, off_t offset) {
  return unless(error_of("pwrite", descriptor),
                [&] { return real(&pwrite, "pwrite")(descriptor, bytes, transferred(count), offset); });
}

int ftruncate(int descriptor, off_t size) noexcept {
  return unless(error_of("ftruncate", descriptor), [&] { return real(&ftruncate, "ftruncate")(descriptor, size); });
}

int posix_fallocate(int descriptor, off_t offset, off_t count) {
  const int error = error_of("posix_fallocate", descriptor);
  return error != 0 ? error : real(&posix_fallocate, "posix_fallocate")(descriptor, offset, count);
}

int fsync(int descriptor) {
  return unless(error_of("fsync", descriptor), [&] { return real(&fsync, "fsync")(descriptor); });
}

int unlink(const char* name) noexcept {
  return unless(error_of("unlink", ringlet_test::fs::path(name)), [&] { return real(&unlink, "unlink")(name); });
}

}  // extern "C"

namespace ringlet_test {
namespace {

class LargeFilesOnASystem : public LargeFileOfWords {
 protected:
  ~LargeFilesOnASystem() override { current = nullptr; }

  /// Runs `forward` on the given system.
  void forward_on(System& system, const char* out = "values") const {
    current = &system;
    ringlet::LargeFile<std::uint64_t> file(path("values"), path(out), {.memory = memory});
    plan_.forward(file);
    current = nullptr;
  }
};

TEST_F(LargeFilesOnASystem, WhatItRefusesIsNamed) {
  struct Refusal {
    const char* call;
    int after;
    const char* what;
  };
  const Refusal refusals[] = {
      {"fstat values", 0, "asking for the size of "},
      {"fstat values", 1, "asking for the status of "},
      {"fstat values.between", 0, "asking for the status of "},
      {"fstat values.between", 1, "asking for the size of "},
      {"pread values", 0, "reading "},
      {"pread values.between", 0, "reading "},
      {"pwrite values.between", 3, "writing "},
      {"pwrite values.journal", 5, "writing "},
      {"ftruncate values.between", 0, "setting the size of "},
      {"posix_fallocate values.between", 0, "reserving room for "},
      {"fsync values.between", 0, "synchronising "},
      {"fsync values.journal", 0, "synchronising "},
      {"fsync values", 0, "synchronising "},
      {"fsync values.journal", 1, "synchronising "},
      {"unlink values.between", 0, "removing "},
      {"unlink values.journal", 0, "removing "},
  };
  for (const Refusal& refusal : refusals) {
    SCOPED_TRACE(refusal.call + std::string(" ") + std::to_string(refusal.after));
    put(path("values"), in_);
    System system{.fails = refusal.call, .after = refusal.after};
    try {
      forward_on(system);
      ADD_FAILURE() << "nothing was thrown";
    } catch (const std::system_error& error) {
      EXPECT_EQ(error.code(), std::errc::io_error);
      const std::string file = std::string(refusal.call).substr(std::string_view(refusal.call).find(' ') + 1);
      EXPECT_THAT(error.what(), HasSubstr(refusal.what + path(file.c_str()) + ": "));
    }
    current = nullptr;
    for (const char* const file : {"values.journal", "values.between"}) fs::remove(path(file));
  }
}

TEST_F(LargeFilesOnASystem, InterruptedAndShortTransfersGoOn) {
  System system{.most = 100, .interrupts = true};
  forward_on(system);
  EXPECT_GT(system.count, 100U);
  expect_finished();
}

// The last byte of each record is written by itself.
TEST_F(LargeFilesOnASystem, ShortTransfersWriteWholeRecords) {
  System system{.fails = "fsync values.between", .most = record_bytes - 1};
  EXPECT_THROW(forward_on(system), std::system_error);
  current = nullptr;
  std::vector<std::size_t> done;
  forward([&](const ringlet::LargeProgress& progress) { done.push_back(progress.done); });
  EXPECT_THAT(done, ElementsAre(5, 6, 7, 8));
  expect_finished();
}

TEST_F(LargeFilesOnASystem, AnInputThatBecomesShorterIsAnErrorAfterInterruptions) {
  put(path("in"), in_);
  System system{.interrupts = true};
  current = &system;
  const auto cut = [&](const ringlet::LargeProgress& progress) {
    if (progress.done == 1) fs::resize_file(path("in"), 8);
  };
  EXPECT_THAT(message_of<std::runtime_error>([&] { forward(cut, "in"); }), HasSubstr("in: it has become shorter"));
}

// A power cut must find on the disk what a record claims, and new values before their sources are removed.
TEST_F(LargeFilesOnASystem, WritesInTheOrderThatAPowerCutNeeds) {
  const auto order = [&](const char* out) {
    System system;
    forward_on(system, out);
    std::erase_if(system.calls, [](const std::string& call) {
      const bool records = call.starts_with("pwrite ") && call.ends_with(".journal");
      return !records && !call.starts_with("fsync ") && !call.starts_with("unlink ");
    });
    const auto repeated = std::ranges::unique(system.calls);
    system.calls.erase(repeated.begin(), repeated.end());
    return system.calls;
  };
  EXPECT_THAT(order("other"), ElementsAre("pwrite other.journal", "fsync other", "pwrite other.journal",
                                          "fsync other.journal", "unlink other.between", "unlink other.journal"));
  EXPECT_THAT(order("values"),
              ElementsAre("pwrite values.journal", "fsync values.between", "pwrite values.journal",
                          "fsync values.journal", "pwrite values.journal", "fsync values", "pwrite values.journal",
                          "fsync values.journal", "unlink values.between", "unlink values.journal"));
  expect_finished();
}

/// Step at the end of a transform. The process is killed just before this call, after `after` equal calls.
struct LastStep {
  const char* function;
  const char* file;  // "" is the result
  int after;
  bool is_recorded;  // the journal records the end
};

class LargeFilesThatAreKilled : public LargeFilesOnASystem {
 protected:
  /// Returns the last steps of a transform of `blocks` blocks whose journal has `marks`
  /// other records before the last one.
  static std::vector<LastStep> last_steps(int blocks, int marks) {
    return {{"fsync", "", 0, false},
            {"pwrite", ".journal", blocks + marks, false},
            {"fsync", ".journal", marks, true},
            {"unlink", ".between", 0, true},
            {"unlink", ".journal", 0, true}};
  }

  void kill_at(const LastStep& step, const std::string& out) const {
    const int status = status_of_child([&] {
      System system{.fails = std::string(step.function) + " " + out + step.file, .after = step.after, .kills = true};
      forward_on(system, out.c_str());
    });
    ASSERT_TRUE(WIFSIGNALED(status) && WTERMSIG(status) == SIGKILL);
    EXPECT_TRUE(get(path(out.c_str())) == expected_) << "only the end is left";
  }

  /// Repeats the call. Once the end is recorded, the call reads the result, removes the files, and reserves no space.
  void finish(const LastStep& step, const std::string& out) const {
    System system;
    forward_on(system, out.c_str());
    EXPECT_TRUE(get(path(out.c_str())) == expected_) << "it is not transformed again";
    EXPECT_FALSE(fs::exists(path((out + ".between").c_str())) || fs::exists(path((out + ".journal").c_str())));
    const auto makes_something = [](const std::string& call) {
      return call.starts_with("pwrite ") || call.starts_with("ftruncate ") || call.starts_with("posix_fallocate ");
    };
    EXPECT_TRUE(!step.is_recorded || std::ranges::none_of(system.calls, makes_something));
  }
};

TEST_F(LargeFilesThatAreKilled, AtTheirEndInPlaceAreFinishedByTheSameCall) {
  for (const LastStep& step : last_steps(8, 1)) {
    SCOPED_TRACE(step.function + std::string(" values") + step.file);
    put(path("values"), in_);
    kill_at(step, "values");
    finish(step, "values");
  }
}

TEST_F(LargeFilesThatAreKilled, AtTheirEndInAnotherFileAreFinishedByTheSameCall) {
  for (const LastStep& step : last_steps(8, 0)) {
    SCOPED_TRACE(step.function + std::string(" other") + step.file);
    kill_at(step, "other");
    finish(step, "other");
    EXPECT_TRUE(get(path("values")) == in_);
  }
}

// The second call is killed as well, at each step that it has left.
TEST_F(LargeFilesThatAreKilled, AtTheirEndTwiceAreFinishedByTheSameCall) {
  const std::vector<LastStep> steps = last_steps(8, 1);
  for (const LastStep& first : steps) {
    for (const LastStep& second : steps) {
      if (!first.is_recorded || std::string_view(second.function) != "unlink") continue;
      put(path("values"), in_);
      kill_at(first, "values");
      kill_at(second, "values");
      finish(second, "values");
    }
  }
}

}  // namespace
}  // namespace ringlet_test
