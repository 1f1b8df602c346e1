//! Functions of arkworks and halo2curves for the benchmark, as C functions.

use ark_ff::{BigInt, Fp, MontBackend, MontConfig};
use ark_poly::{EvaluationDomain, Radix2EvaluationDomain};
use halo2curves::ff::PrimeField;
use halo2curves::{bls12381, bn256, fft::best_fft};
use std::ops::{Add, Mul};
use std::slice::{from_raw_parts, from_raw_parts_mut};

/// Counterpart of `ringlet_peer_problem` in ../peer_problem.h.
#[repr(C)]
pub struct Problem {
    field: i32,
    operation: i32,
    log_n: i32,
    is_natural: i32,
    threads: i32,
    root: *const u64,
    x: *const u64,
    y: *const u64,
}

/// Number in Montgomery form.
trait Number: Copy + Add<Output = Self> + Mul<Output = Self> {
    const WORDS: usize;
    fn from_words(words: &[u64]) -> Self;
    fn words(&self) -> &[u64];
}

impl<C: MontConfig<N>, const N: usize> Number for Fp<MontBackend<C, N>, N> {
    const WORDS: usize = N;
    fn from_words(words: &[u64]) -> Self {
        Fp::new_unchecked(BigInt(words.try_into().unwrap()))
    }
    fn words(&self) -> &[u64] {
        &self.0 .0
    }
}

macro_rules! halo2curves_number {
    ($field:ty) => {
        impl Number for $field {
            const WORDS: usize = 4;
            fn from_words(words: &[u64]) -> Self {
                Self(words.try_into().unwrap())
            }
            fn words(&self) -> &[u64] {
                &self.0
            }
        }
    };
}
halo2curves_number!(bn256::Fr);
halo2curves_number!(bls12381::Fr);

pub trait Prepared {
    fn run(&mut self);
    fn results(&self) -> Vec<u64>;
}

struct Computation<N, F: FnMut(&mut Vec<N>)> {
    values: Vec<N>,
    function: F,
}

impl<N: Number, F: FnMut(&mut Vec<N>)> Prepared for Computation<N, F> {
    fn run(&mut self) {
        (self.function)(&mut self.values);
    }
    fn results(&self) -> Vec<u64> {
        self.values
            .iter()
            .flat_map(|x| x.words())
            .copied()
            .collect()
    }
}

fn computation<'a, N: Number + 'a>(
    values: Vec<N>,
    function: impl FnMut(&mut Vec<N>) + 'a,
) -> Box<dyn Prepared + 'a> {
    Box::new(Computation { values, function })
}

unsafe fn read<N: Number>(words: *const u64, count: usize) -> Vec<N> {
    let words = from_raw_parts(words, count * N::WORDS);
    words.chunks(N::WORDS).map(N::from_words).collect()
}

/// Prepares an element-wise operation as a loop: neither library has functions for vectors.
fn loops<N: Number + 'static>(operation: i32, x: Vec<N>, y: Vec<N>) -> Box<dyn Prepared> {
    match operation {
        2 => computation(x.clone(), move |out| {
            for (out, (x, y)) in out.iter_mut().zip(x.iter().zip(&y)) {
                *out = *x * *y;
            }
        }),
        3 => computation(x.clone(), move |out| {
            for (out, (x, y)) in out.iter_mut().zip(x.iter().zip(&y)) {
                *out = *x + *y;
            }
        }),
        _ => computation(vec![x[0]], move |out| {
            let products = x.iter().zip(&y).map(|(x, y)| *x * *y);
            out[0] = products.reduce(|sum, product| sum + product).unwrap();
        }),
    }
}

unsafe fn arkworks<C: MontConfig<N>, const N: usize>(problem: &Problem) -> Box<dyn Prepared> {
    type F<C, const N: usize> = Fp<MontBackend<C, N>, N>;
    let n = 1 << problem.log_n;
    let x = read::<F<C, N>>(problem.x, n);
    let domain = Radix2EvaluationDomain::<F<C, N>>::new(n).unwrap();
    match problem.operation {
        0 => computation(x, move |a| domain.fft_in_place(a)),
        1 => computation(x, move |a| domain.ifft_in_place(a)),
        operation => loops(operation, x, read(problem.y, n)),
    }
}

