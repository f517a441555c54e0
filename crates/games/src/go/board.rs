//! A board with chains and their liberties, without the history of the game.

use tremaux_core::{Player, Random};

/// The contents of a point; colours are players.
pub(super) const EMPTY: u8 = 2;
pub(super) const EDGE: u8 = 3;

/// No point: the corner of the border, also the point of a pass.
pub(super) const NOWHERE: u16 = 0;

/// A point of the board, with what is known of the chain that begins there.
///
/// A chain counts a liberty once for each of its stones beside it. It has one liberty exactly if
/// the sum of the squares of their numbers times their count is the square of their sum.
#[derive(Clone, Copy, Debug)]
struct Point {
    color: u8,
    /// The first stone of the chain.
    head: u16,
    /// The next stone of the chain, in a circle.
    next: u16,
    /// Where the point stands among the empty ones.
    slot: u16,
    /// The contents of the eight neighbours, two bits each, in the order of [`Board::around`].
    pattern: u16,
    liberties: u16,
    sum: u32,
    squares: u32,
    /// How often a stone was captured here.
    captures: u32,
}

const EMPTY_POINT: Point = Point {
    color: EMPTY,
    head: NOWHERE,
    next: NOWHERE,
    slot: 0,
    pattern: 0,
    liberties: 0,
    sum: 0,
    squares: 0,
    captures: 0,
};

/// A board of Go that can be played on quickly: stones, chains, the player to move, and the point
/// that a simple ko forbids. It knows nothing of earlier positions.
///
/// ```
/// use tremaux::games::go::Go;
/// use tremaux::Game;
/// let game = Go::new(9).unwrap();
/// let mut position = game.initial_state();
/// game.play(&mut position, game.point(4, 4).unwrap());
/// assert_eq!(position.board().stone(4, 4), Some(0));
/// assert_eq!(position.board().area(), [81, 0]);
/// ```
#[derive(Debug)]
pub struct Board {
    points: Vec<Point>,
    /// The empty points, in an order that depends on the game.
    pub(super) empty: Vec<u16>,
    /// The hash of the stones.
    pub(super) hash: u64,
    pub(super) ko: u16,
    pub(super) last: u16,
    pub(super) to_move: u8,
    pub(super) passes: u8,
    /// How many more stones Black has played than White, if the score depends on it. Playouts leave
    /// it as it is: both then fill what is theirs.
    pub(super) surplus: i32,
    size: u8,
}

/// What taking a move back needs.
#[derive(Clone, Copy, Debug)]
pub struct BoardUndo {
    /// The heads of the chains that the move joined, by direction.
    merged: [u16; 4],
    /// The heads of the chains that it captured.
    captured: [u16; 4],
    /// The point before the move: it may belong to chains that were captured earlier.
    before: Point,
    ko: u16,
    last: u16,
    passes: u8,
    is_suicide: bool,
}

impl Clone for Board {
    fn clone(&self) -> Self {
        Self { points: self.points.clone(), empty: self.empty.clone(), ..*self }
    }

    fn clone_from(&mut self, other: &Self) {
        self.points.clone_from(&other.points);
        self.empty.clone_from(&other.empty);
        let Self { hash, ko, last, to_move, passes, surplus, size, .. } = *other;
        (self.hash, self.ko, self.last) = (hash, ko, last);
        (self.to_move, self.passes, self.surplus, self.size) = (to_move, passes, surplus, size);
    }
}

/// Equal boards have the same stones, player to move, passes and forbidden point.
impl PartialEq for Board {
    fn eq(&self, other: &Self) -> bool {
        let key = |it: &Self| (it.size, it.hash, it.ko, it.to_move, it.passes, it.surplus);
        let mut pairs = self.points.iter().zip(&other.points);
        key(self) == key(other) && pairs.all(|(one, other)| one.color == other.color)
    }
}

impl Eq for Board {}

/// The hash key of a stone.
#[inline]
fn key(point: u16, color: u8) -> u64 {
    Random::new(0x60).bits_after(u64::from(point) * 2 + u64::from(color))
}

