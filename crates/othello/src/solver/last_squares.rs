//! Games with at most four empty squares, one function for each number.
//!
//! All scores are differences of discs for the player to move. With `alpha`, a result above it is
//! a lower bound and any other an upper bound.

use crate::board::{final_difference, neighbours, turned};

/// Less than any score.
pub(super) const NONE: i32 = -65;

/// The squares next to each square.
static NEIGHBOURS: [u64; 64] = {
    let mut near = [0; 64];
    let mut square = 0;
    while square < 64 {
        near[square] = neighbours(1 << square);
        square += 1;
    }
    near
};

/// For a column and the player's discs of a full line that crosses it: how many discs of the
/// opponent a disc on the column turns.
static TURNED_IN_LINE: [[u8; 256]; 8] = {
    let mut counts = [[0; 256]; 8];
    let mut at = 0;
    while at < 8 * 256 {
        let (column, mine) = (at / 256, at % 256);
        let mut right = column + 1;
        while right < 8 && mine >> right & 1 == 0 {
            right += 1;
        }
        if right < 8 {
            counts[column][mine] += (right - column - 1) as u8;
        }
        let mut left = column;
        while left > 0 && mine >> (left - 1) & 1 == 0 {
            left -= 1;
        }
        if left > 0 {
            counts[column][mine] += (column - left) as u8;
        }
        at += 1;
    }
    counts
};

/// The two diagonals through each square.
static DIAGONALS: [[u64; 2]; 64] = {
    let mut diagonals = [[0; 2]; 64];
    let mut at = 0;
    while at < 64 * 64 {
        let (square, other) = (at / 64, at % 64);
        let (column, row) = (square as i32 % 8, square as i32 / 8);
        let (x, y) = (other as i32 % 8, other as i32 / 8);
        if x - column == y - row {
            diagonals[square][0] |= 1 << other;
        }
        if x - column == row - y {
            diagonals[square][1] |= 1 << other;
        }
        at += 1;
    }
    diagonals
};

/// The number of discs that a disc on `square`, the only empty one, turns for the player with
/// the discs `mine`.
#[inline(always)]
fn count_turned(square: usize, mine: u64) -> i32 {
    const COLUMN: u64 = 0x0101_0101_0101_0101;
    let (column, row) = (square & 7, square >> 3);
    let counts = &TURNED_IN_LINE[column];
    let in_row = counts[(mine >> (square & 56) & 0xFF) as usize];
    // The discs of the column, as a row from the top.
    let gathered = (mine >> column & COLUMN).wrapping_mul(0x0102_0408_1020_4080) >> 56;
    let in_column = TURNED_IN_LINE[row][gathered as usize];
    let [falling, rising] = DIAGONALS[square];
    let falling = counts[((mine & falling).wrapping_mul(COLUMN) >> 56) as usize];
    let rising = counts[((mine & rising).wrapping_mul(COLUMN) >> 56) as usize];
    i32::from(in_row) + i32::from(in_column) + i32::from(falling) + i32::from(rising)
}

/// One empty square.
#[inline(always)]
fn last_1(mine: u64, square: usize) -> i32 {
    let own = mine.count_ones() as i32;
    let turned = count_turned(square, mine);
    if turned > 0 {
        return 2 * (own + 1 + turned) - 64;
    }
    let turned = count_turned(square, !mine & !(1 << square));
    if turned > 0 {
        2 * (own - turned) - 64
    } else if own >= 32 {
        // Nobody can move: the square counts for the winner.
        2 * own - 62
    } else {
        2 * own - 64
    }
}

/// A player's discs and the opponent's after a move, seen by the opponent; `None` if the move is
/// not legal.
#[inline(always)]
fn after(square: usize, mine: u64, theirs: u64) -> Option<(u64, u64)> {
    if NEIGHBOURS[square] & theirs == 0 {
        return None;
    }
    let turned = turned(square, mine, theirs);
    (turned != 0).then(|| (theirs ^ turned, mine ^ turned | 1 << square))
}

