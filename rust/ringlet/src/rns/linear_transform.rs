use super::rows::{spans, views};
use super::{Executor, KeySwitch, RnsSpan, RnsView, SwitchingKey};
use crate::error::{check, check_length, Error, Result};
use crate::handle::Handle;
use ringlet_sys as sys;
use std::marker::PhantomData;
use std::ptr::{null, null_mut};

/// Linear transform of encrypted slots: the sum over giant steps g of Gamma_g(the sum over baby steps i of
/// p_(g i) phi_i(c)), for a ciphertext c, plaintexts p_(g i), and the automorphisms phi_i and Gamma_g of the steps' keys.
/// One giant step, the identity, gives the plain sum over rotations. A matrix of n_1 n_2 diagonals takes n_1 + n_2 keys
/// and n_1 n_2 plaintexts: with Gamma_g the rotation by g n_1 slots, p_(g i) is diagonal g n_1 + i, rotated back by
/// g n_1 slots. Ciphertexts are in the domain of the key switch, plaintexts and inner sums are evaluations.
///
/// The digits of c are computed once, and the inner sums modulo Q P in one passage over the keys of the baby steps. The
/// C header `linear_transform.h` in `ringlet-sys` has the formulas.
///
/// ```
/// use ringlet::rns::*;
/// let plan = KeySwitch::new(&RnsNtt::new(2, &RnsBase::new(&[5, 13, 17])?, None)?, 1, KeySwitchOptions::default())?;
/// let zeros = [RnsView::new(&[0; 6], 2)?; 2];
/// let rotation = (&Automorphism::new(2, 3)?, RotationKey::Preimage);
/// let key = SwitchingKey::new(&plan, &zeros, &zeros, Some(rotation))?;
/// let two = RnsView::new(&[2; 6], 2)?; // 2, modulo 5, 13 and 17
/// let transform = LinearTransform::new(&plan, &[None, Some(&key)], &[None], &[Some(two); 2])?;
/// let one = RnsView::new(&[1; 4], 2)?;
/// let (mut b, mut a) = ([0; 4], [0; 4]);
/// transform.apply(&mut RnsSpan::new(&mut b, 2)?, &mut RnsSpan::new(&mut a, 2)?, &one, &one, None)?;
/// assert_eq!((b, a), ([4; 4], [2; 4])); // 2 (1 + 1), and 2 (1 + 0), as the key is 0
/// # Ok::<(), ringlet::Error>(())
/// ```
pub struct LinearTransform<'a> {
    handle: Handle<sys::ringlet_linear_transform>,
    n: usize,
    special: usize,
    /// Number of digits at each level, from level 1 on.
    digits: Vec<usize>,
    polynomials: PhantomData<&'a [u64]>,
}

