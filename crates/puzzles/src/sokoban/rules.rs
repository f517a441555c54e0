//! Sokoban as a state space: pushes.

use std::hash::{Hash, Hasher};

use tremaux_core::{ActionKey, BackwardSpace, ParseError, Predecessor, StateSpace, UndoSpace};

use super::direction::Direction;
use super::distances::PushDistances;
use super::level::Level;
use super::squares::{Square, Squares};

/// A push: which box goes one square in which direction.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Push {
    /// Where the box is; the player stands there afterwards.
    pub from: Square,
    /// Where it goes.
    pub direction: Direction,
}

/// Where the boxes are, and the player with all that he can walk to.
#[derive(Clone, Copy, Debug)]
pub struct Position {
    pub(super) boxes: Squares,
    pub(super) reach: Squares,
    pub(super) player: Square,
    /// Of the boxes.
    pub(super) hash: u64,
}

impl Position {
    /// The boxes.
    #[must_use]
    pub const fn boxes(&self) -> &Squares {
        &self.boxes
    }

    /// Where the player can walk to.
    #[must_use]
    pub const fn reach(&self) -> &Squares {
        &self.reach
    }

    /// Where the player stands: where the last push left him, or the first square that he can
    /// walk to, if the position was unpacked.
    #[must_use]
    pub const fn player(&self) -> Square {
        self.player
    }
}

/// A position as it is stored: the boxes, and the first square that the player can walk to.
///
/// Its hash is XORed of one number for each box and for the player (Zobrist 1970), and is
/// carried along from push to push.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Packed {
    boxes: Squares,
    hash: u64,
    player: Square,
}

impl Hash for Packed {
    fn hash<H: Hasher>(&self, state: &mut H) {
        state.write_u64(self.hash);
    }
}

/// The number of a box on a square, or of the player, by which positions are hashed: the
/// finalizer of SplitMix64.
#[inline]
pub(super) const fn hash_of(square: Square, is_player: bool) -> u64 {
    let mut bits =
        (square as u64 + 1 + ((is_player as u64) << 9)).wrapping_mul(0x9E37_79B9_7F4A_7C15);
    bits = (bits ^ bits >> 30).wrapping_mul(0xBF58_476D_1CE4_E5B9);
    bits = (bits ^ bits >> 27).wrapping_mul(0x94D0_49BB_1331_11EB);
    bits ^ bits >> 31
}

/// A level as a state space. Actions are pushes, and each costs 1: a cheapest plan has the
/// fewest pushes, however far the player walks.
///
/// Positions between which the player walks without pushing are one state. Pushes onto squares
/// from which a box gets to no goal are left out: no plan has them.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Sokoban {
    level: Level,
    distances: PushDistances,
}

impl Sokoban {
    /// The space of a level.
    #[must_use]
    pub fn new(level: Level) -> Self {
        let distances = PushDistances::of(&level);
        Self { level, distances }
    }

    /// Reads one level, as [`collection`](super::collection) does.
    ///
    /// # Errors
    ///
    /// As there.
    pub fn parse(text: &str) -> Result<Self, ParseError> {
        text.parse().map(Self::new)
    }

    /// The level.
    #[must_use]
    pub const fn level(&self) -> &Level {
        &self.level
    }

    /// The pushes of a box alone.
    #[must_use]
    pub const fn distances(&self) -> &PushDistances {
        &self.distances
    }

    /// The position of these boxes and the player.
    #[must_use]
    pub fn position(&self, boxes: Squares, player: Square) -> Position {
        let hash = boxes.iter().fold(0, |hash, square| hash ^ hash_of(square, false));
        Position { reach: self.level.reach(player, &boxes), boxes, player, hash }
    }
}

impl StateSpace for Sokoban {
    type State = Position;
    type Packed = Packed;
    type Action = Push;
    type Cost = u32;

    fn initial_state(&self) -> Position {
        self.position(*self.level.boxes(), self.level.player())
    }

