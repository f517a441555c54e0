//! Games of the engine with itself, and their quiet positions.

use cozy_chess::{Color, Piece};
use tremaux_core::{CancelToken, Game, Limits, Random, TacticalGame, Turn, ZeroSumGame};
use tremaux_tables::TranspositionTable;

use super::Tuning;
use crate::engine;
use crate::evaluation::piece_square::{FULL_PHASE, phase, square_features};
use crate::evaluation::weights::{COUNT, TO_MOVE};
use crate::evaluation::{scale, side};
use crate::position::Position;
use crate::rules::Chess;

/// A quiet position: its features for White, and the result of its game.
#[derive(Clone, Debug)]
pub struct Sample {
    /// The weights that count, and how often.
    pub(super) features: Vec<(u8, i16)>,
    /// The share of the middlegame, and that of the endgame.
    pub(super) middle: f32,
    pub(super) end: f32,
    /// What White got: 1, 0.5 or 0.
    pub(super) result: f32,
    /// The number of the game.
    pub(super) game: u32,
}

impl Sample {
    fn new(position: &Position, game: u32) -> Self {
        let board = position.board();
        let (mut counts, mut black) = ([0; COUNT], [0; COUNT]);
        side(board, Color::White, &mut counts);
        side(board, Color::Black, &mut black);
        for (count, black) in counts.iter_mut().zip(black) {
            *count -= black;
        }
        for color in Color::ALL {
            let sign = if color == Color::White { 1 } else { -1 };
            for piece in Piece::ALL {
                for square in board.colored_pieces(color, piece) {
                    let rank = square.rank().relative_to(color) as i32;
                    for (weight, count) in square_features(piece as i32, square.file() as i32, rank)
                    {
                        counts[weight] += sign * count;
                    }
                }
            }
        }
        counts[TO_MOVE] += if position.side_to_move() == Color::White { 1 } else { -1 };
        let lead: i32 = counts
            .iter()
            .zip(&crate::evaluation::weights::WEIGHTS)
            .map(|(count, weight)| count * weight.end)
            .sum();
        let phase = phase(board) as f32 / FULL_PHASE as f32;
        let features = counts.iter().enumerate().filter(|(_, count)| **count != 0);
        Self {
            features: features.map(|(at, &count)| (at as u8, count as i16)).collect(),
            middle: phase,
            end: (1.0 - phase) * scale(board, lead) as f32 / 64.0,
            result: 0.5,
            game,
        }
    }
}

pub(super) fn samples(
    tuning: &Tuning,
    cancel: &CancelToken,
    watch: &mut dyn FnMut(u32, usize),
) -> Vec<Sample> {
    let game = Chess::new();
    let mut random = Random::new(tuning.seed);
    let mut table: TranspositionTable = TranspositionTable::with_bytes(1 << 22);
    let mut samples = Vec::new();
    for number in 0..tuning.games {
        if cancel.is_cancelled() {
            break;
        }
        table.clear();
        let first = samples.len();
        let result = play(&game, tuning, number, &mut random, &table, &mut samples);
        for sample in &mut samples[first..] {
            sample.result = result;
        }
        watch(number + 1, samples.len());
    }
    samples
}

/// Plays a game after eight random plies and collects its quiet positions. Returns what White
/// gets.
fn play(
    game: &Chess,
    tuning: &Tuning,
    number: u32,
    random: &mut Random,
    table: &TranspositionTable,
    samples: &mut Vec<Sample>,
) -> f32 {
    /// A game is over where both sides agree on so much for so many plies.
    const DECIDED: (i32, u32) = (900, 6);
    const MOST_PLIES: u32 = 300;
    let limits = Limits::default().with_nodes(tuning.nodes);
    let mut position = game.initial_state();
    let mut ordering = engine::ordering();
    let mut decided = 0;
    for ply in 0..MOST_PLIES {
        if game.turn(&position) == Turn::Over {
            return (1 + game.final_score(&position, 0).get().signum()) as f32 / 2.0;
        }
        if ply < 8 {
            let moves = position.legal_moves();
            let _ = position.play(moves[random.scaled(moves.len() as u64) as usize]);
            continue;
        }
        let mut root = position.clone();
        root.set_search_root();
        table.age();
        let mut search = engine::options().start(game, &root, engine::parts(table, ordering));
        let _ = tremaux_core::GameSearch::advance(&mut search, &limits, &mut ());
        let report = tremaux_core::GameSearch::report(&search);
        ordering = search.into_parts().ordering;
        let mv = report.principal_variation[0];
        let score = report.score.get();
        let white = if position.side_to_move() == Color::White { score } else { -score };
        decided = if white.abs() >= DECIDED.0 { decided + 1 } else { 0 };
        if decided >= DECIDED.1 {
            return if white > 0 { 1.0 } else { 0.0 };
        }
        let is_quiet = !position.is_check() && game.loudness(&position, mv) == 0;
        if is_quiet && score.abs() < 600 {
            samples.push(Sample::new(&position, number));
        }
        let _ = position.play(mv);
    }
    0.5
}
