//! The time of a pop, by the size of the open list. It may grow with the number of levels and with
//! what the caches do not hold, but not with the number of entries: the bench fails if a thousand
//! times as many entries make a pop three hundred times as slow.

use std::hint::black_box;
use std::time::Instant;

use tremaux_core::Random;
use tremaux_search::{Heap, OpenKind, OpenList, PackedHeap};

/// Nanoseconds for each pop of `count` entries, the least of three rounds.
fn pop_time<K: OpenKind<(u32, ())>>(_kind: K, count: u32) -> f64 {
    let mut random = Random::new(1);
    let mut least = f64::INFINITY;
    for _ in 0..3 {
        let mut open = K::Open::default();
        assert!(open.make_room(count as usize, usize::MAX), "memory");
        for id in 0..count {
            open.push((random.below(u64::from(count)) as u32, ()), id);
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
    println!("{:>9} {:>12} {:>12}", "entries", "packed heap", "binary heap");
    let mut first = None;
    for bits in [10, 12, 14, 16, 18, 20] {
        let count = 1 << bits;
        let (packed, binary) = (pop_time(PackedHeap, count), pop_time(Heap, count));
        println!("{count:9} {packed:9.1} ns {binary:9.1} ns");
        let first = *first.get_or_insert(packed);
        assert!(packed < 300.0 * first, "a pop takes time proportional to the entries");
    }
}
