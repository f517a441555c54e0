//! The one list of all algorithms.

use serde::Serialize;
use tremaux_domain::{AlgorithmInfo, Component};
use tremaux_games::named::GAME_ALGORITHMS;
use tremaux_maps::paths::{GRAPH_ALGORITHMS, GRID_ALGORITHMS};

/// What an algorithm searches.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "kebab-case")]
pub enum Field {
    /// The domains that offer it.
    Domains,
    /// Grid maps, for many queries.
    Grids,
    /// Graphs and road networks, for many queries.
    Graphs,
    /// Games.
    Games,
}

impl Field {
    /// All of them, in the order of the list.
    pub const ALL: [Self; 4] = [Self::Domains, Self::Grids, Self::Graphs, Self::Games];
}

/// An algorithm of the list.
#[derive(Clone, Copy, Debug)]
pub struct Listed {
    /// What it searches.
    pub field: Field,
    /// The description.
    pub component: &'static Component,
    /// What else is known of an algorithm for domains.
    pub info: Option<&'static AlgorithmInfo>,
}

/// Every algorithm: those that some domain offers, in order of first occurrence, then those for
/// maps and for games.
///
/// ```
/// use tremaux_registry::{Field, listed_algorithms};
/// let fields: Vec<Field> = listed_algorithms()
///     .into_iter()
///     .filter(|algorithm| algorithm.component.is_called("astar"))
///     .map(|algorithm| algorithm.field)
///     .collect();
/// assert_eq!(fields, [Field::Domains, Field::Grids, Field::Graphs]);
/// ```
pub fn listed_algorithms() -> Vec<Listed> {
    let mut all: Vec<Listed> = Vec::new();
    for info in crate::DOMAINS.iter().flat_map(|domain| domain.algorithms()) {
        if all.iter().all(|there| there.component.name != info.component.name) {
            let component = &info.component;
            all.push(Listed { field: Field::Domains, component, info: Some(info) });
        }
    }
    let other = |field| move |component| Listed { field, component, info: None };
    all.extend(GRID_ALGORITHMS.iter().map(|it| &it.component).map(other(Field::Grids)));
    all.extend(GRAPH_ALGORITHMS.iter().map(|it| &it.component).map(other(Field::Graphs)));
    all.extend(GAME_ALGORITHMS.iter().map(|it| &it.component).map(other(Field::Games)));
    all
}

/// The descriptions of the algorithms for one field.
pub fn algorithms_of(field: Field) -> impl Iterator<Item = &'static Component> {
    let of_field = listed_algorithms().into_iter().filter(move |listed| listed.field == field);
    of_field.map(|listed| listed.component)
}
