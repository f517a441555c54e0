//! Dots and boxes by name.

use tremaux_core::Player;
use tremaux_games::dots_and_boxes::{BoxLead, DotsAndBoxes, Position};

use super::entry::{GameEntry, GameInfo, PlayedGame};
use super::game_rules::{Rules, StateOf, option, size, wrong};
use super::payoff_rules::PayoffRules;
use super::played::{open, open_payoffs};
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
    title: "Dots and boxes for two, three or four: who closes a box takes it and draws again",
    format: "The rows of edges from the top with slashes between, lying ones (-) and standing \
             ones (|) in turn, . if not drawn; then the boxes of each side and whose turn it is, \
             if boxes are closed:\n  --/|.|/../.../..",
    example: "--/|.|/../.../..",
    moves: "h for a lying edge or v for a standing one, its row from the top and its column: h1,2",
    sides: &["1", "2", "3", "4"],
    scores: "The lead in boxes at the end of the game; for three or four the boxes of each. An estimate \
             is what is taken so far.",
    unit: Some("boxes"),
    evaluation: "boxes taken",
    options: &[
        OptionInfo {
            name: "size",
            title: "how many boxes",
            kind: OptionKind::Word { form: "columns x rows, as 3x2" },
            default: Some("2x2"),
        },
        OptionInfo {
            name: "players",
            title: "how many play",
            kind: OptionKind::Integer { least: 2, most: 4 },
            default: Some("2"),
        },
    ],
};

struct Variant(DotsAndBoxes<2>, BoxLead);

impl Rules for Variant {
    type Game = DotsAndBoxes<2>;
    type Evaluator = BoxLead;
    type Ordering = BoxLead;
    type Horizon = ();

    fn game(&self) -> &DotsAndBoxes<2> {
        &self.0
    }

    fn evaluator(&self) -> &BoxLead {
        &self.1
    }

    fn picture(&self, position: &StateOf<Self>) -> String {
        picture(&self.0, position)
    }
}

/// More than two.
struct Several<const PLAYERS: usize>(DotsAndBoxes<PLAYERS>, BoxLead);

impl<const PLAYERS: usize> PayoffRules for Several<PLAYERS> {
    type Game = DotsAndBoxes<PLAYERS>;
    type Evaluator = BoxLead;
    type Chances = ();

    const SCALE: f64 = 1.0;
    const UNIT: &'static str = "boxes";

    fn game(&self) -> &DotsAndBoxes<PLAYERS> {
        &self.0
    }

    fn evaluator(&self) -> &BoxLead {
        &self.1
    }

    fn chances(&self) -> &() {
        &()
    }

    fn payoff_sum(&self) -> Option<f64> {
        Some(f64::from(self.0.columns() * self.0.rows()))
    }

    fn picture(&self, position: &Position) -> String {
        picture(&self.0, position)
    }
}

/// Dots with the edges between them: what is drawn as lines has no characters.
fn picture<const PLAYERS: usize>(game: &DotsAndBoxes<PLAYERS>, position: &Position) -> String {
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
    let boxes: Vec<String> =
        (0..PLAYERS).map(|player| position.boxes(player as Player).to_string()).collect();
    text + &format!("boxes {}\n", boxes.join("-"))
}

impl GameEntry for Entry {
    fn info(&self) -> &'static GameInfo {
        &INFO
    }

    fn open(&self, given: Given<'_>, text: &str) -> Result<Box<dyn PlayedGame>, RegistryError> {
        let board = option(given, "size").unwrap_or("2x2");
        let (columns, rows) = size("size", board)?;
        let no_board = |_| wrong("size", board, "at least one box, and at most 64 edges: 5x5");
        let players = option(given, "players").unwrap_or("2");
        match players.trim() {
            "2" => {
                let game = DotsAndBoxes::new(columns, rows).map_err(no_board)?;
                open(&INFO, Variant(game, BoxLead), given, text)
            }
            "3" => {
                let game: DotsAndBoxes<3> = DotsAndBoxes::new(columns, rows).map_err(no_board)?;
                open_payoffs(&INFO, Several(game, BoxLead), given, text)
            }
            "4" => {
                let game: DotsAndBoxes<4> = DotsAndBoxes::new(columns, rows).map_err(no_board)?;
                open_payoffs(&INFO, Several(game, BoxLead), given, text)
            }
            _ => Err(wrong("players", players, "2, 3 or 4")),
        }
    }
}
