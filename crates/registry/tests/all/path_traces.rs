//! Traces of every algorithm for grids and graphs agree with the reports.

use std::fmt::Write;
use std::sync::Arc;
use std::time::{Duration, Instant};

use tremaux_core::Limits;
use tremaux_maps::grid::{Cell, Grid, Movement, StepCosts};
use tremaux_registry::paths::{GraphMap, MapKind, PathMap};
use tremaux_registry::{
    ActiveSearch, Field, HeuristicCache, Number, PlaceRestorer, RegistryError, SolveReport,
    SolveRequest, algorithms_of, drive, drive_recorded,
};
use tremaux_trace::{
    Node, Place, Scene, Sink, Trace, TraceCounts, TraceEvent, TraceReader, TraceSelection,
    TraceWriter,
};

/// A search of a map by an algorithm, from one place to another.
fn search(
    map: &PathMap,
    (from, to): (u32, u32),
    algorithm: &str,
) -> Result<Box<dyn ActiveSearch>, RegistryError> {
    let request = SolveRequest { algorithm: Some(algorithm.into()), ..SolveRequest::default() };
    map.query(from, vec![to], String::new()).start(&request, &HeuristicCache::default())
}

/// The end of a search that was not recorded.
fn solved(mut search: Box<dyn ActiveSearch>, limits: &Limits) -> SolveReport {
    drive(&mut *search, limits, Instant::now(), Duration::MAX, &mut |_| {});
    search.report().expect("a right path")
}

/// The end of a search that was recorded in `sink`, and its counts.
fn recorded(
    mut search: Box<dyn ActiveSearch>,
    limits: &Limits,
    recording: (TraceSelection, &mut dyn Sink),
) -> (SolveReport, TraceCounts) {
    let pace = (Instant::now(), Duration::MAX);
    let (_, counts) = drive_recorded(&mut *search, limits, pace, recording, &mut |_| {});
    (search.report().expect("a right path"), counts.expect("it was recorded"))
}

/// A search that was recorded in memory.
fn traced(search: Box<dyn ActiveSearch>, limits: &Limits) -> (SolveReport, TraceCounts, Trace) {
    let mut trace = Trace::new(search.trace_header(TraceSelection::default()));
    let (report, counts) = recorded(search, limits, (TraceSelection::default(), &mut trace));
    (report, counts, trace)
}

fn places(map: &PathMap, (from, to): (Cell, Cell)) -> (u32, u32) {
    let number = |cell| map.place_of(cell).expect("a grid");
    (number(from), number(to))
}

/// Random numbers with a fixed seed.
struct Random(u64);

impl Random {
    fn below(&mut self, bound: u64) -> u64 {
        self.0 = self.0.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1);
        (self.0 >> 33) % bound
    }
}

/// Each algorithm with its defaults and with the options of its example.
fn written(field: Field) -> Vec<String> {
    let mut names = Vec::new();
    for component in algorithms_of(field) {
        names.push(component.name.to_owned());
        if component.example != component.name {
            names.push(component.example.to_owned());
        }
    }
    names
}

/// Rooms with doors and some blocks.
fn rooms(width: u16, height: u16, movement: Movement) -> Grid {
    Grid::new(width, height, movement, |Cell { x, y }| {
        let mut random = Random(u64::from(x) << 20 | u64::from(y));
        let is_wall = x % 17 == 16 || y % 13 == 12;
        let is_door = x % 17 == 5 || y % 13 == 7;
        let is_block = (0..3).map(|_| random.below(12)).sum::<u64>() % 12 == 0;
        (!is_wall || is_door) && !is_block
    })
}

/// Random free cells.
fn free_cells(grid: &Grid, count: usize) -> Vec<Cell> {
    let mut random = Random(7);
    let mut cells = Vec::new();
    while cells.len() < count {
        let (x, y) = (random.below(grid.width().into()), random.below(grid.height().into()));
        let cell = Cell::new(x as u16, y as u16);
        if grid.is_free(cell) {
            cells.push(cell);
        }
    }
    cells
}

fn cell_of(node: &Node) -> Cell {
    match node.place {
        Place::Cell { x, y } => Cell::new(x as u16, y as u16),
        ref other => panic!("no cell: {other:?}"),
    }
}

