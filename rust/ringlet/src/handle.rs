use crate::error::{check, Result};
use ringlet_sys::ringlet_status;
use std::ffi::CStr;
use std::os::raw::c_char;
use std::ptr::{null_mut, NonNull};

/// An object of the library, destroyed with this.
pub(crate) struct Handle<T> {
    pointer: NonNull<T>,
    destroy: unsafe extern "C" fn(*mut T),
}

// The library's handles are immutable, and any number of threads may use one at once and destroy it when all have done.
// A cache of transforms changes, and keeps its users apart.
unsafe impl<T> Send for Handle<T> {}
unsafe impl<T> Sync for Handle<T> {}

impl<T> Handle<T> {
    /// `create` writes the new handle where it is told.
    pub(crate) fn new(
        destroy: unsafe extern "C" fn(*mut T),
        create: impl FnOnce(*mut *mut T) -> ringlet_status,
    ) -> Result<Self> {
        let mut pointer = null_mut();
        check(create(&mut pointer))?;
        let pointer = NonNull::new(pointer).expect("a creation that succeeds gives a handle");
        Ok(Self { pointer, destroy })
    }

    pub(crate) fn get(&self) -> *const T {
        self.pointer.as_ptr()
    }

    /// For a cache, which changes while it is shared.
    pub(crate) fn shared(&self) -> *mut T {
        self.pointer.as_ptr()
    }

    /// A text that lives as long as the handle.
    pub(crate) fn text(&self, describe: unsafe extern "C" fn(*const T) -> *const c_char) -> &str {
        unsafe { CStr::from_ptr(describe(self.get())) }.to_str().unwrap_or("")
    }
}

impl<T> Drop for Handle<T> {
    fn drop(&mut self) {
        unsafe { (self.destroy)(self.pointer.as_ptr()) }
    }
}
