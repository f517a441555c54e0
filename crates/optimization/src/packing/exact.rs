//! Lowest packings with proof.

use std::sync::Arc;

use tremaux_core::Random;
use tremaux_landscape::{Landscape, Log, Optimization, Tally};

use super::landscape::{Arrangement, Packing};
use super::skyline::{Segment, Skyline};

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
/// lower or further left of the next corner stays empty, and there is only so much of it.
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
    /// Whether a corner can be at this distance from the left side, and from the bottom.
    columns: Vec<bool>,
    rows: Vec<bool>,
    height: u32,
    is_over: bool,
    tally: Tally,
    log: Log,
}

impl ExactPacking {
    /// A search for the lowest packing.
    #[must_use]
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
            columns: Vec::new(),
            rows: Vec::new(),
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
        let sums = |most: u32, of_width: bool| {
            let mut is_sum = vec![false; most as usize + 1];
            is_sum[0] = true;
            for &(width, height) in &rectangles.sizes {
                let sides = if of_width { [width, height] } else { [height, width] };
                let sides = &sides[..if self.packing.may_turn() { 2 } else { 1 }];
                // Each rectangle counts once, in one of its positions.
                for at in (0..=most as usize).rev() {
                    let reached = sides.iter().any(|&side| {
                        at.checked_sub(side as usize).is_some_and(|before| is_sum[before])
                    });
                    is_sum[at] |= reached;
                }
            }
            is_sum
        };
        (self.columns, self.rows) = (sums(rectangles.width, true), sums(self.height, false));
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
        self.list(&self.edge, empty, &mut choices);
        // The last is tried first.
        choices.reverse();
        let frame = &mut self.frames[self.depth];
        frame.edge.clone_from_segments(self.edge.segments());
        (frame.empty, frame.choices, frame.made) = (empty, choices, None);
        self.depth += 1;
    }

    /// Lists what can be at the lowest place.
    fn list(&self, edge: &Skyline, empty: u64, choices: &mut Vec<Choice>) {
        let rectangles = self.packing.rectangles();
        let (Segment { x, width, y }, wall) = edge.niche();
        if y >= self.height {
            return;
        }
        let positions: &[bool] = if self.packing.may_turn() { &[false, true] } else { &[false] };
        let is_corner = self.columns[x as usize] && self.rows[y as usize];
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
        let next = |is_sum: &[bool], from: u32, most: u32| {
            let after = (from + 1..most).find(|&at| is_sum[at as usize]);
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
        self.frames.len() * (last + size_of::<Frame>()) + self.columns.len() + self.rows.len()
    }

    fn log(&mut self) -> &mut Log {
        &mut self.log
    }

    fn logged(&self) -> &Log {
        &self.log
    }
}
