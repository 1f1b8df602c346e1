//! Compares multiword moduli with vectors and num-bigint, and checks which arguments are refused.

#[path = "support/executors.rs"]
mod executors;
#[path = "support/refused.rs"]
mod refused;
#[path = "support/values.rs"]
mod values;
#[path = "support/vectors.rs"]
mod vectors;

use executors::with_executors;
use num_bigint::BigUint;
use refused::assert_refused;
use ringlet::multiword::{self, Form, Modulus, Ntt, NttOptions, Number};
use ringlet::{Order, PrimeOrder, Ring, Status};
use values::{assert_gives, Call, Random};
use vectors::Case;

trait TestNumber: Number {
    fn words(&self) -> &[u64];
    fn from_words(words: &[u64]) -> Self;
}

macro_rules! test_number {
    ($count:literal) => {
        impl TestNumber for [u64; $count] {
            fn words(&self) -> &[u64] {
                self
            }
            fn from_words(words: &[u64]) -> Self {
                let mut number = [0; $count];
                number[..words.len()].copy_from_slice(words);
                number
            }
        }
    };
}

test_number!(3);
test_number!(4);
test_number!(5);
test_number!(6);
test_number!(8);

/// Calls a function for numbers of each length.
macro_rules! for_each_length {
    ($function:ident) => {
        $function::<[u64; 3]>();
        $function::<[u64; 4]>();
        $function::<[u64; 5]>();
        $function::<[u64; 6]>();
        $function::<[u64; 8]>();
    };
}

fn big<W: TestNumber>(x: &W) -> BigUint {
    let bytes: Vec<u8> = x.words().iter().flat_map(|word| word.to_le_bytes()).collect();
    BigUint::from_bytes_le(&bytes)
}

fn number<W: TestNumber>(x: &BigUint) -> W {
    W::from_words(&x.to_u64_digits())
}

fn power_of_two(exponent: u32) -> BigUint {
    BigUint::from(1_u32) << exponent
}

/// Returns R = 2^(64 N).
fn radix<W: TestNumber>() -> BigUint {
    power_of_two(64 * W::default().words().len() as u32)
}

impl Random {
    fn big(&mut self, bound: &BigUint) -> BigUint {
        let bytes: Vec<u8> = (0..9).flat_map(|_| self.next().to_le_bytes()).collect();
        BigUint::from_bytes_le(&bytes) % bound
    }

    /// Returns n numbers below a bound, including both ends of the range.
    fn below(&mut self, bound: &BigUint, n: usize) -> Vec<BigUint> {
        let element = |i| match i % 7 {
            0 => bound - 1_u32,
            1 => BigUint::default(),
            _ => self.big(bound),
        };
        (0..n).map(element).collect()
    }
}

fn numbers<W: TestNumber>(case: &Case, name: &str) -> Vec<W> {
    let word = |digits: &[u8]| u64::from_str_radix(std::str::from_utf8(digits).unwrap(), 16).unwrap();
    case.parse(name, |digits| W::from_words(&digits.as_bytes().rchunks(16).map(word).collect::<Vec<_>>()))
}

fn for_each_case<W: TestNumber>(kind: &str, body: impl Fn(Case, Modulus<W>)) {
    let kind = format!("{}{}", kind, W::default().words().len());
    for case in vectors::cases(include_str!("vectors/multiword.txt"), &kind) {
        let q = Modulus::new(numbers(&case, "q")[0]).unwrap();
        body(case, q);
    }
}

/// Returns plain numbers in a form.
fn written<W: TestNumber>(mut x: Vec<W>, q: &Modulus<W>, form: Form) -> Vec<W> {
    if form == Form::Montgomery {
        multiword::to_montgomery_in_place(&mut x, q).unwrap();
    }
    x
}

