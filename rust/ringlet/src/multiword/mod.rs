//! Multiword moduli of 125 to 511 bits, such as the fields of zero-knowledge proofs: arithmetic, transforms and number
//! theory on slices of `[u64; N]`, N = 3, 4, 5, 6 or 8, the lowest word first.
//!
//! This is the layout of arkworks' `BigInt<N>` and `Fp`, of gnark-crypto's `fr.Element`, of halo2curves' `Fr` and, for
//! N = 4, of blst's `blst_fr`. Numbers are plain, or in Montgomery form, x R mod q with R = 2^(64 N). A function with
//! products takes a [`Form`], which all its operands and the result have. Elements lie in [0, q); others give wrong
//! results, but do no other harm. A single number outside its range is an error. Results do not depend on the
//! [`Executor`](crate::Executor); `None` is the calling thread alone.
//!
//! ```
//! use ringlet::multiword::{self, Form, Modulus, Ntt};
//! // The product of two polynomials modulo X^1024 - 1 in the scalar field of BN254.
//! let field = multiword::field::<[u64; 4]>("bn254-fr")?;
//! let q = Modulus::new(field.modulus)?;
//! let ntt = Ntt::new(1024, &q, ringlet::Ring::Cyclic)?;
//! let (mut a, mut b) = (vec![[1, 0, 0, 0]; 1024], vec![[2, 0, 0, 0]; 1024]);
//! ntt.forward_in_place(&mut a, None)?;
//! ntt.forward_in_place(&mut b, None)?;
//! multiword::mul_in_place(&mut a, &b, &q, Form::Plain)?;
//! ntt.inverse_in_place(&mut a, None)?;
//! assert_eq!(a[0], [2048, 0, 0, 0]);
//! # Ok::<(), ringlet::Error>(())
//! ```

mod eltwise;
mod field;
mod modulus;
mod ntt;
mod number;

pub use crate::Form;
pub use eltwise::*;
pub use field::{field, fields, Field, FieldNumber};
pub use modulus::Modulus;
pub use ntt::{Ntt, NttOptions};
pub use number::{decimal, hexadecimal, is_prime, ntt_primes, parse, Number};
