//! Positions on a line of play in a byte each.

use tremaux_core::Game;

use crate::event::{Entry, Refutation, Source};
use crate::event_kind;
use crate::game_recorder::{DescribeGame, side_to_move};
use crate::move_codes::MoveCodes;
use crate::writer::Direct;

/// Moves with codes below this are told in a byte.
pub(crate) const SHORT_MOVES: u8 = 64;
/// In place of the code of a move, where there is none.
pub(crate) const NO_MOVE: u32 = SHORT_MOVES as u32;
/// With the code of a move: a position is entered, with all that the last at its ply had.
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
    /// With the position itself, by this move, as nothing is below.
    Leaf(u32),
    /// The end of the line, if no other ply is named.
    At(Option<u32>),
}

/// Writes the positions of a search of a game along the line that is searched.
///
/// Which node that is, whoever reads it finds out.
pub(crate) struct LineCoder<G: Game> {
    /// The positions on the line, and after them others to be used again.
    frames: Vec<Frame<G::State>>,
    /// How many of them are on the line.
    length: usize,
    /// How many of those are not yet left.
    open: usize,
    /// How the last position at each ply was entered.
    beside: Vec<Entry>,
    /// The move to the position entered last, if that has what the last at its ply had, is where
    /// it is expected, and is not yet written.
    waiting: Option<u32>,
    codes: MoveCodes,
    /// How many payoffs come with a score.
    payoff_count: usize,
}

impl<G: Game> LineCoder<G> {
    pub(crate) fn new() -> Self {
        Self {
            frames: Vec::new(),
            length: 0,
            open: 0,
            beside: Vec::new(),
            waiting: None,
            codes: MoveCodes::new(),
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
        self.length = self.length.min(ply);
        let turn = |state: &G::State| side_to_move(game, state);
        let line = &mut self.frames[..self.length];
        let before = ply.checked_sub(1).and_then(|above| line.get_mut(above));
        let (code, side, follows) = match before {
            Some(frame) => {
                let side = *frame.side.get_or_insert_with(|| turn(&frame.state));
                let code = mv.map(|mv| self.codes.code((&frame.state, mv), (game, describe), out));
                (code, side, mv.is_some() && frame.is_reached)
            }
            None => (None, turn(root), false),
        };
        let code = code.unwrap_or(NO_MOVE);
        let entry = Entry { side, ..entry };
        let is_like = follows && ply == self.open && self.beside.get(ply) == Some(&entry);
        if is_like {
            self.waiting = Some(code);
        } else {
            self.remember(ply, entry);
            let mut text = String::new();
            let place = (!follows).then(|| describe.place(game, state, &mut text));
            out.line_entered(code, entry, place.as_ref());
        }
        // A search that begins below the root has none above.
        while self.length < ply {
            self.put_on_line(state, false);
        }
        self.put_on_line(state, follows || ply == 0);
        self.open = ply + 1;
    }

    /// Puts a position at the end of the line; where one was, without new memory.
    #[inline]
    fn put_on_line(&mut self, state: &G::State, is_reached: bool) {
        if let Some(frame) = self.frames.get_mut(self.length) {
            frame.state.clone_from(state);
            (frame.side, frame.is_reached) = (None, is_reached);
        } else {
            self.frames.push(Frame { state: state.clone(), side: None, is_reached });
        }
        self.length += 1;
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
            Leaving::Leaf(mv) => out.line_leaf(mv, score, source),
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
            Leaving::Leaf(mv) => out.line_leaf_with(mv, payoffs, source),
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
            Leaving::Leaf(mv) => out.line_leaf_alike(mv, ALIKE | source as u8),
            Leaving::At(None) => out.line_bytes([event_kind::LINE_SCORED, ALIKE | source as u8]),
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
            Some(mv) if is_end => return Leaving::Leaf(mv),
            Some(mv) => out.line_entered_like(mv),
            None => {}
        }
        Leaving::At((!is_end).then_some(ply))
    }

    /// A move refuted a position.
    pub(crate) fn cut<D: DescribeGame<G>>(
        &mut self,
        (state, mv): (&G::State, G::Move),
        (ply, tried): (u32, u32),
        told: (i32, i32, Refutation),
        about: (&G, &D),
        out: &mut Direct<'_>,
    ) {
        self.write_waiting(out);
        let up = self.open as i64 - 1 - i64::from(ply);
        let mv = self.codes.code((state, mv), about, out);
        out.line_cutoff(mv, up, tried, told);
    }

    /// Writes the position that was entered last.
    #[inline]
    pub(crate) fn write_waiting(&mut self, out: &mut Direct<'_>) {
        if let Some(mv) = self.waiting.take() {
            out.line_entered_like(mv);
        }
    }
}
