//! Generates random solvable levels.

use tremaux_core::{BackwardSpace, StateSpace};

use super::{Level, Sokoban};
use tremaux_core::Random;

/// The average number of pulls per box.
const PULLS: usize = 25;

/// Generates a level of `size` rows and columns inside its walls, with some inner walls. `boxes`
/// boxes are pulled away from the goals at random, so the level is solvable.
///
/// The number of boxes is at most a third of the squares, without the player's.
///
/// ```
/// use tremaux::puzzles::sokoban::pulled_level;
/// use tremaux::Random;
/// let level = pulled_level(6, 3, &mut Random::new(5));
/// assert_eq!(level.boxes().len(), 3);
/// ```
///
/// # Panics
///
/// Panics if `size` is less than 4 or more than 12, or `boxes` is 0 or more than fit.
pub fn pulled_level(size: usize, boxes: usize, random: &mut Random) -> Level {
    pulled_level_while(size, boxes, random, &mut || true).expect("nothing stops it")
}

/// The most boxes of a [`pulled_level`]: a third of the squares, without the player's.
pub(super) const fn most_boxes(size: usize) -> usize {
    (size * size - 1) / 3
}

/// [`pulled_level`], for as long as `goes_on` returns true, which is asked before each attempt.
///
/// # Panics
///
/// See there.
pub(super) fn pulled_level_while(
    size: usize,
    boxes: usize,
    random: &mut Random,
    goes_on: &mut dyn FnMut() -> bool,
) -> Option<Level> {
    let fits = (4..=12).contains(&size) && (1..=most_boxes(size)).contains(&boxes);
    assert!(fits, "sizes that fit");
    while goes_on() {
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
        // Goals outside the reachable area are decoration and do not count.
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
            return Some(level);
        }
    }
    None
}
