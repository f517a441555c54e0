//! The same searches unobserved and with every step recorded to a file, in one process.
//!
//! `cargo bench -p tremaux --bench recording`. `ROUNDS` sets the number of rounds; `CASES`
//! selects cases by a word in the name. The counts in the trace, in the report and in the
//! unobserved search must be equal. Prints the lowest processor time of the rounds of each
//! kind, their ratio, and nanoseconds and bytes per event.

use std::fmt;
use std::fs::File;
use std::io::BufWriter;
use std::path::PathBuf;

use rustix::time::{ClockId, clock_gettime};
use tremaux_core::{
    Algorithm, AnySearch, Game, GameNotation, GameSearch, GameStatistics, Heuristic, Limits,
    NoHeuristic, StateSpace, Statistics, UnwatchedSearch,
};
use tremaux_games::backgammon::{Backgammon, PipCount};
use tremaux_games::checkers::{Checkers, English, Material};
use tremaux_games::connect_four::{Centre, ConnectFour, Position, Standard};
use tremaux_games::dots_and_boxes::{BoxLead, DotsAndBoxes};
use tremaux_maps::graph::{Graph, GraphBuilder};
use tremaux_maps::grid::{
    Cell, Direction, Grid, MapKind, Movement, OpenDistance, PathMethod, Pathfinder, Route,
    StepCosts, StepQuery, StepScale, TerrainRules, Workspace,
};
use tremaux_maps::road::{Dijkstra, RoadSearch};
use tremaux_maps::watch::MapSteps;
use tremaux_play::{
    AlphaBeta, ChancePruning, Expectiminimax, History, Killers, MaxN, NoisyFirst, Opponents,
    Quiescence, SearchParts,
};
use tremaux_search::{BestFirst, Buckets, IdaStar, Indexed, LowH};
use tremaux_tables::TranspositionTable;
use tremaux_tiles::{Board64, Manhattan, SlidingPuzzle, korf};
use tremaux_trace::{
    Describe, GameRecorder, NotationDescriber, Place, SearchRecorder, TraceCounts, TraceHeader,
    TraceSelection, TraceShape, TraceWriter,
};

/// Describes cells by their coordinates.
struct Cells;

impl Describe<StepQuery<&Grid>> for Cells {
    fn place<'a>(&self, _: &StepQuery<&Grid>, cell: &Cell, _: &'a mut String) -> Place<'a> {
        Place::Cell { x: cell.x.into(), y: cell.y.into() }
    }

    fn write_action(
        &self,
        _: &StepQuery<&Grid>,
        _: &Cell,
        direction: Direction,
        out: &mut dyn fmt::Write,
    ) -> fmt::Result {
        out.write_str(["N", "NE", "E", "SE", "S", "SW", "W", "NW"][direction as usize])
    }

    fn action_count(&self, _: &StepQuery<&Grid>) -> u8 {
        8
    }

    #[inline]
    fn action_number(&self, _: &StepQuery<&Grid>, direction: Direction) -> u8 {
        direction as u8
    }
}

const EVERYTHING: TraceSelection = TraceSelection::new(u64::MAX).without_places();

fn number(name: &str, default: usize) -> usize {
    std::env::var(name).ok().and_then(|n| n.parse().ok()).unwrap_or(default)
}

/// The processor time of this thread, in seconds, which other processes do not affect.
fn now() -> f64 {
    let time = clock_gettime(ClockId::ThreadCPUTime);
    time.tv_sec as f64 + time.tv_nsec as f64 * 1e-9
}

fn is_wanted(name: &str) -> bool {
    std::env::var("CASES").map_or(true, |word| name.contains(&word))
}

/// Removes the last trace: truncating an existing file takes the file system longer than a
/// short search.
fn remove() {
    let _ = std::fs::remove_file(path());
}

/// The path of all traces.
fn path() -> PathBuf {
    std::env::temp_dir().join(format!("tremaux-recording-{}.trace", std::process::id()))
}

fn writer(shape: TraceShape) -> TraceWriter<BufWriter<File>> {
    let file = BufWriter::with_capacity(32 << 10, File::create(path()).expect("a file"));
    TraceWriter::new(file, &TraceHeader::new("bench", shape)).expect("room on the disk")
}

