//! Boards described by text.

use std::fmt::Write;

use crate::{CellGrid, Paint, Point, Rect, Svg, Theme, escape};

/// The character for a light square.
const LIGHT_SQUARE: &str = "□";

/// Squares and pieces have the same colours in every theme.
const LIGHT_WOOD: &str = "#ead9b5";
const DARK_WOOD: &str = "#7d9160";
const WHITE_PIECE: &str = "#fbf6ea";
const BLACK_PIECE: &str = "#262626";

/// A man or a king of draughts.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Piece {
    /// Whether it is a king.
    pub is_king: bool,
    /// Its colour.
    pub color: &'static str,
    /// The colour of the other side, for its outline and letter.
    pub line: &'static str,
}

/// The cells of a board, row by row.
///
/// Rows are lines or separated by `/`; cells are separated by spaces, or are single characters
/// if there are no spaces. A text with rows of different lengths, or with only one cell, is not
/// a board.
///
/// ```
/// use tremaux_picture::Board;
/// let board = Board::parse("1 4 2 / 3 0 5 / 6 7 8").unwrap();
/// assert_eq!((board.columns(), board.rows.len()), (3, 3));
/// assert_eq!(Board::parse("x../.o./...").unwrap().rows[1], [".", "o", "."]);
/// assert!(Board::parse("a word").is_none());
/// assert!(Board::parse("•─•\n│..\n•.•").unwrap().is_of_lines());
/// assert!(Board::parse("□ w\nB □").unwrap().is_of_squares());
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Board {
    /// The rows from the top.
    pub rows: Vec<Vec<String>>,
}

impl Board {
    /// Parses a board; `None` if the text is not a board.
    pub fn parse(text: &str) -> Option<Self> {
        let split = if text.contains('\n') { '\n' } else { '/' };
        let lines: Vec<&str> = text.trim().split(split).map(str::trim).collect();
        if lines.len() < 2 {
            return None;
        }
        let in_words = lines.iter().any(|line| line.contains(char::is_whitespace));
        let cells = |line: &&str| -> Vec<String> {
            if in_words {
                line.split_whitespace().map(str::to_owned).collect()
            } else {
                line.chars().map(String::from).collect()
            }
        };
        let rows: Vec<Vec<String>> = lines.iter().map(cells).collect();
        let columns = rows[0].len();
        let is_even = rows.iter().all(|row| row.len() == columns);
        (columns > 0 && is_even).then_some(Self { rows })
    }

    /// The number of columns.
    pub fn columns(&self) -> usize {
        self.rows[0].len()
    }

    /// Whether it consists of dots and lines between them, not of cells.
    pub fn is_of_lines(&self) -> bool {
        self.rows.iter().flatten().any(|cell| cell == "•")
    }

    /// Whether it is a draughts board: light and dark squares, with men and kings on the dark
    /// ones.
    pub fn is_of_squares(&self) -> bool {
        self.rows.iter().flatten().any(|cell| cell == LIGHT_SQUARE)
    }

