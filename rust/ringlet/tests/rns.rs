//! Compares residue number systems with num-bigint and the definitions, and checks which arguments are refused.

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
use ringlet::{Error, Executor, Form, Run, Status, Task};

#[test]
fn integers_go_to_residues_and_back() {
    let moduli = [(1 << 62) - 57, 1 << 20, 12289];
    let base = RnsBase::new(&moduli).unwrap();
    let q = product(&moduli);
    assert_eq!(base.product(), q.magnitude().to_u64_digits());
    let x = integers(&q, 5);
    let words = base.product().len();
    let word = |x: &BigInt, i: usize| u64::try_from((x >> (64 * i)) & BigInt::from(u64::MAX)).unwrap();
    let stored: Vec<u64> = x.iter().flat_map(|x| (0..words).map(move |i| word(x, i))).collect();
    let mut out = vec![0; 3 * N];
    base.from_integers(&mut span(&mut out), &stored, words, true).unwrap();
    assert_eq!(out, rows(&x, &moduli));
    let mut back = vec![0; words * N];
    base.to_integers(&mut back, words, &view(&out), Lift::Centred).unwrap();
    assert_eq!(back, stored);
    let floor = |x: &BigInt| if *x < BigInt::from(0) { x + &q } else { x.clone() };
    base.to_integers(&mut back, words, &view(&out), Lift::Floor).unwrap();
    let wanted: Vec<u64> = x.iter().map(floor).flat_map(|x| (0..words).map(move |i| word(&x, i))).collect();
    assert_eq!(back, wanted);
}

#[test]
fn rows_are_computed_as_num_bigint_does() {
    let moduli = [primes(2, 50), primes(1, 62)].concat();
    let base = RnsBase::new(&moduli).unwrap();
    let q = product(&moduli);
    let (a, b, c) = (integers(&q, 1), integers(&q, 2), integers(&q, 3));
    let [ra, rb, rc] = [&a, &b, &c].map(|x| rows(x, &moduli));
    let of = |f: &dyn Fn(usize) -> BigInt| rows(&(0..N).map(f).collect::<Vec<_>>(), &moduli);
    let (sum, difference) = (of(&|i| &a[i] + &b[i]), of(&|i| &a[i] - &b[i]));
    let (negated, multiple) = (of(&|i| -&a[i]), of(&|i| &a[i] * 7));
    let (products, added) = (of(&|i| &a[i] * &b[i]), of(&|i| &a[i] * &b[i] + &c[i]));
    let (subtracted, inner) = (of(&|i| &a[i] * &b[i] - &c[i]), of(&|i| &a[i] * &b[i] + &b[i] * &c[i]));
    let tensor = [&products[..], &of(&|i| &a[i] * &c[i] + &b[i] * &b[i]), &of(&|i| &b[i] * &c[i])].concat();
    let (va, vb, vc) = (view(&ra), view(&rb), view(&rc));
    with_executors(|e| {
        type Call<'a> = &'a dyn Fn(&mut RnsSpan<'_>) -> ringlet::Result<()>;
        let gives = |name: &str, wanted: &[u64], call: Call, in_place: Call| {
            let mut out = vec![9; 3 * N];
            call(&mut span(&mut out)).unwrap();
            assert_eq!(out, wanted, "{}", name);
            out.copy_from_slice(&ra);
            in_place(&mut span(&mut out)).unwrap();
            assert_eq!(out, wanted, "{} in place", name);
        };
        gives("add", &sum, &|o| base.add(o, &va, &vb, e), &|o| base.add_in_place(o, &vb, e));
        gives("sub", &difference, &|o| base.sub(o, &va, &vb, e), &|o| base.sub_in_place(o, &vb, e));
        gives("neg", &negated, &|o| base.neg(o, &va, e), &|o| base.neg_in_place(o, e));
        let call: Call = &|o| base.mul_sub(o, &va, &vb, &vc, e);
        gives("mul_sub", &subtracted, call, &|o| base.mul_sub_in_place(o, &vb, &vc, e));
        let call: Call = &|o| base.mul_scalar(o, &va, &[7; 3], e);
        gives("mul_scalar", &multiple, call, &|o| base.mul_scalar_in_place(o, &[7; 3], e));
        let mut out = vec![9; 9 * N];
        let mut parts = out.chunks_mut(3 * N).map(|part| span(part));
        let mut spans = [parts.next().unwrap(), parts.next().unwrap(), parts.next().unwrap()];
        base.tensor(&mut spans, &[va, vb], &[vb, vc], e).unwrap();
        assert_eq!(out, tensor);
        // Products in Montgomery form of a 2^64 and plain numbers are plain.
        let mut first = vec![0; 3 * N];
        base.to_montgomery(&mut span(&mut first), &va, e).unwrap();
        let mut second = vec![0; 3 * N];
        base.to_montgomery(&mut span(&mut second), &vb, e).unwrap();
        let (vf, vs) = (view(&first), view(&second));
        gives("from_montgomery", &ra, &|o| base.from_montgomery(o, &vf, e), &|o| {
            base.to_montgomery_in_place(o, e)?;
            base.from_montgomery_in_place(o, e)
        });
        for (form, x, y) in [(Form::Plain, va, vb), (Form::Montgomery, vf, vs)] {
            let prepare = |o: &mut RnsSpan<'_>| match form {
                Form::Plain => Ok(()),
                Form::Montgomery => base.to_montgomery_in_place(o, e),
            };
            gives("mul", &products, &|o| base.mul(o, &x, &vb, form, e), &|o| {
                prepare(o)?;
                base.mul_in_place(o, &vb, form, e)
            });
            gives("mul_add", &added, &|o| base.mul_add(o, &x, &vb, &vc, form, e), &|o| {
                prepare(o)?;
                base.mul_add_in_place(o, &vb, &vc, form, e)
            });
            let call: Call = &|o| base.inner_product(o, &[x, y], &[vb, vc], form, e);
            gives("inner_product", &inner, call, call);
        }
    });
}

