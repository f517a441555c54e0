//! A tree of proof numbers.

use tremaux_core::{HashedGame, ZeroSumGame};

use super::Numbers;
use super::position::{Position, Question};

const NONE: u32 = u32::MAX;

struct Node<M> {
    mv: Option<M>,
    parent: u32,
    first: u32,
    count: u32,
    numbers: Numbers,
    /// Whether the player to move wants the proof.
    is_prover: bool,
}

/// A tree in which the position that may decide most is developed next.
pub(super) struct Tree<M> {
    nodes: Vec<Node<M>>,
    /// The position that was developed last, or above it.
    at: u32,
    moves: Vec<M>,
}

impl<M: Copy> Tree<M> {
    pub(super) fn new() -> Self {
        Self { nodes: Vec::new(), at: 0, moves: Vec::new() }
    }

    pub(super) fn clear(&mut self) {
        self.nodes.clear();
        self.at = 0;
    }

    pub(super) fn len(&self) -> usize {
        self.nodes.len()
    }

    pub(super) fn bytes(&self) -> usize {
        self.nodes.capacity() * size_of::<Node<M>>()
    }

    /// Begins with the position as root.
    pub(super) fn begin<G: ZeroSumGame<Move = M>>(
        &mut self,
        position: &Position<'_, G>,
        question: &Question,
    ) {
        let is_prover = question.is_prover(position.game, position.state);
        self.clear();
        let numbers = Numbers::UNKNOWN;
        self.nodes.push(Node { mv: None, parent: NONE, first: 0, count: 0, numbers, is_prover });
    }

    pub(super) fn is_empty(&self) -> bool {
        self.nodes.is_empty()
    }

    pub(super) fn root(&self) -> Numbers {
        self.nodes[0].numbers
    }

    fn children(&self, at: u32) -> &[Node<M>] {
        let node = &self.nodes[at as usize];
        &self.nodes[node.first as usize..][..node.count as usize]
    }

    /// The moves at the root with their numbers.
    pub(super) fn root_moves(&self) -> impl Iterator<Item = (M, Numbers)> + '_ {
        let children = if self.is_empty() { &[] } else { self.children(0) };
        children.iter().filter_map(|node| Some((node.mv?, node.numbers)))
    }

    /// Goes to the position that may decide most.
    pub(super) fn select<G: ZeroSumGame<Move = M>>(&mut self, position: &mut Position<'_, G>) {
        while self.nodes[self.at as usize].count > 0 {
            let node = &self.nodes[self.at as usize];
            let wanted = node.numbers.wanted(node.is_prover);
            let children = self.children(self.at);
            let found = children.iter().position(|it| it.numbers.wanted(node.is_prover) == wanted);
            // Sums that reached the limit may hide the least one.
            let least = || {
                let all = 0..children.len();
                all.min_by_key(|&at| children[at].numbers.wanted(node.is_prover)).unwrap_or(0)
            };
            let next = found.unwrap_or_else(least);
            self.at = node.first + next as u32;
            position.play(self.nodes[self.at as usize].mv.expect("it is below the root"));
        }
    }

    /// Gives the selected position its moves with these numbers, or those that the rules tell.
    pub(super) fn develop<G: ZeroSumGame<Move = M> + HashedGame>(
        &mut self,
        position: &mut Position<'_, G>,
        question: &mut Question,
        numbers_of: Option<&[Numbers]>,
    ) {
        let mut moves = std::mem::take(&mut self.moves);
        moves.clear();
        position.game.moves(position.state, &mut moves);
        let first = self.nodes.len() as u32;
        position.statistics.generated += moves.len() as u64;
        for (nth, &mv) in moves.iter().enumerate() {
            let undo = position.game.play(position.state, mv);
            let ended = question.ended(position.game, position.state);
            let is_prover = question.is_prover(position.game, position.state);
            position.game.undo(position.state, mv, undo);
            let given = numbers_of.and_then(|all| all.get(nth).copied());
            let numbers = ended.or(given).unwrap_or(Numbers::UNKNOWN);
            let mv = Some(mv);
            let node = Node { mv, parent: self.at, first: 0, count: 0, numbers, is_prover };
            if self.nodes.len() == self.nodes.capacity() {
                self.nodes.reserve_exact((self.nodes.len() / 2).max(1024));
            }
            self.nodes.push(node);
        }
        let node = &mut self.nodes[self.at as usize];
        (node.first, node.count) = (first, moves.len() as u32);
        self.moves = moves;
        self.update(position);
    }

    /// Computes the numbers from the selected position up to where nothing changes, and goes there.
    fn update<G: ZeroSumGame<Move = M>>(&mut self, position: &mut Position<'_, G>) {
        loop {
            let node = &self.nodes[self.at as usize];
            let (before, is_prover) = (node.numbers, node.is_prover);
            let children = self.children(self.at).iter().map(|child| child.numbers);
            let numbers = Numbers::of(children, is_prover);
            self.nodes[self.at as usize].numbers = numbers;
            let parent = self.nodes[self.at as usize].parent;
            if parent == NONE || numbers == before {
                break;
            }
            self.at = parent;
            position.undo();
        }
    }
}
