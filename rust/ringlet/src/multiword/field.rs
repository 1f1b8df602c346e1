use super::modulus::Modulus;
use super::number::Number;
use crate::error::{check, Error, Result};
use ringlet_sys as sys;
use std::ffi::{CStr, CString};
use std::fmt::Debug;
use std::os::raw::c_char;
use std::slice;

/// Number of a [`Field`]: `u32`, `u64`, or a multiword [`Number`]. No other type can implement it.
pub trait FieldNumber: Copy + Debug + Eq + 'static + FieldWords {}

impl FieldNumber for u32 {}
impl FieldNumber for u64 {}
impl<W: Number> FieldNumber for W {}

/// Arithmetic of field numbers. The trait is public in a private module, so that nobody else can implement
/// `FieldNumber`.
pub trait FieldWords: Sized {
    /// Returns the number with these words, if it has the type's length.
    fn from_words(words: &[u64]) -> Option<Self>;

    /// Returns x^(2^squarings) modulo q.
    fn squared(self, squarings: u32, q: Self) -> Result<Self>;
}

/// Numbers of 32 bits are those of one word that fit.
macro_rules! field_number {
    ($word:ident, $double:ident) => {
        impl FieldWords for $word {
            fn from_words(words: &[u64]) -> Option<Self> {
                match words {
                    [word] => $word::try_from(*word).ok(),
                    _ => None,
                }
            }

            fn squared(self, squarings: u32, q: Self) -> Result<Self> {
                let square = |x: $word| ($double::from(x) * $double::from(x) % $double::from(q)) as $word;
                Ok((0..squarings).fold(self, |x, _| square(x)))
            }
        }
    };
}

field_number!(u32, u64);
field_number!(u64, u128);

impl<W: Number> FieldWords for W {
    fn from_words(words: &[u64]) -> Option<Self> {
        // A number is an array of COUNT words and nothing else.
        (words.len() == W::COUNT as usize).then(|| unsafe { *words.as_ptr().cast::<W>() })
    }

    fn squared(self, squarings: u32, q: W) -> Result<W> {
        let q = Modulus::new(q)?;
        (0..squarings).try_fold(self, |x, _| q.mul(x, x))
    }
}

/// Published prime field of q elements: BabyBear, KoalaBear and Mersenne31 with `u32` or `u64`, Goldilocks with `u64`, the
/// fields of curves with four or six words.
///
/// ```
/// for field in ringlet::multiword::fields::<[u64; 4]>() {
///     println!("{}: 2^{} divides q - 1; from {}", field.name, field.two_adicity, field.source);
/// }
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct Field<W: FieldNumber> {
    /// Name, such as "bn254-fr".
    pub name: &'static str,
    /// Modulus q.
    pub modulus: W,
    /// Largest s with 2^s | q − 1; transforms have at most 2^s points.
    pub two_adicity: u32,
    /// Generator of the multiplicative group, as in the libraries that `source` names.
    pub generator: W,
    /// Primitive root of unity of order 2^two_adicity: generator^((q−1) / 2^two_adicity). The libraries define
    /// their transforms by it.
    pub root: W,
    /// Publication or source code that the constants come from.
    pub source: &'static str,
}

impl<W: FieldNumber> Field<W> {
    /// Returns the root of unity with which the libraries that `source` names transform `order` points, a power of two
    /// up to 2^two_adicity.
    ///
    /// ```
    /// let field = ringlet::multiword::field::<[u64; 4]>("bls12-381-fr")?;
    /// assert_eq!(field.root_of_unity(1)?, [1, 0, 0, 0]);
    /// assert_eq!(field.root_of_unity(1 << 32)?, field.root);
    /// assert!(field.root_of_unity(3).is_err());
    /// # Ok::<(), ringlet::Error>(())
    /// ```
    pub fn root_of_unity(&self, order: u64) -> Result<W> {
        if !order.is_power_of_two() || order > 1 << self.two_adicity {
            let rule = format!("order is {}, but it must be a power of two up to 2^{}", order, self.two_adicity);
            return Err(Error::invalid(rule));
        }
        self.root.squared(self.two_adicity - order.trailing_zeros(), self.modulus)
    }

    /// Returns `None` if the field's numbers have another length.
    fn from_raw(raw: &sys::ringlet_multiword_field) -> Option<Self> {
        // The numbers have this length, and the texts are valid forever.
        let number = |words| W::from_words(unsafe { slice::from_raw_parts(words, raw.words as usize) });
        Some(Self {
            name: text(raw.name),
            modulus: number(raw.modulus)?,
            two_adicity: raw.two_adicity,
            generator: number(raw.generator)?,
            root: number(raw.root)?,
            source: text(raw.source),
        })
    }
}

fn text(start: *const c_char) -> &'static str {
    unsafe { CStr::from_ptr(start) }.to_str().unwrap_or("")
}

/// Returns all fields whose elements are such numbers.
///
/// ```
/// let names: Vec<&str> = ringlet::multiword::fields::<[u64; 6]>().iter().map(|field| field.name).collect();
/// assert_eq!(names, ["bls12-377-fq"]);
/// ```
pub fn fields<W: FieldNumber>() -> Vec<Field<W>> {
    let count = unsafe { sys::ringlet_multiword_field_count() };
    (0..count).filter_map(|index| Field::from_raw(&unsafe { sys::ringlet_multiword_field_at(index) })).collect()
}

/// Returns the field of that name: with four words bn254-fr, bls12-377-fr, bls12-381-fr, pallas-fq, pallas-fr, vesta-fq
/// or vesta-fr, with six bls12-377-fq; with `u32` babybear, koalabear or mersenne31; with `u64` also goldilocks or
/// goldilocks-plonky2. An error if there is none of that length.
///
/// ```
/// assert_eq!(ringlet::multiword::field::<[u64; 4]>("bn254-fr")?.two_adicity, 28);
/// assert!(ringlet::multiword::field::<[u64; 6]>("bn254-fr").is_err());
/// assert_eq!(ringlet::multiword::field::<u32>("babybear")?.generator, 31);
/// # Ok::<(), ringlet::Error>(())
/// ```
pub fn field<W: FieldNumber>(name: &str) -> Result<Field<W>> {
    let c_name = CString::new(name).map_err(|_| Error::invalid("name has a zero byte, but a field's name must not"))?;
    let mut raw = unsafe { sys::ringlet_multiword_field_at(usize::MAX) };
    check(unsafe { sys::ringlet_multiword_field_find(&mut raw, c_name.as_ptr()) })?;
    let bits = 8 * std::mem::size_of::<W>();
    let other = || Error::invalid(format!("{} has numbers of {} bits, not of {}", name, 64 * raw.words, bits));
    Field::from_raw(&raw).ok_or_else(other)
}
