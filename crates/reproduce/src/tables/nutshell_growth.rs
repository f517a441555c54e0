//! Search trees of *Algorithms in a Nutshell*: Table 7-3, and the growth of its counts.

use tremaux_core::NoHeuristic;
use tremaux_search::reference::{Conventions, Outcome, Rank, graph_search};
use tremaux_tiles::{GoodEvaluator, Random};

use super::NUTSHELL;
use super::nutshell_search::{Puzzle, goal, puzzle};
use crate::context::{Context, Stopped};
use crate::entry::{Code, Figures, Kind, RowKind, Table};
use crate::figure::Obtained;
use crate::figure::Printed::{self, Count, Decimal, Nothing};
use crate::statistics::{PowerLaw, Sample};

const STATISTICAL: RowKind = RowKind(Kind::Statistical, Code::Textbook);
const BESIDE: RowKind = RowKind(Kind::Orientation, Code::Textbook);
const FORMULA: RowKind = RowKind(Kind::Exact, Code::Arithmetic);

/// The number of trials of each row in the book.
const PRINTED_TRIALS: f64 = 1000.0;

/// A printed row: A*, breadth-first, and depth-first to n and to 2n.
struct WalkRow {
    n: u32,
    /// The number of states in open and closed at the end.
    states: [f64; 4],
    /// The lengths of the plans.
    length: [f64; 4],
    /// The number of trials out of a thousand in which depth-first search failed, to n and to
    /// 2n.
    failed: [u64; 2],
}

#[rustfmt::skip]
const ROWS: [WalkRow; 13] = [
    WalkRow { n: 2, states: [5.0, 4.5, 3.0, 6.2], length: [2.0, 2.0, 2.0, 2.0], failed: [0, 0] },
    WalkRow { n: 3, states: [7.0, 13.3, 7.1, 27.7], length: [3.0, 3.0, 3.0, 3.0], failed: [0, 0] },
    WalkRow { n: 4, states: [9.0, 25.6, 12.7, 67.9], length: [4.0, 4.0, 4.0, 5.1], failed: [0, 0] },
    WalkRow {
        n: 5, states: [11.0, 46.7, 20.8, 179.2],
        length: [5.0, 5.0, 5.0, 5.9], failed: [0, 0],
    },
    WalkRow {
        n: 6, states: [12.5, 77.3, 31.8, 319.5],
        length: [6.0, 6.0, 6.0, 9.4], failed: [0, 45],
    },
    WalkRow {
        n: 7, states: [14.9, 136.7, 57.9, 758.1],
        length: [6.8, 6.8, 6.9, 9.8], failed: [0, 294],
    },
    WalkRow {
        n: 8, states: [17.0, 217.1, 90.7, 1124.3],
        length: [7.7, 7.7, 7.9, 12.9], failed: [49, 199],
    },
    WalkRow {
        n: 9, states: [22.6, 369.2, 149.7, 2577.3],
        length: [8.9, 8.7, 8.8, 12.8], failed: [74, 357],
    },
    WalkRow {
        n: 10, states: [25.9, 567.6, 206.8, 3065.4],
        length: [9.7, 9.6, 9.7, 16.4], failed: [216, 281],
    },
    WalkRow {
        n: 11, states: [32.8, 911.7, 285.6, 7033.8],
        length: [10.5, 10.3, 10.5, 17.1], failed: [430, 356],
    },
    WalkRow {
        n: 12, states: [42.0, 1405.2, 457.4, 6104.0],
        length: [11.9, 11.3, 11.7, 20.5], failed: [364, 423],
    },
    WalkRow {
        n: 13, states: [54.8, 2355.8, 558.5, 12346.0],
        length: [13.3, 12.2, 12.2, 21.8], failed: [624, 308],
    },
    WalkRow {
        n: 14, states: [60.1, 3424.9, 912.5, 14079.1],
        length: [14.4, 12.9, 13.4, 25.3], failed: [611, 251],
    },
];

/// A row as figures: states, lengths and failures.
const fn figures(row: &WalkRow) -> [Printed; 10] {
    let (s, l, f) = (row.states, row.length, row.failed);
    [
        Decimal(s[0], 1),
        Decimal(s[1], 1),
        Decimal(s[2], 1),
        Decimal(s[3], 1),
        Decimal(l[0], 1),
        Decimal(l[1], 1),
        Decimal(l[2], 1),
        Decimal(l[3], 1),
        Count(f[0]),
        Count(f[1]),
    ]
}

static FIGURES: [[Printed; 10]; 13] = {
    let mut all = [[Nothing; 10]; 13];
    let mut at = 0;
    while at < all.len() {
        all[at] = figures(&ROWS[at]);
        at += 1;
    }
    all
};

