#include "support/arguments.hpp"

#include <algorithm>
#include <charconv>
#include <exception>
#include <filesystem>
#include <iostream>
#include <stdexcept>
#include <string_view>
#include <system_error>

namespace bench {
namespace {

std::string text_of(const Usage& usage, const std::string& program) {
  std::string text = "usage: " + program + " [--quick]";
  for (const std::string& option : usage.options) text += " [" + option + "]";
  if (!usage.all_bits.empty()) {
    text += " [--bits=" + std::to_string(usage.min_bits) + ".." + std::to_string(usage.max_bits) + "]";
  }
  return text + "\nexample: " + program + " --quick" + (usage.needs_option ? " " + usage.options.front() : "");
}

/// Splits "--key=value"; without an equals sign the value is empty.
std::pair<std::string, std::string> split(const std::string& argument) {
  const std::size_t equals = argument.find('=');
  if (equals == std::string::npos) return {argument, ""};
  return {argument.substr(0, equals), argument.substr(equals + 1)};
}

void read(const std::string& argument, const Usage& usage, Arguments& arguments) {
  const auto option = split(argument);
  const bool has_value = argument.find('=') != std::string::npos;
  const auto is_same = [&](const std::string& known) {
    return split(known).first == option.first && (known.find('=') != std::string::npos) == has_value;
  };
  if (argument == "--quick") {
    arguments.quick = true;
  } else if (option.first == "--bits" && !usage.all_bits.empty()) {
    const auto bits = parse_number(option.second);
    if (bits < usage.min_bits || bits > usage.max_bits) throw std::invalid_argument(argument + " is out of range");
    arguments.bits = {static_cast<unsigned>(bits)};
  } else if (std::ranges::any_of(usage.options, is_same)) {
    arguments.options.push_back(option);
  } else {
    throw std::invalid_argument("unknown argument " + argument);
  }
}

}  // namespace

bool Arguments::has(const std::string& name) const {
  return std::ranges::find(options, name, &std::pair<std::string, std::string>::first) != options.end();
}

std::string Arguments::value(const std::string& name, const std::string& otherwise) const {
  std::string found = otherwise;
  for (const auto& [key, given] : options) {
    if (key == name) found = given;
  }
  return found;
}

unsigned long long parse_number(const std::string& text) {
  unsigned long long number = 0;
  const char* const end = text.data() + text.size();
  const auto [stop, error] = std::from_chars(text.data(), end, number);
  if (error != std::errc{} || stop != end) throw std::invalid_argument("\"" + text + "\" is no decimal number");
  return number;
}

Arguments read_arguments(int argc, char** argv, const Usage& usage) {
  Arguments arguments{.bits = usage.all_bits};
  const std::string program = std::filesystem::path(argv[0]).filename().string();
  try {
    for (int i = 1; i < argc; ++i) read(argv[i], usage, arguments);
    if (usage.needs_option && arguments.options.empty()) throw std::invalid_argument("one of the options is needed");
  } catch (const std::invalid_argument& error) {
    throw std::invalid_argument(program + ": " + error.what() + '\n' + text_of(usage, program));
  }
  return arguments;
}

int run_program(int argc, char** argv, const Usage& usage, const std::function<int(const Arguments&)>& run) {
  Arguments arguments;
  try {
    arguments = read_arguments(argc, argv, usage);
  } catch (const std::invalid_argument& error) {
    std::cerr << error.what() << '\n';
    return 2;
  }
  try {
    return run(arguments);
  } catch (const std::exception& error) {
    std::cerr << '\n' << std::filesystem::path(argv[0]).filename().string() << ": " << error.what() << '\n';
    return 1;
  }
}

}  // namespace bench
