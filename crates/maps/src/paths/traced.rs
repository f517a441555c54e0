//! Recorded searches on maps.

use std::fmt::{self, Debug};
use std::hash::Hash;

use tremaux_core::StopReason;
use tremaux_trace::{
    Describe, GraphScene, MapRows, Place, Scene, SearchRecorder, Sink, TraceCounts, Watch,
};

use super::cells::STEPS;
use crate::graph::{ArcCost, Graph};
use crate::grid::{Cell, Grid};
use crate::watch::MapSteps;

/// A place as traces record it.
pub(super) trait Spot: Copy + Eq + Hash + Debug {
    fn place(self) -> Place<'static>;

    /// The step to `next`, if it is one that has a name.
    fn step_to(self, next: Self) -> &'static str;
}

impl Spot for Cell {
    fn place(self) -> Place<'static> {
        Place::Cell { x: u32::from(self.x), y: u32::from(self.y) }
    }

    #[inline]
    fn step_to(self, next: Self) -> &'static str {
        let by = |to: u16, from: u16| usize::from(to.wrapping_sub(from).wrapping_add(1));
        let row = STEPS.get(by(next.y, self.y));
        row.and_then(|row| row.get(by(next.x, self.x))).copied().unwrap_or_default()
    }
}

impl Spot for u32 {
    fn place(self) -> Place<'static> {
        Place::Vertex { vertex: self }
    }

    fn step_to(self, _next: Self) -> &'static str {
        ""
    }
}

/// Identifies places by their position.
pub(super) struct PlaceDescriber;

impl<P: Spot> Describe<MapSteps<P>> for PlaceDescriber {
    fn place<'a>(&self, _map: &MapSteps<P>, place: &P, _scratch: &'a mut String) -> Place<'a> {
        place.place()
    }

    fn write_action(
        &self,
        _map: &MapSteps<P>,
        place: &P,
        next: P,
        out: &mut dyn fmt::Write,
    ) -> fmt::Result {
        out.write_str(place.step_to(next))
    }

    #[inline]
    fn action_word(&self, _map: &MapSteps<P>, place: &P, next: P) -> Option<&'static str> {
        Some(place.step_to(next))
    }
}

/// What came of a search, the places of its path, and the limit that was reached.
type Found<T, P> = (T, Vec<P>, Option<StopReason>);

/// Reports to `sink` what `search` reports to an observer, and the path that it finds.
pub(super) fn record<P: Spot, T>(
    map: MapSteps<P>,
    mut recorder: SearchRecorder<MapSteps<P>>,
    sink: &mut dyn Sink,
    search: impl FnOnce(&mut Watch<'_, MapSteps<P>, PlaceDescriber>) -> Found<T, P>,
) -> (T, TraceCounts) {
    let (found, path, stopped) = search(&mut recorder.watch(&map, &PlaceDescriber, sink));
    let status = match (path.is_empty(), stopped) {
        (false, _) => "solved",
        (true, Some(_)) => "limit",
        (true, None) => "no-solution",
    };
    (found, recorder.finish(&map, &PlaceDescriber, path.get(1..), status, sink))
}

/// The rows of a map for trace headers.
pub(super) fn rows(grid: &Grid) -> MapRows {
    let letter = |cell: Cell| match (grid.is_free(cell), grid.weight(cell)) {
        (false, _) => '#',
        (true, weight @ 2..=9) => (b'0' + weight) as char,
        (true, _) => '.',
    };
    let row = |y: u16| (0..grid.width()).map(|x| letter(Cell::new(x, y))).collect();
    (0..grid.height()).map(row).collect::<Vec<_>>().into()
}

/// The maximum number of nodes of a graph in the header of a trace.
const MOST_NODES: usize = 20_000;

/// The scene of a search on a map; none if the map is too large for a header.
pub(super) fn scene_on_map<C: ArcCost>(graph: &Graph<C>) -> Scene {
    if graph.node_count() > MOST_NODES { Scene::Nowhere } else { graph_scene(graph) }
}

/// A graph for trace headers.
pub(crate) fn graph_scene<C: ArcCost>(graph: &Graph<C>) -> Scene {
    let nodes = 0..graph.node_count() as u32;
    let points = graph.points().unwrap_or_default();
    let from = |node: u32| {
        graph.arcs_from(node).map(move |arc| {
            let cost = graph.cost(arc).to_f64();
            (node, graph.head(arc), cost)
        })
    };
    let names = nodes.clone().map(|node| graph.label(node)).collect();
    let points = points.iter().map(|point| (point.x, point.y)).collect();
    let scene = GraphScene { names, points, arcs: nodes.flat_map(from).collect() };
    Scene::Graph(scene.into())
}
