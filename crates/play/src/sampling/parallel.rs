//! Several threads on one tree.

use std::ops::Deref;
use std::sync::{Mutex, MutexGuard, PoisonError};

use tremaux_core::{
    CancelToken, Game, GameStatistics, Limits, Meter, Progress, StopReason, Termination,
    start_thread,
};

use super::sampler::Sampler;
use super::search::MctsSearch;
use super::tree::SampledTree;
use super::worker::Worker;

/// What the threads share.
struct Shared<'a, M> {
    tree: &'a mut SampledTree<M>,
    statistics: &'a mut GameStatistics,
    rewards: &'a mut [f64],
}

impl<P, G, S> MctsSearch<'_, P, G, S>
where
    P: Deref<Target = G>,
    G: Game<State: Send + Sync, Move: Send> + Sync,
    S: Sampler<G> + Sync + ?Sized,
{
    /// Continues with `threads` threads on one tree until the root is solved or a limit is reached.
    ///
    /// While one thread plays on from a position, the others count that playout as lost (virtual
    /// loss, Chaslot et al. 2008), so that they try other moves. Results vary from run to run.
    pub fn advance_in_parallel(&mut self, threads: usize, limits: &Limits) -> Progress {
        if self.is_done() {
            return Progress::Done(Termination::Finished);
        }
        let mut meter = Meter::start(limits, self.statistics.nodes);
        let players = self.rewards.len();
        let Self { game, sampler, root, tree, worker, statistics, rewards, .. } = self;
        let (game, sampler, root, options): (&G, &S, _, _) =
            (game, sampler, &*root, worker.options);
        let shared = &Mutex::new(Shared { tree, statistics, rewards });
        let ended = &CancelToken::default();
        let reason = std::thread::scope(|scope| {
            for thread in 1..threads as u64 {
                // Boxed, so that starting a thread is compiled once for all games.
                let helper: Box<dyn FnOnce() + Send + '_> = Box::new(move || {
                    let seed = options.seed.wrapping_add(thread);
                    let keys = sampler.key_count(game);
                    let mut worker = Worker::new(options.seed(seed), root, players, keys);
                    let stops =
                        |_: &GameStatistics| ended.is_cancelled().then_some(StopReason::Cancelled);
                    let _ = work(&mut worker, game, sampler, shared, stops);
                });
                if start_thread(scope, helper).is_none() {
                    break;
                }
            }
            let reason = work(worker, game, sampler, shared, |statistics| {
                meter.check(statistics.nodes, || 0).err()
            });
            ended.cancel();
            reason
        });
        self.statistics.elapsed += meter.elapsed();
        match reason {
            Some(reason) => {
                self.stopped = reason;
                Progress::Paused(reason)
            }
            None => Progress::Done(Termination::Finished),
        }
    }
}

fn lock<'a, 'b, M>(shared: &'a Mutex<Shared<'b, M>>) -> MutexGuard<'a, Shared<'b, M>> {
    shared.lock().unwrap_or_else(PoisonError::into_inner)
}

/// Samples until the root is solved, or `stops` returns a reason.
fn work<G: Game, S: Sampler<G> + ?Sized>(
    worker: &mut Worker<G>,
    game: &G,
    sampler: &S,
    shared: &Mutex<Shared<'_, G::Move>>,
    mut stops: impl FnMut(&GameStatistics) -> Option<StopReason>,
) -> Option<StopReason> {
    let mut has_sample = false;
    loop {
        {
            let mut shared = lock(shared);
            let Shared { tree, statistics, rewards } = &mut *shared;
            if has_sample {
                worker.back_up(sampler, tree);
                statistics.nodes += 1;
                for (sum, reward) in rewards.iter_mut().zip(&worker.rewards) {
                    *sum += reward;
                }
            }
            if tree.node(0).is_solved() {
                return None;
            }
            if let Some(reason) = stops(statistics) {
                return Some(reason);
            }
            worker.select(game, sampler, tree, statistics);
        }
        worker.sample(game, sampler);
        has_sample = true;
    }
}
