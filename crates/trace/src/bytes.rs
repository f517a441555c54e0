//! Numbers and texts read again.

use crate::words::MOST_WORDS;

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

    /// How far something is, in 16 bits.
    pub(crate) fn step(&mut self) -> Result<i16, Fault> {
        let (&bytes, rest) = self.0.split_first_chunk().ok_or(Fault::Short)?;
        self.0 = rest;
        Ok(i16::from_le_bytes(bytes))
    }

    /// By how much a cost is more, in two bytes or three.
    pub(crate) fn change(&mut self, is_long: bool) -> Result<i32, Fault> {
        let low = self.step()?;
        let high = if is_long { self.byte()? as i8 } else { (low >> 15) as i8 };
        Ok(i32::from(high) << 16 | i32::from(low as u16))
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

    /// A word that was read before, by its number.
    pub(crate) fn known_word(number: u8, words: &[Box<str>]) -> Result<String, Fault> {
        let at = usize::from(number).checked_sub(1);
        let word = at.and_then(|at| words.get(at)).ok_or(Fault::Wrong("an unknown word"))?;
        Ok(word.as_ref().to_owned())
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

pub(crate) const fn unzigzag(value: u64) -> i64 {
    (value >> 1) as i64 ^ -((value & 1) as i64)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::block::Block;

    #[test]
    fn numbers_are_read_as_they_were_written() {
        let numbers = [0, 1, 127, 128, 300, u64::from(u32::MAX), u64::MAX];
        let costs = [0.0, 1.0, 1.5, -2.0, 1e300, f64::INFINITY, 9_007_199_254_740_991.0];
        let signed = [0, -1, 1, i32::MIN, i32::MAX];
        let nodes = [None, Some(0), Some(7), Some(u32::MAX)];
        let mut out = Block::new();
        numbers.iter().for_each(|&number| out.put(|room| room.number(number)));
        costs.iter().for_each(|&cost| out.put(|room| room.cost(cost)));
        signed.iter().for_each(|&value| out.put(|room| room.signed(i64::from(value))));
        nodes.iter().for_each(|&node| out.put(|room| room.node(node, 7)));
        let mut bytes = Bytes(out.as_bytes());
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
}