#[test]
fn rows_may_lie_apart() {
    let base = RnsBase::new(&[17, 19]).unwrap();
    let mut data = [1, 2, 99, 3, 4, 98];
    base.neg_in_place(&mut RnsSpan::with_stride(&mut data, 2, 2, 3).unwrap(), None).unwrap();
    assert_eq!(data, [16, 15, 99, 16, 15, 98]);
    let x = RnsView::with_stride(&[5, 0, 6], 2, 1, 2).unwrap().rows();
    assert_eq!(x, 2);
}

#[test]
fn products_of_polynomials_are_those_of_the_definition() {
    let moduli = primes(3, 50);
    let base = RnsBase::new(&moduli).unwrap();
    let ntt = RnsNtt::new(N, &base, Some(&RnsContext::new().unwrap())).unwrap();
    let bound = BigInt::from(1_u64 << 60);
    let (x, y) = (integers(&bound, 1), integers(&bound, 2));
    let coefficient = |k: usize| -> BigInt {
        let term = |i: usize| if i <= k { &x[i] * &y[k - i] } else { -(&x[i] * &y[N + k - i]) };
        (0..N).map(term).sum()
    };
    let wanted = rows(&(0..N).map(coefficient).collect::<Vec<_>>(), &moduli);
    with_executors(|e| {
        let (mut a, mut b) = (rows(&x, &moduli), rows(&y, &moduli));
        let mut out = vec![0; 3 * N];
        ntt.forward(&mut span(&mut out), &view(&a), e).unwrap();
        ntt.forward_in_place(&mut span(&mut b), e).unwrap();
        base.mul_in_place(&mut span(&mut out), &view(&b), Form::Plain, e).unwrap();
        ntt.inverse(&mut span(&mut a), &view(&out), e).unwrap();
        assert_eq!(a, wanted);
        ntt.inverse_in_place(&mut span(&mut out[..2 * N]), e).unwrap();
        assert_eq!(out[..2 * N], wanted[..2 * N], "a level");

        let (mut a, mut b, mut c) = (rows(&x, &moduli), rows(&y, &moduli), vec![0; 3 * N]);
        ntt.forward_many_in_place(&mut [span(&mut a), span(&mut b)], e).unwrap();
        base.mul(&mut span(&mut c), &view(&a), &view(&b), Form::Plain, e).unwrap();
        let mut out = vec![0; 3 * N];
        ntt.inverse_many(&mut [span(&mut out)], &[view(&c)], e).unwrap();
        assert_eq!(out, wanted);
        ntt.forward_many(&mut [span(&mut a), span(&mut b)], &[view(&out), view(&out)], e).unwrap();
        assert_eq!((&a, &b), (&c, &c));
        ntt.inverse_many_in_place(&mut [span(&mut c), span(&mut b)], e).unwrap();
        assert_eq!((&c, &b), (&wanted, &wanted));
    });
}

