//! The rules: six cards, two rounds of bets, at most two raises each.

use tremaux_core::{Game, Player, Turn};

use crate::history::History;

/// The number of ranks, of two cards each.
const RANKS: u8 = 3;

/// Leduc hold'em. Both players ante 1; bets are 2 in the first round and 4 in the second, and there
/// are at most two a round. Cards of a rank are alike. Payoffs are net winnings in antes.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct LeducPoker;

/// A move.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum Move {
    /// Stands for a card that the player does not see; never a legal move.
    #[default]
    Unseen,
    /// Chance deals a card, to the first player, to the second, and after the first round to the
    /// table: 0 is a jack, 1 a queen, 2 a king.
    Deal(u8),
    /// Gives up.
    Fold,
    /// Puts in as much as the other player; checks if that is nothing.
    Call,
    /// Puts in as much as the other player, and a bet.
    Raise,
}

/// The cards and the moves so far: the longest game has 11.
pub(super) type Position = History<Move, 11>;

/// What follows from the moves so far.
struct Table {
    turn: Turn,
    /// What the players have put in.
    stakes: [u8; 2],
    raises: u8,
    folded: Option<usize>,
}

impl Table {
    fn of(position: &Position) -> Self {
        let mut table = Self { turn: Turn::Chance, stakes: [1, 1], raises: 0, folded: None };
        let (mut bet, mut actor, mut is_first) = (2, 0, true);
        for (nth, &mv) in position.moves().iter().enumerate() {
            let most = table.stakes[0].max(table.stakes[1]);
            match mv {
                Move::Unseen | Move::Deal(_) => {
                    (actor, is_first, table.raises) = (0, true, 0);
                    if nth >= 2 {
                        bet = 4;
                    }
                    table.turn = if nth == 0 { Turn::Chance } else { Turn::Player(0) };
                    continue;
                }
                Move::Fold => {
                    table.folded = Some(actor);
                    table.turn = Turn::Over;
                    continue;
                }
                Move::Call => {
                    table.stakes[actor] = most;
                    if !is_first {
                        table.turn = if bet == 2 { Turn::Chance } else { Turn::Over };
                        continue;
                    }
                }
                Move::Raise => {
                    table.stakes[actor] = most + bet;
                    table.raises += 1;
                }
            }
            (actor, is_first) = (1 - actor, false);
            table.turn = Turn::Player(actor as Player);
        }
        table
    }
}

/// How many cards of this rank are left.
fn left(position: &Position, rank: u8) -> usize {
    2 - position.moves().iter().filter(|&&mv| mv == Move::Deal(rank)).count()
}

impl LeducPoker {
    /// Whether the player to move must put in more to stay in the game.
    pub(super) fn is_facing(position: &Position) -> bool {
        let [first, second] = Table::of(position).stakes;
        first != second
    }
}

impl Game for LeducPoker {
    crate::history::history_moves!(Move);

    fn turn(&self, position: &Position) -> Turn {
        Table::of(position).turn
    }

    fn moves(&self, position: &Position, moves: &mut Vec<Move>) {
        let table = Table::of(position);
        if table.turn == Turn::Chance {
            moves.extend((0..RANKS).filter(|&rank| left(position, rank) > 0).map(Move::Deal));
            return;
        }
        if table.stakes[0] != table.stakes[1] {
            moves.push(Move::Fold);
        }
        moves.push(Move::Call);
        if table.raises < 2 {
            moves.push(Move::Raise);
        }
    }

    fn payoff(&self, position: &Position, player: Player) -> f64 {
        let Table { stakes, folded, .. } = Table::of(position);
        let me = usize::from(player);
        if let Some(folded) = folded {
            return if folded == me { -f64::from(stakes[me]) } else { f64::from(stakes[1 - me]) };
        }
        let mut cards = position.moves().iter().filter_map(|&mv| match mv {
            Move::Deal(rank) => Some(rank),
            _ => None,
        });
        let (Some(first), Some(second), Some(public)) = (cards.next(), cards.next(), cards.next())
        else {
            return 0.0;
        };
        // A pair beats everything.
        let strength = |rank: u8| if rank == public { RANKS } else { rank };
        let cards = if me == 0 { [first, second] } else { [second, first] };
        let [mine, theirs] = cards.map(strength);
        let sign = f64::from(i8::from(mine > theirs) - i8::from(mine < theirs));
        sign * f64::from(stakes[1 - me])
    }

    fn probability(&self, position: &Position, mv: Move) -> f64 {
        let Move::Deal(rank) = mv else { return 0.0 };
        let dealt = position.moves().iter().filter(|mv| matches!(mv, Move::Deal(_))).count();
        left(position, rank) as f64 / (6 - dealt) as f64
    }
}
