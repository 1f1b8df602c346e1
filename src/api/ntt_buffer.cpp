#include "ringlet/ntt_buffer.hpp"

#include <stdexcept>
#include <string>

#include "api/checks.hpp"
#include "plan/buffer_values.hpp"

namespace ringlet {
namespace {

/// The values of a buffer that was not moved from.
template <class Values>
Values& require_valid(const char* name, const std::unique_ptr<Values>& values) {
  if (values != nullptr) return *values;
  throw std::invalid_argument(std::string(name) +
                              " was moved from, but it must hold a polynomial: assign another buffer first");
}

template <class Word>
void require_domain(const char* name, const plan::BufferValues<Word>& values, Domain domain) {
  if (values.domain() == domain) return;
  throw std::invalid_argument(std::string(name) +
                              (domain == Domain::evaluations
                                   ? " holds coefficients, but it must hold evaluations: forward"
                                   : " holds evaluations, but it must hold coefficients: inverse") +
                              " comes first");
}

/// The values of an operand of `own`: of the same plan and in the given domain.
template <class Word>
const plan::BufferValues<Word>& operand(const char* name, const std::unique_ptr<plan::BufferValues<Word>>& values,
                                        const plan::BufferValues<Word>& own, Domain domain) {
  const plan::BufferValues<Word>& valid = require_valid(name, values);
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
    : NttBuffer(ntt.modulus_, std::make_unique<plan::BufferValues<Word>>(ntt.plan_)) {}

template <class Word>
NttBuffer<Word>::NttBuffer(const Ntt<Word>& ntt, std::span<const Word> values, Domain domain) : NttBuffer(ntt) {
  load(values, domain);
}

template <class Word>
NttBuffer<Word>::NttBuffer(const Modulus<Word>& q, std::unique_ptr<plan::BufferValues<Word>> values) noexcept
    : modulus_(q), values_(std::move(values)) {}

template <class Word>
NttBuffer<Word>::NttBuffer(NttBuffer&& other) noexcept = default;

template <class Word>
NttBuffer<Word>& NttBuffer<Word>::operator=(NttBuffer&& other) noexcept = default;

template <class Word>
NttBuffer<Word>::~NttBuffer() = default;

template <class Word>
NttBuffer<Word> NttBuffer<Word>::clone() const {
  return NttBuffer(modulus_, std::make_unique<plan::BufferValues<Word>>(require_valid(self, values_)));
}

template <class Word>
NttBuffer<Word>& NttBuffer<Word>::load(std::span<const Word> in, Domain domain) {
  plan::BufferValues<Word>& values = require_valid(self, values_);
  api::require_enumerator("domain", domain, Domain::evaluations);
  api::require_size("in", in.size(), values.plan().size());
  api::check_input("in", in, modulus_, 1);
  values.load(in.data(), domain);
  return *this;
}

template <class Word>
void NttBuffer<Word>::store(std::span<Word> out) const {
  const plan::BufferValues<Word>& values = require_valid(self, values_);
  api::require_size("out", out.size(), values.plan().size());
  values.store(out.data());
  api::check_output(out, modulus_, 1);
}

template <class Word>
NttBuffer<Word>& NttBuffer<Word>::forward() {
  plan::BufferValues<Word>& values = require_valid(self, values_);
  require_domain(self, values, Domain::coefficients);
  values.forward();
  return *this;
}

template <class Word>
NttBuffer<Word>& NttBuffer<Word>::inverse() {
  plan::BufferValues<Word>& values = require_valid(self, values_);
  require_domain(self, values, Domain::evaluations);
  values.inverse();
  return *this;
}

template <class Word>
NttBuffer<Word>& NttBuffer<Word>::add(const NttBuffer& y) {
  plan::BufferValues<Word>& values = require_valid(self, values_);
  values.add(operand("y", y.values_, values, values.domain()));
  return *this;
}

template <class Word>
NttBuffer<Word>& NttBuffer<Word>::sub(const NttBuffer& y) {
  plan::BufferValues<Word>& values = require_valid(self, values_);
  values.sub(operand("y", y.values_, values, values.domain()));
  return *this;
}

template <class Word>
NttBuffer<Word>& NttBuffer<Word>::mul(const NttBuffer& y) {
  plan::BufferValues<Word>& values = require_valid(self, values_);
  require_domain(self, values, Domain::evaluations);
  values.mul(operand("y", y.values_, values, Domain::evaluations));
  return *this;
}

template <class Word>
NttBuffer<Word>& NttBuffer<Word>::mul_add(const NttBuffer& x, const NttBuffer& y) {
  plan::BufferValues<Word>& values = require_valid(self, values_);
  require_domain(self, values, Domain::evaluations);
  values.mul_add(operand("x", x.values_, values, Domain::evaluations),
                 operand("y", y.values_, values, Domain::evaluations));
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

template class NttBuffer<std::uint64_t>;
template class NttBuffer<uint128_t>;

}  // namespace ringlet
