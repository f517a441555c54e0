//! Solves Connect Four positions exactly with a specialized search.

use std::sync::Mutex;

use tremaux_core::{
    CancelToken, Game, GameStatistics, Limits, Meter, Score, StopReason, Turn, ZeroSumGame,
    start_thread,
};

use super::book::Book;
use super::proof::{BusyMoves, Place, ProofSearch, Table};
use super::rules::{Column, ConnectFour, Position};
use super::size::{Size, Standard};

/// The score of a position by the convention of solvers.
///
/// It is (cells + 2 − stones at the end) / 2, rounded down, which is half of the plies the
/// winner would have left: positive if the player to move wins, negative if the opponent wins, 0
/// for a draw. On the standard board that is 22 minus the number of stones the winner has
/// played.
///
/// `score` is the true value of `position`, for the player to move.
///
/// ```
/// use tremaux::games::connect_four::{ConnectFour, exact_score};
/// use tremaux::play::GameNotation;
/// use tremaux::Score;
/// let game: ConnectFour = ConnectFour::default();
/// let position = game.parse_position("445566").unwrap();
/// assert_eq!(exact_score(&game, &position, Score::win_in(1)), 18);
/// ```
pub fn exact_score<S: Size, const FOLDED: bool>(
    game: &ConnectFour<S, FOLDED>,
    position: &Position,
    score: Score,
) -> i32 {
    let Some(plies) = score.plies_to_end() else { return 0 };
    let cells = game.size().full().count_ones() as i32;
    let stones = (position.stones() + plies) as i32;
    (cells + 2 - stones) / 2 * score.get().signum()
}

/// The result of [`Solver::solve`].
#[derive(Clone, Debug)]
pub struct Solution {
    /// The proved lower and upper bounds of the score as [`exact_score`] counts it, for the player
    /// to move.
    pub bounds: (i32, i32),
    /// A line of best play to the end of the game; shorter if a limit was reached, and empty if
    /// the score is not proved or the game is over.
    pub line: Vec<Column>,
    /// The limit that was reached.
    pub stopped: Option<StopReason>,
    /// The counts.
    pub statistics: GameStatistics,
}

impl Solution {
    /// The score as [`exact_score`] counts it, for the player to move. `None` if a limit was
    /// reached before it was proved.
    pub fn score(&self) -> Option<i32> {
        (self.bounds.0 == self.bounds.1).then_some(self.bounds.0)
    }
}

/// The progress of [`Solver::solve_watched`].
#[derive(Clone, Copy, Debug)]
pub struct SolverProgress {
    /// The proved lower and upper bounds of the score.
    pub bounds: (i32, i32),
    /// Positions visited by the first thread.
    pub nodes: u64,
}

/// Solves positions of Connect Four exactly.
///
/// It uses null windows, first for a win, then for a draw, then by bisection (Coplan 1982), on a
/// game-specific search. Both players' threats are updated incrementally. Moves that lose at
/// once are pruned, forced moves are followed without search, a move that makes two threats wins
/// without search, and a player with no open line of four left cannot win. The other moves are
/// ordered by the threats they make and by history; the table entries of all children are probed
/// before one is searched. Mirror images are folded. The table prefers entries that took the
/// most work. Threads share the table and try other moves than those another thread is searching
/// (ABDADA, Weill 1996).
///
/// The time is exponential in the number of empty cells. The memory is that of the table, which
/// is kept between positions.
///
/// ```
/// use tremaux::games::connect_four::{ConnectFour, Solver};
/// use tremaux::play::GameNotation;
/// use tremaux::Limits;
/// let game: ConnectFour = ConnectFour::default();
/// let position = game.parse_position("5554224333234511764415115").unwrap();
/// let solution = Solver::new(game, 1 << 22).solve(&position, &Limits::default());
/// assert_eq!(solution.score(), Some(4));
/// ```
#[derive(Debug)]
pub struct Solver<S = Standard> {
    pub(super) game: ConnectFour<S>,
    table: Table,
    threads: usize,
    book: Option<&'static Book>,
}

