//! Bitboards: legal moves and turned discs.
//!
//! A square is a bit: 8 × row + column, rows from the top. The functions take the discs of the
//! player to move and those of the opponent.

/// The four corners.
pub const CORNERS: u64 = 0x8100_0000_0000_0081;

/// The four squares in the middle, which are never empty.
pub const CENTRE: u64 = 0x0000_0018_1800_0000;

/// Columns b to g: a line of discs that is turned does not touch the left or right edge.
const INNER_COLUMNS: u64 = 0x7E7E_7E7E_7E7E_7E7E;

/// The squares from `square` on, without it, in a direction.
const fn ray(square: usize, right: i32, down: i32) -> u64 {
    let (mut column, mut row) = (square as i32 % 8 + right, square as i32 / 8 + down);
    let mut ray = 0;
    while column >= 0 && column < 8 && row >= 0 && row < 8 {
        ray |= 1 << (8 * row + column);
        (column, row) = (column + right, row + down);
    }
    ray
}

/// The rays down, down to the right, and down to the left.
static RAYS: [[u64; 3]; 64] = {
    let mut rays = [[0; 3]; 64];
    let mut square = 0;
    while square < 64 {
        rays[square] = [ray(square, 0, 1), ray(square, 1, 1), ray(square, -1, 1)];
        square += 1;
    }
    rays
};

/// For a column and the opponent's discs in columns b to g of a row: where a disc of the player
/// would enclose some of them.
static ROW_ENDS: [[u8; 64]; 8] = {
    let mut ends = [[0; 64]; 8];
    let mut at = 0;
    while at < 8 * 64 {
        let (column, theirs) = (at / 64, (at % 64) << 1);
        let mut right = column + 1;
        while right < 8 && theirs >> right & 1 == 1 {
            right += 1;
        }
        if right > column + 1 && right < 8 {
            ends[column][at % 64] |= 1 << right;
        }
        let mut left = column;
        while left > 0 && theirs >> (left - 1) & 1 == 1 {
            left -= 1;
        }
        if left < column && left > 0 {
            ends[column][at % 64] |= 1 << (left - 1);
        }
        at += 1;
    }
    ends
};

/// For a column and the ends of [`ROW_ENDS`]: the squares between them and the column.
static ROW_TURNED: [[u8; 256]; 8] = {
    let mut turned = [[0; 256]; 8];
    let mut at = 0;
    while at < 8 * 256 {
        let (column, ends) = (at / 256, at % 256);
        let mut square = 0;
        while square < 8 {
            let mut end = 0;
            while end < 8 {
                let is_between = square > column && square < end || square < column && square > end;
                if ends >> end & 1 == 1 && is_between {
                    turned[column][ends] |= 1 << square;
                }
                end += 1;
            }
            square += 1;
        }
        at += 1;
    }
    turned
};

/// The discs turned on the three rays down from `square`: a carry runs along the opponent's
/// discs to the first other square.
#[inline(always)]
fn turned_below(square: usize, mine: u64, theirs: u64) -> u64 {
    let [down, right, left] = RAYS[square];
    let turned = |ray: u64| {
        let end = (theirs | !ray).wrapping_add(1) & ray & mine;
        end.wrapping_sub(u64::from(end != 0)) & ray
    };
    turned(down) | turned(right) | turned(left)
}

/// The discs that a disc on the empty `square` turns; zero if the move is not legal.
#[inline(always)]
pub fn turned(square: usize, mine: u64, theirs: u64) -> u64 {
    let (shift, column) = (square & 56, square & 7);
    let ends = ROW_ENDS[column][(theirs >> shift >> 1 & 63) as usize];
    let in_row = ROW_TURNED[column][usize::from(ends & (mine >> shift) as u8)];
    // The rays up are those down on the board turned upside down.
    let above = turned_below(square ^ 56, mine.swap_bytes(), theirs.swap_bytes());
    turned_below(square, mine, theirs) | above.swap_bytes() | u64::from(in_row) << shift
}

