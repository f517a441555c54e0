//! A game of your own: Domineering, by proof numbers. Who wins is proved, without an evaluation.
//!
//! Run it with `cargo run --release --example domineering -p tremaux --features play`.

use tremaux::play::{HashedGame, Player, ProofNumber, hash_of};
use tremaux::{Game, Limits, Turn, ZeroSumGame};

/// A square board of this side. The first player lays dominoes upright, the second one flat;
/// whoever cannot lay one loses.
struct Domineering(u32);

#[derive(Clone, Copy, Hash)]
struct Board {
    taken: u64,
    mover: Player,
}

impl Domineering {
    /// The cells of a domino of `player` as bits, by its upper or left cell; `None` beyond the
    /// edge.
    fn domino(&self, player: Player, cell: u32) -> Option<u64> {
        let side = self.0;
        let is_on = if player == 0 { cell + side < side * side } else { cell % side + 1 < side };
        is_on.then(|| 1 << cell | 1 << (if player == 0 { cell + side } else { cell + 1 }))
    }
}

impl Game for Domineering {
    type State = Board;
    type Move = u64;
    type Undo = ();

    fn initial_state(&self) -> Board {
        Board { taken: 0, mover: 0 }
    }
    fn turn(&self, board: &Board) -> Turn {
        let mut moves = Vec::new();
        self.moves(board, &mut moves);
        if moves.is_empty() { Turn::Over } else { Turn::Player(board.mover) }
    }
    fn moves(&self, board: &Board, moves: &mut Vec<u64>) {
        let cells = 0..self.0 * self.0;
        let dominoes = cells.filter_map(|cell| self.domino(board.mover, cell));
        moves.extend(dominoes.filter(|domino| board.taken & domino == 0));
    }
    fn play(&self, board: &mut Board, domino: u64) {
        *board = Board { taken: board.taken | domino, mover: 1 - board.mover };
    }
    fn undo(&self, board: &mut Board, domino: u64, (): ()) {
        *board = Board { taken: board.taken & !domino, mover: 1 - board.mover };
    }
    fn payoff(&self, board: &Board, player: Player) -> f64 {
        if player == board.mover { -1.0 } else { 1.0 }
    }
}

impl ZeroSumGame for Domineering {}

impl HashedGame for Domineering {
    fn hash(&self, board: &Board) -> u64 {
        hash_of(board)
    }
    fn code(&self, _: &Board, domino: u64) -> u16 {
        domino.trailing_zeros() as u16
    }
}

pub(crate) fn main() {
    // Whether the first player wins, by Breuker, Uiterwijk and van den Herik (2000).
    for (side, is_won) in [(2, true), (3, true), (4, true), (5, false)] {
        let game = Domineering(side);
        let limits = Limits::default().with_nodes(1_000_000);
        let report = ProofNumber::default().solve(&game, &game.initial_state(), &limits);
        let value = report.value.expect("proved within the limit");
        println!("{side}×{side}: {value:+}, {} positions", report.statistics.nodes);
        assert!(report.is_exact && (value > 0.0) == is_won);
    }
}
