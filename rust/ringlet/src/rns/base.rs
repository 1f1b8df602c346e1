use super::rows::{spans, views};
use super::{Executor, Lift, RnsSpan, RnsView};
use crate::error::{check, check_length, Error, Result};
use crate::form::Form;
use crate::handle::Handle;
use crate::modulus::Modulus;
use ringlet_sys as sys;
use std::fmt;

/// Ordered list of 1 to 2^16 pairwise coprime moduli below 2^62. Residues modulo them represent integers modulo their
/// product Q. Methods do arithmetic on rows of residues, element by element, row i modulo q_i, on coefficients or
/// evaluations.
///
/// ```
/// let base = ringlet::rns::RnsBase::new(&[17, 19])?;
/// assert_eq!(base.size(), 2);
/// assert_eq!(base.product(), [323]);
/// # Ok::<(), ringlet::Error>(())
/// ```
pub struct RnsBase {
    handle: Handle<sys::ringlet_rns_base>,
}

impl RnsBase {
    /// Makes the base of these moduli.
    ///
    /// ```
    /// assert!(ringlet::rns::RnsBase::new(&[15, 21]).is_err()); // not coprime
    /// ```
    pub fn new(moduli: &[u64]) -> Result<Self> {
        let create = |out| unsafe { sys::ringlet_rns_base_create(out, moduli.as_ptr(), moduli.len()) };
        Ok(Self { handle: Handle::new(sys::ringlet_rns_base_destroy, create)? })
    }

    pub(crate) fn get(&self) -> *const sys::ringlet_rns_base {
        self.handle.get()
    }

    /// Returns the number of moduli.
    pub fn size(&self) -> usize {
        unsafe { sys::ringlet_rns_base_size(self.get()) }
    }

    /// Returns a modulus by its index.
    ///
    /// ```
    /// let base = ringlet::rns::RnsBase::new(&[17, 19])?;
    /// assert_eq!((base.modulus(1), base.modulus(2)), (Some(19), None));
    /// # Ok::<(), ringlet::Error>(())
    /// ```
    pub fn modulus(&self, index: usize) -> Option<u64> {
        match unsafe { sys::ringlet_rns_base_modulus(self.get(), index) } {
            0 => None,
            q => Some(q),
        }
    }

    /// Returns Q, the lowest word first, without leading zeros.
    ///
    /// ```
    /// assert_eq!(ringlet::rns::RnsBase::new(&[1 << 60, (1 << 60) - 1])?.product()[1], (1 << 56) - 1);
    /// # Ok::<(), ringlet::Error>(())
    /// ```
    pub fn product(&self) -> Vec<u64> {
        let mut words = vec![0; unsafe { sys::ringlet_rns_base_product_words(self.get()) }];
        let status = unsafe { sys::ringlet_rns_base_product(self.get(), words.as_mut_ptr(), words.len()) };
        check(status).expect("there are as many words as it said");
        words
    }

    /// Reconstructs the integers with the residues `rows`. They have `words` words each, the lowest first, in two's
    /// complement if the lift is centred. `words` is at least the number of words of Q, and the lift is not
    /// approximate.
    ///
    /// ```
    /// use ringlet::rns::{Lift, RnsBase, RnsView};
    /// let mut out = [0; 2];
    /// RnsBase::new(&[3, 5])?.to_integers(&mut out, 1, &RnsView::new(&[1, 2, 2, 4], 2)?, Lift::Floor)?;
    /// assert_eq!(out, [7, 14]);
    /// # Ok::<(), ringlet::Error>(())
    /// ```
    pub fn to_integers(&self, out: &mut [u64], words: usize, rows: &RnsView<'_>, lift: Lift) -> Result<()> {
        let n = rows.n();
        rows.check("rows", self.size(), n)?;
        check_integers("out", out.len(), words, n)?;
        let (to, from, base) = (out.as_mut_ptr(), rows.get(), self.get());
        check(unsafe { sys::ringlet_rns_to_integers(to, words, from, n, base, lift.raw()) })
    }