fn check_elements<W: TestNumber>() {
    for_each_case("multiword", |case, q: Modulus<W>| {
        let m = &q;
        assert_eq!((m.value(), u64::from(m.bits())), (numbers(&case, "q")[0], big(&m.value()).bits()));
        let (plain, in_form): (Vec<W>, Vec<W>) = (numbers(&case, "a"), numbers(&case, "to_montgomery"));
        let in_place: Call<W> = &|o| multiword::to_montgomery_in_place(o, m);
        assert_gives("to", &in_form, &|o| multiword::to_montgomery(o, &plain, m), &plain, in_place);
        let in_place: Call<W> = &|o| multiword::from_montgomery_in_place(o, m);
        assert_gives("from", &plain, &|o| multiword::from_montgomery(o, &in_form, m), &in_form, in_place);
        for (n, form) in [(1, Form::Plain), (3, Form::Montgomery), (6, Form::Plain), (6, Form::Montgomery)] {
            let list = |name| written(numbers::<W>(&case, name), m, form);
            let [a, b, c] = ["a", "b", "c"].map(|name| list(name)[..n].to_vec());
            let (a, b, c, s) = (&a[..], &b[..], &c[..], list("s")[0]);
            let gives = |name, call: Call<W>, start: &[W], in_place: Call<W>| {
                assert_gives(name, &list(name)[..n], call, start, in_place)
            };
            gives("add", &|o| multiword::add(o, a, b, m), a, &|o| multiword::add_in_place(o, b, m));
            gives("sub", &|o| multiword::sub(o, a, b, m), a, &|o| multiword::sub_in_place(o, b, m));
            let in_place: Call<W> = &|o| multiword::add_scalar_in_place(o, s, m);
            gives("add_scalar", &|o| multiword::add_scalar(o, a, s, m), a, in_place);
            let in_place: Call<W> = &|o| multiword::sub_scalar_in_place(o, s, m);
            gives("sub_scalar", &|o| multiword::sub_scalar(o, a, s, m), a, in_place);
            gives("neg", &|o| multiword::neg(o, a, m), a, &|o| multiword::neg_in_place(o, m));
            gives("mul", &|o| multiword::mul(o, a, b, m, form), a, &|o| multiword::mul_in_place(o, b, m, form));
            let in_place: Call<W> = &|o| multiword::mul_scalar_in_place(o, s, m, form);
            gives("mul_scalar", &|o| multiword::mul_scalar(o, a, s, m, form), a, in_place);
            gives("mul_scalar", &|o| multiword::axpy(o, a, s, None, m, form), a, in_place);
            let in_place: Call<W> = &|o| multiword::axpy_in_place(o, a, s, m, form);
            gives("axpy", &|o| multiword::axpy(o, a, s, Some(c), m, form), c, in_place);
            let in_place: Call<W> = &|o| multiword::mul_sub_in_place(o, b, c, m, form);
            gives("mul_sub", &|o| multiword::mul_sub(o, a, b, c, m, form), a, in_place);
            let call: Call<W> = &|o| multiword::mul_add(o, a, b, c, m, form);
            gives("mul_add", call, a, &|o| multiword::mul_add_in_place(o, b, c, m, form));
            gives("mul_add", call, c, &|o| multiword::accumulate(o, a, b, m, form));
            let call: Call<W> = &|o| multiword::powers(o, list("a")[2], list("b")[2], m, form);
            gives("powers", call, a, call);
            if n == 6 {
                assert_eq!(multiword::inner_product(a, b, m, form).unwrap(), list("inner_product")[0]);
            }
            if multiword::is_prime(m.value()).unwrap() {
                let call: Call<W> = &|o| multiword::invert(o, a, m, form);
                gives("inverses", call, a, &|o| multiword::invert_in_place(o, m, form));
            }
        }
    });
}

#[test]
fn elements_are_as_the_vectors_say() {
    for_each_length!(check_elements);
}

/// Returns a prime of exactly `bits` bits that is 1 modulo 256.
fn prime<W: TestNumber>(bits: u32) -> W {
    multiword::ntt_primes(1, bits, 128, PrimeOrder::LargestFirst).unwrap()[0]
}

