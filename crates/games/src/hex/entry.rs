//! The registry entry of Hex.

use super::{ConnectionLead, Hex, RandomFill};
use tremaux_core::{GameDepict, Player};
use tremaux_play::{Mcts, Sampler};

use crate::named::rules::{Labels, Learnt, Paint, Rules, StateOf, board, open};
use crate::named::{Drawn, GameEntry, GameInfo, OpenedGame, Sampling};
use tremaux_domain::{OptionInfo, Options, TableSource};

/// The entry in the list of games.
pub(crate) static HEX: GameEntry = GameEntry::new(&INFO, open_game);

static INFO: GameInfo = GameInfo {
    name: "hex",
    title: "Hex on boards from 3×3 to 11×11: connect your two sides",
    format: "The rows from the top, separated by slashes: x for the first player, who connects top \
             and bottom, o for the second, who connects left and right, . for an empty cell; each \
             row lies half a cell further to the right:\n  \
             ...../..o../..x../...../.....",
    example: "....o/..x../...../...../.....",
    moves: "a letter for the column and a number for the row from the top, for example c3",
    sides: &["x", "o"],
    scores: "A win after n plies scores 1000000 - n, a loss the negative of that. Estimates are \
             ten times the lead in stones that are missing for a connection.",
    evaluation: "missing stones",
    options: &[OptionInfo::integer("size", *Hex::SIZES.start() as u64, *Hex::SIZES.end() as u64)
        .title("number of rows and columns")
        .default("5")],
    drawn: Drawn::Hexagons,
    great_lead: 30,
    ..GameInfo::PLAIN
};

struct Variant(Hex);

impl Rules for Variant {
    type Game = Hex;
    type Evaluator = ConnectionLead;
    type Ordering = Learnt<Hex>;
    type LeafSearch = ();
    type Selectivity = ();

    fn game(&self) -> &Hex {
        &self.0
    }

    fn evaluator(&self) -> &ConnectionLead {
        &ConnectionLead
    }

    fn side_to_move(&self, position: &StateOf<Self>) -> Player {
        position.player_to_move()
    }

    fn sampling(&self) -> Sampling {
        let options = Mcts::default().rave(1000.0).exploration(0.1);
        Sampling { options, ..Sampling::default() }
    }

    fn sampler(&self, sampling: &Sampling) -> Option<Box<dyn Sampler<Hex> + Sync + '_>> {
        Some(Box::new(RandomFill(sampling.by_scores(&ConnectionLead, &INFO))))
    }

    fn labels(&self, _: &StateOf<Self>) -> Labels {
        let size = self.0.size() as u8;
        let letters = (b'a'..b'a' + size).map(|letter| char::from(letter).to_string());
        let numbers = (1..=size).map(|number| number.to_string());
        Labels { top: letters.collect(), left: numbers.collect(), ..Labels::default() }
    }

    fn picture(&self, position: &StateOf<Self>) -> String {
        slanted(&self.0.depict_in_text(position), 0)
    }

    fn board(
        &self,
        position: &StateOf<Self>,
        before: Option<&StateOf<Self>>,
        paint: Paint,
    ) -> String {
        let before = before.map(|before| self.0.depict(before));
        let picture = self.0.depict(position);
        slanted(&board(&picture, before.as_ref(), &self.labels(position), paint), 1)
    }
}

/// The lines of a board under so many lines of headings, each half a cell further to the right than
/// the one above it.
fn slanted(board: &str, headings: usize) -> String {
    let lines = board.lines().enumerate().map(|(at, line)| {
        let shift = at.saturating_sub(headings);
        format!("{}{line}\n", " ".repeat(shift))
    });
    lines.collect()
}

fn open_game(text: &str, options: &Options<'_>, _: &TableSource) -> OpenedGame {
    let size = options.integer("size") as usize;
    let game = Hex::new(size).expect("a size in its range");
    open(&INFO, Variant(game), options, text)
}
