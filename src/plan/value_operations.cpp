#include "plan/value_operations.hpp"

#include <algorithm>

#include "plan/ntt_plan.hpp"

namespace ringlet::plan {
namespace {

template <class Word>
struct OnCells {
  using Plan = NttPlan<Word>;

  static std::size_t size(const Plan& p) { return p.cells()->cell_bytes; }
  static void load(const Plan& p, void* out, const Word* in, Domain domain) {
    p.cells()->load(out, in, p.size(), p.modulus(), domain);
  }
  static void store(const Plan& p, Word* out, const void* in, Domain domain) {
    p.cells()->store(out, in, p.size(), p.modulus(), domain);
  }
  static void forward(const Plan& p, void* values) { p.forward_cells(values); }
  static void inverse(const Plan& p, void* values) { p.inverse_cells(values); }
  static void add(const Plan& p, void* out, const void* a, const void* b) {
    p.cells()->add(out, a, b, p.size(), p.modulus());
  }
  static void sub(const Plan& p, void* out, const void* a, const void* b) {
    p.cells()->sub(out, a, b, p.size(), p.modulus());
  }
  static void mul(const Plan& p, void* out, const void* a, const void* b, std::size_t count) {
    p.cells()->mul(out, a, b, count, p.modulus());
  }
  static void mul_add(const Plan& p, void* out, const void* a, const void* b, std::size_t count) {
    p.cells()->mul_add(out, a, b, out, count, p.modulus());
  }
  static void reduce(const Plan& p, void* out, const void* in, std::size_t count) {
    p.cells()->reduce(out, in, count, p.modulus());
  }
  static bool products_are_large(const Plan& p) { return p.cells()->reduce != nullptr; }
};

template <class Word>
struct OnWords {
  using Plan = NttPlan<Word>;

  static Word* words(void* values) { return static_cast<Word*>(values); }
  static const Word* words(const void* values) { return static_cast<const Word*>(values); }

  static std::size_t size(const Plan&) { return sizeof(Word); }
  static void load(const Plan& p, void* out, const Word* in, Domain) { std::copy_n(in, p.size(), words(out)); }
  static void store(const Plan& p, Word* out, const void* in, Domain) { std::copy_n(words(in), p.size(), out); }
  static void forward(const Plan& p, void* values) { p.forward(words(values), words(values), 1, 1); }
  static void inverse(const Plan& p, void* values) { p.inverse(words(values), words(values), 1, 1); }
  static void add(const Plan& p, void* out, const void* a, const void* b) {
    p.add_values(words(out), words(a), words(b), p.size());
  }
  static void sub(const Plan& p, void* out, const void* a, const void* b) {
    p.sub_values(words(out), words(a), words(b), p.size());
  }
  static void mul(const Plan& p, void* out, const void* a, const void* b, std::size_t count) {
    p.multiply_values(words(out), words(a), words(b), count);
  }
  static void mul_add(const Plan& p, void* out, const void* a, const void* b, std::size_t count) {
    // Piece by piece, so that the products stay in a first-level cache.
    alignas(64) Word products[256];
    for (std::size_t i = 0; i < count; i += std::size(products)) {
      const std::size_t piece = std::min(count - i, std::size(products));
      p.multiply_values(products, words(a) + i, words(b) + i, piece);
      p.add_values(words(out) + i, words(out) + i, products, piece);
    }
  }
  static void reduce(const Plan&, void* out, const void* in, std::size_t count) {
    std::copy_n(words(in), count, words(out));
  }
  static bool products_are_large(const Plan&) { return false; }
};

template <class Layout>
constexpr ValueOperations<typename Layout::Plan::WordType> operations{.size = Layout::size,
                                                                      .load = Layout::load,
                                                                      .store = Layout::store,
                                                                      .forward = Layout::forward,
                                                                      .inverse = Layout::inverse,
                                                                      .add = Layout::add,
                                                                      .sub = Layout::sub,
                                                                      .mul = Layout::mul,
                                                                      .mul_add = Layout::mul_add,
                                                                      .reduce = Layout::reduce,
                                                                      .products_are_large = Layout::products_are_large};

}  // namespace

template <class Word>
const ValueOperations<Word>& value_operations(bool in_cells) {
  return in_cells ? operations<OnCells<Word>> : operations<OnWords<Word>>;
}

template const ValueOperations<std::uint64_t>& value_operations(bool);
template const ValueOperations<uint128_t>& value_operations(bool);

}  // namespace ringlet::plan
