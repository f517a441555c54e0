//! The solver's search: is the score of a position at least `beta`?

use std::sync::atomic::{AtomicU64, Ordering::Relaxed};

use tremaux_core::{Bound, CancelToken, GameStatistics, Meter, NO_MOVE, StopReason};
use tremaux_tables::{HistoryTable, Record, TranspositionTable, TwoLevel};

use super::evaluation::Threats;
use super::rules::{Column, ConnectFour, Position, mix};
use super::size::Size;

/// Mirror images are folded in positions with fewer stones than this. Later, few transpositions
/// occur, and computing the mirror image costs more than it saves.
const FOLDED_STONES: u32 = 20;

/// Positions with fewer empty cells than this are not stored in the table.
const LEAST_KEPT: i32 = 4;

/// In positions with more empty cells than this, the table entries of the children are probed
/// first.
const LEAST_AHEAD: i32 = 8;

/// With at least this many empty cells, a thread avoids positions that another thread is
/// searching.
const LEAST_SHARED: i32 = 14;

/// The weight of a threat in the move ordering: half of the history limit.
const THREAT: i32 = HistoryTable::LIMIT / 2;

/// The table of the solver. The draft of an entry is the logarithm of the work it took.
pub(super) type Table = TranspositionTable<TwoLevel>;

/// The moves that threads are searching, so that other threads try other moves first (after
/// ABDADA, Weill 1996).
#[derive(Debug)]
pub(super) struct BusyMoves(Vec<AtomicU64>);

impl BusyMoves {
    /// No thread is searching.
    pub(super) fn new() -> Self {
        Self((0..1 << 12).map(|_| AtomicU64::new(0)).collect())
    }

    #[inline]
    fn slot(&self, key: u64) -> &AtomicU64 {
        &self.0[key as usize & (self.0.len() - 1)]
    }

    #[inline]
    fn is_busy(&self, key: u64) -> bool {
        self.slot(key).load(Relaxed) == key
    }
}

/// A position where the player to move cannot win at once, with derived data.
#[derive(Clone, Copy, Debug)]
pub(super) struct Place {
    mine: u64,
    all: u64,
    /// The empty cells where the opponent would complete four in a row.
    their_fourths: u64,
    stones: u32,
}

impl Place {
    /// Creates it from a position, unless a player can win at once or has won.
    pub(super) fn of<S: Size>(game: &ConnectFour<S>, position: &Position) -> Option<Self> {
        let wins = game.fourths(position, position.mine()) & game.landings(position);
        let is_over = game.has_four(position.theirs());
        (!is_over && wins == 0).then(|| Self {
            mine: position.mine(),
            all: position.all(),
            their_fourths: game.fourths(position, position.theirs()),
            stones: position.stones(),
        })
    }

    #[inline(always)]
    fn position(&self) -> Position {
        Position::from_stones(self.mine, self.all)
    }

    /// The place after a stone on the cell `landing`, which makes the threats `fourths`.
    #[inline(always)]
    fn after(&self, landing: u64, fourths: u64) -> Self {
        Self {
            mine: self.all ^ self.mine,
            all: self.all | landing,
            their_fourths: fourths,
            stones: self.stones + 1,
        }
    }

    /// The half of the ratings for the player to move.
    #[inline(always)]
    fn side(&self) -> usize {
        (self.stones as usize & 1) << 6
    }
}

/// A move to be tried.
#[derive(Clone, Copy, Default)]
struct Child {
    rating: i32,
    landing: u64,
    fourths: u64,
    /// The key of the resulting position, or zero.
    key: u64,
}

impl Child {
    #[inline(always)]
    fn cell(&self) -> usize {
        self.landing.trailing_zeros() as usize
    }
}

/// The result of examining a position without search.
enum Inspection {
    /// A bound that decides.
    Decided(i32),
    /// Several moves remain: those that do not lose at once.
    Open { safe: u64, most: i32 },
}

/// Whether a record decides if the score is at least `beta`.
#[inline(always)]
fn decides(record: &Record, beta: i32) -> bool {
    match record.bound {
        Bound::Exact => true,
        Bound::AtLeast => record.value >= beta,
        Bound::AtMost => record.value < beta,
    }
}

/// The stop conditions and the observer of a search.
struct SearchContext<'a> {
    stop: &'a CancelToken,
    watch: &'a mut dyn FnMut(u64),
}

/// One thread's search on a board of at most `WIDTH` columns.
pub(super) struct ProofSearch<'a, S, const WIDTH: usize> {
    game: ConnectFour<S>,
    plain: ConnectFour<S, false>,
    table: &'a Table,
    /// Only if there are several threads.
    busy: Option<&'a BusyMoves>,
    meter: Meter,
    history: HistoryTable,
    pub(super) counts: GameStatistics,
    cells: i32,
}

