use super::{Executor, RnsBase, RnsSpan, RnsView};
use crate::error::{check, check_length, Result};
use crate::handle::Handle;
use ringlet_sys as sys;
use std::ptr::{null, null_mut};

/// Cache of the tables of transforms by size, modulus, root and backend, which plans share. Plans may outlive it.
///
/// ```
/// use ringlet::rns::{NttCache, RnsBase, RnsNtt};
/// let cache = NttCache::new()?;
/// RnsNtt::new(8, &RnsBase::new(&[17, 97])?, Some(&cache))?;
/// assert_eq!(cache.size(), 2);
/// # Ok::<(), ringlet::Error>(())
/// ```
pub struct NttCache {
    handle: Handle<sys::ringlet_ntt_cache>,
}

impl NttCache {
    /// Makes an empty cache.
    ///
    /// ```
    /// assert_eq!(ringlet::rns::NttCache::new()?.size(), 0);
    /// # Ok::<(), ringlet::Error>(())
    /// ```
    pub fn new() -> Result<Self> {
        let create = |out| unsafe { sys::ringlet_ntt_cache_create(out) };
        Ok(Self { handle: Handle::new(sys::ringlet_ntt_cache_destroy, create)? })
    }

    pub(crate) fn get(&self) -> *mut sys::ringlet_ntt_cache {
        self.handle.shared()
    }

    /// Returns the number of triples of size, modulus and backend that it has tables for.
    ///
    /// ```
    /// assert_eq!(ringlet::rns::NttCache::new()?.size(), 0);
    /// # Ok::<(), ringlet::Error>(())
    /// ```
    pub fn size(&self) -> usize {
        unsafe { sys::ringlet_ntt_cache_size(self.handle.get()) }
    }
}

/// Negacyclic transforms of n points modulo each modulus of a base, each as in [`Ntt`](crate::Ntt).
///
/// ```
/// use ringlet::rns::{RnsBase, RnsNtt, RnsSpan};
/// let ntt = RnsNtt::new(2, &RnsBase::new(&[5, 13])?, None)?;
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
    /// Makes a plan for each modulus, a prime that is 1 modulo 2n. Tables come from the cache, if there is one.
    ///
    /// ```
    /// use ringlet::rns::{RnsBase, RnsNtt};
    /// assert!(RnsNtt::new(4, &RnsBase::new(&[5, 17])?, None).is_err()); // 5 is not 1 modulo 8.
    /// # Ok::<(), ringlet::Error>(())
    /// ```
    pub fn new(n: usize, base: &RnsBase, cache: Option<&NttCache>) -> Result<Self> {
        Self::create(n, base, null(), cache)
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
    pub fn with_roots(n: usize, base: &RnsBase, psi: &[u64], cache: Option<&NttCache>) -> Result<Self> {
        check_length("psi", psi.len(), base.size())?;
        Self::create(n, base, psi.as_ptr(), cache)
    }

    /// Makes plans over the roots at `psi`, one for each modulus, or, if it is null, over the smallest ones.
    fn create(n: usize, base: &RnsBase, psi: *const u64, cache: Option<&NttCache>) -> Result<Self> {
        let cache = cache.map_or(null_mut(), NttCache::get);
        let create = |out| unsafe { sys::ringlet_rns_ntt_create(out, n, base.get(), psi, cache) };
        Ok(Self { handle: Handle::new(sys::ringlet_rns_ntt_destroy, create)?, moduli: base.size() })
    }

    pub(crate) fn get(&self) -> *const sys::ringlet_rns_ntt {
        self.handle.get()
    }

    pub(crate) fn moduli(&self) -> usize {
        self.moduli
    }

    /// Returns n.
    ///
    /// ```
    /// use ringlet::rns::{RnsBase, RnsNtt};
    /// assert_eq!(RnsNtt::new(2, &RnsBase::new(&[5, 13])?, None)?.size(), 2);
    /// # Ok::<(), ringlet::Error>(())
    /// ```
    pub fn size(&self) -> usize {
        unsafe { sys::ringlet_rns_ntt_size(self.get()) }
    }
}

macro_rules! transform {
    ($name:ident, $in_place:ident, $function:ident, $text:literal) => {
        impl RnsNtt {
            #[doc = concat!("out = the ", $text, " of each row of x.")]
            ///
            /// ```
            /// use ringlet::rns::{RnsBase, RnsNtt, RnsSpan, RnsView};
            /// let (ntt, mut out) = (RnsNtt::new(2, &RnsBase::new(&[5, 13])?, None)?, [0; 2]);
            #[doc = concat!("ntt.", stringify!($name), "(&mut RnsSpan::new(&mut out, 2)?, &RnsView::new(&[3, 0], 2)?, None)?;")]
            /// # Ok::<(), ringlet::Error>(())
            /// ```
            pub fn $name(&self, out: &mut RnsSpan<'_>, x: &RnsView<'_>, executor: Option<&Executor<'_>>) -> Result<()> {
                let (rows, stride) = (out.rows(), out.stride());
                out.check("out", rows, self.size())?;
                x.check("x", rows, self.size())?;
                let (from, from_stride, threads) = (x.get(), x.stride(), Executor::get(executor));
                let plan = self.get();
                check(unsafe { sys::$function(plan, out.get(), stride, from, from_stride, rows, 1, 1, threads) })
            }

            #[doc = concat!("x = the ", $text, " of each row of x.")]
            ///
            /// ```
            /// use ringlet::rns::{RnsBase, RnsNtt, RnsSpan};
            /// let (ntt, mut x) = (RnsNtt::new(2, &RnsBase::new(&[5, 13])?, None)?, [3, 0]);
            #[doc = concat!("ntt.", stringify!($in_place), "(&mut RnsSpan::new(&mut x, 2)?, None)?;")]
            /// # Ok::<(), ringlet::Error>(())
            /// ```
            pub fn $in_place(&self, x: &mut RnsSpan<'_>, executor: Option<&Executor<'_>>) -> Result<()> {
                let (rows, stride, threads) = (x.rows(), x.stride(), Executor::get(executor));
                x.check("x", rows, self.size())?;
                let (plan, x) = (self.get(), x.get());
                check(unsafe { sys::$function(plan, x, stride, x, stride, rows, 1, 1, threads) })
            }
        }
    };
}

transform!(forward, forward_in_place, ringlet_rns_ntt_forward, "transform");
transform!(inverse, inverse_in_place, ringlet_rns_ntt_inverse, "inverse transform");
