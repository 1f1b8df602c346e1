//! Compares the steps of key switching with num-bigint and the definitions, and checks which arguments are refused.

#[path = "support/executors.rs"]
mod executors;
#[path = "support/integers.rs"]
mod integers;
#[path = "support/refused.rs"]
mod refused;

use executors::with_executors;
use integers::*;
use num_bigint::BigInt;
use ringlet::rns::*;
use ringlet::{Error, Status};

/// Plan with digits of two moduli, and integers to switch.
struct Fixture {
    plan: KeySwitch,
    moduli: Vec<u64>,
    special: Vec<u64>,
}

impl Fixture {
    fn new() -> Self {
        let (moduli, special) = (primes(3, 50), primes(2, 55));
        let ntt = RnsNtt::new(N, &RnsBase::new(&[&moduli[..], &special].concat()).unwrap(), None).unwrap();
        let options = KeySwitchOptions { digit_size: 2, ..Default::default() };
        let plan = KeySwitch::new(&ntt, special.len(), options).unwrap();
        Self { plan, moduli, special }
    }

    /// Returns the moduli of a level and of P.
    fn extended(&self, level: usize) -> Vec<u64> {
        [&self.moduli[..level], &self.special].concat()
    }

    /// Returns evaluations modulo some of the moduli.
    fn evaluations(&self, x: &[BigInt], moduli: &[u64]) -> Vec<u64> {
        let mut out = rows(x, moduli);
        RnsNtt::new(N, &RnsBase::new(moduli).unwrap(), None)
            .unwrap()
            .forward_in_place(&mut span(&mut out), None)
            .unwrap();
        out
    }

    /// Returns two pairs b, then two pairs a.
    fn key(&self) -> Vec<Vec<u64>> {
        let all = self.extended(3);
        (0..4).map(|seed| self.evaluations(&integers(&product(&all), seed + 20), &all)).collect()
    }

    fn decomposed(&self, x: &[u64], level: usize) -> Vec<Vec<u64>> {
        let mut digits = vec![vec![0; (level + 2) * N]; self.plan.digit_count_of(level)];
        let mut spans: Vec<_> = digits.iter_mut().map(|d| span(d)).collect();
        self.plan.decompose(&mut spans, &view(x), None).unwrap();
        digits
    }
}

fn views(data: &[Vec<u64>]) -> Vec<RnsView<'_>> {
    data.iter().map(|d| view(d)).collect()
}

/// Returns the row of a key's polynomial that has this modulus of a level.
fn row_of_key(row: usize, level: usize) -> usize {
    if row < level {
        row
    } else {
        row + 3 - level
    }
}

#[test]
fn digits_are_those_of_the_integers() {
    let f = Fixture::new();
    for level in 1..=3 {
        let moduli = &f.moduli[..level];
        let x = integers(&product(moduli), 31);
        let found = f.decomposed(&f.evaluations(&x, moduli), level);
        assert_eq!(found.len(), (level + 1) / 2);
        for (digit, of) in found.iter().zip(moduli.chunks(2)) {
            let q = product(of);
            let lifted: Vec<BigInt> = x.iter().map(|x| (x % &q + &q) % &q).collect();
            assert_eq!(*digit, f.evaluations(&lifted, &f.extended(level)));
        }
    }
}

