//! How a problem projects onto a pattern.

/// A problem of which all but a pattern is forgotten, its states numbered.
///
/// An abstract state is an **index** and a **part**. The index is what a heuristic looks up.
/// The parts of an index, eight at most, are what the distance depends on as well but a
/// heuristic does not ask for: in a sliding puzzle the regions of cells within which the
/// blank moves without moving a tile of the pattern. A database holds for each index the
/// least distance of its parts. A problem without such a thing has one part, 0.
///
/// Every move from one state to another costs one. Moves that cost nothing, those of tiles
/// outside of an additive pattern, must lead from a part to itself, hence are not told.
///
/// Indices come in **blocks** of equal length, decoded once and then gone through: put what
/// is dear to decode, or changes little from state to state, into the number of the block.
pub trait PatternSpace: Sync {
    /// What the states of one block have in common.
    type Block;

    /// A short name for the file: letters, digits and hyphens.
    fn name(&self) -> String;

    /// All that decides what the database holds: problem, pattern, goal, costs, and a number
    /// that changes when the order of indices does. Two spaces of one description must have
    /// equal databases.
    fn description(&self) -> String;

    /// The number of blocks.
    fn block_count(&self) -> usize;

    /// The number of indices in a block; index `block * block_len() + within` is in `block`.
    fn block_len(&self) -> usize;

    /// Decodes what a block has in common.
    fn block(&self, number: usize) -> Self::Block;

    /// Appends the goals, each an index and a part.
    fn goals(&self, goals: &mut Vec<(usize, u8)>);

    /// Visits every state from which one move leads into one of these `parts`, bit by bit,
    /// of the index `within` this block: its block, its place there, and its part.
    fn predecessors(
        &self,
        block: &Self::Block,
        within: usize,
        parts: u8,
        visit: impl FnMut(usize, usize, u8),
    );

    /// What is stored for an index of this distance: the distance, unless what it exceeds an
    /// estimate that costs nothing by is smaller and takes four bits instead of eight.
    ///
    /// At most 254.
    fn stored(&self, block: &Self::Block, within: usize, distance: u8) -> u8 {
        let _ = (block, within);
        distance
    }

    /// The number of indices.
    fn index_count(&self) -> usize {
        self.block_count() * self.block_len()
    }
}
