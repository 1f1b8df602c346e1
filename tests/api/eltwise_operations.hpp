#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <span>
#include <string>
#include <vector>

#include "ringlet/modulus.hpp"
#include "support/data.hpp"

/// Every element-wise operation, with each of its factors, as one table, so that every test covers all of them.
namespace ringlet_test {

using Modulus = ringlet::Modulus<std::uint64_t>;

/// What an operation takes beside its vectors. An operation ignores what it has no use for.
struct Constants {
  std::uint64_t scalar = 0;
  std::uint64_t bound = 0;
};

struct Arguments {
  std::span<std::uint64_t> out;
  std::span<const std::uint64_t> a;
  std::span<const std::uint64_t> b;
  std::span<const std::uint64_t> c = {};
};

struct Operation {
  /// Which scalars are allowed: there is none; those in [0, q); any word.
  enum class Scalar { none, residue, word };

  std::string name;
  unsigned input_factor = 1;   ///< 0: any word
  unsigned output_factor = 1;  ///< 0: any word, no modulus takes part
  bool reads_b = false;
  bool reads_c = false;
  bool fixes_b = false;  ///< b becomes a fixed operand, and is reduced for that: any b will do
  Scalar scalar = Scalar::none;
  bool has_bound = false;
  std::function<void(const Arguments&, const Constants&, const Modulus&)> apply;
  std::function<std::uint64_t(std::uint64_t a, std::uint64_t b, std::uint64_t c, const Constants&, std::uint64_t q)>
      expected;
};

[[nodiscard]] const std::vector<Operation>& operations();

/// For tests that are repeated for each operation: the places in `operations` of those with a property, and their
/// names.
[[nodiscard]] std::vector<std::size_t> operation_indices(const std::function<bool(const Operation&)>& property = {});
[[nodiscard]] std::string operation_name(std::size_t index);

/// The largest input that the operation allows.
[[nodiscard]] std::uint64_t top_of_input(const Operation& operation, std::uint64_t q);

/// Scalars and bounds at the corners, and random ones; one empty entry for an operation that has neither.
[[nodiscard]] std::vector<Constants> corner_constants(const Operation& operation, Random& random, std::uint64_t q);

/// Applies the operation and compares every output with GMP's; inputs that are not the output must stay as they were.
void expect_correct(const Operation& operation, const Arguments& arguments, const Constants& constants,
                    const Modulus& q);

}  // namespace ringlet_test
