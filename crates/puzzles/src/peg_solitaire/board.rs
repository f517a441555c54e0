//! Boards: the holes and the possible jumps.

use std::fmt;

/// The arrangement of holes.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(super) enum Lattice {
    /// In rows and columns; pegs jump along both.
    Square,
    /// In a triangle whose row `n` has `n` holes; pegs jump along three axes.
    Triangle,
}

/// A jump that exists on the board, by the numbers of its holes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Triple {
    pub(super) from: u8,
    pub(super) over: u8,
    pub(super) to: u8,
}

impl Triple {
    /// The holes whose pegs change.
    #[inline]
    pub(super) const fn holes(self) -> u64 {
        1 << self.from | 1 << self.over | 1 << self.to
    }

    /// The holes that have a peg before the jump.
    #[inline]
    pub(super) const fn pegs(self) -> u64 {
        1 << self.from | 1 << self.over
    }
}

/// A board: holes, numbered row by row from the top and in each row from the left.
///
/// A hole is named by the letter of its column and the number of its row: `a1` is at the top
/// left. On a triangle, `a1` is the top and row 5 is `a5` to `e5`, so the columns are slanted.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Board {
    lattice: Lattice,
    /// The column and row of each hole.
    places: Vec<(u8, u8)>,
    pub(super) triples: Vec<Triple>,
    /// Sets of holes in which each jump changes an even number of pegs.
    invariants: Vec<u64>,
}

const ENGLISH: [&str; 7] = ["##...", "##...", ".......", ".......", ".......", "##...", "##..."];
const EUROPEAN: [&str; 7] = ["##...", "#.....", ".......", ".......", ".......", "#.....", "##..."];

impl Board {
    /// The largest number of holes.
    pub const MAX_HOLES: usize = 64;
    /// The largest number of rows, and of columns.
    pub const MAX_SIDE: usize = 26;
    /// The sizes of triangles.
    pub const TRIANGLES: std::ops::RangeInclusive<usize> = 4..=10;

    /// The English board: a cross of 33 holes.
    pub fn english() -> Self {
        Self::of_rows(&ENGLISH)
    }

    /// The European (French) board: 37 holes.
    pub fn european() -> Self {
        Self::of_rows(&EUROPEAN)
    }

    /// The triangle with `size` holes on each side; `None` unless the size is in
    /// [`Board::TRIANGLES`].
    pub fn triangle(size: usize) -> Option<Self> {
        let rows = 0..size as u8;
        let places = rows.flat_map(|row| (0..=row).map(move |column| (column, row)));
        Self::TRIANGLES.contains(&size).then(|| Self::new(Lattice::Triangle, places.collect()))
    }

    fn of_rows(rows: &[&str]) -> Self {
        let places = (0..).zip(rows).flat_map(|(row, signs)| {
            let holes = (0..).zip(signs.bytes()).filter(|&(_, sign)| sign == b'.');
            holes.map(move |(column, _)| (column, row))
        });
        Self::new(Lattice::Square, places.collect())
    }

    /// The board with these places, row by row: at most [`Board::MAX_HOLES`].
    pub(super) fn new(lattice: Lattice, places: Vec<(u8, u8)>) -> Self {
        const STEPS: [(i8, i8); 6] = [(-1, 0), (1, 0), (0, -1), (0, 1), (-1, -1), (1, 1)];
        let axes = if lattice == Lattice::Square { 4 } else { 6 };
        let hole = |column: Option<u8>, row: Option<u8>| {
            let place = (column?, row?);
            places.iter().position(|&other| other == place).map(|hole| hole as u8)
        };
        let mut triples = Vec::new();
        for (from, &(column, row)) in (0..).zip(&places) {
            for (right, down) in &STEPS[..axes] {
                let next = |count: i8| {
                    let column = column.checked_add_signed(right * count);
                    hole(column, row.checked_add_signed(down * count))
                };
                if let (Some(over), Some(to)) = (next(1), next(2)) {
                    triples.push(Triple { from, over, to });
                }
            }
        }
        let invariants = null_space(places.len(), triples.iter().map(|triple| triple.holes()));
        Self { lattice, places, triples, invariants }
    }

    /// Whether the board is a triangle, and pegs jump along three axes.
    pub fn is_triangular(&self) -> bool {
        self.lattice == Lattice::Triangle
    }

