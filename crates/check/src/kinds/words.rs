//! Word ladders: a step changes one letter, and leads to a word of the list.

use std::collections::HashMap;

use crate::cost::Cost;
use crate::fields::Fields;
use crate::space::{NUMBERS, Space, Step};

/// A list of words, with the last of a ladder.
pub(crate) struct Words {
    words: Vec<Vec<char>>,
    numbers: HashMap<Vec<char>, u32>,
    goal: u32,
}

impl Words {
    pub(crate) fn new(header: &mut Fields) -> Result<(Self, u32), String> {
        let words: Vec<Vec<char>> =
            header.texts("words")?.iter().map(|word| word.chars().collect()).collect();
        let numbers: HashMap<Vec<char>, u32> = words.iter().cloned().zip(0..).collect();
        if numbers.len() < words.len() {
            return Err("a word is listed twice".to_owned());
        }
        let mut ladder = Self { words, numbers, goal: 0 };
        let start = ladder.read(&header.text("from")?)?;
        ladder.goal = ladder.read(&header.text("to")?)?;
        Ok((ladder, start))
    }

    fn letters(&self, word: u32) -> &[char] {
        &self.words[word as usize]
    }
}

impl Space for Words {
    type State = u32;

    const HEURISTICS: &'static [&'static str] = &["letters"];

    fn is_goal(&self, word: &u32) -> bool {
        *word == self.goal
    }

    fn steps(&self, word: &u32, steps: &mut Vec<Step<u32>>) {
        for (state, other) in (0..).zip(&self.words) {
            let pairs = self.letters(*word).iter().zip(other);
            let is_long = other.len() == self.letters(*word).len();
            if is_long && pairs.filter(|(one, other)| one != other).count() == 1 {
                steps.push(Step { action: state, cost: Cost::whole(1), state });
            }
        }
    }

    fn number(state: &u32) -> Option<usize> {
        Some(*state as usize).filter(|number| *number < NUMBERS)
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
