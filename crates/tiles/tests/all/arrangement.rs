use tremaux_core::Random;
use tremaux_tiles::{Arrangement, Size};

fn size(width: usize, height: usize) -> Size {
    Size::new(width, height).expect("in range")
}

#[test]
fn goals_are_as_written() {
    let spiral = |width, height| format!("{:#}", Arrangement::spiral(size(width, height)));
    assert_eq!(spiral(3, 3), "1 2 3 / 8 0 4 / 7 6 5");
    assert_eq!(spiral(4, 3), "1 2 3 4 / 10 11 0 5 / 9 8 7 6");
    assert_eq!(spiral(2, 4), "1 2 / 0 3 / 7 4 / 6 5");
    assert_eq!(Arrangement::blank_last(size(2, 2)).to_string(), "1 2 3 0");
    assert_eq!(Arrangement::blank_first(size(2, 2)).to_string(), "0 1 2 3");
    for (width, height) in (2..=8).flat_map(|width| (2..=8).map(move |height| (width, height))) {
        let size = size(width, height);
        let spiral = Arrangement::spiral(size);
        assert_eq!(Arrangement::new(size, spiral.tiles()), Some(spiral));
    }
}

#[test]
fn only_permutations_are_boards() {
    let new = |tiles: &[u8]| Arrangement::new(size(2, 2), tiles);
    assert!(new(&[3, 1, 0, 2]).is_some());
    for wrong in [&[][..], &[0, 1, 2], &[0, 1, 2, 2], &[0, 1, 2, 4], &[0, 1, 2, 3, 4]] {
        assert!(new(wrong).is_none(), "{wrong:?}");
    }
    assert!(new(&[0, 1, 2, 255]).is_none());
}

#[test]
fn no_move_changes_the_parity() {
    let mut random = Random::new(7);
    for (width, height) in (2..=8).flat_map(|width| (2..=8).map(move |height| (width, height))) {
        let goal = Arrangement::spiral(size(width, height));
        for moves in 0..30 {
            assert_eq!(goal.random_walk(moves, &mut random).parity(), goal.parity());
            assert_eq!(goal.random(&mut random).parity(), goal.parity());
        }
        let mut tiles = goal.tiles().to_vec();
        tiles.swap(goal.cell_of(1), goal.cell_of(3));
        let other = Arrangement::new(goal.size(), &tiles).expect("a permutation");
        assert_ne!(other.parity(), goal.parity());
    }
}

#[test]
fn random_boards_are_equally_likely() {
    let goal = Arrangement::blank_last(size(2, 2));
    let mut random = Random::new(1);
    let mut counts = std::collections::BTreeMap::new();
    for _ in 0..12_000 {
        *counts.entry(goal.random(&mut random).to_string()).or_insert(0_u32) += 1;
    }
    assert_eq!(counts.len(), 12);
    assert!(counts.values().all(|count| (850..1150).contains(count)), "{counts:?}");
}
