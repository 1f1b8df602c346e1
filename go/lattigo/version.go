// SPDX-License-Identifier: Apache-2.0

package lattigo

import (
	"fmt"
	"runtime/debug"
)

// Version is the version of Lattigo that this package serves.
const Version = "v6.2.0"

const lattigoModule = "github.com/tuneinsight/lattigo/v6"

// checkVersion returns an error for another version of Lattigo in the program. A directory that replaces the module, and
// a program without information on its modules, such as a test, have no version: for these the comparison of transforms
// with Lattigo's must do.
func checkVersion(info *debug.BuildInfo, ok bool) error {
	if !ok {
		return nil
	}
	for _, module := range append(info.Deps, &info.Main) {
		if module.Path != lattigoModule {
			continue
		}
		version := module.Version
		if module.Replace != nil {
			version = module.Replace.Version
		}
		if version != "" && version != "(devel)" && version != Version {
			return fmt.Errorf("lattigo: the program has Lattigo %s, and this package serves %s only", version, Version)
		}
	}
	return nil
}

func checkProgram() error { return checkVersion(debug.ReadBuildInfo()) }
