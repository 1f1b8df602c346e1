//! Operations element by element modulo any q, prime or not. Elements lie in [0, q); others give wrong results, but do
//! no other harm. A single number outside [0, q) is an error. All slices have the same length, at least 1.

use super::modulus::Modulus;
use super::number::{computed, Number};
use super::Form;
use crate::error::{check, check_length, check_lengths, Result};
use ringlet_sys as sys;
use std::ptr::null;

/// Defines an operation, and the one whose first array is its output, too; the example is for both. Lists arrays,
/// scalars, and a form or none, in the order of C, which has n and q before the form.
macro_rules! operation {
    (
        $(#[$doc:meta])* $name:ident, $in_place:ident: $function:ident
        [$first:ident $(, $array:ident)*] [$($scalar:ident),*] [$($form:ident)?]
    ) => {
        $(#[$doc])*
        pub fn $name<W: Number>(
            out: &mut [W], $first: &[W], $($array: &[W],)* $($scalar: W,)* q: &Modulus<W>, $($form: Form)?
        ) -> Result<()> {
            check_lengths(out, &[(stringify!($first), $first), $((stringify!($array), $array)),*])?;
            let (n, out) = (out.len(), start(out));
            let ($first, $($array),*) = ($first.as_ptr().cast(), $($array.as_ptr().cast()),*);
            check(unsafe { sys::$function(out, $first, $($array,)* $($scalar.start(),)* n, q.get(), $($form.raw())?) })
        }

        #[doc = concat!("Applies [`", stringify!($name), "`] in place.")]
        pub fn $in_place<W: Number>(
            $first: &mut [W], $($array: &[W],)* $($scalar: W,)* q: &Modulus<W>, $($form: Form)?
        ) -> Result<()> {
            check_lengths($first, &[$((stringify!($array), $array)),*])?;
            let (n, out) = ($first.len(), start($first));
            check(unsafe {
                sys::$function(out, out, $($array.as_ptr().cast(),)* $($scalar.start(),)* n, q.get(), $($form.raw())?)
            })
        }
    };
}

operation! {
    /// out\[i\] = a\[i\] + b\[i\] mod q.
    ///
    /// ```
    /// use ringlet::multiword::{self, Modulus};
    /// let q = Modulus::new([1, 0, 1 << 62])?;
    /// let mut out = [[0; 3]];
    /// multiword::add(&mut out, &[[7, 0, 0]], &[[2, 0, 0]], &q)?;
    /// assert_eq!(out, [[9, 0, 0]]);
    /// let mut a = [[7, 0, 0]];
    /// multiword::add_in_place(&mut a, &[[2, 0, 0]], &q)?;
    /// assert_eq!(a, [[9, 0, 0]]);
    /// # Ok::<(), ringlet::Error>(())
    /// ```
    add, add_in_place: ringlet_multiword_add [a, b] [] []
}

operation! {
    /// out\[i\] = a\[i\] + s mod q.
    ///
    /// ```
    /// use ringlet::multiword::{self, Modulus};
    /// let q = Modulus::new([1, 0, 1 << 62])?;
    /// let mut out = [[0; 3]];
    /// multiword::add_scalar(&mut out, &[[7, 0, 0]], [2, 0, 0], &q)?;
    /// assert_eq!(out, [[9, 0, 0]]);
    /// let mut a = [[7, 0, 0]];
    /// multiword::add_scalar_in_place(&mut a, [2, 0, 0], &q)?;
    /// assert_eq!(a, [[9, 0, 0]]);
    /// # Ok::<(), ringlet::Error>(())
    /// ```
    add_scalar, add_scalar_in_place: ringlet_multiword_add_scalar [a] [s] []
}

operation! {
    /// out\[i\] = a\[i\] − b\[i\] mod q.
    ///
    /// ```
    /// use ringlet::multiword::{self, Modulus};
    /// let q = Modulus::new([1, 0, 1 << 62])?;
    /// let mut out = [[0; 3]];
    /// multiword::sub(&mut out, &[[7, 0, 0]], &[[2, 0, 0]], &q)?;
    /// assert_eq!(out, [[5, 0, 0]]);
    /// let mut a = [[7, 0, 0]];
    /// multiword::sub_in_place(&mut a, &[[2, 0, 0]], &q)?;
    /// assert_eq!(a, [[5, 0, 0]]);
    /// # Ok::<(), ringlet::Error>(())
    /// ```
    sub, sub_in_place: ringlet_multiword_sub [a, b] [] []
}

operation! {
    /// out\[i\] = a\[i\] − s mod q.
    ///
    /// ```
    /// use ringlet::multiword::{self, Modulus};
    /// let q = Modulus::new([1, 0, 1 << 62])?;
    /// let mut out = [[0; 3]];
    /// multiword::sub_scalar(&mut out, &[[7, 0, 0]], [2, 0, 0], &q)?;
    /// assert_eq!(out, [[5, 0, 0]]);
    /// let mut a = [[7, 0, 0]];
    /// multiword::sub_scalar_in_place(&mut a, [2, 0, 0], &q)?;
    /// assert_eq!(a, [[5, 0, 0]]);
    /// # Ok::<(), ringlet::Error>(())
    /// ```
    sub_scalar, sub_scalar_in_place: ringlet_multiword_sub_scalar [a] [s] []
}

operation! {
    /// out\[i\] = −a\[i\] mod q.
    ///
    /// ```
    /// use ringlet::multiword::{self, Modulus};
    /// let q = Modulus::new([1, 0, 1 << 62])?;
    /// let mut out = [[0; 3]];
    /// multiword::neg(&mut out, &[[1, 0, 0]], &q)?;
    /// assert_eq!(out, [[0, 0, 1 << 62]]);
    /// let mut a = [[1, 0, 0]];
    /// multiword::neg_in_place(&mut a, &q)?;
    /// assert_eq!(a, [[0, 0, 1 << 62]]);
    /// # Ok::<(), ringlet::Error>(())
    /// ```
    neg, neg_in_place: ringlet_multiword_neg [a] [] []
}

operation! {
    /// out\[i\] = a\[i\] b\[i\] mod q.
    ///
    /// ```
    /// use ringlet::multiword::{self, Form, Modulus};
    /// let q = Modulus::new([1, 0, 1 << 62])?;
    /// let mut out = [[0; 3]];
    /// multiword::mul(&mut out, &[[7, 0, 0]], &[[2, 0, 0]], &q, Form::Plain)?;
    /// assert_eq!(out, [[14, 0, 0]]);
    /// let mut a = [[7, 0, 0]];
    /// multiword::mul_in_place(&mut a, &[[2, 0, 0]], &q, Form::Plain)?;
    /// assert_eq!(a, [[14, 0, 0]]);
    /// # Ok::<(), ringlet::Error>(())
    /// ```
    mul, mul_in_place: ringlet_multiword_mul [a, b] [] [form]
}

operation! {
    /// out\[i\] = a\[i\] b\[i\] − c\[i\] mod q.
    ///
    /// ```
    /// use ringlet::multiword::{self, Form, Modulus};
    /// let q = Modulus::new([1, 0, 1 << 62])?;
    /// let mut out = [[0; 3]];
    /// multiword::mul_sub(&mut out, &[[7, 0, 0]], &[[2, 0, 0]], &[[1, 0, 0]], &q, Form::Plain)?;
    /// assert_eq!(out, [[13, 0, 0]]);
    /// let mut a = [[7, 0, 0]];
    /// multiword::mul_sub_in_place(&mut a, &[[2, 0, 0]], &[[1, 0, 0]], &q, Form::Plain)?;
    /// assert_eq!(a, [[13, 0, 0]]);
    /// # Ok::<(), ringlet::Error>(())
    /// ```
    mul_sub, mul_sub_in_place: ringlet_multiword_mul_sub [a, b, c] [] [form]
}

operation! {
    /// out\[i\] = a\[i\] s mod q.
    ///
    /// ```
    /// use ringlet::multiword::{self, Form, Modulus};
    /// let q = Modulus::new([1, 0, 1 << 62])?;
    /// let mut out = [[0; 3]];
    /// multiword::mul_scalar(&mut out, &[[7, 0, 0]], [2, 0, 0], &q, Form::Plain)?;
    /// assert_eq!(out, [[14, 0, 0]]);
    /// let mut a = [[7, 0, 0]];
    /// multiword::mul_scalar_in_place(&mut a, [2, 0, 0], &q, Form::Plain)?;
    /// assert_eq!(a, [[14, 0, 0]]);
    /// # Ok::<(), ringlet::Error>(())
    /// ```
    mul_scalar, mul_scalar_in_place: ringlet_multiword_mul_scalar [a] [s] [form]
}

/// out\[i\] = x\[i\] s + z\[i\] mod q, or x\[i\] s mod q without z.
///
/// ```
/// use ringlet::multiword::{self, Form, Modulus};
/// let q = Modulus::new([1, 0, 1 << 62])?;
/// let mut out = [[0; 3]];
/// multiword::axpy(&mut out, &[[7, 0, 0]], [2, 0, 0], Some(&[[1, 0, 0]]), &q, Form::Plain)?;
/// assert_eq!(out, [[15, 0, 0]]);
/// let mut z = [[1, 0, 0]];
/// multiword::axpy_in_place(&mut z, &[[7, 0, 0]], [2, 0, 0], &q, Form::Plain)?;
/// assert_eq!(z, [[15, 0, 0]]);
/// # Ok::<(), ringlet::Error>(())
/// ```
pub fn axpy<W: Number>(out: &mut [W], x: &[W], s: W, z: Option<&[W]>, q: &Modulus<W>, form: Form) -> Result<()> {
    check_lengths(out, &[("x", x), ("z", z.unwrap_or(x))])?;
    let (n, out, x) = (out.len(), start(out), x.as_ptr().cast());
    let z = z.map_or(null(), |z| z.as_ptr().cast());
    check(unsafe { sys::ringlet_multiword_axpy(out, x, s.start(), z, n, q.get(), form.raw()) })
}

/// Applies [`axpy`] with z as its output.
pub fn axpy_in_place<W: Number>(z: &mut [W], x: &[W], s: W, q: &Modulus<W>, form: Form) -> Result<()> {
    check_lengths(z, &[("x", x)])?;
    let (n, z, x) = (z.len(), start(z), x.as_ptr().cast());
    check(unsafe { sys::ringlet_multiword_axpy(z, x, s.start(), z, n, q.get(), form.raw()) })
}

operation! {
    /// out\[i\] = a\[i\] b\[i\] + c\[i\] mod q.
    ///
    /// ```
    /// use ringlet::multiword::{self, Form, Modulus};
    /// let q = Modulus::new([1, 0, 1 << 62])?;
    /// let mut out = [[0; 3]];
    /// multiword::mul_add(&mut out, &[[7, 0, 0]], &[[2, 0, 0]], &[[1, 0, 0]], &q, Form::Plain)?;
    /// assert_eq!(out, [[15, 0, 0]]);
    /// let mut a = [[7, 0, 0]];
    /// multiword::mul_add_in_place(&mut a, &[[2, 0, 0]], &[[1, 0, 0]], &q, Form::Plain)?;
    /// assert_eq!(a, [[15, 0, 0]]);
    /// # Ok::<(), ringlet::Error>(())
    /// ```
    mul_add, mul_add_in_place: ringlet_multiword_mul_add [a, b, c] [] [form]
}

/// c\[i\] = a\[i\] b\[i\] + c\[i\] mod q.
///
/// ```
/// use ringlet::multiword::{self, Form, Modulus};
/// let q = Modulus::new([1, 0, 1 << 62])?;
/// let mut c = [[1, 0, 0]];
/// multiword::accumulate(&mut c, &[[7, 0, 0]], &[[2, 0, 0]], &q, Form::Plain)?;
/// assert_eq!(c, [[15, 0, 0]]);
/// # Ok::<(), ringlet::Error>(())
/// ```
pub fn accumulate<W: Number>(c: &mut [W], a: &[W], b: &[W], q: &Modulus<W>, form: Form) -> Result<()> {
    check_lengths(c, &[("a", a), ("b", b)])?;
    let (n, c) = (c.len(), start(c));
    let (a, b) = (a.as_ptr().cast(), b.as_ptr().cast());
    check(unsafe { sys::ringlet_multiword_mul_add(c, a, b, c, n, q.get(), form.raw()) })
}

/// Returns a\[0\] b\[0\] + a\[1\] b\[1\] + ... mod q, with one reduction for all terms.
///
/// ```
/// use ringlet::multiword::{self, Form, Modulus};
/// let q = Modulus::new([1, 0, 1 << 62])?;
/// let sum = multiword::inner_product(&[[7, 0, 0], [1, 0, 0]], &[[2, 0, 0], [3, 0, 0]], &q, Form::Plain)?;
/// assert_eq!(sum, [17, 0, 0]);
/// # Ok::<(), ringlet::Error>(())
/// ```
pub fn inner_product<W: Number>(a: &[W], b: &[W], q: &Modulus<W>, form: Form) -> Result<W> {
    check_length("b", b.len(), a.len())?;
    let (n, a, b) = (a.len(), a.as_ptr().cast(), b.as_ptr().cast());
    computed(|out| unsafe { sys::ringlet_multiword_inner_product(out, a, b, n, q.get(), form.raw()) })
}

operation! {
    /// out\[i\] = a\[i\] R mod q, R = 2^(64 N): converts plain numbers to Montgomery form.
    ///
    /// ```
    /// use ringlet::multiword::{self, Modulus};
    /// let q = Modulus::new([1, 0, 1 << 62])?;
    /// let mut out = [[0; 3]];
    /// multiword::to_montgomery(&mut out, &[[1, 0, 0]], &q)?;
    /// assert_eq!(out, [[u64::MAX - 2, u64::MAX, (1 << 62) - 1]]);
    /// let mut a = [[1, 0, 0]];
    /// multiword::to_montgomery_in_place(&mut a, &q)?;
    /// assert_eq!(a, [[u64::MAX - 2, u64::MAX, (1 << 62) - 1]]);
    /// # Ok::<(), ringlet::Error>(())
    /// ```
    to_montgomery, to_montgomery_in_place: ringlet_multiword_to_montgomery [a] [] []
}

operation! {
    /// out\[i\] = a\[i\] / R mod q, R = 2^(64 N): converts numbers from Montgomery form to plain form.
    ///
    /// ```
    /// use ringlet::multiword::{self, Modulus};
    /// let q = Modulus::new([1, 0, 1 << 62])?;
    /// let mut out = [[0; 3]];
    /// multiword::from_montgomery(&mut out, &[[u64::MAX - 2, u64::MAX, (1 << 62) - 1]], &q)?;
    /// assert_eq!(out, [[1, 0, 0]]);
    /// let mut a = [[u64::MAX - 2, u64::MAX, (1 << 62) - 1]];
    /// multiword::from_montgomery_in_place(&mut a, &q)?;
    /// assert_eq!(a, [[1, 0, 0]]);
    /// # Ok::<(), ringlet::Error>(())
    /// ```
    from_montgomery, from_montgomery_in_place: ringlet_multiword_from_montgomery [a] [] []
}

operation! {
    /// out\[i\] = 1 / a\[i\] mod q, or 0 if a\[i\] is 0. Takes three products for each number and one inversion for
    /// all; its time depends on the values. An error if another number has a common factor with q.
    ///
    /// ```
    /// use ringlet::multiword::{self, Form, Modulus};
    /// let q = Modulus::new([1, 0, 1 << 62])?;
    /// let mut out = [[0; 3]];
    /// multiword::invert(&mut out, &[[2, 0, 0]], &q, Form::Plain)?;
    /// assert_eq!(out, [[1, 0, 1 << 61]]);
    /// let mut a = [[2, 0, 0]];
    /// multiword::invert_in_place(&mut a, &q, Form::Plain)?;
    /// assert_eq!(a, [[1, 0, 1 << 61]]);
    /// # Ok::<(), ringlet::Error>(())
    /// ```
    invert, invert_in_place: ringlet_multiword_invert [a] [] [form]
}

/// out\[i\] = first ratio^i mod q.
///
/// ```
/// use ringlet::multiword::{self, Form, Modulus};
/// let q = Modulus::new([1, 0, 1 << 62])?;
/// let mut out = [[0; 3]; 3];
/// multiword::powers(&mut out, [5, 0, 0], [2, 0, 0], &q, Form::Plain)?;
/// assert_eq!(out, [[5, 0, 0], [10, 0, 0], [20, 0, 0]]);
/// # Ok::<(), ringlet::Error>(())
/// ```
pub fn powers<W: Number>(out: &mut [W], first: W, ratio: W, q: &Modulus<W>, form: Form) -> Result<()> {
    let (n, out) = (out.len(), start(out));
    check(unsafe { sys::ringlet_multiword_powers(out, first.start(), ratio.start(), n, q.get(), form.raw()) })
}

fn start<W: Number>(numbers: &mut [W]) -> *mut u64 {
    numbers.as_mut_ptr().cast()
}
