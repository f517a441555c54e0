//! Retrograde analysis: solves whole small games backwards from their ends.

use std::fmt;
use std::ops::Range;

use tremaux_core::{IndexedGame, Limits, Meter, Player, StopReason, Turn, ZeroSumGame};
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
    /// A move from the position with this number leads to one whose value is not known.
    Unknown(usize),
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
            Self::Unknown(index) => {
                write!(f, "a move from position {index} leads to one whose value is not known")
            }
        }
    }
}

impl std::error::Error for RetrogradeError {}

/// The values of all positions of a game, or of a part of them.
#[derive(Clone, Debug)]
#[cfg_attr(feature = "serde", derive(Serialize, Deserialize))]
pub struct SolvedGame {
    /// The number of the first position.
    first: usize,
    values: Vec<EndgameValue>,
}

impl SolvedGame {
    /// The value of the position with this number.
    #[inline]
    pub fn get(&self, index: usize) -> EndgameValue {
        let value = index.checked_sub(self.first).and_then(|at| self.values.get(at));
        value.copied().unwrap_or(EndgameValue::Invalid)
    }

    /// The number of positions won, drawn and lost for the player to move. Finished games count
    /// for player 0.
    pub fn counts(&self) -> (u64, u64, u64) {
        self.values.iter().fold((0, 0, 0), |(won, drawn, lost), value| match value {
            EndgameValue::Win(_) => (won + 1, drawn, lost),
            EndgameValue::Draw => (won, drawn + 1, lost),
            EndgameValue::Loss(_) => (won, drawn, lost + 1),
            EndgameValue::Invalid => (won, drawn, lost),
        })
    }

    /// The number of plies of the longest win under best play, if any position is won or lost.
    pub fn longest(&self) -> Option<u16> {
        let plies = |value: &EndgameValue| match *value {
            EndgameValue::Win(plies) | EndgameValue::Loss(plies) => Some(plies),
            _ => None,
        };
        self.values.iter().filter_map(plies).max()
    }

    /// The compressed table, for the game with this name. The first position has number 0.
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
/// Moves are generated forwards and stored backwards: for n positions and m moves, time is n + m
/// and memory is 16 bytes per position and 4 per move.
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
    retrograde_layer(game, 0..game.position_count(), |_| EndgameValue::Invalid, limits)
}

/// Like [`retrograde_analysis`], for the positions with these numbers only, if their moves lead to
/// one of them or to a position whose value `known` returns. So a large game is solved part by
/// part, such as one set of pieces after the other.
///
/// # Errors
///
/// Also fails if `known` returns [`EndgameValue::Invalid`].
pub fn retrograde_layer<G: IndexedGame + ZeroSumGame>(
    game: &G,
    numbers: Range<usize>,
    known: impl Fn(&G::State) -> EndgameValue,
    limits: &Limits,
) -> Result<SolvedGame, RetrogradeError> {
    let count = numbers.len();
    // Two passes over all moves: the first counts the moves into each position, the second
    // stores their origins.
    let mut starts = vec![0u32; count + 1];
    let mut analysis = Analysis::begin(game, numbers, known, limits, |to| starts[to] += 1)?;
    let mut sum = 0u32;
    for start in &mut starts {
        sum = sum.checked_add(*start).ok_or(RetrogradeError::TooManyPositions(count))?;
        *start = sum;
    }
    analysis.check(starts.len() * 4 + sum as usize * 4)?;
    let mut froms = vec![0u32; sum as usize];
    analysis.each_move(|from, to| {
        starts[to] -= 1;
        froms[starts[to] as usize] = from as u32;
    })?;
    analysis.solve(|at, found| {
        let range = starts[at] as usize..starts[at + 1] as usize;
        found.extend(froms[range].iter().map(|&from| from as usize));
    })
}

/// The value for `player` of `state`, which has this value for the player to move.
fn value_for<G: ZeroSumGame>(
    game: &G,
    player: Player,
    state: &G::State,
    value: EndgameValue,
) -> EndgameValue {
    let mover = match game.turn(state) {
        Turn::Player(mover) => mover,
        _ => 0,
    };
    match value {
        EndgameValue::Win(plies) if mover != player => EndgameValue::Loss(plies),
        EndgameValue::Loss(plies) if mover != player => EndgameValue::Win(plies),
        same => same,
    }
}

/// Instead of a number of moves: the position is queued with its value.
const QUEUED: u32 = u32::MAX;

/// Places are numbers counted from the first.
struct Analysis<'a, G> {
    game: &'a G,
    numbers: Range<usize>,
    meter: Meter,
    work: u64,
    values: Vec<EndgameValue>,
    /// The player to move, or `None`.
    movers: Vec<Option<Player>>,
    /// The number of moves not yet known to lose.
    moves_left: Vec<u32>,
    /// The plies to the end after the longest of the losing moves that leave the layer.
    longest: Vec<u16>,
    /// Positions that are won or lost in so many plies, with the winner, unless they have a value
    /// by then.
    queue: Vec<Vec<(u32, Player)>>,
}

impl<'a, G: IndexedGame + ZeroSumGame> Analysis<'a, G> {
    /// An analysis that knows of no position.
    fn unknown(
        game: &'a G,
        numbers: Range<usize>,
        limits: &Limits,
    ) -> Result<Self, RetrogradeError> {
        let count = numbers.len();
        if game.player_count() != 2 {
            return Err(RetrogradeError::PlayerCount(game.player_count()));
        }
        if u32::try_from(count).is_err() {
            return Err(RetrogradeError::TooManyPositions(count));
        }
        let mut analysis = Self {
            game,
            numbers,
            meter: Meter::start(limits, 0),
            work: 0,
            values: Vec::new(),
            movers: Vec::new(),
            moves_left: Vec::new(),
            longest: Vec::new(),
            queue: Vec::new(),
        };
        analysis.check(count * Self::BYTES)?;
        analysis.values = vec![EndgameValue::Invalid; count];
        analysis.movers = vec![None; count];
        analysis.moves_left = vec![0; count];
        analysis.longest = vec![0; count];
        Ok(analysis)
    }

