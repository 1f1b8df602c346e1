use super::{Executor, RnsBase, RnsSpan, RnsView};
use crate::error::{check, Result};
use crate::handle::Handle;
use ringlet_sys as sys;

/// Automorphism X → X^g of Z_q\[X\]/(X^n + 1), g odd, 1 ≤ g < 2n. Schemes rotate slots with it.
///
/// ```
/// use ringlet::rns::{Automorphism, RnsBase, RnsSpan, RnsView};
/// let mut out = [0; 4];
/// let (span, x) = (&mut RnsSpan::new(&mut out, 4)?, RnsView::new(&[1, 2, 3, 4], 4)?);
/// Automorphism::new(4, 3)?.on_coefficients(span, &x, &RnsBase::new(&[17])?, None)?;
/// assert_eq!(out, [1, 4, 17 - 3, 2]); // X^2 becomes X^6 = -X^2, X^3 becomes X^9 = X.
/// # Ok::<(), ringlet::Error>(())
/// ```
pub struct Automorphism {
    handle: Handle<sys::ringlet_automorphism>,
}

impl Automorphism {
    /// Makes X → X^g on polynomials of n coefficients.
    ///
    /// ```
    /// use ringlet::rns::Automorphism;
    /// let automorphism = Automorphism::new(8, 3)?;
    /// assert_eq!((automorphism.size(), automorphism.exponent()), (8, 3));
    /// assert!(Automorphism::new(8, 2).is_err());
    /// # Ok::<(), ringlet::Error>(())
    /// ```
    pub fn new(n: usize, g: u64) -> Result<Self> {
        let create = |out| unsafe { sys::ringlet_automorphism_create(out, n, g) };
        Ok(Self { handle: Handle::new(sys::ringlet_automorphism_destroy, create)? })
    }

    pub(crate) fn get(&self) -> *const sys::ringlet_automorphism {
        self.handle.get()
    }

    /// Returns n.
    pub fn size(&self) -> usize {
        unsafe { sys::ringlet_automorphism_size(self.handle.get()) }
    }

    /// Returns g.
    pub fn exponent(&self) -> u64 {
        unsafe { sys::ringlet_automorphism_exponent(self.handle.get()) }
    }

    /// Computes out(X) = x(X^g) from coefficients in natural order.
    ///
    /// ```
    /// use ringlet::rns::{Automorphism, RnsBase, RnsSpan, RnsView};
    /// let mut out = [0; 2];
    /// let (span, x) = (&mut RnsSpan::new(&mut out, 2)?, RnsView::new(&[1, 2], 2)?);
    /// Automorphism::new(2, 3)?.on_coefficients(span, &x, &RnsBase::new(&[17])?, None)?;
    /// assert_eq!(out, [1, 15]);
    /// # Ok::<(), ringlet::Error>(())
    /// ```
    pub fn on_coefficients(
        &self,
        out: &mut RnsSpan<'_>,
        x: &RnsView<'_>,
        base: &RnsBase,
        executor: Option<&Executor<'_>>,
    ) -> Result<()> {
        self.check(out, x)?;
        let (g, rows, threads) = (self.handle.get(), out.rows(), Executor::get(executor));
        check(unsafe { sys::ringlet_automorphism_on_coefficients(g, out.get(), x.get(), rows, base.get(), threads) })
    }

    /// Computes the evaluations of x(X^g) from those of x, both in the order of [`RnsNtt`](super::RnsNtt). This
    /// permutes any words.
    ///
    /// ```
    /// use ringlet::rns::{Automorphism, RnsSpan, RnsView};
    /// let mut out = [0; 2];
    /// let (span, x) = (&mut RnsSpan::new(&mut out, 2)?, RnsView::new(&[5, 7], 2)?);
    /// Automorphism::new(2, 3)?.on_evaluations(span, &x, None)?;
    /// assert_eq!(out, [7, 5]);
    /// # Ok::<(), ringlet::Error>(())
    /// ```
    pub fn on_evaluations(
        &self,
        out: &mut RnsSpan<'_>,
        x: &RnsView<'_>,
        executor: Option<&Executor<'_>>,
    ) -> Result<()> {
        self.check(out, x)?;
        let (g, rows, threads) = (self.handle.get(), out.rows(), Executor::get(executor));
        check(unsafe { sys::ringlet_automorphism_on_evaluations(g, out.get(), x.get(), rows, threads) })
    }

    /// Adds to out the evaluations of x(X^g).
    ///
    /// ```
    /// use ringlet::rns::{Automorphism, RnsBase, RnsSpan, RnsView};
    /// let mut out = [1, 1];
    /// let (span, x) = (&mut RnsSpan::new(&mut out, 2)?, RnsView::new(&[5, 7], 2)?);
    /// Automorphism::new(2, 3)?.add_on_evaluations(span, &x, &RnsBase::new(&[13])?, None)?;
    /// assert_eq!(out, [8, 6]);
    /// # Ok::<(), ringlet::Error>(())
    /// ```
    pub fn add_on_evaluations(
        &self,
        out: &mut RnsSpan<'_>,
        x: &RnsView<'_>,
        base: &RnsBase,
        executor: Option<&Executor<'_>>,
    ) -> Result<()> {
        self.check(out, x)?;
        let (g, rows, threads) = (self.handle.get(), out.rows(), Executor::get(executor));
        check(unsafe { sys::ringlet_automorphism_add_on_evaluations(g, out.get(), x.get(), rows, base.get(), threads) })
    }

    fn check(&self, out: &RnsSpan<'_>, x: &RnsView<'_>) -> Result<()> {
        out.check("out", out.rows(), self.size())?;
        x.check("x", out.rows(), self.size())
    }
}
