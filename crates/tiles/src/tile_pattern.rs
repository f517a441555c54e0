//! A pattern of tiles of a sliding puzzle as a state space of its own.

use std::sync::OnceLock;

use tremaux_tables::PatternSpace;

use super::cell_sets::{CellSets, MOST_CELLS};
use super::symmetry::Symmetry;
use super::{Arrangement, Size, Slide, Unsupported};

/// The maximum number of tiles of a pattern. The size of the database is usually the tighter
/// limit: eight tiles of sixteen cells have 518,918,400 states, six of twenty-five 127,512,000.
pub(super) const MOST_TILES: usize = 12;

/// The maximum number of regions into which the tiles of a pattern may divide the other cells.
const MOST_REGIONS: usize = 8;

/// The abstraction for an additive pattern database (Korf and Felner 2002): some tiles of a
/// sliding puzzle on the way to their goal cells, with all other tiles indistinguishable.
///
/// Moves of the pattern's tiles cost one, others nothing, so the blank moves freely within the
/// region bounded by the pattern's tiles. A state consists of the cells of the tiles (the index)
/// and the region of the blank (the part).
///
/// An index consists of **the set** of cells and **the order** of the tiles in them; a
/// horizontal move does not change the order. The order is the block number: all its sets are
/// contiguous.
///
/// Patterns that a symmetry of the rectangle maps to each other are equal, whatever the numbers
/// of their tiles: they share one database.
#[derive(Debug)]
pub struct TilePattern {
    size: Size,
    /// The goal cells, ascending; tiles are identified by their index here.
    goals: Vec<u8>,
    /// The region of the blank at the goal.
    region: u32,
    sets: CellSets,
    moves: OnceLock<SetMoves>,
}

/// How [`TilePattern::of`] mapped tiles to a pattern.
pub(super) struct Orientation {
    /// The symmetry from their board to the pattern's.
    pub(super) symmetry: Symmetry,
    /// The tiles in the pattern's order.
    pub(super) tiles: Vec<u8>,
}

/// The effect of moves on sets, independent of the order of the tiles.
#[derive(Debug)]
struct SetMoves {
    sets: Vec<u32>,
    /// The start of each set's moves, with one entry more.
    first: Vec<u32>,
    moves: Vec<SetMove>,
}

/// A backward move: a tile moves to a cell in the blank's region, and the blank was where the
/// tile came from.
#[derive(Clone, Copy, Debug)]
struct SetMove {
    /// The number of the set after it.
    to: u32,
    /// The position of the moving tile in the order before and after: `MOST_TILES` times one,
    /// plus the other.
    turn: u8,
    /// The region that the tile moves to, as a bit.
    from: u8,
    /// The region of the cell that it leaves, as a number.
    part: u8,
}

/// An order of tiles, decoded.
#[derive(Debug)]
pub struct Order {
    /// The tile at each position of the order.
    tiles: [u8; MOST_TILES],
    /// The number of the order after a turn.
    turns: [u32; MOST_TILES * MOST_TILES],
}

/// How much the number of an order grows when tile `tile`, counted from 0 in the pattern,
/// moves behind tile `passed`.
///
/// The number is in the factorial system: the digit of a tile counts the lower tiles behind it.
#[inline]
pub(super) fn passing(tile: usize, passed: usize) -> i64 {
    let factorial = |number: usize| (1..=number as i64).product::<i64>();
    match tile.cmp(&passed) {
        std::cmp::Ordering::Less => factorial(passed),
        std::cmp::Ordering::Equal => 0,
        std::cmp::Ordering::Greater => -factorial(tile),
    }
}

/// The regions into which the cells in `taken` divide the others, ordered by their first cells.
fn regions(size: Size, taken: u32) -> impl Iterator<Item = u32> {
    let (cells, width) = (size.cells(), size.width());
    let all = (u64::MAX >> (64 - cells)) as u32;
    let column = (0..cells).step_by(width).fold(0_u32, |column, cell| column | 1 << cell);
    let mut free = all & !taken;
    std::iter::from_fn(move || {
        let mut region = free & free.wrapping_neg();
        if region == 0 {
            return None;
        }
        loop {
            let right = region << 1 & !column;
            let left = (region & !column) >> 1;
            let (down, up) = (u64::from(region) << width, region >> width);
            let grown = region | ((right | left | down as u32 | up) & free);
            if grown == region {
                break;
            }
            region = grown;
        }
        free &= !region;
        Some(region)
    })
}

