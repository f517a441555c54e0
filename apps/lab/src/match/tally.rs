//! The results of the games of a match, counted in the order of the games.

use std::collections::{BTreeMap, HashSet};
use std::hash::{DefaultHasher, Hash, Hasher};

use tremaux_registry::Outcome;

use super::ending::Ending;
use super::opening::Opening;
use super::statistics::Pairs;

/// A program that fails so many games in a row ends the match.
pub(super) const MOST_FAILURES: u32 = 3;

/// Wins, draws and losses of A.
pub(super) type Results = [u64; 3];

#[derive(Clone, Debug, Default)]
pub(super) struct Tally {
    /// While A has the first side, such as white, and the second.
    pub(super) by_side: [Results; 2],
    pub(super) pairs: Pairs,
    pub(super) endings: BTreeMap<Ending, Results>,
    pub(super) openings: HashSet<Opening>,
    /// Games that an earlier one had equalled move for move.
    pub(super) repeated: u64,
    /// The hashes of the games with different moves.
    different: HashSet<u64>,
    /// The half points of A in the first game of a pair whose second is not over.
    first_of_pair: Option<usize>,
    /// How many games in a row each program failed.
    failures: [u32; 2],
}

impl Tally {
    /// Counts the next game; `outcome` is that of A, `swapped` is 1 if B had the first side.
    pub(super) fn add(
        &mut self,
        outcome: Outcome,
        ending: Ending,
        swapped: usize,
        opening: &Opening,
        moves: &[String],
    ) {
        let at = outcome as usize;
        self.by_side[swapped][at] += 1;
        self.endings.entry(ending).or_default()[at] += 1;
        if !self.openings.contains(opening) {
            self.openings.insert(opening.clone());
        }
        let mut hasher = DefaultHasher::new();
        (swapped, &opening.start, moves).hash(&mut hasher);
        self.repeated += u64::from(!self.different.insert(hasher.finish()));
        let half_points = 2 - at;
        match self.first_of_pair.take() {
            None => self.first_of_pair = Some(half_points),
            Some(first) => self.pairs[first + half_points] += 1,
        }
        let failed = ending.is_failure().then_some(usize::from(outcome == Outcome::Win));
        for (player, count) in self.failures.iter_mut().enumerate() {
            *count = if failed == Some(player) { *count + 1 } else { 0 };
        }
    }

    /// Wins, draws and losses of A.
    pub(super) fn results(&self) -> Results {
        [0, 1, 2].map(|at| self.by_side[0][at] + self.by_side[1][at])
    }

    pub(super) fn games(&self) -> u64 {
        self.results().iter().sum()
    }

    /// Whether the second game of a pair is missing.
    pub(super) fn is_within_pair(&self) -> bool {
        self.first_of_pair.is_some()
    }

    /// The player that failed too often in a row.
    pub(super) fn failed(&self) -> Option<usize> {
        self.failures.iter().position(|&count| count >= MOST_FAILURES)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn games_are_counted_in_pairs() {
        let opening = Opening { start: String::new(), moves: Vec::new(), name: None };
        let mut tally = Tally::default();
        let mut add = |outcome, ending| {
            let swapped = (tally.games() % 2) as usize;
            tally.add(outcome, ending, swapped, &opening, &[]);
            tally.failed()
        };
        add(Outcome::Win, Ending::Checkmate);
        add(Outcome::Draw, Ending::Repetition);
        add(Outcome::Loss, Ending::Crash);
        add(Outcome::Loss, Ending::Hang);
        assert_eq!(add(Outcome::Loss, Ending::Time), None);
        add(Outcome::Loss, Ending::Crash);
        add(Outcome::Loss, Ending::Crash);
        assert_eq!(add(Outcome::Loss, Ending::IllegalMove), Some(0));
        assert_eq!(tally.results(), [1, 1, 6]);
        assert_eq!(tally.by_side, [[1, 0, 3], [0, 1, 3]]);
        assert_eq!(tally.pairs, [3, 0, 0, 1, 0]);
        assert_eq!((tally.endings[&Ending::Crash], tally.openings.len()), ([0, 0, 3], 1));
        // Two different games: those with either colour.
        assert_eq!((tally.games(), tally.repeated), (8, 6));
    }
}
