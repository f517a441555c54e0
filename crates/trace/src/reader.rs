//! Traces read again.

use std::io::{self, Read};

use crate::bytes::{Bytes, Fault};
use crate::context::Context;
use crate::error::TraceError;
use crate::event::TraceEvent;
use crate::event_reader::{read_event, read_in_graph, read_on_line};
use crate::header::{Shape, TraceHeader};
use crate::layout::{LONGEST_BLOCK, LONGEST_HEADER, MAGIC, VERSION, header_sum};
use crate::line_reader::LineReader;
use crate::packed_scene::{self, Packed};
use crate::path_reader::PathReader;

/// Reads a trace in our own form, an event at a time, and holds a block of it.
///
/// Takes memory for a block, and for the nodes of a search that was written as steps along a
/// path. A file that was cut off is read up to there: [`TraceReader::is_whole`] tells. One that was
/// damaged is an error at the first block that is.
///
/// A file may hold the traces of several searches: [`TraceReader::next_trace`] goes on to the next.
#[derive(Debug)]
pub struct TraceReader<R: Read> {
    input: R,
    header: TraceHeader,
    block: Vec<u8>,
    /// How much of the block is read.
    at: usize,
    /// Where the block begins in the file.
    start: u64,
    /// Where it ends.
    offset: u64,
    words: Vec<Box<str>>,
    context: Context,
    path: PathReader,
    line: LineReader,
    /// Whether the file ended within the block.
    is_cut: bool,
    is_over: bool,
    is_whole: bool,
    /// What is known of what follows in the file.
    rest: Rest,
}

/// What follows a trace in its file.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Rest {
    /// It was not looked at.
    Unknown,
    /// Nothing, or nothing that can be read.
    Nothing,
    /// A part of a header.
    Part,
}

/// Reads as much as there is, at most `length` bytes: a length that lies takes no memory.
fn read_some(input: &mut impl Read, length: u64) -> io::Result<Vec<u8>> {
    let mut bytes = Vec::new();
    input.take(length).read_to_end(&mut bytes)?;
    Ok(bytes)
}

/// Reads a number; `None` at the end of the input, or if that comes within the number.
fn read_number(input: &mut impl Read, offset: &mut u64) -> Result<Option<u64>, TraceError> {
    let mut bytes = Vec::with_capacity(10);
    loop {
        let Some(&byte) = read_some(input, 1)?.first() else {
            return Ok(None);
        };
        bytes.push(byte);
        if byte < 0x80 || bytes.len() == 10 {
            break;
        }
    }
    let number = Bytes(&bytes).number();
    let number = number.map_err(|_| damaged(*offset, "a length that is none"))?;
    *offset += bytes.len() as u64;
    Ok(Some(number))
}

fn damaged(offset: u64, what: &str) -> TraceError {
    TraceError::Damaged { offset, what: what.to_owned() }
}

/// The header; since version 5 its length stands before it, and a map or a graph after
/// it, packed, or those `before` it.
fn read_header(version: u64, bytes: &[u8], before: Option<&Packed>) -> Result<TraceHeader, String> {
    let json = |bytes: &[u8]| serde_json::from_slice(bytes).map_err(|error| error.to_string());
    if version < 5 {
        return json(bytes);
    }
    let in_words = |fault| match fault {
        Fault::Short => "it ends too soon".to_owned(),
        Fault::Wrong(what) => what.to_owned(),
    };
    let mut rest = Bytes(bytes);
    let length = rest.number().map_err(in_words)?;
    let parts = usize::try_from(length).ok().and_then(|length| rest.0.split_at_checked(length));
    let (header, packed) = parts.ok_or_else(|| in_words(Fault::Short))?;
    let mut header = json(header)?;
    packed_scene::unpack(packed, before, &mut header).map_err(in_words)?;
    Ok(header)
}

