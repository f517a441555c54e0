//! Writes games.

use std::fmt::{self, Write};

use cozy_chess::{Color, File};

use super::game::{PgnGame, PgnLine};
use crate::position::Position;

/// The width of lines.
const WIDTH: usize = 80;

/// The tags that PGN wants first, in its order.
const ROSTER: [&str; 7] = ["Event", "Site", "Date", "Round", "White", "Black", "Result"];

/// Writes the game with its tags, then an empty line. Missing tags of the roster are written as
/// `?`, the tags `Result`, `SetUp` and `FEN` as the game has it, and `Variant` for Chess960. In
/// comments `}` becomes `)`.
impl fmt::Display for PgnGame {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for name in ROSTER {
            let value = match name {
                "Result" => self.outcome.text(),
                "Date" => self.tag(name).unwrap_or("????.??.??"),
                _ => self.tag(name).unwrap_or("?"),
            };
            write_tag(f, name, value)?;
        }
        for (name, value) in &self.tags {
            let is_written =
                ROSTER.contains(&name.as_str()) || matches!(name.as_str(), "SetUp" | "FEN");
            if !is_written {
                write_tag(f, name, value)?;
            }
        }
        let fen = self.start.to_fen();
        if fen != Position::initial().to_fen() {
            if !has_usual_castling(&self.start) && self.tag("Variant").is_none() {
                write_tag(f, "Variant", "Chess960")?;
            }
            write_tag(f, "SetUp", "1")?;
            write_tag(f, "FEN", &fen)?;
        }
        writeln!(f)?;
        let mut words = Words { out: f, column: 0, is_glued: true };
        write_lines(&self.start, &self.line, &mut words)?;
        words.word(self.outcome.text())?;
        writeln!(f, "\n")
    }
}

fn write_tag(f: &mut fmt::Formatter<'_>, name: &str, value: &str) -> fmt::Result {
    write!(f, "[{name} \"")?;
    for sign in value.chars() {
        match sign {
            '"' | '\\' => write!(f, "\\{sign}")?,
            sign if sign.is_control() => f.write_char(' ')?,
            sign => f.write_char(sign)?,
        }
    }
    writeln!(f, "\"]")
}

/// Whether kings and rooks with castling rights stand as in usual chess.
fn has_usual_castling(position: &Position) -> bool {
    Color::ALL.into_iter().all(|color| {
        let rights = position.board().castle_rights(color);
        let is_usual = rights.short.is_none_or(|file| file == File::H)
            && rights.long.is_none_or(|file| file == File::A);
        let has_rights = rights.short.is_some() || rights.long.is_some();
        !has_rights || is_usual && position.board().king(color).file() == File::E
    })
}

/// A line that is being written, and where.
struct Open<'a> {
    line: &'a PgnLine,
    /// The next move, and the next variation of the move before it.
    next: usize,
    variation: usize,
    position: Position,
    /// The position before the last move.
    before: Position,
    needs_number: bool,
}

impl<'a> Open<'a> {
    fn new(line: &'a PgnLine, position: Position) -> Self {
        let before = position.clone();
        Self { line, next: 0, variation: 0, position, before, needs_number: true }
    }
}

/// Writes a line with its variations, however deep they are.
fn write_lines(start: &Position, line: &PgnLine, words: &mut Words<'_, '_>) -> fmt::Result {
    words.comment(&line.comment)?;
    let mut open = vec![Open::new(line, start.clone())];
    while let Some(top) = open.last_mut() {
        let last = top.next.checked_sub(1).and_then(|at| top.line.moves.get(at));
        if let Some(variation) = last.and_then(|mv| mv.variations.get(top.variation)) {
            top.variation += 1;
            top.needs_number = true;
            let before = top.before.clone();
            words.open()?;
            words.comment(&variation.comment)?;
            open.push(Open::new(variation, before));
            continue;
        }
        let Some(mv) = top.line.moves.get(top.next) else {
            open.pop();
            if !open.is_empty() {
                words.close()?;
            }
            continue;
        };
        let board = top.position.board();
        let is_white = board.side_to_move() == Color::White;
        if is_white || top.needs_number {
            let dots = if is_white { "." } else { "..." };
            words.word(&format!("{}{dots}", board.fullmove_number()))?;
        }
        match mv.mv {
            Some(mv) => words.word(&top.position.to_san(mv))?,
            None => words.word("--")?,
        }
        for glyph in &mv.glyphs {
            words.word(&format!("${glyph}"))?;
        }
        words.comment(&mv.comment)?;
        top.needs_number = !mv.comment.is_empty();
        top.before = top.position.clone();
        top.position.play_or_pass(mv.mv);
        (top.next, top.variation) = (top.next + 1, 0);
    }
    Ok(())
}

/// Words in lines of limited width.
struct Words<'a, 'f> {
    out: &'a mut fmt::Formatter<'f>,
    column: usize,
    /// Whether the next word follows without a space.
    is_glued: bool,
}

impl Words<'_, '_> {
    fn word(&mut self, word: &str) -> fmt::Result {
        let length = word.chars().count();
        let gap = usize::from(!self.is_glued);
        // At the start of a line `%` would hide it.
        let may_break = self.column > 0 && !self.is_glued && !word.starts_with('%');
        if may_break && self.column + gap + length >= WIDTH {
            self.out.write_char('\n')?;
            self.column = 0;
        } else if gap == 1 {
            self.out.write_char(' ')?;
            self.column += 1;
        }
        self.is_glued = false;
        self.column += length;
        self.out.write_str(word)
    }

    fn comment(&mut self, comment: &str) -> fmt::Result {
        let plain = comment.replace('}', ")");
        if plain.trim().is_empty() {
            return Ok(());
        }
        self.word("{")?;
        self.is_glued = true;
        for word in plain.split_whitespace() {
            self.word(word)?;
        }
        self.is_glued = true;
        self.word("}")
    }

    fn open(&mut self) -> fmt::Result {
        self.word("(")?;
        self.is_glued = true;
        Ok(())
    }

    fn close(&mut self) -> fmt::Result {
        self.is_glued = true;
        self.word(")")
    }
}
