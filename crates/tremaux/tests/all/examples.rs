//! Every example runs, and finds what the same task by another crate finds.

use std::collections::BTreeSet;
use std::fs;
use std::path::Path;

#[path = "../../examples/agents.rs"]
mod agents;
#[path = "../../examples/amazons.rs"]
mod amazons;
#[path = "../../examples/bluffing.rs"]
mod bluffing;
#[path = "../../examples/breakthrough.rs"]
mod breakthrough;
#[path = "../../examples/closures.rs"]
mod closures;
#[path = "../../examples/dice_game.rs"]
mod dice_game;
#[path = "../../examples/distances.rs"]
mod distances;
#[path = "../../examples/domineering.rs"]
mod domineering;
#[path = "../../examples/four_pegs.rs"]
mod four_pegs;
#[path = "../../examples/hex.rs"]
mod hex;
#[path = "../../examples/job_shop.rs"]
mod job_shop;
#[path = "../../examples/keys_in_a_maze.rs"]
mod keys_in_a_maze;
#[path = "../../examples/map_edits.rs"]
mod map_edits;
#[path = "../../examples/petgraph_k_best.rs"]
mod petgraph_k_best;
#[path = "../../examples/progress_and_cancel.rs"]
mod progress_and_cancel;
#[path = "../../examples/quadratic_assignment.rs"]
mod quadratic_assignment;
#[path = "../../examples/roads.rs"]
mod roads;
#[path = "../../examples/timetable.rs"]
mod timetable;
#[path = "../../examples/topspin.rs"]
mod topspin;
#[path = "../../examples/traces.rs"]
mod traces;
#[path = "../../examples/your_own_puzzle.rs"]
mod your_own_puzzle;

#[path = "../../examples/peers/mod.rs"]
mod peers;

#[test]
fn every_example_runs() {
    agents::main();
    amazons::main();
    bluffing::main();
    breakthrough::main();
    closures::main();
    dice_game::main();
    distances::main();
    domineering::main();
    four_pegs::main();
    hex::main();
    job_shop::main();
    keys_in_a_maze::main();
    map_edits::main();
    petgraph_k_best::main();
    progress_and_cancel::main();
    quadratic_assignment::main();
    roads::main();
    timetable::main();
    topspin::main();
    traces::main();
    your_own_puzzle::main();
}

#[test]
fn other_crates_find_the_same() {
    peers::closures::main();
    peers::four_pegs::main();
    peers::hex::main();
    peers::map_edits::main();
    peers::petgraph_k_best::main();
    peers::roads::main();

    assert_eq!(peers::closures::solve(), closures::solve());
    assert_eq!(peers::four_pegs::solve(), four_pegs::solve()[..2]);
    assert_eq!(peers::hex::solve(), hex::solve());
    let steps = map_edits::solve().expect("cells of the map");
    assert_eq!(peers::map_edits::solve().map(|it| it.map(|it| it as f64)), steps);
    assert_eq!(peers::petgraph_k_best::solve(), petgraph_k_best::solve());
    assert_eq!(peers::roads::solve(), roads::solve());
}

/// The lines of a program that are neither blank nor comments.
fn lines(path: &Path) -> usize {
    let text = fs::read_to_string(path).unwrap_or_else(|error| panic!("{path:?}: {error}"));
    let lines = text.lines().map(str::trim_start);
    lines.filter(|line| !line.is_empty() && !line.starts_with("//")).count()
}

/// Programs of the table with their lines, from links such as `[23](peers/hex.rs)`.
fn counted(readme: &str) -> Vec<(&str, usize)> {
    let links = readme.split('[').filter_map(|part| part.split(')').next()?.split_once("]("));
    links.filter_map(|(lines, path)| Some((path, lines.parse().ok()?))).collect()
}

#[test]
fn the_table_in_the_readme_counts_the_lines() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("examples");
    let readme = fs::read_to_string(root.join("README.md")).expect("the README");
    let counted = counted(&readme);
    for &(path, count) in &counted {
        assert_eq!(lines(&root.join(path)), count, "{path}");
    }
    let counted: BTreeSet<_> = counted.into_iter().map(|(path, _)| path.to_owned()).collect();
    let mut all = BTreeSet::new();
    for folder in ["", "peers/"] {
        for entry in fs::read_dir(root.join(folder)).expect("a folder") {
            let name = entry.expect("an entry").file_name().into_string().expect("a name");
            let is_program = name.ends_with(".rs") && name != "mod.rs";
            all.extend(is_program.then(|| format!("{folder}{name}")));
        }
    }
    // An introduction, a count of nodes for a benchmark, and figures of a source.
    for name in ["your_own_puzzle", "korf_nodes", "plateaus"] {
        all.remove(&format!("{name}.rs"));
    }
    assert_eq!(counted, all);
}
