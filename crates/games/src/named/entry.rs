//! Games as trait objects, used by the command line and the web page.

use std::any::Any;
use std::fmt;
use std::io::Read;

use serde::Serialize;
use tremaux_core::{Limits, Picture, Player, Turn};
use tremaux_tables::{TranspositionTable, available_memory, memory_in_words};
use tremaux_trace::{Sink, TraceHeader, TraceSelection};

use super::algorithm::GameAlgorithm;
use super::look::Look;
use super::noted_position::{GameFile, NotedPosition};
use super::record::{Record, RecordFormat};
use super::report::{AnalysisReport, GameSnapshot, Outcome};
use tremaux_domain::{OptionInfo, OptionPairs, RegistryError, StateReconstructor, TableSource};

/// The description of a game for users.
#[derive(Clone, Copy, Debug, Serialize)]
pub struct GameInfo {
    /// The name in kebab-case.
    pub name: &'static str,
    /// Shorter and older names.
    pub aliases: &'static [&'static str],
    /// A one-line title.
    pub title: &'static str,
    /// The notation of positions, in a few lines.
    pub format: &'static str,
    /// An example position, which can be solved within a second.
    pub example: &'static str,
    /// The notation of moves.
    pub moves: &'static str,
    /// The names of the sides, the one that begins first: two, or as many as can play.
    pub sides: &'static [&'static str],
    /// The meaning of estimates and scores, in a few lines.
    pub scores: &'static str,
    /// The unit of a lead, if the game is not only won, drawn or lost.
    pub unit: Option<&'static str>,
    /// The score of one piece: 100 if scores are hundredths of it, which text then shows as
    /// decimals, and wins as `#` with the number of moves.
    #[serde(skip)]
    pub scale: u32,
    /// The evaluation of positions that are not searched to the end.
    pub evaluation: &'static str,
    /// Options of the rules.
    pub options: &'static [OptionInfo],
    /// Whether it has dice, cards or coins.
    pub has_chance: bool,
    /// Whether players do not see everything.
    pub is_hidden: bool,
    /// What its positions are drawn as.
    pub drawn: Drawn,
    /// The score of a lead that decides the game as a rule.
    pub great_lead: u32,
    /// What wins by payoffs of 2, 3 and so on are called.
    pub greater_wins: &'static [&'static str],
}

impl GameInfo {
    /// A game of two sides without options, to be completed.
    pub const PLAIN: Self = Self {
        name: "",
        aliases: &[],
        title: "",
        format: "",
        example: "",
        moves: "",
        sides: &["first", "second"],
        scores: "",
        unit: None,
        scale: 1,
        evaluation: "",
        options: &[],
        has_chance: false,
        is_hidden: false,
        drawn: Drawn::Squares,
        great_lead: 8,
        greater_wins: &[],
    };

    /// A game with hidden information and chance, to be completed.
    pub(crate) const HIDDEN: Self = Self {
        sides: &["1", "2"],
        evaluation: "none: the whole game is solved",
        has_chance: true,
        is_hidden: true,
        ..Self::PLAIN
    };
}

/// What positions are drawn as.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "kebab-case")]
pub enum Drawn {
    /// A board of squares.
    Squares,
    /// A board of hexagons: each row lies half a cell further to the right. The first side connects
    /// top and bottom.
    Hexagons,
    /// A board with holes.
    Holes,
    /// Heaps of counters.
    Heaps,
    /// A tree that is given: it is looked at rather than played.
    Tree,
}

/// A game by name.
pub trait GameEntry: Sync {
    /// The description.
    fn info(&self) -> &'static GameInfo;

    /// Opens the game with these options at the position `text`, or at the start if `text` is
    /// blank.
    ///
    /// # Errors
    ///
    /// Returns the place of an error in an option or the position; positions that cannot arise
    /// are rejected.
    fn open(
        &self,
        given: OptionPairs<'_>,
        text: &str,
    ) -> Result<Box<dyn PlayedGame>, RegistryError> {
        self.open_with(given, text, &TableSource::default())
    }

    /// Like [`GameEntry::open`], with tables from `tables`, and within its limits on what is
    /// computed in advance.
    ///
    /// # Errors
    ///
    /// Also fails if a limit is reached.
    fn open_with(
        &self,
        given: OptionPairs<'_>,
        text: &str,
        tables: &TableSource,
    ) -> Result<Box<dyn PlayedGame>, RegistryError>;

