//! Positions on a line of play, written.

use crate::block::{Room, zigzag};
use crate::event::{Entry, Place, Refutation, Source};
use crate::event_kind;
use crate::line_coder::{ENTERED, LEAF, SHORT_MOVES};
use crate::writer::Direct;

/// So many payoffs have room beside what stands before them.
const MOST_PAYOFFS: usize = 16;

/// Positions on a line of play.
impl Direct<'_> {
    /// The word of a move.
    pub(crate) fn move_word(&mut self, mv: u32, word: &str) {
        let before = |room: &mut Room<'_>| {
            room.byte(event_kind::MOVE_WORD);
            room.number(mv.into());
        };
        self.around(before, word, |_| ());
        self.end_full_block();
    }

    #[inline]
    pub(crate) fn line_byte(&mut self, byte: u8) {
        self.coder.block.put_here(|room| room.byte(byte));
        self.end_full_block();
    }

    /// Puts that a position is entered that has what the last at its ply had, and whether it is left
    /// again at once: by its move.
    #[inline]
    fn put_like(room: &mut Room<'_>, mv: u32, is_leaf: bool) {
        if mv < u32::from(SHORT_MOVES) {
            room.byte(mv as u8 | if is_leaf { LEAF } else { ENTERED });
        } else {
            room.byte(if is_leaf { event_kind::LINE_LEAF_BY } else { event_kind::LINE_ENTERED_BY });
            room.number(mv.into());
        }
    }

    /// A position that has what the last at its ply had.
    #[inline]
    pub(crate) fn line_entered_like(&mut self, mv: u32) {
        if mv < u32::from(SHORT_MOVES) {
            self.coder.block.put_here(|room| room.byte(ENTERED | mv as u8));
        } else {
            self.coder.block.put(|room| Self::put_like(room, mv, false));
        }
        self.end_full_block();
    }

    /// How many payoffs come in place of a score from here on; 0 for a score.
    pub(crate) fn line_payoffs(&mut self, count: usize) {
        self.coder.block.put(|room| {
            room.byte(event_kind::LINE_PAYOFFS);
            room.byte(count as u8);
        });
    }

    #[inline(always)]
    fn put_score(room: &mut Room<'_>, score: i32, source: Source) {
        room.number(zigzag(score.into()) << 4 | source as u64);
    }

    #[inline]
    fn put_left(room: &mut Room<'_>, ply: Option<u32>) {
        match ply {
            Some(ply) => {
                room.byte(event_kind::LINE_SCORED_AT);
                room.number(ply.into());
            }
            None => room.byte(event_kind::LINE_SCORED),
        }
    }

    /// Puts what stands before payoffs, and the payoffs.
    #[inline]
    fn put_payoffs(&mut self, before: impl FnOnce(&mut Room<'_>), payoffs: &[i32], source: Source) {
        let (some, more) = payoffs.split_at(payoffs.len().min(MOST_PAYOFFS));
        self.coder.block.put_here(|room| {
            before(room);
            room.byte(source as u8);
            some.iter().for_each(|&payoff| room.signed(payoff.into()));
        });
        for &payoff in more {
            self.coder.block.put(|room| room.signed(payoff.into()));
        }
        self.end_full_block();
    }

    /// A position with its score.
    #[inline]
    pub(crate) fn line_leaf(&mut self, mv: u32, score: i32, source: Source) {
        if mv < u32::from(SHORT_MOVES) {
            self.coder.block.put_here(|room| {
                room.byte(LEAF | mv as u8);
                Self::put_score(room, score, source);
            });
        } else {
            self.coder.block.put(|room| {
                Self::put_like(room, mv, true);
                Self::put_score(room, score, source);
            });
        }
        self.end_full_block();
    }

    /// The score of a position, the end of the line if no other is named.
    #[inline]
    pub(crate) fn line_scored(&mut self, ply: Option<u32>, score: i32, source: Source) {
        self.coder.block.put_here(|room| {
            Self::put_left(room, ply);
            Self::put_score(room, score, source);
        });
        self.end_full_block();
    }

    /// A position with what each side gets.
    #[inline]
    pub(crate) fn line_leaf_with(&mut self, mv: u32, payoffs: &[i32], source: Source) {
        self.put_payoffs(|room| Self::put_like(room, mv, true), payoffs, source);
    }

    /// What each side gets in a position, the end of the line if no other is named.
    #[inline]
    pub(crate) fn line_scored_with(&mut self, ply: Option<u32>, payoffs: &[i32], source: Source) {
        self.put_payoffs(|room| Self::put_left(room, ply), payoffs, source);
    }

    /// What each side gets is what it got last.
    #[inline]
    pub(crate) fn line_scored_alike(&mut self, ply: Option<u32>, source: u8) {
        self.coder.block.put_here(|room| {
            Self::put_left(room, ply);
            room.byte(source);
        });
        self.end_full_block();
    }

    /// The same for a position that is left at once.
    #[inline]
    pub(crate) fn line_leaf_alike(&mut self, mv: u32, source: u8) {
        if mv < u32::from(SHORT_MOVES) {
            return self.line_bytes([LEAF | mv as u8, source]);
        }
        self.coder.block.put(|room| {
            Self::put_like(room, mv, true);
            room.byte(source);
        });
        self.end_full_block();
    }

    /// Two bytes that tell all.
    #[inline]
    pub(crate) fn line_bytes(&mut self, bytes: [u8; 2]) {
        self.coder.block.put_here(|room| bytes.into_iter().for_each(|byte| room.byte(byte)));
        self.end_full_block();
    }

    /// A position, whatever it has.
    pub(crate) fn line_entered(&mut self, mv: u32, entry: Entry, place: Option<&Place<'_>>) {
        let Entry { side, ply, depth, alpha, beta } = entry;
        self.coder.block.put(|room| {
            room.byte(event_kind::LINE_ENTERED);
            room.number(mv.into());
            room.byte(side);
            room.number(ply.into());
            [depth, alpha, beta].into_iter().for_each(|value| room.signed(value.into()));
            Self::put_place(room, place);
        });
        if let Some(Place::Text { text }) = place {
            self.coder.block.put_text(text);
        }
        self.end_full_block();
    }

    /// A refutation of the position so many plies above the end of the line.
    #[inline]
    pub(crate) fn line_cutoff(
        &mut self,
        mv: u32,
        up: i64,
        tried: u32,
        (score, beta, reason): (i32, i32, Refutation),
    ) {
        let is_usual = reason == Refutation::default();
        self.coder.block.put(|room| {
            room.byte(if is_usual {
                event_kind::LINE_CUTOFF
            } else {
                event_kind::LINE_CUTOFF_BECAUSE
            });
            room.number(mv.into());
            room.signed(up);
            room.number(tried.into());
            room.signed(score.into());
            room.signed(beta.into());
            if !is_usual {
                room.byte(reason as u8);
            }
        });
        self.end_full_block();
    }
}
