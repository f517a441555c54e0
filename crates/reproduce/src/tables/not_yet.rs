//! Figures whose problems are not there yet: nobody may think that they were checked.

use super::SAC;
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
const THE_CHECKERS: &str = "checkers as a game, with the evaluation of the source";
const THE_BOARD: &str = "checkers, and the board, which stands only in a picture";

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

/// Checkers.
pub(super) static CHECKERS: Table = Table {
    name: "checkers",
    title: "Checkers by Minimax and alpha-beta",
    source: SAC,
    conventions: "8×8, capture is compulsory and the longest must be taken, men capture backwards too, kings fly. The root is a state; at or past the depth a state is expanded only while its side to move has a capture.",
    rows: "search",
    columns: &["states"],
    entries: &[
        row(
            "checkers/opening-1.0",
            "opening, Minimax with quiescence, depth 1.0",
            Kind::Exact,
            &[Printed::Count(86)],
            THE_CHECKERS,
        ),
        row(
            "checkers/opening-1.5",
            "the same, depth 1.5",
            Kind::Exact,
            &[Printed::Count(779)],
            THE_CHECKERS,
        ),
        row(
            "checkers/opening-2.0",
            "the same, depth 2.0",
            Kind::Exact,
            &[Printed::Count(4_238)],
            THE_CHECKERS,
        ),
        row(
            "checkers/opening-1.5-table",
            "the same, depth 1.5, with a transposition table",
            Kind::Exact,
            &[Printed::Count(693)],
            THE_CHECKERS,
        ),
        row(
            "checkers/opening-alpha-beta-1.0",
            "opening, alpha-beta with quiescence, depth 1.0",
            Kind::Orientation,
            &[Printed::Count(78)],
            THE_CHECKERS,
        ),
        row(
            "checkers/opening-alpha-beta-1.5",
            "the same, depth 1.5",
            Kind::Orientation,
            &[Printed::Count(323)],
            THE_CHECKERS,
        ),
        row(
            "checkers/study-2.5",
            "a study, White wins in four, depth 2.5",
            Kind::Orientation,
            &[Printed::Count(100)],
            THE_BOARD,
        ),
        row(
            "checkers/study-5.5",
            "a study, depth 5.5",
            Kind::Orientation,
            &[Printed::Count(2_845)],
            THE_BOARD,
        ),
        row(
            "checkers/four-kings",
            "four kings against one, depth 3.5",
            Kind::Orientation,
            &[Printed::Count(54_898)],
            THE_BOARD,
        ),
    ],
};
