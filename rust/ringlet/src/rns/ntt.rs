use super::rows::{spans, views};
use super::{Executor, RnsBase, RnsSpan, RnsView};
use crate::error::{check, check_length, Result};
use crate::handle::Handle;
use ringlet_sys as sys;
use std::ptr::null;

/// Tables of transforms and working memory that plans share. A program makes one for its plans of all sizes, moduli and
/// levels. Divisions and key switches use the context of their transforms. Plans may outlive it.
///
/// ```
/// use ringlet::rns::{RnsBase, RnsContext, RnsNtt};
/// let context = RnsContext::new()?;
/// RnsNtt::new(8, &RnsBase::new(&[17, 97])?, Some(&context))?;
/// assert_eq!(context.transforms(), 2);
/// # Ok::<(), ringlet::Error>(())
/// ```
pub struct RnsContext {
    handle: Handle<sys::ringlet_rns_context>,
}

impl RnsContext {
    /// Makes an empty context.
    ///
    /// ```
    /// assert_eq!(ringlet::rns::RnsContext::new()?.transforms(), 0);
    /// # Ok::<(), ringlet::Error>(())
    /// ```
    pub fn new() -> Result<Self> {
        let create = |out| unsafe { sys::ringlet_rns_context_create(out) };
        Ok(Self { handle: Handle::new(sys::ringlet_rns_context_destroy, create)? })
    }

    pub(crate) fn get(&self) -> *const sys::ringlet_rns_context {
        self.handle.get()
    }

    /// Frees the working memory that no call is using.
    ///
    /// ```
    /// ringlet::rns::RnsContext::new()?.release();
    /// # Ok::<(), ringlet::Error>(())
    /// ```
    pub fn release(&self) {
        unsafe { sys::ringlet_rns_context_release(self.get()) }
    }
}

macro_rules! count {
    ($name:ident, $function:ident, $text:literal) => {
        impl RnsContext {
            #[doc = concat!("Returns ", $text, ".")]
            ///
            /// ```
            #[doc = concat!("assert_eq!(ringlet::rns::RnsContext::new()?.", stringify!($name), "(), 0);")]
            /// # Ok::<(), ringlet::Error>(())
            /// ```
            pub fn $name(&self) -> usize {
                unsafe { sys::$function(self.get()) }
            }
        }
    };
}

count!(transforms, ringlet_rns_context_transforms, "the number of transforms that it keeps");
count!(held_bytes, ringlet_rns_context_held_bytes, "the bytes of working memory");
count!(lent_bytes, ringlet_rns_context_lent_bytes, "the bytes of working memory that calls are using");
count!(peak_bytes, ringlet_rns_context_peak_bytes, "the most bytes of working memory that there have been");

/// Negacyclic transforms of n points modulo each modulus of a base, each as in [`Ntt`](crate::Ntt).
///
/// ```
/// use ringlet::rns::{RnsBase, RnsNtt, RnsSpan};
/// let ntt = RnsNtt::new(2, &RnsBase::new(&[5, 13])?, None)?;
/// assert_eq!(ntt.size(), 2);
/// let mut x = [1, 0, 1, 0];
/// ntt.forward_in_place(&mut RnsSpan::new(&mut x, 2)?, None)?;
/// assert_eq!(x, [1; 4]);
/// # Ok::<(), ringlet::Error>(())
/// ```
pub struct RnsNtt {
    handle: Handle<sys::ringlet_rns_ntt>,
    moduli: usize,
}

impl RnsNtt {
    /// Makes a plan for each modulus, a prime that is 1 modulo 2n. Tables come from the context, if there is one.
    ///
    /// ```
    /// use ringlet::rns::{RnsBase, RnsNtt};
    /// assert!(RnsNtt::new(4, &RnsBase::new(&[5, 17])?, None).is_err()); // 5 is not 1 modulo 8.
    /// # Ok::<(), ringlet::Error>(())
    /// ```
    pub fn new(n: usize, base: &RnsBase, context: Option<&RnsContext>) -> Result<Self> {
        Self::create(n, base, null(), context)
    }

    /// Makes plans over the caller's roots. psi\[i\] is a primitive 2n-th root of unity modulo modulus i.
    ///
    /// ```
    /// use ringlet::rns::{RnsBase, RnsNtt};
    /// let base = RnsBase::new(&[5, 13])?;
    /// assert!(RnsNtt::with_roots(2, &base, &[3, 8], None).is_ok());
    /// assert!(RnsNtt::with_roots(2, &base, &[3, 1], None).is_err()); // 1 has order 1, not 4.
    /// # Ok::<(), ringlet::Error>(())
    /// ```
    pub fn with_roots(n: usize, base: &RnsBase, psi: &[u64], context: Option<&RnsContext>) -> Result<Self> {
        check_length("psi", psi.len(), base.size())?;
        Self::create(n, base, psi.as_ptr(), context)
    }

    /// Makes plans over the roots at `psi`, one for each modulus, or, if it is null, over the smallest roots.
    fn create(n: usize, base: &RnsBase, psi: *const u64, context: Option<&RnsContext>) -> Result<Self> {
        let context = context.map_or(null(), RnsContext::get);
        let create = |out| unsafe { sys::ringlet_rns_ntt_create(out, n, base.get(), psi, context) };
        Ok(Self { handle: Handle::new(sys::ringlet_rns_ntt_destroy, create)?, moduli: base.size() })
    }

