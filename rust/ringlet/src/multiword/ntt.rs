use super::modulus::Modulus;
use super::number::{computed, decimal, Number, Words};
use super::Form;
use crate::error::{check, check_length, Result};
use crate::executor::Executor;
use crate::handle::Handle;
use crate::ntt::{Order, Ring};
use ringlet_sys as sys;
use std::fmt;
use std::marker::PhantomData;
use std::ptr::null;

/// Options of a plan. The default is the cyclic ring in bit-reversed order, with default roots.
///
/// ```
/// use ringlet::{multiword::{self, Modulus, Ntt, NttOptions}, Order};
/// // gnark-crypto's FFT(a, DIF, OnCoset()).
/// let field = multiword::field::<[u64; 4]>("bls12-381-fr")?;
/// let (root, coset) = (Some(field.root_of_unity(64)?), Some(field.generator));
/// let options = NttOptions { root, coset, order: Order::BitReversed, ..Default::default() };
/// let ntt = Ntt::with_options(64, &Modulus::new(field.modulus)?, options)?;
/// assert_eq!(Some(ntt.root()), root);
/// # Ok::<(), ringlet::Error>(())
/// ```
#[derive(Clone, Copy, Debug)]
pub struct NttOptions<W: Number> {
    /// Ring of the transform.
    pub ring: Ring,
    /// Plain root of unity: ψ, a primitive 2n-th one, for the negacyclic ring; ω, a primitive n-th one, for the cyclic
    /// ring. Default: the one of [`Modulus::primitive_root_of_unity`].
    pub root: Option<W>,
    /// Plain factor g in [1, q) of all points of evaluation, for the cyclic ring only. Default: 1.
    pub coset: Option<W>,
    /// Order of evaluations.
    pub order: Order,
}

impl<W: Number> Default for NttOptions<W> {
    fn default() -> Self {
        Self { ring: Ring::Cyclic, root: None, coset: None, order: Order::BitReversed }
    }
}

/// Plan of transforms of n points modulo one multiword prime q, where n is a power of two, 2 ≤ n ≤ 2^26. The prime is 1
/// modulo 2n for the negacyclic ring, 1 modulo n for the cyclic one. Threads may share a plan.
///
/// Forward transforms coefficients in natural order to evaluations in the plan's order; the inverse goes back.
/// Evaluation k is the sum of x\[j\] ψ^((2k+1) j) for the negacyclic ring, of x\[j\] (g ω^k)^j for the cyclic one.
/// Numbers keep their form, plain or Montgomery's. A call works in memory that the plan keeps, and is an error if
/// memory runs out.
///
/// ```
/// use ringlet::multiword::{self, Modulus, Ntt};
/// let q = Modulus::new(multiword::field::<[u64; 4]>("bls12-377-fr")?.modulus)?;
/// let ntt = Ntt::new(4, &q, ringlet::Ring::Cyclic)?;
/// assert_eq!((ntt.size(), ntt.modulus(), ntt.root()), (4, q.value(), q.primitive_root_of_unity(4)?));
/// assert_eq!((ntt.ring(), ntt.order()), (ringlet::Ring::Cyclic, ringlet::Order::BitReversed));
/// println!("{}", ntt.describe());
/// let mut out = [[0; 4]; 4];
/// ntt.forward(&mut out, &[[1, 0, 0, 0], [0; 4], [0; 4], [0; 4]], None)?;
/// assert_eq!(out, [[1, 0, 0, 0]; 4]);
/// # Ok::<(), ringlet::Error>(())
/// ```
pub struct Ntt<W: Number> {
    handle: Handle<sys::ringlet_multiword_ntt>,
    words: PhantomData<W>,
}

type Transform = unsafe extern "C" fn(
    *const sys::ringlet_multiword_ntt,
    *mut u64,
    *const u64,
    usize,
    *const sys::ringlet_executor,
) -> sys::ringlet_status;

impl<W: Number> Ntt<W> {
    /// Makes a plan with the default root, and evaluations in bit-reversed order.
    ///
    /// ```
    /// use ringlet::{multiword::{self, Modulus, Ntt}, Ring};
    /// let q = Modulus::new(multiword::field::<[u64; 4]>("bn254-fr")?.modulus)?;
    /// assert!(Ntt::new(1 << 10, &q, Ring::Negacyclic).is_ok());
    /// assert!(Ntt::new(1000, &q, Ring::Negacyclic).is_err());
    /// # Ok::<(), ringlet::Error>(())
    /// ```
    pub fn new(n: usize, q: &Modulus<W>, ring: Ring) -> Result<Self> {
        Self::with_options(n, q, NttOptions { ring, ..Default::default() })
    }

