//! Grid maps as other programs write them.

#[cfg(feature = "formats")]
mod image;
mod numbers;
mod raster;
mod rows;
mod signs;
#[cfg(feature = "formats")]
mod tiled;

use tremaux_core::ParseError;

use super::cell::Cell;
use super::grid::Grid;
use super::map_file::MapFile;
use super::movement::Movement;
use super::terrain::TerrainRules;
#[cfg(feature = "formats")]
use super::world::GridWorld;

/// What decides how a [`DrawnMap`] is read, besides its text.
#[derive(Clone, Copy, Debug)]
pub struct DrawnRules<'a> {
    /// The weights of letters.
    pub terrain: &'a TerrainRules,
    /// What is a wall, if the map does not say it: signs or numbers of cells, ids or a layer of
    /// tiles, separated by commas; of a picture, the brightness below which a pixel is one.
    pub walls: Option<&'a str>,
}

/// A grid map as other programs write it, perhaps with a start and goals.
///
/// ```
/// use tremaux::maps::grid::{Cell, DrawnMap, DrawnRules, TerrainRules};
/// let rules = DrawnRules { terrain: &TerrainRules::land(), walls: None };
/// let map = DrawnMap::parse("#####\n#S E#\n#####\n", &rules)?;
/// assert_eq!(map.start(), Some(Cell::new(1, 1)));
/// assert_eq!(map.goals(), [Cell::new(3, 1)]);
///
/// let map = DrawnMap::parse("[[0, 1, 0],\n [0, 0, 0]]", &rules)?;
/// assert_eq!((map.width(), map.weight(Cell::new(1, 0))), (3, None));
/// assert_eq!(map.notes(), ["cells with 0 are free, with 1 walls (`--wall 0`: the reverse)"]);
///
/// let error = DrawnMap::parse("[[0, 1, 0],\n [0, 7, 0]]", &rules).unwrap_err();
/// assert_eq!((error.line, error.column), (2, 6));
/// # Ok::<(), tremaux::ParseError>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct DrawnMap {
    width: u16,
    height: u16,
    /// One for each cell, row by row; 0 for a wall.
    weights: Vec<u8>,
    start: Option<Cell>,
    goals: Vec<Cell>,
    notes: Vec<String>,
}

