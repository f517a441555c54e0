//! Reads files of games in PDN.

use tremaux_core::{Game, GameNotation, ParseError, Turn};

use super::position::{Move, Position};
use super::rules::Checkers;
use super::variant::{Brazilian, English, International, Russian, Variant};
use crate::replayed::Replayed;

/// A game in a file in Portable Draughts Notation (PDN 3.0): its tags, its moves as text, its
/// result.
///
/// All values are parts of the text, so errors report the line and column in the file. Comments,
/// variations, move numbers and move annotations are skipped.
///
/// ```
/// use tremaux::games::checkers::{Checkers, English, PdnGame};
/// let text = "[Event \"Ohio State Ty 1946\"]\n1. 11-15 23-18 2. 8-11 {solid} 27-23 1/2-1/2";
/// let games = PdnGame::read_all(text).unwrap();
/// assert_eq!((games.len(), games[0].moves.len(), games[0].result), (1, 4, Some("1/2-1/2")));
/// assert_eq!(games[0].tag("Event"), Some("Ohio State Ty 1946"));
/// let line = games[0].replay(&Checkers::<English>::new(), text).unwrap();
/// assert_eq!(line.moves.len(), 4);
/// ```
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct PdnGame<'a> {
    /// Names and values, in the order of the file.
    pub tags: Vec<(&'a str, &'a str)>,
    /// The moves as they are written.
    pub moves: Vec<&'a str>,
    /// `1-0`, `0-1`, `1/2-1/2`, `2-0`, `0-2`, `1-1`, `0-0` or `*`, if it is written.
    pub result: Option<&'a str>,
}

const RESULTS: [&str; 9] = ["1-0", "0-1", "1/2-1/2", "½-½", "2-0", "0-2", "1-1", "0-0", "*"];

/// Kinds of draughts with the number of the tag `GameType` that are not played here.
const OTHER_GAMES: [(u32, &str); 9] = [
    (22, "Italian draughts"),
    (23, "American pool checkers"),
    (24, "Spanish draughts"),
    (27, "Canadian draughts"),
    (28, "Portuguese draughts"),
    (29, "Czech draughts"),
    (30, "Turkish draughts"),
    (31, "Thai draughts"),
    (40, "Frisian draughts"),
];

impl<'a> PdnGame<'a> {
    /// All games of a file, as [`PdnGame::read_each`] reads them.
    ///
    /// # Errors
    ///
    /// Returns the first error.
    pub fn read_all(text: &'a str) -> Result<Vec<Self>, ParseError> {
        Self::read_each(text).into_iter().collect()
    }

    /// The games of a file, or what is wrong with them: a tag, comment or variation that is not
    /// closed. Moves are not checked: see [`PdnGame::replay`].
    ///
    /// A game ends with its result, or where tags follow the moves. A game may consist of tags
    /// alone: two empty lines separate it from the next one, or one if that begins with `Event` or
    /// a tag that the game already has.
    ///
    /// Takes time and memory linear in the length of the text.
    pub fn read_each(text: &'a str) -> Vec<Result<Self, ParseError>> {
        let mut games = Games::default();
        let mut at = 0;
        while let Some(sign) = text[at..].chars().next() {
            let rest = &text[at..];
            let length = match sign {
                // A byte order mark may stand before the first tag.
                _ if sign.is_whitespace() || sign == '\u{feff}' => {
                    games.line_breaks += usize::from(sign == '\n');
                    at += sign.len_utf8();
                    continue;
                }
                '{' => closed(text, rest, '}', "`}` at the end of the comment"),
                ';' | '%' => Ok(rest.find('\n').unwrap_or(rest.len())),
                '(' => variation(text, rest),
                '[' => tag(text, rest).map(|((name, value), length)| {
                    games.add_tag(name, value);
                    length
                }),
                _ => {
                    let is_end =
                        |c: char| c.is_whitespace() || matches!(c, '{' | '(' | '[' | ';' | ')');
                    let first = sign.len_utf8();
                    let end = rest[first..].find(is_end).map_or(rest.len(), |end| first + end);
                    games.add_word(without_number(&rest[..end]));
                    Ok(end)
                }
            };
            games.line_breaks = 0;
            at += length.unwrap_or_else(|error| {
                if sign == '[' {
                    games.begin_tags(None);
                }
                games.wrong.get_or_insert(error);
                // What follows on the line, or in the rest of the game, belongs to the error.
                let end = rest.find(if sign == '[' { "\n" } else { "\n[" });
                end.map_or(rest.len(), |end| end + 1)
            });
        }
        games.end_game();
        games.found
    }

    /// The rules that the tag `GameType` names, if the game has one.
    ///
    /// # Errors
    ///
    /// Returns the place in `text`, the file, of rules that are not known.
    pub fn rules(&self, text: &str) -> Result<Option<&'static str>, ParseError> {
        const KNOWN: [(u32, &str); 4] = [
            (International::GAME_TYPE, International::NAME),
            (English::GAME_TYPE, English::NAME),
            (Russian::GAME_TYPE, Russian::NAME),
            (Brazilian::GAME_TYPE, Brazilian::NAME),
        ];
        let Some(value) = self.tag("GameType") else { return Ok(None) };
        let number = value.split(',').next().unwrap_or("").trim().parse().ok();
        let of = |list: &[(u32, &'static str)]| {
            list.iter().find(|(type_of, _)| Some(*type_of) == number).map(|(_, name)| *name)
        };
        if let Some(name) = of(&KNOWN) {
            return Ok(Some(name));
        }
        let known = KNOWN.map(|(number, name)| format!("{number} ({name})")).join(", ");
        let error = ParseError::about(text, value, format!("a GameType of {known}"));
        Err(match of(&OTHER_GAMES) {
            Some(name) => ParseError { found: format!("`{value}` ({name})"), ..error },
            None => error,
        })
    }

