//! Compares linear transforms with key switches, automorphisms and products, and checks which arguments are refused.

#[path = "support/executors.rs"]
mod executors;
#[path = "support/refused.rs"]
mod refused;
#[path = "support/rows.rs"]
mod rows;

use executors::with_executors;
use ringlet::rns::*;
use ringlet::{Error, Form, Status};
use rows::*;

const SPECIAL: usize = 2;
const SIZE: usize = 3;

/// Words that look random, row i in [0, moduli\[i\]).
fn random(seed: &mut u64, moduli: &[u64]) -> Vec<u64> {
    let mut next = |q: u64| {
        *seed = seed.wrapping_mul(6364136223846793005).wrapping_add(1442695040888963407);
        (*seed >> 1) % q
    };
    moduli.iter().flat_map(|&q| (0..N).map(|_| next(q)).collect::<Vec<_>>()).collect()
}

/// A plan with three moduli of Q and two special moduli, and keys of the preimage of a rotation.
struct Setting {
    plan: KeySwitch,
    moduli: Vec<u64>,
    key: [Vec<u64>; 2],
    automorphism: Automorphism,
}

impl Setting {
    fn new(seed: &mut u64) -> Self {
        let moduli = primes(SIZE + SPECIAL, 50);
        let options = KeySwitchOptions { digit_size: 2, ..Default::default() };
        let plan = KeySwitch::new(&transforms(&moduli), SPECIAL, options).unwrap();
        let mut polynomials = || (0..plan.digit_count()).flat_map(|_| random(seed, &moduli)).collect::<Vec<_>>();
        let key = [polynomials(), polynomials()];
        Self { plan, moduli, key, automorphism: Automorphism::new(N, 5).unwrap() }
    }

    fn key_views(&self) -> [Vec<RnsView<'_>>; 2] {
        [0, 1].map(|half: usize| self.key[half].chunks((SIZE + SPECIAL) * N).map(view).collect())
    }

    fn copied(&self) -> SwitchingKey<'_> {
        let [b, a] = self.key_views();
        SwitchingKey::new(&self.plan, &b, &a, Some((&self.automorphism, RotationKey::Preimage))).unwrap()
    }

    fn borrowed(&self) -> SwitchingKey<'_> {
        let [b, a] = self.key_views();
        SwitchingKey::borrow(&self.plan, &b, &a, Some(&self.automorphism)).unwrap()
    }

    /// Moduli of a level and of P.
    fn extended(&self, level: usize) -> Vec<u64> {
        [&self.moduli[..level], &self.moduli[SIZE..]].concat()
    }

    fn image(&self, x: &[u64]) -> Vec<u64> {
        let mut out = vec![0; x.len()];
        self.automorphism.on_evaluations(&mut span(&mut out), &view(x), None).unwrap();
        out
    }

    fn digits(&self, x: &[u64]) -> Vec<u64> {
        let level = x.len() / N;
        let words = (level + SPECIAL) * N;
        let mut data = vec![0; self.plan.digit_count_of(level) * words];
        let mut digits: Vec<_> = data.chunks_mut(words).map(span).collect();
        self.plan.decompose(&mut digits, &view(x), None).unwrap();
        drop(digits);
        data
    }

    /// Sums of products of the digits of x and the key.
    fn products(&self, x: &[u64]) -> [Vec<u64>; 2] {
        let words = (x.len() / N + SPECIAL) * N;
        let data = self.digits(x);
        let digits: Vec<_> = data.chunks(words).map(view).collect();
        let (mut b, mut a) = (vec![0; words], vec![0; words]);
        self.plan.inner_product(&mut span(&mut b), &mut span(&mut a), &digits, &self.copied(), None).unwrap();
        [b, a]
    }

    /// P x modulo Q P.
    fn raised(&self, x: &[u64]) -> Vec<u64> {
        let mut out = vec![0; x.len() + SPECIAL * N];
        self.plan.add_special_multiple(&mut span(&mut out), &view(x), None).unwrap();
        out
    }

    fn divided(&self, [b, a]: &[Vec<u64>; 2]) -> [Vec<u64>; 2] {
        let words = b.len() - SPECIAL * N;
        let (mut to_b, mut to_a) = (vec![0; words], vec![0; words]);
        self.plan.mod_down(&mut span(&mut to_b), &mut span(&mut to_a), &view(b), &view(a), None).unwrap();
        [to_b, to_a]
    }

    /// Inner sum of p_0 c + p_1 phi(c), whose plaintexts may have more moduli than the ciphertext.
    fn inner_sum(&self, plaintexts: [Option<&[u64]>; 2], b: &[u64], a: &[u64]) -> [Vec<u64>; 2] {
        let level = b.len() / N;
        let base = RnsBase::new(&self.extended(level)).unwrap();
        let [mut rotated_b, rotated_a] = self.products(a);
        base.add_in_place(&mut span(&mut rotated_b), &view(&self.raised(&self.image(b))), None).unwrap();
        let terms = [[self.raised(b), self.raised(a)], [rotated_b, rotated_a]];
        let mut sums = [vec![0; (level + SPECIAL) * N], vec![0; (level + SPECIAL) * N]];
        for (term, plaintext) in terms.iter().zip(plaintexts).filter_map(|(term, plaintext)| Some((term, plaintext?))) {
            let of_level = [&plaintext[..level * N], &plaintext[plaintext.len() - SPECIAL * N..]].concat();
            for (sum, polynomial) in sums.iter_mut().zip(term) {
                let mut product = vec![0; sum.len()];
                base.mul(&mut span(&mut product), &view(&of_level), &view(polynomial), Form::Plain, None).unwrap();
                base.add_in_place(&mut span(sum), &view(&product), None).unwrap();
            }
        }
        sums
    }

    /// u_0 + phi(u_1) with a key switch of v_1, for two giant steps.
    fn transformed(&self, plaintexts: &[Option<&[u64]>; 4], b: &[u64], a: &[u64]) -> [Vec<u64>; 2] {
        let base = RnsBase::new(&self.extended(b.len() / N)).unwrap();
        let [mut total_b, mut total_a] = self.inner_sum([plaintexts[0], plaintexts[1]], b, a);
        let [u, v] = self.inner_sum([plaintexts[2], plaintexts[3]], b, a);
        let [_, quotient] = self.divided(&[u.clone(), v]);
        let [switched_b, switched_a] = self.products(&quotient);
        for addend in [&switched_b, &self.image(&u)] {
            base.add_in_place(&mut span(&mut total_b), &view(addend), None).unwrap();
        }
        base.add_in_place(&mut span(&mut total_a), &view(&switched_a), None).unwrap();
        self.divided(&[total_b, total_a])
    }
}

