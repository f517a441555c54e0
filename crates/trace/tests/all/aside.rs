//! States that hang from another one than that expanded last, in every form that is written.

use std::fmt;

use tremaux_core::{Event, Observer, StateSpace};
use tremaux_trace::{
    Describe, Place, SearchRecorder, Sink, Trace, TraceHeader, TraceSelection, TraceShape,
    TraceWriter,
};

/// Numbers, to each of which its action leads.
struct Numbers;

impl StateSpace for Numbers {
    type State = u32;
    type Packed = u32;
    type Action = u8;
    type Cost = u32;

    fn initial_state(&self) -> u32 {
        0
    }

    fn is_goal(&self, &state: &u32) -> bool {
        state == 9
    }

    fn actions(&self, _: &u32, actions: &mut Vec<u8>) {
        actions.extend(0..10);
    }

    fn cost(&self, _: &u32, _: u8) -> u32 {
        1
    }

    fn apply(&self, state: &mut u32, action: u8) {
        *state = action.into();
    }

    fn pack(&self, &state: &u32) -> u32 {
        state
    }

    fn unpack(&self, &packed: &u32) -> u32 {
        packed
    }
}

impl Describe<Numbers> for Numbers {
    fn place<'a>(&self, _: &Numbers, state: &u32, scratch: &'a mut String) -> Place<'a> {
        scratch.push_str(&state.to_string());
        Place::Text { text: scratch.as_str().into() }
    }

    fn write_action(
        &self,
        _: &Numbers,
        _: &u32,
        action: u8,
        out: &mut dyn fmt::Write,
    ) -> fmt::Result {
        write!(out, "to {action}")
    }

    fn action_count(&self, _: &Numbers) -> u8 {
        10
    }

    fn action_number(&self, _: &Numbers, action: u8) -> u8 {
        action
    }
}

/// Each of 1 to 8 is generated twice over: every third hangs from the start.
fn tell(selection: TraceSelection, sink: &mut dyn Sink) {
    let mut recorder = SearchRecorder::new(TraceShape::Graph, selection);
    let mut watch = recorder.watch(&Numbers, &Numbers, sink);
    let root = Event::Generated { state: &0, action: None, g: 0, h: 3 };
    watch.observe_numbered(root, 0, None);
    for state in 1_u32..9 {
        let before = state - 1;
        watch.observe_numbered(Event::Expanded { state: &before, g: before }, before, None);
        let action = Some(state as u8);
        let made = Event::Generated { state: &state, action, g: state, h: 3 };
        if state % 3 == 0 {
            watch.observe_numbered(made, state, Some((&0, 0)));
        } else {
            watch.observe_numbered(made, state, None);
        }
        watch.observe_numbered(Event::Duplicate { state: &before }, before, None);
    }
    let _ = recorder.finish(&Numbers, &Numbers, None, "no-solution", sink);
}

#[test]
fn what_hangs_aside_is_read_as_it_was_told() {
    for selection in [TraceSelection::default(), TraceSelection::default().without_places()] {
        let header = TraceHeader { selection, ..TraceHeader::new("numbers", TraceShape::Graph) };
        let mut told = Trace::new(header.clone());
        tell(selection, &mut told);
        let parents: Vec<_> = told.nodes.iter().map(|node| node.parent).collect();
        let aside = [None, Some(0), Some(1), Some(0), Some(3), Some(4), Some(0), Some(6), Some(7)];
        assert_eq!(parents, aside, "{selection:?}");
        let mut writer = TraceWriter::new(Vec::new(), &header).expect("memory takes everything");
        tell(selection, &mut writer);
        let file = writer.finish().expect("memory takes everything");
        let read = Trace::read(file.as_slice()).expect("a whole file");
        assert_eq!(read.steps, told.steps, "{selection:?}");
        assert_eq!(read.counts, told.counts, "{selection:?}");
    }
}
