//! Traces written as they come.

use std::io::{self, IoSlice, Write};

use crate::coding::{Block, Context, MAGIC, Room, Station, VERSION, Words, header_sum, put};
use crate::error::TraceError;
use crate::event::{Entry, Place, Reason, Refutation, Sink, Source, TraceEvent};
use crate::header::TraceHeader;
use crate::packed_scene::{self, Packed};

/// The kinds of events in the file; numbers of a released version are never used anew.
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
    // Since version 3, steps along a path. Bytes from `FIRST_CODE` on are such steps too; in a
    // graph they are new nodes, generated from the one expanded last.
    /// The root of a path: the unit, and g and h in what is 1 to the search.
    pub(crate) const PATH_ROOT: u8 = 20;
    /// What the next code stands for.
    pub(crate) const PATH_CODE: u8 = 21;
    /// A step that has no code.
    pub(crate) const PATH_STEP: u8 = 22;
    /// The end of the path is left.
    pub(crate) const BACK: u8 = 23;
    /// What was generated last, or else the root, is expanded.
    pub(crate) const EXPANDED_LAST: u8 = 24;
    /// What was generated last is pruned.
    pub(crate) const PRUNED_LAST: u8 = 25;
    /// The actions of the plan, and where they lead.
    pub(crate) const PLAN: u8 = 26;
    /// The node after the one expanded last is expanded, at the same cost; its place is not told.
    pub(crate) const EXPANDED_NEXT: u8 = 32;
    // Positions on a line of play; there, bytes from `line_coder::ENTERED` on are such too.
    /// The code of a move, and its word.
    pub(crate) const MOVE_WORD: u8 = 27;
    /// A position is entered.
    pub(crate) const LINE_ENTERED: u8 = 28;
    /// The end of the line has a score, and is left.
    pub(crate) const LINE_SCORED: u8 = 29;
    /// The same for another position on it.
    pub(crate) const LINE_SCORED_AT: u8 = 30;
    /// A move refuted a position.
    pub(crate) const LINE_CUTOFF: u8 = 31;
    // Since version 4, of games with chance or for more than two.
    /// A score, and what each side gets.
    pub(crate) const SCORED_PAYOFFS: u8 = 33;
    /// A cutoff, and why.
    pub(crate) const CUTOFF_BECAUSE: u8 = 34;
    /// So many payoffs come in place of every score of a position on a line of play from here on:
    /// it is that of the side judged, who is to move at the root. With their source
    /// stands whether they are the last ones again.
    pub(crate) const LINE_PAYOFFS: u8 = 35;
    /// A move is enough to leave out the others of a position on the line, and why.
    pub(crate) const LINE_CUTOFF_BECAUSE: u8 = 36;
    /// A new node, generated from the one expanded last, at a cell or a vertex.
    pub(crate) const NEXT_AT: u8 = 37;
    /// Costs in events are this many times what they are, from here on.
    pub(crate) const COST_UNIT: u8 = 38;
    // Since version 5.
    /// A position is entered that has what the last at its ply had, by a move that has no short
    /// code.
    pub(crate) const LINE_ENTERED_BY: u8 = 39;
    /// The same, and its score follows: nothing is below.
    pub(crate) const LINE_LEAF_BY: u8 = 40;
    /// A node that was told of is generated once more, from the one expanded last.
    pub(crate) const AGAIN: u8 = 41;
    // The same as others, in fewer bytes. How far a node or a vertex is from another are two. By how
    // much a cost is more than another are two or three, as a bit says, or this kind or the next
    // one; the others are that of the node expanded last for g, and for h that of the one generated
    // last. A word is the lower six bits of a byte; the upper ones are those for g and for h.
    /// [`DUPLICATE_OF`]: the node, from that of the last event, where that has it the other way
    /// round.
    pub(crate) const DUPLICATE_NEAR: u8 = 42;
    /// [`NEXT`]: the word, g, h.
    pub(crate) const NEXT_NEAR: u8 = 43;
    /// [`NEXT_AT`]: the word, g, h, and the vertex, from that of the node which was generated last
    /// at one, or of the last [`PATH_AT_NEAR`].
    pub(crate) const NEXT_AT_NEAR: u8 = 44;
    /// [`NEXT_AT`]: the word, g, h, and the column and the row of a cell, two bytes each.
    pub(crate) const NEXT_AT_CELL: u8 = 45;
    /// [`AGAIN`]: the word, g, h, and the node, from that of the last event.
    pub(crate) const AGAIN_NEAR: u8 = 46;
    /// [`BOUND`]: by how much it is more than the last one, in two bytes.
    pub(crate) const BOUND_NEAR: u8 = 47;
    /// The same in three.
    pub(crate) const BOUND_NEAR_LONG: u8 = BOUND_NEAR + 1;
    /// [`EXPANDED_THERE`]: the node, from that of the last event, and g, in two bytes.
    pub(crate) const EXPANDED_NEAR: u8 = 49;
    /// The same in three.
    pub(crate) const EXPANDED_NEAR_LONG: u8 = EXPANDED_NEAR + 1;
    /// [`PATH`]: the node, from that of the last event; its place is not told.
    pub(crate) const PATH_NEAR: u8 = 51;
    /// [`PATH`]: a new node, and its vertex, as for [`NEXT_AT_NEAR`].
    pub(crate) const PATH_AT_NEAR: u8 = 52;
    /// [`PATH`]: a new node, and its cell, as for [`NEXT_AT_CELL`].
    pub(crate) const PATH_AT_CELL: u8 = 53;
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
            room.byte(kind::COST_UNIT);
            room.cost(unit);
        });
        self.end_full_block();
    }

    /// The root, in what is 1 to the search, and `unit` of that is 1 of what is told.
    pub(crate) fn path_root(&mut self, unit: f64, (g, h): (f64, f64), place: &Place<'_>) {
        self.coder.block.put(|room| {
            room.byte(kind::PATH_ROOT);
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
        self.path_numbers(&[kind::PATH_CODE, outcome, left], word, change);
    }

    /// A step that has no code.
    pub(crate) fn path_step(&mut self, outcome: u8, word: &str, costs: (f64, f64)) {
        self.path_numbers(&[kind::PATH_STEP, outcome], word, costs);
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
            room.byte(kind::PLAN);
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
        self.about((kind::GENERATED, id), before, action, after, place);
    }
}

impl Direct<'_> {
    /// Puts a node of the path, whichever it is and wherever.
    pub(crate) fn on_path_anywhere(&mut self, id: u32, place: Option<&Place<'_>>) {
        self.plain(kind::PATH, id, |room| Self::put_place(room, place), place);
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
                let kind = if is_there { kind::NEXT_AT } else { kind::NEXT };
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
        self.plain(kind::EXPANDED, id, numbers, place);
        (self.coder.context.expanded, self.coder.context.g) = (Some(id), g);
    }

    fn duplicate(&mut self, id: Option<u32>, parent: Option<u32>) {
        self.reached_again(id, parent);
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
        self.about((kind::ENTERED, id), before, mv, after, place);
        self.coder.context.enter(ply, station);
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
            TraceEvent::Scored { id, score, source, payoffs } if payoffs.is_empty() => {
                self.scored(*id, *score, *source);
            }
            TraceEvent::Scored { id, score, source, payoffs } => {
                let Coder { block, context, .. } = &mut *self.coder;
                block.put(|room| {
                    room.byte(kind::SCORED_PAYOFFS);
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
            TraceEvent::Reopened { id } => self.plain(kind::REOPENED, *id, |_| (), None),
            TraceEvent::Bound { cost } => self.bound(*cost),
            TraceEvent::Iteration { limit: cost } | TraceEvent::Solution { cost } => {
                let kind = match event {
                    TraceEvent::Iteration { .. } => kind::ITERATION,
                    _ => kind::SOLUTION,
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
                let kind = if is_usual { kind::CUTOFF } else { kind::CUTOFF_BECAUSE };
                self.about((kind, *id), |_| (), Some(mv), after, None);
            }
            TraceEvent::Line { depth, score, exact, moves } => {
                let block = &mut self.coder.block;
                block.put(|room| {
                    room.byte(kind::LINE);
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
                block.put(|room| room.byte(kind::END));
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