    /// The value of a tag.
    pub fn tag(&self, name: &str) -> Option<&'a str> {
        self.tags.iter().find(|(key, _)| *key == name).map(|&(_, value)| value)
    }

    /// Plays the moves from the position of the tag `FEN`, or from the start.
    ///
    /// `text` is the file that was read, for reporting places of errors.
    ///
    /// # Errors
    ///
    /// Returns the place of the first move that is not legal, or of a position that cannot be
    /// read.
    pub fn replay<V: Variant>(
        &self,
        game: &Checkers<V>,
        text: &str,
    ) -> Result<Replayed<Position, Move>, ParseError> {
        let start = match self.tag("FEN") {
            None => game.initial_state(),
            Some(fen) => game.parse_position(fen).map_err(|error| within(text, fen, error))?,
        };
        let mut line = Replayed::new(start);
        for &written in &self.moves {
            let plain = written.trim_end_matches(['!', '?']);
            if game.turn(&line.end) == Turn::Over {
                return Err(ParseError::about(text, written, "no move: the game is over"));
            }
            let mv =
                game.parse_move(&line.end, plain).map_err(|error| within(text, plain, error))?;
            let _ = game.play(&mut line.end, mv);
            line.moves.push(mv);
        }
        Ok(line)
    }
}

/// The games of a file that is being read.
#[derive(Default)]
struct Games<'a> {
    found: Vec<Result<PdnGame<'a>, ParseError>>,
    game: PdnGame<'a>,
    /// What is wrong with this game.
    wrong: Option<ParseError>,
    /// The line breaks since the last tag, word or comment.
    line_breaks: usize,
}

impl<'a> Games<'a> {
    /// A tag follows: it may begin another game.
    fn begin_tags(&mut self, name: Option<&str>) {
        let breaks = self.line_breaks;
        let is_of_next = name.is_some_and(|name| name == "Event" || self.game.tag(name).is_some());
        if !self.game.moves.is_empty() || breaks > 2 || breaks == 2 && is_of_next {
            self.end_game();
        }
    }

    fn add_tag(&mut self, name: &'a str, value: &'a str) {
        self.begin_tags(Some(name));
        self.game.tags.push((name, value));
    }

    fn add_word(&mut self, word: &'a str) {
        if RESULTS.contains(&word) {
            self.game.result = Some(word);
            self.end_game();
        } else if !word.is_empty() && !word.starts_with('$') {
            self.game.moves.push(word);
        }
    }

    fn end_game(&mut self) {
        let game = std::mem::take(&mut self.game);
        match self.wrong.take() {
            Some(error) => self.found.push(Err(error)),
            None if game == PdnGame::default() => {}
            None => self.found.push(Ok(game)),
        }
    }
}

/// Converts an `error` about a place in `part` to one about the same place in `text`.
fn within(text: &str, part: &str, error: ParseError) -> ParseError {
    let before = ParseError::about(text, part, "").offset;
    ParseError::at(text, before + error.offset, error.length, error.found, error.expected)
}

/// The length of `rest` up to and including `sign`, which must come before the next game.
fn closed(text: &str, rest: &str, sign: char, expected: &str) -> Result<usize, ParseError> {
    let end = rest.find(sign).filter(|&end| !rest[..end].contains("\n[Event \""));
    match end {
        Some(end) => Ok(end + sign.len_utf8()),
        None => Err(ParseError::about(text, rest, expected)),
    }
}

/// The length of the variation at the start of `rest`.
fn variation(text: &str, rest: &str) -> Result<usize, ParseError> {
    let (mut depth, mut at) = (0_usize, 0);
    while let Some(sign) = rest[at..].chars().next() {
        match sign {
            '(' => depth += 1,
            ')' => depth -= 1,
            '{' => {
                at += closed(text, &rest[at..], '}', "`}` at the end of the comment")?;
                continue;
            }
            _ => {}
        }
        at += sign.len_utf8();
        if depth == 0 {
            return Ok(at);
        }
    }
    Err(ParseError::about(text, rest, "`)` at the end of the variation"))
}

/// The tag at the start of `rest`, and its length.
fn tag<'a>(text: &str, rest: &'a str) -> Result<((&'a str, &'a str), usize), ParseError> {
    let line = &rest[..rest.find('\n').unwrap_or(rest.len())];
    let wrong = || ParseError::about(text, line, "a tag, for example `[Event \"name\"]`");
    let (name, rest) = line[1..].split_once('"').ok_or_else(wrong)?;
    // Only a quotation mark before the bracket ends the value.
    let mut ends = rest.match_indices('"').map(|(at, _)| at);
    let end = ends.find(|at| rest[at + 1..].trim_start().starts_with(']')).ok_or_else(wrong)?;
    if name.trim().is_empty() {
        return Err(wrong());
    }
    let after = &rest[end..];
    let length = line.len() - after.len() + after.find(']').ok_or_else(wrong)? + 1;
    Ok(((name.trim(), &rest[..end]), length))
}

/// Removes the move number from a word, as in `12.11-15` or `3...`.
fn without_number(word: &str) -> &str {
    match word.rfind('.') {
        Some(dot) if word[..dot].bytes().all(|byte| byte.is_ascii_digit() || byte == b'.') => {
            &word[dot + 1..]
        }
        _ => word,
    }
}
