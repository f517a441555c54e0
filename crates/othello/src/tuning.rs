//! Fits the weights of [`Patterns`] to positions of games of the program with itself.
//!
//! The games are played by [`Mobility`], one ply deep, with some random moves. The
//! stages are fitted from the last to the first. Near the end of the game the label of a position
//! is its exact score; before, it is the result of searches whose leaves are in stages that are
//! already fitted, so that no label depends on how well a whole game was played. The weights of a
//! stage are those of the stage after it in the game plus the solution of a least squares problem
//! with a penalty on the difference (ridge regression), found with conjugate gradients (Hestenes
//! and Stiefel 1952; linear patterns by stages: Buro 1997). With the same settings the result is
//! the same.

use tremaux_core::{CancelToken, Game, Limits, Random, Turn};
use tremaux_play::{AlphaBeta, SearchParts};
use tremaux_tables::TranspositionTable;

use crate::evaluation::{
    FOLDED, FewestReplies, Mobility, Patterns, STAGE, STAGES, USED, fold, indices,
};
use crate::rules::{Move, Othello, Position};
use crate::solver::Solver;

/// The settings of tuning.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Tuning {
    /// The number of games; each has one position for every stage.
    pub games: u32,
    /// The depth of the first of two searches that label a position, in plies.
    pub depth: u32,
    /// The seed of the games.
    pub seed: u64,
}

impl Default for Tuning {
    fn default() -> Self {
        Self { games: 20_000, depth: 3, seed: 1 }
    }
}

/// The discs of the player to move and of the opponent.
type Discs = (u64, u64);

/// Fitted weights, and how well they predict the labels.
#[derive(Clone, Debug)]
pub struct Fit {
    /// The weights, in the form in which the evaluation includes them.
    pub bytes: Vec<u8>,
    /// The errors by stage, from the last stage to the first.
    pub stages: Vec<Errors>,
}

/// The root of the mean squared error, in discs, on the last tenth of the games, which was left
/// out.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Errors {
    /// The least number of empty squares in the stage.
    pub empties: u32,
    /// The number of positions that the weights were fitted to.
    pub positions: usize,
    /// Of the patterns.
    pub patterns: f64,
    /// Of [`Mobility`], with the factor that suits the stage best.
    pub mobility: f64,
}

impl Tuning {
    /// Plays the games and fits the weights to them; `None` if `cancel` is cancelled before all is
    /// done. `watch` is called with what is done.
    pub fn run(&self, cancel: &CancelToken, watch: &mut dyn FnMut(&str)) -> Option<Fit> {
        let mut random = Random::new(self.seed);
        let mut positions = vec![Vec::new(); STAGES];
        for game in 0..self.games {
            if cancel.is_cancelled() {
                return None;
            }
            if game % 1024 == 0 {
                watch(&format!("{game} of {} games", self.games));
            }
            play(&mut random, &mut positions);
        }
        let mut fit = Fit { bytes: vec![0; STAGES * BYTES], stages: Vec::new() };
        let mut weights = vec![0.0; BYTES];
        for (stage, positions) in positions.iter().enumerate() {
            let empties = stage as u32 * STAGE;
            // Some leaves are in the stage itself: it begins with the weights of the one before.
            write_stage(&mut fit.bytes, stage, &weights);
            let mut labeller = Labeller {
                patterns: Patterns::from_bytes(&fit.bytes),
                depth: self.depth,
                table: TranspositionTable::with_bytes(1 << 16),
                solver: Solver::new(1 << 16),
                limits: Limits::default().with_cancel(cancel.clone()),
            };
            let mut samples = Vec::with_capacity(positions.len());
            for &discs in positions {
                if samples.len() % 1024 == 0 {
                    let done = samples.len();
                    watch(&format!("from {empties} empty squares: {done} positions labelled"));
                }
                samples.push((discs, labeller.label(discs)));
                if cancel.is_cancelled() {
                    return None;
                }
            }
            let (used, left_out) = samples.split_at(samples.len() - samples.len() / 10);
            fit_stage(used, &mut weights);
            write_stage(&mut fit.bytes, stage, &weights);
            fit.stages.push(errors(empties, used.len(), left_out, &fit.bytes));
        }
        Some(fit)
    }
}

/// Gives positions their labels.
struct Labeller {
    patterns: Patterns,
    depth: u32,
    table: TranspositionTable,
    solver: Solver,
    limits: Limits,
}

impl Labeller {
    /// The score of a position in discs: exact near the end; before, the mean of two searches,
    /// one ply apart, because the side to move at the leaves is slightly overrated or underrated.
    fn label(&mut self, (mine, theirs): Discs) -> f32 {
        /// The exact score is computed with so many empty squares.
        const SOLVED: u32 = 12;
        let position = Position::new(mine, theirs, 0);
        if position.empties() <= SOLVED {
            return self.solver.solve(&position, &self.limits).score().unwrap_or(0) as f32;
        }
        let sum: i32 = [self.depth, self.depth.saturating_add(1)]
            .into_iter()
            .map(|max_depth| {
                let parts = SearchParts::new()
                    .evaluator(&self.patterns)
                    .ordering(FewestReplies)
                    .table(&self.table);
                let search = AlphaBeta::default().max_depth(max_depth);
                search.solve(&Othello, &position, parts, &self.limits).score.get()
            })
            .sum();
        sum as f32 / 2.0
    }
}

/// The weights of a stage in the file.
const BYTES: usize = FOLDED + 1;

