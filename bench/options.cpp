#include "options.hpp"

#include <benchmark/benchmark.h>

#include <array>
#include <charconv>
#include <cstdlib>
#include <iostream>
#include <string>
#include <system_error>
#include <utility>

namespace bench {
namespace {

// Flags that the command line may override: a median of nine, each long enough for the clock.
constexpr std::array default_flags{"--benchmark_min_time=0.02", "--benchmark_repetitions=9",
                                   "--benchmark_enable_random_interleaving=true"};

constexpr std::size_t max_moduli_in_turn = 64;

void print_usage() {
  std::cerr << "usage: ringlet_bench [--filter=REGEX] [--seed=NUMBER] [--parameters=FILE]... [--report=FILE]\n"
               "                     [--moduli-in-turn=NUMBER]\n"
               "                     [--benchmark_min_time=SECONDS] [--benchmark_repetitions=COUNT]\n"
               "  --filter      only rows whose label, such as seal/n:4096/bits:36/forward, contains a match\n"
               "  --seed        of the random operands (default 1)\n"
               "  --parameters  tables of n,q in place of SEAL's default moduli and the reference size\n"
               "  --report      where Google Benchmark's JSON goes (default ringlet_bench.json)\n"
               "  --moduli-in-turn  adds columns of what memory costs: transforms from one array to another, and with\n"
               "                so many moduli, each with its own array, in turn\n";
}

[[noreturn]] void fail(const std::string& message) {
  std::cerr << "ringlet_bench: " << message << '\n';
  print_usage();
  std::exit(2);
}

std::regex parse_regex(const std::string& text) {
  try {
    return std::regex(text, std::regex::extended);
  } catch (const std::regex_error& error) {
    fail("--filter=" + text + ": " + error.what());
  }
}

std::uint64_t parse_number(const std::string& text) {
  std::uint64_t number = 0;
  const char* end = text.data() + text.size();
  if (const auto [stop, error] = std::from_chars(text.data(), end, number); error != std::errc{} || stop != end) {
    fail("not a number: " + text);
  }
  return number;
}

/// Google Benchmark's flags are consumed; returned is what remains.
std::vector<std::string> initialize_benchmark(int argc, char** argv) {
  std::vector<std::string> defaults(default_flags.begin(), default_flags.end());
  // Google Benchmark keeps the pointer to the program's name.
  std::vector<char*> pointers{argv[0]};
  for (std::string& flag : defaults) pointers.push_back(flag.data());
  pointers.insert(pointers.end(), argv + 1, argv + argc);
  int count = static_cast<int>(pointers.size());
  benchmark::Initialize(&count, pointers.data(), print_usage);
  return {pointers.begin() + 1, pointers.begin() + count};
}

/// "--key=value" into its two parts.
std::pair<std::string, std::string> split(const std::string& argument) {
  const std::size_t equals = argument.find('=');
  if (equals == std::string::npos) fail("unknown option " + argument);
  return {argument.substr(0, equals), argument.substr(equals + 1)};
}

}  // namespace

Options read_options(int argc, char** argv) {
  Options options{.parameters = {}, .selection = {.seed = 1, .filter = std::regex("")}, .report = "ringlet_bench.json"};
  for (const std::string& argument : initialize_benchmark(argc, argv)) {
    const auto [key, value] = split(argument);
    if (key == "--filter") {
      options.selection.filter = parse_regex(value);
    } else if (key == "--seed") {
      options.selection.seed = parse_number(value);
    } else if (key == "--parameters") {
      options.parameters.emplace_back(value);
    } else if (key == "--report") {
      options.report = value;
    } else if (key == "--moduli-in-turn") {
      options.moduli_in_turn = parse_number(value);
      if (options.moduli_in_turn > max_moduli_in_turn) fail("at most 64 moduli in turn");
    } else {
      fail("unknown option " + argument);
    }
  }
  return options;
}

}  // namespace bench
