use super::{Executor, Lift, RnsBase, RnsNtt, RnsSpan, RnsView};
use crate::error::{check, Error, Result};
use crate::handle::Handle;
use ringlet_sys as sys;

/// Conversion of residues modulo the moduli of one base to residues modulo those of another. The lift chooses the
/// integer. With a redundant modulus the conversion is exact. Without one it may take the neighbouring representative
/// for integers very close to a boundary.
///
/// ```
/// use ringlet::rns::{BaseConversion, Lift, RnsBase, RnsSpan, RnsView};
/// let (from, to) = (RnsBase::new(&[17, 19])?, RnsBase::new(&[23])?);
/// let mut out = [0];
/// let conversion = BaseConversion::new(&from, &to, Lift::Floor)?;
/// conversion.apply(&mut RnsSpan::new(&mut out, 1)?, &RnsView::new(&[100 % 17, 100 % 19], 1)?, None)?;
/// assert_eq!(out, [100 % 23]);
/// # Ok::<(), ringlet::Error>(())
/// ```
pub struct BaseConversion {
    handle: Handle<sys::ringlet_base_conversion>,
    from: usize,
    to: usize,
}

impl BaseConversion {
    /// Prepares the conversion of the lift of residues modulo `from` to residues modulo `to`.
    ///
    /// ```
    /// use ringlet::rns::{BaseConversion, Lift, RnsBase};
    /// let base = RnsBase::new(&[17, 19])?;
    /// println!("{}", BaseConversion::new(&base, &RnsBase::new(&[23])?, Lift::Centred)?.describe());
    /// # Ok::<(), ringlet::Error>(())
    /// ```
    pub fn new(from: &RnsBase, to: &RnsBase, lift: Lift) -> Result<Self> {
        let create = |out| unsafe { sys::ringlet_base_conversion_create(out, from.get(), to.get(), lift.raw()) };
        let handle = Handle::new(sys::ringlet_base_conversion_destroy, create)?;
        Ok(Self { handle, from: from.size(), to: to.size() })
    }

    /// Prepares an exact conversion with a redundant modulus m. The input has one more row, the residues modulo m, from
    /// which the multiple of Q follows. It is exact for integers from −Q (⌊m/2⌋ − L) to Q (⌊m/2⌋ − L), L the number of
    /// moduli in `from`.
    ///
    /// ```
    /// use ringlet::rns::{BaseConversion, RnsBase, RnsSpan, RnsView};
    /// let (from, to) = (RnsBase::new(&[17, 19])?, RnsBase::new(&[23])?);
    /// let mut out = [0];
    /// let x = RnsView::new(&[400 % 17, 400 % 19, 400 % 29], 1)?;
    /// BaseConversion::redundant(&from, 29, &to)?.apply(&mut RnsSpan::new(&mut out, 1)?, &x, None)?;
    /// assert_eq!(out, [400 % 23]);
    /// # Ok::<(), ringlet::Error>(())
    /// ```
    pub fn redundant(from: &RnsBase, redundant: u64, to: &RnsBase) -> Result<Self> {
        let (from_base, to_base) = (from.get(), to.get());
        let create = |out| unsafe { sys::ringlet_base_conversion_create_redundant(out, from_base, redundant, to_base) };
        let handle = Handle::new(sys::ringlet_base_conversion_destroy, create)?;
        Ok(Self { handle, from: from.size() + 1, to: to.size() })
    }

    /// Describes backend and arithmetic, for people to read.
    pub fn describe(&self) -> &str {
        self.handle.text(sys::ringlet_base_conversion_describe)
    }

