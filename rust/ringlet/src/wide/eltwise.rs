//! Element by element modulo any q, prime or not. Elements lie in [0, q); those outside give wrong results and no other
//! harm. Single numbers lie in [0, q): an error otherwise. Slices have one length, at least 1.

use super::modulus::Modulus;
use super::number::{computed, Number};
use super::Form;
use crate::error::{check, check_length, check_lengths, Result};
use ringlet_sys as sys;

type Status = sys::ringlet_status;

/// out\[i\] = a\[i\] + b\[i\] mod q.
///
/// ```
/// use ringlet::wide::{self, Modulus};
/// let q = Modulus::new([1, 0, 1 << 62])?;
/// let mut out = [[0; 3]];
/// wide::add(&mut out, &[[7, 0, 0]], &[[2, 0, 0]], &q)?;
/// assert_eq!(out, [[9, 0, 0]]);
/// # Ok::<(), ringlet::Error>(())
/// ```
pub fn add<W: Number>(out: &mut [W], a: &[W], b: &[W], q: &Modulus<W>) -> Result<()> {
    let call = |out, a, b, n| unsafe { sys::ringlet_wide_add(out, a, b, n, q.get()) };
    combine(out, [("a", a), ("b", b)], call)
}

/// a\[i\] = a\[i\] + b\[i\] mod q.
///
/// ```
/// use ringlet::wide::{self, Modulus};
/// let q = Modulus::new([1, 0, 1 << 62])?;
/// let mut a = [[7, 0, 0]];
/// wide::add_in_place(&mut a, &[[2, 0, 0]], &q)?;
/// assert_eq!(a, [[9, 0, 0]]);
/// # Ok::<(), ringlet::Error>(())
/// ```
pub fn add_in_place<W: Number>(a: &mut [W], b: &[W], q: &Modulus<W>) -> Result<()> {
    let call = |a, b, n| unsafe { sys::ringlet_wide_add(a, a, b, n, q.get()) };
    map_with(a, "b", b, call)
}

/// out\[i\] = a\[i\] − b\[i\] mod q.
///
/// ```
/// use ringlet::wide::{self, Modulus};
/// let q = Modulus::new([1, 0, 1 << 62])?;
/// let mut out = [[0; 3]];
/// wide::sub(&mut out, &[[7, 0, 0]], &[[2, 0, 0]], &q)?;
/// assert_eq!(out, [[5, 0, 0]]);
/// # Ok::<(), ringlet::Error>(())
/// ```
pub fn sub<W: Number>(out: &mut [W], a: &[W], b: &[W], q: &Modulus<W>) -> Result<()> {
    let call = |out, a, b, n| unsafe { sys::ringlet_wide_sub(out, a, b, n, q.get()) };
    combine(out, [("a", a), ("b", b)], call)
}

/// a\[i\] = a\[i\] − b\[i\] mod q.
///
/// ```
/// use ringlet::wide::{self, Modulus};
/// let q = Modulus::new([1, 0, 1 << 62])?;
/// let mut a = [[7, 0, 0]];
/// wide::sub_in_place(&mut a, &[[2, 0, 0]], &q)?;
/// assert_eq!(a, [[5, 0, 0]]);
/// # Ok::<(), ringlet::Error>(())
/// ```
pub fn sub_in_place<W: Number>(a: &mut [W], b: &[W], q: &Modulus<W>) -> Result<()> {
    let call = |a, b, n| unsafe { sys::ringlet_wide_sub(a, a, b, n, q.get()) };
    map_with(a, "b", b, call)
}

/// out\[i\] = −a\[i\] mod q.
///
/// ```
/// use ringlet::wide::{self, Modulus};
/// let q = Modulus::new([1, 0, 1 << 62])?;
/// let mut out = [[0; 3]];
/// wide::neg(&mut out, &[[1, 0, 0]], &q)?;
/// assert_eq!(out, [[0, 0, 1 << 62]]);
/// # Ok::<(), ringlet::Error>(())
/// ```
pub fn neg<W: Number>(out: &mut [W], a: &[W], q: &Modulus<W>) -> Result<()> {
    let call = |out, a, n| unsafe { sys::ringlet_wide_neg(out, a, n, q.get()) };
    map_with(out, "a", a, call)
}

/// a\[i\] = −a\[i\] mod q.
///
/// ```
/// use ringlet::wide::{self, Modulus};
/// let q = Modulus::new([1, 0, 1 << 62])?;
/// let mut a = [[1, 0, 0]];
/// wide::neg_in_place(&mut a, &q)?;
/// assert_eq!(a, [[0, 0, 1 << 62]]);
/// # Ok::<(), ringlet::Error>(())
/// ```
pub fn neg_in_place<W: Number>(a: &mut [W], q: &Modulus<W>) -> Result<()> {
    let (n, a) = (a.len(), start(a));
    check(unsafe { sys::ringlet_wide_neg(a, a, n, q.get()) })
}

