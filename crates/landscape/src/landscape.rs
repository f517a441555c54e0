//! What a landscape is.

use tremaux_core::Random;

/// Solutions, their values, and the moves from a solution to its neighbours.
///
/// Values are minimised; for a maximum, negate them. Solutions store what they need so that
/// [`Landscape::value`] takes constant time and [`Landscape::change`] less than a full
/// evaluation.
///
/// ```
/// use tremaux::landscape::{Annealing, Landscape, LocalSearch, Optimization};
/// use tremaux::{Limits, Random};
///
/// /// The least of x⁴ − 20x² + 5x over the whole numbers.
/// struct Quartic;
///
/// fn f(x: i64) -> f64 {
///     (x * x * x * x - 20 * x * x + 5 * x) as f64
/// }
///
/// impl Landscape for Quartic {
///     type Solution = i64;
///     type Move = i64;
///
///     fn initial_solution(&self, random: &mut Random) -> i64 { random.below(100) as i64 - 50 }
///     fn value(&self, &x: &i64) -> f64 { f(x) }
///     fn change(&self, &x: &i64, step: i64) -> f64 { f(x + step) - f(x) }
///     fn apply(&self, x: &mut i64, step: i64) { *x += step; }
///     fn moves(&self, _: &i64, moves: &mut Vec<i64>) { moves.extend([-1, 1]); }
///     fn key(&self, &x: &i64) -> u64 { x as u64 }
/// }
///
/// let mut search = LocalSearch::new(&Quartic, Annealing::default(), 1);
/// let _ = search.advance(&Limits::default(), &mut |_| {});
/// assert_eq!(search.report().best, Some((&-3, -114.0)));
/// ```
pub trait Landscape {
    /// A solution, with what it needs for fast changes of value.
    type Solution: Clone;
    /// A step from a solution to a neighbour.
    type Move: Copy;

    /// A solution to start from.
    fn initial_solution(&self, random: &mut Random) -> Self::Solution;

    /// The value of a solution, in constant time.
    fn value(&self, solution: &Self::Solution) -> f64;

    /// The value computed from scratch, without anything that the solution stores.
    fn full_value(&self, solution: &Self::Solution) -> f64 {
        self.value(solution)
    }

    /// The change of value by a move.
    fn change(&self, solution: &Self::Solution, mv: Self::Move) -> f64;

    /// Makes a move.
    fn apply(&self, solution: &mut Self::Solution, mv: Self::Move);

    /// Appends all moves from a solution.
    fn moves(&self, solution: &Self::Solution, moves: &mut Vec<Self::Move>);

    /// A random move; `None` if there is none.
    fn random_move(&self, solution: &Self::Solution, random: &mut Random) -> Option<Self::Move> {
        let mut moves = Vec::new();
        self.moves(solution, &mut moves);
        let at = random.below(moves.len() as u64) as usize;
        moves.get(at).copied()
    }

    /// Roughly the number of neighbours of a solution, from which methods derive how long they
    /// search.
    fn size(&self) -> usize {
        let mut moves = Vec::new();
        self.moves(&self.initial_solution(&mut Random::new(0)), &mut moves);
        moves.len()
    }

    /// A number that is equal for equal solutions, and rarely for different ones.
    fn key(&self, solution: &Self::Solution) -> u64;

    /// The attribute that a move takes from the solution. While it is tabu, no move may
    /// [bring it back](Landscape::gained). By default the whole solution.
    fn lost(&self, solution: &Self::Solution, mv: Self::Move) -> u64 {
        let _ = mv;
        self.key(solution)
    }

    /// The attribute that a move gives to the solution.
    fn gained(&self, solution: &Self::Solution, mv: Self::Move) -> u64 {
        let mut neighbour = solution.clone();
        self.apply(&mut neighbour, mv);
        self.key(&neighbour)
    }

    /// A value below which no solution is; a search ends when it reaches it.
    fn lower_bound(&self) -> f64 {
        f64::NEG_INFINITY
    }

    /// How much worse than the best of all a solution can be whose value is
    /// [`Landscape::lower_bound`], because values are rounded; 0 if they are exact.
    fn rounding(&self) -> f64 {
        0.0
    }

    /// Where to draw a solution, for landscapes that are drawn.
    fn place(&self, solution: &Self::Solution) -> Option<(f64, f64)> {
        let _ = solution;
        None
    }

    /// The number of bytes of a solution.
    fn bytes(&self, solution: &Self::Solution) -> usize {
        size_of_val(solution)
    }
}

/// A landscape in which two solutions can be combined, for [`Genetic`](crate::Genetic).
pub trait Recombination: Landscape {
    /// A child of two solutions.
    fn cross(
        &self,
        first: &Self::Solution,
        second: &Self::Solution,
        random: &mut Random,
    ) -> Self::Solution;
}
