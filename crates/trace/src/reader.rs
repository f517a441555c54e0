//! Traces read again.

use std::io::{self, Read};

use crate::coding::{
    Bytes, Context, Fault, LONG_G, LONG_H, LONGEST_BLOCK, LONGEST_HEADER, MAGIC, Station, VERSION,
    cost_after, header_sum, unzigzag,
};
use crate::counts::TraceCounts;
use crate::error::TraceError;
use crate::event::{Entry, Place, Reason, Refutation, Source, TraceEvent};
use crate::header::{Shape, TraceHeader};
use crate::line_coder::{ALIKE, ENTERED, LEAF, SHORT_MOVES};
use crate::line_reader::LineReader;
use crate::packed_scene::{self, Packed};
use crate::path_coder::FIRST_CODE;
use crate::path_reader::PathReader;
use crate::writer::{kind, place};

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

/// Reads an event of a search of a graph.
fn read_in_graph(
    bytes: &mut Bytes<'_>,
    words: &mut Vec<Box<str>>,
    (context, path): (&mut Context, &mut PathReader),
) -> Result<Option<TraceEvent<'static>>, Fault> {
    let (Some(&byte), Some(_)) = (bytes.0.first(), context.expanded) else {
        return read_event(bytes, words, (context, path));
    };
    if byte < FIRST_CODE {
        return read_event(bytes, words, (context, path));
    }
    let _ = bytes.byte()?;
    let (id, parent) = (context.next, context.expanded);
    if id == u32::MAX {
        return Err(Fault::Wrong("a node that is none"));
    }
    let (word, change) = path.meaning(byte)?;
    let (g, h) = (context.g + change.0, context.h + change.1);
    context.h = h;
    context.about(id);
    let action = Some(word.into());
    Ok(Some(TraceEvent::Generated { id, parent, action, g, h, place: None }))
}

/// Reads an event of a search of a game.
fn read_on_line(
    bytes: &mut Bytes<'_>,
    (words, context): (&mut Vec<Box<str>>, &mut Context),
    (line, path): (&mut LineReader, &mut PathReader),
) -> Result<Option<TraceEvent<'static>>, Fault> {
    let mut rest = *bytes;
    let event = match rest.byte()? {
        byte @ (LEAF.. | kind::LINE_LEAF_BY) => {
            let mv = read_move(byte, &mut rest)?;
            let entered = line.enter_like(mv)?;
            let score = read_score(&mut rest, line)?;
            let scored = line.leave(None, score)?;
            line.pending.push_back(scored);
            entered
        }
        byte @ (ENTERED.. | kind::LINE_ENTERED_BY) => {
            let mv = read_move(byte, &mut rest)?;
            line.enter_like(mv)?
        }
        kind::MOVE_WORD => {
            let (mv, word) = (rest.small()?, rest.word(words)?);
            line.learn(mv, &word)?;
            *bytes = rest;
            return Ok(None);
        }
        kind::LINE_ENTERED => {
            let (mv, side, ply) = (rest.small()?, rest.byte()?, rest.small()?);
            let (depth, alpha, beta) = (rest.signed()?, rest.signed()?, rest.signed()?);
            let entry = Entry { side, ply, depth, alpha, beta };
            line.enter(mv, entry, read_place(&mut rest)?)?
        }
        kind::LINE_PAYOFFS => {
            line.payoff_count = rest.byte()?;
            *bytes = rest;
            return Ok(None);
        }
        kind::LINE_SCORED => {
            let score = read_score(&mut rest, line)?;
            line.leave(None, score)?
        }
        kind::LINE_SCORED_AT => {
            let ply = rest.small()?;
            let score = read_score(&mut rest, line)?;
            line.leave(Some(ply), score)?
        }
        kind @ (kind::LINE_CUTOFF | kind::LINE_CUTOFF_BECAUSE) => {
            let (mv, up, tried) = (rest.small()?, rest.signed()?, rest.small()?);
            let (score, beta) = (rest.signed()?, rest.signed()?);
            let reason = match kind {
                kind::LINE_CUTOFF => Refutation::default(),
                _ => read_refutation(&mut rest)?,
            };
            line.cut((mv, up), tried, (score, beta, reason))?
        }
        kind::PLAN => {
            let mut line_words = Vec::new();
            for _ in 0..rest.number()? {
                line_words.push(rest.word(words)?);
                let _ = read_place(&mut rest)?;
            }
            line.plan(&line_words)?
        }
        _ => return read_event(bytes, words, (context, path)),
    };
    *bytes = rest;
    Ok(Some(event))
}

