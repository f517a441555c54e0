//! The registry entry of Goofspiel.

use tremaux_core::Player;

use super::rules::Position;
use super::{Goofspiel, Prizes};

use crate::named::rules::{HiddenRules, open_hidden};
use crate::named::{GameEntry, GameInfo, OpenedGame};
use tremaux_domain::{OptionInfo, Options, TableSource};

/// The entry in the list of games.
pub static GOOFSPIEL: GameEntry = GameEntry::new(&INFO, open_game);

static INFO: GameInfo = GameInfo {
    name: "goofspiel",
    aliases: &["gops", "game-of-pure-strategy"],
    title: "Goofspiel: simultaneous bids for prizes, each card once",
    format: "The moves so far, or `start`: for each prize its value, if prizes are shuffled, then \
        the bids of side 1 and side 2:\n  prize-3 2 4 prize-1 1",
    example: "prize-3 2 4 prize-1 1",
    moves: "the number of a card; prize-3: the prize that comes up",
    scores: "The value of the whole game, not of the position, if both sides play the reported \
        strategy: text shows it in points for side 1, other formats in thousandths of a point for \
        the side to move. A prize is worth its number; nobody takes it if the bids are equal. \
        Exploitability is half the sum of what both sides gain by a best response, in points.",
    unit: Some("thousandths of a point"),
    options: &[
        OptionInfo::integer("cards", 1, Goofspiel::MOST as u64)
            .title("number of cards of each player, and of prizes")
            .default("4"),
        OptionInfo::choice("prizes", &["shuffled", "ascending", "descending"])
            .title("order in which prizes come up")
            .default("shuffled"),
    ],
    ..GameInfo::HIDDEN
};

impl HiddenRules for Goofspiel {
    const UNIT: &'static str = "points";

    fn next_side(_: &Position) -> Player {
        0
    }
}

fn open_game(text: &str, options: &Options<'_>, _: &TableSource) -> OpenedGame {
    let prizes = match options.word("prizes") {
        "ascending" => Prizes::Ascending,
        "descending" => Prizes::Descending,
        _ => Prizes::Shuffled,
    };
    let game = Goofspiel::new(options.integer("cards") as u8, prizes).unwrap_or_default();
    open_hidden(&INFO, game, options, text)
}
