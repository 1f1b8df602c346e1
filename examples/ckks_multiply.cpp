// CKKS on the RNS layer: multiplies two ciphertexts, relinearises, rescales, and decrypts the product. This shows the
// arithmetic only. Secure parameters and secure randomness are not here.
#include <cmath>
#include <cstdint>
#include <iostream>
#include <random>
#include <ringlet/ringlet.hpp>
#include <vector>

namespace {

constexpr std::size_t n = 8192, level = 3;
std::mt19937_64 random_words{2026};  // NOLINT(cert-msc51-cpp): every run shows the same

/// Rows of residues that own their memory.
struct Polynomial {
  explicit Polynomial(std::size_t rows) : words(rows * n), count(rows) {}
  operator ringlet::RnsSpan() { return {words.data(), count, n}; }
  operator ringlet::RnsView() const { return {words.data(), count, n}; }
  std::vector<std::uint64_t> words;
  std::size_t count;
};
/// Ciphertext: b + a s is the message plus an error.
struct Ciphertext {
  Polynomial b, a;
};

/// Returns evaluations of signed coefficients.
Polynomial evaluations(const std::vector<std::int64_t>& coefficients, const ringlet::RnsNtt& ntt) {
  Polynomial p(ntt.base().size());
  const std::vector<std::uint64_t> words(coefficients.begin(), coefficients.end());
  ringlet::from_integers(p, words, 1, ntt.base(), true);
  ntt.forward(p, p);
  return p;
}
Polynomial small(const ringlet::RnsNtt& ntt) {
  std::vector<std::int64_t> coefficients(n);
  for (auto& c : coefficients) c = static_cast<std::int64_t>(random_words() % 3) - 1;
  return evaluations(coefficients, ntt);
}
/// Encrypts with a random a, and b = message - a s + e.
Ciphertext encrypt(const Polynomial& message, const Polynomial& s, const ringlet::RnsNtt& ntt) {
  const ringlet::RnsBase& base = ntt.base();
  Ciphertext c{small(ntt), Polynomial(base.size())};
  for (std::size_t i = 0; i < c.a.words.size(); ++i) c.a.words[i] = random_words() % base[i / n].value();
  Polynomial as(base.size());
  ringlet::mul(as, c.a, ringlet::RnsView(s).first(base.size()), base);
  ringlet::sub(c.b, c.b, as, base);
  ringlet::add(c.b, c.b, message, base);
  return c;
}

/// The product, at the level below.
Ciphertext multiply(const Ciphertext& x, const Ciphertext& y, const ringlet::RnsBase& base,
                    const ringlet::KeySwitch& switch_key, const ringlet::SwitchingKey& key,
                    const ringlet::ModDown& rescale) {
  Ciphertext z{Polynomial(level), Polynomial(level)};
  Polynomial aa(level);
  const std::vector<ringlet::RnsView> left{x.b, x.a}, right{y.a, y.b};
  ringlet::mul(z.b, x.b, y.b, base);
  ringlet::inner_product(z.a, left, right, base);  // b a' + a b', with one reduction
  ringlet::mul(aa, x.a, y.a, base);
  switch_key.add(z.b, z.a, aa, key);  // a a' s^2 becomes a ciphertext under s
  Ciphertext result{Polynomial(level - 1), Polynomial(level - 1)};
  rescale.on_evaluations(result.b, z.b);
  rescale.on_evaluations(result.a, z.a);
  return result;
}

}  // namespace

int main() {
  const ringlet::RnsBase base(ringlet::ntt_primes(level, 50, n)), special(ringlet::ntt_primes(1, 51, n));
  const ringlet::RnsBase all = base.followed_by(special);
  ringlet::NttCache plans;
  const ringlet::RnsNtt ntt(n, base, plans), all_ntt(n, all, plans);
  const ringlet::KeySwitch switch_key(n, base, special, {}, plans);
  const ringlet::ModDown rescale(ntt, 1);

  // The key of digit d encrypts P s^2 modulo q_d and 0 modulo the other moduli.
  const Polynomial s = small(all_ntt);
  std::vector<Ciphertext> parts;
  for (std::size_t d = 0; d < switch_key.digits(); ++d) {
    Polynomial message(all.size());
    const std::uint64_t P = special[0].value() % base[d].value();
    const std::span<const std::uint64_t> own = ringlet::RnsView(s)[d];
    ringlet::mul(ringlet::RnsSpan(message)[d], own, own, base[d]);
    ringlet::mul_scalar(ringlet::RnsSpan(message)[d], ringlet::RnsView(message)[d], P, base[d]);
    parts.push_back(encrypt(message, s, all_ntt));
  }
  std::vector<ringlet::RnsView> b, a;
  for (const Ciphertext& part : parts) b.push_back(part.b), a.push_back(part.a);
  const ringlet::SwitchingKey key = switch_key.prepare(b, a);

  // (1.5 + 0.25 X) (2 - X) = 3 - X - 0.25 X^2
  const double scale = std::ldexp(1, 49);
  const auto encrypted = [&](double constant, double linear) {
    std::vector<std::int64_t> m(n);
    m[0] = std::llround(constant * scale), m[1] = std::llround(linear * scale);
    return encrypt(evaluations(m, ntt), s, ntt);
  };
  const Ciphertext product = multiply(encrypted(1.5, 0.25), encrypted(2, -1), base, switch_key, key, rescale);

  const ringlet::RnsBase low = base.first(level - 1);
  Polynomial message(low.size());
  ringlet::mul_add(message, product.a, ringlet::RnsView(s).first(low.size()), product.b, low);
  ntt.inverse(message, message);
  std::vector<std::uint64_t> integers(2 * n);
  ringlet::to_integers(integers, 2, message, low, ringlet::Lift::centred);
  const double result_scale = scale * scale / static_cast<double>(base[level - 1].value());
  for (const std::size_t i : {0U, 1U, 2U}) {
    std::cout << "coefficient " << i << ": "
              << std::round(static_cast<double>(static_cast<std::int64_t>(integers[2 * i])) / result_scale * 1e6) / 1e6
              << '\n';
  }
}
