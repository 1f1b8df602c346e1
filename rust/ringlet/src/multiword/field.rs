use super::modulus::Modulus;
use super::number::{Number, Words};
use crate::error::{check, Error, Result};
use ringlet_sys as sys;
use std::ffi::{CStr, CString};
use std::fmt::Debug;
use std::os::raw::c_char;

/// Number of a [`Field`]: `u64`, or a multiword [`Number`]. No other type can implement it.
pub trait FieldNumber: Copy + Debug + Eq + 'static + Words {
    /// Returns x^(2^squarings) modulo q.
    #[doc(hidden)]
    fn squared(self, squarings: u32, q: Self) -> Result<Self>;
}

impl FieldNumber for u64 {
    fn squared(self, squarings: u32, q: u64) -> Result<u64> {
        let square = |x: u64| (u128::from(x) * u128::from(x) % u128::from(q)) as u64;
        Ok((0..squarings).fold(self, |x, _| square(x)))
    }
}

impl<W: Number> FieldNumber for W {
    fn squared(self, squarings: u32, q: W) -> Result<W> {
        let q = Modulus::new(q)?;
        (0..squarings).try_fold(self, |x, _| q.mul(x, x))
    }
}

/// Published prime field of q elements, which have N words: BabyBear, KoalaBear, Mersenne31 and Goldilocks with `u64`, the
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
        if raw.words != W::COUNT {
            return None;
        }
        // The numbers have this length, and the texts are valid forever.
        let number = |words: *const u64| unsafe { *words.cast::<W>() };
        Some(Self {
            name: text(raw.name),
            modulus: number(raw.modulus),
            two_adicity: raw.two_adicity,
            generator: number(raw.generator),
            root: number(raw.root),
            source: text(raw.source),
        })
    }
}

fn text(start: *const c_char) -> &'static str {
    unsafe { CStr::from_ptr(start) }.to_str().unwrap_or("")
}

/// Returns all fields whose elements have N words.
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
/// or vesta-fr, with six bls12-377-fq; with `u64` babybear, koalabear, mersenne31, goldilocks or goldilocks-plonky2. An
/// error if there is none of that length. Goldilocks lies above 2^62, so that its modulus is a `ringlet::Modulus<u128>`.
///
/// ```
/// assert_eq!(ringlet::multiword::field::<[u64; 4]>("bn254-fr")?.two_adicity, 28);
/// assert!(ringlet::multiword::field::<[u64; 6]>("bn254-fr").is_err());
/// assert_eq!(ringlet::multiword::field::<u64>("babybear")?.generator, 31);
/// # Ok::<(), ringlet::Error>(())
/// ```
pub fn field<W: FieldNumber>(name: &str) -> Result<Field<W>> {
    let c_name = CString::new(name).map_err(|_| Error::invalid("name has a zero byte, but a field's name must not"))?;
    let mut raw = unsafe { sys::ringlet_multiword_field_at(usize::MAX) };
    check(unsafe { sys::ringlet_multiword_field_find(&mut raw, c_name.as_ptr()) })?;
    let other = || Error::invalid(format!("{} has numbers of {} words, not of {}", name, raw.words, W::COUNT));
    Field::from_raw(&raw).ok_or_else(other)
}
