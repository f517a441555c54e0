//! Sorted runs of states in files: differences of varying length, with a checksum.

use std::fs::File;
use std::io::{self, Error, ErrorKind, Read, Seek, SeekFrom, Write};
use std::path::{Path, PathBuf};

use crate::failure::or_fail;
use crate::word::Word;

const BUFFER: usize = 1 << 18;

/// More bytes than a state takes.
const LONGEST: usize = 32;

/// What a file ends with: how many states it has, and their checksum.
const END: usize = 16;

/// The states that are decoded at a time.
const BLOCK: usize = 2048;

#[inline]
fn mix(checksum: u64, state: u128) -> u64 {
    let folded = (state as u64) ^ ((state >> 64) as u64);
    (checksum ^ folded).wrapping_mul(0x0000_0100_0000_01b3).rotate_left(17)
}

/// Writes ascending states. The file has its name when [`RunWriter::finish`] has given it.
pub(crate) struct RunWriter<W> {
    path: PathBuf,
    file: File,
    bytes: Vec<u8>,
    last: W,
    count: u64,
    checksum: u64,
}

fn unfinished(path: &Path) -> PathBuf {
    path.with_extension("unfinished")
}

impl<W: Word> RunWriter<W> {
    pub(crate) fn create(path: &Path) -> Self {
        let file = or_fail(File::create(unfinished(path)), path);
        let bytes = Vec::with_capacity(BUFFER);
        Self { path: path.into(), file, bytes, last: W::default(), count: 0, checksum: 0 }
    }

    pub(crate) fn write(&mut self, states: &[W]) {
        for &state in states {
            state.write_step(self.last, &mut self.bytes);
            self.last = state;
            self.checksum = mix(self.checksum, state.wide());
            if self.bytes.len() + LONGEST > BUFFER {
                self.flush();
            }
        }
        self.count += states.len() as u64;
    }

    #[cold]
    fn flush(&mut self) {
        or_fail(self.file.write_all(&self.bytes), &self.path);
        self.bytes.clear();
    }

    /// The last state.
    pub(crate) fn last(&self) -> W {
        self.last
    }

    /// Returns how many states the file has; without states there is no file. If it `is_lasting`,
    /// it survives a crash of the machine.
    pub(crate) fn finish(mut self, is_lasting: bool) -> u64 {
        let unfinished = unfinished(&self.path);
        if self.count == 0 {
            or_fail(std::fs::remove_file(&unfinished), &self.path);
            return 0;
        }
        self.bytes.extend(self.count.to_le_bytes());
        self.bytes.extend(self.checksum.to_le_bytes());
        self.flush();
        if is_lasting {
            or_fail(self.file.sync_data(), &self.path);
        }
        or_fail(std::fs::rename(&unfinished, &self.path), &self.path);
        self.count
    }
}

/// Reads a run, and checks it at its end.
pub(crate) struct RunReader<W> {
    path: PathBuf,
    file: File,
    bytes: Box<[u8]>,
    /// Where the bytes begin that are left, and where they end.
    at: usize,
    end: usize,
    last: W,
    left: u64,
    checksum: u64,
    expected: u64,
    block: Vec<W>,
    next: usize,
}

impl<W: Word> RunReader<W> {
    pub(crate) fn open(path: &Path) -> Self {
        or_fail(Self::try_open(path), path)
    }

    fn try_open(path: &Path) -> io::Result<Self> {
        let mut file = File::open(path)?;
        let mut end = [0; END];
        file.seek(SeekFrom::End(-(END as i64)))?;
        file.read_exact(&mut end)?;
        file.seek(SeekFrom::Start(0))?;
        let number = |at: usize| u64::from_le_bytes(end[at..at + 8].try_into().expect("eight"));
        Ok(Self {
            path: path.into(),
            file,
            bytes: vec![0; BUFFER].into(),
            at: 0,
            end: 0,
            last: W::default(),
            left: number(0),
            checksum: 0,
            expected: number(8),
            block: Vec::with_capacity(BLOCK),
            next: 0,
        })
    }

