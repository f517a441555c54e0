//! The projection of a problem onto a pattern.

/// The abstraction of a problem to a pattern, with numbered states.
///
/// An abstract state is an **index** and a **part**. A heuristic looks up the index. The part,
/// one of at most eight, also affects the distance but is not looked up: in a sliding puzzle it
/// is the region of cells in which the blank moves without moving a tile of the pattern. For
/// each index, a database stores the least distance of its parts. A problem without such regions
/// has one part, 0.
///
/// Every move from one state to another costs one. Moves that cost nothing, those of tiles
/// outside an additive pattern, must stay within a part, so they are not listed.
///
/// Indices are divided into **blocks** of equal length, and a block is decoded only once: put
/// what is expensive to decode, or changes rarely, into the block number.
pub trait PatternSpace: Sync {
    /// The data shared by all states of a block.
    type Block;

    /// A short name for the file, made of letters, digits and hyphens.
    fn name(&self) -> String;

    /// Everything that determines the contents of the database: problem, pattern, goal, costs,
    /// and a version number of the order of indices. Two spaces with the same description must
    /// have equal databases.
    fn description(&self) -> String;

    /// The number of blocks.
    fn block_count(&self) -> usize;

    /// The number of indices in a block; index `block * block_len() + within` is in `block`.
    fn block_len(&self) -> usize;

    /// Decodes a block.
    fn block(&self, number: usize) -> Self::Block;

    /// Appends the goals, each an index and a part.
    fn goals(&self, goals: &mut Vec<(usize, u8)>);

    /// Visits every state from which one move leads to the index `within` of this block, into
    /// one of `parts`, a bit set. Passes the block of that state, its index within the block,
    /// and its part.
    fn predecessors(
        &self,
        block: &Self::Block,
        within: usize,
        parts: u8,
        visit: impl FnMut(usize, usize, u8),
    );

    /// The entry to store for an index with this distance: the distance itself, or its excess
    /// over a cheap estimate, if that fits into four bits instead of eight.
    ///
    /// At most 254.
    fn stored(&self, block: &Self::Block, within: usize, distance: u8) -> u8 {
        let _ = (block, within);
        distance
    }

    /// Whether the database stores distances modulo 3, in two bits.
    ///
    /// A step changes a distance by one at most, so whoever knows the distance of a state knows
    /// those of its neighbours. Such a database takes a quarter byte for each index, also while
    /// it is built. There must be one part, a block's length must be a multiple of 32, every move
    /// must have one that takes it back, and [`PatternSpace::stored`] is not called.
    fn is_modulo_three(&self) -> bool {
        false
    }

    /// Whether a move leads from the index `within` of this block to one for which `test`, called
    /// with its block and its index there, is true. Called for databases modulo 3.
    fn has_neighbour(
        &self,
        block: &Self::Block,
        within: usize,
        mut test: impl FnMut(usize, usize) -> bool,
    ) -> bool {
        let mut has = false;
        self.predecessors(block, within, 1, |block, within, _| has = has || test(block, within));
        has
    }

    /// The number of states for which each index of a block stands, more than one if they are
    /// reduced by symmetry; for [`Builder::layers`](super::Builder::layers).
    fn weight(&self, block: usize) -> u64 {
        let _ = block;
        1
    }

    /// The number of indices.
    fn index_count(&self) -> usize {
        self.block_count() * self.block_len()
    }
}