/// out\[i\] = a\[i\] b\[i\] mod q.
///
/// ```
/// use ringlet::wide::{self, Form, Modulus};
/// let q = Modulus::new([1, 0, 1 << 62])?;
/// let mut out = [[0; 3]];
/// wide::mul(&mut out, &[[7, 0, 0]], &[[2, 0, 0]], &q, Form::Plain)?;
/// assert_eq!(out, [[14, 0, 0]]);
/// # Ok::<(), ringlet::Error>(())
/// ```
pub fn mul<W: Number>(out: &mut [W], a: &[W], b: &[W], q: &Modulus<W>, form: Form) -> Result<()> {
    let call = |out, a, b, n| unsafe { sys::ringlet_wide_mul(out, a, b, n, q.get(), form.raw()) };
    combine(out, [("a", a), ("b", b)], call)
}

/// a\[i\] = a\[i\] b\[i\] mod q.
///
/// ```
/// use ringlet::wide::{self, Form, Modulus};
/// let q = Modulus::new([1, 0, 1 << 62])?;
/// let mut a = [[7, 0, 0]];
/// wide::mul_in_place(&mut a, &[[2, 0, 0]], &q, Form::Plain)?;
/// assert_eq!(a, [[14, 0, 0]]);
/// # Ok::<(), ringlet::Error>(())
/// ```
pub fn mul_in_place<W: Number>(a: &mut [W], b: &[W], q: &Modulus<W>, form: Form) -> Result<()> {
    let call = |a, b, n| unsafe { sys::ringlet_wide_mul(a, a, b, n, q.get(), form.raw()) };
    map_with(a, "b", b, call)
}

/// out\[i\] = a\[i\] s mod q.
///
/// ```
/// use ringlet::wide::{self, Form, Modulus};
/// let q = Modulus::new([1, 0, 1 << 62])?;
/// let mut out = [[0; 3]];
/// wide::mul_scalar(&mut out, &[[7, 0, 0]], [2, 0, 0], &q, Form::Plain)?;
/// assert_eq!(out, [[14, 0, 0]]);
/// # Ok::<(), ringlet::Error>(())
/// ```
pub fn mul_scalar<W: Number>(out: &mut [W], a: &[W], s: W, q: &Modulus<W>, form: Form) -> Result<()> {
    let call = |out, a, n| unsafe { sys::ringlet_wide_mul_scalar(out, a, s.start(), n, q.get(), form.raw()) };
    map_with(out, "a", a, call)
}

/// a\[i\] = a\[i\] s mod q.
///
/// ```
/// use ringlet::wide::{self, Form, Modulus};
/// let q = Modulus::new([1, 0, 1 << 62])?;
/// let mut a = [[7, 0, 0]];
/// wide::mul_scalar_in_place(&mut a, [2, 0, 0], &q, Form::Plain)?;
/// assert_eq!(a, [[14, 0, 0]]);
/// # Ok::<(), ringlet::Error>(())
/// ```
pub fn mul_scalar_in_place<W: Number>(a: &mut [W], s: W, q: &Modulus<W>, form: Form) -> Result<()> {
    let (n, a) = (a.len(), start(a));
    check(unsafe { sys::ringlet_wide_mul_scalar(a, a, s.start(), n, q.get(), form.raw()) })
}

/// out\[i\] = a\[i\] b\[i\] + c\[i\] mod q.
///
/// ```
/// use ringlet::wide::{self, Form, Modulus};
/// let q = Modulus::new([1, 0, 1 << 62])?;
/// let mut out = [[0; 3]];
/// wide::mul_add(&mut out, &[[7, 0, 0]], &[[2, 0, 0]], &[[1, 0, 0]], &q, Form::Plain)?;
/// assert_eq!(out, [[15, 0, 0]]);
/// # Ok::<(), ringlet::Error>(())
/// ```
pub fn mul_add<W: Number>(out: &mut [W], a: &[W], b: &[W], c: &[W], q: &Modulus<W>, form: Form) -> Result<()> {
    check_lengths(out, &[("a", a), ("b", b), ("c", c)])?;
    let (n, out) = (out.len(), start(out));
    let (a, b, c) = (a.as_ptr().cast(), b.as_ptr().cast(), c.as_ptr().cast());
    check(unsafe { sys::ringlet_wide_mul_add(out, a, b, c, n, q.get(), form.raw()) })
}

