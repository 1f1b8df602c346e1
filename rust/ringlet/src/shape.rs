use crate::error::{Error, Result};

/// Shape of rows of n words in a slice, each `stride` words after the one before.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) struct Shape {
    pub(crate) rows: usize,
    pub(crate) n: usize,
    pub(crate) stride: usize,
}

impl Shape {
    /// Shape of rows that follow each other.
    pub(crate) fn contiguous(length: usize, n: usize) -> Result<Self> {
        if n == 0 || length == 0 || length % n != 0 {
            return Err(Error::invalid(format!("{} words cannot be split into rows of {} words", length, n)));
        }
        Ok(Self { rows: length / n, n, stride: n })
    }

    pub(crate) fn strided(length: usize, rows: usize, n: usize, stride: usize) -> Result<Self> {
        let before_last = rows.checked_sub(1).and_then(|rows| rows.checked_mul(stride));
        match before_last.and_then(|words| words.checked_add(n)) {
            Some(words) if words <= length && 0 < n && n <= stride => Ok(Self { rows, n, stride }),
            _ => Err(Error::invalid(format!("{} words cannot hold {} rows of {}, stride {}", length, rows, n, stride))),
        }
    }

    pub(crate) fn check(&self, name: &str, rows: usize, n: usize) -> Result<()> {
        if (self.rows, self.n) == (rows, n) {
            return Ok(());
        }
        let message = format!("{} has {} rows of {} words, not {} of {}", name, self.rows, self.n, rows, n);
        Err(Error::invalid(message))
    }
}
