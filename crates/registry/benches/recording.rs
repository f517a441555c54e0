//! Searches chosen by name, unwatched and with every step recorded into a file, in one
//! process: games, and every algorithm for paths on grids and graphs.
//!
//! `cargo bench -p tremaux-registry --bench recording`; `ROUNDS` says how often at least, and a
//! case takes 0.2 s at least; `CASES` is a word in the names of those that are wanted, `SIDE` how
//! long the sides of maps are, with `SCENE=none` no header holds a graph. On maps, with `FILE=one`
//! all queries of a round are recorded into one file, and with `FILE=none` traces are kept in memory,
//! those of games too. What the searches find and count must be the same with and without
//! a trace. Prints the least time of the rounds of each and their ratio, and nanoseconds and bytes
//! of an event.
//!
//! On maps a round is 64 queries one after the other, or 8 if the first expands 5,000 nodes and more,
//! without a trace and then with one, and times are those of one query: where a few come again and
//! again, the processor knows by heart how every branch goes, and a search of a tenth of a
//! millisecond takes less. Either way all are asked once untimed before, so that each comes after
//! others of its kind.

use std::cell::RefCell;
use std::fmt::Write as _;
use std::fs::File;
use std::io::{BufWriter, Write as _};
use std::path::PathBuf;
use std::sync::LazyLock;
use std::time::Instant;

use tremaux_core::Limits;
use tremaux_maps::grid::{Cell, Grid, Landscape, Movement, StepCosts, TerrainRules};
use tremaux_registry::paths::{
    GRAPH_ALGORITHMS, GRID_ALGORITHMS, GraphMap, GraphSearch, GraphSetting, GridPaths, MapKind,
};
use tremaux_registry::{AnalysisRequest, GameTable, Player, RegistryError, TableSource, game};
use tremaux_trace::{Scene, Selection, Sink, TraceHeader, TraceReader, TraceWriter};

const EVERYTHING: Selection = Selection { events: u64::MAX, every: 1, places: false };

fn rounds() -> usize {
    std::env::var("ROUNDS").ok().and_then(|n| n.parse().ok()).unwrap_or(7)
}

/// How long the side of a map is, if nobody says anything else.
fn side<T: std::str::FromStr>(usual: T) -> T {
    std::env::var("SIDE").ok().and_then(|n| n.parse().ok()).unwrap_or(usual)
}

/// Whether the headers of traces hold the graphs that they can hold.
fn has_scene() -> bool {
    std::env::var("SCENE").map_or(true, |scene| scene != "none")
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
    std::env::temp_dir().join(format!("tremaux-recording-{}.trace", std::process::id()))
}

/// Where the traces of queries go.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Files {
    /// Each into a file of its own.
    Each,
    /// Those of a round into one.
    One,
    /// Each into memory.
    None,
}

static FILES: LazyLock<Files> = LazyLock::new(|| match std::env::var("FILE").as_deref() {
    Ok("each") | Err(_) => Files::Each,
    Ok("one") => Files::One,
    Ok("none") => Files::None,
    Ok(other) => panic!("FILE={other}: expected each, one or none"),
});

thread_local! {
    /// The last trace, if it is kept here.
    static MEMORY: RefCell<Vec<u8>> = const { RefCell::new(Vec::new()) };
}

/// Writes to [`MEMORY`].
struct Memory;

impl std::io::Write for Memory {
    fn write(&mut self, bytes: &[u8]) -> std::io::Result<usize> {
        MEMORY.with_borrow_mut(|memory| memory.extend_from_slice(bytes));
        Ok(bytes.len())
    }

    fn flush(&mut self) -> std::io::Result<()> {
        Ok(())
    }
}

type Writer = TraceWriter<Box<dyn std::io::Write>>;

fn writer(header: &TraceHeader) -> Writer {
    let out: Box<dyn std::io::Write> = if *FILES == Files::None {
        MEMORY.with_borrow_mut(Vec::clear);
        Box::new(Memory)
    } else {
        let file = File::create(path()).expect("a file");
        Box::new(BufWriter::with_capacity(32 << 10, file))
    };
    TraceWriter::new(out, header).expect("room on the disk")
}

/// The traces of queries, one after the other.
#[derive(Default)]
struct Recording(Option<Writer>);

impl Recording {
    /// A query is to come, the first of its round or another.
    fn prepare(&self) {
        if self.0.is_none() {
            remove();
        }
    }

    fn begin(&mut self, header: &TraceHeader) -> &mut Writer {
        match &mut self.0 {
            Some(writer) => writer.next_trace(header).expect("room on the disk"),
            none => *none = Some(writer(header)),
        }
        self.0.as_mut().expect("one was begun")
    }

