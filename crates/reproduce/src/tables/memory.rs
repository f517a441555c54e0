//! How much the memory techniques of game programs help IDA*.

use tremaux_core::{Algorithm, SearchReport};
use tremaux_puzzles::tiles::{Board64, Manhattan, Move, SlidingPuzzle, korf};
use tremaux_search::{AnyOrder, BestFirst, BranchAndBound, Buckets, ByHistory, HashedStates};
use tremaux_tables::TwoLevel;

use super::BROCKINGTON;
use crate::context::{Context, Stopped};
use crate::entry::{Compute, Effort, Entry, Kind, Table};
use crate::figure::{Obtained, Printed};
use crate::statistics::Sample;

type Puzzle = SlidingPuzzle<Board64>;
type Report = SearchReport<Move, u32>;

/// The search that is compared with the one without memory.
#[derive(Clone, Copy)]
enum Memory {
    /// A table whose size is this many thousandths of A*'s closed list, at 16 bytes per state.
    /// The flag says whether its best move is tried first.
    Table(u64, bool),
    /// The history heuristic.
    History,
}

fn search(
    context: &Context,
    memory: Option<Memory>,
    (puzzle, manhattan): (&Puzzle, &Manhattan),
) -> Result<Report, Stopped> {
    let limits = context.limits();
    let plain = BranchAndBound::ida_star();
    let report = match memory {
        None => plain.solve(puzzle, manhattan, &limits, &mut ()),
        Some(Memory::History) => {
            plain.order(ByHistory::default()).solve(puzzle, manhattan, &limits, &mut ())
        }
        Some(Memory::Table(per_mille, best_first)) => {
            let a_star = BestFirst::astar().open_list(Buckets).ties(AnyOrder);
            let full = context.ended(a_star.solve(puzzle, manhattan, &limits, &mut ()))?;
            let bytes = full.statistics.closed * 16 * per_mille / 1000;
            let table = HashedStates::<TwoLevel>::with_bytes(bytes as usize);
            let tabled = plain.table(table).best_first(best_first);
            tabled.solve(puzzle, manhattan, &context.limits(), &mut ())
        }
    };
    context.ended(report)
}

/// The nodes generated, in percent of those without memory: for all instances together, and the
/// mean over the instances.
fn share(context: &Context, memory: Memory) -> Result<Vec<Obtained>, Stopped> {
    let (mut all, mut part) = (0, 0);
    let mut shares = Sample::default();
    for easy in korf::EASIEST_20 {
        context.say(|| format!("number {} of a hundred", easy.number));
        let instance = korf::fifteen_puzzle(easy.number).expect("of a hundred");
        let puzzle = Puzzle::new(&instance).expect("sixteen cells");
        let case = (&puzzle, &Manhattan::to_goal(puzzle.goal()));
        let plain = search(context, None, case)?;
        let other = search(context, Some(memory), case)?;
        assert_eq!(plain.lower_bound, other.lower_bound, "both prove the length");
        let (plain, other) = (plain.statistics.generated, other.statistics.generated);
        all += plain;
        part += other;
        shares.add(100.0 * other as f64 / plain as f64);
    }
    let (mean, standard_error) = (shares.mean(), shares.error_beside(f64::INFINITY));
    Ok(vec![
        Obtained::Real(100.0 * part as f64 / all as f64),
        Obtained::Mean { mean, standard_error },
    ])
}

const fn entry(
    id: &'static str,
    what: &'static str,
    printed: &'static [Printed; 2],
    compute: fn(&Context) -> Result<Vec<Obtained>, Stopped>,
    effort: Effort,
    comment: &'static str,
) -> Entry {
    let kind = Kind::Orientation;
    Entry { id, what, kind, printed, compute: Compute::By(compute), effort, comment }
}

const TABLE: &str = "The source states neither the size nor the replacement scheme, only that a \
    table can be 2 to 5 % of a full closed list. Ours has two levels: one slot kept by depth and \
    one always replaced.";
const HISTORY: &str = "History changes only the last iteration, for better or worse, so twenty \
    instances say little; on these it costs nodes instead of saving them.";

/// The table of IDA* with memory.
pub(super) static MEMORY: Table = Table {
    name: "memory",
    title: "IDA* on the 15-puzzle with the memory techniques of game programs: nodes, in % of \
        those without",
    source: BROCKINGTON,
    conventions: "Manhattan distance; nodes generated. The source uses Korf's hundred; ours \
        are the twenty of them with the fewest nodes. Table sizes are relative to the number of \
        states that A* closes, at 16 bytes per state.",
    rows: "memory",
    columns: &["all nodes %", "mean of instances %"],
    entries: &[
        entry(
            "memory/table-5",
            "transposition table, 5 % of a closed list",
            &[Printed::Decimal(50.0, 0), Printed::Nothing],
            |context| share(context, Memory::Table(50, false)),
            Effort::Quick(9),
            TABLE,
        ),
        entry(
            "memory/table-best-move",
            "the same, and its best move first",
            &[Printed::Decimal(50.0, 0), Printed::Nothing],
            |context| share(context, Memory::Table(50, true)),
            Effort::Quick(9),
            TABLE,
        ),
        entry(
            "memory/history",
            "history heuristic",
            &[Printed::Decimal(94.0, 0), Printed::Nothing],
            |context| share(context, Memory::History),
            Effort::Quick(6),
            HISTORY,
        ),
    ],
};
