//! Selective search: what is pruned, and what is searched deeper.

use std::sync::LazyLock;

use tremaux_core::{Bound, ExtendingGame, Game, NO_MOVE, NullMoveGame, Score, TacticalGame};
use tremaux_tables::Record;

use super::frame::Frame;

tremaux_core::options! {
    /// Null-move pruning: a position is pruned if the player to move could even pass (Donninger
    /// 1993).
    #[derive(Clone, Copy, Debug, PartialEq, Eq)]
    pub struct NullMove {
        /// The depth reduction, in plies, for the position after the null move.
        pub reduction: u32 = 2,
        /// The minimum number of plies left.
        pub min_depth: u32 = 3,
        /// With at least this many plies left, a cutoff must be confirmed by searching the moves to
        /// the same reduced depth (Tabibi and Netanyahu 2002). This guards against zugzwang.
        pub verify_depth: Option<u32> = Some(6),
        /// The reduction grows by one ply for each so many plies left (Heinz 1999); zero for never.
        pub plies_per_ply: u32 = 0,
        /// The reduction grows by one ply, and up to three, for each so many units by which the
        /// estimate exceeds the window; zero for never.
        pub margin_per_ply: i32 = 0,
    }
}

impl NullMove {
    /// The reduction with `depth` plies left, where the estimate exceeds the window by `excess`.
    #[inline]
    pub(super) fn plies(&self, depth: i32, excess: i32) -> i32 {
        let by_depth = depth.checked_div(self.plies_per_ply as i32).unwrap_or(0);
        let by_excess = excess.checked_div(self.margin_per_ply).unwrap_or(0).min(3);
        self.reduction as i32 + by_depth + by_excess
    }
}

tremaux_core::options! {
    /// Late-move reductions: quiet moves late in the order are first searched to a reduced depth,
    /// and to the full depth only if they turn out better than expected.
    #[derive(Clone, Copy, Debug, PartialEq, Eq)]
    pub struct LateMoves {
        /// The number of moves searched to full depth.
        pub full_moves: usize = 3,
        /// The minimum number of plies left.
        pub min_depth: u32 = 3,
        /// How the reduction grows.
        pub growth: Growth = Growth::Steps,
        /// One ply less for each so many units of the move's rating, one ply more for as many below
        /// zero, two plies at most; zero for never.
        pub rating_per_ply: i32 = 0,
        /// Reduces by one ply more where the estimate has not risen since the player's last turn,
        /// and where the position is expected to fail high.
        pub adapts: bool = false,
    }
}

/// How late-move reductions grow.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(Serialize, Deserialize), serde(rename_all = "kebab-case"))]
pub enum Growth {
    /// One ply; one more for moves that come three times as late, and one more with eight plies
    /// left.
    #[default]
    Steps,
    /// By the product of the logarithms of the plies left and of the number of the move; one ply
    /// less where the window is open.
    Logarithms,
}

impl LateMoves {
    /// The number of plies by which a move with `before` moves ahead of it and this rating is
    /// reduced.
    #[inline]
    pub(super) fn plies(self, frame: &Frame, before: usize, rating: i32) -> i32 {
        let (depth, is_open) = (frame.depth, frame.is_open());
        if before < self.full_moves || depth < self.min_depth.max(2) as i32 {
            return 0;
        }
        let wanted = match self.growth {
            Growth::Steps => {
                1 + i32::from(before >= 3 * self.full_moves.max(1)) + i32::from(depth >= 8)
            }
            Growth::Logarithms => {
                let plies = LOGARITHMIC[depth.min(63) as usize][before.min(63)];
                i32::from(plies) - i32::from(is_open)
            }
        };
        // What is rated far above or below others is a killer move, or loses material.
        let by_rating = match rating.checked_div(self.rating_per_ply) {
            Some(plies) if plies < -64 => 0,
            Some(plies) => plies.clamp(-2, 2),
            None => 0,
        };
        let by_node = i32::from(!frame.is_improving) + i32::from(frame.is_cut);
        let wanted = wanted - by_rating + if self.adapts { by_node } else { 0 };
        wanted.min(depth - 2).max(0)
    }
}