impl<'a, S: Size, const WIDTH: usize> ProofSearch<'a, S, WIDTH> {
    /// Creates a search.
    pub(super) fn new(
        game: ConnectFour<S>,
        table: &'a Table,
        busy: Option<&'a BusyMoves>,
        meter: Meter,
    ) -> Self {
        Self {
            game,
            plain: ConnectFour::of(game.size()),
            table,
            busy,
            meter,
            history: HistoryTable::with_len(128),
            counts: GameStatistics::default(),
            cells: game.size().full().count_ones() as i32,
        }
    }

    /// The table key of a position, and whether it is that of the mirror image.
    #[inline(always)]
    fn key(&self, position: &Position, stones: u32) -> (u64, bool) {
        let (key, is_mirrored) = if stones < FOLDED_STONES {
            self.game.canonical_key(position)
        } else {
            self.plain.canonical_key(position)
        };
        (mix(key), is_mirrored)
    }

    /// A column, mirrored if requested.
    #[inline(always)]
    fn seen(&self, column: u32, is_mirrored: bool) -> u32 {
        if is_mirrored { self.game.size().columns() - 1 - column } else { column }
    }

    /// The move that refuted `position` in its last search.
    pub(super) fn known_move(&self, position: &Position) -> Option<Column> {
        let (key, is_mirrored) = self.key(position, position.stones());
        let record = self.table.get(key).filter(|record| record.code != NO_MOVE)?;
        Some(Column(self.seen(u32::from(record.code), is_mirrored) as u8))
    }

    /// A bound on the score of `place` that decides whether it is at least `beta`: a lower
    /// bound if it is, else an upper bound.
    ///
    /// `watch` is called now and then with the number of visited positions.
    pub(super) fn bound(
        &mut self,
        place: Place,
        beta: i32,
        stop: &CancelToken,
        watch: &mut dyn FnMut(u64),
    ) -> Result<i32, StopReason> {
        self.descend(place, beta, &mut SearchContext { stop, watch })
    }

    /// [`ProofSearch::bound`] below the root. It recurses once per stone, at most 63 deep.
    fn descend(
        &mut self,
        mut place: Place,
        mut beta: i32,
        context: &mut SearchContext<'_>,
    ) -> Result<i32, StopReason> {
        let mut sign = 1;
        // Play forced moves while exactly one move does not lose at once.
        let (safe, most) = loop {
            match self.inspect(&place, beta) {
                Inspection::Decided(bound) => return Ok(sign * bound),
                Inspection::Open { safe, most } if safe & (safe - 1) != 0 => break (safe, most),
                Inspection::Open { safe, .. } => {
                    let after = Position::from_stones(place.mine, place.all | safe);
                    let fourths = self.game.fourths(&after, place.mine | safe);
                    place = place.after(safe, fourths);
                    (beta, sign) = (1 - beta, -sign);
                }
            }
        };
        let empty = self.cells - place.stones as i32;
        let is_kept = empty >= LEAST_KEPT;
        let (mut key, mut is_mirrored, mut known) = (0, false, 0);
        if is_kept {
            (key, is_mirrored) = self.key(&place.position(), place.stones);
            if let Some(record) = self.table.get(key) {
                if decides(&record, beta) {
                    self.counts.table_hits += 1;
                    return Ok(sign * record.value);
                }
                if record.code != NO_MOVE {
                    let column = self.seen(u32::from(record.code), is_mirrored);
                    known = self.game.size().column(column);
                }
            }
        }
        if self.counts.nodes >= self.meter.next_poll() {
            self.poll(context)?;
        }
        let before = self.counts.nodes;
        self.counts.expanded += 1;
        let mut children = [Child::default(); WIDTH];
        let looks_ahead = empty > LEAST_AHEAD;
        let Some(count) = self.list(&place, safe, known, looks_ahead, &mut children) else {
            return Ok(sign * most);
        };
        let children = &children[..count];
        if looks_ahead && let Some(bound) = self.known_refutation(children, beta) {
            return Ok(sign * bound);
        }
        let (best, refuting) = self.try_moves(&place, children, beta, context)?;
        if is_kept {
            let bound = if best >= beta { Bound::AtLeast } else { Bound::AtMost };
            let draft = (self.counts.nodes - before + 1).ilog2() as u16;
            let code = refuting.map_or(NO_MOVE, |child| self.code(&child, is_mirrored));
            self.table.insert(key, Record { value: best, draft, bound, is_exact: true, code });
        }
        Ok(sign * best)
    }

    /// The column of a move, as the table has it.
    #[inline(always)]
    fn code(&self, child: &Child, is_mirrored: bool) -> u16 {
        let column = child.cell() as u32 / self.game.size().stride();
        self.seen(column, is_mirrored) as u16
    }

