//! Compares key switching, in one call and in steps, with vectors, and checks which arguments are refused.

#[path = "support/executors.rs"]
mod executors;
#[path = "support/refused.rs"]
mod refused;
#[path = "support/rows.rs"]
mod rows;
#[path = "support/vectors.rs"]
mod vectors;

use executors::with_executors;
use ringlet::rns::*;
use ringlet::{Error, Status};
use rows::*;
use vectors::{cases, Case};

fn for_each_case(body: impl Fn(Case)) {
    cases(include_str!("vectors/rns.txt"), "key_switch").into_iter().for_each(body);
}

fn plan(case: &Case, domain: Domain) -> KeySwitch {
    let digit_size = case.one("digit_size") as usize;
    let options = KeySwitchOptions { digit_size, domain, allow_short_special: true, ..Default::default() };
    KeySwitch::new(&transforms(&case.get("all")), case.get("special").len(), options).unwrap()
}

/// Returns the evaluations of polynomials with a row for each modulus.
fn evaluations(mut polynomials: Vec<u64>, moduli: &[u64]) -> Vec<u64> {
    let ntt = transforms(moduli);
    polynomials.chunks_mut(moduli.len() * N).for_each(|x| ntt.forward_in_place(&mut span(x), None).unwrap());
    polynomials
}

/// Splits polynomials of as many rows.
fn views(polynomials: &[u64], rows: usize) -> Vec<RnsView<'_>> {
    polynomials.chunks(rows * N).map(view).collect()
}

#[test]
fn polynomials_of_coefficients_are_switched() {
    for_each_case(|case| {
        let (plan, all) = (plan(&case, Domain::Coefficients), case.get("all"));
        let [key_b, key_a] = ["key_b", "key_a"].map(|name| evaluations(case.get(name), &all));
        let (b_views, a_views) = (views(&key_b, all.len()), views(&key_a, all.len()));
        assert_eq!((plan.size(), plan.digit_count()), (N, b_views.len()));
        let copied = SwitchingKey::new(&plan, &b_views, &a_views, None).unwrap();
        let borrowed = SwitchingKey::borrow(&plan, &b_views, &a_views, None).unwrap();
        assert_eq!(borrowed.bytes(), 0);
        let [x, b, a] = ["x", "b", "a"].map(|name| case.get(name));
        let base = RnsBase::new(&case.get("moduli")).unwrap();
        let zeros = vec![0; x.len()];
        with_executors(|e| {
            for key in [&copied, &borrowed] {
                let (mut out_b, mut out_a) = (zeros.clone(), zeros.clone());
                plan.apply(&mut span(&mut out_b), &mut span(&mut out_a), &view(&x), key, e).unwrap();
                assert_eq!((&out_b, &out_a), (&b, &a));
                let (mut more_b, mut more_a) = (zeros.clone(), x.clone());
                let mut to = [&mut out_b, &mut more_b, &mut out_a, &mut more_a].map(|words| span(words));
                let (to_b, to_a) = to.split_at_mut(2);
                plan.apply_many(to_b, to_a, &[view(&x); 2], key, e).unwrap();
                plan.add_many(&mut to_b[..1], &mut to_a[..1], &[view(&x)], key, e).unwrap();
                plan.add(&mut to_b[1], &mut to_a[1], &view(&x), key, e).unwrap();
                for (out, once) in [(&mut out_b, &b), (&mut more_b, &b), (&mut out_a, &a), (&mut more_a, &a)] {
                    base.sub_in_place(&mut span(out), &view(once), e).unwrap();
                    assert_eq!(out, once);
                }
            }
        });
    });
}