impl Board {
    /// The empty board of this size.
    pub(super) fn new(size: usize) -> Self {
        let stride = size + 1;
        let edge = Point { color: EDGE, ..EMPTY_POINT };
        let mut points = vec![edge; (size + 2) * stride + 1];
        let mut empty = Vec::with_capacity(size * size);
        for y in 0..size {
            for x in 0..size {
                let at = (y + 1) * stride + x + 1;
                points[at] = Point { slot: empty.len() as u16, ..EMPTY_POINT };
                empty.push(at as u16);
            }
        }
        let size = size as u8;
        let (ko, last) = (NOWHERE, NOWHERE);
        let mut board =
            Self { points, empty, hash: 0, ko, last, to_move: 0, passes: 0, surplus: 0, size };
        for at in board.empty.clone() {
            let around = board.around(at);
            let contents = around.iter().enumerate();
            let pattern =
                contents.fold(0, |all, (i, &q)| all | u16::from(board.color(q)) << (2 * i));
            board.points[usize::from(at)].pattern = pattern;
        }
        board
    }

    /// The number of rows, and of columns.
    #[inline]
    pub fn size(&self) -> usize {
        usize::from(self.size)
    }

    /// The owner of the stone in a column and row, from 0 at the top left.
    pub fn stone(&self, column: usize, row: usize) -> Option<Player> {
        let is_on = column < self.size() && row < self.size();
        let color = if is_on { self.color(self.at(column, row)) } else { EMPTY };
        (color < EMPTY).then_some(color)
    }

    /// 1 for a stone of Black, -1 for one of White, 0 for none.
    pub(super) fn sign(&self, point: u16) -> i32 {
        match self.color(point) {
            0 => 1,
            1 => -1,
            _ => 0,
        }
    }

    /// The number of stones.
    #[inline]
    pub fn stones(&self) -> u32 {
        u32::from(self.size) * u32::from(self.size) - self.empty.len() as u32
    }

    /// The player to move.
    #[inline]
    pub fn player_to_move(&self) -> Player {
        self.to_move
    }

    /// The point in a column and row of the board.
    #[inline]
    pub(super) fn at(&self, column: usize, row: usize) -> u16 {
        ((row + 1) * (self.size() + 1) + column + 1) as u16
    }

    /// The column and row of a point.
    #[inline]
    pub(super) fn place_of(&self, point: u16) -> (usize, usize) {
        let stride = self.size() + 1;
        (usize::from(point) % stride - 1, usize::from(point) / stride - 1)
    }

    /// The number of points with their border.
    #[inline]
    pub(super) fn padded(&self) -> usize {
        self.points.len()
    }

    #[inline]
    pub(super) fn color(&self, point: u16) -> u8 {
        self.points[usize::from(point)].color
    }

    #[inline]
    pub(super) fn head(&self, point: u16) -> u16 {
        self.points[usize::from(point)].head
    }

    #[inline]
    pub(super) fn pattern(&self, point: u16) -> u16 {
        self.points[usize::from(point)].pattern
    }

    /// Whether a stone was ever captured on this point.
    #[inline]
    pub(super) fn was_captured(&self, point: u16) -> bool {
        self.points[usize::from(point)].captures > 0
    }

    /// The neighbours: up, left, right, down.
    #[inline]
    pub(super) fn beside(&self, point: u16) -> [u16; 4] {
        let stride = u16::from(self.size) + 1;
        [point - stride, point - 1, point + 1, point + stride]
    }

    /// The neighbours, then the diagonal ones.
    #[inline]
    pub(super) fn around(&self, point: u16) -> [u16; 8] {
        let (p, stride) = (point, u16::from(self.size) + 1);
        let [up, left, right, down] = self.beside(p);
        [up, left, right, down, p - stride - 1, p - stride + 1, p + stride - 1, p + stride + 1]
    }

    /// Calls `visit` with every stone of the chain that begins at `head`.
    #[inline]
    pub(super) fn for_chain(&self, head: u16, mut visit: impl FnMut(u16)) {
        let mut stone = head;
        loop {
            visit(stone);
            stone = self.points[usize::from(stone)].next;
            if stone == head {
                return;
            }
        }
    }

    /// The same for a visit that changes the board, except for what belongs to the chain.
    #[inline]
    fn change_chain(&mut self, head: u16, mut visit: impl FnMut(&mut Self, u16)) {
        let mut stone = head;
        loop {
            visit(self, stone);
            stone = self.points[usize::from(stone)].next;
            if stone == head {
                return;
            }
        }
    }

