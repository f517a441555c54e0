//! Korf's hundred 15-puzzles by the engines: effort, heuristics, memory.

use std::ops::ControlFlow;

use serde::Deserialize;
use tremaux_core::{Algorithm, Heuristic, Max, StateSpace};
use tremaux_search::{
    AnyOrder, BestFirst, BranchAndBound, Buckets, ByHistory, HashedStates, IdaStar,
};
use tremaux_tables::{Builder, Cache, TwoLevel};
use tremaux_tiles::{
    AdditivePatterns, Arrangement, Board64, LinearConflict, Manhattan, Partition, Random, Size,
    SlidingPuzzle, korf,
};

use crate::context::Context;
use crate::figure::{Figures, Obtained};
use crate::statistics::Sample;
use crate::stopped::Stopped;

type Puzzle = SlidingPuzzle<Board64>;
type Patterns<const COUNT: usize> = Max<AdditivePatterns<COUNT>, AdditivePatterns<COUNT>>;

fn goal() -> Arrangement {
    Arrangement::blank_first(Size::new(4, 4).expect("in range"))
}

/// The puzzle with this number. The blank moves up, left, right, down.
fn puzzle(number: usize) -> Puzzle {
    Puzzle::new(&korf::fifteen_puzzle(number).expect("of a hundred")).expect("sixteen cells")
}

/// Solves an instance by IDA*. Returns the length of the proved plan and the number of nodes
/// generated, including the root.
fn solve(
    context: &Context,
    number: usize,
    heuristic: &impl Heuristic<Puzzle>,
) -> Result<(u32, u64), Stopped> {
    let report = IdaStar::compact().solve(&puzzle(number), heuristic, &context.limits(), &mut ());
    let report = context.ended(report)?;
    assert!(report.is_proven_optimal(), "IDA* proves what it returns");
    Ok((report.lower_bound, report.statistics.generated + 1))
}

/// The nodes of an instance by IDA* with the heuristic of this name. It is a case, because
/// several rows need it.
fn nodes(
    context: &Context,
    number: usize,
    name: &str,
    heuristic: &impl Heuristic<Puzzle>,
) -> Result<u64, Stopped> {
    context.say(|| format!("number {number} of a hundred"));
    let case = format!("Korf's no. {number} by IDA* with {name}");
    context.cases.once(case, || Ok(solve(context, number, heuristic)?.1))
}

/// Databases for these patterns, and their reflection.
fn patterns<const COUNT: usize>(context: &Context, name: &str) -> Result<Patterns<COUNT>, Stopped> {
    let partition = Partition::parse(name, &goal()).expect("a published partition");
    context.say(|| format!("building {name}"));
    let progress = |_| match context.check() {
        Ok(()) => ControlFlow::Continue(()),
        Err(_) => ControlFlow::Break(()),
    };
    let mut builder = Builder::new().with_progress(progress);
    let cache = Cache::none();
    let built = AdditivePatterns::load_or_build(&partition, &cache, &mut builder, |_, _| ());
    // Apart from being stopped, building a database in memory cannot fail.
    context.check()?;
    let built = built.expect("a published partition fits into memory");
    let reflected = built.reflected().expect("the blank is in a corner");
    Ok(Max(built, reflected))
}

/// A figure over the hundred instances, and for how many of them it is as published.
#[derive(Clone, Copy, Debug, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub(crate) enum Hundred {
    /// The lengths of the plans.
    Lengths,
    /// The nodes of IDA* with Manhattan distance on the easiest twenty.
    EasiestNodes,
    /// The nodes of all; their number instead of how many are as published.
    Nodes,
}

impl Hundred {
    pub(super) fn run(self, context: &Context) -> Figures {
        let manhattan = Manhattan::to_goal(&goal());
        let (mut sum, mut equal) = (0, 0);
        let mut add = |value: u64, is_equal: bool| {
            sum += value;
            equal += u64::from(is_equal);
        };
        match self {
            Self::Lengths => {
                let patterns = patterns::<3>(context, "6-6-3")?;
                for (number, (published, _)) in (1..).zip(korf::KORF_100) {
                    context.say(|| format!("number {number} of a hundred"));
                    let (length, _) = solve(context, number, &patterns)?;
                    add(length.into(), length == published);
                }
            }
            Self::EasiestNodes => {
                for easy in korf::EASIEST_20 {
                    let (_, nodes) = solve(context, easy.number, &manhattan)?;
                    add(nodes, nodes == easy.generated);
                }
            }
            Self::Nodes => {
                for number in 1..=100 {
                    add(nodes(context, number, MANHATTAN, &manhattan)?, true);
                }
            }
        }
        Ok([sum, equal].map(Obtained::Count).to_vec())
    }
}

const MANHATTAN: &str = "Manhattan distance";
const LINEAR_CONFLICT: &str = "linear conflict";

/// The mean estimate of random boards, and the mean nodes of the hundred instances, with the
/// heuristic or the patterns of this name.
pub(super) fn quality(context: &Context, name: &str) -> Figures {
    match name {
        MANHATTAN => quality_of(context, name, &Manhattan::to_goal(&goal())),
        LINEAR_CONFLICT => quality_of(context, name, &LinearConflict::to_goal(&goal())),
        two if two.matches('-').count() == 1 => {
            quality_of(context, name, &patterns::<2>(context, two)?)
        }
        three => quality_of(context, name, &patterns::<3>(context, three)?),
    }
}

