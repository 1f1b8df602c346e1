use super::rows::{spans, views};
use super::{Automorphism, Executor, Lift, RnsNtt, RnsSpan, RnsView};
use crate::error::{check, Result};
use crate::handle::Handle;
use ringlet_sys as sys;
use std::marker::PhantomData;
use std::ptr::null;

/// Meaning of the values of a polynomial.
///
/// ```
/// assert_ne!(ringlet::rns::Domain::Coefficients, ringlet::rns::Domain::Evaluations);
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Domain {
    /// Coefficients in natural order.
    Coefficients,
    /// Evaluations in the order of [`RnsNtt`](super::RnsNtt).
    Evaluations,
}

/// Ciphertext that a key for rotations by an automorphism phi switches.
///
/// ```
/// assert_ne!(ringlet::rns::RotationKey::Image, ringlet::rns::RotationKey::Preimage);
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum RotationKey {
    /// The image phi(c): the key leads from phi(s) to s, as SEAL's does.
    Image,
    /// c, before phi maps the result: the key leads from s to phi^-1(s), as Lattigo's and OpenFHE's do.
    Preimage,
}

impl RotationKey {
    fn raw(self) -> sys::ringlet_rotation_key {
        match self {
            Self::Image => sys::RINGLET_ROTATION_KEY_IMAGE,
            Self::Preimage => sys::RINGLET_ROTATION_KEY_PREIMAGE,
        }
    }
}

/// Key switching over a base Q with special moduli P, or without, where P is 1. A level is a number of moduli, the
/// first ones of Q. Digit D_d of a polynomial modulo a level is the integer that is congruent to it modulo the product
/// of the level's moduli `d * digit_size`, `d * digit_size + 1`, ..., as many as a digit has. The results are the sums
/// of the D_d b_d and of the D_d a_d, divided by P and rounded, for the polynomials b_d, a_d of a key.
/// [`KeySwitchOptions::digit_bits`] splits the residues modulo each modulus into digits in base 2^w, from the lowest
/// on.
///
/// ```
/// use ringlet::rns::{KeySwitch, KeySwitchOptions, RnsBase, RnsNtt, RnsSpan, RnsView, SwitchingKey};
/// let plan = KeySwitch::new(&RnsNtt::new(2, &RnsBase::new(&[5, 13, 17])?, None)?, 1, KeySwitchOptions::default())?;
/// assert_eq!((plan.size(), plan.digit_count()), (2, 2));
/// let polynomial = [1; 6]; // 1, in evaluations modulo 5, 13 and 17
/// let pair = [RnsView::new(&polynomial, 2)?; 2];
/// let key = SwitchingKey::new(&plan, &pair, &pair, None)?;
/// let (mut b, mut a) = ([0; 4], [0; 4]);
/// let x = RnsView::new(&[4; 4], 2)?;
/// plan.apply(&mut RnsSpan::new(&mut b, 2)?, &mut RnsSpan::new(&mut a, 2)?, &x, &key, None)?;
/// assert_eq!((b, a), ([0; 4], [0; 4])); // (4 + 4) / 17, rounded
/// # Ok::<(), ringlet::Error>(())
/// ```
pub struct KeySwitch {
    handle: Handle<sys::ringlet_key_switch>,
    moduli: usize,
    special: usize,
}

/// Options of a [`KeySwitch`]; the default has the usual values for CKKS and BFV.
///
/// ```
/// use ringlet::rns::{Domain, KeySwitchOptions};
/// let options = KeySwitchOptions { domain: Domain::Coefficients, ..Default::default() };
/// assert_eq!(options.digit_size, 1);
/// ```
#[derive(Clone, Copy, Debug)]
pub struct KeySwitchOptions {
    /// Moduli of a digit, at least 1.
    pub digit_size: usize,
    /// Bits w of digits in base 2^w, which need a `digit_size` of 1; 0 for digits of whole moduli.
    pub digit_bits: u32,
    /// Plaintext modulus, as in [`ModDown`](super::ModDown); 1 if there is none.
    pub plaintext_modulus: u64,
    /// Lift of the digits: floor, as in SEAL, or centred, as in Lattigo.
    pub digits: Lift,
    /// Lift in the division by P: centred to round to the nearest integer.
    pub division: Lift,
    /// Domain of polynomials and results; keys are evaluations in either case.
    pub domain: Domain,
    /// Accepts a P of less than half the bound of a digit, which is the product of its moduli or 2^w. The error of the
    /// results then grows with the bound divided by P.
    pub allow_short_special: bool,
}

