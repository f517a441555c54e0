//! 2-opt, Or-opt and Or-3opt with neighbour lists, repeated from changed tours.

use std::sync::Arc;

use tremaux_core::Random;
use tremaux_landscape::{Log, Optimization, Tally};

use super::tour::{Tour, Tours, insert};

/// Which tours are neighbours in [`IteratedSearch`].
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Neighborhood {
    /// Two edges are exchanged (Croes 1958).
    TwoOpt,
    /// Besides, up to three cities in succession are moved elsewhere (Or 1976).
    OrOpt,
    /// Besides, parts of any length are moved elsewhere: the exchanges of three edges that are
    /// no sequence of better 2-opt moves.
    OrThreeOpt,
}

/// Local search of tours, repeated: from a nearest-neighbour tour to a local optimum, then again
/// and again from the best tour with one place changed at random (a double bridge).
///
/// Cities whose surroundings have not changed are not looked at again (Bentley's don't-look bits,
/// as a queue). Sources: Bentley (1992); Martin, Otto and Felten (1991).
pub struct IteratedSearch {
    tours: Arc<Tours>,
    neighborhood: Neighborhood,
    kicks: u64,
    random: Random,
    tour: Tour,
    /// Cities to be looked at, and whether a city is among them.
    queue: Vec<u32>,
    is_queued: Vec<bool>,
    /// The exchanges since the best tour.
    exchanges: Vec<[u32; 4]>,
    best_length: i64,
    best: Tour,
    is_best_current: bool,
    tally: Tally,
    log: Log,
}

/// The longest of the three parts that a kick swaps.
const LONGEST_KICKED: usize = 50;

impl IteratedSearch {
    /// A search that ends after `kicks` changes, or with the first local optimum if that is 0.
    pub fn new(tours: Arc<Tours>, neighborhood: Neighborhood, kicks: u64, seed: u64) -> Self {
        let mut random = Random::new(seed);
        let count = tours.cities().count();
        let tour = tours.nearest_neighbor_tour(random.below(count as u64) as u32);
        let mut queue: Vec<u32> = (0..count as u32).collect();
        random.shuffle(&mut queue);
        let length = tour.length;
        Self {
            neighborhood,
            // Tours of fewer cities have no moves that change them.
            kicks: if count < 8 { 0 } else { kicks },
            random,
            best: tour.clone(),
            tour,
            is_queued: vec![true; count],
            queue: if count < 4 { Vec::new() } else { queue },
            exchanges: Vec::new(),
            best_length: length,
            is_best_current: true,
            tally: Tally { evaluated: 1, accepted: 0, starts: 1 },
            log: Log::default(),
            tours,
        }
    }

    fn look_at(&mut self, cities: &[u32]) {
        for &city in cities {
            if !std::mem::replace(&mut self.is_queued[city as usize], true) {
                self.queue.push(city);
            }
        }
    }

    fn exchange(&mut self, cities: [u32; 4], gain: i64) {
        self.tour.exchange(cities);
        self.exchanges.push(cities);
        self.tour.length -= gain;
        self.tally.accepted += 1;
        self.look_at(&cities);
    }

    fn insert(&mut self, part: [u32; 2], from: [u32; 2], to: [u32; 2], gain: i64) {
        let exchanges = &mut self.exchanges;
        insert(&mut self.tour, part, from, to, &mut |cities| exchanges.push(cities));
        self.tour.length -= gain;
        self.tally.accepted += 1;
        self.look_at(&[part[0], part[1], from[0], from[1], to[0], to[1]]);
    }

    /// Makes the first better move that gives `city` a nearer neighbour.
    fn improve(&mut self, city: u32) -> bool {
        let tours = Arc::clone(&self.tours);
        let distance = |one: u32, other: u32| tours.distance(one, other);
        for is_forward in [true, false] {
            let tour = &self.tour;
            let step = |city: u32| if is_forward { tour.next(city) } else { tour.previous(city) };
            let back = |city: u32| if is_forward { tour.previous(city) } else { tour.next(city) };
            let p = step(city);
            let lost = distance(city, p);
            for &other in tours.near(city) {
                let gain = lost - distance(city, other);
                if gain <= 0 {
                    break;
                }
                self.tally.evaluated += 1;
                let d = step(other);
                if d != city {
                    let whole = gain + distance(other, d) - distance(p, d);
                    if whole > 0 {
                        self.exchange([city, p, other, d], whole);
                        return true;
                    }
                }
                if self.neighborhood == Neighborhood::TwoOpt {
                    continue;
                }
                // The part begins at the city and goes away from p.
                let mut t = city;
                for _ in 0..3 {
                    if t == other {
                        break;
                    }
                    let n = back(t);
                    let removed = gain + distance(t, n) - distance(p, n);
                    for d in [step(other), back(other)] {
                        if d == city || d == t || n == p {
                            continue;
                        }
                        let whole = removed + distance(other, d) - distance(t, d);
                        if whole > 0 {
                            self.insert([city, t], [p, n], [other, d], whole);
                            return true;
                        }
                    }
                    t = n;
                }
                if self.neighborhood == Neighborhood::OrOpt {
                    continue;
                }
                // Longer parts, which end at a city near d.
                let ahead = |to: u32| {
                    if is_forward {
                        tour.places_between(to, city)
                    } else {
                        tour.places_between(city, to)
                    }
                };
                let free = ahead(other);
                for d in [step(other), back(other)] {
                    let open = gain + distance(other, d);
                    for &t in tours.near(d) {
                        let left = open - distance(d, t);
                        if left <= 0 {
                            break;
                        }
                        let n = back(t);
                        if ahead(t) >= free.min(ahead(d)) || d == city || n == p {
                            continue;
                        }
                        let whole = left + distance(t, n) - distance(p, n);
                        if whole > 0 {
                            self.insert([city, t], [p, n], [other, d], whole);
                            return true;
                        }
                    }
                }
            }
        }
        false
    }

