//! A player at the board: ours within this process, or a program.

use std::sync::atomic::{AtomicU64, Ordering};
use std::time::{Duration, Instant};

use tremaux_core::{CancelToken, Random};
use tremaux_play::Clock;
use tremaux_protocol::client::{Action, Engine, EngineScore, Program, Search};

use super::board::Board;
use super::ending::{Ending, Fault};
use super::player::{MatchPlayer, PlayerKind};
use tremaux_cli::failure::Failure;
use tremaux_cli::games::computer::{Computer, random_stream};

pub(super) struct Contestant<'a> {
    pub(super) player: &'a MatchPlayer,
    seat: Seat<'a>,
    /// Counts the moves of all players.
    moves: &'a AtomicU64,
    timeout: Duration,
    cancel: CancelToken,
}

enum Seat<'a> {
    Named(Computer),
    /// A program, which is started when it is needed.
    Program(&'a Program, Option<Engine>),
}

/// What a player does.
#[derive(Clone, Debug)]
pub(super) struct Choice {
    /// The move as it is played; `None` if the player resigns.
    pub(super) mv: Option<String>,
    /// How the player sees the game: in the unit of the game.
    pub(super) score: Option<i64>,
    pub(super) elapsed: Duration,
    /// The score and depth as comments of games have them.
    pub(super) note: String,
}

/// Why there is no choice.
#[derive(Debug)]
pub(super) enum NoChoice {
    /// The game is lost by the player's fault.
    Fault(Fault),
    /// The match is stopped.
    Cancelled,
}

impl<'a> Contestant<'a> {
    pub(super) fn new(
        player: &'a MatchPlayer,
        moves: &'a AtomicU64,
        table_bytes: usize,
        timeout: Duration,
        cancel: &CancelToken,
    ) -> Result<Self, Failure> {
        let seat = match &player.kind {
            PlayerKind::Named(named) => {
                let random = random_stream(0, 0);
                Seat::Named(Computer::new(named.clone(), table_bytes, random)?)
            }
            PlayerKind::Program(program) => Seat::Program(program, None),
        };
        Ok(Self { player, seat, moves, timeout, cancel: cancel.clone() })
    }

    /// Starts a game.
    pub(super) fn begin(&mut self, board: &Board, random: Random) -> Result<(), NoChoice> {
        match &mut self.seat {
            Seat::Named(computer) => computer.begin(random),
            Seat::Program(program, engine) => {
                let chess = board.chess.as_ref().expect("programs play chess alone");
                let limits = &self.player.limits;
                let begun = match engine.take() {
                    Some(running) => Ok(running),
                    None => Engine::start(program, self.timeout, &self.cancel),
                };
                let begun = begun.and_then(|mut running| {
                    running.new_game(&chess.start, limits)?;
                    Ok(running)
                });
                *engine = Some(begun.map_err(|error| match Fault::of(&error, false) {
                    Some(fault) => NoChoice::Fault(fault),
                    None => NoChoice::Cancelled,
                })?);
            }
        }
        Ok(())
    }

    /// Asks for a move. `deadline` is when a program is given up; `opponent` is the other side's
    /// clock.
    pub(super) fn choose(
        &mut self,
        board: &Board,
        clock: Clock,
        opponent: Clock,
        deadline: Option<Duration>,
    ) -> Result<Choice, NoChoice> {
        self.moves.fetch_add(1, Ordering::Relaxed);
        match &mut self.seat {
            Seat::Named(computer) => {
                if self.player.limits.is_limited() {
                    computer.player.time = share(&clock);
                }
                choose_by_name(computer, board, &self.cancel)
            }
            Seat::Program(_, engine) => {
                let chess = board.chess.as_ref().expect("programs play chess alone");
                let mut running = engine.take().expect("it was started");
                let search = Search {
                    start: &chess.start,
                    moves: &chess.moves,
                    clock,
                    opponent,
                    deadline: deadline.unwrap_or(self.timeout),
                };
                let answer = match running.choose(&search) {
                    Ok(answer) => answer,
                    // Whatever state it is in, it is started again for the next game.
                    Err(error) => {
                        running.give_up();
                        let fault = Fault::of(&error, deadline.is_some());
                        return Err(fault.map_or(NoChoice::Cancelled, NoChoice::Fault));
                    }
                };
                *engine = Some(running);
                let thought = answer.thought;
                let note = thought.score.map(|score| {
                    let depth = thought.depth.map_or(String::new(), |depth| format!("/{depth}"));
                    format!("{}{depth}", score.text())
                });
                let mv = match answer.action {
                    Action::Move(mv) => Some(chess.now.to_san(mv)),
                    Action::Resign => None,
                };
                Ok(Choice {
                    mv,
                    score: thought.score.map(|score| score.centipawns().into()),
                    elapsed: answer.elapsed,
                    note: note.unwrap_or_default(),
                })
            }
        }
    }

    /// Ends a game: a program that cannot play another one is stopped.
    pub(super) fn end(&mut self) {
        if let Seat::Program(_, engine) = &mut self.seat
            && engine.as_ref().is_some_and(|running| !running.is_reusable())
        {
            *engine = None;
        }
    }

    /// Stops a program, politely only if the match goes on.
    pub(super) fn stop(&mut self) {
        if let Seat::Program(_, engine) = &mut self.seat
            && let Some(mut running) = engine.take()
            && self.cancel.is_cancelled()
        {
            running.give_up();
        }
    }
}

/// The move of one of our players.
fn choose_by_name(
    computer: &mut Computer,
    board: &Board,
    cancel: &CancelToken,
) -> Result<Choice, NoChoice> {
    let started = Instant::now();
    let chosen = computer.choose(&*board.game, cancel, &mut |_| {});
    let elapsed = started.elapsed();
    let (mv, report) = match chosen {
        Some(chosen) if !cancel.is_cancelled() => chosen,
        _ => return Err(NoChoice::Cancelled),
    };
    let score = report.as_ref().and_then(|report| report.score);
    let note = report.as_ref().and_then(|report| {
        let score = match (report.plies, report.score?) {
            (Some(plies), score) => {
                let moves = plies.div_ceil(2) as i32;
                EngineScore::Mate(if score < 0 { -moves } else { moves })
            }
            (None, score) => EngineScore::Centipawns(i32::try_from(score).ok()?),
        };
        Some(format!("{}/{}", score.text(), report.depth))
    });
    Ok(Choice { mv: Some(mv), score, elapsed, note: note.unwrap_or_default() })
}

/// The time for a move of ours by name: its share of the clock.
fn share(clock: &Clock) -> Option<Duration> {
    if clock.move_time.is_some() {
        return clock.move_time;
    }
    // The engine would start no iteration after 60 % of its share, and stops within three.
    let time = clock.allocate();
    Some(time.soft?.mul_f64(1.0 / 0.6).min(time.hard?))
}

/// Out of time.
pub(super) fn out_of_time(elapsed: Duration, left: Duration) -> Fault {
    let details = format!("used {:.2} s of {:.2} s", elapsed.as_secs_f64(), left.as_secs_f64());
    Fault { ending: Ending::Time, details }
}
