//! The best line below every position on the path, kept while the tree is searched.

/// The best line of the last position at each ply that was searched with an open window (a
/// triangular array).
///
/// Kept apart from the transposition table, whose records are replaced and are often bounds:
/// a line that is read from it ends early.
#[derive(Clone, Debug)]
pub(super) struct Variations<M> {
    by_ply: Vec<Vec<M>>,
}

impl<M: Copy> Variations<M> {
    pub(super) const fn new() -> Self {
        Self { by_ply: Vec::new() }
    }

    /// A position with an open window is reached at `ply`: no line is known from there.
    #[inline]
    pub(super) fn clear(&mut self, ply: u32) {
        let ply = ply as usize;
        if self.by_ply.len() < ply + 2 {
            self.by_ply.resize_with(ply + 2, Vec::new);
        }
        self.by_ply[ply].clear();
    }

    /// The best line at `ply` is `mv`, followed by the best line one ply farther if that was
    /// searched with an open window, too.
    #[inline]
    pub(super) fn set(&mut self, ply: u32, mv: M, is_open: bool) {
        let (above, below) = self.by_ply.split_at_mut(ply as usize + 1);
        let (Some(line), Some(rest)) = (above.last_mut(), below.first()) else { return };
        line.clear();
        line.push(mv);
        line.extend_from_slice(if is_open { rest } else { &[] });
    }

    /// The best line from the position at `ply`.
    pub(super) fn at(&self, ply: u32) -> &[M] {
        self.by_ply.get(ply as usize).map_or(&[], Vec::as_slice)
    }
}
