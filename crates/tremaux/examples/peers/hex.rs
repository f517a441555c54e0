//! The task of `hex` by the crate `minimax`, which cannot pause.

use minimax::{Evaluation, Game, IterativeOptions, IterativeSearch, Strategy, Winner};
use std::hash::{DefaultHasher, Hash, Hasher};

const SIZE: usize = 4;

/// Player 0 connects top and bottom, player 1 left and right.
struct Hex;

#[derive(Clone, Copy, Hash)]
struct Board {
    cells: [Option<usize>; SIZE * SIZE],
    mover: usize,
}

impl Board {
    /// Whether `player` has connected both sides.
    fn is_connected(&self, player: usize) -> bool {
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
    type S = Board;
    type M = usize;

    fn generate_moves(board: &Board, moves: &mut Vec<usize>) -> Option<Winner> {
        moves.extend((0..SIZE * SIZE).filter(|&cell| board.cells[cell].is_none()));
        Self::get_winner(board)
    }
    fn get_winner(board: &Board) -> Option<Winner> {
        board.is_connected(1 - board.mover).then_some(Winner::PlayerJustMoved)
    }
    fn apply(board: &mut Board, cell: usize) -> Option<Board> {
        board.cells[cell] = Some(board.mover);
        board.mover = 1 - board.mover;
        None
    }
    fn undo(board: &mut Board, cell: usize) {
        board.cells[cell] = None;
        board.mover = 1 - board.mover;
    }
    fn zobrist_hash(board: &Board) -> u64 {
        let mut hasher = DefaultHasher::new();
        board.hash(&mut hasher);
        hasher.finish()
    }
}

struct Undecided;

impl minimax::Evaluator for Undecided {
    type G = Hex;

    fn evaluate(&self, _: &Board) -> Evaluation {
        0
    }
}

/// Whether the first player wins.
pub(crate) fn solve() -> bool {
    let options = IterativeOptions::new().with_table_byte_size(1 << 22);
    let mut search = IterativeSearch::new(Undecided, options);
    search.set_max_depth((SIZE * SIZE) as u8);
    let board = Board { cells: [None; SIZE * SIZE], mover: 0 };
    let best = search.choose_move(&board).expect("a move");
    println!("Cell {best}: {}", search.root_value());
    search.root_value() > 0
}

pub(crate) fn main() {
    assert!(solve(), "the first player wins at Hex");
}