    /// The only liberty of the chain that begins at `head`, without `less` times `point`; `None` if
    /// there are several, [`NOWHERE`] if there is none.
    #[inline]
    fn only_liberty(&self, head: u16, less: u32, point: u16) -> Option<u16> {
        let (chain, at) = (&self.points[usize::from(head)], u32::from(point));
        let count = u32::from(chain.liberties) - less;
        let (sum, squares) = (chain.sum - less * at, chain.squares - less * at * at);
        let is_one = u64::from(count) * u64::from(squares) == u64::from(sum) * u64::from(sum);
        is_one.then(|| sum.checked_div(count).map_or(NOWHERE, |it| it as u16))
    }

    /// The liberty of a chain in atari.
    #[inline]
    pub(super) fn atari(&self, head: u16) -> Option<u16> {
        self.only_liberty(head, 0, NOWHERE)
    }

    /// Whether a move of `color` on the empty `point` captures something.
    #[inline]
    pub(super) fn captures(&self, point: u16, color: u8) -> bool {
        self.beside(point)
            .iter()
            .any(|&q| self.color(q) == 1 - color && self.atari(self.head(q)).is_some())
    }

    /// Whether a stone of `color` on the empty `point` captures nothing and its chain has no
    /// liberty left (suicide) or one (self-atari).
    pub(super) fn liberties_after(&self, point: u16, color: u8) -> Liberties {
        let beside = self.beside(point);
        let mut only = NOWHERE;
        for q in beside {
            let liberty = match self.color(q) {
                EMPTY => q,
                EDGE => continue,
                owner if owner == color => {
                    let head = self.head(q);
                    let is_same = |&&q: &&u16| self.color(q) == color && self.head(q) == head;
                    let contacts = beside.iter().filter(is_same).count() as u32;
                    match self.only_liberty(head, contacts, point) {
                        None => return Liberties::Several,
                        Some(NOWHERE) => continue,
                        Some(liberty) => liberty,
                    }
                }
                _ if self.atari(self.head(q)).is_some() => return Liberties::Several,
                _ => continue,
            };
            if only != NOWHERE && only != liberty {
                return Liberties::Several;
            }
            only = liberty;
        }
        if only == NOWHERE { Liberties::None } else { Liberties::One }
    }

    /// The hash of the stones after a move of `color` on the empty `point`, and whether the move is
    /// a suicide; and of how many stones, if so.
    pub(super) fn after(&self, point: u16, color: u8) -> (u64, u32) {
        let mut hash = self.hash ^ key(point, color);
        let beside = self.beside(point);
        let is_chain = |q: u16, head: u16| self.color(q) < EMPTY && self.head(q) == head;
        let is_first = |i: usize, head: u16| !beside[..i].iter().any(|&q| is_chain(q, head));
        let mut captures = false;
        for (i, &q) in beside.iter().enumerate() {
            let head = self.head(q);
            if self.color(q) == 1 - color && self.atari(head).is_some() && is_first(i, head) {
                captures = true;
                self.for_chain(head, |stone| hash ^= key(stone, 1 - color));
            }
        }
        if captures || self.liberties_after(point, color) != Liberties::None {
            return (hash, 0);
        }
        let mut stones = 1;
        hash ^= key(point, color);
        for (i, &q) in beside.iter().enumerate() {
            if self.color(q) == color && is_first(i, self.head(q)) {
                self.for_chain(self.head(q), |stone| {
                    hash ^= key(stone, color);
                    stones += 1;
                });
            }
        }
        (hash, stones)
    }

    /// Whether `point` is a simple eye of `color`: filling it can only lose.
    #[inline]
    pub(super) fn is_eye(&self, point: u16, color: u8) -> bool {
        let pattern = self.pattern(point);
        let at = |i: usize| (pattern >> (2 * i) & 3) as u8;
        if !(0..4).all(|i| at(i) == color || at(i) == EDGE) {
            return false;
        }
        let others = (4..8).filter(|&i| at(i) == 1 - color).count();
        others + usize::from((4..8).any(|i| at(i) == EDGE)) < 2
    }

