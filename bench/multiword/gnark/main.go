// Transforms and vectors of gnark-crypto as a library of C functions, so that they are timed in turns with the others
// in one process.
package main

// #cgo CFLAGS: -I${SRCDIR}/..
// #include "peer_problem.h"
import "C"

import (
	"runtime"
	"runtime/cgo"
	"unsafe"

	bls381 "github.com/consensys/gnark-crypto/ecc/bls12-381/fr"
	bls381fft "github.com/consensys/gnark-crypto/ecc/bls12-381/fr/fft"
	bn254 "github.com/consensys/gnark-crypto/ecc/bn254/fr"
	bn254fft "github.com/consensys/gnark-crypto/ecc/bn254/fr/fft"
	// The scalar field of BW6-761 is the base field of BLS12-377.
	bw761 "github.com/consensys/gnark-crypto/ecc/bw6-761/fr"
	bw761fft "github.com/consensys/gnark-crypto/ecc/bw6-761/fr/fft"
)

type computation struct {
	run   func()
	store func(out *C.uint64_t)
}

// Pointer to a vector of one of the packages, which has the vector's methods.
type vector[E, V any] interface {
	*V
	Add(a, b V)
	Mul(a, b V)
	InnerProduct(b V) E
}

type domain[E, Decimation, Option any] interface {
	FFT(a []E, decimation Decimation, options ...Option)
	FFTInverse(a []E, decimation Decimation, options ...Option)
}

func read[E any](first *C.uint64_t, n int) []E {
	return append([]E{}, unsafe.Slice((*E)(unsafe.Pointer(first)), n)...)
}

// Prepares a computation. Evaluations are in natural order if the problem wants that. Otherwise they are in
// bit-reversed order, forward by decimation in frequency and inverse by decimation in time.
func prepare[V ~[]E, P vector[E, V], E, Decimation, Option any](
	p *C.ringlet_peer_problem, d domain[E, Decimation, Option], dif, dit Decimation, option Option) computation {
	n := 1 << p.log_n
	x, y := V(read[E](p.x, n)), V(read[E](p.y, n))
	out := x
	var run func()
	switch p.operation {
	case 0:
		run = func() {
			d.FFT(x, dif, option)
			if p.is_natural != 0 {
				bn254fft.BitReverse(x)
			}
		}
	case 1:
		run = func() {
			if p.is_natural != 0 {
				bn254fft.BitReverse(x)
			}
			d.FFTInverse(x, dit, option)
		}
	case 2:
		out = make(V, n)
		run = func() { P(&out).Mul(x, y) }
	case 3:
		out = make(V, n)
		run = func() { P(&out).Add(x, y) }
	default:
		out = make(V, 1)
		run = func() { out[0] = P(&x).InnerProduct(y) }
	}
	return computation{run, func(to *C.uint64_t) { copy(unsafe.Slice((*E)(unsafe.Pointer(to)), len(out)), out) }}
}

// Prepares a computation for the functions below, with its own operands.
//
//export ringlet_gnark_prepare
func ringlet_gnark_prepare(problem *C.ringlet_peer_problem) C.uintptr_t {
	p, n, tasks := *problem, uint64(1)<<problem.log_n, int(problem.threads)
	runtime.GOMAXPROCS(tasks)
	var result computation
	switch p.field {
	case 0:
		result = prepare[bn254.Vector](&p, bn254fft.NewDomain(n), bn254fft.DIF, bn254fft.DIT, bn254fft.WithNbTasks(tasks))
	case 1:
		result = prepare[bls381.Vector](
			&p, bls381fft.NewDomain(n), bls381fft.DIF, bls381fft.DIT, bls381fft.WithNbTasks(tasks))
	default:
		result = prepare[bw761.Vector](&p, bw761fft.NewDomain(n), bw761fft.DIF, bw761fft.DIT, bw761fft.WithNbTasks(tasks))
	}
	return C.uintptr_t(cgo.NewHandle(result))
}

func prepared(number C.uintptr_t) computation { return cgo.Handle(number).Value().(computation) }

//export ringlet_gnark_run
func ringlet_gnark_run(number C.uintptr_t) { prepared(number).run() }

// Writes the results of the last run.
//
//export ringlet_gnark_store
func ringlet_gnark_store(number C.uintptr_t, out *C.uint64_t) { prepared(number).store(out) }

//export ringlet_gnark_delete
func ringlet_gnark_delete(number C.uintptr_t) {
	cgo.Handle(number).Delete()
	runtime.GC()
}

func main() {}