/// Two empty squares.
#[inline(always)]
fn last_2(mine: u64, theirs: u64, [a, b]: [usize; 2], alpha: i32, nodes: &mut u64) -> i32 {
    *nodes += 1;
    let mut best = NONE;
    if let Some((own, _)) = after(a, mine, theirs) {
        best = -last_1(own, b);
        if best > alpha {
            return best;
        }
    }
    if let Some((own, _)) = after(b, mine, theirs) {
        best = best.max(-last_1(own, a));
    }
    if best > NONE {
        return best;
    }
    // The opponent moves, and wants the least.
    let mut least = -NONE;
    if let Some((own, _)) = after(a, theirs, mine) {
        least = last_1(own, b);
        if least <= alpha {
            return least;
        }
    }
    if let Some((own, _)) = after(b, theirs, mine) {
        least = least.min(last_1(own, a));
    }
    if least < -NONE { least } else { final_difference(mine, theirs) }
}

/// The number of a square's quarter of the board.
#[inline(always)]
fn quarter(square: usize) -> usize {
    square >> 2 & 1 | square >> 4 & 2
}

/// Three empty squares. A square that is alone in its quarter is tried first: then the opponent
/// has to open another quarter (parity).
#[inline(always)]
fn last_3(mine: u64, theirs: u64, squares: [usize; 3], alpha: i32, nodes: &mut u64) -> i32 {
    *nodes += 1;
    let [a, b, c] = squares;
    let [qa, qb, qc] = [quarter(a), quarter(b), quarter(c)];
    let [a, b, c] = match (qa == qb, qa == qc, qb == qc) {
        (true, false, _) => [c, a, b],
        (false, true, _) => [b, a, c],
        _ => [a, b, c],
    };
    let mut best = NONE;
    for (square, rest) in [(a, [b, c]), (b, [a, c]), (c, [a, b])] {
        if let Some((own, other)) = after(square, mine, theirs) {
            let score = -last_2(own, other, rest, -alpha - 1, nodes);
            best = best.max(score);
            if score > alpha {
                return best;
            }
        }
    }
    if best > NONE {
        return best;
    }
    let mut least = -NONE;
    for (square, rest) in [(a, [b, c]), (b, [a, c]), (c, [a, b])] {
        if let Some((own, other)) = after(square, theirs, mine) {
            let score = last_2(own, other, rest, alpha, nodes);
            least = least.min(score);
            if score <= alpha {
                return least;
            }
        }
    }
    if least < -NONE { least } else { final_difference(mine, theirs) }
}

/// At most four empty squares.
pub(super) fn last_few(mine: u64, theirs: u64, alpha: i32, nodes: &mut u64) -> i32 {
    let mut empty = !(mine | theirs);
    let mut next = || {
        let square = empty.trailing_zeros() as usize & 63;
        empty &= empty.wrapping_sub(1);
        square
    };
    match (mine | theirs).count_zeros() {
        0 => final_difference(mine, theirs),
        1 => last_1(mine, next()),
        2 => last_2(mine, theirs, [next(), next()], alpha, nodes),
        3 => last_3(mine, theirs, [next(), next(), next()], alpha, nodes),
        _ => last_4(mine, theirs, alpha, nodes),
    }
}

/// Four empty squares, those in quarters with an odd number of them first.
pub(super) fn last_4(mine: u64, theirs: u64, alpha: i32, nodes: &mut u64) -> i32 {
    *nodes += 1;
    let mut empty = !(mine | theirs);
    let (mut squares, mut counts) = ([0; 4], [0_u8; 4]);
    for square in &mut squares {
        *square = empty.trailing_zeros() as usize & 63;
        counts[quarter(*square)] += 1;
        empty &= empty.wrapping_sub(1);
    }
    let mut ordered = [0; 4];
    let mut at = 0;
    for is_odd in [true, false] {
        for square in squares {
            if (counts[quarter(square)] & 1 == 1) == is_odd {
                ordered[at & 3] = square;
                at += 1;
            }
        }
    }
    let [a, b, c, d] = ordered;
    let choices = [(a, [b, c, d]), (b, [a, c, d]), (c, [a, b, d]), (d, [a, b, c])];
    let mut best = NONE;
    for (square, rest) in choices {
        if let Some((own, other)) = after(square, mine, theirs) {
            let score = -last_3(own, other, rest, -alpha - 1, nodes);
            best = best.max(score);
            if score > alpha {
                return best;
            }
        }
    }
    if best > NONE {
        return best;
    }
    let mut least = -NONE;
    for (square, rest) in choices {
        if let Some((own, other)) = after(square, theirs, mine) {
            let score = last_3(own, other, rest, alpha, nodes);
            least = least.min(score);
            if score <= alpha {
                return least;
            }
        }
    }
    if least < -NONE { least } else { final_difference(mine, theirs) }
}
