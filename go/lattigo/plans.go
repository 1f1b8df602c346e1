// SPDX-License-Identifier: Apache-2.0

package lattigo

import (
	"fmt"
	"maps"
	"slices"
	"sync"
	"weak"

	"github.com/tuneinsight/lattigo/v6/core/rlwe"

	"ringlet"
)

// inUse has the plans of evaluators by parameters.
var (
	inUse      = map[string]weak.Pointer[plans]{}
	inUseMutex sync.Mutex
)

// plans makes Ringlet's plans for one set of parameters when they are first needed.
type plans struct {
	n          int
	q, p       []uint64
	psiQ, psiP []uint64
	base       *ringlet.RNSBase
	// context has tables of transforms and working memory.
	context *ringlet.RNSContext

	mutex         sync.Mutex
	transformsOf  map[levels]transforms
	keySwitches   map[shape]*ringlet.KeySwitch
	divisions     map[division]*ringlet.ModDown
	scalings      map[int]scaling
	automorphisms map[uint64]*ringlet.Automorphism
	indices       map[uint64][]uint64
}

// levels are those of Q and P; -1 stands for no modulus of P.
type levels struct{ q, p int }

// shape is that of keys: their levels, and the bits of digits in base 2^bits, 0 for digits of moduli.
type shape struct {
	levels
	bits int
}

// division is by the last moduli of levels.
type division struct {
	levels
	dropped int
}

// transforms are those modulo the moduli of levels.
type transforms struct {
	ntt  *ringlet.RNSNTT
	base *ringlet.RNSBase
}

// plansOf returns the plans of parameters, which evaluators of equal parameters share.
func plansOf(params *rlwe.Parameters) (*plans, error) {
	p := &plans{
		n: params.N(), q: params.Q(), p: params.P(),
		transformsOf:  map[levels]transforms{},
		keySwitches:   map[shape]*ringlet.KeySwitch{},
		divisions:     map[division]*ringlet.ModDown{},
		scalings:      map[int]scaling{},
		automorphisms: map[uint64]*ringlet.Automorphism{},
		indices:       map[uint64][]uint64{},
	}
	for _, s := range params.RingQ().SubRings {
		p.psiQ = append(p.psiQ, rootOf(s))
	}
	if params.RingP() != nil {
		for _, s := range params.RingP().SubRings {
			p.psiP = append(p.psiP, rootOf(s))
		}
	}
	inUseMutex.Lock()
	defer inUseMutex.Unlock()
	key := fmt.Sprint(p.n, p.q, p.p, p.psiQ, p.psiP)
	if used := inUse[key].Value(); used != nil {
		return used, nil
	}
	maps.DeleteFunc(inUse, func(_ string, p weak.Pointer[plans]) bool { return p.Value() == nil })
	var err error
	if p.context, err = ringlet.NewRNSContext(); err != nil {
		return nil, err
	}
	// All later plans have some of these moduli, so that this one finds what is wrong with them.
	all, err := p.transforms(levels{len(p.q) - 1, len(p.p) - 1})
	if err != nil {
		return nil, err
	}
	p.base = all.base
	inUse[key] = weak.Make(p)
	return p, nil
}

// find returns the plan for a key, and makes it the first time.
func find[K comparable, P any](p *plans, all map[K]P, key K, make func() (P, error)) (P, error) {
	p.mutex.Lock()
	plan, ok := all[key]
	p.mutex.Unlock()
	if ok {
		return plan, nil
	}
	plan, err := make()
	if err != nil {
		return plan, err
	}
	p.mutex.Lock()
	defer p.mutex.Unlock()
	all[key] = plan
	return plan, nil
}

func (p *plans) transforms(at levels) (transforms, error) {
	return find(p, p.transformsOf, at, func() (t transforms, err error) {
		if t.base, err = ringlet.NewRNSBase(slices.Concat(p.q[:at.q+1], p.p[:at.p+1])); err != nil {
			return
		}
		t.ntt, err = ringlet.NewRNSNTT(p.n, t.base, slices.Concat(p.psiQ[:at.q+1], p.psiP[:at.p+1]), p.context)
		return
	})
}

// keySwitch returns the plan for keys of a shape. Lattigo's digits have as many moduli as P has. They are centred, except
// in base 2^bits.
func (p *plans) keySwitch(s shape) (*ringlet.KeySwitch, error) {
	return find(p, p.keySwitches, s, func() (*ringlet.KeySwitch, error) {
		t, err := p.transforms(s.levels)
		if err != nil {
			return nil, err
		}
		lift := ringlet.LiftCentred
		if s.bits != 0 {
			lift = ringlet.LiftFloor
		}
		return ringlet.NewKeySwitch(t.ntt, s.p+1,
			ringlet.KeySwitchOptions{DigitSize: max(1, s.p+1), DigitBits: s.bits, Digits: lift, AllowShortSpecial: true})
	})
}

// divide returns a division.
func (p *plans) divide(d division) (*ringlet.ModDown, error) {
	return find(p, p.divisions, d, func() (*ringlet.ModDown, error) {
		t, err := p.transforms(d.levels)
		if err != nil {
			return nil, err
		}
		return ringlet.NewModDown(t.ntt, d.dropped, 1, 1, ringlet.LiftCentred)
	})
}

func (p *plans) automorphism(g uint64) (*ringlet.Automorphism, error) {
	return find(p, p.automorphisms, g, func() (*ringlet.Automorphism, error) { return ringlet.NewAutomorphism(p.n, g) })
}
