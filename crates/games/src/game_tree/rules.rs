//! The rules: nodes, their children, and the values of leaves.

use tremaux_core::{Game, HashedGame, MoveKey, Player, Score, Turn, ZeroSumGame};

/// A game tree; the first player moves at the root. The players take turns; a leaf's number is
/// its value for the first player.
///
/// Takes 16 bytes per node.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct GameTree {
    /// The nodes in preorder: each node before its children, so the root is first.
    pub(super) nodes: Vec<Entry>,
    /// The decimals of the leaves: values are multiples of 1, 0.1, 0.01 or 0.001.
    pub(super) decimals: usize,
}

/// A node as it is stored.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Entry {
    pub(super) parent: u32,
    /// The number of its children; 0 for a leaf.
    pub(super) children: u32,
    /// One past the last node below it.
    pub(super) end: u32,
    /// The value of a leaf for the first player.
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
    /// The maximum number of nodes.
    pub const MOST_NODES: usize = 100_000;

    /// The value of a leaf for the first player, in units of the last decimal of the leaves; `None`
    /// if the node has children.
    #[inline]
    pub fn value(&self, node: &TreeNode) -> Option<i32> {
        let entry = self.nodes[node.index as usize];
        (entry.children == 0).then_some(entry.value)
    }

    /// How many plies the longest line from a node has.
    pub fn height(&self, node: &TreeNode) -> u32 {
        let end = self.nodes[node.index as usize].end;
        // The ends of the nodes above the one at hand.
        let mut above: Vec<u32> = Vec::new();
        let mut height = 0;
        for index in node.index..end {
            while above.last().is_some_and(|&end| end <= index) {
                above.pop();
            }
            height = height.max(above.len());
            above.push(self.nodes[index as usize].end);
        }
        height as u32
    }

    /// The child that a branch leads to.
    #[inline]
    pub(super) fn child(&self, index: u32, branch: Branch) -> u32 {
        let mut child = index + 1;
        for _ in 0..branch.0 {
            child = self.nodes[child as usize].end;
        }
        child
    }

    /// The index of a node among its parent's children.
    #[inline]
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

    /// The score of a leaf for `player`.
    #[inline]
    fn score(value: i32, player: Player) -> Score {
        let score = Score::estimate(value);
        if player == 0 { score } else { -score }
    }
}

impl Game for GameTree {
    type State = TreeNode;
    type Move = Branch;
    type Undo = ();

    fn initial_state(&self) -> TreeNode {
        TreeNode { index: 0, ply: 0 }
    }

    #[inline]
    fn turn(&self, node: &TreeNode) -> Turn {
        match self.nodes[node.index as usize].children {
            0 => Turn::Over,
            _ => Turn::Player((node.ply % 2) as Player),
        }
    }

    #[inline]
    fn moves(&self, node: &TreeNode, moves: &mut Vec<Branch>) {
        moves.extend((0..self.nodes[node.index as usize].children).map(Branch));
    }

    #[inline]
    fn play(&self, node: &mut TreeNode, branch: Branch) {
        *node = TreeNode { index: self.child(node.index, branch), ply: node.ply + 1 };
    }

    #[inline]
    fn undo(&self, node: &mut TreeNode, _: Branch, (): ()) {
        *node = TreeNode { index: self.nodes[node.index as usize].parent, ply: node.ply - 1 };
    }

    #[inline]
    fn payoff(&self, node: &TreeNode, player: Player) -> f64 {
        f64::from(self.final_score(node, player).get())
    }
}

impl ZeroSumGame for GameTree {
    #[inline]
    fn final_score(&self, node: &TreeNode, player: Player) -> Score {
        Self::score(self.nodes[node.index as usize].value, player)
    }
}

impl HashedGame for GameTree {
    #[inline]
    fn hash(&self, node: &TreeNode) -> u64 {
        // Zero is a valid hash; the multiplication separates neighbouring nodes.
        (u64::from(node.index) + 1).wrapping_mul(0x9E37_79B9_7F4A_7C15)
    }

    #[inline]
    fn code(&self, _: &TreeNode, branch: Branch) -> u16 {
        (branch.0 % 65_535) as u16
    }
}

impl MoveKey for GameTree {
    #[inline]
    fn key_count(&self) -> usize {
        64
    }

    #[inline]
    fn move_key(&self, _: &TreeNode, branch: Branch) -> usize {
        branch.0.min(63) as usize
    }
}
