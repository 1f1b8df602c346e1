//! Compares element-wise operations, transforms and number theory with vectors, and checks which arguments are refused.

#[path = "support/refused.rs"]
mod refused;
#[path = "support/values.rs"]
mod values;
#[path = "support/vectors.rs"]
mod vectors;

use refused::assert_refused;
use ringlet::{FixedOperand, Form, FormWord, Modulus, Ntt, NttOptions, Order, PrimeOrder, Ring, Status, Word};
use values::{assert_gives, Call, Random};
use vectors::Case;

trait TestWord: Word {
    fn from_digits(digits: &str) -> Self;
}

impl TestWord for u32 {
    fn from_digits(digits: &str) -> u32 {
        u32::from_str_radix(digits, 16).unwrap()
    }
}

impl TestWord for u64 {
    fn from_digits(digits: &str) -> u64 {
        u64::from_str_radix(digits, 16).unwrap()
    }
}

impl TestWord for u128 {
    fn from_digits(digits: &str) -> u128 {
        u128::from_str_radix(digits, 16).unwrap()
    }
}

fn words<W: TestWord>(case: &Case, name: &str) -> Vec<W> {
    case.parse(name, W::from_digits)
}

fn for_each_case<W: TestWord>(kind: &str, body: impl Fn(Case, Modulus<W>)) {
    for case in vectors::cases(include_str!("vectors/words.txt"), &format!("{}{}", kind, 8 * std::mem::size_of::<W>()))
    {
        let q = Modulus::new(words(&case, "q")[0]).unwrap();
        body(case, q);
    }
}

fn check_eltwise<W: TestWord>() {
    for_each_case("words", |case, q| {
        let (m, f, s): (_, _, W) = (&q, 1, words(&case, "s")[0]);
        let factor = case.one("factor") as u32;
        assert_eq!(m.value(), words(&case, "q")[0]);
        for n in [1, 2, 7, 9] {
            let [a, b, c, lazy, any] =
                ["a", "b", "c", "lazy", "words"].map(|name| words::<W>(&case, name)[..n].to_vec());
            let (a, b, c, lazy, any) = (&a[..], &b[..], &c[..], &lazy[..], &any[..]);
            let gives = |name, call: Call<W>, start: &[W], in_place: Call<W>| {
                assert_gives(name, &words(&case, name)[..n], call, start, in_place)
            };
            gives("add", &|o| ringlet::add(o, a, b, m), a, &|o| ringlet::add_in_place(o, b, m));
            gives("sub", &|o| ringlet::sub(o, a, b, m), a, &|o| ringlet::sub_in_place(o, b, m));
            gives("neg", &|o| ringlet::neg(o, a, m), a, &|o| ringlet::neg_in_place(o, m));
            gives("mul", &|o| ringlet::mul(o, a, b, m, f), a, &|o| ringlet::mul_in_place(o, b, m, f));
            let in_place: Call<W> = &|o| ringlet::mul_sub_in_place(o, b, c, m, f);
            gives("mul_sub", &|o| ringlet::mul_sub(o, a, b, c, m, f), a, in_place);
            let in_place: Call<W> = &|o| ringlet::mul_add_in_place(o, b, c, m, f);
            gives("mul_add", &|o| ringlet::mul_add(o, a, b, c, m, f), a, in_place);
            check_inverses(&case, a, m);
            gives("add_scalar", &|o| ringlet::add_scalar(o, a, s, m), a, &|o| ringlet::add_scalar_in_place(o, s, m));
            gives("sub_scalar", &|o| ringlet::sub_scalar(o, a, s, m), a, &|o| ringlet::sub_scalar_in_place(o, s, m));
            let in_place: Call<W> = &|o| ringlet::mul_scalar_in_place(o, s, m, f);
            gives("mul_scalar", &|o| ringlet::mul_scalar(o, a, s, m, f), a, in_place);
            gives("mul_scalar", &|o| ringlet::axpy(o, a, s, None, m, f), a, in_place);
            let in_place: Call<W> = &|o| ringlet::axpy_in_place(o, a, s, m, f);
            gives("axpy", &|o| ringlet::axpy(o, a, s, Some(c), m, f), c, in_place);
            let key = FixedOperand::new(b, m).unwrap();
            assert_eq!(key.len(), n);
            gives("mul", &|o| key.mul(o, a, f), a, &|o| key.mul_in_place(o, f));
            gives("mul_add", &|o| key.mul_add(o, a, c, f), c, &|o| key.accumulate(o, a, f));
            if factor > 1 {
                let in_place: Call<W> = &|o| ringlet::reduce_in_place(o, m, factor, 1);
                gives("reduce", &|o| ringlet::reduce(o, lazy, m, factor, 1), lazy, in_place);
            }
            gives("reduce_words", &|o| ringlet::reduce(o, any, m, ringlet::ANY_WORD, 1), any, &|o| {
                ringlet::reduce_in_place(o, m, ringlet::ANY_WORD, 1)
            });
            let in_place: Call<W> = &|o| ringlet::mul_in_place(o, a, m, factor);
            gives("lazy_mul", &|o| ringlet::mul(o, lazy, a, m, factor), lazy, in_place);
        }
    });
}