    /// The colour of a cell of a board of squares.
    pub fn wood(cell: &str) -> &'static str {
        if cell == LIGHT_SQUARE { LIGHT_WOOD } else { DARK_WOOD }
    }

    /// The piece in a cell of a board of squares.
    pub fn piece(cell: &str) -> Option<Piece> {
        let (color, line) = match cell {
            "w" | "W" => (WHITE_PIECE, BLACK_PIECE),
            "b" | "B" => (BLACK_PIECE, WHITE_PIECE),
            _ => return None,
        };
        Some(Piece { is_king: cell == "W" || cell == "B", color, line })
    }

    /// Whether a cell is empty.
    pub fn is_blank(cell: &str) -> bool {
        matches!(cell, "." | "0" | "_" | "-")
    }

    /// The board as a picture of its own.
    pub fn svg(&self, title: &str) -> String {
        let (columns, rows, side) = (self.columns(), self.rows.len(), 30.0);
        let grid = CellGrid { corner: Point::new(1.0, 1.0), side, columns, rows };
        let mut svg = Svg::new(columns as f64 * side + 2.0, rows as f64 * side + 2.0, title);
        self.draw(&mut svg, &Theme::LIGHT, &grid);
        svg.finish()
    }

    /// Draws the board into a grid of as many cells.
    pub fn draw(&self, svg: &mut Svg, theme: &Theme, grid: &CellGrid) {
        let (is_of_lines, is_of_squares) = (self.is_of_lines(), self.is_of_squares());
        if is_of_lines {
            svg.rounded(grid.rect(), 0.0, Paint::new(theme.ground, theme.faint, 0.6));
        }
        for (at, row) in self.rows.iter().enumerate() {
            for (column, text) in row.iter().enumerate() {
                let cell = grid.cell(column, at);
                if is_of_lines {
                    draw_line(svg, theme, cell, text);
                } else if is_of_squares {
                    draw_square(svg, theme, cell, text);
                } else {
                    let is_blank = Self::is_blank(text);
                    let paper = if is_blank { theme.cut } else { theme.ground };
                    svg.rounded(cell, 0.0, Paint::new(paper, theme.faint, 0.6));
                    if !is_blank {
                        let size = if text.chars().count() > 2 { 7.0 } else { 10.0 };
                        svg.text(cell.centre(), size * grid.side / CELL, theme.ink, text);
                    }
                }
            }
        }
    }

    /// The board as a table in a label of Graphviz.
    pub fn graphviz_table(&self, theme: Theme) -> String {
        // The size is fixed, so that a long line of values does not stretch the cells.
        let (width, height) = (16 * self.columns() + 2, 16 * self.rows.len() + 2);
        let is_of_lines = self.is_of_lines();
        let border = u8::from(!is_of_lines);
        let mut text = format!(
            "<TABLE BORDER=\"0\" COLOR=\"{}\" CELLBORDER=\"{border}\" CELLSPACING=\"0\" \
             CELLPADDING=\"1\" FIXEDSIZE=\"TRUE\" WIDTH=\"{width}\" HEIGHT=\"{height}\">",
            theme.faint
        );
        for row in &self.rows {
            text.push_str("<TR>");
            for cell in row {
                if self.is_of_squares() {
                    let _ = write!(
                        text,
                        "<TD BGCOLOR=\"{}\" FIXEDSIZE=\"TRUE\" WIDTH=\"15\" HEIGHT=\"15\">{}</TD>",
                        Self::wood(cell),
                        piece(cell)
                    );
                    continue;
                }
                let is_blank = Self::is_blank(cell);
                let paper = if is_blank && !is_of_lines { theme.cut } else { theme.ground };
                // The largest size that Graphviz allows in such a cell.
                let size = match cell.chars().count() {
                    1 => 10,
                    2 => 8,
                    _ => 5,
                };
                let shown = match is_blank {
                    true => " ".to_owned(),
                    false if size == 10 => escape(cell),
                    false => format!("<FONT POINT-SIZE=\"{size}\">{}</FONT>", escape(cell)),
                };
                let _ = write!(
                    text,
                    "<TD BGCOLOR=\"{paper}\" FIXEDSIZE=\"TRUE\" WIDTH=\"15\" \
                     HEIGHT=\"15\">{shown}</TD>"
                );
            }
            text.push_str("</TR>");
        }
        text.push_str("</TABLE>");
        text
    }
}

/// The side of the cell for which the sizes of letters and lines are stated.
const CELL: f64 = 15.0;

/// A square of a draughts board with its piece: a man is a disc, a king has a K.
fn draw_square(svg: &mut Svg, theme: &Theme, square: Rect, text: &str) {
    svg.rounded(square, 0.0, Paint::new(Board::wood(text), theme.faint, 0.6));
    let Some(Piece { is_king, color, line }) = Board::piece(text) else { return };
    svg.circle(square.centre(), square.width * 0.38, Paint::new(color, line, 1.0));
    if is_king {
        svg.text(square.centre(), 8.0 * square.width / CELL, line, "K");
    }
}

/// A dot, or a line between dots, which covers its cell and half of each neighbour.
fn draw_line(svg: &mut Svg, theme: &Theme, cell: Rect, text: &str) {
    let (middle, side) = (cell.centre(), cell.width);
    let breadth = 2.2 * side / CELL;
    match text {
        "•" => svg.circle(middle, breadth, Paint::fill(theme.ink)),
        "─" => svg.line(middle.moved(-side, 0.0), middle.moved(side, 0.0), theme.ink, breadth),
        "│" => svg.line(middle.moved(0.0, -side), middle.moved(0.0, side), theme.ink, breadth),
        _ => {}
    }
}

/// The piece on a square: a man is a disc, a king a letter.
fn piece(cell: &str) -> String {
    let Some(Piece { is_king, color, .. }) = Board::piece(cell) else { return " ".to_owned() };
    let shown = if is_king { "<B>K</B>" } else { "●" };
    format!("<FONT COLOR=\"{color}\">{shown}</FONT>")
}
