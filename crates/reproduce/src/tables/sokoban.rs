//! Levels of XSokoban by IDA* with and without memory, and by a specialised solver.

use tremaux_core::{Algorithm, Progress, Search, SearchReport, StopReason, Termination};
use tremaux_puzzles::sokoban::{FeatureSearch, Level, MinimalMatching, Push, Sokoban, collection};
use tremaux_search::{BranchAndBound, ByEstimate, HashedStates, IdaStar, plan_cost};
use tremaux_tables::TwoLevel;

use super::BROCKINGTON;
use crate::cases::on_threads;
use crate::context::{Context, Stopped};
use crate::entry::{Code, Figures, Kind, RowKind, Table};
use crate::figure::Obtained;
use crate::figure::Printed::Count;

const BESIDE: RowKind = RowKind(Kind::Orientation, Code::Engine);

type Report = SearchReport<Push, u32>;

/// The file of levels, whose licence does not allow copying it.
const FILE: &str = "sokoban/xsokoban_90.xsb";

const NEEDS: &str = "sokoban/xsokoban_90.xsb in the folder TREMAUX_DATA";

/// The levels and their numbers.
fn levels(context: &Context) -> Result<Vec<(usize, Sokoban)>, Stopped> {
    let levels = collection(&context.data(FILE, NEEDS)?).map_err(|_| Stopped::Needs(NEEDS))?;
    Ok((1..).zip(levels.into_iter().map(|it| Sokoban::new(it.level))).collect())
}

/// Whether a search solved a level. The plan is verified.
fn is_solved((number, space): &(usize, Sokoban), report: Report) -> Result<bool, Stopped> {
    let Some(plan) = report.plan else { return Ok(false) };
    assert_eq!(plan_cost(space, &plan.actions), Some(plan.cost), "a plan of level {number}");
    Ok(true)
}

/// The number of levels solved, each by a separate search.
fn solved(
    context: &Context,
    search: impl Fn(&(usize, Sokoban)) -> Result<bool, Stopped>,
) -> Figures {
    let mut solved = 0;
    for level in &levels(context)? {
        context.check()?;
        context.say(|| format!("level {}: {solved} solved so far", level.0));
        solved += u64::from(search(level)?);
    }
    Ok(vec![Obtained::Count(solved)])
}

/// Searches with the minimal-matching heuristic until this many positions are generated, and
/// not one expansion longer.
fn generating(
    context: &Context,
    positions: u64,
    algorithm: &impl Algorithm<Sokoban>,
    space: &Sokoban,
) -> Result<Report, Stopped> {
    let mut search = algorithm.start(space, MinimalMatching);
    loop {
        let report = search.report();
        let left = positions.saturating_sub(report.statistics.generated);
        if left == 0 {
            return Ok(report);
        }
        // An expansion generates at most four pushes per box.
        let nodes = left.div_ceil(4 * Level::MOST_BOXES as u64);
        let progress = search.advance(&context.limits().with_nodes(nodes), &mut ());
        if matches!(progress, Progress::Done(_)) {
            return Ok(search.report());
        }
        context.check()?;
    }
}

fn ida_star(context: &Context, positions: u64) -> Figures {
    let search = IdaStar::new();
    solved(context, |level| {
        generating(context, positions, &search, &level.1)
            .and_then(|report| is_solved(level, report))
    })
}

fn with_table(context: &Context, positions: u64) -> Figures {
    solved(context, |level| solved_with_table(context, positions, level))
}

/// Whether a level is solved within this many positions.
fn solved_with_table(
    context: &Context,
    positions: u64,
    level: &(usize, Sokoban),
) -> Result<bool, Stopped> {
    let name = format!("sokoban level {}, with a table, {positions} positions", level.0);
    let solved = context.cases.once(name, || {
        let table = HashedStates::<TwoLevel>::with_bytes(64 << 20);
        let search = BranchAndBound::ida_star().table(table).best_first(true).order(ByEstimate);
        let report = generating(context, positions, &search, &level.1)?;
        is_solved(level, report).map(u64::from)
    });
    Ok(solved? == 1)
}