/// Checks the inverses of a, of which zeros and numbers without an inverse are 0 in the vectors, and powers of a[0].
fn check_inverses<W: TestWord>(case: &Case, a: &[W], m: &Modulus<W>) {
    let wanted = &words::<W>(case, "inverses")[..a.len()];
    let zero = W::default();
    if a.iter().zip(wanted).all(|(&x, &y)| (x == zero) == (y == zero)) {
        assert_gives("inverses", wanted, &|o| ringlet::invert(o, a, m), a, &|o| ringlet::invert_in_place(o, m));
    } else {
        assert_refused(ringlet::invert(&mut a.to_vec(), a, m), Status::InvalidArgument, "factor");
    }
    let mut powers = a.to_vec();
    ringlet::powers(&mut powers, a[0], wanted[0], m).unwrap();
    let mut power = a[0];
    for &each in &powers {
        assert_eq!(each, power);
        power = m.mul(power, wanted[0]).unwrap();
    }
}

fn check_ntt<W: TestWord>() {
    for_each_case("transform", |case, q: Modulus<W>| {
        let ring = if case.one("cyclic") == 1 { Ring::Cyclic } else { Ring::Negacyclic };
        let [x, y, forward, product] = ["x", "y", "forward", "product"].map(|name| words::<W>(&case, name));
        let [lazy, any, lazy_forward] = ["lazy", "words", "lazy_forward"].map(|name| words::<W>(&case, name));
        let ntt = Ntt::new(x.len(), &q, ring).unwrap();
        assert_eq!((ntt.size(), ntt.modulus(), ntt.ring()), (x.len(), q.value(), ring));
        assert_eq!(ntt.root(), words(&case, "root")[0]);
        assert_gives("forward", &forward, &|o| ntt.forward(o, &x), &x, &|o| ntt.forward_in_place(o));
        assert_gives("inverse", &x, &|o| ntt.inverse(o, &forward), &forward, &|o| ntt.inverse_in_place(o));
        assert_gives("multiply", &product, &|o| ntt.multiply(o, &x, &y), &x, &|o| ntt.multiply_in_place(o, &y));
        let lazy_factor = case.one("factor") as u32;
        for (x, factor) in [(&lazy, lazy_factor), (&any, ringlet::ANY_WORD)] {
            let call: Call<W> = &|o| ntt.forward_lazy(o, x, factor, 1);
            assert_gives("lazy forward", &forward, call, x, &|o| ntt.forward_lazy_in_place(o, factor, 1));
        }
        let call: Call<W> = &|o| ntt.inverse_lazy(o, &lazy_forward, lazy_factor, 1);
        assert_gives("lazy inverse", &x, call, &lazy_forward, &|o| ntt.inverse_lazy_in_place(o, lazy_factor, 1));

        let options = NttOptions { ring, order: Order::Natural, ..Default::default() };
        let ntt = Ntt::with_options(x.len(), &q, options).unwrap();
        assert_eq!(ntt.order(), Order::Natural);
        let reverse = |k: usize| k.reverse_bits() >> (usize::BITS - x.len().trailing_zeros());
        let natural: Vec<W> = (0..x.len()).map(|k| forward[reverse(k)]).collect();
        assert_gives("natural forward", &natural, &|o| ntt.forward(o, &x), &x, &|o| ntt.forward_in_place(o));
        assert_gives("natural inverse", &x, &|o| ntt.inverse(o, &natural), &natural, &|o| ntt.inverse_in_place(o));
    });
}

