use crate::error::{check, check_length, Error, Result};
use crate::handle::Handle;
use crate::modulus::Modulus;
use crate::word::{with_output, Functions, Input, Word};
use ringlet_sys as sys;
use std::fmt;

/// Ring of a transform.
///
/// ```
/// use ringlet::{Modulus, Ntt, Ring};
/// let mut x = [1_u64, 2, 3, 4];
/// let ntt = Ntt::new(4, &Modulus::new(17)?, Ring::Cyclic)?;
/// ntt.forward_in_place(&mut x)?;
/// assert_eq!(x[0], 10); // The value at 1.
/// # Ok::<(), ringlet::Error>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Ring {
    /// Z_q\[X\]/(X^n + 1), the ring of lattice cryptography.
    Negacyclic,
    /// Z_q\[X\]/(X^n − 1).
    Cyclic,
}

impl Ring {
    pub(crate) fn raw(self) -> sys::ringlet_ring {
        match self {
            Self::Negacyclic => sys::RINGLET_NEGACYCLIC,
            Self::Cyclic => sys::RINGLET_CYCLIC,
        }
    }

    pub(crate) fn from_raw(raw: sys::ringlet_ring) -> Self {
        match raw {
            sys::RINGLET_CYCLIC => Self::Cyclic,
            _ => Self::Negacyclic,
        }
    }
}

/// Order of evaluations. Products do not depend on it.
///
/// ```
/// use ringlet::{NttOptions, Order};
/// assert_eq!(NttOptions::<u64>::default().order, Order::BitReversed);
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Order {
    /// Evaluation k is element r(k), where r reverses log2(n) bits. It is the faster order.
    BitReversed,
    /// Evaluation k is element k.
    Natural,
}

impl Order {
    pub(crate) fn raw(self) -> sys::ringlet_order {
        match self {
            Self::BitReversed => sys::RINGLET_BIT_REVERSED,
            Self::Natural => sys::RINGLET_NATURAL,
        }
    }

    pub(crate) fn from_raw(raw: sys::ringlet_order) -> Self {
        match raw {
            sys::RINGLET_NATURAL => Self::Natural,
            _ => Self::BitReversed,
        }
    }
}

/// Options of a plan. The default is the negacyclic ring in bit-reversed order, with the smallest root.
///
/// ```
/// use ringlet::{Modulus, Ntt, NttOptions, Order};
/// let options = NttOptions { order: Order::Natural, ..Default::default() };
/// let mut x = [0_u64, 1]; // X, at 4 and 4^3 modulo 17.
/// Ntt::with_options(2, &Modulus::new(17)?, options)?.forward_in_place(&mut x)?;
/// assert_eq!(x, [4, 13]);
/// # Ok::<(), ringlet::Error>(())
/// ```
#[derive(Clone, Copy, Debug)]
pub struct NttOptions<W: Word = u64> {
    /// Ring of the transform.
    pub ring: Ring,
    /// Root of unity: ψ, a primitive 2n-th one, for the negacyclic ring; ω, a primitive n-th one, for the cyclic ring.
    /// Default: the smallest one.
    pub root: Option<W>,
    /// Factor g in [1, q) of all points of evaluation, for the cyclic ring only. It costs no time. Default: 1.
    pub coset: Option<W>,
    /// Order of evaluations.
    pub order: Order,
}

impl<W: Word> Default for NttOptions<W> {
    fn default() -> Self {
        Self { ring: Ring::Negacyclic, root: None, coset: None, order: Order::BitReversed }
    }
}

/// C's functions that make a plan, at the smallest root or the caller's and on a coset, and the function that destroys
/// it.
pub(crate) type Create<W, T> = (
    unsafe extern "C" fn(
        *mut *mut T,
        usize,
        *const <W as Functions>::Modulus,
        sys::ringlet_ring,
        <W as Functions>::Raw,
        sys::ringlet_order,
    ) -> sys::ringlet_status,
    unsafe extern "C" fn(
        *mut *mut T,
        usize,
        *const <W as Functions>::Modulus,
        <W as Functions>::Raw,
        <W as Functions>::Raw,
        sys::ringlet_order,
    ) -> sys::ringlet_status,
    unsafe extern "C" fn(*mut T),
);

