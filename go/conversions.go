package ringlet

/*
#include <ringlet/ringlet.h>
*/
import "C"

type baseConversionHandle struct {
	handle[*C.ringlet_base_conversion]
}

// BaseConversion converts residues modulo the moduli of one base to residues modulo those of another.
type BaseConversion struct {
	baseConversionHandle
	in, out int
}

// NewBaseConversion prepares a conversion of the integer that the lift chooses. For several moduli, [LiftFloor] and
// [LiftCentred] may choose the neighbouring representative of an integer very close to a boundary.
func NewBaseConversion(from, to *RNSBase, lift Lift) (*BaseConversion, error) {
	return newBaseConversion(from, to, 0, func(c *call, out **C.ringlet_base_conversion, from, to *C.ringlet_rns_base) C.ringlet_status {
		return C.ringlet_base_conversion_create(out, from, to, lift.raw(c))
	})
}

// NewRedundantBaseConversion prepares an exact conversion with a redundant modulus m (Shenoy and Kumaresan), for integers
// in [-Q (m/2 - L), Q (m/2 - L)], where L is the number of moduli in from. The input has one more row, modulo m.
func NewRedundantBaseConversion(from *RNSBase, redundant uint64, to *RNSBase) (*BaseConversion, error) {
	return newBaseConversion(from, to, 1, func(_ *call, out **C.ringlet_base_conversion, from, to *C.ringlet_rns_base) C.ringlet_status {
		return C.ringlet_base_conversion_create_redundant(out, from, C.uint64_t(redundant), to)
	})
}

func newBaseConversion(from, to *RNSBase, more int,
	create func(c *call, out **C.ringlet_base_conversion, from, to *C.ringlet_rns_base) C.ringlet_status) (*BaseConversion, error) {
	c := begin()
	defer c.end()
	var pointer *C.ringlet_base_conversion
	source, target := hold(c, from), hold(c, to)
	if err := c.do(func() C.ringlet_status { return create(c, &pointer, source, target) }); err != nil {
		return nil, err
	}
	conversion := &BaseConversion{in: from.Size() + more, out: to.Size()}
	open(conversion, pointer, func(p *C.ringlet_base_conversion) { C.ringlet_base_conversion_destroy(p) })
	return conversion, nil
}

// Describe names the backend and the arithmetic, for people to read; "" after Close.
func (conversion *BaseConversion) Describe() string {
	c := begin()
	defer c.end()
	return C.GoString(C.ringlet_base_conversion_describe(hold(c, conversion)))
}

// Apply converts x. Rows of out and x do not overlap.
func (conversion *BaseConversion) Apply(out, x [][]uint64, executor *Executor) error {
	c := begin()
	defer c.end()
	pointer, threads, n := hold(c, conversion), holdOptional(c, executor), width(out)
	if c.err != nil {
		return c.err
	}
	to, from := c.rows("out", out, conversion.out, n), c.rows("x", x, conversion.in, n)
	return c.do(func() C.ringlet_status {
		return C.ringlet_base_conversion_apply(pointer, to, from, C.size_t(n), threads)
	})
}

type scaleAndRoundHandle struct {
	handle[*C.ringlet_scale_and_round]
}

// ScaleAndRound has the steps of a BFV multiplication besides transforms and products, for a base Q, an auxiliary base and
// a plaintext modulus t.
type ScaleAndRound struct {
	scaleAndRoundHandle
	base, auxiliary int
}

// NewScaleAndRound prepares both steps. montgomeryModulus is 0 for the method of Halevi, Polyakov and Shoup. Otherwise it
// is that of Bajard et al., SEAL's m_tilde, and the last modulus of the auxiliary base is redundant.
func NewScaleAndRound(base, auxiliary *RNSBase, t, montgomeryModulus uint64) (*ScaleAndRound, error) {
	c := begin()
	defer c.end()
	var pointer *C.ringlet_scale_and_round
	of, other := hold(c, base), hold(c, auxiliary)
	err := c.do(func() C.ringlet_status {
		return C.ringlet_scale_and_round_create(&pointer, of, other, C.uint64_t(t), C.uint64_t(montgomeryModulus))
	})
	if err != nil {
		return nil, err
	}
	scale := &ScaleAndRound{base: base.Size(), auxiliary: auxiliary.Size()}
	open(scale, pointer, func(p *C.ringlet_scale_and_round) { C.ringlet_scale_and_round_destroy(p) })
	return scale, nil
}

// Extend writes the residues modulo the auxiliary base of x in [-Q/2, Q/2). Close to -Q/2 it may be x + Q instead. Rows
// of out and x do not overlap.
func (scale *ScaleAndRound) Extend(out, x [][]uint64, executor *Executor) error {
	c := begin()
	defer c.end()
	pointer, threads, n := hold(c, scale), holdOptional(c, executor), width(out)
	if c.err != nil {
		return c.err
	}
	to, from := c.rows("out", out, scale.auxiliary, n), c.rows("x", x, scale.base, n)
	return c.do(func() C.ringlet_status {
		return C.ringlet_scale_and_round_extend(pointer, to, from, C.size_t(n), threads)
	})
}

// Apply writes t x / Q modulo Q, rounded to the nearest integer, where x has residues modulo the base and the auxiliary
// one. With a Montgomery modulus it is rounded down, and may be as much as the number of moduli less one too small.
func (scale *ScaleAndRound) Apply(out, x, auxiliary [][]uint64, executor *Executor) error {
	c := begin()
	defer c.end()
	pointer, threads, n := hold(c, scale), holdOptional(c, executor), width(out)
	if c.err != nil {
		return c.err
	}
	to, from := c.rows("out", out, scale.base, n), c.rows("x", x, scale.base, n)
	other := c.rows("auxiliary", auxiliary, scale.auxiliary, n)
	return c.do(func() C.ringlet_status {
		return C.ringlet_scale_and_round_apply(pointer, to, from, other, C.size_t(n),
			threads)
	})
}
