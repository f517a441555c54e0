//! The header of a trace: what was searched, and how.

use std::collections::BTreeMap;
use std::sync::Arc;

use serde::{Deserialize, Serialize};

use crate::graph_scene::GraphScene;
use crate::selection::TraceSelection;

/// The rows of a map from the top, by cell: `#` is blocked, `.` free, a digit a weight.
pub type MapRows = Arc<Vec<String>>;

/// Column and row of a cell.
pub(crate) type Spot = (u32, u32);
/// A point in the plane.
pub(crate) type Point = (f64, f64);
/// Tail, head and cost of an arc.
pub(crate) type Line = (u32, u32, f64);

/// How the nodes of a trace are connected.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum TraceShape {
    /// A node is a state: the same node whenever it is reached.
    #[default]
    Graph,
    /// A node is a path: a state reached by another path is another node.
    Tree,
    /// A node is a line of play.
    Game,
}

/// The background of a search in drawings.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case", tag = "kind")]
#[non_exhaustive]
pub enum Scene {
    /// None: states are shown in the search tree.
    #[default]
    Nowhere,
    /// Cells; nodes are at [`Place::Cell`](crate::Place::Cell).
    Grid {
        /// Which cells are blocked, and their weights.
        rows: MapRows,
        /// Column and row of the start.
        start: Option<(u32, u32)>,
        /// The goals.
        goals: Vec<(u32, u32)>,
    },
    /// Points and lines; nodes are at [`Place::Vertex`](crate::Place::Vertex).
    Graph(Arc<GraphScene>),
}

/// The description of the search, at the beginning of the file.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct TraceHeader {
    /// The domain or game.
    pub problem: String,
    /// The instance or position in its input format.
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
    /// How nodes are connected.
    pub shape: TraceShape,
    /// Whether paths on a grid run at any angle, not step by step.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub is_any_angle: bool,
    /// What is recorded.
    #[serde(default)]
    pub selection: TraceSelection,
    /// The names of the sides of a game, in order of play.
    #[serde(default)]
    pub sides: Vec<String>,
    /// The side that all scores are for, in games with chance or more than two players: the side
    /// to move at the root, or side 0 if chance moves. `None` if each score is for the side that
    /// moved into its position.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub judged: Option<u8>,
    /// The unit to which payoffs are rounded, if games are not simply won, drawn or lost.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub unit: Option<String>,
    /// The background of the search.
    #[serde(default)]
    pub scene: Scene,
}

impl TraceHeader {
    /// A header with only the problem and the shape.
    pub fn new(problem: impl Into<String>, shape: TraceShape) -> Self {
        Self { problem: problem.into(), shape, ..Self::default() }
    }
}
