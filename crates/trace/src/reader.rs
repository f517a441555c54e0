//! Reading trace files.

use std::io::Read;

use crate::error::TraceError;
use crate::event::TraceEvent;
use crate::file::{LONGEST_EVENTS, LONGEST_HEADER, MAGIC, MapFrame, VERSION};
use crate::file_event::FileEvent;
use crate::frame::{self, read_some};
use crate::header::TraceHeader;
use crate::relative::DifferenceCoder;
use crate::repeated::RecentEvents;

/// Reads a trace file event by event, keeping one frame in memory.
///
/// A truncated file is read as far as possible: see [`TraceReader::is_whole`]. A damaged frame
/// is an error. A file may hold several traces: see [`TraceReader::next_trace`].
#[derive(Debug)]
pub struct TraceReader<R: Read> {
    input: R,
    header: TraceHeader,
    map: MapFrame,
    relative: DifferenceCoder<true>,
    repeated: RecentEvents,
    /// The current frame, how far it is read, and where it begins in the file.
    events: Vec<u8>,
    at: usize,
    start: u64,
    /// The number of bytes read.
    offset: u64,
    is_over: bool,
    is_whole: bool,
    /// Whether the next bytes were checked, and whether they are a part of a header.
    is_last: bool,
    is_part: bool,
}

/// Reads a header after the magic bytes; `None` if the file ends within it.
fn read_header(
    input: &mut impl Read,
    offset: &mut u64,
    before: &MapFrame,
) -> Result<Option<(TraceHeader, MapFrame)>, TraceError> {
    let start = *offset;
    let Some(&version) = read_some(input, 1, offset)?.first() else { return Ok(None) };
    if version != VERSION {
        return Err(TraceError::Version { found: version, known: VERSION });
    }
    let wrong =
        |error: serde_json::Error| TraceError::damaged(start, format!("invalid header: {error}"));
    let Some(json) = frame::read(input, offset, LONGEST_HEADER)? else { return Ok(None) };
    let mut header: TraceHeader = serde_json::from_slice(&json).map_err(wrong)?;
    let Some(json) = frame::read(input, offset, LONGEST_HEADER)? else { return Ok(None) };
    let map = match serde_json::from_slice(&json).map_err(wrong)? {
        MapFrame::Same if !matches!(before, MapFrame::None) => before.clone(),
        map => map,
    };
    if !map.put_into(&mut header) {
        let what = "the header refers to a missing map";
        return Err(TraceError::damaged(start, what));
    }
    Ok(Some((header, map)))
}

impl<R: Read> TraceReader<R> {
    /// Creates a reader and reads the header.
    ///
    /// # Errors
    ///
    /// Fails if `input` does, is not a trace, has another version, or ends within the header.
    pub fn new(mut input: R) -> Result<Self, TraceError> {
        let mut offset = 0;
        if read_some(&mut input, MAGIC.len() as u64, &mut offset)? != MAGIC {
            return Err(TraceError::NotATrace);
        }
        let start = offset;
        let (header, map) = read_header(&mut input, &mut offset, &MapFrame::None)?
            .ok_or_else(|| TraceError::damaged(start, "the file ends within the header"))?;
        let relative = DifferenceCoder::new(header.shape);
        Ok(Self {
            input,
            header,
            map,
            relative,
            repeated: RecentEvents::new(),
            events: Vec::new(),
            at: 0,
            start: offset,
            offset,
            is_over: false,
            is_whole: false,
            is_last: false,
            is_part: false,
        })
    }

    /// The header of the trace.
    pub fn header(&self) -> &TraceHeader {
        &self.header
    }

    /// Skips to the next trace in the file. Returns false if there is none, or if the file is
    /// truncated: see [`TraceReader::is_cut_off`].
    ///
    /// # Errors
    ///
    /// Fails if the input does or is damaged; then nothing more is read.
    pub fn next_trace(&mut self) -> Result<bool, TraceError> {
        while self.next_event()?.is_some() {}
        if !self.is_whole || self.is_last {
            return Ok(false);
        }
        // Reset if a trace is found.
        self.is_last = true;
        let start = self.offset;
        let magic = read_some(&mut self.input, MAGIC.len() as u64, &mut self.offset)?;
        if !MAGIC.starts_with(&magic) {
            return Err(TraceError::damaged(start, "the data after the trace is not a trace"));
        }
        let next = match magic.len() < MAGIC.len() {
            true => None,
            false => read_header(&mut self.input, &mut self.offset, &self.map)?,
        };
        let Some((header, map)) = next else {
            self.is_part = !magic.is_empty();
            return Ok(false);
        };
        (self.relative, self.repeated) = (DifferenceCoder::new(header.shape), RecentEvents::new());
        (self.header, self.map, self.start) = (header, map, self.offset);
        (self.events, self.at) = (Vec::new(), 0);
        (self.is_over, self.is_whole, self.is_last) = (false, false, false);
        Ok(true)
    }

    /// Whether the file ends or is damaged within this trace, or ends within the next header.
    pub fn is_cut_off(&self) -> bool {
        self.is_over && !self.is_whole || self.is_part
    }

    /// Whether the end of the trace was read; never true for a truncated file.
    pub fn is_whole(&self) -> bool {
        self.is_whole
    }

    /// The next event; `None` after the last.
    ///
    /// # Errors
    ///
    /// Fails if the input does or is damaged; earlier events are valid.
    pub fn next_event(&mut self) -> Result<Option<TraceEvent<'static>>, TraceError> {
        if self.is_over {
            return Ok(None);
        }
        let event = self.read_event();
        match &event {
            Ok(Some(TraceEvent::End { .. })) => (self.is_over, self.is_whole) = (true, true),
            Ok(Some(_)) => {}
            Ok(None) | Err(_) => self.is_over = true,
        }
        event
    }

    fn read_event(&mut self) -> Result<Option<TraceEvent<'static>>, TraceError> {
        while self.at == self.events.len() {
            self.start = self.offset;
            let frame = frame::read(&mut self.input, &mut self.offset, LONGEST_EVENTS)?;
            let Some(frame) = frame else { return Ok(None) };
            let Some((unit, _)) = frame.split_first_chunk() else {
                return Err(TraceError::damaged(self.start, "a frame has no cost unit"));
            };
            self.relative.unit = f64::from_le_bytes(*unit);
            (self.events, self.at) = (frame, size_of::<f64>());
        }
        let wrong = |error| TraceError::damaged(self.start, format!("invalid event: {error}"));
        let bytes = &self.events[self.at..];
        let FileEvent(mut event) = match self.repeated.get(bytes[0]) {
            Some((event, length)) => {
                self.at += 1;
                postcard::from_bytes(&event[..length]).map_err(wrong)?
            }
            None => {
                let (event, rest) = postcard::take_from_bytes(bytes).map_err(wrong)?;
                let length = bytes.len() - rest.len();
                self.repeated.note(&bytes[..length]);
                self.at += length;
                event
            }
        };
        self.relative.pass(&mut event);
        Ok(Some(event))
    }
}
