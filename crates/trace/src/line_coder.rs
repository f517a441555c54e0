//! Positions on a line of play in a byte each.

use tremaux_core::Game;

use crate::event::{Entry, Refutation, Source};
use crate::game_recorder::{DescribeGame, side_to_move};
use crate::writer::{Direct, kind};

/// Moves have numbers below this.
pub(crate) const MOST_MOVES: u8 = 64;
/// In place of the number of a move, where there is none.
pub(crate) const NO_MOVE: u8 = MOST_MOVES;
/// With the number of a move: a position is entered, with all that the last at its ply had.
pub(crate) const ENTERED: u8 = 0x40;
/// The same, and its score follows: nothing is below.
pub(crate) const LEAF: u8 = 0x80;
/// With the source of payoffs: they are the last ones again.
pub(crate) const ALIKE: u8 = 0x80;

/// A position on the line.
struct Frame<S> {
    state: S,
    /// The side that moves there, if it was asked for.
    side: Option<u8>,
    /// Whether moves that are told of lead there from the root.
    is_reached: bool,
}

/// How it is written that a position is left.
enum Leaving {
    /// With the position itself, as nothing is below.
    Leaf(u8),
    /// The end of the line, if no other ply is named.
    At(Option<u32>),
}

/// Writes the positions of a search of a game along the line that is searched.
///
/// Which node that is, whoever reads it finds out.
pub(crate) struct LineCoder<G: Game> {
    frames: Vec<Frame<G::State>>,
    /// How many of them are not yet left.
    open: usize,
    /// How the last position at each ply was entered.
    beside: Vec<Entry>,
    /// The move to the position entered last, if that has what the last at its ply had, is where
    /// it is expected, and is not yet written.
    waiting: Option<u8>,
    /// The moves whose words are written, as bits.
    written: u64,
    /// How many payoffs come with a score.
    payoff_count: usize,
}

impl<G: Game> LineCoder<G> {
    /// Whether moves of a game can be written so.
    pub(crate) const fn can_write(move_count: u8) -> bool {
        move_count > 0 && move_count <= MOST_MOVES
    }

    pub(crate) const fn new() -> Self {
        Self {
            frames: Vec::new(),
            open: 0,
            beside: Vec::new(),
            waiting: None,
            written: 0,
            payoff_count: 0,
        }
    }

    /// A position is entered, by `mv`.
    #[inline]
    pub(crate) fn enter<D: DescribeGame<G>>(
        &mut self,
        (state, mv): (&G::State, Option<G::Move>),
        entry: Entry,
        (game, describe, root): (&G, &D, &G::State),
        out: &mut Direct<'_>,
    ) {
        self.write_waiting(out);
        let ply = entry.ply as usize;
        self.frames.truncate(ply);
        let turn = |state: &G::State| side_to_move(game, state);
        let before = ply.checked_sub(1).and_then(|above| self.frames.get_mut(above));
        let (side, follows) = match before {
            Some(frame) => {
                let side = *frame.side.get_or_insert_with(|| turn(&frame.state));
                (side, mv.is_some() && frame.is_reached)
            }
            None => (turn(root), false),
        };
        let entry = Entry { side, ..entry };
        let is_like = follows && ply == self.open && self.beside.get(ply) == Some(&entry);
        let mut number = NO_MOVE;
        if let Some(mv) = mv
            && ply > 0
        {
            number = describe.move_number(game, mv) % MOST_MOVES;
            if self.written & 1 << number == 0 {
                self.written |= 1 << number;
                let mut word = String::new();
                let written = describe.write_move(game, root, mv, &mut word);
                written.expect("a string takes everything");
                out.move_word(number, &word);
            }
        }
        if is_like {
            self.waiting = Some(number);
        } else {
            self.remember(ply, entry);
            let mut text = String::new();
            let place = (!follows).then(|| describe.place(game, state, &mut text));
            out.line_entered(number, entry, place.as_ref());
        }
        // A search that begins below the root has none above.
        while self.frames.len() < ply {
            self.frames.push(Frame { state: state.clone(), side: None, is_reached: false });
        }
        let is_reached = follows || ply == 0;
        self.frames.push(Frame { state: state.clone(), side: None, is_reached });
        self.open = ply + 1;
    }

    #[cold]
    fn remember(&mut self, ply: usize, entry: Entry) {
        while self.beside.len() <= ply {
            self.beside.push(Entry { ply: u32::MAX, ..entry });
        }
        self.beside[ply] = entry;
    }

    /// A position has a score, and is left.
    #[inline]
    pub(crate) fn leave(&mut self, ply: u32, score: i32, source: Source, out: &mut Direct<'_>) {
        match self.leaving((ply, 0), out) {
            Leaving::Leaf(byte) => out.line_leaf(byte, score, source),
            Leaving::At(ply) => out.line_scored(ply, score, source),
        }
    }

    /// The same, and this is what each side gets: the score is that of the side judged, who is
    /// to move at the root.
    #[inline]
    pub(crate) fn leave_with(
        &mut self,
        ply: u32,
        payoffs: &[i32],
        source: Source,
        out: &mut Direct<'_>,
    ) {
        match self.leaving((ply, payoffs.len()), out) {
            Leaving::Leaf(byte) => out.line_leaf_with(byte, payoffs, source),
            Leaving::At(ply) => out.line_scored_with(ply, payoffs, source),
        }
    }

    /// The same, and each side gets what it did in the position left last: so many payoffs.
    #[inline]
    pub(crate) fn leave_alike(
        &mut self,
        ply: u32,
        payoffs: usize,
        source: Source,
        out: &mut Direct<'_>,
    ) {
        match self.leaving((ply, payoffs), out) {
            Leaving::Leaf(byte) => out.line_bytes([byte, ALIKE | source as u8]),
            Leaving::At(None) => out.line_bytes([kind::LINE_SCORED, ALIKE | source as u8]),
            Leaving::At(ply) => out.line_scored_alike(ply, ALIKE | source as u8),
        }
    }

    /// A position is left, with so many payoffs.
    #[inline]
    fn leaving(&mut self, (ply, payoffs): (u32, usize), out: &mut Direct<'_>) -> Leaving {
        if payoffs != self.payoff_count {
            self.payoff_count = payoffs;
            out.line_payoffs(payoffs);
        }
        let is_end = ply as usize + 1 == self.open;
        self.open = ply as usize;
        match self.waiting.take() {
            Some(mv) if is_end => return Leaving::Leaf(LEAF | mv),
            Some(mv) => out.line_byte(ENTERED | mv),
            None => {}
        }
        Leaving::At((!is_end).then_some(ply))
    }

    /// A move refuted a position.
    pub(crate) fn cut(
        &mut self,
        mv: u8,
        (ply, tried): (u32, u32),
        told: (i32, i32, Refutation),
        out: &mut Direct<'_>,
    ) {
        self.write_waiting(out);
        let up = self.open as i64 - 1 - i64::from(ply);
        out.line_cutoff(mv % MOST_MOVES, up, tried, told);
    }

    /// Writes the position that was entered last.
    #[inline]
    pub(crate) fn write_waiting(&mut self, out: &mut Direct<'_>) {
        if let Some(mv) = self.waiting.take() {
            out.line_byte(ENTERED | mv);
        }
    }
}
