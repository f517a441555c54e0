//! Traces written as they come.

use std::io::{self, IoSlice, Write};

use crate::block::{Block, Room, put};
use crate::context::{Context, Station};
use crate::error::TraceError;
use crate::event::{Entry, Place, Reason, Refutation, Sink, Source, TraceEvent};
use crate::header::TraceHeader;
use crate::layout::{MAGIC, VERSION, header_sum};
use crate::packed_scene::{self, Packed};
use crate::words::Words;
use crate::{event_kind, place_kind};

/// Writes a trace in our own form: some bytes an event, a block of some kilobytes at a time,
/// and nothing kept but the words seen.
///
/// Whatever was written can be read again if the writing ends early, but for the events of
/// the last block. A file takes a short trace fastest if a [`BufWriter`](std::io::BufWriter) of
/// some 32 kB stands before it: then header and events come to it at once.
///
/// A file may hold the traces of several searches, one after the other: see
/// [`TraceWriter::next_trace`].
#[derive(Debug)]
pub struct TraceWriter<W: Write> {
    out: W,
    coder: Coder,
    /// The map or the graph of the trace that is written.
    scene: Option<Packed>,
}

/// What a writer knows besides where it writes to.
#[derive(Debug)]
pub(crate) struct Coder {
    pub(crate) block: Block,
    pub(crate) words: Words,
    pub(crate) context: Context,
    failure: Option<io::Error>,
    /// How many blocks were written.
    blocks: u64,
    /// The blocks, and the bytes of the one that is filled, when the end was told.
    end: Option<(u64, usize)>,
}

impl Coder {
    /// How many blocks were written, and how many bytes the one has that is filled.
    fn filled(&self) -> (u64, usize) {
        (self.blocks, self.block.as_bytes().len())
    }
}

/// A [`TraceWriter`], whatever it writes to: see [`Sink::direct`].
pub struct Direct<'a> {
    pub(crate) coder: &'a mut Coder,
    out: &'a mut dyn Write,
}

/// Writes one after the other, at once if `out` can.
fn write_parts<const COUNT: usize>(out: &mut impl Write, parts: [&[u8]; COUNT]) -> io::Result<()> {
    let mut parts = parts.map(IoSlice::new);
    let mut left = &mut parts[..];
    IoSlice::advance_slices(&mut left, 0);
    while !left.is_empty() {
        match out.write_vectored(left) {
            Ok(0) => return Err(io::ErrorKind::WriteZero.into()),
            Ok(count) => IoSlice::advance_slices(&mut left, count),
            Err(error) if error.kind() == io::ErrorKind::Interrupted => {}
            Err(error) => return Err(error),
        }
    }
    Ok(())
}

impl<W: Write> TraceWriter<W> {
    /// A writer that has written the header.
    ///
    /// # Errors
    ///
    /// Fails if `out` does.
    pub fn new(mut out: W, header: &TraceHeader) -> Result<Self, TraceError> {
        Self::write_header(&mut out, header, None)?;
        let coder = Coder {
            block: Block::new(),
            words: Words::default(),
            context: Context::default(),
            failure: None,
            blocks: 0,
            end: None,
        };
        Ok(Self { out, coder, scene: Packed::of(&header.scene) })
    }

    /// Begins the trace of another search in the same file, after the end of the last one. What is
    /// written is what a file of its own would hold, but for a map or a graph: it stands there only
    /// once while searches are on the same one. So some thousand short searches a second can be
    /// recorded, each of which takes less time than a file of its own.
    ///
    /// ```
    /// use tremaux_trace::{Shape, Sink, TraceCounts, TraceEvent, TraceHeader};
    /// use tremaux_trace::{TraceReader, TraceWriter};
    ///
    /// let header = |instance: &str| TraceHeader {
    ///     instance: instance.to_owned(),
    ///     ..TraceHeader::new("maze", Shape::Graph)
    /// };
    /// let end = TraceEvent::End { counts: TraceCounts::default(), status: "solved".into() };
    /// let mut writer = TraceWriter::new(Vec::new(), &header("first"))?;
    /// writer.take(&end);
    /// writer.next_trace(&header("second"))?;
    /// writer.take(&end);
    /// let file = writer.finish()?;
    ///
    /// let mut reader = TraceReader::new(file.as_slice())?;
    /// assert!(reader.next_trace()?);
    /// assert_eq!(reader.header().instance, "second");
    /// assert!(!reader.next_trace()?);
    /// # Ok::<(), tremaux_trace::TraceError>(())
    /// ```
    ///
    /// # Errors
    ///
    /// Fails if the end is not the last that the trace was told, and then nothing is changed; or with
    /// the first error since the beginning, and then nothing more is written.
    pub fn next_trace(&mut self, header: &TraceHeader) -> Result<(), TraceError> {
        if self.coder.end != Some(self.coder.filled()) {
            return Err(TraceError::Unfinished);
        }
        self.direct().end_block();
        let written = match self.coder.failure.take() {
            Some(error) => Err(error.into()),
            None => Self::write_header(&mut self.out, header, self.scene.as_ref()),
        };
        if let Err(error) = written {
            self.coder.failure = Some(match &error {
                TraceError::Io(error) => error.kind().into(),
                other => io::Error::other(other.to_string()),
            });
            return Err(error);
        }
        self.scene = Packed::of(&header.scene);
        (self.coder.words, self.coder.context) = (Words::default(), Context::default());
        self.coder.end = None;
        Ok(())
    }

