//! The sudokus of *SaC*.

use tremaux_core::{Heuristic, ParseError};
use tremaux_puzzles::sudoku::{Board, Clues, EmptyCells, RemainingPossibilities, Sudoku};
use tremaux_search::reference::{Conventions, Outcome, Rank, graph_search};

use super::SAC;
use super::sac_tiles::java_hash_of;
use crate::context::{Context, Stopped};
use crate::entry::{Code, Compute, Effort, Entry, Kind, Table};
use crate::figure::{Obtained, Printed};

type Puzzle = Sudoku<9>;
type Estimate<'a> = &'a dyn Heuristic<Puzzle, Memo = ()>;
type Figures = Result<Vec<Obtained>, Stopped>;

const A: &str = "000000080800701040040020030374000900000030000005000321010060050050802006080000000";
const B: &str = "000900002050123400030000160908000000070000090000000205091000050007439020400007000";
const C: &str = "000700800000040030000009001600500000010030040005001007500200600030080090007000002";

/// Java's hash of the cells of a board with side length `SIDE`.
fn java_hash<const SIDE: usize>(board: &Board<9>) -> i64 {
    let cells = (0..SIDE).flat_map(|row| (0..SIDE).map(move |column| (row, column)));
    java_hash_of(cells.map(|(row, column)| board.digit(row, column).into()))
}

/// Best-first search for the given number of solutions.
fn search<const SIDE: usize>(
    context: &Context,
    clues: &Clues,
    heuristic: Estimate<'_>,
    wanted: usize,
) -> Outcome<Puzzle> {
    let space = Puzzle::new(clues).expect("at most nine digits");
    let sac = Conventions::sac(Rank::H, java_hash::<SIDE>);
    let conventions = Conventions { wanted, ..context.conventions(sac) };
    graph_search(&space, &heuristic, &conventions)
}

/// The numbers of closed, open and solutions.
fn figures(outcome: &Outcome<Puzzle>) -> Figures {
    let counts = [outcome.closed, outcome.open, outcome.goals];
    Ok(counts.map(|count| Obtained::Count(count as u64)).to_vec())
}

fn read(text: &str) -> Clues {
    Clues::parse(text).expect("a sudoku of the source")
}

fn one(context: &Context, text: &str, heuristic: Estimate<'_>) -> Figures {
    figures(&search::<9>(context, &read(text), heuristic, 1))
}

fn all_of_four(context: &Context) -> Figures {
    figures(&search::<4>(context, &read("................"), &EmptyCells, usize::MAX))
}

/// The means over the fifty sudokus of Project Euler 96.
fn means(context: &Context, heuristic: Estimate<'_>) -> Figures {
    const FILE: &str = "sudoku/euler96.txt";
    const NEEDS: &str = "the 50 sudokus of Project Euler 96, as `sudoku/euler96.txt` in the \
                         folder named by TREMAUX_DATA";
    let text = context.data(FILE, NEEDS)?;
    let all = Clues::parse_all(&text, None).map_err(|_: ParseError| Stopped::Needs(NEEDS))?;
    let (mut closed, mut open, mut goals) = (0, 0, 0);
    for (at, clues) in all.iter().enumerate() {
        context.check()?;
        context.say(|| format!("sudoku {} of {}", at + 1, all.len()));
        let outcome = search::<9>(context, clues, heuristic, 1);
        closed += outcome.closed;
        open += outcome.open;
        goals += outcome.goals;
    }
    let mean = |sum: usize| Obtained::Real(sum as f64 / all.len() as f64);
    Ok(vec![mean(closed), mean(open), mean(goals)])
}

const fn exact(
    id: &'static str,
    what: &'static str,
    printed: &'static [Printed; 3],
    compute: fn(&Context) -> Figures,
) -> Entry {
    let (kind, effort) = (Kind::Exact, Effort::Quick(0));
    Entry::of(id, what, kind, printed, Compute::By(Code::Textbook, compute), effort)
}

/// The table of sudokus.
pub(super) static SUDOKU: Table = Table {
    name: "sudoku",
    title: "Sudokus by best-first search",
    source: SAC,
    conventions: "The cell is the first in row-major order with the fewest candidates; its \
        candidates are tried in ascending order. Open is ordered by h, ties by the 32-bit signed \
        polynomial hash of the board, lowest first; h is infinite if an empty cell has no \
        candidate, but such boards still enter open; a solution counts as closed. For Project \
        Euler 96 the slides print other means: 166.92, 14.32 and 176.64, 15.08; those here are \
        from the released library.",
    rows: "search",
    columns: &["closed", "open", "solutions"],
    entries: &[
        exact(
            "sudoku/4x4",
            "all 4×4 sudokus from the empty board",
            &[Printed::Count(2_273), Printed::Nothing, Printed::Count(288)],
            all_of_four,
        ),
        exact(
            "sudoku/a-empty-cells",
            "sudoku A, h = empty cells",
            &[Printed::Count(222), Printed::Count(14), Printed::Nothing],
            |context| one(context, A, &EmptyCells),
        ),
        exact(
            "sudoku/a-possibilities",
            "sudoku A, h = remaining possibilities",
            &[Printed::Count(304), Printed::Count(20), Printed::Nothing],
            |context| one(context, A, &RemainingPossibilities),
        ),
        exact(
            "sudoku/b-empty-cells",
            "sudoku B, h = empty cells",
            &[Printed::Count(418), Printed::Count(41), Printed::Nothing],
            |context| one(context, B, &EmptyCells),
        ),
        exact(
            "sudoku/b-possibilities",
            "sudoku B, h = remaining possibilities",
            &[Printed::Count(381), Printed::Count(37), Printed::Nothing],
            |context| one(context, B, &RemainingPossibilities),
        ),
        exact(
            "sudoku/c-empty-cells",
            "sudoku C, h = empty cells",
            &[Printed::Count(525), Printed::Count(40), Printed::Nothing],
            |context| one(context, C, &EmptyCells),
        ),
        exact(
            "sudoku/c-possibilities",
            "sudoku C, h = remaining possibilities",
            &[Printed::Count(5_267), Printed::Count(452), Printed::Nothing],
            |context| one(context, C, &RemainingPossibilities),
        ),
        exact(
            "sudoku/euler-empty-cells",
            "Project Euler 96, means, h = empty cells",
            &[Printed::Decimal(165.08, 2), Printed::Decimal(13.22, 2), Printed::Nothing],
            |context| means(context, &EmptyCells),
        ),
        exact(
            "sudoku/euler-possibilities",
            "Project Euler 96, means, h = remaining possibilities",
            &[Printed::Decimal(151.98, 2), Printed::Decimal(11.96, 2), Printed::Nothing],
            |context| means(context, &RemainingPossibilities),
        ),
    ],
};
