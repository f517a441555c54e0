//! The total to be maximized: scores of values, and a linear sum.

use crate::Variable;
use crate::linear::Sum;
use crate::store::{Empty, Store};

/// The scores of the values of a variable.
#[derive(Clone, Debug)]
pub(crate) struct Scores {
    scores: Box<[u32]>,
    /// The different scores, the greatest first.
    levels: Box<[u32]>,
    /// For each of them, the values with at least this score.
    sets: Box<[u64]>,
    words: usize,
}

impl Scores {
    pub(crate) fn new(scores: &[u32]) -> Self {
        let mut levels = scores.to_vec();
        levels.sort_unstable_by(|a, b| b.cmp(a));
        levels.dedup();
        let words = scores.len().div_ceil(64);
        let mut sets = vec![0; words * levels.len()];
        for (level, set) in levels.iter().zip(sets.chunks_exact_mut(words.max(1))) {
            for (value, score) in scores.iter().enumerate() {
                if score >= level {
                    set[value / 64] |= 1 << (value % 64);
                }
            }
        }
        Self { scores: scores.into(), levels: levels.into(), sets: sets.into(), words }
    }

    /// The score of a value.
    #[inline]
    pub(crate) fn of(&self, value: u32) -> u32 {
        self.scores[value as usize]
    }

    #[inline]
    fn set(&self, level: usize) -> &[u64] {
        &self.sets[level * self.words..(level + 1) * self.words]
    }

    /// The number of the greatest score that the variable can still have.
    #[inline]
    fn greatest(&self, store: &Store, variable: Variable) -> usize {
        let has = |level: &usize| {
            let set = self.set(*level);
            let mut active = store.active(variable).iter();
            active.any(|&word| set[word as usize] & store.word(variable, word) != 0)
        };
        (0..self.levels.len()).find(has).unwrap_or(self.levels.len() - 1)
    }
}

/// The total to be maximized: of scores of values, and of what a linear sum has more than its
/// least.
#[derive(Clone, Debug, Default)]
pub(crate) struct Objective {
    /// Kinds of scores, shared by variables.
    pub(crate) scores: Vec<Scores>,
    /// Variables, and the number of their scores.
    pub(crate) terms: Vec<(Variable, usize)>,
    pub(crate) sum: Sum,
}

impl Objective {
    /// Whether nothing is to be maximized.
    pub(crate) fn is_empty(&self) -> bool {
        self.terms.is_empty() && self.sum.terms.is_empty()
    }

    /// What the values of a variable contribute to the total.
    pub(crate) fn contribution(&self, variable: Variable) -> impl Fn(u32) -> u64 {
        let of_variable = self.terms.iter().filter(move |(it, _)| *it == variable);
        let scores: Vec<_> = of_variable.map(|&(_, scores)| &self.scores[scores]).collect();
        let term = self.sum.terms.iter().find(|term| term.variable == variable);
        let [factor, least] = term.map_or([0; 2], |term| {
            [term.coefficient, (term.coefficient * i64::from(term.greatest)).min(0)]
        });
        move |value| {
            let scores = scores.iter().map(|scores| u64::from(scores.of(value))).sum::<u64>();
            scores + (factor * i64::from(value) - least) as u64
        }
    }

    /// A sum as a part of the total.
    fn above_least(&self, sum: i128) -> u64 {
        let [least, _] = self.sum.possible(|_| None);
        (sum - least) as u64
    }

    /// The greatest total that is still possible.
    pub(crate) fn bound(&self, store: &Store) -> u64 {
        let greatest = |&(variable, scores): &(Variable, usize)| {
            let scores = &self.scores[scores];
            u64::from(scores.levels[scores.greatest(store, variable)])
        };
        self.terms.iter().map(greatest).sum::<u64>()
            + self.above_least(self.sum.ends(store)[1].into())
    }

    /// The total of an assignment.
    pub(crate) fn total(&self, value: impl Fn(Variable) -> u32) -> u64 {
        let score = |&(variable, scores): &(Variable, usize)| {
            u64::from(self.scores[scores].of(value(variable)))
        };
        let [sum, _] = self.sum.possible(|variable| Some(value(variable)));
        self.terms.iter().map(score).sum::<u64>() + self.above_least(sum)
    }

    /// Removes values with which the total would be less than `least`.
    pub(crate) fn propagate(&self, store: &mut Store, least: u64) -> Result<(), Empty> {
        let Some(slack) = self.bound(store).checked_sub(least) else { return Err(Empty) };
        for &(variable, scores) in &self.terms {
            let scores = &self.scores[scores];
            let greatest = scores.levels[scores.greatest(store, variable)];
            if slack >= u64::from(greatest) {
                continue;
            }
            let least = greatest - slack as u32;
            let level = scores.levels.partition_point(|&level| level >= least) - 1;
            let set = scores.set(level);
            store.retain(variable, |word| set[word as usize])?;
        }
        self.sum.keep(store, i64::try_from(slack).unwrap_or(i64::MAX), i64::MAX)
    }
}
