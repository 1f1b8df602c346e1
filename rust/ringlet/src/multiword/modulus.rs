use super::number::{computed, decimal, Number};
use crate::error::{check, Result};
use crate::handle::Handle;
use ringlet_sys as sys;
use std::fmt;
use std::marker::PhantomData;

/// Odd modulus q of several words with the constants of its arithmetic: 2^124 ≤ q < 2^(64 N − 1), prime or not.
///
/// Its methods are number theory on single plain numbers in [0, q), for public values: their time depends on the
/// values. An operand outside its range is an error. For slices, the module has functions such as
/// [`mul`](super::mul()).
///
/// ```
/// use ringlet::multiword::Modulus;
/// let q = Modulus::new([15, 0, 1 << 60])?;
/// assert_eq!((q.value(), q.bits()), ([15, 0, 1 << 60], 189));
/// assert_eq!(q.mul([0, 0, 2], [1 << 59, 0, 0])?, [0, 0, 1 << 60]);
/// # Ok::<(), ringlet::Error>(())
/// ```
pub struct Modulus<W: Number> {
    handle: Handle<sys::ringlet_multiword_modulus>,
    words: PhantomData<W>,
}

impl<W: Number> Modulus<W> {
    /// Makes the modulus q. An error if it is even, below 2^124 or too large.
    ///
    /// ```
    /// use ringlet::multiword::Modulus;
    /// assert!(Modulus::new([1, 0, 1 << 62]).is_ok());
    /// assert!(Modulus::new([1, 0, 1 << 63]).is_err());
    /// assert!(Modulus::new([1, 0, 1 << 63, 0]).is_ok());
    /// ```
    pub fn new(q: W) -> Result<Self> {
        let create = |out| unsafe { sys::ringlet_multiword_modulus_create(out, q.start(), W::COUNT) };
        Ok(Self { handle: Handle::new(sys::ringlet_multiword_modulus_destroy, create)?, words: PhantomData })
    }

    pub(super) fn get(&self) -> *const sys::ringlet_multiword_modulus {
        self.handle.get()
    }

    /// Returns q.
    pub fn value(&self) -> W {
        // The handle was made for numbers of this type.
        unsafe { *sys::ringlet_multiword_modulus_value(self.get()).cast() }
    }

    /// Returns the number of significant bits of q.
    pub fn bits(&self) -> u32 {
        unsafe { sys::ringlet_multiword_modulus_bits(self.get()) }
    }

    /// Returns a + b mod q.
    ///
    /// ```
    /// let q = ringlet::multiword::Modulus::new([1, 0, 1])?;
    /// assert_eq!(q.add([0, 0, 1], [5, 0, 0])?, [4, 0, 0]);
    /// # Ok::<(), ringlet::Error>(())
    /// ```
    pub fn add(&self, a: W, b: W) -> Result<W> {
        computed(|out| unsafe { sys::ringlet_multiword_add_mod(out, a.start(), b.start(), self.get()) })
    }

    /// Returns a − b mod q.
    ///
    /// ```
    /// let q = ringlet::multiword::Modulus::new([1, 0, 1])?;
    /// assert_eq!(q.sub([0, 0, 0], [1, 0, 0])?, [0, 0, 1]);
    /// # Ok::<(), ringlet::Error>(())
    /// ```
    pub fn sub(&self, a: W, b: W) -> Result<W> {
        computed(|out| unsafe { sys::ringlet_multiword_sub_mod(out, a.start(), b.start(), self.get()) })
    }

    /// Returns a b mod q.
    ///
    /// ```
    /// let q = ringlet::multiword::Modulus::new([1, 0, 1])?;
    /// assert_eq!(q.mul([0, 1, 0], [0, 1, 0])?, [0, 0, 1]); // -1
    /// # Ok::<(), ringlet::Error>(())
    /// ```
    pub fn mul(&self, a: W, b: W) -> Result<W> {
        computed(|out| unsafe { sys::ringlet_multiword_mul_mod(out, a.start(), b.start(), self.get()) })
    }

    /// Returns base^exponent mod q for any exponent, with 0^0 = 1.
    ///
    /// ```
    /// let q = ringlet::multiword::Modulus::new([1, 0, 1])?;
    /// assert_eq!(q.pow([2, 0, 0], [256, 0, 0])?, [1, 0, 0]);
    /// # Ok::<(), ringlet::Error>(())
    /// ```
    pub fn pow(&self, base: W, exponent: W) -> Result<W> {
        computed(|out| unsafe { sys::ringlet_multiword_pow_mod(out, base.start(), exponent.start(), self.get()) })
    }

    /// Returns the inverse of a modulo q, which need not be prime. An error if gcd(a, q) ≠ 1.
    ///
    /// ```
    /// let q = ringlet::multiword::Modulus::new([1, 0, 1])?;
    /// assert_eq!(q.inverse([0, 0, 1])?, [0, 0, 1]); // -1
    /// assert!(q.inverse([0, 0, 0]).is_err());
    /// # Ok::<(), ringlet::Error>(())
    /// ```
    pub fn inverse(&self, a: W) -> Result<W> {
        computed(|out| unsafe { sys::ringlet_multiword_inverse_mod(out, a.start(), self.get()) })
    }

    /// Returns whether `root` has the multiplicative order `order`, a power of two, modulo the prime q. False if
    /// `order` does not divide q − 1.
    ///
    /// ```
    /// let field = ringlet::multiword::field::<[u64; 4]>("bn254-fr")?;
    /// let q = ringlet::multiword::Modulus::new(field.modulus)?;
    /// assert!(q.is_primitive_root_of_unity(field.root, 1 << field.two_adicity)?);
    /// # Ok::<(), ringlet::Error>(())
    /// ```
    pub fn is_primitive_root_of_unity(&self, root: W, order: u64) -> Result<bool> {
        let mut result = false;
        check(unsafe {
            sys::ringlet_multiword_is_primitive_root_of_unity(&mut result, root.start(), order, self.get())
        })?;
        Ok(result)
    }

    /// Returns a primitive root of unity of an order that is a power of two and divides q − 1, q prime; always the same
    /// one. Plans use it by default.
    ///
    /// ```
    /// let q = ringlet::multiword::Modulus::new(ringlet::multiword::field::<[u64; 4]>("pallas-fq")?.modulus)?;
    /// let root = q.primitive_root_of_unity(2)?;
    /// assert_eq!(q.add(root, [1, 0, 0, 0])?, [0; 4]); // -1
    /// # Ok::<(), ringlet::Error>(())
    /// ```
    pub fn primitive_root_of_unity(&self, order: u64) -> Result<W> {
        computed(|out| unsafe { sys::ringlet_multiword_primitive_root_of_unity(out, order, self.get()) })
    }
}

impl<W: Number> fmt::Debug for Modulus<W> {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(formatter, "Modulus({})", decimal(self.value()))
    }
}
