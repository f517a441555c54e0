//! Words that are written out once, and known by their numbers then.

use std::collections::HashMap;

use foldhash::fast::FixedState;

use crate::block::Block;

/// So many different words are numbered; further ones are written out each time.
pub(crate) const MOST_WORDS: usize = 1 << 16;

/// How many short words are found without a search.
const SHORT: usize = 256;
/// How many words are found by where they are.
const FIXED: usize = 64;

/// Words that were written before, by number.
#[derive(Debug)]
pub(crate) struct Words {
    /// By a hash, words of 15 bytes at most with their lengths, and their numbers from 1.
    short: Box<[(u128, u32); SHORT]>,
    /// By a hash, where words are that stay there, how long they are, and their numbers.
    fixed: [(usize, u32, u32); FIXED],
    all: HashMap<Box<str>, u32, FixedState>,
}

impl Default for Words {
    fn default() -> Self {
        let short = vec![(0, 0); SHORT].into_boxed_slice().try_into().expect("as many");
        Self { short, fixed: [(0, 0, 0); FIXED], all: HashMap::default() }
    }
}

impl Words {
    /// The key of a short word: no other word has it.
    #[inline]
    fn key(word: &str) -> Option<u128> {
        let bytes = word.as_bytes();
        let mut key = [0; 16];
        key.get_mut(..bytes.len()).filter(|_| bytes.len() < 16)?.copy_from_slice(bytes);
        key[15] = bytes.len() as u8;
        Some(u128::from_le_bytes(key))
    }

    #[inline]
    const fn slot(key: u128) -> usize {
        let folded = (key as u64) ^ ((key >> 64) as u64).rotate_left(29);
        (folded.wrapping_mul(0x9e37_79b9_7f4a_7c15) >> 56) as usize % SHORT
    }

    /// The number of a word that was written lately, from 1; 0 if there may be none.
    #[inline]
    pub(crate) fn recent(&self, word: &str) -> u32 {
        let Some(key) = Self::key(word) else { return 0 };
        let (known, number) = self.short[Self::slot(key)];
        if known == key { number } else { 0 }
    }

    /// The same for a word that stays where it is.
    #[inline]
    pub(crate) fn recent_fixed(&mut self, word: &'static str) -> u32 {
        let (at, length) = (word.as_ptr() as usize, word.len() as u32);
        let slot = (at as u64).wrapping_mul(0x9e37_79b9_7f4a_7c15) >> 58;
        let slot = slot as usize % FIXED;
        let (known, known_length, number) = self.fixed[slot];
        if (known, known_length) == (at, length) {
            return number;
        }
        let number = self.recent(word);
        if number > 0 {
            self.fixed[slot] = (at, length, number);
        }
        number
    }

    /// Appends a word: its number, and the word itself if it is new.
    pub(crate) fn put(&mut self, out: &mut Block, word: &str) {
        match self.recent(word) {
            0 => self.put_any(out, word),
            number => out.put(|room| room.number(number.into())),
        }
    }

    #[inline(never)]
    fn put_any(&mut self, out: &mut Block, word: &str) {
        let mut number = self.all.get(word).copied().unwrap_or(0);
        let is_new = number == 0;
        if is_new && self.all.len() < MOST_WORDS {
            number = self.all.len() as u32 + 1;
            self.all.insert(word.into(), number);
        }
        if let Some(key) = Self::key(word) {
            self.short[Self::slot(key)] = (key, number);
        }
        out.put(|room| room.number(number.into()));
        if is_new {
            out.put_text(word);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::bytes::Bytes;

    #[test]
    fn a_word_is_written_out_once() {
        let (mut words, mut out) = (Words::default(), Block::new());
        let some = ["north", "e", "", "\0e", "north-north-east", "\0\0\0\0\0\0\0\0\0", "\0"];
        some.iter().for_each(|word| words.put(&mut out, word));
        let once = out.as_bytes().len();
        some.iter().for_each(|word| words.put(&mut out, word));
        assert_eq!(out.as_bytes().len(), once + some.len());
        let (mut known, mut bytes) = (Vec::new(), Bytes(out.as_bytes()));
        for word in some.iter().chain(&some) {
            assert_eq!(bytes.word(&mut known).as_deref(), Ok(*word));
        }
    }

    #[test]
    fn more_words_than_are_numbered_are_read_all_the_same() {
        let (mut words, mut out) = (Words::default(), Block::new());
        let word = |number: usize| format!("{}", number * 7 % (MOST_WORDS + 900));
        (0..2 * MOST_WORDS).for_each(|number| words.put(&mut out, &word(number)));
        let (mut known, mut bytes) = (Vec::new(), Bytes(out.as_bytes()));
        for number in 0..2 * MOST_WORDS {
            assert_eq!(bytes.word(&mut known), Ok(word(number)));
        }
    }
}
