//! Solutions of published levels, replayed by a player who steps.

use tremaux_domain::Source;
use tremaux_puzzles::catalog::SOKOBAN;
use tremaux_testkit::data_text;

use super::sokoban::is_solved_by;

/// Lines of a file's name, the number of a level in it, the number of pushes, and the moves.
const SOLUTIONS: &str = include_str!("sokoban_solutions.txt");

#[test]
fn solutions_of_published_levels_solve_them() {
    let mut files: Vec<(&str, Vec<String>)> = Vec::new();
    for line in SOLUTIONS.lines() {
        let [file, number, pushes, moves]: [&str; 4] =
            line.split(' ').collect::<Vec<_>>().try_into().expect("four fields");
        if files.last().is_none_or(|(name, _)| *name != file) {
            let Some(text) = data_text(&format!("sokoban/{file}")) else { return };
            let levels = SOKOBAN.instances(Source::Many(&text), &[]).expect("levels");
            files.push((file, levels.iter().map(|level| level.text().to_owned()).collect()));
        }
        let number: usize = number.parse().expect("a number");
        let level = &files.last().expect("a file").1[number - 1];
        assert!(is_solved_by(level, moves), "{file} {number}");
        let made = moves.bytes().filter(u8::is_ascii_uppercase).count();
        assert_eq!(pushes, made.to_string(), "{file} {number}");
    }
}
