//! Plain minimax with limits: searches every line to the depth, without cutoffs.

use std::ops::Deref;

use tremaux_core::{
    Bound, Evaluator, GameEvent, GameObserver, GameReport, GameSearch, GameStatistics, Limits,
    Line, Meter, PartCounts, Player, Progress, RootMove, Score, ScoreSource, StopReason,
    Termination, Turn, ZeroSumGame,
};

use crate::alpha_beta::{AlphaBeta, SearchParts};
use crate::root_moves::{sort_best_first, unsearched};

tremaux_core::options! {
    /// Minimax (von Neumann 1928, Shannon 1950) with limits: the baseline for all other searches.
    ///
    /// Values are for the player to move and are negated when the turn changes (NegaMax), so
    /// players need not alternate. [`Evaluator::known`] is not used, and a position reached twice
    /// is searched twice.
    ///
    /// Time is b^d and memory b·d for b moves and d plies.
    ///
    /// ```
    /// use tremaux::{Game, Limits};
    /// use tremaux::play::{Minimax, SearchParts};
    /// use tremaux::games::tic_tac_toe::{OpenLines, TicTacToe};
    /// let start = TicTacToe.initial_state();
    /// let search = Minimax::default().max_depth(3).deepens(false);
    /// let parts = SearchParts::new().evaluator(OpenLines);
    /// let report = search.solve(&TicTacToe, &start, parts, &Limits::default());
    /// assert_eq!(report.statistics.nodes, 1 + 9 + 9 * 8 + 9 * 8 * 7);
    /// assert_eq!(report.principal_variation.len(), 3);
    /// ```
    #[derive(Clone, Copy, Debug, PartialEq, Eq)]
    pub struct Minimax {
        /// The search depth in plies: at least one and at most [`AlphaBeta::MAX_DEPTH`].
        pub max_depth: u32 = 64,
        /// Whether to search to 1, 2, … plies first, so that there is a result if a limit is
        /// reached.
        pub deepens: bool = true,
    }
}

impl Minimax {
    /// Creates a search of `state` in its initial state. It panics later if chance is to move.
    pub fn start<P, G, E>(
        &self,
        game: P,
        state: &G::State,
        parts: SearchParts<E>,
    ) -> MinimaxSearch<P, G, E>
    where
        P: Deref<Target = G>,
        G: ZeroSumGame,
        E: Evaluator<G>,
    {
        MinimaxSearch::new(*self, game, state, parts.evaluator)
    }

    /// Searches `state` until the depth or a limit is reached, or the game is solved. Every root
    /// move gets its exact value at the depth and the line that starts with it.
    ///
    /// # Panics
    ///
    /// Panics if chance is to move in any position.
    pub fn solve<G: ZeroSumGame, E: Evaluator<G>>(
        &self,
        game: &G,
        state: &G::State,
        parts: SearchParts<E>,
        limits: &Limits,
    ) -> GameReport<G::Move> {
        let mut search = self.start(game, state, parts);
        let _ = search.advance(limits, &mut ());
        search.report()
    }
}

/// A score relative to the root, and whether it is exact.
#[derive(Clone, Copy)]
struct Value {
    score: Score,
    is_exact: bool,
}

/// A position on the current line whose moves are being searched.
struct Frame {
    mover: Player,
    /// The index of its first move, and of its next move.
    first: usize,
    next: usize,
    best: Score,
    /// Whether all moves so far have exact values.
    is_exact: bool,
}

/// A finished root move and its line.
type Done<M> = (RootMove<M>, Vec<M>);

/// A running [`Minimax`] search.
pub struct MinimaxSearch<P, G: ZeroSumGame, E> {
    options: Minimax,
    game: P,
    evaluator: E,
    root: G::State,
    /// The depth of the current iteration; `None` before the first.
    depth: Option<u32>,
    is_under_way: bool,
    counts_before: PartCounts,
    state: G::State,
    frames: Vec<Frame>,
    moves: Vec<G::Move>,
    undos: Vec<G::Undo>,
    /// The best line so far from each ply.
    lines: Vec<Vec<G::Move>>,
    /// The finished root moves with their lines.
    finished: Vec<Done<G::Move>>,
    done: Option<Termination>,
    stopped: StopReason,
    result: GameReport<G::Move>,
    statistics: GameStatistics,
}