/// Coefficient j times g^j has the values of a polynomial on the coset of g.
fn check_cosets<W: TestWord>() {
    for_each_case("transform", |case, q: Modulus<W>| {
        let ring = if case.one("cyclic") == 1 { Ring::Cyclic } else { Ring::Negacyclic };
        let [x, forward] = ["x", "forward"].map(|name| words::<W>(&case, name));
        let ntt = Ntt::new(x.len(), &q, ring).unwrap();
        let root = ntt.root();
        let omega = if ring == Ring::Cyclic { root } else { q.mul(root, root).unwrap() };
        let g = q.add(q.mul(root, omega).unwrap(), W::from_digits("1")).unwrap();
        if g == W::default() {
            return;
        }
        let mut power = W::from_digits("1");
        let mut moved = x.clone();
        for value in &mut moved {
            *value = q.mul(*value, power).unwrap();
            power = q.mul(power, g).unwrap();
        }
        let options = NttOptions { ring: Ring::Cyclic, root: Some(omega), ..Default::default() };
        let [mut expected, mut out] = [x.clone(), x.clone()];
        Ntt::with_options(x.len(), &q, options).unwrap().forward(&mut expected, &moved).unwrap();
        let on_coset = NttOptions { coset: Some(g), ..options };
        Ntt::with_options(x.len(), &q, on_coset).unwrap().forward(&mut out, &x).unwrap();
        assert_eq!(out, expected);
        ntt.evaluate(&mut out, &x, Some(g)).unwrap();
        assert_eq!(out, expected);
        ntt.interpolate(&mut out, &expected, Some(g)).unwrap();
        assert_eq!(out, x);
        for root in [None, Some(ntt.extension_root(0).unwrap())] {
            ntt.extend(&mut out, &forward, g, root).unwrap();
            assert_eq!(out, expected);
        }
        ntt.evaluate(&mut out, &x, None).unwrap();
        assert_eq!(out, forward);
    });
}

#[test]
fn cosets_are_products_by_powers() {
    check_cosets::<u32>();
    check_cosets::<u64>();
    check_cosets::<u128>();
}

fn check_number_theory<W: TestWord>() {
    for_each_case("words", |case, m: Modulus<W>| {
        let [a, b, any] = ["a", "b", "words"].map(|name| words::<W>(&case, name));
        for i in 0..a.len() {
            let wanted = |name: &str| words::<W>(&case, name)[i];
            assert_eq!(m.add(a[i], b[i]).unwrap(), wanted("add"));
            assert_eq!(m.sub(a[i], b[i]).unwrap(), wanted("sub"));
            assert_eq!(m.mul(a[i], b[i]).unwrap(), wanted("mul"));
            assert_eq!(m.pow(a[i], b[i]).unwrap(), wanted("pow"));
            assert_eq!(m.reduce(any[i]), wanted("reduce_words"));
            match m.inverse(a[i]) {
                Ok(inverse) => assert_eq!(inverse, wanted("inverses")),
                Err(error) => assert_eq!((error.status(), wanted("inverses")), (Status::InvalidArgument, W::default())),
            }
        }
    });
}

#[test]
fn words_are_as_the_vectors_say() {
    check_eltwise::<u64>();
    check_ntt::<u64>();
    check_number_theory::<u64>();
}

#[test]
fn words_of_32_bits_are_as_the_vectors_say() {
    check_eltwise::<u32>();
    check_ntt::<u32>();
    check_number_theory::<u32>();
}

