//! A Monte Carlo tree search under way.

use std::ops::Deref;

use tremaux_core::{
    Game, GameObserver, GameSearch, GameStatistics, Limits, Meter, Player, Progress, StopReason,
    Termination, Turn,
};

use super::options::Mcts;
use super::report::{MctsReport, SampledMove};
use super::sampler::Sampler;
use super::tree::{CHANCE, Node, SampledTree};
use super::worker::Worker;
use crate::root_moves::sort_best_first;

impl Mcts {
    /// Creates a search of `state` in its initial state.
    pub fn start<'a, P, G, S>(
        &self,
        game: P,
        state: &G::State,
        sampler: &'a S,
    ) -> MctsSearch<'a, P, G, S>
    where
        P: Deref<Target = G>,
        G: Game,
        S: Sampler<G> + ?Sized,
    {
        MctsSearch::new(*self, game, state, sampler, None)
    }

    /// The same with the tree of an earlier search: see [`MctsSearch::into_tree`]. Its root must be
    /// `state`, and the sampler the same.
    pub fn resume<'a, P, G, S>(
        &self,
        game: P,
        state: &G::State,
        sampler: &'a S,
        tree: SampledTree<G::Move>,
    ) -> MctsSearch<'a, P, G, S>
    where
        P: Deref<Target = G>,
        G: Game,
        S: Sampler<G> + ?Sized,
    {
        MctsSearch::new(*self, game, state, sampler, Some(tree))
    }

    /// Searches `state` until it is solved or a limit is reached: there must be one unless the game
    /// is small.
    pub fn solve<G: Game, S: Sampler<G> + ?Sized>(
        &self,
        game: &G,
        state: &G::State,
        sampler: &S,
        limits: &Limits,
    ) -> MctsReport<G::Move> {
        let mut search = self.start(game, state, sampler);
        let _ = search.advance(limits, &mut ());
        search.report()
    }
}

/// A running [`Mcts`] search.
pub struct MctsSearch<'a, P, G: Game, S: ?Sized> {
    pub(super) game: P,
    pub(super) sampler: &'a S,
    pub(super) root: G::State,
    pub(super) tree: SampledTree<G::Move>,
    pub(super) worker: Worker<G>,
    pub(super) statistics: GameStatistics,
    /// The sums of all players' rewards.
    pub(super) rewards: Vec<f64>,
    pub(super) stopped: StopReason,
}

impl<'a, P: Deref<Target = G>, G: Game, S: Sampler<G> + ?Sized> MctsSearch<'a, P, G, S> {
    pub(super) fn new(
        options: Mcts,
        game: P,
        root: &G::State,
        sampler: &'a S,
        tree: Option<SampledTree<G::Move>>,
    ) -> Self {
        let players = game.player_count().max(2);
        let worker = Worker::new(options, root, players, sampler.key_count(&game));
        let (low, high) = sampler.range();
        let mut tree = tree.unwrap_or_else(|| SampledTree::new(options.memory, low, high));
        if tree.proves {
            // What was proved of the root before names no move: only what its moves prove does.
            let node = tree.node_mut(0);
            (node.low, node.high) = (low, high);
            if !tree.node(0).is_leaf() {
                tree.bound(0);
            }
        }
        Self {
            game,
            root: root.clone(),
            sampler,
            tree,
            worker,
            statistics: GameStatistics::default(),
            rewards: vec![0.0; players],
            stopped: StopReason::NodeLimit,
        }
    }

    /// The number of playouts so far.
    pub fn playouts(&self) -> u64 {
        self.statistics.nodes
    }

    /// Whether no other move can become the one with the most playouts, if as many follow as were
    /// run so far, times `left`.
    pub fn is_decided(&self, left: f64) -> bool {
        let (mut most, mut second) = (0, 0);
        for child in self.tree.children(0) {
            if child.visits > most {
                (most, second) = (child.visits, most);
            } else {
                second = second.max(child.visits);
            }
        }
        f64::from(most - second) > self.statistics.nodes as f64 * left
    }

    /// The tree, to be kept for the next move: see [`SampledTree::after`] and [`Mcts::resume`].
    pub fn into_tree(self) -> SampledTree<G::Move> {
        self.tree
    }

    /// The player whose values and rewards are reported.
    fn judged(&self) -> Player {
        if let Turn::Player(player) = self.game.turn(&self.root) { player } else { 0 }
    }

    /// The line of the moves that would be played from a node.
    fn line_from(&self, mut at: u32) -> Vec<G::Move> {
        let mut line = Vec::new();
        while let Some(next) = self.best(at) {
            if at != 0 && self.tree.node(next).visits == 0 {
                break;
            }
            line.extend(self.tree.node(next).mv);
            at = next;
        }
        line
    }

