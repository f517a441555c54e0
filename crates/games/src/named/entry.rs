//! The entry of a game in the list of games.

use std::io::Read;

use tremaux_core::ParseError;
use tremaux_domain::{OptionPairs, Options, ReadError, RegistryError, TableSource};

use super::info::GameInfo;
use super::noted_position::{GameFile, NotedPosition};
use super::played_game::PlayedGame;
use super::record::{Record, RecordFormat};

/// Opens a game at the position of a text, or at the start if the text is blank, with tables from a
/// source.
pub type OpenGame<T = Box<dyn PlayedGame>> =
    fn(&str, &Options<'_>, &TableSource) -> Result<T, ReadError>;

/// A game that was opened, or why it was not.
pub type OpenedGame = Result<Box<dyn PlayedGame>, ReadError>;

/// A game by name. Options are checked against its description before they are used, and errors
/// have their places in the text.
#[derive(Clone, Copy)]
pub struct GameEntry {
    info: &'static GameInfo,
    open: OpenGame,
    open_noted: Option<OpenGame<NotedPosition>>,
    records: Option<GameRecords>,
    has_programs: bool,
}

/// How whole games are read.
#[derive(Clone, Copy)]
pub struct GameRecords {
    /// The notation.
    pub format: RecordFormat,
    /// Whether a file that begins like this holds whole games, not positions.
    pub is_game_file: fn(&[u8]) -> bool,
    /// The games of a text, or the first error.
    pub read: fn(&str, &Options<'_>) -> Result<Vec<Record>, ReadError>,
    /// The positions of the games of a file: see [`GameEntry::positions_of_games`].
    pub positions: for<'a> fn(OpenedFile<'a>) -> Result<GameFile<'a>, RegistryError>,
}

/// A file of games, and which position of each is read.
pub struct OpenedFile<'a> {
    /// The options of the rules.
    pub options: Options<'a>,
    /// The text of the file.
    pub input: Box<dyn Read + 'a>,
    /// The plies to play; `None` for all.
    pub plies: Option<usize>,
    /// Where tables are loaded from.
    pub tables: &'a TableSource,
}

impl GameEntry {
    /// A game that `open` opens, without a notation of whole games.
    pub const fn new(info: &'static GameInfo, open: OpenGame) -> Self {
        Self { info, open, open_noted: None, records: None, has_programs: false }
    }

    /// The same with texts in which more is noted beside the position.
    #[must_use]
    pub const fn with_notes(self, open: OpenGame<NotedPosition>) -> Self {
        Self { open_noted: Some(open), ..self }
    }

    /// The same with a notation of whole games.
    #[must_use]
    pub const fn with_records(self, records: GameRecords) -> Self {
        Self { records: Some(records), ..self }
    }

    /// The same of which there are other programs, which speak UCI or xboard.
    #[must_use]
    pub const fn with_programs(self) -> Self {
        Self { has_programs: true, ..self }
    }

    /// Whether other programs play it, by UCI or xboard.
    pub fn has_programs(&self) -> bool {
        self.has_programs
    }

    /// The description.
    pub fn info(&self) -> &'static GameInfo {
        self.info
    }

    /// Opens the game with these options at the position `text`, or at the start if `text` is
    /// blank.
    ///
    /// # Errors
    ///
    /// Returns the place of an error in an option or the position; positions that cannot arise
    /// are rejected.
    pub fn open(
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
    pub fn open_with(
        &self,
        given: OptionPairs<'_>,
        text: &str,
        tables: &TableSource,
    ) -> Result<Box<dyn PlayedGame>, RegistryError> {
        let options = Options::check(self.info.options, given)?;
        (self.open)(text, &options, tables).map_err(|error| error.in_text(text))
    }

    /// Like [`GameEntry::open_with`], with what may be noted beside the position, such as the
    /// operations of EPD.
    ///
    /// # Errors
    ///
    /// See [`GameEntry::open_with`].
    pub fn open_noted(
        &self,
        given: OptionPairs<'_>,
        text: &str,
        tables: &TableSource,
    ) -> Result<NotedPosition, RegistryError> {
        let Some(open) = self.open_noted else {
            return self.open_with(given, text, tables).map(NotedPosition::new);
        };
        let options = Options::check(self.info.options, given)?;
        open(text, &options, tables).map_err(|error| error.in_text(text))
    }

    /// The notation of whole games, if the game has one.
    pub fn record_format(&self) -> Option<RecordFormat> {
        self.records.map(|records| records.format)
    }

    /// Whether a file that begins with `head` holds whole games, not positions.
    pub fn is_game_file(&self, head: &[u8]) -> bool {
        self.records.is_some_and(|records| (records.is_game_file)(head))
    }

    /// How whole games are read, or why they are not.
    fn records(&self) -> Result<GameRecords, RegistryError> {
        self.records.ok_or_else(|| RegistryError::NotOffered {
            component: format!("a file of games of {}", self.info.name),
            reason: "only positions can be read".into(),
        })
    }

    /// Reads the games of a file in that notation.
    ///
    /// # Errors
    ///
    /// Returns the place of the first error. Fails if the game has no notation of whole games.
    pub fn read_records(
        &self,
        given: OptionPairs<'_>,
        text: &str,
    ) -> Result<Vec<Record>, RegistryError> {
        let options = Options::check(self.info.options, given)?;
        let GameRecords { format, read, .. } = self.records()?;
        let records = read(text, &options).and_then(|records| match records.is_empty() {
            true => Err(ParseError::at_end(text, format!("a game in {}", format.name)).into()),
            false => Ok(records),
        });
        records.map_err(|error| error.in_text(text))
    }

    /// Reads the games of a file one after the other, without keeping more than one of them: each
    /// at its last position, or after so many plies. After a wrong game, reading continues with
    /// the next one.
    ///
    /// # Errors
    ///
    /// Fails if an option is wrong, or if the game has no notation of whole games.
    pub fn positions_of_games<'a>(
        &self,
        given: OptionPairs<'a>,
        input: Box<dyn Read + 'a>,
        plies: Option<usize>,
        tables: &'a TableSource,
    ) -> Result<GameFile<'a>, RegistryError> {
        let options = Options::check(self.info.options, given)?;
        (self.records()?.positions)(OpenedFile { options, input, plies, tables })
    }
}
