//! Reading lines of a factory.

use tremaux_core::ParseError;
use tremaux_reading::{in_words, nearest_names};

use super::line::{Job, Line, MOST, MOST_JOBS, MOST_KINDS};
use super::table;

/// The words of a statement.
struct Words<'a> {
    text: &'a str,
    statement: &'a str,
    words: std::str::SplitWhitespace<'a>,
}

impl<'a> Words<'a> {
    fn next(&mut self, expected: &str) -> Result<&'a str, ParseError> {
        self.words.next().ok_or_else(|| {
            let end = self.statement.as_ptr() as usize - self.text.as_ptr() as usize
                + self.statement.trim_end().len();
            ParseError::at(self.text, end, 0, "the end of the statement", expected)
        })
    }

    fn number(&mut self, what: &str) -> Result<u32, ParseError> {
        let expected = format!("{what}, a whole number up to {MOST}");
        let word = self.next(&expected)?;
        let number = word.parse().ok().filter(|number| *number <= MOST);
        number.ok_or_else(|| ParseError::about(self.text, word, expected))
    }
}

fn kind<'a>(kinds: &mut Vec<&'a str>, text: &str, word: &'a str) -> Result<usize, ParseError> {
    if let Some(known) = kinds.iter().position(|kind| *kind == word) {
        return Ok(known);
    }
    if kinds.len() == MOST_KINDS {
        return Err(ParseError::about(text, word, format!("at most {MOST_KINDS} kinds")));
    }
    kinds.push(word);
    Ok(kinds.len() - 1)
}

/// Reads a job, of another name than all before.
fn job<'a>(
    words: &mut Words<'a>,
    jobs: &[Job],
    kinds: &mut Vec<&'a str>,
) -> Result<Job, ParseError> {
    let text = words.text;
    let name = words.next("the name of a job")?;
    if jobs.iter().any(|job| job.name == name) {
        return Err(ParseError::about(text, name, "a different name for each job"));
    }
    if jobs.len() == MOST_JOBS {
        return Err(ParseError::about(text, name, format!("at most {MOST_JOBS} jobs")));
    }
    let kind = kind(kinds, text, words.next("a kind")?)?;
    let time = words.number("a time")?;
    let mut job = Job { name: name.to_owned(), kind, time, due: None, weight: 1 };
    while let Some(word) = words.words.next() {
        match word {
            "due" => job.due = Some(words.number("a time")?),
            "weight" => job.weight = words.number("a weight")?,
            _ => return Err(ParseError::about(text, word, "`due` or `weight`")),
        }
    }
    Ok(job)
}

impl Line {
    /// Reads statements, one per line or separated by `;`; `#` starts a comment:
    ///
    /// * `job NAME KIND TIME`, then optionally `due TIME` and `weight NUMBER`;
    /// * `change TIME` between any two kinds, `change KIND KIND TIME` from one to another;
    /// * `start KIND`: the line is set up for this kind.
    ///
    /// Or a table whose first row names its columns: `job` and `time`, perhaps `kind`, `due` and
    /// `weight`. Its kinds need no time to change.
    ///
    /// # Errors
    ///
    /// Returns the place of what is wrong.
    pub fn parse(text: &str) -> Result<Self, ParseError> {
        if let Some(line) = table::parse(text) {
            return line;
        }
        let (mut jobs, mut kinds, mut start): (Vec<Job>, Vec<&str>, _) =
            (Vec::new(), Vec::new(), None);
        let (mut general, mut special) = (0, Vec::new());
        let lines = text.split('\n').map(|line| line.split('#').next().unwrap_or(""));
        for statement in lines.flat_map(|line| line.split(';')) {
            let mut words = Words { text, statement, words: statement.split_whitespace() };
            let Some(word) = words.words.next() else { continue };
            match word {
                "job" => jobs.push(job(&mut words, &jobs, &mut kinds)?),
                "change" => {
                    let from = words.next("a time or a kind")?;
                    // A kind can be called by a number, too.
                    let is_alone = words.words.clone().next().is_none();
                    if let Some(time) = from.parse::<u32>().ok().filter(|_| is_alone) {
                        if time > MOST {
                            let expected = format!("a time up to {MOST}");
                            return Err(ParseError::about(text, from, expected));
                        }
                        general = time;
                    } else {
                        let from = kind(&mut kinds, text, from)?;
                        let to = kind(&mut kinds, text, words.next("a kind")?)?;
                        special.push((from, to, words.number("a time")?));
                    }
                }
                "start" => start = Some(kind(&mut kinds, text, words.next("a kind")?)?),
                _ => {
                    let known = ["job", "change", "start"];
                    let near = nearest_names(word, known);
                    let all = if near.is_empty() { in_words(&known) } else { in_words(&near) };
                    return Err(ParseError::about(text, word, all));
                }
            }
            if let Some(word) = words.words.next() {
                return Err(ParseError::about(text, word, "the end of the statement"));
            }
        }
        if jobs.is_empty() {
            return Err(ParseError::at_end(text, "a job, such as `job a red 3`"));
        }
        let count = kinds.len();
        let mut changes = vec![general; count * count];
        (0..count).for_each(|kind| changes[kind * count + kind] = 0);
        for (from, to, time) in special {
            changes[from * count + to] = time;
        }
        let kinds = kinds.into_iter().map(str::to_owned).collect();
        Ok(Self { jobs, kinds, changes, start, notes: Vec::new() })
    }

    /// The line as text, in one line.
    pub fn text(&self) -> String {
        let mut parts = Vec::new();
        let count = self.kinds.len();
        for (at, &time) in self.changes.iter().enumerate().filter(|(_, time)| **time > 0) {
            let (from, to) = (&self.kinds[at / count], &self.kinds[at % count]);
            parts.push(format!("change {from} {to} {time}"));
        }
        parts.extend(self.start.map(|kind| format!("start {}", self.kinds[kind])));
        for job in &self.jobs {
            let due = job.due.map_or(String::new(), |due| format!(" due {due}"));
            let weight =
                if job.weight == 1 { String::new() } else { format!(" weight {}", job.weight) };
            let kind = &self.kinds[job.kind];
            parts.push(format!("job {} {kind} {}{due}{weight}", job.name, job.time));
        }
        parts.join("; ")
    }
}
