//! Pattern databases of pancakes, and the distribution of distances.

use std::fmt;

use tremaux_core::{Guarantees, Heuristic};
use tremaux_tables::{BuildError, Builder, Cache, Loaded, PatternDatabase, PatternSpace};

use super::{PancakePuzzle, Stack};

/// The maximum number of pancakes whose places can be numbered: 16 places of four bits each in a
/// word.
const MOST_PANCAKES: usize = 16;

/// The number of last digits of an index that vary within a block.
const WITHIN: usize = 3;

/// The abstraction for a pattern database (Culberson and Schaeffer 1996): the places of the
/// largest `counted` of `pancakes` pancakes, with all others indistinguishable.
///
/// Every flip costs 1, even one that moves none of them. An index is a mixed-radix number: the
/// place of the largest pancake, then for each next one its place among those still free.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Pancakes {
    pancakes: usize,
    counted: usize,
}

/// The error for a pattern of no pancakes, or of more than can be numbered.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct TooManyPancakes;

impl fmt::Display for TooManyPancakes {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("a pattern of at least one pancake and at most 2^32 states")
    }
}

impl std::error::Error for TooManyPancakes {}

/// Places of pancakes, the largest first.
type Places = [u8; MOST_PANCAKES];

impl Pancakes {
    /// The pattern of the largest `counted` of `pancakes`.
    ///
    /// # Errors
    ///
    /// Fails if the pattern has more than 2^32 states, or the number of pancakes is 0 or more
    /// than 128.
    pub fn new(pancakes: usize, counted: usize) -> Result<Self, TooManyPancakes> {
        if !(1..=128).contains(&pancakes) || !(1..=MOST_PANCAKES.min(pancakes)).contains(&counted) {
            return Err(TooManyPancakes);
        }
        let pattern = Self { pancakes, counted };
        let states = (0..counted).try_fold(1_u32, |n, at| n.checked_mul(pattern.radix(at)));
        states.map(|_| pattern).ok_or(TooManyPancakes)
    }

    /// The number of places left for the pancake `at`.
    #[inline]
    const fn radix(&self, at: usize) -> u32 {
        (self.pancakes - at) as u32
    }

    /// The number of states of the digits from `at` on.
    #[inline]
    fn states_from(&self, at: usize) -> usize {
        (at..self.counted).map(|at| self.radix(at) as usize).product()
    }

    /// The first digit that varies within a block.
    #[inline]
    fn first_within(&self) -> usize {
        self.counted.saturating_sub(WITHIN)
    }

    /// The number of the digits `from..to` of pancakes at these places.
    #[inline]
    fn number(&self, places: &Places, from: usize, to: usize) -> usize {
        let mut number = 0;
        for at in from..to {
            let place = places[at];
            let before = places[..at].iter().filter(|&&other| other < place).count();
            number = number * self.radix(at) as usize + usize::from(place) - before;
        }
        number
    }

    /// The index of pancakes at these places.
    #[inline]
    fn index(&self, places: &Places) -> usize {
        self.number(places, 0, self.counted)
    }

    /// Turns the digits `from..to` in `number` into places.
    #[inline]
    fn fill(&self, places: &mut Places, from: usize, to: usize, number: usize) {
        let mut rest = number;
        let mut digits = [0; MOST_PANCAKES];
        for at in (from..to).rev() {
            let radix = self.radix(at) as usize;
            digits[at] = (rest % radix) as u8;
            rest /= radix;
        }
        for at in from..to {
            // The digit-th free place: skip taken places, from the lowest.
            let mut taken = [u8::MAX; MOST_PANCAKES];
            taken[..at].copy_from_slice(&places[..at]);
            taken[..at].sort_unstable();
            let mut place = digits[at];
            for &other in &taken[..at] {
                place += u8::from(other <= place);
            }
            places[at] = place;
        }
    }
}

impl PatternSpace for Pancakes {
    type Block = Places;

    fn name(&self) -> String {
        format!("pancakes-{}-of-{}", self.counted, self.pancakes)
    }

    fn description(&self) -> String {
        format!(
            "pancake puzzle: places of the largest {} of {} pancakes, the largest first; all \
             flips counted; order 1",
            self.counted, self.pancakes
        )
    }

    #[inline]
    fn block_count(&self) -> usize {
        self.states_from(0) / self.block_len()
    }

    #[inline]
    fn block_len(&self) -> usize {
        self.states_from(self.first_within())
    }

