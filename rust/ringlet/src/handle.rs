use crate::error::{check, Result};
use ringlet_sys::ringlet_status;
use std::ffi::CStr;
use std::os::raw::c_char;
use std::ptr::{null_mut, NonNull};

/// Owner of an object of the library, which it destroys when it is dropped.
pub(crate) struct Handle<T> {
    pointer: NonNull<T>,
    destroy: unsafe extern "C" fn(*mut T),
}

// Handles of the library are immutable: any number of threads may use one at once, and it is destroyed after all of
// them have finished. A context changes, but synchronises its users.
unsafe impl<T> Send for Handle<T> {}
unsafe impl<T> Sync for Handle<T> {}

impl<T> Handle<T> {
    /// Makes a handle; `create` writes it to the given place.
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

    /// Returns a text that lives as long as the handle.
    pub(crate) fn text(&self, describe: unsafe extern "C" fn(*const T) -> *const c_char) -> &str {
        unsafe { CStr::from_ptr(describe(self.get())) }.to_str().unwrap_or("")
    }
}

impl<T> Drop for Handle<T> {
    fn drop(&mut self) {
        unsafe { (self.destroy)(self.pointer.as_ptr()) }
    }
}