/// Searches each level with the first number of positions, then the remaining ones with the
/// second, several at once. If stopped, returns the number solved by then.
fn with_table_until_stopped(context: &Context, [some, all]: [u64; 2]) -> Figures {
    let levels = levels(context)?;
    let (mut solved, mut done) = (0, 0);
    let mut left: Vec<&(usize, Sokoban)> = levels.iter().collect();
    for positions in [some, all] {
        let asked = std::mem::take(&mut left);
        let results = on_threads(&asked, context.threads, |level| {
            context.check()?;
            context.say(|| format!("{positions} positions, level {}", level.0));
            solved_with_table(context, positions, level)
        });
        let mut stopped = None;
        for (level, result) in asked.into_iter().zip(results) {
            match result {
                Ok(true) => (solved, done) = (solved + 1, done + 1),
                Ok(false) if positions == all => done += 1,
                Ok(false) => left.push(level),
                Err(why) => stopped = Some(why),
            }
        }
        match stopped {
            Some(Stopped::Time | Stopped::Cancelled) if done > 0 => {
                return Ok(vec![Obtained::SoFar { count: solved, done, of: levels.len() }]);
            }
            Some(stopped) => return Err(stopped),
            None => {}
        }
    }
    Ok(vec![Obtained::Count(solved)])
}

fn features(context: &Context, nodes: u64) -> Figures {
    solved(context, |level| {
        let mut search = FeatureSearch::new(&level.1);
        let limits = context.limits().with_nodes(nodes).with_memory(4_000_000_000);
        let progress = search.advance(&limits, &mut ());
        let report = search.report();
        if let Progress::Paused(reason @ (StopReason::TimeLimit | StopReason::Cancelled)) = progress
        {
            context.went(Termination::Stopped(reason))?;
        }
        is_solved(level, report)
    })
}

/// The table of XSokoban's ninety levels.
pub(super) static SOKOBAN: Table = Table {
    name: "sokoban",
    title: "Sokoban: levels of XSokoban's 90 that are solved",
    source: BROCKINGTON,
    conventions: "A node is a generated position, except in the last row, where it is a position \
        whose box walks are examined. All known techniques: deadlock tables, tunnel macros, goal \
        macros, goal cuts, pattern search, relevance cuts, overestimation. Ours: actions are \
        pushes; the heuristic is the minimal matching of boxes to goals, infinite if boxes are \
        frozen off their goals; a two-level table of 64 MiB; pushes ordered by the table, then by \
        the estimate. The levels are read from sokoban/xsokoban_90.xsb in the folder TREMAUX_DATA.",
    rows: "search",
    columns: &["solved"],
    entries: &[
        BESIDE.row(
            "sokoban/plain",
            "IDA* alone, 20 million nodes",
            &[Count(0)],
            |context| ida_star(context, 20_000_000),
        )
        .long(600),
        BESIDE.row(
            "sokoban/table",
            "with a transposition table and move ordering, 20 million nodes",
            &[Count(4)],
            |context| with_table(context, 20_000_000),
        )
        .long(900),
        BESIDE.row(
            "sokoban/table-long",
            "the same, a billion nodes",
            &[Count(6)],
            |context| with_table_until_stopped(context, [20_000_000, 1_000_000_000]),
        )
        .long(4 * 3600)
        .with_comment(
            "Takes hours; computed after all other rows, several levels at once if there are \
             threads. If a time limit stops it, it reports the levels solved so far and how many \
             levels are finished; --checkpoint continues from there. The levels that the previous \
             row solves come first."),
        BESIDE.row(
            "sokoban/domain",
            "with all known techniques, a billion nodes",
            &[Count(52)],
            |context| features(context, 300_000),
        )
        .long(700)
        .with_comment(
            "Ours is a different search, through a feature space, with 300,000 nodes per level, \
             each a position from which all box walks are examined. Unlike the source's search, \
             it does not prove plans to be shortest."),
    ],
};