    /// Computes the residues of integers of `words` words each, the lowest first, in two's complement if they are
    /// signed.
    ///
    /// ```
    /// use ringlet::rns::{RnsBase, RnsSpan};
    /// let mut rows = [0; 4];
    /// RnsBase::new(&[3, 5])?.from_integers(&mut RnsSpan::new(&mut rows, 2)?, &[7, u64::MAX], 1, true)?;
    /// assert_eq!(rows, [1, 2, 2, 4]);
    /// # Ok::<(), ringlet::Error>(())
    /// ```
    #[allow(clippy::wrong_self_convention)] // The base converts, it is not made.
    pub fn from_integers(&self, out: &mut RnsSpan<'_>, integers: &[u64], words: usize, is_signed: bool) -> Result<()> {
        let n = out.n();
        out.check("out", self.size(), n)?;
        check_integers("integers", integers.len(), words, n)?;
        let (from, base) = (integers.as_ptr(), self.get());
        check(unsafe { sys::ringlet_rns_from_integers(out.get(), from, words, n, base, is_signed) })
    }

    /// out = a s, where s has one residue for each row.
    ///
    /// ```
    /// use ringlet::rns::{RnsBase, RnsSpan, RnsView};
    /// let mut out = [0; 2];
    /// let (span, a) = (&mut RnsSpan::new(&mut out, 1)?, RnsView::new(&[2, 3], 1)?);
    /// RnsBase::new(&[3, 5])?.mul_scalar(span, &a, &[2, 4], None)?;
    /// assert_eq!(out, [1, 2]);
    /// let mut a = [2, 3];
    /// RnsBase::new(&[3, 5])?.mul_scalar_in_place(&mut RnsSpan::new(&mut a, 1)?, &[2, 4], None)?;
    /// assert_eq!(a, [1, 2]);
    /// # Ok::<(), ringlet::Error>(())
    /// ```
    pub fn mul_scalar(
        &self,
        out: &mut RnsSpan<'_>,
        a: &RnsView<'_>,
        scalars: &[u64],
        executor: Option<&Executor<'_>>,
    ) -> Result<()> {
        let (rows, n) = (out.rows(), out.n());
        a.check("a", rows, n)?;
        check_length("scalars", scalars.len(), rows)?;
        let (s, base, threads) = (scalars.as_ptr(), self.get(), Executor::get(executor));
        check(unsafe { sys::ringlet_rns_mul_scalar(out.get(), a.get(), s, rows, n, base, threads) })
    }

    /// Applies [`mul_scalar`](Self::mul_scalar) in place.
    pub fn mul_scalar_in_place(
        &self,
        a: &mut RnsSpan<'_>,
        scalars: &[u64],
        executor: Option<&Executor<'_>>,
    ) -> Result<()> {
        check_length("scalars", scalars.len(), a.rows())?;
        let (rows, n, s, x) = (a.rows(), a.n(), scalars.as_ptr(), a.get());
        check(unsafe { sys::ringlet_rns_mul_scalar(x, x, s, rows, n, self.get(), Executor::get(executor)) })
    }

