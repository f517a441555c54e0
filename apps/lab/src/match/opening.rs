//! Openings: random moves, the lines that are built in, or those of a file.

use std::path::{Path, PathBuf};

use tremaux_chess::pgn::{PgnError, PgnReader};
use tremaux_chess::{Chess, Epd, Position};
use tremaux_core::{Random, Turn};
use tremaux_registry::PlayedGame;

use tremaux_cli::failure::{Failure, in_text};
use tremaux_cli::games::computer::{choose_move, random_stream};
use tremaux_cli::input::from_file;

/// Well-known openings of chess, of eight plies each, that leave both sides about equal.
const BUILT_IN: &str = include_str!("openings.txt");

/// Where openings come from.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum OpeningSource {
    Random,
    BuiltIn,
    File(PathBuf),
}

impl OpeningSource {
    /// Reads `random`, `built-in` or the name of a file.
    pub(super) fn parse(text: &str) -> Result<Self, String> {
        Ok(match text {
            "" => return Err("expected random, built-in or a file".into()),
            "random" => Self::Random,
            "built-in" => Self::BuiltIn,
            file => Self::File(file.into()),
        })
    }

    /// Its name in reports.
    pub(super) fn name(&self) -> String {
        match self {
            Self::Random => "random".into(),
            Self::BuiltIn => "built-in".into(),
            Self::File(path) => path.display().to_string(),
        }
    }
}

/// How two games begin.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub(super) struct Opening {
    /// The position; blank for the initial one.
    pub(super) start: String,
    /// The moves from there on.
    pub(super) moves: Vec<String>,
    /// Its name, if it has one.
    pub(super) name: Option<String>,
}

/// The openings of a match.
#[derive(Debug)]
pub(super) enum Openings {
    /// A number of random moves from this position.
    Random { start: String, plies: u64, seed: u64 },
    /// One after the other, then again from the first.
    List(Vec<Opening>),
}

impl Openings {
    /// Reads the openings of chess; `plies` cuts those of games.
    pub(super) fn read(
        source: &OpeningSource,
        plies: Option<u64>,
    ) -> Result<Vec<Opening>, Failure> {
        let mut list = match source {
            OpeningSource::File(path) => of_file(path, plies)?,
            _ => built_in(),
        };
        if let (OpeningSource::BuiltIn, Some(plies)) = (source, plies) {
            for opening in &mut list {
                opening.moves.truncate(plies as usize);
            }
        }
        Ok(list)
    }

    /// Openings from a list, in order or shuffled.
    pub(super) fn list(mut openings: Vec<Opening>, shuffled_by: Option<u64>) -> Self {
        if let Some(seed) = shuffled_by {
            Random::new(seed).shuffle(&mut openings);
        }
        Self::List(openings)
    }

    /// The opening of a pair of games.
    pub(super) fn of_pair(
        &self,
        pair: u64,
        open: impl Fn(&str) -> Result<Box<dyn PlayedGame>, Failure>,
    ) -> Result<Opening, Failure> {
        match self {
            Self::List(list) => Ok(list[(pair % list.len() as u64) as usize].clone()),
            Self::Random { start, plies, seed } => {
                let moves = random_moves(|| open(start), *plies, *seed, pair)?;
                Ok(Opening { start: start.clone(), moves, name: None })
            }
        }
    }
}

/// Random moves that do not end the game.
fn random_moves(
    open: impl Fn() -> Result<Box<dyn PlayedGame>, Failure>,
    plies: u64,
    seed: u64,
    pair: u64,
) -> Result<Vec<String>, Failure> {
    const TRIES: u64 = 100;
    let mut best = Vec::new();
    for attempt in 0..TRIES {
        let mut random = random_stream(seed, pair * TRIES + attempt);
        let mut game = open()?;
        for _ in 0..plies {
            let mv = match game.turn() {
                Turn::Chance => game.chance_move(random.unit()),
                _ => choose_move(&mut random, game.moves()),
            };
            let Some(mv) = mv else { break };
            game.play(&mv).map_err(|error| Failure::of(error, "the opening"))?;
            if game.turn() == Turn::Over {
                game.take_back();
                break;
            }
        }
        let moves = game.played();
        if moves.len() as u64 == plies {
            return Ok(moves);
        }
        if moves.len() > best.len() {
            best = moves;
        }
    }
    Ok(best)
}

fn built_in() -> Vec<Opening> {
    let lines = BUILT_IN.lines().filter_map(|line| line.split_once(": "));
    let openings = lines.map(|(name, moves)| Opening {
        start: String::new(),
        moves: moves.split(' ').map(str::to_owned).collect(),
        name: Some(name.to_owned()),
    });
    openings.collect()
}

