//! The same searches unwatched and with every step recorded into a file, in one process.
//!
//! `cargo bench -p tremaux --bench tracing`; `ROUNDS` says how often, `CASES` a word in
//! the names of those that are wanted. Counts in the
//! trace, those of the report and those of the unwatched search must be equal. Prints the
//! least time of the rounds of each and their ratio, and nanoseconds and bytes of an event.

use std::fmt;
use std::fs::File;
use std::io::BufWriter;
use std::path::PathBuf;
use std::time::Instant;

use tremaux_core::{
    Algorithm, AnySearch, Blind, Game, GameNotation, GameSearch, GameStatistics, Heuristic, Limits,
    StateSpace, Statistics,
};
use tremaux_games::backgammon::{Backgammon, PipCount};
use tremaux_games::checkers::{Checkers, English, Material};
use tremaux_games::connect_four::{Centre, ConnectFour, Position, Standard};
use tremaux_games::dots_and_boxes::{BoxLead, DotsAndBoxes};
use tremaux_games::nim::{Nim, NimSum};
use tremaux_maps::graph::{Graph, GraphBuilder};
use tremaux_maps::grid::{
    Cell, Direction, Grid, Landscape, Method, Movement, OpenDistance, Pathfinder, Route, StepCosts,
    StepQuery, StepScale, TerrainRules, Workspace,
};
use tremaux_maps::road::{
    Bidirectional, Dijkstra, Hierarchy, HierarchySearch, LandmarkSearch, Landmarks, RoadSearch,
    Selection as LandmarkSelection,
};
use tremaux_maps::watch::Walk;
use tremaux_play::{
    AlphaBeta, ChancePruning, Dice, Expectiminimax, History, Killers, Loud, MaxN, Opponents, Parts,
    Quiescence,
};
use tremaux_puzzles::tiles::{AdditivePatterns, Board64, Manhattan, SlidingPuzzle, korf};
use tremaux_search::{BestFirst, Buckets, IdaStar, Indexed, LowH};
use tremaux_tables::{Cluster, TranspositionTable};
use tremaux_trace::{
    Describe, Drawn, GameRecorder, Place, SearchRecorder, Selection, Shape, TraceCounts,
    TraceHeader, TraceWriter, Written,
};

/// Cells are told of by where they are.
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

const EVERYTHING: Selection = Selection { events: u64::MAX, every: 1, places: false };

fn number(name: &str, default: usize) -> usize {
    std::env::var(name).ok().and_then(|n| n.parse().ok()).unwrap_or(default)
}

fn is_wanted(name: &str) -> bool {
    std::env::var("CASES").map_or(true, |word| name.contains(&word))
}

/// Makes way for the next trace: to empty a file that is there already takes the file system
/// longer than a short search.
fn remove() {
    let _ = std::fs::remove_file(path());
}

/// Where traces go; one after the other.
fn path() -> PathBuf {
    std::env::temp_dir().join(format!("tremaux-tracing-{}.trace", std::process::id()))
}

fn writer(shape: Shape) -> TraceWriter<BufWriter<File>> {
    let file = BufWriter::with_capacity(32 << 10, File::create(path()).expect("a file"));
    TraceWriter::new(file, &TraceHeader::new("bench", shape)).expect("room on the disk")
}

/// What a search took with and without a trace.
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
            "{name:<44} {:8.1} ms, recorded {:8.1} ms: {:5.2} times; {:.1} ns a node, \
             {:.1} ns and {:.1} bytes an event",
            off * 1e3,
            on * 1e3,
            on / off,
            off * 1e9 / nodes as f64,
            (on - off) * 1e9 / counts.events as f64,
            bytes as f64 / counts.events as f64,
        );
    }
}

fn check(counts: &TraceCounts, told: &Statistics, untold: &Statistics) {
    // A depth-first search leaves what it pruned: that is not told twice.
    let cut = counts.pruned + counts.dead_ends;
    assert!(counts.recorded + cut >= counts.events, "everything is recorded");
    assert_eq!((counts.expanded, counts.generated), (told.expanded, told.generated));
    assert_eq!((counts.reopened, counts.duplicates), (told.reopened, told.duplicates));
    assert_eq!((told.expanded, told.generated), (untold.expanded, untold.generated));
}

