// SPDX-License-Identifier: Apache-2.0

package lattigo

import (
	"runtime/debug"
	"strings"
	"testing"
)

func TestCheckVersion(t *testing.T) {
	with := func(version string, replace *debug.Module) *debug.BuildInfo {
		return &debug.BuildInfo{Deps: []*debug.Module{{Path: "other", Version: "v1.0.0"},
			{Path: lattigoModule, Version: version, Replace: replace}}}
	}
	for _, info := range []*debug.BuildInfo{
		{}, with("v6.2.0", nil), with("v6.1.0", &debug.Module{Path: "fork", Version: "v6.2.0"}), with("v6.1.0", &debug.Module{Path: "../lattigo"}),
	} {
		if err := checkVersion(info, true); err != nil {
			t.Error(err)
		}
	}
	if err := checkVersion(nil, false); err != nil {
		t.Error(err)
	}
	for _, info := range []*debug.BuildInfo{
		with("v6.1.0", nil), with("v6.3.0", nil), with("v6.2.0", &debug.Module{Path: "fork", Version: "v6.2.1"}),
		{Main: debug.Module{Path: lattigoModule, Version: "v6.3.0"}},
	} {
		if err := checkVersion(info, true); err == nil || !strings.Contains(err.Error(), "Lattigo v6.") {
			t.Errorf("%v for %v", err, info)
		}
	}
}