    /// out = the sum of the a\[k\] b\[k\], of numbers in a form, with one reduction for many terms.
    /// [`Form::Montgomery`] needs odd moduli.
    ///
    /// ```
    /// use ringlet::{rns::{RnsBase, RnsSpan, RnsView}, Form};
    /// let mut out = [0; 2];
    /// let x = RnsView::new(&[2, 3], 1)?;
    /// RnsBase::new(&[3, 5])?.inner_product(&mut RnsSpan::new(&mut out, 1)?, &[x, x], &[x, x], Form::Plain, None)?;
    /// assert_eq!(out, [2, 3]);
    /// # Ok::<(), ringlet::Error>(())
    /// ```
    pub fn inner_product(
        &self,
        out: &mut RnsSpan<'_>,
        a: &[RnsView<'_>],
        b: &[RnsView<'_>],
        form: Form,
        executor: Option<&Executor<'_>>,
    ) -> Result<()> {
        let (rows, n, terms) = (out.rows(), out.n(), a.len());
        let (a, b) = (views("a", a, terms, rows, n)?, views("b", b, terms, rows, n)?);
        let (out, a, b, base, form) = (out.get(), a.as_ptr(), b.as_ptr(), self.get(), form.raw());
        let threads = Executor::get(executor);
        check(unsafe { sys::ringlet_rns_inner_product(out, a, b, terms, rows, n, base, form, threads) })
    }

    /// out = a\[0\] b\[0\], a\[0\] b\[1\] + a\[1\] b\[0\], a\[1\] b\[1\]: the tensor product of two ciphertexts,
    /// as evaluations.
    ///
    /// ```
    /// use ringlet::rns::{RnsBase, RnsSpan, RnsView};
    /// let mut out = [[0]; 3];
    /// let [x, y, z] = &mut out;
    /// let mut spans = [RnsSpan::new(x, 1)?, RnsSpan::new(y, 1)?, RnsSpan::new(z, 1)?];
    /// let (a, b) = ([RnsView::new(&[2], 1)?, RnsView::new(&[3], 1)?], [RnsView::new(&[5], 1)?, RnsView::new(&[7], 1)?]);
    /// RnsBase::new(&[101])?.tensor(&mut spans, &a, &b, None)?;
    /// assert_eq!(out, [[10], [29], [21]]);
    /// # Ok::<(), ringlet::Error>(())
    /// ```
    pub fn tensor(
        &self,
        out: &mut [RnsSpan<'_>; 3],
        a: &[RnsView<'_>; 2],
        b: &[RnsView<'_>; 2],
        executor: Option<&Executor<'_>>,
    ) -> Result<()> {
        let (rows, n) = (out[0].rows(), out[0].n());
        let (out, a, b) = (spans("out", out, 3, rows, n)?, views("a", a, 2, rows, n)?, views("b", b, 2, rows, n)?);
        let (base, threads) = (self.get(), Executor::get(executor));
        check(unsafe { sys::ringlet_rns_tensor(out.as_ptr(), a.as_ptr(), b.as_ptr(), rows, n, base, threads) })
    }

    /// Returns the number of digits to the base 2^w of numbers modulo q, 2 ≤ w ≤ 60, as
    /// [`balanced_digit`](Self::balanced_digit) counts them.
    ///
    /// ```
    /// use ringlet::rns::RnsBase;
    /// assert_eq!(RnsBase::balanced_digit_count(&ringlet::Modulus::new(97)?, 4)?, 2);
    /// # Ok::<(), ringlet::Error>(())
    /// ```
    pub fn balanced_digit_count(q: &Modulus, w: u32) -> Result<u32> {
        let mut count = 0;
        check(unsafe { sys::ringlet_rns_balanced_digit_count(&mut count, q.get(), w) })?;
        Ok(count)
    }

    /// Writes digit k to the base 2^w of numbers x in [0, q), balanced: in [−2^(w−1), 2^(w−1)). It is written modulo
    /// each modulus of the level, none of which may be below 2^(w−1).
    ///
    /// ```
    /// use ringlet::rns::{RnsBase, RnsSpan};
    /// let q = ringlet::Modulus::new(1 << 20)?;
    /// let mut out = [0; 2];
    /// RnsBase::new(&[101, 103])?.balanced_digit(&mut RnsSpan::new(&mut out, 1)?, &[15], &q, 4, 0, None)?;
    /// assert_eq!(out, [100, 102]); // 15 = -1 + 16
    /// # Ok::<(), ringlet::Error>(())
    /// ```
    pub fn balanced_digit(
        &self,
        out: &mut RnsSpan<'_>,
        x: &[u64],
        q: &Modulus,
        w: u32,
        k: u32,
        executor: Option<&Executor<'_>>,
    ) -> Result<()> {
        let (rows, n) = (out.rows(), out.n());
        check_length("x", x.len(), n)?;
        let (x, q, base, threads) = (x.as_ptr(), q.get(), self.get(), Executor::get(executor));
        check(unsafe { sys::ringlet_rns_balanced_digit(out.get(), x, q, w, k, rows, n, base, threads) })
    }
}

/// Defines an operation on rows by the names of its inputs and of a form or none, and the one whose first input is its output, too.
macro_rules! row_operation {
    ($name:ident, $in_place:ident, $function:ident, $text:literal, $x:ident $(, $y:ident)* $(; $form:ident)?) => {
        impl RnsBase {
            #[doc = concat!("out = ", $text, ".")]
            ///
            /// ```
            /// use ringlet::rns::{RnsBase, RnsSpan, RnsView};
            /// let (base, mut out) = (RnsBase::new(&[3, 5])?, [0; 2]);
            /// let x = RnsView::new(&[2, 3], 1)?;
            /// let (b, c, form) = (x, x, ringlet::Form::Plain);
            #[doc = concat!("base.", stringify!($name), "(&mut RnsSpan::new(&mut out, 1)?, &x, ", $(stringify!(&$y), ", ",)* $(stringify!($form), ", ",)? "None)?;")]
            /// let mut a = [2, 3];
            #[doc = concat!("base.", stringify!($in_place), "(&mut RnsSpan::new(&mut a, 1)?, ", $(stringify!(&$y), ", ",)* $(stringify!($form), ", ",)? "None)?;")]
            /// assert_eq!(a, out);
            /// # Ok::<(), ringlet::Error>(())
            /// ```
            pub fn $name(
                &self,
                out: &mut RnsSpan<'_>,
                $x: &RnsView<'_>,
                $($y: &RnsView<'_>,)*
                $($form: Form,)?
                executor: Option<&Executor<'_>>,
            ) -> Result<()> {
                let (rows, n, base, threads) = (out.rows(), out.n(), self.get(), Executor::get(executor));
                $x.check(stringify!($x), rows, n)?;
                $($y.check(stringify!($y), rows, n)?;)*
                check(unsafe { sys::$function(out.get(), $x.get(), $($y.get(),)* rows, n, base, $($form.raw(),)? threads) })
            }

            #[doc = concat!("Applies [`", stringify!($name), "`](Self::", stringify!($name), ") in place.")]
            pub fn $in_place(
                &self,
                $x: &mut RnsSpan<'_>,
                $($y: &RnsView<'_>,)*
                $($form: Form,)?
                executor: Option<&Executor<'_>>,
            ) -> Result<()> {
                let (rows, n, base, threads) = ($x.rows(), $x.n(), self.get(), Executor::get(executor));
                $($y.check(stringify!($y), rows, n)?;)*
                let x = $x.get();
                check(unsafe { sys::$function(x, x, $($y.get(),)* rows, n, base, $($form.raw(),)? threads) })
            }
        }
    };
}

row_operation!(add, add_in_place, ringlet_rns_add, "a + b", a, b);
row_operation!(sub, sub_in_place, ringlet_rns_sub, "a − b", a, b);
row_operation!(neg, neg_in_place, ringlet_rns_neg, "−a", a);
row_operation!(
    mul,
    mul_in_place,
    ringlet_rns_mul,
    "a b, of numbers in a form; [`Form::Montgomery`] needs odd moduli",
    a,
    b;
    form
);
row_operation!(
    mul_add,
    mul_add_in_place,
    ringlet_rns_mul_add,
    "a b + c, of numbers in a form; [`Form::Montgomery`] needs odd moduli",
    a,
    b,
    c;
    form
);
row_operation!(mul_sub, mul_sub_in_place, ringlet_rns_mul_sub, "a b − c", a, b, c);
row_operation!(
    to_montgomery,
    to_montgomery_in_place,
    ringlet_rns_to_montgomery,
    "2^64 a: converts plain numbers to [`Form::Montgomery`], modulo odd moduli",
    a
);
row_operation!(
    from_montgomery,
    from_montgomery_in_place,
    ringlet_rns_from_montgomery,
    "a / 2^64: converts numbers in [`Form::Montgomery`] to plain ones, modulo odd moduli",
    a
);

fn check_integers(name: &str, length: usize, words: usize, n: usize) -> Result<()> {
    match words.checked_mul(n) {
        Some(wanted) => check_length(name, length, wanted),
        None => Err(Error::invalid(format!("{} words for each of {} integers are too many", words, n))),
    }
}

impl fmt::Debug for RnsBase {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.debug_list().entries((0..self.size()).filter_map(|index| self.modulus(index))).finish()
    }
}
