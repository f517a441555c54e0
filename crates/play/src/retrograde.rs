//! Retrograde analysis: solves whole small games backwards from their ends.

use std::collections::VecDeque;
use std::fmt;

use tremaux_core::{
    IndexedGame, Limits, Meter, Player, ReversibleGame, StopReason, Turn, ZeroSumGame,
};
use tremaux_tables::{EndgameTable, EndgameValue};

/// The reason why a game was not solved.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum RetrogradeError {
    /// A limit was reached.
    Stopped(StopReason),
    /// Chance is to move in the position with this number.
    HasChance(usize),
    /// The game is not for two players.
    PlayerCount(usize),
    /// The game has more positions than the analysis can number.
    TooManyPositions(usize),
    /// A win takes more plies than [`EndgameValue::MAX_PLIES`].
    TooLong,
}

impl fmt::Display for RetrogradeError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Stopped(reason) => write!(f, "stopped: {reason:?}"),
            Self::HasChance(index) => write!(f, "chance is to move in position {index}"),
            Self::PlayerCount(count) => {
                write!(f, "expected a game for two players, found one for {count}")
            }
            Self::TooManyPositions(count) => write!(f, "too many positions: {count}"),
            Self::TooLong => write!(f, "a win takes more plies than the table can store"),
        }
    }
}

impl std::error::Error for RetrogradeError {}

/// The values of all positions of a game.
#[derive(Clone, Debug)]
pub struct SolvedGame {
    values: Vec<EndgameValue>,
}

impl SolvedGame {
    /// The value of the position with this number.
    #[inline]
    #[must_use]
    pub fn get(&self, index: usize) -> EndgameValue {
        self.values.get(index).copied().unwrap_or(EndgameValue::Invalid)
    }

    /// The number of positions won, drawn and lost for the player to move. Finished games count
    /// for player 0.
    #[must_use]
    pub fn counts(&self) -> (u64, u64, u64) {
        self.values.iter().fold((0, 0, 0), |(won, drawn, lost), value| match value {
            EndgameValue::Win(_) => (won + 1, drawn, lost),
            EndgameValue::Draw => (won, drawn + 1, lost),
            EndgameValue::Loss(_) => (won, drawn, lost + 1),
            EndgameValue::Invalid => (won, drawn, lost),
        })
    }

    /// The number of plies of the longest win under best play, if any position is won or lost.
    #[must_use]
    pub fn longest(&self) -> Option<u16> {
        let plies = |value: &EndgameValue| match *value {
            EndgameValue::Win(plies) | EndgameValue::Loss(plies) => Some(plies),
            _ => None,
        };
        self.values.iter().filter_map(plies).max()
    }

    /// The compressed table, for the game with this name.
    #[must_use]
    pub fn table(&self, name: &str) -> EndgameTable {
        EndgameTable::new(name, self.values.iter().copied())
    }
}

/// Solves a game whose positions can be numbered (retrograde analysis, Ströhlein 1970; Thompson
/// 1986).
///
/// Every position gets its value for the player to move, with the number of plies to the end
/// when the winner plays for the shortest and the loser for the longest game. Repetitions are
/// handled: a position that neither player can win is a draw, including endless play. A margin
/// of points counts as a win. Players need not alternate.
///
/// Moves are generated forwards once and stored backwards: for n positions and m moves, time is
/// n + m and memory is 13 bytes per position and 4 per move. [`retrograde_analysis_reversible`]
/// needs no memory for moves.
///
/// # Errors
///
/// Returns an error if a limit of nodes, time or memory is reached, if the game is not for two
/// players, or if it has chance.
///
/// ```
/// use tremaux::Limits;
/// use tremaux::games::checkers::{Endings, English};
/// use tremaux::play::retrograde_analysis;
/// let endings: Endings<English> = Endings::new(2);
/// let solved = retrograde_analysis(&endings, &Limits::default())?;
/// let (won, drawn, lost) = solved.counts();
/// assert!(won > 0 && drawn > won && lost > 0);
/// # Ok::<(), tremaux::play::RetrogradeError>(())
/// ```
pub fn retrograde_analysis<G: IndexedGame + ZeroSumGame>(
    game: &G,
    limits: &Limits,
) -> Result<SolvedGame, RetrogradeError> {
    let mut analysis = Analysis::begin(game, limits)?;
    let count = analysis.values.len();
    // Two passes over all moves: the first counts the moves into each position, the second
    // stores their origins.
    let mut starts = vec![0usize; count + 1];
    analysis.each_move(|_, to| starts[to + 1] += 1)?;
    for index in 0..count {
        starts[index + 1] += starts[index];
    }
    let mut froms = vec![0u32; starts[count]];
    let mut next = starts.clone();
    analysis.each_move(|from, to| {
        froms[next[to]] = from as u32;
        next[to] += 1;
    })?;
    drop(next);
    analysis.check(starts.len() * size_of::<usize>() + froms.len() * 4)?;
    analysis.solve(|index, found| {
        found.extend(froms[starts[index]..starts[index + 1]].iter().map(|&from| from as usize));
    })
}

