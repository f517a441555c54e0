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

const THE_CHECKERS: &str = "checkers as a game, with the evaluation of the source";
const THE_BOARD: &str = "checkers, and the board, which stands only in a picture";
const THE_SOKOBAN: &str = "Sokoban as a problem";

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
