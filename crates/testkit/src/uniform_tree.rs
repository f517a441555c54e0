//! Uniform trees with known values, and moves in a chosen order.

use tremaux_core::{Evaluator, Game, HashedGame, MoveKey, Player, Score, Turn, ZeroSumGame};

use crate::random_game::mix;

/// The order in which the moves of a [`UniformTree`] are generated.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum TreeOrder {
    /// Best first, then from good to bad: alpha-beta visits the minimal tree.
    Best,
    /// The best move first in this percentage of positions, otherwise in random order.
    Mostly(u64),
    /// In random order.
    Random,
    /// Worst first.
    Worst,
}

/// A two-player game that is a tree with the same number of moves in every position and no end.
/// The evaluator knows the value of every position, which is also the result of a search of any
/// depth.
///
/// One move keeps the value; every other move loses some of it, so all moves of a position have
/// different values in a known order.
#[derive(Clone, Copy, Debug)]
pub struct UniformTree {
    /// The seed that determines the tree.
    pub seed: u64,
    /// The number of moves in every position.
    pub branching: u32,
    /// The order of the moves.
    pub order: TreeOrder,
}

/// A position of a [`UniformTree`].
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct TreePosition {
    id: u64,
    /// For the player to move.
    value: i32,
    player: Player,
}

/// A move, by its rank among the moves of the position: 0 is the best.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Rank(pub u32);

impl UniformTree {
    fn random(&self, position: &TreePosition, salt: u64) -> u64 {
        mix(self.seed, position.id, salt)
    }
}

impl Game for UniformTree {
    type State = TreePosition;
    type Move = Rank;
    type Undo = TreePosition;

    fn initial_state(&self) -> TreePosition {
        TreePosition { id: 1, value: (mix(self.seed, 0, 0) % 100) as i32 - 50, player: 0 }
    }
    fn turn(&self, position: &TreePosition) -> Turn {
        Turn::Player(position.player)
    }
    fn moves(&self, position: &TreePosition, moves: &mut Vec<Rank>) {
        let first = moves.len();
        moves.extend((0..self.branching).map(Rank));
        let moves = &mut moves[first..];
        let is_shuffled = match self.order {
            TreeOrder::Best => false,
            TreeOrder::Worst => {
                moves.reverse();
                false
            }
            TreeOrder::Random => true,
            TreeOrder::Mostly(percent) => self.random(position, 1) % 100 >= percent,
        };
        if is_shuffled {
            for at in (1..moves.len()).rev() {
                moves.swap(at, (self.random(position, at as u64 + 2) % (at as u64 + 1)) as usize);
            }
        }
    }
    fn play(&self, position: &mut TreePosition, Rank(rank): Rank) -> TreePosition {
        let before = *position;
        let id = mix(self.seed ^ 0xF00D, before.id, u64::from(rank));
        *position =
            TreePosition { id, value: rank as i32 - before.value, player: 1 - before.player };
        before
    }
    fn undo(&self, position: &mut TreePosition, _: Rank, before: TreePosition) {
        *position = before;
    }
    fn payoff(&self, _: &TreePosition, _: Player) -> f64 {
        0.0
    }
}

impl ZeroSumGame for UniformTree {
    fn final_score(&self, _: &TreePosition, _: Player) -> Score {
        Score::DRAW
    }
}

impl HashedGame for UniformTree {
    fn hash(&self, position: &TreePosition) -> u64 {
        position.id
    }
    fn code(&self, _: &TreePosition, Rank(rank): Rank) -> u16 {
        rank as u16
    }
}

impl MoveKey for UniformTree {
    fn key_count(&self) -> usize {
        self.branching as usize
    }
    fn move_key(&self, _: &TreePosition, Rank(rank): Rank) -> usize {
        rank as usize
    }
}

impl Evaluator<UniformTree> for UniformTree {
    fn evaluate(&self, _: &UniformTree, position: &TreePosition) -> Score {
        Score::estimate(position.value)
    }
}
