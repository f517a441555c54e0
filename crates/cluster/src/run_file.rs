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
    pub(crate) fn create(path: &Path) -> io::Result<Self> {
        let file = File::create(unfinished(path))?;
        let bytes = Vec::with_capacity(BUFFER);
        Ok(Self { path: path.into(), file, bytes, last: W::default(), count: 0, checksum: 0 })
    }

    #[inline]
    pub(crate) fn push(&mut self, state: W) -> io::Result<()> {
        state.write_step(self.last, &mut self.bytes);
        self.last = state;
        self.count += 1;
        self.checksum = mix(self.checksum, state.wide());
        if self.bytes.len() + LONGEST > BUFFER { self.flush() } else { Ok(()) }
    }

    #[cold]
    fn flush(&mut self) -> io::Result<()> {
        self.file.write_all(&self.bytes)?;
        self.bytes.clear();
        Ok(())
    }

    pub(crate) fn finish(mut self) -> io::Result<u64> {
        self.bytes.extend(self.count.to_le_bytes());
        self.bytes.extend(self.checksum.to_le_bytes());
        self.flush()?;
        self.file.sync_data()?;
        std::fs::rename(unfinished(&self.path), &self.path)?;
        Ok(self.count)
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
}

impl<W: Word> RunReader<W> {
    pub(crate) fn open(path: &Path) -> io::Result<Self> {
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
        })
    }

    /// The number of states that are left.
    pub(crate) fn left(&self) -> u64 {
        self.left
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

    #[inline]
    fn read(&mut self) -> io::Result<W> {
        if self.end - self.at < LONGEST {
            self.fill()?;
        }
        let damaged = || Error::new(ErrorKind::InvalidData, "the file is damaged");
        let read = W::read_step(self.last, &self.bytes[self.at..self.end]);
        let (state, length) = read.ok_or_else(damaged)?;
        self.at += length;
        self.last = state;
        self.left -= 1;
        self.checksum = mix(self.checksum, state.wide());
        if self.left == 0 && self.checksum != self.expected { Err(damaged()) } else { Ok(state) }
    }
}

impl<W: Word> Iterator for RunReader<W> {
    type Item = W;

    #[inline]
    fn next(&mut self) -> Option<W> {
        if self.left == 0 {
            return None;
        }
        match self.read() {
            Ok(state) => Some(state),
            failed => Some(or_fail(failed, &self.path)),
        }
    }
}
