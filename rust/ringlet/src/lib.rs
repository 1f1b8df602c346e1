#![doc = include_str!("../README.md")]
#![deny(missing_docs)]
#![warn(rustdoc::broken_intra_doc_links)]

pub mod backend;
mod eltwise;
mod error;
mod executor;
mod extension_field;
mod fixed_operand;
mod form;
mod handle;
mod matrix_ntt;
mod modulus;
#[cfg(feature = "multiword")]
pub mod multiword;
mod ntt;
mod number_theory;
#[cfg(feature = "rns")]
pub mod rns;
mod shape;
mod word;

pub use eltwise::*;
pub use error::{Error, Result, Status};
pub use executor::{Executor, Run, Task};
pub use extension_field::{ElementLayout, ExtensionField};
pub use fixed_operand::FixedOperand;
pub use form::Form;
pub use matrix_ntt::{MatrixNtt, MatrixSpan, MatrixView};
pub use modulus::Modulus;
pub use ntt::{Ntt, NttOptions, Order, Ring};
pub use number_theory::{is_prime, ntt_primes, reverse_bits, PrimeOrder};
pub use word::{FormWord, Word};
