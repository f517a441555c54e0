//! The path of a search whose states are spread over threads, from the goal backwards.

use std::cell::RefCell;
use std::collections::BTreeMap;
use std::rc::Rc;

use timely::container::CapacityContainerBuilder;
use timely::dataflow::channels::pact::Exchange;
use timely::dataflow::operators::core::feedback::{ConnectLoop, Feedback};
use timely::dataflow::operators::generic::OutputBuilder;
use timely::dataflow::operators::generic::builder_rc::OperatorBuilder;
use timely::dataflow::operators::generic::operator::Operator;
use timely::worker::Worker;

use crate::best_first::Searched;
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
            let mut outgoing = Parcels::new(workers);
            move |_| {
                let (mut onward, mut output) = (onward.activate(), output.activate());
                let mut told = Vec::new();
                if let Some(capabilities) = first.take() {
                    let mut tell = |what, value: u64| told.push((what, 0, value.into()));
                    tell(Told::Expanded, part.expanded);
                    tell(Told::Generated, part.generated);
                    tell(Told::Stored, part.table.len() as u64);
                    let bytes = part.table.capacity() * (size_of::<(W, Node<W>)>() + 1);
                    tell(Told::Bytes, bytes as u64);
                    tell(Told::Bound, part.bound.min(part.best).into());
                    tell(Told::Best, part.best.into());
                    let stopped = part.stopped.and_then(stop_note);
                    tell(Told::Stopped, stopped.unwrap_or_default());
                    let me = me as u64;
                    if let Some(goal) = part.goal.filter(|goal| part.table[goal].g == part.best) {
                        follow(&part, me, 0, goal, (&mut outgoing, &mut told));
                    }
                    onward.session(&capabilities[0]).give_iterator(outgoing.take(0));
                    output.session(&capabilities[1]).give_iterator(told.drain(..));
                }
                input.for_each(|time, received| {
                    for parcel in received.drain(..) {
                        for record in parcel.bytes.0.chunks_exact(16 + size_of::<W>()) {
                            let number = |at: usize| {
                                u64::from_le_bytes(record[at..at + 8].try_into().expect("eight"))
                            };
                            let state = W::of_bytes(&record[16..]);
                            let to = (&mut outgoing, &mut told);
                            follow(&part, number(0), number(8), state, to);
                        }
                    }
                    let capabilities = [0, 1].map(|port| time.retain_least(port).expect("a time"));
                    onward.session(&capabilities[0]).give_iterator(outgoing.take(0));
                    output.session(&capabilities[1]).give_iterator(told.drain(..));
                });
            }
        });
        parcels.connect_loop(handle);
        reports.sink(Exchange::new(|_: &Report| 0), "reports", move |(input, _)| {
            input.for_each(|_, reports| sink.borrow_mut().append(reports));
        });
    });
    while worker.has_dataflows() {
        worker.step_or_park(None);
    }
    (me == 0).then(|| together(&told.take()))
}

/// Tells the states of the path to a goal of thread `goal`, from one that is `step` steps before
/// it, as far as they belong to one thread, and asks the thread of the next.
fn follow<W: Word>(
    part: &Part<W>,
    goal: u64,
    mut step: u64,
    mut state: W,
    (outgoing, told): (&mut Parcels, &mut Vec<Report>),
) {
    let owner = state.owner_of(outgoing.count());
    loop {
        told.push((Told::Step(goal), step, state.wide()));
        let parent = part.table[&state].parent;
        step += 1;
        if parent == state {
            return;
        }
        state = parent;
        let next = parent.owner_of(outgoing.count());
        if next != owner {
            let to = outgoing.of(next);
            to.extend_from_slice(&goal.to_le_bytes());
            to.extend_from_slice(&step.to_le_bytes());
            to.extend_from_slice(parent.to_bytes().as_ref());
            return;
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
