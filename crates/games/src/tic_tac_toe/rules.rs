//! The rules: nine cells, three in a row win.

use tremaux_core::{Game, HashedGame, IndexedGame, MoveKey, Player, Turn, ZeroSumGame};

const FULL: u16 = 0b1_1111_1111;

/// Rows, columns and diagonals.
pub(super) const LINES: [u16; 8] = [
    0b000_000_111,
    0b000_111_000,
    0b111_000_000,
    0b001_001_001,
    0b010_010_010,
    0b100_100_100,
    0b100_010_001,
    0b001_010_100,
];

/// The rules, without options.
#[derive(Clone, Copy, Debug, Default)]
pub struct TicTacToe;

/// A cell, from 0 in the top left to 8.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Cell(pub u8);

/// The marks of the player to move and of the other.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct Position {
    pub(super) mine: u16,
    pub(super) theirs: u16,
}

impl Position {
    /// The empty cells, the lowest bit for the top left.
    #[inline]
    #[must_use]
    pub fn empty_cells(self) -> u16 {
        FULL & !(self.mine | self.theirs)
    }

    /// Whether the player who moved last has three in a row.
    #[inline]
    #[must_use]
    pub fn is_lost(self) -> bool {
        LINES.iter().any(|line| self.theirs & line == *line)
    }

    /// The player to move; if the game is over, the player who would be.
    #[inline]
    #[must_use]
    pub fn player_to_move(self) -> Player {
        ((self.mine | self.theirs).count_ones() % 2) as Player
    }
}

impl Game for TicTacToe {
    type State = Position;
    type Move = Cell;
    type Undo = Position;

    fn initial_state(&self) -> Position {
        Position::default()
    }

    #[inline]
    fn turn(&self, position: &Position) -> Turn {
        if position.is_lost() || position.empty_cells() == 0 {
            Turn::Over
        } else {
            Turn::Player(position.player_to_move())
        }
    }

    #[inline]
    fn moves(&self, position: &Position, moves: &mut Vec<Cell>) {
        let mut empty = position.empty_cells();
        while empty != 0 {
            moves.push(Cell(empty.trailing_zeros() as u8));
            empty &= empty - 1;
        }
    }

    #[inline]
    fn play(&self, position: &mut Position, cell: Cell) -> Position {
        let before = *position;
        *position = Position { mine: before.theirs, theirs: before.mine | 1 << cell.0 };
        before
    }

    #[inline]
    fn undo(&self, position: &mut Position, _cell: Cell, before: Position) {
        *position = before;
    }

    #[inline]
    fn payoff(&self, position: &Position, player: Player) -> f64 {
        match (position.is_lost(), position.player_to_move() == player) {
            (false, _) => 0.0,
            (true, true) => -1.0,
            (true, false) => 1.0,
        }
    }
}

impl ZeroSumGame for TicTacToe {}

impl MoveKey for TicTacToe {
    #[inline]
    fn key_count(&self) -> usize {
        18
    }

    #[inline]
    fn move_key(&self, position: &Position, cell: Cell) -> usize {
        usize::from(position.player_to_move()) * 9 + usize::from(cell.0)
    }
}

impl HashedGame for TicTacToe {
    #[inline]
    fn hash(&self, position: &Position) -> u64 {
        let marks = u64::from(position.mine) << 9 | u64::from(position.theirs);
        (marks + 1).wrapping_mul(0x9E37_79B9_7F4A_7C15).rotate_left(32)
    }

    #[inline]
    fn code(&self, _: &Position, cell: Cell) -> u16 {
        u16::from(cell.0)
    }
}

impl IndexedGame for TicTacToe {
    #[inline]
    fn position_count(&self) -> usize {
        3_usize.pow(9)
    }

    /// One base-three digit per cell: empty, the mover's, the opponent's.
    #[inline]
    fn index(&self, position: &Position) -> usize {
        (0..9).fold(0, |index, cell| {
            let (mine, theirs) = (position.mine >> cell & 1, position.theirs >> cell & 1);
            3 * index + usize::from(mine) + 2 * usize::from(theirs)
        })
    }

    fn position(&self, index: usize) -> Option<Position> {
        let mut rest = index;
        let mut position = Position::default();
        for cell in (0..9).rev() {
            match rest % 3 {
                1 => position.mine |= 1 << cell,
                2 => position.theirs |= 1 << cell,
                _ => {}
            }
            rest /= 3;
        }
        let (mine, theirs) = (position.mine.count_ones(), position.theirs.count_ones());
        let has_won = LINES.iter().any(|line| position.mine & line == *line);
        // Equal numbers of marks, or one more for the player who moved last; the player to move
        // has not won.
        let is_legal = rest == 0 && (mine == theirs || mine + 1 == theirs) && !has_won;
        (is_legal && (!position.is_lost() || self.has_last_move(&position))).then_some(position)
    }
}

impl TicTacToe {
    /// Whether a single mark of the winner, if any, completes all winning lines.
    #[inline]
    fn has_last_move(&self, position: &Position) -> bool {
        (0..9).any(|cell| {
            let before = position.theirs & !(1 << cell);
            before != position.theirs && !LINES.iter().any(|line| before & line == *line)
        })
    }
}
