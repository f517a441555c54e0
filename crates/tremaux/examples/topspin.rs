//! TopSpin with a pattern database: a ring of twelve numbered tokens, of which a turnstile turns
//! over four at a time. The abstraction sees six of the tokens.
//!
//! Run it with `cargo run --release --example topspin -p tremaux`.

use tremaux::search::BestFirst;
use tremaux::search::patterns::Abstraction;
use tremaux::{Algorithm, Limits, Random, StopReason};

const TOKENS: usize = 12;

type Ring = [u8; TOKENS];

/// A token that the abstraction does not see.
const OTHER: u8 = TOKENS as u8;

/// The ring read from token 0 on, as to move all tokens is free.
fn from_first(mut ring: Ring) -> Ring {
    let first = ring.iter().position(|&token| token == 0).expect("token 0");
    ring.rotate_left(first);
    ring
}

/// The rings after one turn.
fn turns(ring: &Ring) -> impl Iterator<Item = (Ring, u32)> + use<> {
    let ring = *ring;
    (0..TOKENS).map(move |place| {
        let mut next = ring;
        next.rotate_left(place);
        next[..4].reverse();
        (from_first(next), 1)
    })
}

/// The ring with its first six tokens only.
fn pattern(ring: &Ring) -> Ring {
    ring.map(|token| if token < 6 { token } else { OTHER })
}

/// The fewest turns, and the rings expanded with the pattern database and without.
pub(crate) fn solve() -> Result<(u64, [u64; 2]), StopReason> {
    let goal: Ring = std::array::from_fn(|token| token as u8);
    let limits = Limits::default();
    // A turn undoes itself, so the predecessors of a ring are its successors.
    let database = Abstraction::backwards(pattern, [pattern(&goal)], turns, &limits)?;

    let (mut random, mut start) = (Random::new(1), goal);
    for _ in 0..6 {
        let turn = random.below(TOKENS as u64) as usize;
        start = turns(&start).nth(turn).expect("twelve turns").0;
    }
    let space = tremaux::space(start, turns, move |ring| *ring == goal);
    let informed = space.consistent(|ring| database.distance(ring));
    let with = BestFirst::a_star().solve(&space, informed, &limits, &mut ());
    let without = BestFirst::dijkstra().solve(&space, tremaux::NoHeuristic, &limits, &mut ());
    assert!(with.is_proven_optimal() && without.is_proven_optimal());
    let [with, without] = [with, without].map(|it| (it.plan, it.statistics.expanded));
    let cost = with.0.map(|plan| plan.cost).expect("turns back");
    assert_eq!(without.0.map(|plan| plan.cost), Some(cost));
    Ok((cost, [with.1, without.1]))
}

pub(crate) fn main() {
    let (cost, [with, without]) = solve().expect("no limit");
    println!("{cost} turns; {with} rings expanded, {without} without the pattern database");
    assert!(50 * with < without);
}
