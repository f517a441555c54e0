//! Orders of rectangles as solutions: each is packed at the lowest place, one after the other.

use std::hash::{DefaultHasher, Hash, Hasher};

use tremaux_core::Random;
use tremaux_landscape::{Landscape, Recombination};

use super::rectangles::{Place, Rectangles};
use super::skyline::Skyline;

/// An order of the rectangles, where it puts them, and the edges on the way.
#[derive(Clone, Debug)]
pub struct Arrangement {
    order: Vec<u32>,
    is_turned: Vec<bool>,
    /// The place of each rectangle of the order.
    places: Vec<(u32, u32)>,
    /// The upper edge before each rectangle of the order.
    edges: Vec<Skyline>,
    /// Heights after each rectangle.
    heights: Vec<u32>,
    value: f64,
}

/// A move of the landscape of packings.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum PackingMove {
    /// Two rectangles exchange their places in the order.
    Swap(u32, u32),
    /// A rectangle, by its place in the order, is turned by a quarter.
    Turn(u32),
}

/// Packings of rectangles, as a landscape of orders.
///
/// The value is the height plus the part of the strip below the upper edge, a number below 1, so
/// that of two packings of the same height the more compact one is better.
#[derive(Debug)]
pub struct Packing {
    rectangles: Rectangles,
    may_turn: bool,
    /// More than the height of any packing.
    tower: u64,
    /// The columns of the table that are not used.
    ignored: Vec<String>,
}

impl Packing {
    /// The landscape of these rectangles, which may be turned or not.
    pub fn new(rectangles: Rectangles, may_turn: bool) -> Self {
        let sides = rectangles.sizes.iter().map(|&(w, h)| u64::from(w.max(h)));
        let tower = 1 + sides.sum::<u64>();
        Self { rectangles, may_turn, tower, ignored: Vec::new() }
    }

    /// The same, read from a table with columns that are not used.
    #[cfg(feature = "catalog")]
    pub(super) fn with_ignored(self, ignored: Vec<String>) -> Self {
        Self { ignored, ..self }
    }

    /// The columns of the table that it was read from that are not used.
    pub fn ignored(&self) -> &[String] {
        &self.ignored
    }

    /// The rectangles.
    pub fn rectangles(&self) -> &Rectangles {
        &self.rectangles
    }

    /// Whether rectangles may be turned.
    pub fn may_turn(&self) -> bool {
        self.may_turn
    }

    /// Whether a rectangle fits into the width in this position.
    fn fits(&self, rectangle: u32, is_turned: bool) -> bool {
        self.rectangles.size(rectangle as usize, is_turned).0 <= self.rectangles.width
    }

    /// Packs the rectangle onto the edge; returns its place and its upper side.
    fn put(&self, edge: &mut Skyline, rectangle: u32, is_turned: bool) -> ((u32, u32), u32) {
        let (width, height) = self.rectangles.size(rectangle as usize, is_turned);
        // One that is too wide goes nowhere; the instance has no packing.
        let Some((x, y)) = edge.lowest(width) else { return ((0, 0), u32::MAX) };
        edge.raise(x, width, y + height);
        ((x, y), y + height)
    }

    fn value_of(&self, edge: &Skyline, height: u32) -> f64 {
        let below: u64 =
            edge.segments().iter().map(|it| u64::from(it.width) * u64::from(it.y)).sum();
        f64::from(height) + below as f64 / (u64::from(self.rectangles.width) * self.tower) as f64
    }

    /// The arrangement of this order.
    pub(super) fn arrange(&self, order: Vec<u32>, is_turned: Vec<bool>) -> Arrangement {
        let count = order.len();
        let edges = vec![Skyline::new(self.rectangles.width); count + 1];
        let (places, heights) = (vec![(0, 0); count], vec![0; count + 1]);
        let mut arrangement = Arrangement { order, is_turned, places, edges, heights, value: 0.0 };
        self.pack_from(&mut arrangement, 0);
        arrangement
    }

    /// The arrangement with these places, which its order need not lead to.
    pub(super) fn with_places(
        &self,
        order: Vec<u32>,
        is_turned: Vec<bool>,
        places: Vec<(u32, u32)>,
    ) -> Arrangement {
        let tops = order.iter().zip(&places).map(|(&rectangle, place)| {
            let is_turned = is_turned[rectangle as usize];
            place.1 + self.rectangles.size(rectangle as usize, is_turned).1
        });
        let value = f64::from(tops.max().unwrap_or(0));
        let (edges, heights) = (Vec::new(), Vec::new());
        Arrangement { order, is_turned, places, edges, heights, value }
    }

    fn pack_from(&self, arrangement: &mut Arrangement, first: usize) {
        let Arrangement { order, is_turned, places, edges, heights, value } = arrangement;
        for at in first..order.len() {
            let (before, after) = edges.split_at_mut(at + 1);
            after[0].clone_from_segments(before[at].segments());
            let rectangle = order[at];
            let (place, top) = self.put(&mut after[0], rectangle, is_turned[rectangle as usize]);
            places[at] = place;
            heights[at + 1] = heights[at].max(top);
        }
        *value = self.value_of(&edges[order.len()], heights[order.len()]);
    }

    /// The places of the rectangles, in the order of the instance.
    pub fn places(&self, arrangement: &Arrangement) -> Vec<Place> {
        let mut places = vec![Place::default(); arrangement.order.len()];
        for (&rectangle, &(x, y)) in arrangement.order.iter().zip(&arrangement.places) {
            let is_turned = arrangement.is_turned[rectangle as usize];
            places[rectangle as usize] = Place { x, y, is_turned };
        }
        places
    }
}