#[test]
fn transforms_are_composed_of_key_switches() {
    let mut seed = 1;
    let setting = Setting::new(&mut seed);
    // The second plaintext is absent, and the third has fewer moduli.
    let all: Vec<_> = [3, 3, 2, 3].iter().map(|&level| random(&mut seed, &setting.extended(level))).collect();
    let plaintexts = [Some(&all[0][..]), None, Some(&all[2][..]), Some(&all[3][..])];
    let views: Vec<_> = plaintexts.iter().map(|plaintext| plaintext.map(view)).collect();
    for level in 1..=2 {
        let [b, a, c, d] = [0; 4].map(|_| random(&mut seed, &setting.moduli[..level]));
        let expected = [setting.transformed(&plaintexts, &b, &a), setting.transformed(&plaintexts, &c, &d)];
        for borrows in [false, true] {
            let transform = {
                let key = if borrows { setting.borrowed() } else { setting.copied() };
                let steps = [None, Some(&key)];
                LinearTransform::new(&setting.plan, &steps, &steps, &views).unwrap()
            };
            assert_eq!((transform.baby_steps(), transform.giant_steps()), (2, 2));
            with_executors(|e| {
                let mut out = [0; 4].map(|_| vec![0; level * N]);
                let [to_b, to_a, ..] = &mut out;
                transform.apply(&mut span(to_b), &mut span(to_a), &view(&b), &view(&a), e).unwrap();
                assert_eq!(out[..2], expected[0]);
                let mut spans: Vec<_> = out.iter_mut().map(|words| span(words)).collect();
                let (to_b, to_a) = spans.split_at_mut(2);
                transform.apply_many(to_b, to_a, &[view(&b), view(&c)], &[view(&a), view(&d)], e).unwrap();
                drop(spans);
                for k in 0..2 {
                    assert_eq!([&out[k], &out[k + 2]], [&expected[k][0], &expected[k][1]]);
                }
                let mut sums = [0; 4].map(|_| vec![0; (level + SPECIAL) * N]);
                let mut spans: Vec<_> = sums.iter_mut().map(|words| span(words)).collect();
                let (to_b, to_a) = spans.split_at_mut(2);
                let data = setting.digits(&a);
                let digits: Vec<_> = data.chunks((level + SPECIAL) * N).map(view).collect();
                transform.sums(to_b, to_a, &view(&b), &view(&a), &digits, e).unwrap();
                drop(spans);
                for g in 0..2 {
                    let wanted = setting.inner_sum([plaintexts[2 * g], plaintexts[2 * g + 1]], &b, &a);
                    assert_eq!([&sums[g], &sums[g + 2]], [&wanted[0], &wanted[1]]);
                }
            });
        }
    }
}

