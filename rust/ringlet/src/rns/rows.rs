use crate::error::{check_length, Result};
use crate::shape::Shape;
use ringlet_sys as sys;
use std::ptr::null;

/// Rows of residues to read: `n` words each, each `stride` words after the one before.
///
/// ```
/// let rows = ringlet::rns::RnsView::new(&[1, 2, 3, 4, 5, 6], 3)?;
/// assert_eq!((rows.rows(), rows.n()), (2, 3));
/// # Ok::<(), ringlet::Error>(())
/// ```
#[derive(Clone, Copy, Debug)]
pub struct RnsView<'a> {
    data: &'a [u64],
    shape: Shape,
}

/// Rows of residues to write; otherwise as [`RnsView`].
///
/// ```
/// let mut data = [0; 6];
/// assert_eq!(ringlet::rns::RnsSpan::new(&mut data, 2)?.rows(), 3);
/// # Ok::<(), ringlet::Error>(())
/// ```
#[derive(Debug)]
pub struct RnsSpan<'a> {
    data: &'a mut [u64],
    shape: Shape,
}

/// Defines the constructors and methods that both kinds of rows share.
macro_rules! rows {
    ($name:ident, $slice:ty, $view:expr) => {
        impl<'a> $name<'a> {
            /// Takes rows of n words that follow each other. An error if n does not divide the length.
            ///
            #[doc = $view]
            pub fn new(data: $slice, n: usize) -> Result<Self> {
                Ok(Self { shape: Shape::contiguous(data.len(), n)?, data })
            }

            /// Takes rows of n words, `stride` words apart. An error if they do not fit into `data`.
            ///
            #[doc = $view]
            pub fn with_stride(data: $slice, rows: usize, n: usize, stride: usize) -> Result<Self> {
                Ok(Self { shape: Shape::strided(data.len(), rows, n, stride)?, data })
            }

            /// Returns the number of rows.
            pub fn rows(&self) -> usize {
                self.shape.rows
            }

            /// Returns the number of words in a row.
            pub fn n(&self) -> usize {
                self.shape.n
            }

            pub(crate) fn check(&self, name: &str, rows: usize, n: usize) -> Result<()> {
                self.shape.check(name, rows, n)
            }
        }
    };
}

rows!(
    RnsView,
    &'a [u64],
    "```\nuse ringlet::rns::RnsView;\nassert!(RnsView::new(&[1; 6], 4).is_err());\nassert!(RnsView::with_stride(&[1; 6], 2, 2, 4).is_ok());\n```"
);
rows!(
    RnsSpan,
    &'a mut [u64],
    "```\nuse ringlet::rns::RnsSpan;\nassert!(RnsSpan::new(&mut [1; 6], 4).is_err());\nassert!(RnsSpan::with_stride(&mut [1; 6], 2, 2, 4).is_ok());\n```"
);

impl RnsView<'_> {
    pub(crate) fn get(&self) -> sys::ringlet_rows {
        sys::ringlet_rows { words: self.data.as_ptr() as *mut u64, stride: self.shape.stride, pointers: null() }
    }
}

impl RnsSpan<'_> {
    pub(crate) fn get(&mut self) -> sys::ringlet_rows {
        sys::ringlet_rows { words: self.data.as_mut_ptr(), stride: self.shape.stride, pointers: null() }
    }
}

/// Returns `count` polynomials of `rows` rows of n words as C takes them.
pub(crate) fn views(
    name: &str,
    list: &[RnsView<'_>],
    count: usize,
    rows: usize,
    n: usize,
) -> Result<Vec<sys::ringlet_rows>> {
    check_length(name, list.len(), count)?;
    list.iter().map(|view| view.check(name, rows, n).map(|_| view.get())).collect()
}

/// Returns `count` polynomials to write, otherwise as [`views`].
pub(crate) fn spans(
    name: &str,
    list: &mut [RnsSpan<'_>],
    count: usize,
    rows: usize,
    n: usize,
) -> Result<Vec<sys::ringlet_rows>> {
    check_length(name, list.len(), count)?;
    list.iter_mut().map(|span| span.check(name, rows, n).map(|_| span.get())).collect()
}
