//! Replacement schemes: which record a new one replaces.

use std::marker::PhantomData;

/// The view of a record for replacement schemes: its depth and age.
#[derive(Clone, Copy, Debug, Default)]
pub struct Slot {
    pub(crate) key: u64,
    /// Zero if the slot is free.
    pub(crate) data: u64,
}

impl Slot {
    /// [`Record::draft`](crate::Record::draft): plies searched, or cost of the path.
    #[inline]
    #[must_use]
    pub fn draft(self) -> i32 {
        i32::from((self.data >> 16) as u16)
    }

    /// The number of the search that stored it, modulo 32.
    #[inline]
    #[must_use]
    pub fn age(self) -> u8 {
        (self.data >> 59) as u8
    }

    /// Whether the slot is free.
    #[inline]
    #[must_use]
    pub fn is_free(self) -> bool {
        self.data == 0
    }
}

/// A replacement scheme: which record a new one replaces.
pub trait Replacement {
    /// The number of neighbouring slots where a record may be: 1, 2 or 4.
    const WAYS: usize;

    /// The slot for `new`, whose position has no record in `slots` yet; `None` to discard it.
    fn victim(slots: &[Slot], new: Slot) -> Option<usize>;
}

/// Always replace: the new record takes the only slot.
#[derive(Clone, Copy, Debug, Default)]
pub struct Always;

impl Replacement for Always {
    const WAYS: usize = 1;

    #[inline]
    fn victim(_slots: &[Slot], _new: Slot) -> Option<usize> {
        Some(0)
    }
}

/// Depth-preferred: the deeper record keeps the only slot, unless it is from an earlier search.
#[derive(Clone, Copy, Debug, Default)]
pub struct DepthPreferred;

impl Replacement for DepthPreferred {
    const WAYS: usize = 1;

    #[inline]
    fn victim(slots: &[Slot], new: Slot) -> Option<usize> {
        (slots[0].age() != new.age() || slots[0].draft() <= new.draft()).then_some(0)
    }
}

/// The record reached at the least cost keeps the only slot, unless it is from an earlier
/// search: for path searches, where more work remains below a state the cheaper its path is.
#[derive(Clone, Copy, Debug, Default)]
pub struct LeastCost;

impl Replacement for LeastCost {
    const WAYS: usize = 1;

    #[inline]
    fn victim(slots: &[Slot], new: Slot) -> Option<usize> {
        let old = slots[0];
        let gives_way = old.is_free() || old.age() != new.age() || old.draft() >= new.draft();
        gives_way.then_some(0)
    }
}

/// Two slots: one with the scheme `K`, one that is always replaced (Breuker, Uiterwijk, van den
/// Herik 1994).
#[derive(Clone, Copy, Debug)]
pub struct TwoLevel<K = DepthPreferred>(PhantomData<K>);

impl<K> Default for TwoLevel<K> {
    fn default() -> Self {
        Self(PhantomData)
    }
}

impl<K: Replacement> Replacement for TwoLevel<K> {
    const WAYS: usize = 2;

    #[inline]
    fn victim(slots: &[Slot], new: Slot) -> Option<usize> {
        Some(usize::from(K::victim(slots, new).is_none()))
    }
}

/// Four slots in one cache line: the record of least depth is replaced, where each search since
/// it was stored counts as eight plies less.
#[derive(Clone, Copy, Debug, Default)]
pub struct Cluster;

impl Replacement for Cluster {
    const WAYS: usize = 4;

    #[inline]
    fn victim(slots: &[Slot], new: Slot) -> Option<usize> {
        let worth = |slot: Slot| match slot.is_free() {
            true => i32::MIN,
            false => slot.draft() - 8 * i32::from(new.age().wrapping_sub(slot.age()) & 31),
        };
        (0..slots.len()).min_by_key(|&way| worth(slots[way]))
    }
}
