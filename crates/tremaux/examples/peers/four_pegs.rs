//! The task of `four_pegs` by the crate `pathfinding`, which has no transposition table, no memo
//! and no A* from both ends.

use std::collections::HashMap;

use pathfinding::prelude::{astar, bfs_bidirectional, dijkstra_all};

const DISKS: u32 = 10;
const HALF: u32 = DISKS / 2;

/// The peg of each disk, two bits each, the smallest disk first.
type Towers = u32;

/// A disk, and the peg to which it goes.
type Move = (u32, u32);

fn peg(towers: Towers, disk: u32) -> u32 {
    towers >> (2 * disk) & 3
}

fn moved(towers: Towers, (disk, to): Move) -> Towers {
    towers ^ (peg(towers, disk) ^ to) << (2 * disk)
}

/// The towers that follow by a move of this many disks.
fn successors(towers: Towers, disks: u32) -> impl Iterator<Item = Towers> {
    let mut covered = 0_u32;
    (0..disks).flat_map(move |disk| {
        let is_free = covered >> peg(towers, disk) & 1 == 0;
        covered |= 1 << peg(towers, disk);
        let pegs = if is_free { 0b1111 & !covered } else { 0 };
        (0..4).filter(move |to| pegs >> to & 1 == 1).map(move |to| moved(towers, (disk, to)))
    })
}

fn with_costs(towers: Towers, disks: u32) -> impl Iterator<Item = (Towers, u32)> {
    successors(towers, disks).map(|next| (next, 1))
}

/// The fewest moves by A* and by a breadth-first search from both ends.
pub(crate) fn solve() -> [u32; 2] {
    let goal = (1 << (2 * DISKS)) - 1;
    let half = (1 << (2 * HALF)) - 1;
    let mut database: HashMap<Towers, u32> = dijkstra_all(&half, |&at| with_costs(at, HALF))
        .into_iter()
        .map(|(towers, (_, distance))| (towers, distance))
        .collect();
    database.insert(half, 0);
    let estimate = |towers: &Towers| database[&(towers & half)] + database[&(towers >> (2 * HALF))];
    let (_, moves) =
        astar(&0, |&at| with_costs(at, DISKS), estimate, |&at| at == goal).expect("a plan");
    let both_ways = |&at: &Towers| successors(at, DISKS);
    let path = bfs_bidirectional(&0, &goal, both_ways, both_ways).expect("a plan");
    println!("A*: {moves} moves; both ends: {} moves", path.len() - 1);
    [moves, path.len() as u32 - 1]
}

pub(crate) fn main() {
    assert_eq!(solve(), [49; 2]);
}
