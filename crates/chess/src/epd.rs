//! Positions with operations: Extended Position Description.

use std::fmt;

use cozy_chess::Move;
use tremaux_core::ParseError;

use crate::fen::{CastlingLetters, parse_board, parse_clock, parse_number};
use crate::position::Position;

/// A position with operations: the best move, an identifier, counts, or whatever a test suite
/// says of it.
///
/// ```
/// use tremaux::games::chess::Epd;
/// let text = "6k1/5ppp/8/8/8/8/8/R5K1 w - - bm Ra8; id \"back rank\"; D1 18;";
/// let record = Epd::parse(text)?;
/// assert_eq!(record.best_moves().len(), 1);
/// assert_eq!((record.value("id"), record.value("D1")), (Some("back rank"), Some("18")));
/// assert_eq!(record.to_string(), text.replace("bm Ra8;", "bm Ra8#;"));
/// # Ok::<(), tremaux::ParseError>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Epd {
    /// The position.
    pub position: Position,
    /// The operations, in the order of the record. `bm` and `am` hold legal moves.
    pub operations: Vec<Operation>,
}

/// An operation: its name, and what it says.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Operation {
    /// The name: `bm`, `id`, `D1`, …
    pub name: String,
    /// The operands.
    pub operands: Vec<Operand>,
}

/// What an operation says.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Operand {
    /// A move.
    Move(Move),
    /// A word or a number.
    Word(String),
    /// A text in quotation marks.
    Text(String),
}

impl Epd {
    /// A record without operations.
    pub fn new(position: Position) -> Self {
        Self { position, operations: Vec::new() }
    }

    /// Reads one record. The half-move clock and the number of the move are read from the
    /// operations `hmvc` and `fmvn`, or from two fields as in FEN.
    ///
    /// # Errors
    ///
    /// Returns the place of what is wrong.
    pub fn parse(text: &str) -> Result<Self, ParseError> {
        Self::parse_within(text, text)
    }

    /// Reads a file of records, one a line. Empty lines and lines that begin with `#` are skipped.
    ///
    /// # Errors
    ///
    /// Returns the place of what is wrong in the first wrong record.
    pub fn parse_all(text: &str) -> Result<Vec<Self>, ParseError> {
        let is_record = |line: &&str| !line.trim().is_empty() && !line.starts_with('#');
        text.lines().filter(is_record).map(|line| Self::parse_within(text, line)).collect()
    }

    /// Reads the record `line`, a part of `text`.
    fn parse_within(text: &str, line: &str) -> Result<Self, ParseError> {
        let start = line.find(|c: char| !c.is_whitespace()).unwrap_or(line.len());
        let end = fields_end(line, start);
        let line_only = line[..end].trim_end();
        let board = parse_board(line_only, &mut line_only.split_whitespace())
            .map_err(|error| within(text, line, error))?;
        let (mut clock, mut move_number) = (0, 1);
        let mut parts = parts(text, &line[end..])?;
        // The counters of a FEN, though not part of EPD, are common.
        if let [Word { text: plies, .. }, Word { text: number, .. }, ..] = parts[0][..]
            && is_number(plies)
            && is_number(number)
        {
            (clock, move_number) = (parse_clock(text, plies)?, parse_number(text, number)?);
            parts[0].drain(..2);
        }
        for part in &parts {
            let Some((name, operands)) = part.split_first() else { continue };
            if !COUNTERS.contains(&name.text) {
                continue;
            }
            let [operand] = operands else {
                return Err(ParseError::about(text, name.text, "one number after this operation"));
            };
            match name.text {
                "hmvc" => clock = parse_clock(text, operand.text)?,
                _ => move_number = parse_number(text, operand.text)?,
            }
        }
        let mut position = Position::of(board);
        position.set_counters(clock, move_number);
        let mut operations = Vec::new();
        for part in &parts {
            let Some((name, operands)) = part.split_first() else { continue };
            if COUNTERS.contains(&name.text) {
                continue;
            }
            let is_name = name.text.starts_with(|c: char| c.is_ascii_alphabetic());
            if !is_name || name.is_quoted {
                let expected = "the name of an operation, for example `bm` or `id`";
                return Err(ParseError::about(text, name.text, expected));
            }
            let is_moves = matches!(name.text, "bm" | "am");
            let mut found = Vec::with_capacity(operands.len());
            for operand in operands {
                found.push(if is_moves {
                    Operand::Move(position.move_within(text, operand.text)?)
                } else if operand.is_quoted {
                    Operand::Text(operand.text.to_owned())
                } else {
                    Operand::Word(operand.text.to_owned())
                });
            }
            operations.push(Operation { name: name.text.to_owned(), operands: found });
        }
        Ok(Self { position, operations })
    }