    /// Makes a plan with the caller's root, coset or order of evaluations.
    ///
    /// ```
    /// use ringlet::multiword::{self, Modulus, Ntt, NttOptions};
    /// let field = multiword::field::<[u64; 4]>("vesta-fr")?;
    /// let options = NttOptions { root: Some(field.root), ..Default::default() };
    /// assert!(Ntt::with_options(8, &Modulus::new(field.modulus)?, options).is_err()); // It has another order.
    /// # Ok::<(), ringlet::Error>(())
    /// ```
    pub fn with_options(n: usize, q: &Modulus<W>, options: NttOptions<W>) -> Result<Self> {
        let (root, coset) = (or_null(options.root.as_ref()), or_null(options.coset.as_ref()));
        let (ring, order) = (options.ring.raw(), options.order.raw());
        let create = |out| unsafe { sys::ringlet_multiword_ntt_create(out, n, q.get(), ring, root, coset, order) };
        Ok(Self { handle: Handle::new(sys::ringlet_multiword_ntt_destroy, create)?, words: PhantomData })
    }

    /// Returns n.
    pub fn size(&self) -> usize {
        unsafe { sys::ringlet_multiword_ntt_size(self.handle.get()) }
    }

    /// Returns q.
    pub fn modulus(&self) -> W {
        // The plan was made for numbers of this type, here and below.
        unsafe { *sys::ringlet_multiword_ntt_modulus(self.handle.get()).cast() }
    }

    /// Returns the ring.
    pub fn ring(&self) -> Ring {
        Ring::from_raw(unsafe { sys::ringlet_multiword_ntt_ring(self.handle.get()) })
    }

    /// Returns the order of evaluations.
    pub fn order(&self) -> Order {
        Order::from_raw(unsafe { sys::ringlet_multiword_ntt_order(self.handle.get()) })
    }

    /// Returns ψ or ω.
    pub fn root(&self) -> W {
        unsafe { *sys::ringlet_multiword_ntt_root(self.handle.get()).cast() }
    }

    /// Describes the plan for people by its backend, its arithmetic with the number of limbs, and the points of columns
    /// and rows: "avx512ifma / montgomery52x5 / 2^8 x 2^8".
    pub fn describe(&self) -> &str {
        self.handle.text(sys::ringlet_multiword_ntt_describe)
    }

    /// out = the transform of x.
    ///
    /// ```
    /// # use ringlet::{multiword::{self, Modulus, Ntt}, Ring};
    /// # let q = Modulus::new(multiword::field::<[u64; 4]>("bn254-fr")?.modulus)?;
    /// let mut out = [[0; 4]; 2];
    /// Ntt::new(2, &q, Ring::Cyclic)?.forward(&mut out, &[[3, 0, 0, 0], [1, 0, 0, 0]], None)?;
    /// assert_eq!(out, [[4, 0, 0, 0], [2, 0, 0, 0]]);
    /// let mut x = [[3, 0, 0, 0], [1, 0, 0, 0]];
    /// Ntt::new(2, &q, Ring::Cyclic)?.forward_in_place(&mut x, None)?;
    /// assert_eq!(x, [[4, 0, 0, 0], [2, 0, 0, 0]]);
    /// # Ok::<(), ringlet::Error>(())
    /// ```
    pub fn forward(&self, out: &mut [W], x: &[W], executor: Option<&Executor<'_>>) -> Result<()> {
        self.transform(sys::ringlet_multiword_ntt_forward, out, x, executor)
    }

    /// Applies [`forward`](Self::forward) in place.
    pub fn forward_in_place(&self, x: &mut [W], executor: Option<&Executor<'_>>) -> Result<()> {
        self.transform_in_place(sys::ringlet_multiword_ntt_forward, x, executor)
    }

    /// out = the inverse transform of x, scaled by 1/n.
    ///
    /// ```
    /// # use ringlet::{multiword::{self, Modulus, Ntt}, Ring};
    /// # let q = Modulus::new(multiword::field::<[u64; 4]>("bn254-fr")?.modulus)?;
    /// let mut out = [[0; 4]; 2];
    /// Ntt::new(2, &q, Ring::Cyclic)?.inverse(&mut out, &[[4, 0, 0, 0], [2, 0, 0, 0]], None)?;
    /// assert_eq!(out, [[3, 0, 0, 0], [1, 0, 0, 0]]);
    /// let mut x = [[4, 0, 0, 0], [2, 0, 0, 0]];
    /// Ntt::new(2, &q, Ring::Cyclic)?.inverse_in_place(&mut x, None)?;
    /// assert_eq!(x, [[3, 0, 0, 0], [1, 0, 0, 0]]);
    /// # Ok::<(), ringlet::Error>(())
    /// ```
    pub fn inverse(&self, out: &mut [W], x: &[W], executor: Option<&Executor<'_>>) -> Result<()> {
        self.transform(sys::ringlet_multiword_ntt_inverse, out, x, executor)
    }

