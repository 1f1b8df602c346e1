// Package gnark transforms the vectors of gnark-crypto by Ringlet, in place: []fr.Element of BN254 and BLS12-381. Results
// equal those of FFT and FFTInverse of gnark-crypto's own fft.Domain, word for word.
package gnark

import (
	"fmt"
	"math/bits"
	"sync"

	bls12381 "github.com/consensys/gnark-crypto/ecc/bls12-381/fr"
	bls12381fft "github.com/consensys/gnark-crypto/ecc/bls12-381/fr/fft"
	bn254 "github.com/consensys/gnark-crypto/ecc/bn254/fr"
	bn254fft "github.com/consensys/gnark-crypto/ecc/bn254/fr/fft"

	"ringlet"
)

// Decimation chooses the orders of a transform, as in gnark-crypto.
type Decimation uint8

const (
	// DIT takes bit-reversed order and gives natural order.
	DIT Decimation = iota
	// DIF takes natural order and gives bit-reversed order.
	DIF
)

// Option is an option of a transform.
type Option func(*options)

type options struct {
	coset    bool
	executor *ringlet.Executor
}

// OnCoset evaluates at the coset of the domain's FrMultiplicativeGen.
func OnCoset() Option { return func(o *options) { o.coset = true } }

// WithExecutor runs a transform on the goroutines of an executor. Without, it runs on the calling one.
func WithExecutor(executor *ringlet.Executor) Option {
	return func(o *options) { o.executor = executor }
}

// Domain transforms vectors of a fixed length. Any number of goroutines may use one at the same time.
//
// FFT with DIF and FFTInverse with DIT are single transforms. The two others take one more multiplication of vectors.
type Domain[E ringlet.Number] struct {
	n int
	q *ringlet.MultiwordModulus[E]
	numbers[E]
	plain, onCoset, mirrored plan[E]
	powers, inversePowers    table[E]
}

// numbers has those of gnark-crypto's domain: size and sizeInverse in Montgomery form, the others plain.
type numbers[E ringlet.Number] struct {
	generator, generatorInverse, coset, cosetInverse, size, sizeInverse E
}

// NewBN254 makes the domain that equals gnark-crypto's, with its generator and its coset. It has 2 to 2^26 points.
func NewBN254(of *bn254fft.Domain) (*Domain[bn254.Element], error) {
	if of == nil {
		return nil, &ringlet.Error{Status: ringlet.NullPointer, Message: "the domain is nil"}
	}
	plain := func(x bn254.Element) bn254.Element { return x.Bits() }
	var size bn254.Element
	return newDomain("bn254-fr", of.Cardinality, numbers[bn254.Element]{plain(of.Generator), plain(of.GeneratorInv),
		plain(of.FrMultiplicativeGen), plain(of.FrMultiplicativeGenInv), *size.SetUint64(of.Cardinality), of.CardinalityInv})
}

// NewBLS12381 is NewBN254 for BLS12-381.
func NewBLS12381(of *bls12381fft.Domain) (*Domain[bls12381.Element], error) {
	if of == nil {
		return nil, &ringlet.Error{Status: ringlet.NullPointer, Message: "the domain is nil"}
	}
	plain := func(x bls12381.Element) bls12381.Element { return x.Bits() }
	var size bls12381.Element
	return newDomain("bls12-381-fr", of.Cardinality, numbers[bls12381.Element]{plain(of.Generator), plain(of.GeneratorInv),
		plain(of.FrMultiplicativeGen), plain(of.FrMultiplicativeGenInv), *size.SetUint64(of.Cardinality), of.CardinalityInv})
}

func newDomain[E ringlet.Number](name string, n uint64, of numbers[E]) (*Domain[E], error) {
	field, err := ringlet.FieldNamed[E](name)
	if err != nil {
		return nil, err
	}
	q, err := ringlet.NewMultiwordModulus(field.Modulus)
	if err != nil {
		return nil, err
	}
	d := &Domain[E]{n: int(n), q: q, numbers: of}
	// Cosets and the mirrored plan are made when they are first needed.
	_, err = d.plain.get(d, d.generator, nil)
	return d, err
}

// Close frees the memory of the plans. Later transforms give an error.
func (d *Domain[E]) Close() {
	if d == nil {
		return
	}
	for _, p := range []*plan[E]{&d.plain, &d.onCoset, &d.mirrored} {
		p.close()
	}
}