    #[inline]
    fn is_goal(&self, position: &Position) -> bool {
        position.boxes == *self.level.goals()
    }

    fn actions(&self, position: &Position, actions: &mut Vec<Push>) {
        // No push leads to a square where a box is lost.
        let free = self.distances.live().without(&position.boxes);
        for from in position.boxes.iter() {
            let around = self.level.around(from);
            for direction in Direction::ALL {
                let behind = around[direction.opposite() as usize];
                if free.contains(around[direction as usize]) && position.reach.contains(behind) {
                    actions.push(Push { from, direction });
                }
            }
        }
    }

    #[inline]
    fn leaves_out_nothing(&self) -> bool {
        true
    }

    #[inline]
    fn cost(&self, _position: &Position, _push: Push) -> u32 {
        1
    }

    fn apply(&self, position: &mut Position, push: Push) {
        let to = self.level.next(push.from, push.direction);
        position.boxes.remove(push.from);
        position.boxes.insert(to);
        position.hash ^= hash_of(push.from, false) ^ hash_of(to, false);
        position.player = push.from;
        let push = (push.from, to);
        position.reach = self.level.reach_after(&position.reach, push, &position.boxes);
    }

    #[inline]
    fn pack(&self, position: &Position) -> Packed {
        let player = position.reach.first().unwrap_or(position.player);
        Packed { boxes: position.boxes, hash: position.hash ^ hash_of(player, true), player }
    }

    #[inline]
    fn unpack(&self, packed: &Packed) -> Position {
        let &Packed { boxes, hash, player } = packed;
        let reach = self.level.reach(player, &boxes);
        Position { boxes, reach, player, hash: hash ^ hash_of(player, true) }
    }

    fn uniform_cost(&self) -> Option<u32> {
        Some(1)
    }
}

impl UndoSpace for Sokoban {
    /// Where the player could walk to, and where he stood.
    type Undo = (Squares, Square);

    #[inline]
    fn apply_undoable(&self, position: &mut Position, push: Push) -> (Squares, Square) {
        let undo = (position.reach, position.player);
        self.apply(position, push);
        undo
    }

    #[inline]
    fn undo(&self, position: &mut Position, push: Push, (reach, player): (Squares, Square)) {
        let to = self.level.next(push.from, push.direction);
        position.boxes.remove(to);
        position.boxes.insert(push.from);
        position.hash ^= hash_of(push.from, false) ^ hash_of(to, false);
        (position.reach, position.player) = (reach, player);
    }
}

/// Backwards the player pulls.
impl BackwardSpace for Sokoban {
    /// One for each part of the floor that the boxes on the goals leave.
    fn goal_states(&self, goals: &mut Vec<Position>) {
        let boxes = *self.level.goals();
        let all: Squares = (0..self.level.squares()).map(|square| square as Square).collect();
        let mut left = all.without(&boxes);
        while let Some(player) = left.first() {
            let position = self.position(boxes, player);
            left = left.without(&position.reach);
            goals.push(position);
        }
    }

    fn predecessors(&self, position: &Position, predecessors: &mut Vec<Predecessor<Self>>) {
        for to in position.boxes.iter().filter(|&it| self.distances.live().contains(it)) {
            for direction in Direction::ALL {
                let from = self.level.next(to, direction.opposite());
                let behind = self.level.next(from, direction.opposite());
                let is_free = behind != Level::WALL && !position.boxes.contains(behind);
                if position.reach.contains(from) && is_free {
                    let mut boxes = position.boxes;
                    boxes.remove(to);
                    boxes.insert(from);
                    let before = self.position(boxes, behind);
                    predecessors.push((Push { from, direction }, 1, before));
                }
            }
        }
    }
}

/// A class for each square and direction.
impl ActionKey for Sokoban {
    fn key_count(&self) -> usize {
        self.level.squares() * 4
    }

    #[inline]
    fn action_key(&self, _position: &Position, push: Push) -> usize {
        usize::from(push.from) * 4 + push.direction as usize
    }
}
