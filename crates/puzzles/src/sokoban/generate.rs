//! Levels made at random that can be solved.

use tremaux_core::{BackwardSpace, StateSpace};

use super::level::Level;
use super::rules::Sokoban;
use crate::random::Random;

/// How many pulls a box gets on average.
const PULLS: usize = 25;

/// A level of `size` rows and columns within its walls, some of them walls too, from whose
/// solution `boxes` boxes were pulled away at random: so it can be solved.
///
/// There are at most as many boxes as a third of the squares.
///
/// ```
/// use tremaux_puzzles::Random;
/// use tremaux_puzzles::sokoban::pulled_level;
/// let level = pulled_level(6, 3, &mut Random::new(5));
/// assert_eq!(level.boxes().len(), 3);
/// ```
///
/// # Panics
///
/// Panics if `size` is less than 4 or more than 12, or `boxes` is 0.
#[must_use]
pub fn pulled_level(size: usize, boxes: usize, random: &mut Random) -> Level {
    assert!((4..=12).contains(&size) && boxes > 0, "sizes that fit");
    loop {
        let mut rows = vec![vec![b'#'; size + 2]; size + 2];
        let mut free = Vec::new();
        for (y, row) in rows.iter_mut().enumerate().skip(1).take(size) {
            for (x, cell) in row.iter_mut().enumerate().skip(1).take(size) {
                if random.below(100) >= 22 {
                    *cell = b' ';
                    free.push((x, y));
                }
            }
        }
        random.shuffle(&mut free);
        if free.len() < 3 * boxes + 1 {
            continue;
        }
        for (at, &(x, y)) in free.iter().take(boxes + 1).enumerate() {
            rows[y][x] = if at == 0 { b'@' } else { b'*' };
        }
        let rows: Vec<String> =
            rows.iter().map(|row| String::from_utf8_lossy(row).into()).collect();
        // Goals where the player does not get are ornaments, and do not count.
        let Ok(solved) = rows.join("\n").parse::<Level>() else { continue };
        if solved.boxes().len() as usize != boxes {
            continue;
        }
        let space = Sokoban::new(solved);
        let mut position = space.initial_state();
        let mut before = Vec::new();
        for _ in 0..PULLS * boxes {
            before.clear();
            space.predecessors(&position, &mut before);
            if before.is_empty() {
                break;
            }
            let choice = random.below(before.len() as u64) as usize;
            position = before.swap_remove(choice).2;
        }
        if !space.is_goal(&position) {
            let mut level = space.level().clone();
            level.boxes = position.boxes;
            level.player = position.player;
            return level;
        }
    }
}
