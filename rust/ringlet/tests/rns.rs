//! Compares residue number systems with vectors, and checks which arguments are refused.

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
use ringlet::{Error, Executor, Form, Run, Status, Task};
use rows::*;
use vectors::Case;

fn cases(kind: &str) -> Vec<Case> {
    vectors::cases(include_str!("vectors/rns.txt"), kind)
}

fn case(kind: &str) -> Case {
    cases(kind).remove(0)
}

#[test]
fn integers_go_to_residues_and_back() {
    let case = case("integers");
    let (base, rows) = (RnsBase::new(&case.get("moduli")).unwrap(), case.get("rows"));
    let words = base.product().len();
    assert_eq!(base.product(), case.get("product"));
    for (lift, name) in [(Lift::Centred, "centred"), (Lift::Floor, "floor")] {
        let (mut out, mut back) = (vec![0; 3 * N], vec![0; words * N]);
        base.from_integers(&mut span(&mut out), &case.get(name), words, lift == Lift::Centred).unwrap();
        assert_eq!(out, rows);
        base.to_integers(&mut back, words, &view(&out), lift).unwrap();
        assert_eq!(back, case.get(name));
    }
}

#[test]
fn rows_are_computed_as_the_vectors_say() {
    let case = case("rows");
    let base = RnsBase::new(&case.get("moduli")).unwrap();
    let [ra, rb, rc, s] = ["a", "b", "c", "s"].map(|name| case.get(name));
    let (va, vb, vc) = (view(&ra), view(&rb), view(&rc));
    with_executors(|e| {
        type Call<'a> = &'a dyn Fn(&mut RnsSpan<'_>) -> ringlet::Result<()>;
        let gives = |name: &str, call: Call, in_place: Call| {
            let mut out = vec![9; ra.len()];
            call(&mut span(&mut out)).unwrap();
            assert_eq!(out, case.get(name), "{}", name);
            out.copy_from_slice(&ra);
            in_place(&mut span(&mut out)).unwrap();
            assert_eq!(out, case.get(name), "{} in place", name);
        };
        gives("add", &|o| base.add(o, &va, &vb, e), &|o| base.add_in_place(o, &vb, e));
        gives("sub", &|o| base.sub(o, &va, &vb, e), &|o| base.sub_in_place(o, &vb, e));
        gives("neg", &|o| base.neg(o, &va, e), &|o| base.neg_in_place(o, e));
        gives("mul_sub", &|o| base.mul_sub(o, &va, &vb, &vc, e), &|o| base.mul_sub_in_place(o, &vb, &vc, e));
        gives("mul_scalar", &|o| base.mul_scalar(o, &va, &s, e), &|o| base.mul_scalar_in_place(o, &s, e));
        gives("to_montgomery", &|o| base.to_montgomery(o, &va, e), &|o| base.to_montgomery_in_place(o, e));
        let mut parts = [(); 3].map(|_| vec![9; ra.len()]);
        let [x, y, z] = &mut parts;
        base.tensor(&mut [span(x), span(y), span(z)], &[va, vb], &[vb, vc], e).unwrap();
        assert_eq!(parts.concat(), case.get("tensor"));
        // Products in Montgomery form of a 2^64 and plain numbers are plain.
        let (first, mut second) = (case.get("to_montgomery"), vec![0; ra.len()]);
        base.to_montgomery(&mut span(&mut second), &vb, e).unwrap();
        let (vf, vs) = (view(&first), view(&second));
        gives("a", &|o| base.from_montgomery(o, &vf, e), &|o| {
            base.to_montgomery_in_place(o, e)?;
            base.from_montgomery_in_place(o, e)
        });
        for (form, x, y) in [(Form::Plain, va, vb), (Form::Montgomery, vf, vs)] {
            let prepare = |o: &mut RnsSpan<'_>| match form {
                Form::Plain => Ok(()),
                Form::Montgomery => base.to_montgomery_in_place(o, e),
            };
            gives("mul", &|o| base.mul(o, &x, &vb, form, e), &|o| {
                prepare(o)?;
                base.mul_in_place(o, &vb, form, e)
            });
            gives("mul_add", &|o| base.mul_add(o, &x, &vb, &vc, form, e), &|o| {
                prepare(o)?;
                base.mul_add_in_place(o, &vb, &vc, form, e)
            });
            let call: Call = &|o| base.inner_product(o, &[x, y], &[vb, vc], form, e);
            gives("inner_product", call, call);
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
fn transforms_and_products_are_those_of_the_definition() {
    let case = case("transforms");
    let [moduli, x, y, spectrum, product] = ["moduli", "x", "y", "forward", "product"].map(|name| case.get(name));
    let base = RnsBase::new(&moduli).unwrap();
    let ntt = RnsNtt::new(N, &base, Some(&RnsContext::new().unwrap())).unwrap();
    with_executors(|e| {
        let (mut a, mut b, mut out) = (x.clone(), y.clone(), vec![0; x.len()]);
        ntt.forward(&mut span(&mut out), &view(&a), e).unwrap();
        assert_eq!(out, spectrum);
        ntt.forward_in_place(&mut span(&mut b), e).unwrap();
        base.mul_in_place(&mut span(&mut b), &view(&out), Form::Plain, e).unwrap();
        ntt.inverse(&mut span(&mut a), &view(&b), e).unwrap();
        assert_eq!(a, product);
        ntt.inverse_in_place(&mut span(&mut b[..2 * N]), e).unwrap();
        assert_eq!(b[..2 * N], product[..2 * N], "a level");

        ntt.forward_many(&mut [span(&mut a), span(&mut b)], &[view(&x), view(&x)], e).unwrap();
        assert_eq!((&a, &b), (&spectrum, &spectrum));
        ntt.inverse_many(&mut [span(&mut out)], &[view(&a)], e).unwrap();
        assert_eq!(out, x);
        ntt.inverse_many_in_place(&mut [span(&mut a), span(&mut b)], e).unwrap();
        assert_eq!((&a, &b), (&x, &x));
        ntt.forward_many_in_place(&mut [span(&mut a), span(&mut b)], e).unwrap();
        assert_eq!((&a, &b), (&spectrum, &spectrum));
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
fn conversions_are_those_of_the_integers() {
    let case = case("conversions");
    let get = |name| case.get(name);
    let (from, to) = (RnsBase::new(&get("source")).unwrap(), RnsBase::new(&get("target")).unwrap());
    let (x, redundant) = (get("x"), [get("x"), get("last")].concat());
    let exact = BaseConversion::redundant(&from, case.one("redundant"), &to).unwrap();
    let scale = ScaleAndRound::new(&from, &to, case.one("t"), 0).unwrap();
    with_executors(|e| {
        let mut out = vec![0; 2 * N];
        for (lift, name) in [(Lift::Floor, "floor"), (Lift::Centred, "centred")] {
            let convert = BaseConversion::new(&from, &to, lift).unwrap();
            convert.apply(&mut span(&mut out), &view(&x), e).unwrap();
            assert_eq!(out, get(name));
        }
        exact.apply(&mut span(&mut out), &view(&redundant), e).unwrap();
        assert_eq!(out, get("floor"));
        scale.extend(&mut span(&mut out), &view(&x), e).unwrap();
        assert_eq!(out, get("centred"));
        let mut out = vec![0; 3 * N];
        scale.apply(&mut span(&mut out), &view(&get("small")), &view(&get("small_target")), e).unwrap();
        assert_eq!(out, get("scaled"));
    });
}

#[test]
fn divisions_are_those_of_the_integers() {
    let case = case("division");
    let [moduli, x, quotients] = ["moduli", "x", "quotients"].map(|name| case.get(name));
    let (ntt, numerator) = (transforms(&moduli), case.one("numerator"));
    let mod_down = ModDown::new(&ntt, 1, numerator, 1, Lift::Centred).unwrap();
    with_executors(|e| {
        let (mut out, mut evaluations) = (vec![0; quotients.len()], x.clone());
        mod_down.on_coefficients(&mut span(&mut out), &view(&x), e).unwrap();
        assert_eq!(out, quotients);
        ntt.forward_in_place(&mut span(&mut evaluations), e).unwrap();
        mod_down.on_evaluations(&mut span(&mut out), &view(&evaluations), e).unwrap();
        ntt.inverse_in_place(&mut span(&mut out), e).unwrap();
        assert_eq!(out, quotients);
    });
}

#[test]
fn automorphisms_move_coefficients_and_evaluations_alike() {
    for case in cases("automorphism") {
        let [moduli, x, image] = ["moduli", "x", "image"].map(|name| case.get(name));
        let (base, ntt, map) =
            (RnsBase::new(&moduli).unwrap(), transforms(&moduli), Automorphism::new(N, case.one("g")));
        let (map, mut out, mut evaluations) = (map.unwrap(), vec![0; x.len()], x);
        map.on_coefficients(&mut span(&mut out), &view(&evaluations), &base, None).unwrap();
        assert_eq!(out, image);
        ntt.forward_in_place(&mut span(&mut evaluations), None).unwrap();
        map.on_evaluations(&mut span(&mut out), &view(&evaluations), None).unwrap();
        let mut sum = vec![0; out.len()];
        map.add_on_evaluations(&mut span(&mut sum), &view(&evaluations), &base, None).unwrap();
        assert_eq!(sum, out);
        map.add_on_evaluations(&mut span(&mut sum), &view(&evaluations), &base, None).unwrap();
        base.sub_in_place(&mut span(&mut sum), &view(&out), None).unwrap();
        assert_eq!(sum, out);
        ntt.inverse_in_place(&mut span(&mut out), None).unwrap();
        assert_eq!(out, image);
    }
}

#[test]
fn balanced_digits_are_those_of_the_integers() {
    let case = case("balanced_digits");
    let q = ringlet::Modulus::new(case.one("q")).unwrap();
    let (base, x, w, count) =
        (RnsBase::new(&case.get("moduli")).unwrap(), case.get("x"), case.one("w") as u32, case.one("count") as u32);
    assert_eq!(RnsBase::balanced_digit_count(&q, w).unwrap(), count);
    let mut digits = vec![0; count as usize * 2 * N];
    for (k, digit) in digits.chunks_mut(2 * N).enumerate() {
        base.balanced_digit(&mut span(digit), &x, &q, w, k as u32, None).unwrap();
    }
    assert_eq!(digits, case.get("digits"));
    let refused = |x: &[u64], w, k| {
        base.balanced_digit(&mut span(&mut [0; 2 * N]), x, &q, w, k, None).unwrap_err().message().to_owned()
    };
    assert!(refused(&x, w, count).contains("k is 4"));
    assert!(refused(&x, 61, 0).contains("61"));
    assert!(refused(&x[1..], w, 0).contains("x has length 15"));
    assert_refused(RnsBase::balanced_digit_count(&q, 61), "61");
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
    assert_refused(base.add(&mut span(&mut out[N..]), &two, &three, None), "b has 3 rows of 16 words");
    assert_refused(base.add_in_place(&mut span(&mut out[N..]), &three, None), "b has 3 rows");
    let narrow = RnsView::new(&data[..N], N / 2).unwrap();
    assert_refused(base.mul(&mut span(&mut out[N..]), &two, &narrow, Form::Plain, None), "rows of 8 words");
    assert_refused(base.mul_scalar(&mut span(&mut out[N..]), &two, &[1], None), "scalars has length 1");
    assert_refused(base.inner_product(&mut span(&mut out[N..]), &[], &[], Form::Plain, None), "");
    assert_refused(base.inner_product(&mut span(&mut out[N..]), &[two], &[], Form::Plain, None), "b has length 0");
    let (x, mut y, mut z) = ([two, three], vec![0; 2 * N], vec![0; 2 * N]);
    let refused = base.tensor(&mut [span(&mut out[N..]), span(&mut y), span(&mut z)], &x, &x, None);
    assert_refused(refused, "a has 3 rows of 16 words");
    assert_refused(base.to_integers(&mut out, 2, &two, Lift::Floor), "length 48, but it must be 32");
    assert_refused(base.to_integers(&mut out, max, &two, Lift::Floor), "too many");
    assert_refused(base.to_integers(&mut out[..N], 1, &two, Lift::Floor), "1");
    assert_refused(base.to_integers(&mut out[N..], 2, &two, Lift::Approximate), "");
    assert_refused(base.from_integers(&mut span(&mut out), &data, 3, true), "out has 3 rows");

    assert_refused(RnsNtt::new(3, &base, None), "3");
    let ntt = RnsNtt::new(N, &base, None).unwrap();
    assert_refused(ntt.forward(&mut span(&mut out), &two, None), "x has 2 rows");
    assert_refused(ntt.inverse_in_place(&mut RnsSpan::new(&mut out[N..], 8).unwrap(), None), "8 words");
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
    let map = Automorphism::new(8, 3).unwrap();
    assert_refused(map.on_evaluations(&mut span(&mut out[N..]), &two, None), "rows of 16 words");
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
