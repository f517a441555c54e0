//! A game of your own: Hex on a board of 4×4, by alpha-beta with a table, in slices.
//!
//! Run it with `cargo run --example hex -p tremaux`.

use tremaux::play::TranspositionTable;
use tremaux::play::{AlphaBeta, Killers, SearchParts};
use tremaux::play::{GameSearch, HashedGame, Player, hash_of};
use tremaux::{Game, Limits, Progress, Turn, ZeroSumGame};

const SIZE: usize = 4;

/// Player 0 connects top and bottom, player 1 left and right.
struct Hex;

#[derive(Clone, Copy, Hash)]
struct Board {
    cells: [Option<Player>; SIZE * SIZE],
    mover: Player,
}

impl Board {
    /// Whether `player` has connected both sides.
    fn is_connected(&self, player: Player) -> bool {
        let along = |cell: usize| if player == 0 { cell / SIZE } else { cell % SIZE };
        let mine = |&cell: &usize| self.cells[cell] == Some(player);
        let mut reached: Vec<usize> =
            (0..SIZE * SIZE).filter(|&cell| along(cell) == 0).filter(mine).collect();
        let mut next = 0;
        while let Some(&cell) = reached.get(next) {
            let (row, column) = ((cell / SIZE) as isize, (cell % SIZE) as isize);
            for (down, right) in [(0, 1), (1, 0), (1, -1), (0, -1), (-1, 0), (-1, 1)] {
                let (row, column) = (row + down, column + right);
                let size = 0..SIZE as isize;
                if size.contains(&row) && size.contains(&column) {
                    let beside = row as usize * SIZE + column as usize;
                    if mine(&beside) && !reached.contains(&beside) {
                        reached.push(beside);
                    }
                }
            }
            next += 1;
        }
        reached.iter().any(|&cell| along(cell) == SIZE - 1)
    }
}

impl Game for Hex {
    type State = Board;
    type Move = usize;
    type Undo = ();

    fn initial_state(&self) -> Board {
        Board { cells: [None; SIZE * SIZE], mover: 0 }
    }
    fn turn(&self, board: &Board) -> Turn {
        if board.is_connected(1 - board.mover) { Turn::Over } else { Turn::Player(board.mover) }
    }
    fn moves(&self, board: &Board, moves: &mut Vec<usize>) {
        moves.extend((0..SIZE * SIZE).filter(|&cell| board.cells[cell].is_none()));
    }
    fn play(&self, board: &mut Board, cell: usize) {
        board.cells[cell] = Some(board.mover);
        board.mover = 1 - board.mover;
    }
    fn undo(&self, board: &mut Board, cell: usize, (): ()) {
        board.cells[cell] = None;
        board.mover = 1 - board.mover;
    }
    fn payoff(&self, board: &Board, player: Player) -> f64 {
        if player == board.mover { -1.0 } else { 1.0 }
    }
}

impl ZeroSumGame for Hex {}

impl HashedGame for Hex {
    fn hash(&self, board: &Board) -> u64 {
        hash_of(board)
    }
    fn code(&self, _: &Board, cell: usize) -> u16 {
        cell as u16
    }
}

/// Whether the first player wins.
pub(crate) fn solve() -> bool {
    let table: TranspositionTable = TranspositionTable::with_bytes(1 << 22);
    let parts = SearchParts::new().ordering(Killers::default()).table(table);
    let mut search = AlphaBeta::default().start(&Hex, &Hex.initial_state(), parts);
    let slice = Limits::default().with_nodes(100_000);
    while let Progress::Paused(_) = search.advance(&slice, &mut ()) {
        println!("{} plies searched", search.report().depth);
    }
    let report = search.report();
    let (score, best) = (report.score, report.principal_variation[0]);
    println!("Cell {best}: {score}, {} positions", report.statistics.nodes);
    assert!(report.is_exact);
    report.score.get() > 0
}

pub(crate) fn main() {
    assert!(solve(), "the first player wins at Hex");
}