/// 0.75 + ln(plies left) · ln(number of the move) / 2.25, rounded down.
static LOGARITHMIC: LazyLock<[[u8; 64]; 64]> = LazyLock::new(|| {
    std::array::from_fn(|depth| {
        std::array::from_fn(|before| {
            let logarithms = (depth.max(1) as f64).ln() * (before.max(1) as f64).ln();
            (0.75 + logarithms / 2.25) as u8
        })
    })
});

tremaux_core::options! {
    /// Late-move pruning: near the horizon, where the window is closed, the quiet moves that are
    /// left are pruned after a number of moves that grows with the square of the plies left.
    #[derive(Clone, Copy, Debug, PartialEq, Eq)]
    pub struct LatePruning {
        /// The maximum number of plies left.
        pub max_depth: u32 = 7,
        /// The number of moves searched with no plies left, to which the square is added.
        pub first: u32 = 3,
        /// Halves the number where the estimate has not risen since the player's last turn.
        pub adapts: bool = false,
    }
}

impl LatePruning {
    /// Whether the quiet moves that are left are pruned after `tried` moves.
    #[inline]
    pub(super) fn is_late(&self, frame: &Frame, tried: u32) -> bool {
        let most = self.first + (frame.depth * frame.depth) as u32;
        let most = if self.adapts && !frame.is_improving { most / 2 } else { most };
        frame.depth <= self.max_depth as i32 && tried >= most
    }
}

tremaux_core::options! {
    /// Up to where a method near the horizon prunes, and by how much.
    #[derive(Clone, Copy, Debug, PartialEq, Eq)]
    pub struct Margin {
        /// The maximum number of plies left.
        pub max_depth: u32,
        /// The margin per ply left, in the evaluator's unit.
        pub margin: i32,
    }
}

impl Margin {
    /// With these values.
    pub const fn new(max_depth: u32, margin: i32) -> Self {
        Self { max_depth, margin }
    }
}

tremaux_core::options! {
    /// Futility pruning move by move: near the horizon, a quiet move is pruned if the estimate and
    /// a margin that grows with the plies left after its reduction do not reach the window.
    #[derive(Clone, Copy, Debug, PartialEq, Eq)]
    pub struct MoveFutility {
        /// The maximum number of plies left after the reduction.
        pub max_depth: u32,
        /// The margin with no plies left, in the evaluator's unit.
        pub base: i32,
        /// What is added to it per ply.
        pub margin: i32,
    }
}

impl MoveFutility {
    /// With these values.
    pub const fn new(max_depth: u32, base: i32, margin: i32) -> Self {
        Self { max_depth, base, margin }
    }
}

tremaux_core::options! {
    /// Singular extensions: the table move is searched one ply deeper if all other moves are worse
    /// by a margin (Anantharaman, Campbell and Hsu 1988).
    #[derive(Clone, Copy, Debug, PartialEq, Eq)]
    pub struct Singular {
        /// The minimum number of plies left.
        pub min_depth: u32,
        /// The margin per ply left, in the evaluator's unit.
        pub margin: u16,
        /// If the other moves are worse by this much more, the extension is two plies; `None` for
        /// never.
        pub double_margin: Option<u16>,
        /// Prunes the position if another move, too, is worth at least beta to half the depth
        /// (multi-cut, Björnsson and Marsland 1998), and searches the table move to less depth if
        /// it only might be.
        pub cuts: bool,
    }
}

impl Singular {
    /// With these values.
    pub const fn new(min_depth: u32, margin: u16) -> Self {
        Self { min_depth, margin, double_margin: None, cuts: false }
    }
}