    /// The query is over, the last of its round or another.
    fn end(&mut self, is_last: bool) {
        if is_last || *FILES != Files::One {
            self.0.take().expect("one was begun").finish().expect("room on the disk");
        }
    }

    /// Whether what was recorded is where it goes.
    const fn is_written(&self) -> bool {
        self.0.is_none()
    }
}

/// The last trace, or those of the last round.
fn written() -> Vec<u8> {
    if *FILES == Files::None {
        MEMORY.with_borrow(Vec::clone)
    } else {
        std::fs::read(path()).expect("it was written")
    }
}

/// How many queries a round is, if one expands so many nodes: a processor learns a few short ones
/// by heart, each of their branches, and those of users differ.
const fn query_count(nodes: u64) -> usize {
    if nodes < 5_000 { 64 } else { 8 }
}

/// How far a query of a round is from the corners, in columns and rows; one leads there, the next
/// one back.
const fn aside(at: usize) -> [usize; 2] {
    [at / 2 % 8, at / 16]
}

/// Whether the queries of a round are timed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Pass {
    /// So that those without a trace, and those with one, come after others of their kind: what
    /// was done last is in the processor's caches, and in what it knows of branches.
    Untimed,
    Timed,
}

const PASSES: [Pass; 2] = [Pass::Untimed, Pass::Timed];

/// What searches took with and without a trace.
#[derive(Default)]
struct Times {
    /// Of each round.
    off: Vec<f64>,
    on: Vec<f64>,
    /// In the files of the first round.
    events: u64,
    bytes: u64,
}

impl Times {
    /// Whether there are too few rounds: of short searches the first ones say little, as memory
    /// and branches are new to the processor.
    fn go_on(&self) -> bool {
        self.on.len() < rounds() || self.on.iter().sum::<f64>() < 0.2
    }

    /// A round begins.
    fn begin(&mut self) {
        self.off.push(0.0);
        self.on.push(0.0);
    }

    /// A search without a trace took as long as from `started` to now.
    fn took_off(&mut self, started: Instant, pass: Pass) {
        let seconds = started.elapsed().as_secs_f64();
        if pass == Pass::Timed {
            *self.off.last_mut().expect("a round") += seconds;
        }
    }

    /// The same with a trace, which may be in its file by now.
    fn took_on(&mut self, started: Instant, pass: Pass, is_written: bool) {
        let seconds = started.elapsed().as_secs_f64();
        if pass == Pass::Untimed {
            return;
        }
        *self.on.last_mut().expect("a round") += seconds;
        if self.on.len() > 1 || !is_written {
            return;
        }
        let file = written();
        let mut reader = TraceReader::new(file.as_slice()).expect("a header");
        loop {
            while reader.next_event().expect("a whole file").is_some() {
                self.events += 1;
            }
            assert!(reader.is_whole());
            if !reader.next_trace().expect("a whole file") {
                break;
            }
        }
        self.bytes += file.len() as u64;
    }

    /// Prints the times of one of so many searches, of so many nodes all in all.
    fn print(&self, name: &str, searches: usize, nodes: u64) {
        let least = |times: &[f64]| times.iter().copied().fold(f64::MAX, f64::min);
        let (off, on, events) = (least(&self.off), least(&self.on), self.events as f64);
        println!(
            "{name:<52} {:8.3} ms, recorded {:8.3} ms: {:5.2} times; {:.1} ns a node, \
             {:.1} ns and {:.1} bytes an event",
            off * 1e3 / searches as f64,
            on * 1e3 / searches as f64,
            on / off,
            off * 1e9 / nodes as f64,
            (on - off) * 1e9 / events,
            self.bytes as f64 / events,
        );
    }
}

