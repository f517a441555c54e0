//! Instances: rectangles and the container.

use tremaux_core::ParseError;
use tremaux_reading::Table;

/// A rectangle in the container, by its lower left corner.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Place {
    /// The distance from the left side.
    pub x: u32,
    /// The distance from the bottom.
    pub y: u32,
    /// Whether it is turned by a quarter.
    pub is_turned: bool,
}

/// Rectangles to be packed.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Rectangles {
    /// The width of the container.
    pub width: u32,
    /// Its height; open if there is none.
    pub height: Option<u32>,
    /// Width and height of each rectangle.
    pub sizes: Vec<(u32, u32)>,
}

const WIDTH: &[&str] = &["width", "w", "x", "breadth"];
const HEIGHT: &[&str] = &["height", "h", "y", "length", "depth"];
const COUNT: &[&str] = &["count", "quantity", "qty", "number", "n", "copies"];

/// The greatest number of rectangles, and their longest side.
const MOST: usize = 500;
const LONGEST: u32 = 100_000;

impl Rectangles {
    /// Reads a container and rectangles, such as `10: 3x4 2x5 4`: a strip of width 10, whose
    /// height is to be as low as possible, two rectangles and a square. `10x12:` fixes the height
    /// too; `3*2x5` are three equal ones.
    ///
    /// # Errors
    ///
    /// Returns the place of what is wrong.
    pub fn parse(text: &str) -> Result<Self, ParseError> {
        let Some((container, rest)) = text.split_once(':') else {
            let expected = "a container and `:`, such as `10:` or `10x12:`";
            return Err(match text.split_whitespace().next() {
                Some(word) => ParseError::about(text, word, expected),
                None => ParseError::at_end(text, expected),
            });
        };
        let number = |word: &str, what: &str| {
            let value: Option<u32> = word.parse().ok();
            value
                .filter(|value| (1..=LONGEST).contains(value))
                .ok_or_else(|| ParseError::about(text, word, format!("{what} from 1 to {LONGEST}")))
        };
        let container = container.trim();
        let (width, height) = match container.split_once('x') {
            None => (number(container, "a width")?, None),
            Some((width, height)) => (number(width, "a width")?, Some(number(height, "a height")?)),
        };
        let mut sizes = Vec::new();
        for word in rest.split(|c: char| c.is_whitespace() || c == ',').filter(|it| !it.is_empty())
        {
            let (count, size) = match word.split_once('*') {
                None => (1, word),
                Some((count, size)) => (number(count, "a count")? as usize, size),
            };
            let size = match size.split_once('x') {
                None => (number(size, "a side")?, number(size, "a side")?),
                Some((width, height)) => (number(width, "a width")?, number(height, "a height")?),
            };
            if sizes.len() + count > MOST {
                return Err(ParseError::about(text, word, format!("at most {MOST} rectangles")));
            }
            sizes.extend(std::iter::repeat_n(size, count));
        }
        if sizes.is_empty() {
            return Err(ParseError::at_end(text, "a rectangle such as `3x4`, or a square `3`"));
        }
        Ok(Self { width, height, sizes })
    }

    /// Whether a text is a table of rectangles: its first row names `width` and `height`.
    pub fn is_table(text: &str) -> bool {
        let first = text.trim_start().lines().next().unwrap_or_default();
        Table::parse(first).is_ok_and(|table| {
            table.is_separated() && table.column(WIDTH).is_some() && table.column(HEIGHT).is_some()
        })
    }

