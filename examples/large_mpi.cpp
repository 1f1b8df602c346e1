// Squares a polynomial of 2^16 coefficients modulo X^65536 + 1 and a 49-bit prime, on any number of ranks up to 256:
// mpiexec -n 3 large_mpi
#include <cstdint>
#include <iostream>
#include <ringlet/mpi.hpp>
#include <ringlet/ringlet.hpp>
#include <vector>

int main(int argc, char** argv) {
  MPI_Init(&argc, &argv);
  {
    const std::size_t n = std::size_t{1} << 16;
    const ringlet::Modulus q{ringlet::ntt_primes(1, 49, n).front()};
    // Each transform has a single all-to-all: products work in any order of evaluations, and the coefficients are
    // placed directly where each rank needs them.
    ringlet::mpi::LargeNtt<std::uint64_t> ntt(n, q, MPI_COMM_WORLD,
                                              {.plan = {.order = ringlet::LargeOrder::transposed},
                                               .coefficients = ringlet::mpi::CoefficientOrder::transposed});
    const auto [coefficients, evaluations] = ntt.local_size();
    std::vector<std::uint64_t> a(coefficients.count), values(evaluations.count);
    const std::size_t height = ntt.plan().height(), width = ntt.plan().width();
    const auto power_of = [&](std::size_t number) { return number % height * width + number / height; };
    for (std::size_t i = 0; i < a.size(); ++i) a[i] = power_of(coefficients.first + i) == n - 1 ? 3 : 0;
    ntt.forward(values, a);
    ringlet::mul(values, values, values, q);
    ntt.inverse(a, values);
    // (3 X^(n-1))^2 = -9 X^(n-2)
    for (std::size_t i = 0; i < a.size(); ++i) {
      if (a[i] != 0) std::cout << "X^" << power_of(coefficients.first + i) << ": -" << q.value() - a[i] << "\n";
    }
  }  // before MPI ends, since the plan has a communicator
  MPI_Finalize();
}
