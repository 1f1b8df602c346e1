package ringlet

/*
#include "words.h"
*/
import "C"

// Form is the representation of numbers x.
type Form int

const (
	// Plain is x itself.
	Plain Form = C.RINGLET_PLAIN
	// Montgomery is x R mod q, for odd q. R is 2^32 or 2^64 for words, and 2^(64 N) for numbers of N words. A product of two
	// numbers in this form is divided by R. With one plain factor it is the plain product.
	Montgomery Form = C.RINGLET_MONTGOMERY
)

func (f Form) raw(c *call) C.ringlet_form { return C.ringlet_form(c.small("the form", int(f))) }

// MulInForm writes x y mod q to out, of numbers in a form. x and y lie in [0, f q), f = inputFactor, which is 1, 2 or 4.
func MulInForm[W FormWord](out, x, y []W, q *Modulus[W], form Form, inputFactor int) error {
	return elementwise(q, out, func(v vectorCall) C.ringlet_status {
		return C.words_mul_in_form(v.length, v.out, v.in[0], v.in[1], v.n, v.q, form.raw(v.c), v.c.small("inputFactor", inputFactor))
	}, x, y)
}

// MulAddInForm writes x y + z mod q to out, of numbers in a form. All lie in [0, f q), f = inputFactor, which is 1, 2 or 4.
func MulAddInForm[W FormWord](out, x, y, z []W, q *Modulus[W], form Form, inputFactor int) error {
	return elementwise(q, out, func(v vectorCall) C.ringlet_status {
		return C.words_mul_add_in_form(v.length, v.out, v.in[0], v.in[1], v.in[2], v.n, v.q, form.raw(v.c), v.c.small("inputFactor", inputFactor))
	}, x, y, z)
}

// MulSubInForm writes x y - z mod q to out, of numbers in a form. All lie in [0, f q), f = inputFactor, which is 1, 2 or 4.
func MulSubInForm[W FormWord](out, x, y, z []W, q *Modulus[W], form Form, inputFactor int) error {
	return elementwise(q, out, func(v vectorCall) C.ringlet_status {
		return C.words_mul_sub_in_form(v.length, v.out, v.in[0], v.in[1], v.in[2], v.n, v.q, form.raw(v.c), v.c.small("inputFactor", inputFactor))
	}, x, y, z)
}

// InvertInForm is [Invert] of numbers in a form.
func InvertInForm[W FormWord](out, x []W, q *Modulus[W], form Form) error {
	return elementwise(q, out, func(v vectorCall) C.ringlet_status {
		return C.words_invert_in_form(v.length, v.out, v.in[0], v.n, v.q, form.raw(v.c))
	}, x)
}

// PowersInForm is [Powers] of numbers in a form.
func PowersInForm[W FormWord](out []W, first, ratio W, q *Modulus[W], form Form) error {
	return elementwise(q, out, func(v vectorCall) C.ringlet_status {
		return C.words_powers_in_form(v.length, v.out, raw(first), raw(ratio), v.n, v.q, form.raw(v.c))
	})
}

// ToMontgomery writes x in Montgomery form to out.
func ToMontgomery[W FormWord](out, x []W, q *Modulus[W]) error {
	return elementwise(q, out, func(v vectorCall) C.ringlet_status {
		return C.words_to_montgomery(v.length, v.out, v.in[0], v.n, v.q)
	}, x)
}

// FromMontgomery writes the plain numbers of x, in Montgomery form, to out.
func FromMontgomery[W FormWord](out, x []W, q *Modulus[W]) error {
	return elementwise(q, out, func(v vectorCall) C.ringlet_status {
		return C.words_from_montgomery(v.length, v.out, v.in[0], v.n, v.q)
	}, x)
}
