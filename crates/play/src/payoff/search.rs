//! Iterations, and what the trees of payoff searches share.

use std::ops::Deref;

use tremaux_core::{
    Game, GameEvent, GameObserver, GameSearch, GameStatistics, Limits, Meter, PartCounts,
    PayoffEvaluator, Player, Progress, StopReason, Termination, Turn,
};

use super::MAX_PAYOFF_DEPTH;
use super::report::{PayoffMove, PayoffReport};
use super::selfish::Selfish;
use super::two_sided::TwoSided;
use crate::best_first::sort_best_first;

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

/// The current position, and the line that leads to it.
pub(super) struct Core<G: Game> {
    pub(super) state: G::State,
    pub(super) moves: Vec<G::Move>,
    undos: Vec<G::Undo>,
    /// The best line so far from every ply.
    lines: Vec<Vec<G::Move>>,
    pub(super) root_moves: Vec<PayoffMove<G::Move>>,
    pub(super) saw_estimate: bool,
    pub(super) statistics: GameStatistics,
}

/// What a slice of a search works with.
pub(super) struct Run<'a, G: Game, E, Ob: ?Sized> {
    pub(super) game: &'a G,
    pub(super) evaluator: &'a E,
    pub(super) core: &'a mut Core<G>,
    pub(super) meter: &'a mut Meter,
    pub(super) observer: &'a mut Ob,
}

impl<G: Game, E, Ob: ?Sized> Run<'_, G, E, Ob> {
    /// Counts a position and clears its line.
    #[inline(always)]
    pub(super) fn enter(&mut self, ply: usize) -> Result<(), StopReason> {
        self.meter.check(self.core.statistics.nodes, || 0)?;
        self.core.statistics.nodes += 1;
        if self.core.lines.len() <= ply + 1 {
            self.core.lines.resize_with(ply + 2, Vec::new);
        }
        self.core.lines[ply].clear();
        Ok(())
    }

    /// Appends the moves of the current position to the stack. Returns the range of their
    /// indices.
    #[inline(always)]
    pub(super) fn list_moves(&mut self) -> (usize, usize) {
        let first = self.core.moves.len();
        self.game.moves(&self.core.state, &mut self.core.moves);
        let end = self.core.moves.len();
        self.core.statistics.expanded += 1;
        self.core.statistics.generated += (end - first) as u64;
        (first, end)
    }

    /// Plays the move at this index of the stack.
    #[inline(always)]
    pub(super) fn play(&mut self, at: usize) {
        self.core.undos.push(self.game.play(&mut self.core.state, self.core.moves[at]));
    }

    /// Takes back the move at this index of the stack, the last one played.
    #[inline(always)]
    pub(super) fn undo(&mut self, at: usize) {
        let undo = self.core.undos.pop().expect("a move was played");
        self.game.undo(&mut self.core.state, self.core.moves[at], undo);
    }
}

impl<G: Game> Core<G> {
    /// Sets the best line from `ply`: `mv`, followed by the line of the next ply.
    pub(super) fn improve(&mut self, ply: usize, mv: G::Move) {
        let (before, after) = self.lines.split_at_mut(ply + 1);
        before[ply].clear();
        before[ply].push(mv);
        before[ply].extend_from_slice(&after[0]);
    }

    /// Clears the line, because there is none below a chance node.
    pub(super) fn forget_line(&mut self, ply: usize) {
        self.lines[ply].clear();
    }
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
            core: Core {
                state: state.clone(),
                moves: Vec::new(),
                undos: Vec::new(),
                lines: Vec::new(),
                root_moves: Vec::new(),
                saw_estimate: false,
                statistics: GameStatistics::default(),
            },
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
        (value, payoffs): (f64, Option<Vec<f64>>),
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
                Ok(values) => self.end_iteration(values, last, observer),
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
