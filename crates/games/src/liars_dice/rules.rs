//! The rules: bids that rise until one is doubted.

use tremaux_core::{Game, Player, Turn};

use crate::history::History;

/// Liar's dice with one die for each player. Whoever is right about the last bid wins 1.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct LiarsDice {
    sides: u8,
    is_wild: bool,
}

/// A move.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum Move {
    /// Stands for a die that the player does not see; never a legal move.
    #[default]
    Unseen,
    /// Chance rolls this face, for the first player and then for the second.
    Roll(u8),
    /// A bid that at least so many dice show this face.
    Bid {
        /// The number of dice, 1 or 2.
        quantity: u8,
        /// The face, from 1.
        face: u8,
    },
    /// Doubts the last bid.
    Liar,
}

/// The dice and the moves so far: the longest game has 15.
pub(super) type Position = History<Move, 15>;

impl LiarsDice {
    /// The game with dice of so many sides; `None` unless they are from 2 to 6. If `is_wild`, the
    /// highest face counts as any face.
    pub fn new(sides: u8, is_wild: bool) -> Option<Self> {
        (2..=6).contains(&sides).then_some(Self { sides, is_wild })
    }

    /// The number of a bid, the lowest one first.
    fn rank(self, mv: Move) -> Option<u8> {
        match mv {
            Move::Bid { quantity, face } => Some((quantity - 1) * self.sides + face - 1),
            _ => None,
        }
    }
}

impl Default for LiarsDice {
    fn default() -> Self {
        Self { sides: 6, is_wild: true }
    }
}

impl Game for LiarsDice {
    crate::history::history_moves!(Move);

    fn turn(&self, position: &Position) -> Turn {
        match position.moves() {
            [] | [_] => Turn::Chance,
            [.., Move::Liar] => Turn::Over,
            moves => Turn::Player((moves.len() % 2) as Player),
        }
    }

    fn moves(&self, position: &Position, moves: &mut Vec<Move>) {
        if position.moves().len() < 2 {
            moves.extend((1..=self.sides).map(Move::Roll));
            return;
        }
        let last = position.moves().last().and_then(|&mv| self.rank(mv));
        let next = last.map_or(0, |last| last + 1);
        moves.extend((next..2 * self.sides).map(|rank| Move::Bid {
            quantity: rank / self.sides + 1,
            face: rank % self.sides + 1,
        }));
        if last.is_some() {
            moves.push(Move::Liar);
        }
    }

    fn payoff(&self, position: &Position, player: Player) -> f64 {
        let [dice @ .., Move::Bid { quantity, face }, Move::Liar] = position.moves() else {
            return 0.0;
        };
        let counts = |die: &&Move| {
            **die == Move::Roll(*face) || self.is_wild && **die == Move::Roll(self.sides)
        };
        let is_true = dice.iter().take(2).filter(counts).count() >= usize::from(*quantity);
        // The last move is the doubt.
        let doubter = ((position.moves().len() - 1) % 2) as Player;
        if is_true == (player == doubter) { -1.0 } else { 1.0 }
    }
}
