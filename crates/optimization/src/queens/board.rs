//! Placements as solutions: one queen in each column and row.

use std::hash::{DefaultHasher, Hash, Hasher};

use tremaux_core::Random;
use tremaux_landscape::{Choice, HillClimbing, Landscape, Recombination};

/// The queens on a diagonal.
#[derive(Clone, Copy, Debug, Default)]
struct Diagonal {
    count: u32,
    /// The columns of its queens, combined by exclusive or: of a single queen its column.
    columns: u32,
}

/// A queen in each column, no two in a row.
#[derive(Clone, Debug)]
pub struct Placement {
    /// The row of the queen in each column.
    rows: Vec<u32>,
    rising: Vec<Diagonal>,
    falling: Vec<Diagonal>,
    /// The columns of attacked queens, and where each column is in that list.
    attacked: Vec<u32>,
    places: Vec<u32>,
    attacks: u64,
}

const NOWHERE: u32 = u32::MAX;

impl Placement {
    /// A placement with these rows, each once.
    pub(super) fn new(rows: Vec<u32>) -> Self {
        let count = rows.len();
        let empty = || vec![Diagonal::default(); 2 * count];
        let (rising, falling) = (empty(), empty());
        let (attacked, places) = (Vec::new(), vec![NOWHERE; count]);
        let mut placement = Self { rows, rising, falling, attacked, places, attacks: 0 };
        for column in 0..count as u32 {
            placement.put(column);
        }
        placement
    }

    /// The row of the queen in each column.
    pub fn rows(&self) -> &[u32] {
        &self.rows
    }

    #[inline]
    fn diagonals(&self, column: u32, row: u32) -> (usize, usize) {
        (column as usize + row as usize, column as usize + self.rows.len() - row as usize)
    }

    /// Adds the queen of a column to its diagonals.
    fn put(&mut self, column: u32) {
        let (rising, falling) = self.diagonals(column, self.rows[column as usize]);
        for diagonal in [&mut self.rising[rising], &mut self.falling[falling]] {
            self.attacks += u64::from(diagonal.count);
            if diagonal.count == 1 {
                let (list, places) = (&mut self.attacked, &mut self.places);
                attack(list, places, diagonal.columns);
            }
            if diagonal.count > 0 {
                attack(&mut self.attacked, &mut self.places, column);
            }
            diagonal.count += 1;
            diagonal.columns ^= column;
        }
    }

    /// Takes the queen of a column from its diagonals.
    fn take(&mut self, column: u32) {
        let (rising, falling) = self.diagonals(column, self.rows[column as usize]);
        self.release(column);
        let mut alone = [NOWHERE; 2];
        let diagonals = [&mut self.rising[rising], &mut self.falling[falling]];
        for (at, diagonal) in diagonals.into_iter().enumerate() {
            diagonal.count -= 1;
            diagonal.columns ^= column;
            self.attacks -= u64::from(diagonal.count);
            if diagonal.count == 1 {
                alone[at] = diagonal.columns;
            }
        }
        for other in alone.into_iter().filter(|&other| other != NOWHERE) {
            let (rising, falling) = self.diagonals(other, self.rows[other as usize]);
            if self.rising[rising].count == 1 && self.falling[falling].count == 1 {
                self.release(other);
            }
        }
    }

    fn release(&mut self, column: u32) {
        let place = std::mem::replace(&mut self.places[column as usize], NOWHERE);
        if place != NOWHERE {
            self.attacked.swap_remove(place as usize);
            if let Some(&moved) = self.attacked.get(place as usize) {
                self.places[moved as usize] = place;
            }
        }
    }

    fn swap(&mut self, Swap { column, other }: Swap) {
        self.take(column);
        self.take(other);
        self.rows.swap(column as usize, other as usize);
        self.put(column);
        self.put(other);
    }
}

fn attack(attacked: &mut Vec<u32>, places: &mut [u32], column: u32) {
    let place = &mut places[column as usize];
    if *place == NOWHERE {
        *place = attacked.len() as u32;
        attacked.push(column);
    }
}

/// Two queens exchange their rows.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Swap {
    column: u32,
    other: u32,
}

/// Placements of n queens, as a landscape: the value is the number of pairs on a diagonal. In a
/// move an attacked queen exchanges rows with another.
#[derive(Clone, Debug)]
pub struct Queens {
    count: u32,
    is_careful: bool,
}

/// The greatest number of moves that are listed.
const MOST_LISTED: usize = 1 << 17;

impl Queens {
    /// The number of pairs of queens on a diagonal, if there is one queen in each row.
    pub fn attacks(rows: &[u32]) -> Option<u64> {
        let count = rows.len();
        let mut is_taken = vec![false; count];
        let mut diagonals = [vec![0_u64; 2 * count], vec![0; 2 * count]];
        let mut attacks = 0;
        for (column, &row) in rows.iter().enumerate() {
            let row = row as usize;
            if std::mem::replace(is_taken.get_mut(row)?, true) {
                return None;
            }
            for (at, diagonal) in [(0, column + row), (1, column + count - row)] {
                attacks += diagonals[at][diagonal];
                diagonals[at][diagonal] += 1;
            }
        }
        Some(attacks)
    }

    /// The greatest number of queens.
    pub const MOST: u32 = 4_000_000;