/// Checks that the events agree with the counts, and that every node except the path's ends has
/// an expanded parent.
fn check_events(trace: &Trace, counts: TraceCounts, ends: usize, what: &str) {
    assert_eq!(trace.counts, Some(counts), "{what}");
    assert_eq!(counts.recorded, counts.events, "{what}: all is recorded");
    let expansions: u64 = trace.nodes.iter().map(|node| u64::from(node.expansions)).sum();
    assert_eq!(expansions, counts.expanded, "{what}");
    let generated = trace.steps.iter().filter(|step| match &step.event {
        TraceEvent::Generated { parent, .. } => parent.is_some(),
        TraceEvent::Duplicate { .. } => true,
        _ => false,
    });
    assert_eq!(generated.count() as u64, counts.generated, "{what}");
    let told = trace.steps.iter().filter(|step| !matches!(step.event, TraceEvent::Path { .. }));
    assert_eq!(told.count() as u64, counts.recorded, "{what}");
    let of_search = |node: &&Node| node.expansions > 0 || node.parent.is_some();
    let roots = trace.nodes.iter().filter(of_search).filter(|node| node.parent.is_none());
    assert!(roots.count() <= ends, "{what}");
}

#[test]
fn counts_in_traces_of_grid_maps_are_those_of_the_searches() {
    let weighted = {
        let mut grid = rooms(40, 30, Movement::NoCornerCutting);
        for cell in free_cells(&grid, 200) {
            grid.set_weight(cell, 3);
        }
        grid
    };
    let maps = [
        (rooms(150, 120, Movement::NoCornerCutting), StepCosts::Euclidean),
        (rooms(60, 50, Movement::FourNeighbours), StepCosts::Euclidean),
        (rooms(50, 60, Movement::CornersAlways), StepCosts::TEN_FOURTEEN),
        (weighted, StepCosts::Euclidean),
    ];
    let (mut compared, mut found, mut stopped) = (0, 0, 0);
    let maps = maps.map(|(grid, costs)| PathMap::of_grid(grid, costs));
    for algorithm in written(Field::Grids) {
        for map in &maps {
            let grid = map.grid().expect("a grid");
            // Depth-first searches only reach small depths.
            let is_deep = algorithm.starts_with("table");
            for ends in free_cells(grid, 12).chunks(2) {
                let (from, mut to) = (ends[0], ends[1]);
                if is_deep {
                    let near = Cell::new(from.x.saturating_sub(4), from.y);
                    to = if grid.is_free(near) { near } else { from };
                }
                let ends = places(map, (from, to));
                for nodes in [20_000, 5] {
                    let limits = Limits::default().with_nodes(nodes);
                    let what = format!("{algorithm} on {}, {from} to {to}", grid.width());
                    let begin = || search(map, ends, &algorithm);
                    let plain = match begin() {
                        // Some do not support weights.
                        Err(RegistryError::NotOffered { .. }) => continue,
                        begun => solved(begun.expect("a known algorithm"), &limits),
                    };
                    let (report, counts, trace) = traced(begin().expect("a search"), &limits);
                    assert_eq!(counts.expanded, plain.counts.expanded, "{what}");
                    assert_eq!(
                        (report.cost, report.counts.expanded, report.stopped),
                        (plain.cost, plain.counts.expanded, plain.stopped),
                        "{what}"
                    );
                    if counts.events <= TraceSelection::default().events {
                        check_events(&trace, counts, 2, &what);
                    }
                    // One that does not look at the limit has a path that does not count.
                    if report.cost.is_some() || report.stopped.is_none() {
                        let cost = report.cost.map(Number::as_f64);
                        check_path(&trace, (from, to), cost, &what);
                    }
                    check_file(begin().expect("a search"), &limits, &trace, &what);
                    compared += 1;
                    found += usize::from(report.cost.is_some());
                    stopped += usize::from(report.stopped.is_some());
                }
            }
        }
    }
    assert!(compared > 300 && found > 150 && stopped > 50, "{compared} {found} {stopped}");
}

