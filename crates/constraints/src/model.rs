//! Problems as variables and constraints.

use std::ops::RangeBounds;
use std::sync::Arc;

use crate::all_different::AllDifferent;
use crate::element::Element;
use crate::linear::{Linear, Sum, Term, View};
use crate::objective::{Objective, Scores};
use crate::possible_values::PossibleValues;
use crate::relation::Relation;
use crate::rows::Rows;
use crate::store::Store;
use crate::{ModelError, Table, Variable};

/// A constraint.
#[derive(Clone, Debug)]
pub(crate) enum Constraint {
    AllDifferent(AllDifferent),
    Relation(Relation),
    Rows(Rows),
    Linear(Linear),
    Element(Element),
}

impl Constraint {
    /// Visits its variables, in the order of the bits that say which have changed.
    #[inline]
    pub(crate) fn for_each_variable(&self, mut visit: impl FnMut(Variable)) {
        match self {
            Self::AllDifferent(it) => it.variables.iter().for_each(|&variable| visit(variable)),
            Self::Relation(it) => it.variables.iter().for_each(|&variable| visit(variable)),
            Self::Rows(it) => {
                it.cells.iter().for_each(|&cell| visit(cell));
                visit(it.row);
            }
            Self::Linear(it) => it.sum.terms.iter().for_each(|term| visit(term.variable)),
            Self::Element(it) => it.variables().for_each(visit),
        }
    }

    /// Whether it holds, or can hold, with the values that `value` knows.
    fn holds(&self, value: impl Fn(Variable) -> Option<u32>) -> bool {
        match self {
            Self::AllDifferent(it) => it.is_satisfied(value),
            Self::Relation(it) => match it.variables.map(value) {
                [Some(a), Some(b)] => it.allows(a, b),
                _ => true,
            },
            Self::Rows(it) => it.is_satisfied(value),
            Self::Linear(it) => it.is_satisfied(value),
            Self::Element(it) => it.is_satisfied(value),
        }
    }

    /// Removes from `left` the values with which it does not hold beside those that `value` knows.
    fn exclude(&self, value: impl Fn(Variable) -> Option<u32>, left: &mut PossibleValues) {
        self.for_each_variable(|variable| {
            left.retain(variable, |tried| {
                self.holds(|it| if it == variable { Some(tried) } else { value(it) })
            });
        });
    }
}

/// A problem: variables, each with a set of values, and constraints on the values that they have
/// together.
///
/// The values of a variable are the numbers below its size. Methods that take variables panic if
/// these belong to another model, and so may have a greater number.
///
/// ```
/// use tremaux::constraints::Model;
///
/// // The states of Australia in three colours.
/// let borders = [(0, 1), (0, 2), (1, 2), (1, 3), (2, 3), (2, 4), (2, 5), (3, 4), (4, 5)];
/// let mut model = Model::new();
/// let states = model.variables(7, 3);
/// for (a, b) in borders {
///     model.all_different(&[states[a], states[b]]);
/// }
/// let colours = model.solve().expect("three are enough");
/// assert!(borders.iter().all(|&(a, b)| colours[a] != colours[b]));
/// // Any of the three for Tasmania.
/// assert_eq!(model.count(100), 18);
/// ```
#[derive(Clone, Debug, Default)]
pub struct Model {
    /// The domains before the search.
    pub(crate) store: Store,
    pub(crate) constraints: Vec<Constraint>,
    pub(crate) objective: Objective,
    /// The variables to decide first.
    pub(crate) decisions: Vec<Variable>,
    /// Whether each variable was added by a table, so that it is no part of solutions.
    is_hidden: Vec<bool>,
    /// Whether a domain is empty.
    pub(crate) is_contradictory: bool,
}

impl Model {
    /// A model without variables.
    pub fn new() -> Self {
        Self::default()
    }

    /// Adds a variable with the values from 0 to `size` − 1.
    pub fn variable(&mut self, size: u32) -> Variable {
        let variable = Variable(self.store.len() as u32);
        self.store.add(size);
        self.is_contradictory |= size == 0;
        variable
    }

    /// Adds `count` variables with the values from 0 to `size` − 1.
    pub fn variables(&mut self, count: usize, size: u32) -> Vec<Variable> {
        (0..count).map(|_| self.variable(size)).collect()
    }

