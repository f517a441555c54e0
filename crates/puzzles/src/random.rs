//! Numbers that look random, the same for ever.

/// SplitMix64 (Steele, Lea and Flood 2014): a small generator of known sequence.
///
/// What it gives for a seed is part of the public interface and never changes, so that a
/// generated instance can be named by its seed. Not for secrets.
///
/// ```
/// use tremaux_puzzles::Random;
/// assert_eq!(Random::new(1234567).bits(), 6457827717110365317);
/// ```
#[derive(Clone, Debug)]
pub struct Random(u64);

impl Random {
    /// The generator of this seed.
    #[must_use]
    pub const fn new(seed: u64) -> Self {
        Self(seed)
    }

    /// The next 64 bits.
    pub const fn bits(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9E37_79B9_7F4A_7C15);
        let mut bits = self.0;
        bits = (bits ^ bits >> 30).wrapping_mul(0xBF58_476D_1CE4_E5B9);
        bits = (bits ^ bits >> 27).wrapping_mul(0x94D0_49BB_1331_11EB);
        bits ^ bits >> 31
    }

    /// A number below `bound`, each as likely as the others; 0 if `bound` is 0.
    ///
    /// The bits are divided by the largest multiple of `bound` that they can hold, and drawn
    /// again beyond it.
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

    /// Puts `items` in an order as likely as any other (Fisher and Yates, from the end).
    pub fn shuffle<T>(&mut self, items: &mut [T]) {
        for last in (1..items.len()).rev() {
            items.swap(last, self.below(last as u64 + 1) as usize);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::Random;

    #[test]
    fn the_sequence_is_the_published_one() {
        let mut random = Random::new(1_234_567);
        let expected = [
            6_457_827_717_110_365_317,
            3_203_168_211_198_807_973,
            9_817_491_932_198_370_423,
            4_593_380_528_125_082_431,
            16_408_922_859_458_223_821,
        ];
        assert_eq!(expected.map(|_| random.bits()), expected);
    }

    #[test]
    fn every_number_below_a_bound_comes() {
        let mut random = Random::new(5);
        let mut counts = [0; 6];
        for _ in 0..6000 {
            counts[random.below(6) as usize] += 1;
        }
        assert!(counts.iter().all(|count| (850..1150).contains(count)), "{counts:?}");
        assert_eq!((random.below(1), random.below(0)), (0, 0));
    }

    #[test]
    fn a_shuffle_for_a_seed_never_changes() {
        let mut items: Vec<u8> = (0..8).collect();
        Random::new(42).shuffle(&mut items);
        let mut sorted = items.clone();
        sorted.sort_unstable();
        assert_eq!(sorted, (0..8).collect::<Vec<u8>>());
        assert_eq!(items, SHUFFLED);
    }

    const SHUFFLED: [u8; 8] = [3, 1, 6, 2, 4, 0, 7, 5];
}
