//! Rows of N words.

use ringlet::rns::{RnsBase, RnsNtt, RnsSpan, RnsView};
use ringlet::PrimeOrder;

pub const N: usize = 16;

pub fn primes(count: usize, bits: u32) -> Vec<u64> {
    ringlet::ntt_primes(count, bits, N, PrimeOrder::LargestFirst).unwrap()
}

pub fn view(data: &[u64]) -> RnsView<'_> {
    RnsView::new(data, N).unwrap()
}

pub fn span(data: &mut [u64]) -> RnsSpan<'_> {
    RnsSpan::new(data, N).unwrap()
}

pub fn transforms(moduli: &[u64]) -> RnsNtt {
    RnsNtt::new(N, &RnsBase::new(moduli).unwrap(), None).unwrap()
}
