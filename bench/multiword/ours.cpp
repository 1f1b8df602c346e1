#include <memory>
#include <utility>

#include "multiword/contenders.hpp"

namespace bench::multiword {
namespace {

using ringlet::Form;
using ringlet::Modulus;
using ringlet::Order;
using ringlet::UInt;

template <unsigned width>
struct State {
  State(const Problem& problem, const Words& of_x)
      : q(numbers_of<width>(problem.q).front()),
        x(numbers_of<width>(of_x)),
        y(numbers_of<width>(problem.y)),
        out(problem.results()) {}

  Modulus<UInt<width>> q;
  Numbers<width> x, y, out;
};

template <unsigned width>
ringlet::Ntt<UInt<width>> make_ntt(const Problem& problem, Order order) {
  return {problem.row.n(), Modulus(numbers_of<width>(problem.q).front()),
          ringlet::NttOptions<UInt<width>>{
              .ring = ringlet::Ring::cyclic, .omega = numbers_of<width>(problem.root).front(), .order = order}};
}

template <unsigned width>
std::function<void()> transform(const Problem& problem, State<width>& s, Order order, ringlet::Executor* executor) {
  s.out = s.x;
  const bool is_forward = problem.row.operation == Operation::forward;
  return [&s, is_forward, executor, ntt = make_ntt<width>(problem, order)] {
    is_forward ? ntt.forward(s.out, s.out, executor) : ntt.inverse(s.out, s.out, executor);
  };
}

template <unsigned width>
std::function<void()> function(const Problem& problem, State<width>& s, Order order, ringlet::Executor* executor) {
  switch (problem.row.operation) {
    case Operation::forward:
    case Operation::inverse:
      return transform(problem, s, order, executor);
    case Operation::product:
      return [&s] { ringlet::mul<width>(s.out, s.x, s.y, s.q, Form::montgomery); };
    case Operation::plain_product:
      return [&s] { ringlet::mul<width>(s.out, s.x, s.y, s.q); };
    case Operation::sum:
      return [&s] { ringlet::add<width>(s.out, s.x, s.y, s.q); };
    case Operation::inner_product:
      return [&s] { s.out[0] = ringlet::inner_product<width>(s.x, s.y, s.q, Form::montgomery); };
    case Operation::polynomial_product:
      return [&s, ntt = make_ntt<width>(problem, order)] { ntt.multiply(s.out, s.x, s.y); };
  }
  return {};
}

/// Makes a transform by LargeNtt, in place.
template <unsigned width>
std::function<void()> large(const Problem& problem, State<width>& s, ringlet::Executor* executor) {
  s.out = s.x;
  const bool is_forward = problem.row.operation == Operation::forward;
  const ringlet::LargeNtt<UInt<width>> plan(problem.row.n(), s.q,
                                            {.ring = ringlet::Ring::cyclic,
                                             .omega = numbers_of<width>(problem.root).front(),
                                             .order = ringlet::LargeOrder::bit_reversed});
  return [&s, is_forward, executor, plan] {
    is_forward ? plan.forward(s.out, s.out, executor) : plan.inverse(s.out, s.out, executor);
  };
}

Contender large_contender(ringlet::Executor& executor) {
  const auto prepare = [&executor](const Problem& problem, const Words& x) -> Run {
    if (!is_transform(problem.row.operation)) return {};
    return with_width(problem.row.field, [&]<unsigned width>() {
      auto state = std::make_shared<State<width>>(problem, x);
      return Run{[state, run = large<width>(problem, *state, &executor)] { run(); },
                 [state](Words& results) { results = words_of<width>(state->out); }};
    });
  };
  return {"LargeNtt", Order::bit_reversed, prepare};
}

Contender contender(std::string name, Order order, ringlet::Executor* executor = nullptr, std::string backend = {}) {
  const auto prepare = [=](const Problem& problem, const Words& x) -> Run {
    if (order == Order::bit_reversed && !is_transform(problem.row.operation)) return {};
    return with_width(problem.row.field, [&]<unsigned width>() {
      auto state = std::make_shared<State<width>>(problem, x);
      return Run{[state, run = function<width>(problem, *state, order, executor)] { run(); },
                 [state](Words& results) { results = words_of<width>(state->out); }};
    });
  };
  return {std::move(name), order, prepare, std::move(backend)};
}

}  // namespace

std::vector<Contender> ours() {
  return {contender("Ringlet", Order::natural), contender("bit-reversed", Order::bit_reversed),
          contender("scalar", Order::natural, nullptr, "scalar")};
}

std::vector<Contender> ours_on(ringlet::Executor& executor) {
  return {contender("Ringlet", Order::natural, &executor), contender("one thread", Order::natural),
          large_contender(executor)};
}

}  // namespace bench::multiword
