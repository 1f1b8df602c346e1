package ringlet

/*
#include <ringlet/ringlet.h>
*/
import "C"

// Domain is the meaning of the values of a polynomial.
type Domain int

const (
	// Evaluations are in the order of [NTT].
	Evaluations Domain = iota
	// Coefficients are in natural order.
	Coefficients
)

type keySwitchHandle struct{ handle[*C.ringlet_key_switch] }

// KeySwitch switches keys over a base Q with special moduli P, or without, where P is 1. A level is a number of moduli,
// the first ones of Q. Digit D_d of a polynomial modulo a level is the integer that is congruent to it modulo the product
// of the digit's moduli. The results are the sums of the D_d b_d and of the D_d a_d, divided by P and rounded, for the
// polynomials b_d, a_d of a key.
type KeySwitch struct {
	keySwitchHandle
	n, moduli, special int
}

// KeySwitchOptions has the options of a [KeySwitch]. The zero value has the usual ones for CKKS and BFV.
type KeySwitchOptions struct {
	// DigitSize is the number of moduli of a digit; 0 stands for 1.
	DigitSize int
	// DigitBits is w for digits in base 2^w of the residues modulo each modulus, which need a digit size of 1; 0 for
	// digits of whole moduli.
	DigitBits int
	// PlaintextModulus is that of [ModDown]; 0 stands for 1, which is none.
	PlaintextModulus uint64
	// Digits is the lift of the digits. 0 stands for LiftFloor, as in SEAL; Lattigo has LiftCentred.
	Digits Lift
	// Division is the lift in the division by P. 0 stands for LiftCentred, which rounds to the nearest integer.
	Division Lift
	// Domain is that of polynomials and results. Keys, digits and sums are evaluations in either case.
	Domain Domain
	// AllowShortSpecial accepts a P of less than half the bound of a digit, which is the product of its moduli or
	// 2^DigitBits. The error of the results then grows with the bound divided by P.
	AllowShortSpecial bool
}

// NewKeySwitch makes a plan. The last moduli of the transforms, as many as special says, are those of P.
func NewKeySwitch(ntt *RNSNTT, special int, options KeySwitchOptions) (*KeySwitch, error) {
	c := begin()
	defer c.end()
	digitSize, plaintextModulus := options.DigitSize, options.PlaintextModulus
	digits, division, domain := options.Digits, options.Division, C.ringlet_domain(C.RINGLET_DOMAIN_EVALUATIONS)
	if digitSize == 0 {
		digitSize = 1
	}
	if plaintextModulus == 0 {
		plaintextModulus = 1
	}
	if digits == 0 {
		digits = LiftFloor
	}
	if division == 0 {
		division = LiftCentred
	}
	switch options.Domain {
	case Evaluations:
	case Coefficients:
		domain = C.RINGLET_DOMAIN_COEFFICIENTS
	default:
		c.fail(invalid("the domain is %d, neither Evaluations nor Coefficients", options.Domain))
	}
	var pointer *C.ringlet_key_switch
	transforms, size, bits := hold(c, ntt), C.size_t(c.small("DigitSize", digitSize)), c.small("DigitBits", options.DigitBits)
	err := c.do(func() C.ringlet_status {
		return C.ringlet_key_switch_create(&pointer, transforms, c.size("special", special), size,
			bits, C.uint64_t(plaintextModulus), digits.raw(c), division.raw(c), domain, C.bool(options.AllowShortSpecial))
	})
	if err != nil {
		return nil, err
	}
	plan := &KeySwitch{n: ntt.n, moduli: ntt.moduli - special, special: special}
	open(plan, pointer, func(p *C.ringlet_key_switch) { C.ringlet_key_switch_destroy(p) })
	return plan, nil
}

// Size returns n.
func (plan *KeySwitch) Size() int { return plan.n }

// DigitCount returns the number of digits of a polynomial with this number of rows; 0 after Close. With all moduli of Q
// it is the number of pairs in a key.
func (plan *KeySwitch) DigitCount(rows int) int {
	c := begin()
	defer c.end()
	return int(C.ringlet_key_switch_digit_count(hold(c, plan), C.size_t(max(rows, 0))))
}

type switchingKeyHandle struct {
	handle[*C.ringlet_switching_key]
}

