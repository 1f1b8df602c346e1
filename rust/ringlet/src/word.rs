use crate::error::{check, Result};
use ringlet_sys as sys;
use std::fmt::{Debug, Display};
use std::mem::align_of;
use std::os::raw::{c_char, c_uint};

/// A word of the library: `u64`, for moduli below 2^62, or `u128`, for moduli below 2^124. No other type can be one.
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

impl Word for u64 {}
impl Word for u128 {}

type Status = sys::ringlet_status;

/// The C functions of one word by their names without `128`. The trait is public in a private module, so that nobody
/// else can implement `Word`.
pub trait Functions: Sized {
    /// The word as C has it.
    type Raw: Copy;
    type Modulus: 'static;
    type Fixed: 'static;
    type Ntt: 'static;

    fn raw(self) -> Self::Raw;
    fn from_raw(raw: Self::Raw) -> Self;
    fn prime(self) -> Result<bool>;

    const C: Table<Self>;
}

/// Declares `Table` and fills it for both words, so that a function is listed once.
macro_rules! table {
    ($($name:ident($($argument:ty),*) -> $result:ty = $single:ident, $double:ident;)*) => {
        #[allow(missing_docs, clippy::type_complexity)]
        pub struct Table<W: Functions> {
            $(pub(crate) $name: unsafe extern "C" fn($($argument),*) -> $result,)*
            pub(crate) modulus_destroy: unsafe extern "C" fn(*mut W::Modulus),
            pub(crate) fixed_destroy: unsafe extern "C" fn(*mut W::Fixed),
            pub(crate) ntt_destroy: unsafe extern "C" fn(*mut W::Ntt),
        }

        const SINGLE: Table<u64> = Table {
            $($name: sys::$single,)*
            modulus_destroy: sys::ringlet_modulus_destroy,
            fixed_destroy: sys::ringlet_fixed_operand_destroy,
            ntt_destroy: sys::ringlet_ntt_destroy,
        };

        const DOUBLE: Table<u128> = Table {
            $($name: sys::$double,)*
            modulus_destroy: sys::ringlet_modulus128_destroy,
            fixed_destroy: sys::ringlet_fixed_operand128_destroy,
            ntt_destroy: sys::ringlet_ntt128_destroy,
        };
    };
}

