//! A* specialised for sliding puzzles of up to sixteen cells: no traits, no limits, no
//! observer, no statistics. The data layout is that of the engine.

/// The state uses four bits per cell. A move is a byte that combines cell and direction, as in
/// the puzzle.
pub(crate) struct Special {
    width: usize,
    cells: usize,
    goal: u64,
    /// The change of the estimate, indexed by the blank's direction and the tile's old cell,
    /// then by tile.
    change: Vec<[i8; 16]>,
    /// The moves, indexed by the blank's cell: cell and direction in one byte.
    moves: Vec<Vec<u8>>,
    nodes: Vec<Node>,
    by: Vec<u8>,
    slots: Vec<u32>,
    id_bits: u32,
    /// The open list, indexed by `f` and `h`.
    open: Vec<Vec<u32>>,
    least: usize,
}

#[derive(Clone, Copy)]
struct Node {
    packed: u64,
    g: u32,
    /// Twice the number of the parent, plus one if the state is expanded.
    parent: u32,
}

const TIES: usize = 64;
const NO_MOVE: u8 = u8::MAX;

impl Special {
    pub(crate) fn new(width: usize, height: usize, goal: &[u8]) -> Self {
        let cells = width * height;
        let apart =
            |a: usize, b: usize| (a / width).abs_diff(b / width) + (a % width).abs_diff(b % width);
        let mut change = vec![[0; 16]; 64];
        let mut moves = vec![Vec::new(); cells];
        for (blank, list) in moves.iter_mut().enumerate() {
            let (row, column) = (blank / width, blank % width);
            let ways = [
                (row > 0, blank.wrapping_sub(width)),
                (column > 0, blank.wrapping_sub(1)),
                (column + 1 < width, blank + 1),
                (row + 1 < height, blank + width),
            ];
            for (way, &(_, from)) in ways.iter().enumerate().filter(|(_, way)| way.0) {
                let mv = 4 * from + way;
                list.push(mv as u8);
                for (at, &tile) in goal.iter().enumerate().filter(|(_, tile)| **tile != 0) {
                    change[mv][usize::from(tile)] = apart(blank, at) as i8 - apart(from, at) as i8;
                }
            }
        }
        Self {
            width,
            cells,
            goal: pack(goal),
            change,
            moves,
            nodes: Vec::new(),
            by: Vec::new(),
            slots: Vec::new(),
            id_bits: 0,
            open: Vec::new(),
            least: 0,
        }
    }

    fn slot(&self, hash: u64) -> usize {
        ((u128::from(hash) * self.slots.len() as u128) >> 64) as usize
    }

    fn rebuild(&mut self, slots: usize) {
        self.slots = Vec::new();
        self.slots = vec![0; slots];
        self.id_bits = 64 - (slots as u64).leading_zeros();
        for id in 0..self.nodes.len() {
            let hash = mix(self.nodes[id].packed);
            let mut slot = self.slot(hash);
            while self.slots[slot] != 0 {
                slot = if slot + 1 == slots { 0 } else { slot + 1 };
            }
            self.slots[slot] = (hash as u32) << self.id_bits | (id as u32 + 1);
        }
    }

    fn push(&mut self, f: usize, h: usize, id: u32) {
        let place = f * TIES + h;
        if place >= self.open.len() {
            self.open.resize_with(place + TIES, Vec::new);
        }
        self.least = self.least.min(place);
        self.open[place].push(id);
    }

    /// The length of a shortest solution, and the number of states expanded.
    pub(crate) fn solve(&mut self, start: &[u8]) -> (u32, u64) {
        (self.nodes, self.by, self.open) = (Vec::new(), Vec::new(), Vec::new());
        self.rebuild(1 << 10);
        let goals = unpack(self.goal, self.cells);
        let estimate: usize = (0..self.cells)
            .filter(|&cell| start[cell] != 0)
            .map(|cell| {
                let at = goals.iter().position(|&tile| tile == start[cell]).expect("a tile");
                (cell / self.width).abs_diff(at / self.width)
                    + (cell % self.width).abs_diff(at % self.width)
            })
            .sum();
        let packed = pack(start);
        let hash = mix(packed);
        let slot = self.slot(hash);
        self.slots[slot] = (hash as u32) << self.id_bits | 1;
        self.nodes.push(Node { packed, g: 0, parent: 0 });
        self.by.push(NO_MOVE);
        self.least = usize::MAX;
        self.push(estimate, estimate, 0);
        let mut expanded = 0;
        loop {
            while self.open[self.least].is_empty() {
                self.least += 1;
            }
            let id = self.open[self.least].pop().expect("an entry");
            let Node { packed, g, parent } = self.nodes[id as usize];
            if parent & 1 != 0 {
                continue;
            }
            if packed == self.goal {
                return (g, expanded);
            }
            let h = (self.least % TIES) as i32;
            expanded += 1;
            self.nodes[id as usize].parent |= 1;
            let last = self.by[id as usize];
            let blank = blank(packed);
            if self.nodes.len() + 4 > self.slots.len() / 4 * 3 {
                self.rebuild(2 * self.slots.len());
            }
            for at in 0..self.moves[blank].len() {
                let mv = self.moves[blank][at];
                if last != NO_MOVE && (mv ^ last) & 3 == 3 {
                    continue;
                }
                let from = u32::from(mv / 4);
                let tile = packed >> (4 * from) & 15;
                let child = packed ^ (tile << (4 * from) | tile << (4 * blank));
                let hash = mix(child);
                let mut slot = self.slot(hash);
                let mask = (1 << self.id_bits) - 1;
                let tag = (hash as u32) << self.id_bits;
                let found = loop {
                    let entry = self.slots[slot];
                    if entry == 0 {
                        break None;
                    }
                    let id = (entry & mask).wrapping_sub(1);
                    if entry & !mask == tag && self.nodes[id as usize].packed == child {
                        break Some(id);
                    }
                    slot = if slot + 1 == self.slots.len() { 0 } else { slot + 1 };
                };
                let child_h = h + i32::from(self.change[usize::from(mv)][tile as usize]);
                let child_id = match found {
                    None => {
                        let child_id = self.nodes.len() as u32;
                        self.slots[slot] = tag | (child_id + 1);
                        self.nodes.push(Node { packed: child, g: g + 1, parent: 2 * id });
                        self.by.push(mv);
                        child_id
                    }
                    Some(known) => {
                        let node = &mut self.nodes[known as usize];
                        if g + 1 >= node.g {
                            continue;
                        }
                        (node.g, node.parent) = (g + 1, 2 * id);
                        self.by[known as usize] = mv;
                        known
                    }
                };
                self.push((g + 1) as usize + child_h as usize, child_h as usize, child_id);
            }
        }
    }
}

fn pack(tiles: &[u8]) -> u64 {
    tiles.iter().rev().fold(0, |packed, &tile| packed << 4 | u64::from(tile))
}

fn unpack(packed: u64, cells: usize) -> Vec<u8> {
    (0..cells).map(|cell| (packed >> (4 * cell) & 15) as u8).collect()
}

/// The lowest cell that is zero.
fn blank(packed: u64) -> usize {
    let ones = 0x1111_1111_1111_1111_u64;
    let zeros = packed.wrapping_sub(ones) & !packed & ones << 3;
    (zeros.trailing_zeros() / 4) as usize
}

fn mix(packed: u64) -> u64 {
    let product = u128::from(packed ^ 0x9E37_79B9_7F4A_7C15) * 0xD6E8_FEB8_6659_FD93;
    (product >> 64) as u64 ^ product as u64
}
