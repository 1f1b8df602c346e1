package ringlet

/*
#include <ringlet/ringlet.h>
*/
import "C"

type extensionFieldHandle struct {
	handle[*C.ringlet_extension_field]
}

// ExtensionField is the extension field F_q[X] / (X^d - w), with operations on vectors of its elements. An element is d
// words, its coordinates in [0, q). Sums, differences and negations are those of the base field, on all words.
type ExtensionField struct {
	extensionFieldHandle
	degree int
}

// NewExtensionField makes the field of a degree from 2 to 8. q must be prime and X^degree - w irreducible.
func NewExtensionField(q *Modulus, degree int, w uint64) (*ExtensionField, error) {
	c := begin()
	defer c.end()
	var pointer *C.ringlet_extension_field
	modulus := hold(c, q)
	err := c.do(func() C.ringlet_status {
		return C.ringlet_extension_field_create(&pointer, modulus, c.small("degree", degree), C.uint64_t(w))
	})
	if err != nil {
		return nil, err
	}
	field := &ExtensionField{degree: degree}
	open(field, pointer, func(p *C.ringlet_extension_field) { C.ringlet_extension_field_destroy(p) })
	return field, nil
}

// Degree returns d.
func (f *ExtensionField) Degree() int { return f.degree }

// Describe names the backend and the arithmetic, for people to read; "" after Close.
func (f *ExtensionField) Describe() string {
	c := begin()
	defer c.end()
	return C.GoString(C.ringlet_extension_field_describe(hold(c, f)))
}

// on calls run with the field and the number of its elements in words.
func (f *ExtensionField) on(words int, run func(*call, *C.ringlet_extension_field, C.size_t) error) error {
	c := begin()
	defer c.end()
	field := hold(c, f)
	if c.err != nil {
		return c.err
	}
	return run(c, field, c.elements(words, f.degree))
}

// Mul writes the products x y to out. out may be x or y.
func (f *ExtensionField) Mul(out, x, y []uint64, layout ElementLayout) error {
	return f.on(len(out), func(c *call, field *C.ringlet_extension_field, n C.size_t) error {
		size := len(out)
		to, left, right := c.vector("out", out, size), c.vector("x", x, size), c.vector("y", y, size)
		return c.do(func() C.ringlet_status {
			return C.ringlet_extension_field_mul(field, to, left, right, n, layout.raw(c))
		})
	})
}

// MulByBase writes the products x y to out, y in the base field: a word for each element.
func (f *ExtensionField) MulByBase(out, x, y []uint64, layout ElementLayout) error {
	return f.on(len(out), func(c *call, field *C.ringlet_extension_field, n C.size_t) error {
		size := len(out)
		to, left, right := c.vector("out", out, size), c.vector("x", x, size), c.vector("y", y, size/f.degree)
		return c.do(func() C.ringlet_status {
			return C.ringlet_extension_field_mul_by_base(field, to, left, right, n, layout.raw(c))
		})
	})
}

// MulByElement writes the products x s to out, s one element.
func (f *ExtensionField) MulByElement(out, x, s []uint64, layout ElementLayout) error {
	return f.on(len(out), func(c *call, field *C.ringlet_extension_field, n C.size_t) error {
		size := len(out)
		to, left, right := c.vector("out", out, size), c.vector("x", x, size), c.vector("s", s, f.degree)
		return c.do(func() C.ringlet_status {
			return C.ringlet_extension_field_mul_by_element(field, to, left, right, n, layout.raw(c))
		})
	})
}

// Invert writes 1 / x to out, and 0 for 0. The time depends on the values.
func (f *ExtensionField) Invert(out, x []uint64, layout ElementLayout) error {
	return f.on(len(out), func(c *call, field *C.ringlet_extension_field, n C.size_t) error {
		size := len(out)
		to, from := c.vector("out", out, size), c.vector("x", x, size)
		return c.do(func() C.ringlet_status {
			return C.ringlet_extension_field_invert(field, to, from, n, layout.raw(c))
		})
	})
}

// InnerProduct writes the sum of the products x y to out, one element.
func (f *ExtensionField) InnerProduct(out, x, y []uint64, layout ElementLayout) error {
	return f.on(len(x), func(c *call, field *C.ringlet_extension_field, n C.size_t) error {
		size := len(x)
		to, left, right := c.vector("out", out, f.degree), c.vector("x", x, size), c.vector("y", y, size)
		return c.do(func() C.ringlet_status {
			return C.ringlet_extension_field_inner_product(field, to, left, right, n, layout.raw(c))
		})
	})
}

// Powers writes first ratio^i to out.
func (f *ExtensionField) Powers(out, first, ratio []uint64, layout ElementLayout) error {
	return f.on(len(out), func(c *call, field *C.ringlet_extension_field, n C.size_t) error {
		to := c.vector("out", out, len(out))
		start, step := c.vector("first", first, f.degree), c.vector("ratio", ratio, f.degree)
		return c.do(func() C.ringlet_status {
			return C.ringlet_extension_field_powers(field, to, start, step, n, layout.raw(c))
		})
	})
}

// ToCoordinates converts interleaved elements to rows of coordinates.
func (f *ExtensionField) ToCoordinates(out, x []uint64) error {
	return f.on(len(out), func(c *call, field *C.ringlet_extension_field, n C.size_t) error {
		to, from := c.vector("out", out, len(out)), c.vector("x", x, len(out))
		return c.do(func() C.ringlet_status { return C.ringlet_extension_field_to_coordinates(field, to, from, n) })
	})
}

// ToInterleaved converts rows of coordinates to interleaved elements.
func (f *ExtensionField) ToInterleaved(out, x []uint64) error {
	return f.on(len(out), func(c *call, field *C.ringlet_extension_field, n C.size_t) error {
		to, from := c.vector("out", out, len(out)), c.vector("x", x, len(out))
		return c.do(func() C.ringlet_status { return C.ringlet_extension_field_to_interleaved(field, to, from, n) })
	})
}