/// The time of an analysis of a position.
fn analysis(
    (name, options, position): (&str, &[(&'static str, &str)], &str),
    algorithm: &str,
    depth: u32,
) {
    let options: Vec<_> =
        options.iter().map(|(name, value)| (*name, (*value).to_owned())).collect();
    let words: Vec<_> = options.iter().map(|(name, value)| format!("{name} {value}")).collect();
    let title = format!("{algorithm}, {name} {}, {depth} plies", words.join(" "));
    if !is_wanted(&title) {
        return;
    }
    let game = game(name).expect("a game");
    let played = game.open(&options, position).expect("a position");
    let algorithm =
        Player::parse(algorithm).ok().and_then(|it| it.algorithm).expect("an algorithm");
    let request = AnalysisRequest { algorithm, depth: Some(depth), ..AnalysisRequest::default() };
    let mut times = Times::default();
    let mut nodes = 0;
    while times.go_on() {
        times.begin();
        let mut table = GameTable::new(1 << 22).expect("a small table");
        let started = Instant::now();
        let plain = played.analyze(&request, &mut table, &Limits::default(), &mut |_| {});
        times.took_off(started, Pass::Timed);

        let mut table = GameTable::new(1 << 22).expect("a small table");
        remove();
        let started = Instant::now();
        let header = played.trace_header(&request, EVERYTHING);
        let mut sink = writer(&header);
        let recording = (EVERYTHING, &mut sink as &mut dyn Sink);
        let told = played.analyze_recorded(
            &request,
            &mut table,
            &Limits::default(),
            recording,
            &mut |_| {},
        );
        sink.finish().expect("room on the disk");
        times.took_on(started, Pass::Timed, true);
        assert_eq!((told.score, &told.line), (plain.score, &plain.line), "{title}");
        assert_eq!(told.counts.nodes, plain.counts.nodes, "{title}");
        nodes = plain.counts.nodes;
    }
    times.print(&title, 1, nodes);
}

fn games() {
    let three = &[("players", "3"), ("size", "3x3")];
    analysis(("dots-and-boxes", three, ""), "max-n", 4);
    analysis(("dots-and-boxes", three, ""), "paranoid", 6);
    analysis(("backgammon", &[], "4HPwATDgc/ABMA 1 31"), "expectiminimax", 3);
    analysis(("mnk", &[("size", "8x8"), ("row", "5")], ""), "alpha-beta", 4);
    analysis(("dots-and-boxes", &[("size", "5x5")], ""), "alpha-beta", 5);
    analysis(("nim", &[], "3 5 7 9"), "alpha-beta", 9);
    analysis(("checkers", &[], ""), "alpha-beta", 11);
}

fn grids() {
    for component in GRID_ALGORITHMS {
        let algorithm = component.example;
        // Bounds take minutes to prepare on a map of that size.
        let side: u16 = side(if algorithm.starts_with("jps-bounds") { 256 } else { 512 });
        let title = format!("{algorithm}, {side} x {side}");
        if !is_wanted(&title) {
            continue;
        }
        let file = Landscape::Random { percent: 20 }.generate(side, side, 1);
        let grid = Grid::from_file(&file, &TerrainRules::land(), Movement::NoCornerCutting);
        let paths = GridPaths::new(grid.clone(), StepCosts::Euclidean, Some(algorithm));
        let mut paths = match paths {
            Err(RegistryError::NotOffered { .. } | RegistryError::NotApplicable { .. }) => continue,
            paths => paths.expect("a known algorithm"),
        };
        // Depth-first searches do not get far.
        let is_deep = algorithm.starts_with("ida") || algorithm.starts_with("table");
        let far = if is_deep { 24 } else { side - 1 };
        let middle = (0..side).map(|by| Cell::new((side / 2 + by) % side, side / 2));
        let middle = middle.into_iter().find(|&cell| grid.is_free(cell)).expect("a free cell");
        let near = |paths: &GridPaths, x: u16, y: u16| {
            paths.nearest_reachable(middle, Cell::new(x, y)).expect("a cell to be reached")
        };
        // From corner to corner, and back, some cells aside; short ones all along the map's side.
        let ends = |paths: &GridPaths, at: usize| {
            let [x, y] = aside(at).map(|by| by as u16);
            let start = if is_deep { (at as u16 / 2 * ((side - far) / 32), 0) } else { (x, y) };
            let goal = if is_deep { (start.0 + far, far) } else { (far - x, far - y) };
            let ends = (near(paths, start.0, start.1), near(paths, goal.0, goal.1));
            if at.is_multiple_of(2) { ends } else { (ends.1, ends.0) }
        };
        let limits = Limits::default().with_nodes(2_000_000);
        let (from, to) = ends(&paths, 0);
        let count = query_count(paths.find(from, to, &limits).expanded);
        let queries: Vec<_> = (0..count).map(|at| ends(&paths, at)).collect();
        let mut times = Times::default();
        let mut nodes = 0;
        while times.go_on() {
            times.begin();
            let mut plain = Vec::new();
            for pass in PASSES {
                plain.clear();
                for &(from, to) in &queries {
                    let started = Instant::now();
                    let found = paths.find(from, to, &limits);
                    times.took_off(started, pass);
                    assert!(found.stopped.is_none() && found.cost.is_some(), "{title}");
                    plain.push(found);
                }
            }
            nodes = plain.iter().map(|plain| plain.expanded).sum();
            for pass in PASSES {
                let mut recording = Recording::default();
                for (at, (&(from, to), plain)) in queries.iter().zip(&plain).enumerate() {
                    recording.prepare();
                    let started = Instant::now();
                    let header = paths.trace_header((from, to), EVERYTHING);
                    let sink = (EVERYTHING, recording.begin(&header) as &mut dyn Sink);
                    let traced = paths.trace((from, to), 1.0, &limits, sink);
                    recording.end(at + 1 == count);
                    times.took_on(started, pass, recording.is_written());
                    let (outcome, counts) = traced.expect("a right path");
                    assert_eq!((outcome.cost, outcome.expanded), (plain.cost, plain.expanded));
                    assert_eq!(counts.expanded, plain.expanded, "{title}");
                }
            }
        }
        times.print(&title, count, nodes);
    }
}

/// A net of streets, so many crossings by so many, some longer than straight.
fn streets(side: u32) -> String {
    let mut text = String::new();
    let mut random = 1_u32;
    let name = |x: u32, y: u32| format!("{x}-{y}");
    for y in 0..side {
        for x in 0..side {
            writeln!(text, "%node {} {} {}", name(x, y), 100 * x, 100 * y).expect("memory");
        }
    }
    for y in 0..side {
        for x in 0..side {
            for (to_x, to_y) in [(x + 1, y), (x, y + 1)] {
                random = random.wrapping_mul(1_664_525).wrapping_add(1_013_904_223);
                if to_x < side && to_y < side && random >> 24 > 30 {
                    let (from, to) = (name(x, y), name(to_x, to_y));
                    let cost = 100 + (random >> 16) % 80;
                    writeln!(text, "{from} {to} {cost}\n{to} {from} {cost}").expect("memory");
                }
            }
        }
    }
    text
}

fn graphs() {
    for component in GRAPH_ALGORITHMS {
        let algorithm = component.example;
        // In a small net a hierarchy is through before a file is made.
        let side = side(if algorithm.starts_with("contraction") { 500 } else { 150 });
        let title = format!("{algorithm}, {side} x {side} streets");
        if !is_wanted(&title) {
            continue;
        }
        let graph = GraphMap::parse(MapKind::EdgeList, &streets(side)).expect("a graph");
        let last = graph.node_count() as u32 - 1;
        // From corner to corner, and back, some crossings aside.
        let ends = |at: usize| {
            let [x, y] = aside(at).map(|by| by as u32);
            let (start, goal) = (x + y * side, last - x - y * side);
            if at.is_multiple_of(2) { (start, goal) } else { (goal, start) }
        };
        let run = |search: &mut dyn GraphSearch, setting: &GraphSetting| {
            let limits = Limits::default();
            let mut times = Times::default();
            let (mut nodes, mut traced) = (0, Vec::new());
            let count =
                query_count(search.find(ends(0).0, ends(0).1, &limits, &mut traced).expanded);
            let queries: Vec<_> = (0..count).map(ends).collect();
            while times.go_on() {
                times.begin();
                let mut plain = Vec::new();
                for pass in PASSES {
                    plain.clear();
                    for &(from, to) in &queries {
                        let mut route = Vec::with_capacity(traced.capacity());
                        let started = Instant::now();
                        let found = search.find(from, to, &limits, &mut route);
                        times.took_off(started, pass);
                        assert!(found.cost.is_some(), "{title}");
                        plain.push((found, route));
                    }
                }
                nodes = plain.iter().map(|(plain, _)| plain.expanded).sum();
                for pass in PASSES {
                    let mut recording = Recording::default();
                    for (at, (&ends, (plain, route))) in queries.iter().zip(&plain).enumerate() {
                        recording.prepare();
                        let started = Instant::now();
                        let mut header = graph.trace_header(setting, ends, EVERYTHING);
                        if !has_scene() {
                            header.scene = Scene::Nowhere;
                        }
                        let sink = (EVERYTHING, recording.begin(&header) as &mut dyn Sink);
                        let (outcome, counts) = search.trace(ends, &limits, &mut traced, sink);
                        recording.end(at + 1 == count);
                        times.took_on(started, pass, recording.is_written());
                        assert_eq!((outcome.cost, &traced), (plain.cost, route), "{title}");
                        assert_eq!(counts.expanded, plain.expanded, "{title}");
                    }
                }
            }
            times.print(&title, count, nodes);
        };
        let tables = TableSource::default();
        match graph.with_search(Some(algorithm), 0, &Limits::default(), &tables, run) {
            Err(RegistryError::NotOffered { .. }) => {}
            done => done.expect("a known algorithm"),
        }
    }
}

/// What a file alone takes: a search that takes less can hardly be recorded in three times that.
fn files() {
    for length in [0, 3_000, 10_000, 85_000, 500_000] {
        let title = format!("a file of {} kB alone", length / 1000);
        if !is_wanted(&title) {
            continue;
        }
        let bytes = vec![7; length];
        let mut least = f64::MAX;
        for _ in 0..500 {
            remove();
            let started = Instant::now();
            File::create(path()).and_then(|mut file| file.write_all(&bytes)).expect("a file");
            least = least.min(started.elapsed().as_secs_f64());
        }
        println!("{title:<52} {:8.3} ms", least * 1e3);
    }
}

fn main() {
    games();
    grids();
    graphs();
    files();
    remove();
}
