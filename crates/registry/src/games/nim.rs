//! Nim by name.

use tremaux_core::{GameNotation, ParseError};
use tremaux_games::nim::{Nim, NimSum};

use super::entry::{GameEntry, GameInfo, PlayedGame};
use super::game_rules::{Rules, StateOf, option, wrong};
use super::played::open;
use crate::component::{OptionInfo, OptionKind};
use crate::domain::Given;
use crate::error::RegistryError;

/// The entry in [`GAMES`](crate::GAMES).
pub(super) static NIM: Entry = Entry;

/// Nim.
pub(super) struct Entry;

/// With more objects a position has more moves than anybody wants to see.
const MOST_OBJECTS: u32 = 10_000;

static INFO: GameInfo = GameInfo {
    name: "nim",
    aliases: &[],
    title: "Nim: heaps of objects, any number from one heap a move",
    format: "The sizes of the heaps with spaces between, and `: 2` if the second side is to \
             move:\n  3 4 5",
    example: "3 4 5",
    moves: "the heap, from 1, and how many are taken: 2-3 takes three from the second",
    sides: &["1", "2"],
    scores: "A win by the last of n moves is 1000000 - n, a loss as much below zero; an estimate \
             of 1000 or -1000 is right about who wins, and does not say when.",
    unit: None,
    evaluation: "nim-sum",
    options: &[OptionInfo {
        name: "rule",
        title: "whether who takes the last object wins (normal) or loses (misere)",
        kind: OptionKind::Choice { words: &["normal", "misere"] },
        default: Some("normal"),
    }],
};

struct Variant(Nim, NimSum);

impl Rules for Variant {
    type Game = Nim;
    type Evaluator = NimSum;
    type Ordering = NimSum;
    type Horizon = ();

    fn game(&self) -> &Nim {
        &self.0
    }

    fn evaluator(&self) -> &NimSum {
        &self.1
    }

    fn picture(&self, heaps: &StateOf<Self>) -> String {
        let bars = heaps.sizes().iter().enumerate().map(|(heap, &size)| {
            let objects = "o".repeat(usize::from(size.min(40)));
            let more = if size > 40 { "…" } else { "" };
            format!("{:>3}: {size:>3} {objects}{more}", heap + 1).trim_end().to_owned() + "\n"
        });
        bars.collect()
    }
}

impl GameEntry for Entry {
    fn info(&self) -> &'static GameInfo {
        &INFO
    }

    fn open(&self, given: Given<'_>, text: &str) -> Result<Box<dyn PlayedGame>, RegistryError> {
        let nim = Nim::new(&[3, 4, 5]).expect("three small heaps");
        let nim = match option(given, "rule").unwrap_or("normal") {
            "normal" => nim,
            "misere" => nim.misere(),
            other => return Err(wrong("rule", other, "`normal` or `misere`")),
        };
        if let Ok(heaps) = nim.parse_position(text) {
            let all: u32 = heaps.sizes().iter().map(|&size| u32::from(size)).sum();
            if all > MOST_OBJECTS {
                let expected = format!("at most {MOST_OBJECTS} objects in all");
                let error = ParseError::at(text, 0, text.len(), format!("{all} objects"), expected);
                let (text, error) = (text.to_owned(), Box::new(error));
                return Err(RegistryError::Instance { option: None, text, error });
            }
        }
        open(&INFO, Variant(nim, NimSum), given, text)
    }
}
