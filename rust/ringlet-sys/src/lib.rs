#![doc = include_str!("../README.md")]
#![allow(non_camel_case_types)]

mod bindings;
pub use bindings::*;

/// Stride that says that an argument is what `ringlet_rows` or `ringlet_const_rows` returned. bindgen does not
/// evaluate the macro of this name.
pub const RINGLET_ROW_POINTERS: usize = usize::MAX / 2 + 0x726f_7773;
