#include "ringlet/ntt_buffer.hpp"

#include <stdexcept>
#include <string>

#include "arith/word_traits.hpp"
#include "checks/checks.hpp"
#include "checks/words_of.hpp"
#include "multiword/checks.hpp"
#include "multiword/multiword_ntt_plan.hpp"
#include "multiword/widths.hpp"
#include "words/buffer_values.hpp"
#include "words/ntt_plan.hpp"

namespace ringlet {
namespace {

/// Returns the values of a buffer. Throws if it was moved from.
template <class Valid>
Valid& require_valid(const char* name, const std::unique_ptr<Valid>& values) {
  if (values != nullptr) return *values;
  throw std::invalid_argument(std::string(name) +
                              " was moved from, but it must hold a polynomial: assign another buffer first");
}

template <class Values>
void require_domain(const char* name, const Values& values, Domain domain) {
  if (values.domain() == domain) return;
  throw std::invalid_argument(std::string(name) +
                              (domain == Domain::evaluations
                                   ? " holds coefficients, but it must hold evaluations: forward"
                                   : " holds evaluations, but it must hold coefficients: inverse") +
                              " comes first");
}

/// Returns the values of an operand. They must belong to the same plan as `own` and be in the given domain.
template <class Values>
const Values& operand(const char* name, const std::unique_ptr<Values>& values, const Values& own, Domain domain) {
  const Values& valid = require_valid(name, values);
  if (&valid.plan() != &own.plan()) {
    throw std::invalid_argument(std::string(name) +
                                " belongs to another plan, but both must be made from one Ntt or copies of it");
  }
  require_domain(name, valid, domain);
  return valid;
}

constexpr const char* self = "the buffer";

}  // namespace

template <class Word>
NttBuffer<Word>::NttBuffer(const Ntt<Word>& ntt)
    : NttBuffer(ntt.modulus_, std::make_unique<Values>(ntt.plan_.pointer())) {
  values_->clear();
}

template <class Word>
NttBuffer<Word>::NttBuffer(const Ntt<Word>& ntt, std::span<const Word> values, Domain domain)
    : NttBuffer(ntt.modulus_, std::make_unique<Values>(ntt.plan_.pointer())) {
  load(values, domain);
}

template <class Word>
NttBuffer<Word>::NttBuffer(const Modulus<Word>& q, std::unique_ptr<Values> values) noexcept
    : modulus_(q), values_(std::move(values)) {}

template <class Word>
NttBuffer<Word>::NttBuffer(NttBuffer&& other) noexcept = default;

template <class Word>
NttBuffer<Word>& NttBuffer<Word>::operator=(NttBuffer&& other) noexcept = default;

template <class Word>
NttBuffer<Word>::~NttBuffer() = default;

template <class Word>
NttBuffer<Word> NttBuffer<Word>::clone() const {
  return NttBuffer(modulus_, std::make_unique<Values>(require_valid(self, values_)));
}

template <class Word>
NttBuffer<Word>& NttBuffer<Word>::load(std::span<const Word> in, Domain domain) {
  Values& values = require_valid(self, values_);
  checks::require_enumerator("domain", domain, Domain::evaluations);
  checks::require_size("in", in.size(), values.plan().size());
  if constexpr (MultiwordNumber<Word>) {
    multiword::check_multiword_input("in", in, modulus_);
  } else {
    checks::check_input("in", in, modulus_, 1);
  }
  values.load(checks::words_of(in), domain);
  return *this;
}

template <class Word>
void NttBuffer<Word>::store(std::span<Word> out) const {
  const Values& values = require_valid(self, values_);
  checks::require_size("out", out.size(), values.plan().size());
  values.store(checks::words_of(out));
  if constexpr (MultiwordNumber<Word>) {
    multiword::check_multiword_output(out, modulus_);
  } else {
    checks::check_output(out, modulus_, 1);
  }
}

template <class Word>
NttBuffer<Word>& NttBuffer<Word>::forward(const Options& options) {
  Values& values = require_valid(self, values_);
  require_domain(self, values, Domain::coefficients);
  values.forward(options.executor);
  return *this;
}

template <class Word>
NttBuffer<Word>& NttBuffer<Word>::inverse(const Options& options) {
  Values& values = require_valid(self, values_);
  require_domain(self, values, Domain::evaluations);
  values.inverse(options.executor);
  return *this;
}

template <class Word>
NttBuffer<Word>& NttBuffer<Word>::add(const NttBuffer& y) {
  Values& values = require_valid(self, values_);
  values.add(operand("y", y.values_, values, values.domain()));
  return *this;
}

template <class Word>
NttBuffer<Word>& NttBuffer<Word>::sub(const NttBuffer& y) {
  Values& values = require_valid(self, values_);
  values.sub(operand("y", y.values_, values, values.domain()));
  return *this;
}

template <class Word>
NttBuffer<Word>& NttBuffer<Word>::mul(const NttBuffer& y, const Options& options) {
  checks::require_form(options.form);
  Values& values = require_valid(self, values_);
  require_domain(self, values, Domain::evaluations);
  values.mul(operand("y", y.values_, values, Domain::evaluations), options.form);
  return *this;
}

template <class Word>
NttBuffer<Word>& NttBuffer<Word>::mul_add(const NttBuffer& x, const NttBuffer& y, const Options& options) {
  checks::require_form(options.form);
  Values& values = require_valid(self, values_);
  require_domain(self, values, Domain::evaluations);
  const Values& first = operand("x", x.values_, values, Domain::evaluations);
  const Values& second = operand("y", y.values_, values, Domain::evaluations);
  values.mul_add(first, second, options.form);
  return *this;
}

template <class Word>
bool NttBuffer<Word>::is_valid() const noexcept {
  return values_ != nullptr;
}

template <class Word>
Domain NttBuffer<Word>::domain() const {
  return require_valid(self, values_).domain();
}

template <class Word>
std::size_t NttBuffer<Word>::size() const {
  return require_valid(self, values_).plan().size();
}

template <class Word>
const Modulus<Word>& NttBuffer<Word>::modulus() const noexcept {
  return modulus_;
}

RINGLET_FOR_EACH_WORD(RINGLET_INSTANTIATE_TEMPLATE, class NttBuffer)
#ifndef RINGLET_WITHOUT_MULTIWORD
RINGLET_FOR_EACH_WIDTH(RINGLET_INSTANTIATE_WIDTH, class NttBuffer)
#endif

}  // namespace ringlet
