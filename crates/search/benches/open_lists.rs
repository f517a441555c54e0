//! Open lists in the same Dijkstra loop as the binary heap of the standard library, by the costs of
//! the arcs and the size of the graph: the same distances, asserted, and how many times as fast.
//! Under cargo's default release profile. `CASES` selects costs by a word in their name.
//!
//! Then the time of a pop from a heap, by its size. It may grow with the number of levels and with
//! what the caches do not hold, but not with the number of entries: the bench fails if a thousand
//! times as many entries make a pop three hundred times as slow.

use std::cmp::Reverse;
use std::collections::BinaryHeap;
use std::hint::black_box;
use std::time::Instant;

use tremaux_core::{FloatCost, Random};
use tremaux_search::{Buckets, ChainedBuckets, Heap, Key, OpenKind, OpenList, PackedHeap};

/// A grid with four arcs from each cell.
struct Grid<C> {
    side: u32,
    costs: Vec<[C; 4]>,
}

impl<C: Copy> Grid<C> {
    fn new(side: u32, mut cost: impl FnMut() -> C) -> Self {
        let costs = (0..side * side).map(|_| [cost(), cost(), cost(), cost()]).collect();
        Self { side, costs }
    }

    #[inline]
    fn arcs(&self, at: u32) -> impl Iterator<Item = (u32, C)> {
        let (side, [right, left, down, up]) = (self.side, self.costs[at as usize]);
        let (x, y) = (at % side, at / side);
        let arcs = [
            (x + 1 < side).then(|| (at + 1, right)),
            (x > 0).then(|| (at.wrapping_sub(1), left)),
            (y + 1 < side).then(|| (at + side, down)),
            (y > 0).then(|| (at.wrapping_sub(side), up)),
        ];
        arcs.into_iter().flatten()
    }
}

/// The distances from the first cell with the heap of the standard library.
fn plain<C: Copy + Ord>(grid: &Grid<C>, zero: C, plus: impl Fn(C, C) -> C) -> Vec<Option<C>> {
    let mut distances = vec![None; grid.costs.len()];
    let mut open = BinaryHeap::from([(Reverse(zero), 0)]);
    distances[0] = Some(zero);
    while let Some((Reverse(distance), at)) = open.pop() {
        if distances[at as usize] != Some(distance) {
            continue;
        }
        for (next, cost) in grid.arcs(at) {
            let longer = plus(distance, cost);
            let known = &mut distances[next as usize];
            if known.is_none_or(|known| longer < known) {
                *known = Some(longer);
                open.push((Reverse(longer), next));
            }
        }
    }
    distances
}

/// The same with an open list.
fn ours<C: Copy + Ord, K: OpenKind<Key<C>>>(
    grid: &Grid<C>,
    zero: C,
    plus: impl Fn(C, C) -> C,
    _kind: K,
) -> Vec<Option<C>> {
    let mut distances = vec![None; grid.costs.len()];
    let mut open = K::Open::default();
    assert!(open.make_room(1, usize::MAX), "memory");
    open.push(Key::of(zero), 0);
    distances[0] = Some(zero);
    while let Some((Key { priority: distance, .. }, at)) = open.pop() {
        if distances[at as usize] != Some(distance) {
            continue;
        }
        for (next, cost) in grid.arcs(at) {
            let longer = plus(distance, cost);
            let known = &mut distances[next as usize];
            if known.is_none_or(|known| longer < known) {
                *known = Some(longer);
                if open.room() == 0 {
                    assert!(open.make_room(1, usize::MAX), "memory");
                }
                open.push(Key::of(longer), next);
            }
        }
    }
    distances
}

/// The sides of the grids.
const SIDES: [u32; 4] = [4, 16, 64, 512];

/// Solves all queries of a grid.
type Solver<'a, C> = &'a dyn Fn(&Grid<C>) -> Vec<Option<C>>;

