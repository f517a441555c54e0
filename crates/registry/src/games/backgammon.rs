//! Backgammon by name.

use tremaux_games::backgammon::{Backgammon, PipCount};
use tremaux_play::Dice;

use super::entry::{GameEntry, GameInfo, PlayedGame};
use super::payoff_rules::PayoffRules;
use super::played::open_payoffs;
use crate::domain::Given;
use crate::error::RegistryError;

/// The entry in [`GAMES`](crate::GAMES).
pub(super) static BACKGAMMON: Entry = Entry;

/// Backgammon.
pub(super) struct Entry;

static INFO: GameInfo = GameInfo {
    name: "backgammon",
    aliases: &["bg"],
    title: "Backgammon without the doubling cube: full rules, gammons and backgammons counted",
    format: "A Position ID of GNU Backgammon, 14 letters; then who is on roll, 1, 2 or opening (1 if \
             left out); then the dice, if they have fallen:\n  4HPwATDgc/ABMA 1 31",
    example: "2wEAAAYAAAAAAA 1 21",
    moves: "the points a checker comes from and goes to, counted from the mover's side: 8/5 6/5, \
            bar/20, 3/off; twice the same: 6/4(2); pass if nothing can be moved; dice as 31",
    sides: &["1", "2"],
    scores: "What the side to move can expect in thousandths of a point; a game is worth one \
             point, a gammon two, a backgammon three. An estimate comes from the pips in the \
             race, points held and single checkers.",
    unit: Some("thousandths of a point"),
    evaluation: "pip count, points held and checkers alone",
    options: &[],
};

struct Variant(Backgammon, PipCount, Dice);

impl PayoffRules for Variant {
    type Game = Backgammon;
    type Evaluator = PipCount;
    type Chances = Dice;

    const SCALE: f64 = 1000.0;
    const UNIT: &'static str = "points";

    fn game(&self) -> &Backgammon {
        &self.0
    }

    fn evaluator(&self) -> &PipCount {
        &self.1
    }

    fn chances(&self) -> &Dice {
        &self.2
    }

    fn range(&self) -> Option<(f64, f64)> {
        Some((-3.0, 3.0))
    }
}

impl GameEntry for Entry {
    fn info(&self) -> &'static GameInfo {
        &INFO
    }

    fn open(&self, given: Given<'_>, text: &str) -> Result<Box<dyn PlayedGame>, RegistryError> {
        open_payoffs(&INFO, Variant(Backgammon, PipCount, Dice), given, text)
    }
}
