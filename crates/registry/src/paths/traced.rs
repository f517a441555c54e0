//! Searches on maps that are recorded.

use std::fmt::{self, Debug};
use std::hash::Hash;

use tremaux_core::{Event, Limits, Observer, StopReason};
use tremaux_maps::graph::{ArcCost, Graph};
use tremaux_maps::grid::{Cell, Grid, Movement};
use tremaux_maps::watch::Walk;
use tremaux_trace::{
    Describe, GraphScene, MapRows, Place, Scene, SearchRecorder, Selection, Shape, Sink,
    TraceCounts, TraceHeader, Watch,
};

use super::graph::Watchable;
use super::{GraphMap, GraphOutcome, GraphSetting, GridOutcome, GridPaths};
use crate::error::RegistryError;
use crate::places::{PATHS, STEPS};

/// A place as traces tell of it.
trait Spot: Copy + Eq + Hash + Debug {
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

/// Places are told of by where they are.
struct Placed;

impl<P: Spot> Describe<Walk<P>> for Placed {
    fn place<'a>(&self, _walk: &Walk<P>, place: &P, _scratch: &'a mut String) -> Place<'a> {
        place.place()
    }

    fn write_action(
        &self,
        _walk: &Walk<P>,
        place: &P,
        next: P,
        out: &mut dyn fmt::Write,
    ) -> fmt::Result {
        out.write_str(place.step_to(next))
    }

    #[inline]
    fn action_word(&self, _walk: &Walk<P>, place: &P, next: P) -> Option<&'static str> {
        Some(place.step_to(next))
    }
}

/// What came of a search, the places of its path, and the limit that stepped in.
type Found<T, P> = (T, Vec<P>, Option<StopReason>);

