#![doc = include_str!("../README.md")]
#![deny(missing_docs)]
#![warn(rustdoc::broken_intra_doc_links)]

pub mod backend;
mod eltwise;
mod error;
mod executor;
mod fixed_operand;
mod handle;
mod modulus;
mod ntt;
mod number_theory;
pub mod rns;
pub mod wide;
mod word;

pub use eltwise::{
    add, add_in_place, add_scalar, add_scalar_in_place, axpy, axpy_in_place, cmp_add, cmp_add_in_place, cmp_sub,
    cmp_sub_in_place, mul, mul_in_place, mul_scalar, mul_scalar_in_place, mul_sub, mul_sub_in_place, neg, neg_in_place,
    reduce, reduce_in_place, sub, sub_in_place, sub_scalar, sub_scalar_in_place, Comparison,
};
pub use error::{Error, Result, Status};
pub use executor::{Executor, Run, Task};
pub use fixed_operand::FixedOperand;
pub use modulus::Modulus;
pub use ntt::{Ntt, Ring};
pub use number_theory::{is_prime, ntt_primes, reverse_bits, PrimeOrder};
pub use word::Word;
