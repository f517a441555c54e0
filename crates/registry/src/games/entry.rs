//! Games as trait objects: what the command line and the page work with.

use serde::Serialize;
use tremaux_core::{Limits, Picture, Turn};
use tremaux_tables::TranspositionTable;
use tremaux_trace::{Selection, Sink, TraceHeader};

use super::algorithm::GameAlgorithm;
use super::report::{AnalysisReport, GameSnapshot, Outcome};
use crate::component::OptionInfo;
use crate::domain::Given;
use crate::error::{Kind, RegistryError};
use crate::places::Placer;
use crate::problem::unknown;
use crate::suggest::nearest_names;

/// A game as the user meets it.
#[derive(Clone, Copy, Debug, Serialize)]
pub struct GameInfo {
    /// The name: kebab-case, the field's own.
    pub name: &'static str,
    /// Shorter and older names.
    pub aliases: &'static [&'static str],
    /// One line.
    pub title: &'static str,
    /// How a position is written, in a few lines.
    pub format: &'static str,
    /// A position, written so; analyzed to its end within a second.
    pub example: &'static str,
    /// How a move is written.
    pub moves: &'static str,
    /// What the sides are called, the one that begins first: two, or as many as can play.
    pub sides: &'static [&'static str],
    /// What estimates and scores mean, in a few lines.
    pub scores: &'static str,
    /// What a lead is counted in, if the game is not just won, drawn or lost.
    pub unit: Option<&'static str>,
    /// What judges positions that are not searched to their end.
    pub evaluation: &'static str,
    /// Options of the rules.
    pub options: &'static [OptionInfo],
}

/// An entry of [`GAMES`](crate::GAMES).
pub trait GameEntry: Sync {
    /// The description.
    fn info(&self) -> &'static GameInfo;

    /// The game by the rules that the options say, at the position `text`; where it starts,
    /// if that is blank.
    ///
    /// # Errors
    ///
    /// Returns the place of what is wrong with an option or the position, which is refused
    /// if it cannot arise.
    fn open(&self, given: Given<'_>, text: &str) -> Result<Box<dyn PlayedGame>, RegistryError>;
}

/// Looks up a game by name or alias.
///
/// # Errors
///
/// Returns the nearest names if there is no such game.
///
/// ```
/// use tremaux_core::Limits;
/// use tremaux_registry::{AnalysisRequest, GameTable, game};
///
/// let mut played = game("nim")?.open(&[], "3 4 5")?;
/// let mut table = GameTable::new(1 << 16)?;
/// let request = AnalysisRequest::default();
/// let report = played.analyze(&request, &mut table, &Limits::default(), &mut |_| {});
/// assert_eq!((report.best.as_deref(), report.exact), (Some("1-2"), true));
/// played.play("1-2")?;
/// assert!(played.play("1-2").is_err(), "one is left");
/// assert!(played.take_back() && !played.take_back());
/// # Ok::<(), tremaux_registry::RegistryError>(())
/// ```
pub fn game(name: &str) -> Result<&'static dyn GameEntry, RegistryError> {
    let games = super::GAMES;
    let is_called = |info: &GameInfo| info.name == name || info.aliases.contains(&name);
    games.iter().copied().find(|game| is_called(game.info())).ok_or_else(|| {
        let names = games.iter().map(|game| game.info().name);
        let near = nearest_names(name, names.clone());
        unknown(Kind::Game, names, name, 0, name, near)
    })
}

/// What searches remember from one position of a game to the next. It belongs to one game
/// with its options: another needs another.
#[derive(Debug)]
pub struct GameTable(pub(super) TranspositionTable);

impl GameTable {
    /// An empty table of at most so many bytes.
    ///
    /// # Errors
    ///
    /// Fails if there is not so much memory.
    pub fn new(bytes: usize) -> Result<Self, RegistryError> {
        TranspositionTable::try_with_bytes(bytes).map(Self).ok_or_else(|| {
            let reason = format!("there is no memory for a table of {bytes} bytes");
            RegistryError::NotApplicable { option: "--memory", reason }
        })
    }

    /// Forgets everything.
    pub fn clear(&mut self) {
        self.0.clear();
    }
}

