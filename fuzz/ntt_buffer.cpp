// Runs sequences of operations on NttBuffer of words, 128-bit words and multiword numbers, and on a model of them.

#include "ringlet/ntt_buffer.hpp"

#include <array>
#include <stdexcept>
#include <utility>

#include "transforms.hpp"

namespace {

using fuzz::Array;
using fuzz::Input;
using fuzz::integer;
using fuzz::Integers;
using fuzz::named;
using fuzz::number;
using ringlet::Domain;
using ringlet::Form;
using ringlet::MultiwordNumber;
using ringlet::Order;
using ringlet::Ring;
using ringlet::UInt;

template <class Word>
class Session {
 public:
  explicit Session(Input& input)
      : input_(input),
        log_("NttBuffer: " + named("backend", fuzz::choose_backend(input))),
        n_(fuzz::points_of_transform(input, 9)),
        ring_(input.coin() ? Ring::negacyclic : Ring::cyclic),
        order_(input.coin() ? Order::natural : Order::bit_reversed),
        q_(chosen_prime()),
        plan_(n_, ringlet::Modulus<Word>(number<Word>(q_)), options()),
        points_(fuzz::points_of(n_, ring_, integer(plan_.root()), q_, order_)),
        buffers_{ringlet::NttBuffer<Word>(plan_), ringlet::NttBuffer<Word>(plan_), ringlet::NttBuffer<Word>(plan_)},
        models_{zero(), zero(), zero()} {
    log_ += named("plan", plan_.describe()) + named("q", q_) + named("n", n_) + named("cyclic", ring_ == Ring::cyclic);
  }

  void run() {
    constexpr int most = 24;
    for (std::size_t x = 0; x < buffers_.size(); ++x) load(x);
    for (int i = 0; i < most && !input_.is_empty(); ++i) step();
    for (std::size_t i = 0; i < buffers_.size(); ++i) require_stored(i);
  }

 private:
  struct Model {
    Domain domain;
    Integers values;
  };

  /// Returns often a prime of the greatest length, where late reductions have the least room.
  [[nodiscard]] mpz_class chosen_prime() {
    const unsigned least = input_.coin() ? fuzz::max_bits<Word> - 1 : fuzz::min_bits<Word>;
    return fuzz::prime(input_, least, fuzz::max_bits<Word>, ring_ == Ring::negacyclic ? 2 * n_ : n_);
  }

  [[nodiscard]] Model zero() const { return {Domain::coefficients, Integers(n_)}; }

  [[nodiscard]] ringlet::NttOptions<Word> options() const {
    ringlet::NttOptions<Word> chosen{.ring = ring_, .order = order_};
    return chosen;
  }

  void step() {
    const std::size_t x = input_.up_to(2), y = input_.up_to(2), z = input_.up_to(2);
    switch (input_.up_to(9)) {
      case 0:
      case 1:
        return load(x);
      case 2:
        return transform(x);
      case 3:
        return sum(x, y);
      case 4:
        return product(x, y);
      case 5:
        return product_sum(x, y, z);
      case 6:
        return copy(x, y);
      case 7:
        return require_stored(x);
      case 8:
        return move(x, y);
      default:
        return transform(x);
    }
  }

  void load(std::size_t x) {
    const Domain domain = input_.coin() ? Domain::evaluations : Domain::coefficients;
    models_[x] = {domain, fuzz::operands(input_, n_, q_, q_)};
    log(x, "load") += named("values", models_[x].values);
    Array<Word> values(input_, models_[x].values);
    buffers_[x].load(values.span(), domain);
  }

  void transform(std::size_t x) {
    if (input_.up_to(15) == 15) return wrong_domain(x);
    auto& [domain, values] = models_[x];
    if (domain == Domain::coefficients) {
      log(x, "forward");
      buffers_[x].forward();
      models_[x] = {Domain::evaluations, points_.values_of(values)};
    } else {
      log(x, "inverse");
      buffers_[x].inverse();
      models_[x] = {Domain::coefficients, points_.coefficients_of(values)};
    }
  }

  void wrong_domain(std::size_t x) {
    const bool is_polynomial = models_[x].domain == Domain::coefficients;
    fuzz::require_refused<std::invalid_argument>([&] { is_polynomial ? buffers_[x].inverse() : buffers_[x].forward(); },
                                                 [&] { return log_; });
  }

