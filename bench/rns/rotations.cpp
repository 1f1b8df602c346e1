#include <algorithm>
#include <functional>
#include <memory>
#include <numeric>
#include <optional>
#include <stdexcept>

#include "rns/contenders.hpp"

namespace bench::rns {
namespace {

/// A ciphertext, rotations with a key and a plaintext each, and the sums that two ways compute.
class Rotations {
 public:
  Rotations(const Problem& p, std::size_t count)
      : plan_(p.key_switch()),
        moduli_(p.moduli),
        b_(p.row.moduli, p.row.n()),
        a_(p.inputs[0]),
        digits_(plan_.digits(), {p.moduli.size(), p.row.n()}),
        plaintexts_(count, {p.moduli.size(), p.row.n()}),
        sums_(4, {p.moduli.size(), p.row.n()}),
        product_(2, {p.moduli.size(), p.row.n()}) {
    std::copy_n(a_.data(), a_.words(), b_.data());
    for (Polynomial& digit : digits_) digit_spans_.push_back(digit.span());
    plan_.decompose(digit_spans_, a_.view());
    std::uint64_t g = 1;
    for (std::size_t i = 0; i < count; ++i) {
      g = g * 5 % (2 * p.row.n());
      automorphisms_.emplace_back(p.row.n(), g);
      keys_.emplace_back(plan_.prepare(views_of(p.key_b), views_of(p.key_a), automorphisms_[i]));
      // Rows of a key, which are as long and as large.
      std::copy_n(p.key_b[i % p.key_b.size()].data(), plaintexts_[i].words(), plaintexts_[i].data());
    }
    transform_.emplace(plan_, keys_, std::vector<ringlet::LinearTransform::Step>(1), views_of(plaintexts_));
  }

  void by_linear_transform() {
    transform_->sums({{sums_[0].span()}}, {{sums_[1].span()}}, b_.view(), a_.view(), digit_spans_);
  }

  /// Calls one operation after the other for each rotation.
  void one_by_one() {
    for (Polynomial* sum : {&sums_[2], &sums_[3]}) std::fill_n(sum->data(), sum->words(), 0);
    for (std::size_t i = 0; i < keys_.size(); ++i) {
      plan_.inner_product(product_[0].span(), product_[1].span(), digit_spans_, *keys_[i]);
      const ringlet::RnsSpan image = rotated_.span();
      automorphisms_[i].on_evaluations(image, b_.view());
      plan_.add_special_multiple(product_[0].span(), image);
      for (const std::size_t of : {0U, 1U}) {
        const ringlet::RnsSpan sum = sums_[2 + of].span();
        ringlet::mul_add(sum, product_[of].view(), plaintexts_[i].view(), sum, moduli_);
      }
    }
  }

  /// Reads as much as the machine can.
  void read() {
    for (const Polynomial& p : plaintexts_)
      read_ ^= std::accumulate(p.data(), p.data() + p.words(), Word{0}, std::bit_xor<>());
  }

  void verify() {
    by_linear_transform();
    one_by_one();
    if (sums_[0] != sums_[2] || sums_[1] != sums_[3]) {
      throw std::runtime_error("the sums of a linear transform and of operations one by one differ");
    }
  }

  /// Bytes of keys, plaintexts, digits and sums, each once.
  [[nodiscard]] std::size_t bytes() const {
    return keys_.size() * keys_[0]->bytes() + (plaintexts_.size() + digits_.size() + 2) * bytes_of(sums_[0]);
  }
  [[nodiscard]] std::size_t bytes_of_plaintexts() const { return plaintexts_.size() * bytes_of(sums_[0]); }

 private:
  [[nodiscard]] static std::size_t bytes_of(const Polynomial& p) { return p.words() * sizeof(Word); }

  ringlet::KeySwitch plan_;
  ringlet::RnsBase moduli_;
  Polynomial b_, a_;
  Polynomial rotated_ = b_;
  Polynomials digits_, plaintexts_, sums_, product_;
  std::vector<ringlet::RnsSpan> digit_spans_;
  std::vector<ringlet::Automorphism> automorphisms_;
  std::vector<ringlet::LinearTransform::Step> keys_;
  std::optional<ringlet::LinearTransform> transform_;
  Word read_ = 0;
};

}  // namespace

std::vector<Part> rotations_of(const Problem& p, std::size_t count) {
  const auto rotations = std::make_shared<Rotations>(p, count);
  rotations->verify();
  return {{"linear transform", [=] { rotations->by_linear_transform(); }, rotations->bytes()},
          {"one by one", [=] { rotations->one_by_one(); }},
          {"plain read", [=] { rotations->read(); }, rotations->bytes_of_plaintexts()}};
}

}  // namespace bench::rns
