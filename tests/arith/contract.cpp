// Compiled but not run, once for each flaw: an arithmetic that breaks the contract (src/arith/arithmetic.hpp) is
// refused with a message that names the flaw. RINGLET_FLAW 0 has no flaw and is accepted.

#include <cstdint>

#include "arith/arithmetic.hpp"
#include "arith/shoup/shoup.hpp"
#include "isa/scalar.hpp"
#include "kernels/eltwise.hpp"
#include "kernels/ntt_kernel.hpp"

namespace {

using namespace ringlet;

struct Isa : isa::Scalar {
  static void count_call() {}
};
using Sound = arith::Shoup<Isa, 16>;

struct Candidate : Sound {
  using Sound::Sound;
#if RINGLET_FLAW == 1
  static constexpr arith::Traits traits{.fill_registers = true};  // a name that does not exist
#elif RINGLET_FLAW == 2
  static constexpr bool traits = true;  // another type
#elif RINGLET_FLAW == 3
  static constexpr arith::ModulusRange<std::uint64_t> moduli{3, 2};  // accepts no modulus
#elif RINGLET_FLAW == 4
  void butterfly_gs() const {}  // lacks its operands
#elif RINGLET_FLAW == 5
  static constexpr int product_bound(arith::Bound) { return 512; }  // a bound of another type
#elif RINGLET_FLAW == 6
  static constexpr arith::Traits traits{.reduces_leaders = true};  // but has no reduce_leader
#elif RINGLET_FLAW == 7
  using ShoupOperand = std::uint64_t;  // cannot be loaded
#elif RINGLET_FLAW == 8
  static constexpr auto moduli = arith::moduli_of_lengths<std::uint64_t>(2, 63);  // 4q may leave the word
#endif
};

#if RINGLET_FLAW != 1  // flaw 1 is refused before anything uses it
[[maybe_unused]] constexpr auto transforms = kernels::ntt_kernel<Candidate, 3>("candidate", 2);
[[maybe_unused]] constexpr auto products = kernels::Eltwise<Candidate>::products("candidate");
#endif

}  // namespace