#[test]
fn plans_of_a_context_work_in_the_same_memory() {
    let context = RnsContext::new().unwrap();
    let moduli = primes(4, 50);
    let divide = |count: usize| {
        let base = RnsBase::new(&moduli[..count]).unwrap();
        let ntt = RnsNtt::new(N, &base, Some(&context)).unwrap();
        let mut out = vec![0; (count - 2) * N];
        let mod_down = ModDown::new(&ntt, 2, 1, 1, Lift::Floor).unwrap();
        mod_down.on_evaluations(&mut span(&mut out), &view(&vec![5; count * N]), None).unwrap();
        out
    };
    let first = divide(4);
    let held = context.held_bytes();
    assert!(held > 0);
    divide(3);
    assert_eq!((context.held_bytes(), context.lent_bytes(), context.peak_bytes()), (held, 0, held));
    context.release();
    assert_eq!((context.transforms(), context.held_bytes(), context.peak_bytes()), (4, 0, held));
    assert_eq!(divide(4), first);
}

#[test]
fn conversions_and_divisions_are_those_of_the_integers() {
    let (moduli, others) = (primes(3, 50), primes(3, 45));
    let (base, other) = (RnsBase::new(&moduli).unwrap(), RnsBase::new(&others).unwrap());
    let q = product(&moduli);
    // Away from the ends, where a conversion may take the neighbouring representative.
    let x: Vec<BigInt> = integers(&q, 7).iter().map(|x| x * 9 / 10).collect();
    let from = rows(&x, &moduli);
    let convert = BaseConversion::new(&base, &other, Lift::Centred).unwrap();
    let extend = ScaleAndRound::new(&base, &other, 65537, 0).unwrap();
    let last = BigInt::from(moduli[2]);
    let quotients: Vec<BigInt> = x.iter().map(|x| rounded(x, &last)).collect();
    let (divided, ntt) = (rows(&quotients, &moduli[..2]), RnsNtt::new(N, &base, None).unwrap());
    let mod_down = ModDown::new(&ntt, 1, 1, 1, Lift::Centred).unwrap();
    let redundant = BaseConversion::redundant(&base, 65537, &other).unwrap();
    let with_redundant = [&from[..], &x.iter().map(|x| residue(x, 65537)).collect::<Vec<_>>()].concat();
    with_executors(|e| {
        let mut out = vec![0; 3 * N];
        convert.apply(&mut span(&mut out), &view(&from), e).unwrap();
        assert_eq!(out, rows(&x, &others));
        out.fill(0);
        extend.extend(&mut span(&mut out), &view(&from), e).unwrap();
        assert_eq!(out, rows(&x, &others));
        out.fill(0);
        redundant.apply(&mut span(&mut out), &view(&with_redundant), e).unwrap();
        assert_eq!(out, rows(&x, &others));

        let mut out = vec![0; 2 * N];
        mod_down.on_coefficients(&mut span(&mut out), &view(&from), e).unwrap();
        assert_eq!(out, divided);
        let mut evaluations = from.clone();
        ntt.forward_in_place(&mut span(&mut evaluations), e).unwrap();
        mod_down.on_evaluations(&mut span(&mut out), &view(&evaluations), e).unwrap();
        ntt.inverse_in_place(&mut span(&mut out), e).unwrap();
        assert_eq!(out, divided);
    });
    // t x / Q for x so small that the auxiliary base can represent the result.
    let x: Vec<BigInt> = x.iter().map(|x| x << 40_usize).collect();
    let wanted: Vec<BigInt> = x.iter().map(|x| rounded(&(x * 65537), &q)).collect();
    let mut out = vec![0; 3 * N];
    extend.apply(&mut span(&mut out), &view(&rows(&x, &moduli)), &view(&rows(&x, &others)), None).unwrap();
    assert_eq!(out, rows(&wanted, &moduli));
}

