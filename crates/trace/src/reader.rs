//! Traces read again.

use std::io::{self, Read};

use crate::coding::{
    Bytes, Context, Fault, LONGEST_BLOCK, LONGEST_HEADER, MAGIC, Station, VERSION,
};
use crate::counts::TraceCounts;
use crate::error::TraceError;
use crate::event::{Place, Reason, Source, TraceEvent};
use crate::header::TraceHeader;
use crate::writer::{kind, place};

/// Reads a trace in our own form, an event at a time, and holds a block of it.
///
/// A file that was cut off is read up to there: [`TraceReader::is_whole`] tells. One that was
/// damaged is an error at the first block that is.
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
    /// Whether the file ended within the block.
    is_cut: bool,
    is_over: bool,
    is_whole: bool,
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
        let mut offset = MAGIC.len() as u64;
        let short = || damaged(MAGIC.len() as u64, "the file ends within the header");
        let version = read_number(&mut input, &mut offset)?.ok_or_else(short)?;
        if !(1..=VERSION).contains(&version) {
            return Err(TraceError::Version { found: version, known: VERSION });
        }
        let length = read_number(&mut input, &mut offset)?.ok_or_else(short)?;
        if length > LONGEST_HEADER {
            return Err(damaged(offset, "the header is too long"));
        }
        let sum = read_some(&mut input, 4)?;
        let bytes = read_some(&mut input, length)?;
        if sum.len() < 4 || (bytes.len() as u64) < length {
            return Err(short());
        }
        if crc32fast::hash(&bytes).to_le_bytes() != sum[..] {
            return Err(damaged(offset, "the checksum of the header is wrong"));
        }
        let header = serde_json::from_slice(&bytes)
            .map_err(|error| damaged(offset, &format!("the header makes no sense: {error}")))?;
        offset += 4 + length;
        Ok(Self {
            input,
            header,
            block: Vec::new(),
            at: 0,
            start: offset,
            offset,
            words: Vec::new(),
            context: Context::default(),
            is_cut: false,
            is_over: false,
            is_whole: false,
        })
    }

    /// What the trace is of.
    pub fn header(&self) -> &TraceHeader {
        &self.header
    }

    /// Whether the end was read: false until then, and for ever if the file was cut off.
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
            if self.is_over {
                return Ok(None);
            }
            if self.at < self.block.len() {
                let mut bytes = Bytes(&self.block[self.at..]);
                let words = self.words.len();
                let event = read_event(&mut bytes, &mut self.words, &mut self.context);
                let left = bytes.0.len();
                return match event {
                    Ok(event) => {
                        self.at = self.block.len() - left;
                        if matches!(event, TraceEvent::End { .. }) {
                            // Of a block that was cut off nothing is certain.
                            (self.is_over, self.is_whole) = (true, !self.is_cut);
                        }
                        Ok(Some(event))
                    }
                    Err(Fault::Short) if self.is_cut => {
                        self.words.truncate(words);
                        self.is_over = true;
                        Ok(None)
                    }
                    Err(fault) => {
                        self.is_over = true;
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

fn read_place(bytes: &mut Bytes<'_>) -> Result<Option<Place<'static>>, Fault> {
    Ok(match bytes.byte()? {
        place::NONE => None,
        place::CELL => Some(Place::Cell { x: bytes.small()?, y: bytes.small()? }),
        place::VERTEX => Some(Place::Vertex { vertex: bytes.small()? }),
        place::TEXT => Some(Place::Text { text: bytes.text()?.to_owned().into() }),
        place::UNKNOWN => Some(Place::Unknown {}),
        _ => return Err(Fault::Wrong("a place of an unknown kind")),
    })
}

fn read_option(
    bytes: &mut Bytes<'_>,
    words: &mut Vec<Box<str>>,
) -> Result<Option<std::borrow::Cow<'static, str>>, Fault> {
    match bytes.byte()? {
        0 => Ok(None),
        1 => Ok(Some(bytes.word(words)?.into())),
        _ => Err(Fault::Wrong("a word that is none")),
    }
}

fn read_event(
    bytes: &mut Bytes<'_>,
    words: &mut Vec<Box<str>>,
    context: &mut Context,
) -> Result<TraceEvent<'static>, Fault> {
    let read_kind = bytes.byte()?;
    let has_node = matches!(
        read_kind,
        kind::GENERATED
            | kind::EXPANDED
            | kind::REOPENED
            | kind::PRUNED
            | kind::LEFT
            | kind::PATH
            | kind::ENTERED
            | kind::SCORED
            | kind::CUTOFF
            | kind::EXPANDED_THERE
    );
    let mut id = context.last;
    if has_node {
        let wrong = Fault::Wrong("a node that is none");
        let step = bytes.number()?;
        let step = (step >> 1) as i64 ^ -((step & 1) as i64);
        let next = i64::from(id).checked_add(step).and_then(|id| u32::try_from(id).ok());
        id = next.ok_or(wrong)?;
    }
    let event = match read_kind {
        kind::GENERATED => TraceEvent::Generated {
            id,
            parent: bytes.node(id)?,
            action: read_option(bytes, words)?,
            g: bytes.cost()?,
            h: bytes.cost()?,
            place: read_place(bytes)?,
        },
        kind::NEXT => {
            id = context.next;
            let parent = context.expanded;
            if id == u32::MAX || parent.is_none() {
                return Err(Fault::Wrong("a node that is none"));
            }
            let action = Some(bytes.word(words)?.into());
            let (g, h) = (bytes.cost()?, bytes.cost()?);
            TraceEvent::Generated { id, parent, action, g, h, place: None }
        }
        kind::EXPANDED => TraceEvent::Expanded { id, g: bytes.cost()?, place: read_place(bytes)? },
        kind::EXPANDED_THERE => TraceEvent::Expanded { id, g: bytes.cost()?, place: None },
        kind::DUPLICATE_OF => {
            let known = i64::from(id) - i64::from(bytes.signed()?);
            let known = u32::try_from(known).map_err(|_| Fault::Wrong("a node that is none"))?;
            TraceEvent::Duplicate { id: Some(known), parent: context.expanded }
        }
        kind::ENTERED_BELOW => {
            let (entered, ply) = read_entered(bytes, words, context)?;
            id = entered.0.id;
            let Station { side, depth, window: (alpha, beta), .. } = entered.0;
            let (parent, mv) = (Some(entered.1), Some(entered.2.into()));
            TraceEvent::Entered { id, parent, mv, side, ply, depth, alpha, beta, place: None }
        }
        kind::REOPENED => TraceEvent::Reopened { id },
        kind::DUPLICATE => TraceEvent::Duplicate { id: bytes.node(id)?, parent: bytes.node(id)? },
        kind::PRUNED => {
            let reason = Reason::ALL.get(usize::from(bytes.byte()?)).copied();
            TraceEvent::Pruned { id, reason: reason.unwrap_or(Reason::Other) }
        }
        kind::LEFT => TraceEvent::Left { id },
        kind::ITERATION => TraceEvent::Iteration { limit: bytes.cost()? },
        kind::BOUND => TraceEvent::Bound { cost: bytes.cost()? },
        kind::SOLUTION => TraceEvent::Solution { cost: bytes.cost()? },
        kind::PATH => TraceEvent::Path { id, place: read_place(bytes)? },
        kind::ENTERED => TraceEvent::Entered {
            id,
            parent: bytes.node(id)?,
            mv: read_option(bytes, words)?,
            side: bytes.byte()?,
            ply: bytes.small()?,
            depth: bytes.signed()?,
            alpha: bytes.signed()?,
            beta: bytes.signed()?,
            place: read_place(bytes)?,
        },
        kind::SCORED => {
            let score = bytes.signed()?;
            let source = Source::ALL.get(usize::from(bytes.byte()?)).copied();
            TraceEvent::Scored { id, score, source: source.unwrap_or(Source::Other) }
        }
        kind::CUTOFF => TraceEvent::Cutoff {
            id,
            mv: bytes.word(words)?.into(),
            tried: bytes.small()?,
            score: bytes.signed()?,
            beta: bytes.signed()?,
        },
        kind::LINE => {
            let (depth, score) = (bytes.small()?, bytes.signed()?);
            let exact = bytes.byte()? != 0;
            let count = bytes.number()?;
            let mut moves = Vec::new();
            for _ in 0..count {
                moves.push(bytes.word(words)?.into());
            }
            TraceEvent::Line { depth, score, exact, moves }
        }
        kind::END => {
            let mut counts = [0; TraceCounts::FIELDS];
            for count in &mut counts {
                *count = bytes.number()?;
            }
            let counts = TraceCounts::from_array(counts);
            TraceEvent::End { counts, status: bytes.text()?.to_owned().into() }
        }
        _ => return Err(Fault::Wrong("an event of an unknown kind")),
    };
    match event {
        TraceEvent::Expanded { .. } => context.expanded = Some(id),
        TraceEvent::Entered { side, ply, depth, alpha, beta, .. } => {
            context.enter(ply, Station { id, side, depth, window: (alpha, beta) });
        }
        _ => {}
    }
    // A duplicate, and what is about the whole search, is about no node of its own.
    if has_node || matches!(read_kind, kind::NEXT | kind::ENTERED_BELOW) {
        context.about(id);
    }
    Ok(event)
}

/// Reads a position below the one entered last at the ply above, its parent and its move, and
/// the ply.
fn read_entered(
    bytes: &mut Bytes<'_>,
    words: &mut Vec<Box<str>>,
    context: &Context,
) -> Result<((Station, u32, String), u32), Fault> {
    let wrong = Fault::Wrong("a position that is below none");
    let ply = i64::from(context.ply) + i64::from(bytes.signed()?);
    let ply = u32::try_from(ply).map_err(|_| wrong)?;
    let back = bytes.small()?;
    let id = context.next.checked_sub(back).filter(|&id| id < u32::MAX).ok_or(wrong)?;
    let above = (ply as usize).checked_sub(1).and_then(|at| context.line.get(at)).ok_or(wrong)?;
    let mv = bytes.word(words)?;
    let station = match bytes.byte()? {
        0 => {
            let beside = context.line.get(ply as usize).ok_or(wrong)?;
            Station { id, ..*beside }
        }
        1 => Station {
            id,
            side: bytes.byte()?,
            depth: bytes.signed()?,
            window: (bytes.signed()?, bytes.signed()?),
        },
        _ => return Err(wrong),
    };
    Ok(((station, above.id, mv), ply))
}