#[test]
fn words_of_128_bits_are_as_the_vectors_say() {
    check_eltwise::<u128>();
    check_ntt::<u128>();
    check_number_theory::<u128>();
}

#[test]
fn comparisons_are_those_of_the_language() {
    use ringlet::Comparison::*;
    let mut random = Random(2);
    let x: Vec<u64> = (0..77).map(|_| random.next()).collect();
    let short: Vec<u32> = x.iter().map(|&x| x as u32).collect();
    let bound = x[40];
    let q = Modulus::new(12289_u64).unwrap();
    type Compare = fn(&u64, &u64) -> bool;
    let all: [(ringlet::Comparison, Compare); 8] = [
        (Equal, u64::eq),
        (Less, u64::lt),
        (LessEqual, u64::le),
        (Never, |_, _| false),
        (NotEqual, u64::ne),
        (GreaterEqual, u64::ge),
        (Greater, u64::gt),
        (Always, |_, _| true),
    ];
    for (comparison, holds) in all {
        let sum = |x: &u64| if holds(x, &bound) { x.wrapping_add(12345) } else { *x };
        let holds_for_short = |x: &&u32| holds(&u64::from(**x), &u64::from(short[40]));
        let mut out = vec![0; 77];
        ringlet::cmp_add(&mut out, &short, comparison, short[40], 12345).unwrap();
        for (x, y) in short.iter().zip(&out) {
            assert_eq!(*y, if holds_for_short(&x) { x.wrapping_add(12345) } else { *x });
        }
        ringlet::cmp_sub(&mut out, &short, &Modulus::new(12289).unwrap(), comparison, short[40], 321).unwrap();
        for (x, y) in short.iter().zip(&out) {
            assert_eq!(*y, (x % 12289 + if holds_for_short(&x) { 12289 - 321 } else { 0 }) % 12289);
        }
        let sums: Vec<u64> = x.iter().map(sum).collect();
        let call: Call<u64> = &|o| ringlet::cmp_add(o, &x, comparison, bound, 12345);
        assert_gives("cmp_add", &sums, call, &x, &|o| ringlet::cmp_add_in_place(o, comparison, bound, 12345));
        let difference = |x: &u64| (x % 12289 + if holds(x, &bound) { 12289 - 321 } else { 0 }) % 12289;
        let differences: Vec<u64> = x.iter().map(difference).collect();
        let call: Call<u64> = &|o| ringlet::cmp_sub(o, &x, &q, comparison, bound, 321);
        assert_gives("cmp_sub", &differences, call, &x, &|o| ringlet::cmp_sub_in_place(o, &q, comparison, bound, 321));
    }
}

#[test]
fn slices_of_any_start_are_served() {
    // 128-bit words at an address that is no multiple of 16 bytes, if this compiler allows one.
    let q = Modulus::new((1_u128 << 124) - 1).unwrap();
    let storage = [5_u128; 9];
    let mut out = (0_u64, [0_u128; 8]);
    ringlet::add(&mut out.1, &storage[1..], &storage[..8], &q).unwrap();
    assert_eq!(out.1, [10; 8]);
}

#[test]
fn primes_and_roots_are_those_of_searches() {
    let is_prime = |n: u64| n > 1 && (2..).take_while(|d| d * d <= n).all(|d| n % d != 0);
    for n in 0..2000 {
        assert_eq!(ringlet::is_prime(n).unwrap(), is_prime(n), "{}", n);
        assert_eq!(ringlet::is_prime(u128::from(n)).unwrap(), is_prime(n), "{}", n);
    }
    assert_eq!(ringlet::reverse_bits(0b1011, 6).unwrap(), 0b110100);
    let primes = ringlet::ntt_primes::<u64>(3, 16, 1024, PrimeOrder::SmallestFirst).unwrap();
    let all: Vec<u64> = (1 << 15..1 << 16).filter(|&q| q % 2048 == 1 && is_prime(q)).collect();
    assert_eq!(primes, all[..3]);
    let q = Modulus::new(12289_u64).unwrap();
    let root = q.smallest_primitive_root_of_unity(16).unwrap();
    let has_order_16 = |r: &u64| q.pow(*r, 8).unwrap() == 12288;
    assert_eq!(root, (1..12289).find(has_order_16).unwrap());
    assert!(has_order_16(&q.primitive_root_of_unity(16).unwrap()));
    assert!(q.is_primitive_root_of_unity(root, 16).unwrap() && !q.is_primitive_root_of_unity(root, 32).unwrap());
}

