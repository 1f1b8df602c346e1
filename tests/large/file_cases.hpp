#pragma once

#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <csignal>
#include <filesystem>
#include <fstream>
#include <functional>
#include <string>
#include <system_error>
#include <vector>

#include "large/large_cases.hpp"
#include "ringlet/large_file.hpp"

/// Files of large transforms.
namespace ringlet_test {

namespace fs = std::filesystem;

/// Gives each test a folder of its own.
class LargeFiles : public ::testing::Test {
 protected:
  LargeFiles() {
    std::string pattern = ::testing::TempDir() + "ringlet-large-XXXXXX";
    if (::mkdtemp(pattern.data()) == nullptr) throw std::system_error(errno, std::generic_category(), pattern);
    folder_ = pattern;
  }
  ~LargeFiles() override { fs::remove_all(folder_); }

  [[nodiscard]] std::string path(const char* name) const { return (folder_ / name).string(); }

  /// Returns the names of all files in the folder, sorted.
  [[nodiscard]] std::vector<std::string> names() const {
    std::vector<std::string> all;
    for (const fs::directory_entry& entry : fs::directory_iterator(folder_)) {
      all.push_back(entry.path().filename().string());
    }
    std::ranges::sort(all);
    return all;
  }

  template <class Word>
  static void put(const std::string& name, const std::vector<Word>& values) {
    std::ofstream file(name, std::ios::binary);
    file.write(reinterpret_cast<const char*>(values.data()),
               static_cast<std::streamsize>(values.size() * sizeof(Word)));
  }

  template <class Word = std::uint64_t>
  [[nodiscard]] static std::vector<Word> get(const std::string& name) {
    std::vector<Word> values(fs::file_size(name) / sizeof(Word));
    std::ifstream file(name, std::ios::binary);
    file.read(reinterpret_cast<char*>(values.data()), static_cast<std::streamsize>(values.size() * sizeof(Word)));
    return values;
  }

  /// Changes a byte of a file.
  static void spoil(const std::string& name, std::uintmax_t place) {
    std::fstream file(name, std::ios::binary | std::ios::in | std::ios::out);
    file.seekg(static_cast<std::streamoff>(place));
    const int byte = file.get();
    file.seekp(static_cast<std::streamoff>(place));
    file.put(static_cast<char>(byte ^ 0x55));
  }
  /// Changes the byte in the middle.
  static void spoil(const std::string& name) { spoil(name, fs::file_size(name) / 2); }

  /// Runs `work` in a child process and returns its status. The child exits with 0, or with 1 after an exception.
  template <class Work>
  static int status_of_child(const Work& work) {
    const ::pid_t child = ::fork();
    if (child == 0) {
      try {
        work();
        ::_exit(0);
      } catch (...) {
        ::_exit(1);
      }
    }
    int status = 0;
    ::waitpid(child, &status, 0);
    return status;
  }

  Random random_;

 private:
  fs::path folder_;
};

/// Transform of words in a file, in place by default. Each of its passes has 4 blocks.
class LargeFileOfWords : public LargeFiles {
 protected:
  static constexpr std::size_t n = 1024;
  static constexpr std::size_t memory = (8 * (32 + 64) + 32) * sizeof(std::uint64_t);

  LargeFileOfWords() {
    put(path("values"), in_);
    plan_.forward(expected_, in_);
  }

  void forward(std::function<void(const ringlet::LargeProgress&)> progress = nullptr, const char* in = "values") const {
    ringlet::LargeFile<std::uint64_t> file(path(in), path("values"),
                                           {.memory = memory, .progress = std::move(progress)});
    plan_.forward(file);
  }

  /// Runs the transform in a child process that is killed after so many blocks.
  void forward_until(std::size_t blocks, const char* in = "values") const {
    const int status = status_of_child([&] {
      forward(
          [&](const ringlet::LargeProgress& progress) {
            if (progress.done == blocks) ::raise(SIGKILL);
          },
          in);
    });
    ASSERT_TRUE(WIFSIGNALED(status) && WTERMSIG(status) == SIGKILL);
  }

  [[nodiscard]] static std::string last_record(const std::string& journal) {
    std::string record(record_bytes, '\0');
    std::ifstream file(journal, std::ios::binary);
    file.seekg(-static_cast<std::streamoff>(record_bytes), std::ios::end);
    file.read(record.data(), static_cast<std::streamsize>(record_bytes));
    return record;
  }

  void expect_finished() const {
    EXPECT_TRUE(get(path("values")) == expected_);
    EXPECT_FALSE(fs::exists(path("values.between")) || fs::exists(path("values.journal")));
  }

  static constexpr std::size_t record_bytes = 68;  // length of a line of the journal

  mpz_class prime_ = large_prime(49, n);
  ringlet::Modulus<std::uint64_t> q_{number_of<std::uint64_t>(prime_)};
  LargeNtt<std::uint64_t> plan_{n, q_};
  Words in_ = large_values<std::uint64_t>(random_, n, prime_);
  Words expected_ = Words(n);
};

}  // namespace ringlet_test
