//! Numbers and texts in few bytes.
//!
//! A file begins with [`MAGIC`], the version, and the length and checksum of what comes next: the
//! length of the header, the header as JSON, and the map or graph that it is of, if there is one,
//! packed. Before version 5 that is the header alone, with all of it. Blocks follow: the length of
//! what is in it, its checksum, and events one after the other. No event goes over the end of a
//! block.

use std::collections::HashMap;

use foldhash::fast::FixedState;

use crate::event::Place;

/// How a file begins.
pub(crate) const MAGIC: &[u8; 8] = b"TREMAUX\n";
/// The same, for messages.
pub(crate) const MAGIC_TEXT: &str = "TREMAUX";
/// The version that is written, and the last that is read: the second has short forms of the
/// events of which there are millions, the third tells steps along a path by codes, the fourth
/// payoffs, the fifth moves of any game by codes, steps of graphs in few bytes, and maps
/// and graphs packed.
pub(crate) const VERSION: u64 = 5;
/// Blocks are written when they have got this long, in bytes.
pub(crate) const BLOCK: usize = 32 << 10;
/// No block is longer than this, in bytes.
pub(crate) const LONGEST_BLOCK: u64 = 1 << 24;
/// No header is longer than this, in bytes.
pub(crate) const LONGEST_HEADER: u64 = 1 << 30;
/// So many different words are numbered; further ones are written out each time.
pub(crate) const MOST_WORDS: usize = 1 << 16;

/// The checksum of the header, in parts; since version 3 the version is in it.
pub(crate) fn header_sum(version: u64, parts: &[&[u8]]) -> [u8; 4] {
    let mut sum = crc32fast::Hasher::new();
    if version >= 3 {
        sum.update(&version.to_le_bytes());
    }
    parts.iter().for_each(|part| sum.update(part));
    sum.finalize().to_le_bytes()
}

/// The most bytes of the numbers that go into a block at once.
const ROOM: usize = 128;
/// So many bytes more are written over: a number is put as a whole word.
const WORD: usize = 8;

/// Room for so many bytes is made at first: a short trace needs no more.
const FIRST: usize = 4 << 10;

/// The events of a block as they are written, and room for what stands before them.
#[derive(Debug)]
pub(crate) struct Block {
    /// Longer than the block by [`ROOM`] and [`WORD`] at least.
    bytes: Vec<u8>,
    length: usize,
}

/// A place in a block where numbers are put, [`ROOM`] bytes at most.
pub(crate) struct Room<'a> {
    bytes: &'a mut [u8; ROOM + WORD],
    /// How many there are.
    pub(crate) at: usize,
}

impl Block {
    /// The most bytes of what stands before a block: its length and its checksum.
    const HEAD: usize = 14;

    pub(crate) fn new() -> Self {
        Self { bytes: vec![0; FIRST], length: Self::HEAD }
    }

    /// What is in it.
    pub(crate) fn as_bytes(&self) -> &[u8] {
        &self.bytes[Self::HEAD..self.length]
    }

    /// What is in it, after its length and its checksum.
    pub(crate) fn framed(&mut self) -> &[u8] {
        let block = self.as_bytes();
        let sum = crc32fast::hash(block).to_le_bytes();
        let mut head = Vec::with_capacity(Self::HEAD);
        put(&mut head, block.len() as u64);
        head.extend(sum);
        let start = Self::HEAD - head.len();
        self.bytes[start..Self::HEAD].copy_from_slice(&head);
        &self.bytes[start..self.length]
    }

    pub(crate) const fn clear(&mut self) {
        self.length = Self::HEAD;
    }

    /// Whether it is long enough to be written.
    #[inline]
    pub(crate) const fn is_full(&self) -> bool {
        self.length >= BLOCK
    }

