// Command words128 writes the functions of 128-bit words from those of 64-bit words: modulus.go gives modulus128.go. Run
// it by go generate in the folder of the package. Its argument is the folder of the results.
package main

import (
	"bytes"
	"go/ast"
	"go/format"
	"go/parser"
	"go/token"
	"os"
	"path/filepath"
	"regexp"
	"strings"
)

var sources = []string{"modulus", "ntt", "eltwise", "fixed_operand", "extension_field", "primes"}

type rule struct {
	pattern *regexp.Regexp
	by      string
}

func rules(pairs ...string) (list []rule) {
	for i := 0; i < len(pairs); i += 2 {
		list = append(list, rule{regexp.MustCompile(pairs[i]), pairs[i+1]})
	}
	return list
}

// texts changes what the syntax tree does not name: the functions of C, words, and limits in comments. @ protects.
var texts = rules(
	`C\.ringlet_(status|ring|form|order|prime_order|element_layout)\b`, `C.@$1`,
	`C\.ringlet_(modulus|ntt|fixed_operand|extension_field)(_create_on_coset|_create|_destroy|_evaluate|_interpolate|_extension_root|_extend|_root|_describe|_forward|_inverse|_multiply|_mul_add|_mul_by_base|_mul_by_element|_mul|_invert|_inner_product|_powers|_to_coordinates|_to_interleaved)?\b`, `C.@${1}128$2`,
	`C\.ringlet_(\w+)`, `C.@${1}128`,
	`C\.@`, `C.ringlet_`,
	`\buint64\(result\)`, `word128(result)`,
	`C\.uint64_t\(order\)`, `C.@(order)`,
	`C\.uint64_t\(`, `raw128(`,
	`C\.uint64_t\b`, `C.ringlet_uint128`,
	`C\.@\(order\)`, `C.uint64_t(order)`,
	`order uint64`, `order @`,
	`\buint64\b`, `Uint128`,
	`order @`, `order uint64`,
	`c\.vector\("(out|primes)"`, `c.output128("$1"`,
	`c\.vector\(`, `c.input128(`,
	`address\(`, `address128(`,
	`2\^62`, `2^124`,
	`up to 62`, `up to 124`,
	`from 2 to 2\^24`, `from 2 to 2^20`,
)

func main() {
	files := token.NewFileSet()
	trees := map[string]*ast.File{}
	names := map[string]bool{}
	for _, name := range sources {
		tree, err := parser.ParseFile(files, name+".go", nil, parser.ParseComments)
		check(err)
		trees[name] = tree
		declare(tree, names)
	}
	for _, name := range sources {
		rename(trees[name], names)
		var text bytes.Buffer
		check(format.Node(&text, files, trees[name]))
		out := text.String()
		for _, rule := range texts {
			out = rule.pattern.ReplaceAllString(out, rule.by)
		}
		check(os.WriteFile(filepath.Join(os.Args[1], name+"128.go"), []byte("// Code generated from "+name+".go by go generate. DO NOT EDIT.\n\n"+out), 0o644))
	}
}

// declare collects the names of types and functions.
func declare(tree *ast.File, names map[string]bool) {
	for _, declaration := range tree.Decls {
		switch d := declaration.(type) {
		case *ast.FuncDecl:
			if d.Recv == nil {
				names[d.Name.Name] = true
			}
		case *ast.GenDecl:
			for _, spec := range d.Specs {
				if t, ok := spec.(*ast.TypeSpec); ok {
					names[t.Name.Name] = true
				}
			}
		}
	}
}

// rename appends 128 to these names, except where they are those of methods and fields.
func rename(tree *ast.File, names map[string]bool) {
	others := map[*ast.Ident]bool{}
	ast.Inspect(tree, func(node ast.Node) bool {
		switch n := node.(type) {
		case *ast.SelectorExpr:
			others[n.Sel] = true
		case *ast.FuncDecl:
			others[n.Name] = n.Recv != nil
			if n.Recv == nil {
				comment(n.Doc, n.Name.Name)
			}
		case *ast.GenDecl:
			for _, spec := range n.Specs {
				if t, ok := spec.(*ast.TypeSpec); ok {
					comment(n.Doc, t.Name.Name)
				}
			}
		case *ast.Ident:
			if names[n.Name] && !others[n] {
				n.Name += "128"
			}
		}
		return true
	})
}

// comment renames the subject of a comment.
func comment(group *ast.CommentGroup, name string) {
	if group != nil {
		first := group.List[0]
		first.Text = strings.Replace(first.Text, "// "+name+" ", "// "+name+"128 ", 1)
	}
}

func check(err error) {
	if err != nil {
		panic(err)
	}
}
