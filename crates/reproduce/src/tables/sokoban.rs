//! Levels of XSokoban by IDA*, with and without memory, and by the solver made for them.

use tremaux_core::{Algorithm, Progress, Search, SearchReport, StopReason, Termination};
use tremaux_puzzles::sokoban::{FeatureSearch, Level, MinimalMatching, Push, Sokoban, collection};
use tremaux_search::{BranchAndBound, ByEstimate, HashedStates, IdaStar, plan_cost};
use tremaux_tables::TwoLevel;

use super::BROCKINGTON;
use crate::context::{Context, Stopped};
use crate::entry::{Compute, Effort, Entry, Kind, Table};
use crate::figure::{Obtained, Printed};

type Report = SearchReport<Push, u32>;
type Figures = Result<Vec<Obtained>, Stopped>;

/// The levels, which are not free to be copied.
const FILE: &str = "sokoban/xsokoban_90.xsb";

const NEEDS: &str = "sokoban/xsokoban_90.xsb in the folder TREMAUX_DATA";

/// The levels.
fn levels(context: &Context) -> Result<Vec<Sokoban>, Stopped> {
    let levels = collection(&context.data(FILE, NEEDS)?).map_err(|_| Stopped::Needs(NEEDS))?;
    Ok(levels.into_iter().map(|it| Sokoban::new(it.level)).collect())
}

/// How many levels are solved, each by a search of its own; every plan is replayed.
fn solved(context: &Context, search: impl Fn(&Sokoban) -> Result<Report, Stopped>) -> Figures {
    let levels = levels(context)?;
    let mut solved = 0;
    for (at, space) in levels.iter().enumerate() {
        context.check()?;
        context.say(|| format!("level {}: {solved} solved before it", at + 1));
        let report = search(space)?;
        if let Some(plan) = report.plan {
            assert_eq!(
                plan_cost(space, &plan.actions),
                Some(plan.cost),
                "a plan of level {}",
                at + 1
            );
            solved += 1;
        }
    }
    Ok(vec![Obtained::Count(solved)])
}

/// Searches with the minimal matching until so many positions are generated, and not one
/// expansion longer.
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
        // An expansion generates no more than four pushes of each box.
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
    solved(context, |space| generating(context, positions, &search, space))
}

fn with_table(context: &Context, positions: u64) -> Figures {
    let table = HashedStates::<TwoLevel>::with_bytes(64 << 20);
    let search = BranchAndBound::ida_star().table(table).best_first(true).order(ByEstimate);
    solved(context, |space| generating(context, positions, &search, space))
}

fn features(context: &Context, nodes: u64) -> Figures {
    solved(context, |space| {
        let mut search = FeatureSearch::new(space);
        let limits = context.limits().with_nodes(nodes).with_memory(4_000_000_000);
        let progress = search.advance(&limits, &mut ());
        let report = search.report();
        if let Progress::Paused(reason @ (StopReason::TimeLimit | StopReason::Cancelled)) = progress
        {
            context.went(Termination::Stopped(reason))?;
        }
        Ok(report)
    })
}

const fn entry(
    id: &'static str,
    what: &'static str,
    printed: &'static [Printed; 1],
    compute: fn(&Context) -> Figures,
    effort: Effort,
    comment: &'static str,
) -> Entry {
    Entry {
        id,
        what,
        kind: Kind::Orientation,
        printed,
        compute: Compute::By(compute),
        effort,
        comment,
    }
}

/// XSokoban's ninety.
pub(super) static SOKOBAN: Table = Table {
    name: "sokoban",
    title: "Sokoban: levels of XSokoban's 90 that are solved",
    source: BROCKINGTON,
    conventions: "A node is a position generated; but for the last row, where it is one whose \
        walks of boxes are looked at. All that is known: deadlock tables, tunnel macros, goal macros, \
        goal cuts, pattern search, relevance cuts, overestimation. Ours: actions are pushes, estimates \
        the minimal matching of boxes to goals, infinite where boxes are frozen off their goals; a table \
        of 64 MiB with two levels; pushes in the order of the table, then of estimates. The levels are \
        read from sokoban/xsokoban_90.xsb in the folder TREMAUX_DATA.",
    rows: "search",
    columns: &["solved"],
    entries: &[
        entry(
            "sokoban/plain",
            "IDA* alone, 20 million nodes",
            &[Printed::Count(0)],
            |context| ida_star(context, 20_000_000),
            Effort::Long(600),
            "",
        ),
        entry(
            "sokoban/table",
            "with a transposition table and move ordering, 20 million nodes",
            &[Printed::Count(4)],
            |context| with_table(context, 20_000_000),
            Effort::Long(900),
            "",
        ),
        entry(
            "sokoban/table-long",
            "the same, 1,000 million nodes",
            &[Printed::Count(6)],
            |context| with_table(context, 1_000_000_000),
            Effort::ByName(12 * 3600),
            "What the row before solves, this one does.",
        ),
        entry(
            "sokoban/domain",
            "with all that is known of the problem, 1,000 million nodes",
            &[Printed::Count(52)],
            |context| features(context, 300_000),
            Effort::Long(700),
            "Ours is another search, through a space of features, with 300,000 nodes a level, each a \
             position from which all walks of boxes are looked at. It proves no plan to be shortest, \
             as the source's does.",
        ),
    ],
};