    /// Lets `put` put numbers, [`ROOM`] bytes at most in all.
    #[inline]
    pub(crate) fn put(&mut self, put: impl FnOnce(&mut Room<'_>)) {
        self.put_here(put);
    }

    /// The same, compiled where it is called: for events of which there are millions.
    #[inline(always)]
    pub(crate) fn put_here(&mut self, put: impl FnOnce(&mut Room<'_>)) {
        let mut room = self.room();
        put(&mut room);
        let length = room.at;
        self.add(length);
    }

    /// Room for numbers, [`ROOM`] bytes at most in all; [`Block::add`] keeps them. A function that
    /// is put in several places is compiled there with this, and not with a closure.
    #[inline(always)]
    pub(crate) fn room(&mut self) -> Room<'_> {
        let (start, end) = (self.length, self.length + ROOM + WORD);
        if self.bytes.len() < end {
            self.grow(end);
        }
        let bytes = self.bytes.get_mut(start..end).and_then(<[u8]>::first_chunk_mut);
        Room { bytes: bytes.expect("there is room"), at: 0 }
    }

    /// Keeps so many bytes of what was put into its room.
    #[inline(always)]
    pub(crate) const fn add(&mut self, length: usize) {
        self.length += length;
    }

    #[cold]
    fn grow(&mut self, least: usize) {
        self.bytes.resize(least.max(2 * self.bytes.len()), 0);
    }

    /// Appends the bytes of a text and how many they are.
    pub(crate) fn put_text(&mut self, text: &str) {
        self.put(|room| room.number(text.len() as u64));
        self.put_bytes(text.as_bytes());
    }

    /// Appends bytes as they are.
    pub(crate) fn put_bytes(&mut self, bytes: &[u8]) {
        let end = self.length + bytes.len();
        if self.bytes.len() < end {
            self.grow(end);
        }
        self.bytes[self.length..end].copy_from_slice(bytes);
        self.length = end;
    }
}

impl Room<'_> {
    #[inline(always)]
    pub(crate) const fn byte(&mut self, byte: u8) {
        // A mask in place of a check: there is room for all that anybody puts.
        self.bytes[self.at % ROOM] = byte;
        self.at += 1;
    }

    /// Puts the lowest `count` of these bytes, 8 at most.
    #[inline(always)]
    pub(crate) fn bytes(&mut self, bytes: u64, count: usize) {
        let at = self.at % ROOM;
        self.bytes[at..at + WORD].copy_from_slice(&bytes.to_le_bytes());
        self.at += count;
    }

    /// Puts a number: seven bits a byte, the lowest first.
    #[inline(always)]
    pub(crate) fn number(&mut self, value: u64) {
        if value < 0x80 {
            self.byte(value as u8);
        } else {
            self.wide(value);
        }
    }

    /// Puts a number of which nobody can foresee how long it is: without a guess, as a wrong one
    /// costs the processor more than all of this.
    #[inline(always)]
    pub(crate) fn wide(&mut self, value: u64) {
        if value >> 28 != 0 {
            self.at = put_long(self.bytes, self.at, value);
            return;
        }
        let value = value as u32;
        let more =
            u32::from(value >> 7 != 0) + u32::from(value >> 14 != 0) + u32::from(value >> 21 != 0);
        // The groups of seven bits come apart: halves, then quarters.
        let halves = (value & 0x3fff) | (value & 0x0fff_c000) << 2;
        let quarters = (halves & 0x007f_007f) | (halves & 0x3f80_3f80) << 1;
        let marks = 0x8080_8080 & ((1 << (8 * more)) - 1);
        let at = self.at % ROOM;
        let word = (quarters | marks).to_le_bytes();
        self.bytes[at..at + word.len()].copy_from_slice(&word);
        self.at += more as usize + 1;
    }

    /// Puts a number that may be negative: small ones are short.
    #[inline(always)]
    pub(crate) fn signed(&mut self, value: i64) {
        self.number(zigzag(value));
    }

    /// Puts how far `node` is from another.
    #[inline(always)]
    pub(crate) fn far(&mut self, node: u32, from: u32) {
        self.wide(zigzag(i64::from(node) - i64::from(from)));
    }

    /// Puts a cost: whole ones are short.
    #[inline(always)]
    pub(crate) fn cost(&mut self, cost: f64) {
        let whole = cost as i64;
        if whole as f64 == cost && (0..1 << 53).contains(&whole) {
            self.number((whole as u64) << 1);
        } else {
            self.real(cost);
        }
    }

