package ringlet_test

import (
	"fmt"
	"ringlet"
)

func ExampleNTT_Forward() {
	q, _ := ringlet.NewModulus[uint64](17)
	ntt, _ := ringlet.NewNTT(4, q, ringlet.Cyclic)
	out := make([]uint64, 4)
	if err := ntt.Forward(out, []uint64{3, 0, 0, 0}); err != nil {
		fmt.Println(err)
	}
	fmt.Println(out)
	// Output: [3 3 3 3]
}

func ExampleError() {
	_, err := ringlet.NewModulus[uint64](1)
	fmt.Println(err)
	// Output: ringlet: q is 1, but it must satisfy 2 <= q < 2^64
}

func ExampleMul() {
	q, _ := ringlet.NewModulus[uint64](17)
	x := []uint64{2, 3, 4}
	if err := ringlet.Mul(x, x, x, q, 1); err != nil {
		fmt.Println(err)
	}
	fmt.Println(x)
	// Output: [4 9 16]
}

// Evaluates 1 + X and 5, in two columns, at 3 times the powers of 4.
func ExampleMatrixNTT() {
	q, _ := ringlet.NewModulus[uint32](17)
	ntt, _ := ringlet.NewMatrixNTT(4, q, ringlet.NTTOptions[uint32]{Ring: ringlet.Cyclic, Coset: 3, Order: ringlet.Natural})
	x := ringlet.Matrix[uint32]{Words: []uint32{1, 5, 1, 0, 0, 0, 0, 0}, Width: 2}
	if err := ntt.Forward(x, x, nil); err != nil {
		fmt.Println(err)
	}
	fmt.Println(x.Words)
	// Output: [4 5 13 5 15 5 6 5]
}

// Extends eight columns over BabyBear to a coset of twice as many points, and checks their degree.

func ExampleNTT_Extend() {
	field, _ := ringlet.FieldNamed[uint32]("babybear")
	q, _ := ringlet.NewModulus(field.Modulus)
	ntt, _ := ringlet.NewNTT(2, q, ringlet.Cyclic)
	out := make([]uint32, 4)
	// 2 at 1 and 0 at -1 are values of 1 + X.
	if err := ntt.Extend(out, []uint32{2, 0}, field.Generator, 0); err != nil {
		fmt.Println(err)
	}
	fmt.Println(out[0], out[1] == q.Value()-field.Generator+1)
	// Output: 32 true
}

func ExampleRNSBase_Add() {
	base, _ := ringlet.NewRNSBase([]uint64{17, 19})
	x := [][]uint64{{16, 1}, {18, 1}} // -1 and 1
	executor, _ := ringlet.Goroutines(2)
	defer executor.Close()
	if err := base.Add(x, x, x, executor); err != nil {
		fmt.Println(err)
	}
	fmt.Println(x)
	// Output: [[15 2] [17 2]]
}

// Switches the polynomial -1 by a key that is 1 modulo all moduli.
func ExampleKeySwitch() {
	base, _ := ringlet.NewRNSBase([]uint64{5, 13, 17})
	ntt, _ := ringlet.NewRNSNTT(2, base, nil, nil)
	plan, _ := ringlet.NewKeySwitch(ntt, 1, ringlet.KeySwitchOptions{})
	one := [][]uint64{{1, 1}, {1, 1}, {1, 1}}
	pairs := [][][]uint64{one, one} // one for each of two digits
	key, _ := ringlet.NewSwitchingKey(plan, pairs, pairs, nil)
	defer key.Close()
	b, a := [][]uint64{{0, 0}, {0, 0}}, [][]uint64{{0, 0}, {0, 0}}
	if err := plan.Apply(b, a, [][]uint64{{4, 4}, {12, 12}}, key, nil); err != nil {
		fmt.Println(err)
	}
	fmt.Println(b, a) // (4 + 12) / 17, rounded
	// Output: [[1 1] [1 1]] [[1 1] [1 1]]
}

// Divides q_2 + q_2 X by the last modulus, as CKKS rescales.
func ExampleModDown() {
	base, _ := ringlet.NewRNSBase([]uint64{5, 13, 17})
	rescale, _ := ringlet.NewModDownOfCoefficients(base, 1, 1, 1, ringlet.LiftCentred)
	x := [][]uint64{{2, 2}, {4, 4}, {0, 0}} // 17 modulo 5, 13 and 17
	out := [][]uint64{{0, 0}, {0, 0}}
	if err := rescale.OnCoefficients(out, x, nil); err != nil {
		fmt.Println(err)
	}
	fmt.Println(out)
	// Output: [[1 1] [1 1]]
}

func ExampleNewMultiwordNTT() {
	field, _ := ringlet.FieldNamed[[4]uint64]("bn254-fr")
	q, _ := ringlet.NewMultiwordModulus(field.Modulus)
	ntt, _ := ringlet.NewMultiwordNTT(2, q, ringlet.MultiwordNTTOptions[[4]uint64]{Ring: ringlet.Cyclic})
	x := [][4]uint64{{5}, {3}}
	if err := ntt.Forward(x, x, nil); err != nil {
		fmt.Println(err)
	}
	fmt.Println(x)
	// Output: [[8 0 0 0] [2 0 0 0]]
}

func ExampleNewExecutor() {
	// The calling goroutine does all tasks, the last one first.
	backwards, _ := ringlet.NewExecutor(1, func(count int, task func(index, worker int)) {
		for index := count - 1; index >= 0; index-- {
			task(index, 0)
		}
	})
	defer backwards.Close()
	base, _ := ringlet.NewRNSBase([]uint64{17, 19})
	x := [][]uint64{{1}, {1}}
	if err := base.Neg(x, x, backwards); err != nil {
		fmt.Println(err)
	}
	fmt.Println(x)
	// Output: [[16] [18]]
}
