package ringlet_test

import (
	"math/big"
	"ringlet"
	"testing"
)

// valueAt evaluates a polynomial at g w^k modulo q.
func valueAt(coefficients []*big.Int, g, w, q *big.Int, k int) *big.Int {
	x := new(big.Int).Exp(w, big.NewInt(int64(k)), q)
	x.Mul(x, g)
	sum := new(big.Int)
	for i := len(coefficients) - 1; i >= 0; i-- {
		sum.Mul(sum, x).Add(sum, coefficients[i]).Mod(sum, q)
	}
	return sum
}

// cosetPlan has the functions of a plan of eight points, of numbers of one type.
type cosetPlan[W comparable] struct {
	q                     *big.Int
	from                  func(W) *big.Int
	to                    func(*big.Int) W
	root                  W
	evaluate, interpolate func(out, x []W, coset W) error
	own                   func(out, x []W, coset W) error
	extend                func(out, x []W, coset, root W) error
	extensionRoot         func(logBlowup int) (W, error)
}

// test compares with the definition, in bit-reversed order.
func (plan cosetPlan[W]) test(t *testing.T) {
	reversed := []int{0, 4, 2, 6, 1, 5, 3, 7}
	coefficients, x := make([]*big.Int, 11), make([]W, 11)
	for i := range x {
		coefficients[i] = new(big.Int).Rand(random, plan.q)
		x[i] = plan.to(coefficients[i])
	}
	g, w := big.NewInt(7), plan.from(plan.root)
	coset, out, longer := plan.to(g), make([]W, 8), make([]W, 16)
	noError(t, plan.evaluate(out, x, coset))
	for i, k := range reversed {
		same(t, out[i], plan.to(valueAt(coefficients, g, w, plan.q, k)))
	}
	noError(t, plan.evaluate(out, x[:8], coset))
	own := make([]W, 8)
	noError(t, plan.own(own, x[:8], coset))
	for i := range out {
		same(t, out[i], own[i])
	}
	noError(t, plan.interpolate(out, out, coset))
	for i := range out {
		same(t, out[i], x[i])
	}
	var none W
	noError(t, plan.evaluate(out, x[:8], none))
	extended := must(plan.extensionRoot(1))
	for _, root := range []W{none, extended} {
		noError(t, plan.extend(longer, out, coset, root))
		same(t, longer[0], plan.to(valueAt(coefficients[:8], g, plan.from(extended), plan.q, 0)))
		same(t, longer[8], plan.to(valueAt(coefficients[:8], g, plan.from(extended), plan.q, 1)))
		same(t, longer[15], plan.to(valueAt(coefficients[:8], g, plan.from(extended), plan.q, 15)))
	}
	const invalid = ringlet.InvalidArgument
	refused(t, plan.evaluate(out[1:], x, coset), invalid, "out has 7 elements")
	refused(t, plan.evaluate(out, nil, coset), invalid, "x has no elements")
	refused(t, plan.interpolate(out, x[:7], coset), invalid, "x has 7 elements")
	refused(t, plan.extend(longer[1:], out, coset, none), invalid, "count is 15")
	refused(t, plan.extend(longer, out, coset, coset), invalid, "root is 7")
	refused(t, failed(plan.extensionRoot(17)), invalid, "log_blowup is 17")
	refused(t, failed(plan.extensionRoot(-1)), invalid, "logBlowup is -1")
}

func testCosets[W ringlet.Word](t *testing.T) {
	q := must(ringlet.NewModulus(word[W](big.NewInt(7681))))
	ntt := must(ringlet.NewNTT(8, q, ringlet.Cyclic))
	cosetPlan[W]{
		q: number(7681), from: bigOf[W], to: word[W], root: must(ntt.Root()), extensionRoot: ntt.ExtensionRoot,
		evaluate: ntt.Evaluate, interpolate: ntt.Interpolate, extend: ntt.Extend,
		own: func(out, x []W, coset W) error {
			options := ringlet.NTTOptions[W]{Ring: ringlet.Cyclic, Coset: coset}
			return must(ringlet.NewNTTWithOptions(8, q, options)).Forward(out, x)
		},
	}.test(t)
	options := ringlet.NTTOptions[W]{Coset: word[W](big.NewInt(3))}
	refused(t, failed(ringlet.NewNTTWithOptions(8, q, options)), ringlet.InvalidArgument, "cyclic")
	refused(t, ntt.Evaluate(make([]W, 8), make([]W, 8), q.Value()), ringlet.InvalidArgument, "coset is 7681")
}

func TestCosets(t *testing.T) {
	testCosets[uint32](t)
	testCosets[uint64](t)
	testCosets[ringlet.Uint128](t)
}

func TestMultiwordCosets(t *testing.T) {
	type element = [4]uint64
	field := must(ringlet.FieldNamed[element]("bn254-fr"))
	q := must(ringlet.NewMultiwordModulus(field.Modulus))
	from := func(x element) *big.Int {
		value, _ := new(big.Int).SetString(ringlet.PrintNumber(x, false), 10)
		return value
	}
	options := ringlet.MultiwordNTTOptions[element]{Ring: ringlet.Cyclic}
	ntt := must(ringlet.NewMultiwordNTT(8, q, options))
	// given returns an argument, nil for 0.
	given := func(x element) *element {
		if x == (element{}) {
			return nil
		}
		return &x
	}
	for _, executor := range executors(t) {
		cosetPlan[element]{
			q: from(field.Modulus), from: from, root: must(ntt.Root()), extensionRoot: ntt.ExtensionRoot,
			to: func(x *big.Int) element { return must(ringlet.ParseNumber[element](x.String())) },
			evaluate: func(out, x []element, coset element) error {
				return ntt.Evaluate(out, x, given(coset), executor)
			},
			interpolate: func(out, x []element, coset element) error {
				return ntt.Interpolate(out, x, given(coset), executor)
			},
			own: func(out, x []element, coset element) error {
				own := options
				own.Coset = &coset
				return must(ringlet.NewMultiwordNTT(8, q, own)).Forward(out, x, executor)
			},
			extend: func(out, x []element, coset, root element) error {
				return ntt.Extend(out, x, &coset, given(root), executor)
			},
		}.test(t)
	}
	refused(t, ntt.Extend(make([]element, 8), make([]element, 8), nil, nil, nil), ringlet.NullPointer, "coset is null")
}
