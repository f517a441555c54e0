//! No bytes make the reader of traces panic, and what it reads of them is read again when it
//! is written.

#![no_main]

use libfuzzer_sys::fuzz_target;
use tremaux_trace::{
    GraphScene, Scene, Sink, Trace, TraceCounts, TraceEvent, TraceHeader, TraceReader, TraceShape,
    TraceWriter,
};

/// Appends a frame of this content, compressed, with lengths and a checksum that are right.
fn put_frame(content: &[u8], file: &mut Vec<u8>) {
    let compressed = lz4_flex::block::compress(content);
    let lengths = [content.len(), compressed.len()].map(|length| (length as u32).to_le_bytes());
    let summed = [&lengths.concat(), &compressed[..]].concat();
    file.extend(lengths.concat());
    file.extend(crc32fast::hash(&summed).to_le_bytes());
    file.extend(compressed);
}

/// A file of these parts with lengths and checksums that are right, so that what lies behind
/// is reached.
fn mended(header: &[u8], map: &[u8], events: &[&[u8]]) -> Vec<u8> {
    let mut file = b"TREMAUX\n\x07".to_vec();
    put_frame(header, &mut file);
    put_frame(map, &mut file);
    for events in events {
        put_frame(&[&1.0_f64.to_le_bytes()[..], events].concat(), &mut file);
    }
    file
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
    let header = TraceHeader { scene, ..TraceHeader::new("maze", TraceShape::Graph) };
    let mut writer = TraceWriter::new(Vec::new(), &header).expect("memory");
    writer.take(&TraceEvent::End { counts: TraceCounts::default(), status: "solved".into() });
    writer.finish().expect("memory")
}

fuzz_target!(|data: (&[u8], &[u8], &[u8])| {
    let (header, first, second) = data;
    check(header);
    check(&mended(header, br#""none""#, &[first, second]));
    for shape in ["tree", "graph", "game"] {
        let plain = format!(r#"{{"problem":"maze","shape":"{shape}"}}"#);
        check(&mended(plain.as_bytes(), br#""none""#, &[first, second]));
    }
    for scene in [
        r#"{"kind":"grid","rows":[],"start":null,"goals":[]}"#,
        r#"{"kind":"graph","names":[],"points":[],"arcs":[]}"#,
    ] {
        let json = format!(r#"{{"problem":"maze","shape":"graph","scene":{scene}}}"#);
        let alone = mended(json.as_bytes(), header, &[first]);
        check(&alone);
        let same = mended(json.as_bytes(), br#""same""#, &[first]);
        // After a search on a map, after one in a graph, and after what there is.
        let map = Scene::Grid { rows: vec!["..#".to_owned()].into(), start: None, goals: vec![] };
        let graph =
            GraphScene { names: vec!["a".to_owned()], points: vec![], arcs: vec![(0, 0, 1.0)] };
        for before in [map, Scene::Graph(graph.into())] {
            check_all(&[&ended(before)[..], &same, &ended(Scene::Nowhere), header].concat());
        }
    }
});
