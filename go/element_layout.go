package ringlet

/*
#include <ringlet/ringlet.h>
*/
import "C"

// ElementLayout is the layout of a vector of n elements of an extension field of degree d, in n d words.
type ElementLayout int

const (
	// Interleaved is element after element: d words each, the coefficient of X^0 first.
	Interleaved ElementLayout = C.RINGLET_INTERLEAVED
	// Coordinates is d rows of n words. Row k has the coefficients of X^k.
	Coordinates ElementLayout = C.RINGLET_COORDINATES
)

func (l ElementLayout) raw(c *call) C.ringlet_element_layout {
	return C.ringlet_element_layout(c.small("the layout", int(l)))
}

// elements returns the number of elements in words.
func (c *call) elements(words, degree int) C.size_t {
	if words%degree != 0 {
		c.fail(invalid("%d words are no whole number of elements of degree %d", words, degree))
	}
	return C.size_t(words / degree)
}
