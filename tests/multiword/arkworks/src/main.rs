//! Writes vectors.txt: results of arkworks 0.6.0 in the scalar fields of BN254, BLS12-377, BLS12-381, Pallas
//! and Vesta, with which libraries_test.cpp compares. `cargo run --release > vectors.txt` in this folder writes
//! the same bytes again. The format, the inputs and the operations are those of ../gnark/main.go, but
//! evaluations are in natural order.

use ark_ff::{BigInt, FftField, Fp, MontBackend, MontConfig, PrimeField};
use ark_poly::{EvaluationDomain, Radix2EvaluationDomain};

/// splitmix64: S. Vigna, public domain.
struct Random(u64);

impl Random {
    fn word(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9e3779b97f4a7c15);
        let mut z = self.0;
        z = (z ^ (z >> 30)).wrapping_mul(0xbf58476d1ce4e5b9);
        z = (z ^ (z >> 27)).wrapping_mul(0x94d049bb133111eb);
        z ^ (z >> 31)
    }
}

type Number<C> = Fp<MontBackend<C, 4>, 4>;

/// Returns numbers whose words in Montgomery form are random.
fn numbers<C: MontConfig<4>>(seed: u64, n: usize) -> Vec<Number<C>> {
    let mut random = Random(seed);
    let bits = Number::<C>::MODULUS_BIT_SIZE;
    (0..n)
        .map(|_| {
            let mut words = [0; 4].map(|_: u64| random.word());
            words[3] >>= 258 - bits;
            Fp::new_unchecked(BigInt(words))
        })
        .collect()
}

fn write<C: MontConfig<4>>(operation: &str, field: &str, values: &[Number<C>]) {
    let mut digest = 0xcbf29ce484222325u64;
    for word in values.iter().flat_map(|value| value.0 .0) {
        digest = (digest ^ word).wrapping_mul(0x100000001b3);
    }
    println!("{operation} {field} {} {digest:x}", values.len());
}

fn write_all<C: MontConfig<4>>(field: &str) {
    let products: Vec<_> = numbers::<C>(1, 16)
        .into_iter()
        .zip(numbers(2, 16))
        .map(|(x, y)| x * y)
        .collect();
    write("product", field, &products);
    for n in [2, 8, 64, 4096, 131072] {
        // Larger sizes in one field only, to limit the time of the test.
        if n > 4096 && field != "bls12-381-fr" {
            continue;
        }
        let roots = Radix2EvaluationDomain::<Number<C>>::new(n).unwrap();
        let coset = roots.get_coset(Number::<C>::GENERATOR).unwrap();
        for (domain, suffix) in [(roots, ""), (coset, "_coset")] {
            write(
                &format!("forward{suffix}"),
                field,
                &domain.fft(&numbers::<C>(1, n)),
            );
            write(
                &format!("inverse{suffix}"),
                field,
                &domain.ifft(&numbers::<C>(1, n)),
            );
        }
    }
}

fn main() {
    println!("# Written by src/main.rs with arkworks 0.6.0.");
    write_all::<ark_bn254::FrConfig>("bn254-fr");
    write_all::<ark_bls12_377::FrConfig>("bls12-377-fr");
    write_all::<ark_bls12_381::FrConfig>("bls12-381-fr");
    write_all::<ark_pallas::FrConfig>("pallas-fr");
    write_all::<ark_vesta::FrConfig>("vesta-fr");
}
