//! Cases of the repository's tests/vectors, which `scripts/check vectors` computes by Python's integers.

use std::collections::HashMap;

pub struct Case(HashMap<&'static str, &'static str>);

/// Returns the cases of a kind.
pub fn cases(text: &'static str, kind: &str) -> Vec<Case> {
    let lines = text.lines().filter_map(|line| line.strip_prefix(kind)?.strip_prefix(' '));
    lines.map(|line| Case(line.split(' ').filter_map(|field| field.split_once('=')).collect())).collect()
}

impl Case {
    pub fn get(&self, name: &str) -> Vec<u64> {
        self.0[name].split(',').map(|number| u64::from_str_radix(number, 16).unwrap()).collect()
    }

    pub fn one(&self, name: &str) -> u64 {
        self.get(name)[0]
    }
}
