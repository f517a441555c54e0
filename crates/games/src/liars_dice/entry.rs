//! The registry entry of Liar's dice.

use tremaux_core::Player;

use super::LiarsDice;
use super::rules::Position;

use crate::named::rules::{HiddenRules, open_hidden};
use crate::named::{GameEntry, GameInfo, OpenedGame};
use tremaux_domain::{OptionInfo, Options, TableSource};

/// The entry in the list of games.
pub static LIARS_DICE: GameEntry = GameEntry::new(&INFO, open_game);

static INFO: GameInfo = GameInfo {
    name: "liars-dice",
    aliases: &["liar"],
    title: "Liar's dice: one hidden die each, rising bids, a challenge",
    format: "The moves so far, beginning with the dice of both players, or `start`:\n  3 5 1-3 2-5",
    example: "3 5 1-3 2-5",
    moves: "the face of a die that is rolled; a bid such as 2-5: at least 2 dice show 5; `liar` to \
        challenge the last bid",
    scores: "The value of the whole game, not of the position, if both sides play the reported \
        strategy: text shows it in points for side 1, other formats in thousandths of a point for \
        the side to move. Exploitability is half the sum of what both sides gain by a best \
        response, in points.",
    unit: Some("thousandths of a point"),
    options: &[
        OptionInfo::integer("sides", 2, 6).title("number of sides of a die").default("6"),
        OptionInfo::choice("wild", &["yes", "no"])
            .title("whether the highest face counts as any face")
            .default("yes"),
    ],
    ..GameInfo::HIDDEN
};

impl HiddenRules for LiarsDice {
    const UNIT: &'static str = "points";

    fn next_side(position: &Position) -> Player {
        (position.moves().len() % 2) as Player
    }
}

fn open_game(text: &str, options: &Options<'_>, _: &TableSource) -> OpenedGame {
    let sides = options.integer("sides") as u8;
    let game = LiarsDice::new(sides, options.word("wild") == "yes").unwrap_or_default();
    open_hidden(&INFO, game, options, text)
}