fn quality_of(context: &Context, name: &str, heuristic: &impl Heuristic<Puzzle>) -> Figures {
    /// The number of instances in Korf and Felner's table.
    const PRINTED_TRIALS: f64 = 1000.0;
    let mut sample = Sample::default();
    for number in 1..=100 {
        sample.add(nodes(context, number, name, heuristic)? as f64);
    }
    let estimates = estimates(context, heuristic);
    Ok(vec![estimates.beside(PRINTED_TRIALS), sample.beside(PRINTED_TRIALS)])
}

/// The estimates of random boards.
fn estimates(context: &Context, heuristic: &impl Heuristic<Puzzle>) -> Sample {
    const BOARDS: usize = 10_000;
    let mut random = Random::new(context.seed_for("random 15-puzzles"));
    let (goal, space) = (goal(), puzzle(1));
    let boards = (0..BOARDS).map(|_| space.starting_at(&goal.random(&mut random)));
    boards.map(|it| f64::from(heuristic.estimate(&it, &it.initial_state()))).collect()
}

/// IDA* with a memory technique: the nodes in percent of those without, of all instances
/// together, and the mean over the instances.
#[derive(Clone, Debug, Deserialize)]
#[serde(rename_all = "kebab-case", deny_unknown_fields)]
pub(crate) struct Memory {
    technique: Technique,
    /// Whether the twenty easiest instances are searched instead of all.
    #[serde(default)]
    easiest: bool,
    /// Whether the heuristic is linear conflict instead of Manhattan distance.
    #[serde(default)]
    conflicts: bool,
}

#[derive(Clone, Copy, Debug, Deserialize)]
#[serde(rename_all = "kebab-case")]
enum Technique {
    /// A table for this many thousandths of the states that A* closes, at 16 bytes each.
    TablePerMille(u64),
    /// The same, whose best move is tried first.
    BestMovePerMille(u64),
    /// A table of this many MiB.
    TableMebibytes(usize),
    /// The history heuristic.
    History,
}

impl Memory {
    pub(super) fn run(&self, context: &Context) -> Figures {
        if self.conflicts {
            self.shares(context, LINEAR_CONFLICT, &LinearConflict::to_goal(&goal()))
        } else {
            self.shares(context, MANHATTAN, &Manhattan::to_goal(&goal()))
        }
    }

    fn shares(&self, context: &Context, name: &str, h: &impl Heuristic<Puzzle>) -> Figures {
        let numbers: Vec<usize> = if self.easiest {
            korf::EASIEST_20.iter().map(|easy| easy.number).collect()
        } else {
            (1..=korf::KORF_100.len()).collect()
        };
        let (mut all, mut all_plain, mut shares) = (0, 0, Sample::default());
        for number in numbers {
            let plain = nodes(context, number, name, h)?;
            context.say(|| format!("number {number} of a hundred, with memory"));
            let case = format!("Korf's no. {number} by IDA* with {name} and {:?}", self.technique);
            let nodes = || self.technique.nodes(context, number, h);
            let nodes = context.cases.once(case, nodes)?;
            (all, all_plain) = (all + nodes, all_plain + plain);
            shares.add(100.0 * nodes as f64 / plain as f64);
        }
        Ok([100.0 * all as f64 / all_plain as f64, shares.mean()].map(Obtained::Real).to_vec())
    }
}

impl Technique {
    /// The nodes generated to prove that the shortest plan has the published length.
    fn nodes(
        self,
        context: &Context,
        number: usize,
        heuristic: &impl Heuristic<Puzzle>,
    ) -> Result<u64, Stopped> {
        let (puzzle, plain) = (puzzle(number), BranchAndBound::ida_star().compact());
        let limits = context.limits();
        let bytes = match self {
            Self::TablePerMille(share) | Self::BestMovePerMille(share) => {
                (closed(context, &puzzle)? * 16 * share / 1000) as usize
            }
            Self::TableMebibytes(mebibytes) => mebibytes << 20,
            Self::History => 0,
        };
        let report = if let Self::History = self {
            plain.order(ByHistory::default()).solve(&puzzle, heuristic, &limits, &mut ())
        } else {
            let tabled = plain.table(HashedStates::<TwoLevel>::with_bytes(bytes));
            let tabled = tabled.best_first(matches!(self, Self::BestMovePerMille(_)));
            tabled.solve(&puzzle, heuristic, &limits, &mut ())
        };
        let report = context.ended(report)?;
        let published = korf::KORF_100[number - 1].0;
        assert_eq!(report.lower_bound, published, "the length of number {number}");
        // The root counts.
        Ok(report.statistics.generated + 1)
    }
}

/// The number of states that A* with Manhattan distance closes.
fn closed(context: &Context, puzzle: &Puzzle) -> Result<u64, Stopped> {
    let a_star = BestFirst::a_star().open_list(Buckets).ties(AnyOrder);
    let manhattan = Manhattan::to_goal(puzzle.goal());
    let full = a_star.solve(puzzle, &manhattan, &context.limits(), &mut ());
    Ok(context.ended(full)?.statistics.closed)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::figure::Printed;

    /// Unlike the nodes, the estimates of random boards have a narrow interval.
    #[test]
    fn random_boards_have_the_printed_mean_estimate() {
        let estimates = estimates(&Context::default(), &Manhattan::to_goal(&goal())).beside(1000.0);
        let printed = Printed::Decimal(36.942, 3);
        assert!(printed.difference(&estimates).is_agreement(), "{estimates:?}");
        assert!(printed.detects(&estimates).is_some_and(|least| least < 1.2));
    }
}