/// The time of a search for one agent, chosen at run time as the registry does.
fn agent<S: StateSpace, A: Algorithm<S>>(
    name: &str,
    (space, shape): (&S, Shape),
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
        let search: &mut dyn AnySearch<S> = &mut search;
        let started = Instant::now();
        let _ = search.advance_unwatched(limits);
        times.off.push(started.elapsed().as_secs_f64());
        let untold = search.report_any().statistics;

        let mut search = algorithm.start(space, heuristic);
        let search: &mut dyn AnySearch<S> = &mut search;
        remove();
        let started = Instant::now();
        let mut sink = writer(shape);
        let mut recorder = SearchRecorder::new(shape, EVERYTHING);
        let _ = search.advance_any(limits, &mut recorder.watch(space, describe, &mut sink));
        let report = search.report_any();
        let plan = report.plan.as_ref().map(|plan| plan.actions.as_slice());
        let counts = recorder.finish(space, describe, plan, "solved", &mut sink);
        sink.finish().expect("room on the disk");
        times.on.push(started.elapsed().as_secs_f64());
        check(&counts, &report.statistics, &untold);
        last = Some((untold.generated, counts));
    }
    let (nodes, counts) = last.expect("a round");
    times.print(name, nodes, &counts);
}

/// The time of an analysis of the initial position of a game for two, or of `$root`.
///
/// `$parts` are those of the search but for the table, of so many bytes.
macro_rules! game {
    ($name:expr, $game:expr, $root:expr, $options:expr, $bytes:expr, $parts:expr) => {
        if is_wanted($name) {
            let (game, root, options) = ($game, $root, $options);
            let mut times = Times::default();
            let mut last = None;
            let mut table = TranspositionTable::<Cluster>::with_bytes($bytes);
            for _ in 0..number("ROUNDS", 7) {
                table.clear();
                let started = Instant::now();
                let mut search = options.start(game, &root, $parts.table(&table));
                let _ = search.advance(&Limits::default(), &mut ());
                times.off.push(started.elapsed().as_secs_f64());
                let untold: GameStatistics = search.report().statistics;

                table.clear();
                remove();
                let started = Instant::now();
                let mut sink = writer(Shape::Game);
                let mut recorder = GameRecorder::new(root.clone(), EVERYTHING);
                let mut search = options.start(game, &root, $parts.table(&table));
                let mut watch = recorder.watch(game, &Drawn, &mut sink);
                let _ = search.advance(&Limits::default(), &mut watch);
                let report = search.report();
                let line = &report.principal_variation;
                let counts = recorder.finish((game, &Drawn), line, "solved", &mut sink);
                sink.finish().expect("room on the disk");
                times.on.push(started.elapsed().as_secs_f64());
                assert_eq!(counts.recorded, counts.events, "everything is recorded");
                assert_eq!((counts.nodes, counts.cutoffs), (untold.nodes, untold.cutoffs));
                assert_eq!(report.statistics.nodes, untold.nodes);
                last = Some((untold.nodes, counts));
            }
            let (nodes, counts) = last.expect("a round");
            times.print($name, nodes, &counts);
        }
    };
}

fn games() {
    const CONNECT_FOUR: &ConnectFour<Standard, false> = &ConnectFour::of(Standard);
    let root = Position::default();
    let parts = || Parts::new().evaluator(Centre);
    let plain = AlphaBeta { max_depth: 12, first_depth: 12, ..AlphaBeta::default() };
    let name = "alpha-beta, Connect Four, 12 plies at once";
    game!(name, CONNECT_FOUR, root, plain, 1 << 22, parts());
    let deepening = |max_depth| AlphaBeta { max_depth, ..AlphaBeta::default() };
    let name = "alpha-beta, Connect Four, to 14 plies";
    game!(name, CONNECT_FOUR, root, deepening(14), 1 << 22, parts());
    let nim = &Nim::new(&[3, 5, 7, 9]).expect("small heaps");
    let parts = || {
        let learnt = (Killers::default(), History::default());
        Parts::new().evaluator(NimSum).ordering((NimSum, learnt))
    };
    let heaps = nim.initial_state();
    game!("alpha-beta, nim, to 9 plies", nim, heaps, deepening(9), 1 << 22, parts());
    let checkers = &Checkers::<English>::new();
    let position = checkers.initial_state();
    let parts = || {
        let learnt = (Killers::default(), History::default());
        let parts = Parts::new().evaluator(Material).ordering((Loud, learnt));
        parts.horizon(Quiescence::default())
    };
    let name = "alpha-beta, checkers, to 11 plies";
    game!(name, checkers, position, deepening(11), 1 << 22, parts());
}

