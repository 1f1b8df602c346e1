#include <optional>
#include <ringlet/ringlet.hpp>

#include "operations.hpp"

namespace ringlet_test {
namespace {

using ringlet::Form;

constexpr std::size_t tail = 3;

template <unsigned width>
class Multiword {
 public:
  using Number = ringlet::UInt<width>;

  Multiword(std::size_t n, const Visit& visit) : n_(n), visit_(visit) {}

  void visit_eltwise() const {
    offer("add", [&] { ringlet::add(out_, a_, b_, q_); });
    offer("sub", [&] { ringlet::sub(out_, a_, b_, q_); });
    offer("neg", [&] { ringlet::neg(out_, a_, q_); });
    for (const Form form : {Form::plain, Form::montgomery}) {
      const std::string suffix = form == Form::plain ? "" : " in Montgomery form";
      offer("mul" + suffix, [&] { ringlet::mul(out_, a_, b_, q_, form); });
      offer("mul_scalar" + suffix, [&] { ringlet::mul(out_, a_, Number{3}, q_, form); });
      offer("mul_add" + suffix, [&] { ringlet::mul_add(out_, a_, b_, c_, q_, form); });
      offer("mul_add by a number" + suffix, [&] { ringlet::mul_add(out_, a_, Number{3}, c_, q_, form); });
      offer("mul_sub" + suffix, [&] { ringlet::mul_sub(out_, a_, b_, c_, q_, form); });
      offer("inner_product" + suffix, [&] { out_[0] = ringlet::inner_product(a_, b_, q_, form); });
    }
    offer("add_scalar", [&] { ringlet::add(out_, a_, Number{3}, q_); });
    offer("sub_scalar", [&] { ringlet::sub(out_, a_, Number{3}, q_); });
    offer("mul in place", [&] { ringlet::mul(a_, a_, b_, q_); });
    offer("to_montgomery", [&] { ringlet::to_montgomery(out_, a_, q_); });
    offer("from_montgomery", [&] { ringlet::from_montgomery(out_, a_, q_); });
  }

  void visit_transforms() const {
    const auto out = out_.first(n_), a = a_.first(n_);
    const ringlet::Ntt<Number> ntt(n_, q_);
    offer("forward, " + ntt.describe(), [&] { ntt.forward(out, a); });
    offer("inverse, " + ntt.describe(), [&] { ntt.inverse(out, a); });
    const ringlet::Ntt<Number> coset(
        n_, q_, {.ring = ringlet::Ring::cyclic, .coset = Number{3}, .order = ringlet::Order::bit_reversed});
    offer("forward in place on a coset", [&] { coset.forward(a, a); });
    offer("inverse in place on a coset", [&] { coset.inverse(a, a); });
  }

  /// Visits operations composed of transforms and element-wise operations.
  void visit_products() const {
    const auto out = out_.first(n_), a = a_.first(n_), b = b_.first(n_);
    const ringlet::Ntt<Number> ntt(n_, q_);
    offer("multiply", [&] { ntt.multiply(out, a, b); });
    std::optional<ringlet::NttBuffer<Number>> x, y;
    visit_({named("NttBuffer"),
            [&](Secrets& secrets) {
              fill(secrets);
              x.emplace(ntt, a);
              y.emplace(ntt, b, ringlet::Domain::evaluations);
            },
            [&] {
              x->load(a).forward().mul(*y).mul_add(*y, *y, Form::montgomery).add(*y).sub(*y);
              x->clone().inverse().store(out);
            }});
  }

 private:
  void fill(Secrets& secrets) const {
    Number last = q_.value();
    --last.words[0];  // q is odd
    for (const auto array : {a_, b_, c_}) secrets.fill(array, last);
  }
  [[nodiscard]] static std::string named(const std::string& name) {
    return "UInt<" + std::to_string(width) + ">: " + name;
  }
  void offer(const std::string& name, const std::function<void()>& call) const {
    visit_({named(name), [&](Secrets& secrets) { fill(secrets); }, call});
  }

  std::size_t n_;
  const Visit& visit_;
  /// Longest modulus of the width; AVX-512 IFMA has kernels for it.
  ringlet::Modulus<Number> q_{
      ringlet::ntt_primes<ringlet::UInt<width>>(1, ringlet::Modulus<Number>::max_bits, n_).front()};
  Array<Number> arrays_[4]{Array<Number>(n_ + tail), Array<Number>(n_ + tail), Array<Number>(n_ + tail),
                           Array<Number>(n_ + tail)};
  std::span<Number> a_ = arrays_[0].get(), b_ = arrays_[1].get(), c_ = arrays_[2].get(), out_ = arrays_[3].get();
};

template <unsigned width>
void visit_width(std::size_t n, const Visit& visit) {
  const Multiword<width> operations(n, visit);
  operations.visit_eltwise();
  operations.visit_transforms();
  if (width == 192) operations.visit_products();
}

}  // namespace

void visit_multiword(std::size_t n, std::span<const unsigned> widths, const Visit& visit) {
  for (const unsigned width : widths) {
    if (width == 192) visit_width<192>(n, visit);
    if (width == 256) visit_width<256>(n, visit);
    if (width == 320) visit_width<320>(n, visit);
    if (width == 384) visit_width<384>(n, visit);
    if (width == 512) visit_width<512>(n, visit);
  }
}

}  // namespace ringlet_test
