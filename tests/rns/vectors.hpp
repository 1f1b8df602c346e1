// Vectors that programs in folders beside this file have written with other libraries.
#pragma once

#include <fstream>
#include <map>
#include <sstream>
#include <string>
#include <vector>

#include "ringlet/rns_ntt.hpp"
#include "rns/rns_cases.hpp"

namespace ringlet_test::rns {

/// One case: its fields, each a row or several. lattigo/main.go documents the format.
struct Vectors {
  std::string name;
  std::map<std::string, Rows> fields;

  [[nodiscard]] const Rows& operator[](const std::string& field) const { return fields.at(field); }
  [[nodiscard]] const Words& row(const std::string& field) const { return fields.at(field).front(); }
};

/// Returns all cases of an operation in a file.
inline std::vector<Vectors> vectors_of(const char* path, const std::string& operation) {
  std::ifstream file(path);
  std::vector<Vectors> all;
  bool is_wanted = false;
  for (std::string line; std::getline(file, line);) {
    std::istringstream words(line);
    std::string field, name;
    words >> field;
    if (field == "case") {
      words >> field >> name;
      is_wanted = field == operation;
      if (is_wanted) all.push_back({name, {}});
    } else if (is_wanted) {
      Words& row = all.back().fields[field].emplace_back();
      for (std::uint64_t word = 0; words >> std::hex >> word;) row.push_back(word);
    }
  }
  return all;
}

/// Splits the rows of several polynomials, which follow each other, into one block for each.
inline std::vector<Block> polynomials_of(const Rows& rows, std::size_t moduli, std::size_t n) {
  std::vector<Block> blocks;
  for (std::size_t at = 0; at < rows.size(); at += moduli) blocks.emplace_back(part(rows, at, at + moduli), n);
  return blocks;
}

inline std::vector<ringlet::RnsView> views_of(const std::vector<Block>& blocks) {
  std::vector<ringlet::RnsView> views;
  for (const Block& block : blocks) views.push_back(block.view());
  return views;
}

}  // namespace ringlet_test::rns
