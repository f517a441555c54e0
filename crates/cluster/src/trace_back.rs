//! The path of a search whose states are spread over threads, from the goal backwards.

use std::cell::RefCell;
use std::collections::BTreeMap;
use std::rc::Rc;

use timely::container::CapacityContainerBuilder;
use timely::dataflow::channels::pact::Exchange;
use timely::dataflow::operators::Capability;
use timely::dataflow::operators::core::feedback::{ConnectLoop, Feedback};
use timely::dataflow::operators::generic::OutputBuilder;
use timely::dataflow::operators::generic::builder_rc::OperatorBuilder;
use timely::dataflow::operators::generic::operator::Operator;
use timely::worker::Worker;

use crate::informed::Searched;
use crate::machines::run_to_end;
use crate::parcel::{Parcel, Parcels};
use crate::thread_search::{Node, Part, stop_note, stop_reason};
use crate::word::Word;

/// What thread 0 gets to know.
type Report = (Told, u64, u128);

/// What a report is about.
#[derive(
    Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, serde::Serialize, serde::Deserialize,
)]
enum Told {
    Expanded,
    Generated,
    Stored,
    Bytes,
    Bound,
    Best,
    Stopped,
    /// The state so many steps before the goal of a thread.
    Step(u64),
}

/// Puts the parts of all threads together on thread 0; `None` on the others.
pub(crate) fn collect<W: Word>(worker: &mut Worker, part: Part<W>) -> Option<Searched<W>> {
    let (me, workers) = (worker.index(), worker.peers());
    let told = Rc::new(RefCell::new(Vec::<Report>::new()));
    let sink = Rc::clone(&told);
    worker.dataflow::<u64, _, _>(|scope| {
        let (handle, cycle) = scope.feedback::<Vec<Parcel>>(1);
        let mut builder = OperatorBuilder::new("path".into(), scope);
        let mut input = builder.new_input(cycle, Exchange::new(|parcel: &Parcel| parcel.to));
        let (onward, parcels) = builder.new_output::<Vec<Parcel>>();
        let (output, reports) = builder.new_output::<Vec<Report>>();
        let mut onward = OutputBuilder::<_, CapacityContainerBuilder<_>>::from(onward);
        let mut output = OutputBuilder::<_, CapacityContainerBuilder<_>>::from(output);
        builder.build(move |capabilities| {
            let mut first = Some(capabilities);
            let mut tracer = Tracer { part, outgoing: Parcels::new(workers), told: Vec::new() };
            move |_| {
                let (mut onward, mut output) = (onward.activate(), output.activate());
                let mut send = |tracer: &mut Tracer<W>, capabilities: &[Capability<u64>]| {
                    onward.session(&capabilities[0]).give_iterator(tracer.outgoing.take(0));
                    output.session(&capabilities[1]).give_iterator(tracer.told.drain(..));
                };
                if let Some(capabilities) = first.take() {
                    tracer.begin(me as u64);
                    send(&mut tracer, &capabilities);
                }
                input.for_each(|time, received| {
                    for parcel in received.drain(..) {
                        tracer.receive(&parcel);
                    }
                    let capabilities = [0, 1].map(|port| time.retain_least(port).expect("a time"));
                    send(&mut tracer, &capabilities);
                });
            }
        });
        parcels.connect_loop(handle);
        reports.sink(Exchange::new(|_: &Report| 0), "reports", move |(input, _)| {
            input.for_each(|_, reports| sink.borrow_mut().append(reports));
        });
    });
    run_to_end(worker);
    (me == 0).then(|| together(&told.take()))
}

/// What a thread knows of the paths, and has to say.
struct Tracer<W> {
    part: Part<W>,
    outgoing: Parcels,
    told: Vec<Report>,
}

impl<W: Word> Tracer<W> {
    /// Tells the counts of this thread, numbered `me`, and follows the path to its goal.
    fn begin(&mut self, me: u64) {
        let part = &self.part;
        let bytes = part.table.capacity() * (size_of::<(W, Node<W>)>() + 1);
        let told = [
            (Told::Expanded, part.expanded),
            (Told::Generated, part.generated),
            (Told::Stored, part.table.len() as u64),
            (Told::Bytes, bytes as u64),
            (Told::Bound, part.bound.min(part.best).into()),
            (Told::Best, part.best.into()),
            (Told::Stopped, part.stopped.and_then(stop_note).unwrap_or_default()),
        ];
        self.told.extend(told.map(|(what, value)| (what, 0, value.into())));
        if let Some(goal) = part.goal.filter(|goal| part.table[goal].g == part.best) {
            self.follow(me, 0, goal);
        }
    }

    /// Follows the paths that another thread asks for.
    fn receive(&mut self, parcel: &Parcel) {
        for record in parcel.bytes.0.chunks_exact(16 + size_of::<W>()) {
            let number =
                |at: usize| u64::from_le_bytes(record[at..at + 8].try_into().expect("eight"));
            self.follow(number(0), number(8), W::of_bytes(&record[16..]));
        }
    }

    /// Tells the states of the path to a goal of thread `goal`, from one that is `step` steps
    /// before it, as far as they belong to one thread, and asks the thread of the next.
    fn follow(&mut self, goal: u64, mut step: u64, mut state: W) {
        let owner = state.owner_of(self.outgoing.count());
        loop {
            self.told.push((Told::Step(goal), step, state.wide()));
            let parent = self.part.table[&state].parent;
            step += 1;
            if parent == state {
                return;
            }
            state = parent;
            let next = parent.owner_of(self.outgoing.count());
            if next != owner {
                let to = self.outgoing.of(next);
                to.extend_from_slice(&goal.to_le_bytes());
                to.extend_from_slice(&step.to_le_bytes());
                to.extend_from_slice(parent.to_bytes().as_ref());
                return;
            }
        }
    }
}

fn together<W: Word>(reports: &[Report]) -> Searched<W> {
    let about = |what| reports.iter().filter(move |it| it.0 == what).map(|it| it.2);
    let sum = |what| about(what).sum::<u128>() as u64;
    let least = |what| about(what).min().map_or(u32::MAX, |least| least as u32);
    let best = least(Told::Best);
    // Several goals may cost the same.
    let mut paths = BTreeMap::<u64, BTreeMap<u64, u128>>::new();
    for &(what, step, state) in reports {
        if let Told::Step(goal) = what {
            paths.entry(goal).or_default().insert(step, state);
        }
    }
    // A goal may not be one of the best: the cost of the best was not known there.
    let path = paths.into_values().next();
    let states = |path: BTreeMap<u64, u128>| path.into_values().rev().map(W::narrow).collect();
    let bound = least(Told::Bound);
    Searched {
        path: path.map(|path| (states(path), best)),
        lower_bound: (bound < u32::MAX).then_some(bound),
        stopped: about(Told::Stopped).find_map(|note| stop_reason(note as u64)),
        expanded: sum(Told::Expanded),
        generated: sum(Told::Generated),
        stored: sum(Told::Stored),
        bytes: sum(Told::Bytes),
    }
}
