#include <algorithm>
#include <array>
#include <bit>
#include <functional>
#include <limits>
#include <optional>
#include <ringlet/ringlet.hpp>
#include <vector>

#include "operations.hpp"
#include "words/eltwise_operations.hpp"

namespace ringlet_test {
namespace {

constexpr std::size_t tail = 3;

/// Returns all element-wise operations except those that make a FixedOperand, whose constructor is for public values.
template <class Word>
std::vector<const BasicOperation<Word>*> independent_operations() {
  std::vector<const BasicOperation<Word>*> all;
  for (const BasicOperation<Word>& operation : operations<Word>()) {
    if (!operation.fixes_a && !operation.fixes_b) all.push_back(&operation);
  }
  return all;
}

/// Returns the last value of the range [0, factor q), or of all words.
template <class Word>
Word last_of(Word q, unsigned factor) {
  const Word largest = std::numeric_limits<Word>::max();
  return factor == ringlet::Range::any || q > largest / factor ? largest : q * factor - 1;
}

/// Operations that words of all lengths have.
template <class Word>
class Operations {
 public:
  Operations(std::size_t n, const ringlet::Modulus<Word>& q, std::string kind, const Visit& visit)
      : n_(n), q_(q), kind_(std::move(kind)), visit_(visit) {}

  void visit_eltwise() const {
    for (const auto* operation : independent_operations<Word>()) {
      if (!has_room(operation->input_factor) || !has_room(operation->output_factor)) continue;
      visit_({kind_ + " " + operation->name, [=, this](Secrets& secrets) { fill(secrets, operation->input_factor); },
              [=, this] { operation->apply({out_, a_, b_, c_}, {.scalar = 3, .bound = 5}, q_); }});
    }
    offer("mul in place", 1, [&] { ringlet::mul(a_, a_, b_, q_); });
  }

  void visit_fixed_operand() const {
    std::optional<ringlet::FixedOperand<Word>> w;
    for (const unsigned f : {1U, 2U, 4U, 8U}) {
      if (!has_room(f)) continue;
      const auto prepare = [&](Secrets& secrets) {
        fill(secrets, f);
        // The constructor is for public values, so its operands are always initialised.
        std::vector<Word> fixed(a_.size(), 3);
        if (secrets.are_known()) secrets.fill(std::span(fixed), last_of(q_.value(), 1));
        w.emplace(fixed, q_);
      };
      visit_({named("mul by a FixedOperand", f), prepare, [&] { ringlet::mul(out_, a_, *w, {.input_factor = f}); }});
      visit_({named("mul_add by a FixedOperand", f), prepare,
              [&] { ringlet::mul_add(out_, a_, *w, b_, {.input_factor = f}); }});
    }
  }

  void visit_transforms() const {
    const ringlet::Ntt<Word> ntt{n_, q_};
    const auto out = out_.first(n_), a = a_.first(n_), b = b_.first(n_);
    for (const unsigned f : {1U, 2U, 4U}) {
      for (const unsigned g : {1U, 4U}) {
        if (!has_room(f) || !has_room(g)) continue;
        offer("forward to " + std::to_string(g) + "q", f,
              [&] { ntt.forward(out, a, {.input_factor = f, .output_factor = g}); });
      }
    }
    for (const unsigned f : {1U, 2U}) {
      for (const unsigned g : {1U, 2U}) {
        if (!has_room(f) || !has_room(g)) continue;
        offer("inverse to " + std::to_string(g) + "q", f,
              [&] { ntt.inverse(out, a, {.input_factor = f, .output_factor = g}); });
      }
    }
    offer("multiply, " + ntt.describe(), 1, [&] { ntt.multiply(out, a, b); });
    const ringlet::Ntt<Word> natural{n_, q_, {.ring = ringlet::Ring::cyclic, .order = ringlet::Order::natural}};
    offer("cyclic forward in natural order, in place", 1, [&] { natural.forward(a, a); });
    offer("cyclic inverse in natural order, in place", 1, [&] { natural.inverse(a, a); });
    // Whole vectors and a tail.
    const std::size_t width = std::min<std::size_t>(11, n_ / 2), rows = std::bit_floor(n_ / width);
    const ringlet::MatrixNtt<Word> columns{rows, q_};
    offer("forward of columns", 1, [&] { columns.forward({out.data(), rows, width}, {a.data(), rows, width}); });
    offer("inverse of columns", 1, [&] { columns.inverse({out.data(), rows, width}, {a.data(), rows, width}); });
  }

  void visit_cosets() const {
    const std::size_t half = n_ / 2, width = std::min<std::size_t>(11, n_ / 4), rows = std::bit_floor(half / width);
    const ringlet::Ntt<Word> ntt{half, q_};
    const ringlet::MatrixNtt<Word> columns{rows, q_};
    const Word root = ntt.extension_root(1), root_of_columns = columns.extension_root(1);
    const auto out = out_.first(half), a = a_.first(half);
    offer("evaluate on a coset", 1, [&] { ntt.evaluate(out, a_, 3); });
    offer("interpolate on a coset", 1, [&] { ntt.interpolate(out, a, 3); });
    offer("extend", 1, [&] { ntt.extend(out_.first(n_), a, 3, root); });
    offer("extend columns", 1,
          [&] { columns.extend({out_.data(), 2 * rows, width}, {a_.data(), rows, width}, 3, root_of_columns); });
  }

