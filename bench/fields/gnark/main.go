// Transforms and vectors of gnark-crypto's small fields as a library of C functions, so that they are timed in turns
// with the other contenders in one process.
package main

// #cgo CFLAGS: -I${SRCDIR}/..
// #include "peer_problem.h"
import "C"

import (
	"runtime"
	"runtime/cgo"
	"unsafe"

	"github.com/consensys/gnark-crypto/field/babybear"
	babybearfft "github.com/consensys/gnark-crypto/field/babybear/fft"
	"github.com/consensys/gnark-crypto/field/goldilocks"
	goldilocksfft "github.com/consensys/gnark-crypto/field/goldilocks/fft"
	"github.com/consensys/gnark-crypto/field/koalabear"
	koalabearfft "github.com/consensys/gnark-crypto/field/koalabear/fft"
)

type computation struct {
	run   func()
	store func(out []C.uint64_t)
	words int
}

// Pointer to a number of one of the packages.
type number[E any] interface {
	*E
	SetUint64(x uint64) *E
	Uint64() uint64
}

// Pointer to a vector of one of the packages, which has the vector's methods.
type vector[V any] interface {
	*V
	Add(a, b V)
	Mul(a, b V)
}

type domain[E, Decimation, Option any] interface {
	FFT(a []E, decimation Decimation, options ...Option)
}

func read[E any, N number[E]](first *C.uint64_t, n int) []E {
	numbers := make([]E, n)
	for i, x := range unsafe.Slice(first, n) {
		N(&numbers[i]).SetUint64(uint64(x))
	}
	return numbers
}

// Prepares a computation. A transform leaves evaluations in bit-reversed order.
func prepare[V ~[]E, P vector[V], N number[E], E, Decimation, Option any](
	p *C.ringlet_field_problem, d domain[E, Decimation, Option], dif Decimation, option Option,
	reverse func([]E)) computation {
	n := 1 << p.log_rows
	x, y := V(read[E, N](p.x, n)), V(read[E, N](p.y, n))
	out := make(V, n)
	store := func(to []C.uint64_t) {
		if p.operation == 0 {
			reverse(out)
		}
		for i := range out {
			to[i] = C.uint64_t(N(&out[i]).Uint64())
		}
		if p.operation == 0 {
			reverse(out)
		}
	}
	switch p.operation {
	case 0:
		copy(out, x)
		return computation{func() { d.FFT(out, dif, option) }, store, n}
	case 2:
		return computation{func() { P(&out).Mul(x, y) }, store, n}
	default:
		return computation{func() { P(&out).Add(x, y) }, store, n}
	}
}

// Prepares a computation for the functions below, with its own operands. Returns 0 if the library does not have it.
//
//export ringlet_gnark_fields_prepare
func ringlet_gnark_fields_prepare(problem *C.ringlet_field_problem) C.uintptr_t {
	runtime.GOMAXPROCS(1)
	p, n := *problem, uint64(1)<<problem.log_rows
	if p.width != 1 || p.operation == 1 || p.operation > 3 {
		return 0
	}
	var result computation
	switch p.field {
	case 0:
		result = prepare[babybear.Vector, *babybear.Vector, *babybear.Element](&p, babybearfft.NewDomain(n),
			babybearfft.DIF, babybearfft.WithNbTasks(1), func(a []babybear.Element) { babybearfft.BitReverse(a) })
	case 1:
		result = prepare[koalabear.Vector, *koalabear.Vector, *koalabear.Element](&p, koalabearfft.NewDomain(n),
			koalabearfft.DIF, koalabearfft.WithNbTasks(1), func(a []koalabear.Element) { koalabearfft.BitReverse(a) })
	case 3:
		result = prepare[goldilocks.Vector, *goldilocks.Vector, *goldilocks.Element](&p, goldilocksfft.NewDomain(n),
			goldilocksfft.DIF, goldilocksfft.WithNbTasks(1), func(a []goldilocks.Element) { goldilocksfft.BitReverse(a) })
	default:
		return 0
	}
	return C.uintptr_t(cgo.NewHandle(result))
}

func prepared(number C.uintptr_t) computation { return cgo.Handle(number).Value().(computation) }

//export ringlet_gnark_fields_run
func ringlet_gnark_fields_run(number C.uintptr_t) { prepared(number).run() }

// Writes the results of the last run in natural order.
//
//export ringlet_gnark_fields_store
func ringlet_gnark_fields_store(number C.uintptr_t, out *C.uint64_t) {
	result := prepared(number)
	result.store(unsafe.Slice(out, result.words))
}

//export ringlet_gnark_fields_delete
func ringlet_gnark_fields_delete(number C.uintptr_t) {
	cgo.Handle(number).Delete()
	runtime.GC()
}

func main() {}
