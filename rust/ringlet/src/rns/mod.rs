//! Residue number systems: integers modulo a product Q of moduli, represented by residues.
//!
//! A polynomial of n coefficients has a row of n words for each modulus: [`RnsView`] to read, [`RnsSpan`] to write.
//! Fewer rows than a base has moduli are a level, modulo its first moduli. Values lie in [0, q_i) in row i; others give
//! wrong results, but do no other harm. Results do not depend on the [`Executor`]; `None` is the calling thread alone.
//!
//! ```
//! use ringlet::rns::{Lift, ModDown, RnsBase, RnsNtt, RnsSpan, RnsView};
//! let n = 64;
//! let base = RnsBase::new(&ringlet::ntt_primes::<u64>(3, 50, n, ringlet::PrimeOrder::LargestFirst)?)?;
//! let ntt = RnsNtt::new(n, &base, None)?;
//! // q_2 + q_2 X + ..., as integers of one word, divided by q_2 in the evaluations.
//! let mut rows = vec![0; 3 * n];
//! base.from_integers(&mut RnsSpan::new(&mut rows, n)?, &vec![base.modulus(2).unwrap(); n], 1, false)?;
//! ntt.forward_in_place(&mut RnsSpan::new(&mut rows, n)?, None)?;
//! let mut divided = vec![0; 2 * n];
//! let rescale = ModDown::new(&ntt, 1, 1, 1, Lift::Centred)?;
//! rescale.on_evaluations(&mut RnsSpan::new(&mut divided, n)?, &RnsView::new(&rows, n)?, None)?;
//! ntt.inverse_in_place(&mut RnsSpan::new(&mut divided, n)?, None)?;
//! assert_eq!(divided, vec![1; 2 * n]);
//! # Ok::<(), ringlet::Error>(())
//! ```

mod automorphism;
mod base;
mod conversions;
mod digits;
mod key_switch;
mod linear_transform;
mod ntt;
mod rows;

pub use automorphism::Automorphism;
pub use base::RnsBase;
pub use conversions::{BaseConversion, ModDown, ScaleAndRound};
pub use key_switch::{Domain, KeySwitch, KeySwitchOptions, RotationKey, SwitchingKey};
pub use linear_transform::LinearTransform;
pub use ntt::{RnsContext, RnsNtt};
pub use rows::{RnsSpan, RnsView};

use crate::executor::Executor;
use ringlet_sys as sys;

/// Integer that residues x_i modulo q_i stand for.
///
/// ```
/// use ringlet::rns::{Lift, RnsBase, RnsView};
/// let base = RnsBase::new(&[3, 5])?;
/// let mut integer = [0];
/// base.to_integers(&mut integer, 1, &RnsView::new(&[2, 4], 1)?, Lift::Centred)?;
/// assert_eq!(integer, [u64::MAX]); // -1
/// # Ok::<(), ringlet::Error>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Lift {
    /// Sum of the (x_i (Q/q_i)^-1 mod q_i) Q/q_i: the integer in [0, Q) plus e Q, where 0 ≤ e < the number of moduli.
    Approximate,
    /// Integer in [0, Q).
    Floor,
    /// Integer in [−Q/2, Q/2).
    Centred,
}

impl Lift {
    fn raw(self) -> sys::ringlet_lift {
        match self {
            Self::Approximate => sys::RINGLET_LIFT_APPROXIMATE,
            Self::Floor => sys::RINGLET_LIFT_FLOOR,
            Self::Centred => sys::RINGLET_LIFT_CENTRED,
        }
    }
}
