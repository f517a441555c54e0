//! Positions on a line of play in a byte each.

use tremaux_core::{Game, Turn};

use crate::event::{Entry, Place, Source};
use crate::game_recorder::DescribeGame;
use crate::writer::Direct;

/// Moves have numbers below this.
pub(crate) const MOST_MOVES: u8 = 64;
/// In place of the number of a move, where there is none.
pub(crate) const NO_MOVE: u8 = MOST_MOVES;
/// With the number of a move: a position is entered, with all that the last at its ply had.
pub(crate) const ENTERED: u8 = 0x40;
/// The same, and its score follows: nothing is below.
pub(crate) const LEAF: u8 = 0x80;

/// A position on the line.
struct Frame<S> {
    state: S,
    /// The side that moves there, if it was asked for.
    side: Option<u8>,
    /// Whether moves that are told of lead there from the root.
    is_reached: bool,
}

/// A position that was entered, and is not yet written.
struct Waiting {
    mv: u8,
    entry: Entry,
    /// Whether the last position at this ply had the same, and it is where it is expected.
    is_like: bool,
    /// What it looks like, if moves do not lead there.
    place: Option<Place<'static>>,
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
    waiting: Option<Waiting>,
    /// The moves whose words are written, as bits.
    written: u64,
}

impl<G: Game> LineCoder<G> {
    /// Whether moves of a game can be written so.
    pub(crate) const fn can_write(move_count: u8) -> bool {
        move_count > 0 && move_count <= MOST_MOVES
    }

    pub(crate) const fn new() -> Self {
        Self { frames: Vec::new(), open: 0, beside: Vec::new(), waiting: None, written: 0 }
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
        let turn = |state: &G::State| match game.turn(state) {
            Turn::Player(player) => player,
            _ => 0,
        };
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
        let place = (!follows).then(|| {
            let mut text = String::new();
            describe.place(game, state, &mut text).to_owned_place()
        });
        if !is_like {
            self.remember(ply, entry);
        }
        // A search that begins below the root has none above.
        while self.frames.len() < ply {
            self.frames.push(Frame { state: state.clone(), side: None, is_reached: false });
        }
        let is_reached = follows || ply == 0;
        self.frames.push(Frame { state: state.clone(), side: None, is_reached });
        self.open = ply + 1;
        self.waiting = Some(Waiting { mv: number, entry, is_like, place });
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
        let is_end = ply as usize + 1 == self.open;
        if is_end && let Some(waiting) = self.waiting.take_if(|waiting| waiting.is_like) {
            out.line_leaf(LEAF | waiting.mv, score, source);
        } else {
            self.write_waiting(out);
            out.line_scored((!is_end).then_some(ply), score, source);
        }
        self.open = ply as usize;
    }

    /// A move refuted a position.
    pub(crate) fn cut(
        &mut self,
        mv: u8,
        (ply, tried): (u32, u32),
        (score, beta): (i32, i32),
        out: &mut Direct<'_>,
    ) {
        self.write_waiting(out);
        let up = self.open as i64 - 1 - i64::from(ply);
        out.line_cutoff(mv % MOST_MOVES, up, tried, (score, beta));
    }

    /// Writes the position that was entered last.
    #[inline]
    pub(crate) fn write_waiting(&mut self, out: &mut Direct<'_>) {
        if let Some(Waiting { mv, entry, is_like, place }) = self.waiting.take() {
            if is_like {
                out.line_byte(ENTERED | mv);
            } else {
                out.line_entered(mv, entry, place.as_ref());
            }
        }
    }
}
