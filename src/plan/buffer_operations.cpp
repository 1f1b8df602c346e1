#include "plan/buffer_operations.hpp"

#include <algorithm>

#include "plan/ntt_plan.hpp"

namespace ringlet::plan {
namespace {

template <class Word>
struct OnCells {
  using Plan = NttPlan<Word>;

  static std::size_t size(const Plan& p) { return p.buffer_kernels()->cell_bytes; }
  static void load(const Plan& p, void* out, const Word* in, Domain domain) {
    p.buffer_kernels()->load(out, in, p.size(), p.modulus(), domain);
  }
  static void store(const Plan& p, Word* out, const void* in, Domain domain) {
    p.buffer_kernels()->store(out, in, p.size(), p.modulus(), domain);
  }
  static void forward(const Plan& p, void* values) { p.forward_buffer(values); }
  static void inverse(const Plan& p, void* values) { p.inverse_buffer(values); }
  static void add(const Plan& p, void* out, const void* a, const void* b) {
    p.buffer_kernels()->add(out, a, b, p.size(), p.modulus());
  }
  static void sub(const Plan& p, void* out, const void* a, const void* b) {
    p.buffer_kernels()->sub(out, a, b, p.size(), p.modulus());
  }
  static void mul(const Plan& p, void* out, const void* a, const void* b, std::size_t count) {
    p.buffer_kernels()->mul(out, a, b, count, p.modulus());
  }
  static void mul_add(const Plan& p, void* out, const void* a, const void* b, std::size_t count) {
    p.buffer_kernels()->mul_add(out, a, b, out, count, p.modulus());
  }
  static void reduce(const Plan& p, void* out, const void* in, std::size_t count) {
    p.buffer_kernels()->reduce(out, in, count, p.modulus());
  }
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
    const std::size_t piece = std::min(count, std::size(products));  // divides count, as both are powers of two
    for (std::size_t i = 0; i < count; i += piece) {
      p.multiply_values(products, words(a) + i, words(b) + i, piece);
      p.add_values(words(out) + i, words(out) + i, products, piece);
    }
  }
};

template <class Layout>
constexpr BufferOperations<typename Layout::Plan::WordType> operations(
    decltype(BufferOperations<typename Layout::Plan::WordType>::reduce) reduce) {
  return {.size = Layout::size,
          .load = Layout::load,
          .store = Layout::store,
          .forward = Layout::forward,
          .inverse = Layout::inverse,
          .add = Layout::add,
          .sub = Layout::sub,
          .mul = Layout::mul,
          .mul_add = Layout::mul_add,
          .reduce = reduce};
}

}  // namespace

template <class Word>
const BufferOperations<Word>& buffer_operations(const kernels::BasicBufferKernels<Word>* cells) {
  static constexpr auto on_words = operations<OnWords<Word>>(nullptr);
  static constexpr auto on_cells = operations<OnCells<Word>>(nullptr);
  static constexpr auto on_cells_that_grow = operations<OnCells<Word>>(OnCells<Word>::reduce);
  if (cells == nullptr) return on_words;
  return cells->reduce == nullptr ? on_cells : on_cells_that_grow;
}

#define RINGLET_INSTANTIATE(Word) \
  template const BufferOperations<Word>& buffer_operations(const kernels::BasicBufferKernels<Word>*);
RINGLET_FOR_EACH_WORD(RINGLET_INSTANTIATE)

}  // namespace ringlet::plan
