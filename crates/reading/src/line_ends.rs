//! The lines of a text: in UTF-8, with the line ends of all systems.

use std::io::{self, BufRead, Read};

use crate::encoding::{Decoding, Undecodable};

/// A reader whose text is decoded, and whose lines end with `\n`, whether those of the inner one
/// end with `\n`, `\r\n` or `\r`.
pub(super) struct UnixLines<R> {
    inner: R,
    decoding: Decoding,
    /// Some lines, and how many bytes of them were read.
    part: Vec<u8>,
    read: usize,
    /// The number of the first line of the next part.
    line: usize,
    /// Whether the last byte was a `\r`: then a `\n` belongs to the same line end.
    is_after_return: bool,
    /// Why nothing comes after the part.
    wrong: Option<Undecodable>,
}

impl<R: BufRead> UnixLines<R> {
    /// The bytes that are read at once; with lines that are longer, more.
    const PART: u64 = 1 << 16;
    const LONGEST: u64 = 1 << 20;

    pub(super) fn new(inner: R, decoding: Decoding) -> Self {
        let (part, read, line) = (Vec::new(), 0, 1);
        Self { inner, decoding, part, read, line, is_after_return: false, wrong: None }
    }

    /// What was assumed of the encoding so far, in words.
    pub(super) fn note(&self) -> Option<String> {
        self.decoding.note()
    }

    /// Reads more, which may be nothing but half a character; whether it was the end.
    fn next_part(&mut self) -> io::Result<bool> {
        if let Some(wrong) = self.wrong.clone() {
            return Err(wrong.into());
        }
        let mut bytes = std::mem::take(&mut self.part);
        bytes.clear();
        self.inner.by_ref().take(Self::PART).read_to_end(&mut bytes)?;
        let is_last = bytes.is_empty();
        // A line is guessed by itself, and no part ends within a character.
        if matches!(self.decoding, Decoding::Guessed(_))
            && bytes.last().is_some_and(|&it| it != b'\n')
        {
            self.inner.by_ref().take(Self::LONGEST).read_until(b'\n', &mut bytes)?;
            while bytes.last().is_some_and(|it| *it >= 0x30) {
                if self.inner.by_ref().take(1).read_to_end(&mut bytes)? == 0 {
                    break;
                }
            }
        }
        (bytes, self.wrong) = self.decoding.decode(bytes, self.line, is_last);
        if is_last && matches!(self.decoding, Decoding::Said(_)) {
            // A decoder that is done decodes nothing more.
            self.decoding = Decoding::None;
        }
        if self.is_after_return || bytes.contains(&b'\r') {
            let is_after_return = &mut self.is_after_return;
            bytes.retain_mut(|byte| {
                let is_same_end = *byte == b'\n' && *is_after_return;
                *is_after_return = *byte == b'\r';
                if *is_after_return {
                    *byte = b'\n';
                }
                !is_same_end
            });
        }
        self.line += bytes.iter().filter(|&&it| it == b'\n').count();
        (self.part, self.read) = (bytes, 0);
        Ok(is_last && self.wrong.is_none())
    }
}

impl<R: BufRead> BufRead for UnixLines<R> {
    fn fill_buf(&mut self) -> io::Result<&[u8]> {
        while self.read == self.part.len() && !self.next_part()? {}
        Ok(&self.part[self.read..])
    }

    fn consume(&mut self, count: usize) {
        self.read += count;
    }
}

impl<R: BufRead> Read for UnixLines<R> {
    fn read(&mut self, out: &mut [u8]) -> io::Result<usize> {
        let count = self.fill_buf()?.read(out)?;
        self.consume(count);
        Ok(count)
    }
}
