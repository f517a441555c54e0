//! Spaces as graphs of numbers.

/// What the numbers of a graph's states say besides which state it is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Numbering {
    /// How many of the lowest bits are marks: what leads back to the level before, and is not
    /// applied again. Numbers that differ only in marks are one state, which has the marks of all.
    pub mark_bits: u32,
    /// How many levels before a successor's may contain it, too; `None` for all of them. It is 2
    /// in a reversible space, 1 if marks tell what leads back, and 0 if there are no odd cycles
    /// either.
    pub levels_back: Option<u32>,
}

impl Numbering {
    /// Numbers without marks.
    pub const fn plain(is_reversible: bool) -> Self {
        Self { mark_bits: 0, levels_back: if is_reversible { Some(2) } else { None } }
    }

    /// The lowest bits that are marks.
    pub const fn marks(&self) -> u128 {
        (1 << self.mark_bits) - 1
    }
}

/// A space without its costs and goals, whose states are numbers: what sorts, stores and sends them
/// needs to know no more.
pub trait StateGraph: Send + Sync {
    /// The number of bytes of a state.
    fn width(&self) -> usize;

    /// The initial state, of at most 8 bytes.
    fn initial_narrow(&self) -> u64;

    /// The initial state, of at most 16 bytes.
    fn initial_wide(&self) -> u128;

    /// Appends the successors of all these states, of at most 8 bytes.
    fn narrow_successors(&self, states: &[u64], successors: &mut Vec<u64>);

    /// Appends the successors of all these states, of at most 16 bytes.
    fn wide_successors(&self, states: &[u128], successors: &mut Vec<u128>);

    /// [`StateSpace::is_reversible`](crate::StateSpace::is_reversible).
    fn is_reversible(&self) -> bool;

    /// What the numbers say.
    fn numbering(&self) -> Numbering {
        Numbering::plain(self.is_reversible())
    }

    /// The bits of a number that say which of so many threads owns the state: those that few
    /// actions change, so that most successors have the same owner. No marks are among them.
    fn owner_bits(&self, workers: usize) -> u128 {
        let _ = workers;
        !self.numbering().marks()
    }
}
