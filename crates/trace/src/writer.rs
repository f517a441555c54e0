//! Traces written as they come.

use std::io::{self, Write};

use crate::coding::{BLOCK, MAGIC, VERSION, Words, put, put_cost, put_node, put_signed, put_text};
use crate::error::TraceError;
use crate::event::{Place, Sink, TraceEvent};
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
    block: Vec<u8>,
    words: Words,
    last: u32,
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
        let block = Vec::with_capacity(BLOCK * 2);
        Ok(Self { out, block, words: Words::default(), last: 0, failure: None })
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

    fn end_block(&mut self) {
        if self.block.is_empty() || self.failure.is_some() {
            self.block.clear();
            return;
        }
        let mut frame = Vec::with_capacity(16);
        put(&mut frame, self.block.len() as u64);
        frame.extend(crc32fast::hash(&self.block).to_le_bytes());
        let written = self.out.write_all(&frame).and_then(|()| self.out.write_all(&self.block));
        self.failure = written.err();
        self.block.clear();
    }

    fn put_place(out: &mut Vec<u8>, at: Option<&Place<'_>>) {
        match at {
            None => out.push(place::NONE),
            Some(Place::Cell { x, y }) => {
                out.push(place::CELL);
                put(out, u64::from(*x));
                put(out, u64::from(*y));
            }
            Some(Place::Vertex { vertex }) => {
                out.push(place::VERTEX);
                put(out, u64::from(*vertex));
            }
            Some(Place::Text { text }) => {
                out.push(place::TEXT);
                put_text(out, text);
            }
            Some(Place::Unknown {}) => out.push(place::UNKNOWN),
        }
    }

    /// Begins an event about a node.
    #[inline]
    fn begin(&mut self, kind: u8, id: u32) {
        self.block.push(kind);
        put_signed(&mut self.block, i64::from(id) - i64::from(self.last));
        self.last = id;
    }
}

impl<W: Write> Sink for TraceWriter<W> {
    fn take(&mut self, event: &TraceEvent<'_>) {
        match event {
            TraceEvent::Generated { id, parent, action, g, h, place } => {
                self.begin(kind::GENERATED, *id);
                put_node(&mut self.block, *parent, *id);
                self.words.put_option(&mut self.block, action.as_deref());
                put_cost(&mut self.block, *g);
                put_cost(&mut self.block, *h);
                Self::put_place(&mut self.block, place.as_ref());
            }
            TraceEvent::Expanded { id, g, place } => {
                self.begin(kind::EXPANDED, *id);
                put_cost(&mut self.block, *g);
                Self::put_place(&mut self.block, place.as_ref());
            }
            TraceEvent::Reopened { id } => self.begin(kind::REOPENED, *id),
            TraceEvent::Duplicate { id, parent } => {
                self.block.push(kind::DUPLICATE);
                put_node(&mut self.block, *id, self.last);
                put_node(&mut self.block, *parent, self.last);
            }
            TraceEvent::Pruned { id, reason } => {
                self.begin(kind::PRUNED, *id);
                self.block.push(*reason as u8);
            }
            TraceEvent::Left { id } => self.begin(kind::LEFT, *id),
            TraceEvent::Iteration { limit } => {
                self.block.push(kind::ITERATION);
                put_cost(&mut self.block, *limit);
            }
            TraceEvent::Bound { cost } => {
                self.block.push(kind::BOUND);
                put_cost(&mut self.block, *cost);
            }
            TraceEvent::Solution { cost } => {
                self.block.push(kind::SOLUTION);
                put_cost(&mut self.block, *cost);
            }
            TraceEvent::Path { id, place } => {
                self.begin(kind::PATH, *id);
                Self::put_place(&mut self.block, place.as_ref());
            }
            TraceEvent::Entered { id, parent, mv, side, ply, depth, alpha, beta, place } => {
                self.begin(kind::ENTERED, *id);
                put_node(&mut self.block, *parent, *id);
                self.words.put_option(&mut self.block, mv.as_deref());
                self.block.push(*side);
                put(&mut self.block, u64::from(*ply));
                for value in [*depth, *alpha, *beta] {
                    put_signed(&mut self.block, i64::from(value));
                }
                Self::put_place(&mut self.block, place.as_ref());
            }
            TraceEvent::Scored { id, score, source } => {
                self.begin(kind::SCORED, *id);
                put_signed(&mut self.block, i64::from(*score));
                self.block.push(*source as u8);
            }
            TraceEvent::Cutoff { id, mv, tried, score, beta } => {
                self.begin(kind::CUTOFF, *id);
                self.words.put(&mut self.block, mv);
                put(&mut self.block, u64::from(*tried));
                put_signed(&mut self.block, i64::from(*score));
                put_signed(&mut self.block, i64::from(*beta));
            }
            TraceEvent::Line { depth, score, exact, moves } => {
                self.block.push(kind::LINE);
                put(&mut self.block, u64::from(*depth));
                put_signed(&mut self.block, i64::from(*score));
                self.block.push(u8::from(*exact));
                put(&mut self.block, moves.len() as u64);
                for mv in moves {
                    self.words.put(&mut self.block, mv);
                }
            }
            TraceEvent::End { counts, status } => {
                self.block.push(kind::END);
                for count in counts.to_array() {
                    put(&mut self.block, count);
                }
                put_text(&mut self.block, status);
            }
        }
        if self.block.len() >= BLOCK {
            self.end_block();
        }
    }
}
