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
use lines::Lines;

/// The version of the format.
pub const VERSION: u64 = 1;

/// Checks the proof in a file.
///
/// # Errors
///
/// Returns the first line that is wrong, and why.
pub fn check(file: impl BufRead) -> Result<Accepted, Refused> {
    let mut lines = Lines::new(file);
    let Some(first) = lines.next_line()? else {
        return Err(Refused::at(1, "the file is empty"));
    };
    let header = Fields::of(first).and_then(|mut fields| {
        let version = fields.take("proof")?;
        if version != VERSION {
            return Err(format!("version {version} is not known: expected {VERSION}"));
        }
        Ok((fields.text("kind")?, fields))
    });
    let (kind, fields) = header.map_err(|reason| Refused::at(1, reason))?;
    kinds::judge(&kind, fields, &mut lines)
}
