//! Points as solutions.

use std::hash::{DefaultHasher, Hash, Hasher};

use tremaux_core::{ParseError, Random};
use tremaux_landscape::{Landscape, Recombination};

use super::expression::Expression;
use super::formula::{Formula, NAMED, defined};

/// A function with the range of its variables and the sizes of steps.
///
/// The neighbours of a point differ in one coordinate, by a step of one of several sizes, each a
/// quarter of the one before.
#[derive(Clone, Debug)]
pub struct Function {
    formula: Formula,
    variables: Vec<String>,
    low: f64,
    high: f64,
    steps: Vec<f64>,
    text: String,
}

/// A point, its value, and the terms of its coordinates.
#[derive(Clone, Debug)]
pub struct Point {
    coordinates: Vec<f64>,
    terms: Vec<[f64; 2]>,
    value: f64,
}

impl Point {
    /// The coordinates.
    pub fn coordinates(&self) -> &[f64] {
        &self.coordinates
    }
}

/// A new value of one coordinate.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Step {
    axis: usize,
    to: f64,
}

/// The greatest number of variables.
const MOST_VARIABLES: usize = 1000;

impl Function {
    /// Reads a function: a name, optionally with the number of variables, such as
    /// `rastrigin 5`, or an expression, such as `x^2 + sin(3*y)`.
    ///
    /// # Errors
    ///
    /// Returns the place of what is wrong.
    pub fn parse(text: &str) -> Result<Self, ParseError> {
        let mut words = text.split_whitespace();
        let first = words.next().unwrap_or("");
        let Some((name, formula, (low, high))) =
            NAMED.into_iter().find(|(name, ..)| *name == first)
        else {
            let expression = Expression::parse(text).map_err(|error| {
                let near = tremaux_reading::nearest_names(first, NAMED.iter().map(|it| it.0));
                if near.is_empty() || text.contains(['(', '+', '*', '^']) {
                    return error;
                }
                let expected = format!("a function such as {}", tremaux_reading::in_words(&near));
                ParseError::about(text, first, expected)
            })?;
            let variables = expression.variables().to_vec();
            if variables.is_empty() {
                return Err(ParseError::about(text, text.trim(), "a variable, such as `x`"));
            }
            let formula = Formula::Expression(expression);
            let written = text.split_whitespace().collect::<Vec<_>>().join(" ");
            return Ok(Self::new(formula, variables, -10.0, 10.0, written));
        };
        let count = match words.next() {
            Some(word) if formula != Formula::Terrain => {
                let count = word.parse().ok().filter(|count| (1..=MOST_VARIABLES).contains(count));
                let expected = format!("a number of variables from 1 to {MOST_VARIABLES}");
                count.ok_or_else(|| ParseError::about(text, word, expected))?
            }
            Some(word) => return Err(ParseError::about(text, word, "the end")),
            None => 2,
        };
        if let Some(word) = words.next() {
            return Err(ParseError::about(text, word, "the end"));
        }
        let variables = match count {
            2 => vec!["x".into(), "y".into()],
            _ => (1..=count).map(|at| format!("x{at}")).collect(),
        };
        let written = if count == 2 { name.into() } else { format!("{name} {count}") };
        Ok(Self::new(formula, variables, low, high, written))
    }

    fn new(formula: Formula, variables: Vec<String>, low: f64, high: f64, text: String) -> Self {
        Self { formula, variables, low, high, steps: Vec::new(), text }.with_steps(0.1, 15)
    }

    /// The same function with other bounds of every variable.
    #[must_use]
    pub fn with_range(self, low: f64, high: f64) -> Self {
        Self { low, high, ..self }
    }

    /// The same function with `count` sizes of steps; `first` is the greatest, as a part of the
    /// range.
    #[must_use]
    pub fn with_steps(self, first: f64, count: u32) -> Self {
        let steps = (0..count.max(1)).map(|at| first / 4f64.powi(at as i32)).collect();
        Self { steps, ..self }
    }

    /// The formula.
    pub fn formula(&self) -> &Formula {
        &self.formula
    }

    /// The names of the variables.
    pub fn variables(&self) -> &[String] {
        &self.variables
    }

    /// The bounds of every variable.
    pub fn range(&self) -> (f64, f64) {
        (self.low, self.high)
    }

    /// The function as text.
    pub fn text(&self) -> &str {
        &self.text
    }

    /// The point with these coordinates.
    pub fn point(&self, coordinates: Vec<f64>) -> Point {
        let terms = if self.formula.has_terms() {
            (0..coordinates.len()).map(|at| self.formula.term(&coordinates, at)).collect()
        } else {
            Vec::new()
        };
        let value = self.formula.at(&coordinates);
        Point { coordinates, terms, value }
    }

