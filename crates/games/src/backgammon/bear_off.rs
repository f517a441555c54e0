//! One-sided bear-off: the number of rolls to bear off, for every position of the last six
//! points.

use std::convert::Infallible;
use std::sync::Arc;

use tremaux_tables::{Cache, Origin, ProbabilityTable};

/// Checkers on the last six points, the ace point first.
pub type BearOffPoints = [u8; 6];

/// All 21 rolls, the higher die first.
pub fn rolls() -> impl Iterator<Item = [u8; 2]> {
    (1..=6).flat_map(|high| (1..=high).map(move |low| [high, low]))
}

/// The probability of a roll: 1/36 for doubles, 1/18 for others.
#[inline]
pub fn roll_probability(dice: [u8; 2]) -> f64 {
    if dice[0] == dice[1] { 1.0 / 36.0 } else { 1.0 / 18.0 }
}

/// Appends every position that `dice` can lead to from `points`, each once.
///
/// Without an opponent every die can be played as long as a checker is left.
pub fn bear_off_plays(points: &BearOffPoints, dice: [u8; 2], results: &mut Vec<BearOffPoints>) {
    let first = results.len();
    if dice[0] == dice[1] {
        play_dice(points, &[dice[0]; 4], first, results);
    } else {
        play_dice(points, &dice, first, results);
        play_dice(points, &[dice[1], dice[0]], first, results);
    }
}

/// Plays the dice in this order. At most four deep.
fn play_dice(points: &BearOffPoints, dice: &[u8], first: usize, results: &mut Vec<BearOffPoints>) {
    let (Some((&die, rest)), Some(highest)) = (dice.split_first(), highest(points)) else {
        if !results[first..].contains(points) {
            results.push(*points);
        }
        return;
    };
    let die = usize::from(die);
    for from in (0..=highest).rev().filter(|&from| points[from] > 0) {
        let mut child = *points;
        child[from] -= 1;
        if from >= die {
            child[from - die] += 1;
        } else if from + 1 != die && from != highest {
            continue;
        }
        play_dice(&child, rest, first, results);
    }
}

/// The highest point that holds a checker.
#[inline]
fn highest(points: &BearOffPoints) -> Option<usize> {
    points.iter().rposition(|&count| count > 0)
}

/// Numbers the positions of at most this many checkers on six points from 0, the empty position;
/// every step leads to a smaller number.
///
/// The order is lexicographic, the six point first (Knuth, The Art of Computer Programming
/// 4A, 7.2.1.3): the number of a position is a sum of binomial coefficients.
#[derive(Clone, Debug)]
pub(super) struct Numbering {
    checkers: u8,
    /// For each point and number of checkers still to place there or lower: the cumulated number
    /// of positions on the lower points.
    before: [[u32; 17]; 6],
}

impl Numbering {
    pub(super) fn new(checkers: u8) -> Self {
        debug_assert!(checkers <= 15);
        // Positions of at most n checkers on p points: n + p over p.
        let positions = |n: u32, p: u32| (1..=p).fold(1, |count, i| count * (n + i) / i);
        let mut before = [[0; 17]; 6];
        for (point, sums) in before.iter_mut().enumerate() {
            for n in 0..16 {
                sums[n + 1] = sums[n] + positions(n as u32, point as u32);
            }
        }
        Self { checkers, before }
    }

    /// The maximum number of checkers of a position.
    #[inline]
    pub(super) fn checkers(&self) -> u8 {
        self.checkers
    }

    /// The number of positions.
    #[inline]
    pub(super) fn count(&self) -> usize {
        self.before[5][usize::from(self.checkers) + 1] as usize
    }

    /// The number of a position, which must not have too many checkers.
    #[inline]
    pub(super) fn index(&self, points: &BearOffPoints) -> usize {
        let mut room = usize::from(self.checkers);
        let mut index = 0;
        for point in (0..6).rev() {
            // Positions with fewer checkers here come first.
            let count = usize::from(points[point]);
            index += self.before[point][room + 1] - self.before[point][room + 1 - count];
            room -= count;
        }
        index as usize
    }

    /// The position of this number.
    pub(super) fn position(&self, index: usize) -> BearOffPoints {
        let mut room = usize::from(self.checkers);
        let mut rest = index as u32;
        let mut points = [0; 6];
        for point in (0..6).rev() {
            let smaller =
                |count: usize| self.before[point][room + 1] - self.before[point][room + 1 - count];
            let count = (0..=room).rev().find(|&count| smaller(count) <= rest).unwrap_or(0);
            rest -= smaller(count);
            points[point] = count as u8;
            room -= count;
        }
        points
    }
}

/// The distribution of the number of rolls to bear off, for every position of at most this many
/// checkers on the last six points, when minimizing the mean.
///
/// It is computed by dynamic programming over the 54,264 positions (for fifteen checkers), in an
/// order in which all steps lead to earlier positions. It is exact up to rounding, as there is
/// no opponent.
///
/// Building takes about a second for fifteen checkers. Memory: six bytes for each position and
/// likely number of rolls, 4.2 MB for fifteen checkers; [`OneSided::load_or_build`] stores it in
/// a file.
///
/// ```
/// use tremaux::games::backgammon::OneSided;
/// let table = OneSided::new(2);
/// // One checker on the six point: 27 of 36 rolls take it off, and no second one misses.
/// assert!((table.mean([0, 0, 0, 0, 0, 1]) - (1.0 + 9.0 / 36.0)).abs() < 1e-12);
/// ```
#[derive(Clone, Debug)]
pub struct OneSided {
    numbering: Numbering,
    /// For each position the probability of each number of rolls.
    table: Arc<ProbabilityTable>,
}

