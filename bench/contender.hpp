#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <memory>
#include <span>
#include <string>
#include <string_view>
#include <type_traits>
#include <utility>
#include <vector>

/// What is compared, and the interface behind which every contender stands: this library, its scalar backend, and the
/// peers (one file each in peers/).
namespace bench {

using Word = std::uint64_t;
using Words = std::vector<Word>;

/// Z_q[X]/(X^n + 1) and the parameter set that it comes from.
struct Parameters {
  std::string set;
  std::size_t n;
  Word q;
};

enum class Operation { forward, inverse, elementwise_product, ring_product };

inline constexpr std::array operations{Operation::forward, Operation::inverse, Operation::elementwise_product,
                                       Operation::ring_product};

[[nodiscard]] constexpr std::string_view name(Operation operation) {
  constexpr std::array<std::string_view, operations.size()> names{"forward", "inverse", "elementwise-product",
                                                                  "ring-product"};
  return names[static_cast<std::size_t>(operation)];
}

/// One operation of one contender in one ring.
class Computation {
 public:
  Computation() = default;
  Computation(const Computation&) = delete;
  Computation& operator=(const Computation&) = delete;
  virtual ~Computation() = default;

  /// Makes the process-wide state of the contender's library, where it has some, that of this computation. Precedes
  /// every series of calls of the others. Not timed.
  virtual void select() const {}

  /// Takes the operands, n words in [0, q) each, into the contender's own representation. Not timed. A transform
  /// ignores b.
  virtual void load(std::span<const Word> a, std::span<const Word> b) = 0;

  /// What is timed. May overwrite its operands: only the first run after `load` has the stated result, those after it
  /// do the same work on other values of the same range.
  virtual void run() = 0;

  /// Gives the result, n words in [0, q). Not timed.
  virtual void store(std::span<Word> out) const = 0;

  /// How it computes, for people.
  [[nodiscard]] virtual std::string description() const = 0;

  /// Of the constants that a run reads; 0 where that is not known.
  [[nodiscard]] virtual std::size_t table_bytes() const { return 0; }
};

/// Stands for an operation that a contender does not offer.
struct NotOffered;

/// The computation of one operation out of a contender's four, made from the other arguments. Null for `NotOffered`.
template <class Forward, class Inverse, class ElementwiseProduct, class RingProduct, class... Arguments>
std::unique_ptr<Computation> make_computation(Operation operation, Arguments&&... arguments) {
  const auto make = [&]<class Chosen>(std::type_identity<Chosen>) -> std::unique_ptr<Computation> {
    if constexpr (std::is_same_v<Chosen, NotOffered>) {
      return nullptr;
    } else {
      return std::make_unique<Chosen>(std::forward<Arguments>(arguments)...);
    }
  };
  switch (operation) {
    case Operation::forward:
      return make(std::type_identity<Forward>{});
    case Operation::inverse:
      return make(std::type_identity<Inverse>{});
    case Operation::elementwise_product:
      return make(std::type_identity<ElementwiseProduct>{});
    case Operation::ring_product:
      return make(std::type_identity<RingProduct>{});
  }
  return nullptr;
}

struct Contender {
  std::string name;
  /// A wrong result of ours ends the program; a peer's is reported in the table instead of its time.
  bool ours = false;
  /// The inverse transform leaves out the factor 1/n.
  bool unscaled_inverse = false;
  /// Has tables for each modulus: what they cost where many moduli take turns is of interest.
  bool has_tables = false;
  /// Where its results are not quite ours; printed under the table.
  std::string remark = {};
  /// Null where the contender does not offer the operation for these parameters.
  std::function<std::unique_ptr<Computation>(Operation, const Parameters&)> make;
};

}  // namespace bench
