//! The rules: players draw edges in turn; whoever closes a box scores it and moves again.

use std::fmt;

use tremaux_core::{Game, HashedGame, MoveKey, Player, Score, TacticalGame, Turn, ZeroSumGame};

/// Dots and Boxes (Lucas 1895) for two, three or four players.
///
/// On a board of columns × rows of boxes, the players in turn draw one edge between two
/// neighbouring dots. Whoever draws the last of the four edges of a box scores the box, or both
/// boxes, and must move again. When all edges are drawn, each player's payoff is the number of
/// boxes scored; with two players, it is the lead, so the game is zero-sum. With three or more,
/// payoffs are never negative and sum to the number of boxes, as shallow pruning in max^n
/// requires.
///
/// ```
/// use tremaux::Game;
/// use tremaux::games::dots_and_boxes::DotsAndBoxes;
/// let game: DotsAndBoxes<3> = DotsAndBoxes::new(3, 2).unwrap();
/// assert_eq!((game.player_count(), game.edges()), (3, 17));
/// ```
#[derive(Clone, Debug)]
pub struct DotsAndBoxes<const PLAYERS: usize = 2> {
    columns: u32,
    rows: u32,
    /// For each edge, the two adjacent boxes as sets of four edges; a missing box is the empty
    /// set.
    sides: Vec<[u64; 2]>,
}

/// An edge: first the horizontal ones, row by row from the top, then the vertical ones.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Edge(pub u8);

/// A position: the drawn edges, the scored boxes, and the player to move.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct Position {
    pub(super) edges: u64,
    pub(super) boxes: [u8; 4],
    pub(super) mover: Player,
}

impl Position {
    /// The drawn edges, as bits.
    #[inline]
    pub fn edges(&self) -> u64 {
        self.edges
    }

    /// The boxes that `player` has scored.
    #[inline]
    pub fn boxes(&self, player: Player) -> u8 {
        self.boxes[usize::from(player)]
    }

    /// The player to move; if the game is over, the player who would be.
    #[inline]
    pub fn player_to_move(&self) -> Player {
        self.mover
    }
}

impl<const PLAYERS: usize> DotsAndBoxes<PLAYERS> {
    const HAS_PLAYERS: () = assert!(PLAYERS >= 2 && PLAYERS <= 4, "two, three or four players");

    /// The game on this many columns and rows of boxes.
    ///
    /// # Errors
    ///
    /// Returns an error if there is no box, or there are more than 64 edges: five by five
    /// boxes have 60.
    pub fn new(columns: u32, rows: u32) -> Result<Self, SizeError> {
        let () = Self::HAS_PLAYERS;
        let sides = 1..=64;
        if !sides.contains(&columns) || !sides.contains(&rows) {
            return Err(SizeError { columns, rows });
        }
        let edges = columns * (rows + 1) + rows * (columns + 1);
        if edges > 64 {
            return Err(SizeError { columns, rows });
        }
        let mut game = Self { columns, rows, sides: vec![[0; 2]; edges as usize] };
        for row in 0..rows {
            for column in 0..columns {
                let four = [
                    game.lying(row, column),
                    game.lying(row + 1, column),
                    game.standing(row, column),
                    game.standing(row, column + 1),
                ];
                let mask = four.iter().fold(0, |mask, edge| mask | 1_u64 << edge);
                for edge in four {
                    let sides = &mut game.sides[edge as usize];
                    sides[usize::from(sides[0] != 0)] = mask;
                }
            }
        }
        Ok(game)
    }

    /// The edge above the box in this row and column; the row may be one below the last.
    pub(super) fn lying(&self, row: u32, column: u32) -> u32 {
        row * self.columns + column
    }

    /// The edge to the left of the box in this row and column; the column may be one beyond the
    /// last.
    pub(super) fn standing(&self, row: u32, column: u32) -> u32 {
        self.columns * (self.rows + 1) + row * (self.columns + 1) + column
    }

    /// Columns of boxes.
    pub fn columns(&self) -> u32 {
        self.columns
    }

    /// Rows of boxes.
    pub fn rows(&self) -> u32 {
        self.rows
    }

    /// The number of edges.
    pub fn edges(&self) -> usize {
        self.sides.len()
    }

    /// All edges, as bits.
    #[inline]
    fn full(&self) -> u64 {
        u64::MAX >> (64 - self.sides.len())
    }

    /// The number of boxes that an edge closes as the last of `edges`.
    #[inline]
    pub(super) fn closed_by(&self, edges: u64, last: usize) -> u8 {
        let is_closed = |mask: u64| u8::from(mask != 0 && edges & mask == mask);
        is_closed(self.sides[last][0]) + is_closed(self.sides[last][1])
    }

