//! Recomputes published figures about search.
//!
//! A [`Table`] is one table of a text: its columns, the conventions that its figures depend on,
//! and an [`Entry`] for each row. The tables are data, in the files of `figures/`: an entry has
//! the printed figures and the request (an instance, a search, its options) that recomputes them.
//! There are three kinds of entries:
//!
//! * **exact**: the figures must agree to the last printed digit;
//! * **statistical**: the figure depends on random instances. The computed mean over other
//!   instances must lie within [`MOST_ERRORS`] standard errors of the difference. A row says the
//!   smallest error that it would detect, and some [`Change`] moves it out of its interval;
//! * **orientation**: the source omits something (a board, an evaluation, a setting), so the
//!   figures are shown for comparison only, and the comment says why. Some of these rows know
//!   what this program gave before, and differ if that changes.
//!
//! The [`Code`] of a row says what it tests: the engines that users run, searches by stated
//! conventions, enumerations, or arithmetic. A row that a user's command gives shows it.
//!
//! Rows whose problem is not available say what they need. [`run`] computes entries, on several
//! threads if requested, within a time limit, and with the same results for the same seed.
//!
//! ```
//! use tremaux_reproduce::{Context, Verdict, find, run};
//! let entries = find("7-2").expect("the table of A* with three evaluators");
//! let outcomes = run(&entries, &Context::default(), 1, &mut |_| ());
//! assert!(outcomes.iter().all(|outcome| outcome.verdict() == Verdict::Equal));
//! ```
//!
//! The counts depend on conventions that the texts leave to the reader. A [`Change`] in the
//! context replaces one such convention by another, which shows what a figure depends on:
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
mod requests;
mod run;
mod statistics;
mod stopped;
mod tables;

pub use cases::{Results, ResultsListener};
pub use context::{Change, Context, Listener};
pub use entry::{Code, Computation, Compute, Effort, Entry, Kind, Origin, Table};
pub use figure::{Difference, MOST_ERRORS, Obtained, Printed};
pub use outcome::{Outcome, Verdict};
pub use run::{Event, find, names, quick, run};
pub use statistics::{PowerLaw, Sample};
pub use stopped::Stopped;
pub use tables::{NOT_YET, NotYet, TABLES};
