//! Plain minimax under limits: every line to the depth, none cut off.

use tremaux_core::{
    Bound, Evaluator, GameEvent, GameObserver, GameReport, GameStatistics, Limits, Line, Meter,
    Player, RootMove, Score, ScoreSource, StopReason, Termination, Turn, ZeroSumGame,
};

use crate::alpha_beta::AlphaBeta;

/// Minimax (von Neumann 1928, Shannon 1950) that can be stopped: the yardstick of all others.
///
/// Values are for the player to move and are negated where the turn changes (NegMax), so that
/// players need not take turns. Same values and same positions visited as
/// [`reference::minimax`](crate::reference::minimax), which is recursive and takes no limits.
/// [`Evaluator::known`] is not asked, and a position met twice is searched twice.
///
/// Time b^d, memory b·d for b moves and d plies.
///
/// ```
/// use tremaux_core::{Game, Limits};
/// use tremaux_play::Minimax;
/// use tremaux_testkit::uniform_tree::{TreeOrder, UniformTree};
/// let game = UniformTree { seed: 1, branching: 3, order: TreeOrder::Random };
/// let search = Minimax { max_depth: 4, deepens: false };
/// let report = search.solve(&game, &game, &game.initial_state(), &Limits::default(), &mut ());
/// assert_eq!(report.statistics.nodes, 1 + 3 + 9 + 27 + 81);
/// assert_eq!(report.principal_variation.len(), 4);
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Minimax {
    /// How many plies to look ahead; at most [`AlphaBeta::MAX_DEPTH`], and at least one.
    pub max_depth: u32,
    /// Whether to search to 1, 2, … plies first, so that there is something to tell when a
    /// limit steps in.
    pub deepens: bool,
}

