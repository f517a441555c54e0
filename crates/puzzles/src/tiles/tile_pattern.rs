//! Some tiles of a sliding puzzle as a space of its own.

use std::sync::OnceLock;

use tremaux_tables::PatternSpace;

use super::cell_sets::{CellSets, MOST_CELLS};
use super::symmetry::Symmetry;
use super::{Arrangement, Size, Slide, Unsupported};

/// The most tiles of a pattern. Its database is the limit sooner: eight tiles of sixteen
/// cells have 518,918,400 states, six of twenty-five 127,512,000.
pub(super) const MOST_TILES: usize = 12;

/// The most regions into which the tiles of a pattern may cut the other cells.
const MOST_REGIONS: usize = 8;

/// Some tiles of a sliding puzzle and their way to their goal cells, all other tiles alike:
/// what an additive pattern database is built of (Korf and Felner 2002).
///
/// Moves of the pattern's tiles cost one, others nothing: so the blank wanders within the
/// region of cells that no tile of the pattern bars it from, and a state is the cells of the
/// tiles, the index, and the region of the blank, the part.
///
/// An index is made of **the set** of cells and **the order** in which the tiles stand in
/// them, of which a sideways move leaves the order as it is. The order numbers the blocks:
/// all its sets lie together.
///
/// Patterns that one of the eight symmetries of the rectangle makes equal are equal, whatever
/// the numbers of their tiles: they need one database.
#[derive(Debug)]
pub struct TilePattern {
    size: Size,
    /// The goal cells, ascending: the tiles are known by their place here.
    goals: Vec<u8>,
    /// The region of the blank at the goal.
    region: u32,
    sets: CellSets,
    moves: OnceLock<SetMoves>,
}

/// What [`TilePattern::of`] knows of the tiles that a pattern has been made of.
pub(super) struct Orientation {
    /// How their board is turned into the pattern's.
    pub(super) symmetry: Symmetry,
    /// The tiles in the order in which the pattern counts them.
    pub(super) tiles: Vec<u8>,
}

/// What moves do to sets, whatever the order of the tiles.
#[derive(Debug)]
struct SetMoves {
    sets: Vec<u32>,
    /// By set, and one more: where its moves begin.
    first: Vec<u32>,
    moves: Vec<SetMove>,
}

/// A move backward: a tile goes to a cell in the blank's region, and the blank was where it
/// came from.
#[derive(Clone, Copy, Debug)]
struct SetMove {
    /// The number of the set after it.
    to: u32,
    /// Which tile of the order moves, and which it then is: `MOST_TILES` times one, plus the
    /// other.
    turn: u8,
    /// The region that the tile goes to, a bit.
    from: u8,
    /// The region of the cell that it leaves, a number.
    part: u8,
}

/// An order of tiles, decoded.
#[derive(Debug)]
pub struct Order {
    /// By place in the order, the tile.
    tiles: [u8; MOST_TILES],
    /// The number of the order after a turn.
    turns: [u32; MOST_TILES * MOST_TILES],
}

/// How much the number of an order grows when tile `tile`, counted from 0 in the pattern,
/// moves behind tile `passed`.
///
/// The number is in the factorial system: the digit of a tile, worth its factorial, counts
/// the lower tiles that stand behind it.
pub(super) fn passing(tile: usize, passed: usize) -> i64 {
    let factorial = |number: usize| (1..=number as i64).product::<i64>();
    match tile.cmp(&passed) {
        std::cmp::Ordering::Less => factorial(passed),
        std::cmp::Ordering::Equal => 0,
        std::cmp::Ordering::Greater => -factorial(tile),
    }
}

/// The regions into which the cells in `taken` cut the others, by their first cells.
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
    /// The pattern of these tiles on the way to `goal`, and how they have become it.
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
            return fail("patterns of tiles that the board has");
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
            return fail("patterns that leave at most eight regions to the blank");
        }
        Ok((Self { size, goals, region, sets, moves: OnceLock::new() }, orientation))
    }

    /// Whether both have the same database.
    pub(super) fn is_same(&self, other: &Self) -> bool {
        (self.size, &self.goals, self.region) == (other.size, &other.goals, other.region)
    }

    /// The number of tiles.
    #[must_use]
    pub const fn tile_count(&self) -> usize {
        self.goals.len()
    }

    pub(super) const fn sets(&self) -> &CellSets {
        &self.sets
    }

    /// The size of the board as the pattern sees it.
    pub(super) const fn size(&self) -> Size {
        self.size
    }

    /// The index of the state in which the tiles have these cells, in the pattern's order
    /// and turned as it is; as the set and the first index of the order.
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

    fn block_count(&self) -> usize {
        (1..=self.goals.len()).product()
    }

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
