//! Two-sided bear-off: exact winning probabilities for few checkers on each side.

use std::convert::Infallible;
use std::sync::Arc;

use tremaux_tables::{Cache, Origin, ProbabilityTable};

use super::bear_off::{BearOffPoints, Numbering, bear_off_plays, roll_probability, rolls};

/// For every pair of positions of at most this many checkers on the last six points: the
/// probability that the player on roll wins, when both play optimally.
///
/// It is computed by dynamic programming over all pairs, those closer to the end first. As both
/// players have borne off checkers (at most twelve are on the board), a win is worth one point,
/// and the expected payoff is twice the probability minus one.
///
/// Building takes a tenth of a second for six checkers each; the time grows with the square of
/// the number of positions, 924 for six. Memory: six bytes per pair, 5.1 MB for six;
/// [`TwoSided::load_or_build`] stores it in a file.
///
/// ```
/// use tremaux::games::backgammon::TwoSided;
/// let table = TwoSided::new(1);
/// // One checker each on the six point: off by 27 of 36 rolls, else by the second.
/// let win = table.win([0, 0, 0, 0, 0, 1], [0, 0, 0, 0, 0, 1]);
/// assert!((win - (0.75 + 0.25 * 0.25)).abs() < 1e-12);
/// ```
#[derive(Clone, Debug)]
pub struct TwoSided {
    numbering: Numbering,
    /// One row for each position of the player on roll: the winning probability against each
    /// position of the opponent.
    wins: Arc<ProbabilityTable>,
}

impl TwoSided {
    /// The maximum number of checkers per side of a table.
    pub const MAX_CHECKERS: u8 = 6;

    /// Computes the table for at most this many checkers per side.
    ///
    /// # Panics
    ///
    /// If `checkers` is more than [`TwoSided::MAX_CHECKERS`].
    pub fn new(checkers: u8) -> Self {
        Self::load_or_build(&Cache::none(), checkers).0
    }

    /// Maps the table from its file in `cache`. If the file is missing, damaged or belongs to
    /// another table, computes and stores it. Returns which of the two happened.
    ///
    /// # Panics
    ///
    /// If `checkers` is more than [`TwoSided::MAX_CHECKERS`].
    pub fn load_or_build(cache: &Cache, checkers: u8) -> (Self, Origin) {
        assert!(checkers <= Self::MAX_CHECKERS, "at most six checkers a side");
        let numbering = Numbering::new(checkers);
        let name = format!("backgammon two-sided bear-off of {checkers}");
        let build = || Ok::<_, Infallible>(wins(&numbering, &name));
        let Ok((wins, origin)) = cache.table(&name, numbering.count(), build);
        (Self { numbering, wins: Arc::new(wins) }, origin)
    }

    /// The number of pairs in the table.
    #[inline]
    pub fn pairs(&self) -> usize {
        self.wins.rows() * self.wins.rows()
    }

    /// The size of the compressed table, in bytes.
    pub fn bytes(&self) -> usize {
        self.wins.bytes()
    }

    /// The maximum number of checkers per side.
    pub fn checkers(&self) -> u8 {
        self.numbering.checkers()
    }

    /// The probability that the player on roll, who has `mine`, wins against `theirs`.
    ///
    /// # Panics
    ///
    /// If either has more checkers than the table is for.
    #[inline]
    pub fn win(&self, mine: BearOffPoints, theirs: BearOffPoints) -> f64 {
        let most = u32::from(self.checkers());
        for points in [mine, theirs] {
            let count: u32 = points.iter().map(|&count| u32::from(count)).sum();
            assert!(count <= most, "the table is for {most} checkers a side");
        }
        self.wins.get(self.numbering.index(&mine), self.numbering.index(&theirs))
    }

    /// The position to play to with these dice, and the probability that it wins.
    ///
    /// # Panics
    ///
    /// If either has more checkers than the table is for, or there is nothing to play.
    pub fn best_play(
        &self,
        mine: BearOffPoints,
        theirs: BearOffPoints,
        dice: [u8; 2],
    ) -> (BearOffPoints, f64) {
        let mut plays = Vec::new();
        bear_off_plays(&mine, dice, &mut plays);
        let chance = |play: BearOffPoints| {
            if play == [0; 6] { 1.0 } else { 1.0 - self.win(theirs, play) }
        };
        let rated = plays.into_iter().map(|play| (play, chance(play)));
        rated.max_by(|a, b| a.1.total_cmp(&b.1)).expect("a play")
    }
}

/// The winning probability of the player on roll for every pair, one row for each position of
/// this player.
fn wins(numbering: &Numbering, name: &str) -> ProbabilityTable {
    let count = numbering.count();
    // For each position, the end of the results of each roll: ends[21 * position + roll].
    let (mut results, mut ends) = (Vec::new(), Vec::with_capacity(21 * count));
    let mut plays = Vec::new();
    for index in 0..count {
        let points = numbering.position(index);
        for dice in rolls() {
            plays.clear();
            bear_off_plays(&points, dice, &mut plays);
            results.extend(plays.iter().map(|play| numbering.index(play) as u32));
            ends.push(results.len());
        }
    }
    // In 36ths, so that the probabilities of certain wins sum to exactly 1.
    let weights: Vec<f64> = rolls().map(|dice| roll_probability(dice) * 36.0).collect();
    // If both have borne off, the player on roll has lost: the opponent finished first.
    let mut wins = vec![0.0; count * count];
    for sum in 1..2 * count - 1 {
        for mine in sum.saturating_sub(count - 1)..=sum.min(count - 1) {
            let theirs = sum - mine;
            wins[mine * count + theirs] = if mine == 0 {
                1.0
            } else if theirs == 0 {
                0.0
            } else {
                let row = &wins[theirs * count..(theirs + 1) * count];
                let mut win = 0.0;
                let mut start = ends[21 * mine - 1];
                for (roll, weight) in weights.iter().enumerate() {
                    let end = ends[21 * mine + roll];
                    // The smallest winning probability of the opponent, who is then on roll.
                    let least = results[start..end]
                        .iter()
                        .map(|&to| if to == 0 { 0.0 } else { row[to as usize] })
                        .fold(1.0, f64::min);
                    win += weight * (1.0 - least);
                    start = end;
                }
                win / 36.0
            };
        }
    }
    ProbabilityTable::new(name, wins.chunks(count))
}
