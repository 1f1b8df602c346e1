#pragma once

#include <gmpxx.h>

/// Passes words to GMP without an allocation. The oracles make millions of calls; under AddressSanitizer, allocations
/// would take most of the tests' time.
namespace reference {

/// 128-bit word that GMP's functions read in place.
class Integer {
 public:
  __extension__ using uint128 = unsigned __int128;

  explicit Integer(uint128 x) : limbs_{static_cast<mp_limb_t>(x), static_cast<mp_limb_t>(x >> 64)} {
    mpz_roinit_n(value_, limbs_, 2);
  }
  Integer(const Integer&) = delete;
  Integer& operator=(const Integer&) = delete;

  operator mpz_srcptr() const { return value_; }

 private:
  static_assert(GMP_NUMB_BITS == 64);
  mp_limb_t limbs_[2];
  mpz_t value_;
};

/// Returns a number for an intermediate result. Each thread has one, which keeps its memory.
inline mpz_ptr scratch() {
  thread_local mpz_class integer;
  return integer.get_mpz_t();
}

}  // namespace reference
