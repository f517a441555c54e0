//! The differences between kinds of games: how positions are evaluated and searched.

use tremaux_core::{Game, GameDepict, GameNotation, Limits, Player, Turn};
use tremaux_trace::{Sink, TraceSelection};

use super::algorithm::GameAlgorithm;
use super::board::Paint;
use super::game_table::GameTable;
use super::info::GameInfo;
use super::look::Look;
use super::report::{AnalysisReport, GameSnapshot, Outcome};
use super::request::AnalysisRequest;
use tremaux_domain::{RegistryError, SCHEMA};

/// The positions of such a game.
pub(crate) type StateOf<K> = <<K as Kind>::Game as Game>::State;
/// The moves.
pub(crate) type MoveOf<K> = <<K as Kind>::Game as Game>::Move;

/// A position to search.
pub(crate) struct Searched<'a, K: Kind> {
    pub(crate) info: &'static GameInfo,
    pub(crate) state: &'a StateOf<K>,
    /// The position as text that can be read again.
    pub(crate) text: String,
    /// The options of the rules.
    pub(crate) options: &'a [(&'static str, String)],
}

/// The sink of a recorded search, and which steps it records.
pub(crate) type Recording<'a> = Option<(TraceSelection, &'a mut dyn Sink)>;

/// What an analysis works with.
pub(crate) struct Analysis<'a> {
    pub(crate) request: AnalysisRequest,
    pub(crate) table: &'a mut GameTable,
    pub(crate) limits: &'a Limits,
    /// Called now and then with the progress.
    pub(crate) watch: &'a mut dyn FnMut(&GameSnapshot),
    pub(crate) recording: Recording<'a>,
}

impl Analysis<'_> {
    /// A part of the analysis, which is not recorded.
    pub(crate) fn part<'a>(
        &'a mut self,
        request: AnalysisRequest,
        limits: &'a Limits,
    ) -> Analysis<'a> {
        Analysis { request, table: self.table, limits, watch: self.watch, recording: None }
    }
}

/// `moves`, played from `state`, as text.
pub(crate) fn line_text<G: GameNotation>(
    game: &G,
    state: &G::State,
    moves: &[G::Move],
) -> Vec<String> {
    let mut state = state.clone();
    let mut line = Vec::with_capacity(moves.len());
    for &mv in moves {
        line.push(game.move_text(&state, mv));
        let _ = game.play(&mut state, mv);
    }
    line
}

/// A kind of games: two-player games without chance, or all others.
pub(crate) trait Kind: Sized + Send + Sync + 'static {
    /// The game.
    type Game: Game<State: Send + Sync, Move: PartialEq + Send> + GameNotation + GameDepict + Sync;

    /// The game.
    fn game(&self) -> &Self::Game;

    /// `state` drawn as text.
    fn picture(&self, state: &StateOf<Self>) -> String;

    /// The same for a terminal: see [`PlayedGame::board`](super::PlayedGame::board).
    fn board(&self, state: &StateOf<Self>, _: Option<&StateOf<Self>>, _: Paint) -> String {
        self.picture(state)
    }

    /// See [`PlayedGame::view`](super::PlayedGame::view).
    fn view(&self, _state: &StateOf<Self>, _viewer: Player) -> Option<String> {
        None
    }

    /// See [`PlayedGame::look`](super::PlayedGame::look); `played` are the moves, with the
    /// position before each.
    fn look(&self, _state: &StateOf<Self>, _played: &[(StateOf<Self>, MoveOf<Self>)]) -> Look {
        Look { scale: 1, ..Look::default() }
    }

    /// The player to move; if the game is over, the player whose move it would be; if chance is to
    /// move, the player that scores are for.
    fn side_to_move(&self, state: &StateOf<Self>) -> Player;

    /// A report of nothing but the position and the algorithm, on one thread.
    fn blank(&self, searched: &Searched<'_, Self>, request: &AnalysisRequest) -> AnalysisReport {
        let turn = self.game().turn(searched.state);
        AnalysisReport {
            schema: SCHEMA,
            game: searched.info.name,
            position: searched.text.clone(),
            side: searched.info.sides[usize::from(self.side_to_move(searched.state))],
            is_chance: turn == Turn::Chance,
            is_over: turn == Turn::Over,
            algorithm: self.chosen(request.algorithm).name.to_owned(),
            threads: 1,
            ..AnalysisReport::default()
        }
    }

    /// See [`PlayedGame::chance_move`](super::PlayedGame::chance_move).
    fn chance_move(&self, state: &StateOf<Self>, at: f64) -> Option<String> {
        let game = self.game();
        if game.turn(state) != Turn::Chance {
            return None;
        }
        let mut moves = Vec::new();
        game.moves(state, &mut moves);
        let mut sum = 0.0;
        let falls = |&&mv: &&MoveOf<Self>| {
            sum += game.probability(state, mv);
            at < sum
        };
        // Because of rounding, the sum may be slightly below 1.
        let found = moves.iter().find(falls).or(moves.last());
        found.map(|&mv| game.move_text(state, mv))
    }

    /// The outcome of a finished game for the first side, and its lead.
    fn result(&self, state: &StateOf<Self>) -> (Outcome, i64);

    /// Why a finished game is over, if there are several reasons.
    fn reason(&self, _state: &StateOf<Self>) -> Option<&'static str> {
        None
    }

    /// See [`PlayedGame::record`](super::PlayedGame::record).
    fn record(&self, _start: &StateOf<Self>, _moves: &[MoveOf<Self>]) -> Option<String> {
        None
    }

    /// Each player's payoff in a finished game, if it is not only won, drawn or lost.
    fn payoffs(&self, _state: &StateOf<Self>) -> Option<Vec<f64>> {
        None
    }

    /// The unit of payoffs.
    fn payoff_unit(&self) -> &'static str {
        ""
    }

    /// Whether trees are so wide that a few plies may take hours.
    fn is_wide(&self) -> bool {
        false
    }

    /// See [`PlayedGame::accepts`](super::PlayedGame::accepts).
    ///
    /// # Errors
    ///
    /// Returns why an algorithm does not support the game.
    fn accepts(&self, algorithm: GameAlgorithm, depth: Option<u32>) -> Result<(), RegistryError>;

    /// The algorithm that runs if `named` is requested.
    fn chosen(&self, named: GameAlgorithm) -> GameAlgorithm;

    /// The player for whom all scores of a recorded search of `state` are, if there is one.
    fn judged(&self, state: &StateOf<Self>, algorithm: GameAlgorithm) -> Option<Player>;

    /// Searches a position and returns the report.
    fn analyze(&self, searched: &Searched<'_, Self>, analysis: Analysis<'_>) -> AnalysisReport;
}
