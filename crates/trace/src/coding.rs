//! Numbers and texts in few bytes.
//!
//! A file begins with [`MAGIC`], the version and the header as JSON with its length and
//! checksum. Blocks follow: the length of what is in it, its checksum, and events one after
//! the other. No event goes over the end of a block.

use std::collections::HashMap;

use foldhash::fast::FixedState;

/// How a file begins.
pub(crate) const MAGIC: &[u8; 8] = b"TREMAUX\n";
/// The same, for messages.
pub(crate) const MAGIC_TEXT: &str = "TREMAUX";
/// The version that is written, and the last that is read.
pub(crate) const VERSION: u64 = 1;
/// Blocks are written when they have got this long, in bytes.
pub(crate) const BLOCK: usize = 8 << 10;
/// No block is longer than this, in bytes.
pub(crate) const LONGEST_BLOCK: u64 = 1 << 24;
/// No header is longer than this, in bytes.
pub(crate) const LONGEST_HEADER: u64 = 1 << 30;
/// So many different words are numbered; further ones are written out each time.
pub(crate) const MOST_WORDS: usize = 1 << 16;

/// Appends a number: seven bits a byte, the lowest first.
#[inline]
pub(crate) fn put(out: &mut Vec<u8>, mut value: u64) {
    while value >= 0x80 {
        out.push(value as u8 | 0x80);
        value >>= 7;
    }
    out.push(value as u8);
}

/// Appends a number that may be negative: small ones are short.
#[inline]
pub(crate) fn put_signed(out: &mut Vec<u8>, value: i64) {
    put(out, zigzag(value));
}

#[inline]
fn zigzag(value: i64) -> u64 {
    ((value << 1) ^ (value >> 63)) as u64
}

const fn unzigzag(value: u64) -> i64 {
    (value >> 1) as i64 ^ -((value & 1) as i64)
}

/// Appends a cost: whole ones are short.
#[inline]
pub(crate) fn put_cost(out: &mut Vec<u8>, cost: f64) {
    const MOST: f64 = 9_007_199_254_740_992.0;
    let whole = cost as u64;
    if (0.0..MOST).contains(&cost) && whole as f64 == cost {
        put(out, whole << 1);
    } else {
        out.push(1);
        out.extend(cost.to_le_bytes());
    }
}

/// Appends a node that may be missing, by how far it is from `near`.
#[inline]
pub(crate) fn put_node(out: &mut Vec<u8>, node: Option<u32>, near: u32) {
    put(out, node.map_or(0, |node| 1 + zigzag(i64::from(near) - i64::from(node))));
}

/// Appends the bytes of a text and how many they are.
pub(crate) fn put_text(out: &mut Vec<u8>, text: &str) {
    put(out, text.len() as u64);
    out.extend(text.as_bytes());
}

/// Words that were written before, by number.
#[derive(Debug)]
pub(crate) struct Words {
    /// The numbers from 1 of words of one letter of ASCII; 0 if it was not written.
    letters: [u32; 128],
    longer: HashMap<Box<str>, u32, FixedState>,
    count: usize,
}

impl Default for Words {
    fn default() -> Self {
        Self { letters: [0; 128], longer: HashMap::default(), count: 0 }
    }
}

impl Words {
    /// Appends a word: its number, and the word itself if it is new.
    pub(crate) fn put(&mut self, out: &mut Vec<u8>, word: &str) {
        let letter = match *word.as_bytes() {
            [byte] => self.letters.get_mut(usize::from(byte)),
            _ => None,
        };
        let known = match &letter {
            Some(code) => **code,
            None => self.longer.get(word).copied().unwrap_or(0),
        };
        if known > 0 {
            put(out, u64::from(known));
            return;
        }
        if self.count < MOST_WORDS {
            self.count += 1;
            put(out, self.count as u64);
            match letter {
                Some(code) => *code = self.count as u32,
                None => drop(self.longer.insert(word.into(), self.count as u32)),
            }
        } else {
            out.push(0);
        }
        put_text(out, word);
    }

    /// Appends a word that may be missing.
    pub(crate) fn put_option(&mut self, out: &mut Vec<u8>, word: Option<&str>) {
        out.push(u8::from(word.is_some()));
        if let Some(word) = word {
            self.put(out, word);
        }
    }
}

/// Why something cannot be read.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Fault {
    /// It goes on after the end.
    Short,
    /// It makes no sense.
    Wrong(&'static str),
}

/// Bytes that are being read.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Bytes<'a>(pub(crate) &'a [u8]);

impl<'a> Bytes<'a> {
    pub(crate) fn byte(&mut self) -> Result<u8, Fault> {
        let (&first, rest) = self.0.split_first().ok_or(Fault::Short)?;
        self.0 = rest;
        Ok(first)
    }

