//! Compares element-wise operations and transforms with num-bigint and the definitions, and checks which arguments are
//! refused.

#[path = "support/refused.rs"]
mod refused;
#[path = "support/values.rs"]
mod values;

use num_bigint::BigUint;
use refused::assert_refused;
use ringlet::{FixedOperand, Form, Modulus, Ntt, PrimeOrder, Ring, Status, Word};
use values::{assert_gives, Call, Random};

impl Random {
    /// Returns n numbers below a bound, including both ends of the range.
    fn below<W: TestWord>(&mut self, bound: u128, n: usize) -> Vec<W> {
        let mut element = |i| match i % 7 {
            0 => bound - 1,
            1 => 0,
            _ => (u128::from(self.next()) << 64 | u128::from(self.next())) % bound,
        };
        (0..n).map(|i| W::from_multiword(element(i))).collect()
    }
}

trait TestWord: Word {
    const WIDTHS: [u32; 6];
    fn from_multiword(x: u128) -> Self;
    fn multiword(self) -> u128;
}

impl TestWord for u64 {
    const WIDTHS: [u32; 6] = [17, 30, 49, 50, 58, 62];
    fn from_multiword(x: u128) -> u64 {
        x as u64
    }
    fn multiword(self) -> u128 {
        self.into()
    }
}

impl TestWord for u128 {
    const WIDTHS: [u32; 6] = [18, 60, 64, 98, 110, 124];
    fn from_multiword(x: u128) -> u128 {
        x
    }
    fn multiword(self) -> u128 {
        self
    }
}

fn reduced<W: TestWord>(x: BigUint, q: u128) -> W {
    W::from_multiword(u128::try_from(x % q).unwrap())
}

fn big<W: TestWord>(x: W) -> BigUint {
    BigUint::from(x.multiword())
}

/// Returns f(a(i), b(i), c(i)) mod q for each i.
fn expected<W: TestWord>(inputs: [&[W]; 3], q: u128, f: impl Fn([BigUint; 3]) -> BigUint) -> Vec<W> {
    let [a, b, c] = inputs;
    (0..a.len()).map(|i| reduced(f([big(a[i]), big(b[i]), big(c[i])]), q)).collect()
}