    /// Swaps two parts with one in between (a double bridge), all of them short.
    fn kick(&mut self) {
        let count = self.tour.order().len();
        let most = LONGEST_KICKED.min((count - 2) / 3) as u64;
        let lengths = [0; 3].map(|_| 1 + self.random.scaled(most) as usize);
        let first = self.random.scaled(count as u64) as u32;
        // p B C D n, where p is the city before B.
        let p = self.tour.order()[first as usize];
        let tour = &self.tour;
        let (b, b_end) = (tour.next(p), tour.ahead(p, lengths[0]));
        let (c, c_end) = (tour.next(b_end), tour.ahead(b_end, lengths[1]));
        let (d, d_end) = (tour.next(c_end), tour.ahead(c_end, lengths[2]));
        let n = tour.next(d_end);
        let legs = |pairs: [[u32; 2]; 4]| -> i64 {
            pairs.into_iter().map(|[one, other]| self.tours.distance(one, other)).sum()
        };
        let gain = legs([[p, b], [b_end, c], [c_end, d], [d_end, n]])
            - legs([[p, d], [d_end, c], [c_end, b], [b_end, n]]);
        // p B C D n becomes p C D B n, then p D C B n.
        self.insert([b, b_end], [p, c], [d_end, n], gain);
        self.insert([c, c_end], [p, d], [d_end, b], 0);
    }

    /// Takes back all exchanges since the best tour.
    fn undo(&mut self) {
        while let Some([a, b, c, d]) = self.exchanges.pop() {
            self.tour.exchange([a, c, b, d]);
        }
        self.tour.length = self.best_length;
    }
}

impl Optimization<Tour> for IteratedSearch {
    /// Looks at one city, or, when none is left, keeps or takes back the tour and changes it.
    fn step(&mut self) -> bool {
        if let Some(city) = self.queue.pop() {
            self.is_queued[city as usize] = false;
            self.tally.evaluated += 1;
            while self.improve(city) {}
            return true;
        }
        if self.tour.length <= self.best_length {
            self.best_length = self.tour.length;
            self.exchanges.clear();
        } else {
            self.undo();
        }
        if self.tally.starts > self.kicks {
            return false;
        }
        self.tally.starts += 1;
        self.kick();
        true
    }

    fn best(&self) -> Option<(&Tour, f64)> {
        let best = if self.is_best_current { &self.tour } else { &self.best };
        Some((best, self.tours.measured(best.length)))
    }

    fn current(&self) -> Option<&Tour> {
        Some(&self.tour)
    }

    fn best_value(&self) -> f64 {
        self.tours.measured(self.best_length)
    }

    fn lower_bound(&self) -> f64 {
        f64::NEG_INFINITY
    }

    fn rounding(&self) -> f64 {
        self.tours.cities().rounding()
    }

    fn tally(&self) -> Tally {
        self.tally
    }

    fn bytes(&self) -> usize {
        // Two tours, the queue and the exchanges.
        self.tour.order().len() * 21 + self.exchanges.capacity() * 16
    }

    fn log(&mut self) -> &mut Log {
        &mut self.log
    }

    fn logged(&self) -> &Log {
        &self.log
    }

    /// Stores the best tour, if the current one is worse.
    fn pause(&mut self) {
        self.is_best_current = self.tour.length <= self.best_length;
        if !self.is_best_current {
            self.best.clone_from(&self.tour);
            for &[a, b, c, d] in self.exchanges.iter().rev() {
                self.best.exchange([a, c, b, d]);
            }
            self.best.length = self.best_length;
        }
    }
}