fn write_stage(bytes: &mut [u8], stage: usize, weights: &[f32]) {
    for (byte, weight) in bytes[stage * BYTES..][..BYTES].iter_mut().zip(weights) {
        *byte = weight.round().clamp(-127.0, 127.0) as i8 as u8;
    }
}

/// Plays a game with some random moves, and appends one of its positions to each stage.
fn play(random: &mut Random, positions: &mut [Vec<Discs>]) {
    let opening = 4 + random.below(12) as u32;
    let chosen = random.below(STAGE.into()) as u32;
    let mut position = Othello.initial_state();
    let mut moves: Vec<Move> = Vec::new();
    while Othello.turn(&position) != Turn::Over {
        let empties = position.empties();
        if empties % STAGE == chosen && position.legal_squares() != 0 && empties < 60 {
            positions[(empties / STAGE) as usize].push((position.mine(), position.theirs()));
        }
        moves.clear();
        Othello.moves(&position, &mut moves);
        let any = moves[random.scaled(moves.len() as u64) as usize];
        let mv = if empties + opening > 60 || random.scaled(10) == 0 {
            any
        } else {
            let parts = SearchParts::new().evaluator(&Mobility);
            let search = AlphaBeta::default().max_depth(1);
            let report = search.solve(&Othello, &position, parts, &Limits::default());
            report.principal_variation.first().copied().unwrap_or(any)
        };
        position.play(mv);
    }
}

/// The weights that a position uses, without that of mobility.
fn rows(samples: &[(Discs, f32)]) -> Vec<[u32; USED]> {
    let fold = fold();
    let row = |&((mine, theirs), _): &(Discs, f32)| indices(mine, theirs).map(|at| 1 + fold[at]);
    samples.iter().map(row).collect()
}

fn mobility((mine, theirs): Discs) -> f32 {
    Mobility::eighths(mine, theirs) as f32 / 100.0
}

/// Changes the weights, first that of mobility, to the best ones near them.
fn fit_stage(samples: &[(Discs, f32)], weights: &mut [f32]) {
    /// The penalty on a change, as much as that of an error in so many samples.
    const PENALTY: f32 = 10.0;
    const STEPS: u32 = 30;
    let rows = rows(samples);
    let moves: Vec<f32> = samples.iter().map(|&(discs, _)| mobility(discs)).collect();
    // The product of the matrix of samples with weights, and of its transpose with errors.
    let forward = |weights: &[f32]| -> Vec<f32> {
        let sum = |(row, moves): (&[u32; USED], &f32)| {
            row.iter().fold(weights[0] * moves, |sum, &at| sum + weights[at as usize])
        };
        rows.iter().zip(&moves).map(sum).collect()
    };
    let back = |errors: &[f32], weights: &[f32]| -> Vec<f32> {
        let mut sums: Vec<f32> = weights.iter().map(|weight| -PENALTY * weight).collect();
        for ((row, moves), error) in rows.iter().zip(&moves).zip(errors) {
            sums[0] += error * moves;
            for &at in row {
                sums[at as usize] += error;
            }
        }
        sums
    };
    let mut scale = vec![PENALTY; weights.len()];
    for (row, moves) in rows.iter().zip(&moves) {
        scale[0] += moves * moves;
        for &at in row {
            scale[at as usize] += 1.0;
        }
    }
    let dot = |a: &[f32], b: &[f32]| -> f64 {
        a.iter().zip(b).map(|(a, b)| f64::from(*a) * f64::from(*b)).sum()
    };
    let estimates = forward(weights);
    let mut errors: Vec<f32> = samples
        .iter()
        .zip(estimates)
        .map(|((_, label), estimate)| 8.0 * label - estimate)
        .collect();
    let mut change = vec![0.0; weights.len()];
    let mut direction = vec![0.0; weights.len()];
    let mut before = f64::INFINITY;
    for _ in 0..STEPS {
        let gradient = back(&errors, &change);
        let scaled: Vec<f32> = gradient.iter().zip(&scale).map(|(a, b)| a / b).collect();
        let size = dot(&gradient, &scaled);
        if size == 0.0 {
            break;
        }
        for (at, scaled) in direction.iter_mut().zip(scaled) {
            *at = scaled + (size / before) as f32 * *at;
        }
        before = size;
        let moved = forward(&direction);
        let curvature = dot(&moved, &moved) + f64::from(PENALTY) * dot(&direction, &direction);
        let step = (size / curvature) as f32;
        for (at, direction) in change.iter_mut().zip(&direction) {
            *at += step * direction;
        }
        for (at, moved) in errors.iter_mut().zip(moved) {
            *at -= step * moved;
        }
    }
    for (weight, change) in weights.iter_mut().zip(change) {
        *weight += change;
    }
}

/// The errors on samples that were left out.
fn errors(empties: u32, positions: usize, samples: &[(Discs, f32)], bytes: &[u8]) -> Errors {
    let patterns = Patterns::from_bytes(bytes);
    let error = |estimate: &dyn Fn(Discs) -> f32| {
        let square = |&(discs, label): &(Discs, f32)| f64::from(estimate(discs) - label).powi(2);
        (samples.iter().map(square).sum::<f64>() / samples.len() as f64).sqrt()
    };
    let (mut product, mut square) = (0.0, 0.0);
    for &(discs, label) in samples {
        product += label * mobility(discs);
        square += mobility(discs).powi(2);
    }
    Errors {
        empties,
        positions,
        patterns: error(&|(mine, theirs)| patterns.eighths(mine, theirs) as f32 / 8.0),
        mobility: error(&|discs| product / square * mobility(discs)),
    }
}
