use ringlet::{Executor, Run, Task};

/// Pool that gives all tasks to one worker, the last index first.
struct Backwards;

impl Run for Backwards {
    fn run(&self, count: usize, task: Task<'_>) {
        (0..count).rev().for_each(|index| unsafe { task.call(index, 0) });
    }
}

pub fn with_executors(body: impl Fn(Option<&Executor<'_>>)) {
    body(None);
    body(Some(&Executor::threads(3).unwrap()));
    body(Some(&Executor::new(1, Backwards).unwrap()));
}