    #[inline]
    fn real(&mut self, cost: f64) {
        self.byte(1);
        let bytes = self.bytes.get_mut(self.at..self.at + 8).expect("there is room");
        bytes.copy_from_slice(&cost.to_le_bytes());
        self.at += 8;
    }

    /// Puts a node that may be missing, by how far it is from `near`.
    #[inline]
    pub(crate) fn node(&mut self, node: Option<u32>, near: u32) {
        self.number(node.map_or(0, |node| 1 + zigzag(i64::from(near) - i64::from(node))));
    }
}

/// Puts a number of more than four bytes; returns where it ends.
#[cold]
fn put_long(bytes: &mut [u8; ROOM + WORD], mut at: usize, mut value: u64) -> usize {
    while value >= 0x80 {
        bytes[at % ROOM] = value as u8 | 0x80;
        value >>= 7;
        at += 1;
    }
    bytes[at % ROOM] = value as u8;
    at + 1
}

/// Appends a number, as [`Room::number`] does.
pub(crate) fn put(out: &mut Vec<u8>, value: u64) {
    let mut bytes = [0; ROOM + WORD];
    let mut room = Room { bytes: &mut bytes, at: 0 };
    room.number(value);
    let length = room.at;
    out.extend(&bytes[..length]);
}

#[inline]
pub(crate) const fn zigzag(value: i64) -> u64 {
    ((value << 1) ^ (value >> 63)) as u64
}

/// How far `to` is from `from`, as 16 bits, and whether that is enough.
#[inline(always)]
pub(crate) const fn short_step(from: u32, to: u32) -> (u64, bool) {
    let step = to as i64 - from as i64;
    (step as u16 as u64, step as i16 as i64 == step)
}

/// With the number of a word: by how much g is more has three bytes.
pub(crate) const LONG_G: u8 = 0x40;
/// The same for h.
pub(crate) const LONG_H: u8 = 0x80;

/// By how much a cost is more than another, in two bytes, or in three if those are not enough.
#[derive(Clone, Copy)]
pub(crate) struct ShortChange {
    pub(crate) bytes: u64,
    /// Whether it is three.
    pub(crate) is_long: bool,
    /// Whether the cost can be had again from this, by [`cost_after`].
    pub(crate) is_near: bool,
}

impl ShortChange {
    #[inline(always)]
    pub(crate) fn new(from: f64, cost: f64) -> Self {
        let step = whole(cost - from) << 8 >> 8;
        let is_long = i32::from(step as i16) != step;
        Self {
            bytes: step as u32 as u64 & (0xffff | (u64::from(is_long) * 0xff_0000)),
            is_long,
            is_near: cost_after(from, step) == cost,
        }
    }

    /// How many bytes it is.
    #[inline(always)]
    pub(crate) const fn count(self) -> usize {
        2 + self.is_long as usize
    }
}

/// A cost that is so much more than another.
#[inline(always)]
pub(crate) fn cost_after(from: f64, step: i32) -> f64 {
    from + f64::from(step)
}

/// A cost as a whole number, if it is one and small: by a sum, as there are many and a conversion
/// takes longer.
#[inline(always)]
pub(crate) fn whole(value: f64) -> i32 {
    // Among numbers as great one more is the next.
    (value + 1.5 * (1_u64 << 52) as f64).to_bits() as i32
}

pub(crate) const fn unzigzag(value: u64) -> i64 {
    (value >> 1) as i64 ^ -((value & 1) as i64)
}

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

/// A position that was entered, as the short form of the next one at its ply tells of it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Station {
    pub(crate) id: u32,
    pub(crate) side: u8,
    pub(crate) depth: i32,
    pub(crate) window: (i32, i32),
}

impl Station {
    /// Whether all but the node is the same.
    #[inline]
    pub(crate) fn is_like(&self, other: &Self) -> bool {
        self.side == other.side && self.depth == other.depth && self.window == other.window
    }
}