fn check_transforms<W: TestNumber>() {
    for_each_case("multiword_transform", |case, q: Modulus<W>| {
        let cyclic = case.one("cyclic") == 1;
        let (ring, coset) = (if cyclic { Ring::Cyclic } else { Ring::Negacyclic }, Some(W::from_words(&[7])));
        let coset = coset.filter(|_| cyclic);
        let n = numbers::<W>(&case, "x").len();
        for (order, form) in [(Order::Natural, Form::Plain), (Order::BitReversed, Form::Montgomery)] {
            let options = NttOptions { ring, root: Some(numbers(&case, "root")[0]), coset, order };
            let ntt = Ntt::with_options(n, &q, options).unwrap();
            assert_eq!((ntt.size(), ntt.modulus(), ntt.ring(), ntt.order()), (n, q.value(), ring, order));
            let [x, y, natural, product] =
                ["x", "y", "forward", "product"].map(|name| written(numbers::<W>(&case, name), &q, form));
            let reverse = |k: usize| k.reverse_bits() >> (usize::BITS - n.trailing_zeros());
            let value = |k| natural[if order == Order::Natural { k } else { reverse(k) }];
            let transformed: Vec<W> = (0..n).map(value).collect();
            with_executors(|e| {
                let forward: Call<W> = &|o| ntt.forward(o, &x, e);
                assert_gives("forward", &transformed, forward, &x, &|o| ntt.forward_in_place(o, e));
                let inverse: Call<W> = &|o| ntt.inverse(o, &transformed, e);
                assert_gives("inverse", &x, inverse, &transformed, &|o| ntt.inverse_in_place(o, e));
                let mut out = x.clone();
                ntt.evaluate(&mut out, &x, None, e).unwrap();
                assert_eq!(out, transformed);
                if let Some(own) = &coset {
                    let roots = NttOptions { ring, root: options.root, order, ..Default::default() };
                    let plan = Ntt::with_options(n, &q, roots).unwrap();
                    plan.evaluate(&mut out, &x, Some(own), e).unwrap();
                    assert_eq!(out, transformed);
                    plan.interpolate(&mut out, &transformed, Some(own), e).unwrap();
                    assert_eq!(out, x);
                    let mut values = x.clone();
                    plan.forward(&mut values, &x, e).unwrap();
                    plan.extend(&mut out, &values, own, Some(&plan.extension_root(0).unwrap()), e).unwrap();
                    if order == Order::BitReversed {
                        assert_eq!(out, transformed);
                    }
                }
                let multiply: Call<W> = &|o| ntt.multiply(o, &x, &y, form, e);
                assert_gives("multiply", &product, multiply, &x, &|o| ntt.multiply_in_place(o, &y, form, e));
            });
        }
    });
}

#[test]
fn transforms_are_as_the_vectors_say() {
    for_each_length!(check_transforms);
}

/// Evaluates a polynomial.
fn value<W: TestNumber>(coefficients: &[W], point: &BigUint, q: &BigUint) -> BigUint {
    coefficients.iter().rev().fold(BigUint::default(), |sum, x| (sum * point + big(x)) % q)
}

#[test]
fn long_transforms_are_those_of_the_definition_at_some_points() {
    let field = multiword::field::<[u64; 4]>("bls12-381-fr").unwrap();
    let (q, n) = (big(&field.modulus), 1 << 12);
    let root = field.root_of_unity(n as u64).unwrap();
    let options =
        NttOptions { root: Some(root), coset: Some(field.generator), order: Order::Natural, ..Default::default() };
    let ntt = Ntt::with_options(n, &Modulus::new(field.modulus).unwrap(), options).unwrap();
    assert_eq!(ntt.root(), root);
    let x: Vec<[u64; 4]> = Random(5).below(&q, n).iter().map(number).collect();
    with_executors(|e| {
        let mut out = x.clone();
        ntt.forward_in_place(&mut out, e).unwrap();
        for k in [0, 1, 1000, n - 1] {
            let point = big(&field.generator) * big(&root).modpow(&k.into(), &q);
            assert_eq!(big(&out[k]), value(&x, &point, &q), "{}", k);
        }
        ntt.inverse_in_place(&mut out, e).unwrap();
        assert!(out == x);
    });
}

