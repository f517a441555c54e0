//! Tables of estimates for sliding tiles (Korf and Felner 2002).

/// The maximum number of pieces of a table, and of its entries.
const MOST: (usize, usize) = (8, 1 << 24);

/// The cells of the pieces of a table.
type Cells = [usize; MOST.0];

/// How many moves some of the tiles need at least, by their cells and the blank's.
pub(super) struct TileTable {
    /// The blank, then the tiles.
    pub(super) pieces: Vec<u8>,
    /// The cells of the board.
    cells: usize,
    /// Characters with the codes from 48, by the cells of the pieces as digits of a number.
    values: Vec<u8>,
}

impl TileTable {
    pub(super) fn new(pieces: Vec<u8>, cells: usize, values: Vec<u8>) -> Result<Self, String> {
        let count = u32::try_from(pieces.len()).ok().and_then(|it| cells.checked_pow(it));
        match count.filter(|count| pieces.len() <= MOST.0 && *count <= MOST.1) {
            None => Err("the table has too many tiles".to_owned()),
            Some(count)
                if values.len() != count || values.iter().any(|it| !(b'0'..128).contains(it)) =>
            {
                Err(format!("expected {count} characters, none below `0`"))
            }
            Some(_) => Ok(Self { pieces, cells, values }),
        }
    }

    fn at(&self, cells: &Cells) -> usize {
        let digits = cells[..self.pieces.len()].iter();
        usize::from(self.values[digits.fold(0, |number, cell| number * self.cells + cell)] - b'0')
    }

    /// The entry of a board.
    pub(super) fn estimate(&self, board: &[u8]) -> usize {
        let mut cells = [0; MOST.0];
        for (cell, piece) in cells.iter_mut().zip(&self.pieces) {
            *cell = board.iter().position(|tile| tile == piece).unwrap_or(0);
        }
        self.at(&cells)
    }

    /// Checks that the goal has 0, and that no move lowers an entry by more than it moves a tile of
    /// the table: 1 or, if it moves another tile, 0.
    pub(super) fn check(&self, goal: &[u8], beside: &[Vec<usize>]) -> Result<(), String> {
        if self.estimate(goal) != 0 {
            return Err("the goal's entry in the table is not 0".to_owned());
        }
        let count = self.pieces.len();
        for number in 0..self.values.len() {
            let (mut cells, mut rest) = ([0; MOST.0], number);
            for cell in cells[..count].iter_mut().rev() {
                (*cell, rest) = (rest % self.cells, rest / self.cells);
            }
            if (1..count).any(|at| cells[..at].contains(&cells[at])) {
                continue;
            }
            for to in &beside[cells[0]] {
                let (mut after, tile) = (cells, (1..count).find(|at| cells[*at] == *to));
                tile.into_iter().for_each(|tile| after[tile] = cells[0]);
                after[0] = *to;
                if self.at(&cells) > self.at(&after) + usize::from(tile.is_some()) {
                    let cells = &cells[..count];
                    return Err(format!("a move lowers the entry of the cells {cells:?} too far"));
                }
            }
        }
        Ok(())
    }
}