/// a\[i\] = a\[i\] b\[i\] + c\[i\] mod q.
///
/// ```
/// use ringlet::wide::{self, Form, Modulus};
/// let q = Modulus::new([1, 0, 1 << 62])?;
/// let mut a = [[7, 0, 0]];
/// wide::mul_add_in_place(&mut a, &[[2, 0, 0]], &[[1, 0, 0]], &q, Form::Plain)?;
/// assert_eq!(a, [[15, 0, 0]]);
/// # Ok::<(), ringlet::Error>(())
/// ```
pub fn mul_add_in_place<W: Number>(a: &mut [W], b: &[W], c: &[W], q: &Modulus<W>, form: Form) -> Result<()> {
    let call = |a, b, c, n| unsafe { sys::ringlet_wide_mul_add(a, a, b, c, n, q.get(), form.raw()) };
    combine(a, [("b", b), ("c", c)], call)
}

/// c\[i\] = a\[i\] b\[i\] + c\[i\] mod q.
///
/// ```
/// use ringlet::wide::{self, Form, Modulus};
/// let q = Modulus::new([1, 0, 1 << 62])?;
/// let mut c = [[1, 0, 0]];
/// wide::accumulate(&mut c, &[[7, 0, 0]], &[[2, 0, 0]], &q, Form::Plain)?;
/// assert_eq!(c, [[15, 0, 0]]);
/// # Ok::<(), ringlet::Error>(())
/// ```
pub fn accumulate<W: Number>(c: &mut [W], a: &[W], b: &[W], q: &Modulus<W>, form: Form) -> Result<()> {
    let call = |c, a, b, n| unsafe { sys::ringlet_wide_mul_add(c, a, b, c, n, q.get(), form.raw()) };
    combine(c, [("a", a), ("b", b)], call)
}

/// a\[0\] b\[0\] + a\[1\] b\[1\] + ... mod q, with one reduction for all.
///
/// ```
/// use ringlet::wide::{self, Form, Modulus};
/// let q = Modulus::new([1, 0, 1 << 62])?;
/// let sum = wide::inner_product(&[[7, 0, 0], [1, 0, 0]], &[[2, 0, 0], [3, 0, 0]], &q, Form::Plain)?;
/// assert_eq!(sum, [17, 0, 0]);
/// # Ok::<(), ringlet::Error>(())
/// ```
pub fn inner_product<W: Number>(a: &[W], b: &[W], q: &Modulus<W>, form: Form) -> Result<W> {
    check_length("b", b.len(), a.len())?;
    let (n, a, b) = (a.len(), a.as_ptr().cast(), b.as_ptr().cast());
    computed(|out| unsafe { sys::ringlet_wide_inner_product(out, a, b, n, q.get(), form.raw()) })
}

/// out\[i\] = a\[i\] R mod q, R = 2^(64 N): plain numbers in Montgomery form.
///
/// ```
/// use ringlet::wide::{self, Modulus};
/// let q = Modulus::new([1, 0, 1 << 62])?;
/// let mut out = [[0; 3]];
/// wide::to_montgomery(&mut out, &[[1, 0, 0]], &q)?;
/// assert_eq!(out, [[u64::MAX - 2, u64::MAX, (1 << 62) - 1]]);
/// # Ok::<(), ringlet::Error>(())
/// ```
pub fn to_montgomery<W: Number>(out: &mut [W], a: &[W], q: &Modulus<W>) -> Result<()> {
    let call = |out, a, n| unsafe { sys::ringlet_wide_to_montgomery(out, a, n, q.get()) };
    map_with(out, "a", a, call)
}

/// a\[i\] = a\[i\] R mod q, R = 2^(64 N): plain numbers in Montgomery form.
///
/// ```
/// use ringlet::wide::{self, Modulus};
/// let q = Modulus::new([1, 0, 1 << 62])?;
/// let mut a = [[1, 0, 0]];
/// wide::to_montgomery_in_place(&mut a, &q)?;
/// assert_eq!(a, [[u64::MAX - 2, u64::MAX, (1 << 62) - 1]]);
/// # Ok::<(), ringlet::Error>(())
/// ```
pub fn to_montgomery_in_place<W: Number>(a: &mut [W], q: &Modulus<W>) -> Result<()> {
    let (n, a) = (a.len(), start(a));
    check(unsafe { sys::ringlet_wide_to_montgomery(a, a, n, q.get()) })
}

/// out\[i\] = a\[i\] / R mod q, R = 2^(64 N): numbers in Montgomery form as plain ones.
///
/// ```
/// use ringlet::wide::{self, Modulus};
/// let q = Modulus::new([1, 0, 1 << 62])?;
/// let mut out = [[0; 3]];
/// wide::from_montgomery(&mut out, &[[u64::MAX - 2, u64::MAX, (1 << 62) - 1]], &q)?;
/// assert_eq!(out, [[1, 0, 0]]);
/// # Ok::<(), ringlet::Error>(())
/// ```
pub fn from_montgomery<W: Number>(out: &mut [W], a: &[W], q: &Modulus<W>) -> Result<()> {
    let call = |out, a, n| unsafe { sys::ringlet_wide_from_montgomery(out, a, n, q.get()) };
    map_with(out, "a", a, call)
}

