//! The games of chess as a file.

use std::fs::File;
use std::io::Write;
use std::path::{Path, PathBuf};
use std::time::{SystemTime, UNIX_EPOCH};

use tremaux_chess::pgn::{self, PgnGame};
use tremaux_registry::Outcome;

use super::player::MatchPlayer;
use super::series::FinishedGame;
use tremaux_cli::atomic_file::cannot_write;
use tremaux_cli::failure::Failure;

/// A file that games are appended to as they end.
pub(super) struct PgnFile {
    path: PathBuf,
    file: File,
    /// What both players are called.
    names: [String; 2],
    /// The time control, if it is the same for both.
    control: Option<String>,
}

impl PgnFile {
    pub(super) fn open(
        path: &Path,
        names: [String; 2],
        players: &[MatchPlayer; 2],
    ) -> Result<Self, Failure> {
        let file = File::options().append(true).create(true).open(path);
        let file = file.map_err(|error| cannot_write(path, &error))?;
        let [a, b] = players.each_ref().map(|player| player.limits.control);
        let control = a.filter(|_| a == b).map(|control| control.to_string());
        Ok(Self { path: path.to_owned(), file, names, control })
    }

    /// Appends a game.
    pub(super) fn write(&mut self, finished: &FinishedGame) -> Result<(), Failure> {
        let Some(game) = self.game(finished) else { return Ok(()) };
        let written = self.file.write_all(game.to_string().as_bytes());
        written.map_err(|error| cannot_write(&self.path, &error))
    }

    fn game(&self, finished: &FinishedGame) -> Option<PgnGame> {
        let FinishedGame { number, swapped, opening, record } = finished;
        let chess = record.chess.as_ref()?;
        let outcome = match record.outcome {
            Outcome::Draw => pgn::Outcome::Draw,
            Outcome::Win => pgn::Outcome::WhiteWins,
            Outcome::Loss => pgn::Outcome::BlackWins,
        };
        let mut game = PgnGame::new(chess.start.clone(), &chess.moves, outcome);
        let (white, black) = (&self.names[*swapped], &self.names[1 - swapped]);
        game.set_tag("Event", "tremaux match");
        game.set_tag("Date", date());
        game.set_tag("Round", (number + 1).to_string());
        game.set_tag("White", white);
        game.set_tag("Black", black);
        if let Some(name) = &opening.name {
            game.set_tag("Opening", name);
        }
        if let Some(control) = &self.control {
            game.set_tag("TimeControl", control);
        }
        game.set_tag("Termination", record.ending.pgn_tag());
        let first = chess.moves.len() - record.notes.len().min(chess.moves.len());
        for (mv, note) in game.line.moves[first..].iter_mut().zip(&record.notes) {
            mv.comment.clone_from(note);
        }
        let last = match game.line.moves.last_mut() {
            Some(last) => &mut last.comment,
            None => &mut game.line.comment,
        };
        last.push_str(if last.is_empty() { "" } else { ", " });
        last.push_str(&in_words(finished));
        Some(game)
    }
}

/// How a game ended, in words.
pub(super) fn in_words(finished: &FinishedGame) -> String {
    let record = &finished.record;
    let ending = record.ending.in_words();
    let details = match record.details.as_str() {
        "" => String::new(),
        details => format!(" ({details})"),
    };
    format!("{ending}{details}")
}

/// Today's date in UTC, as PGN has it.
fn date() -> String {
    let now = SystemTime::now().duration_since(UNIX_EPOCH).map_or(0, |it| it.as_secs());
    let (year, month, day) = civil(now / 86_400);
    format!("{year:04}.{month:02}.{day:02}")
}

/// The year, month and day so many days after 1 January 1970.
///
/// Years are counted from March, so that leap days are the last of a year, and repeat after the
/// 146,097 days of 400 years (Hinnant, "chrono-compatible low-level date algorithms").
fn civil(days: u64) -> (u64, u64, u64) {
    let days = days + 719_468;
    let (era, of_era) = (days / 146_097, days % 146_097);
    let year = (of_era - of_era / 1460 + of_era / 36_524 - of_era / 146_096) / 365;
    let of_year = of_era - (365 * year + year / 4 - year / 100);
    let from_march = (5 * of_year + 2) / 153;
    let day = of_year - (153 * from_march + 2) / 5 + 1;
    let month = if from_march < 10 { from_march + 3 } else { from_march - 9 };
    (era * 400 + year + u64::from(month <= 2), month, day)
}

#[cfg(test)]
mod tests {
    use super::civil;

    #[test]
    fn days_are_those_of_the_calendar() {
        for (days, date) in [
            (0, (1970, 1, 1)),
            (58, (1970, 2, 28)),
            (789, (1972, 2, 29)),
            (11_016, (2000, 2, 29)),
            (11_017, (2000, 3, 1)),
            (20_453, (2025, 12, 31)),
        ] {
            assert_eq!(civil(days), date, "{days}");
        }
    }
}
