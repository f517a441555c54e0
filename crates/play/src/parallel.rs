//! One search by several threads.

use std::sync::Mutex;
use std::time::Instant;

use tremaux_core::{
    CancelToken, Evaluator, GameObserver, GameReport, GameSearch, Limits, MoveOrdering, Progress,
    StopReason, Termination, ZeroSumGame,
};
use tremaux_tables::Memory;

use crate::alpha_beta::{AlphaBeta, AlphaBetaSearch, Parts, Selectivity};
use crate::horizon::Horizon;

impl AlphaBeta {
    /// Searches `state` with `threads` threads that know of each other only by a table they
    /// share (lazy SMP, Östensen 2016).
    ///
    /// `parts` makes the parts of each thread, from its number; all should lend the same
    /// table (`&table`), which needs no lock. Every second helper begins a ply deeper, so
    /// that they are not all at the same place. The first thread is the search: its events
    /// are observed, its limits hold. As soon as any is done, all are stopped; the report is
    /// that of the one that is done, or of the one that came deepest. Scores called exact are
    /// as true as those of one thread; counts and lines differ from run to run.
    /// [`GameStatistics::helper_nodes`](tremaux_core::GameStatistics) counts the positions
    /// of the other threads.
    ///
    /// # Panics
    ///
    /// If the game is not for two players.
    ///
    /// ```
    /// use tremaux_core::{Evaluator, Game, Limits};
    /// use tremaux_play::{AlphaBeta, Killers, Parts};
    /// use tremaux_tables::TranspositionTable;
    /// use tremaux_testkit::uniform_tree::{TreeOrder, UniformTree};
    /// let game = UniformTree { seed: 1, branching: 6, order: TreeOrder::Random };
    /// let start = game.initial_state();
    /// let table: TranspositionTable = TranspositionTable::with_bytes(1 << 20);
    /// let parts = |_| Parts::new().evaluator(game).ordering(Killers::default()).table(&table);
    /// let options = AlphaBeta { max_depth: 6, ..AlphaBeta::default() };
    /// let limits = Limits::default();
    /// let report = options.solve_in_parallel(2, &game, &start, parts, &limits, &mut ());
    /// assert_eq!(report.score, game.evaluate(&game, &start));
    /// ```
    pub fn solve_in_parallel<G, E, O, T, H, X, Ob>(
        &self,
        threads: usize,
        game: &G,
        state: &G::State,
        parts: impl Fn(usize) -> Parts<E, O, T, H, X> + Sync,
        limits: &Limits,
        observer: &mut Ob,
    ) -> GameReport<G::Move>
    where
        G: ZeroSumGame + Sync,
        G::State: Sync,
        G::Move: Send,
        E: Evaluator<G>,
        O: MoveOrdering<G>,
        T: Memory<G>,
        H: Horizon<G>,
        X: Selectivity<G>,
        Ob: GameObserver<G> + ?Sized,
    {
        let stop = CancelToken::default();
        let reports: Mutex<Vec<GameReport<G::Move>>> = Mutex::new(Vec::new());
        let (mut report, is_done) = std::thread::scope(|scope| {
            for thread in 1..threads {
                let (stop, reports, parts) = (&stop, &reports, &parts);
                scope.spawn(move || {
                    let first_depth = self.first_depth + (thread % 2) as u32;
                    let options = Self { first_depth, soft_time: None, ..*self };
                    let mut search = options.start(game, state, parts(thread));
                    let limits = Limits::default().with_cancel(stop.clone());
                    if let Progress::Done(_) = search.advance(&limits, &mut ()) {
                        stop.cancel();
                    }
                    let report = search.report();
                    reports.lock().unwrap_or_else(|poisoned| poisoned.into_inner()).push(report);
                });
            }
            let mut search = self.start(game, state, parts(0));
            let is_done = lead(&mut search, limits, &stop, observer);
            stop.cancel();
            (search.report(), is_done)
        });
        let mut helpers = reports.into_inner().unwrap_or_else(|poisoned| poisoned.into_inner());
        let helper_nodes = helpers.iter().map(|helper| helper.statistics.nodes).sum();
        if !is_done {
            // The reason why the first thread was stopped holds, unless another was done.
            helpers.retain(|helper| helper.depth > report.depth || helper.is_exact);
            let is_better = |helper: &&GameReport<G::Move>| {
                (helper.is_exact, helper.termination == Termination::Finished, helper.depth)
            };
            if let Some(best) = helpers.iter().max_by_key(is_better) {
                let termination = match best.termination {
                    Termination::Finished => Termination::Finished,
                    _ => report.termination,
                };
                report = GameReport { termination, statistics: report.statistics, ..best.clone() };
            }
        }
        report.statistics.helper_nodes = helper_nodes;
        report
    }
}

/// Runs the first search until it is done, a limit steps in, or a helper is done; says
/// whether it is the one that is.
fn lead<P, G, E, O, T, H, X, Ob>(
    search: &mut AlphaBetaSearch<P, G, E, O, T, H, X>,
    limits: &Limits,
    helper_done: &CancelToken,
    observer: &mut Ob,
) -> bool
where
    G: ZeroSumGame,
    AlphaBetaSearch<P, G, E, O, T, H, X>: GameSearch<G>,
    Ob: GameObserver<G> + ?Sized,
{
    const SLICE: u64 = 1 << 14;
    let started = Instant::now();
    let mut nodes_left = limits.nodes;
    loop {
        let nodes = nodes_left.unwrap_or(SLICE).min(SLICE);
        let time = limits.time.map(|time| time.saturating_sub(started.elapsed()));
        let mut slice = limits.clone().with_nodes(nodes);
        slice.time = time;
        match search.advance(&slice, observer) {
            Progress::Done(_) => return true,
            Progress::Paused(StopReason::NodeLimit) => {
                nodes_left = nodes_left.map(|left| left - nodes);
                if nodes_left == Some(0) || helper_done.is_cancelled() {
                    return false;
                }
            }
            Progress::Paused(_) => return false,
        }
    }
}
