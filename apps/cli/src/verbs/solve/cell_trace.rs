//! When a search saw and visited each cell of a grid.

use tremaux_trace::{Place, Scene, Sink, TraceEvent, TraceSelection};

use crate::drawing::cells::Mark;

/// The number of a cell that is not on the grid.
const NOWHERE: u32 = u32::MAX;

/// When each cell of a grid was seen and visited, and the path. Takes four bytes per cell and
/// four per node of the search.
pub(super) struct CellTrace {
    width: usize,
    /// Walls, and cells on which nothing is known yet.
    marks: Vec<Mark>,
    /// 0: not seen; 1: seen; n + 1: visited as number n.
    seen: Vec<u32>,
    visits: u32,
    /// The cell of each node, by the number of the node.
    cells: Vec<u32>,
    is_cut_off: bool,
}

impl CellTrace {
    /// Every step with its position, as many as fit in memory.
    pub(super) const SELECTION: TraceSelection = TraceSelection::new(1 << 28);

    /// An empty trace for `scene`; `None` if it is not a grid.
    pub(super) fn new(scene: &Scene) -> Option<Self> {
        let Scene::Grid { rows, start, goals } = scene else { return None };
        let width = rows.first()?.len();
        let mark = |letter| if letter == b'#' { Mark::Wall } else { Mark::Free };
        let mut marks: Vec<Mark> = rows.iter().flat_map(|row| row.bytes().map(mark)).collect();
        let index = |(x, y): (u32, u32)| y as usize * width + x as usize;
        if let Some(start) = start {
            *marks.get_mut(index(*start))? = Mark::Start;
        }
        for &goal in goals {
            *marks.get_mut(index(goal))? = Mark::Goal;
        }
        Some(Self {
            width,
            seen: vec![0; marks.len()],
            marks,
            visits: 0,
            cells: Vec::new(),
            is_cut_off: false,
        })
    }

    /// The number of columns.
    pub(super) fn width(&self) -> usize {
        self.width
    }

    /// Whether the search took more steps than were recorded.
    pub(super) fn is_cut_off(&self) -> bool {
        self.is_cut_off
    }

    /// The cell of a node, from `place` or remembered from earlier.
    fn cell(&mut self, id: u32, place: Option<&Place<'_>>) -> Option<usize> {
        let id = id as usize;
        if let Some(&Place::Cell { x, y }) = place {
            if self.cells.len() <= id {
                self.cells.resize(id + 1, NOWHERE);
            }
            self.cells[id] = y * self.width as u32 + x;
        }
        self.cells.get(id).map(|&cell| cell as usize).filter(|&cell| cell < self.seen.len())
    }

    /// The marks of all cells, row by row, and how many visits there were.
    pub(super) fn finish(self) -> (Vec<Mark>, u32) {
        let Self { mut marks, seen, visits, .. } = self;
        for (mark, seen) in marks.iter_mut().zip(seen) {
            if *mark == Mark::Free && seen > 0 {
                *mark = if seen == 1 { Mark::Frontier } else { Mark::Visited(seen - 1) };
            }
        }
        (marks, visits)
    }
}

impl Sink for CellTrace {
    fn take(&mut self, event: &TraceEvent<'_>) {
        match event {
            TraceEvent::Generated { id, place, .. } => {
                if let Some(cell) = self.cell(*id, place.as_ref()) {
                    self.seen[cell] = self.seen[cell].max(1);
                }
            }
            TraceEvent::Expanded { id, place, .. } => {
                self.visits += 1;
                if let Some(cell) = self.cell(*id, place.as_ref()) {
                    self.seen[cell] = self.visits.saturating_add(1);
                }
            }
            TraceEvent::Path { id, place } => {
                if let Some(cell) = self.cell(*id, place.as_ref())
                    && !matches!(self.marks[cell], Mark::Start | Mark::Goal)
                {
                    self.marks[cell] = Mark::Path;
                }
            }
            TraceEvent::End { counts, .. } => {
                self.is_cut_off = counts.expanded > u64::from(self.visits);
            }
            _ => {}
        }
    }
}