impl Minimax {
    /// Searches `state` until the depth is reached, the game is solved or a limit steps in;
    /// `observer` is told of every step. Every move of the root has its exact value at the
    /// depth, and is the first of a line.
    ///
    /// # Panics
    ///
    /// If chance is to move anywhere.
    pub fn solve<G, E, Ob>(
        &self,
        game: &G,
        evaluator: &E,
        state: &G::State,
        limits: &Limits,
        observer: &mut Ob,
    ) -> GameReport<G::Move>
    where
        G: ZeroSumGame,
        E: Evaluator<G>,
        Ob: GameObserver<G> + ?Sized,
    {
        let mut report = GameReport {
            score: Score::DRAW,
            is_exact: false,
            principal_variation: Vec::new(),
            lines: Vec::new(),
            root_moves: Vec::new(),
            depth: 0,
            termination: Termination::Finished,
            statistics: GameStatistics::default(),
        };
        if game.turn(state) == Turn::Over {
            (report.score, report.is_exact) = (game.final_score(state, 0), true);
            return report;
        }
        let mut moves = Vec::new();
        game.moves(state, &mut moves);
        report.principal_variation.extend(moves.first());
        report.root_moves.extend(moves.into_iter().map(|mv| RootMove {
            mv,
            score: Score::WIN,
            bound: Bound::AtMost,
            is_exact: false,
        }));
        let most = limits.depth.unwrap_or(u32::MAX).min(AlphaBeta::MAX_DEPTH);
        let last = self.max_depth.clamp(1, most.max(1));
        let mut walk = Walk {
            game,
            evaluator,
            meter: Meter::start(limits, 0),
            statistics: GameStatistics::default(),
            lines: Vec::new(),
            root: Vec::new(),
        };
        for depth in if self.deepens { 1 } else { last }..=last {
            walk.root.clear();
            let before = walk.statistics.nodes;
            // A limit leaves the state in the middle of the tree: each has its own.
            match walk.iterate(&mut state.clone(), depth, observer) {
                Ok(value) => {
                    walk.statistics.iteration_nodes = walk.statistics.nodes - before;
                    walk.statistics.passes += 1;
                    // The best first; of equals the one that is generated first.
                    walk.root.sort_by_key(|(mv, _)| std::cmp::Reverse(mv.score));
                    let line = |(mv, moves): &Done<G::Move>| Line {
                        score: mv.score,
                        is_exact: mv.is_exact,
                        moves: moves.clone(),
                    };
                    report.lines = walk.root.iter().map(line).collect();
                    report.root_moves = walk.root.iter().map(|(mv, _)| *mv).collect();
                    report.principal_variation.clone_from(&report.lines[0].moves);
                    (report.score, report.is_exact) = (value.score, value.is_exact);
                    report.depth = depth;
                    observer.observe(GameEvent::Iteration {
                        depth,
                        score: value.score,
                        is_exact: value.is_exact,
                        line: &report.principal_variation,
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
}

/// A score that counts from the root, and whether it is the true one.
#[derive(Clone, Copy)]
struct Value {
    score: Score,
    is_exact: bool,
}

/// A position on the line, whose moves are being searched.
struct Frame {
    mover: Player,
    /// Where its moves begin, and the next of them.
    first: usize,
    next: usize,
    best: Score,
    /// Whether all moves so far have their true values.
    is_exact: bool,
}

/// A move of the root that is done, and its line.
type Done<M> = (RootMove<M>, Vec<M>);

struct Walk<'a, G: ZeroSumGame, E> {
    game: &'a G,
    evaluator: &'a E,
    meter: Meter,
    statistics: GameStatistics,
    /// The best line so far from each ply.
    lines: Vec<Vec<G::Move>>,
    /// The moves of the root that are done, with their lines.
    root: Vec<Done<G::Move>>,
}

impl<G: ZeroSumGame, E: Evaluator<G>> Walk<'_, G, E> {
    fn iterate<Ob: GameObserver<G> + ?Sized>(
        &mut self,
        state: &mut G::State,
        depth: u32,
        observer: &mut Ob,
    ) -> Result<Value, StopReason> {
        let game = self.game;
        let (mut moves, mut undos) = (Vec::new(), Vec::new());
        let mut frames: Vec<Frame> = Vec::new();
        loop {
            let ply = frames.len() as u32;
            self.meter.check(self.statistics.nodes, || 0)?;
            self.statistics.nodes += 1;
            if self.lines.len() <= ply as usize {
                self.lines.push(Vec::new());
            }
            self.lines[ply as usize].clear();
            let mv = frames.last().map(|above| moves[above.next - 1]);
            let (left, alpha, beta) = ((depth - ply) as i32, Score::LOSS, Score::WIN);
            observer.observe(GameEvent::Entered { state, mv, ply, depth: left, alpha, beta });
            let (mut value, source) = match game.turn(state) {
                Turn::Over => {
                    let parent = frames.last().map_or(0, |above| above.mover);
                    let score = game.final_score(state, parent).after(ply);
                    (Value { score, is_exact: true }, ScoreSource::Final)
                }
                Turn::Player(mover) if ply == depth => {
                    self.statistics.evaluated += 1;
                    let score = self.evaluator.evaluate(game, state);
                    let score = for_parent(score, mover, &frames);
                    (Value { score, is_exact: false }, ScoreSource::Estimate)
                }
                Turn::Player(mover) => {
                    let first = moves.len();
                    game.moves(state, &mut moves);
                    self.statistics.expanded += 1;
                    self.statistics.generated += (moves.len() - first) as u64;
                    undos.push(game.play(state, moves[first]));
                    let (best, is_exact) = (Score::LOSS, true);
                    frames.push(Frame { mover, first, next: first + 1, best, is_exact });
                    continue;
                }
                Turn::Chance => panic!("minimax is for games without chance"),
            };
            observer.observe(GameEvent::Left { state, ply, score: value.score, source });
            // Back up, as far as positions are done.
            loop {
                let Some(frame) = frames.last_mut() else { return Ok(value) };
                let mv = moves[frame.next - 1];
                game.undo(state, mv, undos.pop().expect("a move was played"));
                let is_first = frame.next - 1 == frame.first;
                frame.is_exact &= value.is_exact;
                let is_better = is_first || value.score > frame.best;
                if is_better {
                    frame.best = value.score;
                }
                let next = (frame.next < moves.len()).then(|| moves[frame.next]);
                frame.next += 1;
                let ply = frames.len() - 1;
                self.take(ply, mv, value, is_better);
                if let Some(next) = next {
                    undos.push(game.play(state, next));
                    break;
                }
                let frame = frames.pop().expect("it was just looked at");
                moves.truncate(frame.first);
                // A win or loss within the depth is the true value: every line was tried.
                let is_exact = frame.is_exact || frame.best.is_decisive();
                value = Value { score: for_parent(frame.best, frame.mover, &frames), is_exact };
                let (ply, score) = (ply as u32, value.score);
                let source = ScoreSource::Moves;
                observer.observe(GameEvent::Left { state, ply, score, source });
            }
        }
    }

    /// Takes note of a move that is done: its line, if it is the best so far, and at the root
    /// its value.
    fn take(&mut self, ply: usize, mv: G::Move, value: Value, is_better: bool) {
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
            self.root.push((RootMove { mv, score, bound: Bound::Exact, is_exact }, line));
        }
    }
}

/// `score`, which is for `mover`, for the player to move above; at the root for `mover`.
fn for_parent(score: Score, mover: Player, frames: &[Frame]) -> Score {
    match frames.last() {
        Some(above) if above.mover != mover => -score,
        _ => score,
    }
}
