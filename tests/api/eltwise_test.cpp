#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <vector>

#include "api/eltwise_operations.hpp"
#include "reference/modular.hpp"
#include "support/backends.hpp"
#include "support/guarded_buffer.hpp"
#include "support/moduli.hpp"
#include "support/page_edge_buffer.hpp"

namespace ringlet_test {
namespace {

/// Repeats every test for each backend and each operation.
class Eltwise : public BackendTest<std::size_t> {
 protected:
  [[nodiscard]] const Operation& operation() const { return operations()[parameter()]; }

  [[nodiscard]] Words input(std::size_t n, std::uint64_t q) {
    return corner_biased(random_, n, q, top_of_input(operation(), q));
  }

  [[nodiscard]] Constants any_constants(std::uint64_t q) {
    const std::vector<Constants> corners = corner_constants(operation(), random_, q);
    return corners[random_.up_to(corners.size() - 1)];
  }

  Random random_;
};

/// Every tail of up to two vectors of eight words, and loops that are long enough to be unrolled.
const std::size_t lengths[] = {1,  2,  3,  4,  5,  6,  7,  8,  9,  10, 11,  12,   13,
                               14, 15, 16, 17, 31, 32, 33, 63, 64, 65, 100, 1003, 1024};

TEST_P(Eltwise, EveryLengthAndMisalignment) {
  for (const std::uint64_t value : {std::uint64_t{257}, (std::uint64_t{1} << 50) - 27, largest_modulus}) {
    const Modulus q(value);
    for (const std::size_t n : lengths) {
      for (std::size_t misalignment = 0; misalignment < 8; ++misalignment) {
        GuardedBuffer out(n, misalignment);
        GuardedBuffer a(input(n, value), misalignment * 3 % 8);
        GuardedBuffer b(input(n, value), misalignment * 5 % 8);
        GuardedBuffer c(input(n, value), misalignment * 7 % 8);
        expect_correct(operation(), {out.span(), a.span(), b.span(), c.span()}, any_constants(value), q);
      }
    }
  }
}

/// The arrays that out, a, b and c are, by number: every way to be the same or apart, of those that are read.
std::vector<std::array<std::size_t, 4>> aliasings(const Operation& operation) {
  std::vector<std::array<std::size_t, 4>> all;
  for (std::size_t a = 0; a <= 1; ++a) {
    for (std::size_t b = 0; b <= a + 1; ++b) {
      for (std::size_t c = 0; c <= std::max(a, b) + 1; ++c) {
        const bool b_is_apart = b == a + 1, c_is_apart = c == std::max(a, b) + 1;
        if ((operation.reads_b || b_is_apart) && (operation.reads_c || c_is_apart)) all.push_back({0, a, b, c});
      }
    }
  }
  return all;
}

TEST_P(Eltwise, EveryAliasing) {
  constexpr std::size_t n = 43;
  for (const std::uint64_t value : sample_moduli()) {
    const Modulus q(value);
    for (const Constants& constants : corner_constants(operation(), random_, value)) {
      for (const auto& [out, a, b, c] : aliasings(operation())) {
        std::array arrays{GuardedBuffer(input(n, value)), GuardedBuffer(input(n, value)),
                          GuardedBuffer(input(n, value)), GuardedBuffer(input(n, value))};
        expect_correct(operation(), {arrays[out].span(), arrays[a].span(), arrays[b].span(), arrays[c].span()},
                       constants, q);
      }
    }
  }
}

TEST_P(Eltwise, EveryKindOfModulus) {
  constexpr std::size_t n = 67;
  GuardedBuffer out(n);
  for (const std::uint64_t value : any_moduli(random_)) {
    const Modulus q(value);
    const Words a = input(n, value), b = input(n, value), c = input(n, value);
    for (const Constants& constants : corner_constants(operation(), random_, value)) {
      expect_correct(operation(), {out.span(), a, b, c}, constants, q);
    }
  }
}

// A quotient estimated from truncated numbers goes wrong first where the true one is hardly more than an integer.
TEST_P(Eltwise, ProductsNextToMultiplesOfTheModulus) {
  constexpr std::size_t n = 128;
  Words a(n), b(n), out(n);
  for (const std::uint64_t q : badly_truncated_moduli(random_)) {
    const std::uint64_t top = top_of_input(operation(), q);
    const auto large_unit = [&] {
      for (;;) {
        const std::uint64_t candidate = q - 1 - random_.up_to(q / 16);
        if (reference::inverse_mod(candidate, q)) return candidate;
      }
    };
    // A representative of r / unit modulo q, as large as the operation allows.
    const auto cofactor = [&](std::uint64_t r, std::uint64_t unit) {
      const std::uint64_t residue = reference::mul_mod(r, *reference::inverse_mod(unit, q), q);
      return residue + (top - residue) / q * q;
    };
    const Constants constants{.scalar = large_unit(), .bound = q};
    for (std::size_t i = 0; i < n; ++i) {
      b[i] = large_unit();
      a[i] = cofactor(random_.up_to(3), i % 2 == 0 ? b[i] : constants.scalar);
    }
    expect_correct(operation(), {out, a, b, input(n, q)}, constants, Modulus(q));
  }
}

TEST_P(Eltwise, ExhaustiveForTinyModuli) {
  // 4q covers all lazy inputs below, and for an operation on any word more than q itself.
  constexpr std::uint64_t largest = 17;
  for (std::uint64_t value = 2; value <= largest; ++value) {
    const std::uint64_t top = std::min(top_of_input(operation(), value), 4 * value - 1);
    Words a, b, c;
    for (std::uint64_t first = 0; first <= top; ++first) {
      for (std::uint64_t second = 0; second <= (operation().reads_b ? top : 0); ++second) {
        for (std::uint64_t third = 0; third <= (operation().reads_c ? top : 0); ++third) {
          a.push_back(first);
          b.push_back(second);
          c.push_back(third);
        }
      }
    }
    Words out(a.size());
    const std::uint64_t scalars = operation().scalar == Operation::Scalar::none ? 1 : value;
    const std::uint64_t bounds = operation().has_bound ? top + 2 : 1;
    for (Constants constants; constants.scalar < scalars; ++constants.scalar) {
      for (constants.bound = 0; constants.bound < bounds; ++constants.bound) {
        expect_correct(operation(), {out, a, b, c}, constants, Modulus(value));
      }
    }
  }
}

TEST_P(Eltwise, StaysInsideItsSpans) {
  constexpr std::uint64_t value = (std::uint64_t{1} << 50) - 27;
  for (const auto edge : {PageEdgeBuffer::Edge::front, PageEdgeBuffer::Edge::back}) {
    for (std::size_t n = 1; n <= 34; ++n) {
      const PageEdgeBuffer out(Words(n, 0), edge), a(input(n, value), edge), b(input(n, value), edge),
          c(input(n, value), edge);
      expect_correct(operation(), {out.span(), a.span(), b.span(), c.span()}, any_constants(value), Modulus(value));
    }
  }
}

INSTANTIATE_TEST_SUITE_P(Operations, Eltwise,
                         ::testing::Combine(::testing::ValuesIn(all_backends()),
                                            ::testing::ValuesIn(operation_indices())),
                         named_by_backend(operation_name));

}  // namespace
}  // namespace ringlet_test
