//! No bytes make the reader of traces panic, and what it reads of them is read again when it
//! is written.

#![no_main]

use libfuzzer_sys::fuzz_target;
use tremaux_trace::{
    GraphScene, Scene, Shape, Sink, Trace, TraceCounts, TraceEvent, TraceHeader, TraceReader,
    TraceWriter,
};

/// Appends a number as the format has it.
fn put(file: &mut Vec<u8>, mut value: usize) {
    while value >= 0x80 {
        file.push(value as u8 | 0x80);
        value >>= 7;
    }
    file.push(value as u8);
}

/// A file of these parts with lengths and checksums that are right, so that what lies behind
/// is reached.
fn mended(version: usize, header: &[u8], blocks: &[&[u8]]) -> Vec<u8> {
    let mut file = b"TREMAUX\n".to_vec();
    put(&mut file, version);
    // From the third version on it is in the checksum of the header.
    let summed = match version {
        ..3 => header.to_vec(),
        _ => [&(version as u64).to_le_bytes(), header].concat(),
    };
    for (part, summed) in
        std::iter::once((&header, &summed[..])).chain(blocks.iter().map(|block| (block, *block)))
    {
        put(&mut file, part.len());
        file.extend(crc32fast::hash(summed).to_le_bytes());
        file.extend_from_slice(part);
    }
    file
}

/// A header of the fifth version: what is JSON in it, and what is packed after that.
fn packed(json: &str, scene: &[u8]) -> Vec<u8> {
    let mut header = Vec::new();
    put(&mut header, json.len());
    header.extend(json.as_bytes());
    header.extend(scene);
    header
}

/// The events that can be read.
fn read(file: &[u8]) -> Option<(TraceReader<&[u8]>, Vec<TraceEvent<'static>>)> {
    let mut reader = TraceReader::new(file).ok()?;
    let mut events = Vec::new();
    while let Ok(Some(event)) = reader.next_event() {
        events.push(event);
    }
    Some((reader, events))
}

/// Events as text. Nothing and less than nothing by nothing are one cost, and written as one.
fn said(events: &[TraceEvent<'_>]) -> String {
    format!("{events:?}").replace("-0.0", "0.0")
}

fn check(file: &[u8]) {
    let Some((reader, events)) = read(file) else { return };
    let mut writer = TraceWriter::new(Vec::new(), reader.header()).expect("memory");
    events.iter().for_each(|event| writer.take(event));
    let written = writer.finish().expect("memory");
    let (again, same) = read(&written).expect("what was written");
    // Compared as text: a cost may be no number, and is then not even equal to itself.
    assert_eq!(format!("{:?}", again.header()), format!("{:?}", reader.header()));
    assert_eq!(said(&same), said(&events));
    let _ = Trace::read(file);
    check_all(file);
}

/// The same of all traces of a file, one after the other.
fn check_all(file: &[u8]) {
    let Ok(mut reader) = TraceReader::new(file) else { return };
    let mut writer = TraceWriter::new(Vec::new(), reader.header()).expect("memory");
    let mut told = Vec::new();
    loop {
        let mut events = Vec::new();
        while let Ok(Some(event)) = reader.next_event() {
            writer.take(&event);
            events.push(event);
        }
        told.push((format!("{:?}", reader.header()), said(&events)));
        match reader.next_trace() {
            Ok(true) => writer.next_trace(reader.header()).expect("it has an end"),
            _ => break,
        }
    }
    let written = writer.finish().expect("memory");
    let mut again = TraceReader::new(&written[..]).expect("what was written");
    for (at, (header, events)) in told.iter().enumerate() {
        if at > 0 {
            assert!(again.next_trace().expect("what was written"));
        }
        let mut same = Vec::new();
        while let Ok(Some(event)) = again.next_event() {
            same.push(event);
        }
        assert_eq!((&format!("{:?}", again.header()), &said(&same)), (header, events));
    }
}

/// A file of a search on a map that is over, so that another may follow.
fn ended(scene: Scene) -> Vec<u8> {
    let header = TraceHeader { scene, ..TraceHeader::new("maze", Shape::Graph) };
    let mut writer = TraceWriter::new(Vec::new(), &header).expect("memory");
    writer.take(&TraceEvent::End { counts: TraceCounts::default(), status: "solved".into() });
    writer.finish().expect("memory")
}

fuzz_target!(|data: (&[u8], &[u8], &[u8])| {
    let (header, first, second) = data;
    check(header);
    check(&mended(2, header, &[first, second]));
    for shape in ["tree", "graph", "game"] {
        let plain = format!(r#"{{"problem":"maze","shape":"{shape}"}}"#);
        check(&mended(2, plain.as_bytes(), &[first, second]));
    }
    for scene in [
        r#"{"kind":"grid","rows":[],"start":null,"goals":[]}"#,
        r#"{"kind":"graph","names":[],"points":[],"arcs":[]}"#,
    ] {
        let json = format!(r#"{{"problem":"maze","shape":"graph","scene":{scene}}}"#);
        let alone = mended(5, &packed(&json, header), &[first]);
        check(&alone);
        // After a search on a map, after one in a graph, and after what there is.
        let map = Scene::Grid { rows: vec!["..#".to_owned()].into(), start: None, goals: vec![] };
        let graph = GraphScene::new(vec!["a".to_owned()], vec![], vec![(0, 0, 1.0)]);
        for before in [map, Scene::Graph(graph.into())] {
            check_all(&[&ended(before)[..], &alone, &ended(Scene::Nowhere), header].concat());
        }
    }
});
