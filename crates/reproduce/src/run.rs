//! Computes entries, one after the other or several at once.

use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::mpsc;
use std::thread;
use std::time::Instant;

use tremaux_core::start_thread;

use crate::context::Context;
use crate::entry::{Effort, Entry, Table};
use crate::outcome::Outcome;
use crate::tables::TABLES;

/// An entry with its table.
type Row = (&'static Table, &'static Entry);

/// An event during the computation of entries.
#[derive(Clone, Copy, Debug)]
pub enum Event<'a> {
    /// The computation of this entry starts.
    Begun(&'static Entry),
    /// This entry is finished. These events come in the order in which the entries were
    /// requested.
    Done(&'a Outcome),
}

fn rows() -> impl Iterator<Item = Row> {
    TABLES.iter().flat_map(|table| table.entries.iter().map(move |entry| (table, entry)))
}

/// The quick rows, which take two minutes in total on one core, and those that need something.
pub fn quick() -> Vec<Row> {
    rows().filter(|(_, entry)| matches!(entry.effort, Effort::Quick(_))).collect()
}

/// The rows of the table with this name, or the row with this id. `all` selects every row.
pub fn find(name: &str) -> Option<Vec<Row>> {
    let is_meant = |&(table, entry): &Row| name == "all" || table.name == name || entry.id == name;
    let found: Vec<Row> = rows().filter(is_meant).collect();
    (!found.is_empty()).then_some(found)
}

/// Every name that [`find`] accepts except `all`: first the tables, then the rows.
pub fn names() -> impl Iterator<Item = &'static str> {
    TABLES.iter().map(|table| table.name).chain(rows().map(|(_, entry)| entry.id))
}

/// Computes these rows on the given number of threads and reports events. Rows that take hours
/// come last and use all threads.
///
/// Returns an outcome for each row, in order, which depends only on the seed and not on the
/// number of threads. If the computation is stopped, the remaining rows get outcomes that say
/// so.
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
    // Rows that take hours come last, so that a time limit leaves the other rows complete.
    let mut order: Vec<usize> = (0..rows.len()).collect();
    order.sort_by_key(|&at| rows[at].1.effort.seconds() > 3600);
    let next = AtomicUsize::new(0);
    let (sender, receiver) = mpsc::channel();
    let mut outcomes: Vec<Option<Outcome>> = rows.iter().map(|_| None).collect();
    let work = |sender: mpsc::Sender<Message>| {
        while let Some(&at) = order.get(next.fetch_add(1, Ordering::Relaxed)) {
            // The receiver exists as long as the threads do.
            let _ = sender.send(Message::Begun(at));
            let _ = sender.send(Message::Done(at, Box::new(compute(rows[at], context))));
        }
    };
    thread::scope(|scope| {
        let mut has_thread = false;
        for _ in 0..threads.clamp(1, rows.len().max(1)) {
            let (work, sender) = (&work, sender.clone());
            if start_thread(scope, move || work(sender)).is_none() {
                break;
            }
            has_thread = true;
        }
        if !has_thread {
            work(sender.clone());
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
    let obtained = entry.figures(context);
    Outcome { table, entry, obtained, seconds: started.elapsed().as_secs_f64() }
}
