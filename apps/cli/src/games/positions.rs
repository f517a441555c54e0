//! The positions that the command line selects: one, all of a file, or those of the games in it.

use std::io::{self, BufRead, Cursor, Read};
use std::path::{Path, PathBuf};

use clap::{Args, value_parser};
use tremaux_core::{CancelToken, ParseError, StopReason};
use tremaux_registry::reading::read_opened;
use tremaux_registry::{
    AnalysisRequest, GameEntry, GameFile, GameFileError, NotedPosition, OptionPairs, RegistryError,
    TableSource,
};

use crate::failure::{Failure, in_text, not_applicable, too_few};
use crate::games::options::{
    ARGUMENT, PositionOptions, PositionSource, not_empty, position_failure,
};
use crate::input::{Input, ReadLimits, TextSource, open_text};

/// The bytes of a file that distinguish games from positions: text may stand before the first.
const HEAD: u64 = 1 << 14;

/// Which positions of the input are selected.
#[derive(Clone, Copy, Debug, Args)]
#[command(next_help_heading = "Position")]
pub(crate) struct SelectionOptions {
    /// Analyze each line of the input as a position, or each game; the limits hold for each
    #[arg(long, conflicts_with = "index")]
    pub(crate) all: bool,
    /// Number of the position or game in the input, from 1
    #[arg(long, value_name = "N", value_parser = value_parser!(u64).range(1..))]
    index: Option<u64>,
    /// Plies of a game that are played [default: all]
    #[arg(long, value_name = "N", value_parser = value_parser!(u32).range(0..))]
    ply: Option<u32>,
}

/// A position of the input.
pub(crate) struct Selected {
    /// Its number, from 1, if there are several.
    pub(crate) number: Option<u64>,
    pub(crate) noted: NotedPosition,
}

/// The selected positions, one after the other.
pub(crate) struct Positions<'a> {
    /// A failure in a game that is left out does not end the list.
    pub(crate) items: Box<dyn Iterator<Item = Result<Selected, Failure>> + 'a>,
    /// Their number, if it is known: that of games is not.
    pub(crate) count: Option<usize>,
    /// Whether some have titles or expected moves.
    pub(crate) has_labels: bool,
    /// Whether some have expected moves.
    pub(crate) has_tests: bool,
    /// The width of the longest title.
    pub(crate) title_width: usize,
}

/// What positions are opened with.
pub(crate) struct Opening<'a> {
    pub(crate) game: &'static GameEntry,
    pub(crate) given: OptionPairs<'a>,
    pub(crate) request: &'a AnalysisRequest,
    /// The limits on what is computed in advance.
    pub(crate) tables: &'a TableSource,
}

