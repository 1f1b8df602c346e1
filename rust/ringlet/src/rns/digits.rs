use super::key_switch::{KeySwitch, SwitchingKey};
use super::rows::{spans, views};
use super::{Executor, RnsSpan, RnsView};
use crate::error::{check, Error, Result};
use ringlet_sys as sys;

/// Key switches in steps: digits that are made once serve many keys, and sums of products may be added before the one
/// division by P. Digits and sums are evaluations with a row for each modulus of the level, then one for each special
/// modulus.
impl KeySwitch {
    /// Returns the number of digits of a polynomial of `rows` moduli.
    ///
    /// ```
    /// use ringlet::rns::{KeySwitch, KeySwitchOptions, RnsBase, RnsNtt};
    /// let ntt = RnsNtt::new(2, &RnsBase::new(&[5, 13, 17])?, None)?;
    /// assert_eq!(KeySwitch::new(&ntt, 1, KeySwitchOptions::default())?.digit_count_of(1), 1);
    /// # Ok::<(), ringlet::Error>(())
    /// ```
    pub fn digit_count_of(&self, rows: usize) -> usize {
        unsafe { sys::ringlet_key_switch_digit_count(self.get(), rows) }
    }

    /// Writes the digits of x, at the level of its rows.
    ///
    /// ```
    /// use ringlet::rns::{KeySwitch, RnsSpan, RnsView, SwitchingKey};
    /// /// Switches x by two keys.
    /// fn hoisted(
    ///     plan: &KeySwitch,
    ///     out: &mut [[RnsSpan<'_>; 2]; 2],
    ///     x: &RnsView<'_>,
    ///     keys: &[SwitchingKey<'_>; 2],
    ///     special: usize,
    /// ) -> ringlet::Result<()> {
    ///     let words = (x.rows() + special) * x.n();
    ///     let mut data = vec![0; plan.digit_count_of(x.rows()) * words];
    ///     let mut digits = data.chunks_mut(words).map(|d| RnsSpan::new(d, x.n())).collect::<Result<Vec<_>, _>>()?;
    ///     plan.decompose(&mut digits, x, None)?;
    ///     let digits = data.chunks(words).map(|d| RnsView::new(d, x.n())).collect::<Result<Vec<_>, _>>()?;
    ///     for ([b, a], key) in out.iter_mut().zip(keys) {
    ///         plan.apply_digits(b, a, &digits, key, None)?;
    ///     }
    ///     Ok(())
    /// }
    /// ```
    pub fn decompose(
        &self,
        digits: &mut [RnsSpan<'_>],
        x: &RnsView<'_>,
        executor: Option<&Executor<'_>>,
    ) -> Result<()> {
        let level = self.level("x", x.rows(), 0)?;
        x.check("x", level, self.size())?;
        let digits = spans("digits", digits, self.digit_count_of(level), level + self.special(), self.size())?;
        let (plan, to, threads) = (self.get(), digits.as_ptr(), Executor::get(executor));
        check(unsafe { sys::ringlet_key_switch_decompose(plan, to, x.get(), level, threads) })
    }

    /// b, a = the key switch of the polynomial whose digits these are.
    ///
    /// The example of [`decompose`](Self::decompose) calls it.
    pub fn apply_digits(
        &self,
        b: &mut RnsSpan<'_>,
        a: &mut RnsSpan<'_>,
        digits: &[RnsView<'_>],
        key: &SwitchingKey<'_>,
        executor: Option<&Executor<'_>>,
    ) -> Result<()> {
        self.multiply(sys::ringlet_key_switch_apply_digits, 0, b, a, digits, key, executor)
    }

    /// Adds the key switch of the polynomial whose digits these are to the content of b and a.
    pub fn add_digits(
        &self,
        b: &mut RnsSpan<'_>,
        a: &mut RnsSpan<'_>,
        digits: &[RnsView<'_>],
        key: &SwitchingKey<'_>,
        executor: Option<&Executor<'_>>,
    ) -> Result<()> {
        self.multiply(sys::ringlet_key_switch_add_digits, 0, b, a, digits, key, executor)
    }

    /// b, a = the sums of the products of digits and key modulo Q P, before the division by P.
    ///
    /// ```
    /// use ringlet::rns::{KeySwitch, RnsSpan, RnsView, SwitchingKey};
    /// /// Adds the key switches of two polynomials, and divides once.
    /// fn sum(
    ///     plan: &KeySwitch,
    ///     [b, a]: [&mut RnsSpan<'_>; 2],
    ///     sums: [&mut [u64]; 2],
    ///     digits: [&[RnsView<'_>]; 2],
    ///     keys: [&SwitchingKey<'_>; 2],
    /// ) -> ringlet::Result<()> {
    ///     let n = plan.size();
    ///     let [sum_b, sum_a] = sums;
    ///     let (mut to_b, mut to_a) = (RnsSpan::new(sum_b, n)?, RnsSpan::new(sum_a, n)?);
    ///     plan.inner_product(&mut to_b, &mut to_a, digits[0], keys[0], None)?;
    ///     plan.accumulate(&mut to_b, &mut to_a, digits[1], keys[1], None)?;
    ///     plan.mod_down(b, a, &RnsView::new(sum_b, n)?, &RnsView::new(sum_a, n)?, None)
    /// }
    /// ```
    pub fn inner_product(
        &self,
        b: &mut RnsSpan<'_>,
        a: &mut RnsSpan<'_>,
        digits: &[RnsView<'_>],
        key: &SwitchingKey<'_>,
        executor: Option<&Executor<'_>>,
    ) -> Result<()> {
        self.multiply(sys::ringlet_key_switch_inner_product, self.special(), b, a, digits, key, executor)
    }

    /// Adds to b and a what [`inner_product`](Self::inner_product) writes.
    pub fn accumulate(
        &self,
        b: &mut RnsSpan<'_>,
        a: &mut RnsSpan<'_>,
        digits: &[RnsView<'_>],
        key: &SwitchingKey<'_>,
        executor: Option<&Executor<'_>>,
    ) -> Result<()> {
        self.multiply(sys::ringlet_key_switch_accumulate, self.special(), b, a, digits, key, executor)
    }

    /// Adds P c to a sum modulo Q P, so that c is added to its quotient.
    ///
    /// ```
    /// use ringlet::rns::{KeySwitch, KeySwitchOptions, RnsBase, RnsNtt, RnsSpan, RnsView};
    /// let ntt = RnsNtt::new(2, &RnsBase::new(&[5, 13])?, None)?;
    /// let plan = KeySwitch::new(&ntt, 1, KeySwitchOptions::default())?;
    /// let mut sum = [1, 1, 0, 0];
    /// plan.add_special_multiple(&mut RnsSpan::new(&mut sum, 2)?, &RnsView::new(&[1, 2], 2)?, None)?;
    /// assert_eq!(sum, [4, 2, 0, 0]); // 1 + 13, 1 + 26 modulo 5
    /// # Ok::<(), ringlet::Error>(())
    /// ```
    pub fn add_special_multiple(
        &self,
        sum: &mut RnsSpan<'_>,
        c: &RnsView<'_>,
        executor: Option<&Executor<'_>>,
    ) -> Result<()> {
        let level = self.level("c", c.rows(), 0)?;
        c.check("c", level, self.size())?;
        sum.check("sum", level + self.special(), self.size())?;
        let (plan, to, threads) = (self.get(), sum.get(), Executor::get(executor));
        check(unsafe { sys::ringlet_key_switch_add_special_multiple(plan, to, c.get(), level, threads) })
    }

    /// b, a = the sums modulo Q P divided by P, rounded.
    ///
    /// The example of [`inner_product`](Self::inner_product) calls it.
    pub fn mod_down(
        &self,
        b: &mut RnsSpan<'_>,
        a: &mut RnsSpan<'_>,
        sum_b: &RnsView<'_>,
        sum_a: &RnsView<'_>,
        executor: Option<&Executor<'_>>,
    ) -> Result<()> {
        self.divide(sys::ringlet_key_switch_mod_down, b, a, [sum_b, sum_a], executor)
    }

    /// Adds to b and a what [`mod_down`](Self::mod_down) writes, as if P b and P a were added to the sums before the
    /// division.
    ///
    /// ```
    /// use ringlet::rns::{KeySwitch, KeySwitchOptions, RnsBase, RnsNtt, RnsSpan, RnsView};
    /// let plan = KeySwitch::new(&RnsNtt::new(2, &RnsBase::new(&[5, 13])?, None)?, 1, KeySwitchOptions::default())?;
    /// let (mut b, mut a) = ([1, 1], [3, 3]);
    /// let sum = RnsView::new(&[26 % 5, 26 % 5, 0, 0], 2)?;
    /// plan.add_mod_down(&mut RnsSpan::new(&mut b, 2)?, &mut RnsSpan::new(&mut a, 2)?, &sum, &sum, None)?;
    /// assert_eq!((b, a), ([3, 3], [0, 0]));
    /// # Ok::<(), ringlet::Error>(())
    /// ```
    pub fn add_mod_down(
        &self,
        b: &mut RnsSpan<'_>,
        a: &mut RnsSpan<'_>,
        sum_b: &RnsView<'_>,
        sum_a: &RnsView<'_>,
        executor: Option<&Executor<'_>>,
    ) -> Result<()> {
        self.divide(sys::ringlet_key_switch_add_mod_down, b, a, [sum_b, sum_a], executor)
    }

    fn divide(
        &self,
        call: Divide,
        b: &mut RnsSpan<'_>,
        a: &mut RnsSpan<'_>,
        [sum_b, sum_a]: [&RnsView<'_>; 2],
        executor: Option<&Executor<'_>>,
    ) -> Result<()> {
        let level = self.level("sum_b", sum_b.rows(), self.special())?;
        for (name, sum) in [("sum_b", sum_b), ("sum_a", sum_a)] {
            sum.check(name, level + self.special(), self.size())?;
        }
        b.check("b", level, self.size())?;
        a.check("a", level, self.size())?;
        let (plan, sum_b, sum_a, threads) = (self.get(), sum_b.get(), sum_a.get(), Executor::get(executor));
        check(unsafe { call(plan, b.get(), a.get(), sum_b, sum_a, level, threads) })
    }

    /// Calls a function that multiplies digits by a key. Results have `extra` rows beside those of the level.
    #[allow(clippy::too_many_arguments)]
    fn multiply(
        &self,
        call: Multiply,
        extra: usize,
        b: &mut RnsSpan<'_>,
        a: &mut RnsSpan<'_>,
        digits: &[RnsView<'_>],
        key: &SwitchingKey<'_>,
        executor: Option<&Executor<'_>>,
    ) -> Result<()> {
        let first = digits.first().ok_or_else(|| Error::invalid("digits is empty"))?;
        let level = self.level("digits", first.rows(), self.special())?;
        let digits = views("digits", digits, self.digit_count_of(level), level + self.special(), self.size())?;
        b.check("b", level + extra, self.size())?;
        a.check("a", level + extra, self.size())?;
        let (plan, from, key, threads) = (self.get(), digits.as_ptr(), key.get(), Executor::get(executor));
        check(unsafe { call(plan, b.get(), a.get(), from, level, key, threads) })
    }

    /// Returns the level of a polynomial of `rows` rows, `extra` of which are modulo P.
    fn level(&self, name: &str, rows: usize, extra: usize) -> Result<usize> {
        if extra < rows && rows - extra <= self.moduli() {
            return Ok(rows - extra);
        }
        let message = format!("{} has {} rows, not {} to {}", name, rows, extra + 1, extra + self.moduli());
        Err(Error::invalid(message))
    }
}

type Multiply = unsafe extern "C" fn(
    *const sys::ringlet_key_switch,
    sys::ringlet_rows,
    sys::ringlet_rows,
    *const sys::ringlet_rows,
    usize,
    *const sys::ringlet_switching_key,
    *const sys::ringlet_executor,
) -> sys::ringlet_status;

type Divide = unsafe extern "C" fn(
    *const sys::ringlet_key_switch,
    sys::ringlet_rows,
    sys::ringlet_rows,
    sys::ringlet_rows,
    sys::ringlet_rows,
    usize,
    *const sys::ringlet_executor,
) -> sys::ringlet_status;
