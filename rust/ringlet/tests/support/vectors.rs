//! Cases of the repository's tests/vectors, which `scripts/check vectors` computes by Python's integers.

use std::collections::HashMap;

pub struct Case(HashMap<&'static str, &'static str>);

/// Returns the cases of a kind.
pub fn cases(text: &'static str, kind: &str) -> Vec<Case> {
    let lines = text.lines().filter_map(|line| line.strip_prefix(kind)?.strip_prefix(' '));
    let cases: Vec<_> =
        lines.map(|line| Case(line.split(' ').filter_map(|field| field.split_once('=')).collect())).collect();
    assert!(!cases.is_empty(), "no case of {}", kind);
    cases
}

impl Case {
    /// Returns the numbers of a list, each by a function of its hexadecimal digits.
    pub fn parse<T>(&self, name: &str, number: impl Fn(&str) -> T) -> Vec<T> {
        self.0[name].split(',').map(number).collect()
    }

    pub fn get(&self, name: &str) -> Vec<u64> {
        self.parse(name, |digits| u64::from_str_radix(digits, 16).unwrap())
    }

    pub fn one(&self, name: &str) -> u64 {
        self.get(name)[0]
    }
}
