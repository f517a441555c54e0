//! Levels: walls, goals, boxes and the player.

use std::fmt;

use super::direction::Direction;
use super::squares::{Square, Squares};

/// For each set of free squares in the ring of eight around a square: whether those adjacent to
/// the centre are connected within the ring.
const IS_JOINED: [bool; 256] = {
    let mut is_joined = [false; 256];
    let mut free = 0_usize;
    while free < 256 {
        // Count each run of free squares at its end if it contains one adjacent to the centre.
        let (mut runs, mut at) = (0, 0);
        while at < 8 {
            let is_end = free >> at & 1 == 1 && free >> ((at + 1) % 8) & 1 == 0;
            // A run of only a corner is not adjacent to the centre.
            let is_corner = at % 2 == 1 && free >> (at - 1) & 1 == 0;
            if is_end && !is_corner {
                runs += 1;
            }
            at += 1;
        }
        is_joined[free] = runs <= 1;
        free += 1;
    }
    is_joined
};

/// A level: where walls and goals are, and where boxes and the player start.
///
/// The squares that the player could reach if there were no boxes are numbered in reading order;
/// nothing else matters. Boxes on goals outside them are decoration.
///
/// ```
/// use tremaux::puzzles::sokoban::Level;
/// let level: Level = "#####|#@$.#|#####".parse()?;
/// assert_eq!((level.squares(), level.boxes().len()), (3, 1));
/// # Ok::<(), tremaux::ParseError>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Level<const W: usize> {
    /// The contents of each cell, one of `# @+$*.`, in rows of equal length.
    rows: Vec<Vec<u8>>,
    /// The column and row of each square.
    places: Vec<(Square, Square)>,
    /// The neighbours of each square, in the order of [`Direction::ALL`].
    neighbours: Vec<[Square; 4]>,
    /// The neighbours as sets, without walls.
    beside: Vec<Squares<W>>,
    /// The eight squares around each square, in order around it, starting above.
    rings: Vec<[Square; 8]>,
    pub(super) goals: Squares<W>,
    pub(super) boxes: Squares<W>,
    pub(super) player: Square,
}

impl<const W: usize> Level<W> {
    /// The maximum number of squares, rows and columns.
    pub const MOST_SQUARES: usize = 64 * W - 1;
    /// The maximum number of boxes.
    pub const MOST_BOXES: usize = 64;
    /// The number that stands for a wall among the neighbours of a square.
    pub const WALL: Square = Self::MOST_SQUARES as Square;

    /// Builds the level of `rows`, whose `squares` (row, column) are numbered in this order.
    pub(super) fn of_rows(rows: Vec<Vec<u8>>, squares: &[(usize, usize)]) -> Self {
        let width = rows.first().map_or(0, Vec::len);
        let mut numbers = vec![Self::WALL; rows.len() * width];
        for (number, &(row, column)) in squares.iter().enumerate() {
            numbers[row * width + column] = number as Square;
        }
        let at = |row: usize, column: usize| {
            let is_there = row < rows.len() && column < width;
            if is_there { numbers[row * width + column] } else { Self::WALL }
        };
        let neighbours = squares.iter().map(|&(row, column)| {
            [
                at(row.wrapping_sub(1), column),
                at(row, column.wrapping_sub(1)),
                at(row, column + 1),
                at(row + 1, column),
            ]
        });
        let rings = squares.iter().map(|&(row, column)| {
            let (above, below) = (row.wrapping_sub(1), row + 1);
            let (left, right) = (column.wrapping_sub(1), column + 1);
            [
                at(above, column),
                at(above, right),
                at(row, right),
                at(below, right),
                at(below, column),
                at(below, left),
                at(row, left),
                at(above, left),
            ]
        });
        let rings = rings.collect();
        let where_is = |signs: &[u8]| -> Squares<W> {
            let is_one = |&(_, &(row, column)): &(usize, &(usize, usize))| {
                signs.contains(&rows[row][column])
            };
            squares.iter().enumerate().filter(is_one).map(|(it, _)| it as Square).collect()
        };
        let mut neighbours: Vec<[Square; 4]> = neighbours.collect();
        let is_floor = |&it: &Square| it != Self::WALL;
        let beside = |sides: &[Square; 4]| sides.iter().copied().filter(is_floor).collect();
        let beside = neighbours.iter().map(beside).collect();
        // A wall has only walls as neighbours, so continuing from it needs no test.
        neighbours.resize(Self::MOST_SQUARES + 1, [Self::WALL; 4]);
        Self {
            places: squares
                .iter()
                .map(|&(row, column)| (column as Square, row as Square))
                .collect(),
            goals: where_is(b".*+"),
            boxes: where_is(b"$*"),
            player: where_is(b"@+").first().unwrap_or(0),
            neighbours,
            beside,
            rings,
            rows,
        }
    }