    /// Applies [`inverse`](Self::inverse) in place.
    pub fn inverse_in_place(&self, x: &mut [W], executor: Option<&Executor<'_>>) -> Result<()> {
        self.transform_in_place(sys::ringlet_multiword_ntt_inverse, x, executor)
    }

    /// out = x y, the product of two polynomials modulo X^n + 1 or, in the cyclic ring, modulo X^n − g^n.
    ///
    /// ```
    /// # use ringlet::{multiword::{self, Form, Modulus, Ntt}, Ring};
    /// # let q = Modulus::new(multiword::field::<[u64; 4]>("bn254-fr")?.modulus)?;
    /// let (x, mut out) = ([[1, 0, 0, 0], [2, 0, 0, 0]], [[0; 4]; 2]);
    /// Ntt::new(2, &q, Ring::Cyclic)?.multiply(&mut out, &x, &x, Form::Plain, None)?;
    /// assert_eq!(out, [[5, 0, 0, 0], [4, 0, 0, 0]]);
    /// let mut x = [[1, 0, 0, 0], [2, 0, 0, 0]];
    /// Ntt::new(2, &q, Ring::Cyclic)?.multiply_in_place(&mut x, &[[3, 0, 0, 0], [0; 4]], Form::Plain, None)?;
    /// assert_eq!(x, [[3, 0, 0, 0], [6, 0, 0, 0]]);
    /// # Ok::<(), ringlet::Error>(())
    /// ```
    pub fn multiply(&self, out: &mut [W], x: &[W], y: &[W], form: Form, executor: Option<&Executor<'_>>) -> Result<()> {
        check_length("out", out.len(), self.size())?;
        check_length("x", x.len(), self.size())?;
        check_length("y", y.len(), self.size())?;
        self.product(out.as_mut_ptr().cast(), x.as_ptr().cast(), y, form, executor)
    }

    /// Applies [`multiply`](Self::multiply) in place.
    pub fn multiply_in_place(&self, x: &mut [W], y: &[W], form: Form, executor: Option<&Executor<'_>>) -> Result<()> {
        check_length("x", x.len(), self.size())?;
        check_length("y", y.len(), self.size())?;
        let x = x.as_mut_ptr().cast();
        self.product(x, x, y, form, executor)
    }

    /// out = the values at g ω^k, in the plan's order, of a polynomial of any number of coefficients; in the negacyclic
    /// ring, ω = ψ^2. `coset` is g in [1, q), plain, which the plan need not have seen; by default, the points are the
    /// plan's own. More than n coefficients count modulo X^n − g^n.
    ///
    /// ```
    /// # use ringlet::{multiword::{self, Modulus, Ntt}, Ring};
    /// # let q = Modulus::new(multiword::field::<[u64; 4]>("bn254-fr")?.modulus)?;
    /// let mut out = [[0; 4]; 2];
    /// let x = [[1, 0, 0, 0], [0; 4], [1, 0, 0, 0]]; // 1 + X^2, at 3 and -3.
    /// Ntt::new(2, &q, Ring::Cyclic)?.evaluate(&mut out, &x, Some(&[3, 0, 0, 0]), None)?;
    /// assert_eq!(out, [[10, 0, 0, 0]; 2]);
    /// # Ok::<(), ringlet::Error>(())
    /// ```
    pub fn evaluate(&self, out: &mut [W], x: &[W], coset: Option<&W>, executor: Option<&Executor<'_>>) -> Result<()> {
        check_length("out", out.len(), self.size())?;
        let (n, count, out, x) = (out.len(), x.len(), out.as_mut_ptr().cast(), x.as_ptr().cast());
        let (ntt, coset, threads) = (self.handle.get(), or_null(coset), Executor::get(executor));
        check(unsafe { sys::ringlet_multiword_ntt_evaluate(ntt, out, n, x, count, coset, threads) })
    }