fn check_eltwise<W: TestWord>(q: u128, n: usize, random: &mut Random) {
    let modulus = Modulus::new(W::from_multiword(q)).unwrap();
    let m = &modulus;
    assert_eq!((m.value().multiword(), m.bits()), (q, 128 - q.leading_zeros()));
    let (a, b, c): (Vec<W>, Vec<W>, Vec<W>) = (random.below(q, n), random.below(q, n), random.below(q, n));
    let (a, b, c) = (&a[..], &b[..], &c[..]);
    let s = b[n - 1];
    let multiword_s = big(s);
    let of = |f: &dyn Fn([BigUint; 3]) -> BigUint| expected([a, b, c], q, f);
    let q_big = BigUint::from(q);
    let f = 1;

    let sum = of(&|[a, b, _]| a + b);
    assert_gives("add", &sum, &|o| ringlet::add(o, a, b, m), a, &|o| ringlet::add_in_place(o, b, m));
    let difference = of(&|[a, b, _]| a + &q_big - b);
    assert_gives("sub", &difference, &|o| ringlet::sub(o, a, b, m), a, &|o| ringlet::sub_in_place(o, b, m));
    let negated = of(&|[a, _, _]| &q_big - a);
    assert_gives("neg", &negated, &|o| ringlet::neg(o, a, m), a, &|o| ringlet::neg_in_place(o, m));
    let product = of(&|[a, b, _]| a * b);
    assert_gives("mul", &product, &|o| ringlet::mul(o, a, b, m, f), a, &|o| ringlet::mul_in_place(o, b, m, f));
    let out = of(&|[a, b, c]| a * b + &q_big - c);
    let call: Call<W> = &|o| ringlet::mul_sub(o, a, b, c, m, f);
    assert_gives("mul_sub", &out, call, a, &|o| ringlet::mul_sub_in_place(o, b, c, m, f));
    let out = of(&|[a, _, _]| a + &multiword_s);
    let call: Call<W> = &|o| ringlet::add_scalar(o, a, s, m);
    assert_gives("add_scalar", &out, call, a, &|o| ringlet::add_scalar_in_place(o, s, m));
    let out = of(&|[a, _, _]| a + &q_big - &multiword_s);
    let call: Call<W> = &|o| ringlet::sub_scalar(o, a, s, m);
    assert_gives("sub_scalar", &out, call, a, &|o| ringlet::sub_scalar_in_place(o, s, m));
    let scaled = of(&|[a, _, _]| a * &multiword_s);
    let call: Call<W> = &|o| ringlet::mul_scalar(o, a, s, m, f);
    assert_gives("mul_scalar", &scaled, call, a, &|o| ringlet::mul_scalar_in_place(o, s, m, f));
    let call: Call<W> = &|o| ringlet::axpy(o, a, s, None, m, f);
    assert_gives("axpy without z", &scaled, call, a, &|o| ringlet::mul_scalar_in_place(o, s, m, f));
    let out = of(&|[a, _, c]| a * &multiword_s + c);
    let call: Call<W> = &|o| ringlet::axpy(o, a, s, Some(c), m, f);
    assert_gives("axpy", &out, call, c, &|o| ringlet::axpy_in_place(o, a, s, m, f));

    let key = FixedOperand::new(b, m).unwrap();
    assert_eq!(key.len(), n);
    assert_gives("fixed", &product, &|o| key.mul(o, a, f), a, &|o| key.mul_in_place(o, f));
    let out = of(&|[a, b, c]| a * b + c);
    assert_gives("fixed sum", &out, &|o| key.mul_add(o, a, c, f), c, &|o| key.accumulate(o, a, f));

    let lazy: Vec<W> = random.below(2 * q, n);
    let out: Vec<W> = lazy.iter().map(|&x| reduced(big(x), q)).collect();
    let call: Call<W> = &|o| ringlet::reduce(o, &lazy, m, 2, 1);
    assert_gives("reduce", &out, call, &lazy, &|o| ringlet::reduce_in_place(o, m, 2, 1));
    let out: Vec<W> = lazy.iter().zip(a).map(|(&x, &y)| reduced(big(x) * big(y), q)).collect();
    let call: Call<W> = &|o| ringlet::mul(o, &lazy, a, m, 2);
    assert_gives("lazy mul", &out, call, &lazy, &|o| ringlet::mul_in_place(o, a, m, 2));
}

fn check_all_moduli<W: TestWord>() {
    let mut random = Random(1);
    for bits in W::WIDTHS {
        for q in [(1 << bits) - 1, (1 << (bits - 1)) + 3] {
            for n in [1, 2, 7, 64, 131] {
                check_eltwise::<W>(q, n, &mut random);
            }
        }
    }
}

#[test]
fn words_are_as_num_bigint_has_them() {
    check_all_moduli::<u64>();
}

#[test]
fn word128_are_as_num_bigint_has_them() {
    check_all_moduli::<u128>();
}

