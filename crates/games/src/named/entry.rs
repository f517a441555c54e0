//! Games as trait objects, used by the command line and the web page.

use std::io::Read;

use tremaux_domain::{OptionPairs, RegistryError, TableSource};

use super::info::GameInfo;
use super::noted_position::{GameFile, NotedPosition};
use super::played_game::PlayedGame;
use super::record::{Record, RecordFormat};

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
