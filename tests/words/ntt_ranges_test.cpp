// Tests every documented pair of lazy factors on inputs that reach the top of their range.

#include <gtest/gtest.h>

#include <algorithm>

#include "support/moduli.hpp"
#include "words/transform_cases.hpp"

namespace ringlet_test {
namespace {

/// Direction of a transform, with the factors that it takes.
struct Direction {
  const char* name;
  void (Ntt::*transform)(std::span<Word>, std::span<const Word>, ringlet::Range) const;
  std::vector<unsigned> input_factors;
  std::vector<unsigned> output_factors;
};

const Direction directions[] = {{"forward", &Ntt::forward, {ringlet::Range::any, 1, 2, 4}, {1, 4}},
                                {"inverse", &Ntt::inverse, {1, 2}, {1, 2}}};

class NttRanges : public TransformTest {
 protected:
  [[nodiscard]] std::vector<NamedWords> inputs(Word q, Word top) {
    if (parameter() >= first_slow_log_n) {
      Words corners_and_tops = corner_biased(random_, n(), q, top);
      for (std::size_t i = 0; i < n(); i += 2) corners_and_tops[i] = top;
      return {{"corners, every second one at the top", corners_and_tops}};
    }
    std::vector<NamedWords> all = adversarial(n(), q, top);
    all.push_back({"corners", corner_biased(random_, n(), q, top)});
    all.push_back({"uniform", uniform(random_, n(), top)});
    return all;
  }

  static void expect_congruent(const Words& out, const Words& canonical, Word q, unsigned factor) {
    const Word top = top_of_range(q, factor);
    for (std::size_t i = 0; i < out.size(); ++i) {
      ASSERT_LE(out[i], top) << "output " << i << " is not below " << factor << " q";
      ASSERT_EQ(out[i] % q, canonical[i]) << "output " << i;
    }
  }

  void expect_all_factors(const Ntt& ntt, const Direction& direction) {
    const Word q = ntt.modulus().value();
    for (const unsigned input_factor : direction.input_factors) {
      if (!has_room(q, input_factor)) continue;
      for (const auto& [name, in] : inputs(q, top_of_range(q, input_factor))) {
        Words reduced(n()), canonical(n());
        std::ranges::transform(in, reduced.begin(), [q](std::uint64_t x) { return x % q; });
        (ntt.*direction.transform)(canonical, reduced, {});
        for (const unsigned output_factor : direction.output_factors) {
          if (!has_room(q, output_factor)) continue;
          SCOPED_TRACE(std::string(direction.name) + ", " + name + ", input factor " + std::to_string(input_factor));
          Words out(n());
          (ntt.*direction.transform)(out, in, {input_factor, output_factor});
          expect_congruent(out, canonical, q, output_factor);
          if (parameter() >= first_slow_log_n) continue;
          out = in;
          (ntt.*direction.transform)(out, out, {input_factor, output_factor});
          expect_congruent(out, canonical, q, output_factor);
        }
      }
    }
  }
};

TEST_P(NttRanges, EveryPairOfFactors) {
  std::vector<TransformCase> cases = cases_of_size(n());
  // The largest transforms have one ring for each prime, in turns.
  if (parameter() > 16) {
    const std::size_t half = cases.size() / 2;
    std::vector<TransformCase> chosen;
    for (std::size_t i = 0; i < half; ++i) chosen.push_back(cases[i + half * ((i + parameter()) % 2)]);
    cases = chosen;
  }
  for (const TransformCase& c : cases) {
    SCOPED_TRACE(text_of(c));
    const Ntt ntt = make_plan(c);
    for (const Direction& direction : directions) expect_all_factors(ntt, direction);
    if (HasFatalFailure()) return;
  }
}

RINGLET_FOR_EVERY_SIZE(NttRanges);

}  // namespace
}  // namespace ringlet_test
