// Tests extension fields against schoolbook arithmetic on polynomials, on every backend.

#include "ringlet/extension_field.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <optional>
#include <vector>

#include "reference/modular.hpp"
#include "reference/primes.hpp"
#include "reference/word128.hpp"
#include "ringlet/fields.hpp"
#include "support/moduli.hpp"
#include "word128/word128_cases.hpp"
#include "words/eltwise_suite.hpp"

namespace ringlet_test {
namespace {

using reference::add_mod;
using reference::mul_mod;
using reference::pow_mod;
using reference::word128::add_mod;
using reference::word128::mul_mod;
using reference::word128::pow_mod;
using ringlet::ElementLayout;
using ringlet::ExtensionField;
using ringlet::Modulus;

template <class Word>
using Array = std::vector<Word>;

constexpr unsigned prime_divisors[] = {2, 3, 5, 7};
constexpr ElementLayout layouts[] = {ElementLayout::interleaved, ElementLayout::coordinates};

/// Polynomials modulo X^d - w, by the definition. An element has its coordinates.
template <class Word>
struct Oracle {
  using Element = Array<Word>;

  Word q;
  unsigned degree;
  Word w;

  [[nodiscard]] Element mul(const Element& a, const Element& b) const {
    Element product(degree, 0);
    for (unsigned i = 0; i < degree; ++i) {
      for (unsigned j = 0; j < degree; ++j) {
        const Word term = mul_mod(a[i], b[j], q);
        const unsigned k = (i + j) % degree;
        product[k] = add_mod(product[k], i + j < degree ? term : mul_mod(term, w, q), q);
      }
    }
    return product;
  }
  [[nodiscard]] Element one() const {
    Element one(degree, 0);
    one[0] = 1;
    return one;
  }
};

/// Returns the least w with which X^degree - w is irreducible modulo q; q is 1 modulo 4 and modulo each prime divisor
/// of the degree.
template <class Word>
Word least_w(Word q, unsigned degree) {
  Word w = 2;
  const auto is_power = [&](unsigned p) {
    return degree % p == 0 && pow_mod(w, static_cast<Word>((q - 1) / p), q) == 1;
  };
  while (std::ranges::any_of(prime_divisors, is_power)) ++w;
  return w;
}

/// Returns the words of a vector in a layout.
template <class Word>
Array<Word> laid_out(const Array<Array<Word>>& elements, ElementLayout layout) {
  const std::size_t n = elements.size(), degree = elements[0].size();
  Array<Word> words(n * degree);
  for (std::size_t i = 0; i < n; ++i) {
    for (std::size_t k = 0; k < degree; ++k) {
      words[layout == ElementLayout::interleaved ? i * degree + k : k * n + i] = elements[i][k];
    }
  }
  return words;
}

/// Returns elements with random coordinates, half of them at the corners of the kernels, and with zeros.
template <class Word>
Array<Array<Word>> random_elements(Random& random, std::size_t n, Word q, unsigned degree) {
  Array<Array<Word>> elements;
  for (std::size_t i = 0; i < n; ++i) {
    if constexpr (sizeof(Word) == 16) {
      elements.push_back(corner_biased_words128(random, degree, q, q - 1));
    } else {
      elements.push_back(corner_biased(random, degree, q, q - 1));
    }
    if (i % 11 == 5) elements.back().assign(degree, 0);
  }
  return elements;
}

class ExtensionFields : public BackendTest<> {
 protected:
  /// Calls check(oracle) for all degrees and primes at the edges of each kernel, of both words.
  template <class Check>
  void for_fields(Check check) {
    for (const std::uint64_t q : edge_primes(420)) {
      for (unsigned degree = 2; degree <= 8; ++degree) check(Oracle<std::uint64_t>{q, degree, least_w(q, degree)});
    }
    for (const unsigned bits : {64U, 97U, 124U}) {
      uint128 q = (one128 << bits) / 420 * 420 - 419;
      while (!reference::word128::is_prime(q)) q -= 420;
      for (unsigned degree = 2; degree <= 8; ++degree) check(Oracle<uint128>{q, degree, least_w(q, degree)});
    }
  }