    /// Repair of conflicts: an attacked queen exchanges rows with a random one unless that makes
    /// it worse, until none is attacked (Minton and others 1992; Sosič and Gu 1991).
    pub const MIN_CONFLICTS: HillClimbing = HillClimbing::steepest()
        .choice(Choice::Random)
        .sideways(u64::MAX)
        .restarts(u64::MAX)
        .steps(0)
        .patience(0);

    /// `count` queens on a board of `count` columns and rows; `None` if it is zero or more than
    /// [`Queens::MOST`].
    pub fn new(count: u32) -> Option<Self> {
        (1..=Self::MOST).contains(&count).then_some(Self { count, is_careful: false })
    }

    /// The same with initial placements in which most queens are not attacked: each takes the
    /// first of some random rows where it is safe (Sosič and Gu 1991).
    #[must_use]
    pub fn placed_with_care(self) -> Self {
        Self { is_careful: true, ..self }
    }

    /// The number of queens.
    pub fn count(&self) -> u32 {
        self.count
    }

    fn careful_rows(&self, random: &mut Random) -> Vec<u32> {
        const TRIES: usize = 50;
        let count = self.count as usize;
        let mut rows: Vec<u32> = (0..self.count).collect();
        let (mut rising, mut falling) = (vec![false; 2 * count], vec![false; 2 * count]);
        for column in 0..count {
            for _ in 0..TRIES {
                let other = column + random.scaled((count - column) as u64) as usize;
                rows.swap(column, other);
                let row = rows[column] as usize;
                if !rising[column + row] && !falling[column + count - row] {
                    break;
                }
            }
            let row = rows[column] as usize;
            rising[column + row] = true;
            falling[column + count - row] = true;
        }
        rows
    }
}

impl Landscape for Queens {
    type Solution = Placement;
    type Move = Swap;

    fn initial_solution(&self, random: &mut Random) -> Placement {
        if self.is_careful {
            return Placement::new(self.careful_rows(random));
        }
        let mut rows: Vec<u32> = (0..self.count).collect();
        random.shuffle(&mut rows);
        Placement::new(rows)
    }

    fn value(&self, placement: &Placement) -> f64 {
        placement.attacks as f64
    }

    fn full_value(&self, placement: &Placement) -> f64 {
        Self::attacks(&placement.rows).map_or(f64::INFINITY, |attacks| attacks as f64)
    }

    fn change(&self, placement: &Placement, Swap { column, other }: Swap) -> f64 {
        let rows = &placement.rows;
        let (from, to) = (rows[column as usize], rows[other as usize]);
        let queens = [(column, from, -1), (other, to, -1), (column, to, 1), (other, from, 1)];
        // The diagonals change one after the other; those changed so far, and by how much.
        let mut rising = [(usize::MAX, 0); 4];
        let mut falling = [(usize::MAX, 0); 4];
        let mut change = 0;
        for (at, (column, row, by)) in queens.into_iter().enumerate() {
            let (up, down) = placement.diagonals(column, row);
            for (diagonal, list, changed) in
                [(up, &placement.rising, &mut rising), (down, &placement.falling, &mut falling)]
            {
                let mut count = i64::from(list[diagonal].count);
                for &(other, by) in &changed[..at] {
                    if other == diagonal {
                        count += by;
                    }
                }
                change += if by > 0 { count } else { 1 - count };
                changed[at] = (diagonal, by);
            }
        }
        change as f64
    }

    fn apply(&self, placement: &mut Placement, swap: Swap) {
        placement.swap(swap);
    }

    fn moves(&self, placement: &Placement, moves: &mut Vec<Swap>) {
        // Of very many queens only the first attacked ones.
        let most = (MOST_LISTED / self.count as usize).max(1);
        for &column in placement.attacked.iter().take(most) {
            for other in 0..self.count {
                let is_listed =
                    placement.places[other as usize] < placement.places[column as usize];
                if other != column && !is_listed {
                    moves.push(Swap { column, other });
                }
            }
        }
    }

    fn random_move(&self, placement: &Placement, random: &mut Random) -> Option<Swap> {
        let at = random.scaled(placement.attacked.len() as u64) as usize;
        let &column = placement.attacked.get(at)?;
        let other = random.scaled(u64::from(self.count) - 1) as u32;
        Some(Swap { column, other: other + u32::from(other >= column) })
    }

    fn size(&self) -> usize {
        let count = self.count as usize;
        count * count.min(MOST_LISTED / count).max(1)
    }

    fn key(&self, placement: &Placement) -> u64 {
        let mut hasher = DefaultHasher::new();
        placement.rows.hash(&mut hasher);
        hasher.finish()
    }

    fn lost(&self, placement: &Placement, Swap { column, .. }: Swap) -> u64 {
        u64::from(column) << 32 | u64::from(placement.rows[column as usize])
    }

    fn gained(&self, placement: &Placement, Swap { column, other }: Swap) -> u64 {
        u64::from(column) << 32 | u64::from(placement.rows[other as usize])
    }

    fn lower_bound(&self) -> f64 {
        // Two and three queens always attack each other.
        if matches!(self.count, 2 | 3) { 1.0 } else { 0.0 }
    }

    fn bytes(&self, placement: &Placement) -> usize {
        size_of_val(&*placement.rows)
            + 2 * size_of_val(&*placement.rising)
            + size_of_val(&*placement.places)
            + placement.attacked.capacity() * 4
    }
}

impl Recombination for Queens {
    fn cross(&self, first: &Placement, second: &Placement, random: &mut Random) -> Placement {
        Placement::new(crate::permutation::order_crossover(&first.rows, &second.rows, random))
    }
}
