package ringlet

/*
#include <ringlet/ringlet.h>
*/
import "C"

// Ring is the ring of a transform.
type Ring int

const (
	// Negacyclic is the ring modulo X^n + 1.
	Negacyclic Ring = C.RINGLET_NEGACYCLIC
	// Cyclic is the ring modulo X^n - 1.
	Cyclic Ring = C.RINGLET_CYCLIC
)

func (r Ring) raw(c *call) C.ringlet_ring { return C.ringlet_ring(c.small("the ring", int(r))) }

// AnyWord is the input factor of values that may be any word, of [Reduce] and [NTT.ForwardLazy].
const AnyWord = C.RINGLET_ANY_WORD