    /// Sets a coordinate, updates its terms, and returns the value there.
    fn set(&self, point: &mut Point, Step { axis, to }: Step) -> f64 {
        point.coordinates[axis] = to;
        if !self.formula.has_terms() {
            return self.formula.at(&point.coordinates);
        }
        // The term before depends on this coordinate, too, in some functions.
        for at in axis.saturating_sub(1)..=axis {
            point.terms[at] = self.formula.term(&point.coordinates, at);
        }
        let mut sums = [0.0; 2];
        for term in &point.terms {
            sums = [sums[0] + term[0], sums[1] + term[1]];
        }
        self.formula.of_sums(sums, point.coordinates.len())
    }

    fn clamped(&self, axis: usize, to: f64) -> Step {
        Step { axis, to: to.clamp(self.low, self.high) }
    }
}

impl Landscape for Function {
    type Solution = Point;
    type Move = Step;

    fn initial_solution(&self, random: &mut Random) -> Point {
        let width = self.high - self.low;
        let coordinates = self.variables.iter().map(|_| self.low + width * random.unit());
        self.point(coordinates.collect())
    }

    fn value(&self, point: &Point) -> f64 {
        point.value
    }

    fn full_value(&self, point: &Point) -> f64 {
        self.formula.at(&point.coordinates)
    }

    fn change(&self, point: &Point, Step { axis, to }: Step) -> f64 {
        let value = if self.formula.has_terms() {
            let first = axis.saturating_sub(1);
            // The coordinates that the changed terms depend on.
            let mut near = [0.0; 3];
            let last = (axis + 2).min(point.coordinates.len());
            for at in first..last {
                near[at - first] = if at == axis { to } else { point.coordinates[at] };
            }
            let near = &near[..last - first];
            let mut sums = [0.0; 2];
            for (at, term) in point.terms.iter().enumerate() {
                let is_changed = at >= first && at <= axis;
                let term = if is_changed { self.formula.term(near, at - first) } else { *term };
                sums = [sums[0] + term[0], sums[1] + term[1]];
            }
            self.formula.of_sums(sums, point.coordinates.len())
        } else {
            let mut moved = point.clone();
            self.set(&mut moved, Step { axis, to })
        };
        let value = defined(value);
        if value == point.value { 0.0 } else { value - point.value }
    }

    fn apply(&self, point: &mut Point, step: Step) {
        let value = self.set(point, step);
        point.value = defined(value);
    }

    fn moves(&self, point: &Point, moves: &mut Vec<Step>) {
        let width = self.high - self.low;
        for (axis, &from) in point.coordinates.iter().enumerate() {
            for &step in &self.steps {
                for to in [from - step * width, from + step * width] {
                    let step = self.clamped(axis, to);
                    if step.to != from {
                        moves.push(step);
                    }
                }
            }
        }
    }

    fn random_move(&self, point: &Point, random: &mut Random) -> Option<Step> {
        let axis = random.scaled(point.coordinates.len() as u64) as usize;
        let step = self.steps[random.scaled(self.steps.len() as u64) as usize];
        let part = 2.0 * random.unit() - 1.0;
        let to = point.coordinates[axis] + part * step * (self.high - self.low);
        Some(self.clamped(axis, to))
    }

    fn size(&self) -> usize {
        2 * self.variables.len() * self.steps.len()
    }

    fn key(&self, point: &Point) -> u64 {
        let mut hasher = DefaultHasher::new();
        for coordinate in &point.coordinates {
            coordinate.to_bits().hash(&mut hasher);
        }
        hasher.finish()
    }

    fn lower_bound(&self) -> f64 {
        self.formula.lower_bound()
    }

    fn rounding(&self) -> f64 {
        self.formula.rounding(self.variables.len())
    }

    fn place(&self, point: &Point) -> Option<(f64, f64)> {
        Some((point.coordinates[0], point.coordinates.get(1).copied().unwrap_or(point.value)))
    }

    fn bytes(&self, point: &Point) -> usize {
        size_of::<Point>() + size_of_val(&*point.coordinates) + size_of_val(&*point.terms)
    }
}

impl Recombination for Function {
    /// Each coordinate from one parent, or in between.
    fn cross(&self, first: &Point, second: &Point, random: &mut Random) -> Point {
        let pairs = first.coordinates.iter().zip(&second.coordinates);
        let crossed = pairs.map(|(&one, &other)| match random.below(4) {
            0 => one,
            1 => other,
            _ => one + (other - one) * random.unit(),
        });
        self.point(crossed.collect())
    }
}
