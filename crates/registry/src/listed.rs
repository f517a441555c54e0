//! The one list of all algorithms.

use serde::Serialize;
use tremaux_domain::{AlgorithmInfo, Component, Family};
use tremaux_games::named::GAME_ALGORITHMS;
use tremaux_maps::paths::{GRAPH_ALGORITHMS, GRID_ALGORITHMS};

/// What an algorithm searches.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "kebab-case")]
pub enum Field {
    /// The domains that offer it.
    Domains,
    /// Grids alone.
    Grids,
    /// Graphs and road networks alone.
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
///     .filter(|algorithm| algorithm.component.is_called("jps"))
///     .map(|algorithm| algorithm.field)
///     .collect();
/// assert_eq!(fields, [Field::Grids]);
/// ```
pub fn listed_algorithms() -> Vec<Listed> {
    let mut all: Vec<Listed> = Vec::new();
    for info in crate::DOMAINS.iter().flat_map(|domain| domain.algorithms()) {
        let is_of_maps = info.family == Family::Map;
        if !is_of_maps && all.iter().all(|there| there.component.name != info.component.name) {
            let component = &info.component;
            all.push(Listed { field: Field::Domains, component, info: Some(info) });
        }
    }
    let of_maps = |field| {
        move |info: &'static AlgorithmInfo| Listed {
            field,
            component: &info.component,
            info: Some(info),
        }
    };
    all.extend(GRID_ALGORITHMS.iter().map(|it| it.info).map(of_maps(Field::Grids)));
    all.extend(GRAPH_ALGORITHMS.iter().map(|it| it.info).map(of_maps(Field::Graphs)));
    let of_games = |component| Listed { field: Field::Games, component, info: None };
    all.extend(GAME_ALGORITHMS.iter().map(|it| it.about).map(of_games));
    all
}

/// The descriptions of the algorithms for one field.
pub fn algorithms_of(field: Field) -> impl Iterator<Item = &'static Component> {
    let of_field = listed_algorithms().into_iter().filter(move |listed| listed.field == field);
    of_field.map(|listed| listed.component)
}
