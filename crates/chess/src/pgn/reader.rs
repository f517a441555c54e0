//! Reads games one after the other.

use std::io::BufRead;

use tremaux_core::ParseError;

use super::error::PgnError;
use super::game::{Outcome, PgnGame, PgnLine, PgnMove};
use super::source::{Place, Source, Token};
use crate::position::{Position, Undo};

/// Variations within variations within variations: no deeper than this.
const DEEPEST: usize = 100;

/// Reads the games of a file one after the other: an iterator whose memory is that of one game,
/// which may be 16 MiB long.
///
/// Moves are checked. Variations are skipped unchecked, or read as well
/// ([`PgnReader::with_variations`]). Comments, also those after `;`, lines that begin with `%`,
/// glyphs (`$1`, `!?`) and any move numbers are understood. Text that is not UTF-8 is read as
/// Latin-1.
///
/// After a game with an error, reading continues with the next tag at the start of a line. A game
/// without its result is an error: it was cut off.
#[derive(Debug)]
pub struct PgnReader<R> {
    source: Source<R>,
    keeps_variations: bool,
    /// The first token of the next game, if it was read as part of one that is cut off.
    pending: Option<(Token, Place)>,
    /// Whether the last game was wrong, so that its rest is skipped.
    is_lost: bool,
    is_done: bool,
}

impl<R: BufRead> PgnReader<R> {
    /// Reads games from `input`.
    pub fn new(input: R) -> Self {
        Self {
            source: Source::new(input),
            keeps_variations: false,
            pending: None,
            is_lost: false,
            is_done: false,
        }
    }

    /// Reads variations, too.
    #[must_use]
    pub fn with_variations(self) -> Self {
        Self { keeps_variations: true, ..self }
    }

    /// Skips to the next tags. Returns false at the end of the file.
    fn find_tags(&mut self) -> Result<bool, PgnError> {
        loop {
            self.source.skip_space()?;
            if self.source.is_at_tags()? {
                return Ok(true);
            }
            match self.source.token() {
                Ok((Token::End, _)) => return Ok(false),
                // Each error is at a place farther on.
                Ok(_) | Err(PgnError::Game { .. }) => {}
                Err(error @ PgnError::Io(_)) => return Err(error),
            }
            self.source.forget_length();
        }
    }

    fn game(&mut self) -> Result<Option<PgnGame>, PgnError> {
        let is_lost = std::mem::take(&mut self.is_lost);
        if is_lost && self.pending.is_none() && !self.find_tags()? {
            return Ok(None);
        }
        self.source.skip_space()?;
        self.source.begin_game();
        let mut game = PgnGame::default();
        let mut token = match self.pending.take() {
            Some(token) => token,
            None => self.source.token()?,
        };
        // A comment before the tags belongs to no move.
        while let (Token::Comment(text), _) = token {
            game.line.comment = text;
            token = self.source.token()?;
        }
        if token.0 == Token::End {
            return Ok(None);
        }
        let mut fen = None;
        while let (Token::Tag { name, value, at }, _) = token {
            game.line.comment.clear();
            if name == "FEN" {
                fen = Some((value.clone(), at));
            }
            if name == "Variant" && !is_known_variant(&value) {
                let error = at.error(&value, "chess or Chess960 as the variant");
                return Err(self.source.wrong(error));
            }
            game.tags.push((name, value));
            token = self.source.token()?;
        }
        if let Some((fen, place)) = fen {
            game.start = Position::parse_fen(&fen).map_err(|error| {
                let place = place.plus(error.column - 1);
                let at = place.error("", error.expected);
                self.source.wrong(ParseError { found: error.found, ..at })
            })?;
        }
        self.moves(&mut game, token)?;
        Ok(Some(game))
    }

