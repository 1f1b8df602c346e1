#include "rns/contenders.hpp"

#include <algorithm>
#include <memory>
#include <span>

namespace bench::rns {
namespace {

/// State of the phases.
struct Phases {
  explicit Phases(const Problem& p)
      : plan(p.key_switch()),
        key(plan.prepare(views_of(p.key_b), views_of(p.key_a))),
        digits(plan.digits(), {p.moduli.size(), p.row.n()}),
        sums(2, {p.moduli.size(), p.row.n()}) {
    for (Polynomial& digit : digits) digit_spans.push_back(digit.span());
    plan.decompose(digit_spans, p.inputs[0].view());
  }

  ringlet::KeySwitch plan;
  ringlet::SwitchingKey key;
  Polynomials digits, sums;
  std::vector<ringlet::RnsSpan> digit_spans;
};

/// Extends a digit to the moduli outside it, by transforms and a conversion of the public interface.
class Digit {
 public:
  /// Makes the digit of moduli [first, end).
  Digit(const Problem& p, std::size_t first, std::size_t end, Polynomial& rows)
      : own_(std::span(p.moduli).subspan(first, end - first)),
        others_(moduli_beside(p.moduli, first, end)),
        conversion_(own_, others_, ringlet::Lift::floor),
        ntt_(p.row.n(), others_),
        in_(p.inputs[0].view()[first].data(), end - first, p.row.n()),
        out_(rows.span().first(others_.size())) {}

  void convert() const { conversion_(out_, in_); }
  void transform() const { ntt_.forward(out_, out_); }

 private:
  static ringlet::RnsBase moduli_beside(std::vector<Word> moduli, std::size_t first, std::size_t end) {
    moduli.erase(moduli.begin() + static_cast<std::ptrdiff_t>(first),
                 moduli.begin() + static_cast<std::ptrdiff_t>(end));
    return ringlet::RnsBase(moduli);
  }

  ringlet::RnsBase own_, others_;
  ringlet::BaseConversion conversion_;
  ringlet::RnsNtt ntt_;
  ringlet::RnsView in_;
  ringlet::RnsSpan out_;
};

std::vector<Part> phases_of(const Problem& p, Polynomials& results) {
  const auto phases = std::make_shared<Phases>(p);
  const std::size_t moduli = p.moduli.size(), n = p.row.n();
  // Reads the key and the digits; reads and writes both sums.
  const std::size_t bytes = phases->key.bytes() + sizeof(Word) * n * moduli * (p.row.digits() + 4);
  return {{"whole",
           [=, &p, &results] { phases->plan(results[0].span(), results[1].span(), p.inputs[0].view(), phases->key); }},
          {"digits", [=, &p] { phases->plan.decompose(phases->digit_spans, p.inputs[0].view()); }},
          {"inner product",
           [=] {
             phases->plan.accumulate(phases->sums[0].span(), phases->sums[1].span(), phases->digit_spans, phases->key);
           },
           bytes},
          {"division of both", [=, &results] {
             phases->plan.mod_down(results[0].span(), results[1].span(), phases->sums[0].view(),
                                   phases->sums[1].view());
           }}};
}

}  // namespace

std::vector<Part> parts_of(const Problem& p, Polynomials& results) {
  std::vector<Part> parts = phases_of(p, results);
  const auto rows = std::make_shared<Polynomial>(p.moduli.size(), p.row.n());
  parts.push_back({"digits: inverse transforms", [rows, &p, ntt = ringlet::RnsNtt(p.row.n(), p.base())] {
                     ntt.inverse(rows->span().first(p.row.moduli), p.inputs[0].view());
                   }});
  const auto digits = std::make_shared<std::vector<Digit>>();
  for (std::size_t first = 0; first < p.row.moduli; first += p.row.digit_size) {
    digits->emplace_back(p, first, std::min(p.row.moduli, first + p.row.digit_size), *rows);
  }
  if (p.row.digit_size > 1) {
    parts.push_back({"digits: conversions", [digits, rows] {
                       for (const Digit& digit : *digits) digit.convert();
                     }});
  }
  // Input is canonical, since the transforms in place leave canonical values.
  parts.push_back({"digits: forward transforms", [digits, rows] {
                     for (const Digit& digit : *digits) digit.transform();
                   }});
  return parts;
}

}  // namespace bench::rns
