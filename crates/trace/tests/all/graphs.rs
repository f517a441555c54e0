//! Searches of graphs, told at random: what is read from a file is what was told.

use std::fmt;
use std::marker::PhantomData;

use tremaux_core::{Cost, Event, FloatCost, Observer, Pruning, StateSpace};
use tremaux_trace::{
    Describe, Place, SearchRecorder, Sink, Trace, TraceEvent, TraceHeader, TraceSelection,
    TraceShape, TraceWriter,
};

/// Numbers, to each of which an action leads: the number itself.
struct Streets<C = u64>(PhantomData<C>);

impl<C: Cost> StateSpace for Streets<C> {
    type State = u32;
    type Packed = u32;
    type Action = u32;
    type Cost = C;

    fn initial_state(&self) -> u32 {
        0
    }

    fn is_goal(&self, _: &u32) -> bool {
        false
    }

    fn actions(&self, _: &u32, _: &mut Vec<u32>) {}

    fn cost(&self, _: &u32, _: u32) -> C {
        C::ZERO
    }

    fn apply(&self, state: &mut u32, next: u32) {
        *state = next;
    }

    fn pack(&self, &state: &u32) -> u32 {
        state
    }

    fn unpack(&self, &packed: &u32) -> u32 {
        packed
    }
}

const STREETS: Streets = Streets(PhantomData);

/// How steps are told of.
#[derive(Clone, Copy, Debug)]
enum Telling {
    /// By no name, and by vertices.
    Vertices,
    /// By names that stay where they are, if they lead to a neighbour, and by cells.
    Cells,
    /// By a hundred names that stay where they are.
    Named,
    /// By numbers.
    Numbered,
    /// By words that are written each time.
    Words,
}

const NAMES: [&str; 4] = ["north", "e", "", "south-south-west"];

/// A hundred numbers of two digits.
static DIGITS: &str = "0001020304050607080910111213141516171819202122232425262728293031323334\
    3536373839404142434445464748495051525354555657585960616263646566676869\
    707172737475767778798081828384858687888990919293949596979899";

impl Telling {
    const ALL: [Self; 5] = [Self::Vertices, Self::Cells, Self::Named, Self::Numbered, Self::Words];
}

impl<C: Cost> Describe<Streets<C>> for Telling {
    fn place<'a>(&self, _: &Streets<C>, &state: &u32, scratch: &'a mut String) -> Place<'a> {
        match self {
            Self::Vertices if state % 7 == 3 => Place::Vertex { vertex: 40_000 * state },
            Self::Vertices => Place::Vertex { vertex: state },
            Self::Cells if state % 7 == 3 => Place::Cell { x: 70_000, y: state },
            Self::Cells => Place::Cell { x: state % 300, y: state / 300 },
            Self::Named | Self::Numbered | Self::Words => {
                scratch.push_str(&state.to_string());
                Place::Text { text: scratch.as_str().into() }
            }
        }
    }

    fn write_action(
        &self,
        space: &Streets<C>,
        state: &u32,
        next: u32,
        out: &mut dyn fmt::Write,
    ) -> fmt::Result {
        match self {
            Self::Words => write!(out, "to {next}"),
            Self::Numbered => out.write_str(NAMES[next as usize % 2]),
            _ => out.write_str(self.action_word(space, state, next).unwrap_or_default()),
        }
    }

    fn action_word(&self, _: &Streets<C>, _: &u32, next: u32) -> Option<&'static str> {
        match self {
            Self::Vertices => Some(""),
            Self::Cells => Some(NAMES[next as usize % 4]),
            Self::Named => {
                let at = next as usize % 100 * 2;
                Some(&DIGITS[at..at + 2])
            }
            Self::Numbered | Self::Words => None,
        }
    }

    fn action_count(&self, _: &Streets<C>) -> u8 {
        if matches!(self, Self::Numbered) { 2 } else { 0 }
    }

    fn action_number(&self, _: &Streets<C>, next: u32) -> u8 {
        (next % 2) as u8
    }
}