impl<W: Word> NttOptions<W> {
    /// Makes a plan of C with these options.
    pub(crate) fn create<T>(&self, n: usize, q: &Modulus<W>, functions: Create<W, T>) -> Result<Handle<T>> {
        let (create, create_on_coset, destroy) = functions;
        let (root, order) = (or_zero("root", self.root)?, self.order.raw());
        if self.coset.is_some() && self.ring != Ring::Cyclic {
            return Err(Error::invalid("coset is given, but only the cyclic ring takes one"));
        }
        Handle::new(destroy, |out| unsafe {
            match self.coset {
                None => create(out, n, q.get(), self.ring.raw(), root, order),
                Some(g) => create_on_coset(out, n, q.get(), root, g.raw(), order),
            }
        })
    }
}

/// Plan of transforms of n points modulo one prime q, where n is a power of two, 2 ≤ n ≤ 2^24, or 2^20 for `u128`. The
/// prime is 1 modulo 2n for the negacyclic ring, 1 modulo n for the cyclic one. Threads may share a plan.
///
/// Forward transforms coefficients in natural order to evaluations in the plan's order; the inverse goes back.
/// Evaluation k is the sum of x\[j\] ψ^((2k+1) j) for the negacyclic ring, of x\[j\] (g ω^k)^j for the cyclic one.
/// Elements lie in [0, q), or in [0, f q) for a factor f of a lazy method.
///
/// ```
/// use ringlet::{Modulus, Ntt, PrimeOrder, Ring};
/// let n = 4096;
/// let q = Modulus::new(ringlet::ntt_primes::<u64>(1, 49, n, PrimeOrder::LargestFirst)?[0])?;
/// let ntt = Ntt::new(n, &q, Ring::Negacyclic)?;
/// assert_eq!((ntt.size(), ntt.modulus()), (n, q.value()));
/// assert_eq!((ntt.ring(), ntt.order()), (Ring::Negacyclic, ringlet::Order::BitReversed));
/// println!("{}", ntt.describe());
/// let (mut a, mut b) = (vec![1; n], vec![2; n]);
/// ntt.forward_in_place(&mut a)?;
/// ntt.forward_in_place(&mut b)?;
/// ringlet::mul_in_place(&mut a, &b, &q, 1)?;
/// ntt.inverse_in_place(&mut a)?;
/// assert_eq!(a[n - 1], 2 * n as u64);
/// # Ok::<(), ringlet::Error>(())
/// ```
pub struct Ntt<W: Word = u64> {
    handle: Handle<W::Ntt>,
}

type Transform<W> = unsafe extern "C" fn(
    *const <W as Functions>::Ntt,
    *mut <W as Functions>::Raw,
    *const <W as Functions>::Raw,
    usize,
    u32,
    u32,
) -> sys::ringlet_status;

impl<W: Word> Ntt<W> {
    /// Makes a plan with the smallest root of unity, and evaluations in bit-reversed order.
    ///
    /// ```
    /// use ringlet::{Modulus, Ntt, Ring};
    /// assert_eq!(Ntt::new(8, &Modulus::new(17_u64)?, Ring::Negacyclic)?.root(), 3);
    /// assert!(Ntt::new(16, &Modulus::new(17_u64)?, Ring::Negacyclic).is_err());
    /// # Ok::<(), ringlet::Error>(())
    /// ```
    pub fn new(n: usize, q: &Modulus<W>, ring: Ring) -> Result<Self> {
        Self::with_options(n, q, NttOptions { ring, ..Default::default() })
    }

    /// Makes a plan with the caller's root, coset or order of evaluations.
    ///
    /// ```
    /// use ringlet::{Modulus, Ntt, NttOptions};
    /// let q = Modulus::new(17_u64)?;
    /// let with_root = |root| Ntt::with_options(8, &q, NttOptions { root: Some(root), ..Default::default() });
    /// assert_eq!(with_root(5)?.root(), 5);
    /// assert!(with_root(4).is_err());
    /// # Ok::<(), ringlet::Error>(())
    /// ```
    pub fn with_options(n: usize, q: &Modulus<W>, options: NttOptions<W>) -> Result<Self> {
        let functions = (W::C.ntt_create, W::C.ntt_create_on_coset, W::C.ntt_destroy);
        Ok(Self { handle: options.create(n, q, functions)? })
    }

    /// Returns n.
    pub fn size(&self) -> usize {
        unsafe { (W::C.ntt_size)(self.handle.get()) }
    }

