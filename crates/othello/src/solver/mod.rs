//! Solves endgames exactly.

mod last_squares;
mod search;

use std::cell::Cell;
use std::time::Duration;
use tremaux_core::clock::Instant;

use tremaux_core::{GameStatistics, Limits, Meter, StopReason};
use tremaux_tables::TranspositionTable;

use crate::board::{final_difference, moves, turned};
use crate::rules::{Move, Position};
use search::Search;

/// The result of [`Solver::solve`].
#[derive(Clone, Debug)]
pub struct Solution {
    /// The proved lower and upper bounds of the difference of discs for the player to move.
    pub bounds: (i32, i32),
    /// A line of best play to the end of the game; empty if the score is not proved, or the game
    /// is over.
    pub line: Vec<Move>,
    /// The limit that was reached.
    pub stopped: Option<StopReason>,
    /// What it took.
    pub statistics: GameStatistics,
}

impl Solution {
    /// The difference of discs at the end of the game with best play, for the player to move; empty
    /// squares count for the winner. `None` if a limit was reached before it was proved.
    pub fn score(&self) -> Option<i32> {
        (self.bounds.0 == self.bounds.1 && self.stopped.is_none()).then_some(self.bounds.0)
    }
}

/// The progress of [`Solver::solve_watched`].
#[derive(Clone, Copy, Debug)]
pub struct SolverProgress {
    /// The proved lower and upper bounds of the score.
    pub bounds: (i32, i32),
    /// Positions visited.
    pub nodes: u64,
}

/// The time between two reports of progress.
const PERIOD: Duration = Duration::from_millis(100);

/// Solves endgames of Othello exactly.
///
/// Null-window searches converge on the score (MTD(f), Plaat, Schaeffer, Pijls and de Bruin
/// 1996). Moves after which the opponent has the fewest replies are tried first (fastest first),
/// near the end those in regions with an odd number of empty squares (parity); both are long known
/// among Othello programmers (G. Andersson's and R. Delorme's solvers). Discs that can never be
/// turned bound the score; table entries of all children are probed before one is searched; the
/// last four squares have functions of their own.
///
/// The score is proved, unless two positions in the table have the same 64-bit hash. The time is
/// exponential in the number of empty squares; the memory is that of the table, which is kept
/// between positions.
///
/// ```
/// use tremaux::games::othello::{Othello, Solver};
/// use tremaux::play::GameNotation;
/// use tremaux::Limits;
/// let text = "--XXXXX--OOOXX-O-OOOXXOX-OXOXOXXOXXXOXXX--XOXOXX-XXXOOO--OOOOO-- X";
/// let position = Othello.parse_position(text)?;
/// let mut solver = Solver::new(1 << 20);
/// assert_eq!(solver.solve(&position, &Limits::default()).score(), Some(18));
/// let few = Limits::default().with_nodes(100);
/// let stopped = Solver::new(1 << 20).solve(&position, &few);
/// assert!(stopped.score().is_none() && stopped.bounds.0 <= 18 && stopped.bounds.1 >= 18);
/// # Ok::<(), tremaux::ParseError>(())
/// ```
#[derive(Debug)]
pub struct Solver {
    table: TranspositionTable,
}

impl Solver {
    /// A solver with an empty table of at most this many bytes.
    pub fn new(table_bytes: usize) -> Self {
        Self { table: TranspositionTable::with_bytes(table_bytes) }
    }

    /// The exact score of `position`, unless one of `limits` is reached.
    pub fn solve(&mut self, position: &Position, limits: &Limits) -> Solution {
        self.solve_watched(position, limits, &mut |_| {})
    }

    /// The same; `watch` is called several times a second with the progress.
    pub fn solve_watched(
        &mut self,
        position: &Position,
        limits: &Limits,
        watch: &mut dyn FnMut(SolverProgress),
    ) -> Solution {
        self.table.age();
        let started = Instant::now();
        let (mine, theirs) = (position.mine(), position.theirs());
        let (bounds, mut reported) = (Cell::new((-64, 64)), Duration::ZERO);
        let mut tell = |nodes| {
            let elapsed = started.elapsed();
            if elapsed >= reported + PERIOD {
                reported = elapsed;
                watch(SolverProgress { bounds: bounds.get(), nodes });
            }
        };
        let mut search = Search::new(&self.table, Meter::start(limits, 0), &mut tell);
        let (mut guess, mut stopped) = (0, None);
        while stopped.is_none() && bounds.get().0 < bounds.get().1 {
            let (least, most) = bounds.get();
            let beta = if guess == least { guess + 2 } else { guess };
            match search.bound(mine, theirs, beta - 1) {
                Ok(score) => {
                    bounds.set(if score >= beta { (score, most) } else { (least, score) });
                    guess = score;
                }
                Err(reason) => stopped = Some(reason),
            }
        }
        let bounds = bounds.get();
        let mut line = Vec::new();
        if stopped.is_none() {
            match best_line(&mut search, mine, theirs, bounds.0) {
                Ok(moves) => line = moves,
                Err(reason) => stopped = Some(reason),
            }
        }
        let counts = search.counts;
        let statistics = {
            let mut statistics = GameStatistics::default();
            statistics.nodes = counts.nodes.max(1);
            statistics.expanded = counts.expanded;
            statistics.generated = counts.generated;
            statistics.cutoffs = counts.cutoffs;
            statistics.first_move_cutoffs = counts.first_move_cutoffs;
            statistics.table_hits = counts.table_hits;
            statistics.elapsed = started.elapsed();
            statistics
        };
        Solution { bounds, line, stopped, statistics }
    }
}

/// A line of best play from a position with this score.
fn best_line(
    search: &mut Search<'_>,
    mut mine: u64,
    mut theirs: u64,
    mut score: i32,
) -> Result<Vec<Move>, StopReason> {
    let mut line = Vec::new();
    loop {
        let mut legal = moves(mine, theirs);
        if legal == 0 {
            if moves(theirs, mine) == 0 {
                debug_assert_eq!(final_difference(mine, theirs), score);
                return Ok(line);
            }
            line.push(Move::PASS);
            (mine, theirs, score) = (theirs, mine, -score);
            continue;
        }
        let mut square =
            search.known_move(mine, theirs).filter(|&it| it < 64 && legal >> it & 1 == 1);
        loop {
            let at = square.take().unwrap_or_else(|| legal.trailing_zeros());
            legal &= !(1 << at);
            let turned = turned(at as usize, mine, theirs);
            let (own, other) = (theirs ^ turned, mine ^ turned | 1 << at);
            if legal == 0 || search.bound(own, other, -score)? <= -score {
                line.push(Move::on(at as u8));
                (mine, theirs, score) = (own, other, -score);
                break;
            }
        }
    }
}