    /// out = the residues of the lift of x, for any number of integers.
    ///
    /// ```
    /// use ringlet::rns::{BaseConversion, Lift, RnsBase, RnsSpan, RnsView};
    /// let (from, to) = (RnsBase::new(&[17, 19])?, RnsBase::new(&[23])?);
    /// let mut out = [0];
    /// let x = RnsView::new(&[16, 18], 1)?;
    /// BaseConversion::new(&from, &to, Lift::Centred)?.apply(&mut RnsSpan::new(&mut out, 1)?, &x, None)?;
    /// assert_eq!(out, [22]); // -1
    /// # Ok::<(), ringlet::Error>(())
    /// ```
    pub fn apply(&self, out: &mut RnsSpan<'_>, x: &RnsView<'_>, executor: Option<&Executor<'_>>) -> Result<()> {
        let (n, threads) = (out.n(), Executor::get(executor));
        out.check("out", self.to, n)?;
        x.check("x", self.from, n)?;
        let (plan, to, from) = (self.handle.get(), out.get(), x.get());
        check(unsafe { sys::ringlet_base_conversion_apply(plan, to, from, n, threads) })
    }
}

/// Division by the product P of the last moduli of a base, with rounding: (c x − d) / P for integers x, where c is the
/// numerator and d ≡ c x modulo P; with [`Lift::Centred`] d lies in \[−P/2, P/2). With a plaintext modulus t of BGV, d
/// is also a multiple of t.
///
/// ```
/// use ringlet::rns::{Lift, ModDown, RnsBase, RnsSpan, RnsView};
/// let divide = ModDown::of_coefficients(&RnsBase::new(&[17, 19])?, 1, 1, 1, Lift::Centred)?;
/// let mut out = [0];
/// divide.on_coefficients(&mut RnsSpan::new(&mut out, 1)?, &RnsView::new(&[100 % 17, 100 % 19], 1)?, None)?;
/// assert_eq!(out, [5]); // 100 / 19
/// # Ok::<(), ringlet::Error>(())
/// ```
pub struct ModDown {
    handle: Handle<sys::ringlet_mod_down>,
    moduli: usize,
    /// Size of the transforms; none for coefficients alone.
    n: Option<usize>,
}

impl ModDown {
    /// Prepares the division of coefficients or evaluations by the last `dropped` moduli of the transforms' base. A
    /// numerator or plaintext modulus of 1 changes nothing.
    ///
    /// ```
    /// use ringlet::rns::{Lift, ModDown, RnsBase, RnsNtt};
    /// let ntt = RnsNtt::new(2, &RnsBase::new(&[5, 13])?, None)?;
    /// assert!(ModDown::new(&ntt, 2, 1, 1, Lift::Centred).is_err());
    /// # Ok::<(), ringlet::Error>(())
    /// ```
    pub fn new(ntt: &RnsNtt, dropped: usize, numerator: u64, plaintext_modulus: u64, lift: Lift) -> Result<Self> {
        let (plan, lift) = (ntt.get(), lift.raw());
        let create =
            |out| unsafe { sys::ringlet_mod_down_create(out, plan, dropped, numerator, plaintext_modulus, lift) };
        let handle = Handle::new(sys::ringlet_mod_down_destroy, create)?;
        Ok(Self { handle, moduli: ntt.moduli(), n: Some(ntt.size()) })
    }

    /// Prepares the division of coefficients alone, for any coprime moduli.
    ///
    /// ```
    /// use ringlet::rns::{Lift, ModDown, RnsBase};
    /// let base = RnsBase::new(&[16, 9, 25])?;
    /// assert_eq!(ModDown::of_coefficients(&base, 1, 1, 1, Lift::Centred)?.kept(), 2);
    /// # Ok::<(), ringlet::Error>(())
    /// ```
    pub fn of_coefficients(
        base: &RnsBase,
        dropped: usize,
        numerator: u64,
        plaintext_modulus: u64,
        lift: Lift,
    ) -> Result<Self> {
        let (b, t, lift) = (base.get(), plaintext_modulus, lift.raw());
        let create = |out| unsafe { sys::ringlet_mod_down_create_of_coefficients(out, b, dropped, numerator, t, lift) };
        let handle = Handle::new(sys::ringlet_mod_down_destroy, create)?;
        Ok(Self { handle, moduli: base.size(), n: None })
    }