/// What to find out about a position, and how.
#[derive(Clone, Debug)]
pub struct AnalysisRequest {
    /// The algorithm.
    pub algorithm: GameAlgorithm,
    /// No deeper than this, in plies; `None` to the end of the game.
    pub depth: Option<u32>,
    /// Whether an exact score is asked for, so that a solver made for the game may be taken.
    pub exact: bool,
    /// How many lines with different first moves, at least one.
    pub lines: usize,
    /// Whether every move gets its score.
    pub all_moves: bool,
    /// Threads to search on.
    pub threads: usize,
    /// Whether the search is that of the books: one pass of the full depth, moves in the order
    /// of the game, nothing remembered. For lessons: it visits many more positions.
    pub plain: bool,
}

impl Default for AnalysisRequest {
    fn default() -> Self {
        let algorithm = GameAlgorithm::default();
        Self {
            algorithm,
            depth: None,
            exact: false,
            lines: 1,
            all_moves: false,
            threads: 1,
            plain: false,
        }
    }
}

/// A game being played: a first position and the moves since.
pub trait PlayedGame: Send {
    /// The description of the game.
    fn info(&self) -> &'static GameInfo;

    /// The options of the rules as they were given, to open the game again.
    fn options(&self) -> &[(&'static str, String)];

    /// The first position, as it was given or as the game writes it.
    fn start(&self) -> String;

    /// The position: as it was given, if no move was made since.
    fn position(&self) -> String;

    /// The position drawn in characters.
    fn picture(&self) -> String;

    /// The position as a picture.
    fn depict(&self) -> Picture;

    /// How many play.
    fn player_count(&self) -> usize {
        2
    }

    /// The move of chance that comes at `at`, of numbers from 0 to 1 that are all as likely;
    /// `None` if chance is not to move.
    fn chance_move(&self, at: f64) -> Option<String> {
        let _ = at;
        None
    }

    /// Who decides.
    fn turn(&self) -> Turn;

    /// The moves played.
    fn played(&self) -> Vec<String>;

    /// The legal moves.
    fn moves(&self) -> Vec<String>;

    /// Plays a move, and returns it as the game writes it.
    ///
    /// # Errors
    ///
    /// Returns what is wrong with `text` if it is no legal move; then nothing is played.
    fn play(&mut self, text: &str) -> Result<String, RegistryError>;

    /// Takes back the last move; false if none was made.
    fn take_back(&mut self) -> bool;

    /// How the game ended for the first side and by how much it leads; `None` if it goes on.
    fn result(&self) -> Option<(Outcome, i64)>;

    /// What each player has got, if the game is over and not just won, drawn or lost.
    fn payoffs(&self) -> Option<Vec<f64>> {
        None
    }

    /// What that is counted in.
    fn payoff_unit(&self) -> &'static str {
        ""
    }

    /// Whether this algorithm is one for the game, and can look so many plies ahead.
    ///
    /// # Errors
    ///
    /// Returns why it is not.
    fn accepts(&self, algorithm: GameAlgorithm, depth: Option<u32>) -> Result<(), RegistryError>;

    /// Whether trees grow so wide, because chance moves or more than two play and little is
    /// pruned, that few plies may take hours.
    fn is_wide(&self) -> bool {
        false
    }

    /// Searches the position until it is solved, the depth is reached or one of `limits`
    /// steps in. `watch` is told now and then how far it is.
    fn analyze(
        &self,
        request: &AnalysisRequest,
        table: &mut GameTable,
        limits: &Limits,
        watch: &mut dyn FnMut(&GameSnapshot),
    ) -> AnalysisReport;

    /// The rules, to tell the positions of a trace of an analysis: see
    /// [`Places`](crate::Places).
    fn into_placer(self: Box<Self>) -> Option<Box<dyn Placer>> {
        None
    }

    /// What a trace of an analysis is of.
    fn trace_header(&self, request: &AnalysisRequest, selection: Selection) -> TraceHeader;

    /// Like [`PlayedGame::analyze`], always by the search of all games and on one thread, and
    /// tells a sink of every step and of the end.
    fn analyze_recorded(
        &self,
        request: &AnalysisRequest,
        table: &mut GameTable,
        limits: &Limits,
        recording: (Selection, &mut dyn Sink),
        watch: &mut dyn FnMut(&GameSnapshot),
    ) -> AnalysisReport;
}
