//! What was searched, and how.

use std::collections::BTreeMap;
use std::sync::Arc;

use serde::{Deserialize, Serialize};

use crate::graph_scene::GraphScene;
use crate::map_rows::MapRows;
use crate::selection::Selection;

/// Column and row of a cell.
pub(crate) type Spot = (u32, u32);
/// A place in the plane.
pub(crate) type Point = (f64, f64);
/// From which vertex to which, at which cost.
pub(crate) type Line = (u32, u32, f64);

/// How the nodes of a trace hang together.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Shape {
    /// A node is a state: reached again, it is the same node.
    Graph,
    /// A node is a path: a state reached on another way is another node.
    Tree,
    /// A node is a line of play.
    Game,
}

/// Where a search takes place, to be drawn behind it.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case", tag = "kind")]
#[non_exhaustive]
pub enum Scene {
    /// Nowhere that is known: states stand in the tree of the search.
    #[default]
    Nowhere,
    /// Cells; nodes are at [`Place::Cell`](crate::Place::Cell).
    Grid {
        /// Which cells are blocked, and what they weigh.
        rows: MapRows,
        /// Column and row of the cell where the search starts.
        start: Option<(u32, u32)>,
        /// Where it may end.
        goals: Vec<(u32, u32)>,
    },
    /// Points and lines; nodes are at [`Place::Vertex`](crate::Place::Vertex).
    Graph(Arc<GraphScene>),
}

/// What a trace is of: it stands at the beginning of the file.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct TraceHeader {
    /// The domain or game.
    pub problem: String,
    /// The instance or position, as it can be given again.
    #[serde(default)]
    pub instance: String,
    /// The options of the instance or the game, by name.
    #[serde(default, skip_serializing_if = "BTreeMap::is_empty")]
    pub options: BTreeMap<String, String>,
    /// The algorithm with its options.
    #[serde(default)]
    pub algorithm: String,
    /// The heuristic or the evaluation, if there is one.
    #[serde(default)]
    pub heuristic: Option<String>,
    /// How nodes hang together.
    pub shape: Shape,
    /// What is recorded.
    #[serde(default)]
    pub selection: Selection,
    /// The names of the sides of a game, the one that begins first.
    #[serde(default)]
    pub sides: Vec<String>,
    /// The side that every score of a game is for: what it gets, whoever moved. So it is in games
    /// with chance or for more than two players, for the side to move at the root, or side 0 if
    /// chance is. `None` where each score is for the side that moved into its position.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub judged: Option<u8>,
    /// What scores are counted in, if the game is not just won, drawn or lost. Payoffs that are
    /// not whole are rounded to it.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub unit: Option<String>,
    /// Where it takes place.
    #[serde(default)]
    pub scene: Scene,
}

impl TraceHeader {
    /// The header of a trace of a problem of which no more is known.
    #[must_use]
    pub fn new(problem: impl Into<String>, shape: Shape) -> Self {
        Self {
            problem: problem.into(),
            instance: String::new(),
            options: BTreeMap::new(),
            algorithm: String::new(),
            heuristic: None,
            shape,
            selection: Selection::default(),
            sides: Vec::new(),
            judged: None,
            unit: None,
            scene: Scene::Nowhere,
        }
    }
}
