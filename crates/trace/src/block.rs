//! Numbers and texts written in few bytes.

/// Blocks are written when they have got this long, in bytes.
pub(crate) const BLOCK: usize = 32 << 10;

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
