package ringlet_test

import (
	"slices"
	"testing"

	"ringlet"
)

// rotationSetting has a plan over three moduli with two special moduli, and a key of the preimage of a rotation.
type rotationSetting struct {
	plan     *ringlet.KeySwitch
	rotation *ringlet.Automorphism
	pairs    [2][][][]uint64
}

const rotationSize, rotationSpecial = 3, 2

func newRotationSetting(n int) rotationSetting {
	ntt := must(ringlet.NewRNSNTT(n, must(ringlet.NewRNSBase(primes)), nil, nil))
	plan := must(ringlet.NewKeySwitch(ntt, rotationSpecial, ringlet.KeySwitchOptions{DigitSize: 2, AllowShortSpecial: true}))
	return rotationSetting{plan, must(ringlet.NewAutomorphism(n, 5)), randomKey(plan.DigitCount(rotationSize), n)}
}

func (s *rotationSetting) copied() *ringlet.SwitchingKey {
	return must(ringlet.NewPreimageSwitchingKey(s.plan, s.pairs[0], s.pairs[1], s.rotation))
}

func (s *rotationSetting) borrowed() *ringlet.SwitchingKey {
	return must(ringlet.BorrowSwitchingKey(s.plan, s.pairs[0], s.pairs[1], s.rotation))
}

// extended returns the moduli of a level and of P.
func extended(level int) []uint64 {
	return append(append([]uint64(nil), primes[:level]...), primes[rotationSize:]...)
}

func (s *rotationSetting) image(x [][]uint64) [][]uint64 {
	out := rows(len(x), s.plan.Size())
	if err := s.rotation.OnEvaluations(out, x, nil); err != nil {
		panic(err)
	}
	return out
}

func (s *rotationSetting) digits(t *testing.T, x [][]uint64) [][][]uint64 {
	digits := polynomials(s.plan.DigitCount(len(x)), len(x)+rotationSpecial, s.plan.Size())
	noError(t, s.plan.Decompose(digits, x, nil))
	return digits
}

// products returns the sums of products of the digits of x and the key.
func (s *rotationSetting) products(t *testing.T, x [][]uint64) (sums [2][][]uint64) {
	for half := range sums {
		sums[half] = rows(len(x)+rotationSpecial, s.plan.Size())
	}
	noError(t, s.plan.InnerProduct(sums[0], sums[1], s.digits(t, x), s.copied(), nil))
	return
}

// raised returns P x modulo Q P.
func (s *rotationSetting) raised(t *testing.T, x [][]uint64) [][]uint64 {
	out := rows(len(x)+rotationSpecial, s.plan.Size())
	noError(t, s.plan.AddSpecialMultiple(out, x, nil))
	return out
}

// innerSum returns p_0 c + p_1 phi(c), for plaintexts that may have more moduli than the ciphertext.
func (s *rotationSetting) innerSum(t *testing.T, plaintexts [][][]uint64, b, a [][]uint64) (sums [2][][]uint64) {
	level, n := len(b), s.plan.Size()
	base := must(ringlet.NewRNSBase(extended(level)))
	rotated := s.products(t, a)
	noError(t, base.Add(rotated[0], rotated[0], s.raised(t, s.image(b)), nil))
	for half, c := range [][][]uint64{b, a} {
		sums[half] = rows(level+rotationSpecial, n)
		for i, term := range [][][]uint64{s.raised(t, c), rotated[half]} {
			if plaintexts[i] == nil {
				continue
			}
			of := append(append([][]uint64(nil), plaintexts[i][:level]...), plaintexts[i][len(plaintexts[i])-rotationSpecial:]...)
			product := rows(level+rotationSpecial, n)
			noError(t, base.Mul(product, of, term, ringlet.Plain, nil))
			noError(t, base.Add(sums[half], sums[half], product, nil))
		}
	}
	return
}

// transformed returns the transform of two giant steps, the identity and the rotation.
func (s *rotationSetting) transformed(t *testing.T, plaintexts [][][]uint64, b, a [][]uint64) (out [2][][]uint64) {
	level, n := len(b), s.plan.Size()
	base := must(ringlet.NewRNSBase(extended(level)))
	total, second := s.innerSum(t, plaintexts[:2], b, a), s.innerSum(t, plaintexts[2:], b, a)
	unused, quotient := rows(level, n), rows(level, n)
	noError(t, s.plan.ModDown(unused, quotient, second[0], second[1], nil))
	switched := s.products(t, quotient)
	noError(t, base.Add(total[0], total[0], switched[0], nil))
	noError(t, base.Add(total[0], total[0], s.image(second[0]), nil))
	noError(t, base.Add(total[1], total[1], switched[1], nil))
	out = [2][][]uint64{rows(level, n), rows(level, n)}
	noError(t, s.plan.ModDown(out[0], out[1], total[0], total[1], nil))
	return
}

