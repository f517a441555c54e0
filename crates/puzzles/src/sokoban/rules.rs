//! Sokoban as a state space: pushes.

use std::hash::{Hash, Hasher};

use tremaux_core::codes::Key;
use tremaux_core::{
    ActionKey, BackwardSpace, ParseError, Predecessor, Random, StateSpace, UndoSpace,
};

use super::direction::Direction;
use super::distances::PushDistances;
use super::level::Level;
use super::squares::{Square, Squares};

/// A push: a box moves one square in a direction.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Push {
    /// The square of the box, where the player stands afterwards.
    pub from: Square,
    /// The direction of the push.
    pub direction: Direction,
}

impl tremaux_core::codes::ActionCode for Push {
    #[inline]
    fn code(self) -> u64 {
        u64::from(self.from) << 2 | self.direction as u64
    }

    #[inline]
    fn from_code(code: u64) -> Self {
        let directions = &Direction::ALL;
        let is_same = |known: &&Direction| **known as u64 == code & 3;
        let direction = *directions.iter().find(is_same).expect("two bits");
        Self { from: (code >> 2) as Square, direction }
    }
}

/// The boxes, the player and all squares that he can walk to.
#[derive(Clone, Copy, Debug)]
pub struct Position<const W: usize> {
    pub(super) boxes: Squares<W>,
    pub(super) reach: Squares<W>,
    pub(super) player: Square,
    /// The hash of the boxes.
    pub(super) hash: u64,
}

impl<const W: usize> Position<W> {
    /// The boxes.
    #[inline]
    pub const fn boxes(&self) -> &Squares<W> {
        &self.boxes
    }

    /// The squares that the player can walk to.
    #[inline]
    pub const fn reach(&self) -> &Squares<W> {
        &self.reach
    }

    /// The player's square: where the last push left him, or the first reachable square if the
    /// position was unpacked.
    #[inline]
    pub const fn player(&self) -> Square {
        self.player
    }
}

/// The stored form of a position: the boxes, and the first square that the player can walk to.
///
/// Its hash is the XOR of one number for each box and one for the player (Zobrist 1970), updated
/// with every push.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Packed<const W: usize> {
    boxes: Squares<W>,
    hash: u64,
    player: Square,
}

impl<const W: usize> Hash for Packed<W> {
    fn hash<H: Hasher>(&self, state: &mut H) {
        state.write_u64(self.hash);
    }
}

impl<const W: usize> tremaux_core::codes::ToKey<Key> for Packed<W> {
    const HAS_FIXED_WIDTH: bool = false;

    #[inline]
    fn to_key(&self) -> Key {
        // Trailing empty bytes are dropped, so most levels need no allocation.
        let words = self.boxes.words();
        let filled = words.iter().rposition(|&word| word != 0).map_or(0, |at| at + 1);
        let last = words[filled.saturating_sub(1)];
        let squares = (8 * filled).saturating_sub(last.leading_zeros() as usize / 8);
        Key::with_len(10 + squares, |bytes| {
            let (player, rest) = bytes.split_at_mut(2);
            player.copy_from_slice(&self.player.to_le_bytes());
            let (hash, boxes) = rest.split_at_mut(8);
            hash.copy_from_slice(&self.hash.to_le_bytes());
            for (eight, word) in boxes.chunks_mut(8).zip(words) {
                eight.copy_from_slice(&word.to_le_bytes()[..eight.len()]);
            }
        })
    }

    #[inline]
    fn from_key(key: &Key) -> Self {
        let (player, rest) = key.bytes().split_first_chunk().expect("a player");
        let (hash, boxes) = rest.split_first_chunk().expect("a hash");
        let mut words = [0; W];
        for (word, eight) in words.iter_mut().zip(boxes.chunks(8)) {
            let mut bytes = [0; 8];
            bytes[..eight.len()].copy_from_slice(eight);
            *word = u64::from_le_bytes(bytes);
        }
        let boxes = Squares::from_words(words);
        let player = Square::from_le_bytes(*player);
        Self { boxes, hash: u64::from_le_bytes(*hash), player }
    }
}

/// The Zobrist number of a box, or of the player, on a square.
#[inline]
pub(super) const fn hash_of(square: Square, is_player: bool) -> u64 {
    Random::new(0).bits_after(square as u64 + ((is_player as u64) << 10))
}

/// A level as a state space. Actions are pushes, and each costs 1: a cheapest plan has the
/// fewest pushes, however far the player walks.
///
/// Positions that differ only by walking are one state. Pushes onto dead squares, from which a
/// box cannot reach any goal, are pruned.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Sokoban<const W: usize> {
    level: Level<W>,
    distances: PushDistances<W>,
}

impl<const W: usize> Sokoban<W> {
    /// The space of a level.
    pub fn new(level: Level<W>) -> Self {
        let distances = PushDistances::of(&level);
        Self { level, distances }
    }