fn check_number_theory<W: TestNumber>() {
    let bits = 64 * W::default().words().len() as u32 - 1;
    let q_words = prime::<W>(bits);
    let (q, m) = (big(&q_words), Modulus::new(q_words).unwrap());
    assert_eq!((q.bits(), &q % 256_u32), (u64::from(bits), BigUint::from(1_u32)));
    for_each_case("multiword", |case, m: Modulus<W>| {
        let [a, b] = ["a", "b"].map(|name| numbers::<W>(&case, name));
        for (i, (&x, &y)) in a.iter().zip(&b).enumerate() {
            let wanted = |name| numbers::<W>(&case, name)[i];
            assert_eq!(m.add(x, y).unwrap(), wanted("add"));
            assert_eq!(m.sub(x, y).unwrap(), wanted("sub"));
            assert_eq!(m.mul(x, y).unwrap(), wanted("mul"));
            assert_eq!(m.pow(x, y).unwrap(), wanted("pow"));
            match wanted("inverses") == W::default() {
                true => assert_refused(m.inverse(x), Status::InvalidArgument, "coprime"),
                false => assert_eq!(m.inverse(x).unwrap(), wanted("inverses")),
            }
            let a = big(&x);
            assert_eq!(multiword::decimal(x), a.to_string());
            assert_eq!(multiword::hexadecimal(x), format!("0x{:x}", a));
            assert_eq!(multiword::parse::<W>(&a.to_string()).unwrap(), x);
            assert_eq!(multiword::parse::<W>(&format!("0x{:x}", a)).unwrap(), x);
        }
    });
    let root = m.primitive_root_of_unity(256).unwrap();
    assert_eq!(big(&root).modpow(&128_u32.into(), &q), &q - 1_u32);
    assert!(m.is_primitive_root_of_unity(root, 256).unwrap() && !m.is_primitive_root_of_unity(root, 128).unwrap());
    let rising: Vec<W> = multiword::ntt_primes(2, bits, 2, PrimeOrder::SmallestFirst).unwrap();
    assert!(big(&rising[0]) < big(&rising[1]) && big(&rising[1]) < q);
    assert_eq!(multiword::ntt_primes::<W>(0, bits, 2, PrimeOrder::SmallestFirst).unwrap(), []);
    let largest = radix::<W>() - 1_u32;
    assert_eq!(multiword::parse::<W>(&largest.to_string()).unwrap(), number(&largest));
    assert_refused(multiword::parse::<W>(&radix::<W>().to_string()), Status::InvalidArgument, "");
    assert_refused(multiword::is_prime::<W>(number(&(radix::<W>() >> 1_u32))), Status::InvalidArgument, "below");
}

#[test]
fn number_theory_is_that_of_num_bigint() {
    for_each_length!(check_number_theory);
}

#[test]
fn known_primes_are_prime() {
    // A Mersenne prime, the primes of Curve25519 and Curve41417, and products of two of them.
    let primes = [power_of_two(127) - 1_u32, power_of_two(255) - 19_u32, power_of_two(414) - 17_u32];
    for p in &primes {
        assert!(multiword::is_prime(number::<[u64; 8]>(p)).unwrap(), "{}", p);
    }
    for (p, q) in [(0, 0), (0, 1)] {
        let product = &primes[p] * &primes[q];
        assert!(!multiword::is_prime(number::<[u64; 8]>(&product)).unwrap(), "{}", product);
    }
    let small = |n: u64| multiword::is_prime([n, 0, 0]).unwrap();
    assert_eq!((0..30).filter(|&n| small(n)).collect::<Vec<_>>(), [2, 3, 5, 7, 11, 13, 17, 19, 23, 29]);
}

fn check_fields<W: TestNumber>() {
    for field in multiword::fields::<W>() {
        assert_eq!(multiword::field(field.name).unwrap(), field);
        let (q, root, adicity) = (big(&field.modulus), big(&field.root), field.two_adicity);
        let odd = (&q - 1_u32) >> adicity;
        assert_eq!((&odd % 2_u32, &odd << adicity), (BigUint::from(1_u32), &q - 1_u32), "{}", field.name);
        assert_eq!(big(&field.generator).modpow(&odd, &q), root, "{}", field.name);
        assert_eq!(root.modpow(&power_of_two(adicity - 1), &q), &q - 1_u32, "{}", field.name);
        let eighth = big(&field.root_of_unity(8).unwrap());
        assert_eq!(eighth, root.modpow(&power_of_two(adicity - 3), &q), "{}", field.name);
        assert!(field.source.len() > 3);
        assert_refused(field.root_of_unity(0), Status::InvalidArgument, "order is 0");
        assert_refused(field.root_of_unity(2 << adicity), Status::InvalidArgument, "power of two up to");
    }
}