impl Default for KeySwitchOptions {
    fn default() -> Self {
        Self {
            digit_size: 1,
            digit_bits: 0,
            plaintext_modulus: 1,
            digits: Lift::Floor,
            division: Lift::Centred,
            domain: Domain::Evaluations,
            allow_short_special: false,
        }
    }
}

/// Switching key in the plan's form: a copy in the order of reading, or a borrowed key. It belongs to the plan that made
/// it.
///
/// ```
/// use ringlet::rns::{KeySwitch, KeySwitchOptions, RnsBase, RnsNtt, RnsView, SwitchingKey};
/// let plan = KeySwitch::new(&RnsNtt::new(2, &RnsBase::new(&[5, 13, 17])?, None)?, 1, KeySwitchOptions::default())?;
/// assert!(SwitchingKey::new(&plan, &[], &[], None).is_err()); // Two digits need two pairs.
/// # Ok::<(), ringlet::Error>(())
/// ```
pub struct SwitchingKey<'a> {
    handle: Handle<sys::ringlet_switching_key>,
    polynomials: PhantomData<&'a [u64]>,
}

impl<'a> SwitchingKey<'a> {
    /// Copies the key of the pairs b\[d\], a\[d\] into the plan's form. They are evaluations with a row for each
    /// modulus of the base, then one for each special modulus. With an automorphism, a switch gives the key switch of the
    /// image of a polynomial: it multiplies the digits of the polynomial itself by the key of the preimage, and maps the
    /// results by the automorphism. A key of the image is mapped back for that, while it is copied.
    ///
    /// ```
    /// use ringlet::rns::{KeySwitch, KeySwitchOptions, RnsBase, RnsNtt, RnsView, SwitchingKey};
    /// let options = KeySwitchOptions::default();
    /// let plan = KeySwitch::new(&RnsNtt::new(2, &RnsBase::new(&[5, 13])?, None)?, 1, options)?;
    /// let pair = [RnsView::new(&[1; 4], 2)?];
    /// assert!(SwitchingKey::new(&plan, &pair, &pair, None)?.bytes() > 0);
    /// # Ok::<(), ringlet::Error>(())
    /// ```
    pub fn new(
        plan: &KeySwitch,
        b: &[RnsView<'_>],
        a: &[RnsView<'_>],
        rotation: Option<(&Automorphism, RotationKey)>,
    ) -> Result<Self> {
        let (map, kind) = rotation.map_or((null(), RotationKey::Image), |(map, kind)| (map.get(), kind));
        Self::create(plan, b, a, |out, b, a| unsafe {
            sys::ringlet_switching_key_create(out, plan.get(), b, a, map, kind.raw())
        })
    }

    /// Makes a key that reads the polynomials in place, with the same results. It copies nothing. Switches take longer
    /// than with a key of [`new`](Self::new). With an automorphism, b and a are a key of the preimage.
    ///
    /// ```
    /// use ringlet::rns::{KeySwitch, KeySwitchOptions, RnsBase, RnsNtt, RnsView, SwitchingKey};
    /// let options = KeySwitchOptions::default();
    /// let plan = KeySwitch::new(&RnsNtt::new(2, &RnsBase::new(&[5, 13])?, None)?, 1, options)?;
    /// let pair = [RnsView::new(&[1; 4], 2)?];
    /// assert_eq!(SwitchingKey::borrow(&plan, &pair, &pair, None)?.bytes(), 0);
    /// # Ok::<(), ringlet::Error>(())
    /// ```
    ///
    /// ```compile_fail
    /// use ringlet::rns::{KeySwitch, KeySwitchOptions, RnsBase, RnsNtt, RnsView, SwitchingKey};
    /// let ntt = RnsNtt::new(2, &RnsBase::new(&[5, 13]).unwrap(), None).unwrap();
    /// let plan = KeySwitch::new(&ntt, 1, KeySwitchOptions::default()).unwrap();
    /// let mut words = vec![1; 4];
    /// let pair = [RnsView::new(&words, 2).unwrap()];
    /// let key = SwitchingKey::borrow(&plan, &pair, &pair, None).unwrap();
    /// words[0] = 2; // The key borrows the words.
    /// key.bytes();
    /// ```
    pub fn borrow(
        plan: &KeySwitch,
        b: &[RnsView<'a>],
        a: &[RnsView<'a>],
        automorphism: Option<&Automorphism>,
    ) -> Result<Self> {
        let map = automorphism.map_or(null(), Automorphism::get);
        Self::create(plan, b, a, |out, b, a| unsafe { sys::ringlet_switching_key_borrow(out, plan.get(), b, a, map) })
    }

    fn create(
        plan: &KeySwitch,
        b: &[RnsView<'_>],
        a: &[RnsView<'_>],
        create: impl FnOnce(
            *mut *mut sys::ringlet_switching_key,
            *const sys::ringlet_rows,
            *const sys::ringlet_rows,
        ) -> sys::ringlet_status,
    ) -> Result<Self> {
        let (digits, rows, n) = (plan.digit_count(), plan.moduli + plan.special, plan.size());
        let (b, a) = (views("b", b, digits, rows, n)?, views("a", a, digits, rows, n)?);
        let handle = Handle::new(sys::ringlet_switching_key_destroy, |out| create(out, b.as_ptr(), a.as_ptr()))?;
        Ok(Self { handle, polynomials: PhantomData })
    }

    /// Returns the bytes that it takes in memory; 0 for a borrowed key.
    pub fn bytes(&self) -> usize {
        unsafe { sys::ringlet_switching_key_bytes(self.get()) }
    }

    pub(super) fn get(&self) -> *const sys::ringlet_switching_key {
        self.handle.get()
    }
}

impl KeySwitch {
    /// Makes a plan. The last `special` moduli of `ntt` are those of P, the others those of Q. Polynomials, keys and
    /// results are evaluations at the roots of `ntt`.
    ///
    /// ```
    /// use ringlet::rns::{KeySwitch, KeySwitchOptions, RnsBase, RnsNtt};
    /// let ntt = RnsNtt::new(2, &RnsBase::new(&[5, 13])?, None)?;
    /// assert!(KeySwitch::new(&ntt, 2, KeySwitchOptions::default()).is_err()); // No modulus is left for Q.
    /// # Ok::<(), ringlet::Error>(())
    /// ```
    pub fn new(ntt: &RnsNtt, special: usize, options: KeySwitchOptions) -> Result<Self> {
        let domain = match options.domain {
            Domain::Coefficients => sys::RINGLET_DOMAIN_COEFFICIENTS,
            Domain::Evaluations => sys::RINGLET_DOMAIN_EVALUATIONS,
        };
        let plan = ntt.get();
        let create = |out| unsafe {
            sys::ringlet_key_switch_create(
                out,
                plan,
                special,
                options.digit_size,
                options.digit_bits,
                options.plaintext_modulus,
                options.digits.raw(),
                options.division.raw(),
                domain,
                options.allow_short_special,
            )
        };
        let handle = Handle::new(sys::ringlet_key_switch_destroy, create)?;
        Ok(Self { handle, moduli: ntt.moduli() - special, special })
    }

    /// Returns n.
    pub fn size(&self) -> usize {
        unsafe { sys::ringlet_key_switch_size(self.handle.get()) }
    }

    /// Returns the number of digits of a polynomial with all moduli, which is the number of pairs in a key.
    pub fn digit_count(&self) -> usize {
        unsafe { sys::ringlet_key_switch_digit_count(self.handle.get(), self.moduli) }
    }

    /// b, a = the key switch of x, at the level of its rows.
    ///
    /// ```
    /// use ringlet::rns::{KeySwitch, KeySwitchOptions, RnsBase, RnsNtt, RnsSpan, RnsView, SwitchingKey};
    /// let options = KeySwitchOptions::default();
    /// let plan = KeySwitch::new(&RnsNtt::new(2, &RnsBase::new(&[5, 13])?, None)?, 1, options)?;
    /// let pair = [RnsView::new(&[3, 3, 0, 0], 2)?]; // 13, modulo 5 and 13
    /// let key = SwitchingKey::new(&plan, &pair, &pair, None)?;
    /// let (mut b, mut a) = ([0; 2], [0; 2]);
    /// let x = RnsView::new(&[2, 2], 2)?;
    /// plan.apply(&mut RnsSpan::new(&mut b, 2)?, &mut RnsSpan::new(&mut a, 2)?, &x, &key, None)?;
    /// assert_eq!((b, a), ([2, 2], [2, 2]));
    /// # Ok::<(), ringlet::Error>(())
    /// ```
    pub fn apply(
        &self,
        b: &mut RnsSpan<'_>,
        a: &mut RnsSpan<'_>,
        x: &RnsView<'_>,
        key: &SwitchingKey<'_>,
        executor: Option<&Executor<'_>>,
    ) -> Result<()> {
        self.switch(sys::ringlet_key_switch_apply, b, a, x, key, executor)
    }

    /// Adds the key switch of x to the content of b and a.
    ///
    /// ```
    /// use ringlet::rns::{KeySwitch, RnsSpan, RnsView, SwitchingKey};
    /// fn relinearize(
    ///     plan: &KeySwitch,
    ///     [c0, c1]: [&mut RnsSpan<'_>; 2],
    ///     c2: &RnsView<'_>,
    ///     key: &SwitchingKey<'_>,
    /// ) -> ringlet::Result<()> {
    ///     plan.add(c0, c1, c2, key, None)
    /// }
    /// ```
    pub fn add(
        &self,
        b: &mut RnsSpan<'_>,
        a: &mut RnsSpan<'_>,
        x: &RnsView<'_>,
        key: &SwitchingKey<'_>,
        executor: Option<&Executor<'_>>,
    ) -> Result<()> {
        self.switch(sys::ringlet_key_switch_add, b, a, x, key, executor)
    }

    /// b\[k\], a\[k\] = the key switch of x\[k\], for several polynomials of one level. It is faster than one after the
    /// other, because parts of the key stay in the CPU's cache.
    ///
    /// ```
    /// use ringlet::rns::{KeySwitch, RnsSpan, RnsView, SwitchingKey};
    /// fn switch_all(
    ///     plan: &KeySwitch,
    ///     [b, a]: [&mut [RnsSpan<'_>]; 2],
    ///     x: &[RnsView<'_>],
    ///     key: &SwitchingKey<'_>,
    /// ) -> ringlet::Result<()> {
    ///     plan.apply_many(b, a, x, key, None)
    /// }
    /// ```
    pub fn apply_many(
        &self,
        b: &mut [RnsSpan<'_>],
        a: &mut [RnsSpan<'_>],
        x: &[RnsView<'_>],
        key: &SwitchingKey<'_>,
        executor: Option<&Executor<'_>>,
    ) -> Result<()> {
        self.switch_many(sys::ringlet_key_switch_apply_many, b, a, x, key, executor)
    }

    /// Adds the key switch of x\[k\] to the content of b\[k\] and a\[k\], as [`apply_many`](Self::apply_many).
    pub fn add_many(
        &self,
        b: &mut [RnsSpan<'_>],
        a: &mut [RnsSpan<'_>],
        x: &[RnsView<'_>],
        key: &SwitchingKey<'_>,
        executor: Option<&Executor<'_>>,
    ) -> Result<()> {
        self.switch_many(sys::ringlet_key_switch_add_many, b, a, x, key, executor)
    }

    pub(super) fn get(&self) -> *const sys::ringlet_key_switch {
        self.handle.get()
    }

    /// Returns the number of moduli of Q.
    pub(super) fn moduli(&self) -> usize {
        self.moduli
    }

    /// Returns the number of special moduli.
    pub(super) fn special(&self) -> usize {
        self.special
    }

    fn switch(
        &self,
        call: Switch,
        b: &mut RnsSpan<'_>,
        a: &mut RnsSpan<'_>,
        x: &RnsView<'_>,
        key: &SwitchingKey<'_>,
        executor: Option<&Executor<'_>>,
    ) -> Result<()> {
        let (rows, n) = (x.rows(), self.size());
        x.check("x", rows, n)?;
        b.check("b", rows, n)?;
        a.check("a", rows, n)?;
        let (plan, key, threads) = (self.handle.get(), key.handle.get(), Executor::get(executor));
        check(unsafe { call(plan, b.get(), a.get(), x.get(), rows, key, threads) })
    }

    fn switch_many(
        &self,
        call: SwitchMany,
        b: &mut [RnsSpan<'_>],
        a: &mut [RnsSpan<'_>],
        x: &[RnsView<'_>],
        key: &SwitchingKey<'_>,
        executor: Option<&Executor<'_>>,
    ) -> Result<()> {
        let (count, rows, n) = (x.len(), x.first().map_or(0, RnsView::rows), self.size());
        let (b, a) = (spans("b", b, count, rows, n)?, spans("a", a, count, rows, n)?);
        let x = views("x", x, count, rows, n)?;
        let (plan, key, threads) = (self.handle.get(), key.handle.get(), Executor::get(executor));
        check(unsafe { call(plan, b.as_ptr(), a.as_ptr(), x.as_ptr(), count, rows, key, threads) })
    }
}

type Switch = unsafe extern "C" fn(
    *const sys::ringlet_key_switch,
    sys::ringlet_rows,
    sys::ringlet_rows,
    sys::ringlet_rows,
    usize,
    *const sys::ringlet_switching_key,
    *const sys::ringlet_executor,
) -> sys::ringlet_status;

type SwitchMany = unsafe extern "C" fn(
    *const sys::ringlet_key_switch,
    *const sys::ringlet_rows,
    *const sys::ringlet_rows,
    *const sys::ringlet_rows,
    usize,
    usize,
    *const sys::ringlet_switching_key,
    *const sys::ringlet_executor,
) -> sys::ringlet_status;
