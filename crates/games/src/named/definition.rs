//! The definition of a game, and its entry in the list.

use std::io::Read;
use std::marker::PhantomData;

use tremaux_core::ParseError;
use tremaux_domain::{OptionPairs, Options, ReadError, RegistryError, TableSource};

use super::entry::GameEntry;
use super::info::GameInfo;
use super::noted_position::{GameFile, NotedPosition};
use super::played_game::PlayedGame;
use super::record::{Record, RecordFormat};

/// The definition of a game.
///
/// [`GameOf`] implements [`GameEntry`] for it: options are checked against the description, and
/// errors have their places in the text.
pub trait GameDomain: 'static {
    /// The description: names, notation, options.
    const INFO: &'static GameInfo;

    /// The notation of whole games, if the game has one.
    const RECORDS: Option<RecordFormat> = None;

    /// Opens the game at the position `text`, or at the start if `text` is blank, usually by
    /// [`rules::open`](super::rules::open). Tables are loaded from `tables`.
    ///
    /// # Errors
    ///
    /// Fails if an option or the position is wrong, or at a limit of `tables`.
    fn open(
        text: &str,
        options: &Options<'_>,
        tables: &TableSource,
    ) -> Result<Box<dyn PlayedGame>, ReadError>;

    /// Like [`GameDomain::open`], with what may be noted beside the position.
    ///
    /// # Errors
    ///
    /// See [`GameDomain::open`].
    fn open_noted(
        text: &str,
        options: &Options<'_>,
        tables: &TableSource,
    ) -> Result<NotedPosition, ReadError> {
        Self::open(text, options, tables).map(NotedPosition::new)
    }

    /// Reads the games of a file in the notation of [`GameDomain::RECORDS`].
    ///
    /// # Errors
    ///
    /// Returns the first error.
    fn read_records(text: &str, options: &Options<'_>) -> Result<Vec<Record>, ReadError> {
        let _ = (text, options);
        Ok(Vec::new())
    }

    /// Whether a file that begins with `head` holds whole games, not positions.
    fn is_game_file(head: &[u8]) -> bool {
        let _ = head;
        false
    }

    /// See [`GameEntry::positions_of_games`].
    ///
    /// # Errors
    ///
    /// See there.
    fn positions_of_games<'a>(
        options: Options<'a>,
        input: Box<dyn Read + 'a>,
        plies: Option<usize>,
        tables: &'a TableSource,
    ) -> Result<GameFile<'a>, RegistryError> {
        let _ = (options, input, plies, tables);
        let component = format!("a file of games of {}", Self::INFO.name);
        Err(RegistryError::NotOffered { component, reason: "only positions can be read".into() })
    }
}

/// The entry of the game `G` in the list of games.
pub struct GameOf<G>(PhantomData<fn() -> G>);

impl<G> GameOf<G> {
    /// The entry.
    pub const fn new() -> Self {
        Self(PhantomData)
    }
}

impl<G> Default for GameOf<G> {
    fn default() -> Self {
        Self::new()
    }
}

impl<G: GameDomain> GameEntry for GameOf<G> {
    fn info(&self) -> &'static GameInfo {
        G::INFO
    }

    fn open_with(
        &self,
        given: OptionPairs<'_>,
        text: &str,
        tables: &TableSource,
    ) -> Result<Box<dyn PlayedGame>, RegistryError> {
        let options = Options::check(G::INFO.options, given)?;
        G::open(text, &options, tables).map_err(|error| error.in_text(text))
    }

    fn open_noted(
        &self,
        given: OptionPairs<'_>,
        text: &str,
        tables: &TableSource,
    ) -> Result<NotedPosition, RegistryError> {
        let options = Options::check(G::INFO.options, given)?;
        G::open_noted(text, &options, tables).map_err(|error| error.in_text(text))
    }

    fn record_format(&self) -> Option<RecordFormat> {
        G::RECORDS
    }

    fn read_records(
        &self,
        given: OptionPairs<'_>,
        text: &str,
    ) -> Result<Vec<Record>, RegistryError> {
        let options = Options::check(G::INFO.options, given)?;
        let records = G::read_records(text, &options).map_err(|error| error.in_text(text))?;
        match G::RECORDS {
            Some(format) if records.is_empty() => {
                let error = ParseError::at_end(text, format!("a game in {}", format.name));
                Err(ReadError::from(error).in_text(text))
            }
            _ => Ok(records),
        }
    }

    fn is_game_file(&self, head: &[u8]) -> bool {
        G::is_game_file(head)
    }

    fn positions_of_games<'a>(
        &self,
        given: OptionPairs<'a>,
        input: Box<dyn Read + 'a>,
        plies: Option<usize>,
        tables: &'a TableSource,
    ) -> Result<GameFile<'a>, RegistryError> {
        let options = Options::check(G::INFO.options, given)?;
        G::positions_of_games(options, input, plies, tables)
    }
}
