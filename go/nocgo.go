//go:build !cgo

package ringlet

// The compiler prints this name where cgo is off.
var _ = ringlet_needs_cgo_and_a_C_compiler__see_docs_go_md