// SwitchingKey is a key in the form of the plan that made it. It serves equal plans of the same [RNSContext], too.
type SwitchingKey struct {
	switchingKeyHandle
}

// NewSwitchingKey copies the key of the pairs b[d], a[d] in the order of reading. They are evaluations, with a row for
// each modulus of Q, then one for each of P. With an automorphism phi, which may be nil, b and a are a key of the image:
// they lead from phi(s) to s, as SEAL's do. A switch then takes the polynomial itself and gives the key switch of its
// image.
func NewSwitchingKey(plan *KeySwitch, b, a [][][]uint64, automorphism *Automorphism) (*SwitchingKey, error) {
	return copySwitchingKey(plan, b, a, automorphism, C.RINGLET_ROTATION_KEY_IMAGE)
}

// NewPreimageSwitchingKey is NewSwitchingKey for a key of the preimage: b and a lead from s to its image under the
// inverse automorphism, as Lattigo's do.
func NewPreimageSwitchingKey(plan *KeySwitch, b, a [][][]uint64, automorphism *Automorphism) (*SwitchingKey, error) {
	return copySwitchingKey(plan, b, a, automorphism, C.RINGLET_ROTATION_KEY_PREIMAGE)
}

func copySwitchingKey(plan *KeySwitch, b, a [][][]uint64, automorphism *Automorphism, kind C.ringlet_rotation_key) (*SwitchingKey, error) {
	c := begin()
	defer c.end()
	map_ := holdOptional(c, automorphism)
	return newSwitchingKey(c, c, plan, b, a, func(out **C.ringlet_switching_key, plan *C.ringlet_key_switch, b, a *C.ringlet_rows) C.ringlet_status {
		return C.ringlet_switching_key_create(out, plan, b, a, map_, kind)
	})
}

// BorrowSwitchingKey makes a key that reads the rows of b and a in place, with the same results. With an automorphism,
// which may be nil, they are a key of the preimage. It copies nothing, and later changes of the rows take effect; they
// must not change while a call reads them. Switches take longer than with a copied key. The rows stay pinned until the
// key is closed or collected.
func BorrowSwitchingKey(plan *KeySwitch, b, a [][][]uint64, automorphism *Automorphism) (*SwitchingKey, error) {
	c := begin()
	defer c.end()
	kept, map_ := new(call), holdOptional(c, automorphism)
	key, err := newSwitchingKey(c, kept, plan, b, a, func(out **C.ringlet_switching_key, plan *C.ringlet_key_switch, b, a *C.ringlet_rows) C.ringlet_status {
		return C.ringlet_switching_key_borrow(out, plan, b, a, map_)
	})
	if err != nil {
		kept.drop()
		return nil, err
	}
	destroy := key.destroy
	key.destroy = func(p *C.ringlet_switching_key) {
		destroy(p)
		kept.drop()
	}
	return key, nil
}

// newSwitchingKey makes a key whose rows `pins` pins.
func newSwitchingKey(c, pins *call, plan *KeySwitch, b, a [][][]uint64,
	create func(out **C.ringlet_switching_key, plan *C.ringlet_key_switch, b, a *C.ringlet_rows) C.ringlet_status) (*SwitchingKey, error) {
	pointer := hold(c, plan)
	if c.err != nil {
		return nil, c.err
	}
	digits, rows := int(C.ringlet_key_switch_digit_count(pointer, C.size_t(plan.moduli))), plan.moduli+plan.special
	bs := pins.polynomials("b", b, digits, rows, plan.n)
	as := pins.polynomials("a", a, digits, rows, plan.n)
	c.fail(pins.err)
	var key *C.ringlet_switching_key
	if err := c.do(func() C.ringlet_status { return create(&key, pointer, bs, as) }); err != nil {
		return nil, err
	}
	result := new(SwitchingKey)
	open(result, key, func(p *C.ringlet_switching_key) { C.ringlet_switching_key_destroy(p) })
	return result, nil
}

// Bytes returns the bytes that a copied key takes in memory; 0 for a borrowed one, and after Close.
func (key *SwitchingKey) Bytes() int {
	c := begin()
	defer c.end()
	return int(C.ringlet_switching_key_bytes(hold(c, key)))
}
