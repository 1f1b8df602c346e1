// Compares with gnark-crypto and arkworks in the fields of zero-knowledge proofs, bit for bit, on every backend,
// on the libraries' own words: numbers in Montgomery form. gnark/main.go and arkworks/src/main.rs wrote the
// vectors and document their format.

#include <gtest/gtest.h>

#include <fstream>
#include <sstream>
#include <string>
#include <vector>

#include "ringlet/fields.hpp"
#include "ringlet/multiword_eltwise.hpp"
#include "ringlet/multiword_ntt.hpp"
#include "support/backends.hpp"
#include "support/splitmix.hpp"

namespace ringlet_test {
namespace {

using Number = ringlet::UInt<256>;
using Numbers = std::vector<Number>;

struct Library {
  const char* name;
  const char* vectors;
  /// Order of evaluations.
  ringlet::Order order;
  /// Number of cases in the file.
  std::size_t cases;
};

const std::vector<Library> libraries = {{"gnark", RINGLET_GNARK_VECTORS, ringlet::Order::bit_reversed, 55},
                                        {"arkworks", RINGLET_ARKWORKS_VECTORS, ringlet::Order::natural, 89}};

struct Case {
  std::string operation;
  std::string field;
  std::size_t n;
  std::uint64_t digest;
};

std::vector<Case> cases_of(const Library& library) {
  std::ifstream file(library.vectors);
  std::vector<Case> all;
  for (std::string line; std::getline(file, line);) {
    std::istringstream words(line);
    Case next;
    if (words >> next.operation >> next.field >> next.n >> std::hex >> next.digest) all.push_back(next);
  }
  return all;
}

Numbers inputs(std::uint64_t state, std::size_t n, unsigned bits) {
  SplitMix64 random(state);
  Numbers result(n);
  for (Number& number : result) {
    for (std::uint64_t& word : number.words) word = random.word();
    number.words[3] >>= 258 - bits;
  }
  return result;
}

class LibrariesTest : public BackendTest<std::size_t> {};

TEST_P(LibrariesTest, HaveTheSameWords) {
  const Library& library = libraries[parameter()];
  const std::vector<Case> cases = cases_of(library);
  ASSERT_EQ(cases.size(), library.cases);
  for (const Case& one : cases) {
    SCOPED_TRACE(one.operation + " " + one.field + " " + std::to_string(one.n));
    const ringlet::Field<256>& field = ringlet::field<256>(one.field);
    const ringlet::Modulus q(field.modulus);
    Numbers numbers = inputs(1, one.n, q.bits());
    if (one.operation == "product") {
      ringlet::mul(numbers, numbers, inputs(2, one.n, q.bits()), q, ringlet::Form::montgomery);
    } else {
      ringlet::NttOptions<Number> options{
          .ring = ringlet::Ring::cyclic, .omega = ringlet::root_of_unity(field, one.n), .order = library.order};
      if (one.operation.ends_with("_coset")) options.coset = field.generator;
      const ringlet::Ntt<Number> ntt(one.n, q, options);
      if (one.operation.starts_with("forward")) {
        ntt.forward(numbers, numbers);
      } else {
        ntt.inverse(numbers, numbers);
      }
    }
    std::uint64_t of_words = digest({});
    for (const Number& number : numbers) of_words = digest(number.words, of_words);
    EXPECT_EQ(of_words, one.digest);
  }
}

INSTANTIATE_TEST_SUITE_P(All, LibrariesTest,
                         ::testing::Combine(::testing::ValuesIn(all_backends()),
                                            ::testing::Range(std::size_t{0}, libraries.size())),
                         [](const auto& test) {
                           return test_name(std::get<0>(test.param)) + "_" + libraries[std::get<1>(test.param)].name;
                         });

}  // namespace
}  // namespace ringlet_test
