// Checks properties of the backends' tables that no result of a kernel shows: that each entry is chosen, each modulus
// is served, and each name has one meaning.

#include <gmpxx.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <map>
#include <set>
#include <string>
#include <string_view>
#include <tuple>
#include <utility>

#include "arith/decimal.hpp"
#include "arith/word_traits.hpp"
#include "backends/eltwise_tables.hpp"
#include "backends/registry.hpp"
#include "multiword/multiword_cases.hpp"

namespace {

using ringlet::arith::text_of;
using ringlet::arith::Words;
using ringlet::arith::WordTraits;
using ringlet::backends::Backend;
using ringlet::backends::BackendKernels;
using ringlet::kernels::BasicNttKernel;
using ringlet::kernels::EltwiseKernels;
using ringlet::kernels::EltwiseKernels128;
using ringlet::kernels::MultiwordFamily;
using ringlet::kernels::WordKernels;
using ringlet_test::for_each_eltwise_table;
using ringlet_test::for_each_modulus;

/// Calls check(q, log_n) for these moduli and every size that a plan may have for a prime q = 1 (mod n).
template <class Word, class Check>
void for_each_case(Check check) {
  for_each_modulus<Word>([&](Word q) {
    for (unsigned log_n = 1; log_n <= WordTraits<Word>::max_log_n && q >> log_n != 0; ++log_n) check(q, log_n);
  });
}

template <class Kernels>
std::string name_of(const Backend& backend, const Kernels& kernel) {
  return std::string(backend.name).append(" / ").append(kernel.arithmetic) + ", " + text_of(kernel.moduli.least) +
         " to " + text_of(kernel.moduli.greatest);
}

/// Calls `visit` with each transform kernel of a backend.
template <class Word, class Visit>
void for_each_transform(const BackendKernels& kernels, Visit visit) {
  for (const auto* family : kernels.of<WordKernels<Word>>()) {
    for (const BasicNttKernel<Word>& k : family->ntt) visit(k);
  }
}

/// Calls `visit` with each element-wise kernel of a backend.
template <class Kernels, class Visit>
void for_each_eltwise(const BackendKernels& kernels, Visit visit) {
  for (const auto* family : kernels.of<WordKernels<typename Kernels::WordType>>()) {
    for (const Kernels& k : family->eltwise) visit(k);
  }
}

/// A plan's description shows only the name and, by its radices, the size.
template <class Word>
void expect_one_format_for_each_name_and_size(const Backend& backend) {
  std::map<std::pair<std::string, unsigned>, const BasicNttKernel<Word>*> kernels;
  const auto add = [&](const BasicNttKernel<Word>& named) {
    for_each_case<Word>([&](Word q, unsigned log_n) {
      const BasicNttKernel<Word>* kernel = nullptr;
      for_each_transform<Word>(*backend.kernels, [&](const BasicNttKernel<Word>& k) {
        const bool serves = k.arithmetic == std::string_view(named.arithmetic) && k.serves(q, log_n);
        if (kernel == nullptr && serves) kernel = &k;
      });
      if (kernel == nullptr) return;
      const auto& first = *kernels.emplace(std::pair{named.arithmetic, log_n}, kernel).first->second;
      EXPECT_EQ(std::tuple(first.codec.encode, first.lanes_log), std::tuple(kernel->codec.encode, kernel->lanes_log))
          << name_of(backend, *kernel) << ", n = 2^" << log_n;
    });
  };
  for_each_transform<Word>(*backend.kernels, add);
}

/// Counts the operations that for_each_operation does not visit; they would not be tested. Each operation is a member
/// after the kernels' description, from `add` to `cmp_sub`.
template <class Kernels>
std::size_t members_not_visited() {
  std::size_t members = (offsetof(Kernels, cmp_sub) - offsetof(Kernels, add)) / sizeof(Kernels::add) + 1;
  Kernels::for_each_operation([&](auto /*operation*/, const char* /*name*/) { --members; });
  return members;
}

static_assert(sizeof(EltwiseKernels) == offsetof(EltwiseKernels, cmp_sub) + sizeof(EltwiseKernels::cmp_sub));

TEST(KernelTable, VisitsEveryOperation) {
  EXPECT_EQ(members_not_visited<EltwiseKernels>(), 1U) << "other than sum_products";
  EXPECT_EQ(members_not_visited<EltwiseKernels128>(), 5U)
      << "other than tensor, mul_montgomery, scale_difference, cmp_add and cmp_sub";
}

TEST(KernelTable, GivesOneNameAndSizeToOneFormatOfTwiddles) {
  for (const Backend& backend : ringlet::backends::all()) {
    Words::for_each([&]<class Word>() { expect_one_format_for_each_name_and_size<Word>(backend); });
  }
}

template <class Word>
void expect_right_choice_of_transforms(const Backend& backend) {
  std::set<const BasicNttKernel<Word>*> found;
  const auto expect = [&](Word q, unsigned log_n) {
    const BasicNttKernel<Word>& kernel = *ringlet::backends::choose_ntt<Word>(backend, q, log_n).kernel;
    EXPECT_TRUE(kernel.moduli.least <= q && q <= kernel.moduli.greatest && kernel.min_log_n <= log_n)
        << name_of(backend, kernel) << " for " << text_of(q) << ", n = 2^" << log_n;
    found.insert(&kernel);
  };
  for_each_case<Word>(expect);
  for_each_transform<Word>(*backend.kernels, [&](const BasicNttKernel<Word>& k) {
    const bool is_of_one_prime = k.moduli.least == k.moduli.greatest;
    if (is_of_one_prime) expect(static_cast<Word>(k.moduli.least), k.min_log_n);
  });
  for_each_transform<Word>(
      *backend.kernels, [&](const BasicNttKernel<Word>& k) { EXPECT_TRUE(found.contains(&k)) << name_of(backend, k); });
}

template <class Kernels>
void expect_right_choice_of_operations(const Backend& backend) {
  Kernels::for_each_operation([&](auto operation, const char* name) {
    std::set<const Kernels*> found;
    using Word = typename Kernels::WordType;
    const auto expect = [&](auto q) {
      const Kernels& kernels = *ringlet::backends::choose_eltwise(backend, q, operation.value).kernel;
      EXPECT_TRUE(kernels.moduli.least <= q && q <= kernels.moduli.greatest)
          << name_of(backend, kernels) << ": " << name << " for " << text_of(q);
      found.insert(&kernels);
    };
    for_each_modulus<Word>(expect, ringlet_test::max_bits_of<Word>(name));
    for_each_eltwise<Kernels>(*backend.kernels, [&](const Kernels& k) {
      const bool is_of_one_prime = k.moduli.least == k.moduli.greatest;
      if (is_of_one_prime && k.*operation.value != nullptr) expect(k.moduli.least);
    });
    for_each_eltwise<Kernels>(*backend.kernels, [&](const Kernels& k) {
      EXPECT_TRUE(k.*operation.value == nullptr || found.contains(&k)) << name_of(backend, k) << ": " << name;
    });
  });
}

TEST(KernelTable, ChoosesEveryEntryAndEachForWhatItServes) {
  for (const Backend& backend : ringlet::backends::all()) {
    Words::for_each([&]<class Word>() { expect_right_choice_of_transforms<Word>(backend); });
    for_each_eltwise_table([&]<class Kernels>() { expect_right_choice_of_operations<Kernels>(backend); });
  }
}

/// Covers the shortest moduli of a number of words to the longest, with the least and the greatest of each length.
void expect_served_where_there_is_room(const Backend& backend, const ringlet::kernels::MultiwordNttKernel& k) {
  const mpz_class room = mpz_class(1) << (k.capacity_bits + 8);
  for (unsigned bits = 64 * (k.words - 1); bits < 64 * k.words; ++bits) {
    const mpz_class least = (mpz_class(1) << (bits - 1)) + 1, greatest = (mpz_class(1) << bits) - 1;
    for (const mpz_class& q : {least, greatest}) {
      const bool has_room = q * static_cast<unsigned long>(k.capacity) <= room;
      EXPECT_EQ(k.serves(ringlet_test::constants_of(q, k.words), 2 * k.lanes_log),
                has_room && bits >= k.min_modulus_bits)
          << backend.name << " / " << k.arithmetic << ", " << q.get_str();
    }
  }
}

TEST(KernelTable, MultiwordTransformsServeWhatTheyHaveRoomFor) {
  for (const Backend& backend : ringlet::backends::all()) {
    for (const MultiwordFamily* family : backend.kernels->of<MultiwordFamily>()) {
      for (const auto& k : family->ntt) expect_served_where_there_is_room(backend, k);
    }
  }
}

/// The search for a kernel ends at the weakest backend, which must have all of them.
template <class Word>
void expect_all_transforms(const Backend& backend) {
  for_each_case<Word>([&](Word q, unsigned log_n) {
    EXPECT_NO_THROW(ringlet::backends::choose_ntt<Word>(backend, q, log_n)) << text_of(q) << ", n = 2^" << log_n;
  });
}

template <class Kernels>
void expect_all_operations(const Backend& backend) {
  Kernels::for_each_operation([&](auto operation, const char* name) {
    using Word = typename Kernels::WordType;
    const auto expect = [&](auto q) {
      EXPECT_NO_THROW(ringlet::backends::choose_eltwise(backend, q, operation.value)) << name << ", " << text_of(q);
    };
    for_each_modulus<Word>(expect, ringlet_test::max_bits_of<Word>(name));
  });
}

/// A backend may have kernels of dot products alone.
TEST(KernelTable, FindsAllThatAnAutomorphismNeeds) {
  for (const Backend& backend : ringlet::backends::all()) {
    for (unsigned log_n = 1; log_n <= WordTraits<std::uint64_t>::max_log_n; ++log_n) {
      const auto& kernels = *ringlet::backends::choose_automorphism(backend, log_n).kernel;
      EXPECT_NE(kernels.evaluations, nullptr) << backend.name << ", n = 2^" << log_n;
      EXPECT_NE(kernels.add_evaluations, nullptr) << backend.name << ", n = 2^" << log_n;
      EXPECT_LE(kernels.lanes_log, log_n) << backend.name;
    }
    EXPECT_NE(ringlet::backends::choose_automorphism_of_coefficients(backend).kernel, nullptr);
    EXPECT_NE(ringlet::backends::choose_balanced_digit(backend).kernel, nullptr) << backend.name;
  }
}

TEST(KernelTable, OfTheWeakestBackendServesEverything) {
  const Backend& weakest = ringlet::backends::all().front();
  Words::for_each([&]<class Word>() { expect_all_transforms<Word>(weakest); });
  for_each_eltwise_table([&]<class Kernels>() { expect_all_operations<Kernels>(weakest); });
}

}  // namespace
