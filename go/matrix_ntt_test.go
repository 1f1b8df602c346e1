package ringlet_test

import (
	"ringlet"
	"testing"
)

// byColumns changes each column of a matrix by a function, and returns the new words.
func byColumns[W ringlet.Word](m ringlet.Matrix[W], rows int, change func(column []W)) []W {
	words, stride := append([]W(nil), m.Words...), max(m.Stride, m.Width)
	for c := 0; c < m.Width; c++ {
		column := make([]W, rows)
		for i := range column {
			column[i] = words[i*stride+c]
		}
		change(column)
		for i, x := range column {
			words[i*stride+c] = x
		}
	}
	return words
}

// testColumns compares a plan with transforms of single columns.
func testColumns[W ringlet.Word](t *testing.T, rows int, options ringlet.NTTOptions[W], executor *ringlet.Executor) {
	q := must(ringlet.NewModulus(word[W](number(babyBear))))
	ntt := must(ringlet.NewNTTWithOptions(rows, q, options))
	plan := must(ringlet.NewMatrixNTT(rows, q, options))
	same(t, plan.Rows(), rows)
	same(t, must(plan.Root()), must(ntt.Root()))
	same(t, plan.Describe() != "", true)
	for _, shape := range [][2]int{{1, 0}, {3, 5}, {8, 8}, {37, 38}} {
		width, stride := shape[0], max(shape[0], shape[1])
		// The last row ends before the stride does.
		length := (rows-1)*stride + width
		x := ringlet.Matrix[W]{Words: wordsOf[W](below(babyBear, length)), Width: width, Stride: shape[1]}
		before := append([]W(nil), x.Words...)
		want := byColumns(x, rows, func(column []W) { noError(t, ntt.Forward(column, column)) })
		out := ringlet.Matrix[W]{Words: append([]W(nil), x.Words...), Width: width, Stride: stride}
		gives(t, plan.Forward(out, x, executor), out.Words, want)
		gives(t, plan.Inverse(out, out, executor), out.Words, before)
		same(t, x.Words, before)
		gives(t, plan.Forward(x, x, executor), x.Words, want)
	}
}

func testMatrices[W ringlet.Word](t *testing.T) {
	for _, executor := range executors(t) {
		for _, rows := range []int{2, 64, 2048} {
			for _, order := range []ringlet.Order{ringlet.BitReversed, ringlet.Natural} {
				testColumns(t, rows, ringlet.NTTOptions[W]{Order: order}, executor)
				testColumns(t, rows, ringlet.NTTOptions[W]{Ring: ringlet.Cyclic, Order: order}, executor)
				coset := ringlet.NTTOptions[W]{Ring: ringlet.Cyclic, Coset: word[W](number(31)), Order: order}
				testColumns(t, rows, coset, executor)
			}
		}
	}
}

func TestMatrices(t *testing.T) {
	testMatrices[uint32](t)
	testMatrices[uint64](t)
	testMatrices[ringlet.Uint128](t)
}

func TestWrongMatrices(t *testing.T) {
	const invalid = ringlet.InvalidArgument
	type matrix = ringlet.Matrix[uint32]
	q := must(ringlet.NewModulus[uint32](babyBear))
	plan := must(ringlet.NewMatrixNTT(4, q, ringlet.NTTOptions[uint32]{}))
	words := func(n int) []uint32 { return make([]uint32, n) }
	good := matrix{Words: words(12), Width: 3}
	for message, m := range map[string]matrix{
		"2 columns, not 3":       {Words: words(12), Width: 2},
		"the stride of out is 2": {Words: words(12), Width: 3, Stride: 2},
		"the stride of out is -": {Words: words(12), Width: 3, Stride: -3},
		"out has 11 words":       {Words: words(11), Width: 3},
		"out has 13 words":       {Words: words(13), Width: 3},
		"out has 17 words":       {Words: words(17), Width: 3, Stride: 5},
		"out has 21 words":       {Words: words(21), Width: 3, Stride: 5},
		"out has 0 words":        {Width: 3},
		"out has 12 words":       {Words: words(12), Width: 3, Stride: 1<<63 - 1},
	} {
		refused(t, plan.Forward(m, good, nil), invalid, message)
	}
	refused(t, plan.Inverse(good, matrix{Words: words(12), Width: 3, Stride: 4}, nil), invalid, "x has 12 words, which are not 4 rows")
	refused(t, plan.Inverse(matrix{}, matrix{}, nil), invalid, "the width of out is 0")
	overlapping := matrix{Words: words(13), Width: 3}
	shifted := matrix{Words: overlapping.Words[1:], Width: 3}
	overlapping.Words = overlapping.Words[:12]
	refused(t, plan.Forward(shifted, overlapping, nil), invalid, "overlap")
	// Columns of one matrix.
	left, right := matrix{Words: good.Words[:10], Width: 1, Stride: 3}, matrix{Words: good.Words[1:11], Width: 1, Stride: 3}
	noError(t, plan.Forward(left, right, nil))
	refused(t, failed(ringlet.NewMatrixNTT(3, q, ringlet.NTTOptions[uint32]{})), invalid, "3")
	refused(t, failed(ringlet.NewMatrixNTT(-4, q, ringlet.NTTOptions[uint32]{})), invalid, "rows is -4")
	refused(t, failed(ringlet.NewMatrixNTT(4, q, ringlet.NTTOptions[uint32]{Coset: 3})), invalid, "cyclic")
	plan.Close()
	refused(t, plan.Forward(good, good, nil), invalid, "MatrixNTT is closed")
}
