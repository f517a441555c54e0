//! How much a transposition table, the best action of the last iteration, and the history
//! heuristic save IDA*, on Korf's hundred 15-puzzles (Korf 1985).
//!
//! `cargo bench -p tremaux --bench table_and_ordering -- [OPTIONS]`, where each option has the
//! form `name=value`:
//!
//! * `heuristic=manhattan,walking`: the heuristics to compare, out of `manhattan`, `linear`
//!   (linear conflict), `walking` (the maximum of walking distance and linear conflict) and
//!   `patterns` (5-5-5, reflected);
//! * `closed=400k`: only instances for which A* closes at most this many states. Table sizes
//!   are relative to A*'s closed list, which takes about fifty bytes per state;
//! * `memory=8000`: megabytes that A* may take; instances that need more are skipped;
//! * `sizes=FILE`: a cache of A*'s closed lists, with lines `manhattan<TAB>1<TAB>5234567`: A*
//!   runs only for instances that are not in the file, and its results are appended to it;
//! * `seconds=60`: no instance starts after this time;
//! * `tables=2,10,50,250`: table sizes in thousandths of A*'s closed list;
//! * `settings=all` or `few`: the latter runs no table with and without history, and for each
//!   size two-level, cluster with the best action, and that with history.
//!
//! A line is printed for each finished instance and setting. The sums follow after every ten
//! instances and at the end, so an interrupted run still gives results. Every setting must
//! prove the published plan length.

use std::collections::HashMap;
use std::fs::OpenOptions;
use std::io::{Write, stdout};
use std::time::Instant;

use tremaux::play::{Always, Cluster, DepthPreferred, TwoLevel};
use tremaux::puzzles::tiles::{
    AdditivePatterns, Board64, LinearConflict, Manhattan, Partition, SlidingPuzzle,
    WalkingDistance, korf,
};
use tremaux::search::Max;
use tremaux::search::{
    AnyOrder, AsListed, BestFirst, BranchAndBound, Buckets, ByEstimate, ByEstimateThenHistory,
    ByHistory, HashedStates, IdaStar,
};
use tremaux::{Algorithm, Heuristic, Limits, Termination};

type Puzzle = SlidingPuzzle<Board64>;

#[derive(Clone, Default)]
struct Row {
    name: String,
    generated: u64,
    expanded: u64,
    before_last: u64,
    seconds: f64,
}

/// The settings to compare, and the limits.
struct Plan {
    most_closed: u64,
    /// The number of bytes that A* may take.
    memory: usize,
    /// The file of A*'s closed lists.
    file: Option<String>,
    /// The sizes from the file, by heuristic and instance number.
    sizes: HashMap<(String, usize), u64>,
    seconds: f64,
    per_mille: Vec<u64>,
    is_few: bool,
}

/// The sums for one heuristic.
struct Comparison<'a, H> {
    name: &'a str,
    title: &'a str,
    heuristic: &'a H,
    rows: Vec<Row>,
    done: Vec<usize>,
    too_large: Vec<usize>,
    all_closed: u64,
}

