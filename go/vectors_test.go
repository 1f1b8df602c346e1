package ringlet_test

import (
	"os"
	"strconv"
	"strings"
)

// vector is a case of tests/vectors, which `scripts/check vectors` computes by Python's integers.
type vector map[string]string

// cases returns the vectors of a kind. Rows of residues have 16 words.
func cases(subject, kind string) (list []vector) {
	for _, line := range strings.Split(string(must(os.ReadFile("../tests/vectors/"+subject+".txt"))), "\n") {
		fields := strings.Fields(line)
		if len(fields) == 0 || fields[0] != kind {
			continue
		}
		v := vector{}
		for _, field := range fields[1:] {
			name, values, _ := strings.Cut(field, "=")
			v[name] = values
		}
		list = append(list, v)
	}
	if len(list) == 0 {
		panic("no case of " + kind)
	}
	return list
}

func (v vector) words(name string) (out []uint64) {
	for _, number := range strings.Split(v[name], ",") {
		out = append(out, must(strconv.ParseUint(number, 16, 64)))
	}
	return out
}

// split returns parts of n elements.
func split[T any](x []T, n int) (parts [][]T) {
	for ; len(x) > 0; x = x[n:] {
		parts = append(parts, x[:n:n])
	}
	return parts
}

func (v vector) rows(name string) [][]uint64 { return split(v.words(name), 16) }
