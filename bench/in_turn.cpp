#include "in_turn.hpp"

#include <algorithm>
#include <bit>
#include <ringlet/number_theory.hpp>

namespace bench {
namespace {

class TurningComputation final : public Computation {
 public:
  /// The first of the parts is modulo the prime that the row names, and has its result.
  TurningComputation(std::vector<std::unique_ptr<Computation>> parts, Words moduli)
      : parts_(std::move(parts)), moduli_(std::move(moduli)) {}

  void select() const override { parts_.front()->select(); }

  void load(std::span<const Word> a, std::span<const Word> b) override {
    next_ = 0;
    for (std::size_t i = 0; i < parts_.size(); ++i) parts_[i]->load(residues(a, moduli_[i]), residues(b, moduli_[i]));
  }

  void run() override {
    parts_[next_]->run();
    next_ = next_ + 1 == parts_.size() ? 0 : next_ + 1;
  }

  void store(std::span<Word> out) const override { parts_.front()->store(out); }
  std::string description() const override { return parts_.front()->description(); }
  std::size_t table_bytes() const override { return parts_.front()->table_bytes(); }

 private:
  static Words residues(std::span<const Word> a, Word q) {
    Words x(a.begin(), a.end());
    for (Word& residue : x) residue %= q;
    return x;
  }

  std::vector<std::unique_ptr<Computation>> parts_;
  Words moduli_;
  std::size_t next_ = 0;
};

/// q, then count - 1 other primes of as many bits.
Words moduli_like(const Parameters& parameters, std::size_t count) {
  Words moduli = ringlet::ntt_primes(count, static_cast<unsigned>(std::bit_width(parameters.q)), parameters.n);
  const auto same = std::ranges::find(moduli, parameters.q);
  std::swap(moduli.front(), same == moduli.end() ? moduli.back() : *same);
  moduli.front() = parameters.q;
  return moduli;
}

}  // namespace

Contender in_turn(const Contender& contender, std::size_t count) {
  Contender turning = contender;
  turning.name += " x" + std::to_string(count);
  turning.remark = contender.name + " with " + std::to_string(count) +
                   " moduli and arrays in turn; the ratio is to one modulus of ringlet's";
  turning.make = [make = contender.make, count](Operation operation,
                                                const Parameters& parameters) -> std::unique_ptr<Computation> {
    const Words moduli = moduli_like(parameters, count);
    std::vector<std::unique_ptr<Computation>> parts;
    for (const Word q : moduli) {
      parts.push_back(make(operation, {.set = parameters.set, .n = parameters.n, .q = q}));
      if (parts.back() == nullptr) return nullptr;
    }
    return std::make_unique<TurningComputation>(std::move(parts), moduli);
  };
  return turning;
}

}  // namespace bench
