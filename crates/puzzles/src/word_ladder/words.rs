//! The words of one length, with an index of their neighbours.

use std::ops::Range;

use crate::crossword::WordList;

/// The words of one length of a list, numbered in alphabetical order, with an index of those that
/// differ in one letter.
///
/// For each place, words that agree in all other letters are in one bucket: COLD and CORD in that
/// of `CO?D`. So the index is built by sorting the words once for each place, pairs of words are
/// not compared, and each letter of a word takes 16 bytes.
///
/// ```
/// use tremaux::puzzles::crossword::WordList;
/// use tremaux::puzzles::word_ladder::LadderWords;
///
/// let list = WordList::parse("cat\ncot\ncog\ndog\nhorse")?;
/// let words = LadderWords::new(&list, 3).expect("four words");
/// let cot = words.find(&['C', 'O', 'T']).expect("in the list");
/// let near: Vec<String> = words.neighbours(cot, 1).map(|word| words.text(word)).collect();
/// assert_eq!(near, ["CAT"]);
/// # Ok::<(), tremaux::ParseError>(())
/// ```
#[derive(Clone, Debug)]
pub struct LadderWords {
    length: usize,
    /// The letters of all words, one word after the other.
    letters: Box<[char]>,
    /// For each place, all words, sorted by their letters in the other places.
    sorted: Box<[u32]>,
    /// For each place and word, the range of its bucket in `sorted`.
    buckets: Box<[Range<u32>]>,
}

impl LadderWords {
    /// The maximum number of letters.
    pub const MOST_LETTERS: usize = 15;

    /// The words of `list` that have `length` letters; `None` if there is none, or if they have
    /// more than [`LadderWords::MOST_LETTERS`].
    pub fn new(list: &WordList, length: usize) -> Option<Self> {
        if length > Self::MOST_LETTERS {
            return None;
        }
        let letters: Box<[char]> = list.words_of_length(length).flatten().collect();
        let count = letters.len() / length.max(1);
        if count == 0 {
            return None;
        }
        let word = |number: u32| &letters[number as usize * length..][..length];
        let mut sorted: Vec<u32> = Vec::with_capacity(length * count);
        let mut buckets = vec![0..0; length * count];
        for place in 0..length {
            let others = |number: u32| (&word(number)[..place], &word(number)[place + 1..]);
            let first = sorted.len();
            sorted.extend(0..count as u32);
            sorted[first..].sort_by_key(|&number| others(number));
            let mut start = first;
            for bucket in sorted[first..].chunk_by(|&a, &b| others(a) == others(b)) {
                let range = start as u32..(start + bucket.len()) as u32;
                for &number in bucket {
                    buckets[place * count + number as usize] = range.clone();
                }
                start += bucket.len();
            }
        }
        Some(Self { length, letters, sorted: sorted.into(), buckets: buckets.into() })
    }

    /// The number of letters of each word.
    #[inline]
    pub const fn length(&self) -> usize {
        self.length
    }

    /// The number of words.
    pub const fn len(&self) -> usize {
        self.letters.len() / self.length
    }

    /// Whether it has no word: never.
    pub const fn is_empty(&self) -> bool {
        self.letters.is_empty()
    }

    /// The letters of a word.
    #[inline]
    pub fn word(&self, number: u32) -> &[char] {
        &self.letters[number as usize * self.length..][..self.length]
    }

    /// A word as text.
    pub fn text(&self, number: u32) -> String {
        self.word(number).iter().collect()
    }

    /// The number of a word in capitals; `None` if it is not in the list.
    pub fn find(&self, word: &[char]) -> Option<u32> {
        let (mut low, mut high) = (0, self.len() as u32);
        while low < high {
            let middle = low.midpoint(high);
            if self.word(middle) < word {
                low = middle + 1;
            } else {
                high = middle;
            }
        }
        Some(low).filter(|&number| number < self.len() as u32 && self.word(number) == word)
    }

    /// The words that differ from a word in the letter at `place` only, in alphabetical order.
    #[inline]
    pub fn neighbours(&self, word: u32, place: usize) -> impl Iterator<Item = u32> {
        let Range { start, end } = self.buckets[place * self.len() + word as usize];
        let bucket = &self.sorted[start as usize..end as usize];
        bucket.iter().copied().filter(move |&other| other != word)
    }

    /// Whether no word differs from this one in one letter.
    pub fn is_isolated(&self, word: u32) -> bool {
        (0..self.length).all(|place| self.neighbours(word, place).next().is_none())
    }

    /// The words that differ from `word` in the fewest letters, and in no more than half of them:
    /// at most five, first those with the same first letter.
    pub(super) fn nearest(&self, word: &[char]) -> Vec<String> {
        let mut least = (self.length / 2).max(1);
        let mut nearest = Vec::new();
        for number in 0..self.len() as u32 {
            let pairs = self.word(number).iter().zip(word);
            let differing = pairs.filter(|(a, b)| a != b).count();
            if differing < least {
                nearest.clear();
            }
            if differing <= least {
                least = differing;
                nearest.push(number);
            }
        }
        nearest.sort_by_key(|&number| self.word(number).first() != word.first());
        nearest.into_iter().take(5).map(|number| self.text(number)).collect()
    }
}
