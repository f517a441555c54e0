//! The games of a match, several at once, delivered in their order.

use std::collections::BTreeMap;
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::mpsc::{RecvTimeoutError, Sender, channel};
use std::time::Duration;

use tremaux_core::{CancelToken, Limits, start_thread};
use tremaux_registry::{GameEntry, Outcome, PlayedGame};

use super::board::Board;
use super::contestant::Contestant;
use super::game::{GameRecord, GameRules, play_game};
use super::opening::{Opening, Openings};
use super::player::MatchPlayer;
use tremaux_cli::failure::Failure;
use tremaux_cli::games::computer::random_stream;
use tremaux_cli::options::OptionValues;
use tremaux_cli::table_cache;

/// The data shared by all games of a match.
pub(super) struct Series<'a> {
    pub(super) game: &'static GameEntry,
    pub(super) given: OptionValues,
    pub(super) players: &'a [MatchPlayer; 2],
    pub(super) openings: Openings,
    pub(super) games: u64,
    pub(super) concurrency: u64,
    pub(super) seed: u64,
    /// The size of both players' tables together.
    pub(super) table_bytes: usize,
    /// How long a program may take for an answer.
    pub(super) timeout: Duration,
    pub(super) rules: GameRules,
    /// The moves played in all games so far.
    pub(super) moves: AtomicU64,
    pub(super) cancel: CancelToken,
}

/// A game that was played to its end.
#[derive(Debug)]
pub(super) struct FinishedGame {
    /// Its number, from 0.
    pub(super) number: u64,
    /// 1 if B had the first side, such as white.
    pub(super) swapped: usize,
    pub(super) opening: Opening,
    pub(super) record: GameRecord,
}

impl FinishedGame {
    /// The outcome for A.
    pub(super) fn of_a(&self) -> Outcome {
        match self.record.outcome {
            Outcome::Draw => Outcome::Draw,
            Outcome::Win if self.swapped == 0 => Outcome::Win,
            Outcome::Loss if self.swapped == 1 => Outcome::Win,
            _ => Outcome::Loss,
        }
    }
}

/// What happens during a match.
pub(super) enum MatchEvent<'a> {
    /// The next game is over.
    Finished(&'a FinishedGame),
    /// So many moves were played in all games, those under way among them.
    Moves(u64),
}

/// A game, or why there is none: it was stopped, or something is wrong.
type Delivery = Result<Option<FinishedGame>, Failure>;

impl Series<'_> {
    pub(super) fn open(&self, start: &str) -> Result<Box<dyn PlayedGame>, Failure> {
        let limits = Limits::default().with_cancel(self.cancel.clone());
        let opened = self.game.open_with(&self.given, start, &table_cache::of_game(&limits));
        opened.map_err(|error| Failure::of(error, "POSITION"))
    }

    /// Plays the games and hands them to `take` in their order, until it returns false; between
    /// them also how many moves were played, several times a second.
    ///
    /// Several are played at once, but what is handed over does not depend on how many: games
    /// after the last one that was taken do not count.
    pub(super) fn play(
        &self,
        take: &mut dyn FnMut(MatchEvent<'_>) -> Result<bool, Failure>,
    ) -> Result<(), Failure> {
        const PERIOD: Duration = Duration::from_millis(100);
        let (next, stop) = (AtomicU64::new(0), CancelToken::default());
        let (sender, receiver) = channel();
        std::thread::scope(|scope| {
            let mut has_started = false;
            for _ in 0..self.concurrency {
                let (sender, next, stop) = (sender.clone(), &next, &stop);
                has_started |=
                    start_thread(scope, move || self.work(next, &sender, stop)).is_some();
            }
            drop(sender);
            if !has_started {
                let message = "the system refuses to start a thread, which a match needs";
                return Err(Failure::Usage(message.into()));
            }
            let mut result = Ok(());
            let mut waiting: BTreeMap<u64, Delivery> = BTreeMap::new();
            let mut expected = 0;
            loop {
                match receiver.recv_timeout(PERIOD) {
                    Ok((number, delivery)) => drop(waiting.insert(number, delivery)),
                    Err(RecvTimeoutError::Timeout) => {
                        let moves = MatchEvent::Moves(self.moves.load(Ordering::Relaxed));
                        if let Err(failure) = take(moves) {
                            stop.cancel();
                            result = Err(failure);
                        }
                    }
                    Err(RecvTimeoutError::Disconnected) => return result,
                }
                while !stop.is_cancelled()
                    && let Some(delivery) = waiting.remove(&expected)
                {
                    expected += 1;
                    let goes_on = match delivery {
                        Ok(Some(finished)) => take(MatchEvent::Finished(&finished)),
                        Ok(None) => Ok(false),
                        Err(failure) => Err(failure),
                    };
                    if !matches!(goes_on, Ok(true)) {
                        stop.cancel();
                        result = goes_on.map(|_| ());
                    }
                }
                if self.cancel.is_cancelled() {
                    stop.cancel();
                }
            }
        })
    }

    /// Plays one game after the other.
    fn work(&self, next: &AtomicU64, sender: &Sender<(u64, Delivery)>, stop: &CancelToken) {
        let mut contestants = None;
        while !stop.is_cancelled() {
            let number = next.fetch_add(1, Ordering::Relaxed);
            if number >= self.games {
                break;
            }
            let played = match &mut contestants {
                Some(contestants) => self.one(contestants, number, stop),
                none => self
                    .contestants(stop)
                    .and_then(|both| self.one(none.insert(both), number, stop)),
            };
            if sender.send((number, played)).is_err() {
                break;
            }
        }
        for contestant in contestants.iter_mut().flatten() {
            contestant.stop();
        }
    }

    fn contestants(&self, stop: &CancelToken) -> Result<[Contestant<'_>; 2], Failure> {
        let [a, b] = self.players;
        let new =
            |player| Contestant::new(player, &self.moves, self.table_bytes / 2, self.timeout, stop);
        Ok([new(a)?, new(b)?])
    }

    /// Plays a game.
    fn one(
        &self,
        contestants: &mut [Contestant<'_>; 2],
        number: u64,
        stop: &CancelToken,
    ) -> Delivery {
        let (pair, swapped) = (number / 2, (number % 2) as usize);
        let opening = self.openings.of_pair(pair, |start| self.open(start))?;
        let board = Board::new(self.game, self.open(&opening.start)?, &opening)?;
        let stream = |seat: usize| {
            random_stream(self.seed, u64::MAX - (pair * 4 + swapped as u64 * 2 + seat as u64))
        };
        let dice = self.seed.wrapping_add(pair);
        let played = play_game(contestants, board, swapped, &self.rules, dice, stream, stop);
        for contestant in contestants {
            contestant.end();
        }
        Ok(played?.map(|record| FinishedGame { number, swapped, opening, record }))
    }
}
