//! Figures whose problems are not there yet: nobody may think that they were checked.

use super::{BROCKINGTON, SAC};
use crate::entry::{Compute, Effort, Entry, Kind, Table};
use crate::figure::Printed;

const fn row(
    id: &'static str,
    what: &'static str,
    kind: Kind,
    printed: &'static [Printed],
    needs: &'static str,
) -> Entry {
    let effort = Effort::Quick(0);
    Entry { id, what, kind, printed, compute: Compute::Needs(needs), effort, comment: "" }
}

const THE_SUDOKU: &str = "the sudoku as a problem";
const THE_SOKOBAN: &str = "Sokoban as a problem";

/// Sudokus.
pub(super) static SUDOKU: Table = Table {
    name: "sudoku",
    title: "Sudokus by best-first search",
    source: SAC,
    conventions: "The cell is the first in row-major order with fewest candidates; its candidates in rising order. The slides print other means for Project Euler 96, 166.92, 14.32 and 176.64, 15.08; those here are of the library as released.",
    rows: "search",
    columns: &["closed", "open"],
    entries: &[
        row(
            "sudoku/4x4",
            "all 4×4 sudokus from the empty board: 288 solutions",
            Kind::Exact,
            &[Printed::Count(2_273), Printed::Nothing],
            THE_SUDOKU,
        ),
        row(
            "sudoku/a-empty-cells",
            "sudoku A, h = empty cells",
            Kind::Exact,
            &[Printed::Count(222), Printed::Count(14)],
            THE_SUDOKU,
        ),
        row(
            "sudoku/a-possibilities",
            "sudoku A, h = remaining possibilities",
            Kind::Exact,
            &[Printed::Count(304), Printed::Count(20)],
            THE_SUDOKU,
        ),
        row(
            "sudoku/b-empty-cells",
            "sudoku B, h = empty cells",
            Kind::Exact,
            &[Printed::Count(418), Printed::Count(41)],
            THE_SUDOKU,
        ),
        row(
            "sudoku/b-possibilities",
            "sudoku B, h = remaining possibilities",
            Kind::Exact,
            &[Printed::Count(381), Printed::Count(37)],
            THE_SUDOKU,
        ),
        row(
            "sudoku/c-empty-cells",
            "sudoku C, h = empty cells",
            Kind::Exact,
            &[Printed::Count(525), Printed::Count(40)],
            THE_SUDOKU,
        ),
        row(
            "sudoku/c-possibilities",
            "sudoku C, h = remaining possibilities",
            Kind::Exact,
            &[Printed::Count(5_267), Printed::Count(452)],
            THE_SUDOKU,
        ),
        row(
            "sudoku/euler-empty-cells",
            "Project Euler 96, means, h = empty cells",
            Kind::Exact,
            &[Printed::Decimal(165.08, 2), Printed::Decimal(13.22, 2)],
            THE_SUDOKU,
        ),
        row(
            "sudoku/euler-possibilities",
            "Project Euler 96, means, h = remaining possibilities",
            Kind::Exact,
            &[Printed::Decimal(151.98, 2), Printed::Decimal(11.96, 2)],
            THE_SUDOKU,
        ),
    ],
};

/// Sokoban.
pub(super) static SOKOBAN: Table = Table {
    name: "sokoban",
    title: "Sokoban: levels of XSokoban's 90 that are solved",
    source: BROCKINGTON,
    conventions: "All that is known: deadlock tables, tunnel macros, goal macros, goal cuts, pattern search, relevance cuts, overestimation.",
    rows: "search",
    columns: &["solved"],
    entries: &[
        row(
            "sokoban/plain",
            "IDA* alone, 20 million nodes",
            Kind::Orientation,
            &[Printed::Count(0)],
            THE_SOKOBAN,
        ),
        row(
            "sokoban/table",
            "with a transposition table and move ordering, 20 million nodes",
            Kind::Orientation,
            &[Printed::Count(4)],
            THE_SOKOBAN,
        ),
        row(
            "sokoban/table-long",
            "the same, 1,000 million nodes",
            Kind::Orientation,
            &[Printed::Count(6)],
            THE_SOKOBAN,
        ),
        row(
            "sokoban/domain",
            "with all that is known of the problem, 1,000 million nodes",
            Kind::Orientation,
            &[Printed::Count(52)],
            THE_SOKOBAN,
        ),
    ],
};
