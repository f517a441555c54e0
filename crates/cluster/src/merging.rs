//! Merging sorted runs, and leaving out the states of others.

use std::iter::Peekable;

use crate::word::Word;

/// An ascending sequence.
pub(crate) type Ascending<'a, W> = Box<dyn Iterator<Item = W> + 'a>;

/// The states of `runs` in ascending order, each once, without those of `without`.
pub(crate) fn merge<'a, W: Word>(
    runs: Vec<Ascending<'a, W>>,
    without: Vec<Ascending<'a, W>>,
) -> impl Iterator<Item = W> + 'a {
    let mut runs: Vec<Peekable<_>> = runs.into_iter().map(Iterator::peekable).collect();
    let mut without: Vec<Peekable<_>> = without.into_iter().map(Iterator::peekable).collect();
    let mut last = None;
    std::iter::from_fn(move || {
        'next: loop {
            let least = match &mut runs[..] {
                [] => return None,
                [one] => one.next()?,
                several => {
                    let at = (0..several.len())
                        .filter_map(|at| several[at].peek().map(|&state| (state, at)))
                        .min()?;
                    several[at.1].next()?
                }
            };
            if last == Some(least) {
                continue;
            }
            last = Some(least);
            for other in &mut without {
                while other.next_if(|&state| state < least).is_some() {}
                if other.peek() == Some(&least) {
                    continue 'next;
                }
            }
            return Some(least);
        }
    })
}

#[cfg(test)]
mod tests {
    use super::merge;

    #[test]
    fn merged_and_left_out() {
        let run = |states: &[u64]| -> super::Ascending<'static, u64> {
            Box::new(states.to_vec().into_iter())
        };
        let runs = vec![run(&[1, 4, 4, 9]), run(&[]), run(&[2, 4, 11])];
        let without = vec![run(&[0, 2, 10]), run(&[9])];
        assert_eq!(merge(runs, without).collect::<Vec<_>>(), [1, 4, 11]);
        assert_eq!(merge::<u64>(vec![], vec![run(&[1])]).count(), 0);
    }
}
