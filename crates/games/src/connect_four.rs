//! Connect Four on seven columns of six cells.

use std::str::FromStr;

use tremaux_core::{
    Evaluator, Game, HashedGame, MoveKey, MoveOrdering, Player, Score, Turn, ZeroSumGame,
};

const COLUMNS: u32 = 7;
const ROWS: u32 = 6;
/// Bits from one column to the next: the one on top of each stays empty.
const STRIDE: u32 = ROWS + 1;
/// The lowest cell of every column.
const BOTTOM: u64 = 0x0000_0408_1020_4081;
const FULL: u64 = BOTTOM * ((1 << ROWS) - 1);
const CENTRE_FIRST: [Column; COLUMNS as usize] =
    [Column(3), Column(2), Column(4), Column(1), Column(5), Column(0), Column(6)];

/// The rules, without options.
#[derive(Clone, Copy, Debug, Default)]
pub struct ConnectFour;

/// A column, from 0 on the left to 6.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Column(pub u8);

impl Column {
    #[inline]
    fn bottom(self) -> u64 {
        1 << (u32::from(self.0) * STRIDE)
    }

    #[inline]
    fn cells(self) -> u64 {
        ((1 << ROWS) - 1) << (u32::from(self.0) * STRIDE)
    }
}

/// Stones as bits, column by column from the bottom.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Position {
    /// The stones of the player to move.
    mine: u64,
    /// All stones.
    all: u64,
}

impl Position {
    /// The number of stones.
    #[must_use]
    pub fn stones(&self) -> u32 {
        self.all.count_ones()
    }

    /// The cells where a stone would lie that is dropped now.
    #[inline]
    fn landings(&self) -> u64 {
        (self.all + BOTTOM) & FULL
    }

    #[inline]
    fn theirs(&self) -> u64 {
        self.mine ^ self.all
    }

    /// Whether the player who moved last has four in a row.
    #[inline]
    #[must_use]
    pub fn is_lost(&self) -> bool {
        let theirs = self.theirs();
        [1, STRIDE - 1, STRIDE, STRIDE + 1].into_iter().any(|step| {
            let pairs = theirs & theirs >> step;
            pairs & pairs >> (2 * step) != 0
        })
    }

    /// Tells all positions apart: the bit above each column's stones is carried, and no
    /// column reaches into the next.
    #[inline]
    fn key(&self) -> u64 {
        self.all + self.mine + BOTTOM
    }

    #[inline]
    fn player_to_move(&self) -> Player {
        (self.all.count_ones() & 1) as Player
    }

    /// The empty cells that complete four in a row with `stones`.
    #[inline]
    fn fourths(&self, stones: u64) -> u64 {
        // Three below.
        let mut cells = stones << 1 & stones << 2 & stones << 3;
        for step in [STRIDE - 1, STRIDE, STRIDE + 1] {
            let up = stones << step & stones << (2 * step);
            cells |= up & stones << (3 * step);
            cells |= up & stones >> step;
            let down = stones >> step & stones >> (2 * step);
            cells |= down & stones << step;
            cells |= down & stones >> (3 * step);
        }
        cells & FULL & !self.all
    }
}

/// Reads the columns of the moves that were played, counted from 1, as `4453`.
impl FromStr for Position {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        let mut position = Self::default();
        for (at, letter) in text.chars().enumerate() {
            let column = letter.to_digit(10).filter(|digit| (1..=COLUMNS).contains(digit));
            let column = column.ok_or_else(|| {
                format!("move {}: expected a column from 1 to {COLUMNS}, not {letter:?}", at + 1)
            })?;
            let column = Column(column as u8 - 1);
            if ConnectFour.turn(&position) == Turn::Over {
                return Err(format!("move {}: the game is over", at + 1));
            }
            if position.landings() & column.cells() == 0 {
                return Err(format!("move {}: column {letter} is full", at + 1));
            }
            ConnectFour.play(&mut position, column);
        }
        Ok(position)
    }
}

impl Game for ConnectFour {
    type State = Position;
    type Move = Column;
    type Undo = Position;

    fn player_count(&self) -> usize {
        2
    }

    fn initial_state(&self) -> Position {
        Position::default()
    }

    #[inline]
    fn turn(&self, position: &Position) -> Turn {
        if position.is_lost() || position.all == FULL {
            Turn::Over
        } else {
            Turn::Player(position.player_to_move())
        }
    }

    #[inline]
    fn moves(&self, position: &Position, moves: &mut Vec<Column>) {
        // Written to an array without branches, then appended at once.
        let landings = position.landings();
        let mut legal = [Column(0); COLUMNS as usize];
        let mut count = 0;
        for column in CENTRE_FIRST {
            legal[count] = column;
            count += usize::from(landings & column.cells() != 0);
        }
        moves.extend_from_slice(&legal[..count]);
    }

    #[inline]
    fn play(&self, position: &mut Position, column: Column) -> Position {
        let before = *position;
        let all = before.all | (before.all + column.bottom());
        *position = Position { mine: before.theirs(), all };
        before
    }

    #[inline]
    fn undo(&self, position: &mut Position, _column: Column, before: Position) {
        *position = before;
    }

    fn payoff(&self, position: &Position, player: Player) -> f64 {
        f64::from(self.final_score(position, player).get().signum())
    }
}

impl ZeroSumGame for ConnectFour {
    #[inline]
    fn final_score(&self, position: &Position, player: Player) -> Score {
        match (position.is_lost(), position.player_to_move() == player) {
            (false, _) => Score::DRAW,
            (true, true) => Score::LOSS,
            (true, false) => Score::WIN,
        }
    }
}