#[test]
fn switches_in_steps_are_those_in_one_call() {
    for_each_case(|case| {
        let (plan, all) = (plan(&case, Domain::Evaluations), case.get("all"));
        let [key_b, key_a] = ["key_b", "key_a"].map(|name| evaluations(case.get(name), &all));
        let key = SwitchingKey::new(&plan, &views(&key_b, all.len()), &views(&key_a, all.len()), None).unwrap();
        let (moduli, special) = (case.get("moduli"), case.get("special"));
        let extended = [&moduli[..], &special].concat();
        let [digits, sum_b, sum_a] = ["digits", "sum_b", "sum_a"].map(|name| evaluations(case.get(name), &extended));
        let [x, b, a] = ["x", "b", "a"].map(|name| evaluations(case.get(name), &moduli));
        let base = RnsBase::new(&moduli).unwrap();
        with_executors(|e| {
            let mut found = vec![0; digits.len()];
            let mut spans: Vec<_> = found.chunks_mut(extended.len() * N).map(span).collect();
            assert_eq!(plan.digit_count_of(moduli.len()), spans.len());
            plan.decompose(&mut spans, &view(&x), e).unwrap();
            assert_eq!(found, digits);
            let digits = views(&digits, extended.len());
            let (mut out_b, mut out_a) = (vec![0; x.len()], vec![0; x.len()]);
            plan.apply_digits(&mut span(&mut out_b), &mut span(&mut out_a), &digits, &key, e).unwrap();
            assert_eq!((&out_b, &out_a), (&b, &a));
            plan.add_digits(&mut span(&mut out_b), &mut span(&mut out_a), &digits, &key, e).unwrap();
            for (out, once) in [(&mut out_b, &b), (&mut out_a, &a)] {
                base.sub_in_place(&mut span(out), &view(once), e).unwrap();
                assert_eq!(out, once);
            }
            let (mut to_b, mut to_a) = (vec![0; sum_b.len()], vec![0; sum_a.len()]);
            plan.accumulate(&mut span(&mut to_b), &mut span(&mut to_a), &digits, &key, e).unwrap();
            assert_eq!((&to_b, &to_a), (&sum_b, &sum_a));
            plan.inner_product(&mut span(&mut to_b), &mut span(&mut to_a), &digits, &key, e).unwrap();
            assert_eq!((&to_b, &to_a), (&sum_b, &sum_a));
            plan.mod_down(&mut span(&mut out_b), &mut span(&mut out_a), &view(&sum_b), &view(&sum_a), e).unwrap();
            assert_eq!((&out_b, &out_a), (&b, &a));
            // A multiple of P is added to the quotient.
            plan.add_special_multiple(&mut span(&mut to_b), &view(&x), e).unwrap();
            out_b.fill(0);
            out_a.copy_from_slice(&x);
            plan.add_mod_down(&mut span(&mut out_b), &mut span(&mut out_a), &view(&to_b), &view(&sum_a), e).unwrap();
            for (out, once) in [(&mut out_b, &b), (&mut out_a, &a)] {
                base.sub_in_place(&mut span(out), &view(&x), e).unwrap();
                assert_eq!(out, once);
            }
        });
    });
}

fn assert_refused<T>(result: Result<T, Error>, part: &str) {
    refused::assert_refused(result, Status::InvalidArgument, part);
}

#[test]
fn what_is_wrong_is_an_error_that_says_so() {
    let make = || {
        let ntt = transforms(&[primes(3, 50), primes(2, 55)].concat());
        KeySwitch::new(&ntt, 2, KeySwitchOptions { digit_size: 2, ..Default::default() }).unwrap()
    };
    let short = KeySwitchOptions { digit_size: 3, ..Default::default() };
    let ntt = transforms(&primes(5, 50));
    assert_refused(KeySwitch::new(&ntt, 2, short), "has 100 bits, but it must be at least half");
    KeySwitch::new(&ntt, 2, KeySwitchOptions { allow_short_special: true, ..short }).unwrap();
    let (plan, words) = (&make(), vec![1; 5 * N]);
    let pair = [view(&words); 2];
    assert_refused(SwitchingKey::new(plan, &pair[..1], &pair, None), "b has length 1");
    assert_refused(SwitchingKey::borrow(plan, &pair, &pair[..1], None), "a has length 1");
    assert_refused(SwitchingKey::new(plan, &[view(&words[N..]); 2], &pair, None), "b has 4 rows");
    let key = SwitchingKey::new(plan, &pair, &pair, None).unwrap();
    let data = vec![1; 6 * N];
    let (mut out, mut more, mut third) = (vec![1; 6 * N], vec![1; 6 * N], vec![1; 6 * N]);
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
    let mut small = span(&mut more[..2 * N]);
    assert_refused(plan.apply(b, &mut small, &x, &key, None), "a has 2 rows");
    assert_refused(plan.apply_many(&mut [], &mut [], &[x], &key, None), "b has length 0");
    assert_refused(make().apply_digits(b, a, &digits, &key, None), "");
    assert_eq!(out, data, "an error leaves outputs as they were");
}
