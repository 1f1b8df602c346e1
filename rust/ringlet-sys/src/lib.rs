#![doc = include_str!("../README.md")]
#![allow(non_camel_case_types)]

mod bindings;
pub use bindings::*;