/// Reads a header from its version on, after a trace with this map or graph; `None` if the file
/// ends within it.
fn read_rest_of_header(
    input: &mut impl Read,
    offset: &mut u64,
    before: Option<&Packed>,
) -> Result<Option<TraceHeader>, TraceError> {
    let Some(version) = read_number(input, offset)? else { return Ok(None) };
    if !(1..=VERSION).contains(&version) {
        return Err(TraceError::Version { found: version, known: VERSION });
    }
    let Some(length) = read_number(input, offset)? else { return Ok(None) };
    if length > LONGEST_HEADER {
        return Err(damaged(*offset, "the header is too long"));
    }
    let sum = read_some(input, 4)?;
    let bytes = read_some(input, length)?;
    if sum.len() < 4 || (bytes.len() as u64) < length {
        return Ok(None);
    }
    if header_sum(version, &[&bytes]) != sum[..] {
        return Err(damaged(*offset, "the checksum of the header is wrong"));
    }
    let header = read_header(version, &bytes, before)
        .map_err(|error| damaged(*offset, &format!("the header makes no sense: {error}")))?;
    *offset += 4 + length;
    Ok(Some(header))
}

impl<R: Read> TraceReader<R> {
    /// A reader that has read the header.
    ///
    /// # Errors
    ///
    /// Fails if `input` does, or is no trace, or one of a later version, or ends within the
    /// header.
    pub fn new(mut input: R) -> Result<Self, TraceError> {
        if read_some(&mut input, MAGIC.len() as u64)? != MAGIC {
            return Err(TraceError::NotATrace);
        }
        let start = MAGIC.len() as u64;
        let mut offset = start;
        let header = read_rest_of_header(&mut input, &mut offset, None)?
            .ok_or_else(|| damaged(start, "the file ends within the header"))?;
        Ok(Self {
            input,
            header,
            block: Vec::new(),
            at: 0,
            start: offset,
            offset,
            words: Vec::new(),
            context: Context::default(),
            path: PathReader::default(),
            line: LineReader::default(),
            is_cut: false,
            is_over: false,
            is_whole: false,
            rest: Rest::Unknown,
        })
    }

    /// What the trace is of.
    pub fn header(&self) -> &TraceHeader {
        &self.header
    }

    /// Goes on to the next trace in the file, over what is left of this one: then
    /// [`TraceReader::header`] and events are those of that. False if none follows, or the file was
    /// cut off: [`TraceReader::is_cut_off`] tells.
    ///
    /// # Errors
    ///
    /// Fails if the input does, or is damaged; then nothing more is read.
    pub fn next_trace(&mut self) -> Result<bool, TraceError> {
        while self.next_event()?.is_some() {}
        if !self.is_whole || self.rest != Rest::Unknown {
            return Ok(false);
        }
        // Unless a trace is found.
        self.rest = Rest::Nothing;
        let start = self.offset;
        let magic = read_some(&mut self.input, MAGIC.len() as u64)?;
        self.offset += magic.len() as u64;
        if !MAGIC.starts_with(&magic) {
            return Err(damaged(start, "what follows the trace is no trace"));
        }
        let before = Packed::of(&self.header.scene);
        let next = match magic.len() < MAGIC.len() {
            true => None,
            false => read_rest_of_header(&mut self.input, &mut self.offset, before.as_ref())?,
        };
        let Some(header) = next else {
            if !magic.is_empty() {
                self.rest = Rest::Part;
            }
            return Ok(false);
        };
        self.header = header;
        (self.block, self.at, self.start) = (Vec::new(), 0, self.offset);
        (self.words, self.context) = (Vec::new(), Context::default());
        (self.path, self.line) = (PathReader::default(), LineReader::default());
        (self.is_over, self.is_whole, self.rest) = (false, false, Rest::Unknown);
        Ok(true)
    }

    /// Whether the file was found to end, or to be damaged, within this trace, or to end within the
    /// header of the next one.
    pub fn is_cut_off(&self) -> bool {
        self.is_over && !self.is_whole || self.rest == Rest::Part
    }

