// SPDX-License-Identifier: Apache-2.0

// Package lattigo makes an unmodified Lattigo v6.2.0 faster by Ringlet, with the same results, word for word.
//
// [Accelerate] exchanges the transforms of parameters. Everything that Lattigo computes with them is faster then, from
// encoding to bootstrapping:
//
//	report, err := lattigo.Accelerate(params)
//
// [NewCKKSEvaluator] and [NewBGVEvaluator] make evaluators that have key switching, products and divisions of Ringlet as
// well. They take the place of ckks.NewEvaluator and bgv.NewEvaluator. Their methods LinearTransformations and Polynomials
// make evaluators of linear transformations and polynomials. [AccelerateBootstrapping] makes a bootstrapping evaluator of
// these. Other circuits of Lattigo take Lattigo's evaluators only; Ringlet's is put into a field of them:
//
//	dftEval := dft.NewEvaluator(params, eval.Evaluator)
//	dftEval.LTEvaluator = lintrans.NewEvaluator(eval)
//	mod1Eval := mod1.NewEvaluator(eval.Evaluator, eval.Polynomials(), mod1Params)
//	minimaxEval := minimax.NewEvaluator(params, eval.Evaluator, bootstrapper) // for comparison and inverse, too
//	minimaxEval.PolyEval = eval.Polynomials()
//
// # What is not reached
//
// Lattigo's methods call each other, and not those of a type that embeds them. So Trace, InnerSum, RotateAndAdd, the
// repacking of rings and ModUp of bootstrapping.Evaluator are Lattigo's, faster by the transforms only. So
// are arithmetic without key switches, encoding, and key switching in the conjugate-invariant ring, between degrees, and
// of ciphertexts as coefficients.
//
// Modulus 0 of each ring keeps Lattigo's transforms; evaluators of this package do not need them.
//
// # Keys
//
// Evaluators read Lattigo's keys where they lie, and keep nothing of them: keys need no more memory, and changes take
// effect. PrepareKeys copies the keys of an evaluator instead, which makes key switches faster.
//
// # Words
//
// Lattigo finds the representative of a digit or extension of several moduli, and of a quotient by several, in doubles.
// Ringlet uses integers. Both are exact except for numbers next to the point where representatives change, within 3L 2^-42 of the
// product of the L moduli, and there either choice is right.
// So words may differ once in some millions of key switches, and in one of 400,000 scale-invariant products for n = 2^15
// and L = 16.
//
// A digit of one modulus q that is (q-1)/2 is -(q+1)/2 in Lattigo. So about n L / q of the key switches with L such digits
// differ, in all words: none to speak of from 45-bit moduli on, but one of 43 at 20 bits, n = 2^12 and L = 6. Results
// decrypt to the same.
package lattigo
