#include "large/report.hpp"

#include <iostream>

#include "support/table.hpp"

namespace bench::large {

void print(const std::vector<Measurement>& rows, const Measurement& copy) {
  std::cout << '\n'
            << copy.bits << " bits, 2^" << copy.log_n << " points; a copy takes " << fixed(copy.nanoseconds / 1e6, 2)
            << " ms, " << fixed(copy.bytes / copy.nanoseconds, 2) << " GB/s to and fro\n";
  print_cells(std::cout, {{-36, ""}, {12, "ms"}, {14, "ns/butterfly"}, {10, "ratio"}, {16, "of a copy\n"}});
  for (const Measurement& row : rows) {
    print_cells(std::cout, {{-36, row.of},
                            {12, fixed(row.nanoseconds / 1e6, 2)},
                            {14, fixed(row.nanoseconds / row.butterflies(), 3)},
                            {10, fixed(row.nanoseconds / rows.front().nanoseconds, 2)}});
    const double share = (row.bytes / row.nanoseconds) / (copy.bytes / copy.nanoseconds);
    if (row.bytes > 0) print_cells(std::cout, {{15, fixed(share, 2)}});
    std::cout << '\n';
  }
  std::cout << std::flush;
}

Record record_of(const Measurement& m) {
  return Record()("of", m.of)("bits", m.bits)("log_n", m.log_n)("threads", m.threads)("nanoseconds", m.nanoseconds)(
      "nanoseconds_each", m.nanoseconds / m.butterflies())("bytes", m.bytes);
}

}  // namespace bench::large