tremaux_core::options! {
    /// The selective methods in use. None by default.
    ///
    /// All methods except singular extensions may overlook something: with them, a search of n
    /// plies no longer returns the score of plain minimax, and only scores proved without them are
    /// called exact.
    #[derive(Clone, Copy, Debug, PartialEq, Eq)]
    pub struct SelectiveSettings {
        /// Prunes positions that are good enough even after passing.
        pub null_move: Option<NullMove> = None,
        /// Searches late moves to a reduced depth.
        pub reductions: Option<LateMoves> = None,
        /// Futility pruning: near the horizon, prunes positions far above the window, and quiet
        /// moves far below it (Schaeffer 1986, Heinz 1998).
        pub futility: Option<Margin> = None,
        /// Extends the only good move.
        pub singular: Option<Singular> = None,
        /// Prunes quiet moves that come late near the horizon.
        pub late_pruning: Option<LatePruning> = None,
        /// Reduces a position by one ply if at least so many are left and no best move is known for
        /// it (internal iterative reduction): when it is reached again, one is.
        pub unknown_depth: Option<u32> = None,
        /// Prunes positions far above the window (static null move). The margin is that of one ply
        /// less where the estimate has risen since the player's last turn.
        pub reverse_futility: Option<Margin> = None,
        /// Searches positions far below the window only beyond the horizon, and prunes them if that
        /// does not raise them (Birmingham and Kent 1977).
        pub razoring: Option<Margin> = None,
        /// Prunes quiet moves that cannot reach the window.
        pub move_futility: Option<MoveFutility> = None,
        /// Near the horizon, prunes moves that lose more than the margin at once.
        pub exchanges: Option<Margin> = None,
        /// Beyond the horizon, prunes moves that do not reach the window even if they gain all that
        /// they attack and this margin (delta pruning).
        pub delta: Option<i32> = None,
    }
}

impl SelectiveSettings {
    /// Whether a search may overlook something within its depth.
    pub fn leaves_out(&self) -> bool {
        Self { singular: None, delta: None, ..*self } != Self::DEFAULT
    }

    /// Whether a position may be judged before its moves are searched.
    #[inline]
    pub(super) fn judges(&self) -> bool {
        self.null_move.is_some()
            || self.futility.is_some()
            || self.reverse_futility.is_some()
            || self.razoring.is_some()
            || self.move_futility.is_some()
    }

    /// Whether methods depend on how the estimate has changed, in every position.
    #[inline]
    pub(super) fn follows_trend(&self) -> bool {
        self.reductions.is_some_and(|late| late.adapts)
            || self.late_pruning.is_some_and(|late| late.adapts)
            || self.reverse_futility.is_some()
            || self.move_futility.is_some()
    }

    /// The score below which all other moves must stay for the move of `record` to be singular,
    /// if it can be. `score` is the record's score.
    #[inline]
    pub(super) fn singular_below(
        &self,
        record: &Record,
        score: Score,
        depth: i32,
    ) -> Option<Score> {
        let singular = self.singular?;
        let may_be = depth >= singular.min_depth as i32
            && i32::from(record.draft) >= depth - 3
            && record.bound != Bound::AtMost
            && record.code != NO_MOVE
            && !score.is_decisive();
        may_be.then(|| Score::estimate(score.get() - depth * i32::from(singular.margin)))
    }
}

/// What selective search knows of a game: [`GameKnowledge`], or `()` for nothing.
pub trait Knowledge<G: Game + ?Sized>: Copy + Default {
    /// Passes in `state`, if the game allows it and the result is informative.
    #[inline]
    fn pass(&self, _game: &G, _state: &mut G::State) -> Option<G::Undo> {
        None
    }

    /// Undoes [`Knowledge::pass`].
    #[inline]
    fn undo_pass(&self, _game: &G, _state: &mut G::State, _undo: G::Undo) {}

    /// Whether `mv` may be reduced or pruned.
    #[inline]
    fn is_quiet(&self, _game: &G, _state: &G::State, _mv: G::Move) -> bool {
        true
    }

    /// Whether the player to move must answer a threat, so that the position must not be judged
    /// by its estimate, nor its quiet moves pruned.
    #[inline]
    fn is_threatened(&self, _game: &G, _state: &G::State) -> bool {
        false
    }

    /// See [`TacticalGame::is_forcing`].
    #[inline]
    fn is_forcing(&self, _game: &G, _state: &G::State, _mv: G::Move) -> bool {
        false
    }

    /// See [`TacticalGame::exchange`].
    #[inline]
    fn exchange(&self, _game: &G, _state: &G::State, _mv: G::Move) -> i32 {
        0
    }

    /// See [`TacticalGame::gain`].
    #[inline]
    fn gain(&self, _game: &G, _state: &G::State, _mv: G::Move) -> i32 {
        i32::MAX
    }

