//! Stacks of any height: text form, random generation, and conversion to a state space.

use std::fmt;

use tremaux_core::ParseError;

use super::{ByteStack, PancakePuzzle, Stack, Stack64};
use crate::Random;
use crate::notation::permutation;

/// A stack of pancakes as it is written: sizes from 1, the top first.
///
/// ```
/// use tremaux::puzzles::pancake::Pile;
/// let pile = Pile::parse("3 1 2")?;
/// assert_eq!(pile.to_string(), "3 1 2");
/// let error = Pile::parse("3 1 3").unwrap_err();
/// assert_eq!((error.line, error.column), (1, 5));
/// # Ok::<(), tremaux::ParseError>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Pile {
    /// From the top, 0 for the smallest.
    sizes: Vec<u8>,
}

/// A puzzle with the stack type that fits its number of pancakes.
#[derive(Clone, Debug)]
pub enum AnyPancakes {
    /// Up to 16 pancakes.
    Small(PancakePuzzle<Stack64>),
    /// Up to 128.
    Large(Box<PancakePuzzle<ByteStack>>),
}

impl Pile {
    /// The maximum number of pancakes of a pile.
    pub const MOST: usize = ByteStack::MOST;

    /// Reads the sizes from the top, separated by spaces or commas.
    ///
    /// # Errors
    ///
    /// Returns the place of a word that is not a size from 1 to the number of pancakes, or that
    /// occurs twice.
    pub fn parse(text: &str) -> Result<Self, ParseError> {
        let expected = "the sizes of pancakes from the top, for example `3 1 2`";
        let sizes = permutation(text, ["size", "pancakes"], 1..=Self::MOST, expected)?;
        Ok(Self { sizes })
    }

    /// The stack with these sizes from the top, which are a permutation with 0 for the smallest.
    pub(super) fn of_sizes(sizes: Vec<u8>) -> Self {
        Self { sizes }
    }

    /// A random stack of `pancakes`; all orders are equally likely.
    ///
    /// Returns `None` for 0 and for more than [`Pile::MOST`] pancakes.
    pub fn random(pancakes: usize, random: &mut Random) -> Option<Self> {
        if !(1..=Self::MOST).contains(&pancakes) {
            return None;
        }
        let mut sizes: Vec<u8> = (0..pancakes as u8).collect();
        random.shuffle(&mut sizes);
        Some(Self { sizes })
    }

    /// The number of pancakes.
    pub fn pancakes(&self) -> usize {
        self.sizes.len()
    }

    /// The sizes from the top, 0 for the smallest.
    pub fn sizes(&self) -> &[u8] {
        &self.sizes
    }

    /// The puzzle that starts here.
    pub fn puzzle(&self) -> AnyPancakes {
        match PancakePuzzle::new(&self.sizes) {
            Some(small) => AnyPancakes::Small(small),
            None => {
                let large = PancakePuzzle::new(&self.sizes).expect("a pile");
                AnyPancakes::Large(Box::new(large))
            }
        }
    }
}

impl fmt::Display for Pile {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (place, &size) in self.sizes.iter().enumerate() {
            write!(f, "{}{}", if place == 0 { "" } else { " " }, u32::from(size) + 1)?;
        }
        Ok(())
    }
}
