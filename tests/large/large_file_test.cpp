// Compares large transforms of files with those in memory, checks the memory limit, and tests errors.
// large_file_resume_test.cpp has interrupted transforms.

#include "ringlet/large_file.hpp"

#include <fcntl.h>
#include <sys/mman.h>
#include <sys/resource.h>
#include <sys/stat.h>

#include <array>

#include "large/file_cases.hpp"
#include "support/new_threads.hpp"
#include "support/one_after_the_other.hpp"

namespace ringlet_test {
namespace {

using ringlet::LargeFile;
using ringlet::LargeFileOptions;
using ringlet::LargeLayout;
using ringlet::LargePass;
using ringlet::LargeProgress;

TEST_F(LargeFiles, GiveWhatMemoryGives) {
  constexpr std::size_t n = 4096;
  for_each_kind([&]<class Word>(std::type_identity<Word>, unsigned bits) {
    const mpz_class prime = large_prime(bits, n);
    const ringlet::Modulus<Word> q(number_of<Word>(prime));
    const std::vector<Word> in = large_values<Word>(random_, n, prime);
    put(path("in"), in);
    for (const LargeOrder order : all_large_orders) {
      const LargeNtt<Word> plan(n, q, {.order = order, .height = 16});
      std::vector<Word> expected(n);
      plan.forward(expected, in);
      // A few lines at a time, or all of them.
      const std::size_t lines = std::array<std::size_t, 3>{8, 24, n}[random_.up_to(2)];
      NewThreads threads(1 + random_.up_to(2));
      LargeFileOptions options{.memory = (lines * (256 + 64) + 256) * sizeof(Word), .executor = &threads};
      LargeFile<Word> there(path("in"), path("out"), options), back(path("out"), path("out"), options);
      plan.forward(there);
      ASSERT_TRUE(get<Word>(path("out")) == expected) << lines;
      ASSERT_TRUE(get<Word>(path("in")) == in);
      plan.inverse(back);
      ASSERT_TRUE(get<Word>(path("out")) == in) << lines;
      EXPECT_FALSE(fs::exists(path("out.between")) || fs::exists(path("out.journal")));
    }
  });
}

TEST_F(LargeFiles, MayEndInABlockOfOneLine) {
  using Number = ringlet::UInt<512>;
  constexpr std::size_t n = 64, side = 8;
  const mpz_class prime = large_prime(511, n);
  const LargeNtt<Number> plan(n, ringlet::Modulus<Number>(number_of<Number>(prime)), {.height = side});
  const std::vector<Number> in = large_values<Number>(random_, n, prime);
  put(path("values"), in);
  std::vector<std::size_t> done;
  const auto progress = [&](const LargeProgress& now) {
    EXPECT_EQ(now.blocks, 4U);
    done.push_back(now.done);
  };
  constexpr std::size_t memory = ((side - 1) * (side + 64) + side) * sizeof(Number);
  LargeFile<Number> file(path("values"), path("values"), {.memory = memory, .progress = progress});
  plan.forward(file);
  EXPECT_THAT(done, ::testing::ElementsAre(1, 2, 3, 4));
  std::vector<Number> expected(n);
  plan.forward(expected, in);
  EXPECT_TRUE(get<Number>(path("values")) == expected);
}

/// Stands in for the transform of lines; its result depends on each number and its place.
void mark_lines(std::uint64_t* values, std::size_t first, std::size_t count, std::size_t length) {
  for (std::size_t i = 0; i < count * length; ++i) values[i] = 3 * values[i] + first * length + i;
}

/// Returns the result of a pass by its definition.
Words marked(const Words& in, const LargePass& pass) {
  Words out(in.size()), line(pass.length);
  for (std::size_t i = 0; i < pass.lines; ++i) {
    for (std::size_t e = 0; e < pass.length; ++e) line[e] = in[place_of(pass, pass.from, i, e)];
    mark_lines(line.data(), i, 1, pass.length);
    for (std::size_t e = 0; e < pass.length; ++e) out[place_of(pass, pass.to, i, e)] = line[e];
  }
  return out;
}

// Includes passes that no plan uses: lines and columns of either order, on each side of both passes.
TEST_F(LargeFiles, MoveLinesAsAnyPassesSay) {
  constexpr std::size_t height = 32, width = 64;
  constexpr LargeLayout layouts[] = {{}, {.are_reversed = true}, {.are_columns = true}, {true, true}};
  Words in(height * width);
  for (auto& x : in) x = random_.word();
  put(path("in"), in);
  for (unsigned way = 0; way < 256; ++way) {
    const LargePass first{.transform = "passes of a test",
                          .lines = width,
                          .length = height,
                          .from = layouts[way % 4],
                          .to = layouts[way / 4 % 4]};
    const LargePass second{.transform = first.transform,
                           .index = 1,
                           .lines = height,
                           .length = width,
                           .from = layouts[way / 16 % 4],
                           .to = layouts[way / 64]};
    if (first.to.are_columns == second.from.are_columns) continue;  // its lines are not those of the other pass
    OneAfterTheOther executor(std::array<std::size_t, 3>{1, 3, 100}[way % 3]);
    LargeFile<std::uint64_t> file(path("in"), path("out"),
                                  {.memory = (8 * (width + 64) + width) * 8, .executor = &executor});
    for (const LargePass& pass : {first, second}) {
      file.run(pass, [&](std::uint64_t* values, std::size_t line, std::size_t count, std::size_t) {
        mark_lines(values, line, count, pass.length);
      });
    }
    ASSERT_TRUE(get(path("out")) == marked(marked(in, first), second)) << way;
  }
}

// Matrices from flat to tall, blocks from the least to all lines, rows of whole pages and shorter ones, and more
// threads than can share the work.
TEST_F(LargeFiles, MayHaveAnyShape) {
  constexpr std::size_t n = 16384;
  const mpz_class prime = large_prime(62, n);
  const ringlet::Modulus<std::uint64_t> q(number_of<std::uint64_t>(prime));
  const Words in = large_values<std::uint64_t>(random_, n, prime);
  put(path("in"), in);
  for (std::size_t height = 2; height < n; height *= 4) {
    const std::size_t width = n / height, longest = std::max(height, width);
    for (const LargeOrder order : all_large_orders) {
      const LargeNtt<std::uint64_t> plan(n, q, {.order = order, .height = height});
      Words expected(n);
      plan.forward(expected, in);
      const std::size_t lines = std::array<std::size_t, 3>{200, 600, 1600}[random_.up_to(2)];
      const std::size_t least = 8 * (longest + 64) + longest, shortest = std::min(height, width);
      NewThreads threads(std::array<std::size_t, 4>{1, 2, 3, 11}[random_.up_to(3)]);
      const LargeFileOptions options{.memory = std::max(least, lines * (shortest + 64) + shortest) * 8,
                                     .executor = &threads};
      LargeFile<std::uint64_t> there(path("in"), path("out"), options), back(path("out"), path("out"), options);
      plan.forward(there);
      ASSERT_TRUE(get(path("out")) == expected) << height << ' ' << lines << ' ' << threads.workers();
      plan.inverse(back);
      ASSERT_TRUE(get(path("out")) == in) << height << ' ' << lines << ' ' << threads.workers();
    }
  }
}

TEST_F(LargeFileOfWords, TellHowFarTheyAre) {
  std::vector<std::size_t> done;
  forward([&](const LargeProgress& progress) {
    EXPECT_EQ(progress.blocks, 8U);
    done.push_back(progress.done);
  });
  EXPECT_THAT(done, ::testing::ElementsAre(1, 2, 3, 4, 5, 6, 7, 8));
}

TEST_F(LargeFileOfWords, AreOpenForThisProgramAlone) {
  std::size_t files = 0;
  forward([&](const LargeProgress&) {
    files = 0;
    for (const fs::directory_entry& entry : fs::directory_iterator("/proc/self/fd")) {
      std::error_code error;
      const fs::path file = fs::read_symlink(entry, error);
      if (error || file.string().find("ringlet-large-") == std::string::npos) continue;
      ++files;
      EXPECT_NE(::fcntl(std::stoi(entry.path().filename()), F_GETFD) & FD_CLOEXEC, 0) << file;
    }
    EXPECT_EQ(fs::status(path("values.between")).permissions(), fs::perms::owner_read | fs::perms::owner_write);
  });
  EXPECT_EQ(files, 4U) << "the values twice, what lies between, the journal";
}

TEST_F(LargeFileOfWords, TakeTheDescriptorOfAStandardInputThatIsClosed) {
  const int status = status_of_child([&] {
    ::close(STDIN_FILENO);
    forward();
  });
  EXPECT_TRUE(WIFEXITED(status) && WEXITSTATUS(status) == 0);
  expect_finished();
}

TEST_F(LargeFileOfWords, AnInputThatBecomesShorterIsAnError) {
  put(path("in"), in_);
  const auto cut = [&](const LargeProgress& progress) {
    if (progress.done == 1) fs::resize_file(path("in"), 8);
  };
  EXPECT_THAT(message_of<std::runtime_error>([&] { forward(cut, "in"); }), HasSubstr("in: it has become shorter"));
}

TEST_F(LargeFileOfWords, FilesThatAreTakenAwayAreNamed) {
  const auto remove = [&](const LargeProgress& progress) {
    if (progress.done == 8) fs::remove(path("values.between"));
  };
  EXPECT_THAT(message_of<std::system_error>([&] { forward(remove); }), HasSubstr("removing " + path("values.between")));
  EXPECT_THAT(names(), ::testing::ElementsAre("values", "values.journal"));
  forward([](const LargeProgress&) { ADD_FAILURE() << "all was finished"; });
  expect_finished();
}

TEST_F(LargeFileOfWords, OtherTransformsAreRefused) {
  forward_until(5);
  LargeFile<std::uint64_t> file(path("values"), path("values"), {.memory = memory});
  const auto refusal = [&](const LargeNtt<std::uint64_t>& plan) {
    return message_of<std::invalid_argument>([&] { plan.forward(file); });
  };
  const auto is_of_another = AllOf(HasSubstr("values.journal"), HasSubstr("another transform"));
  EXPECT_THAT(message_of<std::invalid_argument>([&] { plan_.inverse(file); }),
              AllOf(is_of_another, HasSubstr("inverse")));
  EXPECT_THAT(refusal({n, q_, {.order = LargeOrder::transposed}}), AllOf(is_of_another, HasSubstr("transposed")));
  EXPECT_THAT(refusal({n, q_, {.ring = Ring::cyclic}}), is_of_another);
  EXPECT_THAT(refusal({n, q_, {.psi = q_.value() - plan_.root()}}), is_of_another);
  const std::uint64_t other = number_of<std::uint64_t>(large_prime(50, n));
  EXPECT_THAT(refusal({n, ringlet::Modulus(other)}), AllOf(is_of_another, Names(other), Names(q_.value())));
  LargeFile<std::uint64_t> smaller(path("values"), path("values"), {.memory = 2 * memory});
  EXPECT_THAT(message_of<std::invalid_argument>([&] { plan_.forward(smaller); }),
              AllOf(is_of_another, HasSubstr("blocks")));
  put(path("others"), in_);
  EXPECT_THAT(message_of<std::invalid_argument>([&] { forward(nullptr, "others"); }),
              AllOf(is_of_another, HasSubstr("\"from " + path("values") + "\", but this one is \"from " +
                                             path("others") + "\": finish")));
  forward();
  expect_finished();
}

TEST_F(LargeFileOfWords, AJournalThatBeginsOtherwiseIsOfAnother) {
  forward_until(5);
  const std::string journal = path("values.journal");
  spoil(journal, 0);
  EXPECT_THAT(message_of<std::invalid_argument>([&] { forward(); }),
              AllOf(HasSubstr("another transform, \"'inglet: blocks"), HasSubstr("but this one is \"ringlet: blocks")));
  spoil(journal, 0);
  forward();
  expect_finished();
}

TEST_F(LargeFileOfWords, AFileThatIsInUseIsRefused) {
  forward([&](const LargeProgress& progress) {
    if (progress.done != 6) return;
    EXPECT_THAT(message_of<std::system_error>([&] { forward(); }), HasSubstr("values.journal"));
  });
  expect_finished();
}

TEST_F(LargeFileOfWords, WrongSizesAreRefused) {
  for (const std::size_t size : {std::size_t{0}, 8 * n - 8, 8 * n + 1, 16 * n}) {
    fs::resize_file(path("values"), size);
    EXPECT_THAT(message_of<std::invalid_argument>([&] { forward(); }),
                AllOf(HasSubstr("values"), Names(size), Names(8 * n)));
    EXPECT_EQ(fs::file_size(path("values")), size);
    EXPECT_FALSE(fs::exists(path("values.between")) || fs::exists(path("values.journal")));
  }
}

TEST_F(LargeFileOfWords, WhatTheOutputHasBeforeIsReplaced) {
  for (const std::size_t size : {std::size_t{0}, 8 * n - 8, 16 * n}) {
    put(path("target"), in_);
    fs::resize_file(path("target"), size);
    LargeFile<std::uint64_t> file(path("values"), path("target"), {.memory = memory});
    plan_.forward(file);
    EXPECT_TRUE(get(path("target")) == expected_);
  }
}

TEST_F(LargeFileOfWords, LinksToFilesThatAreNotThereYetAreFollowed) {
  fs::create_symlink("elsewhere", path("target"));
  LargeFile<std::uint64_t> file(path("values"), path("target"), {.memory = memory});
  plan_.forward(file);
  EXPECT_TRUE(fs::is_symlink(path("target")));
  EXPECT_TRUE(get(path("elsewhere")) == expected_);
}

TEST_F(LargeFileOfWords, TooLittleMemoryIsRefused) {
  const auto refusal = [&](std::size_t bytes) {
    LargeFile<std::uint64_t> file(path("values"), path("values"), {.memory = bytes});
    return message_of<std::invalid_argument>([&] { plan_.forward(file); });
  };
  EXPECT_THAT(refusal(0), AllOf(HasSubstr("memory is 0"), Names(memory)));
  EXPECT_THAT(refusal(memory - 1), AllOf(HasSubstr("memory is"), Names(memory)));
}

/// Obstacle to a transform from "values" to "target", or from "source".
struct Obstacle {
  const char* file;  // named by the error
  const char* source;
  const char* target;
  std::function<void(const fs::path&)> put;  // creates the obstacle at the path of `file`
  bool is_argument = false;                  // std::invalid_argument, otherwise std::system_error
};

// After each failure the folder is unchanged, and the target is free for another transform.
TEST_F(LargeFileOfWords, WhatCannotBeOpenedLeavesNothingBehind) {
  const auto nothing = [](const fs::path&) {};
  const auto folder = [](const fs::path& at) { fs::create_directory(at); };
  const auto fifo = [](const fs::path& at) { ::mkfifo(at.c_str(), 0600); };
  const auto link_to_nowhere = [](const fs::path& at) { fs::create_symlink("no/folder", at); };
  const auto short_file = [](const fs::path& at) { std::ofstream(at) << "short"; };
  const Obstacle obstacles[] = {
      {"nothing", "nothing", "target", nothing},
      {"folder", "folder", "target", folder, true},
      {"short", "short", "target", short_file, true},
      {"no/folder", "values", "no/folder", nothing},
      {"target", "values", "target", folder},
      {"target", "values", "target", fifo},
      {"target", "values", "target", link_to_nowhere},
      {"target.between", "values", "target", folder},
      {"target.between", "values", "target", link_to_nowhere},
      {"target.journal", "values", "target", folder},
      {"target.journal", "values", "target", link_to_nowhere},
      {"target.journal", "values", "target", short_file, true},
      {"target.between", "target.between", "target", [&](const fs::path& at) { put(at, in_); }, true},
  };
  for (const Obstacle& obstacle : obstacles) {
    obstacle.put(path(obstacle.file));
    const std::vector<std::string> before = names();
    LargeFile<std::uint64_t> file(path(obstacle.source), path(obstacle.target), {.memory = memory});
    const auto forward_there = [&] { plan_.forward(file); };
    EXPECT_THAT(obstacle.is_argument ? message_of<std::invalid_argument>(forward_there)
                                     : message_of<std::system_error>(forward_there),
                HasSubstr(path(obstacle.file)));
    EXPECT_EQ(names(), before) << obstacle.file;
    fs::remove(path(obstacle.file));
    LargeFile<std::uint64_t> other(path("values"), path("target"), {.memory = memory});
    plan_.inverse(other);
    Words expected(n);
    plan_.inverse(expected, in_);
    EXPECT_TRUE(get(path("target")) == expected);
    fs::remove(path("target"));
  }
}

// Root may write read-only files; other users may not.
TEST_F(LargeFileOfWords, WhatIsReadOnlyLeavesNothingBehind) {
  fs::permissions(path(""), fs::perms::all);
  for (const char* name : {"values", "target", "target.between", "target.journal"}) {
    if (!fs::exists(path(name))) std::ofstream(path(name));
    fs::permissions(path(name), fs::perms::owner_read | fs::perms::group_read | fs::perms::others_read);
    const std::vector<std::string> before = names();
    const int status = status_of_child([&] {
      if (::geteuid() == 0 && ::setuid(65534) != 0) ::_exit(2);
      const char* const target = std::string_view(name) == "values" ? "values" : "target";
      LargeFile<std::uint64_t> file(path("values"), path(target), {.memory = memory});
      const std::string message = message_of<std::system_error>([&] { plan_.forward(file); });
      ::_exit(message.find("opening " + path(name) + ": ") != std::string::npos ? 3 : 4);
    });
    ASSERT_TRUE(WIFEXITED(status));
    EXPECT_EQ(WEXITSTATUS(status), 3) << name;
    EXPECT_EQ(names(), before) << name;
    if (std::string_view(name) != "values") fs::remove(path(name));
  }
  EXPECT_TRUE(get(path("values")) == in_);
}

TEST_F(LargeFileOfWords, WhatFailsBeforeABlockIsFinishedLeavesNothingBehind) {
  struct Refusing final : ringlet::Executor {
    [[nodiscard]] std::size_t workers() const noexcept override { return 1; }
    void run(std::size_t /*count*/, const Task& /*task*/) override { throw std::bad_alloc(); }
  } refusing;
  for (const char* target : {"values", "target"}) {
    LargeFile<std::uint64_t> file(path("values"), path(target), {.memory = memory, .executor = &refusing});
    EXPECT_THROW(plan_.forward(file), std::bad_alloc);
    EXPECT_THAT(names(), ::testing::ElementsAre("values"));
  }
  EXPECT_TRUE(get(path("values")) == in_);
}

TEST_F(LargeFileOfWords, WhatCannotBeOpenedLeavesFinishedBlocks) {
  forward_until(5);
  fs::rename(path("values.between"), path("away"));
  fs::create_directory(path("values.between"));
  const std::uintmax_t size = fs::file_size(path("values.journal"));
  EXPECT_THAT(message_of<std::system_error>([&] { forward(); }), HasSubstr("values.between"));
  EXPECT_EQ(fs::file_size(path("values.journal")), size);
  fs::remove(path("values.between"));
  fs::rename(path("away"), path("values.between"));
  std::size_t blocks = 0;
  forward([&](const LargeProgress&) { ++blocks; });
  EXPECT_EQ(blocks, 3U);
  expect_finished();
}

TEST_F(LargeFileOfWords, AFullDiskIsNamed) {
  fs::create_symlink("/dev/full", path("values.journal"));
  try {
    forward();
    ADD_FAILURE() << "nothing was thrown";
  } catch (const std::system_error& error) {
    EXPECT_EQ(error.code(), std::errc::no_space_on_device);
    EXPECT_THAT(error.what(), HasSubstr("values.journal"));
  }
  EXPECT_THAT(names(), ::testing::ElementsAre("values"));
  // Space for a file is reserved before anything is computed.
  const int status = status_of_child([&] {
    std::signal(SIGXFSZ, SIG_IGN);
    const ::rlimit limit{.rlim_cur = 8 * n - 1, .rlim_max = 8 * n - 1};
    ::setrlimit(RLIMIT_FSIZE, &limit);
    try {
      forward([](const LargeProgress&) { ::_exit(2); });
    } catch (const std::system_error& error) {
      const bool is_named = std::string_view(error.what()).find("values.between") != std::string_view::npos;
      ::_exit(error.code() == std::errc::file_too_large && is_named ? 3 : 4);
    }
  });
  EXPECT_TRUE(WIFEXITED(status));
  EXPECT_EQ(WEXITSTATUS(status), 3);
  EXPECT_TRUE(get(path("values")) == in_);
  EXPECT_THAT(names(), ::testing::ElementsAre("values"));
  forward();
  expect_finished();
}

#ifdef RINGLET_TEST_LIMITS_ADDRESS_SPACE
/// Returns the bytes of address space of this process.
std::size_t address_space() {
  std::size_t pages = 0;
  std::ifstream("/proc/self/statm") >> pages;
  return pages * static_cast<std::size_t>(::sysconf(_SC_PAGESIZE));
}

constexpr std::size_t megabyte = std::size_t{1} << 20;

class LargeFilesInLittleMemory : public LargeFiles {
 protected:
  /// Returns the status of a child process that may use at most 5 MB more address space than it has.
  template <class Work>
  static int status_of_limited_child(const Work& work) {
    return status_of_child([&] {
      const std::size_t allowed = address_space() + 5 * megabyte;
      const ::rlimit limit{.rlim_cur = allowed, .rlim_max = allowed};
      if (::setrlimit(RLIMIT_AS, &limit) != 0) ::_exit(2);
      work();
    });
  }
};

// CTest runs this test in a process of its own, whose heap has no free memory from earlier tests. The process is killed
// in either pass; the last process has the limit as well.
TEST_F(LargeFilesInLittleMemory, KeepWithinWhatTheSystemAllows) {
  constexpr std::size_t n = std::size_t{1} << 21;  // 16 MB
  const mpz_class prime = large_prime(49, n);
  const LargeNtt<std::uint64_t> plan(n, ringlet::Modulus<std::uint64_t>(number_of<std::uint64_t>(prime)));
  const std::string name = path("values");
  // A child process writes the values, so that none of its memory can be used again.
  ASSERT_EQ(status_of_child([&] { put(name, large_values<std::uint64_t>(random_, n, prime)); }), 0);
  for (const std::size_t quarters : {1U, 3U}) {
    const int status = status_of_limited_child([&] {
      const auto kill = [quarters](const LargeProgress& progress) {
        if (progress.done == progress.blocks * quarters / 4) ::raise(SIGKILL);
      };
      LargeFile<std::uint64_t> file(name, name, {.memory = megabyte, .progress = kill});
      plan.forward(file);
    });
    ASSERT_TRUE(WIFSIGNALED(status) && WTERMSIG(status) == SIGKILL) << quarters;
  }
  const int status = status_of_limited_child([&] {
    LargeFile<std::uint64_t> file(name, name, {.memory = megabyte});
    plan.forward(file);
    plan.inverse(file);
    // A mapping of all values must fail, which shows that the limit works.
    void* const room = ::mmap(nullptr, n * sizeof(std::uint64_t), PROT_READ, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
    ::_exit(room == MAP_FAILED ? 4 : 3);
  });
  ASSERT_TRUE(WIFEXITED(status));
  EXPECT_EQ(WEXITSTATUS(status), 4);
  Words in = get(name), expected(n);
  plan.forward(expected, in);
  LargeFile<std::uint64_t> file(name, path("out"), {.memory = megabyte});
  plan.forward(file);
  EXPECT_TRUE(get(path("out")) == expected);
}
#endif

}  // namespace
}  // namespace ringlet_test
