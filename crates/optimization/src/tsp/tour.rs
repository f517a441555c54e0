//! Tours as solutions.

use std::hash::{DefaultHasher, Hash, Hasher};

use tremaux_core::Random;
use tremaux_landscape::{Landscape, Recombination};

use super::cities::Cities;

/// A tour: the cities in order, where each of them is, and the length.
#[derive(Clone, Debug)]
pub struct Tour {
    order: Vec<u32>,
    position: Vec<u32>,
    /// In units.
    pub(super) length: i64,
}

impl Tour {
    /// The tour that visits the cities in this order, each once.
    pub(super) fn new(cities: &Cities, order: Vec<u32>) -> Self {
        let mut position = vec![0; order.len()];
        order.iter().enumerate().for_each(|(at, &city)| position[city as usize] = at as u32);
        let mut tour = Self { order, position, length: 0 };
        tour.length = tour.full_length(cities);
        tour
    }

    /// The cities in order.
    pub fn order(&self) -> &[u32] {
        &self.order
    }

    fn full_length(&self, cities: &Cities) -> i64 {
        let leg = |city: u32| cities.units(city as usize, self.next(city) as usize);
        self.order.iter().map(|&city| i64::from(leg(city))).sum()
    }

    /// The city after this one.
    #[inline]
    pub(super) fn next(&self, city: u32) -> u32 {
        let at = self.position[city as usize] as usize + 1;
        self.order[if at == self.order.len() { 0 } else { at }]
    }

    /// The city before this one.
    #[inline]
    pub(super) fn previous(&self, city: u32) -> u32 {
        let at = self.position[city as usize] as usize;
        self.order[if at == 0 { self.order.len() } else { at } - 1]
    }

    /// The city so many places after this one.
    #[inline]
    pub(super) fn ahead(&self, city: u32, places: usize) -> u32 {
        let at = self.position[city as usize] as usize + places;
        self.order[at % self.order.len()]
    }

    /// How many places after `from` the city `to` is.
    #[inline]
    pub(super) fn places_between(&self, from: u32, to: u32) -> usize {
        let (from, to) = (self.position[from as usize], self.position[to as usize]);
        if to >= from {
            (to - from) as usize
        } else {
            self.order.len() + to as usize - from as usize
        }
    }

    /// Reverses the part from one city to another, or what is outside it, if that is shorter.
    fn reverse(&mut self, first: u32, last: u32) {
        let count = self.order.len();
        let inner = self.places_between(first, last) + 1;
        let (mut low, mut high, length) = if 2 * inner <= count {
            (self.position[first as usize] as usize, self.position[last as usize] as usize, inner)
        } else {
            let (first, last) = (self.next(last), self.previous(first));
            let (low, high) = (self.position[first as usize], self.position[last as usize]);
            (low as usize, high as usize, count - inner)
        };
        for _ in 0..length / 2 {
            self.order.swap(low, high);
            self.position[self.order[low] as usize] = low as u32;
            self.position[self.order[high] as usize] = high as u32;
            low = if low + 1 == count { 0 } else { low + 1 };
            high = if high == 0 { count } else { high } - 1;
        }
    }

    /// Replaces the edges `a b` and `c d` of the tour by `a c` and `b d`. Either `b` follows `a`
    /// and `d` follows `c`, or both the other way round.
    #[inline]
    pub(super) fn exchange(&mut self, [a, b, c, d]: [u32; 4]) {
        if self.next(a) == b {
            self.reverse(b, c)
        } else {
            self.reverse(c, b)
        }
        let _ = d;
    }
}

/// A move of the landscape of tours.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum TourMove {
    /// Replaces the edges `a b` and `c d` by `a c` and `b d`.
    TwoOpt([u32; 4]),
    /// Moves the part `s … t` from between `p` and `n` to between `c` and `d`, so that `s` is
    /// next to `c`.
    Insert {
        /// `s` and `t`.
        part: [u32; 2],
        /// `p` and `n`.
        from: [u32; 2],
        /// `c` and `d`.
        to: [u32; 2],
    },
}

/// The longest part that is moved.
const LONGEST_PART: usize = 3;

/// Tours through cities, as a landscape: neighbours differ by two edges (2-opt), or by the place
/// of up to three cities in succession (Or-opt); one of the new edges leads to a near city.
#[derive(Clone, Debug)]
pub struct Tours {
    cities: Cities,
    near: Vec<u32>,
    width: usize,
}

