#pragma once

#include <initializer_list>
#include <iosfwd>
#include <string>
#include <vector>

namespace bench {

/// Formats a number with `decimals` decimal places.
[[nodiscard]] std::string fixed(double number, int decimals);

/// Formats a number with about three digits: "0.35", "12.3", "1234".
[[nodiscard]] std::string three_digits(double number);

struct Cell {
  /// Width of the column, negative for left-aligned text.
  int width;
  std::string text;
};

/// Prints cells without ending the line.
void print_cells(std::ostream& out, std::initializer_list<Cell> cells);

/// Prints lines in columns as wide as their widest cell. `text_columns` hold left-aligned text; the others, numbers.
void print_table(std::ostream& out, const std::vector<std::vector<std::string>>& lines,
                 std::initializer_list<std::size_t> text_columns);

}  // namespace bench
