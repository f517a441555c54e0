//! Trace files: read as they were written, cut off anywhere, damaged anywhere.

use tremaux_trace::{
    Place, Reason, Refutation, Scene, Sink, Source, Trace, TraceCounts, TraceError, TraceEvent,
    TraceHeader, TraceReader, TraceShape, TraceWriter,
};

/// Each kind of event, and a good many.
fn events(count: u32) -> Vec<TraceEvent<'static>> {
    let mut events = Vec::new();
    for id in 0..count {
        let place = match id % 4 {
            0 => Place::Cell { x: id, y: 70_000 },
            1 => Place::Vertex { vertex: id * 1000 },
            2 => Place::Text { text: format!("1 2 / 3 {id}").into() },
            _ => Place::Unknown {},
        };
        events.push(TraceEvent::Generated {
            id,
            parent: id.checked_sub(1 + id % 3),
            action: (id > 0).then(|| ["north", "süd", "e"][id as usize % 3].into()),
            g: f64::from(id) / 2.0,
            h: if id % 5 == 0 { f64::INFINITY } else { 1.0 },
            place: Some(place),
        });
        events.push(TraceEvent::Expanded { id, g: f64::from(id), place: None });
        events.push(TraceEvent::Duplicate { id: Some(id / 2), parent: Some(id) });
        events.push(TraceEvent::Duplicate { id: None, parent: None });
        events.push(TraceEvent::Reopened { id: id / 3 });
        events.push(TraceEvent::Pruned { id, reason: Reason::Circle });
        events.push(TraceEvent::Left { id });
        events.push(TraceEvent::Iteration { limit: 41.0 });
        events.push(TraceEvent::Bound { cost: 0.1 });
        events.push(TraceEvent::Entered {
            id,
            parent: None,
            mv: Some("b2".into()),
            side: (id % 2) as u8,
            ply: id,
            depth: -3,
            alpha: -1_000_000,
            beta: 1_000_000,
            place: None,
        });
        let payoffs = [][..].into();
        events.push(TraceEvent::Scored { id, score: -999_991, source: Source::Table, payoffs });
        let payoffs = vec![3, -20_000, id as i32].into();
        events.push(TraceEvent::Scored { id, score: 3, source: Source::Probe, payoffs });
        for reason in [Refutation::AtLeast, Refutation::MeanAtMost, Refutation::Share] {
            let mv = "a1".into();
            events.push(TraceEvent::Cutoff {
                id,
                mv,
                tried: 2,
                untried: id,
                score: 7,
                beta: 6,
                reason,
            });
        }
    }
    events.extend(usual(count));
    let moves = vec!["a1".into(), "c3".into()];
    events.push(TraceEvent::Line { depth: 2, score: 0, exact: true, moves });
    events.push(TraceEvent::Solution { cost: 9.0 });
    events.push(TraceEvent::Path { id: 0, place: None });
    let counts = TraceCounts { expanded: 10_000_000_000, recorded: 3, ..TraceCounts::default() };
    events.push(TraceEvent::End { counts, status: "solved".into() });
    events
}

/// What searches tell nearly always: new nodes from the one expanded last, and lines of play
/// from the root on.
fn usual(count: u32) -> Vec<TraceEvent<'static>> {
    let mut events = Vec::new();
    for at in 0..count {
        let parent = count + at / 2;
        events.push(TraceEvent::Expanded { id: parent, g: 3.0, place: None });
        for (id, action) in [(2 * at + count, "e"), (2 * at + 1 + count, "south")] {
            let (parent, action) = (Some(parent), Some(action.into()));
            events.push(TraceEvent::Generated { id, parent, action, g: 4.0, h: 1.5, place: None });
        }
        events.push(TraceEvent::Duplicate { id: Some(at), parent: Some(parent) });
        events.push(TraceEvent::Duplicate { id: Some(at), parent: Some(at) });
    }
    for at in 0..count {
        // Down and up again, with another sibling each time.
        let ply = [0, 1, 2, 3, 3, 2, 3, 1][at as usize % 8];
        let entered = |parent: Option<u32>| TraceEvent::Entered {
            id: 4 * count + at,
            parent,
            mv: parent.map(|_| "f6".into()),
            side: (ply % 2) as u8,
            ply,
            depth: 5 - ply as i32,
            alpha: if at % 3 == 0 { -(at as i32) } else { 0 },
            beta: 1_000_000,
            place: None,
        };
        let above = events.iter().rev().find_map(|event| match event {
            TraceEvent::Entered { id, ply: above, .. } if above + 1 == ply => Some(*id),
            _ => None,
        });
        events.push(entered(above.or((at % 16 == 0).then_some(7))));
        events.push(TraceEvent::Scored {
            id: 4 * count + at,
            score: 3,
            source: Source::Moves,
            payoffs: [][..].into(),
        });
    }
    events
}