/// The times of a search with and without a trace.
#[derive(Default)]
struct Times {
    off: Vec<f64>,
    on: Vec<f64>,
}

impl Times {
    fn print(&self, name: &str, nodes: u64, counts: &TraceCounts) {
        let least = |times: &[f64]| times.iter().copied().fold(f64::MAX, f64::min);
        let (off, on) = (least(&self.off), least(&self.on));
        let bytes = std::fs::metadata(path()).map_or(0, |file| file.len());
        println!(
            "{name:<34} {:5.2} {:10.1} ns {:10.1} ns {:8.1}",
            on / off,
            off * 1e9 / nodes as f64,
            (on - off) * 1e9 / counts.events as f64,
            bytes as f64 / counts.events as f64,
        );
    }
}

fn check(counts: &TraceCounts, told: &Statistics, unobserved: &Statistics) {
    // A depth-first search backtracks from what it pruned, which is not recorded twice.
    let cut = counts.pruned + counts.dead_ends;
    assert!(counts.recorded + cut >= counts.events, "everything is recorded");
    assert_eq!((counts.expanded, counts.generated), (told.expanded, told.generated));
    assert_eq!((counts.reopened, counts.duplicates), (told.reopened, told.duplicates));
    assert_eq!((told.expanded, told.generated), (unobserved.expanded, unobserved.generated));
}

/// Measures a search for one agent, selected at run time like in the registry.
fn agent<S: StateSpace, A: Algorithm<S>>(
    name: &str,
    (space, shape): (&S, TraceShape),
    describe: &impl Describe<S>,
    algorithm: &A,
    heuristic: &impl Heuristic<S>,
    limits: &Limits,
) {
    if !is_wanted(name) {
        return;
    }
    let mut times = Times::default();
    let mut last = None;
    for _ in 0..number("ROUNDS", 7) {
        let mut search = algorithm.start(space, heuristic);
        let search: &mut dyn UnwatchedSearch<S> = &mut search;
        let started = now();
        let _ = search.advance_plainly(limits);
        times.off.push(now() - started);
        let unobserved = search.report_any().statistics;

        let mut search = algorithm.start(space, heuristic);
        let search: &mut dyn AnySearch<S> = &mut search;
        remove();
        let started = now();
        let mut sink = writer(shape);
        let mut recorder = SearchRecorder::new(shape, EVERYTHING);
        let _ = search.advance_any(limits, &mut recorder.watch(space, describe, &mut sink));
        let report = search.report_any();
        let plan = report.plan.as_ref().map(|plan| plan.actions.as_slice());
        let counts = recorder.finish(space, describe, plan, "solved", &mut sink);
        sink.finish().expect("room on the disk");
        times.on.push(now() - started);
        check(&counts, &report.statistics, &unobserved);
        last = Some((unobserved.generated, counts));
    }
    let (nodes, counts) = last.expect("a round");
    times.print(name, nodes, &counts);
}

/// Measures an analysis of the initial position of a two-player game, or of `$root`.
///
/// `$parts` are the parts of the search except for the table, whose size in bytes is given.
macro_rules! game {
    ($name:expr, $game:expr, $root:expr, $options:expr, $bytes:expr, $parts:expr) => {
        if is_wanted($name) {
            let (game, root, options) = ($game, $root, $options);
            let mut times = Times::default();
            let mut last = None;
            let mut table = TranspositionTable::with_bytes($bytes);
            for _ in 0..number("ROUNDS", 7) {
                table.clear();
                let started = now();
                let mut search = options.start(game, &root, $parts.table(&table));
                let _ = search.advance(&Limits::default(), &mut ());
                times.off.push(now() - started);
                let unobserved: GameStatistics = search.report().statistics;

                table.clear();
                remove();
                let started = now();
                let mut sink = writer(TraceShape::Game);
                let mut recorder = GameRecorder::new(root.clone(), EVERYTHING);
                let mut search = options.start(game, &root, $parts.table(&table));
                let mut watch = recorder.watch(game, &mut sink);
                let _ = search.advance(&Limits::default(), &mut watch);
                let report = search.report();
                let line = &report.principal_variation;
                let counts = recorder.finish(game, line, "solved", &mut sink);
                sink.finish().expect("room on the disk");
                times.on.push(now() - started);
                assert_eq!(counts.recorded, counts.events, "everything is recorded");
                // What is searched once more to complete the best line is not recorded.
                let kept = unobserved.without_line();
                assert_eq!((counts.nodes, counts.cutoffs), (kept.nodes, kept.cutoffs));
                assert_eq!(report.statistics.nodes, unobserved.nodes);
                last = Some((unobserved.nodes, counts));
            }
            let (nodes, counts) = last.expect("a round");
            times.print($name, nodes, &counts);
        }
    };
}

