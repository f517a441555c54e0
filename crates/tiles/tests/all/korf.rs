//! Published instances: the tables are right, and the easiest are solved.

use tremaux_core::{Algorithm, Limits};
use tremaux_search::IdaStar;
use tremaux_testkit::data_text;
use tremaux_tiles::korf::{self, KORF_100, KORF_FELNER_50};
use tremaux_tiles::{AnyPuzzle, LinearConflict, Manhattan};

/// The lines of a data file, if it exists.
fn data(name: &str) -> Option<Vec<Vec<u64>>> {
    let text = data_text(&format!("tiles/{name}"))?;
    let lines = text.lines().filter(|line| !line.starts_with('#') && !line.trim().is_empty());
    let number = |word: &str| word.parse().expect("a number");
    Some(lines.map(|line| line.split_whitespace().map(number).collect()).collect())
}

fn check<const CELLS: usize>(table: &[(u32, [u8; CELLS])], name: &str) {
    let Some(lines) = data(name) else { return };
    assert_eq!(lines.len(), table.len());
    for (at, (line, (length, tiles))) in lines.iter().zip(table).enumerate() {
        let numbers = [at as u64 + 1, u64::from(*length)];
        let numbers = numbers.into_iter().chain(tiles.iter().map(|&tile| u64::from(tile)));
        assert_eq!(*line, numbers.collect::<Vec<_>>());
    }
}

#[test]
fn the_tables_are_the_published_ones() {
    assert_eq!(KORF_100.iter().map(|(length, _)| length).sum::<u32>(), 5305);
    assert_eq!(KORF_FELNER_50.iter().map(|(length, _)| length).sum::<u32>(), 5039);
    assert!((1..=100).all(|number| korf::fifteen_puzzle(number).expect("there").is_solvable()));
    assert!((1..=50).all(|number| korf::twenty_four_puzzle(number).expect("there").is_solvable()));
    assert_eq!((korf::fifteen_puzzle(101), korf::twenty_four_puzzle(51)), (None, None));
    check(&KORF_100, "korf100_15puzzle.txt");
    check(&KORF_FELNER_50, "korf50_24puzzle.txt");
}

#[test]
fn the_easiest_take_as_many_nodes_as_counted_elsewhere() {
    let counts = data("korf100_15puzzle_nodes.txt");
    for number in [12, 42, 79, 97] {
        let instance = korf::fifteen_puzzle(number).expect("there");
        let AnyPuzzle::Small(puzzle) = instance.puzzle() else { panic!("sixteen cells") };
        let manhattan = Manhattan::to_goal(puzzle.goal());
        let limits = Limits::default();
        let report = IdaStar::compact().solve(&puzzle, &manhattan, &limits, &mut ());
        let length = KORF_100[number - 1].0;
        assert_eq!(report.plan.as_ref().map(|plan| plan.cost), Some(length));
        assert_eq!(report.lower_bound, length);
        if let Some(counts) = &counts {
            // There the root counts as generated, once.
            let line = &counts[number - 1];
            assert_eq!(report.statistics.generated + 1, line[3], "generated of {number}");
            assert_eq!(report.statistics.expanded, line[4], "expanded of {number}");
        }
        let conflict = LinearConflict::to_goal(puzzle.goal());
        let report = IdaStar::compact().solve(&puzzle, &conflict, &limits, &mut ());
        assert_eq!(report.plan.map(|plan| plan.cost), Some(length));
    }
}