/// Like [`retrograde_analysis`], for games whose moves can be reversed. Needs no memory for
/// moves.
///
/// # Errors
///
/// See [`retrograde_analysis`].
pub fn retrograde_analysis_reversible<G: IndexedGame + ZeroSumGame + ReversibleGame>(
    game: &G,
    limits: &Limits,
) -> Result<SolvedGame, RetrogradeError> {
    let analysis = Analysis::begin(game, limits)?;
    let mut predecessors = Vec::new();
    analysis.solve(|index, found| {
        let Some(state) = game.position(index) else { return };
        predecessors.clear();
        game.predecessors(&state, &mut predecessors);
        found.extend(predecessors.iter().map(|(from, _)| game.index(from)));
    })
}

struct Analysis<'a, G> {
    game: &'a G,
    meter: Meter,
    work: u64,
    values: Vec<EndgameValue>,
    /// The player to move, or `None`.
    movers: Vec<Option<Player>>,
    /// The number of moves not yet known to lose.
    moves_left: Vec<u32>,
    /// The queue of solved positions, by plies to the end, with the winner of each.
    queue: VecDeque<(u32, Player)>,
}

impl<'a, G: IndexedGame + ZeroSumGame> Analysis<'a, G> {
    /// Determines the numbers, ends and moves of all positions.
    fn begin(game: &'a G, limits: &Limits) -> Result<Self, RetrogradeError> {
        let count = game.position_count();
        if game.player_count() != 2 {
            return Err(RetrogradeError::PlayerCount(game.player_count()));
        }
        if u32::try_from(count).is_err() {
            return Err(RetrogradeError::TooManyPositions(count));
        }
        let mut analysis = Self {
            game,
            meter: Meter::start(limits, 0),
            work: 0,
            values: vec![EndgameValue::Invalid; count],
            movers: vec![None; count],
            moves_left: vec![0; count],
            queue: VecDeque::new(),
        };
        let mut moves = Vec::new();
        for index in 0..count {
            analysis.check(0)?;
            let Some(state) = game.position(index) else { continue };
            analysis.values[index] = EndgameValue::Draw;
            match game.turn(&state) {
                Turn::Chance => return Err(RetrogradeError::HasChance(index)),
                Turn::Player(player) => {
                    analysis.movers[index] = Some(player);
                    moves.clear();
                    game.moves(&state, &mut moves);
                    analysis.moves_left[index] = moves.len() as u32;
                }
                Turn::Over => {
                    let score = game.final_score(&state, 0).get();
                    if score != 0 {
                        let is_won = score > 0;
                        let value =
                            if is_won { EndgameValue::Win(0) } else { EndgameValue::Loss(0) };
                        analysis.values[index] = value;
                        analysis.queue.push_back((index as u32, Player::from(!is_won)));
                    }
                }
            }
        }
        Ok(analysis)
    }

    /// Counts one step of work and checks the limits.
    fn check(&mut self, more_bytes: usize) -> Result<(), RetrogradeError> {
        let bytes = self.values.len() * 13 + more_bytes;
        self.meter.check(self.work, || bytes).map_err(RetrogradeError::Stopped)?;
        self.work += 1;
        Ok(())
    }

    /// Calls `visit` with the origin and the destination of each move.
    fn each_move(&mut self, mut visit: impl FnMut(usize, usize)) -> Result<(), RetrogradeError> {
        let mut moves = Vec::new();
        for index in 0..self.values.len() {
            self.check(0)?;
            if self.movers[index].is_none() {
                continue;
            }
            let Some(mut state) = self.game.position(index) else { continue };
            moves.clear();
            self.game.moves(&state, &mut moves);
            for &mv in &moves {
                let undo = self.game.play(&mut state, mv);
                visit(index, self.game.index(&state));
                self.game.undo(&mut state, mv, undo);
            }
        }
        Ok(())
    }

    /// Works backwards from the ends, nearest first. The first win found for a position is
    /// therefore its quickest, and the last losing move its longest defence.
    fn solve(
        mut self,
        mut predecessors: impl FnMut(usize, &mut Vec<usize>),
    ) -> Result<SolvedGame, RetrogradeError> {
        let mut found = Vec::new();
        while let Some((index, winner)) = self.queue.pop_front() {
            self.check(0)?;
            let plies = match self.values[index as usize] {
                EndgameValue::Win(plies) | EndgameValue::Loss(plies) => plies + 1,
                _ => unreachable!("only solved positions are queued"),
            };
            if plies > EndgameValue::MAX_PLIES {
                return Err(RetrogradeError::TooLong);
            }
            found.clear();
            predecessors(index as usize, &mut found);
            for &from in &found {
                // Illegal positions may have reverse moves. Solved positions are done.
                let Some(mover) = self.movers[from] else { continue };
                if self.values[from] != EndgameValue::Draw {
                    continue;
                }
                if mover == winner {
                    self.values[from] = EndgameValue::Win(plies);
                } else {
                    self.moves_left[from] -= 1;
                    if self.moves_left[from] > 0 {
                        continue;
                    }
                    self.values[from] = EndgameValue::Loss(plies);
                }
                self.queue.push_back((from as u32, winner));
            }
        }
        Ok(SolvedGame { values: self.values })
    }
}