    pub(super) const fn lattice(&self) -> Lattice {
        self.lattice
    }

    /// The number of holes.
    pub const fn holes(&self) -> usize {
        self.places.len()
    }

    /// A peg in each hole.
    pub const fn full(&self) -> u64 {
        u64::MAX >> (64 - self.holes())
    }

    /// The column and row of the hole with this number, from 0.
    pub fn place(&self, hole: usize) -> (u8, u8) {
        self.places[hole]
    }

    /// The column and row of each hole.
    pub(super) fn places(&self) -> &[(u8, u8)] {
        &self.places
    }

    /// The number of columns and rows.
    pub(super) fn size(&self) -> (usize, usize) {
        self.places.iter().fold((0, 0), |(width, height), &(column, row)| {
            (width.max(usize::from(column) + 1), height.max(usize::from(row) + 1))
        })
    }

    /// The hole with this name, as `d4`, if there is one.
    pub fn hole(&self, name: &str) -> Option<usize> {
        (0..self.holes()).find(|&hole| self.name(hole).to_string() == name)
    }

    /// Writes the name of a hole, as `d4`.
    pub(super) fn name(&self, hole: usize) -> impl fmt::Display + use<> {
        let (column, row) = self.places[hole];
        format!("{}{}", char::from(b'a' + column), row + 1)
    }

    /// The class of a position (Reiss 1857). No jump changes it, so positions of different
    /// classes cannot reach each other.
    ///
    /// Each bit is the parity of the pegs in a set of holes of which each jump changes two or
    /// none. All such sets, found by linear algebra over GF(2), give the finest classes that
    /// parity allows. On the English board there are 16, those of de Bruijn, *A solitaire game
    /// and its relation to a finite field* (1972): every third diagonal in both directions.
    #[inline]
    pub fn class(&self, pegs: u64) -> u64 {
        let bits = self.invariants.iter().zip(0..);
        bits.fold(0, |class, (holes, bit)| {
            class | u64::from((pegs & holes).count_ones() % 2) << bit
        })
    }

    /// Holes in which the parity of pegs differs between two positions, and no jump changes it.
    pub(super) fn parity_between(&self, one: u64, other: u64) -> Option<u64> {
        let is_odd = |holes: &&u64| ((one ^ other) & *holes).count_ones() % 2 == 1;
        self.invariants.iter().find(is_odd).copied()
    }

    /// The number of steps from each hole to the nearest of `targets`; the number of holes if
    /// there is no path.
    pub(super) fn distances(&self, targets: u64) -> Vec<usize> {
        let is_target = |hole: usize| targets >> hole & 1 == 1;
        let far = self.holes();
        let mut distances: Vec<usize> =
            (0..far).map(|hole| if is_target(hole) { 0 } else { far }).collect();
        // The three holes of a jump are in a line; neighbours that no jump joins do not count.
        for _ in 0..far {
            for triple in &self.triples {
                let [from, over, to] = [triple.from, triple.over, triple.to].map(usize::from);
                distances[over] = distances[over].min(distances[to] + 1);
                distances[from] = distances[from].min(distances[over] + 1);
            }
        }
        distances
    }
}

/// A basis of the sets of bits below `count` that have an even number of bits in common with
/// each of `rows`.
fn null_space(count: usize, rows: impl Iterator<Item = u64>) -> Vec<u64> {
    // Each vector with its pivot, which no other vector has.
    let mut reduced: Vec<(usize, u64)> = Vec::new();
    for mut row in rows {
        for &(pivot, other) in &reduced {
            row ^= if row >> pivot & 1 == 1 { other } else { 0 };
        }
        if row != 0 {
            let pivot = row.trailing_zeros() as usize;
            for (_, other) in &mut reduced {
                *other ^= if *other >> pivot & 1 == 1 { row } else { 0 };
            }
            reduced.push((pivot, row));
        }
    }
    let free = (0..count).filter(|free| reduced.iter().all(|(pivot, _)| pivot != free));
    let vector = |free: usize| {
        let pivots = reduced.iter().filter(|(_, row)| row >> free & 1 == 1);
        pivots.fold(1 << free, |vector, (pivot, _)| vector | 1 << pivot)
    };
    free.map(vector).collect()
}
