//! Only benchmarks: see benches/.
