//! Sets of squares.

/// The number of a square; reachable squares are numbered in reading order.
pub(super) type Square = u16;

/// A set of squares, in `W` words of 64 bits.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Squares<const W: usize>([u64; W]);

impl<const W: usize> Default for Squares<W> {
    fn default() -> Self {
        Self::EMPTY
    }
}

impl<const W: usize> Squares<W> {
    /// No squares.
    pub const EMPTY: Self = Self([0; W]);

    #[inline]
    pub(super) const fn words(self) -> [u64; W] {
        self.0
    }

    #[inline]
    pub(super) const fn from_words(words: [u64; W]) -> Self {
        Self(words)
    }

    /// The set of the squares below `count`.
    pub(super) fn below(count: usize) -> Self {
        (0..count).map(|square| square as Square).collect()
    }

    /// Whether the set contains `square`.
    #[inline]
    pub const fn contains(&self, square: Square) -> bool {
        self.0[(square >> 6) as usize] >> (square & 63) & 1 != 0
    }

    /// Adds `square`.
    #[inline]
    pub const fn insert(&mut self, square: Square) {
        self.0[(square >> 6) as usize] |= 1 << (square & 63);
    }

    /// Removes `square`.
    #[inline]
    pub const fn remove(&mut self, square: Square) {
        self.0[(square >> 6) as usize] &= !(1 << (square & 63));
    }

    /// The number of elements.
    #[inline]
    pub const fn len(&self) -> u32 {
        let (mut sum, mut at) = (0, 0);
        while at < W {
            sum += self.0[at].count_ones();
            at += 1;
        }
        sum
    }

    /// Whether the set is empty.
    #[inline]
    pub const fn is_empty(&self) -> bool {
        let (mut any, mut at) = (0, 0);
        while at < W {
            any |= self.0[at];
            at += 1;
        }
        any == 0
    }

    /// Whether the set is a subset of `other`.
    #[inline]
    pub fn is_within(&self, other: &Self) -> bool {
        self.without(other).is_empty()
    }

    /// The intersection.
    #[inline]
    pub const fn and(&self, other: &Self) -> Self {
        let (mut words, mut at) = (self.0, 0);
        while at < W {
            words[at] &= other.0[at];
            at += 1;
        }
        Self(words)
    }

    /// The union.
    #[inline]
    pub const fn or(&self, other: &Self) -> Self {
        let (mut words, mut at) = (self.0, 0);
        while at < W {
            words[at] |= other.0[at];
            at += 1;
        }
        Self(words)
    }

    /// The difference.
    #[inline]
    pub const fn without(&self, other: &Self) -> Self {
        let (mut words, mut at) = (self.0, 0);
        while at < W {
            words[at] &= !other.0[at];
            at += 1;
        }
        Self(words)
    }

    /// The symmetric difference.
    #[inline]
    pub const fn symmetric_difference(&self, other: &Self) -> Self {
        let (mut words, mut at) = (self.0, 0);
        while at < W {
            words[at] ^= other.0[at];
            at += 1;
        }
        Self(words)
    }

    /// The smallest element.
    #[inline]
    pub fn first(&self) -> Option<Square> {
        let at = self.0.iter().position(|&word| word != 0)?;
        Some((at as u32 * 64 + self.0[at].trailing_zeros()) as Square)
    }

    /// All squares, in ascending order.
    #[inline]
    pub fn iter(&self) -> impl Iterator<Item = Square> + use<W> {
        Rising { words: self.0, at: 0 }
    }
}

/// Iterates over the remaining squares of a set, from word `at` on.
struct Rising<const W: usize> {
    words: [u64; W],
    at: u32,
}

impl<const W: usize> Iterator for Rising<W> {
    type Item = Square;

    #[inline]
    fn next(&mut self) -> Option<Square> {
        loop {
            let word = self.words.get_mut(self.at as usize)?;
            if *word != 0 {
                let bit = word.trailing_zeros();
                *word &= *word - 1;
                return Some((self.at * 64 + bit) as Square);
            }
            self.at += 1;
        }
    }
}

impl<const W: usize> FromIterator<Square> for Squares<W> {
    fn from_iter<I: IntoIterator<Item = Square>>(squares: I) -> Self {
        let mut set = Self::EMPTY;
        for square in squares {
            set.insert(square);
        }
        set
    }
}