/// The time of a search of payoffs, whatever `$search` is, from `$state` on.
macro_rules! payoffs {
    ($name:expr, $scale:expr, $game:expr, $state:expr, $search:expr, $evaluator:expr, $chances:expr) => {
        if is_wanted($name) {
            let (game, state) = ($game, $state);
            let limits = Limits::default();
            let mut times = Times::default();
            let mut last = None;
            for _ in 0..number("ROUNDS", 7) {
                let started = Instant::now();
                let untold = $search.solve(game, $evaluator, $chances, &state, &limits, &mut ());
                times.off.push(started.elapsed().as_secs_f64());

                remove();
                let started = Instant::now();
                let mut sink = writer(Shape::Game);
                let mut recorder = GameRecorder::new(state, EVERYTHING).with_scale($scale);
                let mut watch = recorder.watch(game, &Drawn, &mut sink);
                let told = $search.solve(game, $evaluator, $chances, &state, &limits, &mut watch);
                let counts = recorder.finish((game, &Drawn), &told.line, "solved", &mut sink);
                sink.finish().expect("room on the disk");
                times.on.push(started.elapsed().as_secs_f64());
                assert_eq!(counts.recorded, counts.events, "everything is recorded");
                let statistics = &untold.statistics;
                assert_eq!((counts.nodes, counts.cutoffs), (statistics.nodes, statistics.cutoffs));
                assert_eq!(told.statistics.nodes, statistics.nodes);
                last = Some((statistics.nodes, counts));
            }
            let (nodes, counts) = last.expect("a round");
            times.print($name, nodes, &counts);
        }
    };
}

fn dots_and_boxes<const PLAYERS: usize>(depth: u32) {
    for (opponents, name) in [(Opponents::Selfish, "max-n"), (Opponents::Paranoid, "paranoid")] {
        let game = &DotsAndBoxes::<PLAYERS>::new(3, 3).expect("a board");
        let search = MaxN {
            max_depth: depth + u32::from(opponents == Opponents::Paranoid) * 2,
            opponents,
            payoff_sum: None,
        };
        let name = format!("{name}, dots and boxes for {PLAYERS}");
        payoffs!(&name, 1.0, game, game.initial_state(), search, &BoxLead, &());
    }
}

fn backgammon() {
    let position = Backgammon.parse_position("4HPwATDgc/ABMA 1 31").expect("a position");
    let range = (-3.0, 3.0);
    for pruning in [ChancePruning::None, ChancePruning::Star1, ChancePruning::Star2] {
        let search = Expectiminimax { max_depth: 3, pruning, range, every_move: false };
        let name = format!("expectiminimax, backgammon, {pruning:?}");
        payoffs!(&name, 1000.0, &Backgammon, position, search, &PipCount, &Dice);
    }
}

fn tiles() {
    let puzzle = |number| {
        let instance = korf::fifteen_puzzle(number).expect("one of the hundred");
        SlidingPuzzle::<Board64>::new(&instance).expect("sixteen cells")
    };
    let space = puzzle(79);
    let (graph, tree) = ((&space, Shape::Graph), (&space, Shape::Tree));
    let manhattan = Manhattan::to_goal(space.goal());
    let all = Limits::default();
    let some = Limits::default().with_nodes(400_000);
    let astar = BestFirst::astar().ties(LowH).open_list(Buckets);
    agent("A*, 15-puzzle, Manhattan", graph, &Written, &astar, &manhattan, &all);
    let breadth = BestFirst::breadth_first();
    agent("breadth-first, 15-puzzle", graph, &Written, &breadth, &Blind, &some);
    let ida = IdaStar::typed();
    agent("IDA*, 15-puzzle, Manhattan", tree, &Written, &ida, &manhattan, &all);
    let patterns = AdditivePatterns::five_five_five(space.goal()).expect("sixteen cells");
    let hard = puzzle(1);
    let tree = (&hard, Shape::Tree);
    agent("IDA*, 15-puzzle, 5-5-5 databases", tree, &Written, &ida, &patterns, &all);
}