/// Nanoseconds for each cell: the least of rounds of about a hundred thousand cells, in turns, so
/// that what else the machine does meets all alike. All must find the `expected` distances.
fn race<C: PartialEq>(grid: &Grid<C>, runs: &[Solver<'_, C>]) -> Vec<f64> {
    let cells = grid.costs.len() as u32;
    let expected = runs[0](grid);
    let is_right = |run: &Solver<'_, C>| run(grid) == expected;
    assert!(runs.iter().all(is_right), "other distances");
    let mut least = vec![f64::INFINITY; runs.len()];
    let repeats = (100_000 / cells).max(1);
    for _ in 0..(6_000_000 / (repeats * cells)).max(8) {
        for (least, run) in least.iter_mut().zip(runs) {
            let started = Instant::now();
            for _ in 0..repeats {
                black_box(run(grid));
            }
            let time = started.elapsed().as_secs_f64() * 1e9;
            *least = least.min(time / f64::from(repeats * cells));
        }
    }
    least
}

/// Prints the ratios by size of grid on a line; returns the worst one of `Buckets`.
fn compare<C: Copy + Ord>(
    name: &str,
    zero: C,
    plus: impl Fn(C, C) -> C + Copy,
    mut cost: impl FnMut(&mut Random) -> C,
    others: &[Solver<'_, C>],
) -> f64
where
    Buckets: OpenKind<Key<C>>,
{
    let mut worst = f64::INFINITY;
    if std::env::var("CASES").is_ok_and(|word| !name.contains(&word)) {
        return worst;
    }
    let mut ratios = vec![String::new(); 1 + others.len()];
    for side in SIDES {
        let mut random = Random::new(side.into());
        let grid = Grid::new(side, || cost(&mut random));
        let heap = |grid: &Grid<C>| plain(grid, zero, plus);
        let buckets = |grid: &Grid<C>| ours(grid, zero, plus, Buckets);
        let runs: Vec<Solver<'_, C>> =
            [&heap as Solver<'_, C>, &buckets].into_iter().chain(others.iter().copied()).collect();
        let times = race(&grid, &runs);
        for (ratios, time) in ratios.iter_mut().zip(&times[1..]) {
            *ratios += &format!("{:8.2}", times[0] / time);
        }
        worst = worst.min(times[0] / times[1]);
    }
    println!("{name:<16} {}", ratios.join("   "));
    worst
}

/// Nanoseconds for each pop of `count` entries, the least of three rounds.
fn pop_time<K: OpenKind<Key<u32>>>(_kind: K, count: u32) -> f64 {
    let mut random = Random::new(1);
    let mut least = f64::INFINITY;
    for _ in 0..3 {
        let mut open = K::Open::default();
        assert!(open.make_room(count as usize, usize::MAX), "memory");
        for id in 0..count {
            open.push(Key::of(random.below(u64::from(count)) as u32), id);
        }
        let started = Instant::now();
        while let Some(entry) = open.pop() {
            black_box(entry);
        }
        least = least.min(started.elapsed().as_secs_f64() * 1e9 / f64::from(count));
    }
    least
}

fn main() {
    println!("times as fast as the standard library's heap, by costs of arcs and number of cells");
    let cells: String = SIDES.iter().map(|side| format!("{:>8}", side * side)).collect();
    println!("{:<16} {:32}   ChainedBuckets", "", "Buckets, the default");
    println!("{:<16} {cells}   {cells}", "");
    let plus = |one: u32, other: u32| one + other;
    let chained = |grid: &Grid<u32>| ours(grid, 0, plus, ChainedBuckets);
    let others: [Solver<'_, u32>; 1] = [&chained];
    let mut worst = f64::INFINITY;
    for most in [1, 10, 1000, 30_000, 1_000_000] {
        let cost = |random: &mut Random| random.below(most) as u32 + 1;
        worst = worst.min(compare(&format!("1 to {most}"), 0, plus, cost, &others));
    }
    let steps = |random: &mut Random| [400_000, 565_685][random.below(2) as usize];
    worst = worst.min(compare("400000, 565685", 0, plus, steps, &others));
    let mixed = |random: &mut Random| {
        if random.below(50) == 0 { 1_000_000 } else { random.below(10) as u32 + 1 }
    };
    worst = worst.min(compare("mixed", 0, plus, mixed, &others));
    let billion = |random: &mut Random| random.below(1_000_000_000) + 1;
    worst = worst.min(compare("1 to 10^9", 0, |one, other| one + other, billion, &[]));
    let add = |one: FloatCost, other: FloatCost| one + other;
    let float = |random: &mut Random| FloatCost::new(random.below(1 << 40) as f64 / 7e9);
    worst = worst.min(compare("floats", FloatCost::new(0.0), add, float, &[]));
    println!("the least ratio of Buckets: {worst:.2}");

    println!("time of a pop by number of entries, packed heap and binary heap");
    let mut first = None;
    for bits in [10, 12, 14, 16, 18, 20] {
        let count = 1 << bits;
        let (packed, binary) = (pop_time(PackedHeap, count), pop_time(Heap, count));
        println!("{count:9} {packed:9.1} ns {binary:9.1} ns");
        let first = *first.get_or_insert(packed);
        assert!(packed < 300.0 * first, "a pop takes time proportional to the entries");
    }
}
