//! What differs between kinds of games: how positions are judged and searched.

use tremaux_core::{Game, GameDepict, GameNotation, Limits, Player};
use tremaux_trace::{Selection, Sink};

use super::algorithm::GameAlgorithm;
use super::entry::{AnalysisRequest, GameInfo, GameTable};
use super::report::{AnalysisReport, GameSnapshot, Outcome};
use crate::error::RegistryError;

/// The positions of such a game.
pub(super) type StateOf<K> = <<K as Kind>::Game as Game>::State;

/// A position to be searched.
pub(super) struct Searched<'a, K: Kind> {
    pub(super) info: &'static GameInfo,
    pub(super) state: &'a StateOf<K>,
    /// The position as it can be given again.
    pub(super) text: String,
}

/// What steps of a search are told to, and which.
pub(super) type Recording<'a> = Option<(Selection, &'a mut dyn Sink)>;

/// A kind of games: for two players without chance, or any others.
pub(super) trait Kind: Sized + Send + Sync + 'static {
    /// The game.
    type Game: Game<State: Send + Sync, Move: Send> + GameNotation + GameDepict + Sync;

    /// The game.
    fn game(&self) -> &Self::Game;

    /// `state` drawn in characters.
    fn picture(&self, state: &StateOf<Self>) -> String;

    /// See [`PlayedGame::chance_move`](super::PlayedGame::chance_move).
    fn chance_move(&self, state: &StateOf<Self>, at: f64) -> Option<String> {
        let _ = (state, at);
        None
    }

    /// How a game that is over ended for the first side, and by how much it leads.
    fn result(&self, state: &StateOf<Self>) -> (Outcome, i64);

    /// What each player has got in a game that is over, if it is not just won, drawn or lost.
    fn payoffs(&self, state: &StateOf<Self>) -> Option<Vec<f64>> {
        let _ = state;
        None
    }

    /// What that is counted in.
    fn payoff_unit(&self) -> &'static str {
        ""
    }

    /// Whether trees grow so wide that few plies may take hours.
    fn is_wide(&self) -> bool {
        false
    }

    /// See [`PlayedGame::accepts`](super::PlayedGame::accepts).
    ///
    /// # Errors
    ///
    /// Returns why an algorithm is none for the game.
    fn accepts(&self, algorithm: GameAlgorithm, depth: Option<u32>) -> Result<(), RegistryError>;

    /// The algorithm that is taken if `named` is.
    fn algorithm(&self, named: GameAlgorithm) -> &'static str;

    /// The player that every score of a recorded search of `state` is for, if it is one.
    fn judged(&self, state: &StateOf<Self>) -> Option<Player> {
        let _ = state;
        None
    }

    /// The report on a position, of a search whose steps are told if `recording` says so.
    fn analyze(
        &self,
        searched: &Searched<'_, Self>,
        request: &AnalysisRequest,
        table: &mut GameTable,
        limits: &Limits,
        watch: &mut dyn FnMut(&GameSnapshot),
        recording: Recording<'_>,
    ) -> AnalysisReport;
}