    /// Determines the numbers, ends and moves of all positions. Calls `enter` with the place where
    /// each move within the layer leads.
    fn begin(
        game: &'a G,
        numbers: Range<usize>,
        known: impl Fn(&G::State) -> EndgameValue,
        limits: &Limits,
        mut enter: impl FnMut(usize),
    ) -> Result<Self, RetrogradeError> {
        let mut analysis = Self::unknown(game, numbers.clone(), limits)?;
        let mut moves = Vec::new();
        for (place, index) in numbers.clone().enumerate() {
            analysis.check(0)?;
            let Some(mut state) = game.position(index) else { continue };
            analysis.values[place] = EndgameValue::Draw;
            let player = match game.turn(&state) {
                Turn::Chance => return Err(RetrogradeError::HasChance(index)),
                Turn::Player(player) => player,
                Turn::Over => {
                    match game.final_score(&state, 0).get() {
                        0 => {}
                        score => analysis.add(place, 0, Player::from(score < 0)),
                    }
                    continue;
                }
            };
            analysis.movers[place] = Some(player);
            moves.clear();
            game.moves(&state, &mut moves);
            let (mut moves_left, mut longest, mut quickest) = (moves.len() as u32, 0, None);
            for &mv in &moves {
                let undo = game.play(&mut state, mv);
                let to = game.index(&state);
                if numbers.contains(&to) {
                    enter(to - numbers.start);
                } else {
                    match value_for(game, player, &state, known(&state)) {
                        EndgameValue::Invalid => return Err(RetrogradeError::Unknown(index)),
                        EndgameValue::Draw => {}
                        EndgameValue::Win(plies) => {
                            quickest = Some(quickest.map_or(plies, |least: u16| least.min(plies)));
                        }
                        EndgameValue::Loss(plies) => {
                            moves_left -= 1;
                            longest = longest.max(plies);
                        }
                    }
                }
                game.undo(&mut state, mv, undo);
            }
            analysis.moves_left[place] = moves_left;
            analysis.longest[place] = longest;
            if let Some(plies) = quickest {
                analysis.add(place, usize::from(plies) + 1, player);
            } else if moves_left == 0 {
                analysis.add(place, usize::from(longest) + 1, 1 - player);
            }
        }
        Ok(analysis)
    }

    /// Bytes held for a position.
    const BYTES: usize = size_of::<EndgameValue>() + size_of::<Option<Player>>() + 4 + 2 + 4;

    /// Queues a position that `winner` wins in so many plies.
    fn add(&mut self, place: usize, plies: usize, winner: Player) {
        if self.queue.len() <= plies {
            self.queue.resize_with(plies + 1, Vec::new);
        }
        self.queue[plies].push((place as u32, winner));
    }

    /// Counts one step of work and checks the limits.
    fn check(&mut self, more_bytes: usize) -> Result<(), RetrogradeError> {
        let bytes = self.values.len() * Self::BYTES + more_bytes;
        self.meter.check(self.work, || bytes).map_err(RetrogradeError::Stopped)?;
        self.work += 1;
        Ok(())
    }

    /// Calls `visit` with the origin and the destination of each move within the layer.
    fn each_move(&mut self, mut visit: impl FnMut(usize, usize)) -> Result<(), RetrogradeError> {
        let mut moves = Vec::new();
        for place in 0..self.values.len() {
            self.check(0)?;
            if self.movers[place].is_none() {
                continue;
            }
            let Some(mut state) = self.game.position(self.numbers.start + place) else { continue };
            moves.clear();
            self.game.moves(&state, &mut moves);
            for &mv in &moves {
                let undo = self.game.play(&mut state, mv);
                let to = self.game.index(&state);
                if self.numbers.contains(&to) {
                    visit(place, to - self.numbers.start);
                }
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
        let mut plies = 0;
        while plies < self.queue.len() {
            let value = u16::try_from(plies).ok().filter(|&it| it <= EndgameValue::MAX_PLIES);
            let value = value.ok_or(RetrogradeError::TooLong)?;
            for (place, winner) in std::mem::take(&mut self.queue[plies]) {
                self.check(0)?;
                let at = place as usize;
                if self.values[at] != EndgameValue::Draw {
                    continue;
                }
                // Finished games count for player 0.
                let is_won = self.movers[at].unwrap_or(0) == winner;
                self.values[at] =
                    if is_won { EndgameValue::Win(value) } else { EndgameValue::Loss(value) };
                found.clear();
                predecessors(at, &mut found);
                for &from in &found {
                    // Illegal positions may have reverse moves. Solved positions are done.
                    let Some(mover) = self.movers[from] else { continue };
                    if self.values[from] != EndgameValue::Draw || self.moves_left[from] == QUEUED {
                        continue;
                    }
                    let mut plies_from = plies + 1;
                    if mover == winner {
                        self.moves_left[from] = QUEUED;
                    } else {
                        self.moves_left[from] -= 1;
                        if self.moves_left[from] > 0 {
                            continue;
                        }
                        plies_from = plies_from.max(usize::from(self.longest[from]) + 1);
                    }
                    self.add(from, plies_from, winner);
                }
            }
            plies += 1;
        }
        Ok(SolvedGame { first: self.numbers.start, values: self.values })
    }
}