  /// Elements that scale a vector are public, as scalars are.
  void visit_extension_field() const {
    const auto field = quadratic_field();
    const std::size_t elements = n_ / 2;
    const auto out = out_.first(2 * elements), a = a_.first(2 * elements), b = b_.first(2 * elements);
    const std::array<Word, 2> s{1, 2};
    using ringlet::ElementLayout;
    offer("product in an extension field, " + field.describe(), 1, [&] { field.mul(out, a, b); });
    offer("product of coordinates", 1, [&] { field.mul(out, a, b, ElementLayout::coordinates); });
    offer("product by the base field", 1, [&] { field.mul_by_base(out, a, b_.first(elements)); });
    offer("product by an element", 1, [&] { field.mul_by_element(out, a, s); });
    offer("inner product", 1, [&] { field.inner_product(out_.first(2), a, b); });
    offer("coordinates of elements", 1, [&] { field.to_coordinates(out, a); });
  }

  void visit_buffers() const {
    const ringlet::Ntt<Word> ntt{n_, q_};
    const auto out = out_.first(n_), a = a_.first(n_), b = b_.first(n_);
    std::optional<ringlet::NttBuffer<Word>> x, y;
    const auto prepare = [&](ringlet::Domain domain, Secrets& secrets) {
      fill(secrets, 1);
      x.emplace(ntt, a, domain);
      y.emplace(ntt, b, domain);
    };
    visit_({kind_ + " NttBuffer in evaluations", std::bind_front(prepare, ringlet::Domain::evaluations), [&] {
              x->mul(*y).mul_add(*y, *y).add(*y).sub(*y).inverse().store(out);
              x->load(a, ringlet::Domain::evaluations);
            }});
    visit_({kind_ + " NttBuffer in coefficients", std::bind_front(prepare, ringlet::Domain::coefficients), [&] {
              x->add(*y).sub(*y).store(out);
              x->load(a).clone().forward().store(out);
            }});
  }

 private:
  /// Returns whether values below factor q fit a word.
  [[nodiscard]] bool has_room(unsigned factor) const {
    return factor == ringlet::Range::any || q_.value() <= std::numeric_limits<Word>::max() / factor;
  }

  /// Returns the extension of degree 2 with the smallest w.
  [[nodiscard]] ringlet::ExtensionField<Word> quadratic_field() const {
    for (Word w = 2;; ++w) {
      if (ringlet::pow_mod(w, static_cast<Word>((q_.value() - 1) / 2), q_) != 1) return {q_, 2, w};
    }
  }

  void fill(Secrets& secrets, unsigned factor) const {
    for (const auto array : {a_, b_, c_}) secrets.fill(array, last_of(q_.value(), factor));
  }

  [[nodiscard]] std::string named(const std::string& name, unsigned factor) const {
    return kind_ + " " + name + ", operands below " + std::to_string(factor) + "q";
  }

  void offer(const std::string& name, unsigned factor, const std::function<void()>& call) const {
    visit_({named(name, factor), [&](Secrets& secrets) { fill(secrets, factor); }, call});
  }

  std::size_t n_;
  const ringlet::Modulus<Word>& q_;
  std::string kind_;
  const Visit& visit_;
  Array<Word> arrays_[4]{Array<Word>(n_ + tail), Array<Word>(n_ + tail), Array<Word>(n_ + tail),
                         Array<Word>(n_ + tail)};
  std::span<Word> a_ = arrays_[0].get(), b_ = arrays_[1].get(), c_ = arrays_[2].get(), out_ = arrays_[3].get();
};

template <class Word>
void visit_modulus(std::size_t n, const ringlet::Modulus<Word>& q, const Visit& visit) {
  const Operations<Word> operations(n, q, std::to_string(q.bits()) + " bits:", visit);
  operations.visit_eltwise();
  operations.visit_fixed_operand();
  operations.visit_transforms();
  operations.visit_cosets();
  operations.visit_extension_field();
  operations.visit_buffers();
}

/// Visits transforms of columns in place, with the least height for which the backend has kernels.
void visit_columns(unsigned bits, const Visit& visit) {
  constexpr std::size_t width = 128;
  const ringlet::Modulus q{ringlet::ntt_primes(1, bits, 64 * width).front()};
  for (const std::size_t height : {std::size_t{16}, std::size_t{64}}) {
    const ringlet::LargeNtt<std::uint64_t> plan(height * width, q,
                                                {.order = ringlet::LargeOrder::bit_reversed, .height = height});
    if (plan.describe().find("as they lie in rows") == std::string::npos) continue;
    const Array<std::uint64_t> in(plan.size()), out(plan.size());
    const auto prepare = [&](Secrets& secrets) { secrets.fill(in.get(), q.value() - 1); };
    const std::string name = std::to_string(bits) + " bits: LargeNtt in rows, ";
    visit({name + "forward", prepare, [&] { plan.forward(out.get(), in.get()); }});
    visit({name + "inverse", prepare, [&] { plan.inverse(out.get(), in.get()); }});
    return;
  }
}

}  // namespace

void visit_words(std::size_t n, std::span<const unsigned> widths, const Visit& visit) {
  for (const unsigned bits : widths) {
    const ringlet::Modulus q{ringlet::ntt_primes(1, bits, n).front()};
    visit_modulus(n, q, visit);
  }
  visit_columns(widths.front(), visit);
}

void visit_word32(std::size_t n, std::span<const unsigned> widths, const Visit& visit) {
  for (const unsigned bits : widths) {
    const auto q = static_cast<std::uint32_t>(ringlet::ntt_primes(1, bits, n).front());
    visit_modulus(n, ringlet::Modulus(q), visit);
  }
}

void visit_word128(std::size_t n, std::span<const unsigned> widths, const Visit& visit) {
  for (const unsigned bits : widths) {
    const ringlet::Modulus q{ringlet::ntt_primes<ringlet::uint128_t>(1, bits, n).front()};
    visit_modulus(n, q, visit);
  }
}

}  // namespace ringlet_test
