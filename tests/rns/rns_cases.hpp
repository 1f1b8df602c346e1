#pragma once

#include <cstddef>
#include <cstdint>
#include <initializer_list>
#include <string>
#include <vector>

#include "ringlet/automorphism.hpp"
#include "ringlet/base_conversion.hpp"
#include "ringlet/executor.hpp"
#include "ringlet/key_switch.hpp"
#include "ringlet/mod_down.hpp"
#include "ringlet/rns_base.hpp"
#include "ringlet/rns_context.hpp"
#include "ringlet/rns_ntt.hpp"
#include "ringlet/rns_span.hpp"
#include "rns/rns_reference.hpp"
#include "support/random.hpp"

/// The interface of residue number systems, and bases and integers to test it with.
namespace ringlet_test::rns {

using ringlet::Automorphism;
using ringlet::BaseConversion;
using ringlet::Domain;
using ringlet::KeySwitch;
using ringlet::Lift;
using ringlet::ModDown;
using ringlet::RnsBase;
using ringlet::RnsContext;
using ringlet::RnsNtt;
using ringlet::RnsSpan;
using ringlet::RnsView;
using ringlet::SwitchingKey;

/// Returns the `count` largest primes q = 1 (mod order) below 2^bits.
[[nodiscard]] Words primes(unsigned bits, std::size_t count, std::uint64_t order = 2);
/// Returns the `count` largest primes q = 1 (mod order) below a limit.
[[nodiscard]] Words primes_below(std::uint64_t limit, std::size_t count, std::uint64_t order = 2);

/// Returns the `count` smallest primes q = 1 (mod order) above a limit.
[[nodiscard]] Words primes_above(std::uint64_t limit, std::size_t count, std::uint64_t order = 2);
/// Returns the two smallest and the two largest primes q = 1 (mod order) of 62 bits.
[[nodiscard]] Words primes_of_62_bits(std::uint64_t order = 2);

/// Returns a power of the smallest primitive 2n-th root of unity modulo each modulus. It is primitive for odd
/// exponents.
[[nodiscard]] Words powers_of_roots(const Words& moduli, std::size_t n, std::uint64_t exponent);

[[nodiscard]] Words joined(std::initializer_list<Words> parts);

/// Returns all[begin] to all[end - 1].
template <class T>
[[nodiscard]] std::vector<T> part(const std::vector<T>& all, std::size_t begin, std::size_t end) {
  return {all.begin() + static_cast<std::ptrdiff_t>(begin), all.begin() + static_cast<std::ptrdiff_t>(end)};
}

/// Bases by name: one modulus, 64 and 100, every length next to the edges of the kernels' ranges,
/// mixed ones, tiny and even moduli.
struct NamedBase {
  std::string name;
  Words moduli;
};
[[nodiscard]] const std::vector<NamedBase>& bases();

/// Returns `count` integers in [0, Q): those next to 0, Q/2 and Q first, then random integers.
[[nodiscard]] std::vector<mpz_class> integers(Random& random, std::size_t count, const Words& moduli);

/// Executor that runs tasks in reverse, each as another worker, and counts them.
class ReverseExecutor final : public ringlet::Executor {
 public:
  [[nodiscard]] std::size_t workers() const noexcept override { return 3; }
  void run(std::size_t count, const Task& task) override {
    for (std::size_t i = count; i-- > 0;) task(i, i % 3);
    tasks += count;
  }
  std::size_t tasks = 0;
};

/// Draws residues next to 0 and to the moduli, and random ones, in rows of n.
[[nodiscard]] Rows random_rows(Random& random, const Words& moduli, std::size_t n);

/// Rows in one block, `stride` words apart.
class Block {
 public:
  Block(std::size_t rows, std::size_t n, std::size_t stride)
      : rows_(rows), n_(n), stride_(stride), words_(rows * stride) {}
  Block(const Rows& rows, std::size_t stride);

  [[nodiscard]] ringlet::RnsSpan span() { return {words_.data(), rows_, n_, stride_}; }
  [[nodiscard]] ringlet::RnsView view() const { return {words_.data(), rows_, n_, stride_}; }
  [[nodiscard]] Rows rows() const;
  /// Returns whether the words between the rows are still zero.
  [[nodiscard]] bool gaps_are_untouched() const;

 private:
  std::size_t rows_, n_, stride_;
  Words words_;
};

}  // namespace ringlet_test::rns
