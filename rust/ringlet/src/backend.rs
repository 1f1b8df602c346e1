//! Instruction sets that the library can use.
//!
//! One backend is active at a time, for the whole process. Element-wise calls use the active one at once; a plan keeps
//! the one that was active when it was made. The active backend is the first of these that exists: the one that
//! [`force`] named; the one that the environment variable `RINGLET_BACKEND` names when the library is first used,
//! unless [`freeze`] was called; the strongest one that the CPU and the operating system support. Results do not depend
//! on it, except the representatives in lazy outputs.

use crate::error::{check, Error, Result};
use ringlet_sys as sys;
use std::ffi::{CStr, CString};
use std::os::raw::c_char;
use std::ptr::null;

/// One of the library's instruction sets.
///
/// ```
/// let scalar = ringlet::backend::all()[0];
/// assert_eq!((scalar.name, scalar.is_supported), ("scalar", true));
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Backend {
    /// Name for [`force`] and `RINGLET_BACKEND`.
    pub name: &'static str,
    /// Whether this CPU, with this operating system, can run it.
    pub is_supported: bool,
}

/// Returns all backends, the weakest first.
///
/// ```
/// assert!(ringlet::backend::all().iter().any(|backend| backend.is_supported));
/// ```
pub fn all() -> Vec<Backend> {
    let describe = |index| unsafe {
        let is_supported = sys::ringlet_backend_is_supported(index);
        Backend { name: text(sys::ringlet_backend_name(index)), is_supported }
    };
    (0..unsafe { sys::ringlet_backend_count() }).map(describe).collect()
}

/// Returns the name of the active backend. An error if `RINGLET_BACKEND` names no supported one; then every use of the
/// library is this error.
///
/// ```
/// println!("{}", ringlet::backend::active()?);
/// # Ok::<(), ringlet::Error>(())
/// ```
pub fn active() -> Result<&'static str> {
    let mut name = null();
    check(unsafe { sys::ringlet_backend_active(&mut name) })?;
    Ok(text(name))
}

/// Returns whether the vector instructions of the active backend lower the clock of this CPU's cores for about a
/// millisecond, also for other code, as on Intel's Cascade Lake.
///
/// ```
/// ringlet::backend::force("scalar")?;
/// assert!(!ringlet::backend::lowers_clock()?);
/// # Ok::<(), ringlet::Error>(())
/// ```
pub fn lowers_clock() -> Result<bool> {
    let mut lowers = false;
    check(unsafe { sys::ringlet_backend_lowers_clock(&mut lowers) })?;
    Ok(lowers)
}

/// Makes the named backend active. An error if it is unknown or not supported; the message lists all supported backends.
///
/// ```
/// ringlet::backend::force("scalar")?;
/// assert_eq!(ringlet::backend::active()?, "scalar");
/// # Ok::<(), ringlet::Error>(())
/// ```
pub fn force(name: &str) -> Result<()> {
    let name = CString::new(name).map_err(|_| Error::invalid("name has a zero byte, but a backend's name must not"))?;
    check(unsafe { sys::ringlet_backend_force(name.as_ptr()) })
}

/// Undoes [`force`].
///
/// ```
/// ringlet::backend::force("scalar")?;
/// ringlet::backend::unforce();
/// # Ok::<(), ringlet::Error>(())
/// ```
pub fn unforce() {
    unsafe { sys::ringlet_backend_unforce() }
}

/// Makes the library ignore `RINGLET_BACKEND`, even if it has followed it already.
///
/// ```
/// ringlet::backend::freeze();
/// ```
pub fn freeze() {
    unsafe { sys::ringlet_backend_freeze() }
}

/// Returns a name of the library, which is valid forever.
fn text(name: *const c_char) -> &'static str {
    unsafe { CStr::from_ptr(name) }.to_str().unwrap_or("")
}

/// Returns the version of the library at run time, such as "0.1.0".
///
/// ```
/// assert!(ringlet::backend::library_version().starts_with("0.1."));
/// ```
pub fn library_version() -> &'static str {
    text(unsafe { sys::ringlet_version() })
}
