//! Solves Connect Four positions exactly with the general game-tree engine.

use tremaux_core::{
    Evaluator, Game, HashedGame, Limits, MoveKey, MoveOrdering, Player, Score, Turn, ZeroSumGame,
};
use tremaux_play::{AlphaBeta, History, RootScores, SearchParts, Window};
use tremaux_tables::{TranspositionTable, TwoLevel};

use super::evaluation::Threats;
use super::rules::{Column, ConnectFour, Position};
use super::size::{Size, Standard};
use super::solver::{Solution, exact_score, range};

/// Connect Four without moves that lose at the next ply, unless all do.
///
/// Every position has the same value as in [`ConnectFour`]. If there is an immediate win, only
/// wins are offered; if the opponent threatens one, only the answer.
#[derive(Clone, Copy, Debug, Default)]
#[doc(hidden)]
pub struct SafeMoves<S = Standard>(pub ConnectFour<S>);

impl<S: Size> Game for SafeMoves<S> {
    type State = Position;
    type Move = Column;
    type Undo = Position;

    fn player_count(&self) -> usize {
        2
    }

    fn initial_state(&self) -> Position {
        self.0.initial_state()
    }

    #[inline]
    fn turn(&self, position: &Position) -> Turn {
        self.0.turn(position)
    }

    #[inline]
    fn moves(&self, position: &Position, moves: &mut Vec<Column>) {
        match Threats::surviving(&self.0, position) {
            0 => self.0.moves(position, moves),
            landings => self.0.push_columns(landings, moves),
        }
    }

    #[inline]
    fn play(&self, position: &mut Position, column: Column) -> Position {
        self.0.play(position, column)
    }

    #[inline]
    fn undo(&self, position: &mut Position, column: Column, before: Position) {
        self.0.undo(position, column, before);
    }

    fn payoff(&self, position: &Position, player: Player) -> f64 {
        self.0.payoff(position, player)
    }
}

impl<S: Size> ZeroSumGame for SafeMoves<S> {
    #[inline]
    fn final_score(&self, position: &Position, player: Player) -> Score {
        self.0.final_score(position, player)
    }
}

impl<S: Size> HashedGame for SafeMoves<S> {
    #[inline]
    fn hash(&self, position: &Position) -> u64 {
        self.0.hash(position)
    }

    #[inline]
    fn code(&self, position: &Position, column: Column) -> u16 {
        self.0.code(position, column)
    }
}

impl<S: Size> MoveKey for SafeMoves<S> {
    fn key_count(&self) -> usize {
        self.0.key_count()
    }

    #[inline]
    fn move_key(&self, position: &Position, column: Column) -> usize {
        self.0.move_key(position, column)
    }
}

/// Like [`Threats`], but evaluated at the end of a line of forced moves.
#[derive(Clone, Copy, Debug, Default)]
#[doc(hidden)]
pub struct ForcedLines;

impl<S: Size> Evaluator<SafeMoves<S>> for ForcedLines {
    fn evaluate(&self, game: &SafeMoves<S>, position: &Position) -> Score {
        Threats.evaluate(&game.0, position)
    }

    /// Follows the line while one move survives and the others lose at the next ply. The end of
    /// the line then gives the value of the position: a win, a loss or a full board.
    #[inline]
    fn known(&self, game: &SafeMoves<S>, position: &Position) -> Option<Score> {
        let game = &game.0;
        let mut position = *position;
        let mut plies = 0;
        loop {
            let landings = game.landings(&position);
            let score = if landings == 0 {
                Score::DRAW
            } else if game.fourths(&position, position.mine()) & landings != 0 {
                Score::win_in(1)
            } else {
                let theirs = game.fourths(&position, position.theirs());
                let surviving = Threats::answers(landings, theirs);
                if surviving & surviving.wrapping_sub(1) != 0 {
                    return None;
                }
                if surviving != 0 {
                    position = Position::from_stones(position.theirs(), position.all() | surviving);
                    plies += 1;
                    continue;
                }
                Score::loss_in(2)
            };
            let score = score.after(plies);
            return Some(if plies % 2 == 0 { score } else { -score });
        }
    }
}

