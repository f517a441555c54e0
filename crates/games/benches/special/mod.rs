//! Alpha-beta written for Connect Four alone: recursive, bitboards in registers, no traits.

use crate::now;

const BOTTOM: u64 = 0x0000_0408_1020_4081;
const FULL: u64 = BOTTOM * 63;
const ORDER: [u32; 7] = [3, 2, 4, 1, 5, 0, 6];
const WIN: i32 = 1_000_000;

#[derive(Clone, Copy, Default)]
struct Slot {
    key: u64,
    score: i32,
    depth: i8,
    /// 1 exact, 2 at least, 3 at most.
    bound: u8,
    column: u8,
}

struct Solver {
    table: Vec<[Slot; 2]>,
    nodes: u64,
    history: [i32; 128],
    scout: bool,
    order: bool,
    table_depth: i32,
}

fn wins(stones: u64) -> bool {
    [1, 6, 7, 8].into_iter().any(|step| {
        let pairs = stones & stones >> step;
        pairs & pairs >> (2 * step) != 0
    })
}

impl Solver {
    fn search(
        &mut self,
        mine: u64,
        all: u64,
        depth: i32,
        ply: i32,
        mut alpha: i32,
        mut beta: i32,
    ) -> i32 {
        self.nodes += 1;
        if wins(mine ^ all) {
            return ply - WIN;
        }
        if all == FULL {
            return 0;
        }
        if depth == 0 {
            const MIDDLE: u64 = (63 << 14) | (63 << 21) | (63 << 28);
            return (mine & MIDDLE).count_ones() as i32
                - ((mine ^ all) & MIDDLE).count_ones() as i32;
        }
        if alpha > WIN - ply - 1 {
            return WIN - ply - 1;
        }
        if beta <= ply + 1 - WIN {
            return ply + 1 - WIN;
        }
        beta = beta.min(WIN - ply - 1);
        let key = (all + mine + BOTTOM).wrapping_mul(0x9E37_79B9_7F4A_7C15);
        let key = (key ^ key >> 32).wrapping_mul(0xD6E8_FEB8_6659_FD93);
        let at = ((u128::from(key) * self.table.len() as u128) >> 64) as usize;
        let mut first = 7;
        let aged = |score: i32| {
            if score > 990_000 {
                score - ply
            } else if score < -990_000 {
                score + ply
            } else {
                score
            }
        };
        if depth >= self.table_depth
            && let Some(slot) =
                self.table[at].iter().find(|slot| slot.key == key && slot.bound != 0)
        {
            first = slot.column as usize;
            let score = aged(slot.score);
            if i32::from(slot.depth) >= depth
                && (slot.bound == 1
                    || slot.bound == 2 && score >= beta
                    || slot.bound == 3 && score <= alpha)
            {
                return score;
            }
        }
        let floor = alpha;
        let (mut best, mut best_column) = (-WIN, 7);
        let landings = (all + BOTTOM) & FULL;
        let side = (all.count_ones() & 1) as usize * 64;
        let mut moves = [(0u64, 0usize, 0i32); 7];
        let mut count = 0;
        for column in ORDER {
            let landing = landings & (63 << (7 * column));
            if landing != 0 {
                let rating = if column as usize == first {
                    i32::MAX
                } else if self.order {
                    self.history[side + landing.trailing_zeros() as usize]
                } else {
                    0
                };
                // Insertion keeps equals in order.
                let mut i = count;
                while i > 0 && moves[i - 1].2 < rating {
                    moves[i] = moves[i - 1];
                    i -= 1;
                }
                moves[i] = (landing, column as usize, rating);
                count += 1;
            }
        }
        for i in 0..count {
            let (landing, column, _) = moves[i];
            let (child, stones) = (mine ^ all, all | landing);
            let mut score;
            if self.scout && i > 0 && beta > alpha + 1 {
                score = -self.search(child, stones, depth - 1, ply + 1, -alpha - 1, -alpha);
                if score > alpha && score < beta {
                    score = -self.search(child, stones, depth - 1, ply + 1, -beta, -alpha);
                }
            } else {
                score = -self.search(child, stones, depth - 1, ply + 1, -beta, -alpha);
            }
            if score > best {
                best = score;
                best_column = column;
                alpha = alpha.max(score);
            }
            if best >= beta {
                if self.order {
                    let bonus = (depth * depth).min(400);
                    for (j, tried) in moves[..=i].iter().enumerate() {
                        let rating = &mut self.history[side + tried.0.trailing_zeros() as usize];
                        *rating +=
                            if j == i { bonus } else { -bonus } - *rating * bonus / (1 << 14);
                    }
                }
                break;
            }
        }
        if depth < self.table_depth {
            return best;
        }
        let score = if best > 990_000 {
            best + ply
        } else if best < -990_000 {
            best - ply
        } else {
            best
        };
        let bound = if best >= beta {
            2
        } else if best <= floor {
            3
        } else {
            1
        };
        let new = Slot { key, score, depth: depth as i8, bound, column: best_column as u8 };
        let pair = &mut self.table[at];
        let way = pair.iter().position(|slot| slot.key == key);
        pair[way.unwrap_or(usize::from(pair[0].depth > new.depth))] = new;
        best
    }
}

pub(crate) fn run(
    depth: u32,
    bytes: usize,
    scout: bool,
    order: bool,
    table_depth: i32,
) -> crate::Outcome {
    let mut table = vec![[Slot::default(); 2]; bytes / 32];
    table.fill([Slot::default(); 2]);
    let mut solver = Solver { table, nodes: 0, history: [0; 128], scout, order, table_depth };
    let mut score = 0;
    let started = now();
    for depth in 1..=depth {
        score = solver.search(0, 0, depth as i32, 0, -WIN, WIN);
    }
    (now() - started, solver.nodes, i64::from(score))
}
