//! Pictures of states, without colours, fonts or libraries.

use crate::space::StateSpace;

/// What a part of a picture represents; the renderer chooses the colours.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum Role {
    /// Ground.
    Ground,
    /// A wall or another obstacle.
    Wall,
    /// A piece that moves or is moved.
    Piece,
    /// A piece of the other kind or side.
    OtherPiece,
    /// A target for pieces.
    Goal,
    /// Where a search starts.
    Start,
    /// A plan.
    Path,
    /// Lettering.
    Label,
}

/// A part of a picture. Lengths are in cells, `x` to the right, `y` down.
#[derive(Clone, Debug, PartialEq)]
#[non_exhaustive]
pub enum Shape {
    /// The cell with this corner, filled.
    Cell {
        /// Column, from 0.
        x: i32,
        /// Row, from 0.
        y: i32,
        /// What it represents.
        role: Role,
    },
    /// A few characters in the middle of a cell.
    Glyph {
        /// Column, from 0.
        x: i32,
        /// Row, from 0.
        y: i32,
        /// The characters.
        text: String,
        /// What they represent.
        role: Role,
    },
    /// A straight line.
    Line {
        /// Where it starts.
        from: (f32, f32),
        /// Where it ends.
        to: (f32, f32),
        /// What it represents.
        role: Role,
    },
}

/// A picture of a state: shapes, painted in order.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Picture {
    /// Columns.
    pub width: u32,
    /// Rows.
    pub height: u32,
    /// The shapes.
    pub shapes: Vec<Shape>,
}

impl Picture {
    /// The picture as text, one line per row: the last glyph of each cell, or a character for
    /// its role, in columns of equal width.
    ///
    /// ```
    /// use tremaux::search::{Picture, Role, Shape};
    /// let wall = Shape::Cell { x: 1, y: 0, role: Role::Wall };
    /// let picture = Picture { width: 2, height: 1, shapes: vec![wall] };
    /// assert_eq!(picture.to_text(), ". #\n");
    /// ```
    pub fn to_text(&self) -> String {
        let (width, height) = (self.width as usize, self.height as usize);
        let mut cells = vec![".".to_owned(); width * height];
        for shape in &self.shapes {
            let (x, y, text) = match shape {
                Shape::Cell { x, y, role } => {
                    let sign = match role {
                        Role::Wall => "#",
                        Role::Piece => "o",
                        Role::OtherPiece => "x",
                        Role::Goal => "G",
                        Role::Start => "S",
                        Role::Path => "*",
                        Role::Ground | Role::Label => ".",
                    };
                    (*x, *y, sign)
                }
                Shape::Glyph { x, y, text, .. } => (*x, *y, text.as_str()),
                Shape::Line { .. } => continue,
            };
            if let (Ok(x), Ok(y)) = (usize::try_from(x), usize::try_from(y))
                && x < width
                && y < height
            {
                text.clone_into(&mut cells[y * width + x]);
            }
        }
        let column = cells.iter().map(|cell| cell.chars().count()).max().unwrap_or(1);
        let mut text = String::new();
        for row in cells.chunks(width.max(1)) {
            let row: Vec<String> = row.iter().map(|cell| format!("{cell:>column$}")).collect();
            text.push_str(row.join(" ").trim_end());
            text.push('\n');
        }
        text
    }
}

/// A space whose states can be drawn.
pub trait Depict: StateSpace {
    /// A picture of `state`.
    fn depict(&self, state: &Self::State) -> Picture;
}
