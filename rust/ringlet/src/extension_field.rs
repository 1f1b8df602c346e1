use crate::error::{check, check_length, Error, Result};
use crate::handle::Handle;
use crate::modulus::Modulus;
use crate::word::{with_output, Input, Word};
use ringlet_sys as sys;
use std::fmt;

/// Layout of a vector of n elements of an extension field of degree d, in n d words.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ElementLayout {
    /// Element after element: d words each, the coefficient of X^0 first.
    Interleaved,
    /// d rows of n words; row k has the coefficients of X^k.
    Coordinates,
}

impl ElementLayout {
    fn raw(self) -> sys::ringlet_element_layout {
        match self {
            ElementLayout::Interleaved => sys::RINGLET_INTERLEAVED,
            ElementLayout::Coordinates => sys::RINGLET_COORDINATES,
        }
    }
}

/// Extension field F_q\[X\] / (X^d − w) of degree 2 to 8, and its operations on vectors. An element is d words, its
/// coordinates in [0, q). Sums, differences and negations are those of the base field, on all words.
///
/// ```
/// use ringlet::{ElementLayout::Interleaved, ExtensionField, Modulus};
/// let field = ExtensionField::new(&Modulus::new(2013265921_u64)?, 4, 11)?; // X^4 - 11 over BabyBear
/// let x = [0, 1, 0, 0]; // X
/// let (mut cube, mut fourth) = ([0; 4], [0; 4]);
/// field.powers(&mut cube, &[0, 0, 0, 1], &x, Interleaved)?;
/// field.mul(&mut fourth, &cube, &x, Interleaved)?;
/// assert_eq!(fourth, [11, 0, 0, 0]);
/// # Ok::<(), ringlet::Error>(())
/// ```
pub struct ExtensionField<W: Word = u64> {
    handle: Handle<W::ExtensionField>,
}

impl<W: Word> ExtensionField<W> {
    /// Makes the field. q must be prime and X^degree − w irreducible.
    pub fn new(q: &Modulus<W>, degree: u32, w: W) -> Result<Self> {
        let create = |out| unsafe { (W::C.extension_field_create)(out, q.get(), degree, w.raw()) };
        Ok(Self { handle: Handle::new(W::C.extension_field_destroy, create)? })
    }

    /// Returns the degree d.
    pub fn degree(&self) -> usize {
        unsafe { (W::C.extension_field_degree)(self.handle.get()) as usize }
    }

    /// Describes the chosen kernel, for people to read.
    pub fn describe(&self) -> &str {
        self.handle.text(W::C.extension_field_describe)
    }

    /// out\[i\] = a\[i\] b\[i\].
    pub fn mul(&self, out: &mut [W], a: &[W], b: &[W], layout: ElementLayout) -> Result<()> {
        check_length("a", a.len(), out.len())?;
        check_length("b", b.len(), out.len())?;
        let (n, f, a, b) = (self.count(out.len())?, self.handle.get(), Input::new(a), Input::new(b));
        let call = |out| unsafe { (W::C.extension_field_mul)(f, out, a.get(), b.get(), n, layout.raw()) };
        check(with_output(out, call))
    }

    /// a\[i\] = a\[i\] b\[i\].
    pub fn mul_in_place(&self, a: &mut [W], b: &[W], layout: ElementLayout) -> Result<()> {
        check_length("b", b.len(), a.len())?;
        let (n, f, b) = (self.count(a.len())?, self.handle.get(), Input::new(b));
        check(with_output(a, |a| unsafe { (W::C.extension_field_mul)(f, a, a, b.get(), n, layout.raw()) }))
    }

    /// out\[i\] = a\[i\] b\[i\] with b\[i\] in the base field.
    pub fn mul_by_base(&self, out: &mut [W], a: &[W], b: &[W], layout: ElementLayout) -> Result<()> {
        let n = self.count(out.len())?;
        check_length("a", a.len(), out.len())?;
        check_length("b", b.len(), n)?;
        let (f, a, b) = (self.handle.get(), Input::new(a), Input::new(b));
        let call = |out| unsafe { (W::C.extension_field_mul_by_base)(f, out, a.get(), b.get(), n, layout.raw()) };
        check(with_output(out, call))
    }

