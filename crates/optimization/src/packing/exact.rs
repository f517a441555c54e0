//! Lowest packings with proof.

use std::hash::{DefaultHasher, Hash, Hasher};
use std::sync::Arc;

use tremaux_core::Random;
use tremaux_landscape::{Landscape, Log, Optimization, Tally};

use super::landscape::{Arrangement, Packing};
use super::skyline::{Segment, Skyline};
use super::sums::Sums;

/// What is done at the lowest place.
#[derive(Clone, Copy, Debug)]
enum Choice {
    /// A rectangle is put there.
    Rectangle { rectangle: u32, is_turned: bool },
    /// The place stays empty up to this corner.
    Empty { right: u32, top: u32 },
}

/// A partial packing on the path, and the choices left.
struct Frame {
    edge: Skyline,
    /// The area that stays empty so far.
    empty: u64,
    choices: Vec<Choice>,
    made: Option<Choice>,
}

/// Branch and bound for the lowest packing: for each height from the least possible one, what can
/// be at the lowest place, and then at the next.
///
/// Proves its packing to be the lowest when it ends, and at any time that none is lower than its
/// bound. The lower left corner of every rectangle is at a sum of widths and a sum of heights of
/// others, which no packing has to violate (Herz 1972; Christofides and Whitlock 1977); what is
/// lower or further left of the next corner stays empty, and there is only so much of it. Above the
/// upper edge, too, room stays empty: rows and columns that no sum of the widths or heights that
/// are left fills. A partial packing with an upper edge and rectangles that were tried before is
/// not tried again.
pub struct ExactPacking {
    packing: Arc<Packing>,
    best: Option<Arrangement>,
    frames: Vec<Frame>,
    depth: usize,
    /// The upper edge of the packing that is opened next.
    edge: Skyline,
    /// The area of all rectangles.
    area: u64,
    is_used: Vec<bool>,
    /// Rectangles by area, the largest first.
    order: Vec<u32>,
    /// The distances from the left side, and from the bottom, at which a corner can be.
    columns: Sums,
    rows: Sums,
    /// The sums of the widths, and of the heights, that are left.
    widths: Sums,
    heights: Sums,
    /// Partial packings of this height that have been tried, by a hash of their keys.
    tried: Vec<Box<[u32]>>,
    key: Vec<u32>,
    height: u32,
    is_over: bool,
    tally: Tally,
    log: Log,
}

/// The number of partial packings that are remembered.
const TRIED: usize = 1 << 16;

/// Adds the width and the height of a rectangle, in each of its positions, to the sums of both.
fn add_sides(width: u32, height: u32, may_turn: bool, widths: &mut Sums, heights: &mut Sums) {
    if may_turn {
        widths.add(&[width, height]);
        heights.add(&[width, height]);
    } else {
        widths.add(&[width]);
        heights.add(&[height]);
    }
}

impl ExactPacking {
    /// A search for the lowest packing.
    pub fn new(packing: Arc<Packing>) -> Self {
        let rectangles = packing.rectangles();
        let count = rectangles.sizes.len() as u32;
        let area = |at: &u32| {
            let (width, height) = rectangles.sizes[*at as usize];
            u64::from(width) * u64::from(height)
        };
        let mut order: Vec<u32> = (0..count).collect();
        order.sort_by_key(|at| std::cmp::Reverse(area(at)));
        let height = rectangles.least_height(packing.may_turn());
        let mut search = Self {
            best: None,
            frames: Vec::new(),
            depth: 0,
            edge: Skyline::new(rectangles.width),
            area: order.iter().map(area).sum(),
            is_used: vec![false; count as usize],
            order,
            columns: Sums::default(),
            rows: Sums::default(),
            widths: Sums::default(),
            heights: Sums::default(),
            tried: vec![Box::default(); TRIED],
            key: Vec::new(),
            height,
            is_over: false,
            tally: Tally::default(),
            log: Log::default(),
            packing,
        };
        search.pack_in_good_orders();
        search.begin();
        search
    }

    /// Takes the best of some packings by decreasing sizes.
    fn pack_in_good_orders(&mut self) {
        let packing = Arc::clone(&self.packing);
        let sizes = &packing.rectangles().sizes;
        type Key = fn(&(u32, u32)) -> u64;
        let keys: [Key; 4] = [
            |size| u64::from(size.0) * u64::from(size.1),
            |size| u64::from(size.0),
            |size| u64::from(size.1),
            |size| u64::from(size.0.max(size.1)),
        ];
        // Positions in which every rectangle fits.
        let turned = self.packing.initial_solution(&mut Random::new(0));
        let places = self.packing.places(&turned);
        let turned: Vec<bool> = places.iter().map(|place| place.is_turned).collect();
        for key in keys {
            let mut order = self.order.clone();
            order.sort_by_key(|&at| std::cmp::Reverse(key(&sizes[at as usize])));
            let arrangement = self.packing.arrange(order, turned.clone());
            self.tally.evaluated += 1;
            self.offer(arrangement);
        }
    }