#[test]
fn what_is_wrong_is_an_error_that_says_so() {
    use Status::{InvalidArgument, OutOfRange};
    for q in [0_u64, 1] {
        assert_refused(Modulus::new(q), InvalidArgument, &q.to_string());
    }
    for q in [0_u32, 1] {
        assert_refused(Modulus::new(q), InvalidArgument, &q.to_string());
    }
    for q in [0, 1, 1 << 124, u128::MAX] {
        assert_refused(Modulus::new(q), InvalidArgument, "");
    }
    let q = Modulus::new(17_u64).unwrap();
    assert_refused(q.add(17, 0), OutOfRange, "17");
    assert_refused(q.inverse(0), InvalidArgument, "");
    assert_refused(q.primitive_root_of_unity(3), InvalidArgument, "3");
    assert_refused(q.primitive_root_of_unity(0), InvalidArgument, "0");
    assert_refused(ringlet::ntt_primes::<u64>(usize::MAX, 30, 16, PrimeOrder::LargestFirst), InvalidArgument, "count");
    assert_refused(ringlet::ntt_primes::<u64>(1, 65, 16, PrimeOrder::LargestFirst), InvalidArgument, "65");
    assert_refused(ringlet::ntt_primes::<u128>(1, 30, 0, PrimeOrder::LargestFirst), InvalidArgument, "");
    assert_refused(ringlet::is_prime(u128::MAX), InvalidArgument, "");
    assert_refused(ringlet::reverse_bits(4, 2), OutOfRange, "4");
    assert_refused(ringlet::reverse_bits(4, 65), OutOfRange, "65");
    assert_refused(ringlet::backend::force("no such"), InvalidArgument, "no such");
    assert_refused(ringlet::backend::force("a\0b"), InvalidArgument, "zero");

    let (mut out, x, short) = (vec![7; 8], vec![1; 8], vec![1; 7]);
    assert_refused(ringlet::add(&mut out, &x, &short, &q), InvalidArgument, "b has length 7, but it must be 8");
    assert_refused(ringlet::add_in_place(&mut out, &short, &q), InvalidArgument, "length 7");
    assert_refused(ringlet::mul_sub(&mut out, &x, &x, &short, &q, 1), InvalidArgument, "c has");
    assert_refused(ringlet::axpy(&mut out, &x, 1, Some(&short), &q, 1), InvalidArgument, "z has");
    assert_refused(ringlet::axpy(&mut out, &x, 17, None, &q, 1), OutOfRange, "17");
    assert_refused(ringlet::mul(&mut out, &x, &x, &q, 3), InvalidArgument, "3");
    assert_refused(ringlet::reduce(&mut out, &x, &q, 5, 1), InvalidArgument, "5");
    assert_refused(ringlet::neg(&mut [], &[], &q), InvalidArgument, "0");
    assert_refused(FixedOperand::new(&[17], &q), InvalidArgument, "17");
    assert_refused(FixedOperand::new(&[], &q), InvalidArgument, "0");
    let key = FixedOperand::new(&x, &q).unwrap();
    assert_refused(key.mul(&mut out, &short, 1), InvalidArgument, "x has");
    assert_refused(key.mul_in_place(&mut out[..3], 1), InvalidArgument, "length 3");
    assert_refused(key.mul_add(&mut out, &x, &short, 1), InvalidArgument, "z has");
    assert_refused(key.accumulate(&mut out, &short, 1), InvalidArgument, "x has");

    for n in [0, 1, 3, 16, 1 << 25] {
        assert_refused(Ntt::new(n, &q, Ring::Negacyclic), InvalidArgument, &n.to_string());
    }
    assert_refused(Ntt::new(8, &Modulus::new(33_u64).unwrap(), Ring::Cyclic), InvalidArgument, "33");
    assert_refused(Ntt::with_options(8, &q, NttOptions { root: Some(2), ..Default::default() }), InvalidArgument, "2");
    let ntt = Ntt::new(8, &q, Ring::Negacyclic).unwrap();
    assert_refused(ntt.forward(&mut out, &short), InvalidArgument, "x has length 7, but it must be 8");
    assert_refused(ntt.inverse(&mut out[..7], &x), InvalidArgument, "out has");
    assert_refused(ntt.forward_in_place(&mut []), InvalidArgument, "length 0");
    assert_refused(ntt.multiply(&mut out, &x, &short), InvalidArgument, "y has");
    assert_refused(ntt.multiply_in_place(&mut out, &short), InvalidArgument, "y has");
    assert_refused(ntt.forward_lazy(&mut out, &x, 3, 1), InvalidArgument, "3");
    assert_refused(ntt.inverse_lazy(&mut out, &x, 0, 1), InvalidArgument, "input_factor is 0");
    assert_refused(ntt.inverse_lazy_in_place(&mut out, 1, 4), InvalidArgument, "4");
    assert_refused(
        Ntt::with_options(8, &q, NttOptions { coset: Some(2), ..Default::default() }),
        InvalidArgument,
        "cyclic",
    );
    for coset in [0, 17] {
        let options = NttOptions { ring: Ring::Cyclic, coset: Some(coset), ..Default::default() };
        assert_refused(Ntt::with_options(8, &q, options), InvalidArgument, "coset is");
        assert_refused(ntt.evaluate(&mut out, &x, Some(coset)), InvalidArgument, "coset is");
        assert_refused(ntt.interpolate(&mut out, &x, Some(coset)), InvalidArgument, "coset is");
        assert_refused(ntt.extend(&mut out, &x, coset, None), InvalidArgument, "coset is");
        assert_refused(ntt.extend(&mut out, &x, 1, Some(coset)), InvalidArgument, "root is");
    }
    assert_refused(ntt.evaluate(&mut out, &[], None), InvalidArgument, "count is 0");
    assert_refused(ntt.evaluate(&mut out[..7], &x, None), InvalidArgument, "out has length 7");
    assert_refused(ntt.interpolate(&mut out, &short, None), InvalidArgument, "x has length 7");
    assert_refused(ntt.extend(&mut out[..7], &x, 1, None), InvalidArgument, "count is 7");
    assert_refused(ntt.extension_root(17), InvalidArgument, "log_blowup is 17");
    assert_eq!(out, [7; 8], "an error leaves outputs as they were");
}

