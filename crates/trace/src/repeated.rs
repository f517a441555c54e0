//! Repeated events, in one byte each.

use crate::event::Place;
use crate::relative::zigzag;

/// The greatest length of a short event, in bytes.
const MOST: usize = 15;
/// Added to the slot of a repeated event; other events begin with their kind, which is less.
const FIRST: u8 = 0x80;

/// A short event: its bytes, little-endian, and their number in the highest byte.
pub(crate) type ShortEvent = (u64, u64);

const fn length_of((_, high): ShortEvent) -> usize {
    (high >> 56) as usize
}

const fn bytes_of((low, high): ShortEvent) -> [u8; 16] {
    ((low as u128) | (high as u128) << 64).to_le_bytes()
}

#[inline]
const fn slot_of((low, high): ShortEvent) -> usize {
    let mixed = (low ^ high.rotate_left(29)).wrapping_mul(0x9e37_79b9_7f4a_7c15);
    (mixed >> 57) as usize
}

/// The recent short events, by a hash of their bytes. Writer and reader keep the same.
#[derive(Debug)]
pub(crate) struct RecentEvents([ShortEvent; 128]);

/// Encodes the fields of a short event like `postcard`; of a longer one, it only counts the
/// bytes. It uses integers, not an array, because reading bytes just written as one integer is
/// slow.
pub(crate) struct ShortEventEncoder {
    low: u64,
    high: u64,
    at: usize,
}

impl ShortEventEncoder {
    /// Begins an event of this kind.
    #[inline(always)]
    pub(crate) const fn new(kind: u8) -> Self {
        Self { low: kind as u64, high: 0, at: 1 }
    }

    #[inline(always)]
    pub(crate) const fn byte(mut self, byte: u8) -> Self {
        if self.at < 8 {
            self.low |= (byte as u64) << (8 * self.at);
        } else {
            // Bytes beyond are only counted.
            self.high |= (byte as u64) << (8 * (self.at % 8));
        }
        self.at += 1;
        self
    }

    #[inline(always)]
    const fn long(mut self, mut number: u64) -> Self {
        while number >= 0x80 {
            self = self.byte(number as u8 | 0x80);
            number >>= 7;
        }
        self.byte(number as u8)
    }

    #[inline(always)]
    pub(crate) const fn number(self, number: u32) -> Self {
        self.long(number as u64)
    }

    #[inline(always)]
    pub(crate) const fn signed(self, number: i32) -> Self {
        self.number(zigzag(number as u32))
    }

    #[inline(always)]
    pub(crate) const fn node(self, node: Option<u32>) -> Self {
        match node {
            Some(node) => self.long(node as u64 + 1),
            None => self.byte(0),
        }
    }

    #[inline(always)]
    pub(crate) const fn cost(self, cost: f64) -> Self {
        self.long(!cost.to_bits())
    }

    #[inline(always)]
    pub(crate) fn text(self, text: &str) -> Self {
        self.number(text.len() as u32).bytes(text.as_bytes())
    }

    #[inline(always)]
    pub(crate) fn place(self, place: Option<&Place<'_>>) -> Self {
        match place {
            None => self.byte(0),
            Some(Place::Cell { x, y }) => self.byte(1).byte(0).number(*x).number(*y),
            Some(Place::Vertex { vertex }) => self.byte(1).byte(1).number(*vertex),
            // Such events are long or rare.
            Some(_) => Self { at: self.at + MOST, ..self },
        }
    }

    #[inline(always)]
    fn bytes(self, bytes: &[u8]) -> Self {
        match bytes.len() {
            ..=MOST => bytes.iter().fold(self, |room, &byte| room.byte(byte)),
            length => Self { at: self.at + length, ..self },
        }
    }

    /// The event, if it is short.
    #[inline(always)]
    pub(crate) fn short(self) -> Option<ShortEvent> {
        let Self { low, high, at } = self;
        (at <= MOST).then_some((low, high | (at as u64) << 56))
    }

    /// The event with these bytes, if it is short.
    pub(crate) fn read(bytes: &[u8]) -> Option<ShortEvent> {
        let (&kind, rest) = bytes.split_first()?;
        Self::new(kind).bytes(rest).short()
    }
}

impl RecentEvents {
    pub(crate) const fn new() -> Self {
        Self([(0, 0); 128])
    }

    /// Appends a short event to `out`.
    #[inline]
    pub(crate) fn put(&mut self, event: ShortEvent, out: &mut Vec<u8>) {
        let slot = slot_of(event);
        if self.0[slot] == event {
            out.push(FIRST | slot as u8);
        } else {
            self.0[slot] = event;
            // Copying a fixed number of bytes is faster.
            let end = out.len() + length_of(event);
            out.extend_from_slice(&bytes_of(event));
            out.truncate(end);
        }
    }

    /// The bytes of an event stored as its slot, and their number; `first` is its first byte.
    pub(crate) fn get(&self, first: u8) -> Option<([u8; 16], usize)> {
        let event = self.0[usize::from(first.checked_sub(FIRST)?)];
        Some((bytes_of(event), length_of(event)))
    }

    /// Remembers an event that was written in full.
    pub(crate) fn note(&mut self, bytes: &[u8]) {
        if let Some(event) = ShortEventEncoder::read(bytes) {
            self.0[slot_of(event)] = event;
        }
    }
}
