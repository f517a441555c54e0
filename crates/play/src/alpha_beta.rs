//! The game-tree engine: iterative-deepening alpha-beta, fail-soft, on an explicit stack.

use std::ops::Deref;

use crate::horizon::Horizon;
use tremaux_core::{
    Bound, Evaluator, Game, GameEvent, GameObserver, GameReport, GameSearch, GameStatistics,
    Limits, Meter, MoveOrdering, NO_MOVE, Player, Progress, RootMove, Score, ScoreSource,
    StopReason, Termination, Turn, ZeroSumGame,
};
use tremaux_tables::{Memory, Record};

/// With which windows the root is searched.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Window {
    /// One search, open on both sides.
    Full,
    /// The same, and all moves but the first are tried with a null window before
    /// (NegaScout, Reinefeld 1983; principal variation search).
    Scout,
    /// Like `Scout`, starting with a window of so much on either side of the score of the
    /// iteration before, which is opened on the side where the score falls out.
    Aspiration(u16),
    /// Null windows at the last score that was returned, beginning with that of the
    /// iteration before (MTD(f), Plaat et al. 1996).
    Mtd,
    /// Null windows from plus infinity down (SSS*, Stockman 1979, as Plaat et al. put it).
    SssStar,
    /// Null windows from minus infinity up.
    DualStar,
    /// Null windows in the middle of what is possible: for solving.
    Bisect,
}

/// When a record of the table may stand for a search.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum TableUse {
    /// If it was searched exactly as deep, or no depth would change it: scores are those of
    /// plain minimax of that depth.
    SameDepth,
    /// If it was searched at least as deep.
    AtLeastAsDeep,
}

/// How much is found out about the moves at the root.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum RootScores {
    /// One best move.
    Best,
    /// All best moves: those have [`Bound::Exact`] scores equal to the root's.
    Ties,
    /// The score of every move.
    Every,
}

/// Options of alpha-beta search.
///
/// Sources: alpha-beta, Knuth and Moore 1975; explicit exactness and distance pruning are
/// folklore of solvers.
#[derive(Clone, Copy, Debug)]
pub struct AlphaBeta {
    /// The windows at the root.
    pub window: Window,
    /// The first iteration, in plies.
    pub first_depth: u32,
    /// How much deeper the next one is.
    pub step: u32,
    /// The last iteration, in plies; at most [`AlphaBeta::MAX_DEPTH`].
    pub max_depth: u32,
    /// With fewer plies left than this, moves are not rated: the leaves are the many.
    pub rated_depth: u32,
    /// With fewer plies left than this, the table is neither asked nor told: a look into a
    /// large one takes longer than a handful of leaves.
    pub table_depth: u32,
    /// When the table answers.
    pub table_use: TableUse,
    /// What is found out about the moves at the root.
    pub root_scores: RootScores,
}

impl Default for AlphaBeta {
    fn default() -> Self {
        Self {
            window: Window::Scout,
            first_depth: 1,
            step: 1,
            max_depth: 64,
            rated_depth: 3,
            table_depth: 2,
            table_use: TableUse::AtLeastAsDeep,
            root_scores: RootScores::Best,
        }
    }
}

/// What a search is put together from.
#[derive(Clone, Copy, Debug)]
pub struct Parts<E = (), O = (), T = (), H = ()> {
    /// Judges positions at the horizon.
    pub evaluator: E,
    /// Rates moves.
    pub ordering: O,
    /// Remembers positions.
    pub table: T,
    /// Searches on beyond the horizon.
    pub horizon: H,
}

impl Parts {
    /// No evaluation, no ordering, no table, no quiescence: put in what is to be had.
    #[must_use]
    pub fn new() -> Self {
        Self { evaluator: (), ordering: (), table: (), horizon: () }
    }
}

impl Default for Parts {
    fn default() -> Self {
        Self::new()
    }
}

impl<E, O, T, H> Parts<E, O, T, H> {
    /// The same with this evaluator.
    #[must_use]
    pub fn evaluator<X>(self, evaluator: X) -> Parts<X, O, T, H> {
        let Self { ordering, table, horizon, .. } = self;
        Parts { evaluator, ordering, table, horizon }
    }

    /// The same with this move ordering.
    #[must_use]
    pub fn ordering<X>(self, ordering: X) -> Parts<E, X, T, H> {
        let Self { evaluator, table, horizon, .. } = self;
        Parts { evaluator, ordering, table, horizon }
    }

