//! The solver's search: is the difference of discs greater than `alpha`?

use tremaux_core::{Bound, Meter, NO_MOVE, StopReason};
use tremaux_tables::{Record, TranspositionTable};

use super::last_squares::{NONE, last_4, last_few};
use crate::board::{CORNERS, final_difference, moves, neighbours, stable, turned};
use crate::evaluation::Mobility;
use crate::rules::hash;

/// Positions with fewer empty squares than this are neither sorted nor stored.
const LEAST_SORTED: u32 = 8;

/// With at least this many empty squares, moves are also rated by a search of a few plies: one
/// for every [`SQUARES_PER_PLY`] further empty squares.
const LEAST_ESTIMATED: u32 = 12;

/// See [`LEAST_ESTIMATED`].
const SQUARES_PER_PLY: u32 = 2;

/// The most plies of such a search: farther from the end it would take longer than it saves.
const MOST_ESTIMATED: u32 = 6;

/// With at least this many empty squares, the entries of the children are probed first.
const LEAST_AHEAD: u32 = 10;

/// More than any estimate.
const UNBOUNDED: i32 = 1 << 20;

/// The quarter of the board around each square.
static QUARTERS: [u64; 64] = {
    let mut quarters = [0; 64];
    let mut square = 0;
    while square < 64 {
        let corner = (square / 32) * 32 + (square % 8 / 4) * 4;
        quarters[square] = 0x0F0F_0F0F << corner;
        square += 1;
    }
    quarters
};

/// How good a square is, everything else being equal.
static SQUARES: [i8; 64] = [
    18, 4, 16, 12, 12, 16, 4, 18, //
    4, 2, 6, 8, 8, 6, 2, 4, //
    16, 6, 14, 10, 10, 14, 6, 16, //
    12, 8, 10, 0, 0, 10, 8, 12, //
    12, 8, 10, 0, 0, 10, 8, 12, //
    16, 6, 14, 10, 10, 14, 6, 16, //
    4, 2, 6, 8, 8, 6, 2, 4, //
    18, 4, 16, 12, 12, 16, 4, 18,
];

/// The counts of a search.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Counts {
    pub(super) nodes: u64,
    pub(super) expanded: u64,
    pub(super) generated: u64,
    pub(super) cutoffs: u64,
    pub(super) first_move_cutoffs: u64,
    pub(super) table_hits: u64,
}

/// A move to be tried, and the position after it, seen by the opponent.
#[derive(Clone, Copy, Debug)]
struct Child {
    rating: i32,
    square: u32,
    mine: u64,
    theirs: u64,
}

/// The bounds of a position in the table: a byte each.
fn pack(least: i32, most: i32) -> i32 {
    (least + 64) | (most + 64) << 8
}

fn unpack(value: i32) -> (i32, i32) {
    ((value & 255) - 64, (value >> 8) - 64)
}

/// A search with null windows.
pub(super) struct Search<'a> {
    table: &'a TranspositionTable,
    meter: Meter,
    watch: &'a mut dyn FnMut(u64),
    pub(super) counts: Counts,
    /// The children of the positions on the current line.
    children: Vec<Child>,
}

/// The quarters with an odd number of empty squares.
pub(super) fn odd_quarters(empty: u64) -> u64 {
    let mut odd = 0;
    for corner in [0, 4, 32, 36] {
        let quarter = QUARTERS[corner];
        if (empty & quarter).count_ones() & 1 == 1 {
            odd |= quarter;
        }
    }
    odd
}

impl<'a> Search<'a> {
    pub(super) fn new(
        table: &'a TranspositionTable,
        meter: Meter,
        watch: &'a mut dyn FnMut(u64),
    ) -> Self {
        let (counts, children) = (Counts::default(), Vec::with_capacity(1024));
        Self { table, meter, watch, counts, children }
    }

    /// The move that was best in the last search of a position.
    pub(super) fn known_move(&self, mine: u64, theirs: u64) -> Option<u32> {
        let record = self.table.get(hash(mine, theirs))?;
        (record.code != NO_MOVE).then_some(u32::from(record.code))
    }

    /// A bound that decides whether the difference is greater than `alpha`: a lower bound if it
    /// is, else an upper bound.
    pub(super) fn bound(&mut self, mine: u64, theirs: u64, alpha: i32) -> Result<i32, StopReason> {
        self.children.clear();
        self.descend(mine, theirs, odd_quarters(!(mine | theirs)), alpha)
    }

