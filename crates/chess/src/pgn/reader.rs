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
        let (token, place) = self.tags(&mut game, &mut fen)?;
        if token == Token::End && game.tags.is_empty() {
            return Ok(None);
        }
        if let Some((fen, place)) = fen {
            game.start = Position::parse_fen(&fen).map_err(|error| {
                let place = place.plus(error.column - 1);
                let at = place.error("", error.expected);
                self.source.wrong(ParseError { found: error.found, ..at })
            })?;
        }
        self.moves(&mut game, token, place)?;
        Ok(Some(game))
    }

    /// Reads the tags of a game. Returns what follows.
    ///
    /// A game with a wrong tag is left out as a whole: its other tags are read, too.
    fn tags(
        &mut self,
        game: &mut PgnGame,
        fen: &mut Option<(String, Place)>,
    ) -> Result<(Token, Place), PgnError> {
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
                    if is_first || !self.begins_game(game, &name) {
                        // A comment before or among the tags belongs to no move.
                        game.line.comment.clear();
                        let error = self.check_tag(&name, &value, at, fen.is_some());
                        wrong = wrong.or(error);
                        if name == "FEN" {
                            *fen = Some((value.clone(), at));
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
        wrong.map_or(Ok(token), Err)
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
        mut token: Token,
        mut place: Place,
    ) -> Result<(), PgnError> {
        let mut moves = Moves::new(game, place, self.keeps_variations);
        loop {
            if let Token::Tag { name, .. } = &token {
                let is_in_line = self.source.line_breaks == 0;
                let expected = match is_in_line {
                    true => Some("a move or the result, or the tag at the start of a line"),
                    false => Some(CUT_OFF).filter(|_| moves.depth() > 0),
                };
                let error = expected.map(|it| place.error(&format!("[{name}"), it));
                let error = error.map(|error| self.source.wrong(error));
                if !is_in_line {
                    self.pending = Some((token, place));
                }
                if let Some(error) = error {
                    return Err(error);
                }
                token = Token::End;
            }
            let is_end = moves.accept(game, token, place);
            if is_end.map_err(|error| self.source.wrong(error))? {
                return Ok(());
            }
            (token, place) = self.source.token()?;
        }
    }
}

const CUT_OFF: &str = "`)`: the game is cut off in a variation";

/// The moves of a game being read.
struct Moves {
    /// The game itself, and the open variations.
    lines: Vec<Lines>,
    keeps_variations: bool,
    /// The number of open variations that are not kept.
    skipped: usize,
    /// The place of the first token, and the last number of a move.
    first: Place,
    number: String,
}

impl Moves {
    fn new(game: &mut PgnGame, first: Place, keeps_variations: bool) -> Self {
        let mut line = Lines::new(game.start.clone());
        line.line.comment = std::mem::take(&mut game.line.comment);
        Self { lines: vec![line], keeps_variations, skipped: 0, first, number: String::new() }
    }

    /// The number of open variations.
    fn depth(&self) -> usize {
        self.lines.len() - 1 + self.skipped
    }

    fn current(&mut self) -> &mut Lines {
        self.lines.last_mut().expect("the game itself")
    }

    /// Takes over what a token says. Returns whether the game is complete.
    fn accept(
        &mut self,
        game: &mut PgnGame,
        token: Token,
        place: Place,
    ) -> Result<bool, ParseError> {
        match token {
            Token::End => {
                self.end(game, place)?;
                return Ok(true);
            }
            Token::Open => self.open(place)?,
            Token::Close => self.close(place)?,
            Token::Unknown(sign) => {
                let expected = "a move, a comment, a variation or the result";
                return Err(place.error(&sign.to_string(), expected));
            }
            _ if self.skipped > 0 => {}
            Token::Tag { .. } => {}
            Token::Comment(text) => self.comment(&text),
            Token::Glyph(glyph) | Token::Annotation(glyph) => {
                let is_sign = matches!(token, Token::Annotation(_));
                if !self.current().annotate(glyph, is_sign) {
                    let expected = "a move before its annotation";
                    return Err(place.error(&format!("${glyph}"), expected));
                }
            }
            Token::Word(word) if is_number(&word) => self.number = word,
            Token::Word(word) => match Outcome::parse(&word) {
                Some(_) if self.depth() > 0 => {}
                Some(outcome) => {
                    game.outcome = outcome;
                    game.line = std::mem::take(&mut self.current().line);
                    return Ok(true);
                }
                None => self.current().take(&word).map_err(|error| {
                    let at = place.error("", error.expected);
                    ParseError { found: error.found, length: error.length, ..at }
                })?,
            },
        }
        Ok(false)
    }

    /// The game ends without a result. Many files have none, or only a tag for it.
    fn end(&mut self, game: &mut PgnGame, place: Place) -> Result<(), ParseError> {
        if self.depth() > 0 {
            return Err(place.error_at_end(CUT_OFF));
        }
        if game.tags.is_empty() && self.current().is_empty() {
            return Err(self.first.error(&self.number, "a move after its number"));
        }
        game.outcome = game.tag("Result").and_then(Outcome::parse).unwrap_or_default();
        game.line = std::mem::take(&mut self.current().line);
        Ok(())
    }

    fn open(&mut self, place: Place) -> Result<(), ParseError> {
        if self.skipped == 0 && self.current().is_empty() {
            return Err(place.error("(", "a move before the variation"));
        }
        if self.skipped > 0 || !self.keeps_variations {
            self.skipped += 1;
            return Ok(());
        }
        if self.lines.len() > DEEPEST {
            let expected = format!("at most {DEEPEST} variations within another");
            return Err(place.error("(", expected));
        }
        let current = self.current();
        let mut position = current.position.clone();
        position.undo(current.undo.clone().expect("a move was played"));
        self.lines.push(Lines::new(position));
        Ok(())
    }

    fn close(&mut self, place: Place) -> Result<(), ParseError> {
        if self.skipped > 0 {
            self.skipped -= 1;
            return Ok(());
        }
        if self.lines.len() == 1 {
            let expected = "a move or the result: no variation is open";
            return Err(place.error(")", expected));
        }
        let closed = self.lines.pop().expect("a variation").line;
        let mv = self.current().line.moves.last_mut().expect("a move before the variation");
        mv.variations.push(closed);
        Ok(())
    }

    fn comment(&mut self, text: &str) {
        let line = &mut self.current().line;
        let comment = match line.moves.last_mut() {
            Some(mv) => &mut mv.comment,
            None => &mut line.comment,
        };
        if !comment.is_empty() && !text.is_empty() {
            comment.push(' ');
        }
        comment.push_str(text);
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
