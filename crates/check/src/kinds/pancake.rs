//! Pancakes: stacks that are sorted by flipping their top part.

use super::each_once;
use crate::cost::Cost;
use crate::fields::Fields;
use crate::space::{Space, Step};

/// Stacks of so many, from the top, 1 for the smallest; sorted at the goal.
pub(crate) struct Pancakes(usize);

impl Pancakes {
    pub(crate) fn new(header: &mut Fields) -> Result<(Self, Box<[u8]>), String> {
        let start = stack(&header.text("stack")?)?;
        Ok((Self(start.len()), start))
    }
}

/// The sizes of a stack: each from 1 once.
fn stack(text: &str) -> Result<Box<[u8]>, String> {
    each_once(text.split(' '), 1)
        .ok_or_else(|| format!("expected each size from 1 once, found `{text}`"))
}

impl Space for Pancakes {
    type State = Box<[u8]>;

    const HEURISTICS: &'static [&'static str] = &["gap"];

    fn is_goal(&self, stack: &Box<[u8]>) -> bool {
        stack.is_sorted()
    }

    fn steps(&self, stack: &Box<[u8]>, steps: &mut Vec<Step<Box<[u8]>>>) {
        for count in 2..=stack.len() {
            let mut state = stack.clone();
            state[..count].reverse();
            steps.push(Step { action: count as u32, cost: Cost::whole(1), state });
        }
    }

    fn word(&self, _stack: &Box<[u8]>, action: u32) -> String {
        action.to_string()
    }

    fn read(&self, text: &str) -> Result<Box<[u8]>, String> {
        let (stack, count) = (stack(text)?, self.0);
        if stack.len() == count { Ok(stack) } else { Err(format!("expected {count} pancakes")) }
    }

    /// The number of neighbours whose sizes are not consecutive, where the plate below is the
    /// largest: a flip changes one pair of neighbours, and at the goal there is none.
    fn estimate(&self, _heuristic: usize, stack: &Box<[u8]>) -> Cost {
        let sizes = stack.iter().map(|size| usize::from(*size));
        let below = sizes.clone().skip(1).chain([stack.len() + 1]);
        Cost::whole(sizes.zip(below).filter(|(one, next)| one.abs_diff(*next) != 1).count() as u64)
    }
}
