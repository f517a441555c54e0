//! Generates the captures of a piece, in every possible order.

use std::marker::PhantomData;

use super::board::Board;
use super::position::Move;
use super::variant::Variant;

/// Observes the squares on which a capturing piece lands.
pub(super) trait Trail {
    /// The piece lands on the square with this bit.
    fn land(&mut self, bit: u32);
    /// The landing is undone.
    fn lift(&mut self);
    /// The capture ends; it is legal if no other must be played instead.
    fn end(&mut self, mv: Move);
}

/// Ignores the squares.
impl Trail for () {
    #[inline(always)]
    fn land(&mut self, _: u32) {}

    #[inline(always)]
    fn lift(&mut self) {}

    #[inline(always)]
    fn end(&mut self, _: Move) {}
}

/// The captures of a side, piece by piece.
pub(super) struct Capturing<'a, V, T> {
    enemies: u64,
    /// Squares where a piece may land, including the start square of the capturing piece.
    empty: u64,
    /// The row where men become kings.
    last_row: u64,
    directions: &'static [usize],
    moves: &'a mut Vec<Move>,
    /// Where the captures begin in `moves`.
    start: usize,
    /// The number of pieces that the best capture takes.
    most: u32,
    from: u32,
    /// Whether the piece started as a man.
    is_man: bool,
    route: u32,
    pub(super) trail: T,
    variant: PhantomData<V>,
}

impl<'a, V: Variant, T: Trail> Capturing<'a, V, T> {
    /// Creates the generator for a side with these `enemies`, whose men capture in these
    /// `directions`.
    #[inline]
    pub(super) fn new(
        enemies: u64,
        empty: u64,
        last_row: u64,
        directions: &'static [usize],
        moves: &'a mut Vec<Move>,
        trail: T,
    ) -> Self {
        let start = moves.len();
        Self {
            enemies,
            empty,
            last_row,
            directions,
            moves,
            start,
            most: 0,
            from: 0,
            is_man: false,
            route: 0,
            trail,
            variant: PhantomData,
        }
    }

    /// Whether a capture was found.
    #[inline]
    pub(super) fn has_any(&self) -> bool {
        self.moves.len() > self.start
    }

    /// Adds the captures of a man.
    #[inline]
    pub(super) fn man(&mut self, from: u64) {
        self.begin(from, true);
        let _ = self.hop(from, 0, self.directions);
        self.empty ^= from;
    }

    /// Adds the captures of a king.
    #[inline]
    pub(super) fn king(&mut self, from: u64) {
        self.begin(from, false);
        if V::KINGS_FLY {
            for direction in 0..4 {
                let _ = self.ray(from, direction, 0);
            }
        } else {
            let _ = self.hop(from, 0, &[0, 1, 2, 3]);
        }
        self.empty ^= from;
    }

    fn begin(&mut self, from: u64, is_man: bool) {
        self.from = from.trailing_zeros();
        self.is_man = is_man;
        self.route = 0;
        self.empty ^= from;
    }

    /// Captures adjacent pieces, starting at `at`. Returns false if there is none to capture.
    fn hop(&mut self, at: u64, captured: u64, directions: &'static [usize]) -> bool {
        let mut has_gone_on = false;
        for &direction in directions {
            let over = Board::<V>::step(at, direction) & self.enemies & !captured;
            let landing = Board::<V>::step(over, direction) & self.empty;
            if landing == 0 {
                continue;
            }
            has_gone_on = true;
            let captured = captured | over;
            self.trail.land(landing.trailing_zeros());
            if V::PROMOTES_IN_PASSING && landing & self.last_row != 0 {
                if !self.turn_off(landing, direction, captured) {
                    self.end(landing, captured, true);
                }
            } else if !self.hop(landing, captured, directions) {
                let promotes = self.is_man && landing & self.last_row != 0;
                self.end(landing, captured, promotes);
            }
            self.trail.lift();
        }
        has_gone_on
    }

    /// Captures the first piece in a direction, if possible.
    fn ray(&mut self, at: u64, direction: usize, captured: u64) -> bool {
        let mut next = Board::<V>::step(at, direction);
        while next & self.empty != 0 {
            next = Board::<V>::step(next, direction);
        }
        let over = next & self.enemies & !captured;
        let landing = Board::<V>::step(over, direction) & self.empty;
        if landing != 0 {
            self.fly_on(landing, direction, captured | over);
        }
        landing != 0
    }

    /// Continues from the first square behind a captured piece, or from any square beyond.
    fn fly_on(&mut self, first: u64, direction: usize, captured: u64) {
        let mut has_gone_on = false;
        let mut at = first;
        let beyond = loop {
            self.trail.land(at.trailing_zeros());
            has_gone_on |= self.turn_off(at, direction, captured);
            self.trail.lift();
            let next = Board::<V>::step(at, direction);
            if next & self.empty == 0 {
                break next;
            }
            at = next;
        };
        // Continue straight on only once, wherever the king lands between the two pieces.
        let over = beyond & self.enemies & !captured;
        let landing = Board::<V>::step(over, direction) & self.empty;
        if landing != 0 {
            has_gone_on = true;
            self.trail.land(first.trailing_zeros());
            self.fly_on(landing, direction, captured | over);
            self.trail.lift();
        }
        if !has_gone_on {
            // A man can fly only after it became a king during the capture.
            let promotes = self.is_man;
            let mut at = first;
            while at & self.empty != 0 {
                self.trail.land(at.trailing_zeros());
                self.end(at, captured, promotes);
                self.trail.lift();
                at = Board::<V>::step(at, direction);
            }
        }
    }

    /// Captures to the left and to the right of `direction`.
    fn turn_off(&mut self, at: u64, direction: usize, captured: u64) -> bool {
        let (left, right) = if direction == 0 || direction == 3 { (1, 2) } else { (0, 3) };
        self.ray(at, left, captured) | self.ray(at, right, captured)
    }

    /// A capture is complete.
    fn end(&mut self, at: u64, captured: u64, promotes: bool) {
        let (from, to) = (self.from as u8, at.trailing_zeros() as u8);
        let mv = Move { captured, route: self.route, from, to, promotes };
        self.route = self.route.wrapping_add(1);
        self.trail.end(mv);
        if V::MOST_MUST_BE_TAKEN {
            let count = captured.count_ones();
            if count < self.most {
                return;
            }
            if count > self.most {
                self.most = count;
                self.moves.truncate(self.start);
            }
        }
        if V::ORDERS_ARE_ONE_MOVE {
            let is_it = |mv: &Move| (mv.captured, mv.from, mv.to) == (captured, from, to);
            if self.moves[self.start..].iter().any(is_it) {
                return;
            }
        }
        self.moves.push(mv);
    }
}
