//! The number of jumps, and detection of dead ends.

use std::collections::BTreeSet;

use tremaux_core::{Cost, Guarantees, Heuristic};

use super::dead_ends::{self, PagodaFunction};
use super::{Goal, PegSolitaire};

/// The pegs to remove: consistent, and exact wherever the goal can be reached.
///
/// Infinite only if there are too few pegs, or as many as at the goal but in other holes.
#[derive(Clone, Copy, Debug, Default)]
pub struct PegCount;

/// The number of jumps from `pegs` to `goal`, judged only by the number of pegs.
fn jumps(pegs: u64, goal: u64) -> Option<u32> {
    let jumps = pegs.count_ones().checked_sub(goal.count_ones())?;
    (jumps > 0 || pegs == goal).then_some(jumps)
}

impl Heuristic<PegSolitaire> for PegCount {
    type Memo = ();

    fn guarantees(&self) -> Guarantees {
        Guarantees::CONSISTENT
    }

    #[inline]
    fn estimate(&self, puzzle: &PegSolitaire, pegs: &u64) -> u32 {
        let jumps = match puzzle.goal() {
            Goal::OnePeg => pegs.count_ones().checked_sub(1),
            Goal::Pegs(goal) => jumps(*pegs, goal),
        };
        jumps.unwrap_or(u32::INFINITY)
    }
}

/// [`PegCount`], infinite where a class or a pagoda function proves that no goal can be
/// reached: consistent.
///
/// A goal is unreachable if its [class](super::Board::class) differs, or if a [`PagodaFunction`]
/// is larger there, as it never increases. Once a goal is unreachable it stays so, hence the
/// heuristic is consistent.
///
/// The functions, at most [`DeadEnds::MAX_FUNCTIONS`] for a goal, are derived by lowering the
/// weights of a valid function in random order as long as it stays valid; the functions that
/// prove the most positions of random games to be dead ends are kept. The seed is fixed, so the
/// same puzzle always has the same functions.
#[derive(Clone, Debug)]
pub struct DeadEnds {
    targets: Vec<Target>,
}

/// A goal position.
#[derive(Clone, Debug)]
struct Target {
    pegs: u64,
    class: u64,
    functions: Vec<PagodaFunction>,
}

impl DeadEnds {
    /// The largest number of functions for one goal position.
    pub const MAX_FUNCTIONS: usize = 8;

    /// The heuristic for `puzzle`. Takes about ten milliseconds for each goal position of the
    /// start's class.
    pub fn new(puzzle: &PegSolitaire) -> Self {
        let board = puzzle.board();
        let goals = match puzzle.goal() {
            Goal::OnePeg => (0..board.holes()).map(|hole| 1 << hole).collect(),
            Goal::Pegs(pegs) => vec![pegs],
        };
        let games = dead_ends::random_games(puzzle);
        let target = |pegs| {
            let class = board.class(pegs);
            // A goal of another class than the start needs no other proof.
            let is_reachable = class == board.class(puzzle.start());
            let functions = match is_reachable {
                true => dead_ends::functions(board, pegs, &games, Self::MAX_FUNCTIONS),
                false => Vec::new(),
            };
            Target { pegs, class, functions }
        };
        Self { targets: goals.into_iter().map(target).collect() }
    }

    /// Why no goal can be reached from the start of `puzzle`, if that is known: weights of holes
    /// whose sum no jump increases, or whose parity none changes.
    pub(super) fn refutation(&self, puzzle: &PegSolitaire) -> Option<BTreeSet<String>> {
        let (board, start) = (puzzle.board(), puzzle.start());
        let text = |kind: &str, weights: &mut dyn Iterator<Item = (usize, i32)>| {
            let word = |(hole, weight)| format!(" {}={weight}", board.name(hole));
            kind.to_owned() + &weights.map(word).collect::<String>()
        };
        let refuted = |target: &Target| {
            if let Some(holes) = board.parity_between(start, target.pegs) {
                let holes = (0..board.holes()).filter(|hole| holes >> hole & 1 == 1);
                return Some(text("parity", &mut holes.map(|hole| (hole, 1))));
            }
            let is_less = |function: &&PagodaFunction| function.value(start) < function.at_goal;
            Some(text("sum", &mut target.functions.iter().find(is_less)?.weights()))
        };
        self.targets.iter().map(refuted).collect()
    }

    /// The pagoda functions for the goal position `goal`.
    pub fn functions(&self, goal: u64) -> impl Iterator<Item = &PagodaFunction> {
        let targets = self.targets.iter().filter(move |target| target.pegs == goal);
        targets.flat_map(|target| &target.functions)
    }
}

impl Heuristic<PegSolitaire> for DeadEnds {
    type Memo = ();

    fn guarantees(&self) -> Guarantees {
        Guarantees::CONSISTENT
    }

    fn estimate(&self, puzzle: &PegSolitaire, pegs: &u64) -> u32 {
        let class = puzzle.board().class(*pegs);
        let may_reach = |target: &&Target| {
            let is_less = |function: &PagodaFunction| function.value(*pegs) < function.at_goal;
            class == target.class
                && jumps(*pegs, target.pegs).is_some()
                && !target.functions.iter().any(is_less)
        };
        // All goals have the same number of pegs.
        let target = self.targets.iter().find(may_reach);
        target.and_then(|target| jumps(*pegs, target.pegs)).unwrap_or(u32::INFINITY)
    }
}
