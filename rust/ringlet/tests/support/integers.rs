//! Integers modulo products of moduli, and their residues in rows.

use num_bigint::BigInt;
use ringlet::rns::{RnsSpan, RnsView};
use ringlet::PrimeOrder;

pub const N: usize = 64;

pub fn primes(count: usize, bits: u32) -> Vec<u64> {
    ringlet::ntt_primes(count, bits, N, PrimeOrder::LargestFirst).unwrap()
}

pub fn product(moduli: &[u64]) -> BigInt {
    moduli.iter().map(|&q| BigInt::from(q)).product()
}

/// Returns x mod q in [0, q).
pub fn residue(x: &BigInt, q: u64) -> u64 {
    let q = BigInt::from(q);
    u64::try_from((x % &q + &q) % &q).unwrap()
}

pub fn rows(integers: &[BigInt], moduli: &[u64]) -> Vec<u64> {
    moduli.iter().flat_map(|&q| integers.iter().map(move |x| residue(x, q))).collect()
}

/// Returns N integers in [−bound/2, bound/2), including zero and the lower end.
pub fn integers(bound: &BigInt, seed: u64) -> Vec<BigInt> {
    let half: BigInt = bound / 2;
    let mut x = BigInt::from(seed);
    let mut next = |i: usize| {
        x = (&x * &x + BigInt::from(i) + (&half >> 3_usize)) % bound;
        &x - &half
    };
    let mut all: Vec<BigInt> = (0..N).map(&mut next).collect();
    all[0] = BigInt::from(0);
    all[1] = -half.clone();
    all
}

/// Returns the integer nearest to x / d; half-way cases go upwards.
pub fn rounded(x: &BigInt, d: &BigInt) -> BigInt {
    let doubled: BigInt = x * 2 + d;
    let twice: BigInt = d * 2;
    let quotient = &doubled / &twice;
    if &quotient * &twice > doubled {
        quotient - 1
    } else {
        quotient
    }
}

pub fn view(data: &[u64]) -> RnsView<'_> {
    RnsView::new(data, N).unwrap()
}

pub fn span(data: &mut [u64]) -> RnsSpan<'_> {
    RnsSpan::new(data, N).unwrap()
}
