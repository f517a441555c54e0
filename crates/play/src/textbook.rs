//! Minimax and alpha-beta to a fixed depth, as textbooks print them and count their nodes.

use std::collections::HashMap;
use std::ops::Deref;

use tremaux_core::{
    Bound, CutoffReason, Evaluator, GameEvent, GameObserver, GameReport, GameSearch,
    GameStatistics, HashedGame, Limits, Line, Meter, Player, Progress, RootMove, Score,
    ScoreSource, StopReason, Termination, Turn, ZeroSumGame,
};

use crate::alpha_beta::{AlphaBeta, SearchParts};
use crate::horizon::LeafSearch;
use crate::root_moves::{sort_best_first, unsearched};

tremaux_core::options! {
    /// Minimax or alpha-beta (Knuth and Moore 1975) to one depth, by the conventions of textbooks:
    /// moves are tried in the order of the rules, and all wins are equal, so that a win refutes a
    /// position at once. [`Evaluator::known`] is not used.
    ///
    /// It proves nothing: a win is reported as the greatest estimate, as its distance is not known.
    ///
    /// Without pruning, time is b^d for b moves and d plies; memory is b·d, and the table if there
    /// is one.
    ///
    /// ```
    /// use tremaux::{Game, Limits};
    /// use tremaux::play::{SearchParts, Textbook};
    /// use tremaux::games::tic_tac_toe::{OpenLines, TicTacToe};
    /// let start = TicTacToe.initial_state();
    /// let parts = SearchParts::new().evaluator(OpenLines);
    /// let search = Textbook::default().max_depth(3).prunes(false);
    /// let report = search.solve(&TicTacToe, &start, parts, &Limits::default());
    /// assert_eq!(report.statistics.nodes, 1 + 9 + 9 * 8 + 9 * 8 * 7);
    /// ```
    #[derive(Clone, Copy, Debug, PartialEq, Eq)]
    pub struct Textbook {
        /// The search depth in plies: at least one and at most [`AlphaBeta::MAX_DEPTH`].
        pub max_depth: u32 = 4,
        /// Whether the remaining moves of a refuted position are pruned.
        pub prunes: bool = true,
        /// Whether positions at the depth and beyond are searched, by all their moves, while the
        /// side to move has noisy ones: see [`SearchParts::horizon`].
        pub quiescence: bool = false,
        /// Whether a position that was searched with at least the depth left is answered by a
        /// table. It counts as visited.
        pub table: bool = false,
    }
}

impl Textbook {
    /// Creates a search of `state` in its initial state. It panics later if chance is to move.
    pub fn start<P, G, E, O, T, L, S>(
        &self,
        game: P,
        state: &G::State,
        parts: SearchParts<E, O, T, L, S>,
    ) -> TextbookSearch<P, G, E, L>
    where
        P: Deref<Target = G>,
        G: ZeroSumGame + HashedGame,
        E: Evaluator<G>,
        L: LeafSearch<G>,
    {
        let is_over = game.turn(state) == Turn::Over;
        let result = unsearched(&*game, state);
        TextbookSearch {
            options: *self,
            depth: self.max_depth.clamp(1, AlphaBeta::MAX_DEPTH),
            game,
            evaluator: parts.evaluator,
            horizon: parts.horizon,
            state: state.clone(),
            frames: Vec::new(),
            moves: Vec::new(),
            noisy: Vec::new(),
            undos: Vec::new(),
            lines: Vec::new(),
            table: HashMap::new(),
            finished: Vec::new(),
            done: is_over.then_some(Termination::Finished),
            stopped: StopReason::NodeLimit,
            result,
            statistics: GameStatistics::default(),
        }
    }

    /// Searches `state` to the depth, or until a limit is reached.
    ///
    /// # Panics
    ///
    /// Panics if chance is to move in any position.
    pub fn solve<G, E, O, T, L, S>(
        &self,
        game: &G,
        state: &G::State,
        parts: SearchParts<E, O, T, L, S>,
        limits: &Limits,
    ) -> GameReport<G::Move>
    where
        G: ZeroSumGame + HashedGame,
        E: Evaluator<G>,
        L: LeafSearch<G>,
    {
        let mut search = self.start(game, state, parts);
        let _ = search.advance(limits, &mut ());
        search.report()
    }
}

/// What the table says of a position: the depth that was left, and its value for the player to
/// move.
#[derive(Clone, Copy)]
struct Stored {
    left: i32,
    score: Score,
    bound: Bound,
}

/// A position on the current line whose moves are being searched.
struct Frame {
    mover: Player,
    /// The index of its first move, and of its next move.
    first: usize,
    next: usize,
    left: i32,
    key: u64,
    /// The window at the start, and as it is now.
    window: [Score; 2],
    alpha: Score,
    best: Score,
}

