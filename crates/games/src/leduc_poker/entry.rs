//! The registry entry of Leduc hold'em.

use tremaux_core::Player;

use super::rules::Position;
use super::{LeducPoker, Move};

use crate::named::rules::{HiddenRules, open_hidden};
use crate::named::{GameEntry, GameInfo, OpenedGame};
use tremaux_domain::{Options, TableSource};

/// The entry in the list of games.
pub static LEDUC_POKER: GameEntry = GameEntry::new(&INFO, open_game);

static INFO: GameInfo = GameInfo {
    name: "leduc-poker",
    aliases: &["leduc"],
    title: "Leduc hold'em: six cards, two rounds of bets",
    format: "The moves so far, beginning with the cards of both players, or `start`:\n  K Q check \
        bet call J",
    example: "K Q check bet call J",
    moves: "J, Q or K is dealt to the first player, to the second, and after a round of bets to \
        the table; check, bet, fold, call or raise",
    scores: "The value of the whole game, not of the position, if both sides play the reported \
        strategy: text shows it in antes for side 1, other formats in thousandths of an ante for \
        the side to move. Exploitability is half the sum of what both sides gain by a best \
        response, in antes.",
    unit: Some("thousandths of an ante"),
    ..GameInfo::HIDDEN
};

impl HiddenRules for LeducPoker {
    const UNIT: &'static str = "antes";

    fn next_side(position: &Position) -> Player {
        // The first player begins each round.
        let is_dealt = |mv: &&Move| matches!(mv, Move::Deal(_));
        let count = position.moves().iter().rev().take_while(|mv| !is_dealt(mv)).count();
        (count % 2) as Player
    }
}

fn open_game(text: &str, options: &Options<'_>, _: &TableSource) -> OpenedGame {
    open_hidden(&INFO, LeducPoker, options, text)
}
