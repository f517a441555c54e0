//! Connected components: which cells can be reached from which.

use super::cell::Cell;
use super::grid::Grid;
use super::movement::StepScale;

/// A run of free cells in a row, all in one component.
#[derive(Clone, Copy, Debug)]
struct Run {
    start: u16,
    /// The column after the last.
    end: u16,
    component: u32,
}

/// The connected components of a map: two cells are in the same one exactly if a path leads
/// from one to the other, under the map's rule of movement.
///
/// Built in time proportional to the map's words and runs of free cells. Takes eight bytes per
/// run.
#[derive(Clone, Debug, Default)]
#[doc(hidden)]
pub struct Components {
    runs: Vec<Run>,
    /// Where the runs of each row begin.
    rows: Vec<u32>,
}

impl Components {
    /// Computes the components of a map.
    pub fn new(grid: &Grid) -> Self {
        let mut runs: Vec<Run> = Vec::new();
        let mut rows = vec![0];
        for y in 0..grid.height() {
            append_runs(grid.free_words(y), &mut runs);
            rows.push(runs.len() as u32);
        }
        // Runs point to other runs of their component, the first run to itself.
        for (index, run) in runs.iter_mut().enumerate() {
            run.component = index as u32;
        }
        // Cells that touch only at a corner are connected under one rule alone: under the
        // others, whoever can pass there can also go around the corner.
        let touch = u16::from(grid.movement().connects_corners());
        for y in 1..usize::from(grid.height()) {
            let [mut above, middle, end] = [rows[y - 1], rows[y], rows[y + 1]].map(|i| i as usize);
            let mut below = middle;
            while above < middle && below < end {
                let (a, b) = (runs[above], runs[below]);
                if a.start < b.end + touch && b.start < a.end + touch {
                    let (a, b) = (root(&mut runs, above), root(&mut runs, below));
                    runs[a.max(b)].component = a.min(b) as u32;
                }
                if a.end < b.end {
                    above += 1;
                } else {
                    below += 1;
                }
            }
        }
        for index in 0..runs.len() {
            runs[index].component = root(&mut runs, index) as u32;
        }
        Self { runs, rows }
    }

    #[inline]
    fn row(&self, y: u16) -> &[Run] {
        let y = usize::from(y);
        match (self.rows.get(y), self.rows.get(y + 1)) {
            (Some(&start), Some(&end)) => &self.runs[start as usize..end as usize],
            _ => &[],
        }
    }

    /// The number of the component of a cell; `None` if it is blocked or off the map.
    pub fn of(&self, cell: Cell) -> Option<u32> {
        let row = self.row(cell.y);
        let after = row.partition_point(|run| run.start <= cell.x);
        let run = row[..after].last()?;
        (cell.x < run.end).then_some(run.component)
    }

    /// The cell of a component that is nearest to `target` on an empty map, the topmost among
    /// equals.
    pub fn nearest(&self, component: u32, target: Cell, scale: StepScale<u32>) -> Option<Cell> {
        let mut best: Option<(u64, Cell)> = None;
        let height = self.rows.len() as u16 - 1;
        for distance in 0..height {
            let floor = u64::from(scale.straight) * u64::from(distance);
            if best.is_some_and(|(cost, _)| cost <= floor) {
                break;
            }
            let rows = [target.y.checked_sub(distance), target.y.checked_add(distance)];
            for y in rows.into_iter().flatten() {
                for run in self.row(y).iter().filter(|run| run.component == component) {
                    let cell = Cell { x: target.x.clamp(run.start, run.end - 1), y };
                    let cost = scale.distance(cell, target).into();
                    if best.is_none_or(|(known, _)| cost < known) {
                        best = Some((cost, cell));
                    }
                }
            }
        }
        best.map(|(_, cell)| cell)
    }
}

/// The first run of the component of a run.
#[inline]
fn root(runs: &mut [Run], mut run: usize) -> usize {
    while runs[run].component as usize != run {
        let next = runs[run].component as usize;
        runs[run].component = runs[next].component;
        run = next;
    }
    run
}

/// Appends the runs of ones in a row of bits.
fn append_runs(words: &[u64], runs: &mut Vec<Run>) {
    let mut open: Option<u16> = None;
    for (index, &word) in words.iter().enumerate() {
        let first = (index * 64) as u16;
        let mut bit = 0;
        while bit < 64 {
            // Within a run, find the next zero; outside, the next one.
            let rest = if open.is_some() { !word } else { word } >> bit;
            if rest == 0 {
                break;
            }
            bit += rest.trailing_zeros() as u16;
            match open.take() {
                Some(start) => runs.push(Run { start, end: first + bit, component: 0 }),
                None => open = Some(first + bit),
            }
        }
    }
    if let Some(start) = open {
        runs.push(Run { start, end: (words.len() * 64) as u16, component: 0 });
    }
}