impl TilePattern {
    /// The pattern of these tiles for `goal`, and how they were mapped to it.
    pub(super) fn of(goal: &Arrangement, tiles: &[u8]) -> Result<(Self, Orientation), Unsupported> {
        let fail = |needs: &str| Err(Unsupported::new("pdb", needs));
        let (size, count) = (goal.size(), tiles.len());
        let cells = size.cells();
        if cells > MOST_CELLS {
            return fail("a board of at most 32 cells");
        }
        if count == 0 || count > MOST_TILES {
            return fail("patterns of one to twelve tiles");
        }
        if tiles.iter().any(|&tile| tile == 0 || usize::from(tile) >= cells) {
            return fail("patterns of tiles on the board");
        }
        let states: u128 = (0..count).map(|tile| (cells - tile) as u128).product();
        if states > u32::MAX.into() {
            return fail("patterns of at most 4,294,967,295 states");
        }
        let taken = tiles.iter().fold(0, |taken, &tile| taken | 1_u32 << goal.cell_of(tile.into()));
        if taken.count_ones() as usize != count {
            return fail("each tile in a pattern once");
        }
        let blank = regions(size, taken).find(|region| region >> goal.blank() & 1 == 1);
        let blank = blank.expect("no tile of a pattern is in the blank's cell");
        let turned = |symmetry: Symmetry| {
            let cell = |cell: usize| symmetry.cell(size, cell) as u8;
            let mut pairs: Vec<(u8, u8)> =
                tiles.iter().map(|&tile| (cell(goal.cell_of(tile.into())), tile)).collect();
            pairs.sort_unstable();
            let (goals, tiles): (Vec<u8>, Vec<u8>) = pairs.into_iter().unzip();
            let region = (0..cells).filter(|cell| blank >> cell & 1 == 1);
            let region = region.fold(0_u32, |region, at| region | 1 << cell(at));
            let to = symmetry.size(size);
            ((to.height(), goals, region), to, Orientation { symmetry, tiles })
        };
        let least = Symmetry::all().map(turned).min_by(|a, b| a.0.cmp(&b.0));
        let ((_, goals, region), size, orientation) = least.expect("there are eight");
        let sets = CellSets::new(cells, count);
        if sets.iter().any(|set| regions(size, set).count() > MOST_REGIONS) {
            return fail(
                "patterns that split the remaining cells into at most eight regions for the blank",
            );
        }
        Ok((Self { size, goals, region, sets, moves: OnceLock::new() }, orientation))
    }

    /// Whether both have the same database.
    #[inline]
    pub(super) fn is_same(&self, other: &Self) -> bool {
        (self.size, &self.goals, self.region) == (other.size, &other.goals, other.region)
    }

    /// The number of tiles.
    #[inline]
    pub const fn tile_count(&self) -> usize {
        self.goals.len()
    }

    #[inline]
    pub(super) const fn sets(&self) -> &CellSets {
        &self.sets
    }

    /// The size of the board in the pattern's orientation.
    #[inline]
    pub(super) const fn size(&self) -> Size {
        self.size
    }

    /// The index of the state with the tiles in these cells, in the pattern's order and
    /// orientation, as the set and the first index of the order.
    #[inline]
    pub(super) fn locate(&self, cells: &[u8]) -> (u32, u32) {
        let set = cells.iter().fold(0, |set, cell| set | 1_u32 << cell);
        let mut order = 0;
        for (tile, cell) in cells.iter().enumerate() {
            for (passed, _) in cells[..tile].iter().enumerate().filter(|(_, other)| *other > cell) {
                order -= passing(tile, passed);
            }
        }
        (set, order as u32 * self.sets.len() as u32)
    }

