//! Job shops as text.

use std::fmt;

use tremaux_core::ParseError;

use super::{JobShop, Operation};

/// Machines have smaller numbers.
const MOST_MACHINES: u16 = 2000;

impl JobShop {
    /// Reads jobs, on lines of their own or in one line separated by `/`: for each operation the
    /// number of its machine, from 0, and its time. Of several lines, a first one of two numbers
    /// that are those of the jobs and of the operations of each is skipped, as the files of JSPLIB
    /// have it. What follows `#` in a line is ignored.
    ///
    /// # Errors
    ///
    /// Returns the place of a word that is not a number, of a machine without a time, or of a
    /// number that is too large.
    pub fn parse(text: &str) -> Result<Self, ParseError> {
        let is_line = text.trim().lines().count() < 2;
        let lines = text.lines().map(|line| line.split('#').next().unwrap_or(""));
        let mut rows = Vec::new();
        for row in lines.flat_map(|line| line.split(|c| is_line && c == '/')) {
            let words: Vec<&str> = row.split_whitespace().collect();
            let number = |word: &&str| {
                let is_plain = word.bytes().all(|byte| byte.is_ascii_digit());
                let number =
                    word.parse::<u32>().ok().filter(|&it| is_plain && it <= Self::MOST_TIME);
                let expected = format!("a whole number up to {}", Self::MOST_TIME);
                number.ok_or_else(|| ParseError::about(text, word, expected))
            };
            let numbers = words.iter().map(number).collect::<Result<Vec<u32>, ParseError>>()?;
            if !numbers.is_empty() {
                rows.push((words, numbers));
            }
        }
        let is_size = rows.split_first().is_some_and(|((_, first), jobs)| {
            let is_job = |(_, numbers): &(Vec<&str>, Vec<u32>)| {
                first.len() == 2 && numbers.len() as u64 == 2 * u64::from(first[1])
            };
            !is_line
                && !jobs.is_empty()
                && first[0] as usize == jobs.len()
                && jobs.iter().all(is_job)
        });
        let mut jobs = Vec::new();
        for (words, numbers) in &rows[usize::from(is_size)..] {
            let (pairs, rest) = numbers.as_chunks::<2>();
            let last = words[words.len() - 1];
            if !rest.is_empty() {
                let expected = "a time after each machine";
                return Err(ParseError::about(text, &last[last.len()..], expected));
            }
            let mut job = Vec::new();
            for (at, &[machine, time]) in pairs.iter().enumerate() {
                let number = u16::try_from(machine).ok().filter(|&it| it < MOST_MACHINES);
                let expected = format!("the number of a machine, from 0 to {}", MOST_MACHINES - 1);
                let wrong = || ParseError::about(text, words[2 * at], expected);
                job.push(Operation { machine: number.ok_or_else(wrong)?, time });
            }
            jobs.push(job);
        }
        if jobs.is_empty() {
            return Err(ParseError::at_end(text, "jobs, for example `0 3 1 2 / 1 4 0 1`"));
        }
        let expected = format!(
            "at most {} operations that take at most {} together",
            Self::MOST_OPERATIONS,
            Self::MOST_TIME
        );
        Self::new(jobs).ok_or_else(|| ParseError::at_end(text, expected))
    }
}

/// Writes one line that [`JobShop::parse`] can read.
impl fmt::Display for JobShop {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (at, job) in self.jobs().iter().enumerate() {
            f.write_str(if at > 0 { " / " } else { "" })?;
            for (at, Operation { machine, time }) in job.iter().enumerate() {
                write!(f, "{}{machine} {time}", if at > 0 { " " } else { "" })?;
            }
        }
        Ok(())
    }
}