impl Tours {
    /// The landscape of these cities; new edges lead to the `width` nearest ones.
    pub fn new(cities: Cities, width: usize) -> Self {
        let width = width.min(cities.count().saturating_sub(1));
        Self { near: cities.nearest(width), cities, width }
    }

    /// The cities.
    pub fn cities(&self) -> &Cities {
        &self.cities
    }

    /// The near cities of one, nearest first.
    #[inline]
    pub(super) fn near(&self, city: u32) -> &[u32] {
        &self.near[city as usize * self.width..][..self.width]
    }

    /// The distance of two cities in units.
    #[inline]
    pub(super) fn distance(&self, one: u32, other: u32) -> i64 {
        i64::from(self.cities.units(one as usize, other as usize))
    }

    /// A number of units as a length.
    #[inline]
    pub(super) fn measured(&self, units: i64) -> f64 {
        units as f64 * self.cities.unit()
    }

    /// The tour that visits the cities in this order; `None` unless it visits each once.
    pub fn tour(&self, order: Vec<u32>) -> Option<Tour> {
        let cities: Vec<usize> = order.iter().map(|&city| city as usize).collect();
        self.cities.length(&cities)?;
        Some(Tour::new(&self.cities, order))
    }

    /// A tour that goes to the nearest city not yet visited.
    pub(super) fn nearest_neighbor_tour(&self, start: u32) -> Tour {
        let count = self.cities.count();
        let mut is_visited = vec![false; count];
        // The cities not visited, of which those at the front have been skipped.
        let mut left: Vec<u32> = (0..count as u32).collect();
        let mut order = Vec::with_capacity(count);
        let mut city = start;
        loop {
            is_visited[city as usize] = true;
            order.push(city);
            let near = self.near(city).iter().copied().find(|&it| !is_visited[it as usize]);
            let next = near.or_else(|| {
                left.retain(|&it| !is_visited[it as usize]);
                left.iter().copied().min_by_key(|&it| self.distance(city, it))
            });
            match next {
                Some(next) => city = next,
                None => return Tour::new(&self.cities, order),
            }
        }
    }

    /// The edges that a move takes away and those that it adds.
    fn edges(mv: TourMove) -> ([[u32; 2]; 3], [[u32; 2]; 3]) {
        match mv {
            // An edge of a city with itself stands for none: its length is not counted.
            TourMove::TwoOpt([a, b, c, d]) => ([[a, b], [c, d], [a, a]], [[a, c], [b, d], [a, a]]),
            TourMove::Insert { part: [s, t], from: [p, n], to: [c, d] } => {
                ([[p, s], [t, n], [c, d]], [[p, n], [c, s], [t, d]])
            }
        }
    }

    fn sum(&self, edges: [[u32; 2]; 3]) -> i64 {
        let length =
            |[one, other]: [u32; 2]| if one == other { 0 } else { self.distance(one, other) };
        length(edges[0]) + length(edges[1]) + length(edges[2])
    }

    /// The moves that join `city` with `other`.
    fn joining(&self, tour: &Tour, city: u32, other: u32, mut take: impl FnMut(TourMove)) {
        let count = tour.order.len();
        for is_forward in [true, false] {
            let step = |city: u32| if is_forward { tour.next(city) } else { tour.previous(city) };
            let back = |city: u32| if is_forward { tour.previous(city) } else { tour.next(city) };
            let (b, d) = (step(city), step(other));
            if b != other && d != city {
                take(TourMove::TwoOpt([city, b, other, d]));
            }
            // The part begins at the city and goes on in this direction.
            let (mut t, p) = (city, back(city));
            for length in 1..=LONGEST_PART.min(count.saturating_sub(3)) {
                if length > 1 {
                    t = step(t);
                }
                if t == other {
                    break;
                }
                let n = step(t);
                for d in [step(other), back(other)] {
                    let is_inside = d == city || d == t;
                    let is_there = other == p && d == n || other == n && d == p;
                    if !is_inside && !is_there {
                        take(TourMove::Insert { part: [city, t], from: [p, n], to: [other, d] });
                    }
                }
            }
        }
    }
}

impl Landscape for Tours {
    type Solution = Tour;
    type Move = TourMove;

    fn initial_solution(&self, random: &mut Random) -> Tour {
        let mut order: Vec<u32> = (0..self.cities.count() as u32).collect();
        random.shuffle(&mut order);
        Tour::new(&self.cities, order)
    }

