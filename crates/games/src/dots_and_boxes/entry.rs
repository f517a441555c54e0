//! The registry entry of Dots and boxes.

use super::{BoxLead, DotsAndBoxes, Edge, Position};
use tremaux_core::Player;

use crate::named::rules::{Learnt, Paint, PayoffRules, Rules, StateOf, open, open_payoffs, size};
use crate::named::{Drawn, GameEntry, GameInfo, OpenedGame};
use tremaux_domain::{OptionInfo, Options, TableSource};

/// The entry in the list of games.
pub(crate) static DOTS_AND_BOXES: GameEntry = GameEntry::new(&INFO, open_game);

static INFO: GameInfo = GameInfo {
    name: "dots-and-boxes",
    aliases: &["dots"],
    title: "Dots and Boxes for two to four players: whoever closes a box scores it and moves again",
    format: "The rows of edges from the top, separated by slashes, horizontal (-) and vertical (|) \
             rows alternating, . for an edge not drawn; if boxes are closed, then the boxes of \
             each player and the player to move:\n  \
             --/|.|/../.../..",
    example: "--/|.|/../.../..",
    moves: "h: horizontal edge, v: vertical edge, with its row from the top and its column: h1,2",
    sides: &["1", "2", "3", "4"],
    scores: "The lead in boxes at the end of the game; with three or four players, the boxes of \
             each. Estimates count the boxes scored so far.",
    unit: Some("boxes"),
    drawn: Drawn::Dots,
    evaluation: "boxes scored",
    options: &[
        OptionInfo::word("size", "COLUMNSxROWS, for example 3x2")
            .title("number of boxes")
            .default("2x2"),
        OptionInfo::integer("players", 2, 4).title("number of players").default("2"),
    ],
    ..GameInfo::PLAIN
};

struct Variant(DotsAndBoxes<2>, BoxLead);

impl Rules for Variant {
    type Game = DotsAndBoxes<2>;
    type Evaluator = BoxLead;
    type Ordering = (BoxLead, Learnt<DotsAndBoxes<2>>);
    type LeafSearch = ();
    type Selectivity = ();

    fn game(&self) -> &DotsAndBoxes<2> {
        &self.0
    }

    fn evaluator(&self) -> &BoxLead {
        &self.1
    }

    fn side_to_move(&self, position: &StateOf<Self>) -> Player {
        position.player_to_move()
    }

    fn owned(&self, position: &Position, played: &[(Position, Edge)]) -> Vec<(u8, u8, Player)> {
        owned(&self.0, position, played)
    }

    fn counts(&self, position: &StateOf<Self>) -> Vec<u32> {
        counts(position, 2)
    }

    fn board(
        &self,
        position: &StateOf<Self>,
        before: Option<&StateOf<Self>>,
        paint: Paint,
    ) -> String {
        board(&self.0, position, before, paint)
    }
}

/// The game for more than two players.
struct Several<const PLAYERS: usize>(DotsAndBoxes<PLAYERS>, BoxLead);

impl<const PLAYERS: usize> PayoffRules for Several<PLAYERS> {
    type Game = DotsAndBoxes<PLAYERS>;
    type Evaluator = BoxLead;

    const SCALE: f64 = 1.0;
    const UNIT: &'static str = "boxes";

    fn game(&self) -> &DotsAndBoxes<PLAYERS> {
        &self.0
    }

    fn evaluator(&self) -> &BoxLead {
        &self.1
    }

    fn payoff_sum(&self) -> Option<f64> {
        Some(f64::from(self.0.columns() * self.0.rows()))
    }

    fn side_to_move(&self, position: &Position) -> Player {
        position.player_to_move()
    }

    fn owned(&self, position: &Position, played: &[(Position, Edge)]) -> Vec<(u8, u8, Player)> {
        owned(&self.0, position, played)
    }

    fn counts(&self, position: &Position) -> Vec<u32> {
        counts(position, PLAYERS)
    }

    fn board(&self, position: &Position, before: Option<&Position>, paint: Paint) -> String {
        board(&self.0, position, before, paint)
    }
}

/// The boxes that were closed by the moves played, and by whom.
fn owned<const PLAYERS: usize>(
    game: &DotsAndBoxes<PLAYERS>,
    position: &Position,
    played: &[(Position, Edge)],
) -> Vec<(u8, u8, Player)> {
    let owner = |place: &(u32, u32)| {
        let is_open = |before: &Position| !game.closed(before.edges()).any(|it| it == *place);
        let (before, _) = played.iter().rev().find(|(before, _)| is_open(before))?;
        Some((place.1 as u8, place.0 as u8, before.player_to_move()))
    };
    game.closed(position.edges()).filter_map(|place| owner(&place)).collect()
}

/// The boxes of each player.
fn counts(position: &Position, players: usize) -> Vec<u32> {
    (0..players as Player).map(|player| u32::from(position.boxes(player))).collect()
}

/// Draws dots with the edges between them, with the rows and columns of edges, and the last one
/// doubled or inverted.
fn board<const PLAYERS: usize>(
    game: &DotsAndBoxes<PLAYERS>,
    position: &Position,
    before: Option<&Position>,
    paint: Paint,
) -> String {
    let (columns, rows) = (game.columns(), game.rows());
    let lying = columns * (rows + 1);
    let old = before.map_or(position.edges(), |before| before.edges());
    let edge = |edge: u32, [drawn, last, none]: [&str; 3]| {
        if position.edges() >> edge & 1 == 0 {
            none.to_owned()
        } else if old >> edge & 1 == 1 {
            drawn.to_owned()
        } else {
            paint.last(if paint.0 { drawn } else { last })
        }
    };
    let names: String = (1..=columns).map(|at| format!("{at:<2}{at:<2}")).collect();
    let mut text = paint.dim(&format!("   {names}{}", columns + 1)) + "\n";
    for row in 0..=rows {
        text += &paint.dim(&format!("h{} ", row + 1));
        for column in 0..columns {
            text += &format!("+{}", edge(row * columns + column, ["---", "===", "   "]));
        }
        text += "+\n";
        if row < rows {
            text += &paint.dim(&format!("v{} ", row + 1));
            let stands = |at| edge(lying + row * (columns + 1) + at, ["|", "║", " "]);
            let line: Vec<String> = (0..=columns).map(stands).collect();
            text += line.join("   ").trim_end();
            text += "\n";
        }
    }
    let boxes: Vec<String> =
        (0..PLAYERS).map(|player| position.boxes(player as Player).to_string()).collect();
    text + &format!("boxes {}\n", boxes.join("-"))
}

fn open_game(text: &str, options: &Options<'_>, _: &TableSource) -> OpenedGame {
    let (columns, rows) = size("size", options)?;
    let expected = "at least one box and at most 64 edges, for example 5x5";
    let no_board = |_| options.wrong("size", expected);
    match options.integer("players") {
        3 => {
            let game: DotsAndBoxes<3> = DotsAndBoxes::new(columns, rows).map_err(no_board)?;
            open_payoffs(&INFO, Several(game, BoxLead), options, text)
        }
        4 => {
            let game: DotsAndBoxes<4> = DotsAndBoxes::new(columns, rows).map_err(no_board)?;
            open_payoffs(&INFO, Several(game, BoxLead), options, text)
        }
        _ => {
            let game = DotsAndBoxes::new(columns, rows).map_err(no_board)?;
            open(&INFO, Variant(game, BoxLead), options, text)
        }
    }
}
