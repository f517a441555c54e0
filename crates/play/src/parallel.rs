//! Parallel search.

use std::sync::Mutex;
use tremaux_core::clock::Instant;

use tremaux_core::{
    CancelToken, GameObserver, GameReport, GameSearch, Limits, Progress, Score, StopReason,
    Termination, ZeroSumGame, start_thread,
};

use crate::alpha_beta::{AlphaBeta, Config};

impl AlphaBeta {
    /// Searches `state` with `threads` threads that communicate only through a shared table
    /// (lazy SMP, Östensen 2016).
    ///
    /// `parts` creates the parts of each thread, from its number. All threads should use the
    /// same table (`&table`), which needs no lock. Every second helper starts one ply deeper,
    /// so that the threads do not all search the same positions. The first thread is the main
    /// search: its events are observed and its limits apply. As soon as any thread finishes,
    /// all are stopped. The report is that of the finished thread, or of the one that searched
    /// deepest. Exact scores are as reliable as those of a single thread; counts and lines vary
    /// from run to run. [`GameStatistics::helper_nodes`](tremaux_core::GameStatistics) counts
    /// the positions of the other threads.
    ///
    /// # Panics
    ///
    /// Panics if the game is not for two players.
    ///
    /// ```
    /// use tremaux::games::m_n_k::{MnkGame, OpenLines};
    /// use tremaux::play::{AlphaBeta, Killers, SearchParts, TranspositionTable};
    /// use tremaux::{Game, Limits, Score};
    /// let game = MnkGame::new(4, 3, 3)?;
    /// let start = game.initial_state();
    /// let table = TranspositionTable::with_bytes(1 << 20);
    /// let lines = OpenLines::new(&game);
    /// let parts = |_| {
    ///     SearchParts::new().evaluator(&lines).ordering(Killers::default()).table(&table)
    /// };
    /// let options = AlphaBeta::default();
    /// let limits = Limits::default();
    /// let report = options.solve_in_parallel(2, &game, &start, parts, &limits, &mut ());
    /// assert!(report.is_exact && report.score > Score::DRAW);
    /// # Ok::<(), tremaux::games::m_n_k::MnkError>(())
    /// ```
    pub fn solve_in_parallel<G, C, Ob>(
        &self,
        threads: usize,
        game: &G,
        state: &G::State,
        parts: impl Fn(usize) -> C + Sync,
        limits: &Limits,
        observer: &mut Ob,
    ) -> GameReport<G::Move>
    where
        G: ZeroSumGame + Sync,
        G::State: Sync,
        G::Move: Send,
        C: Config<G>,
        Ob: GameObserver<G> + ?Sized,
    {
        let stop = CancelToken::default();
        let reports: Mutex<Vec<GameReport<G::Move>>> = Mutex::new(Vec::new());
        let (mut report, is_done) = std::thread::scope(|scope| {
            for thread in 1..threads {
                let (stop, reports, parts) = (&stop, &reports, &parts);
                // Boxed, so that starting a thread is compiled once for all games.
                let helper: Box<dyn FnOnce() + Send + '_> = Box::new(move || {
                    let first_depth = self.first_depth + (thread % 2) as u32;
                    let options = Self { first_depth, soft_time: None, ..*self };
                    let mut search = options.start(game, state, parts(thread));
                    let limits = Limits::default().with_cancel(stop.clone());
                    // Of the type that searches by name have: compiled once.
                    let nobody: &mut Option<&mut dyn GameObserver<G>> = &mut None;
                    if let Progress::Done(_) = search.advance(&limits, nobody) {
                        stop.cancel();
                    }
                    let report = search.report();
                    reports.lock().unwrap_or_else(|poisoned| poisoned.into_inner()).push(report);
                });
                if start_thread(scope, helper).is_none() {
                    break;
                }
            }
            let mut search = self.start(game, state, parts(0));
            let is_done = lead(&mut search, limits, &stop, observer);
            stop.cancel();
            (search.report(), is_done)
        });
        let helpers = reports.into_inner().unwrap_or_else(|poisoned| poisoned.into_inner());
        report.statistics.helper_nodes = helpers.iter().map(|it| it.statistics.nodes).sum();
        if is_done { report } else { best_of(report, &helpers) }
    }
}

/// The report of the first thread, which was stopped, with what another found that is better: it
/// is finished, or searched deeper.
fn best_of<M: Clone>(report: GameReport<M>, helpers: &[GameReport<M>]) -> GameReport<M> {
    let rank = |helper: &&GameReport<M>| {
        (helper.is_exact, helper.termination == Termination::Finished, helper.depth)
    };
    let better = helpers.iter().filter(|helper| helper.depth > report.depth || helper.is_exact);
    let Some(best) = better.max_by_key(rank) else { return report };
    let mut found = best.clone();
    // The reason why the first thread stopped applies, unless another thread finished.
    if found.termination != Termination::Finished {
        found.termination = report.termination;
    }
    found.statistics = report.statistics;
    found
}

/// Runs the first search until it is finished, a limit is reached, or a helper is finished.
/// Returns whether it is the first search that finished.
fn lead<G: ZeroSumGame, Ob: GameObserver<G> + ?Sized>(
    search: &mut impl GameSearch<G, Value = Score>,
    limits: &Limits,
    helper_done: &CancelToken,
    observer: &mut Ob,
) -> bool {
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
