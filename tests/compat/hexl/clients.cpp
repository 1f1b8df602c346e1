// Code as HEXL's clients write it, compiled only: arguments that convert, literals,
// allocators, explicit specialisations.

#include <cstdint>
#include <memory>
#include <mutex>
#include <unordered_map>
#include <utility>
#include <vector>

#include "hexl/hexl.hpp"

/// SEAL's coefficient iterators convert to pointers.
struct Iterator {
  std::uint64_t* p;
  operator std::uint64_t*() const { return p; }
};
struct ConstIterator {
  const std::uint64_t* p;
  operator const std::uint64_t*() const { return p; }
};

struct Pool {};
struct ThreadSafe {
  std::unique_ptr<std::mutex> mutex{new std::mutex};
};

namespace intel {
namespace hexl {

template <>
struct NTT::AllocatorAdapter<Pool> : public AllocatorInterface<NTT::AllocatorAdapter<Pool>> {
  AllocatorAdapter(Pool) {}
  void* allocate_impl(std::size_t) { return nullptr; }
  void deallocate_impl(void*, std::size_t) {}
};

template <>
struct NTT::AllocatorAdapter<Pool, ThreadSafe> : public AllocatorInterface<NTT::AllocatorAdapter<Pool, ThreadSafe>> {
  AllocatorAdapter(Pool, ThreadSafe&& policy) : policy_(std::move(policy)) {}
  void* allocate_impl(std::size_t) { return nullptr; }
  void deallocate_impl(void*, std::size_t) {}

 private:
  ThreadSafe policy_;
};

}  // namespace hexl
}  // namespace intel

/// Calls as SEAL writes them.
void seal_calls(Iterator result, ConstIterator a, ConstIterator b, std::size_t n, std::uint64_t q) {
  using namespace intel::hexl;
  EltwiseAddMod(&result[0], &a[0], &b[0], n, q);
  EltwiseAddMod(result, a, std::uint64_t{1}, n, q);
  EltwiseSubMod(result, a, b, n, q);
  EltwiseSubMod(result, a, q - 1, n, q);
  EltwiseMultMod(&result[0], &a[0], &b[0], n, q, 4);
  EltwiseFMAMod(&result[0], &a[0], 3, nullptr, n, q, 8);
  EltwiseReduceMod(result, a, n, q, q, 1);
  std::unordered_map<std::uint64_t, NTT> cache;
  NTT ntt(n, q, q - 1, Pool{}, ThreadSafe{});
  cache.emplace(q, std::move(ntt)).first->second.ComputeForward(result, result, 4, 1);
  NTT(n, q, Pool{}).ComputeInverse(result, a, 2, 1);
}

/// Calls as HElib writes them, which counts in signed longs.
void helib_calls(long* result, const long* a, long scalar, long n, long q) {
  using namespace intel::hexl;
  std::unordered_map<long, NTT> table;
  auto* const out = reinterpret_cast<std::uint64_t*>(result);
  const auto* const in = reinterpret_cast<const std::uint64_t*>(a);
  const auto degree = static_cast<std::uint64_t>(n), modulus = static_cast<std::uint64_t>(q);
  table.emplace(q, NTT(degree, modulus)).first->second.ComputeForward(out, in, 4, 1);
  EltwiseAddMod(out, in, static_cast<std::uint64_t>(scalar), degree, modulus);
  EltwiseSubMod(out, in, in, degree, modulus);
}

/// Calls as openfhe-hexl writes them.
void openfhe_calls(std::vector<std::uint64_t>& x, std::uint64_t q, std::uint64_t half, std::uint64_t diff) {
  using namespace intel::hexl;
  EltwiseReduceMod(x.data(), x.data(), x.size(), q, 1, 1);
  EltwiseCmpAdd(x.data(), x.data(), x.size(), CMPINT::NLE, half, diff);
  EltwiseCmpSubMod(x.data(), x.data(), x.size(), q, CMPINT::NLE, half, diff);
  EltwiseFMAMod(x.data(), x.data(), diff, x.data(), x.size(), q, 1);
  AlignedVector64<std::uint64_t> aligned(x.begin(), x.end());
  HEXL_CHECK(!aligned.empty(), "nothing")
  HEXL_VLOG(3, "size " << aligned.size())
}
