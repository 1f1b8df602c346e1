use crate::error::{check, Error, Result};
use crate::number_theory::{check_prime_count, PrimeOrder};
use ringlet_sys as sys;
use std::ffi::{CStr, CString};
use std::fmt::Debug;
use std::hash::Hash;
use std::os::raw::{c_char, c_uint};

/// Multiword number, the lowest word first: `[u64; 3]`, `[u64; 4]`, `[u64; 5]`, `[u64; 6]` or `[u64; 8]`. No other
/// type can implement it.
///
/// ```
/// use ringlet::multiword::{add_in_place, Modulus, Number};
/// fn double<W: Number>(x: &mut [W], q: &Modulus<W>) -> ringlet::Result<()> {
///     let copy = x.to_vec();
///     add_in_place(x, &copy, q)
/// }
/// let mut x = [[1, 2, 3, 4, 5]; 2];
/// double(&mut x, &Modulus::new([u64::MAX, 0, 0, 0, 1 << 62])?)?;
/// assert_eq!(x, [[2, 4, 6, 8, 10]; 2]);
/// # Ok::<(), ringlet::Error>(())
/// ```
pub trait Number: Copy + Debug + Default + Eq + Hash + Send + Sync + 'static + Words {}

impl Number for [u64; 3] {}
impl Number for [u64; 4] {}
impl Number for [u64; 5] {}
impl Number for [u64; 6] {}
impl Number for [u64; 8] {}

/// Array of words and nothing else, which C reads and writes in place. The trait is public in a private module, so that
/// nobody else can implement `Number`.
pub trait Words: Sized {
    const COUNT: c_uint;

    fn start(&self) -> *const u64 {
        (self as *const Self).cast()
    }
    fn start_mut(&mut self) -> *mut u64 {
        (self as *mut Self).cast()
    }
}

impl<const N: usize> Words for [u64; N] {
    const COUNT: c_uint = N as c_uint;
}

/// Returns the number that `compute` writes.
pub(super) fn computed<W: Number>(compute: impl FnOnce(*mut u64) -> sys::ringlet_status) -> Result<W> {
    let mut result = W::default();
    check(compute(result.start_mut()))?;
    Ok(result)
}

/// Parses a number in decimal digits, or in hexadecimal digits after 0x. An error if it needs more words.
///
/// ```
/// use ringlet::multiword::parse;
/// assert_eq!(parse::<[u64; 3]>("0x10000000000000002")?, [2, 1, 0]);
/// assert!(parse::<[u64; 3]>("two").is_err());
/// # Ok::<(), ringlet::Error>(())
/// ```
pub fn parse<W: Number>(text: &str) -> Result<W> {
    let text = CString::new(text).map_err(|_| Error::invalid("text has a zero byte, but a number's text must not"))?;
    computed(|out| unsafe { sys::ringlet_multiword_parse(out, W::COUNT, text.as_ptr()) })
}

/// Returns decimal digits.
///
/// ```
/// assert_eq!(ringlet::multiword::decimal([0, 1, 0]), "18446744073709551616");
/// ```
pub fn decimal<W: Number>(x: W) -> String {
    print(x, false)
}

/// Returns hexadecimal digits after 0x.
///
/// ```
/// assert_eq!(ringlet::multiword::hexadecimal([0, 1, 0]), "0x10000000000000000");
/// ```
pub fn hexadecimal<W: Number>(x: W) -> String {
    print(x, true)
}

fn print<W: Number>(x: W, hexadecimal: bool) -> String {
    let mut text: [c_char; 160] = [0; 160];
    let (start, size) = (text.as_mut_ptr(), text.len());
    let status = unsafe { sys::ringlet_multiword_print(start, size, x.start(), W::COUNT, hexadecimal) };
    check(status).expect("160 bytes hold any number");
    unsafe { CStr::from_ptr(text.as_ptr()) }.to_string_lossy().into_owned()
}

/// Returns whether n < 2^(64 N − 1) is prime. No composite is known that passes.
///
/// ```
/// use ringlet::multiword::is_prime;
/// assert!(is_prime([u64::MAX - 18, u64::MAX, (1 << 63) - 1, 0])?); // 2^191 - 19
/// assert!(!is_prime([u64::MAX, u64::MAX, 1])?);
/// # Ok::<(), ringlet::Error>(())
/// ```
pub fn is_prime<W: Number>(n: W) -> Result<bool> {
    let mut result = false;
    check(unsafe { sys::ringlet_multiword_is_prime(&mut result, n.start(), W::COUNT) })?;
    Ok(result)
}

/// Returns `count` ≤ 2^20 distinct primes of exactly `bits` bits, 125 ≤ `bits` ≤ 64 N − 1, with q ≡ 1 modulo 2n, n a
/// power of two up to 2^48. An error if there are fewer; the message says how many there are.
///
/// ```
/// let q = ringlet::multiword::ntt_primes::<[u64; 4]>(1, 250, 1 << 20, ringlet::PrimeOrder::LargestFirst)?[0];
/// assert_eq!(q[0] % (1 << 21), 1);
/// # Ok::<(), ringlet::Error>(())
/// ```
pub fn ntt_primes<W: Number>(count: usize, bits: u32, n: usize, order: PrimeOrder) -> Result<Vec<W>> {
    check_prime_count(count)?;
    let mut primes = vec![W::default(); count];
    let out = primes.as_mut_ptr().cast();
    check(unsafe { sys::ringlet_multiword_ntt_primes(out, W::COUNT, count, bits, n, order.raw()) })?;
    Ok(primes)
}
