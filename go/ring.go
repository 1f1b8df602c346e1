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

// Order is the order of evaluations. Products do not depend on it.
type Order int

const (
	// BitReversed is the order of the exponents of the root of unity with their bits reversed. It is the faster order.
	BitReversed Order = C.RINGLET_BIT_REVERSED
	// Natural is the order of the exponents.
	Natural Order = C.RINGLET_NATURAL
)

func (o Order) raw(c *call) C.ringlet_order { return C.ringlet_order(c.small("the order", int(o))) }

// AnyWord is the input factor of values that may be any word, of [Reduce] and [NTT.ForwardLazy].
const AnyWord = C.RINGLET_ANY_WORD