    /// Writes a header, after a trace with this map or graph.
    fn write_header(
        out: &mut W,
        header: &TraceHeader,
        before: Option<&Packed>,
    ) -> Result<(), TraceError> {
        let without_packed = packed_scene::without_packed(header);
        let json = serde_json::to_vec(without_packed.as_ref().unwrap_or(header));
        let json = json.map_err(io::Error::from)?;
        let mut body = Vec::with_capacity(json.len() + 32);
        put(&mut body, json.len() as u64);
        body.extend(json);
        let cells = packed_scene::put_packed(header, before, &mut body);
        let mut start = MAGIC.to_vec();
        put(&mut start, VERSION);
        put(&mut start, (body.len() + cells.len()) as u64);
        start.extend(header_sum(VERSION, &[&body, cells]));
        write_parts(out, [&start, &body, cells])?;
        Ok(())
    }

    #[inline]
    fn direct(&mut self) -> Direct<'_> {
        Direct { coder: &mut self.coder, out: &mut self.out }
    }

    /// Writes what is left, and returns what was written to.
    ///
    /// # Errors
    ///
    /// Returns the first error since the beginning.
    pub fn finish(mut self) -> Result<W, TraceError> {
        self.direct().end_block();
        let mut failure = self.coder.failure;
        if failure.is_none() {
            failure = self.out.flush().err();
        }
        match failure {
            Some(error) => Err(error.into()),
            None => Ok(self.out),
        }
    }
}

