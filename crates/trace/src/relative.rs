//! Difference coding: numbers are stored as differences, which are small and similar.

use crate::event::{Place, TraceEvent};
use crate::header::TraceShape;

/// The greatest length of the path, which bounds the memory of the reader.
const MOST_OPEN: usize = 1 << 16;

/// Whole costs below this are stored as differences, which are exact.
const MOST_WHOLE: u64 = 1 << 49;

/// An expanded node, or a position on the line of play.
#[derive(Clone, Copy, Debug, Default)]
struct Open {
    id: u32,
    /// Its costs, or 0 if they are not whole.
    g: i64,
    h: i64,
}

/// Replaces the numbers in events by differences, or, with `READS`, the differences by numbers.
/// Writer and reader follow the same events, so they have the same state.
///
/// A whole cost is stored as its difference from an earlier one: as a NaN, the complement of
/// whose bits is small. Other costs are unchanged.
#[derive(Debug)]
pub(crate) struct DifferenceCoder<const READS: bool> {
    is_tree: bool,
    /// The node of the last event.
    last: u32,
    /// The greatest node plus one.
    next: u32,
    /// The last generated or entered node that was not new, plus one.
    again: u32,
    /// The nodes on the path, or the node expanded last.
    open: Vec<Open>,
    /// The depth and window of the last position, by ply.
    windows: Vec<[i32; 3]>,
    /// The estimate of the last generated node, as in [`Open`].
    h: i64,
    bound: i64,
    place: (u32, u32),
    /// The divisor of costs when reading.
    pub(crate) unit: f64,
}

pub(crate) const fn zigzag(value: u32) -> u32 {
    (value << 1) ^ ((value as i32 >> 31) as u32)
}

const fn unzigzag(value: u32) -> u32 {
    (value >> 1) ^ (value & 1).wrapping_neg()
}

/// The cost, if it is stored as a difference.
#[inline(always)]
fn whole(cost: f64) -> Option<i64> {
    let whole = cost as i64;
    (whole as f64 == cost && whole.unsigned_abs() < MOST_WHOLE).then_some(whole)
}

/// Converts a number to its difference from `from`, or back; returns the number.
#[inline(always)]
const fn number<const READS: bool>(value: &mut u32, from: u32) -> u32 {
    if READS {
        *value = unzigzag(*value).wrapping_add(from);
        *value
    } else {
        let number = *value;
        *value = zigzag(number.wrapping_sub(from));
        number
    }
}

/// The same for a cost; returns it, or 0 if not whole. Reading divides by `unit`.
#[inline(always)]
fn cost<const READS: bool>(value: &mut f64, from: i64, unit: f64) -> i64 {
    if READS {
        let code = !value.to_bits();
        if code < 1 << 51 {
            let difference = (code >> 1) as i64 ^ -((code & 1) as i64);
            *value = (difference + from) as f64;
        }
        let cost = whole(*value).unwrap_or(0);
        *value /= unit;
        return cost;
    }
    let Some(cost) = whole(*value) else {
        if value.is_nan() {
            *value = f64::NAN;
        }
        return 0;
    };
    let difference = cost - from;
    *value = f64::from_bits(!((difference << 1 ^ difference >> 63) as u64));
    cost
}

impl<const READS: bool> DifferenceCoder<READS> {
    pub(crate) fn new(shape: TraceShape) -> Self {
        Self {
            is_tree: shape != TraceShape::Graph,
            last: 0,
            next: 0,
            again: 0,
            open: Vec::new(),
            windows: Vec::new(),
            h: 0,
            bound: 0,
            place: (0, 0),
            unit: 1.0,
        }
    }

    #[inline(always)]
    fn top(&self) -> Open {
        self.open.last().copied().unwrap_or_default()
    }

    /// Converts a generated or entered node; a new one is 0.
    #[inline(always)]
    fn made(&mut self, id: &mut u32) {
        let new = zigzag(self.next.wrapping_sub(self.again));
        if READS {
            *id = match *id {
                0 => new,
                code if code <= new => code - 1,
                code => code,
            };
        }
        self.last = number::<READS>(id, self.again);
        if !READS {
            *id = match *id {
                code if code == new => 0,
                code if code < new => code + 1,
                code => code,
            };
        }
        if self.last >= self.next {
            self.next = self.last.saturating_add(1);
        } else {
            self.again = self.last + 1;
        }
    }

