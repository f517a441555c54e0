//! Pagoda functions for one goal.

use tremaux_core::StateSpace;

use super::{Board, PegSolitaire};
use tremaux_core::Random;

/// Weights of holes such that no jump increases the sum over the pegs (Conway 1961, published
/// in Berlekamp, Conway and Guy, *Winning Ways*, 1982).
///
/// For each jump, the weights of the source hole and of the hole jumped over sum to at least the
/// weight of the target hole.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PagodaFunction {
    /// The holes of each weight that is not zero.
    by_weight: Vec<(i32, u64)>,
    /// The value of the goal.
    pub(super) at_goal: i32,
}

impl PagodaFunction {
    fn new(weights: &[i32], goal: u64) -> Self {
        let mut by_weight: Vec<(i32, u64)> = Vec::new();
        for (hole, &weight) in weights.iter().enumerate().filter(|(_, weight)| **weight != 0) {
            match by_weight.iter_mut().find(|(other, _)| *other == weight) {
                Some((_, holes)) => *holes |= 1 << hole,
                None => by_weight.push((weight, 1 << hole)),
            }
        }
        let mut function = Self { by_weight, at_goal: 0 };
        function.at_goal = function.value(goal);
        function
    }

    /// The holes with weights that are not zero, and their weights.
    pub(super) fn weights(&self) -> impl Iterator<Item = (usize, i32)> {
        let holes = |holes: u64| (0..64).filter(move |hole| holes >> hole & 1 == 1);
        self.by_weight.iter().flat_map(move |&(weight, it)| holes(it).map(move |it| (it, weight)))
    }

    /// The sum of the weights of the holes with pegs.
    #[inline]
    pub fn value(&self, pegs: u64) -> i32 {
        let weighted = |&(weight, holes): &(i32, u64)| weight * (pegs & holes).count_ones() as i32;
        self.by_weight.iter().map(weighted).sum()
    }
}

/// The number of random games to play.
const GAMES: usize = 60;
/// The number of functions derived from each initial function.
const ORDERS: usize = 40;
/// Initial functions fall from one of these Fibonacci numbers at the goal to 1.
const FIBONACCI: [i32; 4] = [1, 2, 3, 5];
/// The lowest weight.
const LOWEST: i32 = -20;

/// The positions in random games from the start.
pub(super) fn random_games(puzzle: &PegSolitaire) -> Vec<u64> {
    let mut random = Random::new(1);
    let (mut positions, mut jumps) = (Vec::new(), Vec::new());
    for _ in 0..GAMES {
        let mut pegs = puzzle.start();
        loop {
            positions.push(pegs);
            jumps.clear();
            puzzle.actions(&pegs, &mut jumps);
            let choice = random.below(jumps.len() as u64) as usize;
            let Some(&jump) = jumps.get(choice) else { break };
            puzzle.apply(&mut pegs, jump);
        }
    }
    positions
}

/// For each hole, the lower bounds on its weight: pairs of holes whose weights are subtracted.
type Bounds = Vec<Vec<(usize, usize)>>;

fn bounds(board: &Board) -> Bounds {
    let mut bounds = vec![Vec::new(); board.holes()];
    for triple in &board.triples {
        let [from, over, to] = [triple.from, triple.over, triple.to].map(usize::from);
        bounds[from].push((to, over));
        bounds[over].push((to, from));
    }
    bounds
}

/// Lowers the weights of holes outside `goal`, in a random order, until none can be lowered
/// alone.
fn lower(bounds: &Bounds, goal: u64, weights: &mut [i32], random: &mut Random) {
    let mut order: Vec<usize> = (0..weights.len()).filter(|hole| goal >> hole & 1 == 0).collect();
    random.shuffle(&mut order);
    let mut is_lowered = true;
    while is_lowered {
        is_lowered = false;
        for &hole in &order {
            let least = bounds[hole].iter().map(|&(to, other)| weights[to] - weights[other]);
            let least = least.fold(LOWEST, i32::max);
            is_lowered |= least < weights[hole];
            weights[hole] = weights[hole].min(least);
        }
    }
}

/// At most `most` functions that prove for many of `positions` that they do not lead to `goal`.
pub(super) fn functions(
    board: &Board,
    goal: u64,
    positions: &[u64],
    most: usize,
) -> Vec<PagodaFunction> {
    let mut random = Random::new(goal);
    let distances = board.distances(goal);
    let bounds = bounds(board);
    let mut candidates: Vec<PagodaFunction> = Vec::new();
    for top in 0..FIBONACCI.len() {
        // The holes one and two steps farther away have at least the same weight together.
        let weight = |&distance: &usize| FIBONACCI[top.saturating_sub(distance)];
        for _ in 0..ORDERS {
            let mut weights: Vec<i32> = distances.iter().map(weight).collect();
            lower(&bounds, goal, &mut weights, &mut random);
            let function = PagodaFunction::new(&weights, goal);
            if !candidates.contains(&function) {
                candidates.push(function);
            }
        }
    }
    let mut left = positions.to_vec();
    let mut chosen: Vec<PagodaFunction> = Vec::new();
    while chosen.len() < most {
        let proves = |function: &PagodaFunction, pegs: u64| function.value(pegs) < function.at_goal;
        let count = |function: &&PagodaFunction| {
            left.iter().filter(|&&pegs| proves(function, pegs)).count()
        };
        let Some(best) = candidates.iter().max_by_key(count).filter(|best| count(best) > 0) else {
            break;
        };
        left.retain(|&pegs| !proves(best, pegs));
        chosen.push(best.clone());
    }
    chosen
}
