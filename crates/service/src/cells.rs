//! The cells of a grid that a search has seen, for those who watch it follow a pointer.

use tremaux_trace::{Place, Sink, TraceEvent};

/// What a search made of each cell, row by row: a digit for not seen, open, closed or left.
pub(crate) struct Cells {
    width: usize,
    /// The most cells.
    most: usize,
    /// The cell of each node.
    cells: Vec<usize>,
    seen: Vec<u8>,
}

impl Cells {
    /// Of a grid with rows of `width` cells, and at most so many cells.
    pub(crate) const fn new(width: usize, most: usize) -> Self {
        Self { width, most, cells: Vec::new(), seen: Vec::new() }
    }

    /// The digits up to the last cell that was seen.
    pub(crate) fn digits(&self) -> &str {
        str::from_utf8(&self.seen).unwrap_or_default()
    }

    fn mark(&mut self, id: u32, place: Option<&Place<'_>>, digit: u8) {
        let (id, nowhere) = (id as usize, self.most);
        if let Some(&Place::Cell { x, y }) = place {
            let cell = (y as usize).saturating_mul(self.width).saturating_add(x as usize);
            self.cells.resize(self.cells.len().max(id + 1), nowhere);
            self.cells[id] = cell;
            if cell < self.most {
                self.seen.resize(self.seen.len().max(cell + 1), b'0');
            }
        }
        let cell = self.cells.get(id).copied().unwrap_or(nowhere);
        if let Some(seen) = self.seen.get_mut(cell) {
            // What was tried in vain stays closed.
            let is_pruned = digit == b'P';
            *seen = if !is_pruned {
                digit
            } else if *seen == b'2' {
                b'2'
            } else {
                b'3'
            };
        }
    }
}

impl Sink for Cells {
    fn take(&mut self, event: &TraceEvent<'_>) {
        match event {
            TraceEvent::Generated { id, place, .. } => self.mark(*id, place.as_ref(), b'1'),
            TraceEvent::Expanded { id, place, .. } => self.mark(*id, place.as_ref(), b'2'),
            TraceEvent::Pruned { id, .. } => self.mark(*id, None, b'P'),
            TraceEvent::Left { id } => self.mark(*id, None, b'3'),
            TraceEvent::Iteration { .. } => self.seen.fill(b'0'),
            _ => {}
        }
    }
}