#[test]
fn sums_are_of_products_and_divided_once() {
    let f = Fixture::new();
    let key = f.key();
    let pairs = views(&key);
    let switching_key = SwitchingKey::new(&f.plan, &pairs[..2], &pairs[2..], None).unwrap();
    for level in 1..=3 {
        let (moduli, extended) = (&f.moduli[..level], f.extended(level));
        let digits = f.decomposed(&f.evaluations(&integers(&product(moduli), 41), moduli), level);
        let expected = |polynomial: usize| -> Vec<u64> {
            let word = |i: usize| {
                let q = BigInt::from(extended[i / N]);
                let at = row_of_key(i / N, level) * N + i % N;
                let terms = digits.iter().enumerate();
                let sum: BigInt =
                    terms.map(|(d, digit)| BigInt::from(digit[i]) * BigInt::from(key[2 * polynomial + d][at])).sum();
                u64::try_from(sum % q).unwrap()
            };
            (0..extended.len() * N).map(word).collect()
        };
        let divided = |sum: &[u64], factor: u64| -> Vec<u64> {
            let base = RnsBase::new(&extended).unwrap();
            let mut coefficients = sum.to_vec();
            RnsNtt::new(N, &base, None).unwrap().inverse_in_place(&mut span(&mut coefficients), None).unwrap();
            let values: Vec<BigInt> = (0..N)
                .map(|i| {
                    let all = product(&extended);
                    let part = |(row, &q): (usize, &u64)| -> BigInt {
                        let rest = &all / q;
                        let inverse = residue(&rest, q);
                        let power = BigInt::from(inverse).modpow(&BigInt::from(q - 2), &BigInt::from(q));
                        BigInt::from(coefficients[row * N + i]) * rest * power
                    };
                    let x: BigInt = extended.iter().enumerate().map(part).sum::<BigInt>() * factor % &all;
                    rounded(&x, &product(&f.special))
                })
                .collect();
            f.evaluations(&values, moduli)
        };
        with_executors(|e| {
            let (mut b, mut a) = (vec![0; (level + 2) * N], vec![0; (level + 2) * N]);
            f.plan.inner_product(&mut span(&mut b), &mut span(&mut a), &views(&digits), &switching_key, e).unwrap();
            assert_eq!((&b, &a), (&expected(0), &expected(1)));
            let (mut out_b, mut out_a) = (vec![0; level * N], vec![0; level * N]);
            f.plan.mod_down(&mut span(&mut out_b), &mut span(&mut out_a), &view(&b), &view(&a), e).unwrap();
            assert_eq!((&out_b, &out_a), (&divided(&b, 1), &divided(&a, 1)));
            let (mut applied_b, mut applied_a) = (vec![0; level * N], vec![0; level * N]);
            let (to_b, to_a) = (&mut span(&mut applied_b), &mut span(&mut applied_a));
            f.plan.apply_digits(to_b, to_a, &views(&digits), &switching_key, e).unwrap();
            assert_eq!((&applied_b, &applied_a), (&out_b, &out_a));

            let once = [b.clone(), a.clone()];
            f.plan.accumulate(&mut span(&mut b), &mut span(&mut a), &views(&digits), &switching_key, e).unwrap();
            f.plan.mod_down(&mut span(&mut out_b), &mut span(&mut out_a), &view(&b), &view(&a), e).unwrap();
            assert_eq!((&out_b, &out_a), (&divided(&once[0], 2), &divided(&once[1], 2)));
            let (mut to_b, mut to_a) = (vec![0; level * N], vec![0; level * N]);
            f.plan.add_mod_down(&mut span(&mut to_b), &mut span(&mut to_a), &view(&b), &view(&a), e).unwrap();
            assert_eq!((&to_b, &to_a), (&out_b, &out_a));
        });
    }
}

#[test]
fn a_multiple_of_p_is_added_to_the_quotient() {
    let f = Fixture::new();
    let (mut sum, c) = (vec![0; 5 * N], f.evaluations(&integers(&product(&f.moduli), 51), &f.moduli));
    f.plan.add_special_multiple(&mut span(&mut sum), &view(&c), None).unwrap();
    let (mut b, mut a) = (vec![0; 3 * N], vec![0; 3 * N]);
    f.plan.mod_down(&mut span(&mut b), &mut span(&mut a), &view(&sum), &view(&sum), None).unwrap();
    assert_eq!((&b, &a), (&c, &c));
}

fn assert_refused<T>(result: Result<T, Error>, part: &str) {
    refused::assert_refused(result, Status::InvalidArgument, part);
}

#[test]
fn what_is_wrong_is_an_error_that_says_so() {
    let f = Fixture::new();
    let key = f.key();
    let pairs = views(&key);
    let key = SwitchingKey::new(&f.plan, &pairs[..2], &pairs[2..], None).unwrap();
    let data = vec![1; 6 * N];
    let (mut out, mut more, mut third) = (vec![1; 6 * N], vec![1; 6 * N], vec![1; 6 * N]);
    let plan = &f.plan;
    let x = view(&data[..3 * N]);
    assert_refused(plan.decompose(&mut [], &x, None), "digits has length 0, but it must be 2");
    assert_refused(plan.decompose(&mut [span(&mut out[..5 * N])], &view(&data[..4 * N]), None), "x has 4 rows");
    let short = span(&mut more[..4 * N]);
    assert_refused(plan.decompose(&mut [span(&mut out[..5 * N]), short], &x, None), "digits has 4 rows");
    let digits = [view(&data[..5 * N]); 2];
    let (b, a) = (&mut span(&mut out[..3 * N]), &mut span(&mut third[..3 * N]));
    assert_refused(plan.apply_digits(b, a, &[], &key, None), "digits is empty");
    assert_refused(plan.apply_digits(b, a, &digits[..1], &key, None), "digits has length 1");
    assert_refused(plan.apply_digits(b, a, &[view(&data), digits[0]], &key, None), "digits has 6 rows, not 3 to 5");
    assert_refused(plan.add_digits(b, a, &[view(&data[..2 * N])], &key, None), "digits has 2 rows");
    assert_refused(plan.inner_product(b, a, &digits, &key, None), "b has 3 rows");
    assert_refused(plan.accumulate(b, a, &digits, &key, None), "b has 3 rows");
    assert_refused(plan.mod_down(b, a, &digits[0], &x, None), "sum_a has 3 rows");
    assert_refused(plan.add_mod_down(b, a, &digits[0], &x, None), "sum_a has 3 rows");
    assert_refused(plan.mod_down(b, a, &view(&data[..4 * N]), &view(&data[..4 * N]), None), "b has 3 rows");
    assert_refused(plan.add_special_multiple(b, &x, None), "sum has 3 rows");
    let other = Fixture::new();
    assert_refused(other.plan.apply_digits(b, a, &digits, &key, None), "");
    assert_eq!(out, data, "an error leaves outputs as they were");
}
