use tremaux_tables::{Builder, pattern};

#[test]
fn several_blocks_and_threads_and_a_last_block_in_part() {
    let count = 10_000;
    let ring = pattern("ring", count, [3, 9_000], |at| [(at * 3 + 1) % 10_000, at / 2]);
    let one = Builder::new().with_threads(1).build(&ring).expect("a small database");
    let three = Builder::new().with_threads(3).build(&ring).expect("a small database");
    let mut distances = vec![u8::MAX; count];
    let mut layer = vec![3, 9_000];
    for distance in 0.. {
        layer.retain(|&at| distances[at] == u8::MAX);
        if layer.is_empty() {
            break;
        }
        layer.iter().for_each(|&at| distances[at] = distance);
        layer = layer.iter().flat_map(|&at| [(at * 3 + 1) % count, at / 2]).collect();
    }
    for (index, &distance) in distances.iter().enumerate() {
        if distance != u8::MAX {
            assert_eq!([one.get(index), three.get(index)], [distance; 2], "{index}");
        }
    }
    assert!(distances.iter().filter(|&&distance| distance != u8::MAX).count() > 5_000);
}

#[test]
#[should_panic(expected = "state 12 of a pattern of 12 states")]
fn states_that_are_not_there_are_found() {
    let ring = pattern("ring", 12, [0], |at| [at + 1]);
    let _ = Builder::new().with_threads(1).build(&ring);
}
