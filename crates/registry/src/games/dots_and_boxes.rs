//! Dots and boxes for two by name.

use tremaux_games::dots_and_boxes::{BoxLead, DotsAndBoxes};

use super::entry::{GameEntry, GameInfo, PlayedGame};
use super::played::open;
use super::rules::{Rules, StateOf, option, size, wrong};
use crate::component::{OptionInfo, OptionKind};
use crate::domain::Given;
use crate::error::RegistryError;

/// The entry in [`GAMES`](crate::GAMES).
pub(super) static DOTS_AND_BOXES: Entry = Entry;

/// Dots and boxes.
pub(super) struct Entry;

static INFO: GameInfo = GameInfo {
    name: "dots-and-boxes",
    aliases: &["dots"],
    title: "Dots and boxes for two: who closes a box takes it and draws again",
    format: "The rows of edges from the top with slashes between, lying ones (-) and standing \
             ones (|) in turn, . if not drawn; then the boxes of each side and whose turn it is, \
             if boxes are closed:\n  --/|.|/../.../..",
    example: "--/|.|/../.../..",
    moves: "h for a lying edge or v for a standing one, its row from the top and its column: h1,2",
    sides: ["1", "2"],
    scores: "The lead in boxes at the end of the game; an estimate is the lead so far.",
    unit: Some("boxes"),
    evaluation: "boxes taken",
    options: &[OptionInfo {
        name: "size",
        title: "how many boxes",
        kind: OptionKind::Word { form: "columns x rows, as 3x2" },
        default: Some("2x2"),
    }],
};

struct Variant(DotsAndBoxes<2>, BoxLead);

impl Rules for Variant {
    type Game = DotsAndBoxes<2>;
    type Evaluator = BoxLead;
    type Ordering = BoxLead;

    fn game(&self) -> &DotsAndBoxes<2> {
        &self.0
    }

    fn evaluator(&self) -> &BoxLead {
        &self.1
    }

    /// Dots with the edges between them: what is drawn as lines has no characters.
    fn picture(&self, position: &StateOf<Self>) -> String {
        let game = &self.0;
        let (columns, rows) = (game.columns(), game.rows());
        let lying = columns * (rows + 1);
        let is_drawn = |edge: u32| position.edges() >> edge & 1 == 1;
        let mut text = String::new();
        for row in 0..=rows {
            for column in 0..columns {
                text += if is_drawn(row * columns + column) { "+---" } else { "+   " };
            }
            text += "+\n";
            if row < rows {
                let stands = |column| is_drawn(lying + row * (columns + 1) + column);
                let line: String =
                    (0..=columns).map(|at| if stands(at) { "|   " } else { "    " }).collect();
                text += line.trim_end();
                text += "\n";
            }
        }
        text + &format!("boxes {}-{}\n", position.boxes(0), position.boxes(1))
    }
}

impl GameEntry for Entry {
    fn info(&self) -> &'static GameInfo {
        &INFO
    }

    fn open(&self, given: Given<'_>, text: &str) -> Result<Box<dyn PlayedGame>, RegistryError> {
        let board = option(given, "size").unwrap_or("2x2");
        let (columns, rows) = size("size", board)?;
        let game = DotsAndBoxes::new(columns, rows)
            .map_err(|_| wrong("size", board, "at least one box, and at most 64 edges: 5x5"))?;
        open(&INFO, Variant(game, BoxLead), given, text)
    }
}