/// Whether a text is of a form, and how it is read.
type IsForm = fn(&str) -> bool;
type Read = fn(&str, &DrawnRules<'_>) -> Result<DrawnMap, ParseError>;

/// How the forms of texts are recognised and read: the clearest first.
const FORMS: &[(IsForm, Read)] = &[
    (MapFile::has_header, DrawnMap::of_file),
    (raster::is_esri, raster::parse_esri),
    #[cfg(feature = "formats")]
    (|text| image::is_netpbm(text.as_bytes()), image::parse),
    #[cfg(feature = "formats")]
    (tiled::is_tiled, tiled::parse),
    (signs::is_signs, signs::parse),
    (numbers::is_grid, numbers::parse),
];

fn form_of(text: &str) -> Option<Read> {
    FORMS.iter().find(|(is_it, _)| is_it(text)).map(|(_, read)| *read)
}

impl DrawnMap {
    /// Whether a text is recognised as a grid map.
    pub fn is_drawn(text: &str) -> bool {
        form_of(text).is_some()
    }

    /// Whether bytes are a picture or an array, which no text is.
    #[cfg(feature = "formats")]
    pub fn is_binary(bytes: &[u8]) -> bool {
        image::is_png(bytes) || image::is_binary_netpbm(bytes) || raster::is_npy(bytes)
    }

    /// Reads a map: of the `MovingAI` benchmarks; rows of signs (`#` walls, `.` or blanks free,
    /// `1` to `9` free with that weight, `S`, `A`, `P` or `@` the start, `G`, `E`, `B`, `F` or
    /// `>` goals); rows of 0 (free) and 1 (walls), also as CSV, JSON or printed by `NumPy`; an ESRI
    /// ASCII grid; and with the feature `formats` a netpbm picture, and a map of the editor Tiled.
    ///
    /// # Errors
    ///
    /// Returns the place of what is wrong or ambiguous, and what was expected there.
    pub fn parse(text: &str, rules: &DrawnRules<'_>) -> Result<Self, ParseError> {
        // Without walls that the text shows, only the option or brackets say that it is a table.
        let is_table =
            || numbers::is_table(text) && (rules.walls.is_some() || numbers::is_array(text));
        let read = form_of(text).unwrap_or_else(|| match is_table() {
            true => numbers::parse,
            false => signs::parse,
        });
        let mut map = read(text, rules)?;
        if !rules.terrain.given().is_empty() {
            map.note_unused(text, rules.terrain);
        }
        Ok(map)
    }

    /// Reads a picture in PNG or netpbm, or an array of `NumPy` in a file `.npy`. Dark pixels are
    /// walls.
    ///
    /// # Errors
    ///
    /// Returns what was expected.
    #[cfg(feature = "formats")]
    pub fn of_bytes(bytes: &[u8], rules: &DrawnRules<'_>) -> Result<Self, String> {
        if image::is_png(bytes) {
            image::png(bytes, rules)
        } else if raster::is_npy(bytes) {
            raster::npy(bytes, rules)
        } else {
            image::netpbm(bytes, rules)
        }
    }

    fn of_file(text: &str, rules: &DrawnRules<'_>) -> Result<Self, ParseError> {
        if let Some(walls) = rules.walls {
            let expected = "no --wall for a map of the MovingAI benchmarks: use --terrain \"T=0\"";
            return Err(ParseError::about(walls, walls, expected));
        }
        let file = MapFile::parse(text, rules.terrain)?;
        let (width, height) = (file.width(), file.height());
        let mut weights = file.into_letters();
        for letter in &mut weights {
            *letter = rules.terrain.weight(*letter).unwrap_or(0);
        }
        Ok(Self::of_weights(width, height, weights))
    }

    fn of_weights(width: u16, height: u16, weights: Vec<u8>) -> Self {
        let (start, goals, notes) = (None, Vec::new(), Vec::new());
        Self { width, height, weights, start, goals, notes }
    }

    /// A map with weights of its cells, if there are as many.
    fn of_rows(sides: (u16, u16), weights: Vec<u8>) -> Option<Self> {
        let (width, height) = sides;
        let is_full = weights.len() == usize::from(width) * usize::from(height);
        is_full.then(|| Self::of_weights(width, height, weights))
    }

    /// Notes the letters of `--terrain` that do not occur.
    fn note_unused(&mut self, text: &str, terrain: &TerrainRules) {
        let rows = text.split_once("\nmap").map_or(text, |(_, rows)| rows).as_bytes();
        for letter in terrain.given().iter().filter(|letter| !rows.contains(letter)) {
            self.notes.push(format!("--terrain: the map has no `{}`", char::from(*letter)));
        }
    }

    /// The grid for searching.
    pub fn grid(&self, movement: Movement) -> Grid {
        let width = usize::from(self.width);
        let weight = |cell: Cell| self.weights[usize::from(cell.y) * width + usize::from(cell.x)];
        Grid::with_weights(self.width, self.height, movement, |cell| Some(weight(cell)))
    }

    /// The number of columns.
    pub fn width(&self) -> u16 {
        self.width
    }

    /// The number of rows.
    pub fn height(&self) -> u16 {
        self.height
    }

    /// The weight of a cell; `None` for walls and off the map.
    pub fn weight(&self, cell: Cell) -> Option<u8> {
        let at = usize::from(cell.y) * usize::from(self.width) + usize::from(cell.x);
        let weight = self.weights.get(at).copied().filter(|_| cell.x < self.width);
        weight.filter(|&weight| weight > 0)
    }

    /// The start, if the map has one.
    pub fn start(&self) -> Option<Cell> {
        self.start
    }

    /// The goals, in reading order.
    pub fn goals(&self) -> &[Cell] {
        &self.goals
    }

    /// How it was read, in words.
    pub fn notes(&self) -> &[String] {
        &self.notes
    }
}

/// The sides of a map, if none is 0 or too long.
fn sides(width: usize, height: usize) -> Option<(u16, u16)> {
    let side =
        |len: usize| u16::try_from(len).ok().filter(|side| (1..=Grid::LARGEST_SIDE).contains(side));
    Some((side(width)?, side(height)?))
}

/// The sides of a map that has not too many cells.
#[cfg(feature = "formats")]
fn small_sides(width: usize, height: usize) -> Option<(u16, u16)> {
    sides(width, height).filter(|_| width.saturating_mul(height) <= GridWorld::MOST_CELLS)
}
