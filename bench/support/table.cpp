#include "support/table.hpp"

#include <algorithm>
#include <cstdlib>
#include <iomanip>
#include <ostream>
#include <sstream>

namespace bench {

std::string fixed(double number, int decimals) {
  std::ostringstream text;
  text << std::fixed << std::setprecision(decimals) << number;
  return text.str();
}

std::string three_digits(double number) { return fixed(number, number < 10 ? 2 : number < 100 ? 1 : 0); }

void print_cells(std::ostream& out, std::initializer_list<Cell> cells) {
  for (const Cell& cell : cells) {
    out << (cell.width < 0 ? std::left : std::right) << std::setw(std::abs(cell.width)) << cell.text;
  }
}

void print_table(std::ostream& out, const std::vector<std::vector<std::string>>& lines,
                 std::initializer_list<std::size_t> text_columns) {
  std::vector<int> widths(lines.front().size());
  for (const auto& line : lines) {
    for (std::size_t i = 0; i < line.size(); ++i) widths[i] = std::max(widths[i], static_cast<int>(line[i].size()));
  }
  for (const auto& line : lines) {
    for (std::size_t i = 0; i < line.size(); ++i) {
      const bool is_text = std::ranges::find(text_columns, i) != text_columns.end();
      print_cells(out, {{i == 0 ? 0 : 2, ""}, {is_text ? -widths[i] : widths[i], line[i]}});
    }
    out << '\n';
  }
}

}  // namespace bench