#[test]
fn automorphisms_move_coefficients_and_evaluations_alike() {
    let moduli = primes(2, 50);
    let base = RnsBase::new(&moduli).unwrap();
    let ntt = RnsNtt::new(N, &base, None).unwrap();
    let x = rows(&integers(&product(&moduli), 3), &moduli);
    for g in [1, 3, 5, 2 * N as u64 - 1] {
        let map = Automorphism::new(N, g).unwrap();
        let mut wanted = vec![0; 2 * N];
        for (row, &q) in moduli.iter().enumerate() {
            for i in 0..N {
                let exponent = i * g as usize % (2 * N);
                let value = x[row * N + i];
                let value = if exponent >= N { (q - value) % q } else { value };
                wanted[row * N + exponent % N] = value;
            }
        }
        let (mut out, mut evaluations) = (vec![0; 2 * N], x.clone());
        map.on_coefficients(&mut span(&mut out), &view(&x), &base, None).unwrap();
        assert_eq!(out, wanted);
        ntt.forward_in_place(&mut span(&mut evaluations), None).unwrap();
        map.on_evaluations(&mut span(&mut out), &view(&evaluations), None).unwrap();
        let mut twice = out.clone();
        map.add_on_evaluations(&mut span(&mut twice), &view(&evaluations), &base, None).unwrap();
        ntt.inverse_in_place(&mut span(&mut out), None).unwrap();
        assert_eq!(out, wanted);
        ntt.inverse_in_place(&mut span(&mut twice), None).unwrap();
        base.sub_in_place(&mut span(&mut twice), &view(&wanted), None).unwrap();
        assert_eq!(twice, wanted);
    }
}

#[test]
fn balanced_digits_add_up() {
    let q = ringlet::Modulus::new(primes(1, 50)[0]).unwrap();
    let p = 65537;
    let base = RnsBase::new(&[p]).unwrap();
    let x: Vec<u64> = (0..N as u64).map(|i| i * i * 123_456_789_123 % q.value()).collect();
    let mut sum = vec![BigInt::from(0); N];
    assert_eq!(RnsBase::balanced_digit_count(&q, 10).unwrap(), 6);
    assert_refused(RnsBase::balanced_digit_count(&q, 61), "61");
    for k in 0..6 {
        let mut digits = vec![0; N];
        base.balanced_digit(&mut span(&mut digits), &x, &q, 10, k, None).unwrap();
        assert!(digits.iter().all(|&d| d < 512 || d >= p - 512));
        for (sum, d) in sum.iter_mut().zip(digits) {
            *sum += (BigInt::from(d) - if d < 512 { 0 } else { p }) << (10 * k as usize);
        }
    }
    let wanted = |&x: &u64| BigInt::from(x) - if x > q.value() / 2 { q.value() } else { 0 };
    assert_eq!(sum, x.iter().map(wanted).collect::<Vec<_>>());
    assert_refused(base.balanced_digit(&mut span(&mut [0; N]), &x, &q, 10, 6, None), "");
    assert_refused(base.balanced_digit(&mut span(&mut [0; N]), &x, &q, 61, 0, None), "61");
    assert_refused(base.balanced_digit(&mut span(&mut [0; N]), &x[1..], &q, 10, 0, None), "x has length 63");
}

