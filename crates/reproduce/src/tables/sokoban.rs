//! Levels of XSokoban by IDA*, with and without memory, and by the solver made for them.

use tremaux_core::{Algorithm, Limits, Search, SearchReport, StopReason, Termination};
use tremaux_puzzles::sokoban::{FeatureSearch, MinimalMatching, Push, Sokoban, collection};
use tremaux_search::{BranchAndBound, ByEstimate, HashedStates, plan_cost};
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

/// How many levels a search solves within so many nodes each; every plan is replayed.
fn solved(context: &Context, nodes: u64, search: impl Fn(&Sokoban, &Limits) -> Report) -> Figures {
    let levels = levels(context)?;
    let mut solved = 0;
    for (at, space) in levels.iter().enumerate() {
        context.check()?;
        context.say(|| format!("level {}: {solved} solved before it", at + 1));
        let limits = context.limits().with_nodes(nodes).with_memory(2_000_000_000);
        let report = search(space, &limits);
        if let Termination::Stopped(StopReason::TimeLimit | StopReason::Cancelled) =
            report.termination
        {
            context.went(report.termination)?;
        }
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

fn ida_star(context: &Context, nodes: u64) -> Figures {
    let search = BranchAndBound::ida_star();
    solved(context, nodes, |space, limits| search.solve(space, MinimalMatching, limits, &mut ()))
}

fn with_table(context: &Context, nodes: u64) -> Figures {
    let table = HashedStates::<TwoLevel>::with_bytes(64 << 20);
    let search = BranchAndBound::ida_star().table(table).best_first(true).order(ByEstimate);
    solved(context, nodes, |space, limits| search.solve(space, MinimalMatching, limits, &mut ()))
}

fn features(context: &Context, nodes: u64) -> Figures {
    solved(context, nodes, |space, limits| {
        let mut search = FeatureSearch::new(space);
        let progress = search.advance(limits, &mut ());
        let mut report = search.report();
        if let tremaux_core::Progress::Paused(reason) = progress {
            report.termination = Termination::Stopped(reason);
        }
        report
    })
}

const fn entry(
    id: &'static str,
    what: &'static str,
    printed: &'static [Printed; 1],
    compute: fn(&Context) -> Figures,
    seconds: u32,
    comment: &'static str,
) -> Entry {
    let (kind, effort) = (Kind::Orientation, Effort::Long(seconds));
    Entry { id, what, kind, printed, compute: Compute::By(compute), effort, comment }
}

/// XSokoban's ninety.
pub(super) static SOKOBAN: Table = Table {
    name: "sokoban",
    title: "Sokoban: levels of XSokoban's 90 that are solved",
    source: BROCKINGTON,
    conventions: "All that is known: deadlock tables, tunnel macros, goal macros, goal cuts, \
        pattern search, relevance cuts, overestimation. Ours are at far smaller limits, which each row \
        names; states are pushes, estimates the minimal matching of boxes to goals, infinite where boxes \
        are frozen off their goals. The levels are read from sokoban/xsokoban_90.xsb in the folder \
        TREMAUX_DATA.",
    rows: "search",
    columns: &["solved"],
    entries: &[
        entry(
            "sokoban/plain",
            "IDA* alone, 20 million nodes",
            &[Printed::Count(0)],
            |context| ida_star(context, 20_000),
            PLAIN_SECONDS,
            "Ours at 20,000 nodes a level.",
        ),
        entry(
            "sokoban/table",
            "with a transposition table and move ordering, 20 million nodes",
            &[Printed::Count(4)],
            |context| with_table(context, 20_000),
            PLAIN_SECONDS,
            "Ours at 20,000 nodes a level.",
        ),
        entry(
            "sokoban/table-long",
            "the same, 1,000 million nodes",
            &[Printed::Count(6)],
            |context| with_table(context, 100_000),
            LONG_SECONDS,
            "Ours at 100,000 nodes a level.",
        ),
        entry(
            "sokoban/domain",
            "with all that is known of the problem, 1,000 million nodes",
            &[Printed::Count(52)],
            |context| features(context, 30_000),
            FEATURE_SECONDS,
            "Ours is another search, through a space of features, whose nodes are whole walks of \
             boxes: 30,000 positions a level. It proves no plan to be shortest, as the source's does.",
        ),
    ],
};

const PLAIN_SECONDS: u32 = 20;
const LONG_SECONDS: u32 = 60;
const FEATURE_SECONDS: u32 = 110;