    /// Converts any other node.
    #[inline(always)]
    fn node(&mut self, id: &mut u32, from: u32) -> u32 {
        self.last = number::<READS>(id, from);
        self.next = self.next.max(self.last.saturating_add(1));
        self.last
    }

    #[inline(always)]
    fn parent(&self, parent: &mut Option<u32>) {
        if let Some(parent) = parent {
            number::<READS>(parent, self.top().id);
        }
    }

    #[inline(always)]
    fn place(&mut self, place: &mut Option<Place<'_>>) {
        let (last_x, last_y) = self.place;
        match place {
            Some(Place::Cell { x, y }) => {
                self.place = (number::<READS>(x, last_x), number::<READS>(y, last_y));
            }
            Some(Place::Vertex { vertex }) => self.place.0 = number::<READS>(vertex, last_x),
            _ => {}
        }
    }

    #[inline(always)]
    fn push(&mut self, open: Open) {
        if self.open.len() < MOST_OPEN {
            self.open.push(open);
        }
    }

    /// Converts the depth and window of a position.
    #[inline(always)]
    fn window(&mut self, ply: usize, window: [&mut i32; 3]) {
        if ply == self.windows.len() && ply < MOST_OPEN {
            self.windows.push([0; 3]);
        }
        let mut unknown = [0; 3];
        let like = self.windows.get_mut(ply).unwrap_or(&mut unknown);
        for (value, like) in window.into_iter().zip(like) {
            let before = *value;
            *value = if READS { before.wrapping_add(*like) } else { before.wrapping_sub(*like) };
            *like = if READS { *value } else { before };
        }
    }

    /// Converts an event.
    #[inline(always)]
    pub(crate) fn pass(&mut self, event: &mut TraceEvent<'_>) {
        let top = self.top();
        match event {
            TraceEvent::Generated { id, parent, g, h, place, .. } => {
                self.made(id);
                self.parent(parent);
                cost::<READS>(g, top.g, self.unit);
                let from = if self.is_tree { top.h } else { self.h };
                self.h = cost::<READS>(h, from, self.unit);
                self.place(place);
            }
            TraceEvent::Expanded { id, g, place } => {
                let from = if self.is_tree { self.last } else { top.id.wrapping_add(1) };
                let id = self.node(id, from);
                let g = cost::<READS>(g, top.g, self.unit);
                self.place(place);
                if !self.is_tree {
                    self.open.clear();
                }
                self.push(Open { id, g, h: self.h });
            }
            TraceEvent::Duplicate { id, parent } => {
                if let Some(id) = id {
                    self.node(id, self.last);
                }
                self.parent(parent);
            }
            TraceEvent::Pruned { id, .. } | TraceEvent::Reopened { id } => {
                self.node(id, self.last);
            }
            TraceEvent::Path { id, place } => {
                self.node(id, self.last);
                self.place(place);
            }
            TraceEvent::Left { id } | TraceEvent::Scored { id, .. } => {
                let id = self.node(id, top.id);
                self.open.pop_if(|open| open.id == id);
            }
            TraceEvent::Cutoff { id, .. } => {
                self.node(id, top.id);
            }
            TraceEvent::Iteration { limit: proved }
            | TraceEvent::Bound { cost: proved }
            | TraceEvent::Solution { cost: proved } => {
                self.bound = cost::<READS>(proved, self.bound, self.unit);
            }
            TraceEvent::Entered { id, parent, ply, depth, alpha, beta, place, .. } => {
                let ply = number::<READS>(ply, self.open.len() as u32) as usize;
                self.open.truncate(ply);
                self.made(id);
                self.parent(parent);
                self.window(ply, [depth, alpha, beta]);
                self.push(Open { id: self.last, ..Open::default() });
                self.place(place);
            }
            TraceEvent::Line { .. } | TraceEvent::End { .. } => {}
        }
    }
}
