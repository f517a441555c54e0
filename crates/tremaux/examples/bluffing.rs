//! A game of your own with hidden cards: how often to bluff, as an equilibrium.
//!
//! Run it with `cargo run --example bluffing -p tremaux --features play`.

use tremaux::play::{Equilibrium, HiddenGame, Player};
use tremaux::{Game, Limits, Turn};

/// Both put one coin down. The first player draws an ace or a two, and looks at it alone; then it
/// folds, or bets a coin. The second one folds, or calls with a coin: then an ace wins, a two
/// loses.
struct Bluff;

#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
enum Move {
    Ace,
    Two,
    Fold,
    Bet,
    Call,
}

impl Game for Bluff {
    type State = Vec<Move>;
    type Move = Move;
    type Undo = ();

    fn initial_state(&self) -> Vec<Move> {
        Vec::new()
    }
    fn turn(&self, line: &Vec<Move>) -> Turn {
        match line[..] {
            [] => Turn::Chance,
            [_] => Turn::Player(0),
            [_, Move::Bet] => Turn::Player(1),
            _ => Turn::Over,
        }
    }
    fn moves(&self, line: &Vec<Move>, moves: &mut Vec<Move>) {
        // Both cards are equally likely, as is assumed without `Game::probability`.
        moves.extend(match line.len() {
            0 => [Move::Ace, Move::Two],
            1 => [Move::Fold, Move::Bet],
            _ => [Move::Fold, Move::Call],
        });
    }
    fn play(&self, line: &mut Vec<Move>, mv: Move) {
        line.push(mv);
    }
    fn undo(&self, line: &mut Vec<Move>, _: Move, (): ()) {
        line.pop();
    }
    fn payoff(&self, line: &Vec<Move>, player: Player) -> f64 {
        let first = match line[..] {
            [_, Move::Fold] => -1.0,
            [_, _, Move::Fold] => 1.0,
            [Move::Ace, ..] => 2.0,
            _ => -2.0,
        };
        if player == 0 { first } else { -first }
    }
}

impl HiddenGame for Bluff {
    type Information = Vec<Move>;

    /// The second player does not see the card.
    fn information(&self, line: &Vec<Move>, player: Player) -> Vec<Move> {
        line[usize::from(player).min(line.len())..].to_vec()
    }
}

pub(crate) fn main() {
    let report = Equilibrium::default().target(1e-4).solve(&Bluff, &Limits::default());
    for set in &report.strategy {
        println!("{:?}: {:?}", Bluff.information(&set.state, set.player), set.moves);
    }
    println!("worth {:.4} to the first player, ±{:.5}", report.value, report.exploitability);
    let often = |state: &[Move], wanted: Move| {
        let mut moves =
            report.strategy.iter().filter(|it| it.state == state).flat_map(|it| &it.moves);
        moves.find(|it| it.0 == wanted).map_or(0.0, |it| it.1)
    };
    // A third of the twos is bet on, and two thirds of the bets are called.
    let (bluff, call) =
        (often(&[Move::Two], Move::Bet), often(&[Move::Ace, Move::Bet], Move::Call));
    for (found, truth) in [(report.value, 1.0 / 3.0), (bluff, 1.0 / 3.0), (call, 2.0 / 3.0)] {
        assert!((found - truth).abs() < 0.01, "{found} instead of {truth}");
    }
}