    /// The index of the move of a node that would be played.
    fn best(&self, at: u32) -> Option<u32> {
        let children = self.tree.children(at);
        let is_first = children.first()?.mover == 0;
        if children[0].mover == CHANCE {
            return None;
        }
        let bounds = |child: &Node<G::Move>| match is_first {
            true => (child.low, child.high),
            false => (-child.high, -child.low),
        };
        let secure = children.iter().map(|child| bounds(child).0).fold(f64::NEG_INFINITY, f64::max);
        // Playing what is secure, or what may be better.
        let mut best: Option<(usize, (u32, f64))> = None;
        let mut proved = None;
        for (index, child) in children.iter().enumerate() {
            let (low, high) = bounds(child);
            if child.is_solved() {
                if low >= secure && proved.is_none() {
                    proved = Some(index);
                }
            } else if high > secure {
                let rank = (child.visits, child.mean());
                if best.is_none_or(|(_, before)| rank > before) {
                    best = Some((index, rank));
                }
            }
        }
        let chosen = match (best, proved) {
            (Some((open, (_, mean))), Some(proved)) => {
                let value = children[proved].low;
                let reward = self.sampler.reward(value);
                let reward = if is_first { reward } else { 1.0 - reward };
                if reward >= mean { proved } else { open }
            }
            (Some((open, _)), None) => open,
            (None, Some(proved)) => proved,
            (None, None) => children
                .iter()
                .enumerate()
                .max_by_key(|&(index, child)| (child.visits, std::cmp::Reverse(index)))
                .map_or(0, |(index, _)| index),
        };
        Some(self.tree.first(at) + chosen as u32)
    }

    /// The moves at the root, with their bounds by `bounds_of`: the one that would be played first,
    /// and those last that are proved to be worth less than `least`.
    fn moves(
        &self,
        bounds_of: impl Fn(&Node<G::Move>) -> (f64, f64),
        least: f64,
    ) -> Vec<SampledMove<G::Move>> {
        let children = self.tree.children(0);
        if children.first().is_none_or(|child| child.mover == CHANCE) {
            return Vec::new();
        }
        let sampled = |(at, child): (u32, &Node<G::Move>)| {
            let mv = child.mv.expect("it is below the root");
            let mut line = vec![mv];
            line.extend(self.line_from(at));
            let (visits, mean, bounds) = (child.visits, child.mean(), bounds_of(child));
            SampledMove { mv, line, visits, mean, bounds }
        };
        let mut moves: Vec<_> = (self.tree.first(0)..).zip(children).map(sampled).collect();
        let best = self.best(0).map(|best| (best - self.tree.first(0)) as usize);
        let best = best.map(|best| moves.remove(best));
        let is_worse = |mv: &SampledMove<_>| mv.bounds.1 <= least && least > mv.bounds.0;
        sort_best_first(&mut moves, |mv| (!is_worse(mv), mv.visits, mv.mean));
        moves.splice(0..0, best);
        moves
    }

    /// Whether nothing is left to find out.
    pub(super) fn is_done(&self) -> bool {
        self.tree.node(0).is_solved() || self.game.turn(&self.root) == Turn::Over
    }
}

impl<P, G, S> GameSearch<G> for MctsSearch<'_, P, G, S>
where
    P: Deref<Target = G>,
    G: Game,
    S: Sampler<G> + ?Sized,
{
    type Value = f64;
    type Report = MctsReport<G::Move>;

    fn advance<Ob: GameObserver<G, f64> + ?Sized>(
        &mut self,
        limits: &Limits,
        observer: &mut Ob,
    ) -> Progress {
        let mut meter = Meter::start(limits, self.statistics.nodes);
        let progress = loop {
            if self.is_done() {
                break Progress::Done(Termination::Finished);
            }
            let nodes = self.statistics.nodes;
            if let Err(reason) = meter.check(nodes, || 0) {
                self.stopped = reason;
                break Progress::Paused(reason);
            }
            let Self { game, sampler, tree, statistics, worker, .. } = self;
            let (game, sampler): (&G, &S) = (game, sampler);
            worker.select(game, sampler, tree, statistics);
            worker.sample(game, sampler);
            worker.back_up(sampler, tree);
            statistics.nodes += 1;
            if observer.is_used() {
                worker.observe_playout(game, tree, observer);
            }
            for (sum, reward) in self.rewards.iter_mut().zip(&self.worker.rewards) {
                *sum += reward;
            }
        };
        self.statistics.elapsed += meter.elapsed();
        progress
    }

    fn report(&self) -> MctsReport<G::Move> {
        let judged = self.judged();
        let root = self.tree.node(0);
        let for_judged = |node: &Node<G::Move>| match judged == 1 {
            true => (-node.high, -node.low),
            false => (node.low, node.high),
        };
        let mut bounds = for_judged(root);
        if self.game.turn(&self.root) == Turn::Over
            && let Some((value, _)) = self.sampler.known(&self.game, &self.root)
        {
            bounds = (value, value);
        }
        let moves = self.moves(for_judged, bounds.0);
        let mut line = self.line_from(0);
        if line.is_empty() && matches!(self.game.turn(&self.root), Turn::Player(_)) {
            let mut legal = Vec::new();
            self.game.moves(&self.root, &mut legal);
            line.extend(legal.first());
        }
        let samples = self.statistics.nodes.max(1) as f64;
        let rewards = self.rewards.iter().take(self.game.player_count());
        let rewards: Vec<f64> = rewards.map(|sum| sum / samples).collect();
        let is_done = self.is_done();
        debug_assert!(bounds.0 <= bounds.1, "{bounds:?}");
        debug_assert!(
            bounds.0 < bounds.1 || moves.first().is_none_or(|best| best.bounds == bounds),
            "the best move has the value that is proved"
        );
        MctsReport {
            value: (bounds.0 >= bounds.1).then_some(bounds.0),
            is_exact: bounds.0 >= bounds.1,
            bounds,
            mean: rewards[usize::from(judged)],
            rewards,
            line,
            moves,
            visits: root.visits,
            depth: self.tree.depth,
            tree_nodes: self.tree.len(),
            recycled: self.tree.recycled,
            termination: match is_done {
                true => Termination::Finished,
                false => Termination::Stopped(self.stopped),
            },
            statistics: self.statistics.clone(),
        }
    }
}
