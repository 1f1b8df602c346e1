//go:build cgo

package ringlet

import (
	"runtime"
	"sync/atomic"
)

// handle owns an object of C, of pointer type P. It counts the calls that use the object, so that Close frees it after
// the last of them.
type handle[P comparable] struct {
	pointer P
	destroy func(P)
	// users is the number of calls, and one more until Close.
	users  atomic.Int64
	closed atomic.Bool
}

// Close frees the object when no call uses it any more. Later calls with it give an error. Closing it again does nothing.
func (h *handle[P]) Close() {
	if h == nil || h.closed.Swap(true) {
		return
	}
	h.release()
}

//lint:ignore U1000 staticcheck does not see calls by way of the constraint owner
func (h *handle[P]) owned() *handle[P] { return h }

func (h *handle[P]) acquire() bool {
	for !h.closed.Load() {
		users := h.users.Load()
		if users == 0 {
			return false
		}
		if h.users.CompareAndSwap(users, users+1) {
			return true
		}
	}
	return false
}

func (h *handle[P]) release() {
	if h.users.Add(-1) == 0 {
		h.destroy(h.pointer)
	}
}

// owner is a pointer to a type that embeds a handle.
type owner[P comparable] interface {
	comparable
	owned() *handle[P]
}

// open finishes an object that has just been created: its collection closes it.
func open[P comparable, H owner[P]](object H, pointer P, destroy func(P)) {
	h := object.owned()
	h.pointer, h.destroy = pointer, destroy
	h.users.Store(1)
	runtime.SetFinalizer(object, func(object H) { object.owned().Close() })
	collectIfGrown()
}

// hold keeps the object until the call ends, and returns its pointer.
func hold[P comparable, O owner[P]](c *call, object O) P {
	var none O
	var null P
	if object == none {
		c.fail(&Error{NullPointer, nameOf(object) + " is nil"})
		return null
	}
	h := object.owned()
	if !h.acquire() {
		c.fail(invalid("%s is closed", nameOf(object)))
		return null
	}
	c.held = append(c.held, h)
	return h.pointer
}

// holdOptional is hold, with a null pointer for nil.
func holdOptional[P comparable, O owner[P]](c *call, object O) P {
	var none O
	if object == none {
		var null P
		return null
	}
	return hold[P](c, object)
}
