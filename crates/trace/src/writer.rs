//! Traces written as they come.

use std::io::{self, Write};

use crate::coding::{Block, Context, MAGIC, Room, Station, VERSION, Words, put};
use crate::error::TraceError;
use crate::event::{Entry, Place, Reason, Sink, Source, TraceEvent};
use crate::header::TraceHeader;

/// The kinds of events in the file; numbers are never used anew.
pub(crate) mod kind {
    pub(crate) const GENERATED: u8 = 1;
    pub(crate) const EXPANDED: u8 = 2;
    pub(crate) const REOPENED: u8 = 3;
    pub(crate) const DUPLICATE: u8 = 4;
    pub(crate) const PRUNED: u8 = 5;
    pub(crate) const LEFT: u8 = 6;
    pub(crate) const ITERATION: u8 = 7;
    pub(crate) const BOUND: u8 = 8;
    pub(crate) const SOLUTION: u8 = 9;
    pub(crate) const PATH: u8 = 10;
    pub(crate) const ENTERED: u8 = 11;
    pub(crate) const SCORED: u8 = 12;
    pub(crate) const CUTOFF: u8 = 13;
    pub(crate) const LINE: u8 = 14;
    pub(crate) const END: u8 = 15;
    // Since version 2, in fewer bytes what is so nearly always.
    /// A new node, generated from the one expanded last, and its place is not told.
    pub(crate) const NEXT: u8 = 16;
    /// Expanded, and its place is not told.
    pub(crate) const EXPANDED_THERE: u8 = 17;
    /// A duplicate of a node, generated from the one expanded last.
    pub(crate) const DUPLICATE_OF: u8 = 18;
    /// A position below the one entered last at the ply above; its place is not told.
    pub(crate) const ENTERED_BELOW: u8 = 19;
}

/// The kinds of places.
pub(crate) mod place {
    pub(crate) const NONE: u8 = 0;
    pub(crate) const CELL: u8 = 1;
    pub(crate) const VERTEX: u8 = 2;
    pub(crate) const TEXT: u8 = 3;
    pub(crate) const UNKNOWN: u8 = 4;
}

/// Writes a trace in our own form: some bytes an event, a block of some kilobytes at a time,
/// and nothing kept but the words seen.
///
/// Whatever was written can be read again if the writing ends early, but for the events of
/// the last block.
#[derive(Debug)]
pub struct TraceWriter<W: Write> {
    out: W,
    block: Block,
    words: Words,
    context: Context,
    failure: Option<io::Error>,
}

impl<W: Write> TraceWriter<W> {
    /// A writer that has written the header.
    ///
    /// # Errors
    ///
    /// Fails if `out` does.
    pub fn new(mut out: W, header: &TraceHeader) -> Result<Self, TraceError> {
        let header = serde_json::to_vec(header).map_err(io::Error::from)?;
        let mut start = MAGIC.to_vec();
        put(&mut start, VERSION);
        put(&mut start, header.len() as u64);
        start.extend(crc32fast::hash(&header).to_le_bytes());
        start.extend(header);
        out.write_all(&start)?;
        Ok(Self {
            out,
            block: Block::new(),
            words: Words::default(),
            context: Context::default(),
            failure: None,
        })
    }

    /// Writes what is left, and returns what was written to.
    ///
    /// # Errors
    ///
    /// Returns the first error since the beginning.
    pub fn finish(mut self) -> Result<W, TraceError> {
        self.end_block();
        if self.failure.is_none() {
            self.failure = self.out.flush().err();
        }
        match self.failure {
            Some(error) => Err(error.into()),
            None => Ok(self.out),
        }
    }

    #[inline]
    fn end_full_block(&mut self) {
        if self.block.is_full() {
            self.end_block();
        }
    }

    #[cold]
    fn end_block(&mut self) {
        if self.block.as_bytes().is_empty() || self.failure.is_some() {
            self.block.clear();
            return;
        }
        let written = self.out.write_all(self.block.framed());
        self.failure = written.err();
        self.block.clear();
    }

    /// Puts a place, but for its text.
    #[inline]
    fn put_place(room: &mut Room<'_>, at: Option<&Place<'_>>) {
        match at {
            None => room.byte(place::NONE),
            Some(Place::Cell { x, y }) => {
                room.byte(place::CELL);
                room.number(u64::from(*x));
                room.number(u64::from(*y));
            }
            Some(Place::Vertex { vertex }) => {
                room.byte(place::VERTEX);
                room.number(u64::from(*vertex));
            }
            Some(Place::Text { .. }) => room.byte(place::TEXT),
            Some(Place::Unknown {}) => room.byte(place::UNKNOWN),
        }
    }

