//! Merging sorted runs, and leaving out the states of others.

use std::vec::IntoIter;

use crate::run_file::RunReader;
use crate::word::Word;

/// An ascending sequence, in memory or in a file, with its next state.
pub(crate) struct Run<W> {
    next: Option<W>,
    rest: Rest<W>,
}

enum Rest<W> {
    Memory(IntoIter<W>),
    File(RunReader<W>),
}

impl<W: Word> Run<W> {
    pub(crate) fn of_memory(states: Vec<W>) -> Self {
        let mut states = states.into_iter();
        Self { next: states.next(), rest: Rest::Memory(states) }
    }

    pub(crate) fn of_file(mut file: RunReader<W>) -> Self {
        Self { next: file.next(), rest: Rest::File(file) }
    }

    #[inline]
    fn advance(&mut self) {
        self.next = match &mut self.rest {
            Rest::Memory(states) => states.next(),
            Rest::File(file) => file.next(),
        };
    }
}

/// The states of `runs` in ascending order, each once, without those of `without`.
pub(crate) struct Merged<W> {
    pub(crate) runs: Vec<Run<W>>,
    pub(crate) without: Vec<Run<W>>,
}

impl<W: Word> Iterator for Merged<W> {
    type Item = W;

    #[inline]
    fn next(&mut self) -> Option<W> {
        loop {
            let mut least = None;
            for run in &self.runs {
                if run.next.is_some() && (least.is_none() || run.next < least) {
                    least = run.next;
                }
            }
            let state = least?;
            for run in &mut self.runs {
                while run.next == least {
                    run.advance();
                }
            }
            let mut is_new = true;
            for run in &mut self.without {
                while run.next.is_some_and(|other| other < state) {
                    run.advance();
                }
                is_new &= run.next != least;
            }
            if is_new {
                return Some(state);
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::{Merged, Run};

    #[test]
    fn merged_and_left_out() {
        let run = |states: &[u64]| Run::of_memory(states.to_vec());
        let runs = vec![run(&[1, 4, 4, 9]), run(&[]), run(&[2, 4, 11])];
        let without = vec![run(&[0, 2, 10]), run(&[9])];
        assert_eq!(Merged { runs, without }.collect::<Vec<_>>(), [1, 4, 11]);
        assert_eq!(Merged { runs: vec![], without: vec![run(&[1])] }.count(), 0);
    }
}
