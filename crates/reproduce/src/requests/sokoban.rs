//! Levels of XSokoban by IDA* with and without memory, and by a specialised solver.

use serde::Deserialize;
use tremaux_core::{Algorithm, Progress, Search, SearchReport, StopReason, Termination};
use tremaux_puzzles::sokoban::{FeatureSearch, Level, MinimalMatching, Push, Sokoban, collection};
use tremaux_search::{BranchAndBound, ByEstimate, HashedStates, IdaStar, plan_cost};
use tremaux_tables::TwoLevel;

use crate::cases::on_threads;
use crate::context::Context;
use crate::figure::{Figures, Obtained};
use crate::stopped::Stopped;

type Report = SearchReport<Push, u32>;

/// The file of levels, whose licence does not allow copying it.
const FILE: &str = "sokoban/xsokoban_90.xsb";

const NEEDS: &str = "sokoban/xsokoban_90.xsb in the folder TREMAUX_DATA";

/// The search that has to solve XSokoban's ninety levels.
#[derive(Clone, Copy, Debug, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub(crate) enum SokobanSearch {
    /// IDA* alone, until this many positions are generated.
    IdaStar(u64),
    /// IDA* with a table and move ordering.
    Table(u64),
    /// The same: first all levels with the first number of positions, then the others with the
    /// second, several at once. If stopped, it returns the number solved by then.
    TableUntilStopped([u64; 2]),
    /// The search in a feature space, with this many nodes.
    Features(u64),
}

struct Numbered {
    number: usize,
    space: Sokoban,
}

impl SokobanSearch {
    pub(super) fn run(self, context: &Context) -> Figures {
        let levels = collection(&context.data(FILE)?).map_err(|_| Stopped::Needs(NEEDS))?;
        let spaces = (1..).zip(levels.into_iter().map(|it| Sokoban::new(it.level)));
        let levels: Vec<Numbered> =
            spaces.map(|(number, space)| Numbered { number, space }).collect();
        if let Self::TableUntilStopped(positions) = self {
            return until_stopped(context, positions, &levels);
        }
        let mut solved = 0;
        for level in &levels {
            context.check()?;
            context.say(|| format!("level {}: {solved} solved so far", level.number));
            solved += u64::from(match self {
                Self::IdaStar(positions) => {
                    level.is_solved(generating(context, positions, &IdaStar::new(), level)?)
                }
                Self::Table(positions) | Self::TableUntilStopped([positions, _]) => {
                    solved_with_table(context, positions, level)?
                }
                Self::Features(nodes) => level.is_solved(features(context, nodes, level)?),
            });
        }
        Ok(vec![Obtained::Count(solved)])
    }
}

impl Numbered {
    /// Whether a search solved the level. The plan is verified.
    fn is_solved(&self, report: Report) -> bool {
        report.plan.is_some_and(|plan| {
            let cost = plan_cost(&self.space, &plan.actions);
            assert_eq!(cost, Some(plan.cost), "a plan of level {}", self.number);
            true
        })
    }
}

/// Searches with the minimal-matching heuristic until this many positions are generated, and
/// not one expansion longer.
fn generating(
    context: &Context,
    positions: u64,
    algorithm: &impl Algorithm<Sokoban>,
    level: &Numbered,
) -> Result<Report, Stopped> {
    let mut search = algorithm.start(&level.space, MinimalMatching);
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

/// Whether a level is solved within this many positions.
fn solved_with_table(context: &Context, positions: u64, level: &Numbered) -> Result<bool, Stopped> {
    let name = format!("sokoban level {}, with a table, {positions} positions", level.number);
    let solved = context.cases.once(name, || {
        let table = HashedStates::<TwoLevel>::with_bytes(64 << 20);
        let search = BranchAndBound::ida_star().table(table).best_first(true).order(ByEstimate);
        let report = generating(context, positions, &search, level)?;
        Ok(u64::from(level.is_solved(report)))
    });
    Ok(solved? == 1)
}

fn until_stopped(context: &Context, [some, all]: [u64; 2], levels: &[Numbered]) -> Figures {
    let (mut solved, mut done) = (0, 0);
    let mut left: Vec<&Numbered> = levels.iter().collect();
    for positions in [some, all] {
        let asked = std::mem::take(&mut left);
        let results = on_threads(&asked, context.threads, |level| {
            context.check()?;
            context.say(|| format!("{positions} positions, level {}", level.number));
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

fn features(context: &Context, nodes: u64, level: &Numbered) -> Result<Report, Stopped> {
    let mut search = FeatureSearch::new(&level.space);
    let limits = context.limits().with_nodes(nodes).with_memory(4_000_000_000);
    let progress = search.advance(&limits, &mut ());
    if let Progress::Paused(reason @ (StopReason::TimeLimit | StopReason::Cancelled)) = progress {
        context.went(Termination::Stopped(reason))?;
    }
    Ok(search.report())
}