    fn offer(&mut self, arrangement: Arrangement) {
        let value = self.packing.value(&arrangement);
        if self.best.as_ref().is_none_or(|best| value < self.packing.value(best)) {
            self.best = Some(arrangement);
        }
    }

    fn best_height(&self) -> u32 {
        self.best.as_ref().map_or(u32::MAX, |best| self.packing.value(best).floor() as u32)
    }

    /// Starts the search for a packing of the current height.
    fn begin(&mut self) {
        let rectangles = self.packing.rectangles();
        self.is_over = self.height >= self.best_height()
            || rectangles.height.is_some_and(|height| self.height > height);
        if self.is_over {
            return;
        }
        self.columns.reset(rectangles.width);
        self.rows.reset(self.height);
        for &(width, height) in &rectangles.sizes {
            let may_turn = self.packing.may_turn();
            add_sides(width, height, may_turn, &mut self.columns, &mut self.rows);
        }
        self.tried.fill(Box::default());
        self.is_used.fill(false);
        self.depth = 0;
        self.edge = Skyline::new(rectangles.width);
        self.open(0);
    }

    /// Adds a frame for the partial packing with the current edge.
    fn open(&mut self, empty: u64) {
        if self.frames.len() == self.depth {
            let (edge, choices) = (self.edge.clone(), Vec::new());
            self.frames.push(Frame { edge, empty, choices, made: None });
        }
        let mut choices = std::mem::take(&mut self.frames[self.depth].choices);
        choices.clear();
        if !self.was_tried() && empty + self.least_waste() <= self.room() {
            self.list(&self.edge, empty, &mut choices);
        }
        // The last is tried first.
        choices.reverse();
        let frame = &mut self.frames[self.depth];
        frame.edge.clone_from_segments(self.edge.segments());
        (frame.empty, frame.choices, frame.made) = (empty, choices, None);
        self.depth += 1;
    }

    /// Whether a partial packing with this upper edge and the same rectangles was opened before;
    /// from now on it was.
    fn was_tried(&mut self) -> bool {
        self.key.clear();
        for (at, &is_used) in self.is_used.iter().enumerate() {
            if at % 32 == 0 {
                self.key.push(0);
            }
            self.key[at / 32] |= u32::from(is_used) << (at % 32);
        }
        self.key.extend(self.edge.segments().iter().flat_map(|it| [it.width, it.y]));
        let mut hasher = DefaultHasher::new();
        self.key.hash(&mut hasher);
        let slot = &mut self.tried[hasher.finish() as usize % TRIED];
        let was_tried = **slot == *self.key;
        if !was_tried {
            *slot = self.key.as_slice().into();
        }
        was_tried
    }

    /// An area above the upper edge that stays empty whatever is packed there.
    fn least_waste(&mut self) -> u64 {
        let rectangles = self.packing.rectangles();
        self.widths.reset(rectangles.width);
        self.heights.reset(self.height);
        let sizes = rectangles.sizes.iter().zip(&self.is_used);
        for (&(width, height), _) in sizes.filter(|(_, used)| !**used) {
            let may_turn = self.packing.may_turn();
            add_sides(width, height, may_turn, &mut self.widths, &mut self.heights);
        }
        let segments = self.edge.segments();
        let waste = |width: u32, height: u32| u64::from(width) * u64::from(height);
        let columns = segments.iter().map(|segment| {
            let free = self.height.saturating_sub(segment.y);
            waste(segment.width, free - self.heights.floor(free))
        });
        let columns: u64 = columns.sum();
        // Between two heights of the edge, each row has the same free parts.
        let mut rows = 0;
        for level in segments.iter().filter(|level| level.y < self.height) {
            let above = segments.iter().map(|it| it.y).filter(|&y| y > level.y);
            let count = above.min().unwrap_or(self.height).min(self.height) - level.y;
            let is_first = segments.iter().find(|it| it.y == level.y) == Some(level);
            if !is_first {
                continue;
            }
            let mut width = 0;
            for segment in segments {
                if segment.y <= level.y {
                    width += segment.width;
                    continue;
                }
                rows += waste(width - self.widths.floor(width), count);
                width = 0;
            }
            rows += waste(width - self.widths.floor(width), count);
        }
        rows.max(columns)
    }