// plaintextsOf returns four plaintexts: the second one is absent, and the third one has fewer moduli.
func plaintextsOf(n int) [][][]uint64 {
	return [][][]uint64{randomRows(extended(3), n), nil, randomRows(extended(2), n), randomRows(extended(3), n)}
}

func TestLinearTransform(t *testing.T) {
	const n = 16
	s := newRotationSetting(n)
	plaintexts := plaintextsOf(n)
	for _, key := range []*ringlet.SwitchingKey{s.copied(), s.borrowed()} {
		steps := []*ringlet.SwitchingKey{nil, key}
		transform := must(ringlet.NewLinearTransform(s.plan, steps, steps, plaintexts))
		same(t, []int{transform.BabySteps(), transform.GiantSteps()}, []int{2, 2})
		for level := 1; level <= 2; level++ {
			b, a := [][][]uint64{randomRows(primes[:level], n), randomRows(primes[:level], n)}, [][][]uint64{randomRows(primes[:level], n), randomRows(primes[:level], n)}
			for _, executor := range executors(t) {
				outB, outA := polynomials(2, level, n), polynomials(2, level, n)
				want := s.transformed(t, plaintexts, b[0], a[0])
				expectPair(t, transform.Apply(outB[0], outA[0], b[0], a[0], executor), outB[0], outA[0], want)
				noError(t, transform.ApplyMany(outB, outA, b, a, executor))
				for k := range b {
					expectPair(t, nil, outB[k], outA[k], s.transformed(t, plaintexts, b[k], a[k]))
				}
				sumB, sumA := polynomials(2, level+rotationSpecial, n), polynomials(2, level+rotationSpecial, n)
				noError(t, transform.Sums(sumB, sumA, b[0], a[0], s.digits(t, a[0]), executor))
				for g := range sumB {
					expectPair(t, nil, sumB[g], sumA[g], s.innerSum(t, plaintexts[2*g:2*g+2], b[0], a[0]))
				}
			}
		}
	}
}

// TestKeysOfPreimages compares keys of a preimage with the key of its image.
func TestKeysOfPreimages(t *testing.T) {
	const n = 16
	s := newRotationSetting(n)
	var images [2][][][]uint64
	for half, list := range s.pairs {
		for _, polynomial := range list {
			images[half] = append(images[half], s.image(polynomial))
		}
	}
	x := randomRows(primes[:rotationSize], n)
	want := [2][][]uint64{rows(rotationSize, n), rows(rotationSize, n)}
	noError(t, s.plan.Apply(want[0], want[1], x, must(ringlet.NewSwitchingKey(s.plan, images[0], images[1], s.rotation)), nil))
	for _, key := range []*ringlet.SwitchingKey{s.copied(), s.borrowed()} {
		b, a := rows(rotationSize, n), rows(rotationSize, n)
		expectPair(t, s.plan.Apply(b, a, x, key, nil), b, a, want)
	}
}

// TestLinearTransformsKeepRowsAndKeys closes the keys of a transform, and drops all references to their rows and to the
// plaintexts.
func TestLinearTransformsKeepRowsAndKeys(t *testing.T) {
	const n = 1024
	s := newRotationSetting(n)
	plaintexts := plaintextsOf(n)
	b, a := randomRows(primes[:2], n), randomRows(primes[:2], n)
	want := s.transformed(t, plaintexts, b, a)
	key := s.borrowed()
	steps := []*ringlet.SwitchingKey{nil, key}
	transform := must(ringlet.NewLinearTransform(s.plan, steps, steps, plaintexts))
	key.Close()
	s.pairs, plaintexts = [2][][][]uint64{}, nil
	collect()
	for i := 0; i < 100; i++ {
		for _, row := range rows(5, n) {
			row[0] = 1
		}
	}
	outB, outA := rows(2, n), rows(2, n)
	expectPair(t, transform.Apply(outB, outA, b, a, nil), outB, outA, want)
	transform.Close()
	refused(t, transform.Apply(outB, outA, b, a, nil), ringlet.InvalidArgument, "LinearTransform is closed")
}

