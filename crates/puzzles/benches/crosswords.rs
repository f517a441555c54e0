//! Fills crossword grids within a limit of processor time each, and checks every filling with
//! code of its own.
//!
//! `cargo bench -p tremaux-puzzles --bench crosswords -- [SECONDS [WORD…]]` takes the grids of
//! `gecode72_grids.txt` and the words of `scowl55_scored.dict` from the folder `crossword` in
//! `TREMAUX_DATA`, or beside the repository; of the grids only those whose titles begin with one
//! of the words. The environment variable `SEED` sets the seed.

use std::collections::HashSet;
use std::sync::Arc;

use rustix::time::{ClockId, clock_gettime};
use tremaux_constraints::{ConstraintSpace, Settings, Solver, Step, ValueOrder};
use tremaux_core::{Notation, StateSpace};
use tremaux_puzzles::crossword::{Crossword, Grid, Objective, WordList};
use tremaux_testkit::data_text;

/// The processor seconds of this thread.
fn seconds() -> f64 {
    let time = clock_gettime(ClockId::ThreadCPUTime);
    time.tv_sec as f64 + time.tv_nsec as f64 * 1e-9
}

/// Checks a filled grid, as its file has the empty one, with plain loops. Returns its words.
fn check(empty: &str, filled: &str, words: &HashSet<&str>) -> usize {
    let rows = |text: &str| -> Vec<Vec<char>> {
        let rows = text.lines().flat_map(|line| line.split('/'));
        rows.filter(|row| !row.trim().is_empty()).map(|row| row.trim().chars().collect()).collect()
    };
    let (empty, filled) = (rows(empty), rows(filled));
    let (height, width) = (empty.len(), empty[0].len());
    assert_eq!(filled.len(), height);
    let mut found: Vec<String> = Vec::new();
    for is_across in [true, false] {
        let (lines, length) = if is_across { (height, width) } else { (width, height) };
        for line in 0..lines {
            let mut word = String::new();
            for at in 0..=length {
                let (row, column) = if is_across { (line, at) } else { (at, line) };
                let is_end = at == length || empty[row][column] == '#';
                if !is_end {
                    word.push(filled[row][column]);
                    continue;
                }
                if at < length {
                    assert_eq!(filled[row][column], '#', "a block is kept");
                }
                if word.len() > 1 {
                    found.push(word.clone());
                }
                word.clear();
            }
        }
    }
    for word in &found {
        assert!(words.contains(word.as_str()), "{word} is not in the list");
    }
    let different: HashSet<&String> = found.iter().collect();
    assert_eq!(different.len(), found.len(), "a word occurs twice");
    found.len()
}

fn main() {
    let mut arguments = std::env::args().skip(1).filter(|it| !it.starts_with("--"));
    let limit: f64 = arguments.next().and_then(|text| text.parse().ok()).unwrap_or(10.0);
    let only: Vec<String> = arguments.collect();
    let seed = std::env::var("SEED").ok().and_then(|text| text.parse().ok()).unwrap_or(0);
    let read = |name: &str| data_text(&format!("crossword/{name}"));
    let (Some(grids), Some(dictionary)) = (read("gecode72_grids.txt"), read("scowl55_scored.dict"))
    else {
        return;
    };
    let list = Arc::new(WordList::parse(&dictionary).expect("words"));
    let words: HashSet<&str> =
        dictionary.lines().filter_map(|line| line.split(';').next()).collect();
    let (mut filled, mut refuted, mut open) = (0, 0, 0);
    for (title, grid) in Grid::parse_all(&grids).expect("grids") {
        let title = title.unwrap_or_default();
        if !only.is_empty() && !only.iter().any(|word| title.starts_with(word.as_str())) {
            continue;
        }
        let text = grid.to_string();
        let started = seconds();
        let crossword = Crossword::new(grid, Arc::clone(&list), Objective::Any, None);
        let settings = Settings::default().seed(seed).values(ValueOrder::Promise);
        let mut solver = Solver::new(Arc::clone(crossword.model()), settings);
        let step = loop {
            let step = solver.step(16);
            if step != Step::Paused || seconds() - started > limit {
                break step;
            }
        };
        let took = seconds() - started;
        let counts = solver.counts();
        let result = match step {
            Step::Solution => {
                filled += 1;
                let state = crossword.state(&|variable| solver.fixed(variable));
                let count = check(&text, &crossword.state_text(&state), &words);
                assert!(crossword.is_goal(&state));
                format!("filled with {count} words")
            }
            Step::Exhausted => {
                refuted += 1;
                "cannot be filled".to_owned()
            }
            Step::Paused => {
                open += 1;
                "not filled".to_owned()
            }
        };
        let (nodes, restarts) = (counts.nodes, counts.restarts);
        println!("{title}: {result}, {took:.2} s, {nodes} decisions, {restarts} restarts");
    }
    println!("{filled} filled, {refuted} proved unfillable, {open} open");
}
