//! The history heuristic: ratings of classes of moves or actions.

/// Ratings of moves or actions by class, learnt from successes (the history heuristic,
/// Schaeffer 1983).
///
/// The classes are numbers below the length of the table. A success raises a rating by its weight
/// and a failure lowers it, by less the closer the rating is to the limit, so that new results
/// gradually replace old ones; [`HistoryTable::decay`] reduces all ratings at once. The same
/// table orders the moves of a game and the actions of a depth-first search for paths.
///
/// ```
/// use tremaux::play::HistoryTable;
/// let mut history = HistoryTable::with_len(10);
/// history.add(3, 16);
/// history.add(4, -16);
/// assert!(history.rating(3) > history.rating(5) && history.rating(5) > history.rating(4));
/// history.decay(2);
/// assert_eq!(history.rating(3), 8);
/// ```
#[derive(Clone, Debug, Default)]
pub struct HistoryTable(Vec<i32>);

impl HistoryTable {
    /// The greatest rating; the least is its negation.
    pub const LIMIT: i32 = 1 << 14;

    /// A table of `len` classes, all rated 0.
    pub fn with_len(len: usize) -> Self {
        Self(vec![0; len])
    }

    /// Changes the number of classes to `len`; new ones are rated 0.
    pub fn resize(&mut self, len: usize) {
        self.0.resize(len, 0);
    }

    /// The rating of a class; 0 for an unknown class.
    #[inline]
    pub fn rating(&self, class: usize) -> i32 {
        self.0.get(class).copied().unwrap_or(0)
    }

    /// Records a success (positive weight) or failure (negative weight), clamped to the limit.
    /// An unknown class is ignored.
    #[inline]
    pub fn add(&mut self, class: usize, weight: i32) {
        if let Some(rating) = self.0.get_mut(class) {
            let weight = weight.clamp(-Self::LIMIT, Self::LIMIT);
            *rating += weight
                - (i64::from(*rating) * i64::from(weight.abs()) / i64::from(Self::LIMIT)) as i32;
        }
    }

    /// Divides all ratings by `divisor`; does nothing if it is zero.
    pub fn decay(&mut self, divisor: i32) {
        if divisor != 0 {
            self.0.iter_mut().for_each(|rating| *rating /= divisor);
        }
    }
}