    fn moves(&self) -> &SetMoves {
        self.moves.get_or_init(|| {
            let size = self.size;
            let sets: Vec<u32> = self.sets.iter().collect();
            let cut: Vec<[u32; MOST_REGIONS]> = sets
                .iter()
                .map(|&set| {
                    let mut cut = [0; MOST_REGIONS];
                    cut.iter_mut().zip(regions(size, set)).for_each(|(to, from)| *to = from);
                    cut
                })
                .collect();
            let region_of = |number: usize, cell: usize| {
                let region = cut[number].iter().position(|region| region >> cell & 1 == 1);
                region.expect("a free cell is in a region")
            };
            let (mut first, mut moves) = (vec![0], Vec::new());
            for (number, &set) in sets.iter().enumerate() {
                let taken = (0..size.cells()).filter(|cell| set >> cell & 1 == 1);
                for (place, cell) in taken.enumerate() {
                    let beside =
                        Slide::ALL.into_iter().filter_map(|slide| size.beside(cell, slide));
                    for target in beside.filter(|target| set >> target & 1 == 0) {
                        let after = set ^ 1 << cell ^ 1 << target;
                        let to = self.sets.number(after);
                        let then = (after & ((1 << target) - 1)).count_ones() as usize;
                        moves.push(SetMove {
                            to,
                            turn: (place * MOST_TILES + then) as u8,
                            from: 1 << region_of(number, target),
                            part: region_of(to as usize, cell) as u8,
                        });
                    }
                }
                first.push(moves.len() as u32);
            }
            SetMoves { sets, first, moves }
        })
    }

    /// Manhattan distance of the tiles.
    #[inline]
    fn manhattan(&self, order: &Order, within: usize) -> usize {
        let (mut set, mut sum) = (self.moves().sets[within], 0);
        for &tile in &order.tiles[..self.goals.len()] {
            let cell = set.trailing_zeros() as usize;
            sum += self.size.distance(cell, self.goals[usize::from(tile)].into());
            set &= set - 1;
        }
        sum
    }
}

impl PatternSpace for TilePattern {
    type Block = Order;

    fn name(&self) -> String {
        let cells: Vec<String> = self.goals.iter().map(u8::to_string).collect();
        format!("tiles-{}-{}", self.size, cells.join("-"))
    }

    fn description(&self) -> String {
        let Self { size, goals, region, .. } = self;
        format!(
            "sliding puzzle {size}: tiles to cells {goals:?}, blank to cells {region:#x}; moves \
             of these tiles counted, half of what exceeds Manhattan distance; order 1"
        )
    }

    #[inline]
    fn block_count(&self) -> usize {
        (1..=self.goals.len()).product()
    }

    #[inline]
    fn block_len(&self) -> usize {
        self.sets.len()
    }

    fn block(&self, number: usize) -> Order {
        let count = self.goals.len();
        let (mut tiles, mut rest) = ([0; MOST_TILES], number);
        let mut digits = [0; MOST_TILES];
        for (tile, digit) in digits.iter_mut().enumerate().take(count) {
            *digit = rest % (tile + 1);
            rest /= tile + 1;
        }
        for (tile, &digit) in digits.iter().enumerate().take(count) {
            let place = tile - digit;
            tiles.copy_within(place..tile, place + 1);
            tiles[place] = tile as u8;
        }
        let mut turns = [0; MOST_TILES * MOST_TILES];
        for place in 0..count {
            let tile = usize::from(tiles[place]);
            let (mut behind, mut before) = (number as i64, number as i64);
            turns[place * MOST_TILES + place] = behind as u32;
            for then in place + 1..count {
                behind += passing(tile, tiles[then].into());
                turns[place * MOST_TILES + then] = behind as u32;
            }
            for then in (0..place).rev() {
                before -= passing(tile, tiles[then].into());
                turns[place * MOST_TILES + then] = before as u32;
            }
        }
        Order { tiles, turns }
    }

    fn goals(&self, goals: &mut Vec<(usize, u8)>) {
        let (set, order) = self.locate(&self.goals);
        let part = regions(self.size, set).position(|region| region == self.region);
        let index = order as usize + self.sets.number(set) as usize;
        goals.push((index, part.expect("the blank has a region") as u8));
    }

    #[inline]
    fn predecessors(
        &self,
        order: &Order,
        within: usize,
        parts: u8,
        mut visit: impl FnMut(usize, usize, u8),
    ) {
        let SetMoves { first, moves, .. } = self.moves();
        for mv in &moves[first[within] as usize..first[within + 1] as usize] {
            if mv.from & parts != 0 {
                visit(order.turns[usize::from(mv.turn)] as usize, mv.to as usize, mv.part);
            }
        }
    }

    #[inline]
    fn stored(&self, order: &Order, within: usize, distance: u8) -> u8 {
        (distance - self.manhattan(order, within) as u8) / 2
    }
}
