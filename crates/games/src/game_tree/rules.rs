//! Nodes, their children, and what leaves are worth.

use tremaux_core::{Game, HashedGame, MoveKey, Player, Score, Turn, ZeroSumGame};

/// A game tree, the first player's choice at its root. The players take turns; a leaf is
/// worth its number to the first player.
///
/// Takes 16 bytes a node.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct GameTree {
    /// In the order in which they are written: each node before its children, so that the
    /// root is the first.
    pub(super) nodes: Vec<Entry>,
}

/// A node as it is stored.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Entry {
    pub(super) parent: u32,
    /// How many children it has; a leaf has none.
    pub(super) children: u32,
    /// One past the last node below it.
    pub(super) end: u32,
    /// What a leaf is worth to the first player.
    pub(super) value: i32,
}

/// A node of a [`GameTree`], and how deep it is.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct TreeNode {
    pub(super) index: u32,
    pub(super) ply: u32,
}

/// The choice of a child, from 0.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Branch(pub u32);

impl GameTree {
    /// The most nodes.
    pub const MOST_NODES: usize = 100_000;

    /// How many nodes there are.
    #[must_use]
    pub fn node_count(&self) -> usize {
        self.nodes.len()
    }

    /// What a leaf is worth to the first player; `None` if the node has children.
    #[must_use]
    pub fn value(&self, node: &TreeNode) -> Option<i32> {
        let entry = self.nodes[node.index as usize];
        (entry.children == 0).then_some(entry.value)
    }

    /// The child that a branch leads to.
    pub(super) fn child(&self, index: u32, branch: Branch) -> u32 {
        let mut child = index + 1;
        for _ in 0..branch.0 {
            child = self.nodes[child as usize].end;
        }
        child
    }

    /// Which child of its parent a node is.
    pub(super) fn branch(&self, index: u32) -> Branch {
        let parent = self.nodes[index as usize].parent;
        let mut child = parent + 1;
        let mut branch = 0;
        while child < index {
            child = self.nodes[child as usize].end;
            branch += 1;
        }
        Branch(branch)
    }

    /// The score of a leaf's number for `player`.
    fn score(value: i32, player: Player) -> Score {
        let score = Score::estimate(value);
        if player == 0 { score } else { -score }
    }
}

impl Game for GameTree {
    type State = TreeNode;
    type Move = Branch;
    type Undo = ();

    fn player_count(&self) -> usize {
        2
    }

    fn initial_state(&self) -> TreeNode {
        TreeNode { index: 0, ply: 0 }
    }

    fn turn(&self, node: &TreeNode) -> Turn {
        match self.nodes[node.index as usize].children {
            0 => Turn::Over,
            _ => Turn::Player((node.ply % 2) as Player),
        }
    }

    fn moves(&self, node: &TreeNode, moves: &mut Vec<Branch>) {
        moves.extend((0..self.nodes[node.index as usize].children).map(Branch));
    }

    fn play(&self, node: &mut TreeNode, branch: Branch) {
        *node = TreeNode { index: self.child(node.index, branch), ply: node.ply + 1 };
    }

    fn undo(&self, node: &mut TreeNode, _: Branch, (): ()) {
        *node = TreeNode { index: self.nodes[node.index as usize].parent, ply: node.ply - 1 };
    }

    fn payoff(&self, node: &TreeNode, player: Player) -> f64 {
        f64::from(self.final_score(node, player).get())
    }
}

impl ZeroSumGame for GameTree {
    fn final_score(&self, node: &TreeNode, player: Player) -> Score {
        Self::score(self.nodes[node.index as usize].value, player)
    }
}

impl HashedGame for GameTree {
    fn hash(&self, node: &TreeNode) -> u64 {
        // Zero is a hash like others; neighbours are told apart by a multiplication.
        (u64::from(node.index) + 1).wrapping_mul(0x9E37_79B9_7F4A_7C15)
    }

    fn code(&self, _: &TreeNode, branch: Branch) -> u16 {
        (branch.0 % 65_535) as u16
    }
}

impl MoveKey for GameTree {
    fn key_count(&self) -> usize {
        64
    }

    fn move_key(&self, _: &TreeNode, branch: Branch) -> usize {
        branch.0.min(63) as usize
    }
}