fn grids() {
    let file = Landscape::Random { percent: 20 }.generate(512, 512, 1);
    for movement in [Movement::FourNeighbours, Movement::NoCornerCutting] {
        let grid = Grid::from_file(&file, &TerrainRules::land(), movement);
        let free = |from: Vec<u16>| {
            let cells = from.into_iter().map(|side| Cell::new(side, side));
            cells.into_iter().find(|&cell| grid.is_free(cell)).expect("a free cell")
        };
        let (start, goal) = (free((0..512).collect()), free((0..512).rev().collect()));
        let scale = StepScale::fast(StepCosts::Euclidean, movement);
        let query = StepQuery { grid: &grid, scale, start, goal };
        let (graph, all) = ((&query, Shape::Graph), Limits::default());
        let astar = BestFirst::astar().table(Indexed);
        let dijkstra = BestFirst::dijkstra().table(Indexed);
        let name = movement.name();
        agent(&format!("A*, grid, {name}"), graph, &Cells, &astar, &OpenDistance, &all);
        agent(&format!("Dijkstra, grid, {name}"), graph, &Cells, &dijkstra, &Blind, &all);
        if movement == Movement::FourNeighbours {
            let breadth = BestFirst::breadth_first().table(Indexed);
            agent(&format!("breadth-first, grid, {name}"), graph, &Cells, &breadth, &Blind, &all);
        }
    }
}

/// Cells that a search made for maps goes to; for neighbours the name of the step.
struct Steps;

impl Describe<Walk<Cell>> for Steps {
    fn place<'a>(&self, _: &Walk<Cell>, cell: &Cell, _: &'a mut String) -> Place<'a> {
        Place::Cell { x: cell.x.into(), y: cell.y.into() }
    }

    fn write_action(
        &self,
        walk: &Walk<Cell>,
        from: &Cell,
        to: Cell,
        out: &mut dyn fmt::Write,
    ) -> fmt::Result {
        out.write_str(self.action_word(walk, from, to).unwrap_or_default())
    }

    fn action_word(&self, _: &Walk<Cell>, from: &Cell, to: Cell) -> Option<&'static str> {
        const STEPS: [[&str; 3]; 3] = [["NW", "N", "NE"], ["W", "", "E"], ["SW", "S", "SE"]];
        let by = |to: u16, from: u16| usize::from(to.wrapping_sub(from).wrapping_add(1));
        let row = STEPS.get(by(to.y, from.y));
        row.and_then(|row| row.get(by(to.x, from.x))).copied()
    }
}

/// The time of the searches made for maps.
fn paths() {
    let file = Landscape::Random { percent: 20 }.generate(512, 512, 1);
    for (method, name) in [
        (Method::Dijkstra, "Dijkstra"),
        (Method::AStar, "A*"),
        (Method::Bidirectional, "A* from both ends"),
        (Method::JumpPoints, "jump points"),
    ] {
        let name = format!("{name}, made for grids");
        if !is_wanted(&name) {
            continue;
        }
        let grid = Grid::from_file(&file, &TerrainRules::land(), Movement::NoCornerCutting);
        let free = |from: Vec<u16>| {
            let cells = from.into_iter().map(|side| Cell::new(side, side));
            cells.into_iter().find(|&cell| grid.is_free(cell)).expect("a free cell")
        };
        let (start, goal) = (free((0..512).collect()), free((0..512).rev().collect()));
        let finder = Pathfinder::new(grid, StepCosts::Euclidean, method).expect("it is offered");
        let (walk, all) = (Walk { start, goal }, Limits::default());
        let (mut times, mut last, mut room) = (Times::default(), None, Workspace::default());
        let mut route = Route::default();
        for _ in 0..number("ROUNDS", 7) {
            let started = Instant::now();
            let mut search = finder.start(start, goal, room).expect("free cells");
            let _ = search.advance(&all);
            room = search.finish(&mut route);
            times.off.push(started.elapsed().as_secs_f64());
            let untold = (route.cost, route.expanded);

            remove();
            let started = Instant::now();
            let mut search = finder.start(start, goal, room).expect("free cells");
            let mut sink = writer(Shape::Graph);
            let mut recorder = SearchRecorder::new(Shape::Graph, EVERYTHING);
            let _ = search.advance_watched(&all, &mut recorder.watch(&walk, &Steps, &mut sink));
            let stations = search.stations();
            room = search.finish(&mut route);
            let plan = stations.get(1..);
            let counts = recorder.finish(&walk, &Steps, plan, "solved", &mut sink);
            sink.finish().expect("room on the disk");
            times.on.push(started.elapsed().as_secs_f64());
            assert_eq!(untold, (route.cost, route.expanded));
            assert_eq!((counts.expanded, counts.recorded), (route.expanded, counts.events));
            last = Some((route.expanded, counts));
        }
        let (nodes, counts) = last.expect("a round");
        times.print(&name, nodes, &counts);
    }
}

