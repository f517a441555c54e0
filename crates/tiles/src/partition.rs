//! Partitions of tiles into patterns.

use tremaux_core::ParseError;

use super::symmetry::Symmetry;
use super::tile_pattern::TilePattern;
use super::{Arrangement, Size, Unsupported};

/// The tiles of a goal, each in one of several patterns.
///
/// ```
/// use tremaux::puzzles::tiles::{Arrangement, Partition, Size};
/// let goal = Arrangement::blank_first(Size::new(4, 4).expect("in range"));
/// let partition = Partition::parse("7-8", &goal)?;
/// assert_eq!(partition.patterns()[0], [1, 2, 3, 4, 5, 6, 7]);
/// let goal = Arrangement::blank_last(Size::new(3, 2).expect("in range"));
/// assert_eq!(Partition::parse("1,4|2,3,5", &goal)?.to_string(), "1,4|2,3,5");
/// # Ok::<(), tremaux::ParseError>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Partition {
    goal: Arrangement,
    patterns: Vec<Vec<u8>>,
}

/// A partition of a square board whose blank is in the first cell.
struct Published {
    side: usize,
    sizes: &'static [usize],
    /// The goal cells of each pattern.
    patterns: &'static [&'static [u8]],
}

const PUBLISHED: [Published; 4] = [
    Published {
        side: 4,
        sizes: &[5, 5, 5],
        patterns: &[&[1, 2, 3, 6, 7], &[4, 5, 8, 9, 12], &[10, 11, 13, 14, 15]],
    },
    Published {
        side: 4,
        sizes: &[6, 6, 3],
        patterns: &[&[1, 4, 5, 8, 9, 12], &[6, 7, 10, 11, 13, 14], &[2, 3, 15]],
    },
    Published {
        side: 4,
        sizes: &[7, 8],
        patterns: &[&[1, 2, 3, 4, 5, 6, 7], &[8, 9, 10, 11, 12, 13, 14, 15]],
    },
    Published {
        side: 5,
        sizes: &[6, 6, 6, 6],
        patterns: &[
            &[1, 2, 5, 6, 7, 12],
            &[3, 4, 8, 9, 13, 14],
            &[10, 11, 15, 16, 20, 21],
            &[17, 18, 19, 22, 23, 24],
        ],
    },
];

impl Partition {
    /// Creates a partition of these patterns, which are lists of tiles.
    ///
    /// # Errors
    ///
    /// Fails unless every tile is in exactly one of them.
    pub fn new(goal: &Arrangement, patterns: &[&[u8]]) -> Result<Self, Unsupported> {
        let fail = |needs: &str| Err(Unsupported::new("pdb", needs));
        let cells = goal.size().cells();
        let mut is_seen = [false; Size::MOST_CELLS];
        for &tile in patterns.iter().copied().flatten() {
            if tile == 0 || usize::from(tile) >= cells {
                return fail("patterns of tiles on the board");
            }
            if std::mem::replace(&mut is_seen[usize::from(tile)], true) {
                return fail("no tile in two patterns");
            }
        }
        if !is_seen[1..cells].iter().all(|&is_seen| is_seen) {
            return fail("each tile in a pattern");
        }
        let patterns = patterns.iter().map(|pattern| pattern.to_vec()).collect();
        Ok(Self { goal: goal.clone(), patterns })
    }

    /// Patterns of these sizes: the published ones 5-5-5, 6-6-3 and 7-8 of the 15-puzzle and
    /// 6-6-6-6 of the 24-puzzle (Korf and Felner 2002), where the goal's blank is in a corner;
    /// for others the tiles in the order of their goal cells, row by row in alternating
    /// directions.
    ///
    /// # Errors
    ///
    /// Fails unless the sizes sum to the number of tiles.
    pub fn of_sizes(goal: &Arrangement, sizes: &[usize]) -> Result<Self, Unsupported> {
        let size = goal.size();
        let is_first = |symmetry: &Symmetry| {
            symmetry.size(size) == size && symmetry.cell(size, goal.blank()) == 0
        };
        let published = PUBLISHED.iter().find(|published| {
            published.sizes == sizes && size.is_square() && size.width() == published.side
        });
        if let (Some(Published { patterns, .. }), Some(symmetry)) =
            (published, Symmetry::all().find(is_first))
        {
            let mut tiles = vec![0; size.cells()];
            for (cell, &tile) in goal.tiles().iter().enumerate() {
                tiles[symmetry.cell(size, cell)] = tile;
            }
            let tiles_in =
                |cells: &&[u8]| cells.iter().map(|&cell| tiles[usize::from(cell)]).collect();
            return Ok(Self {
                goal: goal.clone(),
                patterns: patterns.iter().map(tiles_in).collect(),
            });
        }
        let total = sizes.iter().try_fold(0_usize, |total, &size| total.checked_add(size));
        if total != Some(size.cells() - 1) || sizes.contains(&0) {
            let needs = format!("sizes that sum to {} tiles, none of them 0", size.cells() - 1);
            return Err(Unsupported::new("pdb", needs));
        }
        let rows = goal.tiles().chunks(size.width()).enumerate().flat_map(|(row, tiles)| {
            let mut tiles = tiles.to_vec();
            if row % 2 == 1 {
                tiles.reverse();
            }
            tiles
        });
        let mut tiles = rows.filter(|&tile| tile != 0);
        let patterns = sizes.iter().map(|&size| tiles.by_ref().take(size).collect()).collect();
        Ok(Self { goal: goal.clone(), patterns })
    }

