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

const THE_SOKOBAN: &str = "Sokoban as a problem";

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
