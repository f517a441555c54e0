//! Files of several traces: read one after the other, cut off anywhere, damaged anywhere.

use std::io::{self, Write};

use tremaux_trace::{
    GraphScene, Place, Scene, Sink, TraceCounts, TraceError, TraceEvent, TraceHeader, TraceReader,
    TraceShape, TraceWriter,
};

/// A search: its header and its events.
type Search = (TraceHeader, Vec<TraceEvent<'static>>);

/// Some steps, with words and costs that short forms tell by those before, and the end.
fn events(from: u32) -> Vec<TraceEvent<'static>> {
    let mut events = Vec::new();
    for id in 0..6_u32 {
        let (parent, place) = (id.checked_sub(1), Some(Place::Vertex { vertex: from + id }));
        let action = parent.map(|_| ["north", "east"][(from + id) as usize % 2].into());
        let (g, h) = (f64::from(from + id), f64::from(9 - id));
        events.push(TraceEvent::Generated { id, parent, action, g, h, place });
        events.push(TraceEvent::Expanded { id, g, place: None });
    }
    events.push(TraceEvent::Bound { cost: f64::from(from) });
    let counts = TraceCounts { expanded: 6, generated: from.into(), ..TraceCounts::default() };
    events.push(TraceEvent::End { counts, status: "solved".into() });
    events
}

fn grid(rows: &[&str]) -> Scene {
    let rows = rows.iter().map(|&row| row.to_owned()).collect::<Vec<_>>().into();
    Scene::Grid { rows, start: Some((0, 0)), goals: vec![(1, 0)] }
}

fn graph(cost: f64) -> Scene {
    let names = vec!["a".repeat(100), "b".into()];
    Scene::Graph(GraphScene { names, points: Vec::new(), arcs: vec![(0, 1, cost)] }.into())
}

/// Searches on the same map and on others.
fn searches() -> Vec<Search> {
    let wide = ".#.".repeat(40);
    let (map, other, roads) = (grid(&[&wide, &wide]), grid(&[".."]), graph(7.0));
    let nowhere = Scene::Nowhere;
    let scenes = [
        &map,
        &map,
        &other,
        &map,
        &roads,
        &roads,
        &roads.clone(),
        &graph(7.0),
        &nowhere,
        &roads,
        &grid(&["ab", "é"]),
        &grid(&["ab", "é"]),
        &grid(&[&wide, &wide]),
    ];
    let search = |(at, &scene): (usize, &&Scene)| {
        let instance = format!("query {at}");
        let header = TraceHeader { instance, ..TraceHeader::new("grid", TraceShape::Graph) };
        (TraceHeader { scene: scene.clone(), ..header }, events(at as u32 * 3))
    };
    scenes.iter().enumerate().map(search).collect()
}

fn write(searches: &[Search]) -> Vec<u8> {
    let mut writer = TraceWriter::new(Vec::new(), &searches[0].0).expect("memory");
    for (at, (header, events)) in searches.iter().enumerate() {
        if at > 0 {
            writer.next_trace(header).expect("memory");
        }
        events.iter().for_each(|event| writer.take(event));
    }
    writer.finish().expect("memory")
}

/// The searches that can be read, whether the file is cut off, and what is said to be wrong.
fn read(file: &[u8]) -> (Vec<Search>, bool, Option<TraceError>) {
    let mut searches = Vec::new();
    let mut reader = match TraceReader::new(file) {
        Ok(reader) => reader,
        Err(error) => return (searches, true, Some(error)),
    };
    loop {
        let mut events = Vec::new();
        let error = loop {
            match reader.next_event() {
                Ok(Some(event)) => events.push(event),
                Ok(None) => break None,
                Err(error) => break Some(error),
            }
        };
        searches.push((reader.header().clone(), events));
        if error.is_some() {
            return (searches, reader.is_cut_off(), error);
        }
        match reader.next_trace() {
            Ok(true) => {}
            Ok(false) => return (searches, reader.is_cut_off(), None),
            Err(error) => return (searches, reader.is_cut_off(), Some(error)),
        }
    }
}

#[test]
fn searches_are_read_as_they_were_written() {
    let searches = searches();
    let (known, is_cut_off, error) = read(&write(&searches));
    assert!(!is_cut_off && error.is_none(), "{error:?}");
    assert_eq!(known, searches);
    for count in 1..searches.len() {
        assert_eq!(read(&write(&searches[..count])).0, searches[..count]);
    }
}

#[test]
fn a_map_stands_there_once() {
    let one = write(&searches()[4..5]);
    let three = write(&searches()[4..7]);
    assert!(one.len() > 250, "{}", one.len());
    assert!(three.len() < 3 * one.len() - 100, "{} for {}", three.len(), one.len());
}

#[test]
fn files_one_after_the_other_are_a_file() {
    let searches = searches();
    let alone = |search: &Search| write(std::slice::from_ref(search));
    let file = searches.iter().map(alone).collect::<Vec<_>>().concat();
    let (known, is_cut_off, error) = read(&file);
    assert!(!is_cut_off && error.is_none(), "{error:?}");
    assert_eq!(known, searches);
    // And those of searches in one file, too.
    let file = [write(&searches), write(&searches[4..6])].concat();
    assert_eq!(read(&file).0, [&searches[..], &searches[4..6]].concat());
}

#[test]
fn events_that_nobody_reads_are_gone_over() {
    let searches = searches();
    let file = write(&searches);
    let mut reader = TraceReader::new(file.as_slice()).expect("a header");
    for (at, (header, events)) in searches.iter().enumerate() {
        assert_eq!(reader.header(), header);
        for event in events.iter().take(at) {
            assert_eq!(reader.next_event().expect("whole").as_ref(), Some(event));
        }
        assert_eq!(reader.next_trace().expect("whole"), at + 1 < searches.len());
    }
    assert!(reader.is_whole());
    assert!(!reader.next_trace().expect("whole"));
    assert_eq!(reader.next_event().expect("whole"), None);
}