/// Nodes of a network; a step to one has no name.
struct Crossings;

impl Describe<Walk<u32>> for Crossings {
    fn place<'a>(&self, _: &Walk<u32>, node: &u32, _: &'a mut String) -> Place<'a> {
        Place::Vertex { vertex: *node }
    }

    fn write_action(&self, _: &Walk<u32>, _: &u32, _: u32, _: &mut dyn fmt::Write) -> fmt::Result {
        Ok(())
    }

    fn action_word(&self, _: &Walk<u32>, _: &u32, _: u32) -> Option<&'static str> {
        Some("")
    }
}

/// A net of streets, so many crossings by so many, some longer than straight.
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

/// The time of a search made for road networks. Compiled for each alone, as a user's would be:
/// four in one function have not the registers of one.
#[inline(never)]
fn streets(name: &str, search: &mut impl RoadSearch<u32>, goal: u32) {
    let name = format!("{name}, streets");
    if !is_wanted(&name) {
        return;
    }
    let (walk, mut nodes) = (Walk { start: 0, goal }, Vec::new());
    let (mut times, mut last) = (Times::default(), None);
    for _ in 0..number("ROUNDS", 7) {
        let started = Instant::now();
        let untold = search.route(0, goal, &mut nodes);
        times.off.push(started.elapsed().as_secs_f64());
        let settled = search.settled();

        remove();
        let started = Instant::now();
        let mut sink = writer(Shape::Graph);
        let mut recorder = SearchRecorder::new(Shape::Graph, EVERYTHING);
        let mut watch = recorder.watch(&walk, &Crossings, &mut sink);
        let told = search.route_watched(0, goal, &mut nodes, &mut watch);
        let counts = recorder.finish(&walk, &Crossings, nodes.get(1..), "solved", &mut sink);
        sink.finish().expect("room on the disk");
        times.on.push(started.elapsed().as_secs_f64());
        assert_eq!((untold, settled), (told, search.settled()));
        assert_eq!((counts.expanded, counts.recorded), (settled, counts.events));
        last = Some((settled, counts));
    }
    let (nodes, counts) = last.expect("a round");
    times.print(&name, nodes, &counts);
}

fn roads() {
    let graph = net(150);
    let goal = graph.node_count() as u32 - 1;
    streets("Dijkstra", &mut Dijkstra::<u32>::new(&graph).expect("small costs"), goal);
    let mut both = Bidirectional::<u32>::new(&graph).expect("small costs");
    streets("Dijkstra from both ends", &mut both, goal);
    let landmarks = Landmarks::<u32>::choose(&graph, 8, LandmarkSelection::default(), 0);
    let landmarks = landmarks.expect("small costs");
    let mut search = LandmarkSearch::new(&graph, &landmarks).expect("small costs");
    streets("A* with 8 landmarks", &mut search, goal);
    let name = "contraction hierarchy, 250,000 crossings";
    if is_wanted(&format!("{name}, streets")) {
        let graph = net(500);
        let goal = graph.node_count() as u32 - 1;
        let hierarchy = Hierarchy::<u32>::build(&graph).expect("small costs");
        streets(name, &mut HierarchySearch::new(&hierarchy), goal);
    }
}

fn main() {
    tiles();
    grids();
    paths();
    roads();
    games();
    dots_and_boxes::<3>(4);
    dots_and_boxes::<4>(4);
    backgammon();
    remove();
}
