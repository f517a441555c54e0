//! Reads games one after the other.

use std::io::BufRead;

use cozy_chess::{Color, Move};
use tremaux_core::ParseError;

use super::error::PgnError;
use super::game::{Outcome, PgnGame, PgnLine, PgnMove};
use super::signs::{
    annotation, annotation_for_black, is_null_move, is_redundant, split_annotation,
};
use super::source::{Place, Source, Token};
use crate::position::{Position, Undo};

/// Variations within variations within variations: no deeper than this.
const DEEPEST: usize = 100;

/// Reads the games of a file one after the other: an iterator whose memory is that of one game,
/// which may be 16 MiB long.
///
/// Moves are checked. Variations are skipped unchecked, or read as well
/// ([`PgnReader::with_variations`]). Comments, also those after `;`, lines that begin with `%`,
/// annotations (`$1`, `!?`, `+=`, `±`), null moves (`--`), any move numbers and typographic signs
/// (`½`, `–`, `♘`) are understood. Text that is not UTF-8 is read as Latin-1.
///
/// A game ends with its result, or where the tags of another one begin a line; without a result
/// it has that of its tag `Result`. A game may consist of tags alone: two empty lines separate it
/// from the next one, or one if that begins with `Event` or a tag that the game already has.
///
/// A game with an error is left out as a whole: reading continues with the tags after its moves.
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
        self.pending = self.source.next_game.take().or_else(|| self.pending.take());
        if is_lost && self.pending.is_none() && !self.find_tags()? {
            return Ok(None);
        }
        self.source.skip_space()?;
        self.source.begin_game();
        let mut game = PgnGame::default();
        let mut fen = None;
        // A game with a wrong tag is left out as a whole: its other tags are read, too.
        let mut wrong = None;
        let mut first = self.pending.take();
        let token = loop {
            let is_tag = first.is_some() || self.source.is_at_tag()?;
            let found = match first.take() {
                Some(pending) => Ok(pending),
                None => self.source.token(),
            };
            match found {
                Ok((Token::Tag { name, value, at }, place)) => {
                    let is_first = game.tags.is_empty() && wrong.is_none();
                    if is_first || !self.begins_game(&game, &name) {
                        // A comment before or among the tags belongs to no move.
                        game.line.comment.clear();
                        let error = self.check_tag(&name, &value, at, fen.is_some());
                        wrong = wrong.or(error);
                        if name == "FEN" {
                            fen = Some((value.clone(), at));
                        }
                        game.tags.push((name, value));
                    } else {
                        self.pending = Some((Token::Tag { name, value, at }, place));
                        break (Token::End, place);
                    }
                }
                Ok((Token::Comment(text), _)) => game.line.comment = text,
                Ok((Token::Word(word), _)) if word.is_empty() => {}
                Ok(token) => break token,
                Err(error @ PgnError::Game { .. }) if is_tag && !self.source.is_too_long() => {
                    wrong = wrong.or(Some(error));
                    self.source.skip_line()?;
                }
                Err(error) => return Err(wrong.unwrap_or(error)),
            }
        };
        if let Some(error) = wrong {
            return Err(error);
        }
        if token.0 == Token::End && game.tags.is_empty() {
            return Ok(None);
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

    /// Whether the tag `name`, which was just read after the tags of `game`, is the first of
    /// another game: two empty lines are before it, or one and it is one of the tags of the game,
    /// or `Event`, by which games begin.
    fn begins_game(&self, game: &PgnGame, name: &str) -> bool {
        let breaks = self.source.line_breaks;
        breaks > 2 || breaks == 2 && (name == "Event" || game.tag(name).is_some())
    }

    /// What is wrong with a tag; `has_fen` says whether the game already has a tag `FEN`.
    fn check_tag(&self, name: &str, value: &str, at: Place, has_fen: bool) -> Option<PgnError> {
        let expected = match name {
            "FEN" if has_fen => "one tag FEN, not two",
            "Variant" if !is_known_variant(value) => "chess or Chess960 as the variant",
            _ => return None,
        };
        Some(self.source.wrong(at.error(value, expected)))
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
        let (first, mut number) = (place, String::new());
        loop {
            let depth = lines.len() - 1 + skipped;
            let lines_count = lines.len();
            let current = lines.last_mut().expect("the game itself");
            match token {
                Token::End if depth == 0 && game.tags.is_empty() && current.is_empty() => {
                    let expected = "a move after its number";
                    return Err(self.source.wrong(first.error(&number, expected)));
                }
                // Many files have no result, or only a tag for it.
                Token::End if depth == 0 => {
                    game.outcome = game.tag("Result").and_then(Outcome::parse).unwrap_or_default();
                    game.line = std::mem::take(&mut current.line);
                    return Ok(());
                }
                Token::End => {
                    let expected = "`)`: the game is cut off in a variation";
                    return Err(self.source.wrong(place.error_at_end(expected)));
                }
                Token::Tag { ref name, .. } if self.source.line_breaks == 0 => {
                    let expected = "a move or the result, or the tag at the start of a line";
                    return Err(self.source.wrong(place.error(&format!("[{name}"), expected)));
                }
                Token::Tag { ref name, .. } if depth > 0 => {
                    let expected = "`)`: the game is cut off in a variation";
                    let error = self.source.wrong(place.error(&format!("[{name}"), expected));
                    self.pending = Some((token, place));
                    return Err(error);
                }
                Token::Tag { .. } => {
                    self.pending = Some((token, place));
                    token = Token::End;
                    continue;
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
                Token::Unknown(sign) => {
                    let expected = "a move, a comment, a variation or the result";
                    return Err(self.source.wrong(place.error(&sign.to_string(), expected)));
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
                Token::Glyph(glyph) | Token::Annotation(glyph) => {
                    let is_sign = matches!(token, Token::Annotation(_));
                    if !current.annotate(glyph, is_sign) {
                        let expected = "a move before its annotation";
                        return Err(self.source.wrong(place.error(&format!("${glyph}"), expected)));
                    }
                }
                Token::Word(word) if is_number(&word) => number = word,
                Token::Word(word) => match Outcome::parse(&word) {
                    Some(_) if depth > 0 => {}
                    Some(outcome) => {
                        game.outcome = outcome;
                        game.line = std::mem::take(&mut current.line);
                        return Ok(());
                    }
                    None => current.take(&word).map_err(|error| {
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

    /// Whether the line has no moves.
    fn is_empty(&self) -> bool {
        self.line.moves.is_empty()
    }

    /// Plays the move `word`, which an annotation may follow, or annotates the last move.
    fn take(&mut self, word: &str) -> Result<(), ParseError> {
        if is_redundant(word) || annotation(word).is_some_and(|number| self.annotate(number, true))
        {
            return Ok(());
        }
        if is_null_move(word) {
            if self.position.is_check() {
                let expected = "a move out of check: no null move";
                return Err(ParseError::about(word, word, expected));
            }
            self.play(None);
            return Ok(());
        }
        let Some((mv, number)) = split_annotation(word) else {
            return self.position.parse_move(word).map(|mv| self.play(Some(mv)));
        };
        self.play(Some(self.position.parse_move(mv)?));
        self.annotate(number, true);
        Ok(())
    }

    fn play(&mut self, mv: Option<Move>) {
        self.undo = Some(self.position.play_or_pass(mv));
        self.line.moves.push(PgnMove::of(mv));
    }

    /// Annotates the last move; false if there is none. A sign has another number after a move of
    /// Black.
    fn annotate(&mut self, number: u16, is_sign: bool) -> bool {
        let is_black = is_sign && self.position.side_to_move() == Color::White;
        let Some(mv) = self.line.moves.last_mut() else { return false };
        mv.glyphs.push(if is_black { annotation_for_black(number) } else { number });
        true
    }
}

/// Whether `word` is the number of a move, or nothing.
fn is_number(word: &str) -> bool {
    word.bytes().all(|byte| byte.is_ascii_digit()) && !is_null_move(word)
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