    /// Reads sizes, as `7-8`, for [`Partition::of_sizes`]; or the tiles of each pattern, as
    /// `1,2,5|3,4`.
    ///
    /// # Errors
    ///
    /// Fails, with the place, unless it is one of these and fits the goal.
    pub fn parse(text: &str, goal: &Arrangement) -> Result<Self, ParseError> {
        const EXPECTED: &str = "sizes, for example `7-8`, or tiles, for example `1,2,5|3,4`";
        let number = |word: &str| {
            let word = word.trim();
            let is_number = !word.is_empty() && word.bytes().all(|byte| byte.is_ascii_digit());
            let number = word.parse::<u8>().ok().filter(|_| is_number);
            number.ok_or_else(|| match word {
                "" => ParseError::at_end(text, EXPECTED),
                _ => ParseError::about(text, word, EXPECTED),
            })
        };
        let result = if text.contains([',', '|']) {
            let list = |part: &str| part.split(',').map(number).collect::<Result<Vec<u8>, _>>();
            let patterns = text.split('|').map(list).collect::<Result<Vec<_>, _>>()?;
            Self::new(goal, &patterns.iter().map(Vec::as_slice).collect::<Vec<_>>())
        } else {
            let sizes = text.split('-').map(|word| number(word).map(usize::from));
            Self::of_sizes(goal, &sizes.collect::<Result<Vec<_>, _>>()?)
        };
        result.map_err(|error| ParseError::about(text, text.trim(), error.needs))
    }

    /// The same patterns mirrored in the board's main diagonal: each tile is replaced by the one
    /// whose goal cell is the mirror image of its own.
    ///
    /// # Errors
    ///
    /// Fails unless the board is square and the goal's blank on the diagonal.
    pub fn reflected(&self) -> Result<Self, Unsupported> {
        let (goal, size) = (&self.goal, self.goal.size());
        let mirrored = |cell| Symmetry::DIAGONAL.cell(size, cell);
        if !size.is_square() || mirrored(goal.blank()) != goal.blank() {
            let needs = "a square board, and the goal's blank on its diagonal";
            return Err(Unsupported::new("the reflection of a pdb", needs));
        }
        let tile = |&tile: &u8| goal.tiles()[mirrored(goal.cell_of(tile.into()))];
        let patterns = self.patterns.iter().map(|tiles| tiles.iter().map(tile).collect());
        Ok(Self { goal: goal.clone(), patterns: patterns.collect() })
    }

    /// The goal.
    pub const fn goal(&self) -> &Arrangement {
        &self.goal
    }

    /// The tiles of each pattern.
    pub fn patterns(&self) -> &[Vec<u8>] {
        &self.patterns
    }

    /// The databases that it needs, to be built in advance. Patterns that a symmetry maps to
    /// each other share one.
    ///
    /// # Errors
    ///
    /// Fails if a pattern or the board is too large for a database.
    pub fn databases(&self) -> Result<Vec<TilePattern>, Unsupported> {
        let mut databases: Vec<TilePattern> = Vec::new();
        for tiles in &self.patterns {
            let (pattern, _) = TilePattern::of(&self.goal, tiles)?;
            if !databases.iter().any(|other| other.is_same(&pattern)) {
                databases.push(pattern);
            }
        }
        Ok(databases)
    }
}

impl std::fmt::Display for Partition {
    /// Writes the tiles of each pattern, as [`Partition::parse`] reads them.
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        for (number, tiles) in self.patterns.iter().enumerate() {
            let tiles: Vec<String> = tiles.iter().map(u8::to_string).collect();
            write!(f, "{}{}", if number > 0 { "|" } else { "" }, tiles.join(","))?;
        }
        Ok(())
    }
}
