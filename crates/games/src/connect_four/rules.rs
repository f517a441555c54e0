//! The rules: two players drop stones into columns; four in a row win.

use tremaux_core::{Game, HashedGame, MoveKey, Player, Turn, ZeroSumGame};

use super::size::{AnySize, Size, SizeError, Standard};

/// Connect Four on any board that fits in 64 bits.
///
/// Four stones of one player in a row, column or diagonal end the game and win it; a full
/// board is a draw. The standard board is `ConnectFour::default()`.
///
/// If `FOLDED`, a position and its mirror image have the same hash, and mirrored moves the same
/// code, so transposition tables share their entries.
///
/// ```
/// use tremaux::games::connect_four::ConnectFour;
/// use tremaux::play::GameNotation;
/// use tremaux::{Game, Turn};
/// let game: ConnectFour = ConnectFour::default();
/// let position = game.parse_position("4453").unwrap();
/// assert_eq!(game.turn(&position), Turn::Player(0));
/// ```
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct ConnectFour<S = Standard, const FOLDED: bool = true> {
    size: S,
}

impl ConnectFour<AnySize> {
    /// The game on a board with this many columns and rows.
    ///
    /// # Errors
    ///
    /// Returns an error if the board has no cells or does not fit 64 bits.
    pub fn with_size(columns: u32, rows: u32) -> Result<Self, SizeError> {
        Ok(Self { size: AnySize::new(columns, rows)? })
    }
}

/// A column, from 0 on the left.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Column(pub u8);

/// Stones as bits, column by column from the bottom; see [`Size`].
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct Position {
    mine: u64,
    all: u64,
}

impl Position {
    /// A position with these stones; whether it can arise is not checked.
    #[inline]
    pub(super) fn from_stones(mine: u64, all: u64) -> Self {
        Self { mine, all }
    }

    /// The number of stones.
    #[inline]
    pub fn stones(&self) -> u32 {
        self.all.count_ones()
    }

    /// The cells of all stones.
    #[inline]
    pub fn all(&self) -> u64 {
        self.all
    }

    /// The cells of the player to move.
    #[inline]
    pub fn mine(&self) -> u64 {
        self.mine
    }

    /// The cells of the player who moved last.
    #[inline]
    pub fn theirs(&self) -> u64 {
        self.mine ^ self.all
    }

    /// The player to move; if the game is over, the player who would be.
    #[inline]
    pub fn player_to_move(&self) -> Player {
        (self.all.count_ones() & 1) as Player
    }
}

/// `cells` shifted up by this many bits; bits off the board disappear.
#[inline]
fn up(cells: u64, by: u32) -> u64 {
    cells.checked_shl(by).unwrap_or(0)
}

/// `cells` shifted down by this many bits.
#[inline]
fn down(cells: u64, by: u32) -> u64 {
    cells.checked_shr(by).unwrap_or(0)
}

impl<S: Size, const FOLDED: bool> ConnectFour<S, FOLDED> {
    /// The game on a board of this size.
    pub const fn of(size: S) -> Self {
        Self { size }
    }

    /// The board.
    #[inline]
    pub fn size(&self) -> S {
        self.size
    }

    /// The cells where a dropped stone would land.
    #[inline]
    pub fn landings(&self, position: &Position) -> u64 {
        (position.all + self.size.bottom()) & self.size.full()
    }

    /// Whether `stones` hold four in a row.
    #[inline]
    pub fn has_four(&self, stones: u64) -> bool {
        let stride = self.size.stride();
        [1, stride - 1, stride, stride + 1].into_iter().any(|step| {
            let pairs = stones & down(stones, step);
            pairs & down(pairs, 2 * step) != 0
        })
    }

    /// The empty cells that complete four in a row with `stones`.
    #[inline]
    pub fn fourths(&self, position: &Position, stones: u64) -> u64 {
        // Three below.
        let mut cells = stones << 1 & stones << 2 & stones << 3;
        let stride = self.size.stride();
        for step in [stride - 1, stride, stride + 1] {
            let pair = up(stones, step) & up(stones, 2 * step);
            cells |= pair & up(stones, 3 * step);
            cells |= pair & down(stones, step);
            let pair = down(stones, step) & down(stones, 2 * step);
            cells |= pair & up(stones, step);
            cells |= pair & down(stones, 3 * step);
        }
        cells & self.size.full() & !position.all
    }

