use crate::error::{check, check_length, Result};
use crate::handle::Handle;
use crate::modulus::Modulus;
use crate::word::{with_output, Input, Word};
use std::fmt;

/// Vector w by which many others are multiplied element by element, such as a key or a plaintext. Its Shoup quotients
/// are computed once. `f` is the input factor in {1, 2, 4, 8}: elements lie in [0, f q) and in a word.
///
/// ```
/// use ringlet::{FixedOperand, Modulus};
/// let key = FixedOperand::new(&[2_u64, 3], &Modulus::new(17)?)?;
/// assert_eq!(key.len(), 2);
/// println!("{}", key.describe());
/// let mut out = [0; 2];
/// key.mul_add(&mut out, &[5, 6], &[1, 1], 1)?;
/// assert_eq!(out, [11, 2]);
/// # Ok::<(), ringlet::Error>(())
/// ```
pub struct FixedOperand<W: Word = u64> {
    handle: Handle<W::FixedOperand>,
}

impl<W: Word> FixedOperand<W> {
    /// Copies w, whose elements must lie in [0, q), and computes its quotients.
    ///
    /// ```
    /// let q = ringlet::Modulus::new(17_u64)?;
    /// assert!(ringlet::FixedOperand::new(&[17], &q).is_err());
    /// # Ok::<(), ringlet::Error>(())
    /// ```
    pub fn new(values: &[W], q: &Modulus<W>) -> Result<Self> {
        let input = Input::new(values);
        let create = |out| unsafe { (W::C.fixed_operand_create)(out, input.get(), values.len(), q.get()) };
        Ok(Self { handle: Handle::new(W::C.fixed_operand_destroy, create)? })
    }

    /// Returns the number of elements.
    #[allow(clippy::len_without_is_empty)] // None is empty.
    pub fn len(&self) -> usize {
        unsafe { (W::C.fixed_operand_size)(self.handle.get()) }
    }

    /// Describes the chosen kernel, for people to read.
    pub fn describe(&self) -> &str {
        self.handle.text(W::C.fixed_operand_describe)
    }

    /// out\[i\] = x\[i\] w\[i\] mod q.
    ///
    /// ```
    /// let w = ringlet::FixedOperand::new(&[2_u64, 3], &ringlet::Modulus::new(17)?)?;
    /// let mut out = [0; 2];
    /// w.mul(&mut out, &[5, 6], 1)?;
    /// assert_eq!(out, [10, 1]);
    /// let mut x = [5, 6];
    /// w.mul_in_place(&mut x, 1)?;
    /// assert_eq!(x, [10, 1]);
    /// # Ok::<(), ringlet::Error>(())
    /// ```
    pub fn mul(&self, out: &mut [W], x: &[W], f: u32) -> Result<()> {
        self.check(out.len(), x.len())?;
        let (n, x) = (out.len(), Input::new(x));
        check(with_output(out, |out| unsafe { (W::C.fixed_operand_mul)(self.handle.get(), out, x.get(), n, f) }))
    }

    /// Applies [`mul`](Self::mul) in place.
    pub fn mul_in_place(&self, x: &mut [W], f: u32) -> Result<()> {
        self.check(x.len(), x.len())?;
        let n = x.len();
        check(with_output(x, |x| unsafe { (W::C.fixed_operand_mul)(self.handle.get(), x, x, n, f) }))
    }

    /// out\[i\] = x\[i\] w\[i\] + z\[i\] mod q.
    ///
    /// ```
    /// let w = ringlet::FixedOperand::new(&[2_u128, 3], &ringlet::Modulus::new(17)?)?;
    /// let mut out = [0; 2];
    /// w.mul_add(&mut out, &[5, 6], &[1, 2], 1)?;
    /// assert_eq!(out, [11, 3]);
    /// # Ok::<(), ringlet::Error>(())
    /// ```
    pub fn mul_add(&self, out: &mut [W], x: &[W], z: &[W], f: u32) -> Result<()> {
        self.check(out.len(), x.len())?;
        check_length("z", z.len(), self.len())?;
        let (n, w, x, z) = (out.len(), self.handle.get(), Input::new(x), Input::new(z));
        check(with_output(out, |out| unsafe { (W::C.fixed_operand_mul_add)(w, out, x.get(), z.get(), n, f) }))
    }

    /// z\[i\] = x\[i\] w\[i\] + z\[i\] mod q, which adds up products with several keys.
    ///
    /// ```
    /// let w = ringlet::FixedOperand::new(&[2_u64, 3], &ringlet::Modulus::new(17)?)?;
    /// let mut sum = [1, 2];
    /// w.accumulate(&mut sum, &[5, 6], 1)?;
    /// assert_eq!(sum, [11, 3]);
    /// # Ok::<(), ringlet::Error>(())
    /// ```
    pub fn accumulate(&self, z: &mut [W], x: &[W], f: u32) -> Result<()> {
        self.check(z.len(), x.len())?;
        let (n, w, x) = (z.len(), self.handle.get(), Input::new(x));
        check(with_output(z, |z| unsafe { (W::C.fixed_operand_mul_add)(w, z, x.get(), z, n, f) }))
    }

    fn check(&self, out: usize, x: usize) -> Result<()> {
        check_length("out", out, self.len())?;
        check_length("x", x, self.len())
    }
}

impl<W: Word> fmt::Debug for FixedOperand<W> {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(formatter, "FixedOperand({} elements, {})", self.len(), self.describe())
    }
}
