//! Game trees written out, by name.

use tremaux_core::{ParseError, Score};
use tremaux_games::game_tree::GameTree;

use super::entry::{GameEntry, GameInfo, PlayedGame};
use super::game_rules::{Rules, StateOf, option};
use super::played::open;
use crate::component::{OptionInfo, OptionKind};
use crate::domain::Given;
use crate::error::RegistryError;

/// The entry in [`GAMES`](crate::GAMES).
pub(super) static GAME_TREE: Entry = Entry;

/// Trees written out.
pub(super) struct Entry;

/// The tree of Russell and Norvig, *Artificial Intelligence: A Modern Approach*, on which
/// alpha-beta leaves out two leaves.
const BOOK: &str = "(3 12 8) (2 4 6) (14 5 2)";

static INFO: GameInfo = GameInfo {
    name: "game-tree",
    aliases: &["tree"],
    title: "Game trees written out: numbers are leaves, brackets hold the children of a node",
    format: "The branches taken from the root, from 1, with full stops between, or `root`:\n  2.1",
    example: "root",
    moves: "the number of a branch, from 1",
    sides: &["max", "min"],
    scores: "The number of the leaf where best play ends, for the side to move.",
    unit: None,
    evaluation: "none: leaves are numbers",
    options: &[OptionInfo {
        name: "tree",
        title: "the tree",
        kind: OptionKind::Word { form: "numbers and brackets, as (3 12 8) (2 4 6)" },
        default: Some(BOOK),
    }],
};

struct Variant(GameTree, ());

impl Rules for Variant {
    type Game = GameTree;
    type Evaluator = ();
    type Ordering = ();
    type Horizon = ();

    fn game(&self) -> &GameTree {
        &self.0
    }

    fn evaluator(&self) -> &() {
        &self.1
    }

    fn shown(&self, _: &StateOf<Self>, score: Score) -> i64 {
        i64::from(score.get())
    }
}

impl GameEntry for Entry {
    fn info(&self) -> &'static GameInfo {
        &INFO
    }

    fn open(&self, given: Given<'_>, text: &str) -> Result<Box<dyn PlayedGame>, RegistryError> {
        let tree = option(given, "tree").unwrap_or(BOOK);
        let game = GameTree::parse(tree).map_err(|error: ParseError| RegistryError::Instance {
            option: Some("tree"),
            text: tree.to_owned(),
            error: Box::new(error),
        })?;
        open(&INFO, Variant(game, ()), given, text)
    }
}
