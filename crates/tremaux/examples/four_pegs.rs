//! A puzzle of your own, with all that makes a search fast: the towers of Hanoi with four pegs, by
//! a pattern database with a memo, a transposition table, and searches from both ends.
//!
//! Run it with `cargo run --example four_pegs -p tremaux`.

use tremaux::search::patterns::{Builder, PatternDatabase, pattern};
use tremaux::search::{BackwardSpace, Predecessor};
use tremaux::search::{
    BestFirst, BidirectionalBreadthFirst, BranchAndBound, NearOptimalBidirectional,
};
use tremaux::{Algorithm, Guarantees, Heuristic, Limits, SearchReport, StateSpace};

const DISKS: u32 = 10;
const HALF: u32 = DISKS / 2;

/// The peg of each disk, two bits each, the smallest disk first.
type Towers = u32;

/// A disk, and the peg to which it goes.
type Move = (u32, u32);

fn peg(towers: Towers, disk: u32) -> u32 {
    towers >> (2 * disk) & 3
}

fn moved(towers: Towers, (disk, to): Move) -> Towers {
    towers ^ (peg(towers, disk) ^ to) << (2 * disk)
}

/// The legal moves of this many disks.
fn moves(towers: Towers, disks: u32) -> impl Iterator<Item = Move> {
    let mut covered = 0_u32;
    (0..disks).flat_map(move |disk| {
        let is_free = covered >> peg(towers, disk) & 1 == 0;
        covered |= 1 << peg(towers, disk);
        let pegs = if is_free { 0b1111 & !covered } else { 0 };
        (0..4).filter(move |to| pegs >> to & 1 == 1).map(move |to| (disk, to))
    })
}

/// All disks go from the first peg to the last.
struct FourPegs;

impl StateSpace for FourPegs {
    type State = Towers;
    type Packed = Towers;
    type Action = Move;
    type Cost = u32;

    fn initial_state(&self) -> Towers {
        0
    }
    fn is_goal(&self, &towers: &Towers) -> bool {
        towers == (1 << (2 * DISKS)) - 1
    }
    fn actions(&self, &towers: &Towers, actions: &mut Vec<Move>) {
        actions.extend(moves(towers, DISKS));
    }
    fn cost(&self, _: &Towers, _: Move) -> u32 {
        1
    }
    fn apply(&self, towers: &mut Towers, mv: Move) {
        *towers = moved(*towers, mv);
    }
    fn pack(&self, &towers: &Towers) -> Towers {
        towers
    }
    fn unpack(&self, &towers: &Towers) -> Towers {
        towers
    }
    fn uniform_cost(&self) -> Option<u32> {
        Some(1)
    }
}

/// For searches from both ends.
impl BackwardSpace for FourPegs {
    fn goal_states(&self, goals: &mut Vec<Towers>) {
        goals.push((1 << (2 * DISKS)) - 1);
    }
    fn predecessors(&self, &towers: &Towers, predecessors: &mut Vec<Predecessor<Self>>) {
        predecessors.extend(
            moves(towers, DISKS)
                .map(|(disk, from)| ((disk, peg(towers, disk)), 1, moved(towers, (disk, from)))),
        );
    }
}

/// The moves that the smaller and the larger half of the disks need, each as if the other were not
/// there. Each move is of one disk, so of one half.
struct BothHalves(PatternDatabase);

impl BothHalves {
    fn estimate_half(&self, towers: Towers, half: u32) -> u8 {
        self.0.get((towers >> (2 * HALF * half)) as usize & ((1 << (2 * HALF)) - 1))
    }
}

impl Heuristic<FourPegs> for BothHalves {
    /// The estimate of each half: a move changes only one of them.
    type Memo = [u8; 2];

    fn guarantees(&self) -> Guarantees {
        Guarantees::CONSISTENT
    }
    fn estimate(&self, space: &FourPegs, towers: &Towers) -> u32 {
        self.root(space, towers).0
    }
    fn root(&self, _: &FourPegs, &towers: &Towers) -> (u32, [u8; 2]) {
        let memo = [0, 1].map(|half| self.estimate_half(towers, half));
        (memo.map(u32::from).iter().sum(), memo)
    }
    fn child(
        &self,
        _: &FourPegs,
        h: u32,
        &(mut memo): &[u8; 2],
        (disk, _): Move,
        &child: &Towers,
    ) -> (u32, [u8; 2]) {
        let half = disk / HALF;
        let before = std::mem::replace(&mut memo[half as usize], self.estimate_half(child, half));
        (h - u32::from(before) + u32::from(memo[half as usize]), memo)
    }
}

/// The fewest moves by A*, by a breadth-first search from both ends, by A* from both ends, and by
/// a depth-first search with a table.
pub(crate) fn solve() -> [u32; 4] {
    let half = pattern("four-pegs", 1 << (2 * HALF), [(1 << (2 * HALF)) - 1], |at| {
        moves(at as u32, HALF).map(move |mv| moved(at as u32, mv) as usize)
    });
    let halves = &BothHalves(Builder::new().build(&half).expect("a small database"));
    let limits = &Limits::default().with_nodes(10_000_000);
    let fewest = |name: &str, report: SearchReport<Move, u32>| {
        assert!(report.is_proven_optimal());
        println!("{name}: {} moves, {} expanded", report.lower_bound, report.statistics.expanded);
        report.lower_bound
    };
    let with_table = BranchAndBound::ida_star().hashed(1 << 24);
    [
        fewest("A*", BestFirst::a_star().solve(&FourPegs, halves, limits, &mut ())),
        fewest("both ends", BidirectionalBreadthFirst.solve(&FourPegs, halves, limits, &mut ())),
        fewest(
            "A* from both ends",
            NearOptimalBidirectional::new().solve(&FourPegs, halves, limits, &mut ()),
        ),
        fewest("IDA* with a table", with_table.solve(&FourPegs, halves, limits, &mut ())),
    ]
}

pub(crate) fn main() {
    assert_eq!(solve(), [49; 4]);
}