    /// Whether the end of the trace was read: false until then, and for ever if the file was cut
    /// off.
    pub fn is_whole(&self) -> bool {
        self.is_whole
    }

    /// The next event; `None` after the last.
    ///
    /// # Errors
    ///
    /// Fails if the input does, or is damaged.
    pub fn next_event(&mut self) -> Result<Option<TraceEvent<'static>>, TraceError> {
        loop {
            if let Some(event) = self.path.pop() {
                return Ok(Some(in_unit(event, self.context.unit)));
            }
            if let Some(event) = self.line.pending.pop_front() {
                return Ok(Some(event));
            }
            if self.is_over {
                return Ok(None);
            }
            if self.at < self.block.len() {
                let mut bytes = Bytes(&self.block[self.at..]);
                let words = self.words.len();
                let Self { words: known, context, path, line, .. } = self;
                let event = if self.header.shape == Shape::Game {
                    read_on_line(&mut bytes, (known, context), (line, path))
                } else if self.header.shape == Shape::Graph {
                    read_in_graph(&mut bytes, known, (context, path))
                } else {
                    read_event(&mut bytes, known, (context, path))
                };
                let event = event.map(|event| event.map(|event| in_unit(event, context.unit)));
                let left = bytes.0.len();
                return match event {
                    // What a code stands for is no event.
                    Ok(None) => {
                        self.at = self.block.len() - left;
                        continue;
                    }
                    Ok(Some(event)) => {
                        self.at = self.block.len() - left;
                        if matches!(event, TraceEvent::End { .. }) {
                            // Of a block that was cut off nothing is certain.
                            (self.is_over, self.is_whole) = (true, !self.is_cut);
                        }
                        Ok(Some(event))
                    }
                    Err(Fault::Short) if self.is_cut => {
                        self.words.truncate(words);
                        self.path.forget_pending();
                        self.line.pending.clear();
                        self.is_over = true;
                        Ok(None)
                    }
                    Err(fault) => {
                        self.is_over = true;
                        self.path.forget_pending();
                        self.line.pending.clear();
                        let offset = self.start + self.at as u64;
                        Err(damaged(
                            offset,
                            match fault {
                                Fault::Short => "an event goes beyond its block",
                                Fault::Wrong(what) => what,
                            },
                        ))
                    }
                };
            }
            if self.is_cut || !self.next_block()? {
                self.is_over = true;
            }
        }
    }

    /// Reads the next block; false if there is none.
    fn next_block(&mut self) -> Result<bool, TraceError> {
        self.start = self.offset;
        let Some(length) = read_number(&mut self.input, &mut self.offset)? else {
            return Ok(false);
        };
        if length > LONGEST_BLOCK {
            self.is_over = true;
            return Err(damaged(self.start, "a block is too long"));
        }
        let sum = read_some(&mut self.input, 4)?;
        self.block = read_some(&mut self.input, length)?;
        self.at = 0;
        self.is_cut = (self.block.len() as u64) < length;
        if !self.is_cut && crc32fast::hash(&self.block).to_le_bytes() != sum[..] {
            self.is_over = true;
            return Err(damaged(self.start, "the checksum of a block is wrong"));
        }
        self.offset += 4;
        self.start = self.offset;
        self.offset += length;
        Ok(true)
    }
}

/// An event with its costs as they are, if they were `unit` times as much.
fn in_unit(mut event: TraceEvent<'static>, unit: f64) -> TraceEvent<'static> {
    if unit != 1.0 {
        match &mut event {
            TraceEvent::Generated { g, h, .. } => (*g, *h) = (*g / unit, *h / unit),
            TraceEvent::Expanded { g: cost, .. }
            | TraceEvent::Iteration { limit: cost }
            | TraceEvent::Bound { cost }
            | TraceEvent::Solution { cost } => *cost /= unit,
            _ => {}
        }
    }
    event
}