/// One to one, and every bit of the result depends on all of `key`.
#[inline]
fn mix(key: u64) -> u64 {
    let mixed = key.wrapping_mul(0x9E37_79B9_7F4A_7C15);
    (mixed ^ mixed >> 32).wrapping_mul(0xD6E8_FEB8_6659_FD93)
}

impl HashedGame for ConnectFour {
    #[inline]
    fn hash(&self, position: &Position) -> u64 {
        mix(position.key())
    }

    #[inline]
    fn code(&self, _: &Position, column: Column) -> u16 {
        u16::from(column.0)
    }
}

impl MoveKey for ConnectFour {
    fn key_count(&self) -> usize {
        128
    }

    #[inline]
    fn move_key(&self, position: &Position, column: Column) -> usize {
        let landing = (position.landings() & column.cells()).trailing_zeros() as usize;
        landing | usize::from(position.player_to_move()) << 6
    }
}

/// Counts stones in the three middle columns.
#[derive(Clone, Copy, Debug, Default)]
pub struct Centre;

impl Evaluator<ConnectFour> for Centre {
    #[inline]
    fn evaluate(&self, _: &ConnectFour, position: &Position) -> Score {
        let middle = Column(2).cells() | Column(3).cells() | Column(4).cells();
        let count = |stones: u64| (stones & middle).count_ones() as i32;
        Score::estimate(count(position.mine) - count(position.theirs()))
    }
}

/// For solving: sees wins in one ply and losses in two, and tries first the moves that make
/// most threats.
#[derive(Clone, Copy, Debug, Default)]
pub struct Threats;

impl Evaluator<ConnectFour> for Threats {
    fn evaluate(&self, _: &ConnectFour, position: &Position) -> Score {
        let count = |stones| position.fourths(stones).count_ones() as i32;
        Score::estimate(count(position.mine) - count(position.theirs()))
    }

    #[inline]
    fn known(&self, _: &ConnectFour, position: &Position) -> Option<Score> {
        let landings = position.landings();
        if position.fourths(position.mine) & landings != 0 {
            return Some(Score::win_in(1));
        }
        let theirs = position.fourths(position.theirs());
        let forced = theirs & landings;
        // Two holes to fill, or the stone that fills one makes the hole above it.
        let is_lost = forced & forced.wrapping_sub(1) != 0 || forced << 1 & theirs != 0;
        // Every move lets the other win above it.
        let is_stuck = landings & !(theirs >> 1) == 0 && landings != 0 && forced == 0;
        (is_lost || is_stuck).then(|| Score::loss_in(2))
    }
}

impl MoveOrdering<ConnectFour> for Threats {
    #[inline]
    fn rate(
        &self,
        _: &ConnectFour,
        position: &Position,
        _: u32,
        moves: &[Column],
        ratings: &mut Vec<i32>,
    ) {
        let theirs = position.fourths(position.theirs());
        let landings = position.landings();
        let forced = theirs & landings;
        ratings.extend(moves.iter().map(|column| {
            let landing = landings & column.cells();
            if landing & (theirs >> 1) != 0 || forced != 0 && landing & forced == 0 {
                return -1; // Loses at once.
            }
            position.fourths(position.mine | landing).count_ones() as i32 * 16
        }));
    }
}

/// Connect Four in which a position and its mirror image are one to the table.
#[derive(Clone, Copy, Debug, Default)]
pub struct Mirrored;

/// Swaps the columns left and right of the middle.
#[inline]
fn mirror(cells: u64) -> u64 {
    const COLUMN: u64 = (1 << STRIDE) - 1;
    let middle = cells & COLUMN << (3 * STRIDE);
    let swap = |low: u32| {
        let by = (6 - 2 * low) * STRIDE;
        let mask = COLUMN << (low * STRIDE);
        (cells & mask) << by | cells >> by & mask
    };
    middle | swap(0) | swap(1) | swap(2)
}

impl Game for Mirrored {
    type State = Position;
    type Move = Column;
    type Undo = Position;

    fn player_count(&self) -> usize {
        2
    }
    fn initial_state(&self) -> Position {
        Position::default()
    }
    #[inline]
    fn turn(&self, position: &Position) -> Turn {
        ConnectFour.turn(position)
    }
    #[inline]
    fn moves(&self, position: &Position, moves: &mut Vec<Column>) {
        ConnectFour.moves(position, moves);
    }
    #[inline]
    fn play(&self, position: &mut Position, column: Column) -> Position {
        ConnectFour.play(position, column)
    }
    #[inline]
    fn undo(&self, position: &mut Position, _column: Column, before: Position) {
        *position = before;
    }
    fn payoff(&self, position: &Position, player: Player) -> f64 {
        ConnectFour.payoff(position, player)
    }
}

impl ZeroSumGame for Mirrored {
    #[inline]
    fn final_score(&self, position: &Position, player: Player) -> Score {
        ConnectFour.final_score(position, player)
    }
}

impl HashedGame for Mirrored {
    #[inline]
    fn hash(&self, position: &Position) -> u64 {
        let key = position.key();
        mix(key.min(mirror(key)))
    }

    #[inline]
    fn code(&self, position: &Position, column: Column) -> u16 {
        let key = position.key();
        u16::from(if key > mirror(key) { 6 - column.0 } else { column.0 })
    }
}

impl MoveKey for Mirrored {
    fn key_count(&self) -> usize {
        ConnectFour.key_count()
    }
    #[inline]
    fn move_key(&self, position: &Position, column: Column) -> usize {
        ConnectFour.move_key(position, column)
    }
}

impl Evaluator<Mirrored> for Centre {
    #[inline]
    fn evaluate(&self, _: &Mirrored, position: &Position) -> Score {
        self.evaluate(&ConnectFour, position)
    }
}
