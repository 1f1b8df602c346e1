#include "ringlet/extension_field.hpp"

#include <algorithm>
#include <functional>
#include <memory>
#include <string>

#include "backends/registry.hpp"
#include "checks/checks.hpp"
#include "memory/aligned_words.hpp"
#include "ringlet/eltwise.hpp"
#include "ringlet/number_theory.hpp"
#include "words/extension.hpp"

namespace ringlet {
namespace {

/// Requires X^degree - w to be irreducible modulo q.
template <class Word>
void require_irreducible(const Modulus<Word>& q, unsigned degree, Word w) {
  if (!is_prime(q.value())) checks::reject("q", q.value(), "an extension field needs a prime");
  constexpr unsigned greatest = ExtensionField<Word>::max_degree;
  if (degree < 2 || degree > greatest) {
    checks::reject("degree", degree, "it must lie in [2, " + std::to_string(greatest) + "]");
  }
  checks::require_below_modulus("w", w, q);
  if (w == 0) checks::reject("w", w, "it must not be 0");
  for (const unsigned p : {2U, 3U, 5U, 7U}) {
    if (degree % p != 0) continue;
    if ((q.value() - 1) % p != 0) {
      checks::reject("degree", degree, "its prime divisor " + std::to_string(p) + " must divide q - 1");
    }
    if (pow_mod(w, static_cast<Word>((q.value() - 1) / p), q) == 1) {
      checks::reject("w", w,
                     "X^degree - w must be irreducible, and w is a power of " + std::to_string(p) + " modulo q");
    }
  }
  if (degree % 4 == 0 && q.value() % 4 != 1) checks::reject("degree", degree, "4 divides it, so q must be 1 modulo 4");
}

template <class Word>
auto make_extension(const Modulus<Word>& q, unsigned degree, Word w) {
  require_irreducible(q, degree, w);
  return std::make_shared<const words::Extension<Word>>(q.constants(), degree, w, backends::active());
}

/// Checks of the arguments of one field.
template <class Word>
class Checks {
 public:
  Checks(const ExtensionField<Word>& field, ElementLayout layout) : field_(field), layout_(layout) {
    checks::require_enumerator("layout", layout, ElementLayout::coordinates);
  }

  /// Returns the number of elements in a span of whole elements.
  [[nodiscard]] std::size_t count(const char* name, std::size_t size) const {
    checks::require_nonempty(name, size);
    if (size % field_.degree() != 0) {
      checks::reject("size of " + std::string(name), size,
                     "it must be a multiple of the degree " + std::to_string(field_.degree()));
    }
    return size / field_.degree();
  }

  [[nodiscard]] words::Elements<Word> out(std::span<Word> elements) const { return all("out", elements); }

  /// Returns the elements of an input of the size of `out`, which may equal it.
  [[nodiscard]] words::Elements<const Word> in(const char* name, std::span<const Word> elements,
                                               std::span<Word> out) const {
    checks::require_size(name, elements.size(), out.size());
    checks::require_no_partial_overlap(name, out, elements);
    return in(name, elements);
  }
  [[nodiscard]] words::Elements<const Word> in(const char* name, std::span<const Word> elements) const {
    checks::check_input(name, elements, field_.modulus(), 1);
    return all(name, elements);
  }

  [[nodiscard]] auto element(const char* name, std::span<const Word> coordinates) const {
    checks::require_size(name, coordinates.size(), field_.degree());
    for (std::size_t k = 0; k < coordinates.size(); ++k) {
      checks::require_below_modulus(checks::element(name, k).c_str(), coordinates[k], field_.modulus());
    }
    typename words::Extension<Word>::Element copy{};
    std::ranges::copy(coordinates, copy.begin());
    return copy;
  }

  /// Requires an input of any size not to overlap out.
  static void require_separate(const char* name, std::span<Word> out, std::span<const Word> in) {
    const std::less<const Word*> before;
    if (before(in.data(), out.data() + out.size()) && before(out.data(), in.data() + in.size())) {
      throw std::invalid_argument("out overlaps " + std::string(name) + ", but it must be a separate array");
    }
  }

 private:
  template <class T>
  [[nodiscard]] words::Elements<T> all(const char* name, std::span<T> elements) const {
    const std::size_t n = count(name, elements.size());
    return {.words = elements.data(), .stride = n, .layout = layout_, .first = 0, .count = n};
  }

