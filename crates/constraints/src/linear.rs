//! Linear sums, to bounds consistency.

use std::ops::{Bound, RangeBounds};

use crate::possible_values::PossibleValues;
use crate::store::{Empty, Store};
use crate::{ModelError, Variable};

/// Sums of absolute values are at most this, so that differences of sums do not overflow.
const MOST: i128 = 1 << 61;

/// What a term takes from its variable.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum View {
    /// Its value.
    Value,
    /// 1 if it has this value, else 0.
    Is(u32),
}

/// A variable with its coefficient.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Term {
    pub(crate) variable: Variable,
    pub(crate) coefficient: i64,
    pub(crate) view: View,
    /// The greatest number that the view can have before the search.
    pub(crate) greatest: u32,
}

impl Term {
    /// The least and the greatest number that the view can have.
    #[inline]
    fn ends(&self, store: &Store) -> [u32; 2] {
        match self.view {
            View::Value => [store.least(self.variable), store.greatest(self.variable)],
            View::Is(value) => {
                let can_be = store.contains(self.variable, value);
                [(can_be && store.is_fixed(self.variable)).into(), can_be.into()]
            }
        }
    }

    /// Removes the values for which the view is less than `least` or greater than `greatest`.
    #[inline]
    fn keep(&self, store: &mut Store, least: u32, greatest: u32) -> Result<(), Empty> {
        match self.view {
            View::Value => store.retain_range(self.variable, least, greatest),
            View::Is(value) if least > 0 => store.assign(self.variable, value),
            View::Is(value) if greatest == 0 => store.remove(self.variable, value),
            View::Is(_) => Ok(()),
        }
    }

    /// The least and the greatest product that is possible with the values that `value` knows.
    fn possible(&self, value: impl Fn(Variable) -> Option<u32>) -> [i128; 2] {
        let number = |value: u32| match self.view {
            View::Value => value,
            View::Is(wanted) => (value == wanted).into(),
        };
        let ends = value(self.variable).map_or([0, self.greatest], |value| [number(value); 2]);
        let mut products = ends.map(|end| i128::from(end) * i128::from(self.coefficient));
        products.sort_unstable();
        products
    }
}

/// A sum of terms, each variable once. All terms have the same kind of view.
#[derive(Clone, Debug, Default)]
pub(crate) struct Sum {
    pub(crate) terms: Vec<Term>,
}

impl Sum {
    /// Adds up the coefficients of each variable.
    pub(crate) fn new(mut terms: Vec<Term>) -> Result<Self, ModelError> {
        terms.sort_by_key(|term| term.variable);
        let mut sum = Self::default();
        for term in terms {
            match sum.terms.last_mut() {
                Some(last) if last.variable == term.variable => {
                    let coefficient = last.coefficient.checked_add(term.coefficient);
                    last.coefficient = coefficient.ok_or(ModelError::Overflow)?;
                }
                _ => sum.terms.push(term),
            }
        }
        sum.terms.retain(|term| term.coefficient != 0);
        let sizes = sum
            .terms
            .iter()
            .map(|term| i128::from(term.coefficient).abs() * i128::from(term.greatest.max(1)));
        if sizes.sum::<i128>() > MOST { Err(ModelError::Overflow) } else { Ok(sum) }
    }

    /// The least and the greatest sum.
    #[inline]
    pub(crate) fn ends(&self, store: &Store) -> [i64; 2] {
        let mut ends = [0; 2];
        for term in &self.terms {
            let [low, high] = term.ends(store).map(|end| i64::from(end) * term.coefficient);
            ends[0] += low.min(high);
            ends[1] += low.max(high);
        }
        ends
    }

    /// The least and the greatest sum that is possible with the values that `value` knows.
    pub(crate) fn possible(&self, value: impl Fn(Variable) -> Option<u32>) -> [i128; 2] {
        self.terms
            .iter()
            .map(|term| term.possible(&value))
            .fold([0; 2], |sum, products| [sum[0] + products[0], sum[1] + products[1]])
    }

    /// Removes the values with which a term falls short of its greatest product by more than
    /// `below`, or exceeds its least product by more than `above`.
    pub(crate) fn keep(&self, store: &mut Store, below: i64, above: i64) -> Result<(), Empty> {
        if below < 0 || above < 0 {
            return Err(Empty);
        }
        let slack = below.min(above);
        for term in &self.terms {
            let [least, greatest] = term.ends(store);
            let size = term.coefficient.abs();
            if size * i64::from(greatest - least) <= slack {
                continue;
            }
            let steps = |slack: i64| u32::try_from(slack / size).unwrap_or(u32::MAX);
            let (down, up) = match term.coefficient > 0 {
                true => (steps(below), steps(above)),
                false => (steps(above), steps(below)),
            };
            term.keep(store, greatest.saturating_sub(down), least.saturating_add(up))?;
        }
        Ok(())
    }
}

/// A sum that is at least `low` and at most `high`.
#[derive(Clone, Debug)]
pub(crate) struct Linear {
    pub(crate) sum: Sum,
    low: i64,
    high: i64,
}

impl Linear {
    pub(crate) fn new(terms: Vec<Term>, range: impl RangeBounds<i64>) -> Result<Self, ModelError> {
        let low = match range.start_bound() {
            Bound::Included(&low) => low,
            Bound::Excluded(&low) => low.saturating_add(1),
            Bound::Unbounded => i64::MIN,
        };
        let high = match range.end_bound() {
            Bound::Included(&high) => high,
            Bound::Excluded(&high) => high.saturating_sub(1),
            Bound::Unbounded => i64::MAX,
        };
        if terms.is_empty() {
            return Err(ModelError::Empty);
        }
        if low > high {
            return Err(ModelError::EmptyRange { low, high });
        }
        Ok(Self { sum: Sum::new(terms)?, low, high })
    }

    pub(crate) fn propagate(&self, store: &mut Store) -> Result<(), Empty> {
        let [least, greatest] = self.sum.ends(store);
        // Saturated differences still exceed those of any two sums.
        let (below, above) = (greatest.saturating_sub(self.low), self.high.saturating_sub(least));
        self.sum.keep(store, below, above)
    }

    /// Whether it can hold with the values that `value` knows.
    pub(crate) fn is_satisfied(&self, value: impl Fn(Variable) -> Option<u32>) -> bool {
        let [least, greatest] = self.sum.possible(value);
        least <= self.high.into() && greatest >= self.low.into()
    }

    /// Removes from `left` the values with which it does not hold beside those that `value` knows.
    pub(crate) fn exclude(
        &self,
        value: impl Fn(Variable) -> Option<u32>,
        left: &mut PossibleValues,
    ) {
        let [least, greatest] = self.sum.possible(&value);
        for term in &self.sum.terms {
            let [low, high] = term.possible(&value);
            left.retain(term.variable, |tried| {
                let [product, _] = term.possible(|_| Some(tried));
                least - low + product <= self.high.into()
                    && greatest - high + product >= self.low.into()
            });
        }
    }
}
