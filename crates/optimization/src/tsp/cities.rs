//! Cities and the distances between them.

use std::fmt;

/// The greatest number of cities, and the greatest number with a matrix of distances.
pub(super) const MOST_CITIES: usize = 200_000;
pub(super) const MOST_EXPLICIT: usize = 10_000;
/// Coordinates and distances are smaller than this.
pub(super) const MOST: f64 = 1e9;

/// How distances are computed from coordinates.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Metric {
    /// Euclidean: a real number.
    Euclidean,
    /// Along a great circle of the earth, in kilometres: a real number. Coordinates are latitude
    /// and longitude in degrees, negative in the south and in the west.
    GreatCircle,
    /// TSPLIB's `EUC_2D`: Euclidean, rounded to the nearest whole number.
    RoundedEuclidean,
    /// TSPLIB's `CEIL_2D`: Euclidean, rounded up.
    Ceiling,
    /// TSPLIB's `GEO`: on the globe, in whole kilometres; coordinates are degrees and minutes.
    Geographical,
    /// The pseudo-Euclidean distance of TSPLIB's instances `att48` and `att532`.
    Att,
    /// TSPLIB's `MAN_2D`: the sum of the differences, rounded to the nearest whole number.
    Manhattan,
    /// TSPLIB's `MAX_2D`: the greatest difference, rounded to the nearest whole number.
    Maximum,
}

impl Metric {
    /// The names in TSPLIB files.
    pub(super) const NAMES: [(&'static str, Self); 6] = [
        ("EUC_2D", Self::RoundedEuclidean),
        ("CEIL_2D", Self::Ceiling),
        ("GEO", Self::Geographical),
        ("ATT", Self::Att),
        ("MAN_2D", Self::Manhattan),
        ("MAX_2D", Self::Maximum),
    ];

    fn is_whole(self) -> bool {
        !matches!(self, Self::Euclidean | Self::GreatCircle)
    }

    /// Whether coordinates are angles.
    fn is_on_globe(self) -> bool {
        matches!(self, Self::GreatCircle | Self::Geographical)
    }

    fn distance(self, (from_x, from_y): (f64, f64), (to_x, to_y): (f64, f64)) -> f64 {
        let (dx, dy) = (from_x - to_x, from_y - to_y);
        let nearest = |length: f64| (length + 0.5).floor();
        match self {
            Self::Euclidean => dx.hypot(dy),
            Self::GreatCircle => {
                let (from, to) = (from_x.to_radians(), to_x.to_radians());
                let half = |angle: f64| (angle.to_radians() / 2.0).sin().powi(2);
                let haversine = half(dx) + from.cos() * to.cos() * half(dy);
                2.0 * EARTH * haversine.clamp(0.0, 1.0).sqrt().asin()
            }
            Self::RoundedEuclidean => nearest((dx * dx + dy * dy).sqrt()),
            Self::Ceiling => (dx * dx + dy * dy).sqrt().ceil(),
            Self::Manhattan => nearest(dx.abs() + dy.abs()),
            Self::Maximum => nearest(dx.abs().max(dy.abs())),
            Self::Att => {
                let length = ((dx * dx + dy * dy) / 10.0).sqrt();
                let rounded = nearest(length);
                if rounded < length { rounded + 1.0 } else { rounded }
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
                (6378.388 * cosine.acos() + 1.0).floor()
            }
        }
    }

    /// The length that searches count in: 1 for whole distances, otherwise a power of two, so
    /// small that the longest distance has 31 binary digits.
    fn unit(self, places: &[(f64, f64)]) -> f64 {
        if self.is_whole() {
            return 1.0;
        }
        let extent = |axis: fn(&(f64, f64)) -> f64| extent(places, axis);
        let longest = match self {
            Self::GreatCircle => std::f64::consts::PI * EARTH,
            _ => extent(|place| place.0).hypot(extent(|place| place.1)),
        };
        unit_of(longest)
    }
}

/// The unit in which the longest distance has 31 binary digits.
fn unit_of(longest: f64) -> f64 {
    // Without a length there is nothing to measure.
    let digits = if longest > 0.0 { longest.log2().ceil() } else { 31.0 };
    2f64.powi(digits as i32 - 31).max(f64::MIN_POSITIVE)
}

/// The mean radius of the earth in kilometres.
const EARTH: f64 = 6371.0088;

/// The difference of the greatest and the least coordinate.
fn extent(places: &[(f64, f64)], axis: fn(&(f64, f64)) -> f64) -> f64 {
    let values = places.iter().map(axis);
    let least = values.clone().fold(f64::INFINITY, f64::min);
    values.fold(f64::NEG_INFINITY, f64::max) - least
}

/// Cities with the distances between them, which are the same in both directions.
///
/// Searches count in whole numbers of a unit: 1 for whole distances, and for real ones a part so
/// small that a distance loses less than 2^-30 of the longest one, see [`Cities::rounding`].
///
/// ```
/// use tremaux::landscape::tsp::Cities;
///
/// let square = Cities::parse("0 0 / 0 1 / 1 1 / 1 0")?;
/// assert_eq!(square.length(&[0, 1, 2, 3]), Some(4.0));
/// assert_eq!(square.length(&[0, 2, 1, 3]), Some(2.0 + 2.0 * 2f64.sqrt()));
/// assert_eq!(square.length(&[0, 1, 2, 2]), None);
/// # Ok::<(), tremaux::ParseError>(())
/// ```
#[derive(Clone)]
pub struct Cities {
    pub(super) name: String,
    count: usize,
    /// In units, row by row; empty if there are so many cities that distances are computed on
    /// demand.
    matrix: Vec<u32>,
    /// None if the distances are listed.
    metric: Option<Metric>,
    /// Those that are not whole, row by row.
    listed: Vec<f64>,
    unit: f64,
    /// For the metric, or for drawing.
    pub(super) places: Vec<(f64, f64)>,
    /// Of all cities, or none.
    pub(super) names: Vec<String>,
    /// How they were read, in words.
    pub(super) notes: Vec<String>,
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
    pub fn at(places: Vec<(f64, f64)>, metric: Metric) -> Self {
        let (count, unit) = (places.len(), metric.unit(&places));
        let mut cities = Self { count, metric: Some(metric), unit, places, ..Self::unlisted() };
        if count <= MOST_STORED {
            let mut matrix = Vec::with_capacity(count * count);
            for from in 0..count {
                matrix.extend((0..count).map(|to| cities.units(from, to)));
            }
            cities.matrix = matrix;
        }
        cities
    }

