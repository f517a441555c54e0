//! Cities and the distances between them.

use std::fmt;

/// How distances are computed from coordinates, as TSPLIB defines it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Metric {
    /// Euclidean, rounded to the nearest whole number.
    Euclidean,
    /// Euclidean, rounded up.
    Ceiling,
    /// On the globe, in kilometres; coordinates are degrees and minutes.
    Geographical,
    /// The pseudo-Euclidean distance of the instances `att48` and `att532`.
    Att,
    /// The sum of the differences, rounded to the nearest whole number.
    Manhattan,
    /// The greatest difference, rounded to the nearest whole number.
    Maximum,
}

impl Metric {
    /// The names in TSPLIB files.
    pub(super) const NAMES: [(&'static str, Self); 6] = [
        ("EUC_2D", Self::Euclidean),
        ("CEIL_2D", Self::Ceiling),
        ("GEO", Self::Geographical),
        ("ATT", Self::Att),
        ("MAN_2D", Self::Manhattan),
        ("MAX_2D", Self::Maximum),
    ];

    fn distance(self, (from_x, from_y): (f64, f64), (to_x, to_y): (f64, f64)) -> u32 {
        let (dx, dy) = (from_x - to_x, from_y - to_y);
        let nearest = |length: f64| (length + 0.5) as u32;
        match self {
            Self::Euclidean => nearest((dx * dx + dy * dy).sqrt()),
            Self::Ceiling => (dx * dx + dy * dy).sqrt().ceil() as u32,
            Self::Manhattan => nearest(dx.abs() + dy.abs()),
            Self::Maximum => nearest(dx.abs().max(dy.abs())),
            Self::Att => {
                let length = ((dx * dx + dy * dy) / 10.0).sqrt();
                let rounded = nearest(length);
                rounded + u32::from(f64::from(rounded) < length)
            }
            Self::Geographical => {
                // The constants are those of TSPLIB, and so is the rounding: its π has six digits.
                const PI: f64 = 3_141_592.0 / 1_000_000.0;
                let radians = |it: f64| {
                    let degrees = it.trunc();
                    PI * (degrees + 5.0 * (it - degrees) / 3.0) / 180.0
                };
                let (from, to) =
                    ((radians(from_x), radians(from_y)), (radians(to_x), radians(to_y)));
                let q1 = (from.1 - to.1).cos();
                let (q2, q3) = ((from.0 - to.0).cos(), (from.0 + to.0).cos());
                let cosine = (0.5 * ((1.0 + q1) * q2 - (1.0 - q1) * q3)).clamp(-1.0, 1.0);
                (6378.388 * cosine.acos() + 1.0) as u32
            }
        }
    }
}

/// Cities with the distances between them, which are the same in both directions.
///
/// ```
/// use tremaux::optimization::tsp::Cities;
///
/// let square = Cities::parse("0 0 / 0 10 / 10 10 / 10 0")?;
/// assert_eq!(square.length(&[0, 1, 2, 3]), Some(40));
/// assert_eq!(square.length(&[0, 2, 1, 3]), Some(48));
/// assert_eq!(square.length(&[0, 1, 2, 2]), None);
/// # Ok::<(), tremaux::ParseError>(())
/// ```
#[derive(Clone)]
pub struct Cities {
    pub(super) name: String,
    count: usize,
    /// Row by row; empty if there are so many cities that distances are computed on demand.
    matrix: Vec<u32>,
    metric: Metric,
    /// For the metric, or for drawing.
    pub(super) places: Vec<(f64, f64)>,
}

impl fmt::Debug for Cities {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Cities").field("name", &self.name).field("count", &self.count).finish()
    }
}

/// With more cities the distances are computed on demand.
const MOST_STORED: usize = 4000;

impl Cities {
    /// Cities at these places.
    #[must_use]
    pub fn at(places: Vec<(f64, f64)>, metric: Metric) -> Self {
        let count = places.len();
        let mut matrix = Vec::new();
        if count <= MOST_STORED {
            matrix.reserve_exact(count * count);
            for &from in &places {
                matrix.extend(places.iter().map(|&to| metric.distance(from, to)));
            }
        }
        Self { name: String::new(), count, matrix, metric, places }
    }