func TestWrongLinearTransforms(t *testing.T) {
	const n, invalid = 16, ringlet.InvalidArgument
	s, other := newRotationSetting(n), newRotationSetting(n)
	key, foreign := s.copied(), other.copied()
	type steps = []*ringlet.SwitchingKey
	type list = [][][]uint64
	identity, full, low := steps{nil}, rows(5, n), rows(4, n)
	refusal := func(baby, giant steps, plaintexts list, part string) {
		t.Helper()
		refused(t, failed(ringlet.NewLinearTransform(s.plan, baby, giant, plaintexts)), invalid, part)
	}
	refusal(nil, identity, nil, "baby has no steps")
	refusal(identity, nil, nil, "giant has no steps")
	refusal(identity, identity, nil, "plaintexts has 0 polynomials, not 1")
	refusal(steps{nil, key}, identity, list{full}, "plaintexts has 1 polynomials, not 2")
	refusal(steps{foreign}, identity, list{full}, "belongs to another plan")
	refusal(identity, steps{foreign}, list{full}, "belongs to another plan")
	refusal(identity, identity, list{rows(6, n)}, "levels[0] is 4")
	refusal(identity, identity, list{rows(2, n)}, "plaintext 0 has 2 rows, but it must have at least 3")
	refusal(identity, identity, list{{}}, "plaintext 0 has 0 rows")
	refusal(identity, identity, list{rows(5, n-1)}, "row 0 of plaintexts has 15 words, not 16")
	foreign.Close()
	refusal(steps{foreign}, identity, list{full}, "SwitchingKey is closed")
	refused(t, failed(ringlet.NewLinearTransform(nil, identity, identity, list{full})), ringlet.NullPointer, "KeySwitch is nil")
	transform := must(ringlet.NewLinearTransform(s.plan, steps{nil, key}, identity, list{full, low}))
	three, two, one := rows(3, n), rows(2, n), rows(1, n)
	refused(t, transform.Apply(two, two, two, one, nil), invalid, "a has 1 rows, not 2")
	refused(t, transform.Apply(one, two, two, two, nil), invalid, "outB has 1 rows, not 2")
	refused(t, transform.Apply(two, two, rows(2, n), rows(2, n), nil), invalid, "overlap")
	refused(t, transform.Apply(rows(3, n), rows(3, n), three, three, nil), invalid, "plaintexts[1] is 4")
	refused(t, transform.Apply(rows(4, n), rows(4, n), rows(4, n), rows(4, n), nil), invalid, "rows is 4")
	refused(t, transform.Apply(nil, nil, nil, nil, nil), invalid, "outB has no rows")
	refused(t, transform.ApplyMany(nil, nil, nil, nil, nil), invalid, "outB has no polynomials")
	refused(t, transform.ApplyMany(list{two}, nil, list{two}, list{two}, nil), invalid, "outA has 0 polynomials, not 1")
	refused(t, transform.Sums(nil, nil, nil, nil, nil, nil), invalid, "b has 0 rows, but it must have 1 to 3")
	refused(t, transform.Sums(list{low}, list{low}, two, two, nil, nil), invalid, "digits has 0 polynomials, not 1")
	refused(t, transform.Sums(nil, list{low}, two, two, nil, nil), invalid, "sumB has 0 polynomials, not 1")
	refused(t, (*ringlet.LinearTransform)(nil).Apply(two, two, two, two, nil), ringlet.NullPointer, "LinearTransform is nil")
	refused(t, new(ringlet.LinearTransform).Sums(nil, nil, two, two, nil, nil), invalid, "LinearTransform is closed")
	same(t, [][]uint64{full[0], two[0]}, [][]uint64{make([]uint64, n), make([]uint64, n)})
}

func TestBabyGiantSteps(t *testing.T) {
	baby, giant, err := ringlet.BabyGiantSteps([]int{9, 8, 7, 6, 5, 4, 3, 2, 1, 0, 10, 11})
	if err != nil || !slices.Equal(baby, []int{0, 1, 2, 3}) || !slices.Equal(giant, []int{0, 4, 8}) {
		t.Errorf("%v, %v, %v", baby, giant, err)
	}
	_, _, err = ringlet.BabyGiantSteps(nil)
	refused(t, err, ringlet.InvalidArgument, "rotations has no elements")
	_, _, err = ringlet.BabyGiantSteps([]int{1, -1})
	refused(t, err, ringlet.InvalidArgument, "rotations[1] is -1")
}
