// Tests HEXL's NTT class: transforms against their definition on every backend, tables against 128-bit arithmetic, and
// the ways in which its clients construct, copy and share it.

#include <gtest/gtest.h>

#include <cstdlib>
#include <memory>
#include <optional>
#include <span>
#include <stdexcept>
#include <string>
#include <type_traits>
#include <utility>
#include <vector>

#include "hexl/hexl.hpp"
#include "reference/multiword.hpp"
#include "reference/roots.hpp"
#include "reference/transform.hpp"
#include "support/backends.hpp"
#include "support/data.hpp"
#include "support/guarded_buffer.hpp"
#include "support/moduli.hpp"

namespace ringlet_test {
namespace {

/// Allocator of a client that counts its live blocks and its calls.
struct CountedHeap {
  std::shared_ptr<int> live = std::make_shared<int>(0);
  std::shared_ptr<int> calls = std::make_shared<int>(0);
};
struct Policy {};

}  // namespace
}  // namespace ringlet_test

// SEAL writes such explicit specialisations inside HEXL's namespace.
namespace intel {
namespace hexl {

template <>
struct NTT::AllocatorAdapter<ringlet_test::CountedHeap, ringlet_test::Policy>
    : public AllocatorInterface<NTT::AllocatorAdapter<ringlet_test::CountedHeap, ringlet_test::Policy>> {
  AllocatorAdapter(ringlet_test::CountedHeap heap, ringlet_test::Policy&&) : heap_(std::move(heap)) {}

  void* allocate_impl(std::size_t bytes_count) {
    ++*heap_.live;
    ++*heap_.calls;
    return std::malloc(bytes_count);
  }
  void deallocate_impl(void* p, std::size_t) {
    --*heap_.live;
    std::free(p);
  }

 private:
  ringlet_test::CountedHeap heap_;
};

}  // namespace hexl
}  // namespace intel