fn games() {
    const CONNECT_FOUR: &ConnectFour<Standard, false> = &ConnectFour::of(Standard);
    let deepening = |max_depth| AlphaBeta::default().max_depth(max_depth);
    let parts = || SearchParts::new().evaluator(Centre);
    let name = "alpha-beta, Connect Four";
    game!(name, CONNECT_FOUR, Position::default(), deepening(14), 1 << 22, parts());
    let checkers = &Checkers::<English>::new();
    let parts = || {
        let learnt = (Killers::default(), History::default());
        let parts = SearchParts::new().evaluator(Material).ordering((NoisyFirst, learnt));
        parts.horizon(Quiescence::default())
    };
    let position = checkers.initial_state();
    game!("alpha-beta, checkers", checkers, position, deepening(11), 1 << 22, parts());
}

/// Measures the payoff search `$search` from `$state`.
macro_rules! payoffs {
    ($name:expr, $scale:expr, $game:expr, $state:expr, $search:expr, $evaluator:expr) => {
        if is_wanted($name) {
            let (game, state) = ($game, $state);
            let limits = Limits::default();
            let mut times = Times::default();
            let mut last = None;
            for _ in 0..number("ROUNDS", 7) {
                let started = now();
                let unobserved =
                    $search.solve(game, &state, SearchParts::new().evaluator($evaluator), &limits);
                times.off.push(now() - started);

                remove();
                let started = now();
                let mut sink = writer(TraceShape::Game);
                let mut recorder = GameRecorder::new(state, EVERYTHING).with_scale($scale);
                let mut watch = recorder.watch(game, &mut sink);
                let mut running =
                    $search.start(game, &state, SearchParts::new().evaluator($evaluator));
                let _ = running.advance(&limits, &mut watch);
                let told = running.report();
                let counts = recorder.finish(game, &told.line, "solved", &mut sink);
                sink.finish().expect("room on the disk");
                times.on.push(now() - started);
                assert_eq!(counts.recorded, counts.events, "everything is recorded");
                let statistics = &unobserved.statistics;
                assert_eq!((counts.nodes, counts.cutoffs), (statistics.nodes, statistics.cutoffs));
                assert_eq!(told.statistics.nodes, statistics.nodes);
                last = Some((statistics.nodes, counts));
            }
            let (nodes, counts) = last.expect("a round");
            times.print($name, nodes, &counts);
        }
    };
}

fn payoffs() {
    let game = &DotsAndBoxes::<3>::new(3, 3).expect("a board");
    let search = MaxN::default().max_depth(4).opponents(Opponents::Selfish).payoff_sum(None);
    let name = "max-n, dots and boxes for 3";
    payoffs!(name, 1.0, game, game.initial_state(), search, &BoxLead);
    let position = Backgammon.parse_position("4HPwATDgc/ABMA 1 31").expect("a position");
    let (range, pruning) = ((-3.0, 3.0), ChancePruning::Star1);
    let search =
        Expectiminimax::default().max_depth(3).pruning(pruning).range(range).every_move(false);
    let name = "expectiminimax, backgammon";
    payoffs!(name, 1000.0, &Backgammon, position, search, &PipCount);
}