    pub(crate) fn get(&self) -> *const sys::ringlet_rns_ntt {
        self.handle.get()
    }

    pub(crate) fn moduli(&self) -> usize {
        self.moduli
    }

    /// Returns n.
    pub fn size(&self) -> usize {
        unsafe { sys::ringlet_rns_ntt_size(self.get()) }
    }
}

macro_rules! transform {
    (
        $name:ident, $in_place:ident, $function:ident,
        $many:ident, $many_in_place:ident, $function_many:ident, $text:literal
    ) => {
        impl RnsNtt {
            #[doc = concat!("out = the ", $text, " of each row of x.")]
            ///
            /// ```
            /// use ringlet::rns::{RnsBase, RnsNtt, RnsSpan, RnsView};
            /// let (ntt, mut out) = (RnsNtt::new(2, &RnsBase::new(&[5, 13])?, None)?, [0; 2]);
            #[doc = concat!("ntt.", stringify!($name), "(&mut RnsSpan::new(&mut out, 2)?, &RnsView::new(&[3, 0], 2)?, None)?;")]
            /// let mut x = [3, 0];
            #[doc = concat!("ntt.", stringify!($in_place), "(&mut RnsSpan::new(&mut x, 2)?, None)?;")]
            /// assert_eq!(x, out);
            /// # Ok::<(), ringlet::Error>(())
            /// ```
            pub fn $name(&self, out: &mut RnsSpan<'_>, x: &RnsView<'_>, executor: Option<&Executor<'_>>) -> Result<()> {
                let rows = out.rows();
                out.check("out", rows, self.size())?;
                x.check("x", rows, self.size())?;
                check(unsafe { sys::$function(self.get(), out.get(), x.get(), rows, 1, 1, Executor::get(executor)) })
            }

            #[doc = concat!("Applies [`", stringify!($name), "`](Self::", stringify!($name), ") in place.")]
            pub fn $in_place(&self, x: &mut RnsSpan<'_>, executor: Option<&Executor<'_>>) -> Result<()> {
                let (rows, threads) = (x.rows(), Executor::get(executor));
                x.check("x", rows, self.size())?;
                let x = x.get();
                check(unsafe { sys::$function(self.get(), x, x, rows, 1, 1, threads) })
            }

            #[doc = concat!("out\\[k\\] = the ", $text, " of each row of x\\[k\\], for several polynomials of one level. For each modulus the polynomials are transformed one after the other, while the tables of the modulus are in the CPU's cache.")]
            ///
            /// ```
            /// use ringlet::rns::{RnsBase, RnsNtt, RnsSpan, RnsView};
            /// let (ntt, mut y, mut z) = (RnsNtt::new(2, &RnsBase::new(&[5, 13])?, None)?, [0; 2], [0; 2]);
            /// let x = RnsView::new(&[3, 0], 2)?;
            #[doc = concat!("ntt.", stringify!($many), "(&mut [RnsSpan::new(&mut y, 2)?, RnsSpan::new(&mut z, 2)?], &[x, x], None)?;")]
            /// assert_eq!(y, z);
            /// let mut x = [3, 0];
            #[doc = concat!("ntt.", stringify!($many_in_place), "(&mut [RnsSpan::new(&mut x, 2)?], None)?;")]
            /// assert_eq!(x, y);
            /// # Ok::<(), ringlet::Error>(())
            /// ```
            pub fn $many(
                &self,
                out: &mut [RnsSpan<'_>],
                x: &[RnsView<'_>],
                executor: Option<&Executor<'_>>,
            ) -> Result<()> {
                let (count, rows, n) = (x.len(), x.first().map_or(0, RnsView::rows), self.size());
                let (out, x, threads) =
                    (spans("out", out, count, rows, n)?, views("x", x, count, rows, n)?, Executor::get(executor));
                check(unsafe { sys::$function_many(self.get(), out.as_ptr(), x.as_ptr(), count, rows, 1, 1, threads) })
            }

            #[doc = concat!("Applies [`", stringify!($many), "`](Self::", stringify!($many), ") in place.")]
            pub fn $many_in_place(&self, x: &mut [RnsSpan<'_>], executor: Option<&Executor<'_>>) -> Result<()> {
                let (count, rows) = (x.len(), x.first().map_or(0, RnsSpan::rows));
                let (x, threads) = (spans("x", x, count, rows, self.size())?, Executor::get(executor));
                check(unsafe { sys::$function_many(self.get(), x.as_ptr(), x.as_ptr(), count, rows, 1, 1, threads) })
            }
        }
    };
}

transform!(
    forward,
    forward_in_place,
    ringlet_rns_ntt_forward,
    forward_many,
    forward_many_in_place,
    ringlet_rns_ntt_forward_many,
    "transform"
);
transform!(
    inverse,
    inverse_in_place,
    ringlet_rns_ntt_inverse,
    inverse_many,
    inverse_many_in_place,
    ringlet_rns_ntt_inverse_many,
    "inverse transform"
);
