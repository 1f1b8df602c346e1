#pragma once

#include <cstring>
#include <memory>
#include <utility>

#include "memory/huge_block.hpp"
#include "ringlet/types.hpp"

namespace ringlet {
class Executor;
}

namespace ringlet::words {

/// n values between operations, in the cells of their plan: an NttPlan or a MultiwordNttPlan. The layer above has
/// checked arguments and the domains of operands.
template <class Plan>
class BufferValues {
 public:
  /// Leaves values uninitialised. Throws OutOfMemory.
  explicit BufferValues(std::shared_ptr<const Plan> plan) : plan_(std::move(plan)), cells_(plan_->cell_words()) {}
  BufferValues(const BufferValues& other)
      : plan_(other.plan_), domain_(other.domain_), are_products_(other.are_products_), cells_(other.cells_.words()) {
    std::memcpy(cells_.get(), other.cells_.get(), bytes());
  }
  BufferValues& operator=(const BufferValues&) = delete;
  ~BufferValues() = default;

  /// Sets all values to zero, which is the same in every layout.
  void clear() { std::memset(cells_.get(), 0, bytes()); }

  /// Converts from canonical words; `store` converts to them.
  template <class Word>
  void load(const Word* in, Domain domain) {
    plan_->load(cells_.get(), in, domain);
    domain_ = domain;
    are_products_ = false;
  }
  template <class Word>
  void store(Word* out) const {
    plan_->store(out, cells_.get(), domain_);
  }

  void forward(Executor* executor) {
    plan_->forward_cells(cells_.get(), executor);
    domain_ = Domain::evaluations;
    are_products_ = false;
  }
  void inverse(Executor* executor) {
    plan_->inverse_cells(cells_.get(), executor);
    domain_ = Domain::coefficients;
    are_products_ = false;
  }

  void add(const BufferValues& y) {
    plan_->add_cells(cells_.get(), cells_.get(), y.cells_.get());
    are_products_ = false;
  }
  void sub(const BufferValues& y) {
    plan_->sub_cells(cells_.get(), cells_.get(), y.cells_.get());
    are_products_ = false;
  }

  /// this *= y and this += x y, on evaluations in `form`.
  void mul(const BufferValues& y, Form form) { multiply(*this, y, form, false); }
  void mul_add(const BufferValues& x, const BufferValues& y, Form form) { multiply(x, y, form, true); }

  [[nodiscard]] const Plan& plan() const { return *plan_; }
  [[nodiscard]] Domain domain() const { return domain_; }

 private:
  [[nodiscard]] std::size_t bytes() const { return cells_.words() * sizeof(*cells_.get()); }
  void multiply(const BufferValues& x, const BufferValues& y, Form form, bool adds) {
    plan_->multiply_cells(cells_.get(), {x.cells_.get(), x.are_products_}, {y.cells_.get(), y.are_products_}, form,
                          adds);
    are_products_ = true;
  }

  std::shared_ptr<const Plan> plan_;
  Domain domain_ = Domain::coefficients;
  /// Whether these values are products, which a plan may have to reduce before they are factors of another product.
  bool are_products_ = false;
  memory::HugeBlock cells_;
};

}  // namespace ringlet::words
