//! Sorted runs of states in files: differences of varying length, with a checksum.

use std::fs::File;
use std::io::{self, BufReader, BufWriter, Read, Write};
use std::path::{Path, PathBuf};

use crate::failure::or_fail;
use crate::word::Word;

const BUFFER: usize = 1 << 18;

/// FNV-1a over the words, fast enough beside the encoding.
fn mix(checksum: u64, word: u128) -> u64 {
    let folded = (word as u64) ^ ((word >> 64) as u64);
    (checksum ^ folded).wrapping_mul(0x0000_0100_0000_01b3).rotate_left(17)
}

/// Writes ascending states. The file is whole when [`RunWriter::finish`] has renamed it.
pub(crate) struct RunWriter<W> {
    path: PathBuf,
    file: BufWriter<File>,
    last: W,
    count: u64,
    checksum: u64,
}

impl<W: Word> RunWriter<W> {
    pub(crate) fn create(path: &Path) -> io::Result<Self> {
        let file = BufWriter::with_capacity(BUFFER, File::create(unfinished(path))?);
        Ok(Self { path: path.into(), file, last: W::default(), count: 0, checksum: 0 })
    }

    #[inline]
    pub(crate) fn push(&mut self, state: W) -> io::Result<()> {
        let mut rest = state.wide() - self.last.wide();
        let mut bytes = [0; 19];
        let mut length = 0;
        loop {
            bytes[length] = (rest as u8 & 0x7f) | if rest > 0x7f { 0x80 } else { 0 };
            length += 1;
            rest >>= 7;
            if rest == 0 {
                break;
            }
        }
        self.last = state;
        self.count += 1;
        self.checksum = mix(self.checksum, state.wide());
        self.file.write_all(&bytes[..length])
    }

    /// Ends the run with its count and checksum and gives the file its name.
    pub(crate) fn finish(mut self) -> io::Result<u64> {
        self.file.write_all(&self.count.to_le_bytes())?;
        self.file.write_all(&self.checksum.to_le_bytes())?;
        self.file.flush()?;
        self.file.get_ref().sync_data()?;
        std::fs::rename(unfinished(&self.path), &self.path)?;
        Ok(self.count)
    }
}

fn unfinished(path: &Path) -> PathBuf {
    path.with_extension("unfinished")
}

/// Reads a run, and checks it at its end.
pub(crate) struct RunReader<W> {
    path: PathBuf,
    file: BufReader<File>,
    last: W,
    left: u64,
    checksum: u64,
    expected: u64,
}

impl<W: Word> RunReader<W> {
    pub(crate) fn open(path: &Path) -> io::Result<Self> {
        use std::io::{Seek, SeekFrom};
        let mut file = File::open(path)?;
        let mut end = [0; 16];
        file.seek(SeekFrom::End(-16))?;
        file.read_exact(&mut end)?;
        file.seek(SeekFrom::Start(0))?;
        let number = |at: usize| u64::from_le_bytes(end[at..at + 8].try_into().expect("eight"));
        Ok(Self {
            path: path.into(),
            file: BufReader::with_capacity(BUFFER, file),
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

    fn read(&mut self) -> io::Result<W> {
        let mut step = 0_u128;
        let mut shift = 0;
        loop {
            let mut byte = [0];
            self.file.read_exact(&mut byte)?;
            step |= u128::from(byte[0] & 0x7f) << shift;
            shift += 7;
            if byte[0] < 0x80 {
                break;
            }
            if shift > 126 {
                return Err(io::Error::new(io::ErrorKind::InvalidData, "the file is damaged"));
            }
        }
        self.last = W::narrow(self.last.wide().wrapping_add(step));
        self.left -= 1;
        self.checksum = mix(self.checksum, self.last.wide());
        if self.left == 0 && self.checksum != self.expected {
            return Err(io::Error::new(io::ErrorKind::InvalidData, "the file is damaged"));
        }
        Ok(self.last)
    }
}

impl<W: Word> Iterator for RunReader<W> {
    type Item = W;

    #[inline]
    fn next(&mut self) -> Option<W> {
        if self.left == 0 {
            return None;
        }
        let state = self.read();
        Some(or_fail(state, &self.path))
    }
}
