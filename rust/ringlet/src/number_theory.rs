use crate::error::{check, Error, Result};
use crate::word::Word;
use ringlet_sys as sys;

/// From which end of [2^(bits−1), 2^bits) primes are taken.
///
/// ```
/// use ringlet::{ntt_primes, PrimeOrder};
/// let largest = ntt_primes::<u64>(2, 30, 1024, PrimeOrder::LargestFirst)?;
/// let smallest = ntt_primes::<u64>(2, 30, 1024, PrimeOrder::SmallestFirst)?;
/// assert!(largest[0] > largest[1] && smallest[0] < smallest[1]);
/// # Ok::<(), ringlet::Error>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum PrimeOrder {
    /// The largest primes, falling.
    LargestFirst,
    /// The smallest primes, rising.
    SmallestFirst,
}

impl PrimeOrder {
    pub(crate) fn raw(self) -> sys::ringlet_prime_order {
        match self {
            Self::LargestFirst => sys::RINGLET_LARGEST_FIRST,
            Self::SmallestFirst => sys::RINGLET_SMALLEST_FIRST,
        }
    }
}

/// Whether n is prime. For `u64` any n, and the answer is proved; for `u128` n < 2^124, and above 2^81 no composite is
/// known that passes.
///
/// ```
/// assert!(ringlet::is_prime(12289_u64)?);
/// assert!(!ringlet::is_prime((1_u128 << 100) - 1)?);
/// # Ok::<(), ringlet::Error>(())
/// ```
pub fn is_prime<W: Word>(n: W) -> Result<bool> {
    n.prime()
}

/// `count` ≤ 2^20 distinct primes of exactly `bits` bits with q ≡ 1 modulo 2n: moduli of transforms of n points, a power
/// of two up to 2^24. An error where there are fewer; its message says how many there are.
///
/// ```
/// let q = ringlet::ntt_primes::<u64>(1, 50, 4096, ringlet::PrimeOrder::LargestFirst)?[0];
/// assert_eq!(q % 8192, 1);
/// # Ok::<(), ringlet::Error>(())
/// ```
pub fn ntt_primes<W: Word>(count: usize, bits: u32, n: usize, order: PrimeOrder) -> Result<Vec<W>> {
    check_prime_count(count)?;
    let mut primes = vec![W::default().raw(); count];
    check(unsafe { (W::C.ntt_primes)(primes.as_mut_ptr(), count, bits, n, order.raw()) })?;
    Ok(primes.into_iter().map(W::from_raw).collect())
}

/// That there is a reason to make room for so many primes.
pub(crate) fn check_prime_count(count: usize) -> Result<()> {
    let most = 1 << 20;
    if count > most {
        return Err(Error::invalid(format!("count = {}, it must be at most {}", count, most)));
    }
    Ok(())
}

/// The lowest `bit_count` ≤ 64 bits of x < 2^bit_count in reverse order.
///
/// ```
/// assert_eq!(ringlet::reverse_bits(0b0011, 4)?, 0b1100);
/// # Ok::<(), ringlet::Error>(())
/// ```
pub fn reverse_bits(x: u64, bit_count: u32) -> Result<u64> {
    let mut result = 0;
    check(unsafe { sys::ringlet_reverse_bits(&mut result, x, bit_count) })?;
    Ok(result)
}