    /// `count` cities with the distances of a symmetric matrix, row by row; `None` if it has
    /// another size or is not symmetric. Distances of cities to themselves are ignored.
    pub fn with_distances(count: usize, matrix: Vec<u32>) -> Option<Self> {
        let is_symmetric =
            || (0..count).all(|a| (0..a).all(|b| matrix[a * count + b] == matrix[b * count + a]));
        if Some(matrix.len()) != count.checked_mul(count) || !is_symmetric() {
            return None;
        }
        Some(Self { count, matrix, ..Self::unlisted() })
    }

    fn unlisted() -> Self {
        Self {
            name: String::new(),
            count: 0,
            matrix: Vec::new(),
            metric: None,
            listed: Vec::new(),
            unit: 1.0,
            places: Vec::new(),
            names: Vec::new(),
            notes: Vec::new(),
        }
    }

    /// `count` cities with the distances of a symmetric matrix, which need not be whole.
    pub(super) fn with_listed(count: usize, listed: Vec<f64>) -> Self {
        let is_whole = listed.iter().all(|distance| distance.fract() == 0.0);
        let longest = listed.iter().copied().fold(0.0, f64::max);
        let unit = if is_whole { 1.0 } else { unit_of(longest) };
        let matrix = listed.iter().map(|distance| (distance / unit) as u32).collect();
        let listed = if is_whole { Vec::new() } else { listed };
        Self { count, matrix, listed, unit, ..Self::unlisted() }
    }

    /// What a city is called: by its name, or its number from 1.
    pub fn city(&self, number: usize) -> String {
        self.names.get(number).cloned().unwrap_or_else(|| (number + 1).to_string())
    }

    /// The city that is called so.
    pub fn find(&self, city: &str) -> Option<usize> {
        if self.names.is_empty() {
            return city.parse::<usize>().ok()?.checked_sub(1);
        }
        self.names.iter().position(|name| name == city)
    }

    /// How the cities were read, in words.
    pub fn notes(&self) -> &[String] {
        &self.notes
    }

    /// The number of cities.
    #[inline]
    pub fn count(&self) -> usize {
        self.count
    }

    /// The distance between two cities.
    pub fn distance(&self, from: usize, to: usize) -> f64 {
        match self.metric {
            Some(metric) => metric.distance(self.places[from], self.places[to]),
            None if !self.listed.is_empty() => self.listed[from * self.count + to],
            None => f64::from(self.units(from, to)),
        }
    }

    /// The distance between two cities in whole units, rounded down.
    #[inline]
    pub(super) fn units(&self, from: usize, to: usize) -> u32 {
        if self.matrix.is_empty() {
            (self.distance(from, to) / self.unit) as u32
        } else {
            self.matrix[from * self.count + to]
        }
    }

    /// The length that is counted in.
    #[inline]
    pub(super) fn unit(&self) -> f64 {
        self.unit
    }

    /// How much a tour can be longer than the shortest one although it has no more whole units;
    /// 0 if distances are whole.
    pub fn rounding(&self) -> f64 {
        let is_whole = self.metric.is_none_or(Metric::is_whole) && self.listed.is_empty();
        if is_whole { 0.0 } else { self.count as f64 * self.unit }
    }

    /// The places from left to right and from bottom to top.
    #[cfg(feature = "catalog")]
    pub(super) fn on_map(&self) -> Vec<(f64, f64)> {
        let is_on_globe = self.metric.is_some_and(Metric::is_on_globe);
        self.places.iter().map(|&(x, y)| if is_on_globe { (y, x) } else { (x, y) }).collect()
    }

    /// The length of a tour, if it visits every city once.
    pub fn length(&self, tour: &[usize]) -> Option<f64> {
        let mut is_visited = vec![false; self.count];
        for &city in tour {
            if std::mem::replace(is_visited.get_mut(city)?, true) {
                return None;
            }
        }
        let is_whole = tour.len() == self.count;
        let next = tour.iter().cycle().skip(1);
        let legs = tour.iter().zip(next).map(|(&a, &b)| self.distance(a, b));
        is_whole.then(|| legs.sum())
    }

    /// The `most` nearest cities of each one, city by city, nearest first.
    pub(super) fn nearest(&self, most: usize) -> Vec<u32> {
        let most = most.min(self.count.saturating_sub(1));
        let mut all = Vec::with_capacity(self.count * most);
        let mut order: Vec<u32> = (0..self.count as u32).collect();
        // Along the longer axis, so that cities far away on it need not be looked at.
        let is_plane = self.matrix.is_empty() && !self.metric.is_some_and(Metric::is_on_globe);
        let extent = |axis: fn(&(f64, f64)) -> f64| extent(&self.places, axis);
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
        let scale = if self.metric == Some(Metric::Att) { 10f64.sqrt() } else { 1.0 };
        let scale = scale * self.unit;
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
                        let entry = (self.units(city, other as usize), other);
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
                found.extend(others.map(|other| (self.units(city, other), other as u32)));
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