    pub(crate) fn number(&mut self) -> Result<u64, Fault> {
        let mut value = 0_u64;
        for shift in (0..64).step_by(7) {
            let byte = self.byte()?;
            let bits = u64::from(byte & 0x7f);
            if shift == 63 && bits > 1 {
                break;
            }
            value |= bits << shift;
            if byte < 0x80 {
                return Ok(value);
            }
        }
        Err(Fault::Wrong("a number of more than 64 bits"))
    }

    pub(crate) fn small(&mut self) -> Result<u32, Fault> {
        self.number()?.try_into().map_err(|_| Fault::Wrong("a number of more than 32 bits"))
    }

    pub(crate) fn signed(&mut self) -> Result<i32, Fault> {
        let value = unzigzag(self.number()?);
        value.try_into().map_err(|_| Fault::Wrong("a number of more than 32 bits"))
    }

    pub(crate) fn cost(&mut self) -> Result<f64, Fault> {
        let value = self.number()?;
        match value & 1 {
            0 => Ok((value >> 1) as f64),
            _ if value == 1 => {
                let (bytes, rest) = self.0.split_first_chunk().ok_or(Fault::Short)?;
                self.0 = rest;
                Ok(f64::from_le_bytes(*bytes))
            }
            _ => Err(Fault::Wrong("a cost that is none")),
        }
    }

    pub(crate) fn node(&mut self, near: u32) -> Result<Option<u32>, Fault> {
        let Some(far) = self.number()?.checked_sub(1) else {
            return Ok(None);
        };
        let node = i64::from(near).checked_sub(unzigzag(far));
        let node = node.and_then(|node| u32::try_from(node).ok());
        node.map(Some).ok_or(Fault::Wrong("a node that is none"))
    }

    pub(crate) fn text(&mut self) -> Result<&'a str, Fault> {
        let length = self.number()?;
        let length = usize::try_from(length).map_err(|_| Fault::Short)?;
        let (text, rest) = self.0.split_at_checked(length).ok_or(Fault::Short)?;
        self.0 = rest;
        std::str::from_utf8(text).map_err(|_| Fault::Wrong("a text that is not UTF-8"))
    }

    /// A word; `words` are those read before.
    pub(crate) fn word(&mut self, words: &mut Vec<Box<str>>) -> Result<String, Fault> {
        let Some(code) = self.number()?.checked_sub(1) else {
            return Ok(self.text()?.to_owned());
        };
        let code = usize::try_from(code).map_err(|_| Fault::Wrong("an unknown word"))?;
        if let Some(word) = words.get(code) {
            return Ok(word.as_ref().to_owned());
        }
        if code != words.len() || code >= MOST_WORDS {
            return Err(Fault::Wrong("an unknown word"));
        }
        let word = self.text()?;
        words.push(word.into());
        Ok(word.to_owned())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_are_read_as_they_were_written() {
        let numbers = [0, 1, 127, 128, 300, u64::from(u32::MAX), u64::MAX];
        let costs = [0.0, 1.0, 1.5, -2.0, 1e300, f64::INFINITY, 9_007_199_254_740_991.0];
        let signed = [0, -1, 1, i32::MIN, i32::MAX];
        let nodes = [None, Some(0), Some(7), Some(u32::MAX)];
        let mut out = Vec::new();
        numbers.iter().for_each(|&number| put(&mut out, number));
        costs.iter().for_each(|&cost| put_cost(&mut out, cost));
        signed.iter().for_each(|&value| put_signed(&mut out, i64::from(value)));
        nodes.iter().for_each(|&node| put_node(&mut out, node, 7));
        let mut bytes = Bytes(&out);
        numbers.iter().for_each(|&number| assert_eq!(bytes.number(), Ok(number)));
        costs.iter().for_each(|&cost| assert_eq!(bytes.cost(), Ok(cost)));
        signed.iter().for_each(|&value| assert_eq!(bytes.signed(), Ok(value)));
        nodes.iter().for_each(|&node| assert_eq!(bytes.node(7), Ok(node)));
        assert_eq!(bytes.byte(), Err(Fault::Short));
    }

    #[test]
    fn what_is_no_number_is_refused() {
        assert_eq!(Bytes(&[0x80]).number(), Err(Fault::Short));
        assert!(matches!(Bytes(&[0xff; 11]).number(), Err(Fault::Wrong(_))));
        assert!(matches!(Bytes(&[3, 0]).cost(), Err(Fault::Wrong(_))));
        assert!(matches!(Bytes(&[2, 0xff, 0xfe]).text(), Err(Fault::Wrong(_))));
        assert_eq!(Bytes(&[0xff, 0xff, 0x7f]).text(), Err(Fault::Short));
    }

    #[test]
    fn a_word_is_written_out_once() {
        let (mut words, mut out) = (Words::default(), Vec::new());
        words.put(&mut out, "north");
        let once = out.len();
        words.put(&mut out, "north");
        assert_eq!(out.len(), once + 1);
        let (mut known, mut bytes) = (Vec::new(), Bytes(&out));
        assert_eq!(bytes.word(&mut known).as_deref(), Ok("north"));
        assert_eq!(bytes.word(&mut known).as_deref(), Ok("north"));
    }
}
