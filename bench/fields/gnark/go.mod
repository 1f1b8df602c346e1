module ringlet.invalid/bench/fields/gnark

go 1.25.7

require github.com/consensys/gnark-crypto v0.20.0

require (
	github.com/bits-and-blooms/bitset v1.24.4 // indirect
	golang.org/x/sys v0.41.0 // indirect
)
