//! 8-puzzles some random moves from the goal, and the growth of the counts.

use serde::Deserialize;
use tremaux_core::{Algorithm, Heuristic, NoHeuristic};
use tremaux_registry::algorithms::graph_search::{self, GRAPH_SEARCH};
use tremaux_registry::{Expression, Options, java_hash};
use tremaux_search::{Conventions, GraphSearch};
use tremaux_tiles::{
    Arrangement, Board, Board64, GoodEvaluator, Instance, Manhattan, Misplaced,
    PrintedLinearConflict, Random, Size, Slide, SlidingPuzzle,
};

use crate::context::{Context, Walks};
use crate::figure::{Figures, Obtained, Printed};
use crate::statistics::{PowerLaw, Sample};
use crate::stopped::Stopped;

type Puzzle = SlidingPuzzle<Board64>;

/// The number of trials of each row in the book.
const PRINTED_TRIALS: f64 = 1000.0;

/// From this number of moves on, only A* is searched, because nothing else is printed.
const A_STAR_ALONE: usize = 15;

/// The searches of the table, as `tremaux solve` names them.
const A_STAR: &str = "graph-search(ties=lifo, duplicates=generated)";
const BREADTH_FIRST: &str =
    "graph-search(order=fewest-moves, goal=generation, duplicates=generated)";
const DEPTH_FIRST: &str = "graph-search(order=most-moves, ties=lifo, successors=reversed, \
                           goal=generation, reopen=no, duplicates=generated)";

/// The conventions of a search by its name, with the requested change.
fn conventions(context: &Context, name: &str) -> Conventions {
    let name = Expression::parse(&context.changed(name)).expect("a search of the program");
    let options = Options::read(&GRAPH_SEARCH.component, &name).expect("options of the program");
    graph_search::conventions(&options)
}

/// The goal of *Algorithms in a Nutshell*, and that with the blank first.
fn goals() -> [Arrangement; 2] {
    let size = Size::new(3, 3).expect("in range");
    [Arrangement::spiral(size), Arrangement::blank_first(size)]
}

fn puzzle(start: Arrangement, goal: &Arrangement, order: [Slide; 4]) -> Puzzle {
    let instance = Instance::new(start, goal.clone()).expect("of one size");
    Puzzle::new(&instance).expect("nine cells").with_order(order)
}

/// The results of a search that books print.
struct Found {
    closed: f64,
    open: f64,
    moves: Option<u32>,
}

fn search(
    context: &Context,
    space: &Puzzle,
    heuristic: &impl Heuristic<Puzzle>,
    conventions: Conventions,
) -> Result<Found, Stopped> {
    let key = |_: &Puzzle, board: &Board64| java_hash((0..9).map(|cell| board.tile(cell) as i32));
    let search = GraphSearch::by(conventions).with_key(key);
    let report = context.ended(search.solve(space, heuristic, &context.limits(), &mut ()))?;
    let [closed, open] =
        [report.statistics.closed, report.statistics.open].map(|count| count as f64);
    Ok(Found { closed, open, moves: report.plan.map(|plan| plan.cost) })
}

/// The searches from boards `n` random moves from the goal, computed once for all entries.
fn walks(context: &Context, n: usize) -> Result<Walks, Stopped> {
    if let Some(walks) = context.walks[n].get() {
        return Ok(*walks);
    }
    let [goal, _] = goals();
    let good = GoodEvaluator::to_goal(&goal).expect("Nilsson's goal");
    let order = [Slide::Down, Slide::Left, Slide::Up, Slide::Right];
    let mut random = Random::new(context.seed_for(&format!("walks of {n}")));
    let [a_star, breadth_first, depth_first] =
        [A_STAR, BREADTH_FIRST, DEPTH_FIRST].map(|name| conventions(context, name));
    let to_depth = |depth: usize| Conventions { depth: Some(depth as u32), ..depth_first };
    let blind = [breadth_first, to_depth(n), to_depth(2 * n)];
    let mut walks = Walks::default();
    for trial in 0..context.trials {
        context.check()?;
        context.say(|| format!("n = {n}, trial {trial} of {}", context.trials));
        // The same tile never moves twice in a row.
        let space = puzzle(goal.random_walk(n, &mut random), &goal, order);
        let mut add = |column: usize, found: Found| {
            walks.states[column].add(found.closed + found.open);
            if let Some(moves) = found.moves {
                walks.lengths[column].add(f64::from(moves));
            }
        };
        add(0, search(context, &space, &good, a_star)?);
        if n < A_STAR_ALONE {
            for (column, conventions) in (1..).zip(blind) {
                add(column, search(context, &space, &NoHeuristic, conventions)?);
            }
        }
    }
    Ok(*context.walks[n].get_or_init(|| walks))
}