#[test]
fn plans_are_shared_by_threads() {
    let n = 1024;
    let q = Modulus::new(ringlet::ntt_primes::<u64>(1, 50, n, PrimeOrder::LargestFirst).unwrap()[0]).unwrap();
    let ntt = Ntt::new(n, &q, Ring::Negacyclic).unwrap();
    let work = |seed| {
        let mut random = Random(seed);
        let x: Vec<u64> = (0..n).map(|_| random.next() % q.value()).collect();
        let mut y = x.clone();
        for _ in 0..20 {
            ntt.forward_in_place(&mut y).unwrap();
            ntt.inverse_in_place(&mut y).unwrap();
            let message = ntt.forward_in_place(&mut [seed; 3][..seed as usize % 3]).unwrap_err();
            assert!(message.to_string().contains(&format!("length {}", seed % 3)));
        }
        assert_eq!(x, y);
    };
    let work = &work;
    std::thread::scope(|scope| (0..4).for_each(|seed| drop(scope.spawn(move || work(seed)))));
}

#[test]
fn the_version_is_that_of_the_library() {
    assert_eq!(ringlet::backend::library_version(), env!("CARGO_PKG_VERSION"));
}

#[test]
fn the_environment_chooses_the_backend() {
    let wanted = std::env::var("RINGLET_BACKEND").unwrap_or_else(|_| {
        let supported = |backend: &ringlet::backend::Backend| backend.is_supported;
        ringlet::backend::all().into_iter().rfind(supported).unwrap().name.into()
    });
    assert_eq!(ringlet::backend::active().unwrap(), wanted);
    let q = Modulus::new(65537_u64).unwrap();
    println!("{:?} {:?} {:?}", Ntt::new(1024, &q, Ring::Cyclic).unwrap(), q, FixedOperand::new(&[1], &q).unwrap());
}

