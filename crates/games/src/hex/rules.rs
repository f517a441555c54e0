//! The rules: two players put stones on a rhombus of hexagons. The first one connects top and
//! bottom, the second left and right.

use tremaux_core::{Game, HashedGame, MoveKey, Player, Random, Turn, ZeroSumGame};

/// Hex on a board of [`Hex::SIZES`] rows.
///
/// A cell has up to six neighbours: those beside it in its row, above it and above to the right,
/// below it and below to the left. A position and its image under half a turn have the same hash.
///
/// ```
/// use tremaux::{Game, Turn};
/// use tremaux::games::hex::Hex;
/// let game = Hex::new(11).unwrap();
/// assert_eq!(game.turn(&game.initial_state()), Turn::Player(0));
/// assert!(Hex::new(12).is_none());
/// ```
#[derive(Clone, Debug)]
pub struct Hex {
    size: usize,
    board: u128,
    /// The first cell of each row.
    left: u128,
    /// The last cell of each row.
    right: u128,
    /// For each cell and player, the hash key of a stone, as it is and after half a turn.
    keys: Vec<[[u64; 2]; 2]>,
}

/// A cell, row by row from the top left, from 0.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Cell(pub u8);

/// A position: the stones of both players, and whether the last one won.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Position {
    stones: [u128; 2],
    is_won: bool,
    keys: [u64; 2],
}

impl Position {
    /// The stones of a player, one bit a cell.
    #[inline]
    pub fn stones(&self, player: Player) -> u128 {
        self.stones[usize::from(player)]
    }

    /// The owner of the stone on a cell.
    #[inline]
    pub fn stone(&self, cell: usize) -> Option<Player> {
        (0..2).find(|&player| self.stones(player) >> cell & 1 == 1)
    }

    /// The number of stones.
    #[inline]
    pub fn count(&self) -> u32 {
        (self.stones[0] | self.stones[1]).count_ones()
    }

    /// The player to move; if the game is over, the player who would be.
    #[inline]
    pub fn player_to_move(&self) -> Player {
        (self.count() % 2) as Player
    }
}

impl Hex {
    /// The possible numbers of rows.
    pub const SIZES: std::ops::RangeInclusive<usize> = 3..=11;

    /// Hex on a board of this many rows and columns; `None` if that is not one of [`Hex::SIZES`].
    pub fn new(size: usize) -> Option<Self> {
        if !Self::SIZES.contains(&size) {
            return None;
        }
        let cells = size * size;
        let column = |at: usize| (0..size).fold(0, |all, row| all | 1 << (row * size + at));
        let random = Random::new(0);
        let key = |cell: usize, player: u64| random.bits_after(cell as u64 * 2 + player);
        let keys = |cell: usize| [0, 1].map(|it| [key(cell, it), key(cells - 1 - cell, it)]);
        Some(Self {
            size,
            board: (1 << cells) - 1,
            left: column(0),
            right: column(size - 1),
            keys: (0..cells).map(keys).collect(),
        })
    }

    /// The number of rows, and of columns.
    #[inline]
    pub fn size(&self) -> usize {
        self.size
    }

    /// The number of cells.
    #[inline]
    pub fn cells(&self) -> usize {
        self.size * self.size
    }

    /// These cells and their neighbours.
    #[inline]
    fn with_neighbours(&self, cells: u128) -> u128 {
        let (not_left, not_right) = (cells & !self.left, cells & !self.right);
        let beside = not_left >> 1 | not_right << 1;
        let above = cells >> self.size | not_right << 1 >> self.size;
        let below = cells << self.size | not_left << (self.size - 1);
        (cells | beside | above | below) & self.board
    }

    /// The sides that a player connects.
    #[inline]
    fn sides(&self, player: Player) -> [u128; 2] {
        let row = (1 << self.size) - 1;
        if player == 0 { [row, row << (self.cells() - self.size)] } else { [self.left, self.right] }
    }

