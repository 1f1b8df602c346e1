// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <openfhe.h>

#include <cstddef>
#include <string>

/// OpenFHE on Ringlet's kernels: one line after a context is made, with equal ciphertexts, word for word.
namespace ringlet::openfhe {

/// Parts of a context that `accelerate` replaces.
struct Options {
  /// Key switching, HYBRID and BV, in all of its entries: products, single rotations, hoisted and extended rotations.
  /// BV whose digits OpenFHE computes wrong is not replaced: bits of all digits of a modulus that are more than 64.
  bool key_switch = true;
  /// Rescaling of CKKS, modulus switching of BGV.
  bool rescale = true;
  /// Products and squares of ciphertexts of two polynomials.
  bool product = true;
  /// Rotations: their permutation.
  bool rotation = true;
  /// Bootstrapping of CKKS: its transforms between coefficients and slots.
  bool bootstrap = true;
  /// Most bytes of copies of keys that key switches read faster than OpenFHE's; 0 for no copies. A copy is made at the
  /// key's first use, and has the size of the key. Copies used least recently go first, so this must be enough for all
  /// keys that are used in turn. `restore` frees them. docs/openfhe.md says what they gain.
  std::size_t prepared_keys = 0;
  /// Threads, from OpenMP's team, where no parallel region is around. 0: as many as OpenMP would use. More than 1 needs
  /// an OpenFHE with OpenMP.
  std::size_t threads = 0;
  /// Lets glibc keep up to 62 MiB of freed memory in each of malloc's arenas, of which threads have their own, for the
  /// next polynomials. Otherwise glibc gives it back to the system after most operations. It holds for the whole
  /// program. It does nothing if the program or its environment has set limits of malloc, or with another C library.
  bool keep_freed_memory = true;
};

/// Parts that a context computes by Ringlet.
struct Report {
  bool key_switch = false;
  bool rescale = false;
  bool product = false;
  bool rotation = false;
  bool bootstrap = false;
  /// Instruction set that Ringlet uses.
  std::string backend;
};

/// Lets a context compute by Ringlet what the options name and its parameters allow. Everything else stays OpenFHE's,
/// and all results are the same. Features that are enabled later are replaced by a further call.
///
/// Threads   a context must not be used by another thread meanwhile
/// Validity  CKKS, BGV and BFV on DCRTPoly with native words of 64 bits; moduli below 2^62
/// Errors    std::invalid_argument for other contexts, for moduli beyond the range, and for several threads without
///           OpenMP, with the context unchanged
Report accelerate(const lbcrypto::CryptoContext<lbcrypto::DCRTPoly>& context, const Options& options = {});

/// Gives a context OpenFHE's own parts back. Does nothing to a context that was not accelerated.
void restore(const lbcrypto::CryptoContext<lbcrypto::DCRTPoly>& context);

}  // namespace ringlet::openfhe