/// Bytes from here on mean nothing on a line of play.
const NO_LEAF: u8 = LEAF + SHORT_MOVES;

/// The move by which a position is entered, in its first byte or after it.
fn read_move(byte: u8, bytes: &mut Bytes<'_>) -> Result<u32, Fault> {
    match byte {
        ..ENTERED => bytes.small(),
        ENTERED..NO_LEAF => Ok(u32::from(byte % SHORT_MOVES)),
        NO_LEAF.. => Err(Fault::Wrong("an event of an unknown kind")),
    }
}

/// A score, where it comes from, and what each side gets, if that is told.
fn read_score(
    bytes: &mut Bytes<'_>,
    line: &mut LineReader,
) -> Result<(i32, Source, Vec<i32>), Fault> {
    let source = |byte: u8| Source::ALL.get(usize::from(byte)).copied().unwrap_or(Source::Other);
    if line.payoff_count == 0 {
        let value = bytes.number()?;
        let score = i32::try_from(unzigzag(value >> 4));
        let score = score.map_err(|_| Fault::Wrong("a number of more than 32 bits"))?;
        return Ok((score, source((value & 15) as u8), Vec::new()));
    }
    let byte = bytes.byte()?;
    if byte & ALIKE == 0 {
        let payoffs = (0..line.payoff_count).map(|_| bytes.signed());
        line.payoffs = payoffs.collect::<Result<_, _>>()?;
    }
    let score = line.payoffs.get(usize::from(line.judged)).copied();
    let score = score.ok_or(Fault::Wrong("payoffs of others than the side judged"))?;
    Ok((score, source(byte & !ALIKE), line.payoffs.clone()))
}

fn read_refutation(bytes: &mut Bytes<'_>) -> Result<Refutation, Fault> {
    let known = Refutation::ALL.get(usize::from(bytes.byte()?)).copied();
    Ok(known.unwrap_or(Refutation::Other))
}