    /// Reads the moves of a game and its result.
    fn moves(
        &mut self,
        game: &mut PgnGame,
        (mut token, mut place): (Token, Place),
    ) -> Result<(), PgnError> {
        let mut lines = vec![Lines::new(game.start.clone())];
        lines[0].line.comment = std::mem::take(&mut game.line.comment);
        // The number of open variations that are not kept.
        let mut skipped = 0_usize;
        loop {
            let depth = lines.len() - 1 + skipped;
            let lines_count = lines.len();
            let current = lines.last_mut().expect("the game itself");
            match token {
                Token::End => {
                    let expected = if depth == 0 {
                        "a move or the result: the game is cut off"
                    } else {
                        "`)`: the game is cut off in a variation"
                    };
                    return Err(self.source.wrong(place.error_at_end(expected)));
                }
                Token::Tag { ref name, .. } => {
                    let expected = "a move or the result: the game is cut off";
                    let error = self.source.wrong(place.error(&format!("[{name}"), expected));
                    self.pending = Some((token, place));
                    return Err(error);
                }
                Token::Open if current.line.moves.is_empty() && skipped == 0 => {
                    let expected = "a move before the variation";
                    return Err(self.source.wrong(place.error("(", expected)));
                }
                Token::Open if skipped > 0 || !self.keeps_variations => skipped += 1,
                Token::Open if lines_count > DEEPEST => {
                    let expected = format!("at most {DEEPEST} variations within another");
                    return Err(self.source.wrong(place.error("(", expected)));
                }
                Token::Open => {
                    let mut position = current.position.clone();
                    position.undo(current.undo.clone().expect("a move was played"));
                    lines.push(Lines::new(position));
                }
                Token::Close if skipped > 0 => skipped -= 1,
                Token::Close if lines_count == 1 => {
                    let expected = "a move or the result: no variation is open";
                    return Err(self.source.wrong(place.error(")", expected)));
                }
                Token::Close => {
                    let closed = lines.pop().expect("a variation").line;
                    let above = lines.last_mut().expect("the line above");
                    let mv = above.line.moves.last_mut().expect("a move before the variation");
                    mv.variations.push(closed);
                }
                _ if skipped > 0 => {}
                Token::Comment(text) => {
                    let comment = match current.line.moves.last_mut() {
                        Some(mv) => &mut mv.comment,
                        None => &mut current.line.comment,
                    };
                    if !comment.is_empty() && !text.is_empty() {
                        comment.push(' ');
                    }
                    comment.push_str(&text);
                }
                Token::Glyph(glyph) => match current.line.moves.last_mut() {
                    Some(mv) => mv.glyphs.push(glyph),
                    None => {
                        let expected = "a move before its annotation";
                        return Err(self.source.wrong(place.error(&format!("${glyph}"), expected)));
                    }
                },
                Token::Word(word) if word.bytes().all(|byte| byte.is_ascii_digit()) => {}
                Token::Word(word) => match Outcome::parse(&word) {
                    Some(_) if depth > 0 => {}
                    Some(outcome) => {
                        game.outcome = outcome;
                        game.line = std::mem::take(&mut current.line);
                        return Ok(());
                    }
                    None => current.play(&word).map_err(|error| {
                        let at = place.error("", error.expected);
                        self.source.wrong(ParseError {
                            found: error.found,
                            length: error.length,
                            ..at
                        })
                    })?,
                },
            }
            (token, place) = self.source.token()?;
        }
    }
}

/// A line being read.
struct Lines {
    line: PgnLine,
    position: Position,
    /// Takes back the last move.
    undo: Option<Undo>,
}

impl Lines {
    fn new(position: Position) -> Self {
        Self { line: PgnLine::default(), position, undo: None }
    }

    fn play(&mut self, word: &str) -> Result<(), ParseError> {
        let mv = self.position.parse_move(word)?;
        self.undo = Some(self.position.play(mv));
        self.line.moves.push(PgnMove::new(mv));
        Ok(())
    }
}

/// Whether a variant is played by the rules of this crate.
fn is_known_variant(name: &str) -> bool {
    let name: String = name.chars().filter(char::is_ascii_alphanumeric).collect();
    matches!(
        name.to_ascii_lowercase().as_str(),
        "" | "standard"
            | "chess"
            | "normal"
            | "fromposition"
            | "chess960"
            | "fischerandom"
            | "fischerrandom"
            | "fischerandomchess"
            | "fischerrandomchess"
            | "freestyle"
    )
}

impl<R: BufRead> Iterator for PgnReader<R> {
    type Item = Result<PgnGame, PgnError>;

    fn next(&mut self) -> Option<Self::Item> {
        if self.is_done {
            return None;
        }
        let game = self.game().transpose();
        match &game {
            None | Some(Err(PgnError::Io(_))) => self.is_done = true,
            Some(Err(PgnError::Game { .. })) => self.is_lost = true,
            Some(Ok(_)) => {}
        }
        game
    }
}