/// A heuristic of the 8-puzzle.
#[derive(Clone, Copy, Debug, Deserialize)]
#[serde(rename_all = "kebab-case")]
enum Estimate {
    Misplaced,
    Manhattan,
    PrintedLinearConflict,
}

/// The means of closed and open of A* on 8-puzzles a thousand random moves from the goal.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct RandomTiles {
    estimate: Estimate,
}

impl RandomTiles {
    pub(super) fn run(&self, context: &Context) -> Figures {
        let [_, goal] = goals();
        match self.estimate {
            Estimate::Misplaced => Self::means(context, &Misplaced::to_goal(&goal)),
            Estimate::Manhattan => Self::means(context, &Manhattan::to_goal(&goal)),
            Estimate::PrintedLinearConflict => {
                let printed = PrintedLinearConflict::to_goal(&goal).expect("blank first");
                Self::means(context, &printed)
            }
        }
    }

    fn means(context: &Context, heuristic: &impl Heuristic<Puzzle>) -> Figures {
        /// The number of boards in the source.
        const PRINTED_TRIALS: f64 = 100.0;
        const MOVES: usize = 1000;
        const SEARCH: &str = "graph-search(ties=key, reopen=no)";
        let [_, goal] = goals();
        let order = [Slide::Up, Slide::Down, Slide::Left, Slide::Right];
        let conventions = conventions(context, SEARCH);
        // Use the same boards for every heuristic.
        let mut random = Random::new(context.seed_for("boards of a thousand moves"));
        let (mut closed, mut open) = (Sample::default(), Sample::default());
        for trial in 0..context.trials {
            context.check()?;
            context.say(|| format!("board {trial} of {}", context.trials));
            let space = puzzle(goal.random_walk(MOVES, &mut random), &goal, order);
            let found = search(context, &space, heuristic, conventions)?;
            closed.add(found.closed);
            open.add(found.open);
        }
        Ok(vec![closed.beside(PRINTED_TRIALS), open.beside(PRINTED_TRIALS)])
    }
}

/// Of 5,000 boards for each n from 2 to 14, with the seed 2: the standard deviations of states and
/// of lengths, and the shares of boards that depth-first search to n and to 2n does not solve. The
/// variance of a small sample would itself vary too much.
#[allow(clippy::approx_constant, reason = "a deviation that is near a sixth of pi by chance")]
const LARGE_SAMPLE: [[f64; 10]; 13] = [
    [0.0000, 0.5000, 0.0000, 3.5003, 0.0000, 0.0000, 0.0000, 0.0000, 0.0000, 0.0000],
    [0.0000, 3.5611, 1.7986, 18.4884, 0.0000, 0.0000, 0.0000, 0.0000, 0.0000, 0.0000],
    [1.0001, 6.7267, 4.9087, 54.8724, 0.0000, 0.0000, 0.0000, 1.7354, 0.0000, 0.0000],
    [1.0001, 8.5293, 8.3339, 111.9154, 0.0000, 0.0000, 0.0000, 1.5407, 0.0000, 0.0000],
    [0.8738, 18.9453, 15.4705, 201.2712, 0.0000, 0.0000, 0.0000, 2.7029, 0.0000, 0.0432],
    [1.3008, 36.2604, 30.5278, 420.4827, 0.5236, 0.5236, 0.3676, 2.5243, 0.0000, 0.2952],
    [3.4500, 68.5235, 52.9934, 654.5112, 0.8866, 0.8866, 0.6585, 3.2372, 0.0410, 0.2174],
    [9.6224, 114.2623, 82.8039, 1473.3340, 1.4818, 1.0853, 0.8028, 3.5592, 0.0692, 0.3480],
    [13.8127, 207.9138, 115.1814, 1928.0822, 1.6128, 1.1777, 0.8761, 4.1005, 0.2374, 0.2992],
    [22.3897, 352.5698, 146.5853, 5166.5119, 1.9416, 1.5038, 1.4841, 4.5932, 0.4478, 0.3700],
    [37.9540, 600.9119, 233.3451, 3818.4316, 3.1802, 1.6973, 1.3524, 4.6678, 0.3750, 0.4128],
    [52.0493, 1008.8364, 223.4954, 9009.0917, 3.8074, 1.8960, 1.9735, 4.5560, 0.6050, 0.3152],
    [55.7138, 1695.5785, 373.6808, 9546.6747, 4.3999, 2.1032, 2.0864, 4.7688, 0.6090, 0.2740],
];