    /// The number of plies by which to extend the search after `mv` has led to `state`.
    #[inline]
    fn extension(&self, _game: &G, _state: &G::State, _mv: G::Move) -> u32 {
        0
    }
}

/// No knowledge: no passing, all moves quiet, no extensions.
impl<G: Game + ?Sized> Knowledge<G> for () {}

/// Null moves, noisy moves and extensions of the game.
#[derive(Clone, Copy, Debug, Default)]
pub struct GameKnowledge;

impl<G: NullMoveGame + TacticalGame + ExtendingGame + ?Sized> Knowledge<G> for GameKnowledge {
    #[inline]
    fn pass(&self, game: &G, state: &mut G::State) -> Option<G::Undo> {
        game.may_pass(state).then(|| game.pass(state))
    }

    #[inline]
    fn undo_pass(&self, game: &G, state: &mut G::State, undo: G::Undo) {
        game.undo_pass(state, undo);
    }

    #[inline]
    fn is_quiet(&self, game: &G, state: &G::State, mv: G::Move) -> bool {
        game.loudness(state, mv) == 0
    }

    #[inline]
    fn is_threatened(&self, game: &G, state: &G::State) -> bool {
        game.is_threatened(state)
    }

    #[inline]
    fn is_forcing(&self, game: &G, state: &G::State, mv: G::Move) -> bool {
        game.is_forcing(state, mv)
    }

    #[inline]
    fn exchange(&self, game: &G, state: &G::State, mv: G::Move) -> i32 {
        game.exchange(state, mv)
    }

    #[inline]
    fn gain(&self, game: &G, state: &G::State, mv: G::Move) -> i32 {
        game.gain(state, mv)
    }

    #[inline]
    fn extension(&self, game: &G, state: &G::State, mv: G::Move) -> u32 {
        game.extension(state, mv)
    }
}

/// Determines which positions and moves are searched to less or more than the depth: `()` for
/// none, or [`Selective`].
pub trait Selectivity<G: Game + ?Sized> {
    /// What is known of the game.
    type Knowledge: Knowledge<G>;

    /// False if no value of this type ever changes the depth.
    const CAN_BE_USED: bool = true;

    /// False if every move is searched exactly to the depth: no other method is called then. The
    /// same for the whole search.
    #[inline]
    fn is_used(&self) -> bool {
        Self::CAN_BE_USED
    }

    /// The methods in use.
    fn settings(&self) -> &SelectiveSettings;

    /// What is known of the game.
    fn knowledge(&self) -> Self::Knowledge;
}

/// No methods.
static NONE: SelectiveSettings = SelectiveSettings::DEFAULT;

impl<G: Game + ?Sized> Selectivity<G> for () {
    type Knowledge = ();
    const CAN_BE_USED: bool = false;

    #[inline]
    fn settings(&self) -> &SelectiveSettings {
        &NONE
    }

    #[inline]
    fn knowledge(&self) {}
}

/// Selective methods, or none, as a setting.
impl<G: Game + ?Sized, X: Selectivity<G>> Selectivity<G> for Option<X> {
    type Knowledge = X::Knowledge;
    const CAN_BE_USED: bool = X::CAN_BE_USED;

    #[inline]
    fn is_used(&self) -> bool {
        self.as_ref().is_some_and(X::is_used)
    }

    #[inline]
    fn settings(&self) -> &SelectiveSettings {
        self.as_ref().map_or(&NONE, X::settings)
    }

    #[inline]
    fn knowledge(&self) -> X::Knowledge {
        self.as_ref().map(X::knowledge).unwrap_or_default()
    }
}

/// Selective methods together with knowledge about the game.
#[derive(Clone, Copy, Debug, Default)]
pub struct Selective<K = ()> {
    /// The methods in use.
    pub settings: SelectiveSettings,
    /// The knowledge about the game.
    pub knowledge: K,
}

impl<G: Game + ?Sized, K: Knowledge<G>> Selectivity<G> for Selective<K> {
    type Knowledge = K;

    #[inline]
    fn settings(&self) -> &SelectiveSettings {
        &self.settings
    }

    #[inline]
    fn knowledge(&self) -> K {
        self.knowledge
    }
}
