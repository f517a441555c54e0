//! Keys in a maze: the state is a cell and the keys held, and A* runs over both by a closure.
//!
//! Run it with `cargo run --example keys_in_a_maze -p tremaux`.

const MAZE: [&str; 5] = ["#########", "#a..S..A#", "#.#####.#", "#b..B..G#", "#########"];

/// A column, a row, and a bit for each key held.
type Place = (usize, usize, u8);

/// The bit of a key or of its door.
fn bit(cell: u8) -> u8 {
    1 << (cell.to_ascii_lowercase() - b'a')
}

/// The fewest steps from S to G, and the places on the way.
pub(crate) fn solve() -> (Vec<Place>, u32) {
    let steps = |&(x, y, keys): &Place| {
        let beside = [(x + 1, y), (x - 1, y), (x, y + 1), (x, y - 1)];
        beside.into_iter().filter_map(move |(x, y)| match MAZE[y].as_bytes()[x] {
            b'#' => None,
            key @ b'a'..=b'b' => Some(((x, y, keys | bit(key)), 1)),
            door @ b'A'..=b'B' if keys & bit(door) == 0 => None,
            _ => Some(((x, y, keys), 1)),
        })
    };
    let distance = |&(x, y, _): &Place| (x.abs_diff(7) + y.abs_diff(3)) as u32;
    tremaux::a_star((4, 1, 0), steps, distance, |&(x, y, _)| (x, y) == (7, 3)).expect("a way out")
}

pub(crate) fn main() {
    let (path, steps) = solve();
    println!("{steps} steps: {path:?}");
    // Three steps to the first key; from there as far by either door.
    assert!(steps == 11 && path.len() == 12);
}
