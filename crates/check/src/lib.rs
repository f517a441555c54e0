//! Judges proofs of search results that are written in files: that a plan is one and what it costs,
//! that no plan costs less, that there is no plan.
//!
//! Nothing is taken from the programs that search: the rules of each problem, its estimates and the
//! arithmetic of costs are written again here, as plainly as possible, so that they can be compared
//! with what a person knows of them. The format is described in `docs/proofs.md`.
//!
//! ```
//! let proof = r#"{"proof": 1, "kind": "tiles", "board": "1 2 3 / 4 5 6 / 7 0 8",
//!     "goal": "1 2 3 / 4 5 6 / 7 8 0"}
//! {"claim": "optimal", "cost": 1, "plan": ["R"]}"#.replace("\",\n", "\",");
//! let accepted = tremaux_check::check(proof.as_bytes())?;
//! assert_eq!(accepted.claim, "tiles: a plan of 1 move costs 1, and none costs less");
//! # Ok::<(), tremaux_check::Refused>(())
//! ```

mod closed;
mod cost;
mod fields;
mod game;
mod json;
mod judge;
mod kinds;
mod lines;
mod refused;
mod search;
mod space;

use std::io::BufRead;

pub use kinds::kinds;
pub use refused::{Accepted, Refused};

use fields::Fields;
use json::Json;
use lines::Lines;

/// The version of the format.
pub const VERSION: u64 = 1;

/// The estimate that the tables of a file give.
pub const TABLES: &str = "tables";

/// Checks the proof in a file.
///
/// # Errors
///
/// Returns the first line that is wrong, and why.
pub fn check(file: impl BufRead) -> Result<Accepted, Refused> {
    judge_file(&mut Lines::new(file)).map_err(|refused| refused.or_at(1))
}

fn judge_file(lines: &mut Lines<impl BufRead>) -> Result<Accepted, Refused> {
    let first = lines.next_line()?.ok_or_else(|| "the file is empty".to_owned())?;
    let mut header = Fields::of(first)?;
    if header.take("proof")? != Json::Number(VERSION.into()) {
        return Err(format!("expected version {VERSION} of the format").into());
    }
    kinds::judge(&header.text("kind")?, header, lines)
}