    fn block(&self, number: usize) -> Places {
        let mut places = [0; MOST_PANCAKES];
        self.fill(&mut places, 0, self.first_within(), number);
        places
    }

    fn goals(&self, goals: &mut Vec<(usize, u8)>) {
        let mut places = [0; MOST_PANCAKES];
        for (at, place) in places[..self.counted].iter_mut().enumerate() {
            *place = (self.pancakes - 1 - at) as u8;
        }
        goals.push((self.index(&places), 0));
    }

    fn predecessors(
        &self,
        block: &Places,
        within: usize,
        _parts: u8,
        mut visit: impl FnMut(usize, usize, u8),
    ) {
        let (middle, end) = (self.first_within(), self.counted);
        let mut places = *block;
        self.fill(&mut places, middle, end, within);
        for count in 2..=self.pancakes as u8 {
            let mut before = places;
            for place in before[..end].iter_mut().filter(|place| **place < count) {
                *place = count - 1 - *place;
            }
            visit(self.number(&before, 0, middle), self.number(&before, middle, end), 0);
        }
    }
}

/// A pattern database of [`Pancakes`] as a heuristic: consistent.
///
/// [`Gap`](super::Gap) is far stronger and needs no table; this heuristic is kept for
/// comparison.
#[derive(Debug)]
pub struct PancakePattern {
    pattern: Pancakes,
    database: PatternDatabase,
}

impl PancakePattern {
    /// Builds the database of `pattern`. For each state it takes three bytes, and time
    /// proportional to the number of flips.
    ///
    /// # Errors
    ///
    /// Fails as [`Builder::build`] does.
    pub fn build(pattern: Pancakes, builder: &mut Builder<'_>) -> Result<Self, BuildError> {
        Self::load_or_build(pattern, &Cache::none(), builder).map(|(heuristic, _)| heuristic)
    }

    /// Loads the database of `pattern` from `cache`, or builds and stores it. Returns which of
    /// the two happened.
    ///
    /// # Errors
    ///
    /// Fails as [`Cache::load_or_build`] does.
    pub fn load_or_build(
        pattern: Pancakes,
        cache: &Cache,
        builder: &mut Builder<'_>,
    ) -> Result<(Self, tremaux_tables::Origin), BuildError> {
        let Loaded { database, origin } = cache.load_or_build(&pattern, builder)?;
        Ok((Self { pattern, database }, origin))
    }
}

impl<T: Stack> Heuristic<PancakePuzzle<T>> for PancakePattern {
    type Memo = ();

    /// There are no guarantees for stacks with another number of pancakes.
    fn guarantees(&self) -> Guarantees {
        Guarantees::CONSISTENT
    }

    fn table_bytes(&self) -> usize {
        self.database.bytes().len()
    }

    fn estimate(&self, puzzle: &PancakePuzzle<T>, stack: &T) -> u32 {
        let Pancakes { pancakes, counted } = self.pattern;
        if puzzle.pancakes() != pancakes {
            return 0;
        }
        let mut places = [0; MOST_PANCAKES];
        for (place, size) in puzzle.sizes(stack).enumerate() {
            let at = pancakes - 1 - usize::from(size);
            if at < counted {
                places[at] = place as u8;
            }
        }
        self.database.get(self.pattern.index(&places)).into()
    }
}

/// The numbers of stacks of `pancakes` that are 0, 1, 2 and so on flips away from the sorted
/// one.
///
/// Runs a breadth-first search over all numbered stacks: at three bytes per stack, 10 pancakes
/// take 11 MB and 12 take 1.4 GB.
///
/// # Errors
///
/// Fails for 0 and for more than 12 pancakes.
///
/// ```
/// use tremaux::puzzles::pancake::distance_histogram;
/// // Three of the 24 piles of four take four flips.
/// assert_eq!(distance_histogram(4).unwrap(), [1, 3, 6, 11, 3]);
/// ```
pub fn distance_histogram(pancakes: usize) -> Result<Vec<u64>, TooManyPancakes> {
    let pattern = Pancakes::new(pancakes, pancakes)?;
    let database = Builder::new().build(&pattern).map_err(|_| TooManyPancakes)?;
    let mut histogram = Vec::new();
    for index in 0..database.len() {
        let distance = usize::from(database.get(index));
        if histogram.len() <= distance {
            histogram.resize(distance + 1, 0);
        }
        histogram[distance] += 1;
    }
    Ok(histogram)
}
