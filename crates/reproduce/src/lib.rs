//! Published figures of search, recomputed.
//!
//! A [`Table`] is one table of a text: its columns, the conventions that its figures depend
//! on, and an [`Entry`] for each row. An entry holds what is printed and the code that
//! computes it again, and is of one of three kinds:
//!
//! * **exact**: ours must agree to the last digit that is printed;
//! * **statistical**: the figure depends on random instances; ours is a mean over instances of
//!   our own, and must be within [`MOST_ERRORS`] standard errors of the difference;
//! * **orientation**: something that the source says is missing (a board, an evaluation, a
//!   program's setting), so that ours stands beside it, and the comment says why.
//!
//! Rows whose problem is not there yet say what they need. [`run`] computes entries, on
//! several threads if asked to, under a limit of time, and always the same for a seed.
//!
//! ```
//! use tremaux_reproduce::{Context, Verdict, find, run};
//! let entries = find("7-2").expect("the table of A* with three evaluators");
//! let outcomes = run(&entries, &Context::default(), 1, &mut |_| ());
//! assert!(outcomes.iter().all(|outcome| outcome.verdict() == Verdict::Equal));
//! ```
//!
//! What the texts leave to the reader decides their counts. A [`Change`] in the context
//! replaces one such convention by another, which shows what a figure depends on:
//!
//! ```
//! use tremaux_reproduce::{Change, Context, Verdict, find, run};
//! let context = Context::default().with_change(Some(Change::Ties));
//! let outcomes = run(&find("7-2").expect("a table"), &context, 1, &mut |_| ());
//! assert!(outcomes.iter().any(|outcome| outcome.verdict() == Verdict::Differs));
//! ```

mod cases;
mod context;
mod entry;
mod figure;
mod outcome;
mod run;
mod statistics;
mod tables;

pub use cases::{Keeper, Results};
pub use context::{Change, Context, Listener, Stopped};
pub use entry::{Compute, Effort, Entry, Kind, Table};
pub use figure::{Difference, MOST_ERRORS, Obtained, Printed};
pub use outcome::{Outcome, Verdict};
pub use run::{Event, find, names, quick, run};
pub use statistics::{PowerLaw, Sample};
pub use tables::TABLES;