/// Tells `sink` of a search that nobody made: states are known by number, and begin anew at
/// times; costs are such as `seed` says.
fn tell(telling: Telling, header: &TraceHeader, seed: u32, sink: &mut dyn Sink) {
    let mut random = seed;
    let mut below = move |bound: u32| {
        random = random.wrapping_mul(1_664_525).wrapping_add(1_013_904_223);
        (random >> 8) % bound
    };
    let mut recorder = SearchRecorder::new(header.shape, header.selection);
    let mut watch = recorder.watch(&STREETS, &telling, sink);
    if seed % 5 < 2 {
        watch.accept_cost_unit(7.0);
    }
    let most = [9, 900, 70_000, 400_000_000][seed as usize / 3 % 4];
    // The states in the order in which they are known, by numbers in another.
    let mut known = vec![0_u32];
    let number = |state: u32| if seed.is_multiple_of(2) { state } else { state ^ 5 };
    watch.observe_numbered(
        Event::Generated { state: &0, action: None, g: 0, h: 7 },
        number(0),
        None,
    );
    watch.observe_numbered(Event::Expanded { state: &0, g: 0 }, number(0), None);
    for _ in 0..2000 {
        let state = known[below(known.len() as u32) as usize];
        let (g, h) = (u64::from(below(most)), u64::from(below(most)));
        match below(64) {
            0 => {
                watch.observe(Event::Iteration(g));
                let root = Event::Generated { state: &0, action: None, g: 0, h };
                watch.observe_numbered(root, number(0), None);
            }
            1 => watch.observe(Event::Solution(g)),
            2..8 => watch.observe(Event::LowerBound(g)),
            8..16 => {
                watch.observe_numbered(Event::Expanded { state: &state, g }, number(state), None)
            }
            16..32 => {
                watch.observe_numbered(Event::Duplicate { state: &state }, number(state), None)
            }
            32..36 => {
                watch.observe_numbered(Event::Reopened { state: &state }, number(state), None)
            }
            36..40 => {
                let event = Event::Pruned { state: &state, reason: Pruning::DeadEnd };
                watch.observe_numbered(event, number(state), None);
            }
            40..42 if header.shape == TraceShape::Tree => {
                watch.observe_numbered(Event::Backtracked { state: &state }, number(state), None);
            }
            40..44 => {
                let event = Event::Generated { state: &state, action: Some(state), g, h };
                watch.observe_numbered(event, number(state), None);
            }
            kind => {
                let next = known.len() as u32 + 3 * below(2);
                if !known.contains(&next) {
                    known.push(next);
                }
                let event = Event::Generated { state: &next, action: Some(next), g, h };
                if kind < 48 {
                    watch.observe_numbered(event, number(next), Some((&state, number(state))));
                } else {
                    watch.observe_numbered(event, number(next), None);
                }
            }
        }
    }
    let _ = recorder.finish(&STREETS, &telling, Some(&known[1..6]), "solved", sink);
}

#[test]
fn what_was_told_at_random_is_read_as_it_was_told() {
    let all = TraceSelection::default();
    let selections =
        [all, all.without_places(), all.without_places().with_events(700), all.with_every(3)];
    for telling in Telling::ALL {
        for (seed, selection) in (1..49).zip(selections.into_iter().cycle()) {
            for shape in [TraceShape::Graph, TraceShape::Tree] {
                check(
                    telling,
                    &TraceHeader { selection, ..TraceHeader::new("streets", shape) },
                    seed,
                );
            }
        }
    }
}

/// What `tell` tells, and what is read from the file that it is written to.
fn told_and_read(header: &TraceHeader, tell: impl Fn(&mut dyn Sink)) -> (Trace, Trace) {
    let mut told = Trace::new(header.clone());
    tell(&mut told);
    let mut writer = TraceWriter::new(Vec::new(), header).expect("memory takes everything");
    tell(&mut writer);
    let file = writer.finish().expect("memory takes everything");
    (told, Trace::read(file.as_slice()).expect("a whole file"))
}

fn check(telling: Telling, header: &TraceHeader, seed: u32) {
    let (told, read) = told_and_read(header, |sink| tell(telling, header, seed, sink));
    let case = format!("{telling:?}, {:?}, {:?}, {seed}", header.shape, header.selection);
    assert!(told.steps.len() > 500, "{case}: {}", told.steps.len());
    for (read, told) in read.steps.iter().zip(&told.steps) {
        assert_eq!(read, told, "{case}");
    }
    assert_eq!(read.steps.len(), told.steps.len(), "{case}");
    assert_eq!(read.counts, told.counts, "{case}");
}

