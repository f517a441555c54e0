//! The sudokus of *SaC*.

use tremaux_core::{Heuristic, ParseError};
use tremaux_puzzles::sudoku::{Board, Clues, EmptyCells, RemainingPossibilities, Sudoku};
use tremaux_search::reference::{Conventions, Outcome, Rank, graph_search};

use super::SAC;
use super::sac_tiles::java_hash_of;
use crate::context::{Context, Stopped};
use crate::entry::{Code, Figures, Kind, RowKind, Table};
use crate::figure::Obtained;
use crate::figure::Printed::{Count, Decimal, Nothing};

const EXACT: RowKind = RowKind(Kind::Exact, Code::Textbook);

type Puzzle = Sudoku<9>;
type Estimate<'a> = &'a dyn Heuristic<Puzzle, Memo = ()>;

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
        EXACT.row(
            "sudoku/4x4",
            "all 4×4 sudokus from the empty board",
            &[Count(2_273), Nothing, Count(288)],
            all_of_four,
        ),
        EXACT.row(
            "sudoku/a-empty-cells",
            "sudoku A, h = empty cells",
            &[Count(222), Count(14), Nothing],
            |context| one(context, A, &EmptyCells),
        ),
        EXACT.row(
            "sudoku/a-possibilities",
            "sudoku A, h = remaining possibilities",
            &[Count(304), Count(20), Nothing],
            |context| one(context, A, &RemainingPossibilities),
        ),
        EXACT.row(
            "sudoku/b-empty-cells",
            "sudoku B, h = empty cells",
            &[Count(418), Count(41), Nothing],
            |context| one(context, B, &EmptyCells),
        ),
        EXACT.row(
            "sudoku/b-possibilities",
            "sudoku B, h = remaining possibilities",
            &[Count(381), Count(37), Nothing],
            |context| one(context, B, &RemainingPossibilities),
        ),
        EXACT.row(
            "sudoku/c-empty-cells",
            "sudoku C, h = empty cells",
            &[Count(525), Count(40), Nothing],
            |context| one(context, C, &EmptyCells),
        ),
        EXACT.row(
            "sudoku/c-possibilities",
            "sudoku C, h = remaining possibilities",
            &[Count(5_267), Count(452), Nothing],
            |context| one(context, C, &RemainingPossibilities),
        ),
        EXACT.row(
            "sudoku/euler-empty-cells",
            "Project Euler 96, means, h = empty cells",
            &[Decimal(165.08, 2), Decimal(13.22, 2), Nothing],
            |context| means(context, &EmptyCells),
        ),
        EXACT.row(
            "sudoku/euler-possibilities",
            "Project Euler 96, means, h = remaining possibilities",
            &[Decimal(151.98, 2), Decimal(11.96, 2), Nothing],
            |context| means(context, &RemainingPossibilities),
        ),
    ],
};