impl<S: Size> MoveOrdering<SafeMoves<S>> for Threats {
    #[inline]
    fn rate(
        &self,
        game: &SafeMoves<S>,
        position: &Position,
        ply: u32,
        moves: &[Column],
        ratings: &mut Vec<i32>,
    ) {
        self.rate(&game.0, position, ply, moves, ratings);
    }
}

/// Solves positions of Connect Four exactly.
///
/// It runs one alpha-beta search of the general engine to the end of the game, without iterative
/// deepening: null windows, first for a draw and then by bisection ([`Window::Bisect`]). Moves
/// that lose at once are pruned ([`SafeMoves`]), the others are ordered by threats and history.
/// Lines of forced moves are followed without a search ([`ForcedLines`]), mirror images are
/// folded, and the table entries of all children are probed before one is searched. The table is
/// kept from one position to the next, and shared by several threads.
///
/// The time is exponential in the number of empty cells: the second test set of P. Pons (15 to
/// 28 stones) visits 1,297 positions each on average, Fhourstones' `35333571` with eight stones
/// 29 million. The memory is that of the table.
///
/// ```
/// use tremaux::games::connect_four::{ConnectFour, EngineSolver};
/// use tremaux::play::GameNotation;
/// use tremaux::Limits;
/// let game: ConnectFour = ConnectFour::default();
/// let position = game.parse_position("5554224333234511764415115").unwrap();
/// let solution = EngineSolver::new(game, 1 << 22).solve(&position, &Limits::default());
/// assert_eq!((solution.score, solution.is_exact), (4, true));
/// ```
#[derive(Debug)]
pub struct EngineSolver<S = Standard> {
    pub(super) game: SafeMoves<S>,
    table: TranspositionTable<TwoLevel>,
    window: Window,
    threads: usize,
}

impl<S: Size + Sync> EngineSolver<S> {
    /// A solver with an empty table of at most this many bytes.
    pub fn new(game: ConnectFour<S>, table_bytes: usize) -> Self {
        Self {
            game: SafeMoves(game),
            table: TranspositionTable::with_scheme(table_bytes),
            window: Window::Bisect,
            threads: 1,
        }
    }

    /// The same with other windows at the root, which gives the same score.
    #[must_use]
    pub fn with_window(self, window: Window) -> Self {
        Self { window, ..self }
    }

    /// The same with this many threads, which share the table.
    #[must_use]
    pub fn with_threads(self, threads: usize) -> Self {
        Self { threads: threads.max(1), ..self }
    }

    /// The exact score of `position`, unless one of `limits` is reached.
    pub fn solve(&mut self, position: &Position, limits: &Limits) -> Solution {
        let cells = self.game.0.size().full().count_ones();
        let depth = cells.saturating_sub(position.stones()).max(1);
        let options = AlphaBeta::default()
            .window(self.window)
            .first_depth(depth)
            .max_depth(depth)
            .root_scores(RootScores::Best)
            .ahead_depth(Some(6));
        self.table.age();
        let table = &self.table;
        let parts = |_| {
            let ordering = (Threats, History::default());
            SearchParts::new().evaluator(ForcedLines).ordering(ordering).table(table)
        };
        let report =
            options.solve_in_parallel(self.threads, &self.game, position, parts, limits, &mut ());
        let mut score = report.score;
        if self.game.turn(position) == Turn::Over && position.player_to_move() == 1 {
            // For a finished game the report has the first player's score.
            score = -score;
        }
        let is_exact = report.is_exact;
        let score = if is_exact { exact_score(&self.game.0, position, score) } else { 0 };
        let bounds = if is_exact { (score, score) } else { range(&self.game.0, position) };
        Solution { score, is_exact, bounds, report }
    }
}