    /// Lists what can be at the lowest place.
    fn list(&self, edge: &Skyline, empty: u64, choices: &mut Vec<Choice>) {
        let rectangles = self.packing.rectangles();
        let (Segment { x, width, y }, wall) = edge.niche();
        if y >= self.height {
            return;
        }
        let positions: &[bool] = if self.packing.may_turn() { &[false, true] } else { &[false] };
        let is_corner = self.columns.contains(x) && self.rows.contains(y);
        let mut fits_one = false;
        for &rectangle in &self.order {
            if self.is_used[rectangle as usize] {
                continue;
            }
            for &is_turned in positions {
                let size = rectangles.size(rectangle as usize, is_turned);
                if is_turned && size.0 == size.1 || size.0 > width || size.1 > self.height - y {
                    continue;
                }
                fits_one = true;
                // Mirrored packings need not be tried twice: the largest rectangle is in the
                // lower left quarter.
                let is_largest = rectangle == self.order[0];
                let is_mirrored = is_largest
                    && (2 * x + size.0 > rectangles.width || 2 * y + size.1 > self.height);
                let is_listed = choices.iter().any(|choice| match *choice {
                    Choice::Rectangle { rectangle, is_turned } => {
                        rectangles.size(rectangle as usize, is_turned) == size
                    }
                    Choice::Empty { .. } => false,
                });
                if is_corner && !is_mirrored && !is_listed {
                    choices.push(Choice::Rectangle { rectangle, is_turned });
                }
            }
        }
        // The next corner to the right or above; if nothing fits, all of the niche stays empty.
        let next = |sums: &Sums, from: u32, most: u32| {
            let after = (from + 1..most).find(|&at| sums.contains(at));
            after.unwrap_or(most)
        };
        let top = wall.min(self.height);
        let (right, top) = if fits_one {
            (next(&self.columns, x, x + width), next(&self.rows, y, top))
        } else {
            (x + width, top)
        };
        let more = u64::from(right - x) * u64::from(top - y);
        if empty + more <= self.room() {
            choices.push(Choice::Empty { right, top });
        }
    }

    /// The area that can stay empty.
    fn room(&self) -> u64 {
        u64::from(self.packing.rectangles().width) * u64::from(self.height) - self.area
    }

    /// Takes the packing on the path, which is the lowest.
    fn finish(&mut self) {
        let count = self.is_used.len();
        let (mut order, mut is_turned) = (Vec::with_capacity(count), vec![false; count]);
        let mut places = vec![(0, 0); count];
        for frame in &self.frames[..self.depth] {
            if let Some(Choice::Rectangle { rectangle, is_turned: turned }) = frame.made {
                let (Segment { x, y, .. }, _) = frame.edge.niche();
                order.push(rectangle);
                is_turned[rectangle as usize] = turned;
                places[order.len() - 1] = (x, y);
            }
        }
        let arrangement = self.packing.with_places(order, is_turned, places);
        self.offer(arrangement);
        self.is_over = true;
    }
}

impl Optimization<Arrangement> for ExactPacking {
    /// Makes the next choice, or takes back the last one.
    fn step(&mut self) -> bool {
        if self.is_over {
            return false;
        }
        let Some(last) = self.depth.checked_sub(1) else {
            self.height += 1;
            self.begin();
            return true;
        };
        let frame = &mut self.frames[last];
        if let Some(Choice::Rectangle { rectangle, .. }) = frame.made.take() {
            self.is_used[rectangle as usize] = false;
        }
        let Some(choice) = frame.choices.pop() else {
            self.depth = last;
            return true;
        };
        frame.made = Some(choice);
        self.tally.evaluated += 1;
        let (Segment { x, y, .. }, _) = frame.edge.niche();
        self.edge.clone_from_segments(frame.edge.segments());
        let (edge, mut empty) = (&mut self.edge, frame.empty);
        match choice {
            Choice::Rectangle { rectangle, is_turned } => {
                let size = self.packing.rectangles().size(rectangle as usize, is_turned);
                edge.raise(x, size.0, y + size.1);
                self.is_used[rectangle as usize] = true;
                self.tally.accepted += 1;
            }
            Choice::Empty { right, top } => {
                edge.raise(x, right - x, top);
                empty += u64::from(right - x) * u64::from(top - y);
            }
        }
        if self.is_used.iter().all(|&is_used| is_used) {
            self.finish();
        } else {
            self.open(empty);
        }
        true
    }

    fn best(&self) -> Option<(&Arrangement, f64)> {
        self.best.as_ref().map(|best| (best, self.packing.value(best)))
    }

    fn best_value(&self) -> f64 {
        self.best.as_ref().map_or(f64::INFINITY, |best| self.packing.value(best))
    }

    fn lower_bound(&self) -> f64 {
        // Where it ends, this is the height of the best packing, or no packing is this low.
        f64::from(self.height)
    }

    fn tally(&self) -> Tally {
        self.tally
    }

    fn bytes(&self) -> usize {
        let last = self.frames.last().map_or(0, |it| it.edge.segments().len() * 12 + 64);
        self.frames.len() * (last + size_of::<Frame>()) + TRIED * (self.key.len() * 4 + 32)
    }

    fn log(&mut self) -> &mut Log {
        &mut self.log
    }

    fn logged(&self) -> &Log {
        &self.log
    }
}
