//! Romania, and the two example graphs of a library for searching graphs and games (P. Klęsk,
//! *Algorithms for searching graphs and game trees*, and SaC).

use std::collections::HashSet;

use super::{Graph, GraphBuilder, Point};
use tremaux_core::FloatCost;

/// A graph of eight nodes; the cheapest path from 0 to 7 costs 5.
///
/// ```
/// use tremaux::maps::graph::example;
/// let graph = example::small();
/// assert_eq!(graph.path_cost(&[0, 2, 1, 3, 7]).unwrap().get(), 5.0);
/// ```
pub fn small() -> Graph<FloatCost> {
    const ARCS: [(u32, u32, f64); 11] = [
        (0, 1, 3.0),
        (0, 2, 1.0),
        (0, 5, 2.5),
        (1, 3, 2.0),
        (1, 4, 1.5),
        (2, 1, 1.0),
        (2, 4, 3.0),
        (3, 7, 1.0),
        (4, 7, 2.0),
        (5, 6, 4.0),
        (6, 7, 0.5),
    ];
    let mut builder = GraphBuilder::new(8);
    for (tail, head, cost) in ARCS {
        builder.add_arc(tail, head, FloatCost::new(cost));
    }
    builder.build().expect("eleven arcs between eight nodes")
}

/// Towns of Romania, the roads between them, and straight-line distances to Bucharest (S. Russell
/// and P. Norvig, *Artificial Intelligence: A Modern Approach*). Arad is the first node and
/// Bucharest the last.
pub(super) const ROMANIA: &str = "\
    %undirected; Arad Zerind 75; Arad Sibiu 140; Arad Timisoara 118; Zerind Oradea 71; \
    Oradea Sibiu 151; Timisoara Lugoj 111; Lugoj Mehadia 70; Mehadia Drobeta 75; \
    Drobeta Craiova 120; Craiova Rimnicu-Vilcea 146; Craiova Pitesti 138; \
    Sibiu Rimnicu-Vilcea 80; Rimnicu-Vilcea Pitesti 97; Sibiu Fagaras 99; Urziceni Hirsova 98; \
    Hirsova Eforie 86; Urziceni Vaslui 142; Vaslui Iasi 92; Iasi Neamt 87; \
    Giurgiu Bucharest 90; Fagaras Bucharest 211; Pitesti Bucharest 101; Urziceni Bucharest 85; \
    %h Arad 366; %h Bucharest 0; %h Craiova 160; %h Drobeta 242; %h Eforie 161; %h Fagaras 176; \
    %h Giurgiu 77; %h Hirsova 151; %h Iasi 226; %h Lugoj 244; %h Mehadia 241; %h Neamt 234; \
    %h Oradea 380; %h Pitesti 100; %h Rimnicu-Vilcea 193; %h Sibiu 253; %h Timisoara 329; \
    %h Urziceni 80; %h Vaslui 199; %h Zerind 374";

/// Java's linear congruential generator, from its public description: the graph is defined by
/// its random numbers.
struct JavaRandom(u64);

impl JavaRandom {
    const MULTIPLIER: u64 = 0x5_DEEC_E66D;
    const MASK: u64 = (1 << 48) - 1;

    fn new(seed: u64) -> Self {
        Self((seed ^ Self::MULTIPLIER) & Self::MASK)
    }

    fn bits(&mut self, count: u32) -> u32 {
        self.0 = self.0.wrapping_mul(Self::MULTIPLIER).wrapping_add(0xB) & Self::MASK;
        (self.0 >> (48 - count)) as u32
    }

    fn double(&mut self) -> f64 {
        let high = u64::from(self.bits(26)) << 27;
        (high + u64::from(self.bits(27))) as f64 / (1_u64 << 53) as f64
    }

    /// A random number below `bound`, which is not a power of two.
    fn below(&mut self, bound: u32) -> u32 {
        loop {
            let bits = self.bits(31);
            let value = bits % bound;
            // Draws from the last, incomplete round of `bound` numbers are thrown away.
            if bits - value + (bound - 1) < 1 << 31 {
                return value;
            }
        }
    }
}

/// The geographical graph: 100 places and 990 arcs between near ones, each up to a tenth longer
/// than the straight line.
///
/// The cheapest path from 0 to 99 costs 149.51694106202785. Node 0 is at (0, 100), node 99 at
/// (100, 0); the others, the arcs and their lengths are generated with the seed 1234.
pub fn geographical() -> Graph<FloatCost> {
    const NODES: u32 = 100;
    const ARCS: usize = 990;
    let mut random = JavaRandom::new(1234);
    let mut points = vec![Point { x: 0.0, y: 100.0 }];
    for _ in 1..NODES - 1 {
        let x = 100.0 * random.double();
        points.push(Point { x, y: 100.0 * random.double() });
    }
    points.push(Point { x: 100.0, y: 0.0 });
    let longest = 20.0 * 2_f64.sqrt();
    let mut builder = GraphBuilder::new(NODES as usize);
    for &point in &points {
        builder.add_point(point);
    }
    let mut drawn = HashSet::new();
    while drawn.len() < ARCS {
        let (tail, head) = (random.below(NODES), random.below(NODES));
        let distance = points[tail as usize].distance(points[head as usize]);
        if tail == head || drawn.contains(&(tail, head)) || distance > longest {
            continue;
        }
        drawn.insert((tail, head));
        let cost = distance + random.double() * 0.1 * distance;
        builder.add_arc(tail, head, FloatCost::new(cost));
    }
    builder.build().expect("990 arcs between 100 nodes")
}