#[test]
fn comparisons_are_those_of_the_language() {
    use ringlet::Comparison::*;
    let x: Vec<u64> = Random(2).below(1 << 64, 77);
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

/// Transforms by the definition to bit-reversed order, with num-bigint's products and sums.
fn definition<W: TestWord>(x: &[W], q: u128, ring: Ring, root: W) -> Vec<W> {
    let bits = x.len().trailing_zeros();
    let (root, modulus) = (big(root), BigUint::from(q));
    let exponent = |k: usize| if ring == Ring::Negacyclic { 2 * k + 1 } else { k };
    let point = |k| root.modpow(&exponent(k).into(), &modulus);
    let value = |k| {
        let point = point(k);
        let step = |sum: BigUint, &x: &W| (sum * &point + big(x)) % &modulus;
        reduced(x.iter().rev().fold(BigUint::default(), step), q)
    };
    let mut out = vec![W::default(); x.len()];
    for k in 0..x.len() {
        out[k.reverse_bits() >> (usize::BITS - bits)] = value(k);
    }
    out
}

fn schoolbook<W: TestWord>(x: &[W], y: &[W], q: u128, ring: Ring) -> Vec<W> {
    let n = x.len();
    let mut sums = vec![BigUint::default(); n];
    for (i, &x) in x.iter().enumerate() {
        for (j, &y) in y.iter().enumerate() {
            let wraps = i + j >= n && ring == Ring::Negacyclic;
            let product = big(x) * big(y) % q;
            sums[(i + j) % n] += if wraps { q - product } else { product };
        }
    }
    sums.into_iter().map(|sum| reduced(sum, q)).collect()
}

fn check_ntt<W: TestWord>(bits: u32, n: usize, ring: Ring, random: &mut Random) {
    let q = ringlet::ntt_primes::<W>(1, bits, n, PrimeOrder::LargestFirst).unwrap()[0];
    let ntt = Ntt::new(n, &Modulus::new(q).unwrap(), ring).unwrap();
    assert_eq!((ntt.size(), ntt.modulus(), ntt.ring()), (n, q, ring));
    let q = q.multiword();
    let (x, y): (Vec<W>, Vec<W>) = (random.below(q, n), random.below(q, n));
    let transformed = definition(&x, q, ring, ntt.root());
    let forward: Call<W> = &|o| ntt.forward(o, &x);
    assert_gives("forward", &transformed, forward, &x, &|o| ntt.forward_in_place(o));
    let inverse: Call<W> = &|o| ntt.inverse(o, &transformed);
    assert_gives("inverse", &x, inverse, &transformed, &|o| ntt.inverse_in_place(o));
    let product = schoolbook(&x, &y, q, ring);
    let multiply: Call<W> = &|o| ntt.multiply(o, &x, &y);
    assert_gives("multiply", &product, multiply, &x, &|o| ntt.multiply_in_place(o, &y));

    let lazy: Vec<W> = x.iter().map(|x| W::from_multiword(x.multiword() + q)).collect();
    let call: Call<W> = &|o| ntt.forward_lazy(o, &lazy, 2, 1);
    assert_gives("lazy forward", &transformed, call, &lazy, &|o| ntt.forward_lazy_in_place(o, 2, 1));
    let greatest = u128::MAX >> (128 - 8 * std::mem::size_of::<W>());
    let any = |x: &W| W::from_multiword(greatest - (greatest - x.multiword()) % q);
    let any: Vec<W> = x.iter().map(any).collect();
    let call: Call<W> = &|o| ntt.forward_lazy(o, &any, 0, 1);
    assert_gives("forward of any words", &transformed, call, &any, &|o| ntt.forward_lazy_in_place(o, 0, 1));
    let lazy: Vec<W> = transformed.iter().map(|x| W::from_multiword(x.multiword() + q)).collect();
    let call: Call<W> = &|o| ntt.inverse_lazy(o, &lazy, 2, 1);
    assert_gives("lazy inverse", &x, call, &lazy, &|o| ntt.inverse_lazy_in_place(o, 2, 1));
}

#[test]
fn transforms_are_those_of_the_definition() {
    let mut random = Random(3);
    for ring in [Ring::Negacyclic, Ring::Cyclic] {
        for n in [2, 16, 64] {
            <u64 as TestWord>::WIDTHS.iter().for_each(|&bits| check_ntt::<u64>(bits, n, ring, &mut random));
            <u128 as TestWord>::WIDTHS.iter().for_each(|&bits| check_ntt::<u128>(bits, n, ring, &mut random));
        }
    }
}

#[test]
fn number_theory_is_that_of_num_bigint() {
    let q = (1_u128 << 89) - 1; // A Mersenne prime.
    let m = Modulus::new(q).unwrap();
    let mut random = Random(4);
    let (a, b): (Vec<u128>, Vec<u128>) = (random.below(q, 30), random.below(q, 30));
    for (&a, &b) in a.iter().zip(&b) {
        assert_eq!(m.add(a, b).unwrap(), (a + b) % q);
        assert_eq!(m.sub(a, b).unwrap(), (a + q - b) % q);
        assert_eq!(m.mul(a, b).unwrap(), reduced::<u128>(big(a) * big(b), q));
        assert_eq!(m.pow(a, b).unwrap(), reduced::<u128>(big(a).modpow(&big(b), &big(q)), q));
        assert_eq!(m.reduce(a | 1 << 127), (a | 1 << 127) % q);
        match a {
            0 => assert_eq!(m.inverse(a).unwrap_err().status(), Status::InvalidArgument),
            _ => assert_eq!(m.mul(a, m.inverse(a).unwrap()).unwrap(), 1),
        }
    }
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
    for q in [0, 1, 1 << 62, u64::MAX] {
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
    assert_refused(ringlet::ntt_primes::<u64>(1, 63, 16, PrimeOrder::LargestFirst), InvalidArgument, "63");
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
    assert_refused(Ntt::with_root(8, &q, Ring::Negacyclic, 2), InvalidArgument, "2");
    let ntt = Ntt::new(8, &q, Ring::Negacyclic).unwrap();
    assert_refused(ntt.forward(&mut out, &short), InvalidArgument, "x has length 7, but it must be 8");
    assert_refused(ntt.inverse(&mut out[..7], &x), InvalidArgument, "out has");
    assert_refused(ntt.forward_in_place(&mut []), InvalidArgument, "length 0");
    assert_refused(ntt.multiply(&mut out, &x, &short), InvalidArgument, "y has");
    assert_refused(ntt.multiply_in_place(&mut out, &short), InvalidArgument, "y has");
    assert_refused(ntt.forward_lazy(&mut out, &x, 3, 1), InvalidArgument, "3");
    assert_refused(ntt.inverse_lazy(&mut out, &x, 0, 1), InvalidArgument, "input_factor is 0");
    assert_refused(ntt.inverse_lazy_in_place(&mut out, 1, 4), InvalidArgument, "4");
    assert_eq!(out, [7; 8], "an error leaves outputs as they were");
}

#[test]
fn plans_are_shared_by_threads() {
    let n = 1024;
    let q = Modulus::new(ringlet::ntt_primes::<u64>(1, 50, n, PrimeOrder::LargestFirst).unwrap()[0]).unwrap();
    let ntt = Ntt::new(n, &q, Ring::Negacyclic).unwrap();
    let work = |seed| {
        let x: Vec<u64> = Random(seed).below(q.value().into(), n);
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

#[test]
fn montgomery_form_is_a_factor() {
    let mut random = Random(1);
    for bits in [2, 31, 50, 51, 62] {
        let q = Modulus::new((1_u64 << bits) - 1).unwrap();
        let m = &q;
        let [a, b, c]: [Vec<u64>; 3] = [0, 1, 2].map(|_| random.below(u128::from(q.value()), 67));
        let mut in_form = vec![0; 67];
        ringlet::to_montgomery(&mut in_form, &a, m).unwrap();
        let of = |f: &dyn Fn([BigUint; 3]) -> BigUint| expected([&a, &b, &c], u128::from(q.value()), f);
        let call: Call<u64> = &|o| ringlet::from_montgomery(o, &in_form, m);
        assert_gives("from", &a, call, &in_form, &|o| ringlet::from_montgomery_in_place(o, m));
        assert_gives("to", &in_form, &|o| ringlet::to_montgomery(o, &a, m), &a, &|o| {
            ringlet::to_montgomery_in_place(o, m)
        });
        for (form, x) in [(Form::Plain, &a), (Form::Montgomery, &in_form)] {
            let call: Call<u64> = &|o| ringlet::mul_in_form(o, x, &b, m, form, 1);
            let in_place: Call<u64> = &|o| ringlet::mul_in_form_in_place(o, &b, m, form, 1);
            assert_gives("mul", &of(&|[a, b, _]| a * b), call, x, in_place);
            let call: Call<u64> = &|o| ringlet::mul_add(o, x, &b, &c, m, form, 1);
            let in_place: Call<u64> = &|o| ringlet::mul_add_in_place(o, &b, &c, m, form, 1);
            assert_gives("mul_add", &of(&|[a, b, c]| a * b + c), call, x, in_place);
        }
    }
    let (q, even, mut out) = (Modulus::new(97_u64).unwrap(), Modulus::new(96_u64).unwrap(), [0; 3]);
    let refused = ringlet::mul_in_form(&mut out, &[1; 3], &[1; 3], &even, Form::Montgomery, 1);
    assert_refused(refused, Status::InvalidArgument, "must be odd");
    assert_refused(ringlet::to_montgomery(&mut out, &[1], &q), Status::InvalidArgument, "length 1");
}
