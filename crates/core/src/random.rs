//! Random numbers that are the same on every machine and in every version.

/// The increment of the state at each step.
const STEP: u64 = 0x9E37_79B9_7F4A_7C15;

/// Mixes 64 bits one to one, so that every bit of the result depends on all of `bits`: the last
/// part of SplitMix64. For hashes and tables of keys.
#[inline]
pub const fn mix(bits: u64) -> u64 {
    let bits = (bits ^ bits >> 30).wrapping_mul(0xBF58_476D_1CE4_E5B9);
    let bits = (bits ^ bits >> 27).wrapping_mul(0x94D0_49BB_1331_11EB);
    bits ^ bits >> 31
}

/// SplitMix64 (Steele, Lea and Flood 2014): a small generator of known sequence.
///
/// The sequence for a seed is part of the public interface and never changes, so that a seed
/// identifies a generated instance. Not suitable for cryptography.
///
/// ```
/// use tremaux::Random;
/// assert_eq!(Random::new(1234567).bits(), 6457827717110365317);
/// ```
#[derive(Clone, Debug)]
pub struct Random(u64);

impl Random {
    /// A generator with this seed.
    pub const fn new(seed: u64) -> Self {
        Self(seed)
    }

    /// The next 64 bits.
    #[inline]
    pub const fn bits(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(STEP);
        mix(self.0)
    }

    /// The 64 bits that come after `skipped` others, which are not computed.
    #[inline]
    pub const fn bits_after(&self, skipped: u64) -> u64 {
        mix(self.0.wrapping_add(STEP.wrapping_mul(skipped.wrapping_add(1))))
    }

    /// A uniformly distributed number below `bound`; 0 if `bound` is 0.
    ///
    /// Bits at or above the largest multiple of `bound` are drawn again.
    #[inline]
    pub const fn below(&mut self, bound: u64) -> u64 {
        if bound == 0 {
            return 0;
        }
        let excess = (u64::MAX % bound + 1) % bound;
        loop {
            let bits = self.bits();
            if bits <= u64::MAX - excess {
                return bits % bound;
            }
        }
    }

    /// A number below `bound` from exactly the next 64 bits: they are a fraction of 2^64 and are
    /// multiplied by `bound`. Slightly biased, by `bound` in 2^64.
    #[inline]
    pub const fn scaled(&mut self, bound: u64) -> u64 {
        ((self.bits() as u128 * bound as u128) >> 64) as u64
    }

    /// A number from 0 (inclusive) to 1 (exclusive), with 53 bits.
    #[inline]
    pub const fn unit(&mut self) -> f64 {
        (self.bits() >> 11) as f64 / (1u64 << 53) as f64
    }

    /// Shuffles `items` uniformly (Fisher and Yates, from the end).
    pub fn shuffle<T>(&mut self, items: &mut [T]) {
        for last in (1..items.len()).rev() {
            items.swap(last, self.below(last as u64 + 1) as usize);
        }
    }
}
