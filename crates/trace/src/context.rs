//! What short forms of events leave out.

use crate::event::Place;

/// A position that was entered, as the short form of the next one at its ply tells of it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Station {
    pub(crate) id: u32,
    pub(crate) side: u8,
    pub(crate) depth: i32,
    pub(crate) window: (i32, i32),
}

impl Station {
    /// Whether all but the node is the same.
    #[inline]
    pub(crate) fn is_like(&self, other: &Self) -> bool {
        self.side == other.side && self.depth == other.depth && self.window == other.window
    }
}

/// What short forms leave out: writer and reader follow it alike.
#[derive(Debug)]
pub(crate) struct Context {
    /// Costs are these times what they are.
    pub(crate) unit: f64,
    /// The node that the last event was about.
    pub(crate) last: u32,
    /// One more than the greatest node so far.
    pub(crate) next: u32,
    /// The node expanded last.
    pub(crate) expanded: Option<u32>,
    /// What it cost to get there.
    pub(crate) g: f64,
    /// The estimate of the node generated last.
    pub(crate) h: f64,
    /// The vertex where the node is that was generated last at one, or told last on the path in
    /// few bytes.
    pub(crate) vertex: u32,
    /// What was proved last.
    pub(crate) bound: f64,
    /// The ply entered last.
    pub(crate) ply: u32,
    /// The position entered last at each ply.
    pub(crate) line: Vec<Station>,
}

impl Default for Context {
    fn default() -> Self {
        Self {
            unit: 1.0,
            last: 0,
            next: 0,
            expanded: None,
            g: 0.0,
            h: 0.0,
            vertex: 0,
            bound: 0.0,
            ply: 0,
            line: Vec::new(),
        }
    }
}

impl Context {
    #[inline]
    pub(crate) fn about(&mut self, id: u32) {
        self.last = id;
        self.next = self.next.max(id.saturating_add(1));
    }

    /// A node is generated, with this estimate, here.
    #[inline(always)]
    pub(crate) const fn generates(&mut self, h: f64, place: Option<&Place<'_>>) {
        self.h = h;
        if let Some(Place::Vertex { vertex }) = place {
            self.vertex = *vertex;
        }
    }

    #[inline]
    pub(crate) fn enter(&mut self, ply: u32, station: Station) {
        self.ply = ply;
        // One that begins below the root has no line.
        if let Some(at) = self.line.get_mut(ply as usize) {
            *at = station;
        } else if ply as usize == self.line.len() {
            self.line.push(station);
        }
    }
}