    /// Returns the number of moduli that are kept.
    pub fn kept(&self) -> usize {
        unsafe { sys::ringlet_mod_down_kept(self.handle.get()) }
    }

    /// Divides coefficients, of any number of integers.
    ///
    /// ```
    /// use ringlet::rns::{Lift, ModDown, RnsBase, RnsSpan, RnsView};
    /// let divide = ModDown::of_coefficients(&RnsBase::new(&[17, 19])?, 1, 1, 1, Lift::Centred)?;
    /// let mut out = [0];
    /// divide.on_coefficients(&mut RnsSpan::new(&mut out, 1)?, &RnsView::new(&[38 % 17, 0], 1)?, None)?;
    /// assert_eq!(out, [2]);
    /// # Ok::<(), ringlet::Error>(())
    /// ```
    pub fn on_coefficients(
        &self,
        out: &mut RnsSpan<'_>,
        x: &RnsView<'_>,
        executor: Option<&Executor<'_>>,
    ) -> Result<()> {
        let (n, threads) = (out.n(), Executor::get(executor));
        out.check("out", self.kept(), n)?;
        x.check("x", self.moduli, n)?;
        let (plan, to, from) = (self.handle.get(), out.get(), x.get());
        check(unsafe { sys::ringlet_mod_down_on_coefficients(plan, to, from, n, threads) })
    }

    /// Divides evaluations in the order of [`RnsNtt`]. An error for a division of coefficients alone.
    ///
    /// ```
    /// use ringlet::rns::{Lift, ModDown, RnsBase, RnsNtt, RnsSpan, RnsView};
    /// let ntt = RnsNtt::new(2, &RnsBase::new(&[5, 13])?, None)?;
    /// let mut out = [0; 2];
    /// let x = RnsView::new(&[26 % 5, 26 % 5, 0, 0], 2)?;
    /// ModDown::new(&ntt, 1, 1, 1, Lift::Centred)?.on_evaluations(&mut RnsSpan::new(&mut out, 2)?, &x, None)?;
    /// assert_eq!(out, [2, 2]);
    /// # Ok::<(), ringlet::Error>(())
    /// ```
    pub fn on_evaluations(
        &self,
        out: &mut RnsSpan<'_>,
        x: &RnsView<'_>,
        executor: Option<&Executor<'_>>,
    ) -> Result<()> {
        let n = self.n.ok_or_else(|| Error::invalid("this ModDown was made without transforms"))?;
        out.check("out", self.kept(), n)?;
        x.check("x", self.moduli, n)?;
        let (plan, to, from) = (self.handle.get(), out.get(), x.get());
        check(unsafe { sys::ringlet_mod_down_on_evaluations(plan, to, from, Executor::get(executor)) })
    }
}

/// Steps of a BFV multiplication besides transforms and products. [`extend`](Self::extend) converts residues to an
/// auxiliary base. [`apply`](Self::apply) multiplies integers, known modulo both bases, by t / Q and rounds.
///
/// ```
/// use ringlet::rns::{RnsBase, RnsSpan, RnsView, ScaleAndRound};
/// let (base, auxiliary) = (RnsBase::new(&[17, 19])?, RnsBase::new(&[1009, 1013])?);
/// let plan = ScaleAndRound::new(&base, &auxiliary, 2, 0)?;
/// let mut out = [0; 2];
/// plan.extend(&mut RnsSpan::new(&mut out, 1)?, &RnsView::new(&[100 % 17, 100 % 19], 1)?, None)?;
/// assert_eq!(out, [100, 100]);
/// # Ok::<(), ringlet::Error>(())
/// ```
pub struct ScaleAndRound {
    handle: Handle<sys::ringlet_scale_and_round>,
    base: usize,
    auxiliary: usize,
}

