//! One game: whose move it is, whose time runs, and how it ends.

use std::time::Duration;

use tremaux_core::{CancelToken, Random, Turn};
use tremaux_play::Clock;
use tremaux_registry::Outcome;

use super::adjudication::{Adjudication, Adjudicator, Ruling};
use super::board::{Board, ChessBoard};
use super::contestant::{Choice, Contestant, NoChoice, out_of_time};
use super::ending::{Ending, Fault};
use tremaux_cli::failure::Failure;
use tremaux_cli::games::computer::rolled;

/// A game that has ended.
#[derive(Debug)]
pub(super) struct GameRecord {
    /// For the first side, such as white.
    pub(super) outcome: Outcome,
    pub(super) ending: Ending,
    /// What went wrong, in words; empty if nothing did.
    pub(super) details: String,
    /// The moves, those of the opening first.
    pub(super) moves: Vec<String>,
    /// What is said of the last of them, of those since the opening: scores, depths, times.
    pub(super) notes: Vec<String>,
    /// The game, if it is chess.
    pub(super) chess: Option<ChessBoard>,
}

/// What holds for every game of a match.
#[derive(Clone, Copy, Debug)]
pub(super) struct GameRules {
    pub(super) adjudication: Adjudication,
    /// How much longer than its time a player may take.
    pub(super) margin: Duration,
}

/// The clock of one side.
#[derive(Clone, Copy, Debug, Default)]
struct SideClock {
    left: Duration,
    moves: u32,
}

/// Plays the game on `board`. `swapped` is 1 if the second contestant has the first side. Returns
/// `None` if it was stopped.
pub(super) fn play_game(
    contestants: &mut [Contestant<'_>; 2],
    mut board: Board,
    swapped: usize,
    rules: &GameRules,
    dice: u64,
    mut random: impl FnMut(usize) -> Random,
    cancel: &CancelToken,
) -> Result<Option<GameRecord>, Failure> {
    let mut notes = Vec::new();
    let mut judge = Adjudicator::new(rules.adjudication);
    let mut sides = [SideClock::default(); 2];
    let lost = |side: usize| if side == 0 { Outcome::Loss } else { Outcome::Win };
    let end = |board: Board, outcome, ending, details, notes| {
        let moves = board.game.played();
        Ok(Some(GameRecord { outcome, ending, details, moves, notes, chess: board.chess }))
    };
    for side in [0, 1] {
        let seat = side ^ swapped;
        let contestant = &mut contestants[seat];
        match contestant.begin(&board, random(seat)) {
            Ok(()) => {}
            Err(NoChoice::Cancelled) => return Ok(None),
            Err(NoChoice::Fault(Fault { ending, details })) => {
                return end(board, lost(side), ending, details, notes);
            }
        }
        sides[side].left = contestant.player.limits.control.map_or(Duration::ZERO, |it| it.time);
    }
    loop {
        if cancel.is_cancelled() {
            return Ok(None);
        }
        if let Some((outcome, _)) = board.game.result() {
            let ending = board.ending();
            return end(board, outcome, ending, String::new(), notes);
        }
        let Turn::Player(side) = board.game.turn() else {
            // Both games of a pair have the same dice.
            let Some(roll) = rolled(&*board.game, dice) else { return Ok(None) };
            board.play(&roll)?;
            notes.push(String::new());
            continue;
        };
        let side = usize::from(side);
        let clock_of = |contestants: &[Contestant<'_>; 2], side: usize| -> Clock {
            let SideClock { left, moves } = sides[side];
            contestants[side ^ swapped].player.limits.clock(left, moves)
        };
        let (clock, opponent) = (clock_of(contestants, side), clock_of(contestants, 1 - side));
        // The time after which the move is too late.
        let allowed = [clock.remaining, clock.move_time].into_iter().flatten().min();
        let contestant = &mut contestants[side ^ swapped];
        let deadline = allowed.map(|time| time.saturating_add(rules.margin));
        let Choice { mv, score, elapsed, note } =
            match contestant.choose(&board, clock, opponent, deadline) {
                Ok(choice) => choice,
                Err(NoChoice::Cancelled) => return Ok(None),
                Err(NoChoice::Fault(Fault { ending, details })) => {
                    return end(board, lost(side), ending, details, notes);
                }
            };
        if let (Some(allowed), Some(deadline)) = (allowed, deadline)
            && elapsed > deadline
        {
            let Fault { ending, details } = out_of_time(elapsed, allowed);
            return end(board, lost(side), ending, details, notes);
        }
        let Some(mv) = mv else {
            return end(board, lost(side), Ending::Resignation, String::new(), notes);
        };
        if let Some(control) = contestant.player.limits.control {
            let clock = &mut sides[side];
            clock.left = clock.left.saturating_sub(elapsed) + control.increment;
            clock.moves += 1;
            if control.moves.is_some_and(|moves| clock.moves.is_multiple_of(moves)) {
                clock.left += control.time;
            }
        }
        board.play(&mv)?;
        let gap = if note.is_empty() { "" } else { " " };
        notes.push(format!("{note}{gap}{:.2}s", elapsed.as_secs_f64()));
        if board.game.result().is_none()
            && let Some(ruling) = judge.after(side, board.plies, score)
        {
            let (outcome, ending) = match ruling {
                Ruling::Scores(outcome) => (outcome, Ending::Adjudication),
                Ruling::Length => (Outcome::Draw, Ending::Length),
            };
            return end(board, outcome, ending, String::new(), notes);
        }
    }
}
