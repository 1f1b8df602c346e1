// Vectors that programs in folders beside this file have written with other libraries.
#pragma once

#include <fstream>
#include <map>
#include <sstream>
#include <string>
#include <vector>

#include "rns/rns_cases.hpp"
#include "support/splitmix.hpp"

namespace ringlet_test::rns {

/// One case: its fields, each a line of words. lattigo/main.go documents the format.
struct Vectors {
  std::string name;
  std::map<std::string, Words> fields;

  [[nodiscard]] const Words& operator[](const std::string& field) const { return fields.at(field); }
  [[nodiscard]] std::uint64_t word(const std::string& field) const { return fields.at(field).front(); }
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
      Words& values = all.back().fields[field];
      for (std::uint64_t word = 0; words >> std::hex >> word;) values.push_back(word);
    }
  }
  return all;
}

/// Draws the inputs of a case in the order in which its writer draws them.
class Inputs {
 public:
  Rows rows(std::size_t n, const Words& moduli) {
    Rows rows(moduli.size(), Words(n));
    for (std::size_t i = 0; i < moduli.size(); ++i) {
      for (std::uint64_t& x : rows[i]) x = random_.word() % moduli[i];
    }
    return rows;
  }

  /// Draws a number in [0, limit), made of words from the highest on.
  mpz_class integer(const mpz_class& limit) {
    mpz_class x = 0;
    for (std::size_t i = 0; i < mpz_sizeinbase(limit.get_mpz_t(), 2) / 64 + 2; ++i) x = (x << 64) + big(random_.word());
    return x % limit;
  }

 private:
  SplitMix64 random_;
};

/// Returns a digest of each row.
inline Words digests(const Rows& rows) {
  Words all;
  for (const Words& row : rows) all.push_back(digest(row));
  return all;
}

inline std::vector<ringlet::RnsView> views_of(const std::vector<Block>& blocks) {
  std::vector<ringlet::RnsView> views;
  for (const Block& block : blocks) views.push_back(block.view());
  return views;
}

}  // namespace ringlet_test::rns
