//! A game in progress as a trait object, used by the command line and the web page.

use tremaux_core::{Limits, Picture, Player, Turn};
use tremaux_domain::{RegistryError, StateReconstructor};
use tremaux_trace::{Sink, TraceHeader, TraceSelection};

use super::algorithm::GameAlgorithm;
use super::game_table::GameTable;
use super::info::GameInfo;
use super::look::Look;
use super::report::{AnalysisReport, GameSnapshot, Outcome};
use super::request::AnalysisRequest;

/// A game in progress: a first position and the moves since.
pub trait PlayedGame: Send {
    /// The description of the game.
    fn info(&self) -> &'static GameInfo;

    /// The options of the rules as given, for opening the game again.
    fn options(&self) -> &[(&'static str, String)];

    /// The first position, as given or as the game writes it.
    fn start(&self) -> String;

    /// The current position; as given if no move was made since.
    fn position(&self) -> String;

    /// The current position as the game writes it, whatever was given.
    fn written(&self) -> String;

    /// The position drawn as text.
    fn picture(&self) -> String;

    /// The position for a terminal: with coordinates, and what the last move changed marked, by
    /// colours or brackets.
    fn board(&self, is_colored: bool) -> String;

    /// The position as `viewer` sees it, in a game with hidden information; `None` in others.
    fn view(&self, viewer: Player) -> Option<String>;

    /// The position as a picture.
    fn depict(&self) -> Picture;

    /// What a page needs to show the position, beside the picture.
    fn look(&self) -> Look;

    /// The number of players.
    fn player_count(&self) -> usize;

    /// The chance move selected by `at`, a uniform random number from 0 to 1; `None` if chance
    /// is not to move.
    fn chance_move(&self, at: f64) -> Option<String>;

    /// Who is to move.
    fn turn(&self) -> Turn;

    /// The played moves.
    fn played(&self) -> Vec<String>;

    /// The legal moves.
    fn moves(&self) -> Vec<String>;

    /// Plays a move, and returns it as the game writes it.
    ///
    /// # Errors
    ///
    /// Returns an error if `text` is not a legal move; then nothing is played.
    fn play(&mut self, text: &str) -> Result<String, RegistryError>;

    /// Undoes the last move; returns false if there is none.
    fn take_back(&mut self) -> bool;

    /// The outcome for the first side and its lead; `None` if the game is not over.
    fn result(&self) -> Option<(Outcome, i64)>;

    /// Why the game is over, if there are several reasons.
    fn reason(&self) -> Option<&'static str>;

    /// The game in the notation of [`GameEntry::record_format`](super::GameEntry::record_format).
    fn record(&self) -> Option<String>;

    /// Each player's payoff, if the game is over and not only won, drawn or lost.
    fn payoffs(&self) -> Option<Vec<f64>>;

    /// The unit of payoffs.
    fn payoff_unit(&self) -> &'static str;

    /// The names of the algorithms that support the game, its default first.
    fn algorithms(&self) -> Vec<&'static str>;

    /// Checks that the algorithm supports the game and this depth.
    ///
    /// # Errors
    ///
    /// Returns why it does not.
    fn accepts(&self, algorithm: GameAlgorithm, depth: Option<u32>) -> Result<(), RegistryError>;

    /// Checks that the algorithm finds so many lines.
    ///
    /// # Errors
    ///
    /// Returns which algorithms do.
    fn accepts_lines(&self, algorithm: GameAlgorithm, lines: usize) -> Result<(), RegistryError>;

    /// Whether trees are so wide that a few plies may take hours, because there is chance or
    /// more than two players, so little can be pruned.
    fn is_wide(&self) -> bool;

    /// Searches the position until it is solved, the depth is reached or one of `limits` is
    /// reached. `watch` is called now and then with the progress.
    fn analyze(
        &self,
        request: &AnalysisRequest,
        table: &mut GameTable,
        limits: &Limits,
        watch: &mut dyn FnMut(&GameSnapshot),
    ) -> AnalysisReport;

    /// Checks that the steps of an analysis can be recorded.
    ///
    /// # Errors
    ///
    /// Returns why they cannot.
    fn accepts_recording(&self) -> Result<(), RegistryError> {
        if !self.info().is_hidden {
            return Ok(());
        }
        let reason = "searches for an equilibrium have no steps to record".into();
        Err(RegistryError::NotOffered { component: self.info().name.to_owned(), reason })
    }

    /// Converts the game to its rules, for reconstructing the positions of a trace: see
    /// `PlaceRestorer` in the registry.
    fn into_state_reconstructor(self: Box<Self>) -> Option<Box<dyn StateReconstructor>>;

    /// The header of a trace of an analysis.
    fn trace_header(&self, request: &AnalysisRequest, selection: TraceSelection) -> TraceHeader;

    /// Like [`PlayedGame::analyze`], always with the general search on one thread, and reports
    /// every step and the end to a sink.
    fn analyze_recorded(
        &self,
        request: &AnalysisRequest,
        table: &mut GameTable,
        limits: &Limits,
        selection: TraceSelection,
        sink: &mut dyn Sink,
        watch: &mut dyn FnMut(&GameSnapshot),
    ) -> AnalysisReport;
}
