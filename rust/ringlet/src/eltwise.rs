//! Operations element by element, modulo any q. Elements lie in [0, q), or in [0, f q) with an input factor f; others
//! give wrong results, but do no other harm. A scalar outside [0, q) is an error. All slices have the same length.

use crate::error::{check, check_lengths, Result};
use crate::form::Form;
use crate::modulus::Modulus;
use crate::word::{with_output, FormWord, Input, Word};
use ringlet_sys as sys;
use std::ptr::null;

/// Input factor of values that may be any word: of [`reduce`] and of [`Ntt::forward_lazy`](crate::Ntt::forward_lazy).
///
/// ```
/// let mut a = [1 << 40, 33];
/// ringlet::reduce_in_place(&mut a, &ringlet::Modulus::new(17_u64)?, ringlet::ANY_WORD, 1)?;
/// assert_eq!(a, [1, 16]);
/// # Ok::<(), ringlet::Error>(())
/// ```
pub const ANY_WORD: u32 = sys::RINGLET_ANY_WORD;

/// Defines an operation, and the one whose first array is its output, too; the example is for both. Lists arrays,
/// scalars, a form or none, and factors in the order of C, which has n and q before the form. Without a word and its C
/// function, an operation is for all words, and has no form.
macro_rules! operation {
    (
        $(#[$doc:meta])* $name:ident, $in_place:ident: [$($array:ident),*] [$($scalar:ident),*] [$($factor:ident),*]
    ) => {
        operation! {
            $(#[$doc])* $name, $in_place: {<W: Word>} W, (W::C.$name)
            [$($array),*] [$($scalar),*] [] [$($factor),*]
        }
    };
    (
        $(#[$doc:meta])* $name:ident, $in_place:ident: {$($generics:tt)*} $word:ty, $function:tt
        [$first:ident $(, $array:ident)*] [$($scalar:ident),*] [$($form:ident)?] [$($factor:ident),*]
    ) => {
        $(#[$doc])*
        pub fn $name $($generics)* (
            out: &mut [$word], $first: &[$word], $($array: &[$word],)* $($scalar: $word,)* q: &Modulus<$word>,
            $($form: Form,)? $($factor: u32),*
        ) -> Result<()> {
            check_lengths(out, &[(stringify!($first), $first), $((stringify!($array), $array)),*])?;
            let (n, $first, $($array),*) = (out.len(), Input::new($first), $(Input::new($array)),*);
            check(with_output(out, |out| unsafe {
                $function(out, $first.get(), $($array.get(),)* $($scalar.raw(),)* n, q.get(), $($form.raw(),)? $($factor),*)
            }))
        }

        #[doc = concat!("Applies [`", stringify!($name), "`] in place.")]
        pub fn $in_place $($generics)* (
            $first: &mut [$word], $($array: &[$word],)* $($scalar: $word,)* q: &Modulus<$word>,
            $($form: Form,)? $($factor: u32),*
        ) -> Result<()> {
            check_lengths($first, &[$((stringify!($array), $array)),*])?;
            let (n, $($array),*) = ($first.len(), $(Input::new($array)),*);
            check(with_output($first, |out| unsafe {
                $function(out, out, $($array.get(),)* $($scalar.raw(),)* n, q.get(), $($form.raw(),)? $($factor),*)
            }))
        }
    };
}

operation! {
    /// out\[i\] = a\[i\] + b\[i\] mod q.
    ///
    /// ```
    /// let mut out = [0; 2];
    /// ringlet::add(&mut out, &[1, 16], &[2, 3], &ringlet::Modulus::new(17_u64)?)?;
    /// assert_eq!(out, [3, 2]);
    /// let mut a = [1, 16];
    /// ringlet::add_in_place(&mut a, &[2, 3], &ringlet::Modulus::new(17_u64)?)?;
    /// assert_eq!(a, [3, 2]);
    /// # Ok::<(), ringlet::Error>(())
    /// ```
    add, add_in_place: [a, b] [] []
}

operation! {
    /// out\[i\] = a\[i\] + s mod q.
    ///
    /// ```
    /// let mut out = [0; 2];
    /// ringlet::add_scalar(&mut out, &[1, 16], 3, &ringlet::Modulus::new(17_u128)?)?;
    /// assert_eq!(out, [4, 2]);
    /// let mut a = [1, 16];
    /// ringlet::add_scalar_in_place(&mut a, 3, &ringlet::Modulus::new(17_u64)?)?;
    /// assert_eq!(a, [4, 2]);
    /// # Ok::<(), ringlet::Error>(())
    /// ```
    add_scalar, add_scalar_in_place: [a] [s] []
}

operation! {
    /// out\[i\] = a\[i\] − b\[i\] mod q.
    ///
    /// ```
    /// let mut out = [0; 2];
    /// ringlet::sub(&mut out, &[1, 16], &[2, 3], &ringlet::Modulus::new(17_u64)?)?;
    /// assert_eq!(out, [16, 13]);
    /// let mut a = [1, 16];
    /// ringlet::sub_in_place(&mut a, &[2, 3], &ringlet::Modulus::new(17_u64)?)?;
    /// assert_eq!(a, [16, 13]);
    /// # Ok::<(), ringlet::Error>(())
    /// ```
    sub, sub_in_place: [a, b] [] []
}

operation! {
    /// out\[i\] = a\[i\] − s mod q.
    ///
    /// ```
    /// let mut out = [0; 2];
    /// ringlet::sub_scalar(&mut out, &[1, 16], 3, &ringlet::Modulus::new(17_u64)?)?;
    /// assert_eq!(out, [15, 13]);
    /// let mut a = [1, 16];
    /// ringlet::sub_scalar_in_place(&mut a, 3, &ringlet::Modulus::new(17_u64)?)?;
    /// assert_eq!(a, [15, 13]);
    /// # Ok::<(), ringlet::Error>(())
    /// ```
    sub_scalar, sub_scalar_in_place: [a] [s] []
}

operation! {
    /// out\[i\] = −a\[i\] mod q.
    ///
    /// ```
    /// let mut out = [0; 2];
    /// ringlet::neg(&mut out, &[0, 16], &ringlet::Modulus::new(17_u64)?)?;
    /// assert_eq!(out, [0, 1]);
    /// let mut a = [0, 16];
    /// ringlet::neg_in_place(&mut a, &ringlet::Modulus::new(17_u64)?)?;
    /// assert_eq!(a, [0, 1]);
    /// # Ok::<(), ringlet::Error>(())
    /// ```
    neg, neg_in_place: [a] [] []
}

operation! {
    /// out\[i\] = a\[i\] b\[i\] mod q; a, b in [0, f q), f in {1, 2, 4}.
    ///
    /// ```
    /// let mut out = [0; 2];
    /// ringlet::mul(&mut out, &[1 + 17, 16], &[2, 3], &ringlet::Modulus::new(17_u64)?, 2)?;
    /// assert_eq!(out, [2, 14]);
    /// let mut a = [1, 16];
    /// ringlet::mul_in_place(&mut a, &[2, 3], &ringlet::Modulus::new(17_u128)?, 1)?;
    /// assert_eq!(a, [2, 14]);
    /// # Ok::<(), ringlet::Error>(())
    /// ```
    mul, mul_in_place: [a, b] [] [f]
}

operation! {
    /// out\[i\] = a\[i\] b\[i\] − c\[i\] mod q; a, b, c in [0, f q), f in {1, 2, 4}.
    ///
    /// ```
    /// let mut out = [0; 2];
    /// ringlet::mul_sub(&mut out, &[1, 16], &[2, 3], &[1, 15], &ringlet::Modulus::new(17_u64)?, 1)?;
    /// assert_eq!(out, [1, 16]);
    /// let mut a = [1, 16];
    /// ringlet::mul_sub_in_place(&mut a, &[2, 3], &[1, 15], &ringlet::Modulus::new(17_u64)?, 1)?;
    /// assert_eq!(a, [1, 16]);
    /// # Ok::<(), ringlet::Error>(())
    /// ```
    mul_sub, mul_sub_in_place: [a, b, c] [] [f]
}

operation! {
    /// out\[i\] = a\[i\] b\[i\] mod q for numbers in a form; a, b in [0, f q), f in {1, 2, 4}. [`Form::Montgomery`]
    /// needs an odd q.
    ///
    /// ```
    /// use ringlet::{Form, Modulus};
    /// let mut out = [0; 2];
    /// ringlet::mul_in_form(&mut out, &[1, 16], &[2, 3], &Modulus::new(17_u64)?, Form::Montgomery, 1)?;
    /// assert_eq!(out, [2, 14]); // 2^64 is 1 modulo 17
    /// let mut a = [1, 16];
    /// ringlet::mul_in_form_in_place(&mut a, &[2, 3], &Modulus::new(17_u64)?, Form::Montgomery, 1)?;
    /// assert_eq!(a, [2, 14]);
    /// # Ok::<(), ringlet::Error>(())
    /// ```
    mul_in_form, mul_in_form_in_place: {<W: FormWord>} W, (W::F.mul_in_form) [a, b] [] [form] [f]
}

operation! {
    /// out\[i\] = a\[i\] b\[i\] + c\[i\] mod q; a, b, c in [0, f q), f in {1, 2, 4}.
    ///
    /// ```
    /// let mut out = [0; 2];
    /// ringlet::mul_add(&mut out, &[1, 16], &[2, 3], &[1, 3], &ringlet::Modulus::new(17_u64)?, 1)?;
    /// assert_eq!(out, [3, 0]);
    /// let mut a = [1, 16];
    /// ringlet::mul_add_in_place(&mut a, &[2, 3], &[1, 3], &ringlet::Modulus::new(17_u64)?, 1)?;
    /// assert_eq!(a, [3, 0]);
    /// # Ok::<(), ringlet::Error>(())
    /// ```
    mul_add, mul_add_in_place: [a, b, c] [] [f]
}

operation! {
    /// out\[i\] = a\[i\] b\[i\] + c\[i\] mod q for numbers in a form; a, b, c in [0, f q), f in {1, 2, 4}.
    /// [`Form::Montgomery`] needs an odd q.
    ///
    /// ```
    /// use ringlet::{Form, Modulus};
    /// let mut out = [0; 2];
    /// ringlet::mul_add_in_form(&mut out, &[1, 16], &[2, 3], &[1, 3], &Modulus::new(17_u64)?, Form::Plain, 1)?;
    /// assert_eq!(out, [3, 0]);
    /// let mut a = [1, 16];
    /// ringlet::mul_add_in_form_in_place(&mut a, &[2, 3], &[1, 3], &Modulus::new(17_u64)?, Form::Plain, 1)?;
    /// assert_eq!(a, [3, 0]);
    /// # Ok::<(), ringlet::Error>(())
    /// ```
    mul_add_in_form, mul_add_in_form_in_place: {<W: FormWord>} W, (W::F.mul_add_in_form) [a, b, c] [] [form] [f]
}

operation! {
    /// out\[i\] = a\[i\] b\[i\] − c\[i\] mod q for numbers in a form; a, b, c in [0, f q), f in {1, 2, 4}.
    /// [`Form::Montgomery`] needs an odd q.
    ///
    /// ```
    /// use ringlet::{Form, Modulus};
    /// let mut out = [0; 2];
    /// ringlet::mul_sub_in_form(&mut out, &[1, 16], &[2, 3], &[1, 15], &Modulus::new(17_u64)?, Form::Plain, 1)?;
    /// assert_eq!(out, [1, 16]);
    /// let mut a = [1, 16];
    /// ringlet::mul_sub_in_form_in_place(&mut a, &[2, 3], &[1, 15], &Modulus::new(17_u64)?, Form::Plain, 1)?;
    /// assert_eq!(a, [1, 16]);
    /// # Ok::<(), ringlet::Error>(())
    /// ```
    mul_sub_in_form, mul_sub_in_form_in_place: {<W: FormWord>} W, (W::F.mul_sub_in_form) [a, b, c] [] [form] [f]
}

operation! {
    /// out\[i\] = 1 / a\[i\] mod q, or 0 if a\[i\] is 0. Takes three products for each number and one inversion for
    /// all; its time depends on the values. An error if another number has a common factor with q.
    ///
    /// ```
    /// let mut out = [0; 2];
    /// ringlet::invert(&mut out, &[2, 0], &ringlet::Modulus::new(17_u64)?)?;
    /// assert_eq!(out, [9, 0]);
    /// let mut a = [2, 0];
    /// ringlet::invert_in_place(&mut a, &ringlet::Modulus::new(17_u128)?)?;
    /// assert_eq!(a, [9, 0]);
    /// # Ok::<(), ringlet::Error>(())
    /// ```
    invert, invert_in_place: [a] [] []
}

operation! {
    /// Applies [`invert`] to numbers in a form. [`Form::Montgomery`] needs an odd q.
    ///
    /// ```
    /// use ringlet::{Form, Modulus};
    /// let mut out = [0; 2];
    /// ringlet::invert_in_form(&mut out, &[2, 0], &Modulus::new(17_u64)?, Form::Montgomery)?;
    /// assert_eq!(out, [9, 0]); // 2^64 is 1 modulo 17
    /// let mut a = [2, 0];
    /// ringlet::invert_in_form_in_place(&mut a, &Modulus::new(17_u64)?, Form::Montgomery)?;
    /// assert_eq!(a, [9, 0]);
    /// # Ok::<(), ringlet::Error>(())
    /// ```
    invert_in_form, invert_in_form_in_place: {<W: FormWord>} W, (W::F.invert_in_form) [a] [] [form] []
}

/// out\[i\] = first ratio^i mod q.
///
/// ```
/// let mut out = [0; 3];
/// ringlet::powers(&mut out, 5, 2, &ringlet::Modulus::new(17_u64)?)?;
/// assert_eq!(out, [5, 10, 3]);
/// # Ok::<(), ringlet::Error>(())
/// ```
pub fn powers<W: Word>(out: &mut [W], first: W, ratio: W, q: &Modulus<W>) -> Result<()> {
    let n = out.len();
    check(with_output(out, |out| unsafe { (W::C.powers)(out, first.raw(), ratio.raw(), n, q.get()) }))
}

/// out\[i\] = first ratio^i mod q for numbers in a form. [`Form::Montgomery`] needs an odd q.
///
/// ```
/// use ringlet::{Form, Modulus};
/// let mut out = [0; 3];
/// ringlet::powers_in_form(&mut out, 5, 2, &Modulus::new(17_u64)?, Form::Montgomery)?;
/// assert_eq!(out, [5, 10, 3]); // 2^64 is 1 modulo 17
/// # Ok::<(), ringlet::Error>(())
/// ```
pub fn powers_in_form<W: FormWord>(out: &mut [W], first: W, ratio: W, q: &Modulus<W>, form: Form) -> Result<()> {
    let n = out.len();
    check(with_output(out, |out| unsafe {
        (W::F.powers_in_form)(out, first.raw(), ratio.raw(), n, q.get(), form.raw())
    }))
}

operation! {
    /// out\[i\] = 2^64 a\[i\] mod q: converts plain numbers to [`Form::Montgomery`]; q odd.
    ///
    /// ```
    /// let mut out = [0];
    /// ringlet::to_montgomery(&mut out, &[3], &ringlet::Modulus::new(19_u64)?)?;
    /// assert_eq!(out, [13]); // 2^64 is 17 modulo 19
    /// let mut a = [3];
    /// ringlet::to_montgomery_in_place(&mut a, &ringlet::Modulus::new(19_u64)?)?;
    /// assert_eq!(a, [13]);
    /// # Ok::<(), ringlet::Error>(())
    /// ```
    to_montgomery, to_montgomery_in_place: {<W: FormWord>} W, (W::F.to_montgomery) [a] [] [] []
}

operation! {
    /// out\[i\] = a\[i\] / 2^64 mod q: converts numbers from [`Form::Montgomery`] to plain form; q odd.
    ///
    /// ```
    /// let mut out = [0];
    /// ringlet::from_montgomery(&mut out, &[13], &ringlet::Modulus::new(19_u64)?)?;
    /// assert_eq!(out, [3]);
    /// let mut a = [13];
    /// ringlet::from_montgomery_in_place(&mut a, &ringlet::Modulus::new(19_u64)?)?;
    /// assert_eq!(a, [3]);
    /// # Ok::<(), ringlet::Error>(())
    /// ```
    from_montgomery, from_montgomery_in_place: {<W: FormWord>} W, (W::F.from_montgomery) [a] [] [] []
}

operation! {
    /// out\[i\] = a\[i\] s mod q; a in [0, f q) and in a word, f in {1, 2, 4, 8}.
    ///
    /// ```
    /// let mut out = [0; 2];
    /// ringlet::mul_scalar(&mut out, &[1, 16], 3, &ringlet::Modulus::new(17_u64)?, 1)?;
    /// assert_eq!(out, [3, 14]);
    /// let mut a = [1, 16];
    /// ringlet::mul_scalar_in_place(&mut a, 3, &ringlet::Modulus::new(17_u64)?, 1)?;
    /// assert_eq!(a, [3, 14]);
    /// # Ok::<(), ringlet::Error>(())
    /// ```
    mul_scalar, mul_scalar_in_place: [a] [s] [f]
}

/// out\[i\] = x\[i\] s + z\[i\] mod q, or x\[i\] s mod q without z; x, z in [0, f q) and in a word, f in {1, 2, 4, 8}.
///
/// ```
/// let mut out = [0; 2];
/// ringlet::axpy(&mut out, &[1, 16], 3, Some(&[1, 1]), &ringlet::Modulus::new(17_u64)?, 1)?;
/// assert_eq!(out, [4, 15]);
/// let mut z = [1, 1];
/// ringlet::axpy_in_place(&mut z, &[1, 16], 3, &ringlet::Modulus::new(17_u64)?, 1)?;
/// assert_eq!(z, [4, 15]);
/// # Ok::<(), ringlet::Error>(())
/// ```
pub fn axpy<W: Word>(out: &mut [W], x: &[W], s: W, z: Option<&[W]>, q: &Modulus<W>, f: u32) -> Result<()> {
    check_lengths(out, &[("x", x), ("z", z.unwrap_or(x))])?;
    let (n, x, z) = (out.len(), Input::new(x), z.map(Input::new));
    let z = z.as_ref().map_or(null(), |z| z.get());
    check(with_output(out, |out| unsafe { (W::C.axpy)(out, x.get(), s.raw(), z, n, q.get(), f) }))
}

/// Applies [`axpy`] with z as its output.
pub fn axpy_in_place<W: Word>(z: &mut [W], x: &[W], s: W, q: &Modulus<W>, f: u32) -> Result<()> {
    check_lengths(z, &[("x", x)])?;
    let (n, x) = (z.len(), Input::new(x));
    check(with_output(z, |z| unsafe { (W::C.axpy)(z, x.get(), s.raw(), z, n, q.get(), f) }))
}

operation! {
    /// out\[i\] = a\[i\] mod q; if `output_factor` is 2 instead of 1, any representative below 2q. `input_factor` is
    /// [`ANY_WORD`] for any a, and f in {2, 4} for a in [0, f q).
    ///
    /// ```
    /// let mut out = [0; 2];
    /// ringlet::reduce(&mut out, &[1 << 40, 33], &ringlet::Modulus::new(17_u64)?, ringlet::ANY_WORD, 1)?;
    /// assert_eq!(out, [1, 16]);
    /// let mut a = [1 << 40, 33];
    /// ringlet::reduce_in_place(&mut a, &ringlet::Modulus::new(17_u64)?, ringlet::ANY_WORD, 1)?;
    /// assert_eq!(a, [1, 16]);
    /// # Ok::<(), ringlet::Error>(())
    /// ```
    reduce, reduce_in_place: [a] [] [input_factor, output_factor]
}

/// Comparison of an element x (left) with a bound (right), both unsigned.
///
/// ```
/// let mut x = [1_u64, 5];
/// ringlet::cmp_add_in_place(&mut x, ringlet::Comparison::Greater, 4, 10)?;
/// assert_eq!(x, [1, 15]);
/// # Ok::<(), ringlet::Error>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Comparison {
    /// x = bound
    Equal,
    /// x < bound
    Less,
    /// x ≤ bound
    LessEqual,
    /// Compares false for every element.
    Never,
    /// x ≠ bound
    NotEqual,
    /// x ≥ bound
    GreaterEqual,
    /// x > bound
    Greater,
    /// Compares true for every element.
    Always,
}

impl Comparison {
    fn raw(self) -> sys::ringlet_comparison {
        match self {
            Self::Equal => sys::RINGLET_EQUAL,
            Self::Less => sys::RINGLET_LESS,
            Self::LessEqual => sys::RINGLET_LESS_EQUAL,
            Self::Never => sys::RINGLET_NEVER,
            Self::NotEqual => sys::RINGLET_NOT_EQUAL,
            Self::GreaterEqual => sys::RINGLET_GREATER_EQUAL,
            Self::Greater => sys::RINGLET_GREATER,
            Self::Always => sys::RINGLET_ALWAYS,
        }
    }
}

/// out\[i\] = x\[i\] + diff mod 2^64 if x\[i\] compares true with `bound`, else x\[i\]. No modulus is involved.
///
/// ```
/// let mut out = [0_u64; 2];
/// ringlet::cmp_add(&mut out, &[1, 5], ringlet::Comparison::Less, 4, 10)?;
/// assert_eq!(out, [11, 5]);
/// let mut x = [1_u64, 5];
/// ringlet::cmp_add_in_place(&mut x, ringlet::Comparison::Less, 4, 10)?;
/// assert_eq!(x, [11, 5]);
/// # Ok::<(), ringlet::Error>(())
/// ```
pub fn cmp_add<W: FormWord>(out: &mut [W], x: &[W], comparison: Comparison, bound: W, diff: W) -> Result<()> {
    check_lengths(out, &[("x", x)])?;
    let (n, x) = (out.len(), Input::new(x));
    check(with_output(out, |out| unsafe { (W::F.cmp_add)(out, x.get(), n, comparison.raw(), bound.raw(), diff.raw()) }))
}

/// Applies [`cmp_add`] in place.
pub fn cmp_add_in_place<W: FormWord>(x: &mut [W], comparison: Comparison, bound: W, diff: W) -> Result<()> {
    let n = x.len();
    check(with_output(x, |x| unsafe { (W::F.cmp_add)(x, x, n, comparison.raw(), bound.raw(), diff.raw()) }))
}

/// out\[i\] = x\[i\] − diff mod q if x\[i\], any word, compares true with `bound`, else x\[i\] mod q.
///
/// ```
/// let mut out = [0; 2];
/// let q = ringlet::Modulus::new(17_u64)?;
/// ringlet::cmp_sub(&mut out, &[1, 21], &q, ringlet::Comparison::Less, 4, 2)?;
/// assert_eq!(out, [16, 4]);
/// let mut x = [1, 21];
/// ringlet::cmp_sub_in_place(&mut x, &q, ringlet::Comparison::Less, 4, 2)?;
/// assert_eq!(x, [16, 4]);
/// # Ok::<(), ringlet::Error>(())
/// ```
pub fn cmp_sub<W: FormWord>(
    out: &mut [W],
    x: &[W],
    q: &Modulus<W>,
    comparison: Comparison,
    bound: W,
    diff: W,
) -> Result<()> {
    check_lengths(out, &[("x", x)])?;
    let (n, x) = (out.len(), Input::new(x));
    check(with_output(out, |out| unsafe {
        (W::F.cmp_sub)(out, x.get(), n, q.get(), comparison.raw(), bound.raw(), diff.raw())
    }))
}

/// Applies [`cmp_sub`] in place.
pub fn cmp_sub_in_place<W: FormWord>(
    x: &mut [W],
    q: &Modulus<W>,
    comparison: Comparison,
    bound: W,
    diff: W,
) -> Result<()> {
    let n = x.len();
    check(with_output(x, |x| unsafe { (W::F.cmp_sub)(x, x, n, q.get(), comparison.raw(), bound.raw(), diff.raw()) }))
}