    /// Keeps only the values of a variable for which `keeps` is true.
    pub fn restrict(&mut self, variable: Variable, keeps: impl FnMut(u32) -> bool) {
        if self.store.size(variable) > 0 {
            self.is_contradictory |= self.store.retain_values(variable, keeps).is_err();
        }
    }

    /// Gives a variable a value.
    pub fn fix(&mut self, variable: Variable, value: u32) {
        self.restrict(variable, |other| other == value);
    }

    /// No two of these variables have the same value.
    pub fn all_different(&mut self, variables: &[Variable]) {
        let variables: Vec<_> = variables.iter().map(|&variable| (variable, 0)).collect();
        self.all_different_sums(&variables);
    }

    /// No two of these variables have the same value, each plus its own number: for the diagonals
    /// of a board, the columns of queens plus or minus their rows.
    pub fn all_different_sums(&mut self, variables: &[(Variable, i32)]) {
        let sizes = variables.iter().map(|&(variable, _)| self.store.capacity(variable));
        let constraint = AllDifferent::new(variables, sizes);
        self.constraints.push(Constraint::AllDifferent(constraint));
    }

    /// The two variables have a pair of values for which `allows` is true, which is called once
    /// for each pair.
    pub fn relation(&mut self, a: Variable, b: Variable, allows: impl FnMut(u32, u32) -> bool) {
        let sizes = [a, b].map(|variable| self.store.capacity(variable));
        self.constraints.push(Constraint::Relation(Relation::new([a, b], sizes, allows)));
    }

    /// The variables have the values of some row of the table.
    ///
    /// # Panics
    ///
    /// Panics if there are not as many variables as columns.
    pub fn table(&mut self, variables: &[Variable], table: &Arc<Table>) {
        let row = self.row(variables, table);
        self.is_hidden.resize(row.index(), false);
        self.is_hidden.push(true);
    }

    /// Like [`Model::table`], and returns a new variable: the number of the row.
    ///
    /// This is for constraints on rows: that no word of a crossword occurs twice, that words are
    /// scored. With the first of equal rows alone, solutions would be counted once for each.
    ///
    /// # Panics
    ///
    /// Panics if there are not as many variables as columns.
    pub fn row(&mut self, variables: &[Variable], table: &Arc<Table>) -> Variable {
        assert_eq!(variables.len(), table.columns(), "as many variables as columns");
        let row = self.variable(table.len() as u32);
        let rows = Rows { row, cells: variables.into(), table: Arc::clone(table) };
        self.constraints.push(Constraint::Rows(rows));
        row
    }

    /// The sum of the values, each times its coefficient, is in the range: `..=9` for at most 9,
    /// `3..` for at least 3, `0..=0` for exactly 0. A variable may occur several times.
    ///
    /// # Errors
    ///
    /// Fails without terms, if the range is empty, or if the sum can exceed 2⁶¹.
    ///
    /// ```
    /// use tremaux::constraints::Model;
    ///
    /// // SEND + MORE = MONEY.
    /// let mut model = Model::new();
    /// let letters = model.variables(8, 10);
    /// model.all_different(&letters);
    /// let [s, e, n, d, m, o, r, y] = letters[..] else { unreachable!() };
    /// [s, m].map(|letter| model.restrict(letter, |digit| digit > 0));
    /// let sum = [(s, 1000), (e, 91), (n, -90), (d, 1), (m, -9000), (o, -900), (r, 10), (y, -1)];
    /// model.linear(&sum, 0..=0)?;
    /// assert_eq!(model.solve(), Some(vec![9, 5, 6, 7, 1, 0, 8, 2]));
    /// assert_eq!(model.count(2), 1);
    /// # Ok::<(), tremaux::constraints::ModelError>(())
    /// ```
    pub fn linear(
        &mut self,
        terms: &[(Variable, i64)],
        range: impl RangeBounds<i64>,
    ) -> Result<(), ModelError> {
        let terms = terms.iter().map(|&(variable, coefficient)| self.term(variable, coefficient));
        let constraint = Linear::new(terms.collect(), range)?;
        self.constraints.push(Constraint::Linear(constraint));
        Ok(())
    }

