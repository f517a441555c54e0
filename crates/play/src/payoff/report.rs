//! The report of a payoff search, and the parts that payoff searches share.

use tremaux_core::{
    Game, GameEvent, GameObserver, GameStatistics, Limits, Meter, Player, StopReason, Termination,
    Turn,
};

use super::MAX_PAYOFF_DEPTH;
use crate::best_first::sort_best_first;

/// The result for one root move.
#[derive(Clone, Debug, PartialEq)]
pub struct PayoffMove<M> {
    /// The move.
    pub mv: M,
    /// The expected payoff of the player to move; an upper bound if `is_bound` is set.
    pub value: f64,
    /// Whether `value` is only an upper bound.
    pub is_bound: bool,
}

/// The result of a payoff search.
#[derive(Clone, Debug, PartialEq)]
#[must_use]
pub struct PayoffReport<M> {
    /// The expected payoff of the player to move, or of player 0 if chance is to move or the
    /// game is over.
    pub value: f64,
    /// The expected payoff of each player; `None` for paranoid search, which computes only one.
    pub payoffs: Option<Vec<f64>>,
    /// Whether the value is exact: no estimate contributed to it.
    pub is_exact: bool,
    /// The line of best play to the end, the horizon, or the first chance move.
    pub line: Vec<M>,
    /// Every legal move of the player to move, best first; empty if chance is to move.
    pub moves: Vec<PayoffMove<M>>,
    /// The depth of the last completed iteration, in plies. If it is zero, `line` is any legal
    /// move.
    pub depth: u32,
    /// Why the search ended.
    pub termination: Termination,
    /// The counts and times of the search.
    pub statistics: GameStatistics,
}

/// One iteration of a payoff search.
pub(super) struct Iteration<M> {
    pub(super) value: f64,
    pub(super) payoffs: Option<Vec<f64>>,
    pub(super) line: Vec<M>,
    pub(super) moves: Vec<PayoffMove<M>>,
}

/// The shared state of a payoff search: counts, limits, a stack of moves, and the best line
/// from every ply.
pub(super) struct SearchCore<M> {
    pub(super) statistics: GameStatistics,
    meter: Meter,
    pub(super) moves: Vec<M>,
    lines: Vec<Vec<M>>,
    pub(super) saw_estimate: bool,
}

impl<M: Copy> SearchCore<M> {
    fn new(limits: &Limits) -> Self {
        Self {
            statistics: GameStatistics::default(),
            meter: Meter::start(limits, 0),
            moves: Vec::new(),
            lines: Vec::new(),
            saw_estimate: false,
        }
    }

    /// Counts a position and clears its line.
    pub(super) fn enter(&mut self, ply: usize) -> Result<(), StopReason> {
        self.meter.check(self.statistics.nodes, || 0)?;
        self.statistics.nodes += 1;
        if self.lines.len() <= ply + 1 {
            self.lines.resize_with(ply + 2, Vec::new);
        }
        self.lines[ply].clear();
        Ok(())
    }

    /// Appends the moves of `state` to the stack. Returns the range of their indices.
    #[inline]
    pub(super) fn list_moves<G: Game<Move = M>>(
        &mut self,
        game: &G,
        state: &G::State,
    ) -> (usize, usize) {
        let first = self.moves.len();
        game.moves(state, &mut self.moves);
        self.statistics.expanded += 1;
        self.statistics.generated += (self.moves.len() - first) as u64;
        (first, self.moves.len())
    }

    /// Sets the best line from `ply`: `mv`, followed by the line of the next ply.
    pub(super) fn improve(&mut self, ply: usize, mv: M) {
        let (before, after) = self.lines.split_at_mut(ply + 1);
        before[ply].clear();
        before[ply].push(mv);
        before[ply].extend_from_slice(&after[0]);
    }

    /// Clears the line, because there is none below a chance node.
    pub(super) fn forget_line(&mut self, ply: usize) {
        self.lines[ply].clear();
    }

    pub(super) fn line(&self, ply: usize) -> &[M] {
        &self.lines[ply]
    }
}

/// Deepens until the game is solved, or the depth or a limit is reached.
pub(super) fn deepen<G: Game, Ob: GameObserver<G, f64> + ?Sized>(
    game: &G,
    state: &G::State,
    max_depth: u32,
    limits: &Limits,
    observer: &mut Ob,
    mut iterate: impl FnMut(
        &mut SearchCore<G::Move>,
        &mut G::State,
        u32,
        &mut Ob,
    ) -> Result<Iteration<G::Move>, StopReason>,
) -> PayoffReport<G::Move> {
    let mut report = PayoffReport {
        value: 0.0,
        payoffs: None,
        is_exact: false,
        line: Vec::new(),
        moves: Vec::new(),
        depth: 0,
        termination: Termination::Finished,
        statistics: GameStatistics::default(),
    };
    if game.turn(state) == Turn::Over {
        let players = 0..game.player_count();
        let payoffs: Vec<f64> = players.map(|p| game.payoff(state, p as Player)).collect();
        (report.value, report.is_exact) = (payoffs[0], true);
        report.payoffs = Some(payoffs);
        return report;
    }
    let mut moves = Vec::new();
    game.moves(state, &mut moves);
    if let Turn::Player(_) = game.turn(state) {
        report.line = vec![moves[0]];
        let unknown = |mv| PayoffMove { mv, value: f64::INFINITY, is_bound: true };
        report.moves = moves.into_iter().map(unknown).collect();
    }
    let mut core = SearchCore::new(limits);
    let last = max_depth.min(limits.depth.unwrap_or(u32::MAX)).clamp(1, MAX_PAYOFF_DEPTH);
    for depth in 1..=last {
        core.saw_estimate = false;
        core.moves.clear();
        let before = core.statistics.totals();
        // A limit may leave the state in the middle of the tree, so each iteration uses a copy.
        match iterate(&mut core, &mut state.clone(), depth, observer) {
            Ok(iteration) => {
                let Iteration { value, payoffs, line, mut moves } = iteration;
                core.statistics.last_iteration = core.statistics.totals() - before;
                core.statistics.iteration_nodes = core.statistics.last_iteration.nodes;
                core.statistics.iterations += 1;
                core.statistics.passes += 1;
                // Best first, and exact values before equal bounds.
                sort_best_first(&mut moves, |mv| (mv.value, !mv.is_bound));
                let best = line.first();
                if let Some(at) = moves.iter().position(|mv| Some(&mv.mv) == best) {
                    moves[..=at].rotate_right(1);
                }
                report.is_exact = !core.saw_estimate;
                (report.value, report.payoffs, report.line) = (value, payoffs, line);
                (report.moves, report.depth) = (moves, depth);
                observer.observe(GameEvent::Iteration {
                    depth,
                    score: report.value,
                    is_exact: report.is_exact,
                    line: &report.line,
                });
            }
            Err(reason) => {
                report.termination = Termination::Stopped(reason);
                break;
            }
        }
        if report.is_exact {
            break;
        }
    }
    core.statistics.elapsed = core.meter.elapsed();
    report.statistics = core.statistics;
    report
}