    /// `count` cities with the distances of a symmetric matrix, row by row; `None` if it has
    /// another size or is not symmetric. Distances of cities to themselves are ignored.
    #[must_use]
    pub fn with_distances(count: usize, matrix: Vec<u32>) -> Option<Self> {
        let is_symmetric =
            || (0..count).all(|a| (0..a).all(|b| matrix[a * count + b] == matrix[b * count + a]));
        if Some(matrix.len()) != count.checked_mul(count) || !is_symmetric() {
            return None;
        }
        let (name, places) = (String::new(), Vec::new());
        Some(Self { name, count, matrix, metric: Metric::Euclidean, places })
    }

    /// The number of cities.
    #[inline]
    #[must_use]
    pub fn count(&self) -> usize {
        self.count
    }

    /// The distance between two cities.
    #[inline]
    #[must_use]
    pub fn distance(&self, from: usize, to: usize) -> u32 {
        if self.matrix.is_empty() {
            self.metric.distance(self.places[from], self.places[to])
        } else {
            self.matrix[from * self.count + to]
        }
    }

    /// The length of a tour, if it visits every city once.
    #[must_use]
    pub fn length(&self, tour: &[usize]) -> Option<u64> {
        let mut is_visited = vec![false; self.count];
        for &city in tour {
            if std::mem::replace(is_visited.get_mut(city)?, true) {
                return None;
            }
        }
        let is_whole = tour.len() == self.count;
        let next = tour.iter().cycle().skip(1);
        let legs = tour.iter().zip(next).map(|(&a, &b)| u64::from(self.distance(a, b)));
        is_whole.then(|| legs.sum())
    }

    /// The `most` nearest cities of each one, city by city, nearest first.
    pub(super) fn nearest(&self, most: usize) -> Vec<u32> {
        let most = most.min(self.count.saturating_sub(1));
        let mut all = Vec::with_capacity(self.count * most);
        let mut order: Vec<u32> = (0..self.count as u32).collect();
        // Along the longer axis, so that cities far away on it need not be looked at.
        let is_plane = self.matrix.is_empty() && self.metric != Metric::Geographical;
        let extent = |axis: fn(&(f64, f64)) -> f64| {
            let values = self.places.iter().map(axis);
            let least = values.clone().fold(f64::INFINITY, f64::min);
            values.fold(f64::NEG_INFINITY, f64::max) - least
        };
        let is_wide = extent(|place| place.0) >= extent(|place| place.1);
        let along = |city: u32| {
            let (x, y) = self.places[city as usize];
            if is_wide { x } else { y }
        };
        if is_plane {
            order.sort_by(|&one, &other| along(one).total_cmp(&along(other)));
        }
        let mut rank = vec![0; self.count];
        order.iter().enumerate().for_each(|(at, &city)| rank[city as usize] = at);
        // The scale of the pseudo-Euclidean distance.
        let scale = if self.metric == Metric::Att { 10f64.sqrt() } else { 1.0 };
        let mut found: Vec<(u32, u32)> = Vec::new();
        for (city, &own_rank) in rank.iter().enumerate() {
            found.clear();
            if is_plane {
                for side in [1, -1] {
                    let mut at = own_rank as isize + side;
                    while let Some(&other) = usize::try_from(at).ok().and_then(|at| order.get(at)) {
                        let across = along(other) - along(city as u32);
                        let bound = found.get(most.wrapping_sub(1)).map_or(u32::MAX, |it| it.0);
                        // None is nearer than cities at the same place.
                        if bound == 0 || across.abs() / scale > f64::from(bound) + 1.0 {
                            break;
                        }
                        let entry = (self.distance(city, other as usize), other);
                        let place = found.partition_point(|it| *it < entry);
                        if place < most {
                            found.truncate(most - 1);
                            found.insert(place.min(found.len()), entry);
                        }
                        at += side;
                    }
                }
            } else {
                let others = (0..self.count).filter(|&other| other != city);
                found.extend(others.map(|other| (self.distance(city, other), other as u32)));
                if most < found.len() {
                    found.select_nth_unstable(most);
                    found.truncate(most);
                }
                found.sort_unstable();
            }
            all.extend(found.iter().map(|(_, other)| *other));
        }
        all
    }
}
