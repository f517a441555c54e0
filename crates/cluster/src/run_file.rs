//! Sorted runs of states in files: differences in as few bytes as they need, with a checksum.
//!
//! Two differences follow a byte with their lengths, so that nothing is decided by branches.

use std::fs::{self, File};
use std::io::{self, Error, ErrorKind, Read, Seek, SeekFrom, Write};
use std::path::{Path, PathBuf};

use crate::failure::or_fail;
use crate::word::Word;

const BUFFER: usize = 1 << 18;

/// As many bytes as two states may take, and what is read or written beyond them.
const LONGEST: usize = 64;

/// What a file ends with: how many states it has, and their checksum.
const END: usize = 16;

/// The states that are decoded at a time.
const BLOCK: usize = 2048;

/// The sum of the states, and of the sums (Fletcher 1982).
#[derive(Clone, Copy, Default)]
struct Checksum(u64, u64);

impl Checksum {
    #[inline]
    fn add<W: Word>(&mut self, state: W) {
        let number = state.wide();
        self.0 = self.0.wrapping_add((number as u64) ^ ((number >> 64) as u64));
        self.1 = self.1.wrapping_add(self.0);
    }

    fn value(self) -> u64 {
        self.0.rotate_left(32) ^ self.1
    }
}

/// Writes ascending states. The file has its name when [`RunWriter::finish`] has given it.
pub(crate) struct RunWriter<W> {
    path: PathBuf,
    file: File,
    bytes: Box<[u8]>,
    /// Where the next byte goes.
    at: usize,
    /// A state that waits for its second.
    odd: Option<W>,
    last: W,
    count: u64,
    checksum: Checksum,
}

fn unfinished(path: &Path) -> PathBuf {
    path.with_extension("unfinished")
}

impl<W: Word> RunWriter<W> {
    pub(crate) fn create(path: &Path) -> Self {
        let file = or_fail(File::create(unfinished(path)), path);
        Self {
            path: path.into(),
            file,
            bytes: vec![0; BUFFER].into(),
            at: 0,
            odd: None,
            last: W::default(),
            count: 0,
            checksum: Checksum::default(),
        }
    }

    /// Writes two states; the second may be the first again, and is then not counted.
    #[inline]
    fn write_pair(&mut self, first: W, second: W) {
        let steps = [first.minus(self.last), second.minus(first)];
        let lengths = [steps[0].length(), steps[1].length()];
        let bytes = &mut self.bytes[self.at..self.at + LONGEST];
        bytes[0] = ((lengths[0] - 1) | (lengths[1] - 1) << 4) as u8;
        let width = size_of::<W>();
        bytes[1..=width].copy_from_slice(steps[0].to_bytes().as_ref());
        let second_at = 1 + lengths[0];
        bytes[second_at..second_at + width].copy_from_slice(steps[1].to_bytes().as_ref());
        self.at += second_at + lengths[1];
        self.last = second;
        if self.at + LONGEST > BUFFER {
            self.flush();
        }
    }

    /// Writes states, each above those before.
    pub(crate) fn write(&mut self, mut states: &[W]) {
        self.count += states.len() as u64;
        for &state in states {
            self.checksum.add(state);
        }
        if let (Some(first), Some((&second, rest))) = (self.odd, states.split_first()) {
            self.write_pair(first, second);
            self.odd = None;
            states = rest;
        }
        let pairs = states.chunks_exact(2);
        if let &[odd] = pairs.remainder() {
            self.odd = Some(odd);
        }
        for pair in pairs {
            self.write_pair(pair[0], pair[1]);
        }
    }

    #[cold]
    fn flush(&mut self) {
        or_fail(self.file.write_all(&self.bytes[..self.at]), &self.path);
        self.at = 0;
    }

    /// The last state.
    pub(crate) fn last(&self) -> W {
        self.odd.unwrap_or(self.last)
    }

    /// Returns how many states the file has; without states there is no file. If it `is_lasting`,
    /// it survives a crash of the machine.
    pub(crate) fn finish(mut self, is_lasting: bool) -> u64 {
        let unfinished = unfinished(&self.path);
        if self.count == 0 {
            or_fail(std::fs::remove_file(&unfinished), &self.path);
            return 0;
        }
        if let Some(odd) = self.odd.take() {
            self.write_pair(odd, odd);
        }
        self.flush();
        let end = [self.count.to_le_bytes(), self.checksum.value().to_le_bytes()];
        or_fail(self.file.write_all(end.as_flattened()), &self.path);
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
    is_at_end: bool,
    last: W,
    left: u64,
    checksum: Checksum,
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
            is_at_end: false,
            last: W::default(),
            left: number(0),
            checksum: Checksum::default(),
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
                if self.is_at_end {
                    return Err(ErrorKind::UnexpectedEof.into());
                }
                // What is read beyond the end is not used.
                self.is_at_end = true;
                self.bytes[self.end..].fill(0);
                self.end = self.bytes.len();
            }
            self.end += count;
        }
        Ok(())
    }

    fn decode(&mut self) -> io::Result<()> {
        self.block.clear();
        self.next = 0;
        let count = self.left.min(BLOCK as u64) as usize;
        let (mut last, mut checksum) = (self.last, self.checksum);
        let width = size_of::<W>();
        while self.block.len() < count {
            if self.end - self.at < LONGEST {
                self.fill()?;
            }
            let bytes = &self.bytes[self.at..self.at + LONGEST];
            let first_length = usize::from(bytes[0] & 15) + 1;
            let second_length = usize::from(bytes[0] >> 4) + 1;
            let second_at = 1 + first_length;
            let steps = [
                W::of_bytes(&bytes[1..=width]).lowest(first_length),
                W::of_bytes(&bytes[second_at..second_at + width]).lowest(second_length),
            ];
            self.at += second_at + second_length;
            let first = last.plus(steps[0]);
            last = first.plus(steps[1]);
            self.block.push(first);
            self.block.push(last);
        }
        self.block.truncate(count);
        for &state in &self.block {
            checksum.add(state);
        }
        (self.last, self.checksum) = (last, checksum);
        self.left -= count as u64;
        if self.left == 0 && checksum.value() != self.expected {
            return Err(Error::new(ErrorKind::InvalidData, "the file is damaged"));
        }
        Ok(())
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

    /// Removes the states of this run from `states`, which ascend from call to call; states that
    /// differ only in `marks` are the same.
    pub(crate) fn subtract_from(&mut self, states: &mut Vec<W>, marks: W) {
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
                let (state, known) = (state | marks, known | marks);
                kept += usize::from(state < known);
                at += usize::from(state <= known);
                other += usize::from(known <= state);
            }
            self.skip(other);
        }
        states.truncate(kept);
    }
}

/// Removes a file, if it is there.
pub(crate) fn remove(path: &Path) {
    match fs::remove_file(path) {
        Err(error) if error.kind() != std::io::ErrorKind::NotFound => or_fail(Err(error), path),
        _ => {}
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
            reader.subtract_from(&mut some, 0);
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
