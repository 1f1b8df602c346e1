#include <algorithm>
#include <array>
#include <utility>

#include "rns/contenders.hpp"

namespace bench::rns {
namespace {

using ringlet::Executor;

std::function<void()> key_switch(const Problem& p, Polynomials& results, Executor* executor) {
  const ringlet::KeySwitch plan = p.key_switch();
  return [=, &p, &results, key = plan.prepare(views_of(p.key_b), views_of(p.key_a))] {
    plan(results[0].span(), results[1].span(), p.inputs[0].view(), key, executor);
  };
}

std::function<void()> conversion(const Problem& p, Polynomials& results, Executor* executor, ringlet::Lift lift) {
  return [=, &p, &results, plan = ringlet::BaseConversion(p.base(), p.special(), lift)] {
    plan(results[0].span(), p.inputs[0].view(), executor);
  };
}

/// Makes a run in place, which works on the results of the previous call.
std::function<void()> mod_down(const Problem& p, Polynomials& results, Executor* executor) {
  std::copy_n(p.inputs[0].data(), results[0].words(), results[0].data());
  std::vector<const Word*> rows;
  for (std::size_t i = 0; i < p.moduli.size(); ++i) {
    rows.push_back((i < p.row.moduli ? results : p.inputs)[0].view()[i].data());
  }
  const ringlet::RnsNtt ntt(p.row.n(), ringlet::RnsBase(p.moduli));
  return [=, &p, &results, plan = ringlet::ModDown(ntt, p.row.special)] {
    plan.on_evaluations(results[0].span(), ringlet::RnsView(rows, p.row.n()), executor);
  };
}

std::function<void()> extension(const Problem& p, Polynomials& results, Executor* executor) {
  return
      [=, &p, &results, plan = p.scale_and_round()] { plan.extend(results[0].span(), p.inputs[0].view(), executor); };
}

std::function<void()> scaling(const Problem& p, Polynomials& results, Executor* executor) {
  return [=, &p, &results, plan = p.scale_and_round()] {
    plan(results[0].span(), p.inputs[0].view(), p.inputs[1].view(), executor);
  };
}

std::function<void()> automorphism(const Problem& p, Polynomials& results, Executor* executor) {
  return [=, &p, &results, plan = ringlet::Automorphism(p.row.n(), galois_element)] {
    plan.on_evaluations(results[0].span(), p.inputs[0].view(), executor);
  };
}

std::function<void()> inner_product(const Problem& p, Polynomials& results, Executor* executor) {
  std::vector<ringlet::RnsView> a, b;
  for (std::size_t i = 0; i < terms; ++i) {
    a.push_back(p.inputs[2 * i].view());
    b.push_back(p.inputs[2 * i + 1].view());
  }
  return [=, &results, base = p.base()] { ringlet::inner_product(results[0].span(), a, b, base, executor); };
}

std::function<void()> mul(const Problem& p, Polynomials& results, Executor* executor) {
  return [=, &p, &results, base = p.base()] {
    ringlet::mul(results[0].span(), p.inputs[0].view(), p.inputs[1].view(), base, executor);
  };
}

std::function<void()> mul_add(const Problem& p, Polynomials& results, Executor* executor) {
  return [=, &p, &results, base = p.base()] {
    ringlet::mul_add(results[0].span(), p.inputs[0].view(), p.inputs[1].view(), p.inputs[2].view(), base, executor);
  };
}

std::function<void()> tensor(const Problem& p, Polynomials& results, Executor* executor) {
  const std::array out = {results[0].span(), results[1].span(), results[2].span()};
  const std::array a = {p.inputs[0].view(), p.inputs[2].view()}, b = {p.inputs[1].view(), p.inputs[3].view()};
  return [=, base = p.base()] { ringlet::tensor(out, a, b, base, executor); };
}

}  // namespace

std::function<void()> ours(const Problem& problem, Polynomials& results, Executor* executor) {
  switch (problem.row.operation) {
    case Operation::key_switch:
      return key_switch(problem, results, executor);
    case Operation::exact_conversion:
      return conversion(problem, results, executor, ringlet::Lift::floor);
    case Operation::approximate_conversion:
      return conversion(problem, results, executor, ringlet::Lift::approximate);
    case Operation::mod_down:
      return mod_down(problem, results, executor);
    case Operation::extension:
      return extension(problem, results, executor);
    case Operation::scaling:
      return scaling(problem, results, executor);
    case Operation::automorphism:
      return automorphism(problem, results, executor);
    case Operation::inner_product:
      return inner_product(problem, results, executor);
    case Operation::mul:
      return mul(problem, results, executor);
    case Operation::mul_add:
      return mul_add(problem, results, executor);
    case Operation::tensor:
      return tensor(problem, results, executor);
  }
  return {};
}

}  // namespace bench::rns
