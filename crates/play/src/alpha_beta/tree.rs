//! The tree below the root, walked with an explicit stack.

use std::ops::Deref;

use tremaux_core::{
    Bound, Evaluator, GameEvent, GameObserver, Meter, MoveOrdering, NO_MOVE, Score, ScoreSource,
    StopReason, Turn, ZeroSumGame,
};
use tremaux_tables::Memory;

use super::ahead::look_ahead;
use super::frame::{Entry, Frame, Rules, Stage, Value, leaf, pick};
use super::parts::Parts;
use super::search::AlphaBetaSearch;
use super::selectivity::Selectivity;
use super::window::Window;
use crate::horizon::Horizon;

impl<P, G, E, O, T, H, X> AlphaBetaSearch<P, G, E, O, T, H, X>
where
    P: Deref<Target = G>,
    G: ZeroSumGame,
    E: Evaluator<G>,
    O: MoveOrdering<G>,
    T: Memory<G>,
    H: Horizon<G>,
    X: Selectivity<G>,
{
    /// The value of `self.state`, for `entry.mover`; goes on where it was stopped.
    #[inline(never)]
    pub(super) fn tree<Ob: GameObserver<G> + ?Sized>(
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
        let Self { state, frames, moves, ratings, undos, ahead, statistics, root_moves, .. } = self;
        let Parts { evaluator, ordering, table, horizon, selectivity } = &mut self.parts;
        let scouts = matches!(self.options.window, Window::Scout | Window::Aspiration(_));
        let repeats = T::IS_USED && self.options.repetition_draws;
        let prunes_distance = self.options.distance_pruning;
        let rules = Rules {
            table_use: self.options.table_use,
            table_depth: self.options.table_depth.max(1) as i32,
            near_is_exact: !(repeats || X::IS_USED && selectivity.settings().leaves_out()),
        };
        let rated_depth = self.options.rated_depth as i32;
        let ahead_depth = self.options.ahead_depth.map_or(i32::MAX, |depth| depth as i32);
        let ahead_depth = ahead_depth.max(rules.table_depth + 1);
        let longest_line = 2 * self.depth;
        let (base_ply, base_mover, skip) = (self.base_ply, self.base_mover, self.skip);
        let mut resumed: Option<Frame> = None;

        'enter: loop {
            let ply = base_ply + frames.len() as u32;
            let is_root = ply == 0;
            let (mut value, source) = 'value: {
                let parent;
                let mut frame = if X::IS_USED
                    && let Some(frame) = resumed.take()
                {
                    parent = frames.last().map_or(base_mover, |frame| frame.mover);
                    frame
                } else {
                    if let Err(reason) = meter.check(statistics.nodes, || table.bytes()) {
                        self.entry = Some(entry);
                        return Err(reason);
                    }
                    statistics.nodes += 1;
                    let Entry { depth, alpha, beta, excluded, .. } = entry;
                    parent = entry.mover;
                    let above =
                        frames.last().filter(|above| !X::IS_USED || above.stage == Stage::Moves);
                    let mv = above.and_then(|above| moves.get(above.next as usize - 1)).copied();
                    observer.observe(GameEvent::Entered { state, mv, ply, depth, alpha, beta });
                    let mover = match game.turn(state) {
                        Turn::Player(player) => player,
                        Turn::Over => {
                            let score = game.final_score(state, parent).after(ply);
                            break 'value (Value { score, is_exact: true }, ScoreSource::Final);
                        }
                        Turn::Chance => panic!("alpha-beta is for games without chance"),
                    };
                    let seen = |score: Score| if mover == parent { score } else { -score };
                    if !is_root && let Some(score) = evaluator.known(game, state) {
                        let score = seen(score.after(ply));
                        break 'value (Value { score, is_exact: true }, ScoreSource::Known);
                    }
                    let mut key = 0;
                    if repeats {
                        key = table.key(game, state);
                        let is_same = X::IS_USED && frames.last().is_some_and(Frame::stays);
                        if !is_same && frames.iter().any(|frame| frame.key == key) {
                            let value = Value { score: Score::DRAW, is_exact: false };
                            break 'value (value, ScoreSource::Repetition);
                        }
                    }
                    if depth <= 0 && !H::IS_USED {
                        statistics.evaluated += 1;
                        let score = seen(evaluator.evaluate(game, state));
                        break 'value (Value { score, is_exact: false }, ScoreSource::Estimate);
                    }
                    let (alpha, mut beta) =
                        if mover == parent { (alpha, beta) } else { (-beta, -alpha) };
                    if !is_root && prunes_distance {
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
                        key,
                        mover,
                        stage: Stage::Moves,
                        is_scout: false,
                        is_reduced: false,
                        all_exact: true,
                        best_is_exact: false,
                        picks: false,
                        is_rated: !O::IS_USED || depth < rated_depth,
                        is_futile: false,
                        is_singular: false,
                        depth,
                        child_depth: depth - 1,
                        alpha,
                        beta,
                        floor: alpha,
                        best: Score::LOSS,
                        best_code: NO_MOVE,
                        table_code: NO_MOVE,
                        excluded,
                        singular_below: None,
                        first: moves.len() as u32,
                        next: moves.len() as u32,
                    };
                    let is_whole = !X::IS_USED || excluded == NO_MOVE;
                    if T::IS_USED && depth >= rules.table_depth && is_whole {
                        if !repeats {
                            let is_known = entry.key != 0;
                            frame.key = if is_known { entry.key } else { table.key(game, state) };
                        }
                        if let Some(record) = table.get(frame.key) {
                            frame.table_code = record.code;
                            let draft = i32::from(record.draft);
                            let fits = rules.table_use.admits(&record, depth);
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
                            if X::IS_USED
                                && let Some(singular) = selectivity.settings().singular
                                && !is_root
                                && depth >= singular.min_depth as i32
                                && draft >= depth - 3
                                && record.bound != Bound::AtMost
                                && record.code != NO_MOVE
                                && !score.is_decisive()
                            {
                                let below = score.get() - i32::from(singular.margin);
                                frame.singular_below = Some(Score::estimate(below));
                            }
                        }
                    }
                    let may_judge = depth > 0 && !is_root && is_whole;
                    let is_calm = !beta.is_decisive() && !alpha.is_decisive();
                    if X::IS_USED
                        && may_judge
                        && is_calm
                        && beta == alpha.next_up()
                        && selectivity.settings().judges()
                    {
                        let settings = *selectivity.settings();
                        statistics.evaluated += 1;
                        let estimate = evaluator.evaluate(game, state);
                        if let Some(futility) = settings.futility
                            && depth <= futility.max_depth as i32
                        {
                            let margin = futility.margin.saturating_mul(depth);
                            let (low, high) = (estimate.get() - margin, estimate.get() + margin);
                            if low >= beta.get() {
                                statistics.futile += 1;
                                let value = Value { score: seen(estimate), is_exact: false };
                                break 'value (value, ScoreSource::Futile);
                            }
                            if high <= alpha.get() {
                                frame.is_futile = true;
                                frame.all_exact = false;
                                frame.best = Score::estimate(high);
                            }
                        }
                        if let Some(null) = settings.null_move
                            && !frame.is_futile
                            && depth >= null.min_depth as i32
                            && estimate >= beta
                            && frames.last().is_none_or(|frame| frame.stage != Stage::NullMove)
                            && frames.iter().all(|frame| frame.stage != Stage::Verification)
                            && let Some(undo) = selectivity.pass(game, state)
                        {
                            undos.push(undo);
                            frame.stage = Stage::NullMove;
                            let depth = depth - 1 - null.reduction as i32;
                            entry = Entry::new(mover, depth, beta.next_down(), beta);
                            frames.push(frame);
                            continue 'enter;
                        }
                    }
                    frame
                };

                let Frame { mover, depth, .. } = frame;
                let seen = |score: Score| if mover == parent { score } else { -score };
                if X::IS_USED
                    && let Some(below) = frame.singular_below
                {
                    let depth = depth / 2;
                    entry = Entry::new(mover, depth, below.next_down(), below);
                    entry.excluded = frame.table_code;
                    frame.stage = Stage::Singular;
                    frames.push(frame);
                    continue 'enter;
                }
                let first = frame.first as usize;
                if depth > 0 {
                    if is_root {
                        moves.extend(root_moves[skip..].iter().map(|mv| mv.mv));
                        for mv in &mut root_moves[skip..] {
                            // What is known of a line besides the first still holds.
                            if skip == 0 || mv.bound != Bound::Exact {
                                (mv.score, mv.bound) = (Score::WIN, Bound::AtMost);
                            }
                        }
                        frame.is_rated = true;
                    } else {
                        game.moves(state, moves);
                    }
                    statistics.expanded += 1;
                    statistics.generated += (moves.len() - first) as u64;
                    if X::IS_USED && (frame.excluded != NO_MOVE || frame.is_futile) {
                        let mut kept = first;
                        for at in first..moves.len() {
                            let mv = moves[at];
                            let is_out = if frame.is_futile {
                                selectivity.is_quiet(game, state, mv)
                            } else {
                                table.code(game, state, mv) == frame.excluded
                            };
                            if !is_out {
                                moves[kept] = mv;
                                kept += 1;
                            }
                        }
                        moves.truncate(kept);
                        if kept == first {
                            statistics.futile += u64::from(frame.is_futile);
                            let value = Value { score: seen(frame.best), is_exact: false };
                            break 'value (value, ScoreSource::Futile);
                        }
                    }
                } else {
                    statistics.quiescence_nodes += 1;
                    statistics.evaluated += 1;
                    frame.all_exact = false;
                    let estimate = evaluator.evaluate(game, state);
                    let may_rest = horizon.moves(game, state, -depth as u32, moves);
                    if moves.len() == first || may_rest && estimate >= frame.beta {
                        moves.truncate(first);
                        let value = Value { score: seen(estimate), is_exact: false };
                        break 'value (value, ScoreSource::Estimate);
                    }
                    statistics.expanded += 1;
                    statistics.generated += (moves.len() - first) as u64;
                    if may_rest {
                        frame.best = estimate;
                        frame.alpha = frame.alpha.max(estimate);
                    }
                }

                if T::IS_USED && depth >= ahead_depth && !is_root {
                    let refutes = depth > ahead_depth;
                    let children = &moves[first..];
                    let place = (&mut *state, ply);
                    let found =
                        look_ahead(game, table, place, &frame, rules, children, (ahead, refutes));
                    if let Some(value) = found {
                        statistics.table_hits += 1;
                        statistics.expanded -= 1;
                        statistics.generated -= (moves.len() - first) as u64;
                        moves.truncate(first);
                        let value = Value { score: seen(value.score), ..value };
                        break 'value (value, ScoreSource::Table);
                    }
                }

                let mut has_table_move = false;
                if T::IS_USED && frame.table_code != NO_MOVE && !is_root && depth > 0 {
                    let is_it = |&mv: &G::Move| table.code(game, state, mv) == frame.table_code;
                    if let Some(at) = moves[first..].iter().position(is_it) {
                        moves[first..=first + at].rotate_right(1);
                        has_table_move = true;
                    }
                }
                frame.picks = !frame.is_rated;

                // Children of a position one ply before the horizon need no frames.
                let count = (moves.len() - first) as u64;
                let is_plain = !(H::IS_USED || X::IS_USED || repeats || is_root);
                let is_rated = O::IS_USED && frame.picks;
                if depth == 1
                    && is_plain
                    && !is_rated
                    && statistics.nodes + count < meter.next_poll()
                {
                    let mut tried = first;
                    loop {
                        let mv = moves[tried];
                        tried += 1;
                        let undo = game.play(state, mv);
                        let entry = Entry::new(mover, 0, frame.alpha, frame.beta);
                        let child = (ply + 1, mv, entry);
                        let value = leaf(game, evaluator, state, child, statistics, observer);
                        game.undo(state, mv, undo);
                        frame.all_exact &= value.is_exact;
                        if value.score > frame.best {
                            frame.best = value.score;
                            frame.best_is_exact = value.is_exact;
                            if T::IS_USED && depth >= rules.table_depth {
                                frame.best_code = table.code(game, state, mv);
                            }
                            frame.alpha = frame.alpha.max(value.score);
                            if frame.best >= frame.beta {
                                statistics.cutoffs += 1;
                                statistics.first_move_cutoffs += u64::from(tried - first == 1);
                                observer.observe(GameEvent::Cutoff {
                                    state,
                                    mv,
                                    tried_before: tried - first - 1,
                                    ply,
                                    score: frame.best,
                                    beta: frame.beta,
                                });
                                break;
                            }
                        }
                        if tried == moves.len() {
                            break;
                        }
                    }
                    moves.truncate(first);
                    let value = frame.finish(table, rules, ply, true);
                    break 'value (Value { score: seen(value.score), ..value }, ScoreSource::Moves);
                }

                if O::IS_USED && frame.picks && !has_table_move {
                    frame.is_rated = true;
                    ratings.resize(first, 0);
                    ordering.rate(game, state, ply, &moves[first..], ratings);
                    pick(&mut moves[first..], &mut ratings[first..]);
                }
                let mv = moves[first];
                frame.next += 1;
                if O::IS_USED && depth > rated_depth {
                    ordering.follow(game, state, ply, mv);
                }
                undos.push(game.play(state, mv));
                if X::IS_USED && depth > 0 {
                    let mut more = u32::from(frame.is_singular && has_table_move);
                    if ply < longest_line {
                        more += selectivity.extension(game, state, mv);
                    }
                    statistics.extended += u64::from(more > 0);
                    frame.child_depth = depth - 1 + more as i32;
                }
                entry = Entry::new(mover, frame.child_depth, frame.alpha, frame.beta)
                    .fetch(table, rules, game, state);
                frames.push(frame);
                continue 'enter;
            };
            observer.observe(GameEvent::Left { state, ply, score: value.score, source });

            // Back up.
            loop {
                let ply = base_ply + frames.len() as u32;
                let Some(frame) = frames.last_mut() else { return Ok(value) };
                let ply = ply - 1;
                if X::IS_USED && frame.stage != Stage::Moves {
                    let mut frame = frames.pop().expect("it was just looked at");
                    let settings = *selectivity.settings();
                    let is_good = value.score >= frame.beta;
                    match frame.stage {
                        Stage::NullMove => {
                            selectivity.undo_pass(game, state, undos.pop().expect("a pass"));
                            let null = settings.null_move.expect("it was tried");
                            if is_good
                                && null
                                    .verify_depth
                                    .is_some_and(|least| frame.depth >= least as i32)
                            {
                                frame.stage = Stage::Verification;
                                let depth = frame.depth - 1 - null.reduction as i32;
                                let beta = frame.beta;
                                entry = Entry::new(frame.mover, depth, beta.next_down(), beta);
                                frames.push(frame);
                                continue 'enter;
                            }
                        }
                        Stage::Singular => {
                            let below = frame.singular_below.take();
                            frame.is_singular = below.is_some_and(|below| value.score < below);
                        }
                        _ => {}
                    }
                    let is_cut = is_good && frame.stage != Stage::Singular;
                    frame.stage = Stage::Moves;
                    if !is_cut {
                        resumed = Some(frame);
                        continue 'enter;
                    }
                    statistics.null_move_cutoffs += 1;
                    let parent = frames.last().map_or(base_mover, |frame| frame.mover);
                    let beta = frame.beta;
                    let score = if frame.mover == parent { beta } else { -beta };
                    value = Value { score, is_exact: false };
                    let source = ScoreSource::NullMove;
                    observer.observe(GameEvent::Left { state, ply, score, source });
                    continue;
                }
                let tried = frame.next as usize;
                let mv = moves[tried - 1];
                game.undo(state, mv, undos.pop().expect("a move was played"));
                let must_deepen = X::IS_USED && frame.is_reduced && value.score > frame.alpha;
                let must_widen =
                    frame.is_scout && value.score > frame.alpha && value.score < frame.beta;
                if must_deepen || must_widen {
                    statistics.searched_again += 1;
                    frame.is_reduced = false;
                    frame.is_scout = must_deepen && scouts && frame.beta > frame.alpha.next_up();
                    let beta = if frame.is_scout { frame.alpha.next_up() } else { frame.beta };
                    entry = Entry::new(frame.mover, frame.child_depth, frame.alpha, beta);
                    if O::IS_USED && frame.depth > rated_depth {
                        ordering.follow(game, state, ply, mv);
                    }
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
                    let index = skip + tried - 1;
                    let known = &mut root_moves[index];
                    if skip == 0 || known.bound != Bound::Exact || bound == Bound::Exact {
                        (known.score, known.bound, known.is_exact) =
                            (value.score, bound, value.is_exact);
                    }
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
                    let tried_before = tried - first - 1;
                    observer.observe(GameEvent::Cutoff {
                        state,
                        mv,
                        tried_before,
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
                    // Not below a null window: that is one already. Not at the last ply: the
                    // value of a leaf is the same for every window.
                    frame.is_scout = scouts
                        && frame.beta > frame.alpha.next_up()
                        && (H::IS_USED || X::IS_USED || frame.depth > 1);
                    let mut reduction = 0;
                    if X::IS_USED && frame.depth > 0 {
                        let settings = selectivity.settings();
                        if let Some(late) = settings.reductions
                            && !is_root
                            && !frame.alpha.is_decisive()
                            && selectivity.is_quiet(game, state, mv)
                        {
                            reduction = late.plies(frame.depth, tried - first);
                        }
                    }
                    if O::IS_USED && frame.depth > rated_depth {
                        ordering.follow(game, state, ply, mv);
                    }
                    undos.push(game.play(state, mv));
                    if X::IS_USED && frame.depth > 0 {
                        let more = if ply < longest_line {
                            selectivity.extension(game, state, mv)
                        } else {
                            0
                        };
                        statistics.extended += u64::from(more > 0);
                        frame.child_depth = frame.depth - 1 + more as i32;
                        if more > 0 {
                            reduction = 0;
                        }
                        frame.is_reduced = reduction > 0;
                        statistics.reduced += u64::from(frame.is_reduced);
                    } else {
                        frame.child_depth = frame.depth - 1;
                    }
                    let is_null = frame.is_scout || frame.is_reduced;
                    let beta = if is_null { frame.alpha.next_up() } else { frame.beta };
                    let depth = frame.child_depth - reduction;
                    entry = Entry::new(frame.mover, depth, frame.alpha, beta)
                        .fetch(table, rules, game, state);
                    continue 'enter;
                }

                // The position is done.
                let is_whole = !(is_root && skip > 0) && (!X::IS_USED || frame.excluded == NO_MOVE);
                let Value { score, is_exact } = frame.finish(table, rules, ply, is_whole);
                let mover = frame.mover;
                moves.truncate(first);
                frames.pop();
                let parent = frames.last().map_or(base_mover, |frame| frame.mover);
                value = Value { score: if mover == parent { score } else { -score }, is_exact };
                let source = ScoreSource::Moves;
                observer.observe(GameEvent::Left { state, ply, score: value.score, source });
            }
        }
    }
}
