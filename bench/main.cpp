// Verifies, then times the transforms and products of this library and of its peers, and prints how they compare.
#include <benchmark/benchmark.h>

#include <exception>
#include <fstream>
#include <iostream>
#include <ringlet/ringlet.hpp>
#include <stdexcept>
#include <string>

#include "in_turn.hpp"
#include "machine.hpp"
#include "options.hpp"
#include "parameters.hpp"
#include "peers/peers.hpp"
#include "report.hpp"
#include "table.hpp"
#include "timing.hpp"
#include "verify.hpp"

namespace {

using bench::Options;

std::vector<bench::Parameters> read_rings(const Options& options) {
  std::vector<std::filesystem::path> files = options.parameters;
  const std::filesystem::path data = RINGLET_BENCH_DATA;
  if (files.empty()) files = {data / "seal_default_moduli.csv", data / "reference_moduli.csv"};
  std::vector<bench::Parameters> rings;
  for (const auto& file : files) {
    const auto more = bench::read_parameters(file);
    rings.insert(rings.end(), more.begin(), more.end());
  }
  return rings;
}

/// What holds for all rows: printed, and kept in the JSON report.
void tell_context(const std::vector<std::pair<std::string, std::string>>& context) {
  for (const auto& [key, value] : context) {
    std::cout << key << ": " << value << '\n';
    benchmark::AddCustomContext(key, value);
  }
  std::cout << std::flush;
}

/// All that stand in a column.
std::vector<bench::Contender> columns(const Options& options) {
  std::vector<bench::Contender> contenders = bench::contenders();
  if (options.moduli_in_turn == 0) return contenders;
  const std::size_t count = contenders.size();
  contenders.push_back(bench::between_two_arrays());
  for (std::size_t i = 0; i < count; ++i) {
    if (contenders[i].has_tables) contenders.push_back(bench::in_turn(contenders[i], options.moduli_in_turn));
  }
  return contenders;
}

std::string list_absent_peers() {
  std::string list;
  for (const std::string& peer : bench::absent_peers()) list += (list.empty() ? "" : "; ") + peer;
  return list.empty() ? "none" : list;
}

void run(const Options& options) {
  tell_context({{"cpu", bench::cpu_name()},
                {"compiler", bench::compiler_name()},
                {"build", bench::build_kind()},
                {"ringlet", RINGLET_VERSION},
                {"backend", ringlet::backend::active()},
                {"seed", std::to_string(options.selection.seed)},
                {"absent peers", list_absent_peers()}});
  std::ofstream json(options.report);
  if (!json) throw std::runtime_error("cannot write " + options.report.string());

  const auto contenders = columns(options);
  auto rows = bench::verified_rows(read_rings(options), contenders, options.selection, std::cout);
  if (rows.empty()) throw std::runtime_error("no row matches the filter");
  bench::Report report(json);
  bench::time_rows(rows, contenders, report, std::cout);
  report.finish();

  bench::print_table(rows, contenders, std::cout);
  std::cout << "\nabsent peers: " << list_absent_peers()
            << "\nreport: " << std::filesystem::absolute(options.report).string() << '\n';
}

}  // namespace

int main(int argc, char** argv) {
  const Options options = bench::read_options(argc, argv);
  try {
    run(options);
  } catch (const std::exception& error) {
    std::cerr << "ringlet_bench: " << error.what() << '\n';
    return 1;
  }
}