/// Checks the inverses of x in a form, and powers with x[0] as the first and x[2] as the ratio.
fn check_inverses_in_form<W: TestWord + FormWord>(case: &Case, x: &[W], m: &Modulus<W>, form: Form) {
    let (mut inverses, mut powers): (Vec<W>, Vec<W>) = (words(case, "inverses"), x.to_vec());
    for i in 1..powers.len() {
        let (known, rest) = powers.split_at_mut(i);
        ringlet::mul_in_form(&mut rest[..1], &known[i - 1..], &x[2..3], m, form, 1).unwrap();
    }
    let call: Call<W> = &|o| ringlet::powers_in_form(o, x[0], x[2], m, form);
    assert_gives("powers", &powers, call, x, call);
    let call: Call<W> = &|o| ringlet::invert_in_form(o, x, m, form);
    if x.iter().zip(&inverses).any(|(&x, &y)| (x == W::default()) != (y == W::default())) {
        return assert_refused(call(&mut x.to_vec()), Status::InvalidArgument, "factor");
    }
    if form == Form::Montgomery {
        ringlet::to_montgomery_in_place(&mut inverses, m).unwrap();
    }
    assert_gives("inverses", &inverses, call, x, &|o| ringlet::invert_in_form_in_place(o, m, form));
}

fn check_forms<W: TestWord + FormWord>() {
    for_each_case("words", |case, q: Modulus<W>| {
        if case.one("q") % 2 == 0 {
            return;
        }
        let m = &q;
        let [a, b, c, in_form] = ["a", "b", "c", "to_montgomery"].map(|name| words::<W>(&case, name));
        let in_place: Call<W> = &|o| ringlet::from_montgomery_in_place(o, m);
        assert_gives("from", &a, &|o| ringlet::from_montgomery(o, &in_form, m), &in_form, in_place);
        let in_place: Call<W> = &|o| ringlet::to_montgomery_in_place(o, m);
        assert_gives("to", &in_form, &|o| ringlet::to_montgomery(o, &a, m), &a, in_place);
        for (form, x) in [(Form::Plain, &a), (Form::Montgomery, &in_form)] {
            let call: Call<W> = &|o| ringlet::mul_in_form(o, x, &b, m, form, 1);
            let in_place: Call<W> = &|o| ringlet::mul_in_form_in_place(o, &b, m, form, 1);
            assert_gives("mul", &words(&case, "mul"), call, x, in_place);
            let call: Call<W> = &|o| ringlet::mul_add_in_form(o, x, &b, &c, m, form, 1);
            let in_place: Call<W> = &|o| ringlet::mul_add_in_form_in_place(o, &b, &c, m, form, 1);
            assert_gives("mul_add", &words(&case, "mul_add"), call, x, in_place);
            let call: Call<W> = &|o| ringlet::mul_sub_in_form(o, x, &b, &c, m, form, 1);
            let in_place: Call<W> = &|o| ringlet::mul_sub_in_form_in_place(o, &b, &c, m, form, 1);
            assert_gives("mul_sub", &words(&case, "mul_sub"), call, x, in_place);
            check_inverses_in_form(&case, x, m, form);
        }
    });
}

#[test]
fn montgomery_form_is_a_factor() {
    check_forms::<u32>();
    check_forms::<u64>();
    let (q, even, mut out) = (Modulus::new(97_u64).unwrap(), Modulus::new(96_u64).unwrap(), [0; 3]);
    let refused = ringlet::mul_in_form(&mut out, &[1; 3], &[1; 3], &even, Form::Montgomery, 1);
    assert_refused(refused, Status::InvalidArgument, "must be odd");
    assert_refused(ringlet::to_montgomery(&mut out, &[1], &q), Status::InvalidArgument, "length 1");
}