// FFT evaluates a polynomial at the powers of the domain's generator.
func (d *Domain[E]) FFT(a []E, decimation Decimation, list ...Option) error {
	o, err := d.check(a, decimation, list)
	if err != nil {
		return err
	}
	if decimation == DIF {
		ntt, err := d.direct(o.coset)
		if err != nil {
			return err
		}
		return ntt.Forward(a, a, o.executor)
	}
	// The sums are those of an inverse transform at the inverse generator, which divides by n.
	ntt, err := d.mirrored.get(d, d.generatorInverse, nil)
	if err != nil {
		return err
	}
	if err := d.multiply(a, o.coset, &d.powers, d.size, d.coset); err != nil {
		return err
	}
	if err = ntt.Inverse(a, a, o.executor); err != nil {
		// A wrong argument leaves a as it was.
		_ = d.multiply(a, o.coset, &d.inversePowers, d.sizeInverse, d.cosetInverse)
	}
	return err
}

// FFTInverse undoes FFT.
func (d *Domain[E]) FFTInverse(a []E, decimation Decimation, list ...Option) error {
	o, err := d.check(a, decimation, list)
	if err != nil {
		return err
	}
	if decimation == DIT {
		ntt, err := d.direct(o.coset)
		if err != nil {
			return err
		}
		return ntt.Inverse(a, a, o.executor)
	}
	ntt, err := d.mirrored.get(d, d.generatorInverse, nil)
	if err != nil {
		return err
	}
	if err := ntt.Forward(a, a, o.executor); err != nil {
		return err
	}
	return d.multiply(a, o.coset, &d.inversePowers, d.sizeInverse, d.cosetInverse)
}

func (d *Domain[E]) check(a []E, decimation Decimation, list []Option) (o options, err error) {
	if d == nil || d.q == nil {
		return o, &ringlet.Error{Status: ringlet.NullPointer, Message: "the domain is nil"}
	}
	if len(a) != d.n {
		return o, &ringlet.Error{Status: ringlet.InvalidArgument, Message: fmt.Sprintf("a has %d elements, not %d", len(a), d.n)}
	}
	if decimation > DIF {
		return o, &ringlet.Error{Status: ringlet.InvalidArgument, Message: "the decimation is neither DIT nor DIF"}
	}
	for _, option := range list {
		option(&o)
	}
	return o, nil
}

func (d *Domain[E]) direct(coset bool) (*ringlet.MultiwordNTT[E], error) {
	if coset {
		return d.onCoset.get(d, d.generator, &d.coset)
	}
	return d.plain.get(d, d.generator, nil)
}

// multiply multiplies a vector in bit-reversed order by a number, on a coset by the number times powers of the ratio.
func (d *Domain[E]) multiply(a []E, coset bool, powers *table[E], first, ratio E) error {
	if !coset {
		return ringlet.MultiwordMulScalar(a, a, first, d.q, ringlet.Montgomery)
	}
	factors, err := powers.get(d, first, ratio)
	if err != nil {
		return err
	}
	return ringlet.MultiwordMul(a, a, factors, d.q, ringlet.Montgomery)
}

// plan makes a plan once.
type plan[E ringlet.Number] struct {
	once sync.Once
	ntt  *ringlet.MultiwordNTT[E]
	err  error
}

func (p *plan[E]) get(d *Domain[E], root E, coset *E) (*ringlet.MultiwordNTT[E], error) {
	p.once.Do(func() {
		p.ntt, p.err = ringlet.NewMultiwordNTT(d.n, d.q, ringlet.MultiwordNTTOptions[E]{
			Ring: ringlet.Cyclic, Root: &root, Coset: coset, Order: ringlet.BitReversed})
	})
	return p.ntt, p.err
}

func (p *plan[E]) close() {
	p.once.Do(func() { p.err = &ringlet.Error{Status: ringlet.InvalidArgument, Message: "the domain is closed"} })
	if p.ntt != nil {
		p.ntt.Close()
	}
}

// table makes powers in bit-reversed order once, in Montgomery form.
type table[E ringlet.Number] struct {
	once   sync.Once
	powers []E
	err    error
}

// get takes the first power in Montgomery form, and a plain ratio.
func (t *table[E]) get(d *Domain[E], first, ratio E) ([]E, error) {
	t.once.Do(func() {
		ratios, powers := []E{ratio}, make([]E, d.n)
		if t.err = ringlet.MultiwordToMontgomery(ratios, ratios, d.q); t.err != nil {
			return
		}
		if t.err = ringlet.MultiwordPowers(powers, first, ratios[0], d.q, ringlet.Montgomery); t.err != nil {
			return
		}
		shift := 64 - bits.TrailingZeros(uint(d.n))
		for i := range powers {
			if j := int(bits.Reverse64(uint64(i)) >> shift); i < j {
				powers[i], powers[j] = powers[j], powers[i]
			}
		}
		t.powers = powers
	})
	return t.powers, t.err
}
