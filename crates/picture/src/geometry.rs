//! Points and rectangles, in pixels to the right and down.

/// A point.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Point {
    /// Pixels from the left.
    pub x: f64,
    /// Pixels from the top.
    pub y: f64,
}

impl Point {
    /// The point at these coordinates.
    pub const fn new(x: f64, y: f64) -> Self {
        Self { x, y }
    }

    /// The point so far to the right and down from this one.
    #[must_use]
    pub fn moved(self, right: f64, down: f64) -> Self {
        Self { x: self.x + right, y: self.y + down }
    }

    /// The point at this part of the way to another one.
    #[must_use]
    pub fn toward(self, other: Self, part: f64) -> Self {
        self.moved((other.x - self.x) * part, (other.y - self.y) * part)
    }

    /// The rectangle whose top left corner is here.
    pub const fn rect(self, width: f64, height: f64) -> Rect {
        Rect { corner: self, width, height }
    }
}

/// A rectangle.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Rect {
    /// The top left corner.
    pub corner: Point,
    /// The width.
    pub width: f64,
    /// The height.
    pub height: f64,
}

impl Rect {
    /// The rectangle of this size around a point.
    pub fn around(centre: Point, width: f64, height: f64) -> Self {
        centre.moved(-width / 2.0, -height / 2.0).rect(width, height)
    }

    /// The centre.
    pub fn centre(self) -> Point {
        self.corner.moved(self.width / 2.0, self.height / 2.0)
    }
}

/// Square cells in rows.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct CellGrid {
    /// The top left corner of the first cell.
    pub corner: Point,
    /// The side of a cell.
    pub side: f64,
    /// The number of columns.
    pub columns: usize,
    /// The number of rows.
    pub rows: usize,
}

impl CellGrid {
    /// The rectangle of all cells.
    pub fn rect(&self) -> Rect {
        self.corner.rect(self.columns as f64 * self.side, self.rows as f64 * self.side)
    }

    /// The rectangle of a cell.
    pub fn cell(&self, column: usize, row: usize) -> Rect {
        let corner = self.corner.moved(column as f64 * self.side, row as f64 * self.side);
        corner.rect(self.side, self.side)
    }
}