  void sum(std::size_t x, std::size_t y) {
    const bool subtracts = input_.coin();
    log(x, subtracts ? "sub" : "add") += std::to_string(y) + " ";
    const auto call = [&] { subtracts ? buffers_[x].sub(buffers_[y]) : buffers_[x].add(buffers_[y]); };
    if (models_[x].domain != models_[y].domain) return refused(call);
    call();
    for (std::size_t i = 0; i < n_; ++i) {
      const mpz_class& other = models_[y].values[i];
      models_[x].values[i] = reference::residue(models_[x].values[i] + (subtracts ? mpz_class(-other) : other), q_);
    }
  }

  void product(std::size_t x, std::size_t y) {
    const Form form = chosen_form();
    log(x, "mul") += std::to_string(y) + " ";
    const auto call = [&] {
      if constexpr (MultiwordNumber<Word>) {
        buffers_[x].mul(buffers_[y], form);
      } else {
        buffers_[x].mul(buffers_[y]);
      }
    };
    if (!are_values(x) || !are_values(y)) return refused(call);
    call();
    models_[x].values = products(x, y, form);
  }

  void product_sum(std::size_t x, std::size_t y, std::size_t z) {
    const Form form = chosen_form();
    log(x, "mul_add") += std::to_string(y) + " " + std::to_string(z) + " ";
    const auto call = [&] {
      if constexpr (MultiwordNumber<Word>) {
        buffers_[x].mul_add(buffers_[y], buffers_[z], form);
      } else {
        buffers_[x].mul_add(buffers_[y], buffers_[z]);
      }
    };
    if (!are_values(x) || !are_values(y) || !are_values(z)) return refused(call);
    call();
    const Integers added = products(y, z, form);
    for (std::size_t i = 0; i < n_; ++i) models_[x].values[i] = (models_[x].values[i] + added[i]) % q_;
  }

  void copy(std::size_t x, std::size_t y) {
    log(x, "clone of") += std::to_string(y) + " ";
    buffers_[x] = buffers_[y].clone();
    models_[x] = models_[y];
  }

  void move(std::size_t x, std::size_t y) {
    if (x == y) return;
    log(x, "moved from") += std::to_string(y) + " ";
    buffers_[x] = std::move(buffers_[y]);
    models_[x] = std::exchange(models_[y], zero());
    fuzz::require(!buffers_[y].is_valid(), [&] { return log_; });
    refused([&] { buffers_[x].add(buffers_[y]); });
    buffers_[y] = ringlet::NttBuffer<Word>(plan_);
  }

  void require_stored(std::size_t x) {
    Array<Word> out(input_, Integers(n_));
    buffers_[x].store(out.span());
    fuzz::require(buffers_[x].domain() == models_[x].domain, [&] { return log_; });
    fuzz::require_results(out.integers(), models_[x].values, 1, q_,
                          [&] { return log_ + "store " + std::to_string(x) + " "; });
  }

  template <class Call>
  void refused(const Call& call) {
    fuzz::require_refused<std::invalid_argument>(call, [&] { return log_; });
  }

  [[nodiscard]] bool are_values(std::size_t x) const { return models_[x].domain == Domain::evaluations; }

  [[nodiscard]] Form chosen_form() { return MultiwordNumber<Word> && input_.coin() ? Form::montgomery : Form::plain; }

  [[nodiscard]] Integers products(std::size_t x, std::size_t y, Form form) const {
    const mpz_class scale = form == Form::plain ? mpz_class(1) : reference::inverse(fuzz::range_of<Word>() % q_, q_);
    Integers all(n_);
    for (std::size_t i = 0; i < n_; ++i) all[i] = models_[x].values[i] * models_[y].values[i] * scale % q_;
    return all;
  }

  std::string& log(std::size_t x, const char* operation) { return log_ += std::to_string(x) + ": " + operation + " "; }

  Input& input_;
  std::string log_;
  std::size_t n_;
  Ring ring_;
  Order order_;
  mpz_class q_;
  ringlet::Ntt<Word> plan_;
  fuzz::Points points_;
  std::array<ringlet::NttBuffer<Word>, 3> buffers_;
  std::array<Model, 3> models_;
};

template <class Word>
void run(Input& input) {
  Session<Word>(input).run();
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* bytes, std::size_t size) {
  Input input(bytes, size);
  using Run = void (*)(Input&);
  input.pick<Run>({run<std::uint64_t>, run<ringlet::uint128_t>, run<ringlet::uint128_t>, run<UInt<192>>, run<UInt<256>>,
                   run<UInt<320>>, run<UInt<384>>, run<UInt<512>>})(input);
  return 0;
}