    /// The same with this table.
    #[must_use]
    pub fn table<X>(self, table: X) -> Parts<E, O, X, H> {
        let Self { evaluator, ordering, horizon, .. } = self;
        Parts { evaluator, ordering, table, horizon }
    }

    /// The same with this search beyond the horizon.
    #[must_use]
    pub fn horizon<X>(self, horizon: X) -> Parts<E, O, T, X> {
        let Self { evaluator, ordering, table, .. } = self;
        Parts { evaluator, ordering, table, horizon }
    }
}

impl AlphaBeta {
    /// No iteration is deeper.
    pub const MAX_DEPTH: u32 = 4000;

    /// A search of `state` that has not yet taken a step.
    ///
    /// # Panics
    ///
    /// If the game is not for two players.
    pub fn start<P, G, E, O, T, H>(
        &self,
        game: P,
        state: &G::State,
        parts: Parts<E, O, T, H>,
    ) -> AlphaBetaSearch<P, G, E, O, T, H>
    where
        P: Deref<Target = G>,
        G: ZeroSumGame,
        E: Evaluator<G>,
        O: MoveOrdering<G>,
        T: Memory<G>,
        H: Horizon<G>,
    {
        AlphaBetaSearch::new(*self, game, state, parts)
    }

    /// Searches `state` ever deeper, until the game is solved or a limit is reached.
    pub fn solve<G, E, O, T, H>(
        &self,
        game: &G,
        state: &G::State,
        parts: Parts<E, O, T, H>,
        limits: &Limits,
    ) -> GameReport<G::Move>
    where
        G: ZeroSumGame,
        E: Evaluator<G>,
        O: MoveOrdering<G>,
        T: Memory<G>,
        H: Horizon<G>,
    {
        let mut search = self.start(game, state, parts);
        let _ = search.advance(limits, &mut ());
        search.report()
    }
}

/// A score, and whether no estimate entered it.
#[derive(Clone, Copy, Debug)]
struct Value {
    score: Score,
    is_exact: bool,
}

/// A position about to be searched, seen by the player who moved into it.
#[derive(Clone, Copy, Debug)]
struct Entry {
    mover: Player,
    depth: i32,
    alpha: Score,
    beta: Score,
}

/// A position on the path, seen by the player to move.
struct Frame {
    key: u64,
    mover: Player,
    /// Whether the move under way is tried with a null window.
    is_scout: bool,
    /// Whether all scores so far are exact.
    all_exact: bool,
    /// Whether that of the best move is.
    best_is_exact: bool,
    depth: i32,
    alpha: Score,
    beta: Score,
    /// Alpha at the beginning.
    floor: Score,
    best: Score,
    best_code: u16,
    /// Where its moves begin on the stack of moves, and the first not yet tried.
    first: u32,
    next: u32,
    /// Whether the best rated move is picked each time.
    picks: bool,
    /// Whether the moves from `next` on are rated.
    is_rated: bool,
}

/// What the search does at the root.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Task {
    /// Begin the iteration.
    Begin,
    /// Choose the next window.
    Window,
    /// Search the root with a window.
    Pass { alpha: Score, beta: Score },
    /// Score the root move of this index.
    Score(usize),
    /// Find the next move of the principal variation: try the move of this index.
    Line(usize),
    /// The iteration is complete.
    End,
    /// Nothing: it is over.
    Done(Termination),
}

/// An [`AlphaBeta`] search under way.
pub struct AlphaBetaSearch<P, G: Game, E, O, T, H> {
    options: AlphaBeta,
    game: P,
    parts: Parts<E, O, T, H>,
    root: G::State,
    root_mover: Player,
    root_moves: Vec<RootMove<G::Move>>,
    depth: u32,
    task: Task,
    /// Bounds on the score in this iteration, and whether they hold at any depth.
    lower: Value,
    upper: Value,
    /// What the last search of the root returned.
    guess: Score,
    passes: u32,
    best_move: usize,

    // The tree below.
    state: G::State,
    /// The ply of `state` when the stack of frames is empty.
    base_ply: u32,
    /// Who moved into it.
    base_mover: Player,
    frames: Vec<Frame>,
    moves: Vec<G::Move>,
    ratings: Vec<i32>,
    undos: Vec<G::Undo>,
    /// The position to enter when the search goes on.
    entry: Option<Entry>,

