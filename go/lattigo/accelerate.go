// SPDX-License-Identifier: Apache-2.0

package lattigo

import (
	"errors"
	"fmt"
	"math/rand/v2"
	"reflect"
	"slices"
	"strings"
	"sync"

	"github.com/tuneinsight/lattigo/v6/ring"

	"ringlet"
)

// Parameters are parameters of Lattigo: of rlwe, ckks or bgv.
type Parameters interface {
	RingQ() *ring.Ring
	RingP() *ring.Ring
}

// Report counts the moduli of rings, those that rings share once, by what their transforms are after a call.
type Report struct {
	// Ringlet is the number of moduli with transforms of Ringlet.
	Ringlet int
	// Lattigo is the number of moduli with transforms of Lattigo. Modulus 0 of a ring is one of them: Ring.Type would
	// panic without Lattigo's own type there.
	Lattigo int
	// Changed is the number of moduli whose transforms the call exchanged.
	Changed int
}

// String returns the counts in words.
func (r Report) String() string {
	return fmt.Sprintf("%d moduli transformed by Ringlet, %d by Lattigo; %d changed", r.Ringlet, r.Lattigo, r.Changed)
}

// exchange admits one change of rings at a time.
var exchange sync.Mutex

// Accelerate gives the rings of parameters Ringlet's transforms, for all levels and for all copies of the parameters.
// Results stay the same. It must be called before other goroutines use the parameters. A second call changes nothing.
//
// Rings of parameters are those modulo Q, P and, in BGV, QMul. Modulus 0 of each keeps Lattigo's transforms; see
// [Report].
//
// On a CPU whose clock Ringlet's vectors lower ([ringlet.LowersClock]), rings of degrees below 2^14 keep Lattigo's
// transforms: the rest of Lattigo would lose more than the transforms gain.
//
// Each transform is compared with Lattigo's on random words before any is exchanged. After an error, all are as before.
func Accelerate(params Parameters) (Report, error) { return AccelerateRings(ringsOf(params)...) }

// Restore gives the rings of parameters Lattigo's transforms again.
func Restore(params Parameters) (Report, error) { return RestoreRings(ringsOf(params)...) }

func ringsOf(params Parameters) []*ring.Ring {
	if value := reflect.ValueOf(params); params == nil || value.Kind() == reflect.Pointer && value.IsNil() {
		return []*ring.Ring{nil}
	}
	rings := []*ring.Ring{params.RingQ()}
	if p := params.RingP(); p != nil {
		rings = append(rings, p)
	}
	if p, ok := params.(interface{ RingQMul() *ring.Ring }); ok {
		rings = append(rings, p.RingQMul())
	}
	return rings
}

// AccelerateRings is [Accelerate] for rings that belong to no parameters.
func AccelerateRings(rings ...*ring.Ring) (Report, error) {
	if err := checkProgram(); err != nil {
		return Report{}, err
	}
	leastDegree, err := leastDegree()
	if err != nil {
		return Report{}, err
	}
	return change(rings, func(s *ring.SubRing, kind ring.Type, of owner) (*ring.SubRing, error) {
		switch {
		case of == ofRinglet, of == ofLattigo && s.N < leastDegree:
			return nil, nil
		case of == ofLattigo:
			return accelerated(s, kind)
		}
		return nil, errors.New("its transforms are neither Lattigo's nor Ringlet's")
	})
}

// lowersClock is another function in tests.
var lowersClock = ringlet.LowersClock

// leastDegree returns the least degree of rings that gain from Ringlet's transforms alone. On Cascade Lake, Lattigo's
// operations with these are 0.88 to 0.98 times as fast as before at 2^12, 0.96 to 1.3 times at 2^13, and 1.4 to 1.6 times
// at 2^14 and 2^15.
func leastDegree() (int, error) {
	lowers, err := lowersClock()
	if !lowers {
		return 0, err
	}
	return 1 << 14, nil
}

// RestoreRings is [Restore] for rings that belong to no parameters.
func RestoreRings(rings ...*ring.Ring) (Report, error) {
	return change(rings, func(s *ring.SubRing, kind ring.Type, of owner) (*ring.SubRing, error) {
		if of != ofRinglet {
			return nil, nil
		}
		return withTransformer(s, lattigos[kind])
	})
}

