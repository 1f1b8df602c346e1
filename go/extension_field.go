package ringlet

/*
#include "words.h"
*/
import "C"

// ExtensionField is the extension field F_q[X] / (X^d - w), with operations on vectors of its elements. An element is d
// words, its coordinates in [0, q). Sums, differences and negations are those of the base field, on all words.
type ExtensionField[W Word] struct {
	wordHandle
	degree int
}

// NewExtensionField makes the field of a degree from 2 to 8. q must be prime and X^degree - w irreducible.
func NewExtensionField[W Word](q *Modulus[W], degree int, w W) (*ExtensionField[W], error) {
	c := begin()
	defer c.end()
	var pointer *C.words_handle
	modulus := hold(c, q)
	err := c.do(func() C.ringlet_status {
		return C.words_extension_field_create(length[W](), &pointer, modulus, c.small("degree", degree), raw(w))
	})
	if err != nil {
		return nil, err
	}
	field := &ExtensionField[W]{degree: degree}
	open(field, pointer, func(p *C.words_handle) { C.words_extension_field_destroy(length[W](), p) })
	return field, nil
}

// Degree returns d.
func (f *ExtensionField[W]) Degree() int { return f.degree }

// Describe names the backend and the arithmetic, for people to read; "" after Close.
func (f *ExtensionField[W]) Describe() string {
	c := begin()
	defer c.end()
	return C.GoString(C.words_extension_field_describe(length[W](), hold(c, f)))
}

// on calls run with the field and the number of its elements in words.
func (f *ExtensionField[W]) on(words int, run func(*call, *C.words_handle, C.size_t) error) error {
	c := begin()
	defer c.end()
	field := hold(c, f)
	if c.err != nil {
		return c.err
	}
	return run(c, field, c.elements(words, f.degree))
}

// Mul writes the products x y to out. out may be x or y.
func (f *ExtensionField[W]) Mul(out, x, y []W, layout ElementLayout) error {
	return f.on(len(out), func(c *call, field *C.words_handle, n C.size_t) error {
		size := len(out)
		to, left, right := output(c, "out", out, size), input(c, "x", x, size), input(c, "y", y, size)
		return c.do(func() C.ringlet_status {
			return C.words_extension_field_mul(length[W](), field, to, left, right, n, layout.raw(c))
		})
	})
}

// MulByBase writes the products x y to out, y in the base field: a word for each element.
func (f *ExtensionField[W]) MulByBase(out, x, y []W, layout ElementLayout) error {
	return f.on(len(out), func(c *call, field *C.words_handle, n C.size_t) error {
		size := len(out)
		to, left, right := output(c, "out", out, size), input(c, "x", x, size), input(c, "y", y, size/f.degree)
		return c.do(func() C.ringlet_status {
			return C.words_extension_field_mul_by_base(length[W](), field, to, left, right, n, layout.raw(c))
		})
	})
}

// MulByElement writes the products x s to out, s one element.
func (f *ExtensionField[W]) MulByElement(out, x, s []W, layout ElementLayout) error {
	return f.on(len(out), func(c *call, field *C.words_handle, n C.size_t) error {
		size := len(out)
		to, left, right := output(c, "out", out, size), input(c, "x", x, size), input(c, "s", s, f.degree)
		return c.do(func() C.ringlet_status {
			return C.words_extension_field_mul_by_element(length[W](), field, to, left, right, n, layout.raw(c))
		})
	})
}

// Invert writes 1 / x to out, and 0 for 0. The time depends on the values.
func (f *ExtensionField[W]) Invert(out, x []W, layout ElementLayout) error {
	return f.on(len(out), func(c *call, field *C.words_handle, n C.size_t) error {
		size := len(out)
		to, from := output(c, "out", out, size), input(c, "x", x, size)
		return c.do(func() C.ringlet_status {
			return C.words_extension_field_invert(length[W](), field, to, from, n, layout.raw(c))
		})
	})
}

// InnerProduct writes the sum of the products x y to out, one element.
func (f *ExtensionField[W]) InnerProduct(out, x, y []W, layout ElementLayout) error {
	return f.on(len(x), func(c *call, field *C.words_handle, n C.size_t) error {
		size := len(x)
		to, left, right := output(c, "out", out, f.degree), input(c, "x", x, size), input(c, "y", y, size)
		return c.do(func() C.ringlet_status {
			return C.words_extension_field_inner_product(length[W](), field, to, left, right, n, layout.raw(c))
		})
	})
}

// Powers writes first ratio^i to out.
func (f *ExtensionField[W]) Powers(out, first, ratio []W, layout ElementLayout) error {
	return f.on(len(out), func(c *call, field *C.words_handle, n C.size_t) error {
		to := output(c, "out", out, len(out))
		start, step := input(c, "first", first, f.degree), input(c, "ratio", ratio, f.degree)
		return c.do(func() C.ringlet_status {
			return C.words_extension_field_powers(length[W](), field, to, start, step, n, layout.raw(c))
		})
	})
}

// ToCoordinates converts interleaved elements to rows of coordinates.
func (f *ExtensionField[W]) ToCoordinates(out, x []W) error {
	return f.on(len(out), func(c *call, field *C.words_handle, n C.size_t) error {
		to, from := output(c, "out", out, len(out)), input(c, "x", x, len(out))
		return c.do(func() C.ringlet_status {
			return C.words_extension_field_to_coordinates(length[W](), field, to, from, n)
		})
	})
}

// ToInterleaved converts rows of coordinates to interleaved elements.
func (f *ExtensionField[W]) ToInterleaved(out, x []W) error {
	return f.on(len(out), func(c *call, field *C.words_handle, n C.size_t) error {
		to, from := output(c, "out", out, len(out)), input(c, "x", x, len(out))
		return c.do(func() C.ringlet_status {
			return C.words_extension_field_to_interleaved(length[W](), field, to, from, n)
		})
	})
}