fn tiles() {
    let instance = korf::fifteen_puzzle(79).expect("one of the hundred");
    let space = SlidingPuzzle::<Board64>::new(&instance).expect("sixteen cells");
    let (graph, tree) = ((&space, TraceShape::Graph), (&space, TraceShape::Tree));
    let manhattan = Manhattan::to_goal(space.goal());
    let all = Limits::default();
    let some = Limits::default().with_nodes(400_000);
    let astar = BestFirst::a_star().ties(LowH).open_list(Buckets);
    agent("A*, 15-puzzle, Manhattan", graph, &NotationDescriber, &astar, &manhattan, &all);
    let breadth = BestFirst::breadth_first();
    agent("breadth-first, 15-puzzle", graph, &NotationDescriber, &breadth, &NoHeuristic, &some);
    let ida = IdaStar::compact();
    agent("IDA*, 15-puzzle, Manhattan", tree, &NotationDescriber, &ida, &manhattan, &all);
}

/// A map of 512 × 512 cells, and free cells near two corners.
fn map(movement: Movement) -> (Grid, Cell, Cell) {
    let file = MapKind::Random { percent: 20 }.generate(512, 512, 1);
    let grid = Grid::from_file(&file, &TerrainRules::land(), movement);
    let mut cells = (0..512).map(|side| Cell::new(side, side)).filter(|&cell| grid.is_free(cell));
    let (start, goal) = (cells.next().expect("a free cell"), cells.next_back());
    drop(cells);
    (grid, start, goal.expect("a free cell"))
}

fn grids() {
    let (grid, start, goal) = map(Movement::FourNeighbours);
    let scale = StepScale::fast(StepCosts::Euclidean, Movement::FourNeighbours);
    let query = StepQuery { grid: &grid, scale, start, goal };
    let (graph, all) = ((&query, TraceShape::Graph), Limits::default());
    let breadth = BestFirst::breadth_first().table(Indexed);
    agent("breadth-first, grid", graph, &Cells, &breadth, &NoHeuristic, &all);
    let astar = BestFirst::a_star().table(Indexed);
    agent("A*, grid", graph, &Cells, &astar, &OpenDistance, &all);
}

/// Describes the cells visited by a map search; steps to neighbours are named by direction.
struct Steps;

impl Describe<MapSteps<Cell>> for Steps {
    fn place<'a>(&self, _: &MapSteps<Cell>, cell: &Cell, _: &'a mut String) -> Place<'a> {
        Place::Cell { x: cell.x.into(), y: cell.y.into() }
    }

    fn write_action(
        &self,
        map: &MapSteps<Cell>,
        from: &Cell,
        to: Cell,
        out: &mut dyn fmt::Write,
    ) -> fmt::Result {
        out.write_str(self.action_word(map, from, to).unwrap_or_default())
    }

    fn action_word(&self, _: &MapSteps<Cell>, from: &Cell, to: Cell) -> Option<&'static str> {
        const STEPS: [[&str; 3]; 3] = [["NW", "N", "NE"], ["W", "", "E"], ["SW", "S", "SE"]];
        let by = |to: u16, from: u16| usize::from(to.wrapping_sub(from).wrapping_add(1));
        let row = STEPS.get(by(to.y, from.y));
        row.and_then(|row| row.get(by(to.x, from.x))).copied()
    }
}

/// Measures the map searches.
fn paths() {
    for (method, name) in
        [(PathMethod::Dijkstra, "Dijkstra"), (PathMethod::JumpPoints, "jump points")]
    {
        let name = format!("{name}, specialised for grids");
        if !is_wanted(&name) {
            continue;
        }
        let (grid, start, goal) = map(Movement::NoCornerCutting);
        let finder = Pathfinder::new(grid, StepCosts::Euclidean, method).expect("it is offered");
        let (map, all) = (MapSteps { start }, Limits::default());
        let (mut times, mut last, mut room) = (Times::default(), None, Workspace::default());
        let mut route = Route::default();
        for _ in 0..number("ROUNDS", 7) {
            let started = now();
            let mut search = finder.start(start, goal, room).expect("free cells");
            let _ = search.advance(&all);
            room = search.finish(&mut route);
            times.off.push(now() - started);
            let unobserved = (route.cost, route.expanded);

            remove();
            let started = now();
            let mut search = finder.start(start, goal, room).expect("free cells");
            let mut sink = writer(TraceShape::Graph);
            let mut recorder = SearchRecorder::new(TraceShape::Graph, EVERYTHING);
            let _ = search.advance_watched(&all, &mut recorder.watch(&map, &Steps, &mut sink));
            let stations = search.stations();
            room = search.finish(&mut route);
            let plan = stations.get(1..);
            let counts = recorder.finish(&map, &Steps, plan, "solved", &mut sink);
            sink.finish().expect("room on the disk");
            times.on.push(now() - started);
            assert_eq!(unobserved, (route.cost, route.expanded));
            assert_eq!((counts.expanded, counts.recorded), (route.expanded, counts.events));
            last = Some((route.expanded, counts));
        }
        let (nodes, counts) = last.expect("a round");
        times.print(&name, nodes, &counts);
    }
}