#[test]
fn a_key_switch_is_the_sum_that_it_says() {
    let (moduli, special) = (primes(3, 50), primes(1, 55));
    let all = [&moduli[..], &special].concat();
    let ntt = RnsNtt::new(N, &RnsBase::new(&all).unwrap(), None).unwrap();
    let domain = Domain::Coefficients;
    let options = KeySwitchOptions { digit_size: 2, domain, ..Default::default() };
    let plan = KeySwitch::new(&ntt, special.len(), options).unwrap();
    assert_eq!((plan.size(), plan.digit_count()), (N, 2));
    // A key of two pairs, as integers modulo Q P and as evaluations.
    let key: Vec<Vec<BigInt>> = (0..4).map(|seed| integers(&product(&all), seed + 10)).collect();
    let evaluations: Vec<Vec<u64>> = key
        .iter()
        .map(|x| {
            let mut out = rows(x, &all);
            ntt.forward_in_place(&mut span(&mut out), None).unwrap();
            out
        })
        .collect();
    let views: Vec<RnsView<'_>> = evaluations.iter().map(|x| view(x)).collect();
    let switching_key = SwitchingKey::new(&plan, &views[..2], &views[2..], None).unwrap();
    assert_refused(SwitchingKey::new(&plan, &views[..1], &views[2..], None), "b has length 1");
    let borrowed = SwitchingKey::borrow(&plan, &views[..2], &views[2..]).unwrap();
    assert_eq!(borrowed.bytes(), 0);
    assert_refused(SwitchingKey::borrow(&plan, &views[..2], &views[..1]), "a has length 1");
    let short = [view(&evaluations[0][N..]); 2];
    assert_refused(SwitchingKey::new(&plan, &short, &views[2..], None), "b has 3 rows");

    let x = integers(&product(&moduli), 9);
    let digit = |moduli: &[u64]| -> Vec<BigInt> {
        let q = product(moduli);
        x.iter().map(|x| (x % &q + &q) % &q).collect()
    };
    let digits = [digit(&moduli[..2]), digit(&moduli[2..])];
    let switched = |pair: &[Vec<BigInt>]| -> Vec<BigInt> {
        let coefficient = |k: usize| -> BigInt {
            let term = |d: usize, i: usize| match i <= k {
                true => &digits[d][i] * &pair[d][k - i],
                false => -(&digits[d][i] * &pair[d][N + k - i]),
            };
            (0..2).flat_map(|d| (0..N).map(move |i| (d, i))).map(|(d, i)| term(d, i)).sum()
        };
        (0..N).map(|k| rounded(&coefficient(k), &product(&special))).collect()
    };
    let [b, a] = [&key[..2], &key[2..]].map(switched);
    let from = rows(&x, &moduli);
    with_executors(|e| {
        let (mut out_b, mut out_a) = (vec![0; 3 * N], vec![0; 3 * N]);
        plan.apply(&mut span(&mut out_b), &mut span(&mut out_a), &view(&from), &switching_key, e).unwrap();
        assert_eq!(out_b, rows(&b, &moduli));
        assert_eq!(out_a, rows(&a, &moduli));
        plan.add(&mut span(&mut out_b), &mut span(&mut out_a), &view(&from), &switching_key, e).unwrap();
        let twice = [&b, &a].map(|x| rows(&x.iter().map(|x| x * 2).collect::<Vec<_>>(), &moduli));
        assert_eq!((&out_b, &out_a), (&twice[0], &twice[1]));
        let (mut more_b, mut more_a) = (vec![0; 3 * N], vec![0; 3 * N]);
        let mut spans = [&mut out_b, &mut more_b, &mut out_a, &mut more_a].map(|x| span(x));
        let (to_b, to_a) = spans.split_at_mut(2);
        plan.apply_many(to_b, to_a, &[view(&from); 2], &borrowed, e).unwrap();
        plan.add_many(&mut to_b[..1], &mut to_a[..1], &[view(&from)], &switching_key, e).unwrap();
        assert_eq!((&out_b, &out_a), (&twice[0], &twice[1]));
        assert_eq!((more_b, more_a), (rows(&b, &moduli), rows(&a, &moduli)));
        let mut small = span(&mut out_a[..2 * N]);
        let refused = plan.apply(&mut span(&mut out_b), &mut small, &view(&from), &switching_key, e);
        assert_refused(refused, "a has 2 rows");
    });
}

fn assert_refused<T>(result: Result<T, Error>, part: &str) {
    refused::assert_refused(result, Status::InvalidArgument, part);
}

