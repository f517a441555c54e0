//! Boards for the terminal: with coordinates, colours and the last move marked.

use serde::Serialize;
use tremaux_core::{Picture, Role, Shape};

/// The names of the columns and rows of a board; empty where it has none.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize)]
pub struct Labels {
    /// Above the columns.
    pub top: Vec<String>,
    /// Below the columns.
    pub bottom: Vec<String>,
    /// Before the rows.
    pub left: Vec<String>,
    /// After the rows.
    pub right: Vec<String>,
}

impl Labels {
    /// Letters for the columns, numbers for the rows from the bottom.
    pub fn files_and_ranks(columns: usize, rows: usize) -> Self {
        let letters = (b'a'..=b'z').take(columns).map(|letter| char::from(letter).to_string());
        let left = (1..=rows).rev().map(|row| row.to_string()).collect();
        Self { bottom: letters.collect(), left, ..Self::default() }
    }
}

/// Text that is dimmed, in the colour of a player, or inverted.
#[derive(Clone, Copy, Debug)]
pub struct Paint(pub bool);

impl Paint {
    fn with(self, code: &str, text: &str) -> String {
        if self.0 && !text.trim().is_empty() {
            format!("\u{1b}[{code}m{text}\u{1b}[0m")
        } else {
            text.to_owned()
        }
    }

    pub(crate) fn dim(self, text: &str) -> String {
        self.with("2", text)
    }

    /// What the last move changed.
    pub(crate) fn last(self, text: &str) -> String {
        self.with("7", text)
    }

    fn piece(self, player: Option<u8>, text: &str) -> String {
        match player {
            Some(0) => self.with("1;36", text),
            Some(_) => self.with("1;33", text),
            None => self.with("2", text),
        }
    }
}

/// The characters in a cell, and the player whose piece they are.
#[derive(Clone, Debug, PartialEq, Eq)]
struct Cell {
    text: String,
    player: Option<u8>,
}

fn cells(picture: &Picture) -> Vec<Cell> {
    let (width, height) = (picture.width as usize, picture.height as usize);
    let mut cells = vec![Cell { text: ".".to_owned(), player: None }; width * height];
    for shape in &picture.shapes {
        let Shape::Glyph { x, y, text, role } = shape else { continue };
        let player = match role {
            Role::Piece => Some(0),
            Role::OtherPiece => Some(1),
            _ => None,
        };
        let (Ok(x), Ok(y)) = (usize::try_from(*x), usize::try_from(*y)) else { continue };
        if x < width && y < height {
            cells[y * width + x] = Cell { text: text.clone(), player };
        }
    }
    cells
}

/// `picture` as text. Cells that differ from `before`, the position before the last move, are
/// inverted, or in brackets without colours.
pub fn board(picture: &Picture, before: Option<&Picture>, labels: &Labels, paint: Paint) -> String {
    let width = picture.width as usize;
    let cells = cells(picture);
    let before = before.map(self::cells).filter(|before| before.len() == cells.len());
    let is_last = |at: usize| before.as_ref().is_some_and(|before| before[at] != cells[at]);
    let length = |text: &str| text.chars().count();
    let widest = |texts: &[String]| texts.iter().map(|text| length(text)).max().unwrap_or(0);
    let pieces = cells.iter().map(|cell| length(&cell.text)).max().unwrap_or(1);
    let column = pieces.max(widest(&labels.top)).max(widest(&labels.bottom));
    let margin = widest(&labels.left);
    let heading = |names: &[String]| {
        let names: String = names.iter().map(|name| format!(" {name:>column$}")).collect();
        let line = format!("{:margin$}{names}", "");
        if names.is_empty() { String::new() } else { paint.dim(&line) + "\n" }
    };
    let mut text = heading(&labels.top);
    for (y, row) in cells.chunks(width.max(1)).enumerate() {
        let mut line = match labels.left.get(y) {
            Some(name) => paint.dim(&format!("{name:>margin$}")),
            None => " ".repeat(margin),
        };
        let is_marked = |x: usize| !paint.0 && x < row.len() && is_last(y * width + x);
        for (x, cell) in row.iter().enumerate() {
            let is_after = x > 0 && is_marked(x - 1);
            // The brackets stand close to the cell that they mark.
            let gap = 1 + column - length(&cell.text);
            line += &match (is_after, is_marked(x)) {
                (true, true) if gap == 1 => "|".to_owned(),
                (true, true) => format!("]{:>1$}", "[", gap - 1),
                (true, false) => format!("{:<gap$}", "]"),
                (false, true) => format!("{:>gap$}", "["),
                (false, false) => " ".repeat(gap),
            };
            line += &if paint.0 && is_last(y * width + x) {
                paint.last(&cell.text)
            } else {
                paint.piece(cell.player, &cell.text)
            };
        }
        if is_marked(row.len().wrapping_sub(1)) {
            line.push(']');
        }
        if let Some(name) = labels.right.get(y) {
            line = format!("{line}{}", paint.dim(&format!("  {name}")));
        }
        text.push_str(line.trim_end());
        text.push('\n');
    }
    text + &heading(&labels.bottom)
}

/// `picture` as a chequered board in colours, with a space on both sides of each piece: white
/// pieces for the first player and black ones for the second, or the other way round. Cells that
/// differ from `before` are highlighted.
pub fn chequered(
    picture: &Picture,
    before: Option<&Picture>,
    labels: &Labels,
    is_white_first: bool,
) -> String {
    /// Colours of the palette of 256: light and dark squares, those of the last move.
    const SQUARES: [u8; 2] = [137, 65];
    const LAST: [u8; 2] = [136, 100];
    const PIECES: [u8; 2] = [231, 16];
    let paint = Paint(true);
    let width = (picture.width as usize).max(1);
    let cells = cells(picture);
    let before = before.map(self::cells).filter(|before| before.len() == cells.len());
    let margin = labels.left.iter().map(|name| name.chars().count()).max().unwrap_or(0);
    let mut text = String::new();
    for (y, row) in cells.chunks(width).enumerate() {
        let name = labels.left.get(y).map_or("", String::as_str);
        text += &paint.dim(&format!("{name:>margin$}"));
        text.push(' ');
        for (x, cell) in row.iter().enumerate() {
            let is_last = before.as_ref().is_some_and(|before| before[y * width + x] != *cell);
            let ground = if is_last { LAST } else { SQUARES }[(x + y) % 2];
            let (sign, piece) = match cell.player {
                Some(player) => {
                    (cell.text.as_str(), PIECES[usize::from((player == 0) != is_white_first)])
                }
                None => (" ", PIECES[0]),
            };
            text += &format!("\u{1b}[48;5;{ground};1;38;5;{piece}m {sign} \u{1b}[0m");
        }
        text.push('\n');
    }
    let names: String = labels.bottom.iter().map(|name| format!(" {name:<2}")).collect();
    text + &paint.dim(&format!("{:margin$} {}", "", names.trim_end())) + "\n"
}
