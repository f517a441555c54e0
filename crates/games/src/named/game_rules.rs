//! The interface of a game to the registry.

use tremaux_core::{
    Evaluator, Game, GameDepict, GameNotation, HashedGame, MoveKey, MoveOrdering, Player, Score,
    ZeroSumGame,
};
use tremaux_play::{AlphaBeta, History, Killers, LeafSearch, ProofVariant, Sampler, Selectivity};

use super::board::{Labels, Paint, board};
use super::exact_solver::ExactSolver;
use super::look::{PieceSet, Square};
use super::request::AnalysisRequest;
use super::sampling_settings::Sampling;
use tremaux_domain::{Options, RegistryError};

/// The positions of a game.
pub type StateOf<R> = <<R as Rules>::Game as Game>::State;
/// Its moves.
pub type MoveOf<R> = <<R as Rules>::Game as Game>::Move;

/// A two-player game without chance, with its options.
///
/// One short implementation makes positions, all searches and all commands available.
pub trait Rules: Sized + Send + Sync + 'static {
    /// The game.
    type Game: ZeroSumGame<State: Send + Sync, Move: PartialEq + Send>
        + HashedGame
        + MoveKey
        + GameNotation
        + GameDepict
        + Sync;
    /// Evaluates positions that are not over.
    type Evaluator: Evaluator<Self::Game> + Sync;
    /// The move ordering, unless the textbook search is used; usually `(_, Learnt<_>)`.
    type Ordering: MoveOrdering<Self::Game> + Default;
    /// The search beyond the depth limit (quiescence), unless the textbook search is used; `()`
    /// for none.
    type LeafSearch: LeafSearch<Self::Game> + Default;
    /// What the engine prunes, reduces and extends; `()` for nothing. See [`Rules::engine`].
    type Selectivity: Selectivity<Self::Game>;

    /// The game.
    fn game(&self) -> &Self::Game;

    /// Evaluates positions that are not over.
    fn evaluator(&self) -> &Self::Evaluator;

    /// The engine's settings for this game, changed from those of scout, and its selective methods.
    ///
    /// They apply where the user does not name another algorithm, nor asks for an exact score, and
    /// a short search of all moves proves nothing.
    /// Recorded searches and textbook searches do not use them.
    fn engine(&self, options: AlphaBeta) -> (AlphaBeta, Option<Self::Selectivity>) {
        (options, None)
    }

    /// The move ordering, before it has learnt anything.
    fn ordering(&self) -> Self::Ordering {
        Self::Ordering::default()
    }

    /// The player to move; if the game is over, the player whose move it would be.
    fn side_to_move(&self, state: &StateOf<Self>) -> Player;

    /// The displayed number for `score`, the value of `state` for one of the players.
    fn shown(&self, _state: &StateOf<Self>, score: Score) -> i64 {
        i64::from(score.get())
    }

    /// `state` drawn as text.
    fn picture(&self, state: &StateOf<Self>) -> String {
        self.game().depict_in_text(state)
    }

    /// The position from which a search of `state` starts, if it differs in its history.
    fn search_root(&self, state: &StateOf<Self>) -> StateOf<Self> {
        state.clone()
    }

    /// The names of columns and rows, as the side to move counts them.
    fn labels(&self, _state: &StateOf<Self>) -> Labels {
        Labels::default()
    }

    /// `state` for a terminal, with coordinates, and what changed since `before` marked.
    fn board(&self, state: &StateOf<Self>, before: Option<&StateOf<Self>>, paint: Paint) -> String {
        let game = self.game();
        let before = before.map(|before| game.depict(before));
        board(&game.depict(state), before.as_ref(), &self.labels(state), paint)
    }

    /// How a page draws the pieces; `None` if the picture alone says what the board looks like.
    fn pieces(&self) -> Option<PieceSet> {
        None
    }

    /// The squares that `mv` names, from the first to the last, if moves go to or between squares.
    fn squares(&self, _state: &StateOf<Self>, _mv: MoveOf<Self>) -> Vec<Square> {
        Vec::new()
    }

    /// Squares to point out, such as that of a king in check.
    fn alerts(&self, _state: &StateOf<Self>) -> Vec<Square> {
        Vec::new()
    }

    /// The squares that belong to a side, and which; `played` are the moves, with the position
    /// before each.
    fn owned(
        &self,
        _state: &StateOf<Self>,
        _played: &[(StateOf<Self>, MoveOf<Self>)],
    ) -> Vec<(u8, u8, Player)> {
        Vec::new()
    }

    /// What each side has that counts, such as discs; empty if nothing does.
    fn counts(&self, _state: &StateOf<Self>) -> Vec<u32> {
        Vec::new()
    }

    /// The number of the next move, as books count moves of both sides.
    fn move_number(&self, _state: &StateOf<Self>) -> u32 {
        1
    }

    /// Why the game is over, if there are several reasons: "stalemate".
    fn reason(&self, _state: &StateOf<Self>) -> Option<&'static str> {
        None
    }

    /// The game of these moves from `start` in the notation of
    /// [`GameEntry::record_format`](super::GameEntry::record_format).
    fn record(&self, _start: &StateOf<Self>, _moves: &[MoveOf<Self>]) -> Option<String> {
        None
    }

    /// After how many plies from `state` the game is over at the latest, if that is known and the
    /// whole tree is small: it is then searched in one pass, as in textbooks.
    fn plies_to_end(&self, _state: &StateOf<Self>) -> Option<u32> {
        None
    }

    /// The player that all values of a recorded search are for; `None` if each is for the player
    /// who moved.
    fn judged(&self) -> Option<Player> {
        None
    }

    /// Whether Monte Carlo tree search is the default, because positions are hard to evaluate.
    fn is_sampled(&self) -> bool {
        false
    }

    /// How proof numbers are kept if the user does not say it: in a tree where the value of most
    /// positions depends on the line to them, which a table ignores.
    fn proof(&self) -> ProofVariant {
        ProofVariant::DepthFirst
    }

    /// How the game is sampled, as far as the user does not say it.
    fn sampling(&self) -> Sampling {
        Sampling::default()
    }

    /// The game's own playouts and priors; `None` for random moves, and the evaluator.
    fn sampler(&self, _sampling: &Sampling) -> Option<Box<dyn Sampler<Self::Game> + Sync + '_>> {
        None
    }

    /// About how many positions the game's own solver visits to solve `state`, if there is one.
    fn solving_nodes(&self, _state: &StateOf<Self>) -> Option<f64> {
        None
    }

    /// The game's own solver with a table of this size; `None` if there is none, or if the
    /// requested algorithm is another.
    fn solver(
        &self,
        _request: &AnalysisRequest,
        _table_bytes: usize,
    ) -> Option<Box<dyn ExactSolver<Self::Game> + '_>> {
        None
    }
}

/// Move ordering by what earlier cutoffs taught: killer moves and history.
pub type Learnt<G> = (Killers<<G as Game>::Move>, History);

/// The value of an option of two numbers, such as `7x6`.
pub(crate) fn size(name: &str, options: &Options<'_>) -> Result<(u32, u32), RegistryError> {
    let number = |word: &str| {
        let is_plain = !word.is_empty() && word.bytes().all(|byte| byte.is_ascii_digit());
        word.parse::<u32>().ok().filter(|_| is_plain)
    };
    let sides = options.word(name).split_once(['x', 'X']);
    let sides = sides.and_then(|(columns, rows)| Some((number(columns)?, number(rows)?)));
    sides.ok_or_else(|| options.wrong(name, "COLUMNSxROWS, for example `7x6`"))
}
