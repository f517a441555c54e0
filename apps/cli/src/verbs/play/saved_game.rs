//! Saved games: small text files.

use std::path::Path;

use tremaux_core::{Limits, ParseError};
use tremaux_registry::{GameEntry, PlayedGame};

use crate::atomic_file::write_whole;
use crate::failure::{Failure, in_text};
use crate::input::{Input, from_file};
use crate::{table_cache, visible};

/// The first line.
const HEAD: &str = "tremaux game 1";

/// Whether a file is called like those in the notation of whole games, such as PGN.
fn is_record(path: &Path, entry: &GameEntry) -> bool {
    let is_its = |extension: &std::ffi::OsStr| {
        let format = entry.record_format();
        format.is_some_and(|format| extension.eq_ignore_ascii_case(format.extension))
    };
    path.extension().is_some_and(is_its)
}

/// The game as text.
fn written(game: &dyn PlayedGame) -> String {
    let mut text = format!("{HEAD}\ngame: {}\n", game.info().name);
    for (name, value) in game.options() {
        text += &format!("option: {name}={value}\n");
    }
    text += &format!("start: {}\n", game.start());
    for mv in game.played() {
        text += &format!("move: {mv}\n");
    }
    text
}

/// Writes a game to a file.
pub(crate) fn save(path: &Path, game: &dyn PlayedGame, entry: &GameEntry) -> Result<(), Failure> {
    let record = if is_record(path, entry) { game.record() } else { None };
    let text = record.unwrap_or_else(|| written(game));
    write_whole(path, text.as_bytes())
}

/// Reads a game of this kind.
pub(crate) fn load(path: &Path, entry: &GameEntry) -> Result<Box<dyn PlayedGame>, Failure> {
    let Input { origin, text, .. } = from_file(path)?;
    if is_record(path, entry) {
        return load_record(&origin, &text, entry);
    }
    let wrong = |word: &str, expected: String| {
        in_text(&origin, text.as_str(), ParseError::about(&text, word, expected))
    };
    let mut lines = text.lines().filter(|line| !line.trim().is_empty());
    let head = lines.next().unwrap_or(&text[..0]);
    if head.trim() != HEAD {
        return Err(wrong(head, format!("`{HEAD}`")));
    }
    let (mut options, mut start, mut moves) = (Vec::new(), None, Vec::new());
    let mut is_named = false;
    for line in lines {
        let (key, value) = line.split_once(':').unwrap_or((line, &line[line.len()..]));
        let value = value.trim();
        match key.trim() {
            "game" if value == entry.info().name => is_named = true,
            "game" => return Err(wrong(value, format!("`{}`", entry.info().name))),
            "option" => {
                let (name, setting) = value.split_once('=').unwrap_or((value, ""));
                let known = entry.info().options.iter().find(|option| option.name == name);
                let Some(option) = known else {
                    return Err(wrong(value, "an option of the game".into()));
                };
                options.push((option.name, setting.to_owned()));
            }
            "start" => start = Some(value),
            "move" => moves.push(value),
            _ => return Err(wrong(line, "`game:`, `option:`, `start:` or `move:`".into())),
        }
    }
    // Without these two lines the file is truncated.
    let (true, Some(start)) = (is_named, start) else {
        let what = if is_named { "`start:` and a position" } else { "`game:` and its name" };
        let end = text.trim_end().len();
        return Err(wrong(&text[end..end], what.into()));
    };
    // Report errors in the start or a move at their position in the file.
    let placed = |error: tremaux_registry::RegistryError, part: &str| match error.place() {
        Some((_, place)) => wrong(part, place.expected.clone()),
        None => Failure::Registry(error),
    };
    let tables = table_cache::of_game(&Limits::default());
    let mut game =
        entry.open_with(&options, start, &tables).map_err(|error| placed(error, start))?;
    for mv in moves {
        game.play(mv).map_err(|error| placed(error, mv))?;
    }
    Ok(game)
}

/// Reads the first game of a file in the notation of whole games.
fn load_record(
    origin: &str,
    text: &str,
    entry: &GameEntry,
) -> Result<Box<dyn PlayedGame>, Failure> {
    let failed = |error| Failure::of(error, origin);
    let records = entry.read_records(&[], text).map_err(failed)?;
    let Some(first) = records.first() else {
        return Err(Failure::Usage(format!("{origin}: expected a game: there is none")));
    };
    let mut game = entry.open(&first.options, &first.start).map_err(failed)?;
    for (nth, mv) in first.moves.iter().enumerate() {
        if let (Some(_), reason) = (game.result(), game.reason()) {
            let why = reason.map_or(String::new(), |reason| format!(" ({reason})"));
            let end = format!("the game is over{why} before ply {}, `{mv}`", nth + 1);
            return Err(Failure::Usage(format!("{origin}: {end}")));
        }
        game.play(mv).map_err(failed)?;
    }
    if records.len() > 1 {
        let count = records.len();
        visible::tell(&format!("{origin}: the first of {count} games: {}", first.title));
    }
    Ok(game)
}
