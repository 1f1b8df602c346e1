#include <optional>
#include <ringlet/ringlet.hpp>

#include "operations.hpp"

namespace ringlet_test {
namespace {

using ringlet::Form;

template <unsigned width>
class Wide {
 public:
  using Number = ringlet::UInt<width>;

  Wide(std::size_t n, const Visit& visit) : n_(n), visit_(visit) {}

  void visit_eltwise() const {
    const ringlet::Modulus<Number> q{Number::parse("0x8000000000000000000000000000000000000001")};
    const auto offer = [&](const std::string& name, const std::function<void()>& call) { this->offer(name, q, call); };
    offer("add", [&] { ringlet::add(out_, a_, b_, q); });
    offer("sub", [&] { ringlet::sub(out_, a_, b_, q); });
    offer("neg", [&] { ringlet::neg(out_, a_, q); });
    for (const Form form : {Form::plain, Form::montgomery}) {
      const std::string suffix = form == Form::plain ? "" : " in Montgomery form";
      offer("mul" + suffix, [&] { ringlet::mul(out_, a_, b_, q, form); });
      offer("mul_scalar" + suffix, [&] { ringlet::mul_scalar(out_, a_, Number{3}, q, form); });
      offer("mul_add" + suffix, [&] { ringlet::mul_add(out_, a_, b_, c_, q, form); });
      offer("inner_product" + suffix, [&] { out_[0] = ringlet::inner_product(a_, b_, q, form); });
    }
    offer("to_montgomery", [&] { ringlet::to_montgomery(out_, a_, q); });
    offer("from_montgomery", [&] { ringlet::from_montgomery(out_, a_, q); });
  }

  void visit_transforms() const {
    const ringlet::Modulus<Number> q{ringlet::ntt_primes_wide<width>(1, 125, n_).front()};
    for (const auto order : {ringlet::Order::natural, ringlet::Order::bit_reversed}) {
      const ringlet::Ntt<Number> ntt(n_, q, {.order = order});
      offer("forward", q, [&] { ntt.forward(out_, a_); });
      offer("inverse", q, [&] { ntt.inverse(out_, a_); });
    }
  }

  void visit_products() const {
    const ringlet::Modulus<Number> q{ringlet::ntt_primes_wide<width>(1, 125, n_).front()};
    const ringlet::Ntt<Number> ntt(n_, q);
    offer("multiply", q, [&] { ntt.multiply(out_, a_, b_); });
    std::optional<ringlet::NttBuffer<Number>> x, y;
    visit_({named("NttBuffer"),
            [&](Secrets& secrets) {
              fill(secrets, q);
              x.emplace(ntt, a_);
              y.emplace(ntt, b_, ringlet::Domain::evaluations);
            },
            [&] {
              x->load(a_).forward().mul(*y).mul_add(*y, *y, Form::montgomery).add(*y).sub(*y);
              x->clone().inverse().store(out_);
            }});
  }

 private:
  void fill(Secrets& secrets, const ringlet::Modulus<Number>& q) const {
    Number last = q.value();
    --last.words[0];  // q is odd
    for (const auto array : {a_, b_, c_}) secrets.fill(array, last);
  }
  [[nodiscard]] static std::string named(const std::string& name) {
    return "UInt<" + std::to_string(width) + ">: " + name;
  }
  void offer(const std::string& name, const ringlet::Modulus<Number>& q, const std::function<void()>& call) const {
    visit_({named(name), [&](Secrets& secrets) { fill(secrets, q); }, call});
  }

  std::size_t n_;
  const Visit& visit_;
  Array<Number> arrays_[4]{Array<Number>(n_), Array<Number>(n_), Array<Number>(n_), Array<Number>(n_)};
  std::span<Number> a_ = arrays_[0].get(), b_ = arrays_[1].get(), c_ = arrays_[2].get(), out_ = arrays_[3].get();
};

template <unsigned width>
void visit_width(std::size_t n, const Visit& visit) {
  const Wide<width> operations(n, visit);
  operations.visit_eltwise();
  operations.visit_transforms();
  operations.visit_products();
}

}  // namespace

void visit_wide(std::size_t n, std::span<const unsigned> widths, const Visit& visit) {
  for (const unsigned width : widths) {
    if (width == 192) visit_width<192>(n, visit);
    if (width == 256) visit_width<256>(n, visit);
    if (width == 320) visit_width<320>(n, visit);
    if (width == 384) visit_width<384>(n, visit);
    if (width == 512) visit_width<512>(n, visit);
  }
}

}  // namespace ringlet_test
