//! The registry entry of game trees.

use super::GameTree;
use super::notation::MOST_DECIMALS;
use tremaux_core::{GameDepict, Player};

use crate::named::rules::{Labels, Learnt, Paint, Rules, StateOf, board, open};
use crate::named::{Drawn, GameEntry, GameInfo, OpenedGame};
use tremaux_domain::{OptionInfo, Options, TableSource};

/// The entry in the list of games.
pub static GAME_TREE: GameEntry = GameEntry::new(&INFO, open_game);

/// The tree of Russell and Norvig, *Artificial Intelligence: A Modern Approach*, on which
/// alpha-beta prunes two leaves.
const BOOK: &str = "(3 12 8) (2 4 6) (14 5 2)";

static INFO: GameInfo = GameInfo {
    name: "game-tree",
    aliases: &["tree"],
    title: "Explicit game trees: numbers are leaves, brackets enclose the children of a node",
    format: "The branches taken from the root, numbered from 1, separated by dots, or `root`:\n  \
             2.1",
    example: "root",
    moves: "the number of a branch, counted from 1",
    sides: &["max", "min"],
    scores: "The value of the leaf that best play reaches, for the player to move; if leaves have \
             decimals, in units of the last one.",
    unit: Some("points"),
    evaluation: "none: leaves have values",
    options: &[OptionInfo::word(
        "tree",
        "numbers (up to three decimals) and brackets, for example (3 12 8) (2 4 6)",
    )
    .title("game tree")
    .default(BOOK)],
    drawn: Drawn::Tree,
    ..GameInfo::PLAIN
};

/// The descriptions of trees whose leaves have decimals, by their number.
static WITH_DECIMALS: [GameInfo; MOST_DECIMALS] = [
    GameInfo { unit: Some("tenths of a point"), ..INFO },
    GameInfo { unit: Some("hundredths of a point"), ..INFO },
    GameInfo { unit: Some("thousandths of a point"), ..INFO },
];

struct Variant(GameTree, ());

impl Rules for Variant {
    type Game = GameTree;
    type Evaluator = ();
    type Ordering = Learnt<GameTree>;
    type LeafSearch = ();
    type Selectivity = ();

    fn game(&self) -> &GameTree {
        &self.0
    }

    fn evaluator(&self) -> &() {
        &self.1
    }

    fn side_to_move(&self, node: &StateOf<Self>) -> Player {
        (node.ply % 2) as Player
    }

    fn plies_to_end(&self, node: &StateOf<Self>) -> Option<u32> {
        Some(self.0.height(node))
    }

    /// Leaves have the values that are written, which are for the first player.
    fn judged(&self) -> Option<Player> {
        Some(0)
    }

    fn labels(&self, node: &StateOf<Self>) -> Labels {
        let branches = self.0.depict(node).width;
        match self.0.value(node) {
            Some(_) => Labels::default(),
            None => Labels {
                bottom: (1..=branches).map(|branch| branch.to_string()).collect(),
                ..Labels::default()
            },
        }
    }

    /// Nothing is marked: all branches change with the node.
    fn board(&self, node: &StateOf<Self>, _before: Option<&StateOf<Self>>, paint: Paint) -> String {
        board(&self.0.depict(node), None, &self.labels(node), paint)
    }
}

fn open_game(text: &str, options: &Options<'_>, _: &TableSource) -> OpenedGame {
    let game = options.parsed("tree", GameTree::parse)?;
    let info = game.decimals.checked_sub(1).map_or(&INFO, |at| &WITH_DECIMALS[at]);
    open(info, Variant(game, ()), options, text)
}