    /// Returns q.
    pub fn modulus(&self) -> W {
        W::from_raw(unsafe { (W::C.ntt_modulus)(self.handle.get()) })
    }

    /// Returns the ring.
    pub fn ring(&self) -> Ring {
        Ring::from_raw(unsafe { (W::C.ntt_ring)(self.handle.get()) })
    }

    /// Returns the order of evaluations.
    pub fn order(&self) -> Order {
        Order::from_raw(unsafe { (W::C.ntt_order)(self.handle.get()) })
    }

    /// Returns ψ or ω.
    pub fn root(&self) -> W {
        W::from_raw(unsafe { (W::C.ntt_root)(self.handle.get()) })
    }

    /// Describes the plan for people by its backend, its arithmetic and the radices of its passes:
    /// "avx512ifma / ifma52 / radix 2^4, 2^6".
    pub fn describe(&self) -> &str {
        self.handle.text(W::C.ntt_describe)
    }

    /// out = the transform of x.
    ///
    /// ```
    /// # use ringlet::{Modulus, Ntt, Ring};
    /// let ntt = Ntt::new(4, &Modulus::new(17_u64)?, Ring::Cyclic)?;
    /// let mut out = [0; 4];
    /// ntt.forward(&mut out, &[1, 0, 0, 0])?;
    /// assert_eq!(out, [1; 4]);
    /// let mut x = [1_u128, 0, 0, 0];
    /// Ntt::new(4, &Modulus::new(17)?, Ring::Cyclic)?.forward_in_place(&mut x)?;
    /// assert_eq!(x, [1; 4]);
    /// # Ok::<(), ringlet::Error>(())
    /// ```
    pub fn forward(&self, out: &mut [W], x: &[W]) -> Result<()> {
        self.forward_lazy(out, x, 1, 1)
    }

    /// Applies [`forward`](Self::forward) in place.
    pub fn forward_in_place(&self, x: &mut [W]) -> Result<()> {
        self.forward_lazy_in_place(x, 1, 1)
    }

    /// Transforms elements in [0, f q), `input_factor` f in {1, 2, 4}, or any words if it is
    /// [`ANY_WORD`](crate::ANY_WORD), to any representatives in [0, f q), `output_factor` f in {1, 4}.
    ///
    /// ```
    /// # use ringlet::{Modulus, Ntt, Ring};
    /// let ntt = Ntt::new(4, &Modulus::new(17_u64)?, Ring::Cyclic)?;
    /// let mut out = [0; 4];
    /// ntt.forward_lazy(&mut out, &[18 + 17, 0, 0, 0], 4, 1)?;
    /// assert_eq!(out, [1; 4]);
    /// let mut x = [18_u64, 17, 17, 17];
    /// Ntt::new(4, &Modulus::new(17)?, Ring::Cyclic)?.forward_lazy_in_place(&mut x, 2, 1)?;
    /// assert_eq!(x, [1; 4]);
    /// # Ok::<(), ringlet::Error>(())
    /// ```
    pub fn forward_lazy(&self, out: &mut [W], x: &[W], input_factor: u32, output_factor: u32) -> Result<()> {
        self.transform(W::C.ntt_forward, out, x, input_factor, output_factor)
    }

    /// Applies [`forward_lazy`](Self::forward_lazy) in place.
    pub fn forward_lazy_in_place(&self, x: &mut [W], input_factor: u32, output_factor: u32) -> Result<()> {
        self.transform_in_place(W::C.ntt_forward, x, input_factor, output_factor)
    }

    /// out = the inverse transform of x, scaled by 1/n.
    ///
    /// ```
    /// # use ringlet::{Modulus, Ntt, Ring};
    /// let mut out = [0; 4];
    /// Ntt::new(4, &Modulus::new(17_u64)?, Ring::Cyclic)?.inverse(&mut out, &[1; 4])?;
    /// assert_eq!(out, [1, 0, 0, 0]);
    /// let mut x = [1_u64; 4];
    /// Ntt::new(4, &Modulus::new(17)?, Ring::Cyclic)?.inverse_in_place(&mut x)?;
    /// assert_eq!(x, [1, 0, 0, 0]);
    /// # Ok::<(), ringlet::Error>(())
    /// ```
    pub fn inverse(&self, out: &mut [W], x: &[W]) -> Result<()> {
        self.inverse_lazy(out, x, 1, 1)
    }

