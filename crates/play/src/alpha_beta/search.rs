//! The search at the root: iterations, windows, root moves, lines.

use std::ops::Deref;

use tremaux_core::{
    Bound, GameEvent, GameObserver, GameReport, GameSearch, GameStatistics, Limits, Line, Meter,
    MoveOrdering, PartCounts, Player, Progress, RootMove, Score, StopReason, Termination, Turn,
    ZeroSumGame,
};
use tremaux_tables::Memory;

use super::frame::{Entry, Frame, Value};
use super::options::{AlphaBeta, RootScores};
use super::parts::{Config, PartsOf};
use super::selectivity::Selectivity;
use super::variations::Variations;
use super::window::Window;
use crate::root_moves::{sort_best_first, unsearched};

impl AlphaBeta {
    /// Creates a search of `state` in its initial state.
    ///
    /// # Panics
    ///
    /// Panics if the game is not for two players. The search panics later if chance is to move.
    pub fn start<P, G, C>(&self, game: P, state: &G::State, parts: C) -> AlphaBetaSearch<P, G, C>
    where
        P: Deref<Target = G>,
        G: ZeroSumGame,
        C: Config<G>,
    {
        AlphaBetaSearch::new(*self, game, state, parts)
    }

    /// Searches `state` with increasing depth until the game is solved or a limit is reached.
    pub fn solve<G: ZeroSumGame, C: Config<G>>(
        &self,
        game: &G,
        state: &G::State,
        parts: C,
        limits: &Limits,
    ) -> GameReport<G::Move> {
        let mut search = self.start(game, state, parts);
        let _ = search.advance(limits, &mut ());
        search.report()
    }
}

/// The next task at the root.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Task {
    /// Start an iteration.
    Begin,
    /// Choose the next window.
    Window,
    /// Search the root with this window.
    Pass { alpha: Score, beta: Score },
    /// Determine the score of the root move at this index.
    Score(usize),
    /// Find the next move of the principal variation, by testing the move at this index.
    Line(usize),
    /// A line is complete.
    LineDone,
    /// Search beyond the end of the line.
    Farther,
    /// Continue with the next line.
    NextLine,
    /// The iteration is complete.
    End,
    /// Nothing is left to do.
    Done(Termination),
}

/// A running [`AlphaBeta`] search.
pub struct AlphaBetaSearch<P, G: ZeroSumGame, C: Config<G>> {
    pub(super) options: AlphaBeta,
    /// Whether all moves but the first are tried with a null window first.
    pub(super) scouts: bool,
    /// Whether a win found by a sufficiently deep search is the quickest.
    pub(super) near_is_exact: bool,
    pub(super) game: P,
    pub(super) parts: PartsOf<G, C>,
    pub(super) root: G::State,
    pub(super) root_mover: Player,
    pub(super) root_moves: Vec<RootMove<G::Move>>,
    /// Whether some legal moves are not among them.
    pub(super) leaves_out_root_moves: bool,
    pub(super) depth: u32,
    task: Task,
    /// Bounds on the score in this iteration, and whether they hold at any depth.
    pub(super) lower: Value,
    pub(super) upper: Value,
    /// The result of the last search of the root.
    guess: Score,
    passes: u32,
    pub(super) best_move: usize,
    /// The best root move of an iteration that is not finished.
    pub(super) improved: Option<G::Move>,
    /// The number of iterations in a row with the same best move.
    stable: u32,
    /// The number of root moves that already have their lines.
    pub(super) skip: usize,
    /// The lines of this iteration.
    lines: Vec<Line<G::Move>>,
    /// The counts before this iteration, and those without the lines.
    nodes_before: u64,
    counts_before: PartCounts,

    // The tree below.
    pub(super) state: G::State,
    /// The ply of `state` when the path is empty.
    pub(super) base_ply: u32,
    /// The player who moved into it.
    pub(super) base_mover: Player,
    pub(super) path: Vec<Frame>,
    pub(super) moves: Vec<G::Move>,
    pub(super) ratings: Vec<i32>,
    pub(super) undos: Vec<G::Undo>,
    /// The keys of the children of one position, and whether the same player moves there.
    pub(super) child_keys: Vec<(u64, bool)>,
    /// The position to enter when the search continues.
    pub(super) entry: Option<Entry>,

