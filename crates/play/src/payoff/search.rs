//! The iterations of payoff searches.

use std::ops::Deref;

use tremaux_core::{
    Game, GameEvent, GameObserver, GameSearch, GameStatistics, Limits, Meter, PartCounts,
    PayoffEvaluator, Player, Progress, StopReason, Termination, Turn,
};

use super::MAX_PAYOFF_DEPTH;
use super::line::{Core, Run};
use super::report::{PayoffMove, PayoffReport};
use super::selfish::Selfish;
use super::two_sided::TwoSided;
use crate::root_moves::sort_best_first;

/// The tree that is searched, by the kind of value that is backed up.
pub(super) enum Tree {
    /// The payoffs of all players.
    Selfish(Selfish),
    /// The payoff of one player.
    TwoSided(TwoSided),
}

/// A running [`MaxN`](super::MaxN) or [`Expectiminimax`](super::Expectiminimax) search.
pub struct PayoffSearch<P, G: Game, E> {
    game: P,
    evaluator: E,
    root: G::State,
    max_depth: u32,
    tree: Tree,
    core: Core<G>,
    /// The depth of the current iteration.
    depth: u32,
    is_under_way: bool,
    counts_before: PartCounts,
    done: Option<Termination>,
    stopped: StopReason,
    result: PayoffReport<G::Move>,
}

impl<P: Deref<Target = G>, G: Game, E> PayoffSearch<P, G, E> {
    pub(super) fn new(game: P, state: &G::State, evaluator: E, max_depth: u32, tree: Tree) -> Self {
        let mut result = PayoffReport {
            value: 0.0,
            payoffs: None,
            is_exact: false,
            line: Vec::new(),
            moves: Vec::new(),
            depth: 0,
            termination: Termination::Finished,
            statistics: GameStatistics::default(),
        };
        let turn = game.turn(state);
        if turn == Turn::Over {
            let players = 0..game.player_count();
            let payoffs: Vec<f64> = players.map(|p| game.payoff(state, p as Player)).collect();
            (result.value, result.is_exact) = (payoffs[0], true);
            result.payoffs = Some(payoffs);
        }
        if let Turn::Player(_) = turn {
            let mut moves = Vec::new();
            game.moves(state, &mut moves);
            result.line = vec![moves[0]];
            let unknown = |mv| PayoffMove { mv, value: f64::INFINITY, is_bound: true };
            result.moves = moves.into_iter().map(unknown).collect();
        }
        Self {
            game,
            evaluator,
            root: state.clone(),
            max_depth,
            tree,
            core: Core::new(state),
            depth: 1,
            is_under_way: false,
            counts_before: PartCounts::default(),
            done: (turn == Turn::Over).then_some(Termination::Finished),
            stopped: StopReason::NodeLimit,
            result,
        }
    }

    fn begin_iteration(&mut self) {
        let core = &mut self.core;
        core.state.clone_from(&self.root);
        core.moves.clear();
        core.root_moves.clear();
        core.saw_estimate = false;
        self.counts_before = core.statistics.totals();
        match &mut self.tree {
            Tree::Selfish(tree) => tree.begin(self.depth),
            Tree::TwoSided(tree) => tree.begin(self.depth),
        }
        self.is_under_way = true;
    }

    /// Whether the iteration that ended met what its settings exclude. Then they are given up, and
    /// the iteration is to be done again.
    fn gives_settings_up(&mut self) -> bool {
        match &mut self.tree {
            Tree::Selfish(tree) if tree.is_beyond_sum => {
                (tree.payoff_sum, tree.is_beyond_sum) = (None, false);
            }
            Tree::TwoSided(tree) if tree.has_other_sum => {
                let root = match self.game.turn(&self.root) {
                    Turn::Player(player) => player,
                    _ => 0,
                };
                self.tree = Tree::Selfish(Selfish::new(root, self.game.player_count(), None));
            }
            Tree::TwoSided(tree) if tree.is_beyond_range => tree.forget_range(),
            _ => return false,
        }
        self.core.statistics.passes += 1;
        self.is_under_way = false;
        true
    }

    /// Takes over the result of an iteration; `last` is the greatest depth.
    fn end_iteration<Ob: GameObserver<G, f64> + ?Sized>(
        &mut self,
        value: f64,
        payoffs: Option<Vec<f64>>,
        last: u32,
        observer: &mut Ob,
    ) {
        let (core, result) = (&mut self.core, &mut self.result);
        core.statistics.last_iteration = core.statistics.totals() - self.counts_before;
        core.statistics.iteration_nodes = core.statistics.last_iteration.nodes;
        core.statistics.iterations += 1;
        core.statistics.passes += 1;
        result.line.clone_from(&core.lines[0]);
        result.moves.clone_from(&core.root_moves);
        // Best first, and exact values before equal bounds. The move of the line was the first of
        // its value to be searched.
        sort_best_first(&mut result.moves, |mv| (mv.value, !mv.is_bound));
        result.is_exact = !core.saw_estimate;
        (result.value, result.payoffs, result.depth) = (value, payoffs, self.depth);
        observer.observe(GameEvent::Iteration {
            depth: self.depth,
            score: value,
            is_exact: result.is_exact,
            line: &result.line,
            lines: &[],
        });
        self.is_under_way = false;
        if result.is_exact || self.depth >= last {
            self.done = Some(Termination::Finished);
        } else {
            self.depth += 1;
        }
    }
}

impl<P, G, E> GameSearch<G> for PayoffSearch<P, G, E>
where
    P: Deref<Target = G>,
    G: Game,
    E: PayoffEvaluator<G>,
{
    type Value = f64;
    type Report = PayoffReport<G::Move>;

    fn advance<Ob: GameObserver<G, f64> + ?Sized>(
        &mut self,
        limits: &Limits,
        observer: &mut Ob,
    ) -> Progress {
        let mut meter = Meter::start(limits, self.core.statistics.nodes);
        let last = self.max_depth.min(limits.depth.unwrap_or(u32::MAX)).clamp(1, MAX_PAYOFF_DEPTH);
        let progress = loop {
            if let Some(termination) = self.done {
                break Progress::Done(termination);
            }
            if !self.is_under_way {
                self.begin_iteration();
            }
            let mut run = Run {
                game: &*self.game,
                evaluator: &self.evaluator,
                core: &mut self.core,
                meter: &mut meter,
                observer,
            };
            let found = match &mut self.tree {
                Tree::Selfish(tree) => tree.search(&mut run),
                Tree::TwoSided(tree) => tree.search(&mut run),
            };
            match found {
                Ok(_) if self.gives_settings_up() => {}
                Ok((value, payoffs)) => self.end_iteration(value, payoffs, last, observer),
                Err(reason) => {
                    self.stopped = reason;
                    break Progress::Paused(reason);
                }
            }
        };
        self.core.statistics.elapsed += meter.elapsed();
        progress
    }

    fn report(&self) -> PayoffReport<G::Move> {
        let termination = self.done.unwrap_or(Termination::Stopped(self.stopped));
        let statistics = self.core.statistics.clone();
        PayoffReport { termination, statistics, ..self.result.clone() }
    }
}
