use crate::error::{check, Result};
use crate::handle::Handle;
use crate::word::Word;
use std::fmt;

/// Modulus q with the constants of its arithmetic: 2 ≤ q < 2^32 for `u32`, 2^64 for `u64`, 2^124 for `u128`, prime or not.
///
/// Its methods are number theory on single numbers in [0, q), for public values: their time depends on the values. An
/// operand outside its range is an error. For slices, the crate has functions such as [`mul`](crate::mul()).
///
/// ```
/// use ringlet::Modulus;
/// let q = Modulus::new((1_u128 << 100) - 15)?;
/// assert_eq!((q.value(), q.bits()), ((1 << 100) - 15, 100));
/// assert_eq!(q.mul(1 << 60, 1 << 40)?, 15);
/// # Ok::<(), ringlet::Error>(())
/// ```
pub struct Modulus<W: Word = u64> {
    handle: Handle<W::Modulus>,
}

impl<W: Word> Modulus<W> {
    /// Makes the modulus q. An error unless 2 ≤ q, and q < 2^124 for `u128`.
    ///
    /// ```
    /// assert!(ringlet::Modulus::new(12289_u64).is_ok());
    /// assert!(ringlet::Modulus::new(1_u64).is_err());
    /// ```
    pub fn new(q: W) -> Result<Self> {
        let handle = Handle::new(W::C.modulus_destroy, |out| unsafe { (W::C.modulus_create)(out, q.raw()) })?;
        Ok(Self { handle })
    }

    pub(crate) fn get(&self) -> *const W::Modulus {
        self.handle.get()
    }

    /// Returns q.
    pub fn value(&self) -> W {
        W::from_raw(unsafe { (W::C.modulus_value)(self.get()) })
    }

    /// Returns the number of significant bits of q.
    pub fn bits(&self) -> u32 {
        unsafe { (W::C.modulus_bits)(self.get()) }
    }

    /// Returns x mod q for any x.
    ///
    /// ```
    /// assert_eq!(ringlet::Modulus::new(10_u64)?.reduce(u64::MAX), 5);
    /// # Ok::<(), ringlet::Error>(())
    /// ```
    pub fn reduce(&self, x: W) -> W {
        let q = self.get();
        self.scalar(|out| unsafe { (W::C.reduce_mod)(out, x.raw(), q) }).expect("any number can be reduced")
    }

    /// Returns a + b mod q.
    ///
    /// ```
    /// assert_eq!(ringlet::Modulus::new(7_u64)?.add(3, 5)?, 1);
    /// # Ok::<(), ringlet::Error>(())
    /// ```
    pub fn add(&self, a: W, b: W) -> Result<W> {
        self.scalar(|out| unsafe { (W::C.add_mod)(out, a.raw(), b.raw(), self.get()) })
    }

    /// Returns a − b mod q.
    ///
    /// ```
    /// assert_eq!(ringlet::Modulus::new(7_u64)?.sub(3, 5)?, 5);
    /// # Ok::<(), ringlet::Error>(())
    /// ```
    pub fn sub(&self, a: W, b: W) -> Result<W> {
        self.scalar(|out| unsafe { (W::C.sub_mod)(out, a.raw(), b.raw(), self.get()) })
    }

    /// Returns a b mod q.
    ///
    /// ```
    /// assert_eq!(ringlet::Modulus::new(7_u64)?.mul(3, 4)?, 5);
    /// # Ok::<(), ringlet::Error>(())
    /// ```
    pub fn mul(&self, a: W, b: W) -> Result<W> {
        self.scalar(|out| unsafe { (W::C.mul_mod)(out, a.raw(), b.raw(), self.get()) })
    }

    /// Returns base^exponent mod q for any exponent, with 0^0 = 1.
    ///
    /// ```
    /// assert_eq!(ringlet::Modulus::new(7_u64)?.pow(3, 6)?, 1);
    /// # Ok::<(), ringlet::Error>(())
    /// ```
    pub fn pow(&self, base: W, exponent: W) -> Result<W> {
        self.scalar(|out| unsafe { (W::C.pow_mod)(out, base.raw(), exponent.raw(), self.get()) })
    }

    /// Returns the inverse of a modulo q, which need not be prime. An error if gcd(a, q) ≠ 1.
    ///
    /// ```
    /// let q = ringlet::Modulus::new(10_u64)?;
    /// assert_eq!(q.inverse(3)?, 7);
    /// assert!(q.inverse(5).is_err());
    /// # Ok::<(), ringlet::Error>(())
    /// ```
    pub fn inverse(&self, a: W) -> Result<W> {
        self.scalar(|out| unsafe { (W::C.inverse_mod)(out, a.raw(), self.get()) })
    }

    /// Returns whether `root` has the multiplicative order `order`, a power of two, modulo the prime q. False if
    /// `order` does not divide q − 1.
    ///
    /// ```
    /// let q = ringlet::Modulus::new(17_u64)?;
    /// assert!(q.is_primitive_root_of_unity(16, 2)?);
    /// assert!(!q.is_primitive_root_of_unity(1, 2)?);
    /// # Ok::<(), ringlet::Error>(())
    /// ```
    pub fn is_primitive_root_of_unity(&self, root: W, order: u64) -> Result<bool> {
        let mut result = false;
        check(unsafe { (W::C.is_primitive_root_of_unity)(&mut result, root.raw(), order, self.get()) })?;
        Ok(result)
    }

    /// Returns a primitive root of unity of an order that is a power of two and divides q − 1, q prime; always the same
    /// one.
    ///
    /// ```
    /// let q = ringlet::Modulus::new(12289_u64)?;
    /// let root = q.primitive_root_of_unity(4096)?;
    /// assert_eq!(q.pow(root, 2048)?, 12288);
    /// # Ok::<(), ringlet::Error>(())
    /// ```
    pub fn primitive_root_of_unity(&self, order: u64) -> Result<W> {
        self.scalar(|out| unsafe { (W::C.primitive_root_of_unity)(out, order, self.get()) })
    }

    /// Returns the smallest primitive root of unity of an order of at most 2^25. Plans use it by default.
    ///
    /// ```
    /// assert_eq!(ringlet::Modulus::new(17_u64)?.smallest_primitive_root_of_unity(4)?, 4);
    /// # Ok::<(), ringlet::Error>(())
    /// ```
    pub fn smallest_primitive_root_of_unity(&self, order: u64) -> Result<W> {
        self.scalar(|out| unsafe { (W::C.smallest_primitive_root_of_unity)(out, order, self.get()) })
    }

    fn scalar(&self, compute: impl FnOnce(*mut W::Raw) -> ringlet_sys::ringlet_status) -> Result<W> {
        let mut result = W::default().raw();
        check(compute(&mut result))?;
        Ok(W::from_raw(result))
    }
}

impl<W: Word> fmt::Debug for Modulus<W> {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(formatter, "Modulus({})", self.value())
    }
}