    /// Appends the columns of `landings`, those nearest the middle first.
    #[inline]
    pub(super) fn push_columns(&self, landings: u64, moves: &mut Vec<Column>) {
        // Written to an array without branches, then appended at once.
        let columns = self.size.columns();
        let mut legal = [Column(0); 32];
        let mut count = 0;
        for nth in 0..columns {
            // Alternate left and right, ending at the edge for any number of columns.
            let (middle, away) = ((columns - 1) / 2, nth.div_ceil(2));
            let is_left = nth % 2 == columns % 2;
            let column = if is_left { middle - away } else { middle + away };
            legal[count] = Column(column as u8);
            count += usize::from(landings & self.size.column(column) != 0);
        }
        moves.extend_from_slice(&legal[..count]);
    }

    /// A unique key of the position: the addition carries to the bit above each column's stones
    /// and never into the next column.
    #[inline]
    fn key(&self, position: &Position) -> u64 {
        position.all + position.mine + self.size.bottom()
    }

    /// The smaller key of the position and its mirror image, and whether it is the mirror
    /// image's.
    #[inline]
    pub(super) fn canonical_key(&self, position: &Position) -> (u64, bool) {
        let key = self.key(position);
        if FOLDED {
            let mirrored = self.size.mirror(key);
            (key.min(mirrored), mirrored < key)
        } else {
            (key, false)
        }
    }
}

impl<S: Size, const FOLDED: bool> Game for ConnectFour<S, FOLDED> {
    type State = Position;
    type Move = Column;
    type Undo = Position;

    fn initial_state(&self) -> Position {
        Position::default()
    }

    #[inline]
    fn turn(&self, position: &Position) -> Turn {
        if self.has_four(position.theirs()) || position.all == self.size.full() {
            Turn::Over
        } else {
            Turn::Player(position.player_to_move())
        }
    }

    #[inline]
    fn moves(&self, position: &Position, moves: &mut Vec<Column>) {
        self.push_columns(self.landings(position), moves);
    }

    #[inline]
    fn play(&self, position: &mut Position, column: Column) -> Position {
        let before = *position;
        let bottom = 1 << (u32::from(column.0) * self.size.stride());
        *position = Position { mine: before.theirs(), all: before.all | (before.all + bottom) };
        before
    }

    #[inline]
    fn undo(&self, position: &mut Position, _column: Column, before: Position) {
        *position = before;
    }

    #[inline]
    fn payoff(&self, position: &Position, player: Player) -> f64 {
        match (self.has_four(position.theirs()), position.player_to_move() == player) {
            (false, _) => 0.0,
            (true, true) => -1.0,
            (true, false) => 1.0,
        }
    }
}

impl<S: Size, const FOLDED: bool> ZeroSumGame for ConnectFour<S, FOLDED> {}

/// A bijection in which every bit of the result depends on all bits of `key`.
#[inline]
pub(super) fn mix(key: u64) -> u64 {
    let mixed = key.wrapping_mul(0x9E37_79B9_7F4A_7C15);
    (mixed ^ mixed >> 32).wrapping_mul(0xD6E8_FEB8_6659_FD93)
}

impl<S: Size, const FOLDED: bool> HashedGame for ConnectFour<S, FOLDED> {
    #[inline]
    fn hash(&self, position: &Position) -> u64 {
        mix(self.canonical_key(position).0)
    }

    #[inline]
    fn code(&self, position: &Position, column: Column) -> u16 {
        let is_mirrored = FOLDED && self.canonical_key(position).1;
        let column = u16::from(column.0);
        if is_mirrored { self.size.columns() as u16 - 1 - column } else { column }
    }
}

impl<S: Size, const FOLDED: bool> MoveKey for ConnectFour<S, FOLDED> {
    fn key_count(&self) -> usize {
        128
    }

    #[inline]
    fn move_key(&self, position: &Position, column: Column) -> usize {
        let landing = self.landings(position) & self.size.column(u32::from(column.0));
        landing.trailing_zeros() as usize | usize::from(position.player_to_move()) << 6
    }
}
