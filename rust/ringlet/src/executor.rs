use crate::error::Result;
use crate::handle::Handle;
use ringlet_sys as sys;
use std::marker::PhantomData;
use std::os::raw::c_void;
use std::panic::{catch_unwind, AssertUnwindSafe};
use std::ptr::null;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::thread;

/// Threads of the caller on which the library runs its tasks.
///
/// ```
/// use ringlet::{
///     rns::{RnsBase, RnsSpan},
///     Executor,
/// };
/// let executor = Executor::threads(2)?;
/// let mut x = [1, 2, 3, 4];
/// RnsBase::new(&[17, 19])?.neg_in_place(&mut RnsSpan::new(&mut x, 2)?, Some(&executor))?;
/// assert_eq!(x, [16, 15, 16, 15]);
/// # Ok::<(), ringlet::Error>(())
/// ```
pub struct Executor<'a> {
    handle: Handle<sys::ringlet_executor>,
    context: *mut Context<'a>,
}

type Context<'a> = Box<dyn Run + 'a>;

// The context is a `Run`, which is `Send` and `Sync`; nothing else changes it.
unsafe impl Send for Executor<'_> {}
unsafe impl Sync for Executor<'_> {}

/// Runner of tasks on threads, such as those of a pool.
///
/// ```
/// use ringlet::{Run, Task};
/// struct Backwards;
/// impl Run for Backwards {
///     fn run(&self, count: usize, task: Task<'_>) {
///         // Each index once, and worker 0 does one at a time.
///         (0..count).rev().for_each(|index| unsafe { task.call(index, 0) });
///     }
/// }
/// assert!(ringlet::Executor::new(1, Backwards).is_ok());
/// ```
pub trait Run: Send + Sync {
    /// Calls the task for each index below `count`, and returns when all of these calls have returned. If it leaves
    /// some out, or panics, the library's call is an error, and its outputs may have been written.
    fn run(&self, count: usize, task: Task<'_>);
}

/// Tasks of one [`Run::run`].
///
/// ```
/// fn serial(count: usize, task: ringlet::Task<'_>) {
///     (0..count).for_each(|index| unsafe { task.call(index, 0) });
/// }
/// ```
#[derive(Clone, Copy)]
pub struct Task<'a> {
    function: unsafe extern "C" fn(*mut c_void, usize, usize),
    context: *mut c_void,
    lifetime: PhantomData<&'a ()>,
}

// The library allows any threads to run tasks.
unsafe impl Send for Task<'_> {}
unsafe impl Sync for Task<'_> {}

impl Task<'_> {
    /// Runs task `index`. It does not panic.
    ///
    /// # Safety
    /// `index` is below the count, and no other call of this run has it. `worker` is below the executor's number of
    /// workers, and no two calls at the same time have the same.
    ///
    /// ```
    /// fn first(task: ringlet::Task<'_>) {
    ///     unsafe { task.call(0, 0) }
    /// }
    /// ```
    pub unsafe fn call(&self, index: usize, worker: usize) {
        (self.function)(self.context, index, worker);
    }
}

impl<'a> Executor<'a> {
    /// Runs tasks by `run`, on 1 to 65536 workers.
    ///
    /// ```
    /// use ringlet::{Executor, Run, Task};
    /// struct Serial;
    /// impl Run for Serial {
    ///     fn run(&self, count: usize, task: Task<'_>) {
    ///         (0..count).for_each(|index| unsafe { task.call(index, 0) });
    ///     }
    /// }
    /// assert!(Executor::new(0, Serial).is_err());
    /// ```
    pub fn new(workers: usize, run: impl Run + 'a) -> Result<Self> {
        let context: *mut Context<'a> = Box::into_raw(Box::new(Box::new(run)));
        let create =
            |out| unsafe { sys::ringlet_executor_create(out, workers, Some(call_run), context.cast::<c_void>()) };
        match Handle::new(sys::ringlet_executor_destroy, create) {
            Ok(handle) => Ok(Self { handle, context }),
            Err(error) => {
                drop(unsafe { Box::from_raw(context) });
                Err(error)
            }
        }
    }

    /// Starts threads for each phase of a call, besides the calling one, and ends them with it.
    ///
    /// ```
    /// assert_eq!(ringlet::Executor::threads(4)?.workers(), 4);
    /// # Ok::<(), ringlet::Error>(())
    /// ```
    pub fn threads(workers: usize) -> Result<Self> {
        Self::new(workers, Threads(workers))
    }

    /// Returns the number of workers.
    pub fn workers(&self) -> usize {
        unsafe { sys::ringlet_executor_workers(self.handle.get()) }
    }

    /// Returns the handle, or null for `None`.
    pub(crate) fn get(executor: Option<&Self>) -> *const sys::ringlet_executor {
        executor.map_or(null(), |executor| executor.handle.get())
    }
}

impl Drop for Executor<'_> {
    fn drop(&mut self) {
        // The handle is destroyed next, without using its context.
        drop(unsafe { Box::from_raw(self.context) });
    }
}

/// Function that C calls. It catches a panic; the library then finds that tasks are missing.
unsafe extern "C" fn call_run(
    context: *mut c_void,
    count: usize,
    function: sys::ringlet_task,
    task_context: *mut c_void,
) {
    if let Some(function) = function {
        let run = &*(context as *const Context<'_>);
        let task = Task { function, context: task_context, lifetime: PhantomData };
        let _ = catch_unwind(AssertUnwindSafe(|| run.run(count, task)));
    }
}

struct Threads(usize);

impl Run for Threads {
    fn run(&self, count: usize, task: Task<'_>) {
        let next = AtomicUsize::new(0);
        let work = |worker| loop {
            let index = next.fetch_add(1, Ordering::Relaxed);
            if index >= count {
                break;
            }
            // Each index is drawn once, and each worker is one thread.
            unsafe { task.call(index, worker) };
        };
        let work = &work;
        thread::scope(|scope| {
            for worker in 1..self.0.min(count) {
                // If a thread cannot be started, the others do its work.
                let _ = thread::Builder::new().spawn_scoped(scope, move || work(worker));
            }
            work(0);
        });
    }
}
