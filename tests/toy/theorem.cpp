#include "toy/theorem.hpp"

#include <fstream>
#include <regex>
#include <sstream>
#include <stdexcept>

namespace ringlet_test {

std::uint32_t stated_by(const std::string& theorem) {
  std::ifstream file(RINGLET_TOY_PROOFS);
  std::ostringstream text;
  text << file.rdbuf();
  const std::string proofs = text.str();
  std::smatch found;
  if (!std::regex_search(proofs, found, std::regex("Theorem " + theorem + " :[^=]*?=\\s*([0-9]+)\\."))) {
    throw std::runtime_error("there is no theorem " + theorem + " with a digest in " RINGLET_TOY_PROOFS);
  }
  return static_cast<std::uint32_t>(std::stoul(found[1]));
}

}  // namespace ringlet_test