/// Describes the nodes of a network. Steps have no names.
struct Crossings;

impl Describe<MapSteps<u32>> for Crossings {
    fn place<'a>(&self, _: &MapSteps<u32>, node: &u32, _: &'a mut String) -> Place<'a> {
        Place::Vertex { vertex: *node }
    }

    fn write_action(
        &self,
        _: &MapSteps<u32>,
        _: &u32,
        _: u32,
        _: &mut dyn fmt::Write,
    ) -> fmt::Result {
        Ok(())
    }

    fn action_word(&self, _: &MapSteps<u32>, _: &u32, _: u32) -> Option<&'static str> {
        Some("")
    }
}

/// A street network of `side` × `side` crossings, where some streets are longer than straight.
fn net(side: u32) -> Graph<u32> {
    let mut builder = GraphBuilder::new((side * side) as usize);
    let mut random = 1_u32;
    for (x, y) in (0..side).flat_map(|y| (0..side).map(move |x| (x, y))) {
        for (to_x, to_y) in [(x + 1, y), (x, y + 1)] {
            random = random.wrapping_mul(1_664_525).wrapping_add(1_013_904_223);
            if to_x < side && to_y < side && random >> 24 > 30 {
                let cost = 100 + (random >> 16) % 80;
                builder.add_edge(y * side + x, to_y * side + to_x, cost);
            }
        }
    }
    builder.build().expect("small costs")
}

/// Measures a search for road networks. Each is compiled separately, as it would be for a user:
/// four in one function have fewer registers each.
#[inline(never)]
fn streets(name: &str, search: &mut impl RoadSearch<u32>, goal: u32) {
    let name = format!("{name}, streets");
    if !is_wanted(&name) {
        return;
    }
    let (map, mut nodes) = (MapSteps { start: 0 }, Vec::new());
    let (mut times, mut last) = (Times::default(), None);
    for _ in 0..number("ROUNDS", 7) {
        let started = now();
        let unobserved = search.route(0, goal, &mut nodes);
        times.off.push(now() - started);
        let settled = search.settled();

        remove();
        let started = now();
        let mut sink = writer(TraceShape::Graph);
        let mut recorder = SearchRecorder::new(TraceShape::Graph, EVERYTHING);
        let mut watch = recorder.watch(&map, &Crossings, &mut sink);
        let told = search.route_within(0, goal, &mut nodes, &Limits::default(), &mut watch);
        let counts = recorder.finish(&map, &Crossings, nodes.get(1..), "solved", &mut sink);
        sink.finish().expect("room on the disk");
        times.on.push(now() - started);
        assert_eq!((Ok(unobserved), settled), (told, search.settled()));
        assert_eq!((counts.expanded, counts.recorded), (settled, counts.events));
        last = Some(counts);
    }
    let counts = last.expect("a round");
    times.print(&name, counts.generated, &counts);
}

fn roads() {
    let graph = net(150);
    let goal = graph.node_count() as u32 - 1;
    streets("Dijkstra", &mut Dijkstra::<u32>::new(&graph).expect("small costs"), goal);
}

fn main() {
    println!("time recorded by time unobserved");
    println!("{:34} {:>5} {:>13} {:>13} {:>8}", "", "", "a node", "an event", "bytes");
    tiles();
    grids();
    paths();
    roads();
    games();
    payoffs();
    remove();
}
