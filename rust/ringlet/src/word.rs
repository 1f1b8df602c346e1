use crate::error::{check, Result};
use ringlet_sys as sys;
use std::fmt::{Debug, Display};
use std::mem::align_of;
use std::os::raw::{c_char, c_uint};

/// Word of the library: `u32`, for moduli below 2^32, `u64`, for moduli below 2^64, or `u128`, for moduli below 2^124.
/// No other type can implement it.
///
/// ```
/// fn double<W: ringlet::Word>(x: &mut [W], q: &ringlet::Modulus<W>) -> ringlet::Result<()> {
///     let copy = x.to_vec();
///     ringlet::add_in_place(x, &copy, q)
/// }
/// let mut x = [1_u128 << 100; 4];
/// double(&mut x, &ringlet::Modulus::new(1 << 101)?)?;
/// assert_eq!(x, [0; 4]);
/// # Ok::<(), ringlet::Error>(())
/// ```
pub trait Word: Copy + Debug + Display + Eq + Ord + Default + Send + Sync + 'static + Functions {}

impl Word for u32 {}
impl Word for u64 {}
impl Word for u128 {}

/// Word whose numbers have a Montgomery form, and can be compared with a bound: `u32` or `u64`. No other type can
/// implement it.
///
/// ```
/// fn square<W: ringlet::FormWord>(x: &mut [W], q: &ringlet::Modulus<W>) -> ringlet::Result<()> {
///     let copy = x.to_vec();
///     ringlet::mul_in_form_in_place(x, &copy, q, ringlet::Form::Plain, 1)
/// }
/// let mut x = [3_u32, 4];
/// square(&mut x, &ringlet::Modulus::new(7)?)?;
/// assert_eq!(x, [2, 2]);
/// # Ok::<(), ringlet::Error>(())
/// ```
pub trait FormWord: Word + Forms {}

impl FormWord for u32 {}
impl FormWord for u64 {}

/// C functions of one word, by their names without its length. The trait is public in a private module, so that nobody else
/// can implement `Word`.
pub trait Functions: Sized {
    /// Word in C.
    type Raw: Copy;
    type Modulus: 'static;
    type FixedOperand: 'static;
    type Ntt: 'static;
    type MatrixNtt: 'static;
    type ExtensionField: 'static;

    fn raw(self) -> Self::Raw;
    fn from_raw(raw: Self::Raw) -> Self;
    fn prime(self) -> Result<bool>;

    const C: Table<Self>;
}

/// C functions of one word that `u128` lacks.
pub trait Forms: Functions {
    const F: FormTable<Self>;
}

/// Declares `Table` and fills it for all words. Without a word's feature, its use does not compile. `scripts/check faces --update` writes its rows.
macro_rules! words {
    ($($name:ident($($argument:ty),*) -> $result:ty = $short:ident, $single:ident, $double:ident;)*) => {
        #[allow(missing_docs, clippy::type_complexity)]
        pub struct Table<W: Functions> {
            $(pub(crate) $name: unsafe extern "C" fn($($argument),*) -> $result,)*
        }

        #[cfg(feature = "word32")]
        const SHORT: Table<u32> = Table { $($name: sys::$short,)* };
        #[cfg(feature = "word64")]
        const SINGLE: Table<u64> = Table { $($name: sys::$single,)* };
        #[cfg(feature = "word128")]
        const DOUBLE: Table<u128> = Table { $($name: sys::$double,)* };
    };
}

/// Declares `FormTable` and fills it.
macro_rules! forms {
    ($($name:ident($($argument:ty),*) -> $result:ty = $short:ident, $single:ident;)*) => {
        #[allow(missing_docs, clippy::type_complexity)]
        pub struct FormTable<W: Functions> {
            $(pub(crate) $name: unsafe extern "C" fn($($argument),*) -> $result,)*
        }

        impl Forms for u32 {
            #[cfg(feature = "word32")]
            const F: FormTable<u32> = FormTable { $($name: sys::$short,)* };
            #[cfg(not(feature = "word32"))]
            const F: FormTable<u32> = panic!("u32 needs the feature word32 of ringlet");
        }
        impl Forms for u64 {
            #[cfg(feature = "word64")]
            const F: FormTable<u64> = FormTable { $($name: sys::$single,)* };
            #[cfg(not(feature = "word64"))]
            const F: FormTable<u64> = panic!("u64 needs the feature word64 of ringlet");
        }
    };
}

include!("functions.rs");

impl Functions for u32 {
    type Raw = u32;
    type Modulus = sys::ringlet_modulus32;
    type FixedOperand = sys::ringlet_fixed_operand32;
    type Ntt = sys::ringlet_ntt32;
    type MatrixNtt = sys::ringlet_matrix_ntt32;
    type ExtensionField = sys::ringlet_extension_field32;