/// A running [`Textbook`] search.
pub struct TextbookSearch<P, G: ZeroSumGame, E, L> {
    options: Textbook,
    depth: u32,
    game: P,
    evaluator: E,
    horizon: L,
    state: G::State,
    frames: Vec<Frame>,
    moves: Vec<G::Move>,
    noisy: Vec<G::Move>,
    undos: Vec<G::Undo>,
    /// The best line so far from each ply.
    lines: Vec<Vec<G::Move>>,
    table: HashMap<u64, Stored>,
    finished: Vec<RootMove<G::Move>>,
    done: Option<Termination>,
    stopped: StopReason,
    result: GameReport<G::Move>,
    statistics: GameStatistics,
}

/// A score without the distance of a win, which is not known.
fn reported(score: Score) -> Score {
    if score.is_decisive() { Score::estimate(score.get()) } else { score }
}

impl<P, G, E, L> TextbookSearch<P, G, E, L>
where
    P: Deref<Target = G>,
    G: ZeroSumGame + HashedGame,
    E: Evaluator<G>,
    L: LeafSearch<G>,
{
    /// The window of a position for `mover`, by that of the position before.
    fn window(&self, mover: Player) -> [Score; 2] {
        match self.frames.last() {
            Some(&Frame { mover: before, alpha, window: [_, beta], .. }) if self.options.prunes => {
                if before == mover {
                    [alpha, beta]
                } else {
                    [-beta, -alpha]
                }
            }
            _ => [Score::LOSS, Score::WIN],
        }
    }

    /// A score for `player` as one for the player to move a ply above; at the root it stays.
    fn for_parent(&self, score: Score, player: Player) -> Score {
        match self.frames.last() {
            Some(above) if above.mover != player => -score,
            _ => score,
        }
    }

    /// Whether a position at the depth or beyond is searched.
    fn is_noisy(&mut self, ply: u32) -> bool {
        let Self { game, horizon, state, noisy, depth, .. } = self;
        noisy.clear();
        if self.options.quiescence && horizon.is_used() {
            let _ = horizon.moves(game, state, ply - *depth, noisy);
        }
        !noisy.is_empty()
    }

    /// The value in the table, if it decides within the window.
    fn stored(&self, key: u64, left: i32, [alpha, beta]: [Score; 2]) -> Option<Score> {
        let &Stored { left: searched, score, bound } = self.table.get(&key)?;
        let decides = match bound {
            Bound::Exact => true,
            Bound::AtLeast => score >= beta,
            Bound::AtMost => score <= alpha,
        };
        (searched >= left && decides).then_some(score)
    }

    /// Counts and reports the position just reached. Returns its value for the player who moved,
    /// or nothing after its first move was played.
    fn enter<Ob: GameObserver<G> + ?Sized>(&mut self, observer: &mut Ob) -> Option<Score> {
        let ply = self.frames.len() as u32;
        let left = self.depth as i32 - ply as i32;
        self.statistics.nodes += 1;
        self.statistics.quiescence_nodes += u64::from(left < 0);
        if self.lines.len() <= ply as usize {
            self.lines.push(Vec::new());
        }
        self.lines[ply as usize].clear();
        let mv = self.frames.last().map(|above| self.moves[above.next - 1]);
        let parent = self.frames.last().map_or(0, |above| above.mover);
        let turn = self.game.turn(&self.state);
        let [alpha, beta] = self.window(parent);
        let state = &self.state;
        observer.observe(GameEvent::Entered { state, mv, ply, depth: left, alpha, beta });
        let (score, source) = match turn {
            Turn::Chance => panic!("textbook search is for games without chance"),
            Turn::Over => (self.game.final_score(&self.state, parent), ScoreSource::Final),
            Turn::Player(mover) if left <= 0 && !self.is_noisy(ply) => {
                self.statistics.evaluated += 1;
                let score = self.evaluator.evaluate(&self.game, &self.state);
                (self.for_parent(score, mover), ScoreSource::Estimate)
            }
            Turn::Player(mover) => {
                let (key, window) = (self.game.hash(&self.state), self.window(mover));
                match self.stored(key, left, window).filter(|_| ply > 0) {
                    Some(score) => {
                        self.statistics.table_hits += 1;
                        (self.for_parent(score, mover), ScoreSource::Table)
                    }
                    None => {
                        self.expand(Frame {
                            mover,
                            first: self.moves.len(),
                            next: self.moves.len() + 1,
                            left,
                            key,
                            window,
                            alpha: window[0],
                            best: Score::LOSS,
                        });
                        return None;
                    }
                }
            }
        };
        let state = &self.state;
        observer.observe(GameEvent::Left { state, ply, score, payoffs: &[], source });
        Some(score)
    }

    /// Plays the first move of a position.
    fn expand(&mut self, frame: Frame) {
        let first = frame.first;
        self.game.moves(&self.state, &mut self.moves);
        self.statistics.expanded += 1;
        self.statistics.generated += (self.moves.len() - first) as u64;
        self.frames.push(frame);
        self.undos.push(self.game.play(&mut self.state, self.moves[first]));
    }

    /// Takes back the move that led to `score` and updates the position before it. Returns the
    /// value of that position, or nothing after its next move was played.
    fn back_up<Ob: GameObserver<G> + ?Sized>(
        &mut self,
        score: Score,
        observer: &mut Ob,
    ) -> Option<Score> {
        let ply = self.frames.len() - 1;
        let frame = &mut self.frames[ply];
        let (mv, tried_before) = (self.moves[frame.next - 1], frame.next - 1 - frame.first);
        self.game.undo(&mut self.state, mv, self.undos.pop().expect("a move was played"));
        let [_, beta] = frame.window;
        let is_exact = !self.options.prunes || score > frame.alpha || tried_before == 0;
        if tried_before == 0 || score > frame.best {
            frame.best = score;
            let (before, after) = self.lines.split_at_mut(ply + 1);
            before[ply].clear();
            before[ply].push(mv);
            before[ply].extend_from_slice(&after[0]);
        }
        frame.alpha = frame.alpha.max(score);
        let is_refuted = self.options.prunes && frame.alpha >= beta;
        let next = self.moves.get(frame.next).copied().filter(|_| !is_refuted);
        frame.next += 1;
        if ply == 0 {
            let bound = if is_exact { Bound::Exact } else { Bound::AtMost };
            self.finished.push(RootMove::new(mv, reported(score), bound, false));
        }
        let (state, ply) = (&self.state, ply as u32);
        if is_refuted {
            self.statistics.cutoffs += 1;
            self.statistics.first_move_cutoffs += u64::from(tried_before == 0);
            let (bound, reason) = (beta, CutoffReason::AtLeast);
            observer.observe(GameEvent::Cutoff {
                state,
                mv,
                tried_before,
                ply,
                score,
                bound,
                reason,
            });
        }
        if let Some(next) = next {
            self.undos.push(self.game.play(&mut self.state, next));
            return None;
        }
        let frame = self.frames.pop()?;
        self.moves.truncate(frame.first);
        if self.options.table {
            self.store(&frame);
        }
        let score = self.for_parent(frame.best, frame.mover);
        let (state, source) = (&self.state, ScoreSource::Moves);
        observer.observe(GameEvent::Left { state, ply, score, payoffs: &[], source });
        Some(score)
    }

    /// Writes the value of a position into the table.
    fn store(&mut self, frame: &Frame) {
        let &Frame { key, left, window: [alpha, beta], best: score, .. } = frame;
        let bound = match score {
            _ if !self.options.prunes => Bound::Exact,
            score if score >= beta => Bound::AtLeast,
            score if score <= alpha => Bound::AtMost,
            _ => Bound::Exact,
        };
        self.table.insert(key, Stored { left, score, bound });
    }

    /// Takes over the result.
    fn end<Ob: GameObserver<G> + ?Sized>(&mut self, score: Score, observer: &mut Ob) {
        let (statistics, result) = (&mut self.statistics, &mut self.result);
        statistics.last_iteration = statistics.totals();
        statistics.iteration_nodes = statistics.nodes;
        (statistics.iterations, statistics.passes) = (1, 1);
        sort_best_first(&mut self.finished, |mv| mv.score);
        result.root_moves.clone_from(&self.finished);
        (result.score, result.depth) = (reported(score), self.depth);
        result.principal_variation.clone_from(&self.lines[0]);
        result.lines = vec![Line::new(result.score, false, self.lines[0].clone())];
        observer.observe(GameEvent::Iteration {
            depth: result.depth,
            score: result.score,
            is_exact: false,
            line: &result.principal_variation,
            lines: &result.lines,
        });
        self.done = Some(Termination::Finished);
    }
}

