// Measures large cyclic forward transforms over MPI modulo 49, 124 and 255 bits, with one all-to-all and with three,
// against `LargeNtt` on as many threads of rank 0 while the other ranks sleep. Each rank compares its block with the
// values of a plan in one memory. Then all are timed in turns, by wall-clock time on rank 0.
//
// Usage: mpiexec -n RANKS ringlet_bench_large_mpi [--quick] [--bits=NUMBER]
#include <algorithm>
#include <chrono>
#include <exception>
#include <functional>
#include <iostream>
#include <ringlet/mpi.hpp>
#include <ringlet/ringlet.hpp>
#include <stdexcept>
#include <string>
#include <thread>
#include <vector>

#include "large/problem.hpp"
#include "support/arguments.hpp"
#include "support/executors.hpp"
#include "support/interleaved.hpp"
#include "support/machine.hpp"
#include "support/table.hpp"

namespace {

using ringlet::LargeOrder;
using ringlet::mpi::CoefficientOrder;

struct World {
  World() {
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_size(MPI_COMM_WORLD, &ranks);
  }
  int rank = 0;
  int ranks = 0;
};

/// Runs `work` on rank 0 while the other ranks sleep. All ranks must call it.
void on_first_rank(const World& world, const std::function<void()>& work) {
  if (world.rank == 0) {
    work();
    for (int rank = 1; rank < world.ranks; ++rank) MPI_Send(nullptr, 0, MPI_BYTE, rank, 0, MPI_COMM_WORLD);
    return;
  }
  MPI_Request request = MPI_REQUEST_NULL;
  MPI_Irecv(nullptr, 0, MPI_BYTE, 0, 0, MPI_COMM_WORLD, &request);
  for (int is_done = 0; is_done == 0;) {
    std::this_thread::sleep_for(std::chrono::microseconds(200));
    MPI_Test(&request, &is_done, MPI_STATUS_IGNORE);
  }
}

/// Plan on all ranks, with this rank's share of an input.
template <class Word>
class Distributed {
 public:
  Distributed(const ringlet::Modulus<Word>& q, const std::vector<Word>& in, LargeOrder order,
              CoefficientOrder coefficients)
      : plan_(in.size(), q, MPI_COMM_WORLD,
              {.plan = {.ring = ringlet::Ring::cyclic, .order = order}, .coefficients = coefficients}),
        out_(plan_.local_size().evaluations.count) {
    const auto& mine = plan_.local_size().coefficients;
    const std::size_t height = plan_.plan().height(), width = plan_.plan().width();
    for (std::size_t i = mine.first; i < mine.first + mine.count; ++i) {
      in_.push_back(in[coefficients == CoefficientOrder::natural ? i : i % height * width + i / height]);
    }
  }

  void run() { plan_.forward(out_, in_); }

  void verify(const std::vector<Word>& in) {
    run();
    std::vector<Word> expected(in.size());
    plan_.plan().forward(expected, in);
    const auto first = expected.begin() + static_cast<std::ptrdiff_t>(plan_.local_size().evaluations.first);
    if (!std::equal(out_.begin(), out_.end(), first))
      throw std::runtime_error("LargeNtt over MPI differs from LargeNtt");
  }

 private:
  ringlet::mpi::LargeNtt<Word> plan_;
  std::vector<Word> in_, out_;
};

void print(const std::string& name, double nanoseconds, double of_threads, double sent) {
  bench::print_cells(std::cout, {{-36, name},
                                 {12, bench::fixed(nanoseconds / 1e6, 2)},
                                 {10, bench::fixed(nanoseconds / of_threads, 2)},
                                 {12, bench::fixed(sent / 1e6, 2)}});
  std::cout << '\n';
}

template <class Word>
void measure(const World& world, unsigned bits, unsigned log_n, bool quick, const ringlet::Modulus<Word>& q) {
  const std::vector<Word> in = bench::large::random_input<Word>(bits, log_n);
  Distributed<Word> transposed(q, in, LargeOrder::transposed, CoefficientOrder::transposed);
  Distributed<Word> natural(q, in, LargeOrder::natural, CoefficientOrder::natural);
  transposed.verify(in);
  natural.verify(in);
  const auto executor = bench::executor_on(static_cast<std::size_t>(world.ranks));
  const auto plan = [&](LargeOrder order) {
    return ringlet::LargeNtt<Word>(in.size(), q, {.ring = ringlet::Ring::cyclic, .order = order});
  };
  const ringlet::LargeNtt<Word> plain_transposed = plan(LargeOrder::transposed), plain = plan(LargeOrder::natural);
  std::vector<Word> out(world.rank == 0 ? in.size() : 0);
  const auto on_threads = [&](const ringlet::LargeNtt<Word>& of) {
    return [&] { on_first_rank(world, [&] { of.forward(out, in, executor.get()); }); };
  };
  const auto on_ranks = [&](Distributed<Word>& of) {
    return [&] {
      MPI_Barrier(MPI_COMM_WORLD);
      of.run();
      MPI_Barrier(MPI_COMM_WORLD);
    };
  };
  const std::vector<bench::Timed> runs{
      {on_threads(plain_transposed)}, {on_ranks(transposed)}, {on_threads(plain)}, {on_ranks(natural)}};
  const std::vector<double> medians = bench::interleaved_medians(runs, quick ? 1 : log_n <= 22 ? 15 : 7, 1);
  if (world.rank != 0) return;
  // Bytes that a rank sends to others in one exchange.
  const double ranks = world.ranks, sent = static_cast<double>(in.size() * sizeof(Word)) * (1 - 1 / ranks) / ranks;
  std::cout << '\n' << bits << " bits, 2^" << log_n << " points; ranks or threads: " << world.ranks << '\n';
  bench::print_cells(std::cout, {{-36, ""}, {12, "ms"}, {10, "ratio"}, {12, "MB sent\n"}});
  print("transposed, threads", medians[0], medians[0], 0);
  print("transposed, ranks, one exchange", medians[1], medians[0], sent);
  print("natural, threads", medians[2], medians[2], 0);
  print("natural, ranks, three exchanges", medians[3], medians[2], 3 * sent);
  std::cout << std::flush;
}

void run(const World& world, const bench::Arguments& arguments) {
  if (world.rank == 0) bench::print_machine(std::cout);
  for (const unsigned bits : arguments.bits) {
    for (const unsigned log_n : arguments.quick ? std::vector<unsigned>{16} : std::vector<unsigned>{20, 22, 24}) {
      // Limited, since each rank holds whole arrays to compare with.
      if (bits > 62 && log_n > 22) continue;
      bench::large::with_modulus(bits, log_n, [&]<class Word>(const ringlet::Modulus<Word>& q) {
        measure<Word>(world, bits, log_n, arguments.quick, q);
      });
    }
  }
}

}  // namespace

int main(int argc, char** argv) {
  MPI_Init(&argc, &argv);
  try {
    run(World(), bench::read_arguments(argc, argv, {.all_bits = {49, 124, 255}, .min_bits = 40, .max_bits = 255}));
  } catch (const std::exception& error) {
    std::cerr << "ringlet_bench_large_mpi: " << error.what() << '\n';
    MPI_Abort(MPI_COMM_WORLD, 1);
  }
  MPI_Finalize();
}
