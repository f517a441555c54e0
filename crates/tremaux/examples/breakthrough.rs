//! A game of your own: Breakthrough on three columns and five rows, by alpha-beta with an
//! evaluation and a table, solved.
//!
//! Run it with `cargo run --release --example breakthrough -p tremaux --features play`.

use tremaux::play::{AlphaBeta, HashedGame, Killers, Player, SearchParts, TranspositionTable};
use tremaux::play::{evaluator, hash_of};
use tremaux::{Game, Limits, Score, Turn, ZeroSumGame};

const COLUMNS: u8 = 3;
const ROWS: u8 = 5;

/// Each begins with two rows of men, which move ahead, straight or aslant, and capture aslant.
/// Whoever reaches the last row, or captures all men, wins.
struct Breakthrough;

#[derive(Clone, Copy, Hash)]
struct Board {
    /// The cells of each player's men, as bits.
    men: [u32; 2],
    mover: Player,
}

/// The cells of a row.
const fn row(y: u8) -> u32 {
    ((1 << COLUMNS) - 1) << (y * COLUMNS)
}

impl Board {
    fn has_won(&self, player: Player) -> bool {
        let goal = if player == 0 { row(ROWS - 1) } else { row(0) };
        self.men[usize::from(player)] & goal != 0 || self.men[1 - usize::from(player)] == 0
    }
}

impl Game for Breakthrough {
    type State = Board;
    /// From one cell to another.
    type Move = (u8, u8);
    type Undo = Board;

    fn initial_state(&self) -> Board {
        Board { men: [row(0) | row(1), row(ROWS - 2) | row(ROWS - 1)], mover: 0 }
    }
    fn turn(&self, board: &Board) -> Turn {
        if board.has_won(1 - board.mover) { Turn::Over } else { Turn::Player(board.mover) }
    }
    fn moves(&self, board: &Board, moves: &mut Vec<(u8, u8)>) {
        let [own, other] = [0, 1].map(|it| board.men[usize::from(it ^ board.mover)]);
        for from in (0..COLUMNS * ROWS).filter(|from| own >> from & 1 != 0) {
            let ahead = if board.mover == 0 { from + COLUMNS } else { from - COLUMNS };
            for aside in 0..3 {
                let x = (from % COLUMNS + aside).wrapping_sub(1);
                let to = (ahead + aside).wrapping_sub(1);
                let blocked = if aside == 1 { own | other } else { own };
                if x < COLUMNS && blocked >> to & 1 == 0 {
                    moves.push((from, to));
                }
            }
        }
    }
    fn play(&self, board: &mut Board, (from, to): (u8, u8)) -> Board {
        let before = *board;
        board.men[usize::from(before.mover)] ^= 1 << from | 1 << to;
        board.men[1 - usize::from(before.mover)] &= !(1 << to);
        board.mover = 1 - before.mover;
        before
    }
    fn undo(&self, board: &mut Board, _: (u8, u8), before: Board) {
        *board = before;
    }
    fn payoff(&self, board: &Board, player: Player) -> f64 {
        if board.has_won(player) { 1.0 } else { -1.0 }
    }
}

impl ZeroSumGame for Breakthrough {}

impl HashedGame for Breakthrough {
    fn hash(&self, board: &Board) -> u64 {
        hash_of(board)
    }
    fn code(&self, _: &Board, (from, to): (u8, u8)) -> u16 {
        u16::from(from) << 8 | u16::from(to)
    }
}

pub(crate) fn main() {
    // More men are better.
    let lead = |board: &Board| {
        let men = board.men.map(|men| men.count_ones() as i32);
        Score::estimate(if board.mover == 0 { men[0] - men[1] } else { men[1] - men[0] })
    };
    let table: TranspositionTable = TranspositionTable::with_bytes(1 << 24);
    let parts = SearchParts::new().evaluator(evaluator(lead)).ordering(Killers::default());
    let start = Breakthrough.initial_state();
    let limits = Limits::default();
    let report = AlphaBeta::default().solve(&Breakthrough, &start, parts.table(table), &limits);
    println!("{}, {} positions", report.score, report.statistics.nodes);
    // Whoever moves first loses.
    assert!(report.is_exact && report.score < Score::DRAW);
}