    /// It recurses once for each empty square and pass.
    #[inline]
    fn descend(&mut self, mine: u64, theirs: u64, odd: u64, alpha: i32) -> Result<i32, StopReason> {
        let empties = (mine | theirs).count_zeros();
        if empties >= LEAST_SORTED {
            self.sorted(mine, theirs, odd, alpha, empties)
        } else if empties > 4 {
            Ok(self.unsorted(mine, theirs, odd, alpha, empties))
        } else {
            Ok(last_few(mine, theirs, alpha, &mut self.counts.nodes))
        }
    }

    /// Few empty squares: tries moves in quarters with an odd number of empty squares first.
    fn unsorted(&mut self, mine: u64, theirs: u64, odd: u64, alpha: i32, empties: u32) -> i32 {
        self.counts.nodes += 1;
        let legal = moves(mine, theirs);
        if legal == 0 {
            if moves(theirs, mine) == 0 {
                return final_difference(mine, theirs);
            }
            return -self.unsorted(theirs, mine, odd, -alpha - 1, empties);
        }
        if alpha >= 2 * empties as i32 {
            let most = 64 - 2 * stable(theirs, mine).count_ones() as i32;
            if most <= alpha {
                return most;
            }
        }
        let mut best = NONE;
        for mut squares in [legal & odd, legal & !odd] {
            while squares != 0 {
                let square = squares.trailing_zeros() as usize & 63;
                squares &= squares - 1;
                let turned = turned(square, mine, theirs);
                let (own, other) = (theirs ^ turned, mine ^ turned | 1 << square);
                let score = if empties == 5 {
                    -last_4(own, other, -alpha - 1, &mut self.counts.nodes)
                } else {
                    -self.unsorted(own, other, odd ^ QUARTERS[square], -alpha - 1, empties - 1)
                };
                if score > best {
                    best = score;
                    if score > alpha {
                        return best;
                    }
                }
            }
        }
        best
    }

    fn sorted(
        &mut self,
        mine: u64,
        theirs: u64,
        odd: u64,
        alpha: i32,
        empties: u32,
    ) -> Result<i32, StopReason> {
        self.counts.nodes += 1;
        if self.counts.nodes >= self.meter.next_poll() {
            self.poll()?;
        }
        if alpha >= 2 * empties as i32 {
            let most = 64 - 2 * stable(theirs, mine).count_ones() as i32;
            if most <= alpha {
                return Ok(most);
            }
        }
        let legal = moves(mine, theirs);
        if legal == 0 {
            if moves(theirs, mine) == 0 {
                return Ok(final_difference(mine, theirs));
            }
            return Ok(-self.sorted(theirs, mine, odd, -alpha - 1, empties)?);
        }
        let key = hash(mine, theirs);
        let (mut bounds, mut known) = ((-64, 64), u32::MAX);
        if let Some(record) = self.table.get(key) {
            bounds = unpack(record.value);
            known = u32::from(record.code);
            if bounds.0 > alpha || bounds.1 <= alpha || bounds.0 == bounds.1 {
                self.counts.table_hits += 1;
                return Ok(if bounds.0 > alpha { bounds.0 } else { bounds.1 });
            }
        }
        let before = self.counts.nodes;
        self.counts.expanded += 1;
        let first = self.children.len();
        self.list(mine, theirs, legal, odd, known, empties)?;
        self.counts.generated += (self.children.len() - first) as u64;
        let (mut best, mut refuting) = (NONE, u32::from(NO_MOVE));
        if empties >= LEAST_AHEAD
            && let Some(score) = self.known_refutation(first, alpha)
        {
            self.children.truncate(first);
            return Ok(score);
        }
        for at in first..self.children.len() {
            let child = self.pick(at);
            let odd = odd ^ QUARTERS[child.square as usize & 63];
            let score = if empties > LEAST_SORTED {
                -self.sorted(child.mine, child.theirs, odd, -alpha - 1, empties - 1)?
            } else {
                -self.unsorted(child.mine, child.theirs, odd, -alpha - 1, empties - 1)
            };
            if score > best {
                (best, refuting) = (score, child.square);
                if score > alpha {
                    self.counts.cutoffs += 1;
                    self.counts.first_move_cutoffs += u64::from(at == first);
                    break;
                }
            }
        }
        self.children.truncate(first);
        if best > alpha {
            bounds.0 = best;
        } else {
            bounds.1 = best;
        }
        let (value, bound) = (pack(bounds.0, bounds.1), Bound::Exact);
        let draft = (self.counts.nodes - before + 1).ilog2() as u16;
        self.table
            .insert(key, Record { value, draft, bound, is_exact: true, code: refuting as u16 });
        Ok(best)
    }

