//! What a search leaves out, and what it follows farther than the rest.

use tremaux_core::{ExtendingGame, Game, NullMoveGame, TacticalGame};

/// Null moves: a position is given up when the player to move could even pass (Donninger
/// 1993).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct NullMove {
    /// How many plies less the position after passing is searched.
    pub reduction: u32,
    /// Only with at least so many plies left.
    pub min_depth: u32,
    /// With at least so many plies left, a cutoff must be confirmed by a search of the moves
    /// to the same reduced depth (Tabibi and Netanyahu 2002): guards against zugzwang.
    pub verify_depth: Option<u32>,
}

impl Default for NullMove {
    fn default() -> Self {
        Self { reduction: 2, min_depth: 3, verify_depth: Some(6) }
    }
}

/// Late-move reductions: quiet moves far back in the order are first searched to a lesser
/// depth, and fully only if they surprise.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct LateMoves {
    /// So many moves are searched fully.
    pub full_moves: usize,
    /// Only with at least so many plies left.
    pub min_depth: u32,
}

impl Default for LateMoves {
    fn default() -> Self {
        Self { full_moves: 3, min_depth: 3 }
    }
}

impl LateMoves {
    /// By how many plies the move after `before` others is reduced.
    #[inline]
    pub(super) fn plies(self, depth: i32, before: usize) -> i32 {
        if before < self.full_moves || depth < self.min_depth.max(2) as i32 {
            return 0;
        }
        let wanted = 1 + i32::from(before >= 3 * self.full_moves.max(1)) + i32::from(depth >= 8);
        wanted.min(depth - 2).max(0)
    }
}

/// Futility: near the horizon, a position whose estimate is far above the window is given
/// up, and quiet moves are left out where it is far below (Schaeffer 1986, Heinz 1998).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Futility {
    /// Only with at most so many plies left.
    pub max_depth: u32,
    /// How far, in the evaluator's unit, for each ply left.
    pub margin: i32,
}

/// Singular extensions: the table's move is searched a ply deeper if all others are worse by
/// a margin (Anantharaman, Campbell and Hsu 1988).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Singular {
    /// Only with at least so many plies left.
    pub min_depth: u32,
    /// How much worse, in the evaluator's unit.
    pub margin: u16,
}

/// The selective methods in use. The default is none.
///
/// All but singular extensions may overlook something: with them the score of a search of n
/// plies is no longer plain minimax's, and only what is proved without them is called exact.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct SelectiveSettings {
    /// Giving up what even passing refutes.
    pub null_move: Option<NullMove>,
    /// Searching late moves less deep.
    pub reductions: Option<LateMoves>,
    /// Giving up what is hopeless near the horizon.
    pub futility: Option<Futility>,
    /// Following the only good move farther.
    pub singular: Option<Singular>,
}

impl SelectiveSettings {
    /// Whether a search may overlook something within its depth.
    #[must_use]
    pub fn leaves_out(&self) -> bool {
        self.null_move.is_some() || self.reductions.is_some() || self.futility.is_some()
    }

    /// Whether positions are judged before their moves are searched.
    #[inline]
    pub(super) fn judges(&self) -> bool {
        self.null_move.is_some() || self.futility.is_some()
    }
}

/// What more there is to know of a game for selective search; a pair knows what either does.
///
/// The game's capabilities are picked by type: [`Passes`], [`Noise`], [`Extensions`], `()`
/// for none.
pub trait Knowledge<G: Game + ?Sized> {
    /// Whether [`Knowledge::pass`] ever passes.
    const CAN_PASS: bool = false;

    /// Passes in `state`, if the game knows how and it tells something.
    #[inline]
    fn pass(&self, game: &G, state: &mut G::State) -> Option<G::Undo> {
        let _ = (game, state);
        None
    }

    /// Takes back [`Knowledge::pass`].
    #[inline]
    fn undo_pass(&self, game: &G, state: &mut G::State, undo: G::Undo) {
        let _ = (game, state, undo);
    }

    /// Whether `mv` may be reduced or left out.
    #[inline]
    fn is_quiet(&self, game: &G, state: &G::State, mv: G::Move) -> bool {
        let _ = (game, state, mv);
        true
    }

    /// How many plies more to search after `mv` has led to `state`.
    #[inline]
    fn extension(&self, game: &G, state: &G::State, mv: G::Move) -> u32 {
        let _ = (game, state, mv);
        0
    }
}

