//! The map that options name: a grid or a graph.

use std::path::Path;

use tremaux_core::{Limits, ParseError};
use tremaux_registry::paths::{GraphMap, MapKind, PathMap};

use crate::failure::{Failure, in_text, not_applicable};
use crate::input::{Input, ReadLimits, map_from};
use crate::interrupt::EndsProgram;
use crate::maps::given_rules::GivenRules;
use crate::maps::source::MapSource;
use crate::visible;

/// How the text of a map is to be read.
pub(crate) struct MapForm<'a> {
    pub(crate) rules: &'a GivenRules,
    /// The file of the coordinates of a graph.
    pub(crate) coordinates: Option<&'a Path>,
    /// The key of the costs of links.
    pub(crate) weight: Option<&'a str>,
    /// Whether arcs are read both ways.
    pub(crate) is_undirected: bool,
}

impl MapForm<'_> {
    /// The map in the text of the file called `name`.
    pub(crate) fn read(
        &self,
        name: &str,
        map: MapSource,
        limits: &Limits,
    ) -> Result<PathMap, Failure> {
        let map = match map {
            MapSource::Text(input) if !self.rules.has_walls() => {
                let kind = MapKind::of(name, &input.text);
                if kind != MapKind::Grid {
                    self.rules.reject()?;
                    return Ok(PathMap::of_graph(self.graph(kind, input, limits)?));
                }
                MapSource::Text(input)
            }
            map => map,
        };
        if self.coordinates.is_some() {
            return not_applicable("--coordinates", "cells of a grid map already have coordinates");
        }
        if self.weight.is_some() {
            return not_applicable("--weight", "the map is a grid, not a graph");
        }
        if self.is_undirected {
            return not_applicable("--undirected", "the map is a grid, not a graph");
        }
        self.grid(map)
    }

    /// The grid.
    fn grid(&self, map: MapSource) -> Result<PathMap, Failure> {
        let rules = self.rules.rules()?;
        let _ends = EndsProgram::for_now();
        match map {
            MapSource::Text(Input { origin, text, .. }) => {
                PathMap::parse_grid(&text, &rules).map_err(|error| in_text(&origin, text, error))
            }
            MapSource::Bytes { origin, bytes } => {
                let read = PathMap::parse_bytes(&bytes, &rules);
                read.map_err(|expected| Failure::Usage(format!("{origin}: expected {expected}")))
            }
        }
    }

    /// The graph, with coordinates and another key of the costs if the options give them.
    fn graph(&self, kind: MapKind, map: Input, limits: &Limits) -> Result<GraphMap, Failure> {
        let Self { coordinates, weight, is_undirected, .. } = *self;
        let _ends = EndsProgram::for_now();
        let Input { origin, text, .. } = map;
        let parsed = match weight {
            None => GraphMap::parse(kind, &text),
            Some(key) if kind.has_keys(&text) => GraphMap::parse_with_key(kind, &text, key),
            Some(_) => return not_applicable("--weight", "links have no keys in this file"),
        };
        let directed = |graph: GraphMap| match is_undirected {
            true => graph.both_ways(&text),
            false => Ok(graph),
        };
        let mut graph = match parsed.and_then(directed) {
            Ok(graph) => graph,
            Err(error) => {
                let is_about_keys = weight.is_none() && error.expected.starts_with("a key of a ");
                let help = is_about_keys.then(|| ABOUT_KEYS.to_owned());
                return Err(Failure::Text { origin, text, error: error.into(), help });
            }
        };
        let is_other = || text.trim().is_empty() || Failure::hint(&text).is_some();
        if graph.node_count() == 0 && is_other() {
            let error = ParseError::at_end(&text, "a graph with a node");
            return Err(in_text(&origin, text, error));
        }
        drop(text);
        if let Some(path) = coordinates {
            let Input { origin, text, .. } = map_from(path, &ReadLimits::of_map(limits))?;
            if let Err(error) = graph.set_coordinates(&text) {
                return Err(in_text(&origin, text, error));
            }
        }
        Ok(graph)
    }
}

/// What to do about a key of graph JSON that is not known.
const ABOUT_KEYS: &str = "--weight KEY names the cost of a link";

/// Says how the map was read, such as that links without a cost cost 1.
pub(crate) fn say_notes(map: &PathMap, is_quiet: bool) {
    for note in map.route().notes.iter().filter(|_| !is_quiet) {
        visible::tell(&format!("note: {note}"));
    }
}
