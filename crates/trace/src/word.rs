//! Words that are short.

use std::fmt;

/// So many bytes take no text.
const SHORT: usize = 24;

/// A word that is written and read, millions of times.
#[derive(Debug, Default)]
pub(crate) struct Word {
    short: [u8; SHORT],
    /// How many of its bytes are in `short`: all of them, if there is no text.
    length: usize,
    text: String,
}

impl Word {
    /// The word that `write` writes.
    #[inline]
    pub(crate) fn written(
        &mut self,
        write: impl FnOnce(&mut dyn fmt::Write) -> fmt::Result,
    ) -> &str {
        self.length = 0;
        self.text.clear();
        write(self).expect("a word takes everything");
        self.as_str()
    }

    /// The word that was written last.
    #[inline]
    pub(crate) fn as_str(&self) -> &str {
        if self.text.is_empty() { self.short() } else { &self.text }
    }

    #[inline]
    fn short(&self) -> &str {
        let bytes = self.short.get(..self.length).unwrap_or_default();
        std::str::from_utf8(bytes).expect("texts were written")
    }

    /// Writes a text that is too long, or that goes beyond what is short.
    #[cold]
    fn spill(&mut self, text: &str) {
        if self.text.is_empty() {
            let short = self.short().to_owned();
            self.text.push_str(&short);
        }
        self.text.push_str(text);
    }
}

impl fmt::Write for Word {
    #[inline]
    fn write_str(&mut self, text: &str) -> fmt::Result {
        let end = self.length + text.len();
        match self.short.get_mut(self.length..end) {
            Some(bytes) if self.text.is_empty() => {
                bytes.copy_from_slice(text.as_bytes());
                self.length = end;
            }
            _ => self.spill(text),
        }
        Ok(())
    }

    #[inline]
    fn write_char(&mut self, c: char) -> fmt::Result {
        match self.short.get_mut(self.length) {
            Some(byte) if c.is_ascii() && self.text.is_empty() => {
                *byte = c as u8;
                self.length += 1;
                Ok(())
            }
            _ => self.write_str(c.encode_utf8(&mut [0; 4])),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::Word;

    #[test]
    fn a_word_is_what_was_written() {
        let mut word = Word::default();
        for text in [
            "e",
            "",
            "\0",
            "é",
            "e4",
            "éa",
            "xyz",
            "~",
            "a b",
            "twenty-three are no more",
            "éééééééééééé",
        ] {
            let letters = |out: &mut dyn std::fmt::Write| {
                text.chars().try_for_each(|letter| out.write_char(letter))
            };
            assert_eq!(word.written(letters), text);
            assert_eq!(word.written(|out| out.write_str(text)), text);
            let both = |out: &mut dyn std::fmt::Write| {
                out.write_char('q')?;
                out.write_str(text)?;
                out.write_char('é')
            };
            assert_eq!(word.written(both), format!("q{text}é"));
        }
    }
}