fn read_event(
    bytes: &mut Bytes<'_>,
    words: &mut Vec<Box<str>>,
    (context, path): (&mut Context, &mut PathReader),
) -> Result<Option<TraceEvent<'static>>, Fault> {
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
            | kind::SCORED_PAYOFFS
            | kind::CUTOFF_BECAUSE
            | kind::EXPANDED_THERE
            | kind::AGAIN
    );
    let has_near_node =
        matches!(read_kind, kind::EXPANDED_NEAR | kind::EXPANDED_NEAR_LONG | kind::PATH_NEAR);
    let mut id = context.last;
    if has_node {
        let wrong = Fault::Wrong("a node that is none");
        let step = bytes.number()?;
        let step = (step >> 1) as i64 ^ -((step & 1) as i64);
        let next = i64::from(id).checked_add(step).and_then(|id| u32::try_from(id).ok());
        id = next.ok_or(wrong)?;
    } else if has_near_node {
        id = near_node(id, bytes)?;
    }
    let event = match read_kind {
        FIRST_CODE.. => path.code(read_kind)?,
        kind::BACK => path.back()?,
        kind::EXPANDED_LAST => path.expand_last()?,
        kind::PRUNED_LAST => path.prune_last(bytes.byte()?)?,
        kind::PATH_ROOT => {
            let costs = [bytes.cost()?, bytes.cost()?, bytes.cost()?];
            path.begin(costs, read_place(bytes)?)?
        }
        kind::PATH_CODE => {
            let (outcome, left, word) = (bytes.byte()?, bytes.byte()?, bytes.word(words)?);
            path.learn((outcome, left), &word, (bytes.cost()?, bytes.cost()?))?;
            return Ok(None);
        }
        kind::PATH_STEP => {
            let (outcome, word) = (bytes.byte()?, bytes.word(words)?);
            path.step(outcome, &word, (bytes.cost()?, bytes.cost()?))?
        }
        kind::PLAN => {
            let count = bytes.number()?;
            let first = path.begin_plan()?;
            for _ in 0..count {
                let word = bytes.word(words)?;
                path.add_to_plan(&word, read_place(bytes)?);
            }
            first
        }
        kind::COST_UNIT => {
            context.unit = bytes.cost()?;
            if !(context.unit > 0.0 && context.unit.is_finite()) {
                return Err(Fault::Wrong("a unit that is none"));
            }
            return Ok(None);
        }
        kind::GENERATED => TraceEvent::Generated {
            id,
            parent: bytes.node(id)?,
            action: read_option(bytes, words)?,
            g: bytes.cost()?,
            h: bytes.cost()?,
            place: read_place(bytes)?,
        },
        kind::NEXT_NEAR | kind::NEXT_AT_NEAR | kind::NEXT_AT_CELL | kind::AGAIN_NEAR => {
            let byte = bytes.byte()?;
            let action = Some(Bytes::known_word(byte & (LONG_G - 1), words)?.into());
            let g = cost_after(context.g, bytes.change(byte & LONG_G != 0)?);
            let h = cost_after(context.h, bytes.change(byte & LONG_H != 0)?);
            let parent;
            (id, parent) = match read_kind {
                kind::AGAIN_NEAR => (near_node(id, bytes)?, Some(expanded(context)?)),
                _ => next_node(context)?,
            };
            let place = match read_kind {
                kind::NEXT_AT_NEAR => Some(near_vertex(context, bytes)?),
                kind::NEXT_AT_CELL => Some(near_cell(bytes)?),
                _ => None,
            };
            TraceEvent::Generated { id, parent, action, g, h, place }
        }
        kind::NEXT | kind::NEXT_AT => {
            let parent;
            (id, parent) = next_node(context)?;
            let action = Some(bytes.word(words)?.into());
            let (g, h) = (bytes.cost()?, bytes.cost()?);
            let place = match read_kind {
                kind::NEXT => None,
                _ => read_place(bytes)?,
            };
            TraceEvent::Generated { id, parent, action, g, h, place }
        }
        kind::AGAIN => {
            let parent = Some(expanded(context)?);
            let action = Some(bytes.word(words)?.into());
            let (g, h) = (bytes.cost()?, bytes.cost()?);
            TraceEvent::Generated { id, parent, action, g, h, place: None }
        }
        kind::EXPANDED => TraceEvent::Expanded { id, g: bytes.cost()?, place: read_place(bytes)? },
        kind::EXPANDED_THERE => TraceEvent::Expanded { id, g: bytes.cost()?, place: None },
        kind::EXPANDED_NEAR | kind::EXPANDED_NEAR_LONG => {
            let change = bytes.change(read_kind == kind::EXPANDED_NEAR_LONG)?;
            TraceEvent::Expanded { id, g: cost_after(context.g, change), place: None }
        }
        kind::EXPANDED_NEXT => {
            let next = context.expanded.and_then(|expanded| expanded.checked_add(1));
            id = next.ok_or(Fault::Wrong("a node that is none"))?;
            TraceEvent::Expanded { id, g: context.g, place: None }
        }
        kind::DUPLICATE_OF => {
            let known = i64::from(id).checked_sub(unzigzag(bytes.number()?));
            let known = known.and_then(|known| u32::try_from(known).ok());
            let known = Some(known.ok_or(Fault::Wrong("a node that is none"))?);
            TraceEvent::Duplicate { id: known, parent: context.expanded }
        }
        kind::DUPLICATE_NEAR => {
            TraceEvent::Duplicate { id: Some(near_node(id, bytes)?), parent: context.expanded }
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
        kind::BOUND_NEAR | kind::BOUND_NEAR_LONG => {
            let change = bytes.change(read_kind == kind::BOUND_NEAR_LONG)?;
            TraceEvent::Bound { cost: cost_after(context.bound, change) }
        }
        kind::SOLUTION => TraceEvent::Solution { cost: bytes.cost()? },
        kind::PATH => TraceEvent::Path { id, place: read_place(bytes)? },
        kind::PATH_NEAR => TraceEvent::Path { id, place: None },
        kind::PATH_AT_NEAR | kind::PATH_AT_CELL => {
            id = new_node(context)?;
            let place = match read_kind {
                kind::PATH_AT_NEAR => near_vertex(context, bytes)?,
                _ => near_cell(bytes)?,
            };
            TraceEvent::Path { id, place: Some(place) }
        }
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
        kind::SCORED | kind::SCORED_PAYOFFS => {
            let score = bytes.signed()?;
            let source = Source::ALL.get(usize::from(bytes.byte()?)).copied();
            let source = source.unwrap_or(Source::Other);
            let mut payoffs = Vec::new();
            if read_kind == kind::SCORED_PAYOFFS {
                for _ in 0..bytes.number()? {
                    payoffs.push(bytes.signed()?);
                }
            }
            TraceEvent::Scored { id, score, source, payoffs }
        }
        kind::CUTOFF | kind::CUTOFF_BECAUSE => {
            let (mv, tried) = (bytes.word(words)?.into(), bytes.small()?);
            let (score, beta) = (bytes.signed()?, bytes.signed()?);
            let mut reason = Refutation::default();
            if read_kind == kind::CUTOFF_BECAUSE {
                reason = read_refutation(bytes)?;
            }
            TraceEvent::Cutoff { id, mv, tried, score, beta, reason }
        }
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
    // A duplicate, and what is about the whole search, is about no node of its own; a step along a
    // path is the affair of the path.
    let is_short = matches!(
        read_kind,
        kind::NEXT
            | kind::NEXT_AT
            | kind::NEXT_NEAR
            | kind::NEXT_AT_NEAR
            | kind::NEXT_AT_CELL
            | kind::AGAIN_NEAR
            | kind::PATH_AT_NEAR
            | kind::PATH_AT_CELL
            | kind::ENTERED_BELOW
            | kind::EXPANDED_NEXT
    );
    let is_about_node = has_node || has_near_node || is_short;
    if is_about_node {
        context.about(id);
    }
    match event {
        TraceEvent::Expanded { g, .. } if is_about_node => {
            (context.expanded, context.g) = (Some(id), g);
        }
        TraceEvent::Generated { h, ref place, .. } if is_about_node => {
            context.generates(h, place.as_ref());
        }
        TraceEvent::Bound { cost } => context.bound = cost,
        TraceEvent::Iteration { .. } => path.begin_iteration(),
        TraceEvent::Entered { side, ply, depth, alpha, beta, .. } => {
            context.enter(ply, Station { id, side, depth, window: (alpha, beta) });
        }
        _ => {}
    }
    Ok(Some(event))
}

/// The node expanded last.
fn expanded(context: &Context) -> Result<u32, Fault> {
    context.expanded.ok_or(Fault::Wrong("a node that is none"))
}

/// A new node.
fn new_node(context: &Context) -> Result<u32, Fault> {
    let is_one = context.next < u32::MAX;
    is_one.then_some(context.next).ok_or(Fault::Wrong("a node that is none"))
}

/// A new node, and the one expanded last, from which it is generated.
fn next_node(context: &Context) -> Result<(u32, Option<u32>), Fault> {
    Ok((new_node(context)?, Some(expanded(context)?)))
}

/// Reads a vertex by how far it is from the last one.
fn near_vertex(context: &mut Context, bytes: &mut Bytes<'_>) -> Result<Place<'static>, Fault> {
    let vertex = context.vertex.checked_add_signed(bytes.step()?.into());
    context.vertex = vertex.ok_or(Fault::Wrong("a vertex that is none"))?;
    Ok(Place::Vertex { vertex: context.vertex })
}

/// Reads a cell by its column and its row.
fn near_cell(bytes: &mut Bytes<'_>) -> Result<Place<'static>, Fault> {
    let (x, y) = (bytes.step()? as u16, bytes.step()? as u16);
    Ok(Place::Cell { x: x.into(), y: y.into() })
}

/// Reads a node by how far it is from another.
fn near_node(from: u32, bytes: &mut Bytes<'_>) -> Result<u32, Fault> {
    from.checked_add_signed(bytes.step()?.into()).ok_or(Fault::Wrong("a node that is none"))
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