    /// Puts an event about a node: its numbers before the word, the word, if there is one,
    /// its numbers after that, and the text of the place.
    #[inline]
    fn about(
        &mut self,
        (kind, id): (u8, u32),
        before: impl FnOnce(&mut Room<'_>),
        word: Option<&str>,
        after: impl FnOnce(&mut Room<'_>),
        at: Option<&Place<'_>>,
    ) {
        let last = self.context.last;
        self.context.about(id);
        let head = |room: &mut Room<'_>| {
            room.byte(kind);
            room.signed(i64::from(id) - i64::from(last));
            before(room);
        };
        match word {
            Some(word) => self.around(head, word, after),
            None => self.block.put(|room| {
                head(room);
                after(room);
            }),
        }
        if let Some(Place::Text { text }) = at {
            self.block.put_text(text);
        }
        self.end_full_block();
    }

    /// Puts numbers, a word and numbers.
    #[inline]
    fn around(
        &mut self,
        before: impl FnOnce(&mut Room<'_>),
        word: &str,
        after: impl FnOnce(&mut Room<'_>),
    ) {
        let number = self.words.recent(word);
        if number > 0 {
            self.block.put(|room| {
                before(room);
                room.number(number.into());
                after(room);
            });
        } else {
            self.block.put(before);
            self.words.put(&mut self.block, word);
            self.block.put(after);
        }
    }

    /// Puts an event about a node that has numbers and a place.
    #[inline]
    fn plain(
        &mut self,
        kind: u8,
        id: u32,
        numbers: impl FnOnce(&mut Room<'_>),
        at: Option<&Place<'_>>,
    ) {
        self.about((kind, id), |_| (), None, numbers, at);
    }
}

impl<W: Write> Sink for TraceWriter<W> {
    fn generated(
        &mut self,
        id: u32,
        (parent, action): (Option<u32>, Option<&str>),
        (g, h): (f64, f64),
        place: Option<&Place<'_>>,
    ) {
        let costs = |room: &mut Room<'_>| {
            room.cost(g);
            room.cost(h);
        };
        if let Some(action) = action
            && id == self.context.next
            && parent.is_some()
            && parent == self.context.expanded
            && place.is_none()
        {
            self.context.about(id);
            self.around(|room| room.byte(kind::NEXT), action, costs);
            return self.end_full_block();
        }
        let before = |room: &mut Room<'_>| {
            room.node(parent, id);
            room.byte(u8::from(action.is_some()));
        };
        let after = |room: &mut Room<'_>| {
            costs(room);
            Self::put_place(room, place);
        };
        self.about((kind::GENERATED, id), before, action, after, place);
    }

    fn expanded(&mut self, id: u32, g: f64, place: Option<&Place<'_>>) {
        if place.is_none() {
            self.plain(kind::EXPANDED_THERE, id, |room| room.cost(g), None);
        } else {
            let numbers = |room: &mut Room<'_>| {
                room.cost(g);
                Self::put_place(room, place);
            };
            self.plain(kind::EXPANDED, id, numbers, place);
        }
        self.context.expanded = Some(id);
    }

    fn duplicate(&mut self, id: Option<u32>, parent: Option<u32>) {
        let Context { last, expanded, .. } = self.context;
        match id {
            Some(id) if parent.is_some() && parent == expanded => self.block.put(|room| {
                room.byte(kind::DUPLICATE_OF);
                room.signed(i64::from(last) - i64::from(id));
            }),
            _ => self.block.put(|room| {
                room.byte(kind::DUPLICATE);
                room.node(id, last);
                room.node(parent, last);
            }),
        }
        self.end_full_block();
    }

    fn pruned(&mut self, id: u32, reason: Reason) {
        self.plain(kind::PRUNED, id, |room| room.byte(reason as u8), None);
    }

    fn left(&mut self, id: u32) {
        self.plain(kind::LEFT, id, |_| (), None);
    }

