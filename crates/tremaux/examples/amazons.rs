//! A game of your own with very many moves: the game of the amazons on a board of 5×5, by Monte
//! Carlo tree search, against a player who moves at random.
//!
//! Run it with `cargo run --release --example amazons -p tremaux --features play`.

use tremaux::play::{Mcts, PayoffSampler, Player};
use tremaux::{Game, Limits, Random, Turn};

const SIDE: i8 = 5;

/// A queen moves, and shoots from there: the cell is taken. Whoever cannot move loses.
struct Amazons;

#[derive(Clone, Copy)]
struct Board {
    queens: [[i8; 2]; 2],
    /// Cells that queens and arrows take, as bits.
    taken: u32,
    mover: Player,
}

#[derive(Clone, Copy, Debug)]
struct Move {
    from: i8,
    to: i8,
    arrow: i8,
}

/// Calls `visit` with the cells to which a queen may move.
fn slide(taken: u32, from: i8, mut visit: impl FnMut(i8)) {
    for (dx, dy) in [(1, 0), (1, 1), (0, 1), (-1, 1), (-1, 0), (-1, -1), (0, -1), (1, -1)] {
        let (mut x, mut y) = (from % SIDE + dx, from / SIDE + dy);
        while (0..SIDE).contains(&x) && (0..SIDE).contains(&y) && taken >> (y * SIDE + x) & 1 == 0 {
            visit(y * SIDE + x);
            (x, y) = (x + dx, y + dy);
        }
    }
}

impl Game for Amazons {
    type State = Board;
    type Move = Move;
    type Undo = Board;

    fn initial_state(&self) -> Board {
        let queens = [[1, 3], [21, 23]];
        let taken = queens.concat().iter().fold(0, |taken, cell| taken | 1 << cell);
        Board { queens, taken, mover: 0 }
    }
    fn turn(&self, board: &Board) -> Turn {
        let mut can_move = false;
        for from in board.queens[usize::from(board.mover)] {
            slide(board.taken, from, |_| can_move = true);
        }
        if can_move { Turn::Player(board.mover) } else { Turn::Over }
    }
    fn moves(&self, board: &Board, moves: &mut Vec<Move>) {
        for from in board.queens[usize::from(board.mover)] {
            let without = board.taken & !(1 << from);
            slide(board.taken, from, |to| {
                slide(without | 1 << to, to, |arrow| moves.push(Move { from, to, arrow }));
            });
        }
    }
    fn play(&self, board: &mut Board, mv: Move) -> Board {
        let before = *board;
        for queen in &mut board.queens[usize::from(before.mover)] {
            *queen = if *queen == mv.from { mv.to } else { *queen };
        }
        board.taken = before.taken & !(1 << mv.from) | 1 << mv.to | 1 << mv.arrow;
        board.mover = 1 - before.mover;
        before
    }
    fn undo(&self, board: &mut Board, _: Move, before: Board) {
        *board = before;
    }
    fn payoff(&self, board: &Board, player: Player) -> f64 {
        if player == board.mover { -1.0 } else { 1.0 }
    }
}

pub(crate) fn main() {
    let sampler =
        PayoffSampler { evaluator: (), plies: u32::MAX, range: (-1.0, 1.0), is_zero_sum: true };
    let (limits, mut random, mut won) = (Limits::default().with_nodes(300), Random::new(1), 0);
    for round in 0..10 {
        let mut board = Amazons.initial_state();
        while let Turn::Player(player) = Amazons.turn(&board) {
            let mv = if player == round % 2 {
                Mcts::default().memory(1 << 22).solve(&Amazons, &board, &sampler, &limits).line[0]
            } else {
                let mut moves = Vec::new();
                Amazons.moves(&board, &mut moves);
                moves[random.below(moves.len() as u64) as usize]
            };
            let _ = Amazons.play(&mut board, mv);
        }
        won += u32::from(board.mover != round % 2);
    }
    println!("{won} of 10 games won");
    assert!(won >= 9);
}
