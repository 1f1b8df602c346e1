// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <stddef.h>
#include <stdint.h>

#include <memory>
#include <type_traits>
#include <utility>
#include <vector>

#include "hexl/util/aligned-allocator.hpp"
#include "hexl/util/allocator.hpp"
#include "hexl/util/defines.hpp"

namespace intel {
namespace hexl {

/// Negacyclic transform of Z_q[X]/(X^N + 1), from natural to bit-reversed order and back.
///
/// Validity  N a power of two, 1 <= N <= 2^20; q < 2^62 prime, q = 1 (mod 2N)
/// Errors    the constructors throw std::invalid_argument with the value and the rule; using an object that was
///           default-constructed or moved from throws std::logic_error.
/// Any number of threads may use one object, and copies of it, at once.
class NTT {
  template <class T, class Value = typename std::decay<T>::type>
  using IfAllocator = typename std::enable_if<!std::is_arithmetic<Value>::value && !std::is_enum<Value>::value &&
                                              !std::is_convertible<T, std::shared_ptr<AllocatorBase>>::value>::type;

 public:
  /// Adapts an allocator of the caller's type. Users specialise it, or define its members for their type.
  template <class Adaptee, class... Args>
  struct AllocatorAdapter : public AllocatorInterface<AllocatorAdapter<Adaptee, Args...>> {
    explicit AllocatorAdapter(Adaptee&& adaptee, Args&&... args);
    AllocatorAdapter(const Adaptee& adaptee, Args&... args);

    void* allocate_impl(size_t bytes_count);
    void deallocate_impl(void* p, size_t n);

   private:
    Adaptee alloc;
  };

  NTT() = default;
  ~NTT() = default;
  NTT(const NTT&) = default;
  NTT(NTT&&) = default;
  NTT& operator=(const NTT&) = default;
  NTT& operator=(NTT&&) = default;

  /// Uses the smallest primitive 2N-th root of unity. alloc_ptr allocates the tables that the getters return, all of
  /// them before the constructor returns.
  NTT(uint64_t degree, uint64_t q, std::shared_ptr<AllocatorBase> alloc_ptr = {});

  template <class Allocator, class... AllocatorArgs, class = IfAllocator<Allocator>>
  NTT(uint64_t degree, uint64_t q, Allocator&& a, AllocatorArgs&&... args)
      : NTT(degree, q, Adapt(std::forward<Allocator>(a), std::forward<AllocatorArgs>(args)...)) {}

  /// Uses the given primitive 2N-th root of unity.
  NTT(uint64_t degree, uint64_t q, uint64_t root_of_unity, std::shared_ptr<AllocatorBase> alloc_ptr = {});

  template <class Allocator, class... AllocatorArgs, class = IfAllocator<Allocator>>
  NTT(uint64_t degree, uint64_t q, uint64_t root_of_unity, Allocator&& a, AllocatorArgs&&... args)
      : NTT(degree, q, root_of_unity, Adapt(std::forward<Allocator>(a), std::forward<AllocatorArgs>(args)...)) {}

  /// Returns whether size and modulus satisfy the validity above.
  static bool CheckArguments(uint64_t degree, uint64_t modulus);

  /// Computes result[r(k)] = sum_j operand[j] w^((2k+1) j), where r is the bit reversal.
  /// Input      [0, input_mod_factor q), input_mod_factor in {1, 2, 4}
  /// Output     [0, output_mod_factor q), output_mod_factor in {1, 4}
  /// Aliasing   result may equal operand; alignment that of the word
  /// Errors     std::invalid_argument for another factor
  void ComputeForward(uint64_t* result, const uint64_t* operand, uint64_t input_mod_factor, uint64_t output_mod_factor);

  /// Computes the inverse of ComputeForward, scaled by 1/N.
  /// Input      [0, input_mod_factor q), input_mod_factor in {1, 2}
  /// Output     [0, output_mod_factor q), output_mod_factor in {1, 2}
  /// Aliasing, Errors  as for ComputeForward
  void ComputeInverse(uint64_t* result, const uint64_t* operand, uint64_t input_mod_factor, uint64_t output_mod_factor);

