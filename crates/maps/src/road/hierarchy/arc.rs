//! Arcs of a hierarchy, and of a network under contraction.

/// The first child of an original arc of the graph.
pub(super) const LEAF: u32 = u32::MAX;

/// The more important end of an arc, and the arc's cost.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
#[repr(C)]
pub(super) struct UpArc<W> {
    pub(super) node: u32,
    pub(super) weight: W,
}

/// An arc of the remaining network.
#[derive(Clone, Copy, Debug)]
pub(super) struct Edge<W> {
    /// The other end.
    pub(super) node: u32,
    pub(super) weight: W,
    /// The arcs that it replaces, by their positions among the finished arcs; [`LEAF`] if it is
    /// an arc of the graph.
    pub(super) first: u32,
    pub(super) second: u32,
}
