package gnark_test

import (
	"slices"
	"sync"
	"testing"

	bls12381 "github.com/consensys/gnark-crypto/ecc/bls12-381/fr"
	bls12381fft "github.com/consensys/gnark-crypto/ecc/bls12-381/fr/fft"
	bn254 "github.com/consensys/gnark-crypto/ecc/bn254/fr"
	bn254fft "github.com/consensys/gnark-crypto/ecc/bn254/fr/fft"

	"ringlet"
	"ringlet/gnark"
)

// theirs is a domain of gnark-crypto.
type theirs[E any, D ~uint8, O any] interface {
	FFT(a []E, decimation D, options ...O)
	FFTInverse(a []E, decimation D, options ...O)
}

// compare expects the same words from both domains, for all orders, on the coset and beside it, at one and three threads.
func compare[E ringlet.Number, D ~uint8, O any](t *testing.T, ours *gnark.Domain[E], reference theirs[E, D, O], dit, dif D,
	onCoset O, x []E) {
	t.Helper()
	executor, err := ringlet.Goroutines(3)
	if err != nil {
		t.Fatal(err)
	}
	defer executor.Close()
	for _, coset := range []bool{false, true} {
		var options []O
		list := []gnark.Option{gnark.WithExecutor(executor)}
		if coset {
			options, list = append(options, onCoset), append(list, gnark.OnCoset())
		}
		for _, decimation := range []D{dit, dif} {
			want, got, with := slices.Clone(x), slices.Clone(x), gnark.DIT
			if decimation == dif {
				with = gnark.DIF
			}
			expect := func(name string, err error) {
				if err != nil || !slices.Equal(got, want) {
					t.Fatalf("%s of %d, decimation %d, coset %v differs, error %v", name, len(x), with, coset, err)
				}
			}
			reference.FFT(want, decimation, options...)
			expect("FFT", ours.FFT(got, with, list...))
			reference.FFTInverse(want, decimation, options...)
			expect("FFTInverse", ours.FFTInverse(got, with, list...))
		}
	}
}

func TestEqualsGnark(t *testing.T) {
	for log := 1; log <= 11; log++ {
		n := uint64(1) << log
		x, y := make(bn254.Vector, n), make(bls12381.Vector, n)
		x.MustSetRandom()
		y.MustSetRandom()
		first := bn254fft.NewDomain(n, bn254fft.WithShift(x[0]))
		// The last ones are 0 and -1.
		x[n-2], y[n-2] = bn254.Element{}, bls12381.Element{}
		x[n-1].SetInt64(-1)
		y[n-1].SetInt64(-1)
		one, err := gnark.NewBN254(first)
		if err != nil {
			t.Fatal(err)
		}
		compare(t, one, first, bn254fft.DIT, bn254fft.DIF, bn254fft.OnCoset(), x)
		one.Close()
		second := bls12381fft.NewDomain(n)
		two, err := gnark.NewBLS12381(second)
		if err != nil {
			t.Fatal(err)
		}
		compare(t, two, second, bls12381fft.DIT, bls12381fft.DIF, bls12381fft.OnCoset(), y)
		two.Close()
		if err := two.FFT(y, gnark.DIF); err == nil {
			t.Fatal("a closed domain transforms")
		}
	}
}

func TestGoroutinesShareDomains(t *testing.T) {
	const n = 64
	reference := bn254fft.NewDomain(n)
	domain, err := gnark.NewBN254(reference)
	if err != nil {
		t.Fatal(err)
	}
	var group sync.WaitGroup
	for range 8 {
		group.Go(func() {
			x := make(bn254.Vector, n)
			x.MustSetRandom()
			want, got := slices.Clone(x), slices.Clone(x)
			reference.FFT(want, bn254fft.DIT, bn254fft.OnCoset())
			if err := domain.FFT(got, gnark.DIT, gnark.OnCoset()); err != nil || !slices.Equal(got, want) {
				t.Errorf("a transform differs, error %v", err)
			}
		})
	}
	group.Wait()
}

func TestWrongArguments(t *testing.T) {
	domain, err := gnark.NewBN254(bn254fft.NewDomain(4))
	if err != nil {
		t.Fatal(err)
	}
	for _, err := range []error{
		domain.FFT(make([]bn254.Element, 3), gnark.DIF),
		domain.FFTInverse(nil, gnark.DIT),
		domain.FFT(make([]bn254.Element, 4), 2),
		new(gnark.Domain[bn254.Element]).FFT(nil, gnark.DIF),
		(*gnark.Domain[bn254.Element])(nil).FFTInverse(nil, gnark.DIT),
	} {
		if err == nil {
			t.Error("a wrong argument gives no error")
		}
	}
	(*gnark.Domain[bn254.Element])(nil).Close()
	new(gnark.Domain[bn254.Element]).Close()
	if _, err := gnark.NewBN254(nil); err == nil {
		t.Error("there is a domain of nil")
	}
	if _, err := gnark.NewBN254(bn254fft.NewDomain(1)); err == nil {
		t.Error("there is a domain of one point")
	}
}

// TestErrorsChangeNothing expects the same vector after errors of a closed executor, then of a closed domain.
func TestErrorsChangeNothing(t *testing.T) {
	domain, err := gnark.NewBN254(bn254fft.NewDomain(8))
	if err != nil {
		t.Fatal(err)
	}
	executor, err := ringlet.Goroutines(2)
	if err != nil {
		t.Fatal(err)
	}
	executor.Close()
	x := make(bn254.Vector, 8)
	x.MustSetRandom()
	lists := [][]gnark.Option{{gnark.WithExecutor(executor)}, {gnark.WithExecutor(executor), gnark.OnCoset()}, {}, {gnark.OnCoset()}}
	for i, list := range lists {
		if i == 2 {
			domain.Close()
		}
		for _, decimation := range []gnark.Decimation{gnark.DIT, gnark.DIF} {
			for _, f := range []func([]bn254.Element, gnark.Decimation, ...gnark.Option) error{domain.FFT, domain.FFTInverse} {
				if got := slices.Clone(x); f(got, decimation, list...) == nil || !slices.Equal(got, x) {
					t.Errorf("list %d, decimation %d: no error, or another vector", i, decimation)
				}
			}
		}
	}
}
