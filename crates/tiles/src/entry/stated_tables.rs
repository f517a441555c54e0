//! Tables of patterns as proofs in files have them: by the cells of the blank and of the pattern's
//! tiles, as digits of a number.

use super::patterns::auto;
use crate::{Arrangement, Partition, Slide};

/// The most tiles of a pattern, and the most entries of a table.
const MOST: (u32, usize) = (6, 1 << 24);
/// The greatest entry; states that need more have it as well.
const GREATEST: u8 = b'~' - b'0';

/// Tables of as few patterns as can be, which have all tiles.
pub(super) fn tables(goal: &Arrangement) -> Vec<[String; 2]> {
    let cells = goal.size().cells();
    let is_small = |tiles: &u32| cells.checked_pow(tiles + 1).is_some_and(|it| it <= MOST.1);
    let most = (1..=MOST.0).rev().find(is_small).unwrap_or(1);
    let partition = Partition::parse(&auto(cells - 1, most as usize), goal);
    let partition = partition.expect("the sizes are those of the board");
    let table = |tiles: &Vec<u8>| {
        let words: Vec<String> = tiles.iter().map(u8::to_string).collect();
        [words.join(" "), table(goal, tiles)]
    };
    partition.patterns().iter().map(table).collect()
}

/// The least numbers of moves of these tiles, as characters from `0`.
fn table(goal: &Arrangement, tiles: &[u8]) -> String {
    let (size, cells) = (goal.size(), goal.size().cells());
    // What a digit counts: that of the blank the most.
    let worth: Vec<usize> = (0..=tiles.len() as u32).rev().map(|at| cells.pow(at)).collect();
    let homes = tiles.iter().map(|tile| goal.cell_of(usize::from(*tile)));
    let start = [goal.blank()].into_iter().chain(homes).zip(&worth).map(|(cell, it)| cell * it);
    let start: usize = start.sum();
    let mut entries = vec![GREATEST; worth[0] * cells];
    entries[start] = 0;
    let (mut open, mut later) = (vec![start], Vec::new());
    for moves in 0..GREATEST {
        while let Some(state) = open.pop() {
            if entries[state] != moves {
                continue;
            }
            let blank = state / worth[0];
            for to in Slide::ALL.into_iter().filter_map(|slide| size.beside(blank, slide)) {
                let tile = worth[1..].iter().find(|worth| state / **worth % cells == to);
                let after = state - blank * worth[0] + to * worth[0];
                let after = tile.map_or(after, |worth| after - to * worth + blank * worth);
                let (cost, next) = if tile.is_some() { (1, &mut later) } else { (0, &mut open) };
                if entries[after] > moves + cost {
                    entries[after] = moves + cost;
                    next.push(after);
                }
            }
        }
        std::mem::swap(&mut open, &mut later);
    }
    entries.iter().map(|entry| char::from(b'0' + entry)).collect()
}

#[cfg(test)]
mod tests {
    use super::tables;
    use crate::{Arrangement, Size};

    #[test]
    fn all_tiles_are_in_as_few_tables_as_can_be() {
        for (width, height, count) in [(2, 2, 1), (3, 3, 2), (4, 2, 2), (8, 4, 11)] {
            let goal = Arrangement::blank_last(Size::new(width, height).expect("a size"));
            let tables = tables(&goal);
            let tiles = tables.iter().flat_map(|[tiles, _]| tiles.split(' ')).count();
            assert_eq!((tables.len(), tiles), (count, width * height - 1), "{width}x{height}");
        }
    }
}