#[test]
fn fields_are_the_published_ones() {
    for_each_length!(check_fields);
    let modulus = |name| multiword::hexadecimal(multiword::field::<[u64; 4]>(name).unwrap().modulus);
    assert_eq!(modulus("bn254-fr"), "0x30644e72e131a029b85045b68181585d2833e84879b9709143e1f593f0000001");
    assert_eq!(modulus("bls12-381-fr"), "0x73eda753299d7d483339d80809a1d80553bda402fffe5bfeffffffff00000001");
    assert_eq!(multiword::fields::<[u64; 4]>().len(), 7);
    let of_words = multiword::fields::<u64>();
    let roots: Vec<(&str, u64, u64)> = of_words.iter().map(|f| (f.name, f.generator, f.root)).collect();
    assert_eq!(roots[0], ("babybear", 31, 440564289));
    assert_eq!(roots[3], ("goldilocks", 7, 1753635133440165772));
    for field in of_words {
        assert_eq!(multiword::field(field.name).unwrap(), field);
        assert_eq!(field.root_of_unity(1).unwrap(), 1);
        assert_eq!(field.root_of_unity(2).unwrap(), field.modulus - 1);
    }
    let short: Vec<(&str, u32)> = multiword::fields::<u32>().iter().map(|f| (f.name, f.root)).collect();
    assert_eq!(short, [("babybear", 440564289), ("koalabear", 1791270792), ("mersenne31", (1 << 31) - 2)]);
    let short = multiword::field::<u32>("koalabear").unwrap();
    assert_eq!(short.root_of_unity(2).unwrap(), short.modulus - 1);
    assert_eq!(multiword::fields::<[u64; 6]>().len(), 1);
    assert!(multiword::fields::<[u64; 8]>().is_empty());
}