impl<'a> LinearTransform<'a> {
    /// Makes a transform of at least one baby and one giant step. A step has the key that `plan` made with the step's
    /// automorphism, and `None` for the identity. Plaintext `g * baby.len() + i` belongs to the steps g and i: a row for
    /// each modulus of a level, then one for each special modulus, or `None` for an absent term. Levels may differ. The
    /// transform keeps the keys, and borrows the words of plaintexts and of borrowed keys.
    ///
    /// ```compile_fail
    /// use ringlet::rns::{KeySwitch, KeySwitchOptions, LinearTransform, RnsBase, RnsNtt, RnsView};
    /// let ntt = RnsNtt::new(2, &RnsBase::new(&[5, 13]).unwrap(), None).unwrap();
    /// let plan = KeySwitch::new(&ntt, 1, KeySwitchOptions::default()).unwrap();
    /// let mut words = vec![1; 4];
    /// let plaintext = RnsView::new(&words, 2).unwrap();
    /// let transform = LinearTransform::new(&plan, &[None], &[None], &[Some(plaintext)]).unwrap();
    /// words[0] = 2; // The transform borrows the words.
    /// transform.baby_steps();
    /// ```
    pub fn new(
        plan: &KeySwitch,
        baby: &[Option<&SwitchingKey<'a>>],
        giant: &[Option<&SwitchingKey<'a>>],
        plaintexts: &[Option<RnsView<'a>>],
    ) -> Result<Self> {
        let (n, special) = (plan.size(), plan.special());
        check_length("plaintexts", plaintexts.len(), baby.len().saturating_mul(giant.len()))?;
        let keys = |steps: &[Option<&SwitchingKey<'a>>]| -> Vec<_> {
            steps.iter().map(|key| key.map_or(null(), SwitchingKey::get)).collect()
        };
        let (baby_keys, giant_keys) = (keys(baby), keys(giant));
        let (mut rows, mut levels) = (Vec::new(), Vec::new());
        for plaintext in plaintexts {
            let level = plaintext.map_or(0, |view| view.rows().saturating_sub(special));
            plaintext.map_or(Ok(()), |view| view.check("plaintexts", level + special, n))?;
            let absent = sys::ringlet_rows { words: null_mut(), stride: 0, pointers: null() };
            rows.push(plaintext.map_or(absent, |view| view.get()));
            levels.push(level);
        }
        let handle = Handle::new(sys::ringlet_linear_transform_destroy, |out| unsafe {
            sys::ringlet_linear_transform_create(
                out,
                plan.get(),
                baby_keys.as_ptr(),
                baby_keys.len(),
                giant_keys.as_ptr(),
                giant_keys.len(),
                rows.as_ptr(),
                levels.as_ptr(),
            )
        })?;
        let digits = (1..=plan.moduli()).map(|level| plan.digit_count_of(level)).collect();
        Ok(Self { handle, n, special, digits, polynomials: PhantomData })
    }

    /// Splits rotations into baby and giant steps, in slots, and returns the pair of both: each rotation is the sum of a
    /// giant step, a multiple of n_1, and of a baby step below n_1. n_1 is the power of two that takes the least time, if
    /// a giant step takes as long as three baby steps and a step by 0 takes no time. Steps are in ascending order.
    ///
    /// ```
    /// use ringlet::rns::LinearTransform;
    /// let (baby, giant) = LinearTransform::baby_giant_steps(&(0..64).collect::<Vec<_>>())?;
    /// assert_eq!((baby, giant), ((0..16).collect(), vec![0, 16, 32, 48]));
    /// # Ok::<(), ringlet::Error>(())
    /// ```
    pub fn baby_giant_steps(rotations: &[usize]) -> Result<(Vec<usize>, Vec<usize>)> {
        let count = rotations.len();
        let (mut baby, mut giant) = (vec![0; count], vec![0; count]);
        let (mut babies, mut giants) = (0, 0);
        let (to_baby, to_giant) = (baby.as_mut_ptr(), giant.as_mut_ptr());
        check(unsafe {
            sys::ringlet_baby_giant_steps(to_baby, &mut babies, to_giant, &mut giants, rotations.as_ptr(), count)
        })?;
        baby.truncate(babies);
        giant.truncate(giants);
        Ok((baby, giant))
    }

    /// Returns the number of baby steps.
    ///
    /// ```
    /// fn report(transform: &ringlet::rns::LinearTransform) {
    ///     println!("{} x {} steps", transform.baby_steps(), transform.giant_steps());
    /// }
    /// ```
    pub fn baby_steps(&self) -> usize {
        unsafe { sys::ringlet_linear_transform_baby_steps(self.handle.get()) }
    }

    /// Returns the number of giant steps.
    ///
    /// The example of [`baby_steps`](Self::baby_steps) calls it.
    pub fn giant_steps(&self) -> usize {
        unsafe { sys::ringlet_linear_transform_giant_steps(self.handle.get()) }
    }

    /// out_b, out_a = the transform of the ciphertext (b, a), at the level of its rows, which plaintexts must have.
    ///
    /// The example of [`LinearTransform`] calls it.
    pub fn apply(
        &self,
        out_b: &mut RnsSpan<'_>,
        out_a: &mut RnsSpan<'_>,
        b: &RnsView<'_>,
        a: &RnsView<'_>,
        executor: Option<&Executor<'_>>,
    ) -> Result<()> {
        let (rows, n) = (b.rows(), self.n);
        b.check("b", rows, n)?;
        a.check("a", rows, n)?;
        out_b.check("out_b", rows, n)?;
        out_a.check("out_a", rows, n)?;
        let (transform, threads) = (self.handle.get(), Executor::get(executor));
        check(unsafe {
            sys::ringlet_linear_transform_apply(transform, out_b.get(), out_a.get(), b.get(), a.get(), rows, threads)
        })
    }

    /// out_b\[k\], out_a\[k\] = the transform of the ciphertext (b\[k\], a\[k\]), for several ciphertexts of one level. Up
    /// to four at a time share the passage over the keys of the baby steps.
    ///
    /// ```
    /// use ringlet::rns::{LinearTransform, RnsSpan, RnsView};
    /// fn transform_all(
    ///     transform: &LinearTransform<'_>,
    ///     [out_b, out_a]: [&mut [RnsSpan<'_>]; 2],
    ///     [b, a]: [&[RnsView<'_>]; 2],
    /// ) -> ringlet::Result<()> {
    ///     transform.apply_many(out_b, out_a, b, a, None)
    /// }
    /// ```
    pub fn apply_many(
        &self,
        out_b: &mut [RnsSpan<'_>],
        out_a: &mut [RnsSpan<'_>],
        b: &[RnsView<'_>],
        a: &[RnsView<'_>],
        executor: Option<&Executor<'_>>,
    ) -> Result<()> {
        let (count, rows, n) = (b.len(), b.first().map_or(0, RnsView::rows), self.n);
        let (to_b, to_a) = (spans("out_b", out_b, count, rows, n)?, spans("out_a", out_a, count, rows, n)?);
        let (b, a) = (views("b", b, count, rows, n)?, views("a", a, count, rows, n)?);
        let (transform, threads) = (self.handle.get(), Executor::get(executor));
        check(unsafe {
            sys::ringlet_linear_transform_apply_many(
                transform,
                to_b.as_ptr(),
                to_a.as_ptr(),
                b.as_ptr(),
                a.as_ptr(),
                count,
                rows,
                threads,
            )
        })
    }

    /// sum_b\[g\], sum_a\[g\] = the inner sums modulo Q P of giant step g, from the digits of a. They have a row for each
    /// modulus of the level, then one for each special modulus. Other orders of giant steps are made from the sums.
    ///
    /// ```
    /// use ringlet::rns::{LinearTransform, RnsSpan, RnsView};
    /// fn inner_sums(
    ///     transform: &LinearTransform<'_>,
    ///     [sum_b, sum_a]: [&mut [RnsSpan<'_>]; 2],
    ///     [b, a]: [&RnsView<'_>; 2],
    ///     digits: &[RnsView<'_>],
    /// ) -> ringlet::Result<()> {
    ///     transform.sums(sum_b, sum_a, b, a, digits, None)
    /// }
    /// ```
    pub fn sums(
        &self,
        sum_b: &mut [RnsSpan<'_>],
        sum_a: &mut [RnsSpan<'_>],
        b: &RnsView<'_>,
        a: &RnsView<'_>,
        digits: &[RnsView<'_>],
        executor: Option<&Executor<'_>>,
    ) -> Result<()> {
        let (rows, n, steps) = (b.rows(), self.n, self.giant_steps());
        let count = self.digits.get(rows.wrapping_sub(1)).ok_or_else(|| {
            Error::invalid(format!("b has {} rows, but it must have 1 to {}", rows, self.digits.len()))
        })?;
        b.check("b", rows, n)?;
        a.check("a", rows, n)?;
        let of_sums = rows + self.special;
        let to_b = spans("sum_b", sum_b, steps, of_sums, n)?;
        let to_a = spans("sum_a", sum_a, steps, of_sums, n)?;
        let digits = views("digits", digits, *count, of_sums, n)?;
        let (transform, threads) = (self.handle.get(), Executor::get(executor));
        check(unsafe {
            sys::ringlet_linear_transform_sums(
                transform,
                to_b.as_ptr(),
                to_a.as_ptr(),
                b.get(),
                a.get(),
                digits.as_ptr(),
                rows,
                threads,
            )
        })
    }
}
