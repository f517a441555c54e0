//! The two example graphs of P. Klęsk's *Algorithms for searching graphs and game trees*, by
//! the conventions of his library.

use std::collections::HashSet;

use tremaux_core::{Algorithm, Blind, FloatCost, Guarantees, Heuristic, IndexedSpace, Limits};
use tremaux_search::BestFirst;
use tremaux_search::reference::{
    Conventions, IdaStarConventions, Outcome, Rank, graph_search, ida_star,
};
use tremaux_testkit::{Edge, Estimates, Graph};

type Roads = Graph<FloatCost>;

fn roads(nodes: usize, edges: &[(u32, u32, f64)], goal: u32) -> Roads {
    let edge = |&(from, to, cost)| Edge { from, to, cost: FloatCost::new(cost) };
    Graph::new(nodes, edges.iter().map(edge).collect(), &[goal])
}

fn example() -> Roads {
    let edges = [
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
    roads(8, &edges, 7)
}

/// The nodes of a plan, and its cost.
fn path(graph: &Roads, outcome: &Outcome<Roads>) -> (Vec<u32>, f64) {
    let plan = outcome.plan.as_ref().expect("solvable");
    let ends = plan.actions.iter().map(|&edge| graph.edges()[edge as usize].to);
    ([0].into_iter().chain(ends).collect(), plan.cost.get())
}

fn by_number(rank: Rank) -> Conventions<fn(&u32) -> i64> {
    Conventions::sac(rank, |&node| node.into())
}

#[test]
fn example_graph_in_every_order() {
    let graph = example();
    let search = |rank| graph_search(&graph, &Blind, &by_number(rank));
    let breadth_first = search(Rank::Shallowest);
    assert_eq!(breadth_first.visits, [0, 1, 2, 5, 3, 4, 6, 7]);
    assert_eq!(path(&graph, &breadth_first), (vec![0, 1, 3, 7], 6.0));
    let depth_first = search(Rank::Deepest);
    assert_eq!(depth_first.visits, [0, 1, 3, 7]);
    assert_eq!(path(&graph, &depth_first), (vec![0, 1, 3, 7], 6.0));
    let dijkstra = search(Rank::G);
    assert_eq!(dijkstra.visits, [0, 2, 1, 5, 4, 3, 7]);
    assert_eq!(path(&graph, &dijkstra), (vec![0, 2, 1, 3, 7], 5.0));
}

#[test]
fn example_graph_by_other_forms() {
    let graph = example();
    // A goal test on generation leaves out the last level.
    let early = graph_search(&graph, &Blind, &Conventions::nutshell_breadth_first());
    assert_eq!((early.visits, early.closed, early.open), (vec![0, 1, 2, 5, 3], 5, 3));
    // Two actions are not enough, three are; the last child of a node is tried first.
    let shallow = graph_search(&graph, &Blind, &Conventions::nutshell_depth_first(2));
    assert!(shallow.plan.is_none() && shallow.open == 0);
    let deep = graph_search(&graph, &Blind, &Conventions::nutshell_depth_first(3));
    assert_eq!(path(&graph, &deep), (vec![0, 5, 6, 7], 7.0));
    let deepened = ida_star(&graph, &Blind, &IdaStarConventions::default());
    assert_eq!(path(&graph, &deepened), (vec![0, 2, 1, 3, 7], 5.0));
    let engine = BestFirst::dijkstra().solve(&graph, Blind, &Limits::default(), &mut ());
    assert_eq!(engine.plan.expect("solvable").cost.get(), 5.0);
}

/// Java's linear congruential generator.
struct JavaRandom(u64);

impl JavaRandom {
    fn new(seed: u64) -> Self {
        Self((seed ^ 0x5_DEEC_E66D) & ((1 << 48) - 1))
    }

    fn next(&mut self, bits: u32) -> i32 {
        self.0 = (self.0.wrapping_mul(0x5_DEEC_E66D) + 0xB) & ((1 << 48) - 1);
        (self.0 >> (48 - bits)) as i32
    }

    fn double(&mut self) -> f64 {
        let high = i64::from(self.next(26)) << 27;
        (high + i64::from(self.next(27))) as f64 / (1_i64 << 53) as f64
    }

    /// For a bound that is no power of two.
    fn below(&mut self, bound: i32) -> i32 {
        loop {
            let bits = self.next(31);
            let value = bits % bound;
            if bits.wrapping_sub(value).wrapping_add(bound - 1) >= 0 {
                return value;
            }
        }
    }
}

/// The graph, and the straight line from each vertex to the goal.
fn geographical() -> (Roads, Estimates<FloatCost>) {
    let mut random = JavaRandom::new(1234);
    let mut places = vec![(0.0, 100.0)];
    for _ in 1..99 {
        let x = 100.0 * random.double();
        places.push((x, 100.0 * random.double()));
    }
    places.push((100.0, 0.0));
    let distance = |a: usize, b: usize| -> f64 {
        let ((ax, ay), (bx, by)): ((f64, f64), (f64, f64)) = (places[a], places[b]);
        ((ax - bx).powi(2) + (ay - by).powi(2)).sqrt()
    };
    let mut edges = Vec::new();
    let mut seen = HashSet::new();
    while edges.len() < 990 {
        let (i, j) = (random.below(100) as usize, random.below(100) as usize);
        if i != j && distance(i, j) <= 20.0 * 2_f64.sqrt() && seen.insert((i, j)) {
            let straight = distance(i, j);
            edges.push((i as u32, j as u32, straight + random.double() * 0.1 * straight));
        }
    }
    let estimates = (0..100).map(|vertex| FloatCost::new(distance(vertex, 99))).collect();
    // Consistent on paper, but rounding may break the triangle inequality.
    (roads(100, &edges, 99), Estimates::new(estimates, Guarantees::ADMISSIBLE))
}

#[test]
fn geographical_graph_to_the_last_digit() {
    let (graph, straight_line) = geographical();
    assert!(Heuristic::<Roads>::guarantees(&straight_line).admissible);
    let informed = graph_search(&graph, &straight_line, &by_number(Rank::GPlusH));
    let expected = (vec![0, 18, 14, 64, 60, 10, 5, 99], 149.516_941_062_027_85);
    assert_eq!(path(&graph, &informed), expected);
    assert_eq!((informed.closed, informed.open), (18, 38));
    let blind = graph_search(&graph, &Blind, &by_number(Rank::G));
    assert_eq!(path(&graph, &blind), expected);
    assert_eq!(blind.closed, graph.state_count());
}