    /// The best lines below the positions on the path, and those of the root moves in this
    /// iteration, if lines are kept.
    pub(super) variations: Variations<G::Move>,
    pub(super) root_lines: Vec<Vec<G::Move>>,

    // The principal variation under construction, and the position at its end.
    pub(super) line: Vec<G::Move>,
    pub(super) line_state: G::State,
    pub(super) line_mover: Player,
    pub(super) line_moves: Vec<G::Move>,
    /// The best move from there so far, if the line is lost and all lose earlier than it should.
    pub(super) line_best: Option<(Score, G::Move)>,
    /// Whether the line is continued to the end of the game, without leaving anything out.
    pub(super) is_proving: bool,

    stopped: StopReason,
    result: GameReport<G::Move>,
    pub(super) statistics: GameStatistics,
}

impl<P, G, C> AlphaBetaSearch<P, G, C>
where
    P: Deref<Target = G>,
    G: ZeroSumGame,
    C: Config<G>,
{
    pub(super) fn new(mut options: AlphaBeta, game: P, state: &G::State, parts: C) -> Self {
        let parts = parts.into_parts();
        options.table_depth = options.table_depth.max(1);
        options.repetition_draws &= parts.table.is_used();
        let leaves_out = parts.selectivity.is_used() && parts.selectivity.settings().leaves_out();
        let open = Value { score: Score::DRAW, is_exact: false };
        let (root_mover, task) = match game.turn(state) {
            Turn::Player(player) => (player, Task::Begin),
            Turn::Over => (0, Task::Done(Termination::Finished)),
            Turn::Chance => panic!("alpha-beta is for games without chance"),
        };
        let result = unsearched(&*game, state);
        Self {
            root: state.clone(),
            root_mover,
            root_moves: result.root_moves.clone(),
            leaves_out_root_moves: false,
            depth: options.first_depth.clamp(1, options.max_depth.max(1)),
            task,
            lower: open,
            upper: open,
            guess: Score::DRAW,
            passes: 0,
            best_move: 0,
            improved: None,
            stable: 0,
            skip: 0,
            lines: Vec::new(),
            nodes_before: 0,
            counts_before: PartCounts::default(),
            state: state.clone(),
            base_ply: 0,
            base_mover: root_mover,
            path: Vec::new(),
            moves: Vec::new(),
            ratings: Vec::new(),
            undos: Vec::new(),
            child_keys: Vec::new(),
            entry: None,
            variations: Variations::new(),
            root_lines: Vec::new(),
            line: Vec::new(),
            line_state: state.clone(),
            line_mover: root_mover,
            line_moves: Vec::new(),
            line_best: None,
            is_proving: false,
            stopped: StopReason::NodeLimit,
            result,
            statistics: GameStatistics::default(),
            scouts: matches!(options.window, Window::Scout | Window::Aspiration(_)),
            near_is_exact: !(options.repetition_draws || leaves_out),
            options,
            game,
            parts,
        }
    }

    /// Returns the table, the learnt ratings and the other parts for use in another search.
    pub fn into_parts(self) -> PartsOf<G, C> {
        self.parts
    }

    /// Searches only the root moves for which `keep` returns true; all of them if there are none.
    ///
    /// To be called before the search advances. Scores and proofs are then about these moves.
    pub fn retain_root_moves(&mut self, mut keep: impl FnMut(G::Move) -> bool) {
        let all = self.root_moves.len();
        let kept: Vec<_> = self.root_moves.iter().filter(|root| keep(root.mv)).copied().collect();
        if let Some(first) = kept.first() {
            self.leaves_out_root_moves |= kept.len() < all;
            self.result.principal_variation = vec![first.mv];
            self.result.root_moves.clone_from(&kept);
            self.root_moves = kept;
        }
    }

    /// Whether the search continues although a limit is reached.
    #[cold]
    pub(super) fn must_go_on(&self, reason: StopReason) -> bool {
        self.options.completes_first
            && self.result.depth == 0
            && reason != StopReason::MemoryLimit
            && self.statistics.nodes < AlphaBeta::MOST_FIRST_NODES
    }

    /// Performs one task at the root.
    fn step<Ob: GameObserver<G> + ?Sized>(
        &mut self,
        limits: &Limits,
        meter: &mut Meter,
        observer: &mut Ob,
    ) -> Result<(), StopReason> {
        self.task = match self.task {
            Task::Begin => self.begin_iteration(limits),
            Task::Window => self.choose_window(),
            Task::Pass { alpha, beta } => self.search_root(alpha, beta, meter, observer)?,
            Task::Score(index) => self.score_root_move(index, meter, observer)?,
            Task::Line(index) => {
                let before = self.statistics.totals();
                let next = self.lengthen_line(index, meter, observer);
                let again = self.statistics.totals() - before;
                self.statistics.line += again;
                next?
            }
            Task::LineDone => self.keep_line(),
            Task::Farther => {
                let score = self.look_farther(meter, observer)?;
                let line = self.lines.last_mut().expect("it is complete");
                line.score = line.score.min(score);
                line.is_exact = false;
                Task::NextLine
            }
            Task::NextLine => self.next_line(),
            Task::End => self.end_iteration(limits, meter, observer),
            done @ Task::Done(_) => done,
        };
        Ok(())
    }

    fn begin_iteration(&mut self, limits: &Limits) -> Task {
        self.parts.ordering.begin(&self.game);
        self.improved = None;
        self.nodes_before = self.statistics.nodes;
        self.counts_before = self.statistics.without_line();
        self.depth = self.depth.min(limits.depth.unwrap_or(u32::MAX).max(1));
        self.skip = 0;
        self.lines.clear();
        if self.keeps_lines() {
            self.root_lines.resize(self.root_moves.len(), Vec::new());
            self.root_lines.iter_mut().for_each(Vec::clear);
        }
        self.open_window()
    }

    /// The next pass over the root, unless its score is known.
    fn choose_window(&mut self) -> Task {
        let (lower, upper) = (self.lower.score, self.upper.score);
        if lower >= upper {
            return self.after_passes(0);
        }
        let has_guess = self.result.depth > 0;
        // In games with cycles, a bound may rise by one ply per pass for thousands of passes. In
        // that case, bisect the remaining range.
        let is_creeping = self.passes >= Window::MAX_STEPS;
        let window = if is_creeping { Window::Bisect } else { self.options.window };
        let (alpha, beta) = window.next(lower, upper, self.guess, self.passes, has_guess);
        self.passes += 1;
        self.statistics.passes += 1;
        Task::Pass { alpha, beta }
    }

    fn search_root<Ob: GameObserver<G> + ?Sized>(
        &mut self,
        alpha: Score,
        beta: Score,
        meter: &mut Meter,
        observer: &mut Ob,
    ) -> Result<Task, StopReason> {
        if self.entry.is_none() {
            self.state.clone_from(&self.root);
            self.base_ply = 0;
        }
        let entry = Entry::new(self.root_mover, self.depth as i32, alpha, beta);
        let value = self.tree(entry, meter, observer)?;
        self.guess = value.score;
        if value.score > alpha {
            self.lower = value;
        }
        if value.score < beta {
            self.upper = value;
        }
        Ok(Task::Window)
    }

    /// Keeps the line that is complete, unless it is to be continued to the end of the game.
    fn keep_line(&mut self) -> Task {
        let is_exact = self.lower.is_exact && self.upper.is_exact;
        let moves = self.whole_line();
        if !self.is_proving && self.ends_early(&moves) {
            return self.prove_line(&moves);
        }
        self.is_proving = false;
        self.lines.push(Line::new(self.lower.score, is_exact, moves));
        if self.skip == 0 {
            self.stable = if self.best_move == 0 { self.stable + 1 } else { 0 };
        }
        self.root_moves[self.skip..=self.best_move].rotate_right(1);
        if self.keeps_lines() {
            self.root_lines[self.skip..=self.best_move].rotate_right(1);
        }
        self.best_move = self.skip;
        let is_open = self.line.len() == self.depth as usize
            && self.game.turn(&self.line_state) != Turn::Over;
        if self.options.secondary > 0 && is_open && !is_exact {
            Task::Farther
        } else {
            Task::NextLine
        }
    }

    /// Resets the bounds on the score for the next line.
    fn open_window(&mut self) -> Task {
        self.lower = Value { score: Score::LOSS, is_exact: true };
        self.upper = Value { score: Score::WIN, is_exact: true };
        self.passes = 0;
        if let Some(line) = self.result.lines.get(self.skip) {
            self.guess = line.score;
        }
        Task::Window
    }

    fn score_root_move<Ob: GameObserver<G> + ?Sized>(
        &mut self,
        index: usize,
        meter: &mut Meter,
        observer: &mut Ob,
    ) -> Result<Task, StopReason> {
        let every = self.options.root_scores == RootScores::Every;
        let mv = self.root_moves[index].mv;
        if self.entry.is_none() {
            self.state.clone_from(&self.root);
            let _ = self.game.play(&mut self.state, mv);
            self.base_ply = 1;
            observer.observe(GameEvent::Resumed { line: &[mv], is_again: false });
        }
        let score = self.lower.score;
        let (alpha, beta) =
            if every { (Score::LOSS, Score::WIN) } else { (score.next_down(), score) };
        let entry = Entry::new(self.root_mover, self.depth as i32 - 1, alpha, beta);
        let value = self.tree(entry, meter, observer)?;
        if every {
            self.keep_root_line(index, true);
        }
        let bound = if every || value.score == score {
            Bound::Exact
        } else if value.score > score {
            Bound::AtLeast
        } else {
            Bound::AtMost
        };
        // A null window proves one side of a tie, the passes over the root the other.
        let proved = value.is_exact && (every || bound != Bound::Exact || self.upper.is_exact);
        let RootMove { score, bound: known, is_exact, .. } = &mut self.root_moves[index];
        (*score, *known, *is_exact) = (value.score, bound, proved);
        Ok(self.after_passes(index + 1))
    }

    /// Decides what follows a line: another one, or the end of the iteration.
    fn next_line(&mut self) -> Task {
        let done = self.lines.len();
        // A move whose score fell may be worse than one not yet searched. The root's score
        // without that move is an upper bound for the others.
        let best = self.lines.iter().map(|line| line.score).max();
        let is_doubtful = self.options.secondary > 0 && best < Some(self.lower.score);
        let is_wanted = done < self.options.lines || is_doubtful;
        if !is_wanted || done >= self.root_moves.len() {
            return Task::End;
        }
        self.skip = done;
        if self.options.root_scores != RootScores::Every {
            return self.open_window();
        }
        let rest = self.root_moves.iter().enumerate().skip(done).rev();
        let (index, best) = rest.max_by_key(|(_, mv)| mv.score).expect("one is left");
        self.lower = Value { score: best.score, is_exact: best.is_exact };
        self.upper = self.lower;
        self.best_move = index;
        self.after_passes(0)
    }

    /// Puts the best of the lines and of the root moves first.
    fn order_lines(&mut self) {
        // The lines are those of the first root moves.
        for (mv, line) in self.root_moves.iter_mut().zip(&self.lines) {
            mv.score = line.score;
        }
        // Secondary searches may have reordered the lines. Then the best move is chosen by
        // deeper estimates, and nothing is proved.
        if !self.lines.is_sorted_by_key(|line| -line.score) {
            sort_best_first(&mut self.root_moves[..self.lines.len()], |mv| mv.score);
            sort_best_first(&mut self.lines, |line| line.score);
            self.lines.iter_mut().for_each(|line| line.is_exact = false);
        }
        if self.options.root_scores == RootScores::Every {
            sort_best_first(&mut self.root_moves[self.lines.len()..], |mv| mv.score);
        }
        self.lines.truncate(self.options.lines.max(1));
    }

    /// The share of the soft time after which no iteration begins, if the score has just fallen
    /// by `fall`: more while the best move changes or its score falls.
    fn time_share(&self, fall: i32) -> f64 {
        if !self.options.keeps_unfinished {
            return 1.0;
        }
        let by_change = [2.0, 1.6, 1.3, 1.0, 0.9, 0.8][self.stable.min(5) as usize];
        let is_falling = fall > 25 && self.result.depth > 1 && !self.result.score.is_decisive();
        f64::min(by_change * if is_falling { 1.4 } else { 1.0 }, 2.0)
    }

    fn end_iteration<Ob: GameObserver<G> + ?Sized>(
        &mut self,
        limits: &Limits,
        meter: &Meter,
        observer: &mut Ob,
    ) -> Task {
        self.order_lines();
        (self.skip, self.improved) = (0, None);
        let best = &self.lines[0];
        let fall = self.result.score.get().saturating_sub(best.score.get());
        self.result.score = best.score;
        self.result.is_exact = best.is_exact;
        self.result.depth = self.depth;
        self.result.principal_variation.clone_from(&best.moves);
        self.result.lines.clone_from(&self.lines);
        self.result.root_moves.clone_from(&self.root_moves);
        self.statistics.iteration_nodes = self.statistics.nodes - self.nodes_before;
        self.statistics.last_iteration = self.statistics.without_line() - self.counts_before;
        self.statistics.iterations += 1;
        observer.observe(GameEvent::Iteration {
            depth: self.depth,
            score: best.score,
            is_exact: best.is_exact,
            line: &best.moves,
            lines: &self.lines,
        });
        let last = self.options.max_depth.min(AlphaBeta::MAX_DEPTH);
        let last = last.min(limits.depth.unwrap_or(u32::MAX));
        let all_exact = self.lines.iter().all(|line| line.is_exact);
        let elapsed = self.statistics.elapsed + meter.elapsed();
        let share = self.time_share(fall);
        if all_exact || self.depth >= last {
            Task::Done(Termination::Finished)
        } else if self.options.soft_time.is_some_and(|soft| elapsed >= soft.mul_f64(share)) {
            Task::Done(Termination::Stopped(StopReason::TimeLimit))
        } else {
            self.depth = (self.depth + self.options.step.max(1)).min(last);
            Task::Begin
        }
    }
}

