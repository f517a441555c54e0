//! Positions on a line of play, read again: which nodes they are.

use std::collections::VecDeque;

use crate::bytes::Fault;
use crate::event::{CHANCE, Entry, Place, Refutation, Source, TraceEvent};
use crate::header::Shape;
use crate::line_coder::{NO_MOVE, SHORT_MOVES};
use crate::numbering::{NONE, Numbering};

/// Follows a line of play, and numbers its positions: a line is one node, in every iteration.
pub(crate) struct LineReader {
    /// The positions on the line, or [`NONE`].
    line: Vec<u32>,
    /// How many of them are not yet left.
    open: usize,
    beside: Vec<Option<Entry>>,
    /// Of the moves, by code.
    words: Vec<Option<Box<str>>>,
    /// How many payoffs come in place of a score.
    pub(crate) payoff_count: u8,
    /// Those that came last.
    pub(crate) payoffs: Vec<i32>,
    /// The side that is to move at the root.
    pub(crate) judged: u8,
    numbering: Numbering<u32>,
    /// What was read and not yet handed out.
    pub(crate) pending: VecDeque<TraceEvent<'static>>,
}

impl std::fmt::Debug for LineReader {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("LineReader").field("line", &self.line).finish_non_exhaustive()
    }
}

impl Default for LineReader {
    fn default() -> Self {
        Self {
            line: Vec::new(),
            open: 0,
            beside: Vec::new(),
            words: vec![None; usize::from(SHORT_MOVES) + 1],
            payoff_count: 0,
            payoffs: Vec::new(),
            judged: 0,
            numbering: Numbering::new(Shape::Tree),
            pending: VecDeque::new(),
        }
    }
}

impl LineReader {
    /// The most plies of a line, so that a number that lies takes no memory.
    const MOST_PLIES: u32 = 1 << 20;

    /// Learns the word of a move: one with a short code, or one more.
    pub(crate) fn learn(&mut self, mv: u32, word: &str) -> Result<(), Fault> {
        let count = self.words.len();
        if mv == NO_MOVE || mv as usize > count {
            return Err(Fault::Wrong("a move that is none"));
        }
        self.words.resize(count.max(mv as usize + 1), None);
        self.words[mv as usize] = Some(word.into());
        Ok(())
    }

    /// The word of a move; none for [`NO_MOVE`].
    pub(crate) fn word(&self, mv: u32) -> Result<Option<String>, Fault> {
        if mv == NO_MOVE {
            return Ok(None);
        }
        let word = self.words.get(mv as usize).and_then(Option::as_deref);
        word.map(|word| Some(word.to_owned())).ok_or(Fault::Wrong("a move that is unknown"))
    }

    /// A position that has all that the last at its ply had.
    pub(crate) fn enter_like(&mut self, mv: u32) -> Result<TraceEvent<'static>, Fault> {
        let beside = self.beside.get(self.open).copied().flatten();
        self.enter(mv, beside.ok_or(Fault::Wrong("a position like none"))?, None)
    }

    /// A position is entered.
    pub(crate) fn enter(
        &mut self,
        mv: u32,
        entry: Entry,
        place: Option<Place<'static>>,
    ) -> Result<TraceEvent<'static>, Fault> {
        let Entry { side, ply, depth, alpha, beta } = entry;
        let word = self.word(mv)?;
        if ply > Self::MOST_PLIES.min(self.line.len() as u32 + 4096) {
            return Err(Fault::Wrong("a position that is below none"));
        }
        let at = ply as usize;
        self.line.truncate(at);
        let parent = at.checked_sub(1).and_then(|above| self.line.get(above)).copied();
        let parent = parent.filter(|&id| id != NONE);
        let (id, is_new) = self.numbering.number(parent.unwrap_or(NONE), mv);
        if id == NONE {
            return Err(Fault::Wrong("a node too many"));
        }
        self.line.resize(at, NONE);
        self.line.push(id);
        if self.beside.len() <= at {
            self.beside.resize(at + 1, None);
        }
        self.beside[at] = Some(entry);
        self.open = at + 1;
        if at == 0 {
            self.judged = if side == CHANCE { 0 } else { side };
        }
        let (mv, place) = (word.map(Into::into), place.filter(|_| is_new));
        Ok(TraceEvent::Entered { id, parent, mv, side, ply, depth, alpha, beta, place })
    }

    fn at(&self, ply: usize) -> Result<u32, Fault> {
        let id = self.line.get(ply).copied().filter(|&id| id != NONE);
        id.ok_or(Fault::Wrong("a position that is not on the line"))
    }

    /// A position is left, the last if none is named.
    pub(crate) fn leave(
        &mut self,
        ply: Option<u32>,
        (score, source, payoffs): (i32, Source, Vec<i32>),
    ) -> Result<TraceEvent<'static>, Fault> {
        let ply = ply.map_or(self.open.wrapping_sub(1), |ply| ply as usize);
        let id = self.at(ply)?;
        self.open = ply;
        Ok(TraceEvent::Scored { id, score, source, payoffs })
    }

    /// A move refuted a position, so many plies above the last.
    pub(crate) fn cut(
        &mut self,
        (mv, up): (u32, i32),
        tried: u32,
        (score, beta, reason): (i32, i32, Refutation),
    ) -> Result<TraceEvent<'static>, Fault> {
        let ply = self.open as i64 - 1 - i64::from(up);
        let id = self.at(usize::try_from(ply).unwrap_or(usize::MAX))?;
        let mv = self.word(mv)?.ok_or(Fault::Wrong("a move that is none"))?.into();
        Ok(TraceEvent::Cutoff { id, mv, tried, score, beta, reason })
    }

    /// The nodes of the best line, as far as they were recorded.
    pub(crate) fn plan(&mut self, words: &[String]) -> Result<TraceEvent<'static>, Fault> {
        let mut at =
            self.numbering.get(NONE, &NO_MOVE).ok_or(Fault::Wrong("a line from nowhere"))?;
        let root = TraceEvent::Path { id: at, place: None };
        for word in words {
            let is_it = |known: &Option<Box<str>>| known.as_deref() == Some(word);
            let mv = self.words.iter().position(is_it);
            let Some(id) = mv.and_then(|mv| self.numbering.get(at, &(mv as u32))) else { break };
            self.pending.push_back(TraceEvent::Path { id, place: None });
            at = id;
        }
        Ok(root)
    }
}