var lattigos = map[ring.Type]func(*ring.SubRing, int) ring.NumberTheoreticTransformer{
	ring.Standard:           ring.NewNumberTheoreticTransformerStandard,
	ring.ConjugateInvariant: ring.NewNumberTheoreticTransformerConjugateInvariant,
}

// change replaces the subrings for which `other` returns another one, after all of them have been made.
func change(rings []*ring.Ring, other func(*ring.SubRing, ring.Type, owner) (*ring.SubRing, error)) (Report, error) {
	exchange.Lock()
	defer exchange.Unlock()
	var report Report
	replacements, seen := map[*ring.SubRing]*ring.SubRing{}, map[*ring.SubRing]bool{}
	for _, r := range rings {
		if r == nil || len(r.SubRings) == 0 {
			return Report{}, errNoRing
		}
		if ownerOf(r.SubRings[0]) != ofLattigo {
			return Report{}, errors.New("lattigo: modulus 0 of a ring has transforms that are not Lattigo's")
		}
		kind := r.Type()
		for i, s := range r.SubRings {
			if seen[s] {
				continue
			}
			seen[s] = true
			if i == 0 {
				report.Lattigo++
				continue
			}
			of := ownerOf(s)
			replacement, err := other(s, kind, of)
			if err != nil {
				return Report{}, fmt.Errorf("lattigo: modulus %d of a ring, %d: %w", i, s.Modulus, err)
			}
			if replacement != nil {
				replacements[s] = replacement
				report.Changed++
			}
			if (of == ofRinglet) == (replacement == nil) {
				report.Ringlet++
			} else {
				report.Lattigo++
			}
		}
	}
	for s, replacement := range replacements {
		*s = *replacement
	}
	return report, nil
}

// owner tells whose transforms a subring has.
type owner int

const (
	ofLattigo owner = iota
	ofRinglet
	ofOthers
)

// ownerOf reads the type of the transformer from the message of SubRing.Type, the only one that tells it.
func ownerOf(s *ring.SubRing) (of owner) {
	defer func() {
		if message := recover(); message != nil {
			of = ofOthers
			for _, ours := range []any{&transformer{}, &conjugateInvariantTransformer{}} {
				if strings.HasSuffix(fmt.Sprint(message), fmt.Sprintf(" %T", ours)) {
					of = ofRinglet
				}
			}
		}
	}()
	s.Type()
	return ofLattigo
}

// accelerated returns a subring with Ringlet's transforms, after comparing them with Lattigo's.
func accelerated(s *ring.SubRing, kind ring.Type) (*ring.SubRing, error) {
	t, err := newTransformer(s, kind)
	if err != nil {
		return nil, err
	}
	random := rand.New(rand.NewPCG(s.Modulus, uint64(s.N)))
	in, theirs, ours := make([]uint64, s.N), make([]uint64, s.N), make([]uint64, s.N)
	for i := range in {
		in[i] = random.Uint64N(s.Modulus)
	}
	s.NTT(in, theirs)
	t.Forward(in, ours)
	if !slices.Equal(theirs, ours) {
		return nil, errors.New("its evaluations differ from Lattigo's")
	}
	s.INTT(in, theirs)
	t.Backward(in, ours)
	if !slices.Equal(theirs, ours) {
		return nil, errors.New("its coefficients differ from Lattigo's")
	}
	return withTransformer(s, func(*ring.SubRing, int) ring.NumberTheoreticTransformer { return t })
}

// withTransformer returns a subring with the constants of s and another transformer.
func withTransformer(s *ring.SubRing, make func(*ring.SubRing, int) ring.NumberTheoreticTransformer) (*ring.SubRing, error) {
	other, err := ring.NewSubRingWithCustomNTT(s.N, s.Modulus, make, int(s.NthRoot))
	if err != nil {
		return nil, err
	}
	// Lattigo's transformers keep the address of the table that they were made with.
	*other.NTTTable = *s.NTTTable
	other.Factors = s.Factors
	return other, nil
}
