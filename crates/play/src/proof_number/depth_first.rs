//! Depth-first proof-number search.

use tremaux_core::{HashedGame, ZeroSumGame};

use super::position::{Position, Question};
use super::table::Table;
use super::{NEVER, Numbers};

/// A move of a position on the line.
struct Child<M> {
    mv: M,
    hash: u64,
    numbers: Numbers,
}

/// The numbers at which the position above turns to another move.
#[derive(Clone, Copy)]
struct Thresholds {
    proof: u32,
    disproof: u32,
}

impl Thresholds {
    const NEVER: Self = Self { proof: NEVER, disproof: NEVER };

    /// Those of the numbers that the player to move wants to be zero, and does not.
    #[inline]
    fn of_wanted(wanted: u32, unwanted: u32, is_prover: bool) -> Self {
        let (proof, disproof) = if is_prover { (wanted, unwanted) } else { (unwanted, wanted) };
        Self { proof, disproof }
    }
}

/// A position on the line.
struct Frame {
    /// Its first move in the list.
    first: usize,
    is_prover: bool,
    hash: u64,
    most: Thresholds,
    /// The move that is searched, and the visited positions when the frame began.
    current: usize,
    began: u64,
}

/// A search of one question that can be paused at every position.
pub(super) struct DepthFirst<M> {
    pub(super) table: Table,
    frames: Vec<Frame>,
    children: Vec<Child<M>>,
    moves: Vec<M>,
    epsilon: f64,
}

impl<M: Copy> DepthFirst<M> {
    pub(super) fn new(bytes: usize, epsilon: f64) -> Self {
        Self {
            table: Table::new(bytes),
            frames: Vec::new(),
            children: Vec::new(),
            moves: Vec::new(),
            epsilon,
        }
    }

    /// Forgets all, for another question.
    pub(super) fn clear(&mut self) {
        self.table.clear();
        self.frames.clear();
        self.children.clear();
    }

    /// The numbers of the moves at the root.
    pub(super) fn root_moves(&self) -> impl Iterator<Item = (M, Numbers)> + '_ {
        let end = self.frames.get(1).map_or(self.children.len(), |frame| frame.first);
        self.children[..end].iter().map(|child| (child.mv, child.numbers))
    }

    fn enter<G: ZeroSumGame<Move = M> + HashedGame>(
        &mut self,
        position: &mut Position<'_, G>,
        question: &mut Question,
        hash: u64,
        most: Thresholds,
    ) {
        let is_prover = question.is_prover(position.game, position.state);
        let first = self.children.len();
        self.moves.clear();
        position.game.moves(position.state, &mut self.moves);
        position.statistics.generated += self.moves.len() as u64;
        let began = position.statistics.nodes;
        for &mv in &self.moves {
            let undo = position.game.play(position.state, mv);
            let hash = position.game.hash(position.state);
            let known = question.ended(position.game, position.state);
            let numbers = known.or_else(|| self.table.get(hash)).unwrap_or(Numbers::UNKNOWN);
            position.game.undo(position.state, mv, undo);
            self.children.push(Child { mv, hash, numbers });
        }
        self.frames.push(Frame { first, is_prover, hash, most, current: first, began });
    }

    /// Visits the next position. Returns the numbers of the root once it is proved or disproved.
    pub(super) fn step<G: ZeroSumGame<Move = M> + HashedGame>(
        &mut self,
        position: &mut Position<'_, G>,
        question: &mut Question,
    ) -> Option<Numbers> {
        if self.frames.is_empty() {
            let hash = position.game.hash(position.state);
            self.enter(position, question, hash, Thresholds::NEVER);
            return None;
        }
        loop {
            let depth = self.frames.len();
            let frame = &self.frames[depth - 1];
            let (is_prover, most) = (frame.is_prover, frame.most);
            let children = &self.children[frame.first..];
            let numbers = Numbers::of(children.iter().map(|child| child.numbers), is_prover);
            if numbers.proof >= most.proof
                || numbers.disproof >= most.disproof
                || numbers.is_ended()
            {
                let work = position.statistics.nodes - frame.began;
                self.table.put(frame.hash, numbers, u32::try_from(work).unwrap_or(NEVER));
                if depth == 1 {
                    return Some(numbers);
                }
                self.children.truncate(frame.first);
                self.frames.pop();
                position.undo();
                let above = &self.frames[depth - 2];
                self.children[above.current].numbers = numbers;
                continue;
            }
            // The move that is wanted most, and the number of the next best.
            let (mut best, mut least, mut second) = (0, u32::MAX, u32::MAX);
            for (at, child) in children.iter().enumerate() {
                let wanted = child.numbers.wanted(is_prover);
                if wanted < least {
                    (best, least, second) = (at, wanted, least);
                } else {
                    second = second.min(wanted);
                }
            }
            let child = &children[best];
            let (wanted_most, unwanted_most) = match is_prover {
                true => (most.proof, most.disproof),
                false => (most.disproof, most.proof),
            };
            let grown = (f64::from(second.min(NEVER)) * (1.0 + self.epsilon)).ceil() as u32;
            let for_wanted = wanted_most.min(grown.max(second.saturating_add(1)));
            let others =
                numbers.wanted(!is_prover).saturating_sub(child.numbers.wanted(!is_prover));
            let for_unwanted = unwanted_most.saturating_sub(others).max(1);
            let most = Thresholds::of_wanted(for_wanted, for_unwanted, is_prover);
            let (mv, hash, at) = (child.mv, child.hash, frame.first + best);
            self.frames[depth - 1].current = at;
            position.play(mv);
            self.enter(position, question, hash, most);
            return None;
        }
    }
}
