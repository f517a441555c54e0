//! Words that are nearly always a letter.

use std::fmt;

/// All letters of ASCII.
const LETTERS: [u8; 128] = {
    let mut letters = [0; 128];
    let mut at = 0;
    while at < 128 {
        letters[at] = at as u8;
        at += 1;
    }
    letters
};

/// The same as a text.
const TEXT: &str = match std::str::from_utf8(&LETTERS) {
    Ok(text) => text,
    Err(_) => unreachable!(),
};

/// A word that is written and read, millions of times: one letter takes no text.
#[derive(Debug, Default)]
pub(crate) struct Word {
    /// A letter of ASCII, if there is nothing else.
    letter: Option<u8>,
    text: String,
}

impl Word {
    /// The word that `write` writes.
    #[inline]
    pub(crate) fn written(
        &mut self,
        write: impl FnOnce(&mut dyn fmt::Write) -> fmt::Result,
    ) -> &str {
        self.letter = None;
        self.text.clear();
        write(self).expect("a word takes everything");
        match self.letter {
            Some(letter) => &TEXT[usize::from(letter)..=usize::from(letter)],
            None => &self.text,
        }
    }

    #[cold]
    fn spill(&mut self) {
        if let Some(letter) = self.letter.take() {
            self.text.push(letter.into());
        }
    }
}

impl fmt::Write for Word {
    fn write_str(&mut self, text: &str) -> fmt::Result {
        self.spill();
        self.text.push_str(text);
        Ok(())
    }

    #[inline]
    fn write_char(&mut self, c: char) -> fmt::Result {
        if c.is_ascii() && self.letter.is_none() && self.text.is_empty() {
            self.letter = Some(c as u8);
        } else {
            self.spill();
            self.text.push(c);
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::Word;

    #[test]
    fn a_word_is_what_was_written() {
        let mut word = Word::default();
        for text in ["e", "", "\0", "é", "e4", "éa", "xyz", "~", "a b"] {
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
