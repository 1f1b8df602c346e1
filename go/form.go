package ringlet

/*
#include <ringlet/ringlet.h>
*/
import "C"

// Form is the representation of numbers x.
type Form int

const (
	// Plain is x itself.
	Plain Form = C.RINGLET_PLAIN
	// Montgomery is x R mod q, for odd q. R is 2^64 for words, and 2^(64 N) for numbers of N words. A product of two
	// numbers in this form is divided by R. With one plain factor it is the plain product.
	Montgomery Form = C.RINGLET_MONTGOMERY
)

func (f Form) raw(c *call) C.ringlet_form { return C.ringlet_form(c.small("the form", int(f))) }

// MulInForm writes x y mod q to out, of numbers in a form. x and y lie in [0, f q), f = inputFactor, which is 1, 2 or 4.
func MulInForm(out, x, y []uint64, q *Modulus, form Form, inputFactor int) error {
	return elementwise(q, out, func(v vectorCall) C.ringlet_status {
		return C.ringlet_mul_in_form(v.out, v.in[0], v.in[1], v.n, v.q, form.raw(v.c), v.c.small("inputFactor", inputFactor))
	}, x, y)
}

// MulAddInForm writes x y + z mod q to out, of numbers in a form. All lie in [0, f q), f = inputFactor, which is 1, 2 or 4.
func MulAddInForm(out, x, y, z []uint64, q *Modulus, form Form, inputFactor int) error {
	return elementwise(q, out, func(v vectorCall) C.ringlet_status {
		return C.ringlet_mul_add_in_form(v.out, v.in[0], v.in[1], v.in[2], v.n, v.q, form.raw(v.c), v.c.small("inputFactor", inputFactor))
	}, x, y, z)
}

// MulSubInForm writes x y - z mod q to out, of numbers in a form. All lie in [0, f q), f = inputFactor, which is 1, 2 or 4.
func MulSubInForm(out, x, y, z []uint64, q *Modulus, form Form, inputFactor int) error {
	return elementwise(q, out, func(v vectorCall) C.ringlet_status {
		return C.ringlet_mul_sub_in_form(v.out, v.in[0], v.in[1], v.in[2], v.n, v.q, form.raw(v.c), v.c.small("inputFactor", inputFactor))
	}, x, y, z)
}

// InvertInForm is [Invert] of numbers in a form.
func InvertInForm(out, x []uint64, q *Modulus, form Form) error {
	return elementwise(q, out, func(v vectorCall) C.ringlet_status {
		return C.ringlet_invert_in_form(v.out, v.in[0], v.n, v.q, form.raw(v.c))
	}, x)
}

// PowersInForm is [Powers] of numbers in a form.
func PowersInForm(out []uint64, first, ratio uint64, q *Modulus, form Form) error {
	return elementwise(q, out, func(v vectorCall) C.ringlet_status {
		return C.ringlet_powers_in_form(v.out, C.uint64_t(first), C.uint64_t(ratio), v.n, v.q, form.raw(v.c))
	})
}

// ToMontgomery writes x in Montgomery form to out.
func ToMontgomery(out, x []uint64, q *Modulus) error {
	return elementwise(q, out, func(v vectorCall) C.ringlet_status {
		return C.ringlet_to_montgomery(v.out, v.in[0], v.n, v.q)
	}, x)
}

// FromMontgomery writes the plain numbers of x, in Montgomery form, to out.
func FromMontgomery(out, x []uint64, q *Modulus) error {
	return elementwise(q, out, func(v vectorCall) C.ringlet_status {
		return C.ringlet_from_montgomery(v.out, v.in[0], v.n, v.q)
	}, x)
}