#[rustfmt::skip]
table! {
    modulus_create(*mut *mut W::Modulus, W::Raw) -> Status = ringlet_modulus_create, ringlet_modulus128_create;
    modulus_value(*const W::Modulus) -> W::Raw = ringlet_modulus_value, ringlet_modulus128_value;
    modulus_bits(*const W::Modulus) -> c_uint = ringlet_modulus_bits, ringlet_modulus128_bits;
    reduce_mod(*mut W::Raw, W::Raw, *const W::Modulus) -> Status = ringlet_reduce_mod, ringlet_reduce_mod128;
    add_mod(*mut W::Raw, W::Raw, W::Raw, *const W::Modulus) -> Status = ringlet_add_mod, ringlet_add_mod128;
    sub_mod(*mut W::Raw, W::Raw, W::Raw, *const W::Modulus) -> Status = ringlet_sub_mod, ringlet_sub_mod128;
    mul_mod(*mut W::Raw, W::Raw, W::Raw, *const W::Modulus) -> Status = ringlet_mul_mod, ringlet_mul_mod128;
    pow_mod(*mut W::Raw, W::Raw, W::Raw, *const W::Modulus) -> Status = ringlet_pow_mod, ringlet_pow_mod128;
    inverse_mod(*mut W::Raw, W::Raw, *const W::Modulus) -> Status = ringlet_inverse_mod, ringlet_inverse_mod128;
    ntt_primes(*mut W::Raw, usize, c_uint, usize, sys::ringlet_prime_order) -> Status = ringlet_ntt_primes, ringlet_ntt_primes128;
    is_root(*mut bool, W::Raw, u64, *const W::Modulus) -> Status = ringlet_is_primitive_root_of_unity, ringlet_is_primitive_root_of_unity128;
    root(*mut W::Raw, u64, *const W::Modulus) -> Status = ringlet_primitive_root_of_unity, ringlet_primitive_root_of_unity128;
    smallest_root(*mut W::Raw, u64, *const W::Modulus) -> Status = ringlet_smallest_primitive_root_of_unity, ringlet_smallest_primitive_root_of_unity128;
    add(*mut W::Raw, *const W::Raw, *const W::Raw, usize, *const W::Modulus) -> Status = ringlet_add, ringlet_add128;
    add_scalar(*mut W::Raw, *const W::Raw, W::Raw, usize, *const W::Modulus) -> Status = ringlet_add_scalar, ringlet_add_scalar128;
    sub(*mut W::Raw, *const W::Raw, *const W::Raw, usize, *const W::Modulus) -> Status = ringlet_sub, ringlet_sub128;
    sub_scalar(*mut W::Raw, *const W::Raw, W::Raw, usize, *const W::Modulus) -> Status = ringlet_sub_scalar, ringlet_sub_scalar128;
    neg(*mut W::Raw, *const W::Raw, usize, *const W::Modulus) -> Status = ringlet_neg, ringlet_neg128;
    mul(*mut W::Raw, *const W::Raw, *const W::Raw, usize, *const W::Modulus, c_uint) -> Status = ringlet_mul, ringlet_mul128;
    mul_sub(*mut W::Raw, *const W::Raw, *const W::Raw, *const W::Raw, usize, *const W::Modulus, c_uint) -> Status = ringlet_mul_sub, ringlet_mul_sub128;
    mul_scalar(*mut W::Raw, *const W::Raw, W::Raw, usize, *const W::Modulus, c_uint) -> Status = ringlet_mul_scalar, ringlet_mul_scalar128;
    axpy(*mut W::Raw, *const W::Raw, W::Raw, *const W::Raw, usize, *const W::Modulus, c_uint) -> Status = ringlet_axpy, ringlet_axpy128;
    reduce(*mut W::Raw, *const W::Raw, usize, *const W::Modulus, c_uint, c_uint) -> Status = ringlet_reduce, ringlet_reduce128;
    fixed_create(*mut *mut W::Fixed, *const W::Raw, usize, *const W::Modulus) -> Status = ringlet_fixed_operand_create, ringlet_fixed_operand128_create;
    fixed_size(*const W::Fixed) -> usize = ringlet_fixed_operand_size, ringlet_fixed_operand128_size;
    fixed_describe(*const W::Fixed) -> *const c_char = ringlet_fixed_operand_describe, ringlet_fixed_operand128_describe;
    fixed_mul(*const W::Fixed, *mut W::Raw, *const W::Raw, usize, c_uint) -> Status = ringlet_fixed_operand_mul, ringlet_fixed_operand128_mul;
    fixed_mul_add(*const W::Fixed, *mut W::Raw, *const W::Raw, *const W::Raw, usize, c_uint) -> Status = ringlet_fixed_operand_mul_add, ringlet_fixed_operand128_mul_add;
    ntt_create(*mut *mut W::Ntt, usize, *const W::Modulus, sys::ringlet_ring, W::Raw) -> Status = ringlet_ntt_create, ringlet_ntt128_create;
    ntt_size(*const W::Ntt) -> usize = ringlet_ntt_size, ringlet_ntt128_size;
    ntt_modulus(*const W::Ntt) -> W::Raw = ringlet_ntt_modulus, ringlet_ntt128_modulus;
    ntt_ring(*const W::Ntt) -> sys::ringlet_ring = ringlet_ntt_ring, ringlet_ntt128_ring;
    ntt_root(*const W::Ntt) -> W::Raw = ringlet_ntt_root, ringlet_ntt128_root;
    ntt_describe(*const W::Ntt) -> *const c_char = ringlet_ntt_describe, ringlet_ntt128_describe;
    ntt_forward(*const W::Ntt, *mut W::Raw, *const W::Raw, usize, c_uint, c_uint) -> Status = ringlet_ntt_forward, ringlet_ntt128_forward;
    ntt_inverse(*const W::Ntt, *mut W::Raw, *const W::Raw, usize, c_uint, c_uint) -> Status = ringlet_ntt_inverse, ringlet_ntt128_inverse;
    ntt_multiply(*const W::Ntt, *mut W::Raw, *const W::Raw, *const W::Raw, usize) -> Status = ringlet_ntt_multiply, ringlet_ntt128_multiply;
}

impl Functions for u64 {
    type Raw = u64;
    type Modulus = sys::ringlet_modulus;
    type Fixed = sys::ringlet_fixed_operand;
    type Ntt = sys::ringlet_ntt;

    fn raw(self) -> u64 {
        self
    }
    fn from_raw(raw: u64) -> u64 {
        raw
    }
    fn prime(self) -> Result<bool> {
        Ok(unsafe { sys::ringlet_is_prime(self) })
    }

    const C: Table<u64> = SINGLE;
}

impl Functions for u128 {
    type Raw = sys::ringlet_uint128;
    type Modulus = sys::ringlet_modulus128;
    type Fixed = sys::ringlet_fixed_operand128;
    type Ntt = sys::ringlet_ntt128;

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

    const C: Table<u128> = DOUBLE;
}

#[cfg(not(target_endian = "little"))]
compile_error!("a slice of u128 is an array of ringlet_uint128 on little-endian machines only");

/// An array that C reads: the slice itself or, where `u128` has a smaller alignment than C's double words (Rust before
/// 1.77) and the slice happens to lie between, a copy.
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

/// Calls `write` with an address from which it may read, and to which it may write, as many words as the slice has.
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