fn of_file(path: &Path, plies: Option<u64>) -> Result<Vec<Opening>, Failure> {
    let input = from_file(path)?;
    let is_pgn =
        input.text.trim_start_matches('\u{FEFF}').trim_start().starts_with(['[', '1', '{'])
            && !is_epd(&input.text);
    let list = match is_pgn {
        true => of_games(&input.text, plies).map_err(|error| match error {
            PgnError::Game { error, .. } => in_text(&input.origin, input.text.as_str(), error),
            PgnError::Io(source) => Failure::Read { path: path.to_owned(), source },
        })?,
        false => Epd::parse_all(&input.text)
            .map_err(|error| in_text(&input.origin, input.text.as_str(), error))?
            .into_iter()
            .map(|record| Opening {
                start: record.position.to_fen(),
                moves: Vec::new(),
                name: record.value("id").map(str::to_owned),
            })
            .collect(),
    };
    if list.is_empty() {
        return Err(Failure::Usage(format!("{} has no openings", path.display())));
    }
    for (number, opening) in (1..).zip(&list) {
        if opening.moves.iter().any(|mv| mv == "--") {
            return Err(Failure::Usage(format!(
                "{}: opening {number} has a null move, which no program can play",
                path.display()
            )));
        }
        if is_over(opening) {
            return Err(Failure::Usage(format!(
                "{}: the game is over after opening {number}; --opening-plies N takes only the \
                 first moves of games",
                path.display()
            )));
        }
    }
    Ok(list)
}

/// Whether the first line has ranks, as a position does.
fn is_epd(text: &str) -> bool {
    let first = text.lines().find(|line| !line.trim().is_empty()).unwrap_or_default();
    first.split_whitespace().next().is_some_and(|word| word.matches('/').count() == 7)
}

fn of_games(text: &str, plies: Option<u64>) -> Result<Vec<Opening>, PgnError> {
    let most = plies.map_or(usize::MAX, |plies| plies as usize);
    let mut openings = Vec::new();
    for game in PgnReader::new(text.as_bytes()) {
        let game = game?;
        let mut position = game.start.clone();
        let mut moves = Vec::new();
        for mv in game.moves().take(most) {
            moves.push(mv.map_or_else(|| "--".to_owned(), |mv| position.to_san(mv)));
            position.play_or_pass(mv);
        }
        let start = game.start.to_fen();
        let start = if start == Position::initial().to_fen() { String::new() } else { start };
        openings.push(Opening { start, moves, name: game.tag("Opening").map(str::to_owned) });
    }
    Ok(openings)
}

/// Whether no move can follow, by the rules of chess.
fn is_over(opening: &Opening) -> bool {
    let start = Position::parse_fen(&opening.start).unwrap_or_default();
    let mut position = start;
    for mv in &opening.moves {
        match position.parse_san(mv) {
            Ok(mv) => drop(position.play(mv)),
            Err(_) => return true,
        }
    }
    Chess::new().ending(&position).is_some()
}

#[cfg(test)]
mod tests {
    use std::collections::HashSet;

    use super::*;

    #[test]
    fn built_in_openings_are_legal_and_different() {
        let list = built_in();
        assert_eq!((list.len(), BUILT_IN.lines().count()), (50, 50));
        let mut seen = HashSet::new();
        for opening in &list {
            let mut position = Position::initial();
            for text in &opening.moves {
                let mv = position.parse_san(text);
                let mv = mv.unwrap_or_else(|error| panic!("{:?}: {error}", opening.name));
                assert_eq!(position.to_san(mv), *text, "{:?}", opening.name);
                position.play(mv);
            }
            assert!((6..=8).contains(&opening.moves.len()), "{:?}", opening.name);
            assert!(seen.insert(position.to_fen()), "{:?} is there twice", opening.name);
            assert!(!is_over(opening));
        }
    }

    #[test]
    fn shuffled_lists_have_the_same_openings() {
        let list = built_in();
        let order = |seed| match Openings::list(list.clone(), seed) {
            Openings::List(list) => list,
            Openings::Random { .. } => Vec::new(),
        };
        assert_eq!(order(None), list);
        assert_eq!(order(Some(1)), order(Some(1)));
        assert_ne!(order(Some(1)), order(Some(2)));
        let all: HashSet<Opening> = order(Some(1)).into_iter().collect();
        assert_eq!(all, list.into_iter().collect());
    }
}
