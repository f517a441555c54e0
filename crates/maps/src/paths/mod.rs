//! Shortest paths on maps by name: grid maps, road networks and other graphs.
//!
//! The specialized searches answer many queries about one map, so they are chosen once, with
//! [`GridPaths::new`] or [`GraphMap::with_search`], and then queried. Every answer is replayed
//! by the rules of the map before it is shown.

mod graph;
mod grid;
mod grid_algorithms;
mod kind;
mod map_options;
mod persist;
mod report;
mod traced;

pub(crate) use graph::{AnyGraph, with_graph};
pub use graph::{
    GRAPH_ALGORITHMS, GraphMap, GraphSearch, GraphSearchContext, PathLength, RoadAlgorithm,
};
pub use grid::{GridPaths, ReplayedPath, is_same_cost};
pub use grid_algorithms::{GRID_ALGORITHMS, GridSearch};
pub use kind::MapKind;
pub use map_options::{
    MOVEMENTS, costs_name, movement_name, parse_cell, parse_costs, parse_movement, parse_terrain,
};
pub use persist::storable_algorithms;
pub use report::{LengthRatio, Mean, PathCounts, PathReport, PathSummary, Times};
pub(crate) use traced::graph_scene;

use std::ops::Deref;

use serde::Serialize;
use std::time::Duration;
use tremaux_core::{ParseError, StopReason};
use tremaux_domain::{Component, Expression, Kind, Options, RegistryError, component};

/// The problem name in traces of path searches on grid maps.
pub const PATHS: &str = "grid";

/// The names of the steps from a cell to its neighbours, by row from top to bottom and by
/// column.
pub const STEPS: [[&str; 3]; 3] = [["NW", "N", "NE"], ["W", "", "E"], ["SW", "S", "SE"]];

/// The result of a query: a path's cost is an `f64` on a grid, a [`PathLength`] on a graph.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct PathOutcome<L> {
    /// The path's cost as the search computed it, if there is a path.
    pub cost: Option<L>,
    /// The number of expanded states, or settled nodes.
    pub expanded: u64,
    /// Time spent searching.
    pub elapsed: Duration,
    /// The limit that was reached.
    pub stopped: Option<StopReason>,
}

/// The description of an algorithm for maps, and how it searches.
#[derive(Debug, Serialize)]
pub struct PathAlgorithm<H> {
    /// The description.
    #[serde(flatten)]
    pub component: Component,
    /// How it searches.
    #[serde(skip)]
    pub how: H,
}

impl<H: Copy + PartialEq> PathAlgorithm<H> {
    /// The one of these that searches so.
    fn of(all: &'static [Self], how: H) -> &'static Self {
        all.iter().find(|it| it.how == how).expect("every way to search has a name")
    }
}

impl<H> Deref for PathAlgorithm<H> {
    type Target = Component;

    fn deref(&self) -> &Component {
        &self.component
    }
}

/// An algorithm with its options, as written by the user.
struct Named<H> {
    component: &'static Component,
    how: H,
    expression: Expression,
    text: String,
}

impl<H: Copy + PartialEq> Named<H> {
    /// Looks `text` up among `all`.
    fn parse(all: &'static [PathAlgorithm<H>], text: &str) -> Result<Self, RegistryError> {
        let expression = Expression::parse(text).map_err(|error: ParseError| {
            RegistryError::Expression { text: text.to_owned(), error: error.into() }
        })?;
        let components = all.iter().map(|it| &it.component);
        let component = component(Kind::Algorithm, components, &expression, text)?;
        let _ = Options::read(component, &expression, text)?;
        let how = all.iter().find(|it| it.name == component.name).map(|it| it.how);
        let how = how.expect("the component is one of these");
        Ok(Self { component, how, expression, text: text.to_owned() })
    }

    /// The whole number given for an option, or its default.
    fn integer(&self, option: &str) -> Result<u64, RegistryError> {
        Ok(Options::read(self.component, &self.expression, &self.text)?.integer(option))
    }

    /// The name with its options, aliases replaced.
    fn canonical(&self) -> String {
        Expression { name: self.component.name.into(), ..self.expression.clone() }.to_string()
    }

    fn not_offered(&self, reason: impl Into<String>) -> RegistryError {
        self.component.refused(reason)
    }

    /// The error at a limit while it was prepared.
    fn stopped(&self, reason: StopReason) -> RegistryError {
        RegistryError::Unprepared { component: self.canonical(), reason }
    }
}