    /// Examines a position without searching.
    #[inline(always)]
    fn inspect(&mut self, place: &Place, beta: i32) -> Inspection {
        self.counts.nodes += 1;
        let size = self.game.size();
        let empty = self.cells - place.stones as i32;
        let landings = (place.all + size.bottom()) & size.full();
        let safe = Threats::answers(landings, place.their_fourths);
        if safe == 0 {
            return Inspection::Decided(if landings == 0 { 0 } else { -(empty / 2) });
        }
        if empty <= 2 {
            return Inspection::Decided(0);
        }
        // Neither player wins with the next two stones.
        let (least, most) = (-((empty - 2) / 2), (empty - 1) / 2);
        if beta > most {
            Inspection::Decided(most)
        } else if beta <= least {
            Inspection::Decided(least)
        } else {
            Inspection::Open { safe, most }
        }
    }

    #[cold]
    #[inline(never)]
    fn poll(&mut self, context: &mut SearchContext<'_>) -> Result<(), StopReason> {
        let table = self.table;
        self.meter.check(self.counts.nodes, || table.bytes())?;
        if context.stop.is_cancelled() {
            return Err(StopReason::Cancelled);
        }
        (context.watch)(self.counts.nodes);
        Ok(())
    }

    /// Lists the moves `safe`, those to the cells `known` first, then the most promising ones;
    /// returns their number, or `None` if one of them makes two threats at once.
    #[inline(always)]
    fn list(
        &self,
        place: &Place,
        safe: u64,
        known: u64,
        looks_ahead: bool,
        children: &mut [Child; WIDTH],
    ) -> Option<usize> {
        let size = self.game.size();
        let mut count = 0;
        let mut left = safe;
        while left != 0 {
            let landing = left & left.wrapping_neg();
            left ^= landing;
            let (mine, all) = (place.mine | landing, place.all | landing);
            let fourths = self.game.fourths(&Position::from_stones(mine, all), mine);
            let open = fourths & (all + size.bottom()) & size.full();
            if open & open.wrapping_sub(1) != 0 || open << 1 & fourths != 0 {
                // Two threats to block, or one above the other: the next stone wins.
                return None;
            }
            let mut child = Child { rating: i32::MAX, landing, fourths, key: 0 };
            if landing & known == 0 {
                child.rating = fourths.count_ones() as i32 * THREAT
                    + self.history.rating(place.side() | child.cell());
            }
            if looks_ahead {
                let after = place.after(landing, fourths);
                child.key = self.key(&after.position(), after.stones).0;
                self.table.prefetch(child.key);
            }
            let mut at = count;
            while at > 0 && children[at - 1].rating < child.rating {
                children[at] = children[at - 1];
                at -= 1;
            }
            children[at] = child;
            count += 1;
        }
        Some(count)
    }

    /// A lower bound of at least `beta` from the table entry of one of the children.
    #[inline(always)]
    fn known_refutation(&mut self, children: &[Child], beta: i32) -> Option<i32> {
        let found = children.iter().find_map(|child| {
            let record = self.table.get(child.key)?;
            (record.bound != Bound::AtLeast && -record.value >= beta).then_some(-record.value)
        });
        self.counts.table_hits += u64::from(found.is_some());
        found
    }

    /// Tries the moves in order; returns the best score, and the move that refutes the position
    /// if there is one. Moves that another thread is searching come last.
    #[inline(always)]
    fn try_moves(
        &mut self,
        place: &Place,
        children: &[Child],
        beta: i32,
        context: &mut SearchContext<'_>,
    ) -> Result<(i32, Option<Child>), StopReason> {
        self.counts.generated += children.len() as u64;
        let empty = self.cells - place.stones as i32;
        let busy = self.busy.filter(|_| empty >= LEAST_SHARED);
        let mut best = i32::MIN;
        let mut deferred = 0u32;
        for at in 0..2 * children.len() {
            let (at, is_second) = (at % children.len(), at >= children.len());
            if is_second && deferred >> at & 1 == 0 {
                continue;
            }
            let child = children[at];
            let after = place.after(child.landing, child.fourths);
            let score = match busy {
                None => -self.descend(after, 1 - beta, context)?,
                Some(busy) if at > 0 && !is_second && busy.is_busy(child.key) => {
                    deferred |= 1 << at;
                    continue;
                }
                Some(busy) => {
                    busy.slot(child.key).store(child.key, Relaxed);
                    let score = self.descend(after, 1 - beta, context);
                    busy.slot(child.key).store(0, Relaxed);
                    -score?
                }
            };
            best = best.max(score);
            if score >= beta {
                self.counts.cutoffs += 1;
                self.counts.first_move_cutoffs += u64::from(at == 0);
                let bonus = (empty * empty).min(400);
                self.history.add(place.side() | child.cell(), bonus);
                for failed in &children[..at] {
                    self.history.add(place.side() | failed.cell(), -bonus);
                }
                return Ok((best, Some(child)));
            }
            if deferred == 0 && at + 1 == children.len() {
                break;
            }
        }
        Ok((best, None))
    }
}