/// a\[i\] = a\[i\] / R mod q, R = 2^(64 N): numbers in Montgomery form as plain ones.
///
/// ```
/// use ringlet::wide::{self, Modulus};
/// let q = Modulus::new([1, 0, 1 << 62])?;
/// let mut a = [[u64::MAX - 2, u64::MAX, (1 << 62) - 1]];
/// wide::from_montgomery_in_place(&mut a, &q)?;
/// assert_eq!(a, [[1, 0, 0]]);
/// # Ok::<(), ringlet::Error>(())
/// ```
pub fn from_montgomery_in_place<W: Number>(a: &mut [W], q: &Modulus<W>) -> Result<()> {
    let (n, a) = (a.len(), start(a));
    check(unsafe { sys::ringlet_wide_from_montgomery(a, a, n, q.get()) })
}

/// out\[i\] = 1 / a\[i\] mod q, and 0 where a\[i\] is 0: three products for each number and one inversion for all, whose time
/// depends on the values. An error where another number has a factor in common with q.
///
/// ```
/// use ringlet::wide::{self, Form, Modulus};
/// let q = Modulus::new([1, 0, 1 << 62])?;
/// let mut out = [[0; 3]];
/// wide::invert(&mut out, &[[2, 0, 0]], &q, Form::Plain)?;
/// assert_eq!(out, [[1, 0, 1 << 61]]);
/// # Ok::<(), ringlet::Error>(())
/// ```
pub fn invert<W: Number>(out: &mut [W], a: &[W], q: &Modulus<W>, form: Form) -> Result<()> {
    let call = |out, a, n| unsafe { sys::ringlet_wide_invert(out, a, n, q.get(), form.raw()) };
    map_with(out, "a", a, call)
}

/// a\[i\] = 1 / a\[i\] mod q, and 0 where a\[i\] is 0: three products for each number and one inversion for all, whose time
/// depends on the values. An error where another number has a factor in common with q.
///
/// ```
/// use ringlet::wide::{self, Form, Modulus};
/// let q = Modulus::new([1, 0, 1 << 62])?;
/// let mut a = [[2, 0, 0]];
/// wide::invert_in_place(&mut a, &q, Form::Plain)?;
/// assert_eq!(a, [[1, 0, 1 << 61]]);
/// # Ok::<(), ringlet::Error>(())
/// ```
pub fn invert_in_place<W: Number>(a: &mut [W], q: &Modulus<W>, form: Form) -> Result<()> {
    let (n, a) = (a.len(), start(a));
    check(unsafe { sys::ringlet_wide_invert(a, a, n, q.get(), form.raw()) })
}

/// out\[i\] = first ratio^i mod q.
///
/// ```
/// use ringlet::wide::{self, Form, Modulus};
/// let q = Modulus::new([1, 0, 1 << 62])?;
/// let mut out = [[0; 3]; 3];
/// wide::powers(&mut out, [5, 0, 0], [2, 0, 0], &q, Form::Plain)?;
/// assert_eq!(out, [[5, 0, 0], [10, 0, 0], [20, 0, 0]]);
/// # Ok::<(), ringlet::Error>(())
/// ```
pub fn powers<W: Number>(out: &mut [W], first: W, ratio: W, q: &Modulus<W>, form: Form) -> Result<()> {
    let (n, out) = (out.len(), start(out));
    check(unsafe { sys::ringlet_wide_powers(out, first.start(), ratio.start(), n, q.get(), form.raw()) })
}

/// `call` of the addresses of out and of both inputs, and the length that all have.
fn combine<W: Number>(
    out: &mut [W],
    inputs: [(&str, &[W]); 2],
    call: impl FnOnce(*mut u64, *const u64, *const u64, usize) -> Status,
) -> Result<()> {
    check_lengths(out, &inputs)?;
    let [a, b] = inputs.map(|(_, input)| input.as_ptr().cast());
    let n = out.len();
    check(call(start(out), a, b, n))
}

/// `call` of the addresses of out and of an input, and the length that both have.
fn map_with<W: Number>(
    out: &mut [W],
    name: &str,
    input: &[W],
    call: impl FnOnce(*mut u64, *const u64, usize) -> Status,
) -> Result<()> {
    check_length(name, input.len(), out.len())?;
    let n = out.len();
    check(call(start(out), input.as_ptr().cast(), n))
}

fn start<W: Number>(numbers: &mut [W]) -> *mut u64 {
    numbers.as_mut_ptr().cast()
}
