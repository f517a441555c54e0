//! The rules: a prize, two bids, and so on.

use tremaux_core::{Game, Player, Turn};

use crate::history::History;

/// Goofspiel with the cards 1 to n. Payoffs are leads in points.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Goofspiel {
    cards: u8,
    prizes: Prizes,
}

/// The order in which prizes come up.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Prizes {
    /// Random.
    #[default]
    Shuffled,
    /// The least one first.
    Ascending,
    /// The greatest one first.
    Descending,
}

/// A move.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum Move {
    /// Stands for a bid that the player does not see; never a legal move.
    #[default]
    Unseen,
    /// This prize comes up, from 1; only if prizes are shuffled.
    Prize(u8),
    /// A bid of this card, from 1.
    Bid(u8),
}

/// The prizes, if they are shuffled, and bids so far: the longest game has 13 cards.
pub(super) type Position = History<Move, 39>;

/// Four cards, shuffled prizes.
impl Default for Goofspiel {
    fn default() -> Self {
        Self { cards: 4, prizes: Prizes::default() }
    }
}

impl Goofspiel {
    /// The greatest number of cards: a suit.
    pub const MOST: u8 = 13;

    /// The game with so many cards, from 1 to [`Goofspiel::MOST`].
    pub fn new(cards: u8, prizes: Prizes) -> Option<Self> {
        (1..=Self::MOST).contains(&cards).then_some(Self { cards, prizes })
    }

    /// The number of moves in a round: the prize, if it is drawn, and two bids.
    fn round_length(self) -> usize {
        if self.prizes == Prizes::Shuffled { 3 } else { 2 }
    }

    /// The number of bids so far in the current round, if its prize has come up.
    fn bids(self, position: &Position) -> Option<usize> {
        (position.moves().len() % self.round_length() + 2).checked_sub(self.round_length())
    }

    /// The second player does not see the first bid of a round until both are made.
    pub(super) fn unseen(&self, position: &Position, player: Player) -> Option<usize> {
        let is_open = self.bids(position) == Some(1);
        (is_open && player == 1).then(|| position.moves().len() - 1)
    }

    /// The prize of a round, from its number and moves.
    fn prize(self, round: usize, moves: &[Move]) -> u8 {
        match (self.prizes, moves) {
            (Prizes::Shuffled, &[Move::Prize(prize), ..]) => prize,
            (Prizes::Descending, _) => self.cards - round as u8,
            _ => 1 + round as u8,
        }
    }
}

impl Game for Goofspiel {
    crate::history::history_moves!(Move);

    fn turn(&self, position: &Position) -> Turn {
        match self.bids(position) {
            _ if position.moves().len() == usize::from(self.cards) * self.round_length() => {
                Turn::Over
            }
            Some(bids) => Turn::Player(bids as Player),
            None => Turn::Chance,
        }
    }

    fn moves(&self, position: &Position, moves: &mut Vec<Move>) {
        let at = position.moves().len() % self.round_length();
        // What was drawn or bid at the same place of earlier rounds is spent.
        let spent = position.moves().iter().skip(at).step_by(self.round_length());
        let is_drawn = self.bids(position).is_none();
        let all = (1..=self.cards).map(|card| if is_drawn { Move::Prize } else { Move::Bid }(card));
        moves.extend(all.filter(|mv| !spent.clone().any(|it| it == mv)));
    }

    fn payoff(&self, position: &Position, player: Player) -> f64 {
        let rounds = position.moves().chunks_exact(self.round_length());
        let leads = rounds.enumerate().map(|(round, moves)| match moves {
            &[.., Move::Bid(first), Move::Bid(second)] => {
                i32::from(self.prize(round, moves)) * first.cmp(&second) as i32
            }
            _ => 0,
        });
        let lead: i32 = leads.sum();
        f64::from(if player == 0 { lead } else { -lead })
    }
}
