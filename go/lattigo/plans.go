// SPDX-License-Identifier: Apache-2.0

package lattigo

import (
	"slices"
	"sync"

	"github.com/tuneinsight/lattigo/v6/core/rlwe"

	"ringlet"
)

// context returns what all plans of the program share: tables of transforms and working memory.
var context = sync.OnceValues(ringlet.NewRNSContext)

// plans makes Ringlet's plans for one set of parameters when they are first needed.
type plans struct {
	n          int
	q, p       []uint64
	psiQ, psiP []uint64
	base       *ringlet.RNSBase

	mutex         sync.Mutex
	keySwitches   map[shape]*ringlet.KeySwitch
	divisions     map[division]*ringlet.ModDown
	automorphisms map[uint64]*ringlet.Automorphism
}

// shape is that of keys: their levels, and the bits of digits in base 2^bits, 0 for digits of moduli.
type shape struct{ levelQ, levelP, bits int }

// division is by the last moduli of Q at a level, or by P if levelP is not -1.
type division struct{ levelQ, levelP int }

func newPlans(params *rlwe.Parameters) (*plans, error) {
	p := &plans{
		n: params.N(), q: params.Q(), p: params.P(),
		keySwitches:   map[shape]*ringlet.KeySwitch{},
		divisions:     map[division]*ringlet.ModDown{},
		automorphisms: map[uint64]*ringlet.Automorphism{},
	}
	for _, s := range params.RingQ().SubRings {
		p.psiQ = append(p.psiQ, rootOf(s))
	}
	if params.RingP() != nil {
		for _, s := range params.RingP().SubRings {
			p.psiP = append(p.psiP, rootOf(s))
		}
	}
	if _, err := context(); err != nil {
		return nil, err
	}
	var err error
	p.base, err = ringlet.NewRNSBase(p.q)
	return p, err
}

// transforms returns those modulo the moduli of a level of Q and one of P, -1 for none.
func (p *plans) transforms(levelQ, levelP int) (*ringlet.RNSNTT, *ringlet.RNSBase, error) {
	base, err := ringlet.NewRNSBase(slices.Concat(p.q[:levelQ+1], p.p[:levelP+1]))
	if err != nil {
		return nil, nil, err
	}
	shared, err := context()
	if err != nil {
		return nil, nil, err
	}
	ntt, err := ringlet.NewRNSNTT(p.n, base, slices.Concat(p.psiQ[:levelQ+1], p.psiP[:levelP+1]), shared)
	return ntt, base, err
}

// find returns the plan for a key, and makes it the first time.
func find[K comparable, P any](p *plans, all map[K]P, key K, make func() (P, error)) (P, error) {
	p.mutex.Lock()
	defer p.mutex.Unlock()
	if plan, ok := all[key]; ok {
		return plan, nil
	}
	plan, err := make()
	if err == nil {
		all[key] = plan
	}
	return plan, err
}

// keySwitch returns the plan for keys of a shape. Lattigo's digits are centred and have as many moduli as P has.
func (p *plans) keySwitch(s shape) (*ringlet.KeySwitch, error) {
	return find(p, p.keySwitches, s, func() (*ringlet.KeySwitch, error) {
		ntt, _, err := p.transforms(s.levelQ, s.levelP)
		if err != nil {
			return nil, err
		}
		return ringlet.NewKeySwitch(ntt, s.levelP+1, ringlet.KeySwitchOptions{
			DigitSize: max(1, s.levelP+1), DigitBits: s.bits, Digits: ringlet.LiftCentred,
		})
	})
}

// rescale returns the division by the last modulus of a level.
func (p *plans) rescale(level int) (*ringlet.ModDown, error) {
	return p.divide(division{level, -1}, 1)
}

// modDown returns the division by P at levels of Q and P.
func (p *plans) modDown(levelQ, levelP int) (*ringlet.ModDown, error) {
	return p.divide(division{levelQ, levelP}, levelP+1)
}

func (p *plans) divide(d division, dropped int) (*ringlet.ModDown, error) {
	return find(p, p.divisions, d, func() (*ringlet.ModDown, error) {
		ntt, _, err := p.transforms(d.levelQ, d.levelP)
		if err != nil {
			return nil, err
		}
		return ringlet.NewModDown(ntt, dropped, 1, 1, ringlet.LiftCentred)
	})
}

func (p *plans) automorphism(g uint64) (*ringlet.Automorphism, error) {
	return find(p, p.automorphisms, g, func() (*ringlet.Automorphism, error) { return ringlet.NewAutomorphism(p.n, g) })
}
