//! The registry entry of Kuhn poker.

use tremaux_core::Player;

use super::KuhnPoker;
use super::rules::Position;

use crate::named::rules::{HiddenRules, open_hidden};
use crate::named::{GameEntry, GameInfo, OpenedGame};
use tremaux_domain::{Options, TableSource};

/// The entry in the list of games.
pub static KUHN_POKER: GameEntry = GameEntry::new(&INFO, open_game);

static INFO: GameInfo = GameInfo {
    name: "kuhn-poker",
    aliases: &["kuhn"],
    title: "Kuhn poker: three cards, one bet",
    format: "The moves so far, beginning with the cards of both players, or `start`:\n  K Q check \
        bet",
    example: "K Q check bet",
    moves: "J, Q or K is dealt to the first player, then to the second; then check, bet, fold or \
        call",
    scores: "The value of the whole game, not of the position, if both sides play the reported \
        strategy: text shows it in antes for side 1, other formats in thousandths of an ante for \
        the side to move. Exploitability is half the sum of what both sides gain by a best \
        response, in antes.",
    unit: Some("thousandths of an ante"),
    ..GameInfo::HIDDEN
};

impl HiddenRules for KuhnPoker {
    const UNIT: &'static str = "antes";

    fn next_side(position: &Position) -> Player {
        (position.moves().len() % 2) as Player
    }
}

fn open_game(text: &str, options: &Options<'_>, _: &TableSource) -> OpenedGame {
    open_hidden(&INFO, KuhnPoker, options, text)
}