    /// Reads one level, as [`collection`](super::collection) does.
    ///
    /// # Errors
    ///
    /// The same as for that function.
    pub fn parse(text: &str) -> Result<Self, ParseError> {
        text.parse().map(Self::new)
    }

    /// The level.
    #[inline]
    pub const fn level(&self) -> &Level<W> {
        &self.level
    }

    /// The push distances of a single box.
    #[inline]
    pub const fn distances(&self) -> &PushDistances<W> {
        &self.distances
    }

    /// The position with these boxes and this player square.
    #[inline]
    pub fn position(&self, boxes: Squares<W>, player: Square) -> Position<W> {
        let mut hash = 0;
        for square in boxes.iter() {
            hash ^= hash_of(square, false);
        }
        Position { reach: self.level.reach(player, &boxes), boxes, player, hash }
    }
}

impl<const W: usize> StateSpace for Sokoban<W> {
    type State = Position<W>;
    type Packed = Packed<W>;
    type Action = Push;
    type Cost = u32;

    fn initial_state(&self) -> Position<W> {
        self.position(*self.level.boxes(), self.level.player())
    }

    #[inline]
    fn is_goal(&self, position: &Position<W>) -> bool {
        position.boxes == *self.level.goals()
    }

    #[inline]
    fn actions(&self, position: &Position<W>, actions: &mut Vec<Push>) {
        // No push leads to a dead square.
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
    fn prunes_nothing(&self) -> bool {
        true
    }

    #[inline]
    fn has_short_cycles(&self) -> bool {
        true
    }

    #[inline]
    fn cost(&self, _position: &Position<W>, _push: Push) -> u32 {
        1
    }

    #[inline]
    fn apply(&self, position: &mut Position<W>, push: Push) {
        let to = self.level.next(push.from, push.direction);
        position.boxes.remove(push.from);
        position.boxes.insert(to);
        position.hash ^= hash_of(push.from, false) ^ hash_of(to, false);
        position.player = push.from;
        position.reach = self.level.reach_after(&position.reach, push.from, to, &position.boxes);
    }

    #[inline]
    fn pack(&self, position: &Position<W>) -> Packed<W> {
        let player = position.reach.first().unwrap_or(position.player);
        Packed { boxes: position.boxes, hash: position.hash ^ hash_of(player, true), player }
    }

    #[inline]
    fn unpack(&self, packed: &Packed<W>) -> Position<W> {
        let &Packed { boxes, hash, player } = packed;
        let reach = self.level.reach(player, &boxes);
        Position { boxes, reach, player, hash: hash ^ hash_of(player, true) }
    }

    #[inline]
    fn uniform_cost(&self) -> Option<u32> {
        Some(1)
    }
}

/// Where the player was and could walk to before a push.
#[derive(Clone, Copy, Debug)]
pub struct Walked<const W: usize> {
    reach: Squares<W>,
    player: Square,
}

impl<const W: usize> UndoSpace for Sokoban<W> {
    type Undo = Walked<W>;

    #[inline]
    fn apply_undoable(&self, position: &mut Position<W>, push: Push) -> Walked<W> {
        let undo = Walked { reach: position.reach, player: position.player };
        self.apply(position, push);
        undo
    }

    #[inline]
    fn undo(&self, position: &mut Position<W>, push: Push, undo: Walked<W>) {
        let to = self.level.next(push.from, push.direction);
        position.boxes.remove(to);
        position.boxes.insert(push.from);
        position.hash ^= hash_of(push.from, false) ^ hash_of(to, false);
        (position.reach, position.player) = (undo.reach, undo.player);
    }
}

/// Backwards, the player pulls boxes.
impl<const W: usize> BackwardSpace for Sokoban<W> {
    /// There is one goal state for each part of the floor when all boxes are on goals.
    fn goal_states(&self, goals: &mut Vec<Position<W>>) {
        let boxes = *self.level.goals();
        let all: Squares<W> = Squares::below(self.level.squares());
        let mut left = all.without(&boxes);
        while let Some(player) = left.first() {
            let position = self.position(boxes, player);
            left = left.without(&position.reach);
            goals.push(position);
        }
    }

    fn predecessors(&self, position: &Position<W>, predecessors: &mut Vec<Predecessor<Self>>) {
        for to in position.boxes.iter().filter(|&it| self.distances.live().contains(it)) {
            for direction in Direction::ALL {
                let from = self.level.next(to, direction.opposite());
                let behind = self.level.next(from, direction.opposite());
                let is_free = behind != Level::<W>::WALL && !position.boxes.contains(behind);
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
impl<const W: usize> ActionKey for Sokoban<W> {
    #[inline]
    fn key_count(&self) -> usize {
        self.level.squares() * 4
    }

    #[inline]
    fn action_key(&self, _position: &Position<W>, push: Push) -> usize {
        usize::from(push.from) * 4 + push.direction as usize
    }
}