impl<H: Heuristic<Puzzle>> Comparison<'_, H> {
    /// Solves an instance with one setting, prints the result and adds it to the setting's row.
    fn add<A: Algorithm<Puzzle>>(&mut self, number: usize, name: &str, algorithm: &A) {
        let instance = korf::fifteen_puzzle(number).expect("one of the hundred");
        let puzzle = Puzzle::new(&instance).expect("sixteen cells");
        let report = algorithm.solve(&puzzle, self.heuristic, &Limits::default(), &mut ());
        assert!(report.is_proven_optimal(), "{name}, number {number}");
        assert_eq!(report.lower_bound, korf::KORF_100[number - 1].0, "{name}, number {number}");
        let counts = &report.statistics;
        let seconds = counts.elapsed.as_secs_f64();
        println!(
            "{}\t{number}\t{name}\t{}\t{}\t{seconds:.4}",
            self.title, counts.generated, counts.expanded
        );
        let row = match self.rows.iter_mut().position(|row| row.name == name) {
            Some(at) => &mut self.rows[at],
            None => {
                self.rows.push(Row { name: name.to_owned(), ..Row::default() });
                self.rows.last_mut().expect("just added")
            }
        };
        row.generated += counts.generated;
        row.expanded += counts.expanded;
        row.before_last += counts.expanded_before_last_layer;
        row.seconds += seconds;
    }

    /// The number of states that A* closes, or `None` if there are too many.
    fn closed(&self, number: usize, puzzle: &Puzzle, plan: &Plan) -> Option<u64> {
        if let Some(&closed) = plan.sizes.get(&(self.name.to_owned(), number)) {
            return (closed <= plan.most_closed).then_some(closed);
        }
        let limits = Limits::default().with_nodes(plan.most_closed).with_memory(plan.memory);
        let a_star = BestFirst::a_star().open_list(Buckets).ties(AnyOrder);
        let report = a_star.solve(puzzle, self.heuristic, &limits, &mut ());
        let counts = &report.statistics;
        println!(
            "{}\t{number}\tA* {:?}\t{}\t{}\t{:.4}\t{} bytes",
            self.title,
            report.termination,
            counts.generated,
            counts.expanded,
            counts.elapsed.as_secs_f64(),
            counts.peak_bytes
        );
        if matches!(report.termination, Termination::Stopped(_)) {
            return None;
        }
        if let Some(path) = &plan.file {
            let file = OpenOptions::new().create(true).append(true).open(path);
            writeln!(file.expect("can be written"), "{}\t{number}\t{}", self.name, counts.closed)
                .expect("written");
        }
        Some(counts.closed)
    }

    /// Solves an instance with all settings, unless A* takes too much memory for it.
    fn solve(&mut self, number: usize, plan: &Plan) {
        let instance = korf::fifteen_puzzle(number).expect("one of the hundred");
        let puzzle = Puzzle::new(&instance).expect("sixteen cells");
        let Some(closed) = self.closed(number, &puzzle, plan) else {
            self.too_large.push(number);
            return;
        };
        self.done.push(number);
        self.all_closed += closed;
        println!("{}\t{number}\tA* closed\t{closed}", self.title);
        self.add(number, "IDA* (plain)", &IdaStar::compact());
        let ordered = BranchAndBound::ida_star().compact();
        self.add(number, "no table", &ordered);
        self.add(number, "no table, by history", &ordered.clone().order(ByHistory::default()));
        if !plan.is_few {
            let both = ByEstimateThenHistory::default();
            self.add(number, "no table, by estimate", &ordered.clone().order(ByEstimate));
            self.add(number, "no table, by estimate, history", &ordered.clone().order(both));
        }
        for per_mille in &plan.per_mille {
            let bytes = usize::try_from(closed * 16 * per_mille / 1000).expect("fits");
            let share = format!("{}.{} %", per_mille / 10, per_mille % 10);
            macro_rules! scheme {
                ($name:expr, $scheme:ty) => {
                    let table = HashedStates::<$scheme>::with_bytes(bytes);
                    self.add(number, &format!("{share}, {}", $name), &ordered.clone().table(table));
                };
            }
            scheme!("two-level", TwoLevel);
            let table = ordered.clone().table(HashedStates::<Cluster>::with_bytes(bytes));
            let best = table.clone().best_first(true);
            self.add(number, &format!("{share}, cluster, best first"), &best);
            let all = table.clone().order(ByEstimateThenHistory::default()).best_first(true);
            self.add(number, &format!("{share}, best, estimate, history"), &all);
            if plan.is_few {
                continue;
            }
            let listed = table.clone().order(AsListed);
            self.add(number, &format!("{share}, cluster"), &listed);
            let history = table.order(ByHistory::default());
            self.add(number, &format!("{share}, history"), &history);
            scheme!("always", Always);
            scheme!("least g", DepthPreferred);
        }
    }

    /// Prints the sums so far.
    fn write(&self) {
        let Self { title, rows, done, too_large, all_closed, .. } = self;
        let (mut done, mut too_large) = (done.clone(), too_large.clone());
        done.sort_unstable();
        too_large.sort_unstable();
        println!("{title}: {} instances {done:?}, A* closed {all_closed}", done.len());
        println!("  too large for A*: {} instances {too_large:?}", too_large.len());
        let base = rows.iter().find(|row| row.name == "no table").cloned().unwrap_or_default();
        for row in rows {
            println!(
                "  {:<34} generated {:12} ({:+6.1} %)  expanded {:12}, before the last layer {:12} \
                 ({:+6.1} %)  {:8.3} s (x {:.2})",
                row.name,
                row.generated,
                100.0 * (row.generated as f64 / base.generated as f64 - 1.0),
                row.expanded,
                row.before_last,
                100.0 * (row.before_last as f64 / base.before_last as f64 - 1.0),
                row.seconds,
                row.seconds / base.seconds,
            );
        }
        stdout().flush().expect("written");
    }
}