impl<P, G, E> MinimaxSearch<P, G, E>
where
    P: Deref<Target = G>,
    G: ZeroSumGame,
    E: Evaluator<G>,
{
    fn new(options: Minimax, game: P, state: &G::State, evaluator: E) -> Self {
        let is_over = game.turn(state) == Turn::Over;
        let result = unsearched(&*game, state);
        Self {
            options,
            game,
            evaluator,
            root: state.clone(),
            depth: None,
            is_under_way: false,
            counts_before: PartCounts::default(),
            state: state.clone(),
            frames: Vec::new(),
            moves: Vec::new(),
            undos: Vec::new(),
            lines: Vec::new(),
            finished: Vec::new(),
            done: is_over.then_some(Termination::Finished),
            stopped: StopReason::NodeLimit,
            result,
            statistics: GameStatistics::default(),
        }
    }

    fn begin_iteration(&mut self, last: u32) {
        self.depth = Some(match self.depth {
            _ if !self.options.deepens => last,
            None => 1,
            Some(depth) => depth + 1,
        });
        self.finished.clear();
        self.counts_before = self.statistics.totals();
        self.state.clone_from(&self.root);
        self.is_under_way = true;
    }

    /// Takes over the result of an iteration; `last` is the greatest depth.
    fn end_iteration<Ob: GameObserver<G> + ?Sized>(
        &mut self,
        value: Value,
        depth: u32,
        last: u32,
        observer: &mut Ob,
    ) {
        let (statistics, result) = (&mut self.statistics, &mut self.result);
        statistics.last_iteration = statistics.totals() - self.counts_before;
        statistics.iteration_nodes = statistics.last_iteration.nodes;
        statistics.iterations += 1;
        statistics.passes += 1;
        // Best first; equal moves in the order of generation.
        sort_best_first(&mut self.finished, |(mv, _)| mv.score);
        result.root_moves = self.finished.iter().map(|(mv, _)| *mv).collect();
        // A line is as good as the moves beside it are known to be no better.
        let lines = self
            .finished
            .drain(..)
            .map(|(mv, moves)| Line::new(mv.score, mv.is_exact && value.is_exact, moves));
        result.lines = lines.collect();
        result.principal_variation.clone_from(&result.lines[0].moves);
        (result.score, result.is_exact, result.depth) = (value.score, value.is_exact, depth);
        observer.observe(GameEvent::Iteration {
            depth,
            score: value.score,
            is_exact: value.is_exact,
            line: &result.principal_variation,
            lines: &result.lines,
        });
        self.is_under_way = false;
        if value.is_exact || depth >= last {
            self.done = Some(Termination::Finished);
        }
    }

    /// Searches the tree to `depth` plies. Continues where it was stopped.
    fn iterate<Ob: GameObserver<G> + ?Sized>(
        &mut self,
        depth: u32,
        meter: &mut Meter,
        observer: &mut Ob,
    ) -> Result<Value, StopReason> {
        loop {
            meter.check(self.statistics.nodes, || 0)?;
            let mut found = self.enter(depth, observer);
            while let Some(value) = found {
                if self.frames.is_empty() {
                    return Ok(value);
                }
                found = self.back_up(value, observer);
            }
        }
    }

    /// Counts and reports the position just reached. Returns its value for the player who moved,
    /// or nothing after its first move was played.
    #[inline(always)]
    fn enter<Ob: GameObserver<G> + ?Sized>(
        &mut self,
        depth: u32,
        observer: &mut Ob,
    ) -> Option<Value> {
        let game = &*self.game;
        let Self { state, frames, moves, .. } = self;
        let ply = frames.len() as u32;
        self.statistics.nodes += 1;
        if self.lines.len() <= ply as usize {
            self.lines.push(Vec::new());
        }
        self.lines[ply as usize].clear();
        let mv = frames.last().map(|above| moves[above.next - 1]);
        let (left, alpha, beta) = ((depth - ply) as i32, Score::LOSS, Score::WIN);
        observer.observe(GameEvent::Entered { state, mv, ply, depth: left, alpha, beta });
        let (value, source) = match game.turn(state) {
            Turn::Over => {
                let parent = frames.last().map_or(0, |above| above.mover);
                let score = game.final_score(state, parent);
                let is_exact = !game.depends_on_history(state) && !score.is_clamped();
                (Value { score: score.after(ply), is_exact }, ScoreSource::Final)
            }
            Turn::Player(mover) if ply == depth => {
                self.statistics.evaluated += 1;
                let score = self.evaluator.evaluate(game, state);
                let score = for_parent(score, mover, frames);
                (Value { score, is_exact: false }, ScoreSource::Estimate)
            }
            Turn::Player(mover) => {
                let first = moves.len();
                game.moves(state, moves);
                self.statistics.expanded += 1;
                self.statistics.generated += (moves.len() - first) as u64;
                self.undos.push(game.play(state, moves[first]));
                let (best, is_exact) = (Score::LOSS, true);
                frames.push(Frame { mover, first, next: first + 1, best, is_exact });
                return None;
            }
            Turn::Chance => panic!("minimax is for games without chance"),
        };
        let score = value.score;
        observer.observe(GameEvent::Left { state, ply, score, payoffs: &[], source });
        Some(value)
    }

    /// Takes back the move that led to `value` and updates the position before it. Returns the
    /// value of that position, or nothing after its next move was played.
    #[inline(always)]
    fn back_up<Ob: GameObserver<G> + ?Sized>(
        &mut self,
        value: Value,
        observer: &mut Ob,
    ) -> Option<Value> {
        let game = &*self.game;
        let ply = self.frames.len() - 1;
        let frame = &mut self.frames[ply];
        let mv = self.moves[frame.next - 1];
        game.undo(&mut self.state, mv, self.undos.pop().expect("a move was played"));
        let is_first = frame.next - 1 == frame.first;
        frame.is_exact &= value.is_exact;
        let is_better = is_first || value.score > frame.best;
        if is_better {
            frame.best = value.score;
        }
        let next = self.moves.get(frame.next).copied();
        frame.next += 1;
        self.record(ply, mv, value, is_better);
        if let Some(next) = next {
            self.undos.push(self.game.play(&mut self.state, next));
            return None;
        }
        let Frame { mover, first, best, is_exact, .. } = self.frames.pop()?;
        self.moves.truncate(first);
        let score = for_parent(best, mover, &self.frames);
        let (state, source) = (&self.state, ScoreSource::Moves);
        observer.observe(GameEvent::Left { state, ply: ply as u32, score, payoffs: &[], source });
        // A win or loss within the depth is exact, since every line was tried.
        Some(Value { score, is_exact: is_exact || best.is_decisive() })
    }

    /// Records a finished move: its line if it is the best so far, and at the root its value.
    fn record(&mut self, ply: usize, mv: G::Move, value: Value, is_better: bool) {
        let (before, after) = self.lines.split_at_mut(ply + 1);
        if is_better {
            before[ply].clear();
            before[ply].push(mv);
            before[ply].extend_from_slice(&after[0]);
        }
        if ply == 0 {
            let Value { score, is_exact } = value;
            let mut line = vec![mv];
            line.extend_from_slice(&after[0]);
            self.finished.push((RootMove::new(mv, score, Bound::Exact, is_exact), line));
        }
    }
}