    /// Brings the best of the children from this one on to its place.
    #[inline(always)]
    fn pick(&mut self, at: usize) -> Child {
        let mut top = at;
        for other in at + 1..self.children.len() {
            if self.children[other].rating > self.children[top].rating {
                top = other;
            }
        }
        self.children.swap(at, top);
        self.children[at]
    }

    /// Lists the moves `legal` with their ratings: the known best move first, then those after
    /// which the opponent has the fewest moves (fastest first).
    fn list(
        &mut self,
        mine: u64,
        theirs: u64,
        legal: u64,
        odd: u64,
        known: u32,
        empties: u32,
    ) -> Result<(), StopReason> {
        let parity = match empties {
            0..12 => 8,
            12..21 => 4,
            _ => 2,
        };
        let mut squares = legal;
        while squares != 0 {
            let square = squares.trailing_zeros();
            let bit = squares & squares.wrapping_neg();
            squares ^= bit;
            let turned = turned(square as usize & 63, mine, theirs);
            let (own, other) = (theirs ^ turned, mine ^ turned | bit);
            let mut rating = 1 << 29;
            if own == 0 {
                rating = 1 << 30;
            } else if square != known {
                let replies = moves(own, other);
                let mobility = replies.count_ones() + (replies & CORNERS).count_ones();
                let frontier = (neighbours(other) & !(own | other)).count_ones();
                let corners = (other & CORNERS).count_ones();
                rating = i32::from(SQUARES[square as usize & 63])
                    + if odd & bit != 0 { parity } else { 0 }
                    - 32 * frontier as i32
                    + 2048 * corners as i32
                    - 32768 * mobility as i32;
                if empties >= LEAST_ESTIMATED {
                    let depth = (empties - LEAST_ESTIMATED) / SQUARES_PER_PLY;
                    let depth = depth.min(MOST_ESTIMATED);
                    rating -= 600 * self.estimate(own, other, depth, -UNBOUNDED, UNBOUNDED)?;
                }
            }
            self.children.push(Child { rating, square, mine: own, theirs: other });
        }
        Ok(())
    }

    /// The value of a position by a search of so many plies, to sort moves.
    fn estimate(
        &mut self,
        mine: u64,
        theirs: u64,
        depth: u32,
        mut alpha: i32,
        beta: i32,
    ) -> Result<i32, StopReason> {
        if depth == 0 {
            return Ok(Mobility::eighths(mine, theirs));
        }
        if self.counts.nodes >= self.meter.next_poll() {
            self.poll()?;
        }
        let mut legal = moves(mine, theirs);
        if legal == 0 {
            if moves(theirs, mine) == 0 {
                return Ok(8 * final_difference(mine, theirs));
            }
            return Ok(-self.estimate(theirs, mine, depth, -beta, -alpha)?);
        }
        let mut best = i32::MIN;
        while legal != 0 {
            let square = legal.trailing_zeros() as usize & 63;
            legal &= legal - 1;
            let turned = turned(square, mine, theirs);
            let (own, other) = (theirs ^ turned, mine ^ turned | 1 << square);
            self.counts.nodes += 1;
            best = best.max(-self.estimate(own, other, depth - 1, -beta, -alpha)?);
            alpha = alpha.max(best);
            if alpha >= beta {
                break;
            }
        }
        Ok(best)
    }

    /// A bound greater than `alpha` from the entry of one of the children (enhanced transposition
    /// cutoff, Schaeffer and Plaat 1996).
    fn known_refutation(&mut self, first: usize, alpha: i32) -> Option<i32> {
        for child in &self.children[first..] {
            let record = self.table.get(hash(child.mine, child.theirs));
            let least = record.map_or(NONE, |record| -unpack(record.value).1);
            if least > alpha {
                self.counts.table_hits += 1;
                return Some(least);
            }
        }
        None
    }

    #[cold]
    #[inline(never)]
    fn poll(&mut self) -> Result<(), StopReason> {
        let table = self.table;
        self.meter.check(self.counts.nodes, || table.bytes())?;
        (self.watch)(self.counts.nodes);
        Ok(())
    }
}