impl<P, G, E, L> GameSearch<G> for TextbookSearch<P, G, E, L>
where
    P: Deref<Target = G>,
    G: ZeroSumGame + HashedGame,
    E: Evaluator<G>,
    L: LeafSearch<G>,
{
    type Value = Score;
    type Report = GameReport<G::Move>;

    fn advance<Ob: GameObserver<G> + ?Sized>(
        &mut self,
        limits: &Limits,
        observer: &mut Ob,
    ) -> Progress {
        let mut meter = Meter::start(limits, self.statistics.nodes);
        if let Some(most) = limits.depth.filter(|_| self.statistics.nodes == 0) {
            self.depth = self.depth.min(most.max(1));
        }
        let progress = loop {
            if let Some(termination) = self.done {
                break Progress::Done(termination);
            }
            let bytes = self.table.capacity() * size_of::<(u64, Stored)>();
            if let Err(reason) = meter.check(self.statistics.nodes, || bytes) {
                self.stopped = reason;
                break Progress::Paused(reason);
            }
            let mut found = self.enter(observer);
            while let Some(score) = found {
                if self.frames.is_empty() {
                    self.end(score, observer);
                    break;
                }
                found = self.back_up(score, observer);
            }
        };
        self.statistics.elapsed += meter.elapsed();
        progress
    }

    fn report(&self) -> GameReport<G::Move> {
        let mut report = self.result.clone();
        report.termination = self.done.unwrap_or(Termination::Stopped(self.stopped));
        report.statistics.clone_from(&self.statistics);
        report
    }
}
