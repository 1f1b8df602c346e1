use crate::error::{check, Error, Result};
use crate::word::Word;
use ringlet_sys as sys;

/// End of [2^(bits−1), 2^bits) that primes are taken from.
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
    /// Largest primes, in falling order.
    LargestFirst,
    /// Smallest primes, in rising order.
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

/// Tests whether n is prime. For `u64`, n is any number and the answer is proved. For `u128`, n < 2^124; above 2^81 no
/// composite is known that passes.
///
/// ```
/// assert!(ringlet::is_prime(12289_u64)?);
/// assert!(!ringlet::is_prime((1_u128 << 100) - 1)?);
/// # Ok::<(), ringlet::Error>(())
/// ```
pub fn is_prime<W: Word>(n: W) -> Result<bool> {
    n.prime()
}

/// Returns `count` ≤ 2^20 distinct primes of exactly `bits` bits with q ≡ 1 modulo 2n, which are moduli of transforms
/// of n points, a power of two up to 2^24. An error if there are fewer; the message says how many there are.
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

/// Checks `count` before memory for so many primes is allocated.
pub(crate) fn check_prime_count(count: usize) -> Result<()> {
    let most = 1 << 20;
    if count > most {
        return Err(Error::invalid(format!("count is {}, but it must be at most {}", count, most)));
    }
    Ok(())
}

/// Returns the lowest `bit_count` ≤ 64 bits of x < 2^bit_count in reverse order.
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