    /// The number of boxes that an edge leaves with three edges, as the last of `edges`.
    #[inline]
    pub(super) fn opened_by(&self, edges: u64, last: usize) -> u8 {
        let is_open = |mask: u64| u8::from((edges & mask).count_ones() == 3);
        is_open(self.sides[last][0]) + is_open(self.sides[last][1])
    }

    /// The closed boxes: row and column.
    pub(super) fn closed(&self, edges: u64) -> impl Iterator<Item = (u32, u32)> + '_ {
        let boxes = (0..self.rows).flat_map(|row| (0..self.columns).map(move |at| (row, at)));
        boxes.filter(move |&(row, column)| {
            // A box is the second side of the edge above it, except in the first row.
            let sides = self.sides[self.lying(row, column) as usize];
            let mask = sides[usize::from(row > 0)];
            edges & mask == mask
        })
    }

    /// The sum of the leads of `player` over each of the others.
    #[inline]
    pub fn lead(&self, position: &Position, player: Player) -> i32 {
        let all: i32 = position.boxes.iter().map(|&count| i32::from(count)).sum();
        PLAYERS as i32 * i32::from(position.boxes(player)) - all
    }
}

impl<const PLAYERS: usize> Game for DotsAndBoxes<PLAYERS> {
    type State = Position;
    type Move = Edge;
    type Undo = Position;

    fn player_count(&self) -> usize {
        PLAYERS
    }

    fn initial_state(&self) -> Position {
        Position::default()
    }

    #[inline]
    fn turn(&self, position: &Position) -> Turn {
        if position.edges == self.full() { Turn::Over } else { Turn::Player(position.mover) }
    }

    #[inline]
    fn moves(&self, position: &Position, moves: &mut Vec<Edge>) {
        let mut free = self.full() & !position.edges;
        while free != 0 {
            moves.push(Edge(free.trailing_zeros() as u8));
            free &= free - 1;
        }
    }

    #[inline]
    fn play(&self, position: &mut Position, edge: Edge) -> Position {
        let before = *position;
        position.edges |= 1 << edge.0;
        let closed = self.closed_by(position.edges, usize::from(edge.0));
        position.boxes[usize::from(before.mover)] += closed;
        if closed == 0 {
            position.mover = (before.mover + 1) % PLAYERS as Player;
        }
        before
    }

    #[inline]
    fn undo(&self, position: &mut Position, _edge: Edge, before: Position) {
        *position = before;
    }

    fn payoff(&self, position: &Position, player: Player) -> f64 {
        if PLAYERS == 2 {
            f64::from(self.lead(position, player))
        } else {
            f64::from(position.boxes(player))
        }
    }
}

impl ZeroSumGame for DotsAndBoxes<2> {
    /// The lead, in boxes.
    #[inline]
    fn final_score(&self, position: &Position, player: Player) -> Score {
        Score::estimate(self.lead(position, player))
    }
}

impl<const PLAYERS: usize> HashedGame for DotsAndBoxes<PLAYERS> {
    #[inline]
    fn hash(&self, position: &Position) -> u64 {
        let [a, b, c, d] = position.boxes;
        let rest = u64::from(u32::from_le_bytes([a, b, c, d])) << 2 | u64::from(position.mover);
        let mixed = (position.edges.wrapping_add(1)).wrapping_mul(0x9E37_79B9_7F4A_7C15);
        let mixed = (mixed ^ mixed >> 32 ^ rest).wrapping_mul(0xBF58_476D_1CE4_E5B9);
        (mixed ^ mixed >> 29).wrapping_mul(0x94D0_49BB_1331_11EB)
    }

    #[inline]
    fn code(&self, _: &Position, edge: Edge) -> u16 {
        u16::from(edge.0)
    }
}

impl<const PLAYERS: usize> MoveKey for DotsAndBoxes<PLAYERS> {
    fn key_count(&self) -> usize {
        self.edges()
    }

    #[inline]
    fn move_key(&self, _: &Position, edge: Edge) -> usize {
        usize::from(edge.0)
    }
}

impl<const PLAYERS: usize> TacticalGame for DotsAndBoxes<PLAYERS> {
    /// The edges that close a box.
    fn noisy_moves(&self, position: &Position, moves: &mut Vec<Edge>) {
        let mut free = self.full() & !position.edges;
        while free != 0 {
            let edge = free.trailing_zeros();
            if self.closed_by(position.edges | 1 << edge, edge as usize) > 0 {
                moves.push(Edge(edge as u8));
            }
            free &= free - 1;
        }
    }
}

/// The error for a board without boxes, or with too many edges.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct SizeError {
    columns: u32,
    rows: u32,
}

impl fmt::Display for SizeError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { columns, rows } = self;
        write!(f, "{columns} by {rows} boxes: at least one box and at most 64 edges")
    }
}

impl std::error::Error for SizeError {}