impl ScaleAndRound {
    /// Prepares both steps, by the method of Halevi, Polyakov and Shoup if `montgomery_modulus` is 0, else by that of
    /// Bajard et al.; then the last modulus of the auxiliary base is redundant.
    ///
    /// ```
    /// use ringlet::rns::{RnsBase, ScaleAndRound};
    /// let base = RnsBase::new(&[17, 19])?;
    /// assert!(ScaleAndRound::new(&base, &base, 2, 0).is_err()); // common factors
    /// # Ok::<(), ringlet::Error>(())
    /// ```
    pub fn new(base: &RnsBase, auxiliary: &RnsBase, t: u64, montgomery_modulus: u64) -> Result<Self> {
        let (q, b) = (base.get(), auxiliary.get());
        let create = |out| unsafe { sys::ringlet_scale_and_round_create(out, q, b, t, montgomery_modulus) };
        let handle = Handle::new(sys::ringlet_scale_and_round_destroy, create)?;
        Ok(Self { handle, base: base.size(), auxiliary: auxiliary.size() })
    }

    /// out = x modulo the auxiliary base, where x in [−Q/2, Q/2) has these residues.
    ///
    /// ```
    /// use ringlet::rns::{RnsBase, RnsSpan, RnsView, ScaleAndRound};
    /// let plan = ScaleAndRound::new(&RnsBase::new(&[17, 19])?, &RnsBase::new(&[1009])?, 2, 0)?;
    /// let mut out = [0];
    /// plan.extend(&mut RnsSpan::new(&mut out, 1)?, &RnsView::new(&[16, 18], 1)?, None)?;
    /// assert_eq!(out, [1008]); // -1
    /// # Ok::<(), ringlet::Error>(())
    /// ```
    pub fn extend(&self, out: &mut RnsSpan<'_>, x: &RnsView<'_>, executor: Option<&Executor<'_>>) -> Result<()> {
        let (n, threads) = (out.n(), Executor::get(executor));
        out.check("out", self.auxiliary, n)?;
        x.check("x", self.base, n)?;
        let (plan, to, from) = (self.handle.get(), out.get(), x.get());
        check(unsafe { sys::ringlet_scale_and_round_extend(plan, to, from, n, threads) })
    }

    /// out = t x / Q modulo Q, rounded, where x has the residues `x` and `auxiliary`. The library's
    /// ringlet/scale_and_round.hpp says how large x may be.
    ///
    /// ```
    /// use ringlet::rns::{RnsBase, RnsSpan, RnsView, ScaleAndRound};
    /// let plan = ScaleAndRound::new(&RnsBase::new(&[17, 19])?, &RnsBase::new(&[1009, 1013])?, 2, 0)?;
    /// let (x, auxiliary) = ([1000 % 17, 1000 % 19], [1000, 1000]);
    /// let mut out = [0; 2];
    /// let (x, auxiliary) = (RnsView::new(&x, 1)?, RnsView::new(&auxiliary, 1)?);
    /// plan.apply(&mut RnsSpan::new(&mut out, 1)?, &x, &auxiliary, None)?;
    /// assert_eq!(out, [6, 6]); // 2000 / 323
    /// # Ok::<(), ringlet::Error>(())
    /// ```
    pub fn apply(
        &self,
        out: &mut RnsSpan<'_>,
        x: &RnsView<'_>,
        auxiliary: &RnsView<'_>,
        executor: Option<&Executor<'_>>,
    ) -> Result<()> {
        let (n, threads) = (out.n(), Executor::get(executor));
        out.check("out", self.base, n)?;
        x.check("x", self.base, n)?;
        auxiliary.check("auxiliary", self.auxiliary, n)?;
        let (plan, to, from) = (self.handle.get(), out.get(), x.get());
        check(unsafe { sys::ringlet_scale_and_round_apply(plan, to, from, auxiliary.get(), n, threads) })
    }
}