/// Tells `sink` of what `search` tells an observer, and of the path that it finds.
fn record<P: Spot, T>(
    walk: Walk<P>,
    mut recorder: SearchRecorder<Walk<P>>,
    sink: &mut dyn Sink,
    search: impl FnOnce(&mut Watch<'_, Walk<P>, Placed>) -> Found<T, P>,
) -> (T, TraceCounts) {
    let (found, path, stopped) = search(&mut recorder.watch(&walk, &Placed, sink));
    let status = match (path.is_empty(), stopped) {
        (false, _) => "solved",
        (true, Some(_)) => "limit",
        (true, None) => "no-solution",
    };
    (found, recorder.finish(&walk, &Placed, path.get(1..), status, sink))
}

/// Notes the cells that are expanded.
struct Noted(Vec<Cell>);

impl Observer<Walk<Cell>> for Noted {
    fn observe(&mut self, event: Event<'_, Walk<Cell>>) {
        if let Event::Expanded { state, .. } = event {
            self.0.push(*state);
        }
    }
}

/// The rows of a map as headers hold them.
fn rows(grid: &Grid) -> MapRows {
    if !grid.is_weighted() {
        let rows = (0..grid.height()).map(|y| grid.free_words(y));
        return MapRows::from_free_words(grid.width().into(), rows);
    }
    let letter = |cell: Cell| match (grid.is_free(cell), grid.weight(cell)) {
        (false, _) => '#',
        (true, weight @ 2..=9) => (b'0' + weight) as char,
        (true, _) => '.',
    };
    let row = |y: u16| (0..grid.width()).map(|x| letter(Cell::new(x, y))).collect();
    (0..grid.height()).map(row).collect::<Vec<_>>().into()
}

impl GridPaths {
    /// The cells that are expanded on the way from one cell to another, in their order, for
    /// pictures: jump points and entrances where the algorithm knows no others.
    #[must_use]
    pub fn expanded_cells(&mut self, from: Cell, to: Cell, limits: &Limits) -> Vec<Cell> {
        let mut noted = Noted(Vec::new());
        let _ = self.find_watched(from, to, limits, &mut noted);
        noted.0
    }

    fn shape(&self) -> Shape {
        if self.keeps_one_path() { Shape::Tree } else { Shape::Graph }
    }

    /// What a trace of a search from one cell to another is of.
    #[must_use]
    pub fn trace_header(&self, (from, to): (Cell, Cell), selection: Selection) -> TraceHeader {
        let place = |cell: Cell| (u32::from(cell.x), u32::from(cell.y));
        let heuristic = match (self.name(), self.grid().movement()) {
            ("dijkstra", _) => None,
            _ if self.is_any_angle() => Some("straight line"),
            (_, Movement::FourNeighbours) => Some("Manhattan distance"),
            _ => Some("octile distance"),
        };
        TraceHeader {
            instance: format!("{from} {to}"),
            algorithm: self.algorithm(),
            heuristic: heuristic.map(str::to_owned),
            selection,
            scene: Scene::Grid {
                rows: self.rows.get_or_init(|| rows(self.grid())).clone(),
                start: Some(place(from)),
                goals: vec![place(to)],
            },
            ..TraceHeader::new(PATHS, self.shape())
        }
    }

    /// Looks for a path as [`GridPaths::find`] does, and tells `sink` of every step and of the
    /// path. Costs are told `unit` times what they are. What was counted is what the search
    /// counts, whether it is recorded or not.
    ///
    /// # Errors
    ///
    /// Fails if the path does not stand up to being replayed.
    pub fn trace(
        &mut self,
        (from, to): (Cell, Cell),
        unit: f64,
        limits: &Limits,
        (selection, sink): (Selection, &mut dyn Sink),
    ) -> Result<(GridOutcome, TraceCounts), RegistryError> {
        let recorder = SearchRecorder::new(self.shape(), selection).in_unit(unit.recip());
        let (outcome, counts) =
            record(Walk { start: from, goal: to }, recorder, sink, |observer| {
                let outcome = self.find_watched(from, to, limits, observer);
                (outcome, self.stations(), outcome.stopped)
            });
        if outcome.cost.is_some() {
            let _ = self.replay(from, to)?;
        }
        Ok((outcome, counts))
    }
}

/// Beyond so many nodes the header of a trace does not hold the graph.
const MOST_NODES: usize = 20_000;

/// Where a search on a map takes place: nowhere, if the map is too great for a header.
pub(super) fn scene_on_map<C: ArcCost>(graph: &Graph<C>) -> Scene {
    if graph.node_count() > MOST_NODES { Scene::Nowhere } else { graph_scene(graph) }
}

/// A graph as headers hold it.
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
    let scene = GraphScene::new(names, points, nodes.flat_map(from).collect());
    Scene::Graph(scene.into())
}

impl GraphMap {
    /// What a trace of a search on the graph with `setting` is of.
    #[must_use]
    pub fn trace_header(
        &self,
        setting: &GraphSetting,
        (from, to): (u32, u32),
        selection: Selection,
    ) -> TraceHeader {
        let heuristic = match setting.algorithm.split('(').next() {
            Some("a-star") => Some("straight line"),
            Some("alt") => Some("landmarks"),
            _ => None,
        };
        TraceHeader {
            instance: format!("{} {}", self.label(from), self.label(to)),
            algorithm: setting.algorithm.clone(),
            heuristic: heuristic.map(str::to_owned),
            selection,
            scene: self.scene().clone(),
            ..TraceHeader::new("graph", Shape::Graph)
        }
    }
}

/// What [`GraphSearch::trace`](super::GraphSearch::trace) does, compiled for each search.
pub(super) fn trace_graph<T: Watchable>(
    search: &mut T,
    (from, to): (u32, u32),
    limits: &Limits,
    nodes: &mut Vec<u32>,
    (selection, sink): (Selection, &mut dyn Sink),
) -> (GraphOutcome, TraceCounts) {
    let recorder = SearchRecorder::new(Shape::Graph, selection);
    record(Walk { start: from, goal: to }, recorder, sink, |observer| {
        let outcome = search.search((from, to), limits, nodes, observer);
        (outcome, nodes.clone(), outcome.stopped)
    })
}
