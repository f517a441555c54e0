//! Files of games in the notation of the field: the position of each game.

use std::iter::once;

use tremaux_core::{Game, ParseError};
use tremaux_domain::RegistryError;

use crate::named::rules::read_text;
use crate::named::{GameFile, GameFileError, NotedPosition, OpenedFile};
use crate::replayed::Replayed;

/// Why there is no position of a game.
#[derive(Debug)]
pub enum GameFault {
    /// The game is wrong.
    Wrong(ParseError),
    /// It has only so many plies.
    Short(usize),
    /// No game of the file can be read with the options.
    Options(RegistryError),
}

impl From<ParseError> for GameFault {
    fn from(error: ParseError) -> Self {
        Self::Wrong(error)
    }
}

impl From<RegistryError> for GameFault {
    fn from(error: RegistryError) -> Self {
        Self::Options(error)
    }
}

impl<S, M: Copy> Replayed<S, M> {
    /// The position after so many plies, by default the last.
    ///
    /// # Errors
    ///
    /// Fails if the game has fewer.
    pub fn position_after<G>(self, game: &G, plies: Option<usize>) -> Result<S, GameFault>
    where
        G: Game<State = S, Move = M>,
    {
        let Some(plies) = plies else { return Ok(self.end) };
        let moves = self.moves.get(..plies).ok_or(GameFault::Short(self.moves.len()))?;
        let mut position = self.start;
        for &mv in moves {
            let _ = game.play(&mut position, mv);
        }
        Ok(position)
    }
}

/// The positions that `read` finds in the text of a file of games, one for each game.
///
/// # Errors
///
/// Fails if no game can be read with the options.
pub fn positions_of_text<'a>(
    mut file: OpenedFile<'a>,
    read: impl FnOnce(&str, &OpenedFile<'a>) -> Vec<Result<NotedPosition, GameFault>>,
) -> Result<GameFile<'a>, RegistryError> {
    let text = match read_text(&mut file.input) {
        Ok(text) => text,
        Err(error) => return Ok(Box::new(once(Err(GameFileError::Read(error))))),
    };
    let mut positions = Vec::new();
    for (number, found) in (1..).zip(read(&text, &file)) {
        positions.push(match found {
            Ok(position) => Ok(position),
            Err(GameFault::Wrong(error)) => {
                Err(GameFileError::Wrong { number, error: Box::new(error) })
            }
            Err(GameFault::Short(plies)) => Err(GameFileError::Short { number, plies }),
            Err(GameFault::Options(error)) => return Err(error),
        });
    }
    Ok(Box::new(positions.into_iter()))
}