#[test]
fn what_is_wrong_is_an_error_that_says_so() {
    use Status::{InvalidArgument, OutOfRange};
    for q in [[0, 0, 1 << 60], [1, 0, 0], [1, 0, 1 << 63], [u64::MAX; 3]] {
        assert_refused(Modulus::new(q), InvalidArgument, "");
    }
    let q = Modulus::new(prime::<[u64; 4]>(255)).unwrap();
    let (one, zero, large) = ([1, 0, 0, 0], [0; 4], [u64::MAX; 4]);
    for result in [q.add(large, one), q.sub(one, large), q.mul(q.value(), one), q.pow(large, one), q.inverse(large)] {
        assert_refused(result, OutOfRange, "");
    }
    assert_refused(q.primitive_root_of_unity(3), InvalidArgument, "3");
    assert_refused(q.is_primitive_root_of_unity(large, 2), OutOfRange, "");
    for text in ["", "1x", "-1", "0x", "a\0b"] {
        assert_refused(multiword::parse::<[u64; 4]>(text), InvalidArgument, "");
    }
    assert_refused(multiword::field::<[u64; 4]>("bn254"), InvalidArgument, "bn254-fr");
    assert_refused(multiword::field::<[u64; 4]>("bn254\0"), InvalidArgument, "zero");
    assert_refused(multiword::field::<[u64; 6]>("bn254-fr"), InvalidArgument, "256 bits, not of 384");
    assert_refused(multiword::field::<u32>("goldilocks"), InvalidArgument, "64 bits, not of 32");
    let most = PrimeOrder::LargestFirst;
    assert_refused(multiword::ntt_primes::<[u64; 4]>(usize::MAX, 250, 16, most), InvalidArgument, "count");
    assert_refused(multiword::ntt_primes::<[u64; 4]>(1, 256, 16, most), InvalidArgument, "256");
    assert_refused(multiword::ntt_primes::<[u64; 4]>(1, 250, 3, most), InvalidArgument, "3");

    let (mut out, x, short) = (vec![[7, 0, 0, 0]; 8], vec![one; 8], vec![one; 7]);
    let form = Form::Plain;
    assert_refused(multiword::add(&mut out, &x, &short, &q), InvalidArgument, "b has length 7, but it must be 8");
    assert_refused(multiword::sub(&mut out, &short, &x, &q), InvalidArgument, "a has length 7");
    assert_refused(multiword::neg(&mut out, &short, &q), InvalidArgument, "a has length 7");
    assert_refused(multiword::neg_in_place(&mut [], &q), InvalidArgument, "0");
    assert_refused(multiword::mul_in_place(&mut out, &short, &q, form), InvalidArgument, "b has length 7");
    assert_refused(multiword::mul_scalar(&mut out, &x, large, &q, form), OutOfRange, "s");
    assert_refused(multiword::mul_scalar(&mut out, &short, one, &q, form), InvalidArgument, "a has length 7");
    assert_refused(multiword::mul_add(&mut out, &x, &x, &short, &q, form), InvalidArgument, "c has length 7");
    assert_refused(multiword::mul_add_in_place(&mut out, &x, &short, &q, form), InvalidArgument, "c has length 7");
    assert_refused(multiword::accumulate(&mut out, &short, &x, &q, form), InvalidArgument, "a has length 7");
    assert_refused(multiword::inner_product(&x, &short, &q, form), InvalidArgument, "b has length 7");
    assert_refused(multiword::inner_product(&[], &[], &q, form), InvalidArgument, "0");
    assert_refused(multiword::to_montgomery(&mut out, &short, &q), InvalidArgument, "a has length 7");
    assert_refused(multiword::from_montgomery(&mut out, &short, &q), InvalidArgument, "a has length 7");
    assert_refused(multiword::powers(&mut out, large, one, &q, form), OutOfRange, "first");
    assert_refused(multiword::powers(&mut out, one, large, &q, form), OutOfRange, "ratio");
    let composite = Modulus::new(number::<[u64; 4]>(&(power_of_two(254) - 1_u32))).unwrap();
    assert_refused(multiword::invert(&mut out, &[[3, 0, 0, 0]; 8], &composite, form), InvalidArgument, "a[0]");
    assert_refused(multiword::invert(&mut out, &short, &q, form), InvalidArgument, "a has length 7");

    for n in [0, 1, 3, 1 << 27] {
        assert_refused(Ntt::new(n, &q, Ring::Cyclic), InvalidArgument, &n.to_string());
    }
    let with = |options| Ntt::with_options(8, &q, options);
    assert_refused(with(NttOptions { root: Some(one), ..Default::default() }), InvalidArgument, "root");
    assert_refused(with(NttOptions { coset: Some(zero), ..Default::default() }), InvalidArgument, "coset");
    let ring = Ring::Negacyclic;
    assert_refused(with(NttOptions { coset: Some(one), ring, ..Default::default() }), InvalidArgument, "coset");
    assert_refused(Ntt::new(8, &composite, Ring::Cyclic), InvalidArgument, "");
    let ntt = with(NttOptions::default()).unwrap();
    assert_refused(ntt.forward(&mut out, &short, None), InvalidArgument, "x has length 7, but it must be 8");
    assert_refused(ntt.inverse(&mut out[..7], &x, None), InvalidArgument, "out has length 7");
    assert_refused(ntt.forward_in_place(&mut [], None), InvalidArgument, "length 0");
    assert_refused(ntt.inverse_in_place(&mut out[..3], None), InvalidArgument, "length 3");
    assert_refused(ntt.multiply(&mut out, &x, &short, form, None), InvalidArgument, "y has length 7");
    assert_refused(ntt.multiply(&mut out[1..], &x, &x, form, None), InvalidArgument, "out has length 7");
    assert_refused(ntt.multiply_in_place(&mut out, &short, form, None), InvalidArgument, "y has length 7");
    assert_refused(ntt.evaluate(&mut out, &[], None, None), InvalidArgument, "count is 0");
    assert_refused(ntt.evaluate(&mut out, &x, Some(&zero), None), InvalidArgument, "coset is 0");
    assert_refused(ntt.interpolate(&mut out, &x, Some(&zero), None), InvalidArgument, "coset is 0");
    assert_refused(ntt.extend(&mut out, &short, &one, None, None), InvalidArgument, "x has length 7");
    assert_refused(ntt.extend(&mut out[..7], &x, &one, None, None), InvalidArgument, "count is 7");
    assert_refused(ntt.extend(&mut out, &x, &one, Some(&zero), None), InvalidArgument, "root is 0");
    assert_refused(ntt.extension_root(17), InvalidArgument, "log_blowup is 17");
    assert_eq!(out, [[7, 0, 0, 0]; 8], "an error leaves outputs as they were");
    println!("{:?} {:?}", q, ntt);
}

#[test]
fn plans_are_shared_by_threads() {
    let field = multiword::field::<[u64; 6]>("bls12-377-fq").unwrap();
    let (q, n) = (big(&field.modulus), 256);
    let ntt = Ntt::new(n, &Modulus::new(field.modulus).unwrap(), Ring::Cyclic).unwrap();
    let work = |seed| {
        let x: Vec<[u64; 6]> = Random(seed).below(&q, n).iter().map(number).collect();
        let mut y = x.clone();
        for _ in 0..20 {
            ntt.forward_in_place(&mut y, None).unwrap();
            ntt.inverse_in_place(&mut y, None).unwrap();
        }
        assert!(x == y);
    };
    let work = &work;
    std::thread::scope(|scope| (0..4).for_each(|seed| drop(scope.spawn(move || work(seed)))));
}