    /// The number of variables with this value is in the range: `..=2` for at most 2 of them,
    /// `1..` for at least one.
    ///
    /// # Errors
    ///
    /// Fails without variables, or if the range is empty.
    ///
    /// ```
    /// use tremaux::constraints::Model;
    ///
    /// // Five lessons in three hours, with two rooms.
    /// let mut model = Model::new();
    /// let hours = model.variables(5, 3);
    /// for hour in 0..3 {
    ///     model.occurrences(&hours, hour, ..=2)?;
    /// }
    /// assert_eq!(model.count(1000), 90);
    /// # Ok::<(), tremaux::constraints::ModelError>(())
    /// ```
    pub fn occurrences(
        &mut self,
        variables: &[Variable],
        value: u32,
        range: impl RangeBounds<i64>,
    ) -> Result<(), ModelError> {
        let terms = variables.iter().map(|&variable| {
            // A variable that is too small never has the value.
            let coefficient = (value < self.size(variable)).into();
            Term { variable, coefficient, view: View::Is(value), greatest: 1 }
        });
        let constraint = Linear::new(terms.collect(), range)?;
        self.constraints.push(Constraint::Linear(constraint));
        Ok(())
    }

    /// The variable of `list` at the place that is the value of `index` has the value of `result`.
    ///
    /// For a list of numbers, fix variables, or use [`Model::relation`] between index and result.
    ///
    /// # Errors
    ///
    /// Fails if the list is empty, or if the index has a value that is not less than its length.
    ///
    /// ```
    /// use tremaux::constraints::Model;
    ///
    /// let mut model = Model::new();
    /// let list = model.variables(3, 9);
    /// let (index, result) = (model.variable(3), model.variable(9));
    /// model.fix(list[2], 7);
    /// model.fix(index, 2);
    /// model.element(&list, index, result)?;
    /// assert_eq!(model.solve().expect("a solution")[result.index()], 7);
    /// # Ok::<(), tremaux::constraints::ModelError>(())
    /// ```
    pub fn element(
        &mut self,
        list: &[Variable],
        index: Variable,
        result: Variable,
    ) -> Result<(), ModelError> {
        if list.is_empty() {
            return Err(ModelError::Empty);
        }
        let length = list.len();
        if self.store.size(index) > 0 && self.store.greatest(index) as usize >= length {
            return Err(ModelError::IndexOutOfRange { index: self.store.greatest(index), length });
        }
        self.constraints.push(Constraint::Element(Element { list: list.into(), index, result }));
        Ok(())
    }

    /// Adds the values, each times its coefficient, to what solutions should minimize; for a
    /// sum to be maximized, negate the coefficients. Several calls add up.
    ///
    /// # Errors
    ///
    /// Fails without terms, or if the sum can exceed 2⁶¹.
    ///
    /// ```
    /// use tremaux::constraints::Model;
    ///
    /// // A knapsack for 10: weights and gains of three kinds of items.
    /// let mut model = Model::new();
    /// let [a, b, c] = model.variables(3, 11)[..] else { unreachable!() };
    /// model.linear(&[(a, 3), (b, 4), (c, 6)], ..=10)?;
    /// model.minimize(&[(a, -5), (b, -7), (c, -11)])?;
    /// assert_eq!(model.solve(), Some(vec![0, 1, 1]));
    /// # Ok::<(), tremaux::constraints::ModelError>(())
    /// ```
    pub fn minimize(&mut self, terms: &[(Variable, i64)]) -> Result<(), ModelError> {
        if terms.is_empty() {
            return Err(ModelError::Empty);
        }
        let mut all = self.objective.sum.terms.clone();
        for &(variable, coefficient) in terms {
            let negated = coefficient.checked_neg().ok_or(ModelError::Overflow)?;
            all.push(self.term(variable, negated));
        }
        self.objective.sum = Sum::new(all)?;
        Ok(())
    }

    fn term(&self, variable: Variable, coefficient: i64) -> Term {
        let greatest = self.size(variable).saturating_sub(1);
        Term { variable, coefficient, view: View::Value, greatest }
    }

