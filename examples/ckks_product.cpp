// CKKS on rows of residues: multiplies two ciphertexts, relinearises and rescales the product,
// decrypts it and compares it with the product of the integers. It shows the arithmetic only: its
// random numbers are not secure.
#include <array>
#include <cmath>
#include <cstdint>
#include <iostream>
#include <random>
#include <ringlet/ringlet.hpp>
#include <span>
#include <vector>

namespace {

constexpr std::size_t n = 8192;
constexpr double scale = 0x1p40;

/// One row of n residues for each modulus, zero at first.
struct Polynomial {
  explicit Polynomial(std::size_t rows) : words(rows * n), count(rows) {}
  operator ringlet::RnsSpan() { return {words.data(), count, n}; }
  operator ringlet::RnsView() const { return {words.data(), count, n}; }
  std::vector<std::uint64_t> words;
  std::size_t count;
};

/// Evaluations with b + a s = message + error.
struct Ciphertext {
  explicit Ciphertext(std::size_t rows) : b(rows), a(rows) {}
  Polynomial b, a;
};

/// Moduli and plans, made once. Q = q_0 q_1 q_2 is the modulus of ciphertexts, P the special one
/// of the key switch. A rescale divides by the last modulus, which is near the scale.
struct Scheme {
  ringlet::RnsBase first{ringlet::ntt_primes(1, 50, n)};
  ringlet::RnsBase base = first.followed_by(ringlet::RnsBase(ringlet::ntt_primes(2, 40, n)));
  ringlet::RnsBase special{ringlet::ntt_primes(1, 51, n)};
  ringlet::RnsContext context;  // the plans below share tables and working memory
  ringlet::RnsNtt ntt{n, base.followed_by(special), {.context = context}};
  ringlet::KeySwitch key_switch{ntt, special.size()};
  ringlet::ModDown rescale{ringlet::RnsNtt(n, base, {.context = context}), 1};
};

std::mt19937_64 random_words{2026};  // NOLINT(cert-msc51-cpp): every run shows the same

std::vector<std::int64_t> random_integers(std::int64_t low, std::int64_t high) {
  std::vector<std::int64_t> result(n);
  for (auto& x : result) x = std::uniform_int_distribution(low, high)(random_words);
  return result;
}

/// Evaluations of signed coefficients, modulo the first `rows` moduli.
Polynomial evaluations(const std::vector<std::int64_t>& coefficients, std::size_t rows, const Scheme& scheme) {
  Polynomial result(rows);
  const std::vector<std::uint64_t> words(coefficients.begin(), coefficients.end());
  ringlet::from_integers(result, words, 1, scheme.ntt.base().first(rows), true);
  scheme.ntt.forward(result, result);
  return result;
}

/// Draws a, and computes b = message + error - a s.
Ciphertext encrypt(const Polynomial& message, const Polynomial& s, const Scheme& scheme) {
  const std::size_t rows = message.count;
  const ringlet::RnsBase base = scheme.ntt.base().first(rows);
  Ciphertext result(rows);
  for (std::size_t i = 0; i < rows * n; ++i) {
    result.a.words[i] = std::uniform_int_distribution<std::uint64_t>(0, base[i / n].value() - 1)(random_words);
  }
  ringlet::add(result.b, message, evaluations(random_integers(-1, 1), rows, scheme), base);
  Polynomial as(rows);
  ringlet::mul(as, result.a, ringlet::RnsView(s).first(rows), base);
  ringlet::sub(result.b, result.b, as, base);
  return result;
}

/// The key that takes s^2 to s: digit d encrypts P s^2 modulo q_d and 0 modulo all other moduli.
ringlet::SwitchingKey make_key(const Polynomial& s, const Scheme& scheme) {
  std::vector<Ciphertext> parts;
  for (std::size_t d = 0; d < scheme.key_switch.digits(); ++d) {
    const ringlet::Modulus q = scheme.base[d];
    Polynomial message(s.count);
    const std::span<std::uint64_t> row = ringlet::RnsSpan(message)[d];
    ringlet::mul(row, ringlet::RnsView(s)[d], ringlet::RnsView(s)[d], q);
    ringlet::mul(row, row, scheme.special[0].value() % q.value(), q);
    parts.push_back(encrypt(message, s, scheme));
  }
  std::vector<ringlet::RnsView> b, a;
  for (const Ciphertext& part : parts) b.push_back(part.b), a.push_back(part.a);
  return scheme.key_switch.prepare(b, a);
}

/// Multiplies, relinearises and rescales: the result has one modulus less.
Ciphertext multiply(const Ciphertext& x, const Ciphertext& y, const ringlet::SwitchingKey& key, const Scheme& scheme) {
  const std::size_t rows = scheme.base.size();
  Ciphertext product(rows), result(rows - 1);
  Polynomial square(rows);  // belongs to s^2
  const std::array<ringlet::RnsSpan, 3> out{product.b, product.a, square};
  const std::array<ringlet::RnsView, 2> left{x.b, x.a}, right{y.b, y.a};
  ringlet::tensor(out, left, right, scheme.base);            // b b', b a' + a b', a a'
  scheme.key_switch.add(product.b, product.a, square, key);  // relinearises
  scheme.rescale.on_evaluations(result.b, product.b);        // divides by q_2, rounded
  scheme.rescale.on_evaluations(result.a, product.a);
  return result;
}

/// b + a s as signed coefficients, which must fit one word.
std::vector<std::int64_t> decrypt(const Ciphertext& x, const Polynomial& s, const Scheme& scheme) {
  const ringlet::RnsBase base = scheme.base.first(x.b.count);
  Polynomial message(base.size());
  ringlet::mul_add(message, x.a, ringlet::RnsView(s).first(base.size()), x.b, base);
  scheme.ntt.inverse(message, message);
  std::vector<std::uint64_t> integers(base.size() * n);
  ringlet::to_integers(integers, base.size(), message, base, ringlet::Lift::centred);
  std::vector<std::int64_t> result(n);
  for (std::size_t i = 0; i < n; ++i) result[i] = static_cast<std::int64_t>(integers[i * base.size()]);
  return result;
}

}  // namespace

int main() {
  const Scheme scheme;
  const Polynomial s = evaluations(random_integers(-1, 1), scheme.ntt.base().size(), scheme);
  const ringlet::SwitchingKey key = make_key(s, scheme);

  std::vector<Ciphertext> ciphertexts;
  const std::vector<std::int64_t> x = random_integers(-4, 4), y = random_integers(-4, 4);
  for (std::vector<std::int64_t> message : {x, y}) {
    for (auto& coefficient : message) coefficient *= static_cast<std::int64_t>(scale);
    ciphertexts.push_back(encrypt(evaluations(message, scheme.base.size(), scheme), s, scheme));
  }
  const auto decrypted = decrypt(multiply(ciphertexts[0], ciphertexts[1], key, scheme), s, scheme);

  std::vector<std::int64_t> expected(2 * n);  // x y without reduction modulo X^n + 1
  for (std::size_t i = 0; i < n; ++i) {
    for (std::size_t j = 0; j < n; ++j) expected[i + j] += x[i] * y[j];
  }
  const double result_scale = scale * scale / static_cast<double>(scheme.base[2].value());
  bool is_right = true;
  for (std::size_t i = 0; i < n; ++i) {
    is_right &= std::llround(static_cast<double>(decrypted[i]) / result_scale) == expected[i] - expected[n + i];
  }
  std::cout << "product of " << n << " coefficients: " << (is_right ? "right" : "WRONG") << '\n';
  return is_right ? 0 : 1;
}
