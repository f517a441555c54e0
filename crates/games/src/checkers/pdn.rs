//! Reads files of games in PDN.

use tremaux_core::{Game, GameNotation, ParseError, Turn};

use super::position::{Move, Position};
use super::rules::Checkers;
use super::variant::Variant;

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

/// A game that was replayed.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PdnLine {
    /// Where it begins.
    pub start: Position,
    /// Its moves.
    pub moves: Vec<Move>,
    /// Where it ends.
    pub end: Position,
}

const RESULTS: [&str; 8] = ["1-0", "0-1", "1/2-1/2", "2-0", "0-2", "1-1", "0-0", "*"];

impl<'a> PdnGame<'a> {
    /// All games of a file.
    ///
    /// A game ends with its result, or where tags follow the moves.
    ///
    /// Takes time and memory linear in the length of the text.
    ///
    /// # Errors
    ///
    /// Returns the place where a tag, comment or variation is not closed. Moves are not checked:
    /// see [`PdnGame::replay`].
    pub fn read_all(text: &'a str) -> Result<Vec<Self>, ParseError> {
        let mut games = Vec::new();
        let mut game = Self::default();
        let mut at = 0;
        while let Some(sign) = text[at..].chars().next() {
            let rest = &text[at..];
            match sign {
                // A byte order mark may stand before the first tag.
                _ if sign.is_whitespace() || sign == '\u{feff}' => at += sign.len_utf8(),
                '{' => at += closed(text, rest, '}', "`}` at the end of the comment")?,
                ';' | '%' => at += rest.find('\n').unwrap_or(rest.len()),
                '(' => at += variation(text, rest)?,
                '[' => {
                    if !game.moves.is_empty() {
                        games.push(std::mem::take(&mut game));
                    }
                    let (tag, length) = tag(text, rest)?;
                    game.tags.push(tag);
                    at += length;
                }
                _ => {
                    let is_end =
                        |c: char| c.is_whitespace() || matches!(c, '{' | '(' | '[' | ';' | ')');
                    let first = sign.len_utf8();
                    let end = rest[first..].find(is_end).map_or(rest.len(), |end| first + end);
                    at += end;
                    let word = without_number(&rest[..end]);
                    if RESULTS.contains(&word) {
                        game.result = Some(word);
                        games.push(std::mem::take(&mut game));
                    } else if !word.is_empty() && !word.starts_with('$') {
                        game.moves.push(word);
                    }
                }
            }
        }
        if game != Self::default() {
            games.push(game);
        }
        Ok(games)
    }

    /// The value of a tag.
    #[must_use]
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
    ) -> Result<PdnLine, ParseError> {
        let start = match self.tag("FEN") {
            None => game.initial_state(),
            Some(fen) => game.parse_position(fen).map_err(|error| within(text, fen, error))?,
        };
        let mut line = PdnLine { start, moves: Vec::with_capacity(self.moves.len()), end: start };
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

/// Converts an `error` about a place in `part` to one about the same place in `text`.
fn within(text: &str, part: &str, error: ParseError) -> ParseError {
    let before = ParseError::about(text, part, "").offset;
    ParseError::at(text, before + error.offset, error.length, error.found, error.expected)
}

/// The length of `rest` up to and including `sign`.
fn closed(text: &str, rest: &str, sign: char, expected: &str) -> Result<usize, ParseError> {
    match rest.find(sign) {
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
    let (name, value) = line[1..].split_once('"').ok_or_else(wrong)?;
    let (value, end) = value.split_once('"').ok_or_else(wrong)?;
    let bracket = end.find(']').ok_or_else(wrong)?;
    if !end[..bracket].trim().is_empty() || name.trim().is_empty() {
        return Err(wrong());
    }
    let length = line.len() - end.len() + bracket + 1;
    Ok(((name.trim(), value), length))
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