fn header() -> TraceHeader {
    let rows = vec!["..#".to_owned(), "...".to_owned()].into();
    let scene = Scene::Grid { rows, start: Some((0, 0)), goals: vec![(2, 1)] };
    TraceHeader { scene, ..TraceHeader::new("maze", TraceShape::Graph) }
}

fn file(events: &[TraceEvent<'_>]) -> Vec<u8> {
    let mut writer = TraceWriter::new(Vec::new(), &header()).expect("memory takes everything");
    events.iter().for_each(|event| writer.take(event));
    writer.finish().expect("memory takes everything")
}

/// The events that can be read, and whether something is said to be wrong.
fn read(file: &[u8]) -> (Vec<TraceEvent<'static>>, bool, Option<TraceError>) {
    let mut reader = match TraceReader::new(file) {
        Ok(reader) => reader,
        Err(error) => return (Vec::new(), false, Some(error)),
    };
    let mut events = Vec::new();
    loop {
        match reader.next_event() {
            Ok(Some(event)) => events.push(event),
            Ok(None) => return (events, reader.is_whole(), None),
            Err(error) => return (events, reader.is_whole(), Some(error)),
        }
    }
}

#[test]
fn what_is_written_is_read() {
    let events = events(400);
    let file = file(&events);
    assert!(file.len() < 60 * events.len(), "{} bytes", file.len());
    let (read, is_whole, error) = read(&file);
    assert!(error.is_none() && is_whole, "{error:?}");
    assert_eq!(read, events);
    assert_eq!(TraceReader::new(file.as_slice()).expect("a header").header(), &header());
}

#[test]
fn a_file_that_was_cut_off_is_read_up_to_there() {
    let events = events(2000);
    let file = file(&events);
    let mut most = 0;
    for length in (0..file.len()).filter(|length| *length < 600 || length.is_multiple_of(97)) {
        let (read, is_whole, error) = read(&file[..length]);
        assert!(!is_whole, "{length}");
        assert_eq!(read, events[..read.len()], "{length}");
        assert!(read.len() >= most, "{length}: {} after {most}", read.len());
        most = read.len();
        if let Some(error) = error {
            // Only what ends within the header is no trace.
            assert!(read.is_empty() && length < 400, "{length}: {error}");
        }
    }
    assert!(most > 0, "all frames but the last are read");
}

#[test]
fn a_file_that_was_damaged_is_said_to_be() {
    let events = events(60);
    let whole = file(&events);
    let mut damaged = 0;
    for at in 0..whole.len() {
        for bit in [0, 3, 7] {
            let mut file = whole.clone();
            file[at] ^= 1 << bit;
            let (read, is_whole, error) = read(&file);
            // A longer length makes it look cut off; nothing else goes unseen.
            assert!(error.is_some() || !is_whole, "byte {at}");
            assert!(read.len() <= events.len(), "byte {at}");
            damaged += usize::from(error.is_some());
        }
    }
    assert!(damaged > whole.len() * 5 / 2, "{damaged} of {}", 3 * whole.len());
}

#[test]
fn what_is_no_trace_is_refused() {
    assert!(matches!(TraceReader::new(&b"GIF89a"[..]), Err(TraceError::NotATrace)));
    assert!(matches!(TraceReader::new(&b""[..]), Err(TraceError::NotATrace)));
    for version in [0, 7, 9] {
        let other = [b"TREMAUX\n", &[version][..], &[0; 12]].concat();
        let error = TraceReader::new(&other[..]).err();
        let is_told =
            matches!(error, Some(TraceError::Version { found, known: 8 }) if found == version);
        assert!(is_told, "{error:?}");
    }
    // A length that lies takes no memory.
    let long = b"TREMAUX\n\x08\xff\xff\xff\xff\xff\xff\xff\xff\0\0\0\0{}";
    assert!(matches!(TraceReader::new(&long[..]), Err(TraceError::Damaged { .. })));
}

#[test]
fn a_node_that_is_far_off_takes_no_memory() {
    let mut trace = Trace::new(header());
    trace.add(TraceEvent::Expanded { id: u32::MAX, g: 0.0, place: None });
    trace.add(TraceEvent::Generated {
        id: 0,
        parent: Some(4_000_000_000),
        action: None,
        g: 0.0,
        h: 0.0,
        place: None,
    });
    assert_eq!((trace.nodes.len(), trace.nodes[0].parent), (1, None));
    assert_eq!(trace.steps.iter().filter(|step| step.node.is_some()).count(), 1);
}

#[test]
fn the_greatest_node_may_be_told_again() {
    let mut writer = TraceWriter::new(Vec::new(), &header()).expect("memory");
    let (parent, action, place) = (Some(0), Some("a".into()), None);
    let last = TraceEvent::Generated { id: u32::MAX, parent, action, g: 1.0, h: 0.0, place };
    let expanded = TraceEvent::Expanded { id: 0, g: 0.0, place: None };
    let told = [expanded, last.clone(), last];
    told.iter().for_each(|event| writer.take(event));
    let file = writer.finish().expect("memory");
    let (events, _, error) = read(&file);
    assert_eq!((&events[..], error.is_none()), (&told[..], true));
}

#[test]
fn nodes_far_from_each_other_are_read_as_they_were_told() {
    let expanded = |id| TraceEvent::Expanded { id, g: 1.0, place: None };
    let path = |id| TraceEvent::Path { id, place: None };
    let again = |id, parent| TraceEvent::Duplicate { id: Some(id), parent: Some(parent) };
    let told = [
        vec![expanded(u32::MAX), expanded(0), expanded(1)],
        vec![expanded(7), path(u32::MAX), again(8, 7)],
        vec![expanded(7), path(0), again(u32::MAX, 7)],
        vec![expanded(7), path(1 << 31), again(0, 7)],
    ];
    for (told, shape) in told
        .iter()
        .flat_map(|told| [TraceShape::Graph, TraceShape::Tree].map(|shape| (told, shape)))
    {
        let mut writer =
            TraceWriter::new(Vec::new(), &TraceHeader::new("far", shape)).expect("memory");
        told.iter().for_each(|event| writer.take(event));
        let (events, _, error) = read(&writer.finish().expect("memory"));
        assert_eq!((&events, error.is_none()), (told, true));
    }
}

/// A path told by hand: nodes that are known and new, far and near, the greatest one among them,
/// with a place or without.
#[test]
fn a_path_is_read_as_it_was_told() {
    let places = [
        None,
        Some(Place::Cell { x: 0xffff, y: 0xffff }),
        Some(Place::Cell { x: 0, y: 0x1_0000 }),
        Some(Place::Vertex { vertex: 0 }),
        Some(Place::Vertex { vertex: 0x7fff }),
        Some(Place::Vertex { vertex: u32::MAX }),
        Some(Place::Text { text: "here".into() }),
        Some(Place::Unknown {}),
    ];
    let nodes = [0, 1, 1, 2, 0, 0x8000, 0x8001, 0, 0x7fff, u32::MAX - 1, u32::MAX, u32::MAX, 3];
    let told = |count: usize| {
        let places = places.iter().cycle().cloned();
        let path = nodes.into_iter().cycle().zip(places);
        path.map(|(id, place)| TraceEvent::Path { id, place }).take(count).collect::<Vec<_>>()
    };
    for (count, from) in [(8 * 13, 0), (8, 0), (13, 9), (13, 10), (13, 11)] {
        let told = &told(count)[from..];
        for shape in [TraceShape::Graph, TraceShape::Tree] {
            let header = TraceHeader::new("streets", shape);
            let mut writer = TraceWriter::new(Vec::new(), &header).expect("memory");
            told.iter().for_each(|event| writer.take(event));
            let (events, _, error) = read(&writer.finish().expect("memory"));
            assert_eq!((&events[..], error.is_none()), (told, true));
        }
    }
}

#[test]
fn an_infinite_cost_is_null_in_json() {
    let event = TraceEvent::Bound { cost: f64::INFINITY };
    let json = serde_json::to_string(&event).expect("plain data");
    assert_eq!(json, r#"{"type":"bound","cost":null}"#);
}

/// A sink that fails after some bytes.
struct Full(usize);

impl std::io::Write for Full {
    fn write(&mut self, bytes: &[u8]) -> std::io::Result<usize> {
        match self.0.checked_sub(bytes.len()) {
            Some(left) => {
                self.0 = left;
                Ok(bytes.len())
            }
            None => Err(std::io::Error::from(std::io::ErrorKind::StorageFull)),
        }
    }

    fn flush(&mut self) -> std::io::Result<()> {
        Ok(())
    }
}

#[test]
fn the_first_failure_to_write_is_kept_until_the_end() {
    let mut writer = TraceWriter::new(Full(9000), &header()).expect("room for the header");
    events(500).iter().for_each(|event| writer.take(event));
    assert!(matches!(writer.finish(), Err(TraceError::Io(_))));
}

/// Takes three bytes at a time, of the first that are offered, and is interrupted between.
#[derive(Default)]
struct Slow {
    bytes: Vec<u8>,
    is_ready: bool,
}

impl std::io::Write for Slow {
    fn write(&mut self, bytes: &[u8]) -> std::io::Result<usize> {
        self.is_ready = !self.is_ready;
        if self.is_ready {
            return Err(std::io::Error::from(std::io::ErrorKind::Interrupted));
        }
        let count = bytes.len().min(3);
        self.bytes.extend(&bytes[..count]);
        Ok(count)
    }

    fn flush(&mut self) -> std::io::Result<()> {
        Ok(())
    }
}

#[test]
fn a_header_is_written_whole_to_what_takes_it_slowly() {
    let told = events(20);
    let mut writer = TraceWriter::new(Slow::default(), &header()).expect("it takes everything");
    told.iter().for_each(|event| writer.take(event));
    let slow = writer.finish().expect("it takes everything");
    assert_eq!(slow.bytes, file(&told));
    let full = TraceWriter::new(Full(20), &header());
    assert!(matches!(full, Err(TraceError::Io(_))), "no room for the header");
}

/// Appends a frame of this content, compressed, with lengths and a checksum that are right.
fn put_frame(content: &[u8], file: &mut Vec<u8>) {
    let compressed = lz4_flex::block::compress(content);
    let lengths = [content.len(), compressed.len()].map(|length| (length as u32).to_le_bytes());
    let lengths = lengths.concat();
    file.extend(&lengths);
    file.extend(crc32fast::hash(&[&lengths[..], &compressed].concat()).to_le_bytes());
    file.extend(compressed);
}

/// A file of a search of this shape, with a frame of these events.
fn mended(shape: TraceShape, events: &[u8]) -> Vec<u8> {
    let mut file = TraceWriter::new(Vec::new(), &TraceHeader::new("random", shape))
        .and_then(TraceWriter::finish)
        .expect("memory");
    put_frame(&[&1.0_f64.to_le_bytes()[..], events].concat(), &mut file);
    file
}

/// Bytes that nobody wrote, with lengths and checksums that are right, so that what reads
/// events is reached: kinds of events more often than other numbers.
#[test]
fn no_bytes_make_the_reader_panic() {
    let mut random = 1_u32;
    let mut next = move |bound: u32| {
        random = random.wrapping_mul(1_664_525).wrapping_add(1_013_904_223);
        (random >> 8) % bound
    };
    let (mut read_events, mut wrong) = (0, 0);
    for round in 0..60_000 {
        let shape = [TraceShape::Graph, TraceShape::Tree, TraceShape::Game][round % 3];
        let bytes = |_| match next(4) {
            0 => next(15) as u8,
            1 => next(3) as u8,
            2 => 0x80 + next(128) as u8,
            _ => next(256) as u8,
        };
        // A node that is expanded, and a position on the line.
        let mut events = vec![0, 0, 0, 0, 0, 0, 0, 1, 0, 0, 0, 10, 0, 0, 0, 0, 0, 0, 0, 0, 0];
        events.extend((0..60).map(bytes));
        let (events, _, error) = read(&mended(shape, &events));
        read_events += events.len();
        wrong += usize::from(error.is_some());
    }
    assert!(read_events > 190_000 && wrong > 20_000, "{read_events} events, {wrong} wrong");
}

#[test]
fn a_frame_that_says_it_is_huge_takes_no_memory() {
    let start = mended(TraceShape::Graph, &[]);
    // A million bytes of zeros are some thousand, compressed; sixteen times as many are refused.
    let mut file = start.clone();
    put_frame(&vec![0; (1 << 24) + 1], &mut file);
    let error = read(&file).2.map(|error| error.to_string());
    assert!(error.as_ref().is_some_and(|error| error.contains("too long")), "{error:?}");
    let mut file = start;
    file.extend([0xff; 12]);
    let error = read(&file).2.map(|error| error.to_string());
    assert!(error.as_ref().is_some_and(|error| error.contains("too long")), "{error:?}");
}

#[test]
fn a_text_longer_than_a_frame_is_read() {
    let text = "□".repeat(100_000);
    let place = |text: &str| Some(Place::Text { text: text.to_owned().into() });
    let told: Vec<_> = (0..4)
        .map(|id| TraceEvent::Expanded {
            id,
            g: 1.0,
            place: if id == 2 { place(&text) } else { place("short") },
        })
        .collect();
    let (known, _, error) = read(&file(&told));
    assert_eq!((&known, error.is_none()), (&told, true));
}

/// Events delivered by a method for each kind, as recorders do, are written like those delivered
/// as values.
#[test]
fn each_kind_is_written_as_the_others() {
    let told = events(300);
    let mut writer = TraceWriter::new(Vec::new(), &header()).expect("memory");
    for event in &told {
        match event {
            TraceEvent::Generated { id, parent, action, g, h, place } => {
                writer.generated(*id, *parent, action.as_deref(), *g, *h, place.as_ref());
            }
            TraceEvent::Expanded { id, g, place } => writer.expanded(*id, *g, place.as_ref()),
            TraceEvent::Pruned { id, reason } => writer.pruned(*id, *reason),
            TraceEvent::Left { id } => writer.left(*id),
            TraceEvent::Scored { id, score, source, payoffs } => {
                writer.scored(*id, *score, *source, payoffs);
            }
            other => writer.take(other),
        }
    }
    assert!(writer.finish().expect("memory") == file(&told));
}

#[test]
fn costs_in_a_unit_are_divided_when_they_are_read() {
    let mut writer = TraceWriter::new(Vec::new(), &header()).expect("memory");
    let bound = |cost| TraceEvent::Bound { cost };
    writer.take(&bound(1.0));
    assert!(writer.accept_cost_unit(4.0));
    [1.0, 2.0].into_iter().for_each(|cost| writer.take(&bound(cost)));
    assert!(writer.accept_cost_unit(1.0));
    writer.take(&bound(3.5));
    let (events, _, error) = read(&writer.finish().expect("memory"));
    assert_eq!((events, error.is_none()), ([1.0, 0.25, 0.5, 3.5].map(bound).to_vec(), true));
}

#[test]
fn json_is_read_as_it_was_written() {
    for event in events(5) {
        let json = serde_json::to_string(&event).expect("plain data");
        let read: TraceEvent<'_> = serde_json::from_str(&json).expect(&json);
        // A place that is not known is left out.
        let is_unknown = |place: &Option<Place<'_>>| *place == Some(Place::Unknown {});
        match event {
            TraceEvent::Generated { place, .. } if is_unknown(&place) => {}
            event => assert_eq!(read, event, "{json}"),
        }
    }
}