#[test]
fn keys_of_images_and_preimages_agree() {
    let mut seed = 2;
    let setting = Setting::new(&mut seed);
    let images = setting.key.clone().map(|half| setting.image(&half));
    let [b, a] = [0, 1].map(|half: usize| images[half].chunks((SIZE + SPECIAL) * N).map(view).collect::<Vec<_>>());
    let of_image = SwitchingKey::new(&setting.plan, &b, &a, Some((&setting.automorphism, RotationKey::Image))).unwrap();
    let x = random(&mut seed, &setting.moduli[..SIZE]);
    let [expected, copied, borrowed] = [&of_image, &setting.copied(), &setting.borrowed()].map(|key| {
        let (mut b, mut a) = (vec![0; x.len()], vec![0; x.len()]);
        setting.plan.apply(&mut span(&mut b), &mut span(&mut a), &view(&x), key, None).unwrap();
        [b, a]
    });
    assert_eq!(copied, expected);
    assert_eq!(borrowed, expected);
}

fn assert_refused<T>(result: Result<T, Error>, part: &str) {
    refused::assert_refused(result, Status::InvalidArgument, part);
}

#[test]
fn what_is_wrong_is_an_error_that_says_so() {
    let (setting, other) = (Setting::new(&mut 3), Setting::new(&mut 3));
    let plan = &setting.plan;
    let (key, foreign) = (setting.copied(), other.copied());
    let words = vec![1; 6 * N];
    let (all, low, wrong) = (Some(view(&words[..5 * N])), Some(view(&words[..4 * N])), Some(view(&words)));
    let steps = [None, Some(&key)];
    let make = |baby: &[_], giant: &[_], plaintexts: &[_]| LinearTransform::new(plan, baby, giant, plaintexts);
    assert_refused(make(&steps, &[None], &[all]), "plaintexts has length 1, but it must be 2");
    assert_refused(make(&[], &[None], &[]), "baby_steps is 0");
    assert_refused(make(&[None], &[], &[]), "giant_steps is 0");
    assert_refused(make(&[Some(&foreign)], &[None], &[all]), "belongs to another plan");
    assert_refused(make(&[None], &[None], &[wrong]), "levels[0] is 4");
    assert_refused(make(&[None], &[None], &[Some(view(&words[..2 * N]))]), "levels[0] is 0");
    assert_refused(make(&[None], &[None], &[Some(view(&words[..N]))]), "plaintexts has 1 rows");
    let narrow = RnsView::new(&words[..5 * N / 2], N / 2).unwrap();
    assert_refused(make(&[None], &[None], &[Some(narrow)]), "plaintexts has 5 rows of 8 words");
    let transform = make(&steps, &[None], &[all, low]).unwrap();
    let data = vec![1; 6 * N];
    let (mut out, mut more) = (data.clone(), data.clone());
    let (x, short, long) = (view(&data[..2 * N]), view(&data[..N]), view(&data[..4 * N]));
    let (b, a) = (&mut span(&mut out[..2 * N]), &mut span(&mut more[..2 * N]));
    assert_refused(transform.apply(b, a, &x, &short, None), "a has 1 rows");
    assert_refused(transform.apply(b, a, &short, &short, None), "out_b has 2 rows");
    assert_refused(transform.apply_many(&mut [], &mut [], &[x], &[x], None), "out_b has length 0");
    assert_refused(transform.apply_many(&mut [], &mut [], &[], &[], None), "ciphertexts is 0");
    assert_refused(transform.sums(&mut [], &mut [], &x, &x, &[], None), "sum_b has length 0");
    assert_refused(transform.sums(&mut [], &mut [], &long, &long, &[], None), "b has 4 rows, but it must have 1 to 3");
    let three = view(&data[..3 * N]);
    let (b, a) = (&mut span(&mut out[..3 * N]), &mut span(&mut more[..3 * N]));
    assert_refused(transform.apply(b, a, &three, &three, None), "plaintexts[1] is 4");
    let (sum_b, sum_a) = (&mut [span(&mut out[..4 * N])], &mut [span(&mut more[..4 * N])]);
    assert_refused(transform.sums(sum_b, sum_a, &x, &x, &[], None), "digits has length 0, but it must be 1");
    assert_eq!((&out, &more), (&data, &data), "an error leaves outputs as they were");
}
