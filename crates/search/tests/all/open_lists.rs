//! Open lists against sorted lists of their entries.

use std::cmp::Reverse;
use std::collections::BTreeMap;

use tremaux_search::{BucketOpen, ChainedOpen, Key, OpenList, PackedOpen};

/// Pops a least key, and of equal ones the newest, for any mixture of entries: near, far, with
/// small ties and large ones.
#[test]
fn pops_the_newest_of_the_least_keys() {
    for spread in [10, 1000, 10_000_000, u64::MAX / 2] {
        let mut open = BucketOpen::<u64, u64>::default();
        let mut keys: BTreeMap<(u64, u64, Reverse<u32>), u32> = BTreeMap::new();
        let mut x = spread | 1;
        for step in 0..20_000_u32 {
            if open.room() == 0 {
                assert!(open.make_room(1, 1 << 24));
            }
            x = x.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963);
            if x >> 40 & 3 == 0 && !keys.is_empty() {
                let popped = open.pop().expect("an entry");
                let ((priority, tie, _), id) = keys.pop_first().expect("an entry");
                assert_eq!(popped, (Key { priority, tie }, id), "step {step}, spread {spread}");
            } else {
                let tie = (x >> 10) % if x & 64 == 0 { 7 } else { 300 };
                let key = Key { priority: (x >> 20) % spread, tie };
                keys.insert((key.priority, tie, Reverse(step)), step);
                open.push(key, step);
            }
            assert_eq!(open.len(), keys.len());
            if step == 10_000 {
                open.clear();
                keys.clear();
            }
        }
    }
}

#[test]
fn pops_a_least_priority_and_the_newest_of_it() {
    for (round, spread) in [3, 100, 5000, 60_000, 1_000_000, 1 << 31].into_iter().enumerate() {
        let mut open = ChainedOpen::default();
        let mut entries: Vec<(u32, u32)> = Vec::new();
        let mut seed = round as u64;
        let mut floor = 0;
        for id in 0..20_000 {
            seed = seed.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(99);
            if seed >> 61 < 3 && !entries.is_empty() {
                let least = entries.iter().map(|&(key, _)| key).min().expect("an entry");
                let newest = entries.iter().rposition(|&(key, _)| key == least);
                let expected = entries.remove(newest.expect("an entry"));
                floor = expected.0;
                let (Key { priority: key, .. }, id) = open.pop().expect("an entry");
                assert_eq!((key, id), expected);
            } else {
                let key = floor.saturating_sub(1).saturating_add((seed >> 33) as u32 % spread);
                if open.room() == 0 {
                    assert!(open.make_room(1, usize::MAX));
                }
                open.push(Key::of(key), id);
                entries.push((key, id));
            }
            assert_eq!(open.len(), entries.len());
            if id == 10_000 {
                open.clear();
                entries.clear();
                assert!(open.pop().is_none());
            }
        }
    }
}

/// The memory is proportional to the entries, whatever their priorities.
#[test]
fn few_entries_make_no_long_ring() {
    for spread in [1, 1000, 1_000_000, 1 << 31] {
        let mut open = ChainedOpen::default();
        for id in 0..1000_u32 {
            if open.room() == 0 {
                assert!(open.make_room(1, usize::MAX));
            }
            open.push(Key::of(id.wrapping_mul(0x9e37_79b9) % spread), id);
            let count = open.len();
            assert!(open.bytes() <= 20_000 + 200 * count, "{spread}: {}", open.bytes());
        }
        let popped = std::iter::from_fn(|| open.pop()).map(|(key, _)| key.priority);
        assert!(popped.is_sorted(), "{spread}");
    }
}

#[test]
fn entries_come_in_order_and_within_their_room() {
    let mut open = PackedOpen::default();
    assert!(!open.make_room(100, 799));
    assert!(open.make_room(100, 800));
    assert_eq!((open.room(), open.bytes()), (100, 800));
    for id in 0..100_u32 {
        open.push(Key::of((id * 37) % 50), id);
    }
    assert_eq!((open.len(), open.room()), (100, 0));
    assert!(!open.make_room(1, 800) && open.make_room(1, 808));
    let mut last = (0, 0);
    while let Some((Key { priority, .. }, id)) = open.pop() {
        assert!((priority, id) >= last && priority == (id * 37) % 50);
        last = (priority, id);
    }
    assert_eq!(last.0, 49);
}

/// With a pop in time proportional to the entries, this test would take minutes.
#[test]
fn a_large_heap_is_emptied_by_few_steps() {
    let count = 1_u32 << 19;
    let mut open = PackedOpen::default();
    assert!(open.make_room(count as usize, usize::MAX));
    for id in 0..count {
        open.push(Key::of(id.wrapping_mul(0x9e37_79b1)), id);
    }
    let mut last = 0;
    for _ in 0..count {
        let (Key { priority, .. }, id) = open.pop().expect("an entry");
        assert!(priority >= last && priority == id.wrapping_mul(0x9e37_79b1));
        last = priority;
    }
    assert!(open.pop().is_none());
}