/// The results of the searches from boards at a given number of random moves from the goal.
#[derive(Clone, Debug, Default)]
pub(crate) struct Walks {
    trials: usize,
    states: [Sample; 4],
    lengths: [Sample; 4],
}

/// From this number of moves on, only A* is searched, because nothing else is printed.
const A_STAR_ALONE: usize = 15;

/// The searches from boards `n` random moves from the goal, computed once for all entries.
fn walks(context: &Context, n: usize) -> Result<Walks, Stopped> {
    if let Some(walks) = context.shared.walks[n].get() {
        return Ok(walks.clone());
    }
    let good = GoodEvaluator::to_goal(&goal()).expect("Nilsson's goal");
    let mut random = Random::new(context.seed_for(&format!("walks of {n}")));
    let mut walks = Walks { trials: context.trials, ..Walks::default() };
    for trial in 0..context.trials {
        context.check()?;
        context.say(|| format!("n = {n}, trial {trial} of {}", context.trials));
        // The same tile never moves twice in a row.
        let space = puzzle(goal().random_walk(n, &mut random));
        let blind =
            |conventions| graph_search(&space, &NoHeuristic, &context.conventions(conventions));
        let mut add = |column: usize, outcome: Outcome<Puzzle>| {
            walks.states[column].add((outcome.closed + outcome.open) as f64);
            if let Some(plan) = outcome.plan {
                walks.lengths[column].add(f64::from(plan.cost));
            }
        };
        let a_star = context.conventions(Conventions::nutshell(Rank::GPlusH));
        add(0, graph_search(&space, &good, &a_star));
        if n < A_STAR_ALONE {
            add(1, blind(Conventions::nutshell_breadth_first()));
            add(2, blind(Conventions::nutshell_depth_first(n)));
            add(3, blind(Conventions::nutshell_depth_first(2 * n)));
        }
    }
    Ok(context.shared.walks[n].get_or_init(|| walks).clone())
}

/// The failures per thousand, compared with the printed number.
fn failures(walks: &Walks, column: usize, printed: u64) -> Obtained {
    let trials = walks.trials as f64;
    let failed = trials - walks.lengths[column].count() as f64;
    // Estimate the share from both samples together.
    let share = (failed + printed as f64) / (trials + PRINTED_TRIALS);
    let variance = share * (1.0 - share) * (1.0 / trials + 1.0 / PRINTED_TRIALS);
    let mean = failed / trials * PRINTED_TRIALS;
    Obtained::Mean { mean, standard_error: variance.sqrt() * PRINTED_TRIALS }
}

fn table_7_3(context: &Context, row: usize) -> Figures {
    let walks = walks(context, ROWS[row].n as usize)?;
    let samples = walks.states.iter().chain(&walks.lengths);
    let mut figures: Vec<Obtained> = samples.map(|sample| sample.beside(PRINTED_TRIALS)).collect();
    figures.extend((0..2).map(|at| failures(&walks, 2 + at, ROWS[row].failed[at])));
    Ok(figures)
}

/// Table 7-3.
pub(super) static TABLE_7_3: Table = Table {
    name: "7-3",
    title: "Table 7-3: 8-puzzles n random moves from the goal, states and lengths",
    source: NUTSHELL,
    conventions: "n random moves from the goal, never the same tile twice in a row; 1,000 boards \
        for each n in the book, and the number set by --trials here. States are open and closed \
        at the end. A* with GoodEvaluator as in Table 7-2; breadth-first and depth-first search \
        test for the goal when a successor is generated and do not look for duplicates in open; \
        depth-first search with bounds n and 2n. Lengths are means over the boards solved; \
        failures are per thousand. Intervals are 4 standard errors of the difference of two \
        samples, the book's and ours, with the variance of ours.",
    rows: "n",
    columns: &[
        "A*",
        "BFS",
        "DFS(n)",
        "DFS(2n)",
        "moves A*",
        "moves BFS",
        "moves DFS(n)",
        "moves DFS(2n)",
        "failed DFS(n)",
        "failed DFS(2n)",
    ],
    entries: &[
        STATISTICAL.row("7-3/2", "2", &FIGURES[0], |context| table_7_3(context, 0)),
        STATISTICAL.row("7-3/3", "3", &FIGURES[1], |context| table_7_3(context, 1)),
        STATISTICAL.row("7-3/4", "4", &FIGURES[2], |context| table_7_3(context, 2)),
        STATISTICAL.row("7-3/5", "5", &FIGURES[3], |context| table_7_3(context, 3)),
        STATISTICAL.row("7-3/6", "6", &FIGURES[4], |context| table_7_3(context, 4)),
        STATISTICAL.row("7-3/7", "7", &FIGURES[5], |context| table_7_3(context, 5)),
        STATISTICAL.row("7-3/8", "8", &FIGURES[6], |context| table_7_3(context, 6)),
        STATISTICAL.row("7-3/9", "9", &FIGURES[7], |context| table_7_3(context, 7)),
        STATISTICAL.row("7-3/10", "10", &FIGURES[8], |context| table_7_3(context, 8)).quick(1),
        STATISTICAL.row("7-3/11", "11", &FIGURES[9], |context| table_7_3(context, 9)).quick(2),
        STATISTICAL.row("7-3/12", "12", &FIGURES[10], |context| table_7_3(context, 10)).quick(3),
        STATISTICAL.row("7-3/13", "13", &FIGURES[11], |context| table_7_3(context, 11)).quick(4),
        STATISTICAL.row("7-3/14", "14", &FIGURES[12], |context| table_7_3(context, 12)).quick(5),
    ],
};

