//! Functions of `tfhe_ntt::prime64::Plan` for the benchmark, as C functions. All arrays hold `n` words in `[0, q)`.

use std::slice::{from_raw_parts, from_raw_parts_mut};
use tfhe_ntt::prime64::Plan;

/// Makes a plan. Returns null if the crate has none for these parameters.
#[no_mangle]
pub extern "C" fn ringlet_bench_tfhe_ntt_new(n: usize, q: u64) -> *mut Plan {
    Plan::try_new(n, q).map_or(std::ptr::null_mut(), |plan| Box::into_raw(Box::new(plan)))
}

/// # Safety
/// `plan` comes from `ringlet_bench_tfhe_ntt_new` and is not used again.
#[no_mangle]
pub unsafe extern "C" fn ringlet_bench_tfhe_ntt_delete(plan: *mut Plan) {
    drop(Box::from_raw(plan));
}

/// Returns whether the plan uses the 52-bit multiply-add kernels.
#[no_mangle]
pub extern "C" fn ringlet_bench_tfhe_ntt_uses_ifma(plan: &Plan) -> bool {
    plan.use_ifma()
}

/// # Safety
/// `data` holds n words.
#[no_mangle]
pub unsafe extern "C" fn ringlet_bench_tfhe_ntt_forward(plan: &Plan, data: *mut u64) {
    plan.fwd(from_raw_parts_mut(data, plan.ntt_size()));
}

/// Computes the inverse transform in place, without the factor 1/n.
///
/// # Safety
/// `data` holds n words.
#[no_mangle]
pub unsafe extern "C" fn ringlet_bench_tfhe_ntt_inverse(plan: &Plan, data: *mut u64) {
    plan.inv(from_raw_parts_mut(data, plan.ntt_size()));
}

/// Computes out += a * b, element by element.
///
/// # Safety
/// `out`, `a` and `b` hold n words each; `out` overlaps neither.
#[no_mangle]
pub unsafe extern "C" fn ringlet_bench_tfhe_ntt_multiply_add(plan: &Plan, out: *mut u64, a: *const u64, b: *const u64) {
    let n = plan.ntt_size();
    plan.mul_accumulate(from_raw_parts_mut(out, n), from_raw_parts(a, n), from_raw_parts(b, n));
}

/// Computes out = out * b / n, element by element.
///
/// # Safety
/// `out` and `b` hold n words each and do not overlap.
#[no_mangle]
pub unsafe extern "C" fn ringlet_bench_tfhe_ntt_multiply_normalize(plan: &Plan, out: *mut u64, b: *const u64) {
    let n = plan.ntt_size();
    plan.mul_assign_normalize(from_raw_parts_mut(out, n), from_raw_parts(b, n));
}
