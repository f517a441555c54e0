//! Korf's hundred 15-puzzles, and the quality of heuristics.

use std::ops::ControlFlow;

use tremaux_core::{Algorithm, Heuristic, Max, StateSpace};
use tremaux_search::IdaStar;
use tremaux_tables::{Builder, Cache};
use tremaux_tiles::{
    AdditivePatterns, Arrangement, Board64, LinearConflict, Manhattan, Partition, Random, Size,
    SlidingPuzzle, korf,
};

use crate::context::{Context, Stopped};
use crate::entry::{Code, Figures, Kind, RowKind, Table};
use crate::figure::Obtained;
use crate::figure::Printed::{Count, Decimal, Nothing};
use crate::statistics::Sample;

const EXACT: RowKind = RowKind(Kind::Exact, Code::Engine);
const BESIDE: RowKind = RowKind(Kind::Orientation, Code::Engine);

type Puzzle = SlidingPuzzle<Board64>;
type Patterns<const COUNT: usize> = Max<AdditivePatterns<COUNT>, AdditivePatterns<COUNT>>;

pub(super) fn goal() -> Arrangement {
    Arrangement::blank_first(Size::new(4, 4).expect("in range"))
}

/// The puzzle with this number among Korf's hundred.
pub(super) fn puzzle(number: usize) -> Puzzle {
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

/// The nodes of all hundred instances with the heuristic of this name. Each instance is a case,
/// because several rows need them.
pub(super) fn nodes(
    context: &Context,
    name: &str,
    heuristic: &impl Heuristic<Puzzle>,
) -> Result<Vec<u64>, Stopped> {
    let mut nodes = Vec::new();
    for number in 1..=korf::KORF_100.len() {
        context.say(|| format!("number {number} of a hundred"));
        let case = format!("Korf's no. {number} by IDA* with {name}");
        nodes.push(context.cases.once(case, || Ok(solve(context, number, heuristic)?.1))?);
    }
    Ok(nodes)
}

fn manhattan_nodes(context: &Context) -> Result<Vec<u64>, Stopped> {
    nodes(context, "Manhattan distance", &Manhattan::to_goal(&goal()))
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

fn lengths(context: &Context) -> Figures {
    let heuristic = patterns::<3>(context, "6-6-3")?;
    let (mut sum, mut equal) = (0, 0);
    for (number, (published, _)) in (1..).zip(korf::KORF_100) {
        context.say(|| format!("number {number} of a hundred"));
        let (length, _) = solve(context, number, &heuristic)?;
        sum += u64::from(length);
        equal += u64::from(length == published);
    }
    Ok(vec![Obtained::Count(sum), Obtained::Count(equal)])
}

fn easiest(context: &Context) -> Figures {
    let heuristic = Manhattan::to_goal(&goal());
    let (mut sum, mut equal) = (0, 0);
    for easy in korf::EASIEST_20 {
        let (_, nodes) = solve(context, easy.number, &heuristic)?;
        sum += nodes;
        equal += u64::from(nodes == easy.generated);
    }
    Ok(vec![Obtained::Count(sum), Obtained::Count(equal)])
}

fn all_hundred(context: &Context) -> Figures {
    let nodes = manhattan_nodes(context)?;
    Ok(vec![Obtained::Count(nodes.iter().sum()), Obtained::Count(nodes.len() as u64)])
}

/// The table of Korf's hundred instances.
pub(super) static KORF_100: Table = Table {
    name: "korf-100",
    title: "Korf's hundred 15-puzzles",
    source: "R. Korf, Depth-first iterative-deepening: an optimal admissible tree search, \
        Artificial Intelligence 27, 1985",
    conventions: "Goal with the blank first. Nodes are those that IDA* with Manhattan distance \
        generates, counting the root once; the blank moves up, left, right, down and never \
        straight back. The mean over the hundred is the often quoted 363,028,080; the individual \
        counts come from a plain C program.",
    rows: "figure",
    columns: &["sum", "instances"],
    entries: &[
        EXACT
            .row(
                "korf-100/lengths",
                "optimal lengths, all as published",
                &[Count(5305), Count(100)],
                lengths,
            )
            .quick(6),
        EXACT
            .row(
                "korf-100/easiest",
                "nodes of the easiest twenty, each as published",
                &[Count(46_968_238), Count(20)],
                easiest,
            )
            .quick(1),
        EXACT
            .row(
                "korf-100/nodes",
                "nodes of all",
                &[Count(36_302_808_031), Count(100)],
                all_hundred,
            )
            .long(220),
    ],
};

/// The number of instances in Korf and Felner's table.
const PRINTED_TRIALS: f64 = 1000.0;

/// The mean estimate of random boards, and the mean nodes of Korf's hundred instances.
fn quality(
    context: &Context,
    heuristic: &impl Heuristic<Puzzle>,
    nodes: impl IntoIterator<Item = u64>,
) -> Figures {
    const BOARDS: usize = 10_000;
    let mut random = Random::new(context.seed_for("random 15-puzzles"));
    let (goal, space) = (goal(), puzzle(1));
    let mut estimates = Sample::default();
    for _ in 0..BOARDS {
        let space = space.starting_at(&goal.random(&mut random));
        estimates.add(f64::from(heuristic.estimate(&space, &space.initial_state())));
    }
    let nodes: Sample = nodes.into_iter().map(|nodes| nodes as f64).collect();
    Ok(vec![estimates.beside(PRINTED_TRIALS), nodes.beside(PRINTED_TRIALS)])
}

fn quality_of<H: Heuristic<Puzzle>>(context: &Context, name: &str, heuristic: &H) -> Figures {
    quality(context, heuristic, nodes(context, name, heuristic)?)
}

const TOO_WIDE: &str = "For comparison only: the interval of the nodes is as wide as the figure, \
    and no change of a convention would leave it.";
const SHAPES: &str = "The tiles of each pattern are published only as an image; ours are those of \
    Partition::of_sizes for these sizes.";

/// The table of heuristics.
pub(super) static HEURISTICS: Table = Table {
    name: "15-puzzle-heuristics",
    title: "Heuristics of the 15-puzzle: mean estimate, and mean nodes of IDA*",
    source: "R. Korf and A. Felner, Disjoint pattern database heuristics, Artificial Intelligence \
        134, 2002; A. Felner, R. Korf and S. Hanan, Additive pattern database heuristics, JAIR \
        22, 2004",
    conventions: "The source uses 1,000 random solvable boards; we use 10,000 for the estimates \
        and Korf's hundred, also a random sample, for the nodes. Databases are looked up for the \
        board and its mirror image, and the larger value is used. Intervals are 4 standard errors \
        of the difference of the two samples; node counts have a long tail, so the intervals of a \
        hundred instances are wide.",
    rows: "heuristic",
    columns: &["mean h", "mean nodes"],
    entries: &[
        BESIDE
            .row(
                "15-puzzle-heuristics/manhattan",
                "Manhattan distance",
                &[Decimal(36.942, 3), Count(401_189_630)],
                |context| {
                    let nodes = manhattan_nodes(context)?;
                    quality(context, &Manhattan::to_goal(&goal()), nodes)
                },
            )
            .long(220)
            .with_comment(TOO_WIDE),
        BESIDE
            .row(
                "15-puzzle-heuristics/linear-conflict",
                "linear conflict",
                &[Nothing, Count(40_224_625)],
                |context| quality_of(context, "linear conflict", &LinearConflict::to_goal(&goal())),
            )
            .long(100)
            .with_comment(TOO_WIDE),
        BESIDE
            .row(
                "15-puzzle-heuristics/5-5-5",
                "patterns 5-5-5",
                &[Decimal(41.562, 3), Count(3_090_405)],
                |context| quality_of(context, "5-5-5", &patterns::<3>(context, "5-5-5")?),
            )
            .long(15)
            .with_comment(SHAPES),
        BESIDE
            .row(
                "15-puzzle-heuristics/6-6-3",
                "patterns 6-6-3",
                &[Decimal(42.924, 3), Count(617_555)],
                |context| quality_of(context, "6-6-3", &patterns::<3>(context, "6-6-3")?),
            )
            .quick(6)
            .with_comment(SHAPES),
        BESIDE
            .row(
                "15-puzzle-heuristics/7-8",
                "patterns 7-8",
                &[Decimal(45.632, 3), Count(36_710)],
                |context| quality_of(context, "7-8", &patterns::<2>(context, "7-8")?),
            )
            .long(160)
            .with_comment(SHAPES),
    ],
};

#[cfg(test)]
mod tests {
    use tremaux_tiles::Board;

    use super::*;

    /// Unlike the nodes, the estimates of random boards have a narrow interval.
    #[test]
    fn random_boards_have_the_printed_mean_estimate() {
        let manhattan = Manhattan::to_goal(&goal());
        let figures = quality(&Context::default(), &manhattan, [1]).expect("not stopped");
        let printed = Decimal(36.942, 3);
        assert!(printed.difference(&figures[0]).is_agreement(), "{figures:?}");
        assert!(printed.detects(&figures[0]).is_some_and(|least| least < 1.2));
    }

    #[test]
    fn boards_are_read_with_the_blank_first() {
        assert_eq!(puzzle(1).goal(), &goal());
        assert_eq!(puzzle(1).initial_state().tile(0), 14);
    }
}
