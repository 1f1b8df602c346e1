//! Functions of Plonky3 and tfhe-ntt for the benchmark, as C functions.

use p3_baby_bear::BabyBear;
use p3_dft::{
    Radix2Bowers, Radix2DFTSmallBatch, Radix2Dit, Radix2DitParallel, TwoAdicSubgroupDft,
};
use p3_field::extension::BinomialExtensionField;
use p3_field::{
    BasedVectorSpace, ExtensionField, PackedFieldExtension, PackedValue, PrimeField64,
    TwoAdicField,
};
use p3_goldilocks::Goldilocks;
use p3_koala_bear::KoalaBear;
use p3_matrix::bitrev::BitReversedMatrixView;
use p3_matrix::dense::RowMajorMatrix;
use p3_matrix::Matrix;
use p3_mersenne_31::Mersenne31;
use p3_monty_31::dft::RecursiveDft;
use std::mem::take;
use std::slice::{from_raw_parts, from_raw_parts_mut};
use std::time::Instant;

/// Counterpart of `ringlet_field_problem` in ../peer_problem.h.
#[repr(C)]
pub struct Problem {
    field: i32,
    operation: i32,
    log_rows: i32,
    log_blowup: i32,
    width: usize,
    q: u64,
    shift: u64,
    x: *const u64,
    y: *const u64,
}

impl Problem {
    fn rows(&self) -> usize {
        1 << self.log_rows
    }
    unsafe fn words(&self, first: *const u64) -> &[u64] {
        from_raw_parts(first, self.rows() * self.width)
    }
}

pub trait Prepared {
    fn run(&mut self);
    /// Returns the results of the last run in natural order.
    fn results(&self) -> Vec<u64>;
}

/// A computation on its state, and the numbers that the state holds.
struct Computation<S, R: FnMut(&mut S), O: Fn(&S) -> Vec<u64>> {
    state: S,
    run: R,
    results: O,
}

impl<S, R: FnMut(&mut S), O: Fn(&S) -> Vec<u64>> Prepared for Computation<S, R, O> {
    fn run(&mut self) {
        (self.run)(&mut self.state);
    }
    fn results(&self) -> Vec<u64> {
        (self.results)(&self.state)
    }
}

fn computation<S: 'static>(
    state: S,
    run: impl FnMut(&mut S) + 'static,
    results: impl Fn(&S) -> Vec<u64> + 'static,
) -> Box<dyn Prepared> {
    Box::new(Computation {
        state,
        run,
        results,
    })
}

unsafe fn read<F: PrimeField64>(problem: &Problem, first: *const u64) -> Vec<F> {
    let words = problem.words(first);
    words.iter().map(|&x| F::from_u64(x)).collect()
}

fn words_of<F: PrimeField64>(values: &[F]) -> Vec<u64> {
    values.iter().map(|x| x.as_canonical_u64()).collect()
}

/// The memory of a matrix that an algorithm returns, without a copy, and its numbers in natural order.
trait Evaluations<F: Clone + Send + Sync> {
    fn memory(self) -> Vec<F>;
    fn in_natural_order(self) -> Vec<F>;
}

impl<F: Clone + Send + Sync> Evaluations<F> for RowMajorMatrix<F> {
    fn memory(self) -> Vec<F> {
        self.values
    }
    fn in_natural_order(self) -> Vec<F> {
        self.values
    }
}

impl<F: Clone + Send + Sync> Evaluations<F> for BitReversedMatrixView<RowMajorMatrix<F>> {
    fn memory(self) -> Vec<F> {
        self.inner.values
    }
    fn in_natural_order(self) -> Vec<F> {
        self.to_row_major_matrix().values
    }
}

/// Prepares a transform or an extension, which takes the memory of its last results for its next operands.
unsafe fn transform<F, D>(problem: &Problem) -> Box<dyn Prepared>
where
    F: PrimeField64 + TwoAdicField,
    D: TwoAdicSubgroupDft<F> + 'static,
    D::Evaluations: Evaluations<F>,
{
    let (dft, width) = (D::default(), problem.width);
    let (extends, shift) = (problem.operation == 1, F::from_u64(problem.shift));
    let (blowup, count) = (problem.log_blowup as usize, problem.rows() * problem.width);
    let call = move |values| {
        let matrix = RowMajorMatrix::new(values, width);
        if extends {
            dft.coset_lde_batch(matrix, blowup, shift)
        } else {
            dft.dft_batch(matrix)
        }
    };
    let x = read::<F>(problem, problem.x);
    let first = words_of(&call(x.clone()).in_natural_order());
    computation(
        x,
        move |values| {
            values.truncate(count);
            *values = call(take(values)).memory();
        },
        move |_| first.clone(),
    )
}