/// Prepares a computation by halo2curves. As in halo2, the inverse is a transform with the inverse
/// root and one product for each number.
unsafe fn halo2curves<N: Number + PrimeField>(problem: &Problem) -> Box<dyn Prepared> {
    let (log_n, n) = (problem.log_n as u32, 1 << problem.log_n);
    let x = read::<N>(problem.x, n);
    let root = read::<N>(problem.root, 1)[0];
    match problem.operation {
        0 => computation(x, move |a| best_fft(a, root, log_n)),
        1 => {
            let root = root.invert().unwrap();
            let scale = N::TWO_INV.pow_vartime([log_n as u64]);
            computation(x, move |a| {
                best_fft(a, root, log_n);
                a.iter_mut().for_each(|x| *x *= scale);
            })
        }
        operation => loops(operation, x, read(problem.y, n)),
    }
}

type Handle = *mut Box<dyn Prepared>;

fn handle(prepared: Box<dyn Prepared>) -> Handle {
    Box::into_raw(Box::new(prepared))
}

/// Prepares a computation for the functions below, with its own operands.
///
/// # Safety
/// The problem's arrays must have as many words as it says.
#[cfg_attr(not(feature = "parallel"), export_name = "ringlet_arkworks_prepare")]
#[cfg_attr(
    feature = "parallel",
    export_name = "ringlet_arkworks_parallel_prepare"
)]
pub unsafe extern "C" fn arkworks_prepare(problem: &Problem) -> Handle {
    handle(match problem.field {
        0 => arkworks::<ark_bn254::FrConfig, 4>(problem),
        1 => arkworks::<ark_bls12_381::FrConfig, 4>(problem),
        _ => arkworks::<ark_bls12_377::FqConfig, 6>(problem),
    })
}

/// Prepares a computation with its own operands. Returns null for an unknown field.
///
/// # Safety
/// The problem's arrays must have as many words as it says.
#[cfg_attr(not(feature = "parallel"), export_name = "ringlet_halo2curves_prepare")]
#[cfg_attr(
    feature = "parallel",
    export_name = "ringlet_halo2curves_parallel_prepare"
)]
pub unsafe extern "C" fn halo2curves_prepare(problem: &Problem) -> Handle {
    match problem.field {
        0 => handle(halo2curves::<bn256::Fr>(problem)),
        1 => handle(halo2curves::<bls12381::Fr>(problem)),
        _ => std::ptr::null_mut(),
    }
}

/// # Safety
/// `prepared` must come from one of the functions above and not be deleted yet. The functions
/// below require the same.
#[cfg_attr(not(feature = "parallel"), export_name = "ringlet_rust_run")]
#[cfg_attr(feature = "parallel", export_name = "ringlet_rust_parallel_run")]
pub unsafe extern "C" fn run(prepared: Handle) {
    (*prepared).run();
}

/// Writes the results of the last run.
///
/// # Safety
/// `out` must have room for them.
#[cfg_attr(not(feature = "parallel"), export_name = "ringlet_rust_store")]
#[cfg_attr(feature = "parallel", export_name = "ringlet_rust_parallel_store")]
pub unsafe extern "C" fn store(prepared: Handle, out: *mut u64) {
    let results = (*prepared).results();
    from_raw_parts_mut(out, results.len()).copy_from_slice(&results);
}

/// # Safety
/// `prepared` must not be used afterwards.
#[cfg_attr(not(feature = "parallel"), export_name = "ringlet_rust_delete")]
#[cfg_attr(feature = "parallel", export_name = "ringlet_rust_parallel_delete")]
pub unsafe extern "C" fn delete(prepared: Handle) {
    drop(Box::from_raw(prepared));
}
