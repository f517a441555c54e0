//! Games by name as PGN.

use tremaux_core::Game;
use tremaux_domain::RegistryError;
use tremaux_games::named::Record;

use cozy_chess::{Color, Move};

use crate::pgn::{Outcome, PgnError, PgnGame, PgnReader};
use crate::position::Position;
use crate::rules::{Chess, Ending};

/// The game of these moves as PGN.
pub(crate) fn write(game: &Chess, start: &Position, moves: &[Move]) -> String {
    let mut record = PgnGame::new(start.clone(), moves, Outcome::Unknown);
    let mut end = start.clone();
    for &mv in moves {
        let _ = game.play(&mut end, mv);
    }
    record.outcome = match game.ending(&end) {
        None => Outcome::Unknown,
        Some(Ending::Checkmate) if end.side_to_move() == Color::White => Outcome::BlackWins,
        Some(Ending::Checkmate) => Outcome::WhiteWins,
        Some(_) => Outcome::Draw,
    };
    record.to_string()
}

/// The games of a file.
///
/// # Errors
///
/// Returns the place of the first error.
pub(crate) fn read(text: &str) -> Result<Vec<Record>, RegistryError> {
    let read = |game: Result<PgnGame, PgnError>| game.map(|game| record(&game));
    PgnReader::new(text.as_bytes()).map(read).collect::<Result<_, _>>().map_err(|error| {
        let PgnError::Game { error, .. } = error else { unreachable!("text is always read") };
        RegistryError::Instance { option: None, text: text.to_owned(), error: Box::new(error) }
    })
}

fn record(game: &PgnGame) -> Record {
    let name = |tag| match game.tag(tag) {
        None | Some("" | "?") => "unknown",
        Some(name) => name,
    };
    let mut position = game.start.clone();
    let mut moves = Vec::new();
    for mv in game.moves() {
        moves.push(position.to_san(mv));
        position.play(mv);
    }
    Record {
        title: format!("{} \u{2013} {} {}", name("White"), name("Black"), game.outcome.text()),
        start: game.start.to_fen(),
        moves,
    }
}
