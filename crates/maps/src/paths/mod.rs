//! Shortest paths on maps by name: grid maps, road networks and other graphs.
//!
//! A [`PathMap`] is read once; its queries are instances of the domains `grid` and `graph`, for the
//! algorithms of every domain and for those that only maps have. What these prepare is shared by
//! all queries. Every path is replayed by the rules of the map before it is reported.

mod engine;
mod graph;
mod graph_algorithms;
mod grid;
mod grid_algorithms;
mod kind;
mod map;
mod map_options;
mod persist;
mod query;
mod roads;
mod search;
mod traced;

pub use graph::GraphMap;
pub(crate) use graph::{AnyGraph, with_graph};
pub use graph_algorithms::{GRAPH_ALGORITHMS, RoadAlgorithm};
pub use grid_algorithms::{GRID_ALGORITHMS, GridSearch, exact_method};
pub use kind::MapKind;
pub use map::PathMap;
pub(crate) use map_options::{COSTS, MOVEMENT, TERRAIN, WALL, costs_name};
pub use map_options::{
    GRID_RULES, GridRules, parse_cell, parse_costs, parse_movement, parse_terrain,
};
pub use persist::storable_algorithms;
pub(crate) use traced::graph_scene;

use tremaux_core::StopReason;
use tremaux_domain::{
    AlgorithmInfo, Component, Expression, Family, Kind, NamedAlgorithm, Options, Proves,
    RegistryError,
};

/// The names of the steps from a cell to its neighbours, by row from top to bottom and by
/// column.
pub const STEPS: [[&str; 3]; 3] = [["nw", "n", "ne"], ["w", "", "e"], ["sw", "s", "se"]];

/// The row of the algorithm that searches so.
fn row_of<H: Copy + PartialEq>(
    all: &'static [NamedAlgorithm<H>],
    start: H,
) -> &'static NamedAlgorithm<H> {
    all.iter().find(|it| it.start == start).expect("every algorithm has a row")
}

/// What is known of an algorithm for maps.
const fn info(component: Component) -> AlgorithmInfo {
    AlgorithmInfo { family: Family::Map, proves: Proves::Optimal, ..AlgorithmInfo::new(component) }
}

/// The same of one that is prepared on several threads.
const fn on_threads(component: Component) -> AlgorithmInfo {
    AlgorithmInfo { runs_on_threads: true, ..info(component) }
}

/// An algorithm with its options, as written by the user.
struct Named<H: 'static> {
    info: &'static AlgorithmInfo,
    how: H,
    expression: Expression,
}

impl<H: Copy + PartialEq> Named<H> {
    /// Looks `text` up among `all`.
    fn parse(all: &'static [NamedAlgorithm<H>], text: &str) -> Result<Self, RegistryError> {
        let expression = Expression::read(text)?;
        let components = all.iter().map(|it| &it.info.component);
        let component = expression.component(Kind::Algorithm, components)?;
        let _ = Options::read(component, &expression)?;
        let found = all.iter().find(|it| it.name == component.name);
        let NamedAlgorithm { info, start: how } = found.expect("the component is one of these");
        Ok(Self { info, how: *how, expression })
    }

    /// The whole number given for an option, or its default.
    fn integer(&self, option: &str) -> Result<u64, RegistryError> {
        let options = Options::read(&self.info.component, &self.expression)?;
        Ok(options.integer(option))
    }

    /// The name with its options, aliases replaced.
    fn canonical(&self) -> String {
        self.expression.renamed(self.info.component.name).to_string()
    }

    fn not_offered(&self, reason: impl Into<String>) -> RegistryError {
        self.info.component.refused(reason)
    }

    /// The error at a limit while it was prepared.
    fn stopped(&self, reason: StopReason) -> RegistryError {
        RegistryError::Unprepared { component: self.canonical(), reason }
    }
}
