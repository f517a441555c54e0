//! Generates random networks that behave like roads.

use crate::graph::{Graph, GraphBuilder, Point};
use crate::grid::mazes::Xorshift;

/// Generates a network of about `nodes` nodes: crossings on an uneven grid, some links missing,
/// some one-way, every second, fourth, … street faster than those between, and bends (nodes of
/// degree two) on most streets.
///
/// Costs are travel times in hundredths of a second; streets are about 100 m long. The same
/// `seed` gives the same network. Except for single crossings, it is connected.
///
/// ```
/// use tremaux::maps::road::generate::road_like;
/// let graph = road_like(5_000, 1);
/// assert!((4_000..6_000).contains(&graph.node_count()));
/// assert_eq!(graph.path_cost_bound(), road_like(5_000, 1).path_cost_bound());
/// ```
pub fn road_like(nodes: usize, seed: u64) -> Graph<u32> {
    let mut random = Xorshift(seed.wrapping_mul(0x9E37_79B9_7F4A_7C15) | 1);
    // With bends, there are about 2.55 nodes per crossing.
    let side = (((nodes as f64) / 2.55).sqrt() as u32).clamp(2, 20_000);
    let mut builder = GraphBuilder::new((side * side) as usize);
    let mut points = Vec::with_capacity(nodes);
    for row in 0..side {
        for column in 0..side {
            let mut jitter = || 60.0 * random.unit() - 30.0;
            let (x, y) = (100.0 * f64::from(column) + jitter(), 100.0 * f64::from(row) + jitter());
            points.push(Point { x, y });
        }
    }
    let mut street = |builder: &mut GraphBuilder, points: &mut Vec<Point>, from, to, line: u32| {
        // Street 0 and every power of two have a class of their own, up to motorways.
        let class = line.trailing_zeros().min(6);
        if class == 0 && random.unit() < 0.25 {
            return;
        }
        let speed = [8.0, 11.0, 14.0, 18.0, 23.0, 29.0, 36.0][class as usize];
        let is_one_way = class < 3 && random.unit() < 0.08;
        let bends = (random.unit() * 2.6) as u32;
        let (start, end): (Point, Point) = (points[from as usize], points[to as usize]);
        let mut last = (from, start);
        for bend in 1..=bends + 1 {
            let next = if bend <= bends {
                let part = f64::from(bend) / f64::from(bends + 1);
                let mut aside = || 16.0 * random.unit() - 8.0;
                let x = start.x + part * (end.x - start.x) + aside();
                let point = Point { x, y: start.y + part * (end.y - start.y) + aside() };
                points.push(point);
                (builder.add_node(), point)
            } else {
                (to, end)
            };
            let cost = (100.0 * last.1.distance(next.1) / speed).ceil() as u32;
            builder.add_arc(last.0, next.0, cost);
            if !is_one_way {
                builder.add_arc(next.0, last.0, cost);
            }
            last = next;
        }
    };
    for row in 0..side {
        for column in 0..side {
            let crossing = row * side + column;
            if column + 1 < side {
                street(&mut builder, &mut points, crossing, crossing + 1, row);
            }
            if row + 1 < side {
                street(&mut builder, &mut points, crossing, crossing + side, column);
            }
        }
    }
    for point in points {
        builder.add_point(point);
    }
    builder.build().expect("arcs between nodes of the grid")
}
