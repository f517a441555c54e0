//! Plain minimax with limits: searches every line to the depth, without cutoffs.

use tremaux_core::{
    Bound, Evaluator, GameEvent, GameObserver, GameReport, GameStatistics, Limits, Line, Meter,
    Player, RootMove, Score, ScoreSource, StopReason, Termination, Turn, ZeroSumGame,
};

use crate::alpha_beta::AlphaBeta;
use crate::best_first::sort_best_first;

/// Minimax (von Neumann 1928, Shannon 1950) with limits: the baseline for all other searches.
///
/// Values are for the player to move and are negated when the turn changes (NegaMax), so
/// players need not alternate. It returns the same values and visits the same positions as
/// [`reference::minimax`](crate::reference::minimax), which is recursive and has no limits.
/// [`Evaluator::known`] is not used, and a position reached twice is searched twice.
///
/// Time is b^d and memory b·d for b moves and d plies.
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
    /// The search depth in plies: at least one and at most [`AlphaBeta::MAX_DEPTH`].
    pub max_depth: u32,
    /// Whether to search to 1, 2, … plies first, so that there is a result if a limit is
    /// reached.
    pub deepens: bool,
}

impl Minimax {
    /// Searches `state` until the depth or a limit is reached, or the game is solved.
    /// `observer` receives every step. Every root move gets its exact value at the depth and
    /// the line that starts with it.
    ///
    /// # Panics
    ///
    /// Panics if chance is to move in any position.
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
        let mut search = Search {
            game,
            evaluator,
            meter: Meter::start(limits, 0),
            statistics: GameStatistics::default(),
            lines: Vec::new(),
            root: Vec::new(),
        };
        for depth in if self.deepens { 1 } else { last }..=last {
            search.root.clear();
            let before = search.statistics.totals();
            // A limit may leave the state in the middle of the tree, so each iteration uses a
            // copy.
            match search.iterate(&mut state.clone(), depth, observer) {
                Ok(value) => {
                    search.statistics.last_iteration = search.statistics.totals() - before;
                    search.statistics.iteration_nodes = search.statistics.last_iteration.nodes;
                    search.statistics.iterations += 1;
                    search.statistics.passes += 1;
                    // Best first; equal moves in the order of generation.
                    sort_best_first(&mut search.root, |(mv, _)| mv.score);
                    let line = |(mv, moves): &Done<G::Move>| Line {
                        score: mv.score,
                        is_exact: mv.is_exact,
                        moves: moves.clone(),
                    };
                    report.lines = search.root.iter().map(line).collect();
                    report.root_moves = search.root.iter().map(|(mv, _)| *mv).collect();
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
        search.statistics.elapsed = search.meter.elapsed();
        report.statistics = search.statistics;
        report
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

struct Search<'a, G: ZeroSumGame, E> {
    game: &'a G,
    evaluator: &'a E,
    meter: Meter,
    statistics: GameStatistics,
    /// The best line so far from each ply.
    lines: Vec<Vec<G::Move>>,
    /// The finished root moves with their lines.
    root: Vec<Done<G::Move>>,
}

impl<G: ZeroSumGame, E: Evaluator<G>> Search<'_, G, E> {
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
            observer.observe(GameEvent::Left {
                state,
                ply,
                score: value.score,
                payoffs: &[],
                source,
            });
            // Back up through all finished positions.
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
                let frame = frames.pop().expect("the last frame");
                moves.truncate(frame.first);
                // A win or loss within the depth is exact, since every line was tried.
                let is_exact = frame.is_exact || frame.best.is_decisive();
                value = Value { score: for_parent(frame.best, frame.mover, &frames), is_exact };
                let (ply, score) = (ply as u32, value.score);
                let source = ScoreSource::Moves;
                observer.observe(GameEvent::Left { state, ply, score, payoffs: &[], source });
            }
        }
    }

    /// Records a finished move: its line if it is the best so far, and at the root its value.
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

/// Converts `score`, which is for `mover`, to the player to move one ply above; at the root,
/// the result is for `mover`.
#[inline]
fn for_parent(score: Score, mover: Player, frames: &[Frame]) -> Score {
    match frames.last() {
        Some(above) if above.mover != mover => -score,
        _ => score,
    }
}
