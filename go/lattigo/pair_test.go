// SPDX-License-Identifier: Apache-2.0

package lattigo_test

import (
	"flag"
	"math/rand/v2"
	"os"
	"runtime/debug"
	"slices"
	"testing"
	"time"

	"github.com/tuneinsight/lattigo/v6/core/rlwe"
	"github.com/tuneinsight/lattigo/v6/ring"
	"github.com/tuneinsight/lattigo/v6/ring/ringqp"
	"github.com/tuneinsight/lattigo/v6/schemes/ckks"

	"ringlet/lattigo"
)

var seed = flag.Uint64("seed", 0, "the seed of random tests; 0 for another one each time")

// TestMain runs tests alike on all CPUs.
func TestMain(m *testing.M) {
	flag.Parse()
	if flag.Lookup("test.bench").Value.String() == "" {
		lattigo.Pretend(false)
	}
	os.Exit(m.Run())
}

// newRandom returns random numbers whose seed a failed test prints.
func newRandom(t testing.TB) *rand.Rand {
	t.Helper()
	s := *seed
	if s == 0 {
		s = uint64(time.Now().UnixNano())
	}
	t.Logf("-seed %d", s)
	return rand.New(rand.NewPCG(s, 1))
}

// isRacing tells whether this is a build with the race detector. It makes Lattigo ten times slower: large cases and
// repetitions, which have no more goroutines than others, are left to other builds.
var isRacing = func() bool {
	info, ok := debug.ReadBuildInfo()
	return ok && slices.Contains(info.Settings, debug.BuildSetting{Key: "-race", Value: "true"})
}()

func value[T any](v T, err error) func(t testing.TB) T {
	return func(t testing.TB) T {
		t.Helper()
		if err != nil {
			t.Fatal(err)
		}
		return v
	}
}

func check(t testing.TB, err error) {
	t.Helper()
	if err != nil {
		t.Fatal(err)
	}
}

func repeat(bits, count int) (all []int) {
	for range count {
		all = append(all, bits)
	}
	return
}

// expectSame compares levels, scales and all words of two ciphertexts.
func expectSame(t testing.TB, name string, want, got *rlwe.Ciphertext) {
	t.Helper()
	if want.Degree() != got.Degree() || want.Level() != got.Level() {
		t.Fatalf("%s: degree and level %d, %d, not %d, %d", name, got.Degree(), got.Level(), want.Degree(), want.Level())
	}
	if want.MetaData != got.MetaData && (want.MetaData == nil || got.MetaData == nil || !want.MetaData.Equal(got.MetaData)) {
		t.Fatalf("%s: metadata %+v, not %+v", name, got.MetaData, want.MetaData)
	}
	for i := range want.Value {
		expectSamePoly(t, name, want.Value[i], got.Value[i])
	}
}

func expectSamePoly(t testing.TB, name string, want, got ring.Poly) {
	t.Helper()
	if len(want.Coeffs) != len(got.Coeffs) {
		t.Fatalf("%s: %d rows, not %d", name, len(got.Coeffs), len(want.Coeffs))
	}
	for i := range want.Coeffs {
		for j, x := range want.Coeffs[i] {
			if got.Coeffs[i][j] != x {
				t.Fatalf("%s: word %d of row %d is %d, not %d", name, j, i, got.Coeffs[i][j], x)
			}
		}
	}
}

func expectSameQP(t testing.TB, name string, want, got ringqp.Poly) {
	t.Helper()
	expectSamePoly(t, name+", modulo Q", want.Q, got.Q)
	expectSamePoly(t, name+", modulo P", want.P, got.P)
}

// ckksPair has two sets of equal parameters, of Lattigo alone and accelerated, with the same keys.
type ckksPair struct {
	random      *rand.Rand
	plain, fast ckks.Parameters
	secret      *rlwe.SecretKey
	keys        *rlwe.MemEvaluationKeySet
	lattigo     *ckks.Evaluator
	// ringlet reads keys in place.
	ringlet, prepared *lattigo.CKKSEvaluator
	encryptor         *rlwe.Encryptor
	encoder           *ckks.Encoder
	rotations         []int
}

func newCKKSPair(t testing.TB, literal ckks.ParametersLiteral) *ckksPair {
	t.Helper()
	p := &ckksPair{random: newRandom(t), rotations: []int{1, 2, 5, -3}}
	p.plain = value(ckks.NewParametersFromLiteral(literal))(t)
	p.fast = value(ckks.NewParametersFromLiteral(literal))(t)
	value(lattigo.Accelerate(p.fast))(t)
	kgen := rlwe.NewKeyGenerator(p.plain)
	p.secret = kgen.GenSecretKeyNew()
	elements := p.plain.GaloisElements(p.rotations)
	if p.plain.RingType() == ring.Standard {
		elements = append(elements, p.plain.GaloisElementOrderTwoOrthogonalSubgroup())
	}
	p.keys = rlwe.NewMemEvaluationKeySet(kgen.GenRelinearizationKeyNew(p.secret), kgen.GenGaloisKeysNew(elements, p.secret)...)
	p.lattigo = ckks.NewEvaluator(p.plain, p.keys)
	if p.plain.RingType() == ring.Standard {
		p.ringlet = value(lattigo.NewCKKSEvaluator(p.fast, p.keys))(t)
		p.prepared = value(lattigo.NewCKKSEvaluator(p.fast, p.keys))(t)
		check(t, p.prepared.PrepareKeys())
	}
	p.encryptor, p.encoder = rlwe.NewEncryptor(p.plain, p.secret), ckks.NewEncoder(p.plain)
	return p
}

// encrypt returns a fresh ciphertext at a level.
func (p *ckksPair) encrypt(t testing.TB, level int) *rlwe.Ciphertext {
	t.Helper()
	values := make([]float64, p.plain.MaxSlots())
	for i := range values {
		values[i] = 2*p.random.Float64() - 1
	}
	pt := ckks.NewPlaintext(p.plain, level)
	check(t, p.encoder.Encode(values, pt))
	return value(p.encryptor.EncryptNew(pt))(t)
}