impl<'a> Opening<'a> {
    /// Reads the positions that the options select.
    pub(crate) fn select(
        &'a self,
        positions: &PositionOptions,
        selection: SelectionOptions,
    ) -> Result<Positions<'a>, Failure> {
        let (origin, path, mut reader): (_, _, Box<dyn BufRead>) = match positions.source()? {
            PositionSource::File(path) => {
                (path.display().to_string(), path.clone(), open_text(TextSource::File(path))?)
            }
            PositionSource::StandardInput => {
                let reader = open_text(TextSource::StandardInput)?;
                ("standard input".into(), PathBuf::from("-"), reader)
            }
            PositionSource::Argument(text) => {
                (ARGUMENT.into(), PathBuf::new(), Box::new(Cursor::new(text)))
            }
        };
        let failed = |source: io::Error| Failure::Read { path: path.clone(), source };
        let mut head = Vec::new();
        reader.by_ref().take(HEAD).read_to_end(&mut head).map_err(failed)?;
        let is_game_file = self.game.is_game_file(&head);
        let reader: Box<dyn BufRead> = Box::new(Cursor::new(head).chain(reader));
        if is_game_file {
            let cancel = self.tables.limits().cancel;
            let input = CancellableReader { input: reader, cancel };
            let plies = selection.ply.map(|plies| plies as usize);
            let games =
                self.game.positions_of_games(self.given, Box::new(input), plies, self.tables);
            let games = games.map_err(|error| Failure::of(error, &origin))?;
            return self.select_games(games, selection, origin, path);
        }
        if selection.ply.is_some() {
            return not_applicable("--ply", "the input holds positions, not games");
        }
        let input = read_opened(origin, reader, &ReadLimits::default())?;
        self.select_lines(&not_empty(input)?, selection)
    }

    fn open(&self, origin: &str, text: &str) -> Result<NotedPosition, Failure> {
        let noted = self.game.open_noted(self.given, text, self.tables);
        self.accept(noted.map_err(|error| position_failure(error, origin, text))?)
    }

    fn accept(&self, noted: NotedPosition) -> Result<NotedPosition, Failure> {
        let AnalysisRequest { algorithm, depth, lines, .. } = *self.request;
        noted.game.accepts(algorithm, depth).map_err(Failure::Registry)?;
        noted.game.accepts_lines(algorithm, lines).map_err(Failure::Registry)?;
        Ok(noted)
    }

    /// Selects positions, one a line if there are several. All are read before one is analyzed, and
    /// wrong ones are left out.
    fn select_lines(
        &self,
        Input { origin, text, .. }: &Input,
        selection: SelectionOptions,
    ) -> Result<Positions<'a>, Failure> {
        let lines = || {
            let lines = (1_u64..).zip(text.lines());
            lines.filter(|(_, line)| !line.trim().is_empty() && !line.starts_with(['#', '%']))
        };
        let place = |nth: u64| format!("{origin}, position on line {nth}");
        let mut selected = Vec::new();
        if let Some(index) = selection.index {
            let count = lines().count();
            let line = usize::try_from(index - 1).ok().and_then(|at| lines().nth(at));
            let (nth, line) = line.ok_or_else(|| too_few(index, origin, count, "position"))?;
            let noted = self.open(&place(nth), line)?;
            selected.push(Ok(Selected { number: Some(index), noted }));
        } else if selection.all {
            for (number, (nth, line)) in (1..).zip(lines()) {
                // A wrong line costs one row.
                let noted = self.open(&place(nth), line);
                selected.push(noted.map(|noted| Selected { number: Some(number), noted }));
            }
        } else {
            let noted = self.open(origin, text).map_err(|failure| match failure {
                Failure::Text { origin, text, error, help: None } if lines().nth(1).is_some() => {
                    let help = "select a line with --index N (from 1), or all with --all";
                    Failure::Text { origin, text, error, help: Some(help.into()) }
                }
                failure => failure,
            })?;
            selected.push(Ok(Selected { number: None, noted }));
        }
        let noted = || selected.iter().flatten().map(|it: &Selected| &it.noted);
        let has_tests = noted().any(|it| it.is_solved_by(None, None).is_some());
        let titles = noted().filter_map(|it| it.title.as_ref());
        let title_width = titles.map(|it| it.chars().count()).max().unwrap_or(0);
        Ok(Positions {
            count: Some(selected.len()),
            has_labels: has_tests || title_width > 0,
            has_tests,
            title_width,
            items: Box::new(selected.into_iter()),
        })
    }

    /// Selects games. With `--all`, they are read one by one as they are analyzed, and wrong ones
    /// are left out.
    fn select_games(
        &'a self,
        games: GameFile<'a>,
        selection: SelectionOptions,
        origin: String,
        path: PathBuf,
    ) -> Result<Positions<'a>, Failure> {
        let mut games = (1_u64..).zip(games).peekable();
        let (place, file) = (origin.clone(), path.clone());
        let select = move |(number, game): (u64, Result<NotedPosition, GameFileError>)| {
            let noted = game.map_err(|error| self.game_failure(error, &place, &file))?;
            let noted = self.accept(noted)?;
            Ok(Selected { number: Some(number), noted })
        };
        if games.peek().is_none() {
            return Err(Failure::Usage(format!("{origin} holds no game")));
        }
        let items: Box<dyn Iterator<Item = Result<Selected, Failure>> + 'a> = if selection.all {
            Box::new(games.map(select))
        } else {
            let mut count = 0;
            let mut game = None;
            for found in games.by_ref() {
                count += 1;
                if selection.index.is_none_or(|index| found.0 == index) {
                    game = Some(found);
                    break;
                }
                if let (_, Err(error @ GameFileError::Read(_))) = found {
                    return Err(self.game_failure(error, &origin, &path));
                }
            }
            let index = selection.index.unwrap_or(1);
            let game = game.ok_or_else(|| too_few(index, &origin, count, "game"))?;
            let selected = select(game)?;
            if selection.index.is_none() && games.peek().is_some() {
                return Err(Failure::Usage(format!(
                    "{origin} holds several games: select one with --index N (from 1), or all \
                     with --all"
                )));
            }
            Box::new(std::iter::once(Ok(selected)))
        };
        let count = (!selection.all).then_some(1);
        Ok(Positions { items, count, has_labels: true, has_tests: false, title_width: 0 })
    }

    /// Why a game is left out, with the line of the file if it can be read again.
    fn game_failure(&self, error: GameFileError, origin: &str, path: &Path) -> Failure {
        match error {
            GameFileError::Read(_) if self.tables.limits().cancel.is_cancelled() => {
                let (component, reason) = (origin.to_owned(), StopReason::Cancelled);
                Failure::Registry(RegistryError::Unprepared { component, reason })
            }
            GameFileError::Read(source) => Failure::Read { path: path.to_owned(), source },
            GameFileError::Wrong { number, error } => {
                let origin = format!("{origin}, game {number}");
                let Some(line) = line_of(path, error.line) else {
                    return Failure::Usage(format!("{origin}, {error}"));
                };
                let at = line.char_indices().nth(error.column - 1).map_or(line.len(), |it| it.0);
                let length = line[at..].find(char::is_whitespace).unwrap_or(line.len() - at);
                in_text(&origin, line, ParseError { offset: at, length, ..*error })
            }
            error @ GameFileError::Short { .. } => {
                Failure::Usage(format!("--ply: {error} ({origin})"))
            }
        }
    }
}

/// A line of a file, counted from 1; only if reading the file again is harmless, and no more of
/// the line than a screen could show.
fn line_of(path: &Path, line: usize) -> Option<String> {
    if !path.metadata().is_ok_and(|it| it.is_file()) {
        return None;
    }
    let mut reader = open_text(TextSource::File(path.to_owned())).ok()?;
    for _ in 1..line {
        reader.skip_until(b'\n').ok()?;
    }
    let mut bytes = Vec::new();
    reader.take(1 << 16).read_until(b'\n', &mut bytes).ok()?;
    let text = String::from_utf8(bytes);
    // Old files are in Latin-1.
    let text =
        text.unwrap_or_else(|it| it.as_bytes().iter().copied().map(char::from).collect::<String>());
    Some(text.trim_end_matches(['\n', '\r']).to_owned())
}

/// Input that ends with an error when the program is interrupted.
struct CancellableReader {
    input: Box<dyn BufRead>,
    cancel: CancelToken,
}

impl Read for CancellableReader {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        if self.cancel.is_cancelled() {
            return Err(io::Error::other("interrupted"));
        }
        self.input.read(buffer)
    }
}
