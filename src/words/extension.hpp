#pragma once

#include <array>
#include <cstddef>
#include <span>
#include <string>

#include "arith/word_traits.hpp"
#include "memory/scratch.hpp"
#include "ringlet/extension_field.hpp"
#include "words/eltwise.hpp"
#include "words/row_sums.hpp"

namespace ringlet::words {

/// Elements `first` to first + count - 1 of a vector of elements. stride: distance of the rows of coordinates.
template <class Word>
struct Elements {
  Word* words;
  std::size_t stride;
  ElementLayout layout;
  std::size_t first;
  std::size_t count;
};

/// Operations on vectors over F_q[X] / (X^d - w). They work tile by tile on rows of coordinates in a first-level cache.
/// The layer above has checked arguments; X^d - w is irreducible.
template <class Word>
class Extension {
 public:
  static constexpr unsigned max_degree = ExtensionField<Word>::max_degree;
  using Out = Elements<Word>;
  using In = Elements<const Word>;
  /// Coordinates of one element; the first `degree` count.
  using Element = std::array<Word, max_degree>;

  Extension(const arith::ModulusFor<Word>& m, unsigned degree, Word w, const backends::Backend& backend);

  void multiply(const Out& out, const In& a, const In& b) const;
  void multiply_by_base(const Out& out, const In& a, const Word* b) const;
  void multiply_by_element(const Out& out, const In& a, const Element& s) const;
  /// Writes to out the product of all conjugates of a[i] but a[i] itself, and to norms the product with a[i].
  void write_cofactors(const Out& out, Word* norms, const In& a) const;
  [[nodiscard]] Element inner_product(const In& a, const In& b) const;
  void convert(const Out& out, const In& in) const;

  [[nodiscard]] Element multiply(const Element& a, const Element& b) const;

  [[nodiscard]] std::string describe() const { return sums_.describe(); }

 private:
  using Rows = std::array<const Word*, max_degree>;
  using Lane = arith::TwiddleWord<Word>;

  /// Map x -> x^(q^i): multiplies coordinate k by factor[k] and moves it to coordinate place[k].
  struct Frobenius {
    std::array<Word, max_degree> factor;
    std::array<unsigned, max_degree> place;
  };

  /// Memory of a call: blocks of `degree` rows of a tile.
  class Memory {
   public:
    explicit Memory(const Extension& owner) : owner_(owner), loan_(owner.scratch_) {}
    [[nodiscard]] Word* block(unsigned index) const {
      return static_cast<Word*>(loan_.get()) + index * owner_.degree_ * owner_.tile_;
    }

   private:
    const Extension& owner_;
    memory::Scratch::Loan loan_;
  };
  /// Number of blocks: most that an operation uses.
  static constexpr unsigned blocks = 6;

  /// Calls work(i, count) for each tile of n elements.
  template <class Work>
  void for_each_tile(std::size_t n, const Work& work) const {
    for (std::size_t i = 0; i < n; i += tile_) work(i, n - i < tile_ ? n - i : tile_);
  }
  [[nodiscard]] Rows rows_in(const Word* block) const;
  /// Returns the rows of `count` elements from i on. Writes interleaved elements to `copy` in rows.
  Rows load(const In& a, std::size_t i, std::size_t count, Word* copy) const;
  void store(const Out& out, std::size_t i, std::size_t count, const Word* block) const;
  /// Writes w times rows 1 to degree - 1 to the same rows of a block.
  void scale_by_w(Word* scaled, const Rows& y, std::size_t count) const;
  /// Computes the first `outputs` coordinates of x y, plus z if it is not null, in rows of `out`. scaled: as
  /// `scale_by_w` writes it for y.
  void add_product(Word* const* out, unsigned outputs, const Rows& x, const Rows& y, const Word* scaled, const Rows* z,
                   std::size_t count) const;
  /// Returns the rows of x^(q^i), which may be rows of x. Writes others to a block.
  Rows conjugate(unsigned i, const Rows& x, Word* block, std::size_t count) const;
  void multiply_tile(Word* block, const Rows& x, const Rows& y, const Rows* z, std::size_t count,
                     const Memory& memory) const;

  arith::ModulusFor<Word> modulus_;
  unsigned degree_;
  Word w_;
  /// Number of elements in a tile.
  std::size_t tile_;
  Eltwise<Word> eltwise_;
  RowSums<Word> sums_;
  std::array<Frobenius, max_degree> conjugates_{};
  mutable memory::Scratch scratch_;
};

RINGLET_FOR_EACH_WORD(RINGLET_EXTERN_TEMPLATE, class Extension)

}  // namespace ringlet::words