impl OneSided {
    /// Computes the table for at most this many checkers, up to 15.
    ///
    /// # Panics
    ///
    /// If `checkers` is more than 15.
    pub fn new(checkers: u8) -> Self {
        Self::load_or_build(&Cache::none(), checkers).0
    }

    /// Maps the table from its file in `cache`. If the file is missing, damaged or belongs to
    /// another table, computes and stores it. Returns which of the two happened.
    ///
    /// # Panics
    ///
    /// If `checkers` is more than 15.
    pub fn load_or_build(cache: &Cache, checkers: u8) -> (Self, Origin) {
        assert!(checkers <= 15, "fifteen checkers at most");
        let numbering = Numbering::new(checkers);
        let name = format!("backgammon one-sided bear-off of {checkers}");
        let build = || Ok::<_, Infallible>(distributions(&numbering, &name));
        let Ok((table, origin)) = cache.table(&name, numbering.count(), build);
        (Self { numbering, table: Arc::new(table) }, origin)
    }

    /// The mean number of rolls from the position of this number.
    #[inline]
    fn mean_of(&self, index: usize) -> f64 {
        let chances = self.table.row(index).enumerate();
        chances.map(|(rolls, chance)| rolls as f64 * chance).sum()
    }

    /// The index of `points`.
    ///
    /// # Panics
    ///
    /// If there are more checkers than the table is for.
    #[inline]
    fn checked_index(&self, points: BearOffPoints) -> usize {
        let count: u32 = points.iter().map(|&count| u32::from(count)).sum();
        let most = self.numbering.checkers;
        assert!(count <= u32::from(most), "the table is for {most} checkers");
        self.numbering.index(&points)
    }

    /// The number of positions in the table.
    #[inline]
    pub fn positions(&self) -> usize {
        self.table.rows()
    }

    /// The size of the compressed table, in bytes.
    pub fn bytes(&self) -> usize {
        self.table.bytes()
    }

    /// The position of this number, below [`OneSided::positions`].
    pub fn position(&self, index: usize) -> BearOffPoints {
        self.numbering.position(index)
    }

    /// The mean number of rolls until all checkers are off.
    ///
    /// # Panics
    ///
    /// If there are more checkers than the table is for.
    #[inline]
    pub fn mean(&self, points: BearOffPoints) -> f64 {
        self.mean_of(self.checked_index(points))
    }

    /// The effective pip count (Trice): the mean number of rolls times 49/6, the mean number
    /// of pips in a roll.
    ///
    /// # Panics
    ///
    /// If there are more checkers than the table is for.
    pub fn effective_pips(&self, points: BearOffPoints) -> f64 {
        self.mean(points) * 49.0 / 6.0
    }

    /// The probabilities that the last checker is borne off by exactly the n-th roll, from n = 0
    /// to the last possible one (ignoring probabilities below 2^-48).
    ///
    /// # Panics
    ///
    /// If there are more checkers than the table is for.
    pub fn distribution(&self, points: BearOffPoints) -> Vec<f64> {
        self.table.row(self.checked_index(points)).collect()
    }

    /// The best position to play to with these dice, minimizing the mean.
    ///
    /// # Panics
    ///
    /// If there are more checkers than the table is for.
    pub fn best_play(&self, points: BearOffPoints, dice: [u8; 2]) -> BearOffPoints {
        self.checked_index(points);
        let mut plays = Vec::new();
        bear_off_plays(&points, dice, &mut plays);
        let mean = |play: &BearOffPoints| self.mean_of(self.numbering.index(play));
        plays.into_iter().min_by(|a, b| mean(a).total_cmp(&mean(b))).expect("a play")
    }

    /// The probability that a player on roll with `mine` bears off before a player with
    /// `theirs`, if both minimize their means. This approximates the true probability, which
    /// [`TwoSided`](super::TwoSided) stores for few checkers.
    ///
    /// # Panics
    ///
    /// If there are more checkers than the table is for.
    pub fn race(&self, mine: BearOffPoints, theirs: BearOffPoints) -> f64 {
        let theirs = self.distribution(theirs);
        // The player on roll wins a tie.
        let mut not_before = 1.0;
        let mut sum = 0.0;
        for (rolls, chance) in self.distribution(mine).iter().enumerate() {
            sum += chance * not_before;
            not_before -= theirs.get(rolls).copied().unwrap_or(0.0);
        }
        sum
    }
}

/// For every position, the probability of each number of rolls, from 0.
fn distributions(numbering: &Numbering, name: &str) -> ProbabilityTable {
    let count = numbering.count();
    // The empty position takes no rolls.
    let (mut means, mut rows) = (vec![0.0f64], vec![vec![1.0]]);
    let mut plays = Vec::new();
    for index in 1..count {
        let points = numbering.position(index);
        let mut mean = 1.0;
        let mut row = vec![0.0];
        for dice in rolls() {
            plays.clear();
            bear_off_plays(&points, dice, &mut plays);
            // The position with the smallest mean; of several, the first.
            let indices = plays.iter().map(|play| numbering.index(play));
            let best = indices.min_by(|&a, &b| means[a].total_cmp(&means[b])).expect("a play");
            let probability = roll_probability(dice);
            mean += probability * means[best];
            let after: &Vec<f64> = &rows[best];
            row.resize(row.len().max(after.len() + 1), 0.0);
            for (sum, chance) in row[1..].iter_mut().zip(after) {
                *sum += probability * chance;
            }
        }
        means.push(mean);
        rows.push(row);
    }
    ProbabilityTable::new(name, rows)
}
