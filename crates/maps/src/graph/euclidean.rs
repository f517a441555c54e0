//! The straight-line distance as a heuristic, with computed guarantees.

use std::fmt;
use std::marker::PhantomData;
use std::sync::Arc;

use super::{ArcCost, ArcId, Graph, GraphQuery, PathCost, Point};
use tremaux_core::{Guarantees, Heuristic};

/// A graph has no coordinates.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[doc(hidden)]
pub struct MissingCoordinates;

impl fmt::Display for MissingCoordinates {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("the graph has no coordinates")
    }
}

impl std::error::Error for MissingCoordinates {}

/// The straight-line distance to the nearest goal, times a factor.
///
/// Its guarantees are found by checking every arc. For arbitrary goals it is admissible exactly
/// if it is consistent: an arc that costs less than its straight-line length violates both if
/// its head is the goal. For integer costs the estimate is rounded down.
///
/// An estimate takes time proportional to the number of goals.
#[derive(Clone, Debug)]
pub struct Euclidean<C = u32> {
    points: Arc<[Point]>,
    costs: PhantomData<C>,
    factor: f64,
    guarantees: Guarantees,
    worst: Option<ArcId>,
}

impl<C: ArcCost> Euclidean<C> {
    /// The plain distance, for costs that are lengths. Takes time proportional to the number of
    /// arcs.
    ///
    /// # Errors
    ///
    /// Returns [`MissingCoordinates`] if the graph has no coordinates.
    pub fn new(graph: Arc<Graph<C>>) -> Result<Self, MissingCoordinates> {
        let points = graph.points().ok_or(MissingCoordinates)?.into();
        Ok(Self::checked(&graph, points, 1.0))
    }

    /// The distance times the largest factor that is certain to keep it consistent, for costs in
    /// another unit such as travel times.
    ///
    /// # Errors
    ///
    /// Returns [`MissingCoordinates`] if the graph has no coordinates.
    ///
    /// ```
    /// use tremaux::maps::graph::{Euclidean, edge_list};
    /// let graph = edge_list::parse::<u32>("%node a 0 0\n%node b 3 4\na b 100\n")?;
    /// let heuristic = Euclidean::scaled(graph.into()).unwrap();
    /// assert!(heuristic.factor() > 19.99 && heuristic.factor() <= 20.0);
    /// # Ok::<(), tremaux::ParseError>(())
    /// ```
    pub fn scaled(graph: Arc<Graph<C>>) -> Result<Self, MissingCoordinates> {
        let points: Arc<[Point]> = graph.points().ok_or(MissingCoordinates)?.into();
        let mut greatest = f64::INFINITY;
        for (_, cost, length) in arcs(&graph, &points) {
            if length > 0.0 {
                greatest = greatest.min(cost / length);
            }
        }
        let mut factor = if greatest.is_finite() { greatest } else { 0.0 };
        // Leave room for rounding: reduce the factor by 10^-9 or more until the check succeeds.
        let mut less = 1e-9;
        loop {
            let heuristic = Self::checked(&graph, Arc::clone(&points), factor);
            if heuristic.guarantees.consistent || factor == 0.0 {
                return Ok(heuristic);
            }
            factor = if less < 1.0 { greatest * (1.0 - less) } else { 0.0 };
            less *= 10.0;
        }
    }

    /// Checks every arc.
    fn checked(graph: &Graph<C>, points: Arc<[Point]>, factor: f64) -> Self {
        let rounding = 1e-14 * factor * extent(&points);
        let (mut is_consistent, mut is_admissible) = (true, true);
        let mut worst: Option<(f64, ArcId)> = None;
        for (arc, cost, length) in arcs(graph, &points) {
            let shortfall = factor * length - cost;
            is_admissible &= shortfall <= 0.0;
            // If both ends have the same position, their estimates are identical.
            is_consistent &= length == 0.0 || shortfall <= -(rounding + 1e-14 * cost);
            if shortfall > worst.map_or(0.0, |(most, _)| most) {
                worst = Some((shortfall, arc));
            }
        }
        let guarantees = Guarantees {
            admissible: is_admissible,
            consistent: is_admissible && is_consistent,
            // It is never infinite, so it never reports a dead end.
            safe: true,
        };
        let worst = worst.map(|(_, arc)| arc);
        Self { points, costs: PhantomData, factor, guarantees, worst }
    }

    /// The guarantees found by checking every arc.
    pub fn guarantees(&self) -> Guarantees {
        self.guarantees
    }

    /// What the distance is multiplied by.
    pub fn factor(&self) -> f64 {
        self.factor
    }

    /// The arc whose cost is farthest below its straight-line length, if any is below.
    pub fn worst_arc(&self) -> Option<ArcId> {
        self.worst
    }
}

/// Each arc, its cost, and the distance between its ends.
fn arcs<C: ArcCost>(graph: &Graph<C>, points: &[Point]) -> impl Iterator<Item = (ArcId, f64, f64)> {
    let nodes = 0..graph.node_count() as u32;
    nodes.flat_map(|node| graph.arcs_from(node)).map(|arc| {
        let (tail, head) = (arc.tail() as usize, graph.head(arc) as usize);
        (arc, graph.cost(arc).to_f64(), points[tail].distance(points[head]))
    })
}

/// An upper bound on the distance of two nodes.
#[inline]
fn extent(points: &[Point]) -> f64 {
    let spread = |coordinate: fn(&Point) -> f64| {
        let values = || points.iter().map(coordinate);
        let least = values().fold(f64::INFINITY, f64::min);
        (values().fold(f64::NEG_INFINITY, f64::max) - least).max(0.0)
    };
    spread(|point| point.x) + spread(|point| point.y)
}

impl<C: ArcCost, P: PathCost<C>> Heuristic<GraphQuery<C, P>> for Euclidean<C> {
    type Memo = ();

    fn guarantees(&self) -> Guarantees {
        self.guarantees
    }

    #[inline]
    fn estimate(&self, query: &GraphQuery<C, P>, &state: &u32) -> P {
        let here = self.points[state as usize];
        let distance = |goal: u32| here.distance(self.points[goal as usize]);
        let nearest = match query.only_goal() {
            Some(goal) => distance(goal),
            None if query.goals().is_empty() => return P::ZERO,
            None => query.goals().iter().map(|&g| distance(g)).fold(f64::INFINITY, f64::min),
        };
        P::floor(self.factor * nearest)
    }
}
