//go:build cgo

package ringlet

/*
#include <stdlib.h>
#ifdef __GLIBC__
#include <malloc.h>
#endif
#include <ringlet/ringlet.h>

// Returns freed memory to the system: glibc keeps it in an arena for each thread.
static void trim(void) {
#ifdef __GLIBC__
	malloc_trim(0);
#endif
}
*/
import "C"

import (
	"math"
	"runtime"
	"runtime/metrics"
	"sync"
	"sync/atomic"
	"time"
)

// freeGrowth is the number of bytes that objects of C may grow by without a collection.
const freeGrowth = 16 << 20

// leastHeld is the smallest number of bytes that objects of C have had since the last collection for them.
var leastHeld atomic.Int64

// collecting admits one goroutine that collects. Other goroutines that need a collection wait for it.
var collecting sync.Mutex

func held() int64 { return int64(C.ringlet_held_bytes()) }

// collectIfGrown collects garbage when objects of C have grown as much as Go lets its own heap grow: by default, by the
// bytes of C and Go together. GOGC changes that, and GOGC=off prevents it. Go's collector does not know the bytes of C.
func collectIfGrown() {
	if hasRoom() {
		return
	}
	collecting.Lock()
	defer collecting.Unlock()
	if hasRoom() {
		return
	}
	runtime.GC()
	// Finalizers run in a goroutine of their own. They need not end: one of them may have called this function.
	for i, before := 0, held(); i < 20; i++ {
		time.Sleep(time.Millisecond)
		now := held()
		if now >= before && hasRoom() {
			break
		}
		before = now
	}
	leastHeld.Store(held())
	C.trim()
}

// hasRoom returns whether objects of C may grow, and notes their bytes.
func hasRoom() bool {
	now, least := held(), leastHeld.Load()
	for now < least && !leastHeld.CompareAndSwap(least, now) {
		least = leastHeld.Load()
	}
	growth := now - least
	if growth <= freeGrowth {
		return true
	}
	samples := []metrics.Sample{{Name: "/gc/gogc:percent"}, {Name: "/gc/heap/live:bytes"}}
	metrics.Read(samples)
	percent, live := samples[0].Value.Uint64(), samples[1].Value.Uint64()
	return percent == math.MaxUint64 || float64(growth) <= float64(percent)/100*(float64(least)+float64(live))
}