    /// Applies [`inverse`](Self::inverse) in place.
    pub fn inverse_in_place(&self, x: &mut [W]) -> Result<()> {
        self.inverse_lazy_in_place(x, 1, 1)
    }

    /// Transforms elements in [0, f q) back, to any representatives in [0, f q), both factors in {1, 2}; scales by 1/n.
    ///
    /// ```
    /// # use ringlet::{Modulus, Ntt, Ring};
    /// let mut out = [0; 4];
    /// Ntt::new(4, &Modulus::new(17_u64)?, Ring::Cyclic)?.inverse_lazy(&mut out, &[18, 1, 1, 1], 2, 1)?;
    /// assert_eq!(out, [1, 0, 0, 0]);
    /// let mut x = [18_u64, 1, 1, 1];
    /// Ntt::new(4, &Modulus::new(17)?, Ring::Cyclic)?.inverse_lazy_in_place(&mut x, 2, 1)?;
    /// assert_eq!(x, [1, 0, 0, 0]);
    /// # Ok::<(), ringlet::Error>(())
    /// ```
    pub fn inverse_lazy(&self, out: &mut [W], x: &[W], input_factor: u32, output_factor: u32) -> Result<()> {
        self.transform(W::C.ntt_inverse, out, x, input_factor, output_factor)
    }

    /// Applies [`inverse_lazy`](Self::inverse_lazy) in place.
    pub fn inverse_lazy_in_place(&self, x: &mut [W], input_factor: u32, output_factor: u32) -> Result<()> {
        self.transform_in_place(W::C.ntt_inverse, x, input_factor, output_factor)
    }

    /// out = x y, the product of two polynomials in the plan's ring.
    ///
    /// ```
    /// # use ringlet::{Modulus, Ntt, Ring};
    /// let mut out = [0_u64; 2];
    /// Ntt::new(2, &Modulus::new(17)?, Ring::Negacyclic)?.multiply(&mut out, &[1, 2], &[3, 4])?;
    /// assert_eq!(out, [12, 10]); // 3 + 10 X + 8 X^2 with X^2 = -1
    /// let mut x = [1_u64, 2];
    /// Ntt::new(2, &Modulus::new(17)?, Ring::Cyclic)?.multiply_in_place(&mut x, &[3, 4])?;
    /// assert_eq!(x, [11, 10]);
    /// # Ok::<(), ringlet::Error>(())
    /// ```
    pub fn multiply(&self, out: &mut [W], x: &[W], y: &[W]) -> Result<()> {
        check_length("out", out.len(), self.size())?;
        check_length("x", x.len(), self.size())?;
        check_length("y", y.len(), self.size())?;
        let (n, ntt, x, y) = (out.len(), self.handle.get(), Input::new(x), Input::new(y));
        check(with_output(out, |out| unsafe { (W::C.ntt_multiply)(ntt, out, x.get(), y.get(), n) }))
    }

    /// Applies [`multiply`](Self::multiply) in place.
    pub fn multiply_in_place(&self, x: &mut [W], y: &[W]) -> Result<()> {
        check_length("x", x.len(), self.size())?;
        check_length("y", y.len(), self.size())?;
        let (n, ntt, y) = (x.len(), self.handle.get(), Input::new(y));
        check(with_output(x, |x| unsafe { (W::C.ntt_multiply)(ntt, x, x, y.get(), n) }))
    }

    /// out = the values at g ω^k, in the plan's order, of a polynomial of any number of coefficients; in the negacyclic
    /// ring, ω = ψ^2. `coset` is g in [1, q), which the plan need not have seen; by default, the points are the plan's
    /// own. More than n coefficients count modulo X^n − g^n.
    ///
    /// ```
    /// # use ringlet::{Modulus, Ntt, Ring};
    /// let ntt = Ntt::new(2, &Modulus::new(17_u64)?, Ring::Cyclic)?;
    /// let mut out = [0; 2];
    /// ntt.evaluate(&mut out, &[1, 0, 1], Some(3))?; // 1 + X^2 at 3 and -3.
    /// assert_eq!(out, [10, 10]);
    /// ntt.evaluate(&mut out, &[5], None)?;
    /// assert_eq!(out, [5, 5]);
    /// # Ok::<(), ringlet::Error>(())
    /// ```
    pub fn evaluate(&self, out: &mut [W], x: &[W], coset: Option<W>) -> Result<()> {
        check_length("out", out.len(), self.size())?;
        let (n, count, ntt, coset) = (out.len(), x.len(), self.handle.get(), or_zero("coset", coset)?);
        let x = Input::new(x);
        check(with_output(out, |out| unsafe { (W::C.ntt_evaluate)(ntt, out, n, x.get(), count, coset, 1, 1) }))
    }