/// Returns the fastest of several computations of the same results.
fn fastest(candidates: Vec<Box<dyn Prepared>>) -> Box<dyn Prepared> {
    let mut best: Option<(u128, Box<dyn Prepared>)> = None;
    for mut candidate in candidates {
        let times = (0..5).map(|_| {
            let start = Instant::now();
            candidate.run();
            start.elapsed().as_nanos()
        });
        let time = times.min().unwrap();
        if best.as_ref().is_none_or(|(least, _)| time < *least) {
            best = Some((time, candidate));
        }
    }
    best.unwrap().1
}

/// Prepares a transform by each algorithm for any field.
unsafe fn transforms<F: PrimeField64 + TwoAdicField + Ord>(
    problem: &Problem,
) -> Vec<Box<dyn Prepared>> {
    vec![
        transform::<F, Radix2Dit<F>>(problem),
        transform::<F, Radix2DitParallel<F>>(problem),
        transform::<F, Radix2Bowers>(problem),
        transform::<F, Radix2DFTSmallBatch<F>>(problem),
    ]
}

/// Prepares a product or a sum of vectors in the vectors of the field.
unsafe fn elements<F: PrimeField64>(problem: &Problem) -> Box<dyn Prepared> {
    let (x, y) = (read::<F>(problem, problem.x), read::<F>(problem, problem.y));
    let multiplies = problem.operation == 2;
    computation(
        vec![F::ZERO; x.len()],
        move |out| {
            let (a, b) = (F::Packing::pack_slice(&x), F::Packing::pack_slice(&y));
            let values = F::Packing::pack_slice_mut(out);
            if multiplies {
                for (out, (a, b)) in values.iter_mut().zip(a.iter().zip(b)) {
                    *out = *a * *b;
                }
            } else {
                for (out, (a, b)) in values.iter_mut().zip(a.iter().zip(b)) {
                    *out = *a + *b;
                }
            }
        },
        |out| words_of(out),
    )
}

/// Prepares the product of vectors over the extension field of degree D: by elements as they lie in memory, or in
/// packed elements, whose coordinates are vectors.
unsafe fn elements_of_extension<F, const D: usize>(
    problem: &Problem,
    is_packed: bool,
) -> Box<dyn Prepared>
where
    F: PrimeField64,
    BinomialExtensionField<F, D>: ExtensionField<F> + BasedVectorSpace<F>,
{
    type Element<F, const D: usize> = BinomialExtensionField<F, D>;
    let read_elements = |first| -> Vec<Element<F, D>> {
        let coordinates = read::<F>(problem, first);
        let elements = coordinates.chunks(D);
        elements
            .map(|c| Element::<F, D>::from_basis_coefficients_slice(c).unwrap())
            .collect()
    };
    let coordinates_of = |elements: &[Element<F, D>]| -> Vec<u64> {
        let coordinates = elements
            .iter()
            .flat_map(|x| x.as_basis_coefficients_slice().to_vec());
        words_of(&coordinates.collect::<Vec<F>>())
    };
    let (x, y) = (read_elements(problem.x), read_elements(problem.y));
    if !is_packed {
        return computation(
            x.clone(),
            move |out| {
                for (out, (a, b)) in out.iter_mut().zip(x.iter().zip(&y)) {
                    *out = *a * *b;
                }
            },
            move |out| coordinates_of(out),
        );
    }
    type Packed<F, const D: usize> = <Element<F, D> as ExtensionField<F>>::ExtensionPacking;
    let pack = |elements: &[Element<F, D>]| -> Vec<Packed<F, D>> {
        let groups = elements.chunks(F::Packing::WIDTH);
        groups.map(Packed::<F, D>::from_ext_slice).collect()
    };
    let (x, y) = (pack(&x), pack(&y));
    computation(
        x.clone(),
        move |out| {
            for (out, (a, b)) in out.iter_mut().zip(x.iter().zip(&y)) {
                *out = *a * *b;
            }
        },
        move |out| {
            let elements = Packed::<F, D>::to_ext_iter(out.iter().copied());
            coordinates_of(&elements.collect::<Vec<_>>())
        },
    )
}

