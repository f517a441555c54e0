//! Seeded random choices and mutations of files.

/// A sequence of numbers that its seed determines (SplitMix64).
#[derive(Clone, Debug)]
pub(super) struct Random(u64);

/// What readers of numbers stumble over.
const NUMBERS: &str = "0 -0 -1 00 +1 1.5 255 256 65536 2147483648 4294967295 4294967296 \
    9223372036854775808 18446744073709551615 18446744073709551616 12345678901234567890123456 \
    0.1e-999 1e308 1e999 -1e999 NaN inf 0x10 1/0 99999999G 5e-324s 99999999999h";
/// What readers of sizes and of text stumble over, and what a terminal obeys.
const WORDS: &str = "1x1 256x256 65536x65536 4294967296x4294967297 999999999999x2 -1x-1 \
    \u{1b}[31mred\u{1b}[0m \u{9b}2J a\u{202e}b \u{7}\u{8} é\u{301}\u{1f3f4} １２ ../../x - -- % {} \
    '\"`$(x)";

/// What may stand within itself: in XML, JSON, DOT, GML, games in SGF and PGN, trees and options.
const NESTS: &[(&str, &str)] = &[
    ("<a>", "</a>"),
    ("<graph>", "</graph>"),
    ("<group>", "</group>"),
    ("<nodes><node id='1'>", "</node></nodes>"),
    ("{\"a\":", "}"),
    ("[", "]"),
    ("{\"layers\":[", "]}"),
    ("{", "}"),
    ("subgraph { a -- ", "}"),
    ("a [ ", "] "),
    ("(;B[aa]", ")"),
    ("(", ")"),
    ("(1. e4 ", ")"),
    ("{ (", ") }"),
    ("<", ">"),
];

impl Random {
    /// The sequence of one kind of attack.
    pub(super) fn new(seed: u64, kind: u64) -> Self {
        Self(seed ^ kind.wrapping_mul(0xA076_1D64_78BD_642F))
    }

    fn next(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9E37_79B9_7F4A_7C15);
        let mut z = self.0;
        z = (z ^ (z >> 30)).wrapping_mul(0xBF58_476D_1CE4_E5B9);
        z = (z ^ (z >> 27)).wrapping_mul(0x94D0_49BB_1331_11EB);
        z ^ (z >> 31)
    }

    /// A number below `most`; 0 if that is 0.
    pub(super) fn below(&mut self, most: usize) -> usize {
        if most == 0 { 0 } else { (self.next() % most as u64) as usize }
    }

    /// One of `all`.
    pub(super) fn pick<'a, T>(&mut self, all: &'a [T]) -> &'a T {
        &all[self.below(all.len())]
    }

    /// Puts `all` into a random order.
    pub(super) fn shuffle<T>(&mut self, all: &mut [T]) {
        for at in (1..all.len()).rev() {
            all.swap(at, self.below(at + 1));
        }
    }

    /// One of the words of a text.
    pub(super) fn word(&mut self, words: &str) -> String {
        let words: Vec<&str> = words.split(' ').collect();
        (*self.pick(&words)).to_owned()
    }

    /// An extreme value: short, or a name of up to 120 000 letters.
    pub(super) fn extreme(&mut self) -> String {
        match self.below(12) {
            0 => {
                self.pick(&["x", "9", "(", "max(", "[", "\u{1b}", "1 "]).repeat(self.below(30_000))
            }
            1 => String::new(),
            2..6 => self.word(NUMBERS),
            _ => self.word(WORDS),
        }
    }

    /// `bytes` with one to eight mutations, some of which take parts from `other`.
    pub(super) fn mutated(&mut self, bytes: &[u8], other: &[u8]) -> Vec<u8> {
        let mut bytes = bytes.to_vec();
        for _ in 0..=self.below(8) {
            let at = self.below(bytes.len() + 1);
            let end = (at + 1 + self.below(40)).min(bytes.len());
            match self.below(9) {
                0 if at < bytes.len() => bytes[at] ^= 1 << self.below(8),
                1 if at < bytes.len() => bytes[at] = *self.pick(&[0, 9, 10, 27, 32, 127, 255]),
                2 => drop(bytes.drain(at..end.max(at))),
                3 => {
                    let copy = bytes[at..end.max(at)].repeat(1 + self.below(30));
                    bytes.splice(at..at, copy);
                }
                4 => bytes.truncate(at),
                5 => {
                    let from = self.below(other.len() + 1);
                    let to = (from + self.below(200)).min(other.len());
                    bytes.splice(at..at, other[from..to].iter().copied());
                }
                6 => {
                    let text = self.extreme();
                    bytes.splice(at..at, text.into_bytes());
                }
                _ => self.replace_number(&mut bytes, at),
            }
        }
        bytes
    }

    /// `bytes` with brackets or elements within each other where one of them begins, or anywhere:
    /// deep, in halves of the cases closed, and in all of them no longer than a request.
    pub(super) fn nested(&mut self, bytes: &[u8]) -> Vec<u8> {
        let begun = (1..=bytes.len()).filter(|&end| b"<>[{(:,".contains(&bytes[end - 1]));
        let places: Vec<usize> = begun.chain([0, bytes.len()]).collect();
        let place = *self.pick(&places);
        let (open, close) = *self.pick(NESTS);
        let levels = *self.pick(&[200, 3_200, 50_000]);
        let closed = if self.below(2) == 0 { close } else { "" };
        let [open, close] = [open, closed].map(|part| part.repeat(levels));
        [&bytes[..place], open.as_bytes(), close.as_bytes(), &bytes[place..]].concat()
    }

    /// Replaces the number at or after `at` by an extreme one.
    fn replace_number(&mut self, bytes: &mut Vec<u8>, at: usize) {
        let Some(from) = bytes[at..].iter().position(u8::is_ascii_digit) else { return };
        let from = at + from;
        let length = bytes[from..].iter().take_while(|byte| byte.is_ascii_digit()).count();
        let number = self.word(NUMBERS).into_bytes();
        bytes.splice(from..from + length, number);
    }
}
