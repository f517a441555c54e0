//! The lines of a file.

use std::io::{self, BufRead};

use crate::fields::Fields;
use crate::refused::{Accepted, Refused};

/// The lines of a file, with their numbers.
pub(crate) struct Lines<R> {
    file: R,
    line: String,
    /// The number of the line that was read last, from 1.
    pub(crate) number: u64,
}

impl<R: BufRead> Lines<R> {
    pub(crate) fn new(file: R) -> Self {
        Self { file, line: String::new(), number: 0 }
    }

    /// The next line; `None` at the end of the file.
    pub(crate) fn next_line(&mut self) -> Result<Option<&str>, Refused> {
        self.line.clear();
        self.number += 1;
        match self.file.read_line(&mut self.line) {
            Ok(0) => Ok(None),
            Ok(_) => Ok(Some(self.line.trim_end_matches(['\n', '\r']))),
            Err(error) => Err(Refused {
                line: self.number,
                is_unreadable: error.kind() != io::ErrorKind::InvalidData,
                reason: error.to_string(),
            }),
        }
    }

    /// Passes the lines before the claim on to `take`, with their numbers, and returns the claim.
    pub(crate) fn read_to_claim(
        &mut self,
        mut take: impl FnMut(&str, u64) -> Result<(), String>,
    ) -> Result<Fields, Refused> {
        loop {
            let number = self.number + 1;
            let at = |reason: String| Refused::at(number, reason);
            let Some(line) = self.next_line()? else {
                return Err(at("the proof is cut short: it ends without a claim".to_owned()));
            };
            if line.starts_with('{') {
                return Fields::of(line).map_err(at);
            }
            take(line, number).map_err(at)?;
        }
    }

    /// Judges the claim, which is the last line: all its fields, and nothing after it.
    pub(crate) fn finish(
        &mut self,
        mut claim: Fields,
        judge: impl FnOnce(&mut Fields) -> Result<Accepted, Refused>,
    ) -> Result<Accepted, Refused> {
        let judged = judge(&mut claim).and_then(|accepted| {
            claim.finish()?;
            Ok(accepted)
        });
        let accepted = judged.map_err(|refused| refused.or_at(self.number))?;
        match self.next_line()? {
            None => Ok(accepted),
            Some(_) => Err(Refused::at(self.number, "the claim must be the last line")),
        }
    }
}