/// The standard error of the difference between the mean of a sample in a column and the printed
/// one, which is of so many boards; the columns of lengths follow those of states.
fn standard_error(n: usize, column: usize, sample: &Sample, printed: f64) -> f64 {
    match LARGE_SAMPLE.get(n.wrapping_sub(2)) {
        Some(row) => row[column] * (1.0 / sample.count().max(1) as f64 + 1.0 / printed).sqrt(),
        None => sample.error_beside(printed),
    }
}

/// A row of Table 7-3: states and lengths of A*, breadth-first, and depth-first search to n and
/// to 2n, and how often the last two fail, whose printed numbers are the last figures.
pub(super) fn means(context: &Context, n: usize, printed: &[Printed]) -> Figures {
    let walks = walks(context, n)?;
    let failed = |column: usize| printed.get(column + 2).and_then(Printed::number).unwrap_or(0.0);
    let samples = walks.states.iter().chain(&walks.lengths).enumerate();
    let means = samples.map(|(column, sample)| {
        let solved = if column < 6 { PRINTED_TRIALS } else { PRINTED_TRIALS - failed(column) };
        let standard_error = standard_error(n, column, sample, solved);
        Obtained::Mean { mean: sample.mean(), standard_error }
    });
    let mut figures: Vec<Obtained> = means.collect();
    let trials = context.trials as f64;
    for (lengths, share) in walks.lengths[2..].iter().zip(&LARGE_SAMPLE[n - 2][8..]) {
        let failed = trials - lengths.count() as f64;
        let variance = share * (1.0 - share) * (1.0 / trials + 1.0 / PRINTED_TRIALS);
        let mean = failed / trials * PRINTED_TRIALS;
        let standard_error = variance.sqrt() * PRINTED_TRIALS;
        figures.push(Obtained::Mean { mean, standard_error });
    }
    Ok(figures)
}

/// A power law fitted to numbers of states, over the row number.
#[derive(Clone, Debug, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub(crate) enum Fit {
    /// To printed means.
    Printed(Vec<f64>),
    /// To our means in this column, from n = 2 to `last`.
    Ours { column: usize, last: usize },
}

impl Fit {
    pub(super) fn run(&self, context: &Context) -> Figures {
        match self {
            Self::Printed(means) => {
                let points = (1_u32..).zip(means).map(|(row, &y)| (f64::from(row), y, 0.0));
                let law = PowerLaw::fit(&points.collect::<Vec<_>>());
                Ok(vec![Obtained::Real(law.factor), Obtained::Real(law.exponent)])
            }
            &Self::Ours { column, last } => {
                let mut points = Vec::new();
                for n in 2..=last {
                    let sample = walks(context, n)?.states[column];
                    let error = standard_error(n, column, &sample, PRINTED_TRIALS);
                    points.push(((n - 1) as f64, sample.mean(), error));
                }
                let law = PowerLaw::fit(&points);
                let mean = |mean, standard_error| Obtained::Mean { mean, standard_error };
                // The printed figures have errors of their own, which are included.
                let factor = mean(law.factor, law.factor * law.errors[0]);
                Ok(vec![factor, mean(law.exponent, law.errors[1])])
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Run with `--nocapture`, it prints the table.
    #[test]
    #[ignore = "takes minutes: cargo test --release -p tremaux-reproduce walks:: -- --ignored"]
    fn the_large_sample_is_that_of_five_thousand_boards() {
        const BOARDS: usize = 5000;
        let context = Context::default().with_seed(2).with_trials(BOARDS);
        let mut rows = Vec::new();
        for n in 2..A_STAR_ALONE {
            let walks = walks(&context, n).expect("no limit");
            let samples = walks.states.iter().chain(&walks.lengths);
            let mut row: Vec<f64> = samples.map(Sample::deviation).collect();
            let solved = walks.lengths[2..].iter().map(Sample::count);
            row.extend(solved.map(|solved| 1.0 - solved as f64 / BOARDS as f64));
            let row: Vec<String> = row.iter().map(|value| format!("{value:.4}")).collect();
            println!("    [{}],", row.join(", "));
            rows.push(row);
        }
        let known = LARGE_SAMPLE.map(|row| row.map(|value| format!("{value:.4}")).to_vec());
        assert_eq!(rows, known);
    }
}
