//! What the trees of payoff searches share.

use tremaux_core::{Game, GameStatistics, Meter, StopReason};

use super::report::PayoffMove;

/// The current position, and the line that leads to it.
pub(super) struct Core<G: Game> {
    pub(super) state: G::State,
    pub(super) moves: Vec<G::Move>,
    undos: Vec<G::Undo>,
    /// The best line so far from every ply.
    pub(super) lines: Vec<Vec<G::Move>>,
    pub(super) root_moves: Vec<PayoffMove<G::Move>>,
    pub(super) saw_estimate: bool,
    pub(super) statistics: GameStatistics,
}

/// What a slice of a search works with.
pub(super) struct Run<'a, G: Game, E, Ob: ?Sized> {
    pub(super) game: &'a G,
    pub(super) evaluator: &'a E,
    pub(super) core: &'a mut Core<G>,
    pub(super) meter: &'a mut Meter,
    pub(super) observer: &'a mut Ob,
}

impl<G: Game, E, Ob: ?Sized> Run<'_, G, E, Ob> {
    /// Counts a position and clears its line.
    #[inline(always)]
    pub(super) fn enter(&mut self, ply: usize) -> Result<(), StopReason> {
        self.meter.check(self.core.statistics.nodes, || 0)?;
        self.core.statistics.nodes += 1;
        if self.core.lines.len() <= ply + 1 {
            self.core.lines.resize_with(ply + 2, Vec::new);
        }
        self.core.lines[ply].clear();
        Ok(())
    }

    /// Appends the moves of the current position to the stack. Returns the range of their
    /// indices.
    #[inline(always)]
    pub(super) fn list_moves(&mut self) -> (usize, usize) {
        let first = self.core.moves.len();
        self.game.moves(&self.core.state, &mut self.core.moves);
        let end = self.core.moves.len();
        self.core.statistics.expanded += 1;
        self.core.statistics.generated += (end - first) as u64;
        (first, end)
    }

    /// The moves that lead to the current position, from the indices after theirs.
    pub(super) fn line(&self, ends: impl Iterator<Item = usize>) -> Option<Vec<G::Move>> {
        Some(ends.map(|end| self.core.moves[end - 1]).collect())
    }

    /// Plays the move at this index of the stack.
    #[inline(always)]
    pub(super) fn play(&mut self, at: usize) {
        self.core.undos.push(self.game.play(&mut self.core.state, self.core.moves[at]));
    }

    /// Takes back the move at this index of the stack, the last one played.
    #[inline(always)]
    pub(super) fn undo(&mut self, at: usize) {
        let undo = self.core.undos.pop().expect("a move was played");
        self.game.undo(&mut self.core.state, self.core.moves[at], undo);
    }
}

impl<G: Game> Core<G> {
    pub(super) fn new(state: &G::State) -> Self {
        Self {
            state: state.clone(),
            moves: Vec::new(),
            undos: Vec::new(),
            lines: Vec::new(),
            root_moves: Vec::new(),
            saw_estimate: false,
            statistics: GameStatistics::default(),
        }
    }

    /// Sets the best line from `ply`: `mv`, followed by the line of the next ply.
    pub(super) fn improve(&mut self, ply: usize, mv: G::Move) {
        let (before, after) = self.lines.split_at_mut(ply + 1);
        before[ply].clear();
        before[ply].push(mv);
        before[ply].extend_from_slice(&after[0]);
    }

    /// Clears the line, because there is none below a chance node.
    pub(super) fn forget_line(&mut self, ply: usize) {
        self.lines[ply].clear();
    }
}