  /// Returns the root in use: the smallest root, or the constructor's.
  uint64_t GetMinimalRootOfUnity() const;
  uint64_t GetDegree() const;
  uint64_t GetModulus() const;

  // The tables below are for callers; the transforms have their own. The constructor makes them if it is given an
  // allocator. Otherwise the first call of a getter does.

  /// Returns the powers of w, with w^i at the bit reversal of i.
  HEXL_RETURNS_VECTOR const AlignedVector64<uint64_t>& GetRootOfUnityPowers() const;
  uint64_t GetRootOfUnityPower(size_t i) { return GetRootOfUnityPowers()[i]; }

  /// Returns floor(power 2^s / q) for each power above, s = 32 or 64.
  HEXL_RETURNS_VECTOR const AlignedVector64<uint64_t>& GetPrecon32RootOfUnityPowers() const;
  HEXL_RETURNS_VECTOR const AlignedVector64<uint64_t>& GetPrecon64RootOfUnityPowers() const;

  /// Returns the powers, or their quotients, with the powers of index N/8 to N/4 - 1 repeated four times and the powers
  /// of index N/4 to N/2 - 1 twice.
  HEXL_RETURNS_VECTOR const AlignedVector64<uint64_t>& GetAVX512RootOfUnityPowers() const;
  HEXL_RETURNS_VECTOR const AlignedVector64<uint64_t>& GetAVX512Precon32RootOfUnityPowers() const;
  HEXL_RETURNS_VECTOR const AlignedVector64<uint64_t>& GetAVX512Precon52RootOfUnityPowers() const;
  HEXL_RETURNS_VECTOR const AlignedVector64<uint64_t>& GetAVX512Precon64RootOfUnityPowers() const;

  /// Returns 1, then the inverse powers, or their quotients, in the order in which an inverse transform reads them:
  /// the powers of index N/2 to N - 1 of the bit-reversed table, N/4 to N/2 - 1, ..., 1.
  HEXL_RETURNS_VECTOR const AlignedVector64<uint64_t>& GetInvRootOfUnityPowers() const;
  uint64_t GetInvRootOfUnityPower(size_t i) { return GetInvRootOfUnityPowers()[i]; }
  HEXL_RETURNS_VECTOR const AlignedVector64<uint64_t>& GetPrecon32InvRootOfUnityPowers() const;
  HEXL_RETURNS_VECTOR const AlignedVector64<uint64_t>& GetPrecon52InvRootOfUnityPowers() const;
  HEXL_RETURNS_VECTOR const AlignedVector64<uint64_t>& GetPrecon64InvRootOfUnityPowers() const;

  static size_t MaxDegreeBits() { return 20; }
  static size_t MaxModulusBits() { return 62; }

  // Intel HEXL's thresholds between its kernels. Nothing here depends on them.
  static const size_t s_default_shift_bits{64};
  static const size_t s_ifma_shift_bits{52};
  static const size_t s_max_fwd_32_modulus{1ULL << 30};
  static const size_t s_max_inv_32_modulus{1ULL << 30};
  static const size_t s_max_fwd_ifma_modulus{1ULL << 50};
  static const size_t s_max_inv_ifma_modulus{1ULL << 50};
  static const size_t s_max_inv_dq_modulus{1ULL << 62};

  static size_t s_max_fwd_modulus(int bit_shift) {
    return bit_shift == 32 || bit_shift == 52 || bit_shift == 64 ? size_t{1} << (bit_shift - 2) : 0;
  }
  static size_t s_max_inv_modulus(int bit_shift) { return s_max_fwd_modulus(bit_shift); }

 private:
  class Impl;

  template <class Allocator, class... AllocatorArgs>
  static std::shared_ptr<AllocatorBase> Adapt(Allocator&& a, AllocatorArgs&&... args) {
    return std::make_shared<AllocatorAdapter<Allocator, AllocatorArgs...>>(std::move(a),
                                                                           std::forward<AllocatorArgs>(args)...);
  }

  const Impl& impl() const;

  std::shared_ptr<const Impl> m_impl;
};

}  // namespace hexl
}  // namespace intel
