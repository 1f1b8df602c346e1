package ringlet

import "testing"

func TestOtherVersionsAreRefused(t *testing.T) {
	for found, right := range map[string]bool{LibraryVersion(): true, "0.1.7": true, "0.10.0": false, "1.0.0": false} {
		if err := checkVersion(found); (err == nil) != right {
			t.Errorf("version %s gives %v", found, err)
		}
	}
}
