//! Numbers sets of cells of a fixed size.

/// The maximum number of cells of a board whose sets are numbered.
pub(super) const MOST_CELLS: usize = 32;

/// Numbers all sets of a fixed number of cells of a board from 0, in the order of their bits
/// read as a number (the combinatorial number system).
///
/// A number is the sum of two table lookups, for the lower and the higher cells; the tables fit
/// into the first- or second-level cache.
#[derive(Clone, Debug)]
pub(super) struct CellSets {
    low_bits: u32,
    /// By the lower cells: their contribution, and the start of the row for the higher cells.
    low: Box<[(u32, u32)]>,
    high: Box<[u32]>,
    count: usize,
    cells: usize,
    taken: usize,
}

/// The number of ways to choose `taken` of `cells`.
pub(super) const fn binomial(cells: usize, taken: usize) -> usize {
    if taken > cells {
        return 0;
    }
    let (mut ways, mut done) = (1, 0);
    while done < taken {
        ways = ways * (cells - done) / (done + 1);
        done += 1;
    }
    ways
}

/// The sum for the cells in `set`, with `below` further cells below them.
#[inline]
fn share(set: usize, offset: usize, below: usize) -> u32 {
    let (mut rest, mut number, mut sum) = (set, below, 0);
    while rest != 0 {
        number += 1;
        sum += binomial(rest.trailing_zeros() as usize + offset, number);
        rest &= rest - 1;
    }
    sum as u32
}

impl CellSets {
    /// The sets of `taken` of `cells` cells, at most [`MOST_CELLS`].
    pub(super) fn new(cells: usize, taken: usize) -> Self {
        let low_bits = cells.div_ceil(2);
        let high_len = 1 << (cells - low_bits);
        let size = |set: usize| set.count_ones() as usize;
        let low = (0..1_usize << low_bits).map(|set| match size(set) {
            below if below <= taken => (share(set, 0, 0), (below * high_len) as u32),
            _ => (0, 0),
        });
        let high = (0..=taken).flat_map(|below| {
            (0..high_len).map(move |set| match size(set) + below == taken {
                true => share(set, low_bits, below),
                false => 0,
            })
        });
        Self {
            low_bits: low_bits as u32,
            low: low.collect(),
            high: high.collect(),
            count: binomial(cells, taken),
            cells,
            taken,
        }
    }

    /// The number of sets.
    #[inline]
    pub(super) const fn len(&self) -> usize {
        self.count
    }

    /// The number of `set`, which must have the fixed number of cells.
    #[inline]
    pub(super) fn number(&self, set: u32) -> u32 {
        let low = (set & ((1 << self.low_bits) - 1)) as usize;
        let (share, row) = self.low[low];
        share + self.high[row as usize + (set >> self.low_bits) as usize]
    }

    /// All sets in the order of their numbers.
    pub(super) fn iter(&self) -> impl Iterator<Item = u32> {
        let mut set = (1_u64 << self.taken) - 1;
        let end = 1_u64 << self.cells;
        std::iter::from_fn(move || {
            let this = (set < end).then_some(set as u32)?;
            // The next number with as many bits (Gosper).
            let lowest = set & set.wrapping_neg();
            let carried = set + lowest;
            set = if set == 0 { end } else { (((carried ^ set) >> 2) / lowest) | carried };
            Some(this)
        })
    }
}

#[cfg(test)]
mod tests {
    use super::{CellSets, binomial};

    #[test]
    fn sets_are_numbered_in_their_order() {
        assert_eq!((binomial(16, 8), binomial(25, 6), binomial(3, 4)), (12_870, 177_100, 0));
        for cells in 4..=16 {
            for taken in 0..=cells.min(9) {
                let sets = CellSets::new(cells, taken);
                let naive = (0..1_u32 << cells).filter(|set| set.count_ones() == taken as u32);
                assert!(sets.iter().eq(naive));
                assert_eq!(sets.iter().count(), sets.len());
                assert!(
                    sets.iter().enumerate().all(|(number, set)| sets.number(set) == number as u32)
                );
            }
        }
        let sets = CellSets::new(32, 4);
        assert!(sets.iter().enumerate().all(|(number, set)| sets.number(set) == number as u32));
        assert_eq!(sets.iter().count(), binomial(32, 4));
    }
}