    // The principal variation being made, and the position at its end.
    line: Vec<G::Move>,
    line_state: G::State,
    line_mover: Player,
    line_moves: Vec<G::Move>,

    stopped: StopReason,
    result: GameReport<G::Move>,
    statistics: GameStatistics,
}

impl<P, G, E, O, T, H> AlphaBetaSearch<P, G, E, O, T, H>
where
    P: Deref<Target = G>,
    G: ZeroSumGame,
    E: Evaluator<G>,
    O: MoveOrdering<G>,
    T: Memory<G>,
    H: Horizon<G>,
{
    fn new(options: AlphaBeta, game: P, state: &G::State, parts: Parts<E, O, T, H>) -> Self {
        assert_eq!(game.player_count(), 2, "alpha-beta is for two players");
        let open = Value { score: Score::DRAW, is_exact: false };
        let mut result = GameReport {
            score: Score::DRAW,
            is_exact: false,
            principal_variation: Vec::new(),
            root_moves: Vec::new(),
            depth: 0,
            termination: Termination::Finished,
            statistics: GameStatistics::default(),
        };
        let (mut root_mover, mut task) = (0, Task::Begin);
        match game.turn(state) {
            Turn::Player(player) => {
                root_mover = player;
                let mut moves = Vec::new();
                game.moves(state, &mut moves);
                result.principal_variation = vec![moves[0]];
                let unknown =
                    |mv| RootMove { mv, score: Score::WIN, bound: Bound::AtMost, is_exact: false };
                result.root_moves = moves.into_iter().map(unknown).collect();
            }
            Turn::Over => {
                (result.score, result.is_exact) = (game.final_score(state, 0), true);
                task = Task::Done(Termination::Finished);
            }
            Turn::Chance => panic!("alpha-beta is for games without chance"),
        }
        Self {
            root: state.clone(),
            root_mover,
            root_moves: result.root_moves.clone(),
            depth: options.first_depth.clamp(1, options.max_depth.max(1)),
            task,
            lower: open,
            upper: open,
            guess: Score::DRAW,
            passes: 0,
            best_move: 0,
            state: state.clone(),
            base_ply: 0,
            base_mover: root_mover,
            frames: Vec::new(),
            moves: Vec::new(),
            ratings: Vec::new(),
            undos: Vec::new(),
            entry: None,
            line: Vec::new(),
            line_state: state.clone(),
            line_mover: root_mover,
            line_moves: Vec::new(),
            stopped: StopReason::NodeLimit,
            result,
            statistics: GameStatistics::default(),
            options,
            game,
            parts,
        }
    }

    /// The table, learnt ratings and the rest, for another search.
    pub fn into_parts(self) -> Parts<E, O, T, H> {
        self.parts
    }

    /// Takes one step at the root.
    fn step<Ob: GameObserver<G> + ?Sized>(
        &mut self,
        meter: &mut Meter,
        observer: &mut Ob,
    ) -> Result<(), StopReason> {
        self.task = match self.task {
            Task::Begin => {
                self.parts.ordering.begin(&self.game);
                self.lower = Value { score: Score::LOSS, is_exact: true };
                self.upper = Value { score: Score::WIN, is_exact: true };
                self.passes = 0;
                Task::Window
            }
            Task::Window if self.lower.score < self.upper.score => {
                let (alpha, beta) = self.next_window();
                self.passes += 1;
                self.statistics.passes += 1;
                Task::Pass { alpha, beta }
            }
            Task::Window => self.after_passes(0),
            Task::Pass { alpha, beta } => {
                if self.entry.is_none() {
                    self.state.clone_from(&self.root);
                    self.base_ply = 0;
                }
                let entry = Entry { mover: self.root_mover, depth: self.depth as i32, alpha, beta };
                let value = self.tree(entry, meter, observer)?;
                self.guess = value.score;
                if value.score > alpha {
                    self.lower = value;
                }
                if value.score < beta {
                    self.upper = value;
                }
                Task::Window
            }
            Task::Score(index) => {
                let every = self.options.root_scores == RootScores::Every;
                let mv = self.root_moves[index].mv;
                if self.entry.is_none() {
                    self.state.clone_from(&self.root);
                    let _ = self.game.play(&mut self.state, mv);
                    self.base_ply = 1;
                }
                let score = self.lower.score;
                let (alpha, beta) =
                    if every { (Score::LOSS, Score::WIN) } else { (score.next_down(), score) };
                let entry =
                    Entry { mover: self.root_mover, depth: self.depth as i32 - 1, alpha, beta };
                let value = self.tree(entry, meter, observer)?;
                let bound = if every || value.score == score {
                    Bound::Exact
                } else if value.score > score {
                    Bound::AtLeast
                } else {
                    Bound::AtMost
                };
                let RootMove { score, bound: known, is_exact, .. } = &mut self.root_moves[index];
                (*score, *known, *is_exact) = (value.score, bound, value.is_exact);
                self.after_passes(index + 1)
            }
            Task::Line(index) => self.lengthen_line(index, meter, observer)?,
            Task::End => {
                let value = self.lower;
                // The best first, the others in order: a stable sort by score alone would
                // let bounds come before it.
                self.root_moves[..=self.best_move].rotate_right(1);
                self.best_move = 0;
                if self.options.root_scores == RootScores::Every {
                    self.root_moves[1..].sort_by_key(|mv| -mv.score);
                }
                self.result.score = value.score;
                self.result.is_exact = value.is_exact && self.upper.is_exact;
                self.result.depth = self.depth;
                self.result.principal_variation.clone_from(&self.line);
                self.result.root_moves.clone_from(&self.root_moves);
                observer.observe(GameEvent::Iteration {
                    depth: self.depth,
                    score: value.score,
                    is_exact: self.result.is_exact,
                    line: &self.line,
                });
                let last = self.options.max_depth.min(AlphaBeta::MAX_DEPTH);
                if self.result.is_exact || self.depth >= last {
                    Task::Done(Termination::Finished)
                } else {
                    self.depth = (self.depth + self.options.step.max(1)).min(last);
                    Task::Begin
                }
            }
            done @ Task::Done(_) => done,
        };
        Ok(())
    }

    /// The window of the next pass, when `lower` is below `upper`.
    fn next_window(&self) -> (Score, Score) {
        let (lower, upper) = (self.lower.score, self.upper.score);
        let guess = self.guess;
        let null = |beta: Score| {
            let beta = beta.clamp(lower.next_up(), upper);
            (beta.next_down(), beta)
        };
        let is_first = self.passes == 0;
        match self.options.window {
            Window::Full | Window::Scout => (lower, upper),
            Window::Aspiration(margin) if is_first && self.result.depth > 0 => {
                let around = |by| Score::from_raw(guess.get() + by).clamp(lower, upper);
                (around(-i32::from(margin).max(1)), around(i32::from(margin).max(1)))
            }
            Window::Aspiration(_) => (lower, upper),
            Window::Mtd => null(self.guess),
            Window::SssStar => null(upper),
            Window::DualStar => null(lower.next_up()),
            Window::Bisect => {
                // Draw or not first; then won or not.
                let middle = i32::midpoint(lower.get(), upper.get());
                let middle = if lower < Score::DRAW && upper > Score::DRAW { 0 } else { middle };
                null(Score::from_raw(middle).next_up())
            }
        }
    }

    /// What to do when the score is known and root moves before `index` have theirs.
    fn after_passes(&mut self, index: usize) -> Task {
        let score = self.lower.score;
        let is_wanted = |i: usize, mv: &RootMove<G::Move>| match self.options.root_scores {
            RootScores::Best => false,
            RootScores::Ties => i != self.best_move && mv.score >= score,
            RootScores::Every => i != self.best_move,
        };
        let best = &mut self.root_moves[self.best_move];
        (best.score, best.bound, best.is_exact) = (score, Bound::Exact, self.lower.is_exact);
        let wanted = (index..self.root_moves.len()).find(|&i| is_wanted(i, &self.root_moves[i]));
        if let Some(index) = wanted {
            return Task::Score(index);
        }
        self.line.clear();
        self.line_state.clone_from(&self.root);
        self.line_mover = self.root_mover;
        let mv = self.root_moves[self.best_move].mv;
        self.add_to_line(mv)
    }

    fn add_to_line(&mut self, mv: G::Move) -> Task {
        let game = &*self.game;
        self.line.push(mv);
        let _ = game.play(&mut self.line_state, mv);
        match game.turn(&self.line_state) {
            Turn::Player(mover) if self.line.len() < self.depth as usize => {
                self.line_mover = mover;
                self.line_moves.clear();
                game.moves(&self.line_state, &mut self.line_moves);
                if T::IS_USED {
                    let key = self.parts.table.key(game, &self.line_state);
                    let code = self.parts.table.get(key).map_or(NO_MOVE, |r| r.code);
                    let is_it =
                        |&mv: &G::Move| self.parts.table.code(game, &self.line_state, mv) == code;
                    if let Some(at) = self.line_moves.iter().position(is_it) {
                        self.line_moves[..=at].rotate_right(1);
                    }
                }
                Task::Line(0)
            }
            _ => Task::End,
        }
    }

    /// Tries whether the line goes on with the move of this index: whether that move is
    /// worth what the root is. Mostly the table knows; otherwise it is searched once more.
    fn lengthen_line<Ob: GameObserver<G> + ?Sized>(
        &mut self,
        index: usize,
        meter: &mut Meter,
        observer: &mut Ob,
    ) -> Result<Task, StopReason> {
        let Some(&mv) = self.line_moves.get(index) else {
            return Ok(Task::End); // Records of other depths have changed since.
        };
        if self.entry.is_none() {
            self.state.clone_from(&self.line_state);
            let _ = self.game.play(&mut self.state, mv);
            self.base_ply = self.line.len() as u32 + 1;
        }
        let score = self.lower.score;
        let beta = if self.line_mover == self.root_mover { score } else { -score };
        let depth = self.depth as i32 - self.line.len() as i32 - 1;
        let entry = Entry { mover: self.line_mover, depth, alpha: beta.next_down(), beta };
        let value = self.tree(entry, meter, observer)?;
        Ok(if value.score >= beta { self.add_to_line(mv) } else { Task::Line(index + 1) })
    }

    /// The value of `self.state`, for `entry.mover`; goes on where it was stopped.
    #[inline(never)]
    fn tree<Ob: GameObserver<G> + ?Sized>(
        &mut self,
        entry: Entry,
        meter: &mut Meter,
        observer: &mut Ob,
    ) -> Result<Value, StopReason> {
        let mut entry = self.entry.take().unwrap_or_else(|| {
            self.base_mover = entry.mover;
            entry
        });
        let game = &*self.game;
        let Self { state, frames, moves, ratings, undos, statistics, root_moves, .. } = self;
        let Parts { evaluator, ordering, table, horizon } = &mut self.parts;
        let scouts = matches!(self.options.window, Window::Scout | Window::Aspiration(_));
        let table_use = self.options.table_use;
        let table_depth = self.options.table_depth.max(1) as i32;
        let rated_depth = self.options.rated_depth as i32;
        let base_ply = self.base_ply;

        'enter: loop {
            if let Err(reason) = meter.check(statistics.nodes, || table.bytes()) {
                self.entry = Some(entry);
                return Err(reason);
            }
            statistics.nodes += 1;
            let ply = base_ply + frames.len() as u32;
            let Entry { mover: parent, depth, alpha, beta } = entry;
            observer.observe(GameEvent::Entered { state, ply, depth, alpha, beta });

            let (mut value, source) = 'value: {
                let mover = match game.turn(state) {
                    Turn::Player(player) => player,
                    Turn::Over => {
                        let score = game.final_score(state, parent).after(ply);
                        break 'value (Value { score, is_exact: true }, ScoreSource::Final);
                    }
                    Turn::Chance => panic!("alpha-beta is for games without chance"),
                };
                let seen = |score: Score| if mover == parent { score } else { -score };
                let is_root = ply == 0;
                if !is_root && let Some(score) = evaluator.known(game, state) {
                    let score = seen(score.after(ply));
                    break 'value (Value { score, is_exact: true }, ScoreSource::Known);
                }
                if depth <= 0 && !H::IS_USED {
                    statistics.evaluated += 1;
                    let score = seen(evaluator.evaluate(game, state));
                    break 'value (Value { score, is_exact: false }, ScoreSource::Estimate);
                }
                let (alpha, mut beta) =
                    if mover == parent { (alpha, beta) } else { (-beta, -alpha) };
                if !is_root {
                    // From here no win comes sooner, and no loss.
                    let (worst, best) = (Score::loss_in(ply + 1), Score::win_in(ply + 1));
                    let score = if alpha >= best { best } else { worst };
                    if alpha >= best || beta <= worst {
                        let value = Value { score: seen(score), is_exact: true };
                        break 'value (value, ScoreSource::Distance);
                    }
                    beta = beta.min(best);
                }
                let mut frame = Frame {
                    key: 0,
                    mover,
                    is_scout: false,
                    all_exact: true,
                    best_is_exact: false,
                    depth,
                    alpha,
                    beta,
                    floor: alpha,
                    best: Score::LOSS,
                    best_code: NO_MOVE,
                    first: moves.len() as u32,
                    next: moves.len() as u32,
                    picks: false,
                    is_rated: !O::IS_USED || depth < rated_depth,
                };
                let mut code = NO_MOVE;
                if depth > 0 {
                    if T::IS_USED && depth >= table_depth {
                        frame.key = table.key(game, state);
                        if let Some(record) = table.get(frame.key) {
                            code = record.code;
                            let draft = i32::from(record.draft);
                            let fits = match table_use {
                                TableUse::SameDepth => {
                                    draft == depth || record.is_exact && draft < depth
                                }
                                TableUse::AtLeastAsDeep => draft >= depth || record.is_exact,
                            };
                            let score = Score::from_raw(record.value).after(ply);
                            let decides = match record.bound {
                                Bound::Exact => true,
                                Bound::AtLeast => score >= beta,
                                Bound::AtMost => score <= alpha,
                            };
                            if fits && decides && !is_root {
                                statistics.table_hits += 1;
                                let score = seen(score);
                                let value = Value { score, is_exact: record.is_exact };
                                break 'value (value, ScoreSource::Table);
                            }
                        }
                    }
                    if is_root {
                        moves.extend(root_moves.iter().map(|mv| mv.mv));
                        for mv in root_moves.iter_mut() {
                            (mv.score, mv.bound) = (Score::WIN, Bound::AtMost);
                        }
                        frame.is_rated = true;
                    } else {
                        game.moves(state, moves);
                    }
                } else {
                    statistics.quiescence_nodes += 1;
                    statistics.evaluated += 1;
                    frame.all_exact = false;
                    let estimate = evaluator.evaluate(game, state);
                    let may_rest = horizon.moves(game, state, -depth as u32, moves);
                    let first = frame.first as usize;
                    if moves.len() == first || may_rest && estimate >= beta {
                        moves.truncate(first);
                        let value = Value { score: seen(estimate), is_exact: false };
                        break 'value (value, ScoreSource::Estimate);
                    }
                    if may_rest {
                        frame.best = estimate;
                        frame.alpha = frame.alpha.max(estimate);
                    }
                }

                let first = frame.first as usize;
                if code != NO_MOVE && !is_root {
                    let is_it = |&mv: &G::Move| table.code(game, state, mv) == code;
                    if let Some(at) = moves[first..].iter().position(is_it) {
                        moves[first..=first + at].rotate_right(1);
                    } else {
                        code = NO_MOVE;
                    }
                }
                frame.picks = !frame.is_rated;
                if O::IS_USED && frame.picks && code == NO_MOVE {
                    frame.is_rated = true;
                    ratings.resize(first, 0);
                    ordering.rate(game, state, ply, &moves[first..], ratings);
                    pick(&mut moves[first..], &mut ratings[first..]);
                }
                let mv = moves[first];
                frame.next += 1;
                entry = Entry { mover, depth: depth - 1, alpha: frame.alpha, beta: frame.beta };
                frames.push(frame);
                undos.push(game.play(state, mv));
                continue 'enter;
            };
            observer.observe(GameEvent::Left { state, ply, score: value.score, source });

            // Back up.
            loop {
                let ply = base_ply + frames.len() as u32;
                let Some(frame) = frames.last_mut() else { return Ok(value) };
                let ply = ply - 1;
                let tried = frame.next as usize;
                let mv = moves[tried - 1];
                game.undo(state, mv, undos.pop().expect("a move was played"));
                if frame.is_scout && value.score > frame.alpha && value.score < frame.beta {
                    statistics.searched_again += 1;
                    frame.is_scout = false;
                    entry = Entry {
                        mover: frame.mover,
                        depth: frame.depth - 1,
                        alpha: frame.alpha,
                        beta: frame.beta,
                    };
                    undos.push(game.play(state, mv));
                    continue 'enter;
                }
                frame.all_exact &= value.is_exact;
                let is_root = ply == 0;
                if is_root {
                    let bound = if value.score >= frame.beta {
                        Bound::AtLeast
                    } else if value.score <= frame.alpha {
                        Bound::AtMost
                    } else {
                        Bound::Exact
                    };
                    let index = tried - 1;
                    let known = &mut root_moves[index];
                    (known.score, known.bound, known.is_exact) =
                        (value.score, bound, value.is_exact);
                    if value.score > frame.alpha {
                        self.best_move = index;
                    }
                }
                if value.score > frame.best {
                    frame.best = value.score;
                    frame.best_is_exact = value.is_exact;
                    if T::IS_USED {
                        frame.best_code = table.code(game, state, mv);
                    }
                    frame.alpha = frame.alpha.max(value.score);
                }
                let first = frame.first as usize;
                let is_cut = frame.best >= frame.beta;
                if is_cut {
                    statistics.cutoffs += 1;
                    statistics.first_move_cutoffs += u64::from(tried - first == 1);
                    let (score, beta) = (frame.best, frame.beta);
                    observer.observe(GameEvent::Cutoff {
                        state,
                        mv,
                        tried_before: tried - first - 1,
                        ply,
                        score,
                        beta,
                    });
                    if O::IS_USED && frame.depth >= rated_depth.max(1) {
                        let depth = frame.depth as u32;
                        ordering.learn(game, state, ply, depth, &moves[first..tried]);
                    }
                } else if tried < moves.len() {
                    if O::IS_USED && frame.picks {
                        if !frame.is_rated {
                            frame.is_rated = true;
                            ratings.resize(tried, 0);
                            ordering.rate(game, state, ply, &moves[tried..], ratings);
                        }
                        let end = moves.len();
                        pick(&mut moves[tried..], &mut ratings[tried..end]);
                    }
                    let mv = moves[tried];
                    frame.next += 1;
                    // Not below a null window: that is one already.
                    frame.is_scout = scouts && frame.beta > frame.alpha.next_up();
                    let beta = if frame.is_scout { frame.alpha.next_up() } else { frame.beta };
                    entry = Entry {
                        mover: frame.mover,
                        depth: frame.depth - 1,
                        alpha: frame.alpha,
                        beta,
                    };
                    undos.push(game.play(state, mv));
                    continue 'enter;
                }

                // The position is done.
                let score = frame.best;
                let is_near = score
                    .plies_to_end()
                    .is_some_and(|plies| plies as i32 - ply as i32 <= frame.depth);
                let is_exact =
                    is_near || if is_cut { frame.best_is_exact } else { frame.all_exact };
                if T::IS_USED && frame.depth >= table_depth {
                    let bound = if is_cut {
                        Bound::AtLeast
                    } else if score <= frame.floor {
                        Bound::AtMost
                    } else {
                        Bound::Exact
                    };
                    table.insert(
                        frame.key,
                        Record {
                            value: score.before(ply).get(),
                            draft: frame.depth as u16,
                            bound,
                            is_exact,
                            code: frame.best_code,
                        },
                    );
                }
                let mover = frame.mover;
                moves.truncate(first);
                frames.pop();
                let parent = frames.last().map_or(self.base_mover, |frame| frame.mover);
                value = Value { score: if mover == parent { score } else { -score }, is_exact };
                let source = ScoreSource::Moves;
                observer.observe(GameEvent::Left { state, ply, score: value.score, source });
            }
        }
    }
}

/// Brings the best rated move to the front, and keeps the others in order.
#[inline]
fn pick<M>(moves: &mut [M], ratings: &mut [i32]) {
    let mut best = 0;
    for i in 1..ratings.len() {
        if ratings[i] > ratings[best] {
            best = i;
        }
    }
    if best > 0 {
        moves[..=best].rotate_right(1);
        ratings[..=best].rotate_right(1);
    }
}

impl<P, G, E, O, T, H> GameSearch<G> for AlphaBetaSearch<P, G, E, O, T, H>
where
    P: Deref<Target = G>,
    G: ZeroSumGame,
    E: Evaluator<G>,
    O: MoveOrdering<G>,
    T: Memory<G>,
    H: Horizon<G>,
{
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
            if let Err(reason) = self.step(&mut meter, observer) {
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
        GameReport { termination, statistics: self.statistics.clone(), ..self.result.clone() }
    }
}