    /// out\[i\] = a\[i\] s for one element s.
    pub fn mul_by_element(&self, out: &mut [W], a: &[W], s: &[W], layout: ElementLayout) -> Result<()> {
        let n = self.count(out.len())?;
        check_length("a", a.len(), out.len())?;
        check_length("s", s.len(), self.degree())?;
        let (f, a, s) = (self.handle.get(), Input::new(a), Input::new(s));
        let call = |out| unsafe { (W::C.extension_field_mul_by_element)(f, out, a.get(), s.get(), n, layout.raw()) };
        check(with_output(out, call))
    }

    /// out\[i\] = 1 / a\[i\], or 0 if a\[i\] is 0. The time depends on the values.
    pub fn invert(&self, out: &mut [W], a: &[W], layout: ElementLayout) -> Result<()> {
        check_length("a", a.len(), out.len())?;
        let (n, f, a) = (self.count(out.len())?, self.handle.get(), Input::new(a));
        check(with_output(out, |out| unsafe { (W::C.extension_field_invert)(f, out, a.get(), n, layout.raw()) }))
    }

    /// out = the sum of a\[i\] b\[i\], one element.
    pub fn inner_product(&self, out: &mut [W], a: &[W], b: &[W], layout: ElementLayout) -> Result<()> {
        check_length("out", out.len(), self.degree())?;
        check_length("b", b.len(), a.len())?;
        let (n, f, a, b) = (self.count(a.len())?, self.handle.get(), Input::new(a), Input::new(b));
        let call = |out| unsafe { (W::C.extension_field_inner_product)(f, out, a.get(), b.get(), n, layout.raw()) };
        check(with_output(out, call))
    }

    /// out\[i\] = first · ratio^i.
    pub fn powers(&self, out: &mut [W], first: &[W], ratio: &[W], layout: ElementLayout) -> Result<()> {
        check_length("first", first.len(), self.degree())?;
        check_length("ratio", ratio.len(), self.degree())?;
        let (n, f, first, ratio) = (self.count(out.len())?, self.handle.get(), Input::new(first), Input::new(ratio));
        let call = |out| unsafe { (W::C.extension_field_powers)(f, out, first.get(), ratio.get(), n, layout.raw()) };
        check(with_output(out, call))
    }

    /// Converts interleaved elements to rows of coordinates.
    pub fn to_coordinates(&self, out: &mut [W], elements: &[W]) -> Result<()> {
        check_length("elements", elements.len(), out.len())?;
        let (n, f, from) = (self.count(out.len())?, self.handle.get(), Input::new(elements));
        check(with_output(out, |out| unsafe { (W::C.extension_field_to_coordinates)(f, out, from.get(), n) }))
    }

    /// Converts rows of coordinates to interleaved elements.
    pub fn to_interleaved(&self, out: &mut [W], rows: &[W]) -> Result<()> {
        check_length("rows", rows.len(), out.len())?;
        let (n, f, from) = (self.count(out.len())?, self.handle.get(), Input::new(rows));
        check(with_output(out, |out| unsafe { (W::C.extension_field_to_interleaved)(f, out, from.get(), n) }))
    }

    /// Returns the number of elements in words.
    fn count(&self, words: usize) -> Result<usize> {
        if words % self.degree() == 0 {
            return Ok(words / self.degree());
        }
        let degree = self.degree();
        Err(Error::invalid(format!("size is {}, but it must be a multiple of the degree {}", words, degree)))
    }
}

impl<W: Word> fmt::Debug for ExtensionField<W> {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(formatter, "ExtensionField(degree {}, {})", self.degree(), self.describe())
    }
}
