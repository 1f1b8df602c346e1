package ringlet

/*
#include <stdlib.h>
#include <ringlet/ringlet.h>
*/
import "C"

import "unsafe"

// FieldNumber is a number of a field: uint32 or uint64 for babybear, koalabear and mersenne31, uint64 for goldilocks and
// goldilocks-plonky2, else a Number.
type FieldNumber interface {
	uint32 | uint64 | Number
}

// Field is a published prime field of q elements. q - 1 is 2^TwoAdicity times an odd number. All numbers are plain.
type Field[W FieldNumber] struct {
	Name       string
	Modulus    W
	TwoAdicity int
	Generator  W
	// Root is a primitive root of unity of order 2^TwoAdicity: a power of the generator.
	Root W
	// Source is the publication or source code that the constants come from.
	Source string
}

// fieldBits returns the number of bits of a type of numbers.
func fieldBits[W FieldNumber]() C.uint {
	var number W
	return C.uint(8 * unsafe.Sizeof(number))
}

// hasField returns whether numbers of this type hold the numbers of a field.
func hasField[W FieldNumber](raw C.ringlet_multiword_field) bool {
	if fieldBits[W]() == 32 {
		return raw.words == 1 && *raw.modulus>>32 == 0
	}
	return 64*raw.words == fieldBits[W]()
}

// Fields returns the fields with numbers of this type.
func Fields[W FieldNumber]() (list []Field[W]) {
	for i := C.size_t(0); i < C.ringlet_multiword_field_count(); i++ {
		if raw := C.ringlet_multiword_field_at(i); hasField[W](raw) {
			list = append(list, fieldOf[W](raw))
		}
	}
	return list
}

// FieldNamed returns the field of that name, for instance bn254-fr or bls12-381-fr, which have four words.
func FieldNamed[W FieldNumber](name string) (field Field[W], err error) {
	c := begin()
	defer c.end()
	c.text("name", name)
	text := C.CString(name)
	defer C.free(unsafe.Pointer(text))
	var raw C.ringlet_multiword_field
	if err := c.do(func() C.ringlet_status { return C.ringlet_multiword_field_find(&raw, text) }); err != nil {
		return field, err
	}
	if !hasField[W](raw) {
		return field, invalid("%s has numbers of %d bits, not of %d", name, 64*raw.words, fieldBits[W]())
	}
	return fieldOf[W](raw), nil
}

func fieldOf[W FieldNumber](raw C.ringlet_multiword_field) Field[W] {
	return Field[W]{C.GoString(raw.name), copied[W](raw.modulus), int(raw.two_adicity), copied[W](raw.generator),
		copied[W](raw.root), C.GoString(raw.source)}
}