    /// Reads rectangles of a table, with the columns `width`, `height` and perhaps `count`, and
    /// their container, such as `10` or `10x12`. Also the names of other columns.
    ///
    /// # Errors
    ///
    /// Returns the place of what is wrong in the table.
    pub fn parse_table(text: &str, container: &str) -> Result<(Self, Vec<String>), ParseError> {
        let table = Table::parse(text)?;
        let Self { width, height, .. } = Self::parse(&format!("{container}: 1"))?;
        let [wide, high] = [WIDTH, HEIGHT].map(|names| table.column(names).unwrap_or(0));
        let count = table.column(COUNT);
        let mut sizes = Vec::new();
        for row in &table.rows[1..] {
            let number = |column: usize, what: &str| {
                let expected = format!("{what} from 1 to {LONGEST}");
                let cell = table.cell(row, column, &expected)?;
                let number = table.number(cell, &expected)?;
                let is_right =
                    number.fract() == 0.0 && (1.0..=f64::from(LONGEST)).contains(&number);
                if is_right { Ok(number as u32) } else { Err(table.wrong(cell, &expected)) }
            };
            let size = (number(wide, "a width")?, number(high, "a height")?);
            let copies = count.map_or(Ok(1), |count| number(count, "a count"))?;
            if sizes.len() + copies as usize > MOST {
                return Err(table.wrong(&row[0], &format!("at most {MOST} rectangles")));
            }
            sizes.extend(std::iter::repeat_n(size, copies as usize));
        }
        if sizes.is_empty() {
            return Err(ParseError::at_end(text, "a rectangle in the row after the names"));
        }
        let used = [Some(wide), Some(high), count];
        let others = table.rows[0].iter().enumerate().filter(|(at, _)| !used.contains(&Some(*at)));
        let others = others.map(|(_, cell)| cell.text.clone().into_owned()).collect();
        Ok((Self { width, height, sizes }, others))
    }

    /// The instance as text.
    pub fn text(&self) -> String {
        let size = |&(width, height): &(u32, u32)| match width == height {
            true => width.to_string(),
            false => format!("{width}x{height}"),
        };
        let sizes: Vec<String> = self.sizes.iter().map(size).collect();
        let height = self.height.map_or(String::new(), |height| format!("x{height}"));
        format!("{}{height}: {}", self.width, sizes.join(" "))
    }

    /// Width and height of a rectangle, turned or not.
    #[inline]
    pub fn size(&self, rectangle: usize, is_turned: bool) -> (u32, u32) {
        let (width, height) = self.sizes[rectangle];
        if is_turned { (height, width) } else { (width, height) }
    }

    /// The height that these places need; `None` unless every rectangle is within the width and
    /// no two overlap.
    pub fn height_of(&self, places: &[Place]) -> Option<u32> {
        if places.len() != self.sizes.len() {
            return None;
        }
        let boxed = |(at, place): (usize, &Place)| {
            let (width, height) = self.size(at, place.is_turned);
            let (right, top) = (place.x.checked_add(width)?, place.y.checked_add(height)?);
            (right <= self.width).then_some((place.x, place.y, right, top))
        };
        let boxes = places.iter().enumerate().map(boxed).collect::<Option<Vec<_>>>()?;
        let overlap = |one: &(u32, u32, u32, u32), other: &(u32, u32, u32, u32)| {
            one.0 < other.2 && other.0 < one.2 && one.1 < other.3 && other.1 < one.3
        };
        let is_free = |(at, one): (usize, _)| !boxes[..at].iter().any(|other| overlap(one, other));
        let is_right = boxes.iter().enumerate().all(is_free);
        is_right.then(|| boxes.iter().map(|it| it.3).max().unwrap_or(0))
    }

    /// A height below which no packing is.
    pub fn least_height(&self, may_turn: bool) -> u32 {
        let area: u64 = self.sizes.iter().map(|&(w, h)| u64::from(w) * u64::from(h)).sum();
        let tallest = (0..self.sizes.len()).map(|at| {
            let turned = self.size(at, may_turn);
            let upright = self.size(at, false);
            let heights = [upright, turned].into_iter().filter(|it| it.0 <= self.width);
            // One that fits in no way has no height.
            heights.map(|it| it.1).min().unwrap_or(u32::MAX)
        });
        let tallest = tallest.max().unwrap_or(0);
        tallest.max(u32::try_from(area.div_ceil(u64::from(self.width))).unwrap_or(u32::MAX))
    }
}
