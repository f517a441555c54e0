//! Games played to the end by simple rules at random (Gelly et al. 2006, Baudiš 2015), and weights
//! of moves, for Monte Carlo tree search.

use std::sync::LazyLock;

use tremaux_core::{Random, Score};

use super::board::{Board, EDGE, EMPTY, Liberties, NOWHERE};
use super::rules::{Go, Move, Position};

/// Neighbourhoods of a good move, by rows, as in MoGo and michi: `X` and `O` are stones of either
/// player and the other one, `x` anything but `X`, `o` anything but `O`, `#` the border, `?`
/// anything. They are turned, mirrored, and the colours exchanged.
const PATTERNS: [&[u8; 9]; 13] = [
    b"XOX...???", // enclosing hane
    b"XO....?.?", // hane that does not cut
    b"XO?X..x.?", // magari
    b".O.X.....", // diagonal attachment
    b"XO?O.o?o?", // unprotected cut
    b"XO?O.X???", // peeped cut
    b"?X?O.Oooo", // cut between two stones
    b"OX?o.O???", // cut of a keima
    b"X.?O.?###", // chase along the side
    b"OX?X.O###", // block of a cut at the side
    b"?X?x.O###", // block of a connection at the side
    b"?XOx.x###", // descent
    b"?OXX.O###", // cut at the side
];

/// One bit for each neighbourhood.
static GOOD: LazyLock<Vec<u64>> = LazyLock::new(|| {
    let mut good = vec![0_u64; 1 << 10];
    for neighbourhood in 0..=u16::MAX {
        if (0..16).any(|symmetry| PATTERNS.iter().any(|it| matches(it, neighbourhood, symmetry))) {
            good[usize::from(neighbourhood >> 6)] |= 1 << (neighbourhood & 63);
        }
    }
    good
});

fn matches(pattern: &[u8; 9], neighbourhood: u16, symmetry: u8) -> bool {
    /// Columns and rows from the centre, in the order of [`Board::around`].
    const AROUND: [(i8, i8); 8] =
        [(0, -1), (-1, 0), (1, 0), (0, 1), (-1, -1), (1, -1), (-1, 1), (1, 1)];
    AROUND.iter().enumerate().all(|(i, &(x, y))| {
        let (x, y) = if symmetry & 4 == 0 { (x, y) } else { (y, x) };
        let (x, y) =
            (if symmetry & 1 == 0 { x } else { -x }, if symmetry & 2 == 0 { y } else { -y });
        let found = (neighbourhood >> (2 * i) & 3) as u8;
        let found = if found < EMPTY { found ^ symmetry >> 3 } else { found };
        match pattern[(3 * (y + 1) + x + 1) as usize] {
            b'X' => found == 0,
            b'O' => found == 1,
            b'x' => found != 0,
            b'o' => found != 1,
            b'.' => found == EMPTY,
            b'#' => found == EDGE,
            _ => true,
        }
    })
}

#[inline]
fn is_good(good: &[u64], neighbourhood: u16) -> bool {
    good[usize::from(neighbourhood >> 6)] >> (neighbourhood & 63) & 1 == 1
}

/// A few moves to choose from.
struct Candidates {
    points: [u16; 32],
    count: usize,
}

impl Candidates {
    #[inline]
    fn add(&mut self, point: u16) {
        if let Some(free) = self.points.get_mut(self.count) {
            *free = point;
            self.count += 1;
        }
    }

    #[inline]
    fn pick(&self, random: &mut Random) -> Option<u16> {
        match self.count {
            0 => None,
            1 => Some(self.points[0]),
            count => Some(self.points[random.scaled(count as u64) as usize]),
        }
    }
}

impl Go {
    /// Plays on to the end, or for three times as many moves as there are points, and appends the
    /// key of each move ([`MoveKey`](tremaux_core::MoveKey)) to `trail`. Returns the score of the
    /// final board for Black.
    ///
    /// A move answers the last one if it can: it captures, saves a chain from capture, or makes a
    /// good shape beside it. Other moves are captures or random. Simple eyes are never filled;
    /// there is no suicide, and of repetitions only the simple ko is forbidden.
    ///
    /// ```
    /// use tremaux::games::go::Go;
    /// use tremaux::{Game, Random};
    /// let game = Go::new(9).unwrap();
    /// let mut board = game.initial_state().board().clone();
    /// let mut trail = Vec::new();
    /// game.play_out(&mut board, &mut Random::new(1), &mut trail);
    /// assert!(trail.len() > 40 && board.area().iter().sum::<u32>() > 70);
    /// ```
    pub fn play_out(&self, board: &mut Board, random: &mut Random, trail: &mut Vec<u32>) -> Score {
        let good = GOOD.as_slice();
        for _ in 0..3 * self.size() * self.size() {
            if board.passes >= 2 {
                break;
            }
            let point = answer(board, good, random).or_else(|| anywhere(board, random));
            let point = point.unwrap_or(NOWHERE);
            trail.push(self.key(board.to_move, point) as u32);
            board.play(point);
        }
        Score::estimate(self.margin(board, 0))
    }