    /// The number of squares that the player could reach if there were no boxes.
    #[inline]
    pub fn squares(&self) -> usize {
        self.places.len()
    }

    /// The goals.
    #[inline]
    pub const fn goals(&self) -> &Squares<W> {
        &self.goals
    }

    /// The start squares of the boxes.
    #[inline]
    pub const fn boxes(&self) -> &Squares<W> {
        &self.boxes
    }

    /// The start square of the player.
    #[inline]
    pub const fn player(&self) -> Square {
        self.player
    }

    /// Columns and rows.
    #[inline]
    pub fn size(&self) -> (usize, usize) {
        (self.rows.first().map_or(0, Vec::len), self.rows.len())
    }

    /// The column and row of `square`.
    ///
    /// # Panics
    ///
    /// Panics if there is no such square.
    pub fn place(&self, square: Square) -> (Square, Square) {
        self.places[usize::from(square)]
    }

    /// The square next to `square` in a direction, or [`Level::WALL`].
    #[inline]
    pub fn next(&self, square: Square, direction: Direction) -> Square {
        self.neighbours[usize::from(square)][direction as usize]
    }

    /// The squares next to `square`, or [`Level::WALL`], in the order of [`Direction::ALL`].
    #[inline]
    pub fn around(&self, square: Square) -> [Square; 4] {
        self.neighbours[usize::from(square)]
    }

    /// The squares next to `square`, without walls.
    #[inline]
    pub(super) fn beside(&self, square: Square) -> Squares<W> {
        self.beside[usize::from(square)]
    }

    /// The squares that the player can reach from `from` without entering `blocked`.
    ///
    /// Takes time proportional to the number of squares reached.
    #[inline]
    pub fn reach(&self, from: Square, blocked: &Squares<W>) -> Squares<W> {
        self.spread(from, Squares::EMPTY, *blocked)
    }

    /// Updates [`reach`](Self::reach) after a push. `boxes` are the boxes after the push,
    /// `before` the squares reachable before it.
    ///
    /// If the free squares around the box are still connected around it, nothing is cut off, and
    /// only squares that were not reachable before are visited.
    pub(super) fn reach_after(
        &self,
        before: &Squares<W>,
        from: Square,
        to: Square,
        boxes: &Squares<W>,
    ) -> Squares<W> {
        let mut reached = *before;
        if reached.contains(to) {
            reached.insert(from);
            let mut free = 0;
            for (at, &square) in self.rings[usize::from(to)].iter().enumerate() {
                free |= usize::from(reached.contains(square)) << at;
            }
            if !IS_JOINED[free] {
                return self.reach(from, boxes);
            }
            reached.remove(to);
        }
        self.spread(from, reached, *boxes)
    }

    /// Adds to `reached` the squares that the player can reach from `from` through squares
    /// neither in `reached` nor in `blocked`.
    #[inline]
    fn spread(&self, from: Square, reached: Squares<W>, blocked: Squares<W>) -> Squares<W> {
        let mut reached = reached;
        let mut front = Squares::EMPTY;
        front.insert(from);
        while !front.is_empty() {
            reached = reached.or(&front);
            let mut next = Squares::EMPTY;
            for square in front.iter() {
                next = next.or(&self.beside[usize::from(square)]);
            }
            front = next.without(&blocked).without(&reached);
        }
        reached
    }

    /// Writes the level in one line with other boxes and another player square.
    pub(super) fn write(
        &self,
        boxes: &Squares<W>,
        player: Square,
        out: &mut dyn fmt::Write,
    ) -> fmt::Result {
        let mut rows = self.rows.clone();
        for (square, &(column, row)) in self.places.iter().enumerate() {
            let square = square as Square;
            let (plain, on_goal) = match (boxes.contains(square), square == player) {
                (true, _) => (b'$', b'*'),
                (false, true) => (b'@', b'+'),
                (false, false) => (b' ', b'.'),
            };
            let sign = if self.goals.contains(square) { on_goal } else { plain };
            rows[usize::from(row)][usize::from(column)] = sign;
        }
        for (at, row) in rows.iter().enumerate() {
            if at > 0 {
                out.write_char('|')?;
            }
            for &sign in row.trim_ascii_end() {
                out.write_char(if sign == b' ' { '_' } else { char::from(sign) })?;
            }
        }
        Ok(())
    }
}

/// Writes one line: rows separated by `|`, free cells as `_`.
impl<const W: usize> fmt::Display for Level<W> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.write(&self.boxes, self.player, f)
    }
}
