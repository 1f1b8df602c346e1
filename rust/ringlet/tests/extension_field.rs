//! Extension fields against polynomials by the definition.

use ringlet::ElementLayout::{Coordinates, Interleaved};
use ringlet::{ExtensionField, Modulus};

const BABYBEAR: u128 = 2013265921;
const N: usize = 13;

fn product(a: &[u128], b: &[u128], w: u128) -> Vec<u128> {
    let degree = a.len();
    let mut out = vec![0; degree];
    for (i, x) in a.iter().enumerate() {
        for (j, y) in b.iter().enumerate() {
            let factor = if i + j < degree { 1 } else { w };
            out[(i + j) % degree] = (out[(i + j) % degree] + x * y % BABYBEAR * factor) % BABYBEAR;
        }
    }
    out
}

fn numbers(count: usize, seed: u128) -> Vec<u128> {
    (1..=count as u128).map(|i| (i * i * 1_000_003 + seed * 998_244_353) % BABYBEAR).collect()
}

macro_rules! check_word {
    ($word:ty) => {
        for &(degree, w) in &[(4_usize, 11_u128), (5, 2), (8, 11)] {
            let cast = |x: &[u128]| x.iter().map(|&x| x as $word).collect::<Vec<$word>>();
            let q = Modulus::new(BABYBEAR as $word).unwrap();
            let field = ExtensionField::new(&q, degree as u32, w as $word).unwrap();
            assert_eq!(field.degree(), degree);
            assert!(format!("{:?}", field).contains(field.describe()));
            let (x, y, s) = (numbers(N * degree, 1), numbers(N * degree, 2), numbers(degree, 3));
            let base = numbers(N, 4);
            let each = |f: &dyn Fn(usize, &[u128]) -> Vec<u128>| {
                cast(&x.chunks(degree).enumerate().flat_map(|(i, e)| f(i, e)).collect::<Vec<_>>())
            };
            let element = |i: usize| &y[i * degree..(i + 1) * degree];
            let (a, b) = (cast(&x), cast(&y));
            let mut out = a.clone();
            field.mul_in_place(&mut out, &b, Interleaved).unwrap();
            let products = each(&|i, e| product(e, element(i), w));
            assert_eq!(out, products);
            let (mut rows_a, mut rows_b, mut rows) = (a.clone(), b.clone(), b.clone());
            field.to_coordinates(&mut rows_a, &a).unwrap();
            field.to_coordinates(&mut rows_b, &b).unwrap();
            field.mul(&mut rows, &rows_a, &rows_b, Coordinates).unwrap();
            field.to_interleaved(&mut out, &rows).unwrap();
            assert_eq!(out, products);
            field.mul_by_base(&mut out, &a, &cast(&base), Interleaved).unwrap();
            assert_eq!(out, each(&|i, e| e.iter().map(|x| x * base[i] % BABYBEAR).collect()));
            field.mul_by_element(&mut out, &a, &cast(&s), Interleaved).unwrap();
            assert_eq!(out, each(&|_, e| product(e, &s, w)));
            field.invert(&mut out, &a, Interleaved).unwrap();
            field.mul_in_place(&mut out, &a, Interleaved).unwrap();
            assert!(out.iter().enumerate().all(|(i, &x)| x == <$word>::from(i % degree == 0)));
            field.powers(&mut out, &a[..degree], &cast(&s), Interleaved).unwrap();
            let second = product(&x[..degree], &s, w);
            assert_eq!(out[degree..2 * degree], cast(&second)[..]);
            let mut sum = cast(&s);
            field.inner_product(&mut sum, &a, &b, Interleaved).unwrap();
            for k in 0..degree {
                let total: u128 = products.iter().skip(k).step_by(degree).map(|&x| x as u128).sum();
                assert_eq!(sum[k] as u128, total % BABYBEAR);
            }
            assert!(field.mul(&mut out, &a, &b[1..], Interleaved).is_err());
            assert!(field.invert(&mut out[1..], &a[1..], Interleaved).is_err());
            assert!(field.mul_by_base(&mut out, &a, &b, Interleaved).is_err());
            assert!(ExtensionField::new(&q, degree as u32, 1).is_err());
        }
    };
}

#[test]
fn operations_are_those_of_polynomials() {
    check_word!(u32);
    check_word!(u64);
    check_word!(u128);
}
