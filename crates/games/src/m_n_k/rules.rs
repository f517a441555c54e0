//! The rules: two players put stones on a board of m columns and n rows; k in a row win.

use std::fmt;

use tremaux_core::{Game, HashedGame, MoveKey, Player, Random, Turn, ZeroSumGame};

/// How many symmetries a square has.
const SYMMETRIES: usize = 8;

/// An m,n,k-game: columns, rows and winning row length; with or without gravity.
///
/// Boards have at most [`MnkGame::MAX_SIDE`] columns and rows and [`MnkGame::MAX_CELLS`] cells,
/// which is enough for gomoku's 19 by 19. More than k in a row also win. With gravity, a stone
/// falls to the lowest empty cell of its column.
///
/// Positions that are rotations or reflections of each other have the same hash: eight
/// symmetries on squares, four on other boards, two with gravity. Every move updates the hashes
/// of all symmetries at once.
///
/// ```
/// use tremaux::{Game, Turn};
/// use tremaux::games::m_n_k::MnkGame;
/// let tic_tac_toe = MnkGame::new(3, 3, 3).unwrap();
/// let gomoku = MnkGame::new(15, 15, 5).unwrap();
/// let connect_four = MnkGame::new(7, 6, 4).unwrap().with_gravity();
/// assert_eq!(gomoku.turn(&gomoku.initial_state()), Turn::Player(0));
/// ```
#[derive(Clone, Debug)]
pub struct MnkGame {
    columns: usize,
    rows: usize,
    row_length: usize,
    has_gravity: bool,
    /// For each cell and player, the hash key of a stone under each symmetry.
    keys: Vec<[[u64; SYMMETRIES]; 2]>,
    /// For each cell, its image under each symmetry.
    images: Vec<[u16; SYMMETRIES]>,
}

/// A cell, row by row from the top left, from 0. With gravity it is the cell where the stone
/// lands.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Cell(pub u16);

/// A set of cells.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct Stones([u64; MnkGame::MAX_CELLS / 64]);

impl Stones {
    /// Whether `cell` is in the set.
    #[inline]
    pub fn contains(&self, cell: usize) -> bool {
        self.0[cell / 64] >> (cell % 64) & 1 == 1
    }

    /// Adds or removes `cell`.
    #[inline]
    fn toggle(&mut self, cell: usize) {
        self.0[cell / 64] ^= 1 << (cell % 64);
    }
}

/// A position: the stones of both players, and whether the last one won.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Position {
    stones: [Stones; 2],
    count: u16,
    is_won: bool,
    keys: [u64; SYMMETRIES],
}

impl Position {
    /// The stones of a player.
    #[inline]
    pub fn stones(&self, player: Player) -> &Stones {
        &self.stones[usize::from(player)]
    }

    /// The owner of the stone on a cell.
    #[inline]
    pub fn stone(&self, cell: usize) -> Option<Player> {
        (0..2).find(|&player| self.stones[usize::from(player)].contains(cell))
    }

    /// The number of stones.
    #[inline]
    pub fn count(&self) -> usize {
        usize::from(self.count)
    }

    /// The player to move; if the game is over, the player who would be.
    #[inline]
    pub fn player_to_move(&self) -> Player {
        (self.count % 2) as Player
    }
}

impl MnkGame {
    /// The maximum number of columns and rows, as columns are named by letters.
    pub const MAX_SIDE: usize = 26;
    /// The maximum number of cells.
    pub const MAX_CELLS: usize = 384;

    /// The game on a board with this many columns and rows, won by this many in a row.
    ///
    /// # Errors
    ///
    /// Returns an error if the board is empty or too large, or if no row of this length
    /// fits on it.
    pub fn new(columns: usize, rows: usize, row_length: usize) -> Result<Self, MnkError> {
        let sides = 1..=Self::MAX_SIDE;
        if !sides.contains(&columns) || !sides.contains(&rows) || columns * rows > Self::MAX_CELLS {
            return Err(MnkError::Board { columns, rows });
        }
        if !(1..=columns.max(rows)).contains(&row_length) {
            return Err(MnkError::RowLength { row_length, longest: columns.max(rows) });
        }
        let mut game =
            Self { columns, rows, row_length, has_gravity: false, keys: vec![], images: vec![] };
        game.prepare();
        Ok(game)
    }