    /// The operation of this name.
    pub fn operation(&self, name: &str) -> Option<&Operation> {
        self.operations.iter().find(|operation| operation.name == name)
    }

    /// The first word or text of the operation of this name.
    pub fn value(&self, name: &str) -> Option<&str> {
        match self.operation(name)?.operands.first()? {
            Operand::Word(text) | Operand::Text(text) => Some(text),
            Operand::Move(_) => None,
        }
    }

    /// The moves to find (`bm`).
    pub fn best_moves(&self) -> Vec<Move> {
        self.moves("bm")
    }

    /// The moves to avoid (`am`).
    pub fn moves_to_avoid(&self) -> Vec<Move> {
        self.moves("am")
    }

    fn moves(&self, name: &str) -> Vec<Move> {
        let operands = self.operation(name).map_or(&[][..], |it| &it.operands);
        let moves = operands.iter().filter_map(|operand| match operand {
            Operand::Move(mv) => Some(*mv),
            _ => None,
        });
        moves.collect()
    }
}

/// Writes the record on one line; the counters as `hmvc` and `fmvn`, unless they are 0 and 1.
impl fmt::Display for Epd {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.position.write_placement(CastlingLetters::Outermost, f)?;
        let (clock, number) =
            (self.position.halfmove_clock(), self.position.board().fullmove_number());
        if clock > 0 || number > 1 {
            write!(f, " hmvc {clock}; fmvn {number};")?;
        }
        for Operation { name, operands } in &self.operations {
            write!(f, " {name}")?;
            for operand in operands {
                match operand {
                    Operand::Move(mv) => {
                        f.write_str(" ")?;
                        self.position.write_san(*mv, f)?;
                    }
                    Operand::Word(word) => write!(f, " {word}")?,
                    Operand::Text(text) => write!(f, " \"{}\"", text.replace('"', "'"))?,
                }
            }
            f.write_str(";")?;
        }
        Ok(())
    }
}

/// The operations that hold the half-move clock and the number of the move.
const COUNTERS: [&str; 2] = ["hmvc", "fmvn"];

/// A word of an operation, a part of the text.
struct Word<'a> {
    text: &'a str,
    is_quoted: bool,
}

/// Where the first four fields of a record end.
fn fields_end(line: &str, start: usize) -> usize {
    let mut at = start;
    for _ in 0..4 {
        let rest = &line[at..];
        let word = rest.find(|c: char| !c.is_whitespace()).unwrap_or(rest.len());
        let length = rest[word..].find(|c: char| c.is_whitespace() || c == ';');
        at += word + length.unwrap_or(rest.len() - word);
    }
    at
}

fn is_number(word: &str) -> bool {
    !word.is_empty() && word.bytes().all(|byte| byte.is_ascii_digit())
}

/// Splits `rest`, a part of `text`, into operations and these into words.
fn parts<'a>(text: &str, rest: &'a str) -> Result<Vec<Vec<Word<'a>>>, ParseError> {
    let mut parts = vec![Vec::new()];
    let mut at = 0;
    while let Some(sign) = rest[at..].chars().next() {
        if sign.is_whitespace() {
            at += sign.len_utf8();
        } else if sign == ';' {
            parts.push(Vec::new());
            at += 1;
        } else {
            let is_quoted = sign == '"';
            let from = at + usize::from(is_quoted);
            let length = if is_quoted {
                rest[from..].find('"').ok_or_else(|| {
                    ParseError::about(text, &rest[at..], "`\"` at the end of the text")
                })?
            } else {
                let is_end = |c: char| c.is_whitespace() || c == ';' || c == '"';
                rest[from..].find(is_end).unwrap_or(rest.len() - from)
            };
            let word = Word { text: &rest[from..from + length], is_quoted };
            parts.last_mut().expect("there is one").push(word);
            at = from + length + usize::from(is_quoted);
        }
    }
    Ok(parts)
}

/// Converts an `error` about a place in `part` to one about the same place in `text`.
pub(crate) fn within(text: &str, part: &str, error: ParseError) -> ParseError {
    let before = (part.as_ptr() as usize).saturating_sub(text.as_ptr() as usize);
    ParseError::at(text, before + error.offset, error.length, error.found, error.expected)
}
