//! The registry entry of Backgammon.

use super::{Backgammon, PipCount, Position};
use tremaux_core::Player;
use tremaux_play::{Expectiminimax, SearchParts};

use crate::named::rules::{Labels, PayoffRules, SearchOf, open_payoffs};
use crate::named::{Drawn, GameEntry, GameInfo, OpenedGame};
use tremaux_domain::{Options, TableSource};

/// The entry in the list of games.
pub(crate) static BACKGAMMON: GameEntry = GameEntry::new(&INFO, open_game);

static INFO: GameInfo = GameInfo {
    name: "backgammon",
    aliases: &["bg"],
    title: "Backgammon without the doubling cube: full rules, with gammons and backgammons",
    format: "A GNU Backgammon Position ID (14 letters); then the player on roll: 1, 2 or opening \
             (default: 1); then the dice, if they have been rolled; or the ID with a Match ID:\n  \
             4HPwATDgc/ABMA 1 31\n  \
             4HPwATDgc/ABMA:cAkAAAAAAAAA",
    example: "2wEAAAYAAAAAAA 1 21",
    moves: "source and target point of each checker, counted from the mover's side: 8/5 6/5, \
            bar/20, 3/off; the same move twice: 6/4(2); pass if no checker can move; dice: 31",
    sides: &["1", "2"],
    scores: "Expected result for the side to move, in thousandths of a point; a game is worth one \
             point, a gammon two, a backgammon three. Estimates are based on the pip count, points \
             held and blots.",
    unit: Some("thousandths of a point"),
    evaluation: "pip count, points held and blots",
    has_chance: true,
    drawn: Drawn::Points,
    great_lead: 800,
    greater_wins: &["a gammon", "a backgammon"],
    ..GameInfo::PLAIN
};

struct Variant(Backgammon, PipCount);

impl PayoffRules for Variant {
    type Game = Backgammon;
    type Evaluator = PipCount;

    const SCALE: f64 = 1000.0;
    const UNIT: &'static str = "points";

    fn game(&self) -> &Backgammon {
        &self.0
    }

    fn side_to_move(&self, position: &Position) -> Player {
        position.player_on_roll()
    }

    /// Points as the side on roll counts them.
    fn labels(&self, position: &Position) -> Labels {
        let is_first = position.player_on_roll() == 0;
        let name = |point: u32| (if is_first { point } else { 25 - point }).to_string();
        let half = |points: [std::ops::RangeInclusive<u32>; 2], is_falling: bool| {
            let [outer, inner] = points.map(|points| {
                let mut names: Vec<String> = points.map(name).collect();
                if is_falling {
                    names.reverse();
                }
                names
            });
            [outer, vec!["bar".to_owned()], inner].concat()
        };
        Labels {
            top: half([13..=18, 19..=24], false),
            bottom: half([7..=12, 1..=6], true),
            ..Labels::default()
        }
    }

    fn evaluator(&self) -> &PipCount {
        &self.1
    }

    fn range(&self) -> Option<(f64, f64)> {
        Some((-3.0, 3.0))
    }

    fn start(&self, search: Expectiminimax, position: &Position) -> Option<SearchOf<'_, Self>> {
        let parts = SearchParts::new().evaluator(&self.1);
        Some(search.range((-3.0, 3.0)).start(&self.0, position, parts))
    }
}

fn open_game(text: &str, options: &Options<'_>, _: &TableSource) -> OpenedGame {
    open_payoffs(&INFO, Variant(Backgammon, PipCount), options, text)
}