    /// The same with gravity.
    #[must_use]
    pub fn with_gravity(mut self) -> Self {
        self.has_gravity = true;
        self.prepare();
        self
    }

    /// The number of columns, m.
    #[inline]
    pub fn columns(&self) -> usize {
        self.columns
    }

    /// The number of rows, n.
    #[inline]
    pub fn rows(&self) -> usize {
        self.rows
    }

    /// The row length that wins, k.
    #[inline]
    pub fn row_length(&self) -> usize {
        self.row_length
    }

    /// Whether stones fall.
    #[inline]
    pub fn has_gravity(&self) -> bool {
        self.has_gravity
    }

    /// The number of cells.
    #[inline]
    pub fn cells(&self) -> usize {
        self.columns * self.rows
    }

    /// Builds the tables of images and keys.
    fn prepare(&mut self) {
        let (columns, rows) = (self.columns, self.rows);
        let is_square = columns == rows;
        let has_gravity = self.has_gravity;
        let image = |cell: usize, symmetry: usize| {
            let (mut x, mut y) = (cell % columns, cell / columns);
            if symmetry & 1 != 0 {
                x = columns - 1 - x;
            }
            if symmetry & 2 != 0 && !has_gravity {
                y = rows - 1 - y;
            }
            if symmetry & 4 != 0 && is_square && !has_gravity {
                (x, y) = (y, x);
            }
            (y * columns + x) as u16
        };
        self.images =
            (0..self.cells()).map(|cell| std::array::from_fn(|s| image(cell, s))).collect();
        // All games of the same size have the same keys.
        let random = Random::new(0);
        let keys = |images: &[u16; SYMMETRIES]| {
            [0, 1].map(|player| images.map(|cell| random.bits_after(u64::from(cell) * 2 + player)))
        };
        self.keys = self.images.iter().map(keys).collect();
    }

    /// Whether a stone on `cell` completes a winning row of `stones`.
    fn completes(&self, stones: &Stones, cell: usize) -> bool {
        let (x, y) = ((cell % self.columns) as isize, (cell / self.columns) as isize);
        [(1, 0), (0, 1), (1, 1), (1, -1)].into_iter().any(|(dx, dy)| {
            let run = |sign: isize| {
                (1..self.row_length as isize)
                    .take_while(|i| {
                        let (x, y) = (x + sign * i * dx, y + sign * i * dy);
                        let is_on = (0..self.columns as isize).contains(&x)
                            && (0..self.rows as isize).contains(&y);
                        is_on && stones.contains((y * self.columns as isize + x) as usize)
                    })
                    .count()
            };
            1 + run(1) + run(-1) >= self.row_length
        })
    }

    /// The symmetry that gives the hash.
    #[inline]
    fn canonical(&self, position: &Position) -> usize {
        let mut least = 0;
        for symmetry in 1..SYMMETRIES {
            if position.keys[symmetry] < position.keys[least] {
                least = symmetry;
            }
        }
        least
    }

    /// Toggles a stone of `player` on a cell.
    #[inline]
    fn toggle(&self, position: &mut Position, player: Player, cell: usize) {
        let player = usize::from(player);
        position.stones[player].toggle(cell);
        for (key, change) in position.keys.iter_mut().zip(&self.keys[cell][player]) {
            *key ^= change;
        }
    }

    /// The position with these cells for each player, and which players have a row.
    pub(crate) fn position_of(&self, cells: &[Vec<usize>; 2]) -> (Position, [bool; 2]) {
        let mut position = Position::default();
        for (player, cells) in cells.iter().enumerate() {
            for &cell in cells {
                self.toggle(&mut position, player as Player, cell);
                position.count += 1;
            }
        }
        let has_row = [0, 1].map(|player: usize| {
            let stones = &position.stones[player];
            cells[player].iter().any(|&cell| self.completes(stones, cell))
        });
        position.is_won = has_row[1 - usize::from(position.player_to_move())];
        (position, has_row)
    }

