//! What a table of states, the best action of the last time and the history heuristic save
//! IDA*, on those of Korf's hundred 15-puzzles (Korf 1985) that are solved in time.
//!
//! `cargo bench -p tremaux --bench table_and_ordering -- [MOST_CLOSED] [SECONDS]`: instances
//! for which A* closes at most so many states (its closed list is what tables are measured
//! by), until so many seconds have passed. Every setting must prove the same length.

use std::time::Instant;

use tremaux::puzzles::tiles::{
    Board64, LinearConflict, Manhattan, SlidingPuzzle, WalkingDistance, korf,
};
use tremaux::search::{
    AnyOrder, AsListed, BestFirst, BranchAndBound, Buckets, ByEstimate, ByEstimateThenHistory,
    ByHistory, HashedStates, IdaStar,
};
use tremaux::tables::{Always, Cluster, DepthPreferred, TwoLevel};
use tremaux::{Algorithm, Heuristic, Limits, Max, StopReason, Termination};

type Puzzle = SlidingPuzzle<Board64>;

#[derive(Clone, Default)]
struct Row {
    name: String,
    generated: u64,
    expanded: u64,
    before_last: u64,
    seconds: f64,
}

/// Adds what one run took to the row of its name.
fn add<A: Algorithm<Puzzle>, H: Heuristic<Puzzle>>(
    rows: &mut Vec<Row>,
    name: &str,
    algorithm: &A,
    (puzzle, heuristic, length): (&Puzzle, &H, u32),
) {
    let report = algorithm.solve(puzzle, heuristic, &Limits::default(), &mut ());
    assert!(report.is_proven_optimal(), "{name}");
    assert_eq!(report.lower_bound, length, "{name}");
    let row = match rows.iter_mut().position(|row| row.name == name) {
        Some(at) => &mut rows[at],
        None => {
            rows.push(Row { name: name.to_owned(), ..Row::default() });
            rows.last_mut().expect("just added")
        }
    };
    row.generated += report.statistics.generated;
    row.expanded += report.statistics.expanded;
    row.before_last += report.statistics.expanded_before_last_layer;
    row.seconds += report.statistics.elapsed.as_secs_f64();
}

fn compare<H: Heuristic<Puzzle>>(title: &str, heuristic: &H, most_closed: u64, seconds: f64) {
    let started = Instant::now();
    let mut numbers: Vec<usize> = (1..=100).collect();
    let length = |number: usize| korf::KORF_100[number - 1].0;
    numbers.sort_by_key(|&number| (length(number), number));
    let (mut rows, mut done, mut all_closed) = (Vec::new(), Vec::new(), 0);
    for number in numbers {
        if started.elapsed().as_secs_f64() > seconds {
            break;
        }
        let instance = korf::fifteen_puzzle(number).expect("one of the hundred");
        let puzzle = Puzzle::new(&instance).expect("sixteen cells");
        let limits = Limits::default().with_nodes(most_closed);
        let a_star = BestFirst::astar().open_list(Buckets).ties(AnyOrder);
        let report = a_star.solve(&puzzle, heuristic, &limits, &mut ());
        if report.termination == Termination::Stopped(StopReason::NodeLimit) {
            continue;
        }
        let closed = report.statistics.closed;
        let case = (&puzzle, heuristic, length(number));
        done.push(number);
        all_closed += closed;
        let rows = &mut rows;
        add(rows, "A*", &a_star, case);
        add(rows, "IDA* (plain)", &IdaStar::typed(), case);
        let ordered = BranchAndBound::ida_star();
        add(rows, "no table", &ordered, case);
        add(rows, "no table, by estimate", &ordered.clone().order(ByEstimate), case);
        add(rows, "no table, by history", &ordered.clone().order(ByHistory::default()), case);
        let both = ByEstimateThenHistory::default();
        add(rows, "no table, by estimate, history", &ordered.clone().order(both), case);
        for per_mille in [2, 10, 50, 250] {
            let bytes = usize::try_from(closed * 16 * per_mille / 1000).expect("fits");
            let share = format!("{}.{} %", per_mille / 10, per_mille % 10);
            let hashed = HashedStates::<Cluster>::with_bytes(bytes);
            let table = ordered.clone().table(hashed);
            let listed = table.clone().order(AsListed);
            add(rows, &format!("{share}, cluster"), &listed, case);
            add(rows, &format!("{share}, best first"), &table.clone().best_first(true), case);
            let history = table.clone().order(ByHistory::default());
            add(rows, &format!("{share}, history"), &history, case);
            let all = table.order(ByEstimateThenHistory::default()).best_first(true);
            add(rows, &format!("{share}, best, estimate, history"), &all, case);
            macro_rules! scheme {
                ($name:expr, $scheme:ty) => {
                    let table = HashedStates::<$scheme>::with_bytes(bytes);
                    add(rows, &format!("{share}, {}", $name), &ordered.clone().table(table), case);
                };
            }
            scheme!("always", Always);
            scheme!("least g", DepthPreferred);
            scheme!("two-level", TwoLevel);
        }
    }
    done.sort_unstable();
    println!("{title}: {} instances {done:?}, A* closed {all_closed}", done.len());
    let base = rows.iter().find(|row| row.name == "no table").cloned().unwrap_or_default();
    for row in &rows {
        println!(
            "  {:<34} generated {:12} ({:+6.1} %)  expanded {:12}, before the last layer {:12} ({:+6.1} %)  {:8.3} s (x {:.2})",
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
}

fn main() {
    let numbers: Vec<f64> = std::env::args().filter_map(|word| word.parse().ok()).collect();
    let most_closed = numbers.first().map_or(200_000, |&number| number as u64);
    let seconds = numbers.get(1).copied().unwrap_or(60.0);
    let first = korf::fifteen_puzzle(1).expect("one of the hundred");
    // All hundred have the same goal.
    let goal = first.goal();
    let manhattan = Manhattan::to_goal(goal);
    compare("Manhattan", &manhattan, most_closed, seconds);
    let walking = WalkingDistance::to_goal(goal).expect("four by four");
    let dear = Max(walking, LinearConflict::to_goal(goal));
    compare("max(walking distance, linear conflict)", &dear, most_closed, seconds);
}
