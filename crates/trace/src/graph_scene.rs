//! The graph of a search.

use serde::{Deserialize, Serialize};

use crate::header::{Line, Point};

/// The graph of a search: the names and places of its vertices, and its arcs.
///
/// The headers of all searches in a graph share it.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct GraphScene {
    names: Vec<String>,
    points: Vec<Point>,
    arcs: Vec<Line>,
}

impl GraphScene {
    /// A graph of vertices with these names and places (`y` upwards; empty if unknown), and with
    /// arcs given as tail, head and cost.
    #[must_use]
    pub const fn new(
        names: Vec<String>,
        points: Vec<(f64, f64)>,
        arcs: Vec<(u32, u32, f64)>,
    ) -> Self {
        Self { names, points, arcs }
    }

    /// The names of the vertices.
    #[must_use]
    pub fn names(&self) -> &[String] {
        &self.names
    }

    /// The places of the vertices, `y` upwards; empty if unknown.
    #[must_use]
    pub fn points(&self) -> &[(f64, f64)] {
        &self.points
    }

    /// Tail, head and cost of each arc.
    #[must_use]
    pub fn arcs(&self) -> &[(u32, u32, f64)] {
        &self.arcs
    }
}
