//! Checkers by name.

use tremaux_games::checkers::{
    Brazilian, Checkers, English, International, Material, Russian, Variant,
};
use tremaux_play::{Loud, Quiescence};

use super::entry::{GameEntry, GameInfo, PlayedGame};
use super::played::open;
use super::rules::{Rules, option, wrong};
use crate::component::{OptionInfo, OptionKind};
use crate::domain::Given;
use crate::error::RegistryError;

/// The entry in [`GAMES`](crate::GAMES).
pub(super) static CHECKERS: Entry = Entry;

/// Checkers.
pub(super) struct Entry;

/// English rules, where Black begins.
static INFO: GameInfo = GameInfo {
    name: "checkers",
    aliases: &["draughts"],
    title: "Checkers (draughts): English, Brazilian, Russian or international rules",
    format: "The FEN tag of PDN: W or B for the side to move, the squares of White and of Black, \
             kings with a K; squares are numbers from the top left, or letters and numbers from \
             the bottom left, ranges may be given:\n  B:W18,24,27-32:B1-8,K10",
    example: "B:WK16,24,14:B7,K13,K20",
    moves: "squares with - for a step and x for a capture, which is compulsory: 11-15, 22x15x6, \
            c3xe5; squares between may be left out where one move remains",
    sides: &["black", "white"],
    scores: "A win by the last of n moves is 1000000 - n, a loss as much below zero, a draw 0; an \
             estimate is 100 for each man ahead, and more for kings and men far advanced. The game \
             is drawn when only kings have moved for 40 moves of each side without a capture (20 in \
             Brazilian, 25 in international, 15 in Russian draughts); repetition is not counted.",
    unit: None,
    evaluation: "material",
    options: &[OptionInfo {
        name: "rules",
        title: "english: men capture forwards, kings step by one, Black begins; brazilian: men \
                capture backwards too, kings fly, the most must be taken; international: the same \
                on 10x10; russian: a man that passes the last row goes on as a king",
        kind: OptionKind::Choice { words: &["english", "brazilian", "international", "russian"] },
        default: Some("english"),
    }],
};

/// The others, where White begins.
static WHITE_BEGINS: GameInfo = GameInfo { sides: &["white", "black"], ..INFO };

struct Played<V>(Checkers<V>, Material);

impl<V: Variant> Rules for Played<V> {
    type Game = Checkers<V>;
    type Evaluator = Material;
    type Ordering = Loud;
    type Horizon = Quiescence;

    fn game(&self) -> &Checkers<V> {
        &self.0
    }

    fn evaluator(&self) -> &Material {
        &self.1
    }
}

fn open_by<V: Variant>(given: Given<'_>, text: &str) -> Result<Box<dyn PlayedGame>, RegistryError> {
    let info = if V::WHITE_BEGINS { &WHITE_BEGINS } else { &INFO };
    open(info, Played(Checkers::<V>::new(), Material), given, text)
}

impl GameEntry for Entry {
    fn info(&self) -> &'static GameInfo {
        &INFO
    }

    fn open(&self, given: Given<'_>, text: &str) -> Result<Box<dyn PlayedGame>, RegistryError> {
        match option(given, "rules").unwrap_or("english") {
            "english" => open_by::<English>(given, text),
            "brazilian" => open_by::<Brazilian>(given, text),
            "international" => open_by::<International>(given, text),
            "russian" => open_by::<Russian>(given, text),
            other => {
                let expected = "`english`, `brazilian`, `international` or `russian`";
                Err(wrong("rules", other, expected))
            }
        }
    }
}
