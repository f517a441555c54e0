//! Computing entries, one after the other or several at once.

use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::mpsc;
use std::thread;
use std::time::Instant;

use crate::context::Context;
use crate::entry::{Compute, Effort, Entry, Table};
use crate::outcome::Outcome;
use crate::tables::TABLES;

/// An entry with its table.
type Row = (&'static Table, &'static Entry);

/// What happens while entries are computed.
#[derive(Clone, Copy, Debug)]
pub enum Event<'a> {
    /// This one was begun.
    Begun(&'static Entry),
    /// This one is done: they are told in the order in which they were asked for.
    Done(&'a Outcome),
}

fn rows() -> impl Iterator<Item = Row> {
    TABLES.iter().flat_map(|table| table.entries.iter().map(move |entry| (*table, entry)))
}

/// The rows that fit in two minutes together on one core, and those that need something.
#[must_use]
pub fn quick() -> Vec<Row> {
    rows().filter(|(_, entry)| matches!(entry.effort, Effort::Quick(_))).collect()
}

/// The rows of the table of this name, or the row of this id; `all` is every row of all.
#[must_use]
pub fn find(name: &str) -> Option<Vec<Row>> {
    let is_meant = |&(table, entry): &Row| name == "all" || table.name == name || entry.id == name;
    let found: Vec<Row> = rows().filter(is_meant).collect();
    (!found.is_empty()).then_some(found)
}

/// Every name that [`find`] knows but `all`: of tables, then of rows.
pub fn names() -> impl Iterator<Item = &'static str> {
    TABLES.iter().map(|table| table.name).chain(rows().map(|(_, entry)| entry.id))
}

/// Computes these rows on so many threads, and tells what happens. A row of hours, which comes
/// last, has them all.
///
/// Returns an outcome for each, in order: it depends on the seed alone and not on the
/// threads. When it is stopped, those begun and those left are outcomes too, that say so.
pub fn run(
    rows: &[Row],
    context: &Context,
    threads: usize,
    told: &mut dyn FnMut(Event<'_>),
) -> Vec<Outcome> {
    enum Message {
        Begun(usize),
        Done(usize, Box<Outcome>),
    }
    let context = &context.clone().with_threads(threads);
    // What takes hours comes last, so that a limit of time leaves the other rows whole.
    let mut order: Vec<usize> = (0..rows.len()).collect();
    order.sort_by_key(|&at| rows[at].1.effort.seconds() > 3600);
    let next = AtomicUsize::new(0);
    let (sender, receiver) = mpsc::channel();
    let mut outcomes: Vec<Option<Outcome>> = rows.iter().map(|_| None).collect();
    thread::scope(|scope| {
        for _ in 0..threads.clamp(1, rows.len().max(1)) {
            let (next, order, sender) = (&next, &order, sender.clone());
            scope.spawn(move || {
                loop {
                    let turn = next.fetch_add(1, Ordering::Relaxed);
                    let Some(&at) = order.get(turn) else { return };
                    let row = rows[at];
                    // The other end is there as long as the threads are.
                    let _ = sender.send(Message::Begun(at));
                    let _ = sender.send(Message::Done(at, Box::new(compute(row, context))));
                }
            });
        }
        drop(sender);
        let mut told_of = 0;
        for message in receiver {
            match message {
                Message::Begun(at) => told(Event::Begun(rows[at].1)),
                Message::Done(at, outcome) => outcomes[at] = Some(*outcome),
            }
            while let Some(Some(outcome)) = outcomes.get(told_of) {
                told(Event::Done(outcome));
                told_of += 1;
            }
        }
    });
    outcomes.into_iter().flatten().collect()
}

fn compute((table, entry): Row, context: &Context) -> Outcome {
    let started = Instant::now();
    let obtained = match entry.compute {
        Compute::Needs(_) => Ok(Vec::new()),
        Compute::By(compute) => context.check().and_then(|()| compute(context)),
    };
    Outcome { table, entry, obtained, seconds: started.elapsed().as_secs_f64() }
}
