//! A game of your own with dice, by expectiminimax: the first to six points wins. Each turn a
//! player rolls a die and takes its points, or one point for certain.
//!
//! Run it with `cargo run --example dice_game -p tremaux`.

use tremaux::play::Player;
use tremaux::play::{Expectiminimax, SearchParts};
use tremaux::{Game, Limits, Turn, ZeroSumGame};

const GOAL: u8 = 6;

struct Race;

#[derive(Clone, Copy)]
struct Position {
    points: [u8; 2],
    mover: Player,
    is_rolling: bool,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Move {
    Roll,
    TakeOne,
    /// Zero, one or three points.
    Die(u8),
}

impl Game for Race {
    type State = Position;
    type Move = Move;
    type Undo = Position;

    fn initial_state(&self) -> Position {
        Position { points: [0, 0], mover: 0, is_rolling: false }
    }
    fn turn(&self, position: &Position) -> Turn {
        match position {
            _ if position.points.iter().any(|&points| points >= GOAL) => Turn::Over,
            Position { is_rolling: true, .. } => Turn::Chance,
            _ => Turn::Player(position.mover),
        }
    }
    fn moves(&self, position: &Position, moves: &mut Vec<Move>) {
        // The three results are equally likely, as is assumed without `Game::probability`.
        match position.is_rolling {
            true => moves.extend([0, 1, 3].map(Move::Die)),
            false => moves.extend([Move::Roll, Move::TakeOne]),
        }
    }
    fn play(&self, position: &mut Position, mv: Move) -> Position {
        let before = *position;
        let points = match mv {
            Move::Roll => {
                position.is_rolling = true;
                return before;
            }
            Move::TakeOne => 1,
            Move::Die(points) => points,
        };
        position.points[usize::from(before.mover)] += points;
        (position.mover, position.is_rolling) = (1 - before.mover, false);
        before
    }
    fn undo(&self, position: &mut Position, _: Move, before: Position) {
        *position = before;
    }
    fn payoff(&self, position: &Position, player: Player) -> f64 {
        if position.points[usize::from(player)] >= GOAL { 1.0 } else { -1.0 }
    }
}

impl ZeroSumGame for Race {}

/// The best move at four points to four, and the result to expect.
fn solve() -> (Move, f64) {
    let position = Position { points: [4, 4], mover: 0, is_rolling: false };
    let search = Expectiminimax::default().max_depth(12);
    let report = search.solve(&Race, &position, SearchParts::new(), &Limits::default());
    (report.line[0], report.value)
}

pub(crate) fn main() {
    let (best, result) = solve();
    println!("{best:?}, expected result {result:+.3}");
    assert!(best == Move::Roll && (result - 1.0 / 3.0).abs() < 0.01);
}