/// Fits a power law to a column of the printed table or of the computed one, over the row
/// number.
fn fit(rows: impl Iterator<Item = (usize, f64, f64)>) -> PowerLaw {
    let points: Vec<_> = rows.map(|(n, y, error)| ((n - 1) as f64, y, error)).collect();
    PowerLaw::fit(&points)
}

fn fit_of_the_printed(column: usize) -> Figures {
    let law = fit(ROWS.iter().map(|row| (row.n as usize, row.states[column], 0.0)));
    Ok(vec![Obtained::Real(law.factor), Obtained::Real(law.exponent)])
}

fn fit_of_ours(context: &Context, column: usize, last: usize) -> Figures {
    let mut rows = Vec::new();
    for n in 2..=last {
        let sample = walks(context, n)?.states[column];
        rows.push((n, sample.mean(), sample.error_beside(PRINTED_TRIALS)));
    }
    let law = fit(rows.into_iter());
    let mean = |mean, standard_error| Obtained::Mean { mean, standard_error };
    // The printed figures have errors of their own, which are included.
    Ok(vec![mean(law.factor, law.factor * law.errors[0]), mean(law.exponent, law.errors[1])])
}

const OUR_FIT: &str = "The fit of our own means. Its interval covers the sampling errors of both \
    samples; it does not mean that the counts follow a power law, and in fact they grow faster.";

/// The growth of the columns of Table 7-3.
pub(super) static GROWTH: Table = Table {
    name: "growth",
    title: "The growth of the states of Table 7-3",
    source: NUTSHELL,
    conventions: "Least squares on the logarithms of both sides, with equal weights. The book \
        writes a·(n+1)^b; its digits follow exactly from its table if the base is the row number \
        (1 for n = 2), that is, n − 1 for n random moves, but not if it is n + 1.",
    rows: "search",
    columns: &["factor a", "exponent b"],
    entries: &[
        FORMULA.row(
            "growth/printed-breadth-first",
            "BFS, fit of the printed means",
            &[Decimal(2.0, 1), Decimal(2.6158, 4)],
            |_| fit_of_the_printed(1),
        ),
        FORMULA.row(
            "growth/printed-depth-first-n",
            "DFS(n), fit of the printed means",
            &[Decimal(1.43, 2), Decimal(2.275, 3)],
            |_| fit_of_the_printed(2),
        ),
        FORMULA.row(
            "growth/printed-depth-first-2n",
            "DFS(2n), fit of the printed means",
            &[Decimal(3.18, 2), Decimal(3.164, 3)],
            |_| fit_of_the_printed(3),
        ),
        STATISTICAL
            .row("growth/breadth-first", "BFS", &[Decimal(2.0, 1), Decimal(2.6158, 4)], |context| {
                fit_of_ours(context, 1, 14)
            })
            .quick(1)
            .with_comment(OUR_FIT),
        STATISTICAL
            .row(
                "growth/depth-first-n",
                "DFS(n)",
                &[Decimal(1.43, 2), Decimal(2.275, 3)],
                |context| fit_of_ours(context, 2, 14),
            )
            .quick(1)
            .with_comment(OUR_FIT),
        STATISTICAL
            .row(
                "growth/depth-first-2n",
                "DFS(2n)",
                &[Decimal(3.18, 2), Decimal(3.164, 3)],
                |context| fit_of_ours(context, 3, 14),
            )
            .quick(1)
            .with_comment(OUR_FIT),
        BESIDE
            .row("growth/a-star", "A*, n = 2 to 30", &[Nothing, Decimal(1.5147, 4)], |context| {
                fit_of_ours(context, 0, 30)
            })
            .quick(1)
            .with_comment(
                "The means from which the printed exponent was computed are not printed beyond n = \
             14.",
            ),
    ],
};
