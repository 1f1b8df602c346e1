// Command backends prints the backends that this CPU can run, the weakest first.
package main

import (
	"fmt"

	"ringlet"
)

func main() {
	for _, backend := range ringlet.Backends() {
		if backend.Supported {
			fmt.Println(backend.Name)
		}
	}
}