impl<P, G, C> GameSearch<G> for AlphaBetaSearch<P, G, C>
where
    P: Deref<Target = G>,
    G: ZeroSumGame,
    C: Config<G>,
{
    type Value = Score;
    type Report = GameReport<G::Move>;

    fn advance<Ob: GameObserver<G> + ?Sized>(
        &mut self,
        limits: &Limits,
        observer: &mut Ob,
    ) -> Progress {
        let mut meter = Meter::start(limits, self.statistics.nodes);
        let progress = loop {
            if let Task::Done(termination) = self.task {
                break Progress::Done(termination);
            }
            if let Err(reason) = self.step(limits, &mut meter, observer) {
                self.stopped = reason;
                break Progress::Paused(reason);
            }
        };
        self.statistics.elapsed += meter.elapsed();
        progress
    }

    fn report(&self) -> GameReport<G::Move> {
        let termination = match self.task {
            Task::Done(termination) => termination,
            _ => Termination::Stopped(self.stopped),
        };
        let mut report = self.result.clone();
        report.termination = termination;
        report.statistics.clone_from(&self.statistics);
        let is_stopped = matches!(report.termination, Termination::Stopped(_));
        if let Some(mv) = self.improved.filter(|_| is_stopped && report.depth > 0)
            && self.options.keeps_unfinished
            && self.options.lines == 1
            && self.options.root_scores == RootScores::Best
        {
            let kept = self.root_lines.get(self.best_move).filter(|line| !line.is_empty());
            let moves = kept.cloned().unwrap_or_else(|| vec![mv]);
            report.principal_variation.clone_from(&moves);
            report.is_exact = false;
            report.lines = vec![Line::new(report.score, false, moves)];
        }
        report
    }
}
