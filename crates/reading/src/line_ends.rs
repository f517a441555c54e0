//! Line ends of all systems.

use std::io::{self, BufRead, Read};

/// A reader whose lines end with `\n`, whether those of the inner one end with `\n`, `\r\n` or
/// `\r`.
pub(super) struct UnixLines<R> {
    inner: R,
    /// The number of bytes at the front of the inner buffer that are known to have no `\r`.
    clean: usize,
    /// Whether the last byte was a `\r`: then a `\n` belongs to the same line end.
    is_after_return: bool,
    /// Whether the buffer that was returned last stands for a `\r`.
    is_at_return: bool,
}

impl<R> UnixLines<R> {
    pub(super) fn new(inner: R) -> Self {
        Self { inner, clean: 0, is_after_return: false, is_at_return: false }
    }
}

impl<R: BufRead> BufRead for UnixLines<R> {
    fn fill_buf(&mut self) -> io::Result<&[u8]> {
        if self.clean > 0 {
            let clean = self.clean;
            return Ok(&self.inner.fill_buf()?[..clean]);
        }
        if self.is_at_return {
            return Ok(b"\n");
        }
        if self.is_after_return {
            let is_same_end = self.inner.fill_buf()?.first() == Some(&b'\n');
            self.inner.consume(usize::from(is_same_end));
            self.is_after_return = false;
        }
        let buffer = self.inner.fill_buf()?;
        // Most texts have none, and this is much faster than a loop in a build for tests.
        let first = match buffer.contains(&b'\r') {
            true => buffer.iter().position(|&byte| byte == b'\r'),
            false => None,
        };
        if first == Some(0) {
            self.is_at_return = true;
            return Ok(b"\n");
        }
        self.clean = first.unwrap_or(buffer.len());
        Ok(&buffer[..self.clean])
    }

    fn consume(&mut self, count: usize) {
        self.inner.consume(count);
        if self.is_at_return {
            self.is_after_return = count > 0;
            self.is_at_return = count == 0;
        } else {
            self.clean = self.clean.saturating_sub(count);
        }
    }
}

impl<R: BufRead> Read for UnixLines<R> {
    fn read(&mut self, out: &mut [u8]) -> io::Result<usize> {
        let count = self.fill_buf()?.read(out)?;
        self.consume(count);
        Ok(count)
    }
}
