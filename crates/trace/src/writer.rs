//! Writing trace files.

use std::io::{self, Write};

use crate::error::TraceError;
use crate::event::{Sink, TraceEvent};
use crate::file::{FRAME, MAGIC, MapFrame, VERSION};
use crate::file_event::{FileEventRef, short};
use crate::frame;
use crate::header::TraceHeader;
use crate::relative::DifferenceCoder;
use crate::repeated::{RecentEvents, ShortEventEncoder};

/// Writes a trace file in compressed frames of a few kilobytes. Complete frames can always be
/// read.
///
/// A file may hold the traces of several searches: see [`TraceWriter::next_trace`].
#[derive(Debug)]
pub struct TraceWriter<W: Write> {
    out: W,
    /// The events of the frame that is being filled.
    events: Vec<u8>,
    relative: DifferenceCoder<false>,
    repeated: RecentEvents,
    /// The divisor of costs when reading.
    unit: f64,
    /// The map or graph.
    map: MapFrame,
    /// Whether the last event was the end.
    is_ended: bool,
    failure: Option<io::Error>,
    /// A compressed frame; a reused buffer.
    frame: Vec<u8>,
}

impl<W: Write> TraceWriter<W> {
    /// Creates a writer and writes the header.
    ///
    /// # Errors
    ///
    /// Fails if `out` does.
    pub fn new(mut out: W, header: &TraceHeader) -> Result<Self, TraceError> {
        let map = Self::write_header(&mut out, header, None)?;
        Ok(Self {
            out,
            events: 1.0_f64.to_le_bytes().to_vec(),
            relative: DifferenceCoder::new(header.shape),
            repeated: RecentEvents::new(),
            unit: 1.0,
            map,
            is_ended: false,
            failure: None,
            frame: Vec::new(),
        })
    }

    /// Begins the trace of another search in the same file, after the end of the last one. A map
    /// or graph equal to the previous one is not written again. So thousands of short searches a
    /// second can be recorded, each faster than creating a file.
    ///
    /// # Errors
    ///
    /// Fails if the last event is not the end, without changing anything; or with the first
    /// write error, after which nothing more is written.
    pub fn next_trace(&mut self, header: &TraceHeader) -> Result<(), TraceError> {
        if !self.is_ended {
            return Err(TraceError::Unfinished);
        }
        let written = match self.failure.take() {
            Some(error) => Err(error),
            None => Self::write_header(&mut self.out, header, Some(&self.map)),
        };
        self.map = written.inspect_err(|error| {
            self.failure = Some(error.kind().into());
        })?;
        (self.relative, self.repeated) = (DifferenceCoder::new(header.shape), RecentEvents::new());
        (self.unit, self.is_ended) = (1.0, false);
        self.begin_frame();
        Ok(())
    }

    /// Writes a header after a trace with the map or graph `before`; returns its own.
    fn write_header(
        out: &mut W,
        header: &TraceHeader,
        before: Option<&MapFrame>,
    ) -> io::Result<MapFrame> {
        let mut header = header.clone();
        let map = MapFrame::take(&mut header.scene);
        let mut start = MAGIC.to_vec();
        start.push(VERSION);
        let json = |value: &MapFrame| serde_json::to_vec(value).map_err(io::Error::from);
        frame::put(&serde_json::to_vec(&header).map_err(io::Error::from)?, &mut start)?;
        let is_same = before.is_some_and(|before| before.is(&map));
        frame::put(&json(if is_same { &MapFrame::Same } else { &map })?, &mut start)?;
        out.write_all(&start)?;
        Ok(map)
    }

    /// Writes the events as a frame, and starts another.
    #[cold]
    fn end_frame(&mut self) {
        if self.failure.is_none() {
            self.frame.clear();
            let written = frame::put(&self.events, &mut self.frame)
                .and_then(|()| self.out.write_all(&self.frame));
            self.failure = written.err();
        }
        self.begin_frame();
    }

    fn begin_frame(&mut self) {
        self.events.clear();
        self.events.extend(self.unit.to_le_bytes());
    }

    /// Writes the remaining events, and returns the underlying writer.
    ///
    /// # Errors
    ///
    /// Returns the first write error.
    pub fn finish(mut self) -> Result<W, TraceError> {
        if self.events.len() > size_of::<f64>() {
            self.end_frame();
        }
        let failure = self.failure.or_else(|| self.out.flush().err());
        failure.map_or(Ok(self.out), |error| Err(error.into()))
    }

    #[cold]
    fn put_long(&mut self, event: &TraceEvent<'_>) {
        let start = self.events.len();
        match postcard::to_extend(&FileEventRef(event), std::mem::take(&mut self.events)) {
            Ok(events) => self.events = events,
            Err(error) => self.failure = Some(io::Error::other(error)),
        }
        if let Some(event) = ShortEventEncoder::read(self.events.get(start..).unwrap_or_default()) {
            self.events.truncate(start);
            self.repeated.put(event, &mut self.events);
        }
    }

    /// Ends the frame before the event at `start`, which begins the next one.
    #[cold]
    fn end_full_frame(&mut self, start: usize) {
        let last = self.events.split_off(start);
        if start > size_of::<f64>() {
            self.end_frame();
        }
        self.events.extend(last);
    }
}

impl<W: Write> Sink for TraceWriter<W> {
    fn take(&mut self, event: &TraceEvent<'_>) {
        self.give(event.clone());
    }

    // Compiled separately for each kind with its own method.
    #[inline(always)]
    fn give(&mut self, mut event: TraceEvent<'_>) {
        self.is_ended = matches!(event, TraceEvent::End { .. });
        self.relative.pass(&mut event);
        let start = self.events.len();
        match short(&event) {
            Some(event) => self.repeated.put(event, &mut self.events),
            None => self.put_long(&event),
        }
        if self.events.len() > FRAME {
            self.end_full_frame(start);
        }
        if self.is_ended {
            self.end_frame();
        }
        // Most events own nothing; to drop them is a call.
        if !event.owns() {
            std::mem::forget(event);
        }
    }

    fn accept_cost_unit(&mut self, unit: f64) -> bool {
        if unit != self.unit {
            if self.events.len() > size_of::<f64>() {
                self.end_frame();
            }
            self.unit = unit;
            self.begin_frame();
        }
        true
    }
}