/// A file without places, with places reconstructed from the steps, equals the original events.
fn check_file(search: Box<dyn ActiveSearch>, limits: &Limits, told: &Trace, what: &str) {
    let selection = TraceSelection::default().without_places();
    let header = search.trace_header(selection);
    let mut writer = TraceWriter::new(Vec::new(), &header).expect("memory");
    recorded(search, limits, (selection, &mut writer));
    let file = writer.finish().expect("memory");
    let mut reader = TraceReader::new(file.as_slice()).expect("a header");
    let mut places = PlaceRestorer::of(reader.header()).expect("a map");
    for step in &told.steps {
        let mut event = reader.next_event().expect("a whole file").expect(what);
        places.add(&mut event);
        assert_eq!(near(&step.event), near(&event), "{what}");
    }
    let end = reader.next_event().expect("a whole file");
    assert!(matches!(end, Some(TraceEvent::End { .. })) && reader.is_whole(), "{what}: {end:?}");
}

/// An event with rounded costs, as conversions round once.
fn near(event: &TraceEvent<'static>) -> TraceEvent<'static> {
    let mut event = event.clone();
    match &mut event {
        TraceEvent::Generated { g, h, .. } => (*g, *h) = ((*g * 1e6).round(), (*h * 1e6).round()),
        TraceEvent::Expanded { g: cost, .. }
        | TraceEvent::Iteration { limit: cost }
        | TraceEvent::Bound { cost }
        | TraceEvent::Solution { cost } => *cost = (*cost * 1e6).round(),
        _ => {}
    }
    event
}

/// Checks that the path connects both ends, and that costs increase along parent links.
fn check_path(trace: &Trace, ends: (Cell, Cell), cost: Option<f64>, what: &str) {
    let cells: Vec<Cell> =
        trace.path.iter().map(|&id| cell_of(&trace.nodes[id as usize])).collect();
    assert_eq!(cells.first().copied(), cost.map(|_| ends.0), "{what}");
    assert_eq!(cells.last().copied(), cost.map(|_| ends.1), "{what}");
    let solved = trace.steps.iter().rev().find_map(|step| match step.event {
        TraceEvent::Solution { cost } => Some(cost),
        _ => None,
    });
    if let Some(cost) = cost {
        let told = solved.unwrap_or_else(|| panic!("{what}: no solution told"));
        assert!((told - cost).abs() < 1e-6 * cost.max(1.0), "{what}: {told} for {cost}");
    }
}

#[test]
fn cells_hang_from_those_that_they_are_reached_from() {
    let grid = rooms(90, 70, Movement::NoCornerCutting);
    let map = PathMap::of_grid(grid.clone(), StepCosts::Euclidean);
    for algorithm in ["theta-star", "lazy-theta-star", "canonical-a-star", "balanced-a-star", "jps"]
    {
        let (mut far, mut from_goal) = (0, 0);
        for ends in free_cells(&grid, 8).chunks(2) {
            let ends = (ends[0], ends[1]);
            let search = search(&map, places(&map, ends), algorithm).expect("a name");
            let (_, _, trace) = traced(search, &Limits::default());
            // The last event counts: a closed node has a closed parent.
            for node in trace.nodes.iter().filter(|node| node.expansions > 0) {
                let Some(parent) = node.parent else {
                    from_goal += usize::from(cell_of(node) == ends.1);
                    continue;
                };
                let parent = &trace.nodes[parent as usize];
                let (here, there) = (cell_of(node), cell_of(parent));
                let (long, short) = here.spans(there);
                let length = if algorithm.contains("theta") {
                    assert!(grid.sees(there, here), "{algorithm}: {there} to {here}");
                    there.euclidean(here)
                } else {
                    f64::from(long - short) + f64::from(short) * 2_f64.sqrt()
                };
                let told = node.g - parent.g;
                assert!((told - length).abs() < 1e-6, "{algorithm}: {there} to {here}: {told}");
                far += usize::from(long > 1);
            }
        }
        assert_eq!(far > 0, !algorithm.contains("a-star") || algorithm.contains("theta"));
        assert_eq!(from_goal > 0, algorithm.starts_with("balanced"), "{algorithm}");
    }
}

#[test]
fn a_hierarchy_tells_of_entrances_and_then_of_the_cells_between() {
    let grid = rooms(150, 120, Movement::NoCornerCutting);
    let to = Cell::new(145, 112);
    let map = PathMap::of_grid(grid, StepCosts::Euclidean);
    let grid = map.grid().expect("a grid");
    let from = [(1, 1), (2, 1), (1, 2), (2, 2)].map(|(x, y)| Cell::new(x, y));
    let from = from.into_iter().find(|&cell| grid.is_free(cell)).expect("a free cell");
    let search = search(&map, places(&map, (from, to)), "hpa-star").expect("a name");
    let (report, _, trace) = traced(search, &Limits::default());
    assert!(report.cost.is_some_and(|cost| cost.as_f64() > 150.0));
    // Entrances are at borders of blocks of 16 cells, next to one on the other side.
    let is_at_border = |cell: Cell| [cell.x, cell.y].iter().any(|at| at % 16 == 0 || at % 16 == 15);
    let first: Vec<Cell> = trace
        .steps
        .iter()
        .filter_map(|step| match step.event {
            TraceEvent::Expanded { id, .. } => Some(cell_of(&trace.nodes[id as usize])),
            _ => None,
        })
        .collect();
    let entrances = first.iter().take_while(|&&cell| is_at_border(cell)).count();
    assert!(entrances > 5 && entrances < first.len(), "{entrances} of {}", first.len());
    assert_eq!(first.get(entrances), Some(&from), "then the path is filled in from the start");
}

/// A ring with chords, and nodes that nothing leads to.
fn graph() -> String {
    let mut random = Random(11);
    let mut text = String::new();
    let count = 200;
    for node in 0..count {
        let angle = f64::from(node) * 0.0314;
        let (x, y) = ((1000.0 * angle.cos()).round(), (1000.0 * angle.sin()).round());
        writeln!(text, "%node n{node} {x} {y}").expect("memory");
    }
    for node in 0..count {
        let next = (node + 1) % (count - 3);
        let chord = random.below(197);
        if node < count - 3 {
            writeln!(text, "n{node} n{next} {}", 40 + random.below(20)).expect("memory");
            writeln!(text, "n{node} n{chord} {}", 3000 + random.below(90)).expect("memory");
        }
    }
    text
}

#[test]
fn counts_in_traces_of_graphs_are_those_of_the_searches() {
    let text = graph();
    let parsed =
        |text: &str| PathMap::of_graph(GraphMap::parse(MapKind::EdgeList, text).expect("a graph"));
    let (whole, real) = (parsed(&text), parsed(&format!("{text}n0 n1 41.5\n")));
    let (mut compared, mut found) = (0, 0);
    for algorithm in written(Field::Graphs) {
        for map in [&whole, &real] {
            for ends in [(0, 90), (33, 34), (150, 3), (7, 7), (5, 199), (199, 5)] {
                let what = format!("{algorithm} {ends:?}");
                let limits = Limits::default();
                let begin = || search(map, ends, &algorithm).expect("a known algorithm");
                let plain = solved(begin(), &limits);
                let (report, counts, trace) = traced(begin(), &limits);
                assert_eq!((report.cost, report.moves), (plain.cost, plain.moves), "{what}");
                assert_eq!(counts.expanded, plain.counts.expanded, "{what}");
                check_events(&trace, counts, 2, &what);
                let solved = trace.steps.iter().rev().find_map(|step| match step.event {
                    TraceEvent::Solution { cost } => Some(cost),
                    _ => None,
                });
                assert_eq!(solved, report.cost.map(Number::as_f64), "{what}");
                compared += 1;
                found += usize::from(report.cost.is_some());
            }
        }
    }
    assert!(compared >= 42 && found >= 28, "{compared} {found}");
}

/// The scene of a graph is built once for all headers.
#[test]
fn headers_hold_the_graph_as_it_is() {
    let mut graph = GraphMap::parse(MapKind::Dimacs, "p sp 2 1\na 1 2 7\n").expect("a graph");
    graph.set_coordinates("p aux sp co 2\nv 1 10 20\nv 2 30 -40\n").expect("coordinates");
    let map = PathMap::of_graph(graph);
    let scene = || {
        let search = search(&map, (0, 1), "bucket-dijkstra").expect("a search");
        match search.trace_header(TraceSelection::default()).scene {
            Scene::Graph(scene) => scene,
            other => panic!("{other:?}"),
        }
    };
    let once = scene();
    assert!(Arc::ptr_eq(&once, &scene()));
    assert_eq!(once.points, [(10.0, 20.0), (30.0, -40.0)]);
    assert_eq!(once.arcs.as_slice(), [(0, 1, 7.0)]);
}
