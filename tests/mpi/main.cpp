// Runs GoogleTest on all ranks, each of which runs every test. Rank 0 reports; the others print only failures.

#include <gtest/gtest.h>
#include <mpi.h>

#include <iostream>
#include <stdexcept>
#include <string>

#include "mpi/mpi_cases.hpp"
#include "support/random.hpp"

namespace {

class PrintFailures : public ::testing::EmptyTestEventListener {
 public:
  explicit PrintFailures(int rank) : rank_(rank) {}

 private:
  void OnTestStart(const ::testing::TestInfo& test) override { test_ = test.name(); }
  // Does not ask which test runs, since GoogleTest has locked that.
  void OnTestPartResult(const ::testing::TestPartResult& result) override {
    if (!result.failed()) return;
    std::cerr << "rank " << rank_ << ", " << test_ << ", line " << result.line_number() << ": " << result.message()
              << "\n";
  }

  int rank_;
  std::string test_;
};

}  // namespace

int main(int argc, char** argv) {
  ::testing::InitGoogleTest(&argc, argv);
  ringlet_test::message_before_mpi() = ringlet_test::message_of<std::invalid_argument>(
      [] { static_cast<void>(ringlet::mpi::local_size(4, 4, MPI_COMM_NULL)); });
  MPI_Init(&argc, &argv);
  int rank = 0;
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  if (rank == 0) {
    std::cout << "RINGLET_TEST_SEED=" << ringlet_test::run_seed() << " repeats this run\n";
  } else {
    // InitGoogleTest has created the writer of the report, which is one file for all ranks.
    auto& listeners = ::testing::UnitTest::GetInstance()->listeners();
    delete listeners.Release(listeners.default_result_printer());
    delete listeners.Release(listeners.default_xml_generator());
    listeners.Append(new PrintFailures(rank));
  }
  const int status = RUN_ALL_TESTS();
  MPI_Finalize();
  return status;
}
