use ringlet_sys as sys;

/// Representation of numbers x. Sums and transforms are the same for both forms.
///
/// ```
/// use ringlet::multiword::{mul, Form, Modulus};
/// let q = Modulus::new([7, 0, 1 << 60])?;
/// let mut out = [[0; 3]];
/// mul(&mut out, &[[3, 0, 0]], &[[5, 0, 0]], &q, Form::Plain)?;
/// assert_eq!(out, [[15, 0, 0]]);
/// # Ok::<(), ringlet::Error>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Form {
    /// x itself; a product modulo multiword moduli takes two reductions.
    Plain,
    /// x R mod q, as Lattigo keeps words, and arkworks, gnark-crypto, halo2curves and blst multiword numbers. R is 2^64
    /// for `u64` and 2^(64 N) for `[u64; N]`. A product is a b / R and takes one reduction. With one plain factor and one
    /// in this form it is the plain product. Words need odd moduli.
    Montgomery,
}

impl Form {
    pub(crate) fn raw(self) -> sys::ringlet_form {
        match self {
            Self::Plain => sys::RINGLET_PLAIN,
            Self::Montgomery => sys::RINGLET_MONTGOMERY,
        }
    }
}
