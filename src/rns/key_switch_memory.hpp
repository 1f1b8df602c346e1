#pragma once

#include <cstddef>
#include <cstdint>

#include "rns/rows.hpp"

namespace ringlet::rns {

/// Task of a key switch: targets [first, end) of a polynomial, in the rows of a place.
struct KeySwitchTask {
  std::size_t polynomial;
  std::size_t first, end;
  std::size_t place;
};

/// Numbers of rows in the working memory of a key switch.
struct KeySwitchShape {
  /// Most digits of a polynomial.
  std::size_t digits;
  /// Rows for the coefficients of a digit, and of a sum modulo P.
  std::size_t digit_rows, special_rows;
  /// One row for each digit modulo the one special modulus, or 0. Digits that have it are transformed there as soon as
  /// their coefficients are known, so that each of these transforms is part of a separate task.
  std::size_t special_digits;
  /// Most targets of a task. They share the source of their conversions.
  std::size_t group;
  /// Rows of a task that only plans on coefficients have.
  std::size_t spare_rows;
};

/// Working memory of a key switch, by name. `of` is 0 for the sum b and 1 for the sum a.
class KeySwitchMemory {
 public:
  KeySwitchMemory(memory::MemoryPool& pool, const KeySwitchShape& shape, std::size_t polynomials, std::size_t places,
                  std::size_t n)
      : shape_(shape),
        workspace_(pool,
                   {.shared_rows = shape.digits * shape.digit_rows + 2 * shape.special_rows + shape.special_digits,
                    .polynomials = polynomials,
                    .own_rows = (shape.digits + 2) * shape.group + 2 + shape.spare_rows,
                    .places = places},
                   n) {}

  /// Coefficients of digit d, ready to be converted to other moduli.
  [[nodiscard]] Rows digit_coefficients(std::size_t polynomial, std::size_t d) const {
    return workspace_.shared(polynomial).from(d * shape_.digit_rows);
  }
  /// Coefficients of a sum modulo P.
  [[nodiscard]] Rows special_coefficients(std::size_t polynomial, std::size_t of) const {
    return digit_coefficients(polynomial, shape_.digits).from(of * shape_.special_rows);
  }
  /// Evaluations of digit d modulo the one special modulus.
  [[nodiscard]] std::uint64_t* special_digit(std::size_t polynomial, std::size_t d) const {
    return special_coefficients(polynomial, 2)[d];
  }

  /// Evaluations of digit d modulo target t, a row of the task.
  [[nodiscard]] std::uint64_t* digit(const KeySwitchTask& task, std::size_t d, std::size_t t) const {
    return workspace_.own(task.place)[d * shape_.group + t - task.first];
  }
  /// Term modulo target t that the division by P adds to a sum, a row of the task.
  [[nodiscard]] std::uint64_t* correction(const KeySwitchTask& task, std::size_t of, std::size_t t) const {
    return digit(task, shape_.digits + of, t);
  }
  /// Sum modulo one target, a row of the task.
  [[nodiscard]] std::uint64_t* sum(const KeySwitchTask& task, std::size_t of) const {
    return workspace_.own(task.place)[(shape_.digits + 2) * shape_.group + of];
  }
  /// Spare row of the task. Only plans on coefficients have it.
  [[nodiscard]] std::uint64_t* spare(const KeySwitchTask& task) const { return sum(task, 2); }

 private:
  KeySwitchShape shape_;
  Workspace workspace_;
};

}  // namespace ringlet::rns