    /// Like [`GameEntry::open_with`], with what may be noted beside the position, such as the
    /// operations of EPD.
    ///
    /// # Errors
    ///
    /// See [`GameEntry::open_with`].
    fn open_noted(
        &self,
        given: OptionPairs<'_>,
        text: &str,
        tables: &TableSource,
    ) -> Result<NotedPosition, RegistryError>;

    /// The notation of whole games, if the game has one.
    fn record_format(&self) -> Option<RecordFormat>;

    /// Reads the games of a file in that notation.
    ///
    /// # Errors
    ///
    /// Returns the place of the first error.
    fn read_records(
        &self,
        given: OptionPairs<'_>,
        text: &str,
    ) -> Result<Vec<Record>, RegistryError>;

    /// Whether a file that begins with `head` holds whole games, not positions.
    fn is_game_file(&self, head: &[u8]) -> bool;

    /// Reads the games of a file one after the other, without keeping more than one of them: each
    /// at its last position, or after so many plies. After a wrong game, reading continues with
    /// the next one.
    ///
    /// # Errors
    ///
    /// Fails if an option is wrong, or if the game has no notation of whole games.
    fn positions_of_games<'a>(
        &self,
        given: OptionPairs<'a>,
        input: Box<dyn Read + 'a>,
        plies: Option<usize>,
        tables: &'a TableSource,
    ) -> Result<GameFile<'a>, RegistryError>;
}

/// The transposition table, the tree of a search that samples, or the search for an equilibrium,
/// that are kept between the positions of a game. They belong to one game with its options; another
/// game needs its own.
pub struct GameTable(pub(crate) TranspositionTable, pub(crate) Option<Box<dyn Any + Send>>);

impl fmt::Debug for GameTable {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_tuple("GameTable").field(&self.0).finish_non_exhaustive()
    }
}

impl GameTable {
    /// An empty table of at most this many bytes.
    ///
    /// # Errors
    ///
    /// Fails if there is not enough memory.
    pub fn new(bytes: usize) -> Result<Self, RegistryError> {
        // The system grants memory that it does not have, and ends the program when it is used.
        if let Some(available) = available_memory().filter(|&it| bytes as u64 > it) {
            let (asked, most) = (memory_in_words(bytes as u64), memory_in_words(available));
            let reason =
                format!("a table of {asked} is too large: only {most} of memory are available");
            return Err(RegistryError::NotApplicable { option: "--memory", reason });
        }
        TranspositionTable::try_with_scheme(bytes).map(|table| Self(table, None)).ok_or_else(|| {
            let reason = format!("not enough memory for a table of {bytes} bytes");
            RegistryError::NotApplicable { option: "--memory", reason }
        })
    }

    /// Forgets everything.
    pub fn clear(&mut self) {
        self.0.clear();
        self.1 = None;
    }

    /// Frees the transposition table; returns its size in bytes.
    pub(crate) fn release(&mut self) -> usize {
        let bytes = self.0.bytes();
        self.reserve(0);
        bytes
    }

    /// Replaces the transposition table by an empty one of this size, if there is enough memory.
    pub(crate) fn reserve(&mut self, bytes: usize) {
        if let Some(table) = TranspositionTable::try_with_scheme(bytes) {
            self.0 = table;
        }
    }
}

/// A request to analyze a position.
#[derive(Clone, Debug)]
pub struct AnalysisRequest {
    /// The algorithm.
    pub algorithm: GameAlgorithm,
    /// The maximum depth in plies; `None` for the end of the game.
    pub depth: Option<u32>,
    /// Whether an exact score is requested, so that a game-specific solver may be used.
    pub exact: bool,
    /// The number of lines with different first moves, at least one.
    pub lines: usize,
    /// Whether to compute the score of every move.
    pub all_moves: bool,
    /// Whether only the best move matters, as in a game: a search that samples then ends when no
    /// other move can become the best in the time.
    pub is_for_move: bool,
    /// The number of search threads.
    pub threads: usize,
    /// Whether to use the textbook search: one pass at full depth, moves in the game's order, no
    /// table. For lessons, as it visits many more positions.
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
            is_for_move: false,
            threads: 1,
            plain: false,
        }
    }
}

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

    /// The game in the notation of [`GameEntry::record_format`].
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
        recording: (TraceSelection, &mut dyn Sink),
        watch: &mut dyn FnMut(&GameSnapshot),
    ) -> AnalysisReport;
}
