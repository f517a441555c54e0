//! The registry entry of Nim.

use super::{Nim, NimSum};
use tremaux_core::{GameNotation, ParseError, Player};

use crate::named::rules::{Learnt, Paint, Rules, StateOf, open};
use crate::named::{Drawn, GameEntry, GameInfo, OpenedGame};
use tremaux_domain::{OptionInfo, Options, TableSource};

/// The entry in the list of games.
pub static NIM: GameEntry = GameEntry::new(&INFO, open_game);

/// With more objects, a position has too many moves to display.
const MOST_OBJECTS: u32 = 10_000;

static INFO: GameInfo = GameInfo {
    name: "nim",
    title: "Nim: take any number of objects from one heap",
    format: "The sizes of the heaps, separated by spaces, and `: 2` if the second player is to \
             move:\n  \
             3 4 5",
    example: "3 4 5",
    moves: "a heap, numbered from 1, and the number of objects to take: 2-3 takes three from the \
            second heap",
    sides: &["1", "2"],
    scores: "A win after n plies scores 1000000 - n, a loss the negative of that. An estimate of \
             1000 or -1000 is right about the winner but not about the number of plies.",
    evaluation: "nim-sum",
    options: &[OptionInfo::choice("rule", &["normal", "misere"])
        .title("whoever takes the last object wins (normal) or loses (misere)")
        .default("normal")],
    drawn: Drawn::Heaps,
    ..GameInfo::PLAIN
};

struct Variant(Nim, NimSum);

impl Rules for Variant {
    type Game = Nim;
    type Evaluator = NimSum;
    type Ordering = (NimSum, Learnt<Nim>);
    type LeafSearch = ();
    type Selectivity = ();

    fn game(&self) -> &Nim {
        &self.0
    }

    fn evaluator(&self) -> &NimSum {
        &self.1
    }

    fn side_to_move(&self, heaps: &StateOf<Self>) -> Player {
        heaps.player_to_move()
    }

    fn picture(&self, heaps: &StateOf<Self>) -> String {
        let bars = heaps.sizes().iter().enumerate().map(|(heap, &size)| {
            let objects = "o".repeat(usize::from(size.min(40)));
            let more = if size > 40 { "…" } else { "" };
            format!("{:>3}: {size:>3} {objects}{more}", heap + 1).trim_end().to_owned() + "\n"
        });
        bars.collect()
    }

    fn board(&self, heaps: &StateOf<Self>, before: Option<&StateOf<Self>>, paint: Paint) -> String {
        let sizes = heaps.sizes();
        let old = before.map_or(sizes, |before| before.sizes());
        let picture = self.picture(heaps);
        let lines = picture.lines().enumerate().map(|(heap, line)| {
            match (old.get(heap), sizes.get(heap)) {
                (Some(old), Some(new)) if old != new => {
                    paint.last(&format!("{line} (was {old})")) + "\n"
                }
                _ => format!("{line}\n"),
            }
        });
        lines.collect()
    }
}

fn open_game(text: &str, options: &Options<'_>, _: &TableSource) -> OpenedGame {
    let nim = Nim::new(&[3, 4, 5]).expect("three small heaps");
    let nim = if options.word("rule") == "misere" { nim.misere() } else { nim };
    if let Ok(heaps) = nim.parse_position(text) {
        let all: u32 = heaps.sizes().iter().map(|&size| u32::from(size)).sum();
        if all > MOST_OBJECTS {
            let expected = format!("at most {MOST_OBJECTS} objects in all");
            let found = format!("{all} objects");
            return Err(ParseError::at(text, 0, text.len(), found, expected).into());
        }
    }
    open(&INFO, Variant(nim, NimSum), options, text)
}