/// Prepares a negacyclic transform by tfhe-ntt, whose inverse must give its operands again.
macro_rules! tfhe_ntt {
    ($plan:ty, $word:ty, $problem:expr) => {{
        let q = $problem.q as $word;
        <$plan>::try_new($problem.rows(), q).map(|plan| {
            let words = $problem.words($problem.x).iter();
            let x: Vec<$word> = words.map(|&x| x as $word).collect();
            let mut values = x.clone();
            plan.fwd(&mut values);
            plan.inv(&mut values);
            for (&value, &x) in values.iter().zip(&x) {
                let scaled = (x as u128) * ($problem.rows() as u128) % (q as u128);
                assert_eq!(value as u128, scaled, "tfhe-ntt's inverse is not an inverse");
            }
            computation(x, move |values| plan.fwd(values), |_| Vec::new())
        })
    }};
}

type Handle = *mut Box<dyn Prepared>;

fn handle(prepared: Option<Box<dyn Prepared>>) -> Handle {
    prepared.map_or(std::ptr::null_mut(), |x| Box::into_raw(Box::new(x)))
}

unsafe fn two_adic<F: PrimeField64 + TwoAdicField + Ord, const D: usize>(
    problem: &Problem,
    mut others: Vec<Box<dyn Prepared>>,
) -> Box<dyn Prepared>
where
    BinomialExtensionField<F, D>: ExtensionField<F> + BasedVectorSpace<F>,
{
    match problem.operation {
        0 | 1 => {
            others.extend(transforms::<F>(problem));
            fastest(others)
        }
        4 => elements_of_extension::<F, D>(problem, false),
        _ => elements::<F>(problem),
    }
}

/// Prepares a computation by Plonky3 with its own operands. Returns null if it does not have it.
///
/// # Safety
/// The problem's arrays must have as many words as it says.
#[no_mangle]
pub unsafe extern "C" fn ringlet_plonky3_prepare(problem: &Problem) -> Handle {
    let is_transform = problem.operation <= 1;
    handle(match problem.field {
        0 => {
            let recursive = is_transform
                .then(|| transform::<BabyBear, RecursiveDft<BabyBear>>(problem))
                .into_iter()
                .collect();
            Some(two_adic::<BabyBear, 4>(problem, recursive))
        }
        1 => {
            let recursive = is_transform
                .then(|| transform::<KoalaBear, RecursiveDft<KoalaBear>>(problem))
                .into_iter()
                .collect();
            Some(two_adic::<KoalaBear, 4>(problem, recursive))
        }
        2 => match problem.operation {
            2 | 3 => Some(elements::<Mersenne31>(problem)),
            _ => None,
        },
        3 => Some(two_adic::<Goldilocks, 2>(problem, Vec::new())),
        _ => None,
    })
}

/// Prepares the product of packed elements of an extension field by Plonky3. Returns null for other operations.
///
/// # Safety
/// The problem's arrays must have as many words as it says.
#[no_mangle]
pub unsafe extern "C" fn ringlet_plonky3_packed_prepare(problem: &Problem) -> Handle {
    handle(match (problem.operation, problem.field) {
        (4, 0) => Some(elements_of_extension::<BabyBear, 4>(problem, true)),
        (4, 1) => Some(elements_of_extension::<KoalaBear, 4>(problem, true)),
        (4, 3) => Some(elements_of_extension::<Goldilocks, 2>(problem, true)),
        _ => None,
    })
}

/// Prepares a single transform by tfhe-ntt. Returns null if it does not have it.
///
/// # Safety
/// The problem's arrays must have as many words as it says.
#[no_mangle]
pub unsafe extern "C" fn ringlet_tfhe_ntt_prepare(problem: &Problem) -> Handle {
    if problem.operation != 0 || problem.width != 1 {
        return std::ptr::null_mut();
    }
    handle(if problem.q >> 32 == 0 {
        tfhe_ntt!(tfhe_ntt::prime32::Plan, u32, problem)
    } else {
        tfhe_ntt!(tfhe_ntt::prime64::Plan, u64, problem)
    })
}

/// # Safety
/// `prepared` must come from one of the functions above and not be deleted yet. The functions below require the same.
#[no_mangle]
pub unsafe extern "C" fn ringlet_fields_run(prepared: Handle) {
    (*prepared).run();
}

/// Writes the results of the last run.
///
/// # Safety
/// `out` must have room for them.
#[no_mangle]
pub unsafe extern "C" fn ringlet_fields_store(prepared: Handle, out: *mut u64) {
    let results = (*prepared).results();
    from_raw_parts_mut(out, results.len()).copy_from_slice(&results);
}

/// # Safety
/// `prepared` must not be used afterwards.
#[no_mangle]
pub unsafe extern "C" fn ringlet_fields_delete(prepared: Handle) {
    drop(Box::from_raw(prepared));
}