/// One position being solved.
struct Run<'a, S, const WIDTH: usize> {
    game: &'a ConnectFour<S>,
    root: &'a Position,
    book: Option<&'static Book>,
    /// One for each thread.
    searches: Vec<ProofSearch<'a, S, WIDTH>>,
    bounds: (i32, i32),
    watch: &'a mut dyn FnMut(SolverProgress),
}

impl<S: Size + Send + Sync, const WIDTH: usize> Run<'_, S, WIDTH> {
    /// Narrows the bounds until they meet.
    fn narrow(&mut self, place: Place) -> Result<(), StopReason> {
        loop {
            let (least, most) = self.bounds;
            if least == most {
                return Ok(());
            }
            // First whether it is won, then whether it is drawn, then by bisection.
            let beta = if least < 1 && most >= 1 {
                1
            } else if least < 0 && most == 0 {
                0
            } else {
                least + (most - least + 1) / 2
            };
            let bound = self.pass(place, beta)?;
            if bound >= beta {
                self.bounds.0 = bound;
            } else {
                self.bounds.1 = bound;
            }
        }
    }

    /// Whether the score is at least `beta`, using all threads: the first one with a result
    /// stops the others.
    fn pass(&mut self, place: Place, beta: i32) -> Result<i32, StopReason> {
        let bounds = self.bounds;
        let watch = &mut *self.watch;
        let mut tell = |nodes| watch(SolverProgress { bounds, nodes });
        let Some((first, helpers)) = self.searches.split_first_mut() else {
            return Err(StopReason::Cancelled);
        };
        if helpers.is_empty() {
            return first.bound(place, beta, &CancelToken::default(), &mut tell);
        }
        let stop = CancelToken::default();
        let found: Mutex<Option<i32>> = Mutex::new(None);
        let report = |result: Result<i32, StopReason>| {
            if let Ok(bound) = result {
                *found.lock().unwrap_or_else(|poisoned| poisoned.into_inner()) = Some(bound);
                stop.cancel();
            }
        };
        let result = std::thread::scope(|scope| {
            for helper in helpers {
                let (stop, report) = (&stop, &report);
                let started = start_thread(scope, move || {
                    report(helper.bound(place, beta, stop, &mut |_| {}));
                });
                if started.is_none() {
                    break;
                }
            }
            let result = first.bound(place, beta, &stop, &mut tell);
            stop.cancel();
            result
        });
        let found = found.into_inner().unwrap_or_else(|poisoned| poisoned.into_inner());
        result.or_else(|reason| found.ok_or(reason))
    }

    /// Whether the score of any position is at least `beta`, by the first thread.
    fn is_at_least(&mut self, position: &Position, beta: i32) -> Result<bool, StopReason> {
        let (least, most) = range(self.game, position, self.book);
        if beta <= least || beta > most {
            return Ok(beta <= least);
        }
        let Some(place) = Place::of(self.game, position) else {
            return Ok(true); // It can be won at once, and `most` says when.
        };
        let bounds = self.bounds;
        let watch = &mut *self.watch;
        let mut tell = |nodes| watch(SolverProgress { bounds, nodes });
        let never = CancelToken::default();
        Ok(self.searches[0].bound(place, beta, &never, &mut tell)? >= beta)
    }

    /// A line of best play from a position with this score to the end of the game, as far as the
    /// limits allow; to the end of the book, if the score is from there.
    fn line(&mut self, mut score: i32) -> (Vec<Column>, Option<StopReason>) {
        let mut line = Vec::new();
        let mut position = *self.root;
        let is_by_book =
            |book: &&Book| book.score(self.root).is_some() && book.has_all_after(self.root);
        let book = self.book.filter(is_by_book);
        while self.game.turn(&position) != Turn::Over {
            if !line.is_empty() && book.is_some_and(|book| !book.has_all_after(&position)) {
                break;
            }
            let mut columns = Vec::new();
            self.game.moves(&position, &mut columns);
            if let Some(known) = self.searches[0].known_move(&position)
                && let Some(at) = columns.iter().position(|&column| column == known)
            {
                columns[..=at].rotate_right(1);
            }
            let Some((&last, others)) = columns.split_last() else { break };
            let mut best = last;
            for &column in others {
                let mut child = position;
                let _ = self.game.play(&mut child, column);
                match self.is_at_least(&child, 1 - score) {
                    Ok(true) => {}
                    Ok(false) => {
                        best = column;
                        break;
                    }
                    Err(reason) => return (line, Some(reason)),
                }
            }
            line.push(best);
            let _ = self.game.play(&mut position, best);
            score = -score;
        }
        (line, None)
    }
}