#[test]
fn a_file_that_was_cut_off_is_read_up_to_there() {
    let searches = searches();
    let file = write(&searches);
    let first = write(&searches[..1]).len();
    let ends: Vec<_> = (1..=searches.len()).map(|count| write(&searches[..count]).len()).collect();
    let mut most = 0;
    for length in first..file.len() {
        let (known, is_cut_off, error) = read(&file[..length]);
        assert!(error.is_none(), "{length}: {error:?}");
        assert_eq!(is_cut_off, !ends.contains(&length), "{length}");
        let count: usize = known.iter().map(|(_, events)| events.len()).sum();
        assert!(count >= most, "{length}");
        most = count;
        for ((header, events), search) in known.iter().zip(&searches) {
            assert_eq!(header, &search.0, "{length}");
            assert_eq!(events, &search.1[..events.len()], "{length}");
        }
    }
}

#[test]
fn a_file_that_was_damaged_is_said_to_be() {
    let whole = write(&searches());
    for at in 0..whole.len() {
        for bit in [0, 3, 7] {
            let mut file = whole.clone();
            file[at] ^= 1 << bit;
            let (_, is_cut_off, error) = read(&file);
            assert!(error.is_some() || is_cut_off, "byte {at}");
        }
    }
}

#[test]
fn a_map_that_stands_nowhere_is_refused() {
    // The second search has the map of the first, which is gone.
    let file = write(&searches()[..2]);
    let second = write(&searches()[..1]).len();
    let error = read(&file[second..]).2.map(|error| error.to_string());
    assert!(error.as_ref().is_some_and(|error| error.contains("missing map")), "{error:?}");
    let other = write(&searches()[4..5]);
    let error = read(&[&other, &file[second..]].concat()).2.map(|error| error.to_string());
    assert!(error.as_ref().is_some_and(|error| error.contains("missing map")), "{error:?}");
}

#[test]
fn a_trace_without_an_end_is_not_followed() {
    let [(header, events), second] = &searches()[..2] else { unreachable!() };
    let mut writer = TraceWriter::new(Vec::new(), header).expect("memory");
    let (end, steps) = events.split_last().expect("the end");
    steps.iter().for_each(|event| writer.take(event));
    assert!(matches!(writer.next_trace(&second.0), Err(TraceError::Unfinished)));
    // Nothing is lost: it may go on, and end.
    writer.take(end);
    writer.next_trace(&second.0).expect("memory");
    assert!(matches!(writer.next_trace(&second.0), Err(TraceError::Unfinished)));
    second.1.iter().for_each(|event| writer.take(event));
    let file = writer.finish().expect("memory");
    assert_eq!(read(&file).0, searches()[..2]);
}

#[test]
fn a_trace_that_goes_on_after_its_end_is_not_followed() {
    let [(header, events), second] = &searches()[..2] else { unreachable!() };
    for more in [1, 10, 20_000] {
        let mut writer = TraceWriter::new(Vec::new(), header).expect("memory");
        events.iter().for_each(|event| writer.take(event));
        for cost in 0..more {
            writer.take(&TraceEvent::Bound { cost: f64::from(cost) / 3.0 });
        }
        assert!(matches!(writer.next_trace(&second.0), Err(TraceError::Unfinished)), "{more}");
        // Once it ends it may be followed, wherever the end falls in a block.
        writer.take(events.last().expect("the end"));
        assert!(writer.next_trace(&second.0).is_ok(), "{more}");
    }
    let long = (0..9000).map(|cost| TraceEvent::Bound { cost: f64::from(cost) / 3.0 });
    for count in 2900..3000 {
        let long: Vec<_> = long.clone().take(count).chain(events.last().cloned()).collect();
        let searches = [(header.clone(), long), second.clone()];
        assert_eq!(read(&write(&searches)).0, searches, "{count}");
    }
}

#[test]
fn after_an_error_nothing_more_is_read() {
    let one = write(&searches()[..1]);
    let file = [&one[..], b"8 bytes.", &one].concat();
    let mut reader = TraceReader::new(file.as_slice()).expect("a header");
    assert!(reader.next_trace().is_err());
    for _ in 0..3 {
        assert!(matches!(reader.next_trace(), Ok(false)));
        assert!(reader.is_whole() && !reader.is_cut_off(), "the first is whole");
    }
}

/// Takes so many bytes, and no more.
struct Full(usize);

impl Write for Full {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        self.0 = self.0.checked_sub(bytes.len()).ok_or(io::ErrorKind::StorageFull)?;
        Ok(bytes.len())
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}

#[test]
fn an_error_is_told_at_once_and_at_the_end() {
    let [(header, events), second] = &searches()[..2] else { unreachable!() };
    let whole = write(&searches()[..2]).len();
    let first = write(&searches()[..1]).len();
    let mut told = [0; 3];
    for room in 0..=whole {
        let Ok(mut writer) = TraceWriter::new(Full(room), header) else {
            assert!(room < first);
            told[0] += 1;
            continue;
        };
        events.iter().for_each(|event| writer.take(event));
        let next = writer.next_trace(&second.0);
        told[1] += usize::from(next.is_err());
        second.1.iter().for_each(|event| writer.take(event));
        let is_told = match writer.finish() {
            Err(TraceError::Io(error)) => error.kind() == io::ErrorKind::StorageFull,
            _ => false,
        };
        assert_eq!(is_told, room < whole, "{room}");
        assert!(is_told || next.is_ok());
        told[2] += usize::from(is_told);
    }
    assert!(told.iter().all(|&count| count > 20), "{told:?}");
}
