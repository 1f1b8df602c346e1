// Lattigo's operations of bench/rns as a library of C functions, so that they are timed in turns with the others in one
// process. They run on one processor; each operation has its own random operands.
package main

// #include <stdint.h>
import "C"

import (
	"math/rand/v2"
	"runtime"
	"unsafe"

	"github.com/tuneinsight/lattigo/v6/core/rlwe"
	"github.com/tuneinsight/lattigo/v6/ring"
)

// Operations, with the numbers of bench/rns/problem.hpp.
const (
	keySwitch = iota
	exactConversion
	modDown
	automorphism
	mul
	mulAdd
)

const galoisElement = 3

var prepared = map[C.int]func(){}

func init() { runtime.GOMAXPROCS(1) }

func must[T any](value T, err error) T {
	if err != nil {
		panic(err)
	}
	return value
}

// Returns random residues modulo each modulus of the ring.
func random(r *ring.Ring) ring.Poly {
	p := r.NewPoly()
	for i, s := range r.SubRings {
		for j := range p.Coeffs[i] {
			p.Coeffs[i][j] = rand.Uint64N(s.Modulus)
		}
	}
	return p
}

func newKeySwitch(logN int, q, p []uint64) func() {
	params := must(rlwe.NewParametersFromLiteral(rlwe.ParametersLiteral{LogN: logN, Q: q, P: p, NTTFlag: true}))
	generator := rlwe.NewKeyGenerator(params)
	key := &generator.GenRelinearizationKeyNew(generator.GenSecretKeyNew()).GadgetCiphertext
	evaluator := rlwe.NewEvaluator(params, nil)
	in, out := random(params.RingQ()), rlwe.NewCiphertext(params, 1, params.MaxLevel())
	return func() { evaluator.GadgetProduct(params.MaxLevel(), in, key, out) }
}

func prepare(operation, n int, q, p []uint64) func() {
	all := must(ring.NewRing(n, append(append([]uint64{}, q...), p...)))
	ringQ := must(ring.NewRing(n, q))
	if operation == modDown && len(p) == 1 {
		inOut := random(all)
		return func() { all.DivRoundByLastModulusNTT(inOut, inOut) }
	}
	switch operation {
	case automorphism:
		in, out := random(ringQ), ringQ.NewPoly()
		index := must(ring.AutomorphismNTTIndex(n, ringQ.NthRoot(), galoisElement))
		return func() { ringQ.AutomorphismNTTWithIndex(in, index, out) }
	case mul:
		a, b, out := random(ringQ), random(ringQ), ringQ.NewPoly()
		return func() { ringQ.MulCoeffsMontgomery(a, b, out) }
	case mulAdd:
		a, b, sum := random(ringQ), random(ringQ), random(ringQ)
		return func() { ringQ.MulCoeffsMontgomeryThenAdd(a, b, sum) }
	}
	ringP := must(ring.NewRing(n, p))
	inQ, inP := random(ringQ), random(ringP)
	if operation == exactConversion {
		out, constants := ringP.NewPoly(), ring.GenModUpConstants(q, p)
		return func() { ring.ModUpExact(inQ.Coeffs, out.Coeffs, ringQ, ringP, constants) }
	}
	extender := ring.NewBasisExtender(ringQ, ringP)
	return func() { extender.ModDownQPtoQNTT(len(q)-1, len(p)-1, inQ, inP, inQ) }
}

// Prepares an operation modulo len(q) + len(p) moduli. Returns its number for ringlet_lattigo_run.
//
//export ringlet_lattigo_prepare
func ringlet_lattigo_prepare(operation, logN C.int, q *C.uint64_t, lenQ C.int, p *C.uint64_t, lenP C.int) C.int {
	words := func(first *C.uint64_t, count C.int) []uint64 {
		return append([]uint64{}, unsafe.Slice((*uint64)(unsafe.Pointer(first)), int(count))...)
	}
	number := C.int(len(prepared))
	if operation == keySwitch {
		prepared[number] = newKeySwitch(int(logN), words(q, lenQ), words(p, lenP))
	} else {
		prepared[number] = prepare(int(operation), 1<<logN, words(q, lenQ), words(p, lenP))
	}
	return number
}

//export ringlet_lattigo_run
func ringlet_lattigo_run(number C.int) { prepared[number]() }

// Releases the memory of all operations.
//
//export ringlet_lattigo_clear
func ringlet_lattigo_clear() {
	clear(prepared)
	runtime.GC()
}

func main() {}
