// Tests interrupted large transforms of files: after a kill, an exception or a change from outside they resume, or
// report an error if they cannot.

#include "large/file_cases.hpp"

namespace ringlet_test {
namespace {

using ringlet::LargeFile;
using ringlet::LargeProgress;

/// Transform that has finished but stopped before it removed its files.
class LargeFileWithAJournalOfAResult : public LargeFileOfWords {
 protected:
  LargeFileWithAJournalOfAResult() {
    const auto remove = [&](const LargeProgress& progress) {
      if (progress.done == 8) fs::remove(path("values.between"));
    };
    EXPECT_THROW(forward(remove), std::system_error);
  }

  void expect_error() const {
    EXPECT_THAT(message_of<std::runtime_error>([&] { forward(); }),
                HasSubstr(path("values") + " or " + path("values.journal") + " has been changed since"));
    EXPECT_TRUE(fs::exists(path("values.journal")));
  }
};

TEST_F(LargeFileWithAJournalOfAResult, RemovesWhatIsLeftOfTheOtherFile) {
  put(path("values.between"), in_);
  forward([](const LargeProgress&) { ADD_FAILURE() << "all was finished"; });
  expect_finished();
}

TEST_F(LargeFileWithAJournalOfAResult, RefusesOtherValues) {
  put(path("values"), in_);
  expect_error();
  EXPECT_TRUE(get(path("values")) == in_);
  fs::remove(path("values.journal"));
  forward();
  expect_finished();
}

TEST_F(LargeFileWithAJournalOfAResult, RefusesAResultWhoseRecordsWereChanged) {
  spoil(path("values.journal"), fs::file_size(path("values.journal")) - 2 * record_bytes);
  expect_error();
  EXPECT_TRUE(get(path("values")) == expected_);
}

TEST_F(LargeFileWithAJournalOfAResult, IsInTheWayOfAnotherTransform) {
  LargeFile<std::uint64_t> file(path("values"), path("values"), {.memory = memory});
  EXPECT_THAT(message_of<std::invalid_argument>([&] { plan_.inverse(file); }), HasSubstr("another transform"));
  forward();
  plan_.inverse(file);
  EXPECT_TRUE(get(path("values")) == in_);
}

TEST_F(LargeFileOfWords, ResultInAnotherFileThatWasChangedAfterItsEndIsAnError) {
  put(path("in"), in_);
  const auto remove = [&](const LargeProgress& progress) {
    if (progress.done == 8) fs::remove(path("values.between"));
  };
  EXPECT_THROW(forward(remove, "in"), std::system_error);
  for (const std::size_t size : {8 * n - 8, 8 * n}) {  // too short, then with other values at its end
    fs::resize_file(path("values"), size);
    EXPECT_THAT(message_of<std::runtime_error>([&] { forward(nullptr, "in"); }), HasSubstr("has been changed since"));
    EXPECT_EQ(fs::file_size(path("values")), size);
  }
}

TEST_F(LargeFileOfWords, PassesComeInTheirOrder) {
  LargeFile<std::uint64_t> file(path("values"), path("values"), {.memory = memory});
  const ringlet::LargePass second{.transform = "none", .index = 1, .lines = 32, .length = 32, .from = {}, .to = {}};
  const auto run_second = [&] { file.run(second, nullptr); };
  EXPECT_THAT(message_of<std::logic_error>(run_second), HasSubstr("after its pass 0"));
  plan_.forward(file);
  EXPECT_THAT(message_of<std::logic_error>(run_second), HasSubstr("after its pass 0"));
}

TEST_F(LargeFileOfWords, ResumeAfterAKill) {
  for (std::size_t blocks = 1; blocks <= 8; ++blocks) {
    put(path("values"), in_);
    forward_until(blocks);
    std::vector<std::size_t> done;
    forward([&](const LargeProgress& progress) { done.push_back(progress.done); });
    EXPECT_EQ(done.size(), 8 - blocks) << "what is finished is not done again";
    expect_finished();
  }
}

TEST_F(LargeFileOfWords, ResumeAfterManyKills) {
  for (std::size_t blocks = 1; blocks <= 8; ++blocks) forward_until(blocks);
  forward();
  expect_finished();
}

// A kill may come when an in-place transform is done. A note that it has begun, together with the
// journal, tells whether it has finished.
TEST_F(LargeFileOfWords, ANoteAndTheJournalTellWhetherToRepeat) {
  for (std::size_t blocks = 1; blocks <= 9; ++blocks) {  // 9: the call has returned
    put(path("values"), in_);
    fs::remove(path("note"));
    const int status = status_of_child([&] {
      forward([&](const LargeProgress& progress) {
        std::ofstream(path("note"));
        if (progress.done == blocks) ::raise(SIGKILL);
      });
      ::raise(SIGKILL);
    });
    ASSERT_TRUE(WIFSIGNALED(status));
    ASSERT_TRUE(fs::exists(path("note")));
    if (fs::exists(path("values.journal"))) forward();
    expect_finished();
  }
}

// A kill in the middle of a write leaves arbitrary values in blocks that are not recorded.
TEST_F(LargeFileOfWords, HalfWrittenBlocksAreNotTakenForDone) {
  forward_until(1);
  Words between = get(path("values.between"));
  for (std::size_t i = n / 4; i < n; ++i) between[i] = ~between[i];  // blocks after the first
  put(path("values.between"), between);
  forward();
  expect_finished();
}

TEST_F(LargeFileOfWords, OneByteOfAJournalIsItsBeginning) {
  forward_until(3);
  fs::resize_file(path("values.journal"), 1);
  forward();
  expect_finished();
}

TEST_F(LargeFileOfWords, RecordsThatWereCutOffDoNotCount) {
  for (const std::size_t cut : {1U, 40U, 68U, 70U, 1000000U}) {
    put(path("values"), in_);
    forward_until(3);
    const std::string journal = path("values.journal");
    fs::resize_file(journal, fs::file_size(journal) - std::min(fs::file_size(journal), std::uintmax_t{cut}));
    std::size_t blocks = 0;
    forward([&](const LargeProgress&) { ++blocks; });
    EXPECT_GT(blocks, 5U);
    expect_finished();
  }
}

TEST_F(LargeFileOfWords, ChangedBlocksAreDoneAgain) {
  for (const std::size_t place : {std::size_t{0}, 4 * n, 8 * n - 1}) {
    put(path("values"), in_);
    forward_until(4);  // nothing of the second pass
    spoil(path("values.between"), place);
    std::vector<std::size_t> done;
    forward([&](const LargeProgress& progress) { done.push_back(progress.done); });
    EXPECT_THAT(done, ::testing::ElementsAre(4, 5, 6, 7, 8)) << place;
    expect_finished();
  }
  put(path("values"), in_);
  forward_until(8);
  spoil(path("values"));
  forward();
  expect_finished();
}

// Swaps columns in the block of the first eight.
TEST_F(LargeFileOfWords, BlocksOfTheSameLinesInAnotherOrderAreDoneAgain) {
  forward_until(4);
  Words between = get(path("values.between"));
  for (std::size_t i = 0; i < n / 4; i += 8) std::swap(between[i], between[i + 1]);
  put(path("values.between"), between);
  std::vector<std::size_t> done;
  forward([&](const LargeProgress& progress) { done.push_back(progress.done); });
  EXPECT_THAT(done, ::testing::ElementsAre(4, 5, 6, 7, 8));
  expect_finished();
}

TEST_F(LargeFileOfWords, ChangedBlocksAreDoneAgainFromAnInputThatIsKept) {
  put(path("in"), in_);
  forward_until(6, "in");
  spoil(path("values.between"));
  forward(nullptr, "in");
  expect_finished();
}

TEST_F(LargeFileOfWords, ChangedValuesOfWhichNothingIsLeftAreAnError) {
  forward_until(6);
  spoil(path("values.between"));
  EXPECT_THAT(message_of<std::runtime_error>([&] { forward(); }), HasSubstr("values.between"));
}

// The record of a block of pass 0 precedes the last three records: the beginning of pass 1 and two of its blocks.
TEST_F(LargeFileOfWords, ChangedRecordsOfValuesThatAreOverwrittenAreAnError) {
  forward_until(6);
  const std::string journal = path("values.journal");
  spoil(journal, fs::file_size(journal) - 4 * record_bytes);
  const auto expect_error = [&] {
    EXPECT_THAT(message_of<std::runtime_error>([&] { forward(); }), HasSubstr("the journal has been changed"));
  };
  expect_error();
  for (const std::size_t record : {7U, 6U, 5U, 2U, 1U}) spoil(journal, fs::file_size(journal) - record * record_bytes);
  expect_error();
  EXPECT_THAT(names(), ::testing::ElementsAre("values", "values.between", "values.journal"));
}

TEST_F(LargeFileOfWords, ChangedRecordsDoNotCount) {
  forward_until(4);
  // The changed record would say that pass 1 has begun.
  std::fstream journal(path("values.journal"), std::ios::binary | std::ios::in | std::ios::out);
  journal.seekp(15 - 2 * static_cast<std::streamoff>(record_bytes), std::ios::end);
  journal << '2';
  journal.close();
  std::vector<std::size_t> done;
  forward([&](const LargeProgress& progress) { done.push_back(progress.done); });
  EXPECT_THAT(done, ::testing::ElementsAre(4, 5, 6, 7, 8));
  expect_finished();
}

// Appends the record of pass 1, block number 4, from a larger transform's journal.
TEST_F(LargeFileOfWords, RecordsOfBlocksThatThereAreNotDoNotCount) {
  constexpr std::size_t twice = 2 * n;  // 4 blocks of columns and 8 of rows
  const LargeNtt<std::uint64_t> larger(twice, q_, {.ring = Ring::cyclic, .height = 64});
  put(path("larger"), large_values<std::uint64_t>(random_, twice, prime_));
  const int status = status_of_child([&] {
    LargeFile<std::uint64_t> file(path("larger"), path("larger"),
                                  {.memory = (8 * (64 + 64) + 64) * 8, .progress = [](const LargeProgress& progress) {
                                     if (progress.done == 4 + 5) ::raise(SIGKILL);
                                   }});
    larger.forward(file);
  });
  ASSERT_TRUE(WIFSIGNALED(status));
  forward_until(3);
  std::ofstream(path("values.journal"), std::ios::app) << last_record(path("larger.journal"));
  std::vector<std::size_t> done;
  forward([&](const LargeProgress& progress) { done.push_back(progress.done); });
  EXPECT_THAT(done, ::testing::ElementsAre(4, 5, 6, 7, 8));
  expect_finished();
}

TEST_F(LargeFileOfWords, ResumeAfterAnException) {
  const auto stop = [](const LargeProgress& progress) {
    if (progress.done == 5) throw std::domain_error("stop");
  };
  EXPECT_THROW(forward(stop), std::domain_error);
  forward();
  expect_finished();
}

}  // namespace
}  // namespace ringlet_test
