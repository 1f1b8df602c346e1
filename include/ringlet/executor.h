// SPDX-License-Identifier: Apache-2.0
#ifndef RINGLET_EXECUTOR_H
#define RINGLET_EXECUTOR_H

// Part of ringlet.h, which includes this header at its end: a program may include either.
#include "ringlet/ringlet.h"

#ifdef __cplusplus
extern "C" {
#endif

/// @name Executors
/// @{

/// Function that an executor calls for each index. It never fails, and returns at once if another task has failed.
typedef void (*ringlet_task)(void* task_context, size_t index, size_t worker);

/// Calls task(task_context, i, worker) once for each i in [0, count), and returns when all of these calls have
/// returned. The library calls it on the thread that called the library, with the `context` of
/// `ringlet_executor_create`.
///
/// Tasks      may run in any order, at the same time or one after the other, on any threads
/// Worker     below the executor's `workers`; two tasks that run at the same time have different numbers
/// Memory     writes before the call must be visible to each task, and writes of tasks after the call
/// Errors     it must return, without an exception. If a task fails, the library's call fails after this function has
///            returned. If tasks were left out or a worker is too large, it fails with RINGLET_INVALID_ARGUMENT.
///            Outputs may have been written by then
typedef void (*ringlet_run)(void* context, size_t count, ringlet_task task, void* task_context);

/// Threads of the caller. Whether several threads may share an executor depends on `run`.
typedef struct ringlet_executor ringlet_executor;

/// Creates an executor.
/// Validity   1 <= workers <= 65536; context may be null
/// Output     *executor: a new handle for `ringlet_executor_destroy`
RINGLET_API ringlet_status ringlet_executor_create(ringlet_executor** executor, size_t workers, ringlet_run run,
                                                   void* context);
/// Destroys an executor; null is allowed.
RINGLET_API void ringlet_executor_destroy(ringlet_executor* executor);
/// Returns the number of workers; 0 for a null handle.
RINGLET_API size_t ringlet_executor_workers(const ringlet_executor* executor);

/// @}

#ifdef __cplusplus
}
#endif

#endif