    /// Adds the score of each variable's value to the total that solutions should maximize.
    ///
    /// # Panics
    ///
    /// Panics if there are not as many scores as values of each variable.
    pub fn maximize(&mut self, variables: &[Variable], scores: &[u32]) {
        let kind = self.objective.scores.len();
        self.objective.scores.push(Scores::new(scores));
        for &variable in variables {
            let size = self.store.capacity(variable) as usize;
            assert_eq!(size, scores.len(), "as many scores as values");
            self.objective.terms.push((variable, kind));
        }
    }

    /// The variables that a search should decide first; by default all.
    pub fn decide(&mut self, variables: &[Variable]) {
        self.decisions = variables.into();
    }

    /// The number of variables.
    pub fn len(&self) -> usize {
        self.store.len()
    }

    /// The variable with this number, if there are so many.
    pub fn variable_at(&self, index: usize) -> Option<Variable> {
        (index < self.len()).then_some(Variable(index as u32))
    }

    /// The number of values that a variable had when it was added.
    pub fn size(&self, variable: Variable) -> u32 {
        self.store.capacity(variable)
    }

    /// Whether it has no variable.
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// Whether a variable was added by [`Model::table`].
    pub fn is_hidden(&self, variable: Variable) -> bool {
        self.is_hidden.get(variable.index()).copied().unwrap_or(false)
    }

    /// Whether a total is to be maximized, or a sum minimized.
    pub fn has_scores(&self) -> bool {
        !self.objective.is_empty()
    }

    /// What a value contributes to the total: its scores, and what it is worth in the sum beside
    /// the value that is worth least.
    pub fn score(&self, variable: Variable, value: u32) -> u64 {
        self.objective.contribution(variable)(value)
    }

    /// The highest score of a variable; 0 if it has no value.
    pub fn best_score(&self, variable: Variable) -> u64 {
        let (mut best, score) = (0, self.objective.contribution(variable));
        self.store.for_each(variable, |value| best = best.max(score(value)));
        best
    }

    /// The values that each variable without a value may have together with those that `value`
    /// knows. A plain check that shares nothing with propagation.
    ///
    /// Takes time proportional to the sizes of the domains and of the constraints.
    ///
    /// ```
    /// use tremaux::constraints::Model;
    ///
    /// let mut model = Model::new();
    /// let [a, b] = model.variables(2, 3)[..] else { unreachable!() };
    /// model.all_different(&[a, b]);
    /// let possible = model.possible_values(|variable| (variable == a).then_some(1));
    /// assert_eq!(possible.of(b).collect::<Vec<_>>(), [0, 2]);
    /// ```
    pub fn possible_values(&self, value: impl Fn(Variable) -> Option<u32>) -> PossibleValues {
        let mut left = PossibleValues::of_domains(&self.store, &value);
        let mut scratch = Vec::new();
        for constraint in &self.constraints {
            match constraint {
                Constraint::AllDifferent(it) => it.exclude(&value, &mut left, &mut scratch),
                Constraint::Relation(it) => it.exclude(&value, &mut left),
                Constraint::Rows(it) => it.exclude(&value, &mut left, &mut scratch),
                Constraint::Linear(it) => it.exclude(&value, &mut left),
                _ => constraint.exclude(&value, &mut left),
            }
        }
        left
    }

    /// Whether the value of a variable is one of its own, if it is known.
    fn is_in_domain(&self, variable: Variable, value: impl Fn(Variable) -> Option<u32>) -> bool {
        value(variable).is_none_or(|value| {
            value < self.store.capacity(variable) && self.store.contains(variable, value)
        })
    }

    /// Whether the values that `value` knows are in their domains and break no constraint.
    pub fn holds(&self, value: impl Fn(Variable) -> Option<u32>) -> bool {
        (0..self.len()).all(|at| self.is_in_domain(Variable(at as u32), &value))
            && self.constraints.iter().all(|it| it.holds(&value))
    }

    /// Whether these values, one for each variable, satisfy all constraints. Those of hidden
    /// variables are ignored.
    pub fn is_solution(&self, values: &[u32]) -> bool {
        let value =
            |variable: Variable| (!self.is_hidden(variable)).then(|| values[variable.index()]);
        values.len() == self.len() && self.holds(value)
    }
}
