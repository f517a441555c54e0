//! Positions on the path of the walk, and what becomes of them.

use tremaux_core::{
    Bound, Evaluator, Game, GameEvent, GameObserver, GameStatistics, NO_MOVE, Player, Score,
    ScoreSource, Turn, ZeroSumGame,
};
use tremaux_tables::{Memory, Record};

use super::options::TableUse;

/// A score, and whether no estimate entered it.
#[derive(Clone, Copy, Debug)]
pub(super) struct Value {
    pub(super) score: Score,
    pub(super) is_exact: bool,
}

/// A position about to be searched, seen by the player who moved into it.
#[derive(Clone, Copy, Debug)]
pub(super) struct Entry {
    pub(super) mover: Player,
    pub(super) depth: i32,
    pub(super) alpha: Score,
    pub(super) beta: Score,
    /// The code of a move that is left out.
    pub(super) excluded: u16,
    /// The key, if it has been worked out, or zero.
    pub(super) key: u64,
}

impl Entry {
    /// The same for a position that has just been reached: its record is asked for while the
    /// position is looked at.
    #[inline(always)]
    pub(super) fn fetch<G: Game, T: Memory<G>>(
        self,
        table: &T,
        rules: Rules,
        game: &G,
        state: &G::State,
    ) -> Self {
        if !T::IS_USED || self.depth < rules.table_depth {
            return self;
        }
        let key = table.key(game, state);
        table.prefetch(key);
        Self { key, ..self }
    }

    pub(super) fn new(mover: Player, depth: i32, alpha: Score, beta: Score) -> Self {
        Self { mover, depth, alpha, beta, excluded: NO_MOVE, key: 0 }
    }
}

/// What is under way in a position on the path.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Stage {
    /// Its moves are searched.
    Moves,
    /// The player to move has passed.
    NullMove,
    /// The same position is searched to a lesser depth, as passing was good enough.
    Verification,
    /// The same position is searched without the move from the table.
    Singular,
}

/// A position on the path, seen by the player to move.
pub(super) struct Frame {
    pub(super) key: u64,
    pub(super) mover: Player,
    pub(super) stage: Stage,
    /// Whether the move under way is tried with a null window.
    pub(super) is_scout: bool,
    /// Whether it is searched to less than its depth.
    pub(super) is_reduced: bool,
    /// Whether all scores so far are exact.
    pub(super) all_exact: bool,
    /// Whether that of the best move is.
    pub(super) best_is_exact: bool,
    /// Whether the best rated move is picked each time.
    pub(super) picks: bool,
    /// Whether the moves from `next` on are rated.
    pub(super) is_rated: bool,
    /// Whether quiet moves are left out.
    pub(super) is_futile: bool,
    /// Whether the move from the table is searched deeper.
    pub(super) is_singular: bool,
    pub(super) depth: i32,
    /// The depth of the move under way, before reduction.
    pub(super) child_depth: i32,
    pub(super) alpha: Score,
    pub(super) beta: Score,
    /// Alpha at the beginning.
    pub(super) floor: Score,
    pub(super) best: Score,
    pub(super) best_code: u16,
    /// The move from the table.
    pub(super) table_code: u16,
    /// A move that is left out.
    pub(super) excluded: u16,
    /// Below this all moves but that from the table must stay for it to be singular.
    pub(super) singular_below: Option<Score>,
    /// Where its moves begin on the stack of moves, and the first not yet tried.
    pub(super) first: u32,
    pub(super) next: u32,
}

/// What stays the same all through one walk.
#[derive(Clone, Copy)]
pub(super) struct Rules {
    pub(super) table_use: TableUse,
    pub(super) table_depth: i32,
    /// Whether a win found by a search deep enough is the quickest.
    pub(super) near_is_exact: bool,
}

impl Frame {
    /// The score of a position whose moves were searched, for the player to move; kept in
    /// the table.
    #[inline(always)]
    pub(super) fn finish<G: Game, T: Memory<G>>(
        &self,
        table: &mut T,
        rules: Rules,
        ply: u32,
        is_whole: bool,
    ) -> Value {
        let score = self.best;
        let is_cut = score >= self.beta;
        let is_near = rules.near_is_exact
            && score.plies_to_end().is_some_and(|plies| plies as i32 - ply as i32 <= self.depth);
        let is_exact = is_near || if is_cut { self.best_is_exact } else { self.all_exact };
        if T::IS_USED && self.depth >= rules.table_depth && is_whole {
            let bound = if is_cut {
                Bound::AtLeast
            } else if score <= self.floor {
                Bound::AtMost
            } else {
                Bound::Exact
            };
            let value = score.before(ply).get();
            let (draft, code) = (self.depth as u16, self.best_code);
            table.insert(self.key, Record { value, draft, bound, is_exact, code });
        }
        Value { score, is_exact }
    }
}

/// The value of a position at the horizon, or of a finished game, for the one who moved.
#[inline(always)]
pub(super) fn leaf<G: ZeroSumGame, E: Evaluator<G>, Ob: GameObserver<G> + ?Sized>(
    game: &G,
    evaluator: &E,
    state: &G::State,
    (ply, mv, entry): (u32, G::Move, Entry),
    statistics: &mut GameStatistics,
    observer: &mut Ob,
) -> Value {
    let Entry { mover: parent, depth, alpha, beta, .. } = entry;
    statistics.nodes += 1;
    let mv = Some(mv);
    observer.observe(GameEvent::Entered { state, mv, ply, depth, alpha, beta });
    let (value, source) = match game.turn(state) {
        Turn::Over => {
            let score = game.final_score(state, parent).after(ply);
            (Value { score, is_exact: true }, ScoreSource::Final)
        }
        Turn::Player(mover) => {
            let seen = |score: Score| if mover == parent { score } else { -score };
            if let Some(score) = evaluator.known(game, state) {
                (Value { score: seen(score.after(ply)), is_exact: true }, ScoreSource::Known)
            } else {
                statistics.evaluated += 1;
                let score = seen(evaluator.evaluate(game, state));
                (Value { score, is_exact: false }, ScoreSource::Estimate)
            }
        }
        Turn::Chance => panic!("alpha-beta is for games without chance"),
    };
    observer.observe(GameEvent::Left { state, ply, score: value.score, source });
    value
}

impl Frame {
    /// Whether the same position is searched again below.
    pub(super) fn stays(&self) -> bool {
        matches!(self.stage, Stage::Verification | Stage::Singular)
    }
}

/// Brings the best rated move to the front, and keeps the others in order.
#[inline]
pub(super) fn pick<M>(moves: &mut [M], ratings: &mut [i32]) {
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