    /// Changes the contents of a point from or to empty.
    #[inline]
    fn toggle(&mut self, point: u16, color: u8, to: u8) {
        self.points[usize::from(point)].color = to;
        self.hash ^= key(point, color);
        let change = u16::from(color ^ EMPTY);
        for (i, q) in self.around(point).into_iter().enumerate() {
            // Seen from there, the point lies in the opposite direction.
            let shift = 2 * (if i < 4 { 3 - i } else { 11 - i });
            self.points[usize::from(q)].pattern ^= change << shift;
        }
    }

    #[inline]
    fn add_liberty(&mut self, head: u16, point: u16) {
        let (chain, at) = (&mut self.points[usize::from(head)], u32::from(point));
        chain.liberties += 1;
        chain.sum += at;
        chain.squares += at * at;
    }

    #[inline]
    fn remove_liberty(&mut self, head: u16, point: u16) {
        let (chain, at) = (&mut self.points[usize::from(head)], u32::from(point));
        chain.liberties -= 1;
        chain.sum -= at;
        chain.squares -= at * at;
    }

    /// Takes a chain without liberties off the board; returns the number of its stones.
    fn remove(&mut self, head: u16) -> u32 {
        let (color, mut count) = (self.color(head), 0);
        self.change_chain(head, |board, stone| {
            count += 1;
            board.toggle(stone, color, EMPTY);
            board.points[usize::from(stone)].slot = board.empty.len() as u16;
            board.points[usize::from(stone)].captures += 1;
            board.empty.push(stone);
            for q in board.beside(stone) {
                if board.color(q) < EMPTY && board.head(q) != head {
                    board.add_liberty(board.head(q), stone);
                }
            }
        });
        count
    }

    /// Puts a chain back that was the last one removed.
    fn restore(&mut self, head: u16, color: u8) {
        self.change_chain(head, |board, stone| {
            board.toggle(stone, color, color);
            board.points[usize::from(stone)].captures -= 1;
            board.empty.pop();
            for q in board.beside(stone) {
                if board.color(q) < EMPTY && board.head(q) != head {
                    board.remove_liberty(board.head(q), stone);
                }
            }
        });
    }

    /// Gives the stones of a chain another head.
    #[inline]
    fn relabel(&mut self, chain: u16, head: u16) {
        self.change_chain(chain, |board, stone| board.points[usize::from(stone)].head = head);
    }

    #[inline]
    fn swap_next(&mut self, one: u16, other: u16) {
        let next = self.points[usize::from(one)].next;
        self.points[usize::from(one)].next = self.points[usize::from(other)].next;
        self.points[usize::from(other)].next = next;
    }

    /// Plays a stone of the player to move on an empty point, or passes on [`NOWHERE`].
    pub(super) fn play(&mut self, point: u16) -> BoardUndo {
        let before = self.points[usize::from(point)];
        let slot = before.slot;
        let (merged, captured) = ([NOWHERE; 4], [NOWHERE; 4]);
        let Self { ko, last, passes, to_move: color, .. } = *self;
        let mut undo = BoardUndo { merged, captured, before, ko, last, passes, is_suicide: false };
        (self.ko, self.last, self.to_move) = (NOWHERE, point, 1 - color);
        if point == NOWHERE {
            self.passes += 1;
            return undo;
        }
        self.passes = 0;
        self.empty.swap_remove(usize::from(slot));
        if let Some(&moved) = self.empty.get(usize::from(slot)) {
            self.points[usize::from(moved)].slot = slot;
        }
        self.toggle(point, color, color);
        let stone = &mut self.points[usize::from(point)];
        (stone.head, stone.next) = (point, point);
        (stone.liberties, stone.sum, stone.squares) = (0, 0, 0);
        let beside = self.beside(point);
        for q in beside {
            if self.color(q) == EMPTY {
                self.add_liberty(point, q);
            }
        }
        let (mut taken, mut joined) = (0, false);
        for (i, q) in beside.into_iter().enumerate() {
            let (owner, head) = (self.color(q), self.head(q));
            if owner >= EMPTY {
                continue;
            }
            self.remove_liberty(head, point);
            if owner != color {
                if self.points[usize::from(head)].liberties == 0 {
                    undo.captured[i] = head;
                    taken += self.remove(head);
                }
            } else if head != point {
                joined = true;
                undo.merged[i] = head;
                self.relabel(head, point);
                self.swap_next(head, point);
                let Point { liberties, sum, squares, .. } = self.points[usize::from(head)];
                let chain = &mut self.points[usize::from(point)];
                chain.liberties += liberties;
                chain.sum += sum;
                chain.squares += squares;
            }
        }
        if self.points[usize::from(point)].liberties == 0 {
            undo.is_suicide = true;
            self.remove(point);
        } else if taken == 1 && !joined && self.points[usize::from(point)].liberties == 1 {
            self.ko = self.points[usize::from(point)].sum as u16;
        }
        undo
    }

