//! Times negacyclic transforms and products of polynomials by Ringlet, tfhe-ntt and concrete-ntt, in one process. Before
//! that, all products are verified: up to 4096 points by the definition, above by Ringlet's. The transforms are verified
//! only through the products, because each library has its own order of evaluations.
//!
//! The inverses of tfhe-ntt and concrete-ntt leave out the factor 1/n; their products include it.

use ringlet::{Modulus, Ntt, PrimeOrder, Ring};
use std::hint::black_box;
use std::time::Duration;

const SIZES: [(usize, u32); 4] = [(1024, 30), (4096, 49), (8192, 55), (32768, 60)];
const TURNS: usize = 201;

type Operation = fn(&dyn Peer, &mut [u64], &mut [u64]);
const OPERATIONS: [(&str, Operation); 3] = [
    ("forward", |peer, x, _| peer.forward(x)),
    ("inverse", |peer, x, _| peer.inverse(x)),
    ("product", |peer, x, y| peer.multiply(x, y)),
];

/// Library that is timed. Its operations work in place: x = the transform, the inverse transform, or x y in the ring.
trait Peer {
    fn name(&self) -> &'static str;
    fn forward(&self, x: &mut [u64]);
    fn inverse(&self, x: &mut [u64]);
    fn multiply(&self, x: &mut [u64], y: &mut [u64]);
}

struct Ringlet {
    ntt: Ntt,
    q: Modulus,
}

impl Peer for Ringlet {
    fn name(&self) -> &'static str {
        "ringlet"
    }
    fn forward(&self, x: &mut [u64]) {
        self.ntt.forward_in_place(x).unwrap();
    }
    fn inverse(&self, x: &mut [u64]) {
        self.ntt.inverse_in_place(x).unwrap();
    }
    fn multiply(&self, x: &mut [u64], y: &mut [u64]) {
        self.ntt.forward_in_place(x).unwrap();
        self.ntt.forward_in_place(y).unwrap();
        ringlet::mul_in_place(x, y, &self.q, 1).unwrap();
        self.ntt.inverse_in_place(x).unwrap();
    }
}

macro_rules! peer {
    ($plan:ty, $name:literal) => {
        impl Peer for $plan {
            fn name(&self) -> &'static str {
                $name
            }
            fn forward(&self, x: &mut [u64]) {
                self.fwd(x);
            }
            fn inverse(&self, x: &mut [u64]) {
                self.inv(x);
            }
            fn multiply(&self, x: &mut [u64], y: &mut [u64]) {
                self.fwd(x);
                self.fwd(y);
                self.mul_assign_normalize(x, y);
                self.inv(x);
            }
        }
    };
}

peer!(tfhe_ntt::prime64::Plan, "tfhe-ntt");
peer!(concrete_ntt::prime64::Plan, "concrete-ntt");

fn peers(n: usize, q: u64) -> Vec<Box<dyn Peer>> {
    let modulus = Modulus::new(q).unwrap();
    let ntt = Ntt::new(n, &modulus, Ring::Negacyclic).unwrap();
    println!("n = {n}, q = {q}: {}", ntt.describe());
    vec![
        Box::new(Ringlet { ntt, q: modulus }),
        Box::new(tfhe_ntt::prime64::Plan::try_new(n, q).unwrap()),
        Box::new(concrete_ntt::prime64::Plan::try_new(n, q).unwrap()),
    ]
}

fn polynomial(n: usize, q: u64, seed: u64) -> Vec<u64> {
    let element = |i| (i as u64 + seed).wrapping_mul(0x9e37_79b9_7f4a_7c15) % q;
    (0..n).map(element).collect()
}

/// Returns the product modulo X^n + 1 by its definition.
fn schoolbook(x: &[u64], y: &[u64], q: u64) -> Vec<u64> {
    let n = x.len();
    let coefficient = |k: usize| {
        let term = |i: usize| {
            let product = (u128::from(x[i]) * u128::from(y[(n + k - i) % n]) % u128::from(q)) as u64;
            if i > k && product != 0 {
                q - product
            } else {
                product
            }
        };
        ((0..n).map(|i| u128::from(term(i))).sum::<u128>() % u128::from(q)) as u64
    };
    (0..n).map(coefficient).collect()
}

fn verify(n: usize, q: u64, peers: &[Box<dyn Peer>]) {
    let (x, y) = (polynomial(n, q, 1), polynomial(n, q, 2));
    let product = |peer: &dyn Peer| {
        let (mut out, mut y) = (x.clone(), y.clone());
        peer.multiply(&mut out, &mut y);
        out
    };
    let wanted = if n <= 4096 { schoolbook(&x, &y, q) } else { product(peers[0].as_ref()) };
    for peer in peers {
        assert!(product(peer.as_ref()) == wanted, "{} computes another product, n = {n}, q = {q}", peer.name());
    }
}

/// Returns the CPU time of the calling thread, so that other work on the machine counts less.
fn thread_time() -> Duration {
    let mut time = libc::timespec { tv_sec: 0, tv_nsec: 0 };
    let status = unsafe { libc::clock_gettime(libc::CLOCK_THREAD_CPUTIME_ID, &mut time) };
    assert_eq!(status, 0, "Linux has a clock for each thread");
    Duration::new(time.tv_sec as u64, time.tv_nsec as u32)
}

/// Returns the time of one operation on copies of x and y, so many that reading the clock does not count.
fn time(peer: &dyn Peer, run: Operation, x: &[u64], y: &[u64]) -> Duration {
    let count = 65536 / x.len();
    let mut copies = vec![(x.to_vec(), y.to_vec()); count];
    let start = thread_time();
    for (x, y) in &mut copies {
        run(peer, black_box(x), black_box(y));
    }
    (thread_time() - start) / count as u32
}

/// Prints the median of each peer's times. The peers take turns.
fn main() {
    for (n, bits) in SIZES {
        let q = ringlet::ntt_primes::<u64>(1, bits, n, PrimeOrder::LargestFirst).unwrap()[0];
        let peers = peers(n, q);
        verify(n, q, &peers);
        let (x, y) = (polynomial(n, q, 1), polynomial(n, q, 2));
        for (operation, run) in OPERATIONS {
            let mut times = vec![Vec::new(); peers.len()];
            for _ in 0..TURNS {
                for (peer, times) in peers.iter().zip(&mut times) {
                    times.push(time(peer.as_ref(), run, &x, &y));
                }
            }
            for (peer, mut times) in peers.iter().zip(times) {
                times.sort();
                println!("{operation}, {n} points, {bits} bits, {}: {:.2?}", peer.name(), times[TURNS / 2]);
            }
        }
    }
}