impl Direct<'_> {
    #[inline]
    pub(crate) fn end_full_block(&mut self) {
        if self.coder.block.is_full() {
            self.end_block();
        }
    }

    #[cold]
    fn end_block(&mut self) {
        self.coder.blocks += 1;
        if self.coder.block.as_bytes().is_empty() || self.coder.failure.is_some() {
            self.coder.block.clear();
            return;
        }
        let written = self.out.write_all(self.coder.block.framed());
        self.coder.failure = written.err();
        self.coder.block.clear();
    }

    /// Puts a place, but for its text.
    #[inline]
    pub(crate) fn put_place(room: &mut Room<'_>, at: Option<&Place<'_>>) {
        match at {
            None => room.byte(place_kind::NONE),
            Some(Place::Cell { x, y }) => {
                room.byte(place_kind::CELL);
                room.number(u64::from(*x));
                room.number(u64::from(*y));
            }
            Some(Place::Vertex { vertex }) => {
                room.byte(place_kind::VERTEX);
                room.number(u64::from(*vertex));
            }
            Some(Place::Text { .. }) => room.byte(place_kind::TEXT),
            Some(Place::Unknown {}) => room.byte(place_kind::UNKNOWN),
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
        let last = self.coder.context.last;
        self.coder.context.about(id);
        let head = |room: &mut Room<'_>| {
            room.byte(kind);
            room.signed(i64::from(id) - i64::from(last));
            before(room);
        };
        match word {
            Some(word) => self.around(head, word, after),
            None => self.coder.block.put(|room| {
                head(room);
                after(room);
            }),
        }
        if let Some(Place::Text { text }) = at {
            self.coder.block.put_text(text);
        }
        self.end_full_block();
    }

    /// Puts numbers, a word and numbers.
    #[inline]
    pub(crate) fn around(
        &mut self,
        before: impl FnOnce(&mut Room<'_>),
        word: &str,
        after: impl FnOnce(&mut Room<'_>),
    ) {
        let number = self.coder.words.recent(word);
        if number > 0 {
            self.coder.block.put(|room| {
                before(room);
                room.number(number.into());
                after(room);
            });
        } else {
            self.coder.block.put(before);
            self.coder.words.put(&mut self.coder.block, word);
            self.coder.block.put(after);
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

/// Steps along a path.
impl Direct<'_> {
    /// From here on costs are these times what they are.
    pub(crate) fn cost_unit(&mut self, unit: f64) {
        self.coder.block.put(|room| {
            room.byte(event_kind::COST_UNIT);
            room.cost(unit);
        });
        self.end_full_block();
    }

    /// The root, in what is 1 to the search, and `unit` of that is 1 of what is told.
    pub(crate) fn path_root(&mut self, unit: f64, (g, h): (f64, f64), place: &Place<'_>) {
        self.coder.block.put(|room| {
            room.byte(event_kind::PATH_ROOT);
            [unit, g, h].into_iter().for_each(|cost| room.cost(cost));
            Self::put_place(room, Some(place));
        });
        if let Place::Text { text } = place {
            self.coder.block.put_text(text);
        }
        self.end_full_block();
    }

    /// What the next code stands for: an outcome and so many steps back.
    pub(crate) fn path_code(&mut self, (outcome, left): (u8, u8), word: &str, change: (f64, f64)) {
        self.path_numbers(&[event_kind::PATH_CODE, outcome, left], word, change);
    }

    /// A step that has no code.
    pub(crate) fn path_step(&mut self, outcome: u8, word: &str, costs: (f64, f64)) {
        self.path_numbers(&[event_kind::PATH_STEP, outcome], word, costs);
    }

    fn path_numbers(&mut self, before: &[u8], word: &str, (g, h): (f64, f64)) {
        let before = |room: &mut Room<'_>| before.iter().for_each(|&byte| room.byte(byte));
        let after = |room: &mut Room<'_>| {
            room.cost(g);
            room.cost(h);
        };
        self.around(before, word, after);
        self.end_full_block();
    }

    /// A new node with this estimate, generated from the one expanded last, by its code.
    #[inline]
    pub(crate) fn next_code(&mut self, code: u8, h: f64) {
        self.coder.context.about(self.coder.context.next);
        self.coder.context.generates(h, None);
        self.line_byte(code);
    }

    /// Steps that are codes, or bytes that mean something by themselves.
    pub(crate) fn path_bytes(&mut self, bytes: &[u8]) {
        self.coder.block.put_bytes(bytes);
        self.end_full_block();
    }

    /// The plan: the words of its actions, and where the states are, if that is not known.
    pub(crate) fn plan<'p>(&mut self, states: &[(String, Option<Place<'p>>)]) {
        self.coder.block.put(|room| {
            room.byte(event_kind::PLAN);
            room.number(states.len() as u64);
        });
        for (word, place) in states {
            let after = |room: &mut Room<'_>| Self::put_place(room, place.as_ref());
            self.around(|_| (), word, after);
            if let Some(Place::Text { text }) = place {
                self.coder.block.put_text(text);
            }
        }
        self.end_full_block();
    }
}

impl Direct<'_> {
    /// Puts a node that is generated, whatever it hangs from and wherever it is.
    fn generated_anyhow(
        &mut self,
        id: u32,
        (parent, action): (Option<u32>, Option<&str>),
        (g, h): (f64, f64),
        place: Option<&Place<'_>>,
    ) {
        self.coder.context.generates(h, place);
        let before = |room: &mut Room<'_>| {
            room.node(parent, id);
            room.byte(u8::from(action.is_some()));
        };
        let after = |room: &mut Room<'_>| {
            room.cost(g);
            room.cost(h);
            Self::put_place(room, place);
        };
        self.about((event_kind::GENERATED, id), before, action, after, place);
    }
}

impl Direct<'_> {
    /// Puts a node of the path, whichever it is and wherever.
    pub(crate) fn on_path_anywhere(&mut self, id: u32, place: Option<&Place<'_>>) {
        self.plain(event_kind::PATH, id, |room| Self::put_place(room, place), place);
    }
}

