use ringlet::{Error, Status};

/// Checks that the result is an error of this kind, and that its message has this part.
pub fn assert_refused<T>(result: Result<T, Error>, status: Status, part: &str) {
    let error = result.err().unwrap_or_else(|| panic!("no error that says {:?}", part));
    assert_eq!(error.status(), status, "{}", error);
    assert!(error.message().contains(part), "{:?} does not say {:?}", error, part);
}