fn compare<H: Heuristic<Puzzle>>(name: &str, title: &str, heuristic: &H, plan: &Plan) {
    let started = Instant::now();
    let mut numbers: Vec<usize> = (1..=100).collect();
    numbers.sort_by_key(|&number| (korf::KORF_100[number - 1].0, number));
    let (rows, done, too_large) = (Vec::new(), Vec::new(), Vec::new());
    let mut comparison =
        Comparison { name, title, heuristic, rows, done, too_large, all_closed: 0 };
    for (at, number) in numbers.into_iter().enumerate() {
        if started.elapsed().as_secs_f64() > plan.seconds {
            println!("{title}: time limit reached");
            break;
        }
        comparison.solve(number, plan);
        if at % 10 == 9 {
            comparison.write();
        }
    }
    comparison.write();
}

/// A number with an optional suffix for thousands or millions.
fn count(text: &str) -> u64 {
    let digits = text.trim_end_matches(['k', 'M']);
    let factor = match &text[digits.len()..] {
        "k" => 1_000,
        "M" => 1_000_000,
        _ => 1,
    };
    digits.parse::<u64>().expect("a number") * factor
}

/// Reads the sizes of A*'s closed lists from the text of a file.
fn read_sizes(text: &str) -> HashMap<(String, usize), u64> {
    let line = |line: &str| {
        let mut columns = line.split('\t');
        let name = columns.next()?.to_owned();
        Some(((name, columns.next()?.parse().ok()?), columns.next()?.parse().ok()?))
    };
    text.lines().filter_map(line).collect()
}

fn main() {
    let words: Vec<String> = std::env::args().skip(1).collect();
    let value = |name: &str, default: &'static str| {
        let given = words.iter().find_map(|word| word.strip_prefix(name)?.strip_prefix('='));
        given.unwrap_or(default).to_owned()
    };
    let file = Some(value("sizes", "")).filter(|file| !file.is_empty());
    let text = file.as_ref().and_then(|file| std::fs::read_to_string(file).ok());
    let plan = Plan {
        most_closed: count(&value("closed", "400k")),
        memory: usize::try_from(count(&value("memory", "8000"))).expect("a number") << 20,
        sizes: read_sizes(&text.unwrap_or_default()),
        file,
        seconds: value("seconds", "60").parse().expect("a number"),
        per_mille: value("tables", "2,10,50,250").split(',').map(count).collect(),
        is_few: value("settings", "all") == "few",
    };
    let first = korf::fifteen_puzzle(1).expect("one of the hundred");
    // All hundred instances have the same goal.
    let goal = first.goal();
    for name in value("heuristic", "manhattan,walking").split(',') {
        match name {
            "manhattan" => compare(name, "Manhattan", &Manhattan::to_goal(goal), &plan),
            "linear" => compare(name, "linear conflict", &LinearConflict::to_goal(goal), &plan),
            "walking" => {
                let walking = WalkingDistance::to_goal(goal).expect("four by four");
                let dear = Max(walking, LinearConflict::to_goal(goal));
                compare(name, "max(walking distance, linear conflict)", &dear, &plan);
            }
            "patterns" => {
                let parts = Partition::of_sizes(goal, &[5, 5, 5]).expect("fifteen tiles");
                let patterns = AdditivePatterns::<3>::in_memory(&parts).expect("four by four");
                let reflected = patterns.reflected().expect("the blank is in a corner");
                compare(name, "pdb(5-5-5)", &Max(patterns, reflected), &plan);
            }
            other => panic!("expected manhattan, linear, walking or patterns, found {other}"),
        }
    }
}