/// The squares behind lines of `theirs` that begin next to `mine`, in two opposite directions
/// (parallel prefix).
#[inline(always)]
fn ends<const STEP: u32>(mine: u64, theirs: u64) -> u64 {
    let mut up = theirs & (mine << STEP);
    let mut down = theirs & (mine >> STEP);
    up |= theirs & (up << STEP);
    down |= theirs & (down >> STEP);
    let (pairs_up, pairs_down) = (theirs & (theirs << STEP), theirs & (theirs >> STEP));
    up |= pairs_up & (up << (2 * STEP));
    down |= pairs_down & (down >> (2 * STEP));
    up |= pairs_up & (up << (2 * STEP));
    down |= pairs_down & (down >> (2 * STEP));
    up << STEP | down >> STEP
}

/// The squares where the player may put a disc.
#[inline]
pub fn moves(mine: u64, theirs: u64) -> u64 {
    let inner = theirs & INNER_COLUMNS;
    let ends = ends::<1>(mine, inner)
        | ends::<8>(mine, theirs)
        | ends::<7>(mine, inner)
        | ends::<9>(mine, inner);
    ends & !(mine | theirs)
}

/// The squares next to `squares`, in all eight directions.
#[inline]
pub const fn neighbours(squares: u64) -> u64 {
    const LEFT: u64 = 0x7F7F_7F7F_7F7F_7F7F;
    let beside = (squares & LEFT) << 1 | squares >> 1 & LEFT;
    let row = squares | beside;
    beside | row << 8 | row >> 8
}

/// The difference of discs at the end of a game, for the player with the discs `mine`: empty
/// squares count for the winner.
#[inline]
pub fn final_difference(mine: u64, theirs: u64) -> i32 {
    let (own, other) = (mine.count_ones() as i32, theirs.count_ones() as i32);
    match own.cmp(&other) {
        std::cmp::Ordering::Greater => 64 - 2 * other,
        std::cmp::Ordering::Less => 2 * own - 64,
        std::cmp::Ordering::Equal => 0,
    }
}

/// The squares of rows, columns and diagonals without an empty square, for each of the four
/// directions: 1, 8, 7 and 9.
#[inline]
fn full_lines(discs: u64) -> [u64; 4] {
    const LEFT: u64 = 0x0101_0101_0101_0101;
    const RIGHT: u64 = 0x8080_8080_8080_8080;
    const TOP: u64 = 0xFF;
    const BOTTOM: u64 = 0xFF << 56;
    let mut row = discs & (discs >> 4 & 0x0F0F_0F0F_0F0F_0F0F);
    row &= row >> 2;
    row &= row >> 1;
    let row = (row & LEFT) * 0xFF;
    let mut column = discs & discs.rotate_right(8);
    column &= column.rotate_right(16);
    column &= column.rotate_right(32);
    // An empty square spreads along its diagonal, by one step, two and four.
    let spread = |step: u32, up_edge: u64, down_edge: u64| {
        let (mut up, mut down) = (!discs, !discs);
        let (mut open_up, mut open_down) = (!up_edge, !down_edge);
        for times in [1, 2, 4] {
            up |= open_up & (up << (step * times));
            down |= open_down & (down >> (step * times));
            open_up &= open_up << (step * times);
            open_down &= open_down >> (step * times);
        }
        !(up | down)
    };
    [row, column, spread(7, TOP | RIGHT, BOTTOM | LEFT), spread(9, TOP | LEFT, BOTTOM | RIGHT)]
}

/// Discs of `mine` that can never be turned; not all of them are found.
///
/// A disc is stable if in each of the four directions its line is full, or it has a stable disc
/// or the edge of the board beside it.
#[inline]
pub fn stable(mine: u64, theirs: u64) -> u64 {
    const EDGES: [u64; 4] = [
        0x8181_8181_8181_8181,
        0xFF00_0000_0000_00FF,
        0xFF81_8181_8181_81FF,
        0xFF81_8181_8181_81FF,
    ];
    let [row, column, rising, falling] = full_lines(mine | theirs);
    let safe = [row | EDGES[0], column | EDGES[1], rising | EDGES[2], falling | EDGES[3]];
    let mut stable = mine & safe[0] & safe[1] & safe[2] & safe[3];
    while stable != 0 {
        // Shifts wrap from the left to the right column, but there it is safe by the edge.
        let beside = |step: u32| stable << step | stable >> step;
        let more = mine
            & (safe[0] | beside(1))
            & (safe[1] | beside(8))
            & (safe[2] | beside(7))
            & (safe[3] | beside(9));
        if more & !stable == 0 {
            break;
        }
        stable |= more;
    }
    stable
}
