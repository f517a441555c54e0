//! The levels of an enumeration in a folder: one file for each thread, and a list of what is whole.

use std::fmt::Write as _;
use std::fs;
use std::path::{Path, PathBuf};

use crate::candidates::Candidates;
use crate::failure::{ClusterError, or_fail};
use crate::run_file::{RunReader, RunWriter};
use crate::word::Word;

/// The levels that are whole, as `levels.txt` lists them.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(crate) struct WholeLevels {
    /// What was enumerated.
    pub(crate) problem: String,
    /// The number of threads whose files the levels consist of.
    pub(crate) workers: usize,
    /// The number of states of each level.
    pub(crate) counts: Vec<u64>,
}

const FIRST_LINE: &str = "tremaux levels 2";

impl WholeLevels {
    fn path(folder: &Path) -> PathBuf {
        folder.join("levels.txt")
    }

    /// Reads the list; `None` if there is none.
    pub(crate) fn read(folder: &Path) -> Result<Option<Self>, ClusterError> {
        let path = Self::path(folder);
        let text = match fs::read_to_string(&path) {
            Ok(text) => text,
            Err(error) if error.kind() == std::io::ErrorKind::NotFound => return Ok(None),
            Err(error) => return Err(ClusterError::File(path, error)),
        };
        let parsed = Self::parse(&text);
        parsed.map(Some).map_err(|message| ClusterError::Folder(path, message))
    }

    fn parse(text: &str) -> Result<Self, String> {
        let mut lines = text.lines();
        let mut field = |number: usize, name: &str| {
            let line = lines.next().unwrap_or_default();
            line.strip_prefix(name)
                .map(str::trim)
                .map(str::to_owned)
                .ok_or_else(|| format!("line {number}: expected `{name}`, found `{line}`"))
        };
        let rest = field(1, FIRST_LINE)?;
        if !rest.is_empty() {
            return Err(format!("line 1: expected the end of the line, found `{rest}`"));
        }
        let problem = field(2, "problem")?;
        let workers = field(3, "threads")?;
        let workers = workers.parse().ok().filter(|&count: &usize| count > 0);
        let workers = workers.ok_or("line 3: expected a number of threads")?;
        let mut counts = Vec::new();
        for (at, line) in text.lines().enumerate().skip(3) {
            let count = line.split_once(' ').and_then(|(level, count)| {
                (level.parse() == Ok(counts.len())).then(|| count.parse().ok())?
            });
            let expected = counts.len();
            counts.push(count.ok_or_else(|| {
                format!("line {}: expected `{expected}` and a number of states", at + 1)
            })?);
        }
        Ok(Self { problem, workers, counts })
    }

    /// Replaces the list.
    pub(crate) fn write(&self, folder: &Path) {
        let mut text =
            format!("{FIRST_LINE}\nproblem {}\nthreads {}\n", self.problem, self.workers);
        for (level, count) in self.counts.iter().enumerate() {
            let _ = writeln!(text, "{level} {count}");
        }
        let path = Self::path(folder);
        let unfinished = path.with_extension("unfinished");
        let written = fs::write(&unfinished, text).and_then(|()| fs::rename(&unfinished, &path));
        or_fail(written, &path);
    }
}

/// The files of one thread.
#[derive(Clone, Debug)]
pub(crate) struct LevelFiles {
    folder: PathBuf,
    worker: usize,
    workers: usize,
}

impl LevelFiles {
    pub(crate) fn new(folder: &Path, worker: usize, workers: usize) -> Self {
        Self { folder: folder.into(), worker, workers }
    }

    /// The file of a level.
    pub(crate) fn level(&self, level: u32) -> PathBuf {
        self.folder.join(format!("level-{level}-{}-of-{}.run", self.worker, self.workers))
    }

    /// A file of sorted candidates for a level.
    pub(crate) fn candidates(&self, level: u32, number: usize) -> PathBuf {
        let name = format!("candidates-{level}-{}-of-{}-{number}.run", self.worker, self.workers);
        self.folder.join(name)
    }

    /// The level; `None` if it was empty here.
    pub(crate) fn open<W: Word>(&self, level: u32) -> Option<RunReader<W>> {
        let path = self.level(level);
        path.exists().then(|| RunReader::open(&path))
    }

    /// Makes this thread's file of a level from those of `before` threads.
    pub(crate) fn redistribute<W: Word>(
        &self,
        level: u32,
        before: usize,
        mut own: Candidates<W>,
        owner_bits: W,
    ) {
        if before == self.workers {
            return;
        }
        for worker in 0..before {
            let Some(mut run) = Self::new(&self.folder, worker, before).open::<W>(level) else {
                continue;
            };
            loop {
                let mut states = run.next_states().to_vec();
                if states.is_empty() {
                    break;
                }
                run.skip(states.len());
                states.retain(|state| (*state & owner_bits).owner_of(self.workers) == self.worker);
                own.add(&states, |number| self.candidates(level, number));
            }
        }
        let mut writer = RunWriter::create(&self.level(level));
        own.write(&mut [], &mut writer);
        writer.finish(true);
    }
}

#[cfg(test)]
mod tests {
    use super::WholeLevels;

    #[test]
    fn lists_are_read_as_written_and_errors_have_lines() {
        let text = "tremaux levels 2\nproblem tiles 3 x 3\nthreads 2\n0 1\n1 2\n";
        let list = WholeLevels::parse(text).expect("it is right");
        assert_eq!((list.workers, &list.counts[..]), (2, &[1, 2][..]));
        for (wrong, line) in [
            ("tremaux levels 1\n", 1),
            ("tremaux levels 2\nthreads 2\n", 2),
            ("tremaux levels 2\nproblem x\nthreads 0\n", 3),
            ("tremaux levels 2\nproblem x\nthreads 2\n1 2\n", 4),
            ("tremaux levels 2\nproblem x\nthreads 2\n0 1\n1\n", 5),
        ] {
            let error = WholeLevels::parse(wrong).expect_err(wrong);
            assert!(error.starts_with(&format!("line {line}")), "{error}");
        }
    }
}