    /// Those of `stones` that are connected with `from` through others of them.
    #[inline]
    fn connected(&self, from: u128, stones: u128) -> u128 {
        let mut reached = from & stones;
        loop {
            let more = self.with_neighbours(reached) & stones;
            if more == reached {
                return reached;
            }
            reached = more;
        }
    }

    /// Whether a player has connected its sides.
    pub fn is_connected(&self, position: &Position, player: Player) -> bool {
        self.connects(position.stones(player), player)
    }

    /// Whether these stones connect a player's sides.
    #[inline]
    pub(super) fn connects(&self, stones: u128, player: Player) -> bool {
        let [from, to] = self.sides(player);
        self.connected(from, stones) & to != 0
    }

    /// The least number of stones with which a player would connect its sides if the other one
    /// passed; `None` if the other one has connected.
    pub fn distance(&self, position: &Position, player: Player) -> Option<u32> {
        let [from, to] = self.sides(player);
        let mine = position.stones(player);
        let open = self.board & !position.stones(1 - player);
        let mut reached = self.connected(from, mine);
        for stones in 0.. {
            if reached & to != 0 {
                return Some(stones);
            }
            let next = reached | (self.with_neighbours(reached) | from) & open;
            if next == reached {
                return None;
            }
            reached = next | self.connected(self.with_neighbours(next), mine);
        }
        None
    }

    /// The position with these stones.
    pub(super) fn position_of(&self, stones: [u128; 2]) -> Position {
        let mut position = Position::default();
        for (player, stones) in (0..).zip(stones) {
            for cell in (0..self.cells()).filter(|cell| stones >> cell & 1 == 1) {
                self.toggle(&mut position, player, cell);
            }
        }
        position.is_won = self.is_connected(&position, 1 - position.player_to_move());
        position
    }

    #[inline]
    fn toggle(&self, position: &mut Position, player: Player, cell: usize) {
        position.stones[usize::from(player)] ^= 1 << cell;
        for (key, change) in position.keys.iter_mut().zip(self.keys[cell][usize::from(player)]) {
            *key ^= change;
        }
    }
}

impl Game for Hex {
    type State = Position;
    type Move = Cell;
    type Undo = ();

    fn initial_state(&self) -> Position {
        Position::default()
    }

    #[inline]
    fn turn(&self, position: &Position) -> Turn {
        if position.is_won { Turn::Over } else { Turn::Player(position.player_to_move()) }
    }

    fn moves(&self, position: &Position, moves: &mut Vec<Cell>) {
        let mut free = self.board & !(position.stones[0] | position.stones[1]);
        while free != 0 {
            moves.push(Cell(free.trailing_zeros() as u8));
            free &= free - 1;
        }
    }

    #[inline]
    fn play(&self, position: &mut Position, cell: Cell) {
        let mover = position.player_to_move();
        self.toggle(position, mover, usize::from(cell.0));
        position.is_won = self.is_connected(position, mover);
    }

    #[inline]
    fn undo(&self, position: &mut Position, cell: Cell, (): ()) {
        position.is_won = false;
        self.toggle(position, 1 - position.player_to_move(), usize::from(cell.0));
    }

    #[inline]
    fn payoff(&self, position: &Position, player: Player) -> f64 {
        if position.player_to_move() == player { -1.0 } else { 1.0 }
    }
}

impl ZeroSumGame for Hex {}

impl HashedGame for Hex {
    #[inline]
    fn hash(&self, position: &Position) -> u64 {
        position.keys[0].min(position.keys[1])
    }

    #[inline]
    fn code(&self, position: &Position, cell: Cell) -> u16 {
        let cell = u16::from(cell.0);
        let is_turned = position.keys[1] < position.keys[0];
        if is_turned { self.cells() as u16 - 1 - cell } else { cell }
    }
}

impl MoveKey for Hex {
    #[inline]
    fn key_count(&self) -> usize {
        2 * self.cells()
    }

    #[inline]
    fn move_key(&self, position: &Position, cell: Cell) -> usize {
        usize::from(position.player_to_move()) * self.cells() + usize::from(cell.0)
    }
}
