//! Solutions of published levels, replayed by a player who steps.

use std::path::Path;

use tremaux_puzzles::sokoban::{LARGE, levels};

/// Lines of a file's name, the number of a level in it, the number of pushes, and the moves.
const SOLUTIONS: &str = include_str!("sokoban_solutions.txt");

/// The pushes in `moves` if they solve the level; `None` if not, or if one is impossible.
fn replayed(level: &str, moves: &str) -> Option<usize> {
    let mut rows: Vec<Vec<u8>> = level.split('|').map(|row| row.bytes().collect()).collect();
    let is_player = |sign: &u8| b"@+".contains(sign);
    let mut player = rows
        .iter()
        .enumerate()
        .find_map(|(row, signs)| signs.iter().position(is_player).map(|column| (row, column)))?;
    let mut pushes = 0;
    for sign in moves.bytes() {
        let step = |(row, column): (usize, usize)| match sign.to_ascii_lowercase() {
            b'u' => Some((row.checked_sub(1)?, column)),
            b'd' => Some((row + 1, column)),
            b'l' => Some((row, column.checked_sub(1)?)),
            b'r' => Some((row, column + 1)),
            _ => None,
        };
        let next = step(player)?;
        let is_box = |sign: u8| b"$*".contains(&sign);
        let here = *rows.get(next.0)?.get(next.1)?;
        if here == b'#' || is_box(here) != sign.is_ascii_uppercase() {
            return None;
        }
        if is_box(here) {
            let (row, column) = step(next)?;
            let beyond = rows.get_mut(row)?.get_mut(column)?;
            *beyond = match *beyond {
                b'.' | b'+' => b'*',
                b'_' | b'@' => b'$',
                _ => return None,
            };
            rows[next.0][next.1] = if here == b'*' { b'.' } else { b'_' };
            pushes += 1;
        }
        player = next;
    }
    let is_solved = rows.iter().flatten().all(|&sign| sign != b'$');
    is_solved.then_some(pushes)
}

#[test]
fn solutions_of_published_levels_solve_them() {
    let root = std::env::var("TREMAUX_DATA")
        .unwrap_or_else(|_| concat!(env!("CARGO_MANIFEST_DIR"), "/../../../shared/data").into());
    let mut files: Vec<(&str, Vec<String>)> = Vec::new();
    for line in SOLUTIONS.lines() {
        let [file, number, pushes, moves]: [&str; 4] =
            line.split(' ').collect::<Vec<_>>().try_into().expect("four fields");
        if files.last().is_none_or(|(name, _)| *name != file) {
            let path = Path::new(&root).join("sokoban").join(file);
            let Ok(text) = std::fs::read_to_string(&path) else {
                println!("skipped: there is no {}", path.display());
                return;
            };
            let levels = levels::<LARGE>(&text).expect("levels");
            let texts = levels.into_iter().map(|(_, level)| match level {
                Ok(level) => level.to_string(),
                Err(error) => error.to_string(),
            });
            files.push((file, texts.collect()));
        }
        let number: usize = number.parse().expect("a number");
        let level = &files.last().expect("a file").1[number - 1];
        let found = replayed(level, moves);
        assert_eq!(found, pushes.parse().ok(), "{file} {number}");
    }
}