    /// out = the coefficients of the polynomial with these values: the inverse of [`evaluate`](Self::evaluate).
    ///
    /// ```
    /// # use ringlet::{Modulus, Ntt, Ring};
    /// let mut out = [0_u128; 2];
    /// Ntt::new(2, &Modulus::new(17)?, Ring::Cyclic)?.interpolate(&mut out, &[4, 15], Some(3))?;
    /// assert_eq!(out, [1, 1]); // 1 + X at 3 and -3.
    /// # Ok::<(), ringlet::Error>(())
    /// ```
    pub fn interpolate(&self, out: &mut [W], x: &[W], coset: Option<W>) -> Result<()> {
        check_length("out", out.len(), self.size())?;
        check_length("x", x.len(), self.size())?;
        let (n, ntt, x, coset) = (out.len(), self.handle.get(), Input::new(x), or_zero("coset", coset)?);
        check(with_output(out, |out| unsafe { (W::C.ntt_interpolate)(ntt, out, x.get(), n, coset, 1) }))
    }

    /// out = the values at g Ω^k, in bit-reversed order, of the polynomial that has the values x at the plan's points.
    /// `out` has n 2^b elements, b ≤ 16. Ω is `root`, with Ω^(2^b) = ω, by default
    /// [`extension_root`](Self::extension_root).
    ///
    /// ```
    /// # use ringlet::{Modulus, Ntt, Ring};
    /// let ntt = Ntt::new(2, &Modulus::new(17_u64)?, Ring::Cyclic)?;
    /// let mut out = [0; 4];
    /// ntt.extend(&mut out, &[2, 0], 3, None)?; // 1 + X at 1 and -1.
    /// assert_eq!(ntt.extension_root(1)?, 4);
    /// assert_eq!(out, [4, 15, 13, 6]); // At 3, -3, 12 and -12.
    /// # Ok::<(), ringlet::Error>(())
    /// ```
    pub fn extend(&self, out: &mut [W], x: &[W], coset: W, root: Option<W>) -> Result<()> {
        check_length("x", x.len(), self.size())?;
        let (count, n, ntt, x) = (out.len(), x.len(), self.handle.get(), Input::new(x));
        let (coset, root) = (coset.raw(), or_zero("root", root)?);
        check(with_output(out, |out| unsafe { (W::C.ntt_extend)(ntt, out, count, x.get(), n, coset, root) }))
    }

    /// Returns the smallest Ω with Ω^(2^log_blowup) = ω.
    pub fn extension_root(&self, log_blowup: u32) -> Result<W> {
        let mut root = W::default().raw();
        check(unsafe { (W::C.ntt_extension_root)(&mut root, self.handle.get(), log_blowup) })?;
        Ok(W::from_raw(root))
    }

    fn transform(&self, call: Transform<W>, out: &mut [W], x: &[W], from: u32, to: u32) -> Result<()> {
        check_length("out", out.len(), self.size())?;
        check_length("x", x.len(), self.size())?;
        let (n, ntt, x) = (out.len(), self.handle.get(), Input::new(x));
        check(with_output(out, |out| unsafe { call(ntt, out, x.get(), n, from, to) }))
    }

    fn transform_in_place(&self, call: Transform<W>, x: &mut [W], from: u32, to: u32) -> Result<()> {
        check_length("x", x.len(), self.size())?;
        let (n, ntt) = (x.len(), self.handle.get());
        check(with_output(x, |x| unsafe { call(ntt, x, x, n, from, to) }))
    }
}

/// Returns an option as C takes it, with 0 for the default.
pub(crate) fn or_zero<W: Word>(name: &str, value: Option<W>) -> Result<W::Raw> {
    match value {
        Some(x) if x == W::default() => Err(Error::invalid(format!("{} is 0, but it must lie in [1, q)", name))),
        _ => Ok(value.unwrap_or_default().raw()),
    }
}

impl<W: Word> fmt::Debug for Ntt<W> {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(
            formatter,
            "Ntt({} points, {:?}, modulo {}, {})",
            self.size(),
            self.ring(),
            self.modulus(),
            self.describe()
        )
    }
}
