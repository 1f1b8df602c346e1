// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <openfhe.h>

#include <cstdint>
#include <vector>

namespace ringlet::openfhe {

/// Returns a sum of rotations of a ciphertext, each times a plaintext: a matrix by an encrypted vector, with the
/// diagonals of the matrix as plaintexts. With giant steps G_g and rotations r_i it is
///
///     sum_g rotate(sum_i plaintexts[g * rotations.size() + i] * rotate(c, r_i), G_g)
///
/// One giant step, 0, gives the plain sum. A matrix of n_1 n_2 diagonals takes n_1 + n_2 keys: the rotations 0 to
/// n_1 - 1, the giant steps 0, n_1, 2 n_1 and so on, and diagonal g n_1 + i rotated back by g n_1 slots as the
/// plaintext of g and i.
///
/// The scale is the product of both scales. Automatic scaling rescales c first, as EvalMult does.
///
/// Words      in CKKS and for one giant step, words of this sequence of OpenFHE's calls, with one division by P:
///
///                digits = EvalFastRotationPrecompute(c)
///                sum = sum_i plaintexts[i] * EvalFastRotationExt(c, r_i, digits, true)
///                result = KeySwitchDown(sum)
///
///            with KeySwitchExt(c, true) for the rotation 0. Several giant steps have the order of OpenFHE's
///            EvalLinearTransform. OpenFHE lacks these calls for BGV and BFV. A loop of EvalFastRotation, EvalMult and
///            EvalAdd divides by P for each rotation. Its words differ, and it decrypts to the same slots with more
///            noise
/// Shape      plaintexts: one for each giant step and rotation, in the order above; null for an absent term, but not
///            all. Moduli of c, after a rescaling, and then the special moduli, as `extend` returns them. A plaintext
///            without special moduli is extended in each call, which takes longer
/// Validity   a context with HYBRID key switching that `accelerate` has changed, in CKKS, BGV or BFV; c of two
///            polynomials; plaintexts of one scale. Rotations other than 0 need keys of EvalRotateKeyGen. The first
///            giant step is 0
/// Errors     std::invalid_argument with the value and the rule
/// Threads    as Options::threads. Any number of threads may call it at once. The context keeps working memory for each
///            call at the same time: digits of c, and two polynomials modulo Q P for each giant step
lbcrypto::Ciphertext<lbcrypto::DCRTPoly> linear_transform(lbcrypto::ConstCiphertext<lbcrypto::DCRTPoly>& c,
                                                          const std::vector<std::int32_t>& rotations,
                                                          const std::vector<lbcrypto::ReadOnlyPlaintext>& plaintexts,
                                                          const std::vector<std::int32_t>& giant_steps = {0});

/// Returns a copy of a plaintext with the special moduli of key switching, for `linear_transform`. Plaintexts that are
/// used more than once are extended once.
///
/// Validity   a context as above; a plaintext of this context, packed or with packed coefficients, whose coefficients
///            are below Q/4 in absolute value, Q the product of its moduli
/// Errors     std::invalid_argument with the value and the rule
lbcrypto::Plaintext extend(const lbcrypto::CryptoContext<lbcrypto::DCRTPoly>& context,
                           lbcrypto::ConstPlaintext& plaintext);

}  // namespace ringlet::openfhe