impl<P, G, E> GameSearch<G> for MinimaxSearch<P, G, E>
where
    P: Deref<Target = G>,
    G: ZeroSumGame,
    E: Evaluator<G>,
{
    type Value = Score;
    type Report = GameReport<G::Move>;

    fn advance<Ob: GameObserver<G> + ?Sized>(
        &mut self,
        limits: &Limits,
        observer: &mut Ob,
    ) -> Progress {
        let mut meter = Meter::start(limits, self.statistics.nodes);
        let most = limits.depth.unwrap_or(u32::MAX).min(AlphaBeta::MAX_DEPTH);
        let last = self.options.max_depth.clamp(1, most.max(1));
        let progress = loop {
            if let Some(termination) = self.done {
                break Progress::Done(termination);
            }
            if !self.is_under_way {
                self.begin_iteration(last);
            }
            let depth = self.depth.expect("an iteration is under way");
            match self.iterate(depth, &mut meter, observer) {
                Ok(value) => self.end_iteration(value, depth, last, observer),
                Err(reason) => {
                    self.stopped = reason;
                    break Progress::Paused(reason);
                }
            }
        };
        self.statistics.elapsed += meter.elapsed();
        progress
    }

    fn report(&self) -> GameReport<G::Move> {
        let termination = self.done.unwrap_or(Termination::Stopped(self.stopped));
        let mut report = self.result.clone();
        report.termination = termination;
        report.statistics.clone_from(&self.statistics);
        report
    }
}

/// Converts `score`, which is for `mover`, to the player to move one ply above; at the root,
/// the result is for `mover`.
#[inline]
fn for_parent(score: Score, mover: Player, frames: &[Frame]) -> Score {
    match frames.last() {
        Some(above) if above.mover != mover => -score,
        _ => score,
    }
}