    /// out = the coefficients of the polynomial with these values: the inverse of [`evaluate`](Self::evaluate).
    ///
    /// ```
    /// # use ringlet::{multiword::{self, Modulus, Ntt}, Ring};
    /// # let q = Modulus::new(multiword::field::<[u64; 4]>("bn254-fr")?.modulus)?;
    /// let (mut out, x) = ([[0; 4]; 2], [[10, 0, 0, 0]; 2]);
    /// Ntt::new(2, &q, Ring::Cyclic)?.interpolate(&mut out, &x, Some(&[3, 0, 0, 0]), None)?;
    /// assert_eq!(out, [[10, 0, 0, 0], [0; 4]]);
    /// # Ok::<(), ringlet::Error>(())
    /// ```
    pub fn interpolate(
        &self,
        out: &mut [W],
        x: &[W],
        coset: Option<&W>,
        executor: Option<&Executor<'_>>,
    ) -> Result<()> {
        check_length("out", out.len(), self.size())?;
        check_length("x", x.len(), self.size())?;
        let (n, out, x) = (out.len(), out.as_mut_ptr().cast(), x.as_ptr().cast());
        let (ntt, coset, threads) = (self.handle.get(), or_null(coset), Executor::get(executor));
        check(unsafe { sys::ringlet_multiword_ntt_interpolate(ntt, out, x, n, coset, threads) })
    }

    /// out = the values at g Ω^k, in bit-reversed order, of the polynomial that has the values x at the plan's points.
    /// `out` has n 2^b elements, b ≤ 16. Ω is `root`, with Ω^(2^b) = ω, by default
    /// [`extension_root`](Self::extension_root). g = `coset` and Ω are plain.
    ///
    /// ```
    /// # use ringlet::{multiword::{self, Modulus, Ntt}, Ring};
    /// let field = multiword::field::<[u64; 4]>("bn254-fr")?;
    /// let ntt = Ntt::new(2, &Modulus::new(field.modulus)?, Ring::Cyclic)?;
    /// let mut out = [[0; 4]; 4];
    /// ntt.extend(&mut out, &[[7, 0, 0, 0]; 2], &field.generator, Some(&field.root_of_unity(4)?), None)?;
    /// assert_eq!(out, [[7, 0, 0, 0]; 4]);
    /// # Ok::<(), ringlet::Error>(())
    /// ```
    pub fn extend(
        &self,
        out: &mut [W],
        x: &[W],
        coset: &W,
        root: Option<&W>,
        executor: Option<&Executor<'_>>,
    ) -> Result<()> {
        check_length("x", x.len(), self.size())?;
        let (count, n, out, x) = (out.len(), x.len(), out.as_mut_ptr().cast(), x.as_ptr().cast());
        let (ntt, coset, root, threads) = (self.handle.get(), coset.start(), or_null(root), Executor::get(executor));
        check(unsafe { sys::ringlet_multiword_ntt_extend(ntt, out, count, x, n, coset, root, threads) })
    }

    /// Returns the smallest Ω with Ω^(2^log_blowup) = ω.
    pub fn extension_root(&self, log_blowup: u32) -> Result<W> {
        computed(|out| unsafe { sys::ringlet_multiword_ntt_extension_root(out, self.handle.get(), log_blowup) })
    }

    /// Multiplies. The addresses are those of arrays with as many numbers as the plan has points.
    fn product(
        &self,
        out: *mut u64,
        x: *const u64,
        y: &[W],
        form: Form,
        executor: Option<&Executor<'_>>,
    ) -> Result<()> {
        let (ntt, n, y, threads) = (self.handle.get(), y.len(), y.as_ptr().cast(), Executor::get(executor));
        check(unsafe { sys::ringlet_multiword_ntt_multiply(ntt, out, x, y, n, form.raw(), threads) })
    }

    fn transform(&self, call: Transform, out: &mut [W], x: &[W], executor: Option<&Executor<'_>>) -> Result<()> {
        check_length("out", out.len(), self.size())?;
        check_length("x", x.len(), self.size())?;
        let (n, out, x) = (out.len(), out.as_mut_ptr().cast(), x.as_ptr().cast());
        check(unsafe { call(self.handle.get(), out, x, n, Executor::get(executor)) })
    }

    fn transform_in_place(&self, call: Transform, x: &mut [W], executor: Option<&Executor<'_>>) -> Result<()> {
        check_length("x", x.len(), self.size())?;
        let (n, x) = (x.len(), x.as_mut_ptr().cast());
        check(unsafe { call(self.handle.get(), x, x, n, Executor::get(executor)) })
    }
}

/// Returns an option as C takes it, with null for the default.
fn or_null<W: Number>(number: Option<&W>) -> *const u64 {
    number.map_or(null(), Words::start)
}

impl<W: Number> fmt::Debug for Ntt<W> {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        let (n, q) = (self.size(), decimal(self.modulus()));
        write!(formatter, "Ntt({} points, {:?}, modulo {}, {})", n, self.ring(), q, self.describe())
    }
}