    /// Appends a weight for each of `moves`, greater for better moves, on average about 1:
    /// captures, saved chains and good shapes weigh more, and moves near the last one; self-atari,
    /// the first line far from stones, and passes weigh less, except a pass that wins the game.
    pub fn priors(&self, position: &Position, moves: &[Move], weights: &mut Vec<f32>) {
        let (board, good) = (position.board(), GOOD.as_slice());
        let mover = board.to_move;
        for &Move(point) in moves {
            if point == NOWHERE {
                let wins = board.passes > 0 && self.leads(position, mover);
                weights.push(if wins { 50.0 } else { 0.01 });
                continue;
            }
            weights.push(weight(board, good, point));
        }
    }
}

fn weight(board: &Board, good: &[u64], point: u16) -> f32 {
    let (mover, pattern) = (board.to_move, board.pattern(point));
    if board.is_eye(point, mover) {
        return 0.01;
    }
    let mut weight = 1.0;
    let is_safe = board.liberties_after(point, mover) == Liberties::Several;
    let (mut captured, mut saved) = (0, 0);
    for q in board.beside(point) {
        if board.color(q) < EMPTY && board.atari(board.head(q)).is_some() {
            let stones = if board.color(q) == mover { &mut saved } else { &mut captured };
            board.for_chain(board.head(q), |_| *stones += 1);
        }
    }
    if captured > 0 {
        weight *= 3.0 + captured.min(10) as f32;
    }
    if saved > 0 && is_safe {
        weight *= 2.0 + saved.min(10) as f32;
    }
    if !is_safe {
        weight *= 0.1;
    }
    let is_shape = is_good(good, pattern);
    if is_shape {
        weight *= 1.5;
    }
    let (x, y) = board.place_of(point);
    if board.last != NOWHERE {
        let (last_x, last_y) = board.place_of(board.last);
        let (dx, dy) = (x.abs_diff(last_x), y.abs_diff(last_y));
        weight *= match dx + dy + dx.max(dy) {
            0..=3 if is_shape => 4.0,
            0..=3 => 2.0,
            4 => 1.7,
            5..=6 => 1.3,
            _ => 1.0,
        };
    }
    // Nothing but empty points and the border around: neither of the two has the lower bits.
    let is_lonely = (0..8).all(|i| pattern >> (2 * i) & 2 != 0);
    let end = board.size() - 1;
    match x.min(y).min(end - x).min(end - y) {
        0 if is_lonely => weight * 0.1,
        1 if is_lonely => weight * 0.5,
        _ => weight,
    }
}

/// A move that answers the last one.
#[inline]
fn answer(board: &Board, good: &[u64], random: &mut Random) -> Option<u16> {
    let (last, mover) = (board.last, board.to_move);
    if last == NOWHERE || board.color(last) != 1 - mover {
        return None;
    }
    let mut found = Candidates { points: [NOWHERE; 32], count: 0 };
    let capture = |found: &mut Candidates, head: u16| {
        if let Some(liberty) = board.atari(head).filter(|&it| it != board.ko) {
            found.add(liberty);
        }
    };
    capture(&mut found, board.head(last));
    for q in board.beside(last) {
        if board.color(q) != mover {
            continue;
        }
        let head = board.head(q);
        let Some(liberty) = board.atari(head) else { continue };
        if board.liberties_after(liberty, mover) == Liberties::Several && liberty != board.ko {
            found.add(liberty);
        }
        board.for_chain(head, |stone| {
            for r in board.beside(stone) {
                if board.color(r) == 1 - mover {
                    capture(&mut found, board.head(r));
                }
            }
        });
    }
    if found.count == 0 {
        for q in board.around(last) {
            if board.color(q) == EMPTY
                && is_good(good, board.pattern(q))
                && q != board.ko
                && board.liberties_after(q, mover) == Liberties::Several
            {
                found.add(q);
            }
        }
    }
    found.pick(random)
}

/// A capture, if one of a few points is one; otherwise a random move, if there is one.
#[inline]
fn anywhere(board: &Board, random: &mut Random) -> Option<u16> {
    /// The points that are looked at for captures.
    const TRIES: usize = 4;
    let (empty, mover) = (board.empty.as_slice(), board.to_move);
    if empty.is_empty() {
        return None;
    }
    for _ in 0..TRIES {
        let point = empty[random.scaled(empty.len() as u64) as usize];
        if point != board.ko && board.captures(point, mover) {
            return Some(point);
        }
    }
    let start = random.scaled(empty.len() as u64) as usize;
    let (before, after) = empty.split_at(start);
    for &point in after.iter().chain(before) {
        if point == board.ko || board.is_eye(point, mover) {
            continue;
        }
        match board.liberties_after(point, mover) {
            Liberties::Several => return Some(point),
            // A stone alone may be thrown in.
            Liberties::One if !board.beside(point).iter().any(|&q| board.color(q) == mover) => {
                return Some(point);
            }
            _ => {}
        }
    }
    None
}