/// The smallest and the largest score that a position can have, given who can win at once and
/// what the book says.
fn range<S: Size>(game: &ConnectFour<S>, position: &Position, book: Option<&Book>) -> (i32, i32) {
    if let Some(score) = book.and_then(|book| book.score(position)) {
        return (score, score);
    }
    let cells = game.size().full().count_ones() as i32;
    let stones = position.stones() as i32;
    if game.turn(position) == Turn::Over {
        let score = game.final_score(position, position.player_to_move());
        let score = exact_score(game, position, score);
        return (score, score);
    }
    let fourths = game.fourths(position, position.mine());
    if fourths & game.landings(position) != 0 {
        let score = (cells + 1 - stones) / 2;
        return (score, score);
    }
    // The opponent can win with the next stone at the earliest, and this player with the one
    // after.
    (-((cells - stones) / 2), ((cells - 1 - stones) / 2).max(0))
}

impl<S: Size + Send + Sync> Solver<S> {
    /// A solver with an empty table of at most this many bytes.
    pub fn new(game: ConnectFour<S>, table_bytes: usize) -> Self {
        Self { game, table: Table::with_scheme(table_bytes), threads: 1, book: None }
    }

    /// The same with what is known of the first positions of the standard board.
    #[must_use]
    pub fn with_book(self) -> Self {
        Self { book: Book::of(self.game.size()), ..self }
    }

    /// Whether the score of a position is in the book.
    pub(super) fn is_in_book(&self, position: &Position) -> bool {
        self.book.is_some_and(|book| book.score(position).is_some())
    }

    /// The smallest and the largest score that a position can have, as far as it is known without
    /// a search.
    pub(super) fn range(&self, position: &Position) -> (i32, i32) {
        range(&self.game, position, self.book)
    }

    /// The same with this many threads, which share the table.
    #[must_use]
    pub fn with_threads(self, threads: usize) -> Self {
        Self { threads: threads.max(1), ..self }
    }

    /// Clears the table and touches its memory.
    pub fn clear(&mut self) {
        self.table.clear();
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
        // Larger arrays of moves cost time at every position.
        if self.game.size().columns() <= 8 {
            self.run::<8>(position, limits, watch)
        } else {
            self.run::<32>(position, limits, watch)
        }
    }

    fn run<const WIDTH: usize>(
        &self,
        position: &Position,
        limits: &Limits,
        watch: &mut dyn FnMut(SolverProgress),
    ) -> Solution {
        let game = &self.game;
        let busy = (self.threads > 1).then(BusyMoves::new);
        let unlimited = Limits::default();
        let search = |thread| {
            let limits = if thread == 0 { limits } else { &unlimited };
            ProofSearch::new(*game, &self.table, busy.as_ref(), Meter::start(limits, 0))
        };
        let started = Meter::start(&unlimited, 0);
        let mut run: Run<'_, S, WIDTH> = Run {
            game,
            root: position,
            book: self.book,
            searches: (0..self.threads).map(search).collect(),
            // Without the scores after its moves, its score does not tell the best of them.
            bounds: range(game, position, self.book.filter(|book| book.has_all_after(position))),
            watch,
        };
        let narrowed = match Place::of(game, position) {
            Some(place) => run.narrow(place),
            None => Ok(()),
        };
        let (line, stopped) = match narrowed {
            Ok(()) => run.line(run.bounds.0),
            Err(reason) => (Vec::new(), Some(reason)),
        };
        let helper_nodes = run.searches[1..].iter().map(|search| search.counts.nodes).sum();
        let mut statistics = run.searches[0].counts.clone();
        statistics.nodes = statistics.nodes.max(1);
        statistics.helper_nodes = helper_nodes;
        statistics.elapsed = started.elapsed();
        Solution { bounds: run.bounds, line, stopped, statistics }
    }
}
