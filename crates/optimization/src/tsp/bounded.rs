//! Local search of tours with a bound beside it.

use std::sync::Arc;

use tremaux_landscape::{Log, Optimization, Tally};

use super::iterated::{IteratedSearch, Neighborhood};
use super::one_tree::{Ascent, OneTree, SCALE};
use super::tour::{Tour, Tours};

/// [`IteratedSearch`], which raises the bound of Held and Karp (1971) from time to time: no tour is
/// shorter than it.
///
/// A 1-tree is found whenever so many moves were evaluated that it takes about a tenth of the time,
/// and first after the first local optimum.
pub struct BoundedSearch {
    search: IteratedSearch,
    tours: Arc<Tours>,
    tree: OneTree,
    ascent: Ascent,
    /// For each city, the one it is joined to, and the length of that edge with prices.
    near: Vec<(i64, u32)>,
    outside: Vec<u32>,
    /// The moves that are evaluated before the next 1-tree.
    next_at: u64,
    is_over: bool,
}

/// With more cities, a single 1-tree takes seconds.
const MOST_CITIES: usize = 20_000;
/// The steps without a better bound after which they get shorter.
const PATIENCE: u32 = 6;

impl BoundedSearch {
    /// A search that ends after `kicks` changes, like [`IteratedSearch::new`].
    pub fn new(tours: Arc<Tours>, neighborhood: Neighborhood, kicks: u64, seed: u64) -> Self {
        let count = tours.cities().count();
        let is_bounded = (4..=MOST_CITIES).contains(&count);
        Self {
            search: IteratedSearch::new(Arc::clone(&tours), neighborhood, kicks, seed),
            tree: OneTree::new(count),
            ascent: Ascent::new(vec![0; count], 2.0, PATIENCE),
            near: vec![(0, 0); count],
            outside: Vec::with_capacity(count),
            next_at: if is_bounded { 0 } else { u64::MAX },
            is_over: false,
            tours,
        }
    }

    /// Finds the lightest 1-tree of all edges with the prices of the ascent: a tree of all cities
    /// but the first, and the two lightest edges of that one.
    fn find_tree(&mut self) {
        let cities = self.tours.cities();
        let prices = &self.ascent.prices;
        let weight =
            |a: usize, b: usize| SCALE * i64::from(cities.units(a, b)) + prices[a] + prices[b];
        let degree = &mut self.tree.degree;
        degree.fill(0);
        let mut sum = 0;
        self.near.fill((i64::MAX, 0));
        self.outside.clear();
        self.outside.extend(2..cities.count() as u32);
        let mut newest = 1_usize;
        while !self.outside.is_empty() {
            let (mut best, mut lightest) = (0, i64::MAX);
            for (at, &city) in self.outside.iter().enumerate() {
                let near = &mut self.near[city as usize];
                let edge = weight(newest, city as usize);
                if edge < near.0 {
                    *near = (edge, newest as u32);
                }
                if near.0 < lightest {
                    (best, lightest) = (at, near.0);
                }
            }
            newest = self.outside.swap_remove(best) as usize;
            sum += lightest;
            degree[newest] += 1;
            degree[self.near[newest].1 as usize] += 1;
        }
        let mut two = [(i64::MAX, 0); 2];
        for city in 1..cities.count() {
            let edge = weight(0, city);
            if edge < two[0].0 {
                two = [(edge, city), two[0]];
            } else if edge < two[1].0 {
                two[1] = (edge, city);
            }
        }
        for (edge, city) in two {
            sum += edge;
            degree[city] += 1;
            degree[0] += 1;
        }
        self.tree.bound = sum - 2 * prices.iter().sum::<i64>();
    }

    /// Raises the bound by one step; false if it cannot be raised.
    fn raise(&mut self) -> bool {
        self.find_tree();
        let upper = (self.search.best_value() / self.tours.cities().unit()).ceil() as i64;
        self.ascent.step(&self.tree, SCALE.saturating_mul(upper))
    }
}

impl Optimization<Tour> for BoundedSearch {
    fn step(&mut self) -> bool {
        let tally = self.search.tally();
        let has_optimum = tally.starts > 1 || self.is_over;
        if has_optimum && tally.evaluated >= self.next_at {
            let count = self.tours.cities().count() as u64;
            let goes_on = self.raise();
            self.next_at = if goes_on { tally.evaluated + count * count / 2 } else { u64::MAX };
            return true;
        }
        if self.is_over {
            return false;
        }
        self.is_over = !self.search.step();
        // The first bound, if there is none yet.
        !self.is_over || self.next_at == 0
    }

    fn best(&self) -> Option<(&Tour, f64)> {
        self.search.best()
    }

    fn current(&self) -> Option<&Tour> {
        self.search.current()
    }

    fn best_value(&self) -> f64 {
        self.search.best_value()
    }

    fn lower_bound(&self) -> f64 {
        if self.ascent.best_bound == i64::MIN {
            return f64::NEG_INFINITY;
        }
        self.tours.measured((self.ascent.best_bound + SCALE - 1).div_euclid(SCALE))
    }

    fn rounding(&self) -> f64 {
        self.search.rounding()
    }

    fn tally(&self) -> Tally {
        self.search.tally()
    }

    fn bytes(&self) -> usize {
        self.search.bytes() + self.near.len() * 60
    }

    fn log(&mut self) -> &mut Log {
        self.search.log()
    }

    fn logged(&self) -> &Log {
        self.search.logged()
    }

    fn pause(&mut self) {
        self.search.pause();
    }
}
