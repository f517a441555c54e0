//! What a search of payoffs hands back, and what its searches share.

use tremaux_core::{
    Game, GameStatistics, Limits, Meter, PayoffEvent, PayoffObserver, Player, StopReason,
    Termination, Turn,
};

use super::MAX_PAYOFF_DEPTH;

/// What a search found out about a move at the root.
#[derive(Clone, Debug, PartialEq)]
pub struct PayoffMove<M> {
    /// The move.
    pub mv: M,
    /// What the player to move can expect of it: at most this, if it was cut off.
    pub value: f64,
    /// Whether `value` is only an upper bound.
    pub is_bound: bool,
}

/// The result of a search of payoffs.
#[derive(Clone, Debug, PartialEq)]
#[must_use]
pub struct PayoffReport<M> {
    /// What the player to move can expect; where chance is to move or the game is over,
    /// player 0.
    pub value: f64,
    /// What each player can expect; `None` for paranoid search, which asks for one alone.
    pub payoffs: Option<Vec<f64>>,
    /// Whether no estimate entered the value.
    pub is_exact: bool,
    /// The line of best play, to the end, the horizon, or the first move of chance.
    pub line: Vec<M>,
    /// Every legal move of the player to move, the best first; empty where chance is to move.
    pub moves: Vec<PayoffMove<M>>,
    /// The deepest completed iteration, in plies. Zero if none is: then `line` is any legal
    /// move.
    pub depth: u32,
    /// Why the search ended.
    pub termination: Termination,
    /// What it took.
    pub statistics: GameStatistics,
}

/// One iteration of a search of payoffs.
pub(super) struct Iteration<M> {
    pub(super) value: f64,
    pub(super) payoffs: Option<Vec<f64>>,
    pub(super) line: Vec<M>,
    pub(super) moves: Vec<PayoffMove<M>>,
}

/// What a search of payoffs carries along: counts, limits, a stack of moves and the lines
/// from every ply.
pub(super) struct Walk<M> {
    pub(super) statistics: GameStatistics,
    meter: Meter,
    pub(super) moves: Vec<M>,
    lines: Vec<Vec<M>>,
    pub(super) saw_estimate: bool,
}

impl<M: Copy> Walk<M> {
    fn new(limits: &Limits) -> Self {
        Self {
            statistics: GameStatistics::default(),
            meter: Meter::start(limits, 0),
            moves: Vec::new(),
            lines: Vec::new(),
            saw_estimate: false,
        }
    }

    /// Counts a position, whose line is empty so far.
    pub(super) fn enter(&mut self, ply: usize) -> Result<(), StopReason> {
        self.meter.check(self.statistics.nodes, || 0)?;
        self.statistics.nodes += 1;
        if self.lines.len() <= ply + 1 {
            self.lines.resize_with(ply + 2, Vec::new);
        }
        self.lines[ply].clear();
        Ok(())
    }

    /// The best line from `ply` begins with `mv` now and goes on with that of the next ply.
    pub(super) fn improve(&mut self, ply: usize, mv: M) {
        let (before, after) = self.lines.split_at_mut(ply + 1);
        before[ply].clear();
        before[ply].push(mv);
        before[ply].extend_from_slice(&after[0]);
    }

    /// Below chance there is no line.
    pub(super) fn forget_line(&mut self, ply: usize) {
        self.lines[ply].clear();
    }

    pub(super) fn line(&self, ply: usize) -> &[M] {
        &self.lines[ply]
    }
}

/// Deepens until the game is solved, the depth is reached or a limit steps in.
pub(super) fn deepen<G: Game, Ob: PayoffObserver<G> + ?Sized>(
    game: &G,
    state: &G::State,
    max_depth: u32,
    limits: &Limits,
    observer: &mut Ob,
    mut iterate: impl FnMut(
        &mut Walk<G::Move>,
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
    let mut walk = Walk::new(limits);
    let last = max_depth.min(limits.depth.unwrap_or(u32::MAX)).clamp(1, MAX_PAYOFF_DEPTH);
    for depth in 1..=last {
        walk.saw_estimate = false;
        walk.moves.clear();
        let before = walk.statistics.nodes;
        // A limit leaves the state in the middle of the tree: each iteration has its own.
        match iterate(&mut walk, &mut state.clone(), depth, observer) {
            Ok(iteration) => {
                let Iteration { value, payoffs, line, mut moves } = iteration;
                walk.statistics.iteration_nodes = walk.statistics.nodes - before;
                walk.statistics.passes += 1;
                // The best first, and never a bound before a value that is as good.
                moves.sort_by(|a, b| {
                    let by_bound = a.is_bound.cmp(&b.is_bound);
                    b.value.total_cmp(&a.value).then(by_bound)
                });
                let best = line.first();
                if let Some(at) = moves.iter().position(|mv| Some(&mv.mv) == best) {
                    moves[..=at].rotate_right(1);
                }
                report.is_exact = !walk.saw_estimate;
                (report.value, report.payoffs, report.line) = (value, payoffs, line);
                (report.moves, report.depth) = (moves, depth);
                observer.observe_payoff(PayoffEvent::Iteration {
                    depth,
                    value: report.value,
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
    walk.statistics.elapsed = walk.meter.elapsed();
    report.statistics = walk.statistics;
    report
}