    #[cold]
    fn fill(&mut self) -> io::Result<()> {
        self.bytes.copy_within(self.at..self.end, 0);
        (self.at, self.end) = (0, self.end - self.at);
        while self.end < LONGEST {
            let count = self.file.read(&mut self.bytes[self.end..])?;
            if count == 0 {
                break;
            }
            self.end += count;
        }
        Ok(())
    }

    fn decode(&mut self) -> io::Result<()> {
        let damaged = || Error::new(ErrorKind::InvalidData, "the file is damaged");
        self.block.clear();
        self.next = 0;
        let count = self.left.min(BLOCK as u64);
        let (mut last, mut checksum) = (self.last, self.checksum);
        for _ in 0..count {
            if self.end - self.at < LONGEST {
                self.fill()?;
            }
            let read = W::read_step(last, &self.bytes[self.at..self.end]);
            let (state, length) = read.ok_or_else(damaged)?;
            self.at += length;
            last = state;
            checksum = mix(checksum, state.wide());
            self.block.push(state);
        }
        (self.last, self.checksum) = (last, checksum);
        self.left -= count;
        if self.left == 0 && checksum != self.expected { Err(damaged()) } else { Ok(()) }
    }

    /// Some of the next states; none at the end.
    #[inline]
    pub(crate) fn next_states(&mut self) -> &[W] {
        if self.next == self.block.len() && self.left > 0 {
            let decoded = self.decode();
            or_fail(decoded, &self.path);
        }
        &self.block[self.next..]
    }

    /// Skips so many of [`RunReader::next_states`].
    #[inline]
    pub(crate) fn skip(&mut self, count: usize) {
        self.next += count;
    }

    /// Appends the states that `belongs` holds for; it must not hold again after it did not.
    pub(crate) fn take_while(&mut self, belongs: impl Fn(W) -> bool, to: &mut Vec<W>) {
        loop {
            let states = self.next_states();
            let count = states.partition_point(|&state| belongs(state));
            to.extend_from_slice(&states[..count]);
            let is_end = count < states.len() || count == 0;
            self.skip(count);
            if is_end {
                return;
            }
        }
    }

    /// Removes the states of this run from `states`, which ascend from call to call.
    pub(crate) fn subtract_from(&mut self, states: &mut Vec<W>) {
        let (mut at, mut kept) = (0, 0);
        while at < states.len() {
            let others = self.next_states();
            if others.is_empty() {
                states.copy_within(at.., kept);
                kept += states.len() - at;
                break;
            }
            // Without branches: which one is less is hard to predict.
            let mut other = 0;
            while at < states.len() && other < others.len() {
                let (state, known) = (states[at], others[other]);
                states[kept] = state;
                kept += usize::from(state < known);
                at += usize::from(state <= known);
                other += usize::from(known <= state);
            }
            self.skip(other);
        }
        states.truncate(kept);
    }
}

#[cfg(test)]
mod tests {
    use super::{RunReader, RunWriter};

    #[test]
    fn states_are_read_as_written_and_subtracted() {
        let folder = tempfile::tempdir().expect("a folder");
        let path = folder.path().join("a.run");
        let states: Vec<u64> = (0..10_000).map(|number| number * number * 3).collect();
        let mut writer = RunWriter::create(&path);
        writer.write(&states[..5000]);
        writer.write(&states[5000..]);
        assert_eq!(writer.finish(false), 10_000);
        let mut found = Vec::new();
        RunReader::<u64>::open(&path).take_while(|_| true, &mut found);
        assert_eq!(found, states);
        let mut reader = RunReader::open(&path);
        let mut left = Vec::new();
        for first in [0_u64, 1000, 200_000_000, 299_000_000] {
            let mut some: Vec<u64> = (first..first + 1000).collect();
            reader.subtract_from(&mut some);
            left.extend(some);
        }
        let is_known = |state: &u64| states.binary_search(state).is_ok();
        let starts = [0_u64, 1000, 200_000_000, 299_000_000].into_iter();
        let expected = starts.flat_map(|first| first..first + 1000);
        assert_eq!(left, expected.filter(|state| !is_known(state)).collect::<Vec<_>>());
        let empty = folder.path().join("empty.run");
        assert_eq!(RunWriter::<u64>::create(&empty).finish(false), 0);
        assert_eq!(std::fs::read_dir(&folder).expect("it is there").count(), 1);
    }
}