/// What short forms leave out: writer and reader follow it alike.
#[derive(Debug)]
pub(crate) struct Context {
    /// Costs are these times what they are.
    pub(crate) unit: f64,
    /// The node that the last event was about.
    pub(crate) last: u32,
    /// One more than the greatest node so far.
    pub(crate) next: u32,
    /// The node expanded last.
    pub(crate) expanded: Option<u32>,
    /// What it cost to get there.
    pub(crate) g: f64,
    /// The estimate of the node generated last.
    pub(crate) h: f64,
    /// The vertex where the node is that was generated last at one, or told last on the path in
    /// few bytes.
    pub(crate) vertex: u32,
    /// What was proved last.
    pub(crate) bound: f64,
    /// The ply entered last.
    pub(crate) ply: u32,
    /// The position entered last at each ply.
    pub(crate) line: Vec<Station>,
}

impl Default for Context {
    fn default() -> Self {
        Self {
            unit: 1.0,
            last: 0,
            next: 0,
            expanded: None,
            g: 0.0,
            h: 0.0,
            vertex: 0,
            bound: 0.0,
            ply: 0,
            line: Vec::new(),
        }
    }
}

impl Context {
    #[inline]
    pub(crate) fn about(&mut self, id: u32) {
        self.last = id;
        self.next = self.next.max(id.saturating_add(1));
    }

    /// A node is generated, with this estimate, here.
    #[inline(always)]
    pub(crate) const fn generates(&mut self, h: f64, place: Option<&Place<'_>>) {
        self.h = h;
        if let Some(Place::Vertex { vertex }) = place {
            self.vertex = *vertex;
        }
    }

    #[inline]
    pub(crate) fn enter(&mut self, ply: u32, station: Station) {
        self.ply = ply;
        // One that begins below the root has no line.
        if let Some(at) = self.line.get_mut(ply as usize) {
            *at = station;
        } else if ply as usize == self.line.len() {
            self.line.push(station);
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

#[cfg(test)]
mod tests {
    use super::*;

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
    fn what_is_near_is_had_again() {
        let nodes = [0, 1, 7, 32_767, 32_768, 32_774, 32_775, 65_535, 65_536, u32::MAX];
        for (from, to) in nodes.iter().flat_map(|from| nodes.map(|to| (*from, to))) {
            let (step, is_near) = short_step(from, to);
            let far = i64::from(to) - i64::from(from);
            assert_eq!(is_near, (-32_768..32_768).contains(&far), "{from} to {to}");
            if is_near {
                assert_eq!(from.checked_add_signed((step as i16).into()), Some(to));
            }
        }
        let most = (1_u64 << 53) as f64;
        let costs = [0.0, 1.0, 0.1, 1.1, 0.3, 32_767.0, 32_768.0, 65_536.25, 65_537.25, most];
        let far = [-8_388_608.0, -8_388_609.0, 8_388_607.0, 8_388_608.0, 16_777_216.0];
        let others = [-32_768.0, -32_769.0, most - 1.0, 1e300, f64::INFINITY, f64::MIN_POSITIVE];
        let costs: Vec<f64> = costs.into_iter().chain(others).chain(far).collect();
        let (mut short, mut long) = (0, 0);
        for (&from, &cost) in costs.iter().flat_map(|from| costs.iter().map(move |to| (from, to))) {
            let change = ShortChange::new(from, cost);
            let bytes = change.bytes.to_le_bytes();
            let (bytes, rest) = bytes.split_at(change.count());
            assert!(rest.iter().all(|&byte| byte == 0), "{from} to {cost}");
            let again = cost_after(from, Bytes(bytes).change(change.is_long).expect("as many"));
            assert_eq!(change.is_near, again == cost, "{from} to {cost}");
            let step = cost - from;
            let is_within = |most: f64| step.fract() == 0.0 && (-most..most).contains(&step);
            let (is_short, is_within) = (is_within(32_768.0), is_within(8_388_608.0));
            assert!(change.is_near || !is_within || from + step != cost, "{from} to {cost}");
            if change.is_near && is_within {
                assert_eq!(change.is_long, !is_short, "{from} to {cost}");
                short += u32::from(is_short);
                long += u32::from(!is_short);
            }
        }
        assert!(short > 20 && long > 20, "{short} {long}");
        let is_near = |from, cost| ShortChange::new(from, cost).is_near;
        assert!(!is_near(f64::NAN, 1.0) && !is_near(1.0, f64::NAN));
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
