// Code generated from extension_field.go by go generate. DO NOT EDIT.

package ringlet

/*
#include <ringlet/ringlet.h>
*/
import "C"

type extensionFieldHandle128 struct {
	handle[*C.ringlet_extension_field128]
}

// ExtensionField128 is the extension field F_q[X] / (X^d - w), with operations on vectors of its elements. An element is d
// words, its coordinates in [0, q). Sums, differences and negations are those of the base field, on all words.
type ExtensionField128 struct {
	extensionFieldHandle128
	degree int
}

// NewExtensionField128 makes the field of a degree from 2 to 8. q must be prime and X^degree - w irreducible.
func NewExtensionField128(q *Modulus128, degree int, w Uint128) (*ExtensionField128, error) {
	c := begin()
	defer c.end()
	var pointer *C.ringlet_extension_field128
	modulus := hold(c, q)
	err := c.do(func() C.ringlet_status {
		return C.ringlet_extension_field128_create(&pointer, modulus, c.small("degree", degree), raw128(w))
	})
	if err != nil {
		return nil, err
	}
	field := &ExtensionField128{degree: degree}
	open(field, pointer, func(p *C.ringlet_extension_field128) { C.ringlet_extension_field128_destroy(p) })
	return field, nil
}

// Degree returns d.
func (f *ExtensionField128) Degree() int { return f.degree }

// Describe names the backend and the arithmetic, for people to read; "" after Close.
func (f *ExtensionField128) Describe() string {
	c := begin()
	defer c.end()
	return C.GoString(C.ringlet_extension_field128_describe(hold(c, f)))
}

// on calls run with the field and the number of its elements in words.
func (f *ExtensionField128) on(words int, run func(*call, *C.ringlet_extension_field128, C.size_t) error) error {
	c := begin()
	defer c.end()
	field := hold(c, f)
	if c.err != nil {
		return c.err
	}
	return run(c, field, c.elements(words, f.degree))
}

// Mul writes the products x y to out. out may be x or y.
func (f *ExtensionField128) Mul(out, x, y []Uint128, layout ElementLayout) error {
	return f.on(len(out), func(c *call, field *C.ringlet_extension_field128, n C.size_t) error {
		size := len(out)
		to, left, right := c.output128("out", out, size), c.input128("x", x, size), c.input128("y", y, size)
		return c.do(func() C.ringlet_status {
			return C.ringlet_extension_field128_mul(field, to, left, right, n, layout.raw(c))
		})
	})
}

// MulByBase writes the products x y to out, y in the base field: a word for each element.
func (f *ExtensionField128) MulByBase(out, x, y []Uint128, layout ElementLayout) error {
	return f.on(len(out), func(c *call, field *C.ringlet_extension_field128, n C.size_t) error {
		size := len(out)
		to, left, right := c.output128("out", out, size), c.input128("x", x, size), c.input128("y", y, size/f.degree)
		return c.do(func() C.ringlet_status {
			return C.ringlet_extension_field128_mul_by_base(field, to, left, right, n, layout.raw(c))
		})
	})
}

// MulByElement writes the products x s to out, s one element.
func (f *ExtensionField128) MulByElement(out, x, s []Uint128, layout ElementLayout) error {
	return f.on(len(out), func(c *call, field *C.ringlet_extension_field128, n C.size_t) error {
		size := len(out)
		to, left, right := c.output128("out", out, size), c.input128("x", x, size), c.input128("s", s, f.degree)
		return c.do(func() C.ringlet_status {
			return C.ringlet_extension_field128_mul_by_element(field, to, left, right, n, layout.raw(c))
		})
	})
}

// Invert writes 1 / x to out, and 0 for 0. The time depends on the values.
func (f *ExtensionField128) Invert(out, x []Uint128, layout ElementLayout) error {
	return f.on(len(out), func(c *call, field *C.ringlet_extension_field128, n C.size_t) error {
		size := len(out)
		to, from := c.output128("out", out, size), c.input128("x", x, size)
		return c.do(func() C.ringlet_status {
			return C.ringlet_extension_field128_invert(field, to, from, n, layout.raw(c))
		})
	})
}

// InnerProduct writes the sum of the products x y to out, one element.
func (f *ExtensionField128) InnerProduct(out, x, y []Uint128, layout ElementLayout) error {
	return f.on(len(x), func(c *call, field *C.ringlet_extension_field128, n C.size_t) error {
		size := len(x)
		to, left, right := c.output128("out", out, f.degree), c.input128("x", x, size), c.input128("y", y, size)
		return c.do(func() C.ringlet_status {
			return C.ringlet_extension_field128_inner_product(field, to, left, right, n, layout.raw(c))
		})
	})
}

// Powers writes first ratio^i to out.
func (f *ExtensionField128) Powers(out, first, ratio []Uint128, layout ElementLayout) error {
	return f.on(len(out), func(c *call, field *C.ringlet_extension_field128, n C.size_t) error {
		to := c.output128("out", out, len(out))
		start, step := c.input128("first", first, f.degree), c.input128("ratio", ratio, f.degree)
		return c.do(func() C.ringlet_status {
			return C.ringlet_extension_field128_powers(field, to, start, step, n, layout.raw(c))
		})
	})
}

// ToCoordinates converts interleaved elements to rows of coordinates.
func (f *ExtensionField128) ToCoordinates(out, x []Uint128) error {
	return f.on(len(out), func(c *call, field *C.ringlet_extension_field128, n C.size_t) error {
		to, from := c.output128("out", out, len(out)), c.input128("x", x, len(out))
		return c.do(func() C.ringlet_status { return C.ringlet_extension_field128_to_coordinates(field, to, from, n) })
	})
}

// ToInterleaved converts rows of coordinates to interleaved elements.
func (f *ExtensionField128) ToInterleaved(out, x []Uint128) error {
	return f.on(len(out), func(c *call, field *C.ringlet_extension_field128, n C.size_t) error {
		to, from := c.output128("out", out, len(out)), c.input128("x", x, len(out))
		return c.do(func() C.ringlet_status { return C.ringlet_extension_field128_to_interleaved(field, to, from, n) })
	})
}