    /// Takes back the last move.
    pub(super) fn undo(&mut self, point: u16, undo: BoardUndo) {
        self.to_move = 1 - self.to_move;
        let color = self.to_move;
        (self.ko, self.last, self.passes) = (undo.ko, undo.last, undo.passes);
        if point == NOWHERE {
            return;
        }
        if undo.is_suicide {
            self.restore(point, color);
        }
        for (i, q) in self.beside(point).into_iter().enumerate().rev() {
            if undo.captured[i] != NOWHERE {
                self.restore(undo.captured[i], 1 - color);
            }
            if undo.merged[i] != NOWHERE {
                // The chain that was joined has kept its own counts.
                self.swap_next(undo.merged[i], point);
                self.relabel(undo.merged[i], undo.merged[i]);
            }
            if self.color(q) < EMPTY {
                self.add_liberty(self.head(q), point);
            }
        }
        self.toggle(point, color, EMPTY);
        let slot = usize::from(undo.before.slot);
        self.points[usize::from(point)] = undo.before;
        if let Some(moved) = self.empty.get_mut(slot) {
            let moved = std::mem::replace(moved, point);
            self.points[usize::from(moved)].slot = self.empty.len() as u16;
            self.empty.push(moved);
        } else {
            self.empty.push(point);
        }
    }

    /// Puts a stone on an empty point, or takes the chain of a stone away: for positions that are
    /// set up. Returns false if a chain would have no liberty.
    pub(super) fn set_up(size: usize, stones: &[(u16, u8)]) -> Option<Self> {
        let mut board = Self::new(size);
        for &(point, color) in stones {
            if board.color(point) != EMPTY {
                return None;
            }
            board.to_move = color;
            board.play(point);
        }
        (board.empty.len() + stones.len() == size * size).then(|| {
            (board.to_move, board.passes, board.ko, board.last) = (0, 0, NOWHERE, NOWHERE);
            board
        })
    }

    /// The points of each player by area: stones, and empty points that only these reach.
    pub fn area(&self) -> [u32; 2] {
        let mut owners = [0_u8; super::MOST_POINTS];
        self.owners(&mut owners);
        let mut area = [0, 0];
        for &owner in &owners[..self.padded()] {
            if let Some(area) = area.get_mut(usize::from(owner).wrapping_sub(1)) {
                *area += 1;
            }
        }
        area
    }

    /// For each point with its border, 1 or 2 if it belongs to the area of the first or second
    /// player; 3 if it belongs to both.
    pub(super) fn owners(&self, owners: &mut [u8; super::MOST_POINTS]) {
        let mut region = [NOWHERE; super::MOST_POINTS];
        for (owner, point) in owners.iter_mut().zip(&self.points) {
            *owner = if point.color < EMPTY { 1 + point.color } else { 0 };
        }
        for &start in &self.empty {
            if owners[usize::from(start)] != 0 {
                continue;
            }
            const SEEN: u8 = 4;
            let (mut length, mut at, mut reached) = (1, 0, 0);
            region[0] = start;
            owners[usize::from(start)] = SEEN;
            while at < length {
                for q in self.beside(region[at]) {
                    match self.color(q) {
                        EMPTY if owners[usize::from(q)] == 0 => {
                            owners[usize::from(q)] = SEEN;
                            region[length] = q;
                            length += 1;
                        }
                        color if color < EMPTY => reached |= 1 + color,
                        _ => {}
                    }
                }
                at += 1;
            }
            // On an empty board nobody reaches anything.
            let owner = if reached == 0 { 3 } else { reached };
            for &point in &region[..length] {
                owners[usize::from(point)] = owner;
            }
        }
    }
}

/// The liberties of a chain after a move.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Liberties {
    None,
    One,
    Several,
}
