#include "words/extension.hpp"

#include <algorithm>
#include <utility>

#include "arith/word_arithmetic.hpp"
#include "kernels/interleaved.hpp"

namespace ringlet::words {
namespace {

/// Bytes of a block of rows, so that the blocks of a product stay in a first-level cache.
constexpr std::size_t block_bytes = 8192;

/// Returns the number of elements in a tile: whole cache lines of words.
template <class Word>
std::size_t elements_per_tile(unsigned degree) {
  constexpr std::size_t line = 64 / sizeof(Word);
  return block_bytes / sizeof(Word) / degree / line * line;
}

}  // namespace

template <class Word>
Extension<Word>::Extension(const arith::ModulusFor<Word>& m, unsigned degree, Word w, const backends::Backend& backend)
    : modulus_(m),
      degree_(degree),
      w_(w),
      tile_(elements_per_tile<Word>(degree)),
      eltwise_(m, backend),
      sums_(m, backend),
      scratch_(sizeof(Word) * tile_ * degree * blocks) {
  for (unsigned k = 0; k < degree; ++k) {
    // X^(k q) = w^floor(k q / d) X^(k q mod d); q mod d is below d, so that no product leaves the word.
    const auto rest = static_cast<unsigned>(m.q % degree);
    const Lane exponent = k * (m.q / degree) + k * rest / degree;
    conjugates_[1].factor[k] = static_cast<Word>(arith::pow_mod<Lane>(w, exponent, m));
    conjugates_[1].place[k] = k * rest % degree;
  }
  const Frobenius& first = conjugates_[1];
  for (unsigned i = 2; i < degree; ++i) {
    for (unsigned k = 0; k < degree; ++k) {
      const unsigned place = conjugates_[i - 1].place[k];
      const Lane factor = arith::mul_mod<Lane>(conjugates_[i - 1].factor[k], first.factor[place], m);
      conjugates_[i].factor[k] = static_cast<Word>(factor);
      conjugates_[i].place[k] = first.place[place];
    }
  }
}

template <class Word>
auto Extension<Word>::rows_in(const Word* block) const -> Rows {
  Rows rows{};
  for (unsigned k = 0; k < degree_; ++k) rows[k] = block + k * tile_;
  return rows;
}

template <class Word>
auto Extension<Word>::load(const In& a, std::size_t i, std::size_t count, Word* copy) const -> Rows {
  if (a.layout == ElementLayout::interleaved) {
    kernels::separate(copy, tile_, a.words + (a.first + i) * degree_, count, degree_);
    return rows_in(copy);
  }
  Rows rows{};
  for (unsigned k = 0; k < degree_; ++k) rows[k] = a.words + k * a.stride + a.first + i;
  return rows;
}

template <class Word>
void Extension<Word>::store(const Out& out, std::size_t i, std::size_t count, const Word* block) const {
  if (out.layout == ElementLayout::interleaved) {
    return kernels::interleave(out.words + (out.first + i) * degree_, block, tile_, count, degree_);
  }
  for (unsigned k = 0; k < degree_; ++k) {
    std::copy_n(block + k * tile_, count, out.words + k * out.stride + out.first + i);
  }
}

template <class Word>
void Extension<Word>::scale_by_w(Word* scaled, const Rows& y, std::size_t count) const {
  for (unsigned k = 1; k < degree_; ++k) eltwise_.axpy(scaled + k * tile_, y[k], w_, nullptr, count);
}

template <class Word>
void Extension<Word>::add_product(Word* const* out, unsigned outputs, const Rows& x, const Rows& y, const Word* scaled,
                                  const Rows* z, std::size_t count) const {
  std::array<const Word*, max_degree * max_degree> factors{};
  for (unsigned k = 0; k < outputs; ++k) {
    for (unsigned t = 0; t < degree_; ++t) {
      factors[k * degree_ + t] = t <= k ? y[k - t] : scaled + (degree_ + k - t) * tile_;
    }
  }
  const RowSumsCall<Word> call{.x = x.data(),
                               .y = factors.data(),
                               .z = z == nullptr ? nullptr : z->data(),
                               .terms = degree_,
                               .out = out,
                               .outputs = outputs,
                               .count = count};
  sums_.run(call);
}

template <class Word>
void Extension<Word>::multiply_tile(Word* block, const Rows& x, const Rows& y, const Rows* z, std::size_t count,
                                    const Memory& memory) const {
  Word* const scaled = memory.block(0);
  scale_by_w(scaled, y, count);
  std::array<Word*, max_degree> out;
  for (unsigned k = 0; k < degree_; ++k) out[k] = block + k * tile_;
  add_product(out.data(), degree_, x, y, scaled, z, count);
}

template <class Word>
void Extension<Word>::multiply(const Out& out, const In& a, const In& b) const {
  const Memory memory(*this);
  Word* const product = memory.block(3);
  for_each_tile(out.count, [&](std::size_t i, std::size_t count) {
    const Rows x = load(a, i, count, memory.block(1)), y = load(b, i, count, memory.block(2));
    multiply_tile(product, x, y, nullptr, count, memory);
    store(out, i, count, product);
  });
}

template <class Word>
void Extension<Word>::multiply_by_element(const Out& out, const In& a, const Element& s) const {
  const Memory memory(*this);
  const std::size_t most = std::min(tile_, out.count);
  Word *const scaled = memory.block(0), *const product = memory.block(3);
  for (unsigned k = 0; k < degree_; ++k) std::fill_n(memory.block(2) + k * tile_, most, s[k]);
  const Rows y = rows_in(memory.block(2));
  scale_by_w(scaled, y, most);
  std::array<Word*, max_degree> rows;
  for (unsigned k = 0; k < degree_; ++k) rows[k] = product + k * tile_;
  for_each_tile(out.count, [&](std::size_t i, std::size_t count) {
    const Rows x = load(a, i, count, memory.block(1));
    add_product(rows.data(), degree_, x, y, scaled, nullptr, count);
    store(out, i, count, product);
  });
}

template <class Word>
void Extension<Word>::multiply_by_base(const Out& out, const In& a, const Word* b) const {
  const Memory memory(*this);
  Word* const product = memory.block(1);
  for_each_tile(out.count, [&](std::size_t i, std::size_t count) {
    const Rows x = load(a, i, count, memory.block(0));
    for (unsigned k = 0; k < degree_; ++k) eltwise_.mul(product + k * tile_, x[k], b + i, count);
    store(out, i, count, product);
  });
}

template <class Word>
auto Extension<Word>::conjugate(unsigned i, const Rows& x, Word* block, std::size_t count) const -> Rows {
  Rows rows{};
  for (unsigned k = 0; k < degree_; ++k) {
    const Word factor = conjugates_[i].factor[k];
    const unsigned place = conjugates_[i].place[k];
    rows[place] = x[k];
    if (factor == 1) continue;
    eltwise_.axpy(block + place * tile_, x[k], factor, nullptr, count);
    rows[place] = block + place * tile_;
  }
  return rows;
}

template <class Word>
void Extension<Word>::write_cofactors(const Out& out, Word* norms, const In& a) const {
  const Memory memory(*this);
  for_each_tile(out.count, [&](std::size_t i, std::size_t count) {
    const Rows x = load(a, i, count, memory.block(1));
    const Rows first = conjugate(1, x, memory.block(2), count);
    // product: x^(q + q^2 + ... + q^m), with m doubled, or doubled plus one, up to d - 1.
    Rows product = first;
    Word *to = memory.block(3), *spare = memory.block(4);
    const auto multiply_by = [&](const Rows& other) {
      multiply_tile(to, product, other, nullptr, count, memory);
      product = rows_in(to);
      std::swap(to, spare);
    };
    unsigned m = 1;
    for (unsigned bit = arith::bit_width(degree_ - 1) - 1; bit-- > 0;) {
      multiply_by(conjugate(m, product, memory.block(5), count));
      m *= 2;
      if (((degree_ - 1) >> bit & 1) != 0) {
        product = conjugate(1, product, memory.block(5), count);
        multiply_by(first);
        ++m;
      }
    }
    scale_by_w(memory.block(0), product, count);
    Word* const norm = norms + i;
    add_product(&norm, 1, x, product, memory.block(0), nullptr, count);
    for (unsigned k = 0; k < degree_; ++k) {
      if (product[k] != spare + k * tile_) std::copy_n(product[k], count, spare + k * tile_);
    }
    store(out, i, count, spare);
  });
}

template <class Word>
auto Extension<Word>::inner_product(const In& a, const In& b) const -> Element {
  const Memory memory(*this);
  Word* const sum = memory.block(3);
  const Rows sums = rows_in(sum);
  std::size_t columns = std::min(tile_, a.count);
  for (unsigned k = 0; k < degree_; ++k) std::fill_n(sum + k * tile_, columns, Word{0});
  for_each_tile(a.count, [&](std::size_t i, std::size_t count) {
    const Rows x = load(a, i, count, memory.block(1)), y = load(b, i, count, memory.block(2));
    multiply_tile(sum, x, y, &sums, count, memory);
  });
  for (; columns > 1; columns -= columns / 2) {
    for (unsigned k = 0; k < degree_; ++k) {
      Word* const row = sum + k * tile_;
      eltwise_.add(row, row, row + (columns - columns / 2), columns / 2);
    }
  }
  Element result{};
  for (unsigned k = 0; k < degree_; ++k) result[k] = sum[k * tile_];
  return result;
}

template <class Word>
void Extension<Word>::convert(const Out& out, const In& in) const {
  if (in.layout == ElementLayout::interleaved) {
    return kernels::separate(out.words, out.stride, in.words, in.count, degree_);
  }
  kernels::interleave(out.words, in.words, in.stride, in.count, degree_);
}

template <class Word>
auto Extension<Word>::multiply(const Element& a, const Element& b) const -> Element {
  std::array<Lane, 2 * max_degree> sums{};
  for (unsigned k = 0; k < degree_; ++k) {
    for (unsigned t = 0; t < degree_; ++t) {
      sums[k + t] = arith::add_mod<Lane>(sums[k + t], arith::mul_mod<Lane>(a[k], b[t], modulus_), modulus_);
    }
  }
  Element product{};
  for (unsigned k = 0; k < degree_; ++k) {
    const Lane high = arith::mul_mod<Lane>(sums[k + degree_], w_, modulus_);
    product[k] = static_cast<Word>(arith::add_mod<Lane>(sums[k], high, modulus_));
  }
  return product;
}

RINGLET_FOR_EACH_WORD(RINGLET_INSTANTIATE_TEMPLATE, class Extension)

}  // namespace ringlet::words