#[test]
fn what_is_wrong_is_an_error_that_says_so() {
    for (data, n) in [(0, 1), (5, 0), (5, 2), (0, 0)] {
        assert_refused(RnsView::new(&vec![0; data], n), "cannot be split");
        assert_refused(RnsSpan::new(&mut vec![0; data], n), "cannot be split");
    }
    let max = usize::MAX;
    let mut words = [0; 5];
    for (rows, n, stride) in [(0, 1, 1), (1, 0, 1), (2, 3, 2), (3, 2, 2), (2, 2, 4), (max, 1, max), (2, max, max)] {
        assert_refused(RnsView::with_stride(&words, rows, n, stride), "cannot hold");
        assert_refused(RnsSpan::with_stride(&mut words, rows, n, stride), "cannot hold");
    }
    assert!(RnsView::with_stride(&words, 1, 1, isize::MAX as usize / 8).is_ok());
    for moduli in [&[][..], &[1], &[1 << 62], &[15, 21], &[0], &[3; 65537]] {
        assert_refused(RnsBase::new(moduli), "");
    }
    let base = RnsBase::new(&primes(2, 50)).unwrap();
    let (data, mut out) = (vec![1; 3 * N], vec![1; 3 * N]);
    let (two, three) = (view(&data[N..]), view(&data));
    assert_refused(base.neg(&mut span(&mut out), &three, None), "");
    assert_refused(base.add(&mut span(&mut out[N..]), &two, &three, None), "b has 3 rows of 64 words");
    assert_refused(base.add_in_place(&mut span(&mut out[N..]), &three, None), "b has 3 rows");
    let narrow = RnsView::new(&data[..N], N / 2).unwrap();
    assert_refused(base.mul(&mut span(&mut out[N..]), &two, &narrow, Form::Plain, None), "rows of 32 words");
    assert_refused(base.mul_scalar(&mut span(&mut out[N..]), &two, &[1], None), "scalars has length 1");
    assert_refused(base.inner_product(&mut span(&mut out[N..]), &[], &[], Form::Plain, None), "");
    assert_refused(base.inner_product(&mut span(&mut out[N..]), &[two], &[], Form::Plain, None), "b has length 0");
    let (x, mut y, mut z) = ([two, three], vec![0; 2 * N], vec![0; 2 * N]);
    let refused = base.tensor(&mut [span(&mut out[N..]), span(&mut y), span(&mut z)], &x, &x, None);
    assert_refused(refused, "a has 3 rows of 64 words");
    assert_refused(base.to_integers(&mut out, 2, &two, Lift::Floor), "length 192, but it must be 128");
    assert_refused(base.to_integers(&mut out, max, &two, Lift::Floor), "too many");
    assert_refused(base.to_integers(&mut out[..N], 1, &two, Lift::Floor), "1");
    assert_refused(base.to_integers(&mut out[N..], 2, &two, Lift::Approximate), "");
    assert_refused(base.from_integers(&mut span(&mut out), &data, 3, true), "out has 3 rows");

    assert_refused(RnsNtt::new(3, &base, None), "3");
    let ntt = RnsNtt::new(N, &base, None).unwrap();
    assert_refused(ntt.forward(&mut span(&mut out), &two, None), "x has 2 rows");
    assert_refused(ntt.inverse_in_place(&mut RnsSpan::new(&mut out[N..], 32).unwrap(), None), "32 words");
    assert_refused(ntt.forward_in_place(&mut span(&mut out), None), "");
    assert_refused(ntt.forward_many(&mut [], &[two], None), "out has length 0");
    assert_refused(ntt.inverse_many(&mut [span(&mut out[N..])], &[], None), "out has length 1");
    assert_refused(ntt.inverse_many_in_place(&mut [], None), "polynomials is 0");
    assert_refused(ntt.forward_many_in_place(&mut [span(&mut out), span(&mut y)], None), "x has 2 rows");
    let other = RnsBase::new(&[65537]).unwrap();
    let convert = BaseConversion::new(&base, &other, Lift::Floor).unwrap();
    assert_refused(convert.apply(&mut span(&mut out), &two, None), "out has 3 rows");
    assert_refused(convert.apply(&mut span(&mut out[..N]), &three, None), "x has 3 rows");
    assert_refused(BaseConversion::redundant(&base, 1, &other), "1");
    assert_refused(ModDown::new(&ntt, 2, 1, 1, Lift::Centred), "2");
    let down = ModDown::of_coefficients(&base, 1, 1, 1, Lift::Centred).unwrap();
    assert_refused(down.on_evaluations(&mut span(&mut out[..N]), &two, None), "made without transforms");
    assert_refused(down.on_coefficients(&mut span(&mut out), &two, None), "out has 3 rows");
    assert_refused(ScaleAndRound::new(&base, &base, 2, 0), "");
    let scale = ScaleAndRound::new(&base, &other, 2, 0).unwrap();
    assert_refused(scale.apply(&mut span(&mut out[N..]), &two, &two, None), "auxiliary has 2 rows");
    assert_refused(scale.extend(&mut span(&mut out[..N]), &view(&data[..N]), None), "x has 1 rows");
    assert_refused(Automorphism::new(N, 2), "2");
    let map = Automorphism::new(32, 3).unwrap();
    assert_refused(map.on_evaluations(&mut span(&mut out[N..]), &two, None), "rows of 64 words");
    assert!(Executor::threads(0).is_err() && Executor::threads(65537).is_err());
    assert_eq!(out, data, "an error leaves outputs as they were");
}

#[test]
fn an_executor_that_leaves_tasks_out_or_panics_is_an_error() {
    struct Lazy;
    impl Run for Lazy {
        fn run(&self, _: usize, _: Task<'_>) {}
    }
    struct Panics;
    impl Run for Panics {
        fn run(&self, _: usize, _: Task<'_>) {
            std::panic::resume_unwind(Box::new("out of threads"));
        }
    }
    let base = RnsBase::new(&primes(2, 50)).unwrap();
    let mut out = vec![1; 2 * N];
    for executor in [Executor::new(2, Lazy).unwrap(), Executor::new(2, Panics).unwrap()] {
        assert_refused(base.neg_in_place(&mut span(&mut out), Some(&executor)), "");
    }
}
