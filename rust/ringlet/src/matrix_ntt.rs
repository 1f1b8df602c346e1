use crate::error::{check, Result};
use crate::executor::Executor;
use crate::handle::Handle;
use crate::modulus::Modulus;
use crate::ntt::{or_zero, NttOptions, Order, Ring};
use crate::shape::Shape;
use crate::word::{with_output, Functions, Input, Word};
use ringlet_sys as sys;
use std::fmt;

/// Matrix to read, row by row. Neighbouring rows begin `stride` words apart.
///
/// ```
/// use ringlet::MatrixView;
/// let matrix = MatrixView::new(&[1_u32, 2, 3, 4, 5, 6], 3)?;
/// assert_eq!((matrix.rows(), matrix.width()), (2, 3));
/// assert!(MatrixView::new(&[1_u32; 6], 4).is_err());
/// # Ok::<(), ringlet::Error>(())
/// ```
#[derive(Clone, Copy, Debug)]
pub struct MatrixView<'a, W: Word> {
    data: &'a [W],
    shape: Shape,
}

/// Matrix to write; otherwise as [`MatrixView`].
///
/// ```
/// use ringlet::MatrixSpan;
/// let mut data = [0_u32; 9];
/// assert_eq!(MatrixSpan::with_stride(&mut data, 2, 3, 5)?.rows(), 2); // Words 0 to 2, and 5 to 7.
/// assert!(MatrixSpan::with_stride(&mut data, 3, 3, 5).is_err());
/// # Ok::<(), ringlet::Error>(())
/// ```
#[derive(Debug)]
pub struct MatrixSpan<'a, W: Word> {
    data: &'a mut [W],
    shape: Shape,
}

/// Defines the constructors and methods that both kinds of matrices share.
macro_rules! matrix {
    ($name:ident, $slice:ty) => {
        impl<'a, W: Word> $name<'a, W> {
            /// Takes rows of `width` words that follow each other. An error if the width does not divide the length.
            pub fn new(data: $slice, width: usize) -> Result<Self> {
                Ok(Self { shape: Shape::contiguous(data.len(), width)?, data })
            }

            /// Takes rows of `width` words, `stride` words apart. An error if they do not fit into `data`. Words between
            /// rows are not used.
            pub fn with_stride(data: $slice, rows: usize, width: usize, stride: usize) -> Result<Self> {
                Ok(Self { shape: Shape::strided(data.len(), rows, width, stride)?, data })
            }

            /// Returns the number of rows.
            pub fn rows(&self) -> usize {
                self.shape.rows
            }

            /// Returns the number of columns.
            pub fn width(&self) -> usize {
                self.shape.n
            }

            /// Returns the number of words from one row to the next.
            pub fn stride(&self) -> usize {
                self.shape.stride
            }
        }
    };
}

