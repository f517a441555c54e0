//! The cells of a search for a path, for a picture.

use std::path::Path;

use tremaux_maps::grid::{Cell, Grid};
use tremaux_trace::{Place, Sink, TraceEvent, TraceSelection};

use crate::atomic_file::write_whole;
use crate::drawing::map_pixels::pixels;
use crate::drawing::map_svg::svg;
use crate::drawing::picture_file::has_extension;
use crate::failure::Failure;

/// The cells that were expanded and those of the path, or only its turning points.
#[derive(Default)]
pub(super) struct PathCells {
    /// The cell of each node, by the number of the node.
    nodes: Vec<Option<Cell>>,
    expanded: Vec<Cell>,
    path: Vec<Cell>,
}

impl PathCells {
    /// Every step with its place, as many as fit in memory.
    pub(super) fn recording(&mut self) -> (TraceSelection, &mut dyn Sink) {
        (TraceSelection::new(1 << 28), self)
    }

    /// Draws the cells on their map.
    pub(super) fn draw(self, path: &Path, grid: &Grid, ends: [Cell; 2]) -> Result<(), Failure> {
        let [from, to] = ends;
        let picture = if has_extension(path, "svg") {
            svg(grid, &self.expanded, &self.path, from, to).into_bytes()
        } else {
            pixels(grid, &self.expanded, &self.path, from, to)?
        };
        write_whole(path, &picture)
    }

    fn cell(&mut self, id: u32, place: Option<&Place<'_>>) -> Option<Cell> {
        let id = id as usize;
        if let Some(&Place::Cell { x, y }) = place {
            if self.nodes.len() <= id {
                self.nodes.resize(id + 1, None);
            }
            self.nodes[id] = Some(Cell::new(x as u16, y as u16));
        }
        self.nodes.get(id).copied().flatten()
    }
}

impl Sink for PathCells {
    fn take(&mut self, event: &TraceEvent<'_>) {
        match event {
            TraceEvent::Generated { id, place, .. } => drop(self.cell(*id, place.as_ref())),
            TraceEvent::Expanded { id, place, .. } => {
                let cell = self.cell(*id, place.as_ref());
                self.expanded.extend(cell);
            }
            TraceEvent::Path { id, place } => {
                let cell = self.cell(*id, place.as_ref());
                self.path.extend(cell);
            }
            _ => {}
        }
    }
}
