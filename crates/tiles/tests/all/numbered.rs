use std::collections::BTreeMap;

use tremaux_core::StateGraph;
use tremaux_core::StateSpace;
use tremaux_tiles::{AnyPuzzle, Instance, NumberedTiles};

/// The sizes of the levels, from the rules.
fn levels(text: &str) -> Vec<usize> {
    let instance = Instance::parse(text, "blank-first", None).expect("a puzzle");
    let AnyPuzzle::Small(puzzle) = instance.puzzle() else { panic!("a small board") };
    let initial = puzzle.pack(&puzzle.initial_state());
    let mut seen = std::collections::BTreeSet::from([initial]);
    let (mut level, mut sizes) = (vec![initial], Vec::new());
    while !level.is_empty() {
        sizes.push(level.len());
        let mut next = Vec::new();
        for packed in &level {
            let board = puzzle.unpack(packed);
            let mut moves = Vec::new();
            puzzle.actions(&board, &mut moves);
            for mv in moves {
                let mut successor = board;
                puzzle.apply(&mut successor, mv);
                next.extend(Some(puzzle.pack(&successor)).filter(|&it| seen.insert(it)));
            }
        }
        level = next;
    }
    sizes
}

#[test]
fn marks_leave_only_the_next_level() {
    for (text, states, depth) in [
        ("0 1 / 2 3", 12, 6),
        ("0 1 2 / 3 4 5", 360, 21),
        ("3 1 0 2 / 4 5 7 6", 20_160, 0),
        ("1 2 3 / 4 0 5 / 6 7 8", 181_440, 0),
    ] {
        let instance = Instance::parse(text, "blank-first", None).expect("a puzzle");
        let graph = NumberedTiles::new(instance.start()).expect("a small board");
        let mark_bits = graph.numbering().mark_bits;
        let mut level = vec![graph.initial_narrow()];
        let mut sizes = Vec::new();
        while !level.is_empty() {
            sizes.push(level.len());
            let mut found = Vec::new();
            graph.narrow_successors(&level, &mut found);
            let mut next = BTreeMap::new();
            for state in found {
                *next.entry(state >> mark_bits).or_insert(0) |= state & 15;
            }
            level = next.into_iter().map(|(tiles, marks)| tiles << mark_bits | marks).collect();
        }
        assert_eq!(sizes, levels(text), "{text}");
        assert_eq!(sizes.iter().sum::<usize>(), states);
        assert!(depth == 0 || sizes.len() == depth + 1);
    }
}

#[test]
fn owners_are_named_by_bits_of_the_number() {
    for text in ["0 1 / 2 3", "0 1 2 / 3 4 5", "1 2 3 4 / 5 6 7 8 / 9 10 11 0"] {
        let instance = Instance::parse(text, "blank-first", None).expect("a puzzle");
        let graph = NumberedTiles::new(instance.start()).expect("a small board");
        for workers in [1, 2, 4, 64, 10_000] {
            let bits = graph.owner_bits(workers);
            assert_eq!(bits & 15, 0, "no marks");
            assert_eq!(bits == 0, workers == 0);
            assert!(bits.leading_zeros() > 64);
        }
    }
}