/// Costs that are apart by a whole number, and yet no whole numbers.
#[test]
fn costs_are_read_as_they_were_told() {
    let root = 2.0_f64.sqrt();
    let costs = [0.0, 1.0, 2.0, root + 6.0, root + 7.0, root + 8.0, 0.1, 1.1, 2.1];
    for telling in Telling::ALL {
        let tell = |sink: &mut dyn Sink| {
            let streets = Streets::<FloatCost>(PhantomData);
            let selection = TraceSelection::default().without_places();
            let mut recorder = SearchRecorder::new(TraceShape::Graph, selection);
            let mut watch = recorder.watch(&streets, &telling, sink);
            let mut random = 1_u32;
            let mut below = |bound: usize| {
                random = random.wrapping_mul(1_664_525).wrapping_add(1_013_904_223);
                (random >> 8) as usize % bound
            };
            for next in 0..2000_u32 {
                let mut cost = || FloatCost::new(costs[below(costs.len())]);
                let (g, h) = (cost(), cost());
                let action = (next > 0).then_some(next);
                watch.observe_numbered(Event::Generated { state: &next, action, g, h }, next, None);
                let (g, h) = (cost(), cost());
                let known = below(next as usize + 1) as u32;
                let again = Event::Generated { state: &known, action: Some(known), g, h };
                match below(4) {
                    0 if next > 0 => watch.observe_numbered(again, known, None),
                    1 => watch.observe(Event::LowerBound(g)),
                    _ => watch.observe_numbered(Event::Expanded { state: &known, g }, known, None),
                }
            }
            let _ = recorder.finish(&streets, &telling, None, "no-solution", sink);
        };
        let header = TraceHeader::new("streets", TraceShape::Graph);
        let (told, read) = told_and_read(&header, tell);
        for (read, told) in read.steps.iter().zip(&told.steps) {
            assert_eq!(read, told, "{telling:?}");
        }
        assert_eq!(read.steps.len(), told.steps.len(), "{telling:?}");
    }
}

/// Nodes and costs are written by how far they are from others: here they are near and far.
#[test]
fn what_is_told_of_many_nodes_is_read_as_it_was_told() {
    const NODES: u32 = 100_000;
    let tell = |sink: &mut dyn Sink| {
        let selection = TraceSelection::default().without_places();
        let mut recorder = SearchRecorder::new(TraceShape::Graph, selection);
        let mut watch = recorder.watch(&STREETS, &Telling::Vertices, sink);
        let root = Event::Generated { state: &0, action: None, g: 0, h: 7 };
        watch.observe_numbered(root, 0, None);
        watch.observe_numbered(Event::Expanded { state: &0, g: 0 }, 0, None);
        let mut random = 1_u32;
        for next in 1..NODES {
            random = random.wrapping_mul(1_664_525).wrapping_add(1_013_904_223);
            let (g, h) = (u64::from(random >> 15), u64::from(random >> 16));
            let new = Event::Generated { state: &next, action: Some(next), g, h };
            watch.observe_numbered(new, next, None);
            let known = (random >> 4) % next;
            let again = Event::Generated { state: &known, action: Some(known), g, h };
            match random >> 28 {
                0..4 => watch.observe_numbered(Event::Duplicate { state: &known }, known, None),
                4..8 => watch.observe_numbered(again, known, None),
                8..12 => watch.observe_numbered(Event::Expanded { state: &known, g }, known, None),
                _ => watch.observe(Event::LowerBound(g)),
            }
        }
        let _ = recorder.finish(&STREETS, &Telling::Vertices, None, "no-solution", sink);
    };
    let header = TraceHeader::new("streets", TraceShape::Graph);
    let (told, read) = told_and_read(&header, tell);
    assert_eq!(told.steps.len() as u32, 2 * NODES);
    assert!(read.steps == told.steps && read.counts == told.counts);
}

/// Costs come in another unit after all that was to be recorded is: what is proved is told in it.
#[test]
fn a_unit_counts_after_the_last_step_too() {
    let tell = |sink: &mut dyn Sink| {
        let selection = TraceSelection::default().with_events(2);
        let mut recorder = SearchRecorder::new(TraceShape::Graph, selection);
        let mut watch = recorder.watch(&STREETS, &Telling::Vertices, sink);
        watch.accept_cost_unit(7.0);
        let root = Event::Generated { state: &0, action: None, g: 0, h: 70 };
        watch.observe_numbered(root, 0, None);
        watch.observe_numbered(Event::Expanded { state: &0, g: 0 }, 0, None);
        watch.observe(Event::LowerBound(70));
        watch.accept_cost_unit(10.0);
        watch.observe(Event::LowerBound(120));
        let _ = recorder.finish(&STREETS, &Telling::Vertices, None, "limit", sink);
    };
    let header = TraceHeader::new("streets", TraceShape::Graph);
    let (told, read) = told_and_read(&header, tell);
    assert_eq!(read.steps, told.steps);
    let bounds = read.steps.iter().filter_map(|step| match step.event {
        TraceEvent::Bound { cost } => Some(cost),
        _ => None,
    });
    assert_eq!(bounds.collect::<Vec<_>>(), [10.0, 12.0]);
}