    fn raw(self) -> u32 {
        self
    }
    fn from_raw(raw: u32) -> u32 {
        raw
    }
    fn prime(self) -> Result<bool> {
        u64::from(self).prime()
    }

    #[cfg(feature = "word32")]
    const C: Table<u32> = SHORT;
    #[cfg(not(feature = "word32"))]
    const C: Table<u32> = panic!("u32 needs the feature word32 of ringlet");
}

impl Functions for u64 {
    type Raw = u64;
    type Modulus = sys::ringlet_modulus;
    type FixedOperand = sys::ringlet_fixed_operand;
    type Ntt = sys::ringlet_ntt;
    type MatrixNtt = sys::ringlet_matrix_ntt;
    type ExtensionField = sys::ringlet_extension_field;

    fn raw(self) -> u64 {
        self
    }
    fn from_raw(raw: u64) -> u64 {
        raw
    }
    fn prime(self) -> Result<bool> {
        Ok(unsafe { sys::ringlet_is_prime(self) })
    }

    #[cfg(feature = "word64")]
    const C: Table<u64> = SINGLE;
    #[cfg(not(feature = "word64"))]
    const C: Table<u64> = panic!("u64 needs the feature word64 of ringlet");
}

impl Functions for u128 {
    type Raw = sys::ringlet_uint128;
    type Modulus = sys::ringlet_modulus128;
    type FixedOperand = sys::ringlet_fixed_operand128;
    type Ntt = sys::ringlet_ntt128;
    type MatrixNtt = sys::ringlet_matrix_ntt128;
    type ExtensionField = sys::ringlet_extension_field128;

    fn raw(self) -> Self::Raw {
        sys::ringlet_uint128 { low: self as u64, high: (self >> 64) as u64 }
    }
    fn from_raw(raw: Self::Raw) -> u128 {
        u128::from(raw.low) | u128::from(raw.high) << 64
    }
    fn prime(self) -> Result<bool> {
        let mut result = false;
        check(unsafe { sys::ringlet_is_prime128(&mut result, self.raw()) })?;
        Ok(result)
    }

    #[cfg(feature = "word128")]
    const C: Table<u128> = DOUBLE;
    #[cfg(not(feature = "word128"))]
    const C: Table<u128> = panic!("u128 needs the feature word128 of ringlet");
}

#[cfg(not(target_endian = "little"))]
compile_error!("a slice of u128 is an array of ringlet_uint128 on little-endian machines only");

/// Array that C reads: the slice itself, or a copy if the slice does not have the alignment of C's 128-bit words.
/// Before Rust 1.77, `u128` may have a smaller one.
pub(crate) struct Input<W: Word> {
    pointer: *const W::Raw,
    _copy: Vec<W::Raw>,
}

impl<W: Word> Input<W> {
    pub(crate) fn new(slice: &[W]) -> Self {
        let pointer = slice.as_ptr().cast::<W::Raw>();
        if is_aligned(pointer) {
            return Self { pointer, _copy: Vec::new() };
        }
        let copy: Vec<W::Raw> = slice.iter().map(|x| x.raw()).collect();
        Self { pointer: copy.as_ptr(), _copy: copy }
    }

    pub(crate) fn get(&self) -> *const W::Raw {
        self.pointer
    }
}

/// Calls `write` with an address of as many words as the slice has, which it may read and write.
pub(crate) fn with_output<W: Word, R>(slice: &mut [W], write: impl FnOnce(*mut W::Raw) -> R) -> R {
    let pointer = slice.as_mut_ptr().cast::<W::Raw>();
    if is_aligned(pointer) {
        return write(pointer);
    }
    let mut copy: Vec<W::Raw> = slice.iter().map(|x| x.raw()).collect();
    let result = write(copy.as_mut_ptr());
    for (to, from) in slice.iter_mut().zip(copy) {
        *to = W::from_raw(from);
    }
    result
}

fn is_aligned<T>(pointer: *const T) -> bool {
    pointer as usize % align_of::<T>() == 0
}

#[cfg(test)]
mod tests {
    use super::*;

    #[repr(align(16))]
    struct Bytes([u8; 72]);

    #[test]
    fn a_slice_between_boundaries_is_copied_and_written_back() {
        if align_of::<u128>() == 16 {
            return; // Then there is no such slice.
        }
        let mut bytes = Bytes([1; 72]);
        let start = unsafe { bytes.0.as_mut_ptr().add(8) }.cast::<u128>();
        let slice = unsafe { std::slice::from_raw_parts_mut(start, 4) };
        let input = Input::new(slice);
        assert!(is_aligned(input.get()) && !is_aligned(slice.as_ptr().cast::<sys::ringlet_uint128>()));
        assert_eq!(u128::from_raw(unsafe { *input.get().add(3) }), slice[3]);
        with_output(slice, |out| unsafe { *out.add(2) = 5_u128.raw() });
        assert_eq!(slice[1..3], [slice[0], 5]);
    }
}
