// Package ringlet computes modulo integers: number-theoretic transforms (NTTs), element-wise arithmetic, residue number
// systems with key switching and linear transforms, by the C++ library Ringlet. Building it needs cgo, pkg-config and an
// installed library: see docs/go.md in the source tree.
//
// # Values
//
// Values lie in [0, q) unless a comment says otherwise. Other values give wrong results, but do no other harm. An output
// may be the same slice as any input; slices that overlap in part are refused.
//
// # Words
//
// Functions on words take uint32, uint64 or [Uint128], as their arguments say. Constants need the type: NewModulus[uint32](17).
//
// # Rows
//
// A polynomial with several moduli is a [][]uint64: a row of n words for each modulus of an [RNSBase]. Fewer rows than
// the base has moduli are a level, modulo its first moduli. Row i of an output may be row i of an input.
//
// # Errors
//
// Wrong arguments give an [*Error], and outputs are unchanged. Functions compare lengths before the library sees an
// address. An object that is nil gives an error, except in methods that return no error.
//
// # Objects
//
// Moduli, plans, keys and executors do not change after they are made. Any number of goroutines may use one at the same
// time. Close frees the memory of an object, as soon as no call uses it. The garbage collector closes an object that is
// no longer reachable. Constructors start a collection when objects of C have grown as much as GOGC lets the heap grow,
// and by 16 MB or more. After Close, the functions of an object give an error. An object may be closed before others that
// were made from it.
//
// # Threads
//
// Functions with an [*Executor] run on its goroutines, with nil on the calling one. Results do not depend on it.
package ringlet

/*
#cgo pkg-config: --static ringlet
#include <ringlet/ringlet.h>
*/
import "C"