    fn entered(
        &mut self,
        id: u32,
        (parent, mv): (Option<u32>, Option<&str>),
        Entry { side, ply, depth, alpha, beta }: Entry,
        place: Option<&Place<'_>>,
    ) {
        let station = Station { id, side, depth, window: (alpha, beta) };
        let Context { next, ply: last_ply, ref line, .. } = self.context;
        let above = (ply as usize).checked_sub(1).and_then(|at| line.get(at));
        if let Some(mv) = mv
            && parent.is_some()
            && parent == above.map(|above| above.id)
            && id <= next
            && place.is_none()
        {
            let beside = line.get(ply as usize).is_some_and(|beside| beside.is_like(&station));
            let before = |room: &mut Room<'_>| {
                room.byte(kind::ENTERED_BELOW);
                room.signed(i64::from(ply) - i64::from(last_ply));
                room.number(u64::from(next - id));
            };
            let after = |room: &mut Room<'_>| {
                if beside {
                    return room.byte(0);
                }
                room.byte(1);
                room.byte(side);
                for value in [depth, alpha, beta] {
                    room.signed(i64::from(value));
                }
            };
            self.around(before, mv, after);
            self.context.about(id);
            self.context.enter(ply, station);
            return self.end_full_block();
        }
        let before = |room: &mut Room<'_>| {
            room.node(parent, id);
            room.byte(u8::from(mv.is_some()));
        };
        let after = |room: &mut Room<'_>| {
            room.byte(side);
            room.number(u64::from(ply));
            for value in [depth, alpha, beta] {
                room.signed(i64::from(value));
            }
            Self::put_place(room, place);
        };
        self.about((kind::ENTERED, id), before, mv, after, place);
        self.context.enter(ply, station);
    }

    fn scored(&mut self, id: u32, score: i32, source: Source) {
        let numbers = |room: &mut Room<'_>| {
            room.signed(i64::from(score));
            room.byte(source as u8);
        };
        self.plain(kind::SCORED, id, numbers, None);
    }

    fn take(&mut self, event: &TraceEvent<'_>) {
        match event {
            TraceEvent::Generated { id, parent, action, g, h, place } => {
                self.generated(*id, (*parent, action.as_deref()), (*g, *h), place.as_ref());
            }
            TraceEvent::Expanded { id, g, place } => self.expanded(*id, *g, place.as_ref()),
            TraceEvent::Duplicate { id, parent } => self.duplicate(*id, *parent),
            TraceEvent::Pruned { id, reason } => self.pruned(*id, *reason),
            TraceEvent::Left { id } => self.left(*id),
            TraceEvent::Entered { id, parent, mv, side, ply, depth, alpha, beta, place } => {
                let (side, ply, depth) = (*side, *ply, *depth);
                let entry = Entry { side, ply, depth, alpha: *alpha, beta: *beta };
                self.entered(*id, (*parent, mv.as_deref()), entry, place.as_ref());
            }
            TraceEvent::Scored { id, score, source } => self.scored(*id, *score, *source),
            TraceEvent::Reopened { id } => self.plain(kind::REOPENED, *id, |_| (), None),
            TraceEvent::Iteration { limit: cost }
            | TraceEvent::Bound { cost }
            | TraceEvent::Solution { cost } => {
                let kind = match event {
                    TraceEvent::Iteration { .. } => kind::ITERATION,
                    TraceEvent::Bound { .. } => kind::BOUND,
                    _ => kind::SOLUTION,
                };
                self.block.put(|room| {
                    room.byte(kind);
                    room.cost(*cost);
                });
            }
            TraceEvent::Path { id, place } => {
                let at = place.as_ref();
                self.plain(kind::PATH, *id, |room| Self::put_place(room, at), at);
            }
            TraceEvent::Cutoff { id, mv, tried, score, beta } => {
                let after = |room: &mut Room<'_>| {
                    room.number(u64::from(*tried));
                    room.signed(i64::from(*score));
                    room.signed(i64::from(*beta));
                };
                self.about((kind::CUTOFF, *id), |_| (), Some(mv), after, None);
            }
            TraceEvent::Line { depth, score, exact, moves } => {
                let block = &mut self.block;
                block.put(|room| {
                    room.byte(kind::LINE);
                    room.number(u64::from(*depth));
                    room.signed(i64::from(*score));
                    room.byte(u8::from(*exact));
                    room.number(moves.len() as u64);
                });
                for mv in moves {
                    self.words.put(block, mv);
                }
            }
            TraceEvent::End { counts, status } => {
                let block = &mut self.block;
                block.put(|room| room.byte(kind::END));
                for count in counts.to_array() {
                    block.put(|room| room.number(count));
                }
                block.put_text(status);
            }
        }
        self.end_full_block();
    }
}