  /// Compares all operations on n elements with the oracle.
  template <class Word>
  void expect_operations(const Oracle<Word>& oracle, std::size_t n);

  Random random_;
};
RINGLET_ON_ALL_BACKENDS(ExtensionFields);

template <class Word>
void ExtensionFields::expect_operations(const Oracle<Word>& oracle, std::size_t n) {
  using Guarded = BufferOf<Word, GuardedBuffer>;
  const unsigned degree = oracle.degree;
  const ExtensionField<Word> field(Modulus<Word>(oracle.q), degree, oracle.w);
  const auto a = random_elements(random_, n, oracle.q, degree), b = random_elements(random_, n, oracle.q, degree);
  const auto s = random_elements(random_, 1, oracle.q, degree)[0];
  Array<Word> base;
  Array<Array<Word>> products, by_base, by_element, powers;
  Array<Word> sum(degree, 0);
  Array<Word> power = b[0];
  for (std::size_t i = 0; i < n; ++i) {
    base.push_back(b[i][0]);
    products.push_back(oracle.mul(a[i], b[i]));
    by_element.push_back(oracle.mul(a[i], s));
    powers.push_back(power);
    power = oracle.mul(power, s);
    by_base.push_back(a[i]);
    for (Word& x : by_base.back()) x = mul_mod(x, base[i], oracle.q);
    for (unsigned k = 0; k < degree; ++k) sum[k] = add_mod(sum[k], products[i][k], oracle.q);
  }
  for (const ElementLayout layout : layouts) {
    SCOPED_TRACE(layout == ElementLayout::interleaved ? "interleaved" : "coordinates");
    const auto is = [&](const Array<Array<Word>>& elements) {
      return ::testing::ElementsAreArray(laid_out(elements, layout));
    };
    Guarded x(laid_out(a, layout), n % 8), y(laid_out(b, layout), n * 3 % 8), out(n * degree, n * 5 % 8);
    field.mul(out.span(), x.span(), y.span(), layout);
    EXPECT_THAT(out.span(), is(products));
    field.mul_by_base(out.span(), x.span(), base, layout);
    EXPECT_THAT(out.span(), is(by_base));
    field.mul_by_element(out.span(), x.span(), s, layout);
    EXPECT_THAT(out.span(), is(by_element));
    field.powers(out.span(), b[0], s, layout);
    EXPECT_THAT(out.span(), is(powers));
    Array<Word> total(degree);
    field.inner_product(total, x.span(), y.span(), layout);
    EXPECT_EQ(total, sum);
    EXPECT_THAT(x.span(), is(a));
    EXPECT_THAT(y.span(), is(b));

    field.mul(y.span(), x.span(), y.span(), layout);
    EXPECT_THAT(y.span(), is(products)) << "out is b";
    field.invert(out.span(), x.span(), layout);
    Guarded copy(laid_out(a, layout));
    field.invert(copy.span(), copy.span(), layout);
    EXPECT_THAT(copy.span(), ::testing::ElementsAreArray(out.span())) << "inverse in place";
    field.mul(out.span(), x.span(), out.span(), layout);
    Array<Array<Word>> ones;
    for (const auto& element : a) ones.push_back(element == Array<Word>(degree, 0) ? element : oracle.one());
    EXPECT_THAT(out.span(), is(ones)) << "inverse";
    copy.span()[0] = 0;
    std::ranges::copy(laid_out(a, layout), copy.span().begin());
    field.mul_by_base(copy.span(), copy.span(), base, layout);
    EXPECT_THAT(copy.span(), is(by_base)) << "in place";
    field.mul_by_element(x.span(), x.span(), s, layout);
    EXPECT_THAT(x.span(), is(by_element)) << "in place";
  }
}

TEST_P(ExtensionFields, ComputeAllDegreesModuloPrimesAtTheEdges) {
  std::size_t n = 1;
  for_fields([&]<class Word>(const Oracle<Word>& oracle) {
    SCOPED_TRACE(oracle.degree);
    expect_operations(oracle, n);
    n = n % 41 + 1;
  });
}

TEST_P(ExtensionFields, ComputeTilesAndTails) {
  for (const unsigned degree : {2U, 3U, 4U, 5U, 8U}) {
    const std::size_t tile = 1024 / degree / 8 * 8;
    for (const std::size_t n : {tile - 1, tile, tile + 1, 2 * tile + 5}) {
      SCOPED_TRACE(n);
      const std::uint64_t q = reference::largest_prime_below(std::uint64_t{1} << (degree == 3 ? 62 : 31), 420).value();
      expect_operations(Oracle<std::uint64_t>{q, degree, least_w(q, degree)}, n);
    }
  }
  const std::uint64_t goldilocks = ringlet::field<64>("goldilocks").modulus;
  expect_operations(Oracle<std::uint64_t>{goldilocks, 2, 7}, 1031);
  expect_operations(Oracle<uint128>{goldilocks, 2, 7}, 261);
}

/// Elements of 32-bit words, computed as such and as 64-bit words, which the tests above compare with the definition.
TEST_P(ExtensionFields, OfShortWordsAreThoseOfLongWords) {
  const auto widened = [](const auto& x) { return Array<std::uint64_t>(x.begin(), x.end()); };
  for (const std::uint64_t bound : {std::uint64_t{1} << 31, std::uint64_t{1} << 32}) {
    const std::uint64_t q = reference::largest_prime_below(bound, 420).value();
    for (unsigned degree = 2; degree <= 8; ++degree) {
      const std::uint64_t w = least_w(q, degree);
      const ExtensionField<std::uint64_t> of_long(Modulus<std::uint64_t>(q), degree, w);
      const ExtensionField of_short(Modulus(static_cast<std::uint32_t>(q)), degree, static_cast<std::uint32_t>(w));
      const std::size_t n = 100 + degree;
      const auto draw = [&](std::size_t count) {
        const auto x = corner_biased(random_, count, q, q - 1);
        return std::pair{x, Array<std::uint32_t>(x.begin(), x.end())};
      };
      const auto [a, short_a] = draw(n * degree);
      const auto [b, short_b] = draw(n * degree);
      const auto [s, short_s] = draw(degree);
      for (const ElementLayout layout : layouts) {
        Array<std::uint64_t> out(n * degree), sum(degree);
        Array<std::uint32_t> short_out(n * degree), short_sum(degree);
        of_long.mul(out, a, b, layout);
        of_short.mul(short_out, short_a, short_b, layout);
        EXPECT_EQ(widened(short_out), out) << degree;
        of_long.mul_by_base(out, a, std::span(b).first(n), layout);
        of_short.mul_by_base(short_out, short_a, std::span(short_b).first(n), layout);
        EXPECT_EQ(widened(short_out), out) << degree;
        of_long.mul_by_element(out, a, s, layout);
        of_short.mul_by_element(short_out, short_a, short_s, layout);
        EXPECT_EQ(widened(short_out), out) << degree;
        of_long.invert(out, a, layout);
        of_short.invert(short_out, short_a, layout);
        EXPECT_EQ(widened(short_out), out) << degree;
        of_long.powers(out, s, s, layout);
        of_short.powers(short_out, short_s, short_s, layout);
        EXPECT_EQ(widened(short_out), out) << degree;
        of_long.inner_product(sum, a, b, layout);
        of_short.inner_product(short_sum, short_a, short_b, layout);
        EXPECT_EQ(widened(short_sum), sum) << degree;
      }
    }
  }
}

/// Returns all elements of a field, by number.
Array<Array<std::uint64_t>> all_elements(std::uint64_t q, unsigned degree) {
  Array<Array<std::uint64_t>> elements{Array<std::uint64_t>(degree, 0)};
  for (unsigned k = 0; k < degree; ++k) {
    const std::size_t known = elements.size();
    for (std::uint64_t x = 1; x < q; ++x) {
      for (std::size_t i = 0; i < known; ++i) {
        elements.push_back(elements[i]);
        elements.back()[k] = x;
      }
    }
  }
  return elements;
}

TEST_P(ExtensionFields, MultiplyAndInvertAllElementsOfToyFields) {
  for (const auto& [q, degree, w] : {Oracle<std::uint64_t>{7, 2, 3}, {13, 2, 2}, {31, 2, 3}, {7, 3, 2}}) {
    const Oracle<std::uint64_t> oracle{q, degree, w};
    const ExtensionField<std::uint64_t> field(Modulus<std::uint64_t>(q), degree, w);
    const auto elements = all_elements(q, degree);
    const Words a = laid_out(elements, ElementLayout::interleaved);
    Words out(a.size());
    for (const auto& b : elements) {
      field.mul_by_element(out, a, b);
      Words expected;
      for (const auto& x : elements) {
        const auto product = oracle.mul(x, b);
        expected.insert(expected.end(), product.begin(), product.end());
      }
      ASSERT_EQ(out, expected) << q << " " << degree;
      Words repeated;
      for (std::size_t i = 0; i < elements.size(); ++i) repeated.insert(repeated.end(), b.begin(), b.end());
      field.mul(out, a, repeated);
      ASSERT_EQ(out, expected) << q << " " << degree;
    }
    Words inverses(a.size());
    field.invert(inverses, a);
    field.mul(out, a, inverses);
    for (std::size_t i = degree; i < out.size(); ++i) ASSERT_EQ(out[i], i % degree == 0 ? 1 : 0) << i;
  }
}

/// Returns whether a polynomial has a monic divisor of at most half its degree: all are tried.
bool is_reducible(unsigned degree, std::uint64_t w, std::uint64_t q) {
  for (unsigned of_divisor = 1; of_divisor <= degree / 2; ++of_divisor) {
    for (const auto& divisor : all_elements(q, of_divisor)) {
      // X^degree modulo the divisor, by Horner's rule.
      Words rest(of_divisor, 0);
      rest[0] = 1;
      for (unsigned i = 0; i < degree; ++i) {
        const std::uint64_t top = rest.back();
        for (unsigned k = of_divisor; k-- > 0;) {
          rest[k] = ((k == 0 ? 0 : rest[k - 1]) + (q - top) * divisor[k]) % q;
        }
      }
      if (rest[0] == w && std::all_of(rest.begin() + 1, rest.end(), [](std::uint64_t x) { return x == 0; }))
        return true;
    }
  }
  return false;
}

TEST(ExtensionFieldErrors, ExactlyIrreducibleBinomialsAreAccepted) {
  unsigned accepted = 0;
  for (const std::uint64_t q : {2U, 3U, 5U, 7U, 11U, 13U}) {
    for (unsigned degree = 2; degree <= 8; ++degree) {
      for (std::uint64_t w = 0; w < q; ++w) {
        SCOPED_TRACE(testing::Message() << "X^" << degree << " - " << w << " modulo " << q);
        if (is_reducible(degree, w, q)) {
          EXPECT_THROW(ExtensionField<std::uint64_t>(Modulus(q), degree, w), std::invalid_argument);
        } else {
          const ExtensionField<std::uint64_t> field(Modulus<std::uint64_t>(q), degree, w);
          const auto elements = degree <= 4 ? all_elements(q, degree) : Array<Words>(20, Words(degree, q - 1));
          const Words a = laid_out(elements, ElementLayout::interleaved);
          Words inverses(a.size());
          field.invert(inverses, a);
          field.mul(inverses, a, inverses);
          for (std::size_t i = 0; i < elements.size(); ++i) {
            EXPECT_EQ(inverses[i * degree], elements[i] == Words(degree, 0) ? 0 : 1);
          }
          ++accepted;
        }
      }
    }
  }
  EXPECT_GT(accepted, 40U);
}

TEST(ExtensionFieldErrors, NameTheValueAndTheRule) {
  using Field = ExtensionField<std::uint64_t>;
  const Modulus q(std::uint64_t{2013265921});
  const auto message = [](const Modulus<std::uint64_t>& modulus, unsigned degree, std::uint64_t w) {
    return message_of<std::invalid_argument>([&] { Field(modulus, degree, w); });
  };
  EXPECT_THAT(message(Modulus(std::uint64_t{15}), 2, 2), AllOf(HasSubstr("q is 15"), HasSubstr("prime")));
  EXPECT_THAT(message(q, 1, 2), AllOf(HasSubstr("degree is 1"), HasSubstr("[2, 8]")));
  EXPECT_THAT(message(q, 9, 2), AllOf(HasSubstr("degree is 9"), HasSubstr("[2, 8]")));
  EXPECT_THAT(message(q, 7, 2), AllOf(HasSubstr("degree is 7"), HasSubstr("divide q - 1")));
  EXPECT_THAT(message(q, 2, 0), AllOf(HasSubstr("w is 0")));
  EXPECT_THAT(message(q, 4, 121), AllOf(HasSubstr("w is 121"), HasSubstr("irreducible"), HasSubstr("power of 2")));
  EXPECT_THAT(message(Modulus(std::uint64_t{7}), 4, 3), AllOf(HasSubstr("degree is 4"), HasSubstr("1 modulo 4")));
  EXPECT_THAT(message_of<std::out_of_range>([&] { Field(q, 4, q.value()); }),
              AllOf(HasSubstr("w is 2013265921"), HasSubstr("[0, q)")));
}

TEST(ExtensionFieldErrors, OfArguments) {
  const Modulus q(std::uint64_t{2013265921});
  const ExtensionField<std::uint64_t> field(q, 4, 11);
  Words out(12), shorter(8), odd(11), base(3), element(4);
  const auto message = [](const auto& call) { return message_of<std::invalid_argument>(call); };
  EXPECT_THAT(message([&] { field.mul({}, {}, {}); }), HasSubstr("out"));
  EXPECT_THAT(message([&] { field.mul(odd, odd, odd); }), AllOf(HasSubstr("size of out is 11"), HasSubstr("degree 4")));
  EXPECT_THAT(message([&] { field.mul(out, shorter, out); }), HasSubstr("a"));
  EXPECT_THAT(message([&] { field.mul(out, out, shorter); }), HasSubstr("b"));
  EXPECT_THAT(message([&] { field.mul(std::span(out).first(8), std::span(out).last(8), shorter); }),
              HasSubstr("overlaps a"));
  EXPECT_THAT(message([&] { field.mul(out, out, out, static_cast<ElementLayout>(2)); }), HasSubstr("layout"));
  EXPECT_THAT(message([&] { field.mul_by_base(out, out, shorter); }), HasSubstr("b"));
  EXPECT_THAT(message([&] { field.mul_by_base(out, out, std::span(out).last(3)); }), HasSubstr("overlaps b"));
  EXPECT_THAT(message([&] { field.mul_by_element(out, out, base); }), HasSubstr("s"));
  EXPECT_THAT(message([&] { field.invert(out, shorter); }), HasSubstr("a"));
  EXPECT_THAT(message([&] { field.inner_product(base, out, out); }), HasSubstr("out"));
  EXPECT_THAT(message([&] { field.inner_product(element, odd, odd); }), HasSubstr("size of a is 11"));
  EXPECT_THAT(message([&] { field.inner_product(element, out, shorter); }), HasSubstr("b"));
  EXPECT_THAT(message([&] { field.powers(out, base, element); }), HasSubstr("first"));
  EXPECT_THAT(message([&] { field.to_coordinates(out, shorter); }), HasSubstr("in"));
  EXPECT_THAT(message([&] { field.to_interleaved(out, out); }), HasSubstr("overlaps in"));
  element[2] = q.value();
  EXPECT_THAT(message_of<std::out_of_range>([&] { field.mul_by_element(out, out, element); }),
              AllOf(HasSubstr("s[2]"), Names(q.value())));
}

TEST_P(ExtensionFields, ConvertLayouts) {
  for (unsigned degree = 2; degree <= 8; ++degree) {
    const std::uint64_t q = reference::largest_prime_below(std::uint64_t{1} << 31, 420).value();
    const ExtensionField<std::uint64_t> field(Modulus<std::uint64_t>(q), degree, least_w(q, degree));
    const auto elements = random_elements(random_, 37, q, degree);
    const Words interleaved = laid_out(elements, ElementLayout::interleaved);
    Words rows(interleaved.size()), back(interleaved.size());
    field.to_coordinates(rows, interleaved);
    EXPECT_EQ(rows, laid_out(elements, ElementLayout::coordinates));
    field.to_interleaved(back, rows);
    EXPECT_EQ(back, interleaved);
  }
}

/// Binomial of another library, with its DTH_ROOT, w^((q-1) / d).
struct Published {
  const char* field;
  unsigned degree;
  std::uint64_t w;
  std::uint64_t root;
};

TEST(PublishedExtensions, AreAcceptedAndHaveTheirRoots) {
  // p3-baby-bear, p3-koala-bear, p3-mersenne-31 and p3-goldilocks 0.8.0 (`W`, `DTH_ROOT`), plonky2_field 1.0.0 for
  // degree 4 over Goldilocks.
  constexpr Published all[] = {
      {"babybear", 4, 11, 1728404513},
      {"babybear", 5, 2, 815036133},
      {"babybear", 8, 11, 420899707},
      {"koalabear", 4, 3, 2113994754},
      {"koalabear", 8, 3, 1748172362},
      {"mersenne31", 3, 5, 1513477735},
      {"goldilocks", 2, 7, 18446744069414584320U},
      {"goldilocks", 4, 7, 281474976710656},
      {"goldilocks", 5, 3, 1041288259238279555},
  };
  for (const Published& each : all) {
    SCOPED_TRACE(testing::Message() << each.field << " " << each.degree);
    const bool is_long = std::string(each.field) == "goldilocks";
    const std::uint64_t q = is_long ? ringlet::field<64>(each.field).modulus : ringlet::field<32>(each.field).modulus;
    EXPECT_EQ(ExtensionField<uint128>(Modulus<uint128>(q), each.degree, each.w).degree(), each.degree);
    EXPECT_EQ(ExtensionField<std::uint64_t>(Modulus<std::uint64_t>(q), each.degree, each.w).degree(), each.degree);
    EXPECT_EQ(pow_mod(uint128{each.w}, (uint128{q} - 1) / each.degree, uint128{q}), each.root);
  }
}

TEST(PublishedExtensions, HaveTheSquareRootsOfPlonky3) {
  // TWO_ADIC_EXTENSION_GENERATORS of p3-baby-bear 0.8.0, of orders 2^28 and 2^29.
  const ringlet::Field<32>& babybear = ringlet::field<32>("babybear");
  const ExtensionField<std::uint64_t> field(Modulus(std::uint64_t{babybear.modulus}), 4, 11);
  const Words roots{0, 0, 1996171314, 0, 0, 0, 0, 124907976};
  Words squares(8);
  field.mul(squares, roots, roots);
  EXPECT_EQ(squares, (Words{babybear.root, 0, 0, 0, 0, 0, 1996171314, 0}));
}

TEST_P(ExtensionFields, TellTheirModulusAndKernel) {
  const Modulus q(std::uint64_t{2013265921});
  const ExtensionField field(q, 4, std::uint64_t{11});
  EXPECT_EQ(field.modulus(), q);
  EXPECT_EQ(field.degree(), 4U);
  EXPECT_EQ(field.w(), 11U);
  EXPECT_THAT(field.describe(), HasSubstr(" / dot"));
  const ExtensionField of_128_bits(Modulus(uint128{2013265921}), 4, uint128{11});
  EXPECT_THAT(of_128_bits.describe(), HasSubstr(" / "));
}

}  // namespace
}  // namespace ringlet_test
