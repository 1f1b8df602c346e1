package ringlet

/*
#include <pthread.h>
#include <ringlet/ringlet.h>

void ringletGoRun(void* context, size_t count, ringlet_task task, void* task_context);

static ringlet_status create_executor(ringlet_executor** executor, size_t workers, uintptr_t context) {
	return ringlet_executor_create(executor, workers, ringletGoRun, (void*)context);
}
static void call_task(ringlet_task task, void* context, size_t index, size_t worker) { task(context, index, worker); }
*/
import "C"

import (
	"runtime/cgo"
	"sync"
	"sync/atomic"
	"unsafe"
)

// Run calls task(i, worker) once for each i in [0, count), in any order, and returns when all of these calls have
// returned. worker is below the executor's number of workers, and two calls at the same time have different workers. If
// it leaves tasks out or panics, the library's call gives an error, and outputs may have been written. After its end,
// task does nothing. Goroutines that share an executor call it at the same time. It must not call runtime.Goexit, as
// FailNow of tests does: memory of the library's call would not be freed.
type Run func(count int, task func(index, worker int))

type executorHandle struct{ handle[*C.ringlet_executor] }

// Executor has goroutines on which the library runs its tasks.
type Executor struct {
	executorHandle
	workers int
}

// NewExecutor makes an executor that runs tasks by a function, on 1 to 65536 workers. The garbage collector never closes
// an executor that its function refers to.
func NewExecutor(workers int, run Run) (*Executor, error) {
	c := begin()
	defer c.end()
	if run == nil {
		return nil, &Error{NullPointer, "run is nil"}
	}
	var pointer *C.ringlet_executor
	context := cgo.NewHandle(run)
	err := c.do(func() C.ringlet_status {
		return C.create_executor(&pointer, c.size("workers", workers), C.uintptr_t(context))
	})
	if err != nil {
		context.Delete()
		return nil, err
	}
	executor := &Executor{workers: workers}
	open(executor, pointer, func(p *C.ringlet_executor) {
		C.ringlet_executor_destroy(p)
		context.Delete()
	})
	return executor, nil
}

// Goroutines makes an executor that starts goroutines for each phase of a call, besides the calling one.
func Goroutines(workers int) (*Executor, error) {
	return NewExecutor(workers, func(count int, task func(index, worker int)) {
		var next atomic.Int64
		work := func(worker int) {
			for index := int(next.Add(1)) - 1; index < count; index = int(next.Add(1)) - 1 {
				task(index, worker)
			}
		}
		var group sync.WaitGroup
		for worker := 1; worker < workers && worker < count; worker++ {
			group.Add(1)
			go func(worker int) {
				defer group.Done()
				work(worker)
			}(worker)
		}
		work(0)
		group.Wait()
	})
}

// Workers returns the number of workers.
func (executor *Executor) Workers() int { return executor.workers }

// panics has the values with which functions of type Run have panicked, by the thread of the call. panicCount is their
// number.
var (
	panics     sync.Map
	panicCount atomic.Int64
)

// takePanic removes the value for this thread, and returns it.
func takePanic() (value any, found bool) {
	if panicCount.Load() == 0 {
		return nil, false
	}
	if value, found = panics.LoadAndDelete(C.pthread_self()); found {
		panicCount.Add(-1)
	}
	return value, found
}

//export ringletGoRun
func ringletGoRun(context unsafe.Pointer, count C.size_t, task C.ringlet_task, taskContext unsafe.Pointer) {
	// Tasks share the lock. Goroutines that a panic leaves behind begin no more of them.
	var running sync.RWMutex
	ended := false
	defer func() {
		value := recover()
		running.Lock()
		ended = true
		running.Unlock()
		if value == nil {
			return
		}
		if _, another := panics.Swap(C.pthread_self(), value); !another {
			panicCount.Add(1)
		}
	}()
	run := cgo.Handle(uintptr(context)).Value().(Run)
	run(int(count), func(index, worker int) {
		running.RLock()
		defer running.RUnlock()
		if !ended {
			C.call_task(task, taskContext, C.size_t(index), C.size_t(worker))
		}
	})
}