/// Nothing is known: no passing, all moves quiet, no extensions.
impl<G: Game + ?Sized> Knowledge<G> for () {}

/// The game's null moves.
#[derive(Clone, Copy, Debug, Default)]
pub struct Passes;

impl<G: NullMoveGame + ?Sized> Knowledge<G> for Passes {
    const CAN_PASS: bool = true;

    #[inline]
    fn pass(&self, game: &G, state: &mut G::State) -> Option<G::Undo> {
        game.may_pass(state).then(|| game.pass(state))
    }

    #[inline]
    fn undo_pass(&self, game: &G, state: &mut G::State, undo: G::Undo) {
        game.undo_pass(state, undo);
    }
}

/// The game's noisy moves are neither reduced nor left out.
#[derive(Clone, Copy, Debug, Default)]
pub struct Noise;

impl<G: TacticalGame + ?Sized> Knowledge<G> for Noise {
    #[inline]
    fn is_quiet(&self, game: &G, state: &G::State, mv: G::Move) -> bool {
        game.loudness(state, mv) == 0
    }
}

/// The game's extensions.
#[derive(Clone, Copy, Debug, Default)]
pub struct Extensions;

impl<G: ExtendingGame + ?Sized> Knowledge<G> for Extensions {
    #[inline]
    fn extension(&self, game: &G, state: &G::State, mv: G::Move) -> u32 {
        game.extension(state, mv)
    }
}

impl<G: Game + ?Sized, A: Knowledge<G>, B: Knowledge<G>> Knowledge<G> for (A, B) {
    const CAN_PASS: bool = A::CAN_PASS || B::CAN_PASS;

    #[inline]
    fn pass(&self, game: &G, state: &mut G::State) -> Option<G::Undo> {
        if A::CAN_PASS { self.0.pass(game, state) } else { self.1.pass(game, state) }
    }

    #[inline]
    fn undo_pass(&self, game: &G, state: &mut G::State, undo: G::Undo) {
        if A::CAN_PASS {
            self.0.undo_pass(game, state, undo);
        } else {
            self.1.undo_pass(game, state, undo);
        }
    }

    #[inline]
    fn is_quiet(&self, game: &G, state: &G::State, mv: G::Move) -> bool {
        self.0.is_quiet(game, state, mv) && self.1.is_quiet(game, state, mv)
    }

    #[inline]
    fn extension(&self, game: &G, state: &G::State, mv: G::Move) -> u32 {
        self.0.extension(game, state, mv).max(self.1.extension(game, state, mv))
    }
}

/// Which positions and moves are searched less, or more, than the depth says: `()` for none,
/// or [`Selective`].
pub trait Selectivity<G: Game + ?Sized>: Knowledge<G> {
    /// False if every move is searched to the depth, no more and no less: then nothing is
    /// asked.
    const IS_USED: bool = true;

    /// The methods in use.
    fn settings(&self) -> &SelectiveSettings;
}

impl<G: Game + ?Sized> Selectivity<G> for () {
    const IS_USED: bool = false;

    #[inline]
    fn settings(&self) -> &SelectiveSettings {
        const { &SelectiveSettings { null_move: None, reductions: None, futility: None, singular: None } }
    }
}

/// Selective methods and what they may ask of the game.
#[derive(Clone, Copy, Debug, Default)]
pub struct Selective<K = ()> {
    /// The methods.
    pub settings: SelectiveSettings,
    /// What is known of the game.
    pub knowledge: K,
}

impl<G: Game + ?Sized, K: Knowledge<G>> Knowledge<G> for Selective<K> {
    const CAN_PASS: bool = K::CAN_PASS;

    #[inline]
    fn pass(&self, game: &G, state: &mut G::State) -> Option<G::Undo> {
        self.knowledge.pass(game, state)
    }

    #[inline]
    fn undo_pass(&self, game: &G, state: &mut G::State, undo: G::Undo) {
        self.knowledge.undo_pass(game, state, undo);
    }

    #[inline]
    fn is_quiet(&self, game: &G, state: &G::State, mv: G::Move) -> bool {
        self.knowledge.is_quiet(game, state, mv)
    }

    #[inline]
    fn extension(&self, game: &G, state: &G::State, mv: G::Move) -> u32 {
        self.knowledge.extension(game, state, mv)
    }
}

impl<G: Game + ?Sized, K: Knowledge<G>> Selectivity<G> for Selective<K> {
    #[inline]
    fn settings(&self) -> &SelectiveSettings {
        &self.settings
    }
}
