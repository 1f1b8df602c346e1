//! Holds only benchmarks: see benches/.