impl Sink for Direct<'_> {
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
            && id == self.coder.context.next
            && id < u32::MAX
            && parent.is_some()
            && parent == self.coder.context.expanded
        {
            let is_there = matches!(place, Some(Place::Cell { .. } | Place::Vertex { .. }));
            if is_there || place.is_none() {
                self.coder.context.about(id);
                self.coder.context.generates(h, place);
                let after = |room: &mut Room<'_>| {
                    costs(room);
                    if is_there {
                        Self::put_place(room, place);
                    }
                };
                let kind = if is_there { event_kind::NEXT_AT } else { event_kind::NEXT };
                self.around(|room| room.byte(kind), action, after);
                return self.end_full_block();
            }
        }
        self.generated_anyhow(id, (parent, action), (g, h), place);
    }

    fn expanded(&mut self, id: u32, g: f64, place: Option<&Place<'_>>) {
        if place.is_none() {
            return self.expanded_node(id, g);
        }
        let numbers = |room: &mut Room<'_>| {
            room.cost(g);
            Self::put_place(room, place);
        };
        self.plain(event_kind::EXPANDED, id, numbers, place);
        (self.coder.context.expanded, self.coder.context.g) = (Some(id), g);
    }

    fn duplicate(&mut self, id: Option<u32>, parent: Option<u32>) {
        self.reached_again(id, parent);
    }

    fn pruned(&mut self, id: u32, reason: Reason) {
        self.plain(event_kind::PRUNED, id, |room| room.byte(reason as u8), None);
    }

    fn left(&mut self, id: u32) {
        self.plain(event_kind::LEFT, id, |_| (), None);
    }

    fn entered(
        &mut self,
        id: u32,
        (parent, mv): (Option<u32>, Option<&str>),
        Entry { side, ply, depth, alpha, beta }: Entry,
        place: Option<&Place<'_>>,
    ) {
        let station = Station { id, side, depth, window: (alpha, beta) };
        let Context { next, ply: last_ply, ref line, .. } = self.coder.context;
        let above = (ply as usize).checked_sub(1).and_then(|at| line.get(at));
        if let Some(mv) = mv
            && parent.is_some()
            && parent == above.map(|above| above.id)
            && id <= next
            && place.is_none()
        {
            let beside = line.get(ply as usize).is_some_and(|beside| beside.is_like(&station));
            let before = |room: &mut Room<'_>| {
                room.byte(event_kind::ENTERED_BELOW);
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
            self.coder.context.about(id);
            self.coder.context.enter(ply, station);
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
        self.about((event_kind::ENTERED, id), before, mv, after, place);
        self.coder.context.enter(ply, station);
    }

    fn scored(&mut self, id: u32, score: i32, source: Source) {
        let numbers = |room: &mut Room<'_>| {
            room.signed(i64::from(score));
            room.byte(source as u8);
        };
        self.plain(event_kind::SCORED, id, numbers, None);
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
            TraceEvent::Scored { id, score, source, payoffs } if payoffs.is_empty() => {
                self.scored(*id, *score, *source);
            }
            TraceEvent::Scored { id, score, source, payoffs } => {
                let Coder { block, context, .. } = &mut *self.coder;
                block.put(|room| {
                    room.byte(event_kind::SCORED_PAYOFFS);
                    room.signed(i64::from(*id) - i64::from(context.last));
                    room.signed(i64::from(*score));
                    room.byte(*source as u8);
                    room.number(payoffs.len() as u64);
                });
                for &payoff in payoffs {
                    block.put(|room| room.signed(i64::from(payoff)));
                }
                context.about(*id);
            }
            TraceEvent::Reopened { id } => self.plain(event_kind::REOPENED, *id, |_| (), None),
            TraceEvent::Bound { cost } => self.bound(*cost),
            TraceEvent::Iteration { limit: cost } | TraceEvent::Solution { cost } => {
                let kind = match event {
                    TraceEvent::Iteration { .. } => event_kind::ITERATION,
                    _ => event_kind::SOLUTION,
                };
                self.coder.block.put(|room| {
                    room.byte(kind);
                    room.cost(*cost);
                });
            }
            TraceEvent::Path { id, place } => self.on_path(*id, place.as_ref()),
            TraceEvent::Cutoff { id, mv, tried, score, beta, reason } => {
                let is_usual = *reason == Refutation::default();
                let after = |room: &mut Room<'_>| {
                    room.number(u64::from(*tried));
                    room.signed(i64::from(*score));
                    room.signed(i64::from(*beta));
                    if !is_usual {
                        room.byte(*reason as u8);
                    }
                };
                let kind = if is_usual { event_kind::CUTOFF } else { event_kind::CUTOFF_BECAUSE };
                self.about((kind, *id), |_| (), Some(mv), after, None);
            }
            TraceEvent::Line { depth, score, exact, moves } => {
                let block = &mut self.coder.block;
                block.put(|room| {
                    room.byte(event_kind::LINE);
                    room.number(u64::from(*depth));
                    room.signed(i64::from(*score));
                    room.byte(u8::from(*exact));
                    room.number(moves.len() as u64);
                });
                for mv in moves {
                    self.coder.words.put(block, mv);
                }
            }
            TraceEvent::End { counts, status } => {
                let block = &mut self.coder.block;
                block.put(|room| room.byte(event_kind::END));
                for count in counts.to_array() {
                    block.put(|room| room.number(count));
                }
                block.put_text(status);
            }
        }
        self.end_full_block();
        if let TraceEvent::End { .. } = event {
            self.coder.end = Some(self.coder.filled());
        }
    }
}

impl<W: Write> Sink for TraceWriter<W> {
    fn take(&mut self, event: &TraceEvent<'_>) {
        self.direct().take(event);
    }

    fn direct(&mut self) -> Option<Direct<'_>> {
        Some(Self::direct(self))
    }
}