impl PackingMove {
    /// The first place in the order that it changes.
    fn first(self) -> usize {
        match self {
            Self::Swap(one, other) => one.min(other) as usize,
            Self::Turn(at) => at as usize,
        }
    }
}

impl Landscape for Packing {
    type Solution = Arrangement;
    type Move = PackingMove;

    fn initial_solution(&self, random: &mut Random) -> Arrangement {
        let mut order: Vec<u32> = (0..self.rectangles.sizes.len() as u32).collect();
        random.shuffle(&mut order);
        let turned = (0..order.len() as u32).map(|at| {
            self.may_turn && (!self.fits(at, false) || self.fits(at, true) && random.below(2) == 1)
        });
        let turned = turned.collect();
        self.arrange(order, turned)
    }

    fn value(&self, arrangement: &Arrangement) -> f64 {
        arrangement.value
    }

    fn full_value(&self, arrangement: &Arrangement) -> f64 {
        self.arrange(arrangement.order.clone(), arrangement.is_turned.clone()).value
    }

    fn change(&self, arrangement: &Arrangement, mv: PackingMove) -> f64 {
        let Arrangement { order, is_turned, edges, heights, value, .. } = arrangement;
        let first = mv.first();
        let mut edge = edges[first].clone();
        let mut height = heights[first];
        for at in first..order.len() {
            let rectangle = match mv {
                PackingMove::Swap(one, other) if at == one as usize => order[other as usize],
                PackingMove::Swap(one, other) if at == other as usize => order[one as usize],
                _ => order[at],
            };
            let is_turned = is_turned[rectangle as usize] ^ (mv == PackingMove::Turn(at as u32));
            height = height.max(self.put(&mut edge, rectangle, is_turned).1);
        }
        self.value_of(&edge, height) - value
    }

    fn apply(&self, arrangement: &mut Arrangement, mv: PackingMove) {
        match mv {
            PackingMove::Swap(one, other) => arrangement.order.swap(one as usize, other as usize),
            PackingMove::Turn(at) => {
                let turned = &mut arrangement.is_turned[arrangement.order[at as usize] as usize];
                *turned = !*turned;
            }
        }
        self.pack_from(arrangement, mv.first());
    }

    fn size(&self) -> usize {
        let Arrangement { order, is_turned, .. } = self.initial_solution(&mut Random::new(0));
        let turns = order.iter().filter(|&&it| self.fits(it, !is_turned[it as usize])).count();
        order.len() * order.len().saturating_sub(1) / 2 + if self.may_turn { turns } else { 0 }
    }

    fn moves(&self, arrangement: &Arrangement, moves: &mut Vec<PackingMove>) {
        let count = arrangement.order.len() as u32;
        for one in 0..count {
            for other in one + 1..count {
                moves.push(PackingMove::Swap(one, other));
            }
            let rectangle = arrangement.order[one as usize];
            if self.may_turn && self.fits(rectangle, !arrangement.is_turned[rectangle as usize]) {
                moves.push(PackingMove::Turn(one));
            }
        }
    }

    fn random_move(&self, arrangement: &Arrangement, random: &mut Random) -> Option<PackingMove> {
        let count = arrangement.order.len() as u64;
        let one = random.scaled(count) as u32;
        let rectangle = arrangement.order[one as usize];
        let may_turn =
            self.may_turn && self.fits(rectangle, !arrangement.is_turned[rectangle as usize]);
        if may_turn && (count == 1 || random.below(4) == 0) {
            return Some(PackingMove::Turn(one));
        }
        let other = random.scaled(count.checked_sub(1).filter(|&others| others > 0)?) as u32;
        Some(PackingMove::Swap(one, other + u32::from(other >= one)))
    }

    fn key(&self, arrangement: &Arrangement) -> u64 {
        let mut hasher = DefaultHasher::new();
        (&arrangement.order, &arrangement.is_turned).hash(&mut hasher);
        hasher.finish()
    }

    fn lost(&self, arrangement: &Arrangement, mv: PackingMove) -> u64 {
        match mv {
            PackingMove::Swap(one, _) => attribute(one, arrangement.order[one as usize]),
            PackingMove::Turn(at) => u64::from(arrangement.order[at as usize]),
        }
    }

    fn gained(&self, arrangement: &Arrangement, mv: PackingMove) -> u64 {
        match mv {
            PackingMove::Swap(one, other) => attribute(one, arrangement.order[other as usize]),
            PackingMove::Turn(at) => u64::from(arrangement.order[at as usize]),
        }
    }

    fn lower_bound(&self) -> f64 {
        f64::from(self.rectangles.least_height(self.may_turn))
    }

    fn bytes(&self, arrangement: &Arrangement) -> usize {
        let segments: usize = arrangement.edges.iter().map(|it| it.segments().len()).sum();
        arrangement.order.len() * 50 + segments * 12
    }
}

/// A number of a rectangle at a place of the order.
fn attribute(at: u32, rectangle: u32) -> u64 {
    (1 + u64::from(at)) << 32 | u64::from(rectangle)
}

impl Recombination for Packing {
    fn cross(&self, first: &Arrangement, second: &Arrangement, random: &mut Random) -> Arrangement {
        let order = crate::permutation::order_crossover(&first.order, &second.order, random);
        let pairs = first.is_turned.iter().zip(&second.is_turned);
        let turned = pairs.map(|(&one, &other)| if random.below(2) == 0 { one } else { other });
        let turned = turned.collect();
        self.arrange(order, turned)
    }
}