namespace ringlet_test {
namespace {

using Word = std::uint64_t;
using intel::hexl::AlignedVector64;
using intel::hexl::NTT;
namespace multiword = reference::multiword;

struct Factors {
  unsigned input;
  unsigned output;
};
constexpr Factors forward_factors[] = {{1, 1}, {2, 1}, {4, 1}, {1, 4}, {2, 4}, {4, 4}};
constexpr Factors inverse_factors[] = {{1, 1}, {2, 1}, {1, 2}, {2, 2}};

/// Expects lazy = exact (mod q) and lazy < factor q.
void expect_congruent(std::span<const Word> lazy, std::span<const Word> exact, unsigned factor, Word q) {
  for (std::size_t i = 0; i < exact.size(); ++i) {
    ASSERT_LT(lazy[i], factor * q) << "at " << i;
    ASSERT_EQ(lazy[i] % q, exact[i]) << "at " << i;
  }
}

class HexlNtt : public BackendTest<> {
 protected:
  Random random_;
};

/// Compares every output with its definition, for every pair of factors, in place and misaligned.
TEST_P(HexlNtt, Definition) {
  for (const std::size_t n : {1UL, 2UL, 4UL, 8UL, 16UL, 32UL, 128UL}) {
    for (const Word q : short_moduli(edge_primes(2 * n))) {
      SCOPED_TRACE("n " + std::to_string(n) + ", q " + std::to_string(q));
      NTT ntt(n, q);
      const Word root = ntt.GetMinimalRootOfUnity();
      EXPECT_EQ(root, reference::smallest_root(2 * n, q));
      const reference::Transform transform{reference::Wrap::negacyclic, q, root};
      for (const Factors f : forward_factors) {
        const Words in = corner_biased(random_, n, q, top_of_range(q, f.input));
        Words exact(n), back(n);
        for (std::size_t i = 0; i < n; ++i) exact[i] = reference::forward_at(in, i, transform);
        GuardedBuffer out(n, 1), in_place(in, 3);
        ntt.ComputeForward(out.span().data(), in.data(), f.input, f.output);
        expect_congruent(out.span(), exact, f.output, q);
        ntt.ComputeForward(in_place.span().data(), in_place.span().data(), f.input, f.output);
        expect_congruent(in_place.span(), exact, f.output, q);
      }
      for (const Factors f : inverse_factors) {
        const Words in = corner_biased(random_, n, q, top_of_range(q, f.input));
        Words exact(n);
        for (std::size_t i = 0; i < n; ++i) exact[i] = reference::inverse_at(in, i, transform);
        GuardedBuffer out(n, 5), in_place(in, 7);
        ntt.ComputeInverse(out.span().data(), in.data(), f.input, f.output);
        expect_congruent(out.span(), exact, f.output, q);
        ntt.ComputeInverse(in_place.span().data(), in_place.span().data(), f.input, f.output);
        expect_congruent(in_place.span(), exact, f.output, q);
      }
    }
  }
}

/// Checks the largest sizes by a checksum of the outputs and by the inverse.
TEST_P(HexlNtt, LargeSizes) {
  for (const std::size_t n : {4096UL, 32768UL, std::size_t{1} << NTT::MaxDegreeBits()}) {
    for (const Word q : short_moduli(tightest_primes(2 * n))) {
      NTT ntt(n, q);
      const Words in = corner_biased(random_, n, q, q - 1);
      Words out(n);
      ntt.ComputeForward(out.data(), in.data(), 4, 1);
      const Word z = 2 + random_.up_to(q - 3);
      EXPECT_EQ(reference::output_checksum(out, z, q),
                reference::forward_checksum(in, z, {reference::Wrap::negacyclic, q, ntt.GetMinimalRootOfUnity()}));
      ntt.ComputeInverse(out.data(), out.data(), 2, 1);
      EXPECT_TRUE(out == in);
    }
  }
}

TEST_P(HexlNtt, TakesTheCallersRoot) {
  constexpr std::size_t n = 64;
  constexpr Word q = 7681;
  const Word other = multiword::pow(reference::smallest_root(2 * n, q), 5, q);
  NTT ntt(n, q, other);
  EXPECT_EQ(ntt.GetMinimalRootOfUnity(), other);
  const Words in = corner_biased(random_, n, q, q - 1);
  Words out(n);
  ntt.ComputeForward(out.data(), in.data(), 1, 1);
  for (std::size_t i = 0; i < n; ++i) {
    ASSERT_EQ(out[i], reference::forward_at(in, i, {reference::Wrap::negacyclic, q, other}));
  }
}

RINGLET_ON_ALL_BACKENDS(HexlNtt);

void expect_quotients(const AlignedVector64<Word>& quotients, const AlignedVector64<Word>& values, unsigned shift,
                      Word q) {
  ASSERT_EQ(quotients.size(), values.size());
  for (std::size_t i = 0; i < values.size(); ++i) {
    ASSERT_EQ(quotients[i], static_cast<Word>((multiword::uint128{values[i]} << shift) / q)) << "at " << i;
  }
}

std::size_t reversal(std::size_t i, std::size_t n) {
  std::size_t reversed = 0;
  for (std::size_t bit = 1; bit < n; bit *= 2) reversed = reversed * 2 + (i / bit) % 2;
  return reversed;
}

TEST(HexlNttTables, HoldWhatHexlHolds) {
  for (const std::size_t n : {1UL, 2UL, 4UL, 8UL, 16UL, 64UL}) {
    for (const Word q : short_moduli(decisive_primes(2 * n))) {
      SCOPED_TRACE("n " + std::to_string(n) + ", q " + std::to_string(q));
      NTT ntt(n, q);
      const Word w = ntt.GetMinimalRootOfUnity();
      const auto& powers = ntt.GetRootOfUnityPowers();
      ASSERT_EQ(powers.size(), n);
      EXPECT_EQ(reinterpret_cast<std::uintptr_t>(powers.data()) % 64, 0U);
      for (std::size_t i = 0; i < n; ++i) EXPECT_EQ(ntt.GetRootOfUnityPower(reversal(i, n)), multiword::pow(w, i, q));

      std::vector<Word> inverse{1}, repeated;
      for (std::size_t m = n / 2; m > 0; m /= 2) {
        for (std::size_t i = m; i < 2 * m; ++i) inverse.push_back(multiword::inverse(powers[i], q));
      }
      for (std::size_t i = 0; i < n / 8; ++i) repeated.push_back(powers[i]);
      for (std::size_t i = n / 8; i < n / 4; ++i) repeated.insert(repeated.end(), 4, powers[i]);
      for (std::size_t i = n / 4; i < n / 2; ++i) repeated.insert(repeated.end(), 2, powers[i]);
      for (std::size_t i = n / 2; i < n; ++i) repeated.push_back(powers[i]);
      const auto& inv = ntt.GetInvRootOfUnityPowers();
      const auto& avx512 = ntt.GetAVX512RootOfUnityPowers();
      EXPECT_EQ(std::vector<Word>(inv.begin(), inv.end()), inverse);
      EXPECT_EQ(ntt.GetInvRootOfUnityPower(n - 1), inverse[n - 1]);
      EXPECT_EQ(std::vector<Word>(avx512.begin(), avx512.end()), repeated);

      expect_quotients(ntt.GetPrecon32RootOfUnityPowers(), powers, 32, q);
      expect_quotients(ntt.GetPrecon64RootOfUnityPowers(), powers, 64, q);
      expect_quotients(ntt.GetAVX512Precon32RootOfUnityPowers(), avx512, 32, q);
      expect_quotients(ntt.GetAVX512Precon52RootOfUnityPowers(), avx512, 52, q);
      expect_quotients(ntt.GetAVX512Precon64RootOfUnityPowers(), avx512, 64, q);
      expect_quotients(ntt.GetPrecon32InvRootOfUnityPowers(), inv, 32, q);
      expect_quotients(ntt.GetPrecon52InvRootOfUnityPowers(), inv, 52, q);
      expect_quotients(ntt.GetPrecon64InvRootOfUnityPowers(), inv, 64, q);
    }
  }
}

TEST(HexlNttObject, IsAValue) {
  static_assert(std::is_nothrow_move_constructible_v<NTT> && std::is_copy_assignable_v<NTT>);
  Words x{1, 2, 3, 4};
  NTT empty;
  EXPECT_THROW(empty.ComputeForward(x.data(), x.data(), 1, 1), std::logic_error);
  NTT ntt(4, 97);
  Words expected(4), out(4);
  ntt.ComputeForward(expected.data(), x.data(), 1, 1);
  NTT copy = ntt;
  empty = std::move(ntt);
  for (NTT* object : {&copy, &empty}) {
    object->ComputeForward(out.data(), x.data(), 1, 1);
    EXPECT_EQ(out, expected);
    EXPECT_EQ(object->GetDegree(), 4U);
    EXPECT_EQ(object->GetModulus(), 97U);
  }
}

TEST(HexlNttObject, TakesClientsAllocators) {
  CountedHeap heap;
  {
    NTT smallest(8, 97, CountedHeap{heap}, Policy{});
    NTT given(8, 97, smallest.GetMinimalRootOfUnity(), CountedHeap{heap}, Policy{});
    EXPECT_EQ(smallest.GetRootOfUnityPowers(), given.GetRootOfUnityPowers());
    EXPECT_GT(*heap.live, 0);
  }
  EXPECT_EQ(*heap.live, 0);

  const std::shared_ptr<intel::hexl::AllocatorBase> base = std::make_shared<intel::hexl::MallocStrategy>();
  EXPECT_EQ(NTT(8, 97, base).GetRootOfUnityPowers().size(), 8U);
  EXPECT_EQ(NTT(8, 97, std::make_shared<intel::hexl::MallocStrategy>()).GetRootOfUnityPowers().size(), 8U);
}

// A client's pool may not be ready where a table is first requested. Intel HEXL does the same.
TEST(HexlNttObject, CallsClientsAllocatorsInConstructorsOnly) {
  const CountedHeap heap;
  std::optional<NTT> ntt;
  ntt.emplace(64, 7681, CountedHeap{heap}, Policy{});
  const int calls = *heap.calls;
  EXPECT_GT(calls, 0);
  Words x(64, 1);
  ntt->ComputeForward(x.data(), x.data(), 1, 1);
  EXPECT_EQ(ntt->GetRootOfUnityPowers().size(), 64U);
  EXPECT_EQ(ntt->GetPrecon64InvRootOfUnityPowers().size(), 64U);
  const NTT copy = *ntt;
  EXPECT_EQ(*heap.calls, calls);
  ntt.emplace(64, 7681, copy.GetMinimalRootOfUnity(), CountedHeap{heap}, Policy{});
  EXPECT_EQ(*heap.calls, 2 * calls);
}

TEST(HexlNttObject, LiteralArgumentsAreNotAmbiguous) {
  NTT signed_literals(2, 17, 4);  // 4^2 = -1
  EXPECT_EQ(signed_literals.GetMinimalRootOfUnity(), 4U);
  const std::size_t n = 2;
  const long q = 17;
  EXPECT_EQ(NTT(n, q).GetMinimalRootOfUnity(), 4U);
}

TEST(HexlNttObject, RejectsWhatIsNoTransform) {
  EXPECT_THROW(NTT(3, 97), std::invalid_argument);
  EXPECT_THROW(NTT(0, 97), std::invalid_argument);
  EXPECT_THROW(NTT(16, 7), std::invalid_argument);
  EXPECT_THROW(NTT(2, 65), std::invalid_argument) << "not a prime";
  EXPECT_THROW(NTT(std::size_t{1} << 21, 4194304 * 9 + 1), std::invalid_argument);
  EXPECT_THROW(NTT(4, 97, 1), std::invalid_argument) << "no primitive root";
  EXPECT_TRUE(NTT::CheckArguments(16, 97));
  EXPECT_FALSE(NTT::CheckArguments(32, 97));
  NTT ntt(4, 97);
  Words x(4);
  EXPECT_THROW(ntt.ComputeForward(x.data(), x.data(), 8, 1), std::invalid_argument);
  EXPECT_THROW(ntt.ComputeForward(x.data(), x.data(), 1, 2), std::invalid_argument);
  EXPECT_THROW(ntt.ComputeInverse(x.data(), x.data(), 4, 1), std::invalid_argument);
  EXPECT_THROW(NTT(1, 97).ComputeInverse(x.data(), x.data(), 1, 4), std::invalid_argument);
}

TEST(HexlAlignedVector, IsAlignedAndMoves) {
  for (std::size_t n = 1; n < 100; ++n) {
    AlignedVector64<Word> a(n, n);
    EXPECT_EQ(reinterpret_cast<std::uintptr_t>(a.data()) % 64, 0U);
    AlignedVector64<Word> b = a;
    b.push_back(1);
    const AlignedVector64<Word> c = std::move(a);
    EXPECT_EQ(c.back(), n);
    EXPECT_EQ(b.front(), n);
  }
}

}  // namespace
}  // namespace ringlet_test