    fn value(&self, tour: &Tour) -> f64 {
        self.measured(tour.length)
    }

    fn full_value(&self, tour: &Tour) -> f64 {
        self.measured(tour.full_length(&self.cities))
    }

    fn change(&self, _tour: &Tour, mv: TourMove) -> f64 {
        let (lost, gained) = Self::edges(mv);
        self.measured(self.sum(gained) - self.sum(lost))
    }

    fn apply(&self, tour: &mut Tour, mv: TourMove) {
        let (lost, gained) = Self::edges(mv);
        tour.length += self.sum(gained) - self.sum(lost);
        match mv {
            TourMove::TwoOpt(cities) => tour.exchange(cities),
            TourMove::Insert { part: [s, t], from: [p, n], to: [c, d] } => {
                insert(tour, [s, t], [p, n], [c, d], &mut |_| {});
            }
        }
    }

    fn moves(&self, tour: &Tour, moves: &mut Vec<TourMove>) {
        for city in 0..self.cities.count() as u32 {
            for &other in self.near(city) {
                self.joining(tour, city, other, |mv| moves.push(mv));
            }
        }
    }

    fn random_move(&self, tour: &Tour, random: &mut Random) -> Option<TourMove> {
        if self.cities.count() < 4 {
            return None;
        }
        for _ in 0..1000 {
            let city = random.scaled(self.cities.count() as u64) as u32;
            let other = self.near(city)[random.scaled(self.width as u64) as usize];
            let mut chosen = None;
            let mut count = 0;
            self.joining(tour, city, other, |mv| {
                count += 1;
                if random.scaled(count) == 0 {
                    chosen = Some(mv);
                }
            });
            if chosen.is_some() {
                return chosen;
            }
        }
        None
    }

    fn size(&self) -> usize {
        14 * self.near.len()
    }

    fn key(&self, tour: &Tour) -> u64 {
        // From the first city, in the direction of its smaller neighbour.
        let mut hasher = DefaultHasher::new();
        let is_forward = tour.next(0) < tour.previous(0);
        let mut city = 0;
        for _ in 0..tour.order.len() {
            city.hash(&mut hasher);
            city = if is_forward { tour.next(city) } else { tour.previous(city) };
        }
        hasher.finish()
    }

    fn lost(&self, _tour: &Tour, mv: TourMove) -> u64 {
        number(Self::edges(mv).0[0])
    }

    fn gained(&self, _tour: &Tour, mv: TourMove) -> u64 {
        // The edge to the near city.
        let edges = Self::edges(mv).1;
        number(if matches!(mv, TourMove::TwoOpt(_)) { edges[0] } else { edges[1] })
    }

    fn rounding(&self) -> f64 {
        self.cities.rounding()
    }

    fn bytes(&self, tour: &Tour) -> usize {
        size_of::<Tour>() + 2 * size_of_val(&*tour.order)
    }
}

/// A number of an edge, the same in both directions.
fn number([one, other]: [u32; 2]) -> u64 {
    u64::from(one.min(other)) << 32 | u64::from(one.max(other))
}

/// Moves the part `s … t` from between `p` and `n` to between `c` and `d`, with `s` next to `c`,
/// by exchanges, which are reported.
#[inline]
pub(super) fn insert(
    tour: &mut Tour,
    [s, t]: [u32; 2],
    [p, n]: [u32; 2],
    [c, d]: [u32; 2],
    done: &mut impl FnMut([u32; 4]),
) {
    let is_forward = tour.next(p) == s;
    // In the direction in which the part goes from s to t.
    let after = if is_forward { tour.next(c) } else { tour.previous(c) };
    let mut exchange = |cities: [u32; 4]| {
        tour.exchange(cities);
        done(cities);
    };
    if after == d {
        // p S M d, where M goes from n to c, becomes p M S d.
        exchange([p, s, c, d]);
        exchange([p, c, n, t]);
        exchange([c, t, s, d]);
    } else {
        // p S M c, where M goes from n to d, becomes p M S c with S reversed.
        exchange([p, s, d, c]);
        exchange([p, d, n, t]);
    }
}

impl Recombination for Tours {
    /// Order crossover (Davis 1985): a part of one tour, and the other cities in the order of the
    /// other.
    fn cross(&self, first: &Tour, second: &Tour, random: &mut Random) -> Tour {
        let order = crate::permutation::order_crossover(&first.order, &second.order, random);
        Tour::new(&self.cities, order)
    }
}
