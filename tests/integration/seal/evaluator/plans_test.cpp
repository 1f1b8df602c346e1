// Tests the lifetime of plans, which belong to parameters: evaluators of equal contexts share them on any
// number of threads. Plans outlive evaluators and end with the last context. An operation makes only the plans
// that it needs, on the active backend.
#include "plans.hpp"

#include <gtest/gtest.h>

#include <array>
#include <atomic>
#include <barrier>
#include <memory>
#include <new>
#include <optional>
#include <string>
#include <thread>
#include <vector>

#include "evaluators.hpp"
#include "ringlet/backend.hpp"
#include "support/replaced_new.hpp"

namespace {

/// Whether the calling thread's allocations fail.
thread_local bool memory_has_run_out = false;

}  // namespace

void ringlet_test::before_allocation(std::size_t /*size*/, std::size_t /*alignment*/) {
  if (memory_has_run_out) throw std::bad_alloc();
}

void ringlet_test::before_release(void* /*memory*/, std::size_t /*size*/, std::size_t /*alignment*/) {}

namespace ringlet_test::beside_seal {
namespace {

using ringlet::KeySwitch;
using ringlet::seal::Plans;
using ringlet::seal::SharedPlans;
using seal::Ciphertext;
using seal::scheme_type;

/// Returns a context of SEAL's own parameters number i, with moduli that no other test has plans for.
seal::SEALContext context_of(scheme_type scheme, std::size_t i = 0) {
  Parameters parameters = all_parameters()[i];
  parameters.moduli = seal::CoeffModulus::Create(parameters.n, {40, 41, 42, 43});
  return make_context(scheme, parameters);
}

/// Returns a ciphertext of three polynomials.
Ciphertext make_square(const seal::SEALContext& context, const seal::KeyGenerator& keys) {
  Ciphertext result;
  const seal::Encryptor encryptor(context, keys.secret_key());
  if (context.first_context_data()->parms().scheme() == scheme_type::ckks) {
    encryptor.encrypt_zero_symmetric(result);
    result.scale() = 1024;
  } else {
    encryptor.encrypt_symmetric(seal::Plaintext("3x^5 + 1x^1 + 2"), result);
  }
  seal::Evaluator(context).square_inplace(result);
  return result;
}

seal::RelinKeys make_relin_keys(seal::KeyGenerator& keys) {
  seal::RelinKeys result;
  keys.create_relin_keys(result);
  return result;
}

/// Goes to the next level as programs of the scheme do.
template <class Evaluator>
void go_to_next(const Evaluator& evaluator, scheme_type scheme, Ciphertext& ciphertext) {
  if (scheme == scheme_type::ckks) return evaluator.rescale_to_next_inplace(ciphertext);
  evaluator.mod_switch_to_next_inplace(ciphertext);
}

class PlansTest : public ::testing::TestWithParam<scheme_type> {
 protected:
  ~PlansTest() override { SharedPlans::release_unused(); }
};

TEST_P(PlansTest, OfEqualContextsAreShared) {
  const seal::SEALContext context = context_of(GetParam()), equal = context_of(GetParam()),
                          other = context_of(GetParam(), 1);
  const Plans plans(context, nullptr), of_equal(equal, nullptr), of_other(other, nullptr);
  EXPECT_EQ(&plans.key_switch(), &of_equal.key_switch());
  EXPECT_EQ(&plans.automorphism(5), &of_equal.automorphism(5));
  EXPECT_EQ(&plans.level(context.first_parms_id()).mod_down(), &of_equal.level(equal.first_parms_id()).mod_down());
  EXPECT_NE(&plans.key_switch(), &of_other.key_switch());
  EXPECT_NE(&plans.level(context.first_parms_id()).mod_down(), &of_other.level(other.first_parms_id()).mod_down());
}

TEST_P(PlansTest, OutliveEvaluatorsAndGoWithTheLastContext) {
  std::optional<seal::SEALContext> context(context_of(GetParam())), equal(context_of(GetParam()));
  const void* of_first = nullptr;
  {
    of_first = &Plans(*context, nullptr).key_switch();
  }
  EXPECT_EQ(&Plans(*context, nullptr).key_switch(), of_first);
  const std::weak_ptr<const SharedPlans> shared = SharedPlans::of(*context);

  std::optional<seal::SEALContext> copy(context);
  context.reset();
  SharedPlans::release_unused();
  EXPECT_FALSE(shared.expired()) << "a copy of the context lives";
  EXPECT_EQ(&Plans(*equal, nullptr).key_switch(), of_first);
  copy.reset();
  SharedPlans::release_unused();
  EXPECT_FALSE(shared.expired()) << "an equal context lives";
  {
    const Plans plans(*equal, nullptr);
    equal.reset();
    SharedPlans::release_unused();
    EXPECT_FALSE(shared.expired()) << "an evaluator lives";
  }
  SharedPlans::release_unused();
  EXPECT_TRUE(shared.expired());
}

TEST_P(PlansTest, GoWhenThoseOfAnotherContextAreAskedFor) {
  std::weak_ptr<const SharedPlans> shared;
  {
    shared = SharedPlans::of(context_of(GetParam()));
  }
  const ringlet::seal::Evaluator evaluator(context_of(GetParam(), 1));
  EXPECT_TRUE(shared.expired());
}

// Destructors of evaluators release plans.
TEST_P(PlansTest, GoWhereMemoryHasRunOut) {
  std::optional<seal::SEALContext> context(context_of(GetParam()));
  const std::weak_ptr<const SharedPlans> shared = SharedPlans::of(*context);
  context.reset();
  memory_has_run_out = true;
  bool are_released = true;
  try {
    SharedPlans::release_unused();
  } catch (const std::bad_alloc&) {
    are_released = false;
  }
  memory_has_run_out = false;
  EXPECT_TRUE(are_released);
  EXPECT_TRUE(shared.expired());
}

TEST_P(PlansTest, AreOfTheBackendThatIsActiveWhenTheyAreUsed) {
  const seal::SEALContext context = context_of(GetParam());
  const Plans first(context, nullptr);
  const auto backend_of = [](const Plans& plans) { return plans.automorphism(5).describe(); };
  const auto expect_active = [&] {
    EXPECT_EQ(backend_of(first), ringlet::backend::active());
    EXPECT_EQ(backend_of(Plans(context, nullptr)), ringlet::backend::active());
  };
  ringlet::backend::force("scalar");
  expect_active();
  const KeySwitch* const of_scalar = &first.key_switch();
  ringlet::backend::unforce();
  expect_active();
  EXPECT_EQ(&Plans(context, nullptr).key_switch() == of_scalar, ringlet::backend::active() == "scalar");
}

/// Returns the number of moduli with transforms after one operation on the first evaluator of a context.
template <class Operation>
std::size_t transforms_made_by(scheme_type scheme, const Operation& operation) {
  const seal::SEALContext context = context_of(scheme);
  seal::KeyGenerator keys(context);
  Ciphertext ciphertext = make_square(context, keys);
  const seal::RelinKeys relin_keys = make_relin_keys(keys);
  operation(ringlet::seal::Evaluator(context), ciphertext, relin_keys);
  return SharedPlans::of(context)->context().transforms();
}

TEST_P(PlansTest, AreMadeAsFarAsTheFirstOperationNeedsThem) {
  const scheme_type scheme = GetParam();
  const std::size_t moduli = context_of(scheme).first_context_data()->parms().coeff_modulus().size();
  const auto add = [](const auto& evaluator, auto& in, auto&) { evaluator.add_inplace(in, in); };
  EXPECT_EQ(transforms_made_by(scheme, add), 0U);
  const auto switch_modulus = [&](const auto& evaluator, auto& in, auto&) { go_to_next(evaluator, scheme, in); };
  EXPECT_EQ(transforms_made_by(scheme, switch_modulus), scheme == scheme_type::bfv ? 0U : moduli);
  const auto relinearize = [](const auto& evaluator, auto& in, auto& keys) { evaluator.relinearize_inplace(in, keys); };
  EXPECT_EQ(transforms_made_by(scheme, relinearize), moduli + 1);
}

TEST_P(PlansTest, ServeEvaluatorsThatComeAndGoOnManyThreads) {
  constexpr std::size_t threads = 4, rounds = 12;
  const seal::SEALContext context = context_of(GetParam());
  seal::KeyGenerator keys(context);
  const seal::RelinKeys relin_keys = make_relin_keys(keys);
  const Ciphertext in = make_square(context, keys);
  const auto operate = [&](const auto& evaluator) {
    Ciphertext result;
    evaluator.relinearize(in, relin_keys, result);
    go_to_next(evaluator, GetParam(), result);
    return result;
  };

  std::atomic<std::size_t> operating = 0;
  std::array<std::atomic<std::size_t>, rounds> overlaps = {};
  std::vector<Ciphertext> results(threads * rounds);
  std::vector<std::weak_ptr<const SharedPlans>> plans(threads * rounds);
  std::barrier together(threads);
  const auto work = [&](std::size_t thread) {
    for (std::size_t round = 0; round < rounds; ++round) {
      {
        const seal::SEALContext own = context_of(GetParam());
        together.arrive_and_wait();
        const ringlet::seal::Evaluator evaluator(own);
        do {
          if (operating++ > 0) ++overlaps[round];
          results[round * threads + thread] = operate(evaluator);
          --operating;
        } while (overlaps[round] < threads);
        plans[round * threads + thread] = SharedPlans::of(own);
        together.arrive_and_wait();
      }
      // All contexts of this round end before the next round makes one.
      together.arrive_and_wait();
    }
  };
  {
    std::vector<std::jthread> workers;
    for (std::size_t thread = 0; thread < threads; ++thread) workers.emplace_back(work, thread);
  }
  SharedPlans::release_unused();

  const Ciphertext expected = operate(seal::Evaluator(context));
  for (const Ciphertext& result : results) expect_same_ciphertext(result, expected);
  const auto are_same = [](const auto& a, const auto& b) { return !a.owner_before(b) && !b.owner_before(a); };
  for (std::size_t at = 0; at < plans.size(); ++at) {
    EXPECT_TRUE(are_same(plans[at], plans[at / threads * threads])) << "two sets of plans in a round";
    EXPECT_TRUE(plans[at].expired());
    if (at < threads) continue;
    EXPECT_FALSE(are_same(plans[at], plans[at - threads])) << "plans that outlived their contexts";
  }
}

/// SEAL handles BGV if its ciphertexts are coefficients.
std::vector<scheme_type> served_schemes() {
  std::vector<scheme_type> result = {scheme_type::bfv, scheme_type::ckks};
  if (in_evaluations(scheme_type::bgv)) result.push_back(scheme_type::bgv);
  return result;
}

INSTANTIATE_TEST_SUITE_P(, PlansTest, ::testing::ValuesIn(served_schemes()),
                         [](const auto& test) { return name_of(test.param); });

}  // namespace
}  // namespace ringlet_test::beside_seal