  const ExtensionField<Word>& field_;
  ElementLayout layout_;
};

}  // namespace

template <class Word>
ExtensionField<Word>::ExtensionField(const Modulus<Word>& q, unsigned degree, Word w)
    : modulus_(q), degree_(degree), w_(w), extension_(make_extension(q, degree, w)) {}

template <class Word>
std::string ExtensionField<Word>::describe() const {
  return extension_->describe();
}

template <class Word>
void ExtensionField<Word>::mul(std::span<Word> out, std::span<const Word> a, std::span<const Word> b,
                               ElementLayout layout) const {
  const Checks<Word> check(*this, layout);
  const words::Elements<Word> results = check.out(out);
  const words::Elements<const Word> x = check.in("a", a, out), y = check.in("b", b, out);
  extension_->multiply(results, x, y);
  checks::check_output(out, modulus_, 1);
}

template <class Word>
void ExtensionField<Word>::mul_by_base(std::span<Word> out, std::span<const Word> a, std::span<const Word> b,
                                       ElementLayout layout) const {
  const Checks<Word> check(*this, layout);
  const words::Elements<Word> results = check.out(out);
  const words::Elements<const Word> elements = check.in("a", a, out);
  checks::require_size("b", b.size(), results.count);
  check.require_separate("b", out, b);
  checks::check_input("b", b, modulus_, 1);
  extension_->multiply_by_base(results, elements, b.data());
  checks::check_output(out, modulus_, 1);
}

template <class Word>
void ExtensionField<Word>::mul_by_element(std::span<Word> out, std::span<const Word> a, std::span<const Word> s,
                                          ElementLayout layout) const {
  const Checks<Word> check(*this, layout);
  const words::Elements<Word> results = check.out(out);
  const words::Elements<const Word> elements = check.in("a", a, out);
  extension_->multiply_by_element(results, elements, check.element("s", s));
  checks::check_output(out, modulus_, 1);
}

template <class Word>
void ExtensionField<Word>::invert(std::span<Word> out, std::span<const Word> a, ElementLayout layout) const {
  const Checks<Word> check(*this, layout);
  const words::Elements<Word> results = check.out(out);
  const words::Elements<const Word> elements = check.in("a", a, out);
  memory::AlignedWords<Word> norms(results.count);
  const std::span<Word> all_norms(norms);
  extension_->write_cofactors(results, norms.data(), elements);
  ringlet::invert(all_norms, all_norms, modulus_);
  const words::Elements<const Word> cofactors{results.words, results.stride, layout, 0, results.count};
  extension_->multiply_by_base(results, cofactors, norms.data());
  checks::check_output(out, modulus_, 1);
}

template <class Word>
void ExtensionField<Word>::inner_product(std::span<Word> out, std::span<const Word> a, std::span<const Word> b,
                                         ElementLayout layout) const {
  const Checks<Word> check(*this, layout);
  checks::require_size("out", out.size(), degree_);
  const words::Elements<const Word> x = check.in("a", a);
  checks::require_size("b", b.size(), a.size());
  const auto sum = extension_->inner_product(x, check.in("b", b));
  std::copy_n(sum.begin(), degree_, out.begin());
}

template <class Word>
void ExtensionField<Word>::powers(std::span<Word> out, std::span<const Word> first, std::span<const Word> ratio,
                                  ElementLayout layout) const {
  const Checks<Word> check(*this, layout);
  words::Elements<Word> to = check.out(out);
  const std::size_t n = to.count, stride = layout == ElementLayout::interleaved ? 1 : n;
  const auto start = check.element("first", first);
  auto step = check.element("ratio", ratio);
  for (unsigned k = 0; k < degree_; ++k) out[k * stride] = start[k];
  // Each product extends the powers by as many again.
  for (std::size_t known = 1; known < n; known *= 2) {
    to.first = known;
    to.count = std::min(known, n - known);
    const words::Elements<const Word> from{out.data(), to.stride, layout, 0, to.count};
    extension_->multiply_by_element(to, from, step);
    step = extension_->multiply(step, step);
  }
  checks::check_output(out, modulus_, 1);
}

template <class Word>
void ExtensionField<Word>::to_coordinates(std::span<Word> out, std::span<const Word> in) const {
  checks::require_size("in", in.size(), out.size());
  const words::Elements<Word> rows = Checks<Word>(*this, ElementLayout::coordinates).out(out);
  const Checks<Word> check(*this, ElementLayout::interleaved);
  check.require_separate("in", out, in);
  extension_->convert(rows, check.in("in", in));
}

template <class Word>
void ExtensionField<Word>::to_interleaved(std::span<Word> out, std::span<const Word> in) const {
  checks::require_size("in", in.size(), out.size());
  const words::Elements<Word> elements = Checks<Word>(*this, ElementLayout::interleaved).out(out);
  const Checks<Word> check(*this, ElementLayout::coordinates);
  check.require_separate("in", out, in);
  extension_->convert(elements, check.in("in", in));
}

RINGLET_FOR_EACH_WORD(RINGLET_INSTANTIATE_TEMPLATE, class ExtensionField)

}  // namespace ringlet
