#pragma once

#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <functional>
#include <memory>
#include <span>
#include <string>

namespace ringlet_test {

/// Array of uninitialised words.
template <class Word>
class Array {
 public:
  explicit Array(std::size_t size) : size_(size), words_(static_cast<Word*>(std::malloc(size * sizeof(Word)))) {}

  [[nodiscard]] std::span<Word> get() const { return {words_.get(), size_}; }
  [[nodiscard]] std::span<Word> first(std::size_t count) const { return get().first(count); }

 private:
  struct Free {
    void operator()(Word* p) const { std::free(p); }
  };
  std::size_t size_;
  std::unique_ptr<Word, Free> words_;
};

/// Fills operands with secrets. No branch and no address may depend on them.
class Secrets {
 public:
  Secrets() = default;
  virtual ~Secrets() = default;
  Secrets(const Secrets&) = delete;
  Secrets& operator=(const Secrets&) = delete;

  /// Fills values from 0 to `last`. Word: any type that consists of 64-bit words, lowest first, or a shorter word.
  template <class Word>
  void fill(std::span<Word> values, const Word& last) {
    if constexpr (sizeof(Word) < sizeof(std::uint64_t)) {
      const Array<std::uint64_t> words(values.size());
      fill(words.get(), std::uint64_t{last});
      for (std::size_t i = 0; i < values.size(); ++i) values[i] = static_cast<Word>(words.get()[i]);
    } else {
      fill_words(words_of(values.data()), values.size(), {words_of(&last), sizeof(Word) / sizeof(std::uint64_t)});
    }
  }

  /// Whether code outside of the operation may branch on the values.
  [[nodiscard]] virtual bool are_known() const = 0;

 protected:
  /// Fills `count` values with as many words each as `last` has.
  virtual void fill_words(std::uint64_t* words, std::size_t count, std::span<const std::uint64_t> last) = 0;

 private:
  template <class Word>
  static auto words_of(Word* values) {
    if constexpr (std::is_const_v<Word>) {
      return static_cast<const std::uint64_t*>(static_cast<const void*>(values));
    } else {
      return static_cast<std::uint64_t*>(static_cast<void*>(values));
    }
  }
};

/// Call for which docs/security.md promises that no branch and no address depends on a value.
struct IndependentCall {
  std::string name;
  /// Fills the operands; the promise does not cover it.
  std::function<void(Secrets&)> prepare;
  std::function<void()> call;
};

/// Receives an operation. Its references are valid only during the call.
using Visit = std::function<void(const IndependentCall&)>;

// Visit every operation of the promise on a kind of numbers, for moduli of the given widths in bits; for
// `visit_multiword`, widths are those of the numbers. Transforms have n points, element-wise operations
// a few elements more for a tail.
//
// Excluded, since they are for public values (docs/security.md): the constructors of plans, moduli and FixedOperand,
// number theory, `invert`, `powers`, `to_integers` and `from_integers`.
void visit_words(std::size_t n, std::span<const unsigned> widths, const Visit& visit);
void visit_word32(std::size_t n, std::span<const unsigned> widths, const Visit& visit);
void visit_word128(std::size_t n, std::span<const unsigned> widths, const Visit& visit);
void visit_rows(std::size_t n, std::span<const unsigned> widths, const Visit& visit);
void visit_multiword(std::size_t n, std::span<const unsigned> widths, const Visit& visit);

}  // namespace ringlet_test
