// Runs the commands in its arguments and prints one line for each. The library decides some things once per process, so
// each test of them needs a new process.
//
//   active      the active backend
//   eltwise     an element-wise operation
//   plan        makes a plan and describes it
//   list        the number of backends
//   freeze, unforce, force=NAME

#include <cstdint>
#include <exception>
#include <iostream>
#include <stdexcept>
#include <string>
#include <string_view>
#include <vector>

#include "ringlet/backend.hpp"
#include "ringlet/eltwise.hpp"
#include "ringlet/ntt.hpp"

namespace {

std::string run(std::string_view command) {
  namespace backend = ringlet::backend;
  constexpr std::string_view force = "force=";
  if (command == "active") return backend::active();
  if (command == "list") return std::to_string(backend::list().size());
  if (command == "plan") return ringlet::Ntt{64, ringlet::Modulus{7681}}.describe();
  if (command == "eltwise") {
    std::vector<std::uint64_t> x{1, 2, 3};
    ringlet::add(x, x, x, ringlet::Modulus{7681});
    return "done";
  }
  if (command.starts_with(force)) {
    backend::force(command.substr(force.size()));
  } else if (command == "freeze") {
    backend::freeze();
  } else if (command == "unforce") {
    backend::unforce();
  } else {
    throw std::logic_error("unknown command");
  }
  return "done";
}

}  // namespace

int main(int argc, char** argv) {
  for (int i = 1; i < argc; ++i) {
    try {
      std::cout << run(argv[i]) << '\n';
    } catch (const std::invalid_argument& error) {
      std::cout << "invalid_argument: " << error.what() << '\n';
    }
  }
}
