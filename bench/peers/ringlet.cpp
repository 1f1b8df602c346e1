// This library twice: on the backend that it chooses itself, and on its scalar backend.
#include <ringlet/ringlet.hpp>
#include <string>
#include <utility>

#include "peers/peers.hpp"
#include "word_computation.hpp"

namespace bench {
namespace {

/// Empty: the choice of the environment or the CPU.
using Backend = std::string;

void select_backend(const Backend& backend) {
  if (backend.empty()) {
    ringlet::backend::unforce();
  } else {
    ringlet::backend::force(backend);
  }
}

ringlet::Ntt<Word> make_plan(const Parameters& parameters, const Backend& backend) {
  select_backend(backend);
  return {parameters.n, ringlet::Modulus(parameters.q)};
}

class PlanComputation : public WordComputation {
 public:
  PlanComputation(const Parameters& parameters, const Backend& backend, Start start)
      : WordComputation(parameters.n, start), plan_(make_plan(parameters, backend)) {}

  std::string description() const override { return plan_.describe(); }
  std::size_t table_bytes() const override { return plan_.table_bytes(); }

 protected:
  const ringlet::Ntt<Word>& plan() const { return plan_; }

 private:
  ringlet::Ntt<Word> plan_;
};

class Forward final : public PlanComputation {
 public:
  Forward(const Parameters& parameters, const Backend& backend)
      : PlanComputation(parameters, backend, Start::first_operand) {}
  void run() override { plan().forward(out(), out()); }
};

class Inverse final : public PlanComputation {
 public:
  Inverse(const Parameters& parameters, const Backend& backend)
      : PlanComputation(parameters, backend, Start::first_operand) {}
  void run() override { plan().inverse(out(), out()); }
};

class RingProduct final : public PlanComputation {
 public:
  RingProduct(const Parameters& parameters, const Backend& backend)
      : PlanComputation(parameters, backend, Start::zero) {}
  void run() override { plan().multiply(out(), a(), b()); }
};

class ElementwiseProduct final : public WordComputation {
 public:
  ElementwiseProduct(const Parameters& parameters, const Backend& backend)
      : WordComputation(parameters.n, Start::zero), backend_(backend), modulus_(parameters.q) {}

  /// Element-wise calls use whichever backend is active.
  void select() const override { select_backend(backend_); }
  void run() override { ringlet::mul(out(), a(), b(), modulus_); }

  std::string description() const override {
    select();
    return ringlet::backend::active();
  }

 private:
  Backend backend_;
  ringlet::Modulus<Word> modulus_;
};

class ForwardToAnotherArray final : public PlanComputation {
 public:
  explicit ForwardToAnotherArray(const Parameters& parameters) : PlanComputation(parameters, "", Start::zero) {}
  void run() override { plan().forward(out(), a()); }
};

class InverseToAnotherArray final : public PlanComputation {
 public:
  explicit InverseToAnotherArray(const Parameters& parameters) : PlanComputation(parameters, "", Start::zero) {}
  void run() override { plan().inverse(out(), a()); }
};

Contender on_backend(std::string name, const Backend& backend) {
  const auto make = [backend](Operation operation, const Parameters& parameters) {
    return make_computation<Forward, Inverse, ElementwiseProduct, RingProduct>(operation, parameters, backend);
  };
  return {.name = std::move(name), .ours = true, .make = make};
}

}  // namespace

Contender this_library() {
  Contender contender = on_backend("ringlet", "");
  contender.has_tables = true;
  return contender;
}

Contender between_two_arrays() {
  const auto make = [](Operation operation, const Parameters& parameters) {
    return make_computation<ForwardToAnotherArray, InverseToAnotherArray, NotOffered, NotOffered>(operation,
                                                                                                  parameters);
  };
  return {.name = "two arrays", .ours = true, .remark = "ringlet's transform from one array to another", .make = make};
}

Contender scalar_backend() { return on_backend("scalar", "scalar"); }

}  // namespace bench
