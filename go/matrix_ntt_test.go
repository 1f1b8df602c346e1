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

// testExtensions compares extensions with those of single columns.
func testExtensions[W ringlet.Word](t *testing.T, options ringlet.NTTOptions[W], executor *ringlet.Executor) {
	const rows, width, stride = 64, 5, 7
	q := must(ringlet.NewModulus(word[W](number(babyBear))))
	ntt, plan := must(ringlet.NewNTTWithOptions(rows, q, options)), must(ringlet.NewMatrixNTT(rows, q, options))
	x := ringlet.Matrix[W]{Words: wordsOf[W](below(babyBear, rows*stride)), Width: width, Stride: stride}
	coset := word[W](number(7))
	var none W
	for _, logBlowup := range []int{0, 1, 3} {
		longer := rows << logBlowup
		root := must(plan.ExtensionRoot(logBlowup))
		same(t, root, must(ntt.ExtensionRoot(logBlowup)))
		for _, given := range []W{none, root} {
			out := ringlet.Matrix[W]{Words: make([]W, longer*width), Width: width}
			noError(t, plan.Extend(out, longer, x, coset, given, executor))
			for c := 0; c < width; c++ {
				column, want := make([]W, rows), make([]W, longer)
				for i := range column {
					column[i] = x.Words[i*stride+c]
				}
				noError(t, ntt.Extend(want, column, coset, root))
				for i := range want {
					same(t, out.Words[i*width+c], want[i])
				}
			}
		}
	}
}

func testExtensionsOfWord[W ringlet.Word](t *testing.T) {
	for _, executor := range executors(t) {
		testExtensions(t, ringlet.NTTOptions[W]{Order: ringlet.Natural}, executor)
		testExtensions(t, ringlet.NTTOptions[W]{Ring: ringlet.Cyclic, Coset: word[W](number(31))}, executor)
	}
}

func TestMatrixExtensions(t *testing.T) {
	testExtensionsOfWord[uint32](t)
	testExtensionsOfWord[uint64](t)
	testExtensionsOfWord[ringlet.Uint128](t)
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
	longer := matrix{Words: words(24), Width: 3}
	refused(t, plan.Extend(longer, 7, good, 5, 0, nil), invalid, "out has 24 words, which are not 7 rows")
	refused(t, plan.Extend(matrix{Words: words(36), Width: 3}, 12, good, 5, 0, nil), invalid, "out_rows is 12")
	refused(t, plan.Extend(longer, 8, longer, 5, 0, nil), invalid, "x has 24 words")
	refused(t, plan.Extend(longer, 8, good, 0, 0, nil), invalid, "coset is 0")
	refused(t, plan.Extend(longer, 8, good, 5, 1, nil), invalid, "its power 2 must be omega")
	refused(t, failed(plan.ExtensionRoot(17)), invalid, "log_blowup is 17")
	refused(t, failed(plan.ExtensionRoot(-1)), invalid, "logBlowup is -1")
	refused(t, failed(ringlet.NewMatrixNTT(3, q, ringlet.NTTOptions[uint32]{})), invalid, "rows is 3")
	refused(t, failed(ringlet.NewMatrixNTT(-4, q, ringlet.NTTOptions[uint32]{})), invalid, "rows is -4")
	refused(t, failed(ringlet.NewMatrixNTT(4, q, ringlet.NTTOptions[uint32]{Coset: 3})), invalid, "cyclic")
	plan.Close()
	refused(t, plan.Forward(good, good, nil), invalid, "MatrixNTT is closed")
}