    /// Whether some stone can have been the last one and have completed every row.
    pub(super) fn has_last_move(&self, position: &Position) -> bool {
        let winner = 1 - position.player_to_move();
        let stones = position.stones(winner);
        let is_free = |cell: usize| position.stone(cell).is_none();
        (0..self.cells()).any(|last| {
            let could_be_last = stones.contains(last)
                && (!self.has_gravity || last < self.columns || is_free(last - self.columns));
            could_be_last && {
                let mut before = *stones;
                before.toggle(last);
                (0..self.cells())
                    .all(|cell| !before.contains(cell) || !self.completes(&before, cell))
            }
        })
    }
}

impl Game for MnkGame {
    type State = Position;
    type Move = Cell;
    type Undo = ();

    fn initial_state(&self) -> Position {
        Position::default()
    }

    #[inline]
    fn turn(&self, position: &Position) -> Turn {
        if position.is_won || position.count() == self.cells() {
            Turn::Over
        } else {
            Turn::Player(position.player_to_move())
        }
    }

    fn moves(&self, position: &Position, moves: &mut Vec<Cell>) {
        let is_free = |cell: &usize| position.stone(*cell).is_none();
        if self.has_gravity {
            moves.extend((0..self.columns).filter_map(|column| {
                let from_below = (0..self.rows).rev().map(|row| row * self.columns + column);
                from_below.into_iter().find(is_free).map(|cell| Cell(cell as u16))
            }));
            return;
        }
        for start in (0..self.cells()).step_by(64) {
            let word = start / 64;
            let here = self.cells() - start;
            let board = if here < 64 { (1 << here) - 1 } else { u64::MAX };
            let mut free = board & !(position.stones[0].0[word] | position.stones[1].0[word]);
            while free != 0 {
                moves.push(Cell((start as u32 + free.trailing_zeros()) as u16));
                free &= free - 1;
            }
        }
    }

    #[inline]
    fn play(&self, position: &mut Position, cell: Cell) {
        let (mover, cell) = (position.player_to_move(), usize::from(cell.0));
        self.toggle(position, mover, cell);
        position.count += 1;
        position.is_won = self.completes(&position.stones[usize::from(mover)], cell);
    }

    #[inline]
    fn undo(&self, position: &mut Position, cell: Cell, (): ()) {
        position.count -= 1;
        position.is_won = false;
        self.toggle(position, position.player_to_move(), usize::from(cell.0));
    }

    #[inline]
    fn payoff(&self, position: &Position, player: Player) -> f64 {
        match (position.is_won, position.player_to_move() == player) {
            (false, _) => 0.0,
            (true, true) => -1.0,
            (true, false) => 1.0,
        }
    }
}

impl ZeroSumGame for MnkGame {}

impl HashedGame for MnkGame {
    #[inline]
    fn hash(&self, position: &Position) -> u64 {
        position.keys[self.canonical(position)]
    }

    #[inline]
    fn code(&self, position: &Position, cell: Cell) -> u16 {
        self.images[usize::from(cell.0)][self.canonical(position)]
    }
}

impl MoveKey for MnkGame {
    #[inline]
    fn key_count(&self) -> usize {
        2 * self.cells()
    }

    #[inline]
    fn move_key(&self, position: &Position, cell: Cell) -> usize {
        usize::from(position.player_to_move()) * self.cells() + usize::from(cell.0)
    }
}

/// The error for impossible m,n,k-games.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum MnkError {
    /// The board has no cells, or too many.
    Board {
        /// Its columns.
        columns: usize,
        /// Its rows.
        rows: usize,
    },
    /// A row of this length does not fit.
    RowLength {
        /// The requested length.
        row_length: usize,
        /// The longest that fits.
        longest: usize,
    },
}

impl fmt::Display for MnkError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Board { columns, rows } => {
                write!(f, "{columns} columns and {rows} rows: at most ")?;
                write!(f, "{} of each and {} cells", MnkGame::MAX_SIDE, MnkGame::MAX_CELLS)
            }
            Self::RowLength { row_length, longest } => {
                write!(f, "a row of {row_length} does not fit: at most {longest}")
            }
        }
    }
}

impl std::error::Error for MnkError {}
