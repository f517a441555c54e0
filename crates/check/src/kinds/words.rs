//! Word ladders: a step changes one letter, and leads to a word of the list.

use std::collections::HashMap;

use crate::cost::Cost;
use crate::fields::Fields;
use crate::space::{Space, Step};

/// A list of words, with the first and the last of a ladder.
pub(crate) struct Words {
    words: Vec<Vec<char>>,
    numbers: HashMap<Vec<char>, u32>,
    /// The words that are equal but for one letter, by the word with a gap there.
    alike: HashMap<Vec<char>, Vec<u32>>,
    start: u32,
    goal: u32,
}

/// A word with a gap in place of a letter. No word of the list has this letter.
const GAP: char = '\0';

fn with_gap(word: &[char], place: usize) -> Vec<char> {
    let mut word = word.to_vec();
    word[place] = GAP;
    word
}

impl Words {
    pub(crate) fn new(header: &mut Fields) -> Result<Self, String> {
        let words: Vec<Vec<char>> =
            header.texts("words")?.iter().map(|word| word.chars().collect()).collect();
        if let Some(word) = words.iter().find(|word| word.contains(&GAP)) {
            return Err(format!("{word:?} is not a word"));
        }
        let numbers: HashMap<Vec<char>, u32> = words.iter().cloned().zip(0..).collect();
        if numbers.len() < words.len() {
            return Err("a word is listed twice".to_owned());
        }
        let mut alike = HashMap::<Vec<char>, Vec<u32>>::new();
        for (number, word) in (0..).zip(&words) {
            for place in 0..word.len() {
                alike.entry(with_gap(word, place)).or_default().push(number);
            }
        }
        let mut ladder = Self { words, numbers, alike, start: 0, goal: 0 };
        ladder.start = ladder.read(&header.text("from")?)?;
        ladder.goal = ladder.read(&header.text("to")?)?;
        Ok(ladder)
    }

    fn letters(&self, word: u32) -> &[char] {
        &self.words[word as usize]
    }
}

impl Space for Words {
    type State = u32;

    const HEURISTICS: &'static [&'static str] = &["letters"];

    fn start(&self) -> u32 {
        self.start
    }

    fn is_goal(&self, word: &u32) -> bool {
        *word == self.goal
    }

    fn steps(&self, word: &u32, steps: &mut Vec<Step<u32>>) {
        let letters = self.letters(*word);
        for place in 0..letters.len() {
            let alike = self.alike.get(&with_gap(letters, place)).into_iter().flatten();
            for &state in alike.filter(|other| self.letters(**other) != letters) {
                steps.push(Step { action: state, cost: Cost::whole(1), state });
            }
        }
    }

    fn word(&self, _word: &u32, action: u32) -> String {
        self.letters(action).iter().collect()
    }

    fn read(&self, text: &str) -> Result<u32, String> {
        let word = text.chars().collect::<Vec<char>>();
        self.numbers.get(&word).copied().ok_or_else(|| format!("`{text}` is not in the list"))
    }

    /// The number of letters that differ from the goal: a step changes one.
    fn estimate(&self, _heuristic: usize, word: &u32) -> Cost {
        let pairs = self.letters(*word).iter().zip(self.letters(self.goal));
        Cost::whole(pairs.filter(|(one, other)| one != other).count() as u64)
    }
}