matrix!(MatrixView, &'a [W]);
matrix!(MatrixSpan, &'a mut [W]);

/// Plan of transforms of all columns of row-major matrices, modulo one prime. Column c of the result is what
/// [`Ntt`](crate::Ntt) makes of column c. Polynomials that are interleaved, coefficient by coefficient, are the columns
/// of a matrix. Threads may share a plan.
///
/// ```
/// use ringlet::{MatrixNtt, MatrixSpan, Modulus, Ring};
/// let q = Modulus::new(ringlet::multiword::field::<u32>("babybear")?.modulus)?;
/// let ntt = MatrixNtt::new(4, &q, Ring::Cyclic)?;
/// // The polynomials 1 + X and 5 in two columns.
/// let mut x = [1, 5, 1, 0, 0, 0, 0, 0];
/// ntt.forward_in_place(&mut MatrixSpan::new(&mut x, 2)?, None)?;
/// let i = ntt.root();
/// assert_eq!(x, [2, 5, 0, 5, 1 + i, 5, q.sub(1, i)?, 5]); // At 1, -1, i and -i.
/// # Ok::<(), ringlet::Error>(())
/// ```
pub struct MatrixNtt<W: Word = u64> {
    handle: Handle<W::MatrixNtt>,
}

type Transform<W> = unsafe extern "C" fn(
    *const <W as Functions>::MatrixNtt,
    *mut <W as Functions>::Raw,
    usize,
    *const <W as Functions>::Raw,
    usize,
    usize,
    usize,
    *const sys::ringlet_executor,
) -> sys::ringlet_status;

impl<W: Word> MatrixNtt<W> {
    /// Makes a plan for matrices of so many rows, with the smallest root of unity, and evaluations in bit-reversed
    /// order. The number of rows is a number of points as for [`Ntt`](crate::Ntt).
    pub fn new(rows: usize, q: &Modulus<W>, ring: Ring) -> Result<Self> {
        Self::with_options(rows, q, NttOptions { ring, ..Default::default() })
    }

    /// Makes a plan with the caller's root, coset or order of evaluations.
    ///
    /// ```
    /// use ringlet::{MatrixNtt, MatrixSpan, Modulus, NttOptions, Order, Ring};
    /// let on_coset = NttOptions { ring: Ring::Cyclic, coset: Some(3), order: Order::Natural, ..Default::default() };
    /// let ntt = MatrixNtt::with_options(4, &Modulus::new(17_u64)?, on_coset)?;
    /// let mut x = [0, 1, 0, 0]; // X
    /// ntt.forward_in_place(&mut MatrixSpan::new(&mut x, 1)?, None)?;
    /// assert_eq!(x, [3, 12, 14, 5]); // 3 times powers of 4.
    /// # Ok::<(), ringlet::Error>(())
    /// ```
    pub fn with_options(rows: usize, q: &Modulus<W>, options: NttOptions<W>) -> Result<Self> {
        let functions = (W::C.matrix_ntt_create, W::C.matrix_ntt_create_on_coset, W::C.matrix_ntt_destroy);
        Ok(Self { handle: options.create(rows, q, functions)? })
    }

    /// Returns the number of rows.
    pub fn rows(&self) -> usize {
        unsafe { (W::C.matrix_ntt_rows)(self.handle.get()) }
    }

    /// Returns q.
    pub fn modulus(&self) -> W {
        W::from_raw(unsafe { (W::C.matrix_ntt_modulus)(self.handle.get()) })
    }

    /// Returns the ring.
    pub fn ring(&self) -> Ring {
        Ring::from_raw(unsafe { (W::C.matrix_ntt_ring)(self.handle.get()) })
    }

    /// Returns the order of evaluations.
    pub fn order(&self) -> Order {
        Order::from_raw(unsafe { (W::C.matrix_ntt_order)(self.handle.get()) })
    }

    /// Returns ψ or ω.
    pub fn root(&self) -> W {
        W::from_raw(unsafe { (W::C.matrix_ntt_root)(self.handle.get()) })
    }

    /// Describes the plan for people by its backend, its arithmetic and the radices of its passes. A semicolon separates
    /// the passes through memory.
    pub fn describe(&self) -> &str {
        self.handle.text(W::C.matrix_ntt_describe)
    }

    /// out = the transforms of the columns of x. Row j of x has the coefficients of X^j, row k of `out` evaluation
    /// number k in the plan's order.
    ///
    /// ```
    /// # use ringlet::{Executor, MatrixNtt, MatrixSpan, MatrixView, Modulus, Ring};
    /// let ntt = MatrixNtt::new(2, &Modulus::new(17_u128)?, Ring::Cyclic)?;
    /// let mut out = [0; 5]; // The middle word lies between the rows.
    /// let x = MatrixView::new(&[3, 4, 0, 1], 2)?;
    /// ntt.forward(&mut MatrixSpan::with_stride(&mut out, 2, 2, 3)?, &x, Some(&Executor::threads(2)?))?;
    /// assert_eq!(out, [3, 5, 0, 3, 3]);
    /// # Ok::<(), ringlet::Error>(())
    /// ```
    pub fn forward(
        &self,
        out: &mut MatrixSpan<'_, W>,
        x: &MatrixView<'_, W>,
        executor: Option<&Executor<'_>>,
    ) -> Result<()> {
        self.transform(W::C.matrix_ntt_forward, out, x, executor)
    }

    /// Applies [`forward`](Self::forward) in place.
    pub fn forward_in_place(&self, x: &mut MatrixSpan<'_, W>, executor: Option<&Executor<'_>>) -> Result<()> {
        self.transform_in_place(W::C.matrix_ntt_forward, x, executor)
    }

    /// out = the inverse transforms of the columns of x, scaled by 1/n.
    ///
    /// ```
    /// # use ringlet::{MatrixNtt, MatrixSpan, MatrixView, Modulus, Ring};
    /// let ntt = MatrixNtt::new(2, &Modulus::new(17_u64)?, Ring::Cyclic)?;
    /// let mut out = [0; 4];
    /// ntt.inverse(&mut MatrixSpan::new(&mut out, 2)?, &MatrixView::new(&[3, 5, 3, 3], 2)?, None)?;
    /// assert_eq!(out, [3, 4, 0, 1]);
    /// # Ok::<(), ringlet::Error>(())
    /// ```
    pub fn inverse(
        &self,
        out: &mut MatrixSpan<'_, W>,
        x: &MatrixView<'_, W>,
        executor: Option<&Executor<'_>>,
    ) -> Result<()> {
        self.transform(W::C.matrix_ntt_inverse, out, x, executor)
    }

    /// Applies [`inverse`](Self::inverse) in place.
    pub fn inverse_in_place(&self, x: &mut MatrixSpan<'_, W>, executor: Option<&Executor<'_>>) -> Result<()> {
        self.transform_in_place(W::C.matrix_ntt_inverse, x, executor)
    }

    /// out = the values at g Ω^k, rows in bit-reversed order, of the polynomials that have the columns of x as values at
    /// the plan's points. `out` has n 2^b rows, b ≤ 16. Ω is `root`, with Ω^(2^b) = ω, by default
    /// [`extension_root`](Self::extension_root). The first call with a coset, a root and a b makes tables, which the plan
    /// keeps until a call with other points.
    ///
    /// ```
    /// # use ringlet::{MatrixNtt, MatrixSpan, MatrixView, Modulus, Ring};
    /// let ntt = MatrixNtt::new(2, &Modulus::new(17_u64)?, Ring::Cyclic)?;
    /// let mut out = [0; 8];
    /// let x = MatrixView::new(&[2, 5, 0, 5], 2)?; // 1 + X and 5 at 1 and -1.
    /// ntt.extend(&mut MatrixSpan::new(&mut out, 2)?, &x, 3, None, None)?;
    /// assert_eq!(ntt.extension_root(1)?, 4);
    /// assert_eq!(out, [4, 5, 15, 5, 13, 5, 6, 5]); // At 3, -3, 12 and -12.
    /// # Ok::<(), ringlet::Error>(())
    /// ```
    pub fn extend(
        &self,
        out: &mut MatrixSpan<'_, W>,
        x: &MatrixView<'_, W>,
        coset: W,
        root: Option<W>,
        executor: Option<&Executor<'_>>,
    ) -> Result<()> {
        out.shape.check("out", out.rows(), x.width())?;
        x.shape.check("x", self.rows(), x.width())?;
        let (Shape { rows: out_rows, n, stride }, rows) = (out.shape, x.rows());
        let (ntt, from, threads) = (self.handle.get(), Input::new(x.data), Executor::get(executor));
        let (coset, root) = (coset.raw(), or_zero("root", root)?);
        check(with_output(out.data, |out| unsafe {
            (W::C.matrix_ntt_extend)(ntt, out, stride, out_rows, from.get(), x.stride(), rows, n, coset, root, threads)
        }))
    }

    /// Returns the smallest Ω with Ω^(2^log_blowup) = ω.
    pub fn extension_root(&self, log_blowup: u32) -> Result<W> {
        let mut root = W::default().raw();
        check(unsafe { (W::C.matrix_ntt_extension_root)(&mut root, self.handle.get(), log_blowup) })?;
        Ok(W::from_raw(root))
    }

    fn transform(
        &self,
        call: Transform<W>,
        out: &mut MatrixSpan<'_, W>,
        x: &MatrixView<'_, W>,
        executor: Option<&Executor<'_>>,
    ) -> Result<()> {
        out.shape.check("out", self.rows(), x.width())?;
        x.shape.check("x", self.rows(), x.width())?;
        let Shape { rows, n, stride } = out.shape;
        let (ntt, from, threads) = (self.handle.get(), Input::new(x.data), Executor::get(executor));
        let call = |out| unsafe { call(ntt, out, stride, from.get(), x.stride(), rows, n, threads) };
        check(with_output(out.data, call))
    }

    fn transform_in_place(
        &self,
        call: Transform<W>,
        x: &mut MatrixSpan<'_, W>,
        executor: Option<&Executor<'_>>,
    ) -> Result<()> {
        x.shape.check("x", self.rows(), x.width())?;
        let Shape { rows, n, stride } = x.shape;
        let (ntt, threads) = (self.handle.get(), Executor::get(executor));
        check(with_output(x.data, |x| unsafe { call(ntt, x, stride, x, stride, rows, n, threads) }))
    }
}

impl<W: Word> fmt::Debug for MatrixNtt<W> {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        let (rows, ring, q) = (self.rows(), self.ring(), self.modulus());
        write!(formatter, "MatrixNtt({} rows, {:?}, modulo {}, {})", rows, ring, q, self.describe())
    }
}
