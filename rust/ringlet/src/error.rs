use ringlet_sys as sys;
use std::ffi::CStr;
use std::fmt;

/// Kind of rule that a call has broken.
///
/// ```
/// let error = ringlet::Modulus::new(1_u64).unwrap_err();
/// assert_eq!(error.status(), ringlet::Status::InvalidArgument);
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum Status {
    /// A size, modulus, root, factor or name breaks its rule.
    InvalidArgument,
    /// A scalar operand lies outside its range.
    OutOfRange,
    /// Memory ran out for a table or a result.
    OutOfMemory,
    /// Error of the library itself.
    Internal,
}

/// Failure of a call: the kind of rule that it broke, and the value and the rule in words. Outputs are unchanged unless
/// the function says otherwise.
///
/// ```
/// let error = ringlet::Modulus::new(1_u64).unwrap_err();
/// assert!(error.to_string().contains("2 <= q"), "{}", error);
/// assert!(!error.message().is_empty());
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Error {
    status: Status,
    message: String,
}

/// Result of a function that can fail.
///
/// ```
/// fn product() -> ringlet::Result<u64> {
///     ringlet::Modulus::new(7_u64)?.mul(3, 5)
/// }
/// assert_eq!(product(), Ok(1));
/// ```
pub type Result<T> = std::result::Result<T, Error>;

impl Error {
    /// Returns the kind of rule that was broken.
    pub fn status(&self) -> Status {
        self.status
    }

    /// Returns the value and the rule in words.
    pub fn message(&self) -> &str {
        &self.message
    }

    pub(crate) fn invalid(message: impl Into<String>) -> Self {
        Self { status: Status::InvalidArgument, message: message.into() }
    }

    /// Returns the last failure of this thread, which had this status.
    fn last(status: sys::ringlet_status) -> Self {
        // The pointer is never null, and valid until this thread's next call.
        let message = unsafe { CStr::from_ptr(sys::ringlet_last_error_message()) };
        let status = match status {
            sys::RINGLET_NULL_POINTER | sys::RINGLET_INVALID_ARGUMENT => Status::InvalidArgument,
            sys::RINGLET_OUT_OF_RANGE => Status::OutOfRange,
            sys::RINGLET_OUT_OF_MEMORY => Status::OutOfMemory,
            _ => Status::Internal,
        };
        Self { status, message: message.to_string_lossy().into_owned() }
    }
}

impl fmt::Display for Error {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.write_str(&self.message)
    }
}

impl std::error::Error for Error {}

pub(crate) fn check(status: sys::ringlet_status) -> Result<()> {
    if status == sys::RINGLET_OK {
        Ok(())
    } else {
        Err(Error::last(status))
    }
}

/// Checks that an array has the wanted length, before its address is passed on.
pub(crate) fn check_length(name: &str, found: usize, wanted: usize) -> Result<()> {
    if found == wanted {
        Ok(())
    } else {
        Err(Error::invalid(format!("{} has length {}, but it must be {}", name, found, wanted)))
    }
}

/// Checks that the inputs have as many elements as the output.
pub(crate) fn check_lengths<W>(out: &[W], inputs: &[(&str, &[W])]) -> Result<()> {
    inputs.iter().try_for_each(|(name, input)| check_length(name, input.len(), out.len()))
}
