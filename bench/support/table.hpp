#pragma once

#include <initializer_list>
#include <iosfwd>
#include <string>
#include <vector>

namespace bench {

/// Formats a number with so many decimals.
[[nodiscard]] std::string fixed(double number, int decimals);

/// Formats a number with three digits or so: "0.35", "12.3", "1234".
[[nodiscard]] std::string three_digits(double number);

struct Cell {
  /// Width of its column, negative for text on the left.
  int width;
  std::string text;
};

/// Prints cells without the end of the line, so that more may follow.
void print_cells(std::ostream& out, std::initializer_list<Cell> cells);

/// Prints lines in columns as wide as their widest cell. `text_columns` hold text, on the left; the others numbers.
void print_table(std::ostream& out, const std::vector<std::vector<std::string>>& lines,
                 std::initializer_list<std::size_t> text_columns);

}  // namespace bench
