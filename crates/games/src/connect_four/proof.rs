//! The walk of the solver: is the score of a position at least so much?

use std::sync::atomic::{AtomicU64, Ordering::Relaxed};

use tremaux_core::{Bound, CancelToken, Meter, NO_MOVE, StopReason};
use tremaux_tables::{HistoryTable, Record, TranspositionTable, TwoLevel};

use super::evaluation::Threats;
use super::rules::{Column, ConnectFour, Position, mix};
use super::size::Size;

/// The most columns that a board of 64 bits has.
const MOST_COLUMNS: usize = 32;

/// The table of the solver. The draft of a record is the logarithm of the work it cost.
pub(super) type Table = TranspositionTable<TwoLevel>;

/// The moves that threads are at, so that another thread tries others first (after ABDADA,
/// Weill 1996).
#[derive(Debug)]
pub(super) struct Busy(Vec<AtomicU64>);

impl Busy {
    /// Nobody is anywhere.
    pub(super) fn new() -> Self {
        Self((0..1 << 12).map(|_| AtomicU64::new(0)).collect())
    }

    fn slot(&self, key: u64) -> &AtomicU64 {
        &self.0[key as usize & (self.0.len() - 1)]
    }
}

/// What one thread has done.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Counts {
    pub(super) nodes: u64,
    pub(super) expanded: u64,
    pub(super) generated: u64,
    pub(super) cutoffs: u64,
    pub(super) first_move_cutoffs: u64,
    pub(super) table_hits: u64,
}

/// A position where the player to move cannot win at once, and what is known about it.
#[derive(Clone, Copy, Debug)]
pub(super) struct Place {
    mine: u64,
    all: u64,
    /// The empty cells where the player to move would complete four in a row.
    my_fourths: u64,
    /// Those of the other.
    their_fourths: u64,
    stones: u32,
}

impl Place {
    /// The same of a position, unless somebody can win at once or has won.
    pub(super) fn of<S: Size>(game: &ConnectFour<S>, position: &Position) -> Option<Self> {
        let my_fourths = game.fourths(position, position.mine());
        let is_over = game.has_four(position.theirs());
        (!is_over && my_fourths & game.landings(position) == 0).then(|| Self {
            mine: position.mine(),
            all: position.all(),
            my_fourths,
            their_fourths: game.fourths(position, position.theirs()),
            stones: position.stones(),
        })
    }

    fn position(&self) -> Position {
        Position::from_stones(self.mine, self.all)
    }

    /// After a stone on the cell `landing`, which makes `fourths`.
    #[inline(always)]
    fn after(&self, landing: u64, fourths: u64) -> Self {
        Self {
            mine: self.all ^ self.mine,
            all: self.all | landing,
            my_fourths: self.their_fourths & !landing,
            their_fourths: fourths,
            stones: self.stones + 1,
        }
    }
}

/// Who may stop a walk, and who looks on.
struct Around<'a> {
    stop: &'a CancelToken,
    watch: &'a mut dyn FnMut(u64),
}

/// One thread's walk through the tree.
pub(super) struct Walk<'a, S> {
    game: ConnectFour<S>,
    plain: ConnectFour<S, false>,
    table: &'a Table,
    /// Only if there are several threads.
    busy: Option<&'a Busy>,
    meter: Meter,
    history: HistoryTable,
    pub(super) counts: Counts,
    cells: i32,
    pub(super) knobs: Knobs,
}

#[derive(Clone, Copy)]
pub(super) struct Knobs {
    fold: u32,
    least_store: i32,
    least_etc: i32,
    hist: i32,
    feas: bool,
    busy: i32,
}

fn knob(name: &str, default: i32) -> i32 {
    std::env::var(name).ok().and_then(|text| text.parse().ok()).unwrap_or(default)
}

impl<'a, S: Size> Walk<'a, S> {
    /// A walk from nowhere.
    pub(super) fn new(
        game: ConnectFour<S>,
        table: &'a Table,
        busy: Option<&'a Busy>,
        meter: Meter,
    ) -> Self {
        let mut history = HistoryTable::default();
        history.resize(128);
        let cells = game.size().full().count_ones() as i32;
        Self {
            game,
            plain: ConnectFour::of(game.size()),
            table,
            busy,
            meter,
            history,
            counts: Counts::default(),
            cells,
            knobs: Knobs {
                fold: knob("FOLD", 64) as u32,
                least_store: knob("STORE", 4),
                least_etc: knob("ETC", 8),
                hist: knob("HIST", 1),
                feas: knob("FEAS", 1) == 1,
                busy: knob("BUSY", 14),
            },
        }
    }

    /// The key of the record of a position, and whether it is that of the mirror image.
    #[inline(always)]
    fn key(&self, place: &Place) -> (u64, bool) {
        let position = place.position();
        let (key, is_mirrored) = if place.stones < self.knobs.fold {
            self.game.canonical_key(&position)
        } else {
            self.plain.canonical_key(&position)
        };
        (mix(key), is_mirrored)
    }

    /// The code of the move to `landing`, or the cells of the move with the code `column`.
    #[inline(always)]
    fn seen(&self, column: u32, is_mirrored: bool) -> u32 {
        if is_mirrored { self.game.size().columns() - 1 - column } else { column }
    }

    /// [`Walk::bound`], until it is stopped; `watch` is told now and then how many positions
    /// were visited.
    pub(super) fn bound_watched(
        &mut self,
        place: Place,
        beta: i32,
        stop: &CancelToken,
        watch: &mut dyn FnMut(u64),
    ) -> Result<i32, StopReason> {
        self.bound(place, beta, &mut Around { stop, watch })
    }

    /// The move that refuted `position` when it was searched last.
    pub(super) fn known_move(&self, position: &Position) -> Option<Column> {
        let (key, is_mirrored) = self.game.canonical_key(position);
        let record = self.table.get(mix(key)).filter(|record| record.code != NO_MOVE)?;
        Some(Column(self.seen(u32::from(record.code), is_mirrored) as u8))
    }

    /// A bound on the score of `place` that decides whether it is at least `beta`: a lower
    /// bound if it is, else an upper bound.
    ///
    /// It calls itself once a stone, at most 63 deep.
    fn bound(&mut self, mut place: Place, mut beta: i32, around: &mut Around<'_>) -> Result<i32, StopReason> {
        let size = self.game.size();
        let (full, bottom) = (size.full(), size.bottom());
        let mut sign = 1;
        // As long as there is one move that does not lose at once, it is played.
        let (safe, most) = loop {
            self.counts.nodes += 1;
            let (cells, stones) = (self.cells, place.stones as i32);
            let landings = (place.all + bottom) & full;
            let safe = Threats::answers(landings, place.their_fourths);
            if safe == 0 {
                let score = if landings == 0 { 0 } else { -((cells - stones) / 2) };
                return Ok(sign * score);
            }
            if cells - stones <= 2 {
                return Ok(0);
            }
            // Nobody wins with the next two stones.
            let (least, most) = (-((cells - 2 - stones) / 2), (cells - 1 - stones) / 2);
            if beta > most {
                return Ok(sign * most);
            }
            if beta <= least {
                return Ok(sign * least);
            }
            if safe & (safe - 1) != 0 {
                break (safe, most);
            }
            let all = place.all | safe;
            let position = Position::from_stones(place.mine, all);
            let fourths = self.game.fourths(&position, place.mine | safe);
            place = place.after(safe, fourths);
            beta = 1 - beta;
            sign = -sign;
        };
        let empty = self.cells - place.stones as i32;
        if self.knobs.feas {
            let hope = if beta > 0 { place.mine } else { place.all ^ place.mine };
            if !self.game.has_four(hope | (full & !place.all)) {
                return Ok(0);
            }
        }
        let is_kept = empty >= self.knobs.least_store;
        let mut key = 0;
        let mut is_mirrored = false;
        let mut known = 0;
        if is_kept {
            (key, is_mirrored) = self.key(&place);
            if let Some(record) = self.table.get(key) {
                let decides = match record.bound {
                    Bound::Exact => true,
                    Bound::AtLeast => record.value >= beta,
                    Bound::AtMost => record.value < beta,
                };
                if decides {
                    self.counts.table_hits += 1;
                    return Ok(sign * record.value);
                }
                if record.code != NO_MOVE {
                    known = size.column(self.seen(u32::from(record.code), is_mirrored));
                }
            }
        }
        if self.counts.nodes >= self.meter.next_poll() {
            self.meter.check(self.counts.nodes, || self.table.bytes())?;
            if around.stop.is_cancelled() {
                return Err(StopReason::Cancelled);
            }
            (around.watch)(self.counts.nodes);
        }
        let nodes_before = self.counts.nodes;
        self.counts.expanded += 1;

        // The children, the most promising first.
        let mut children = [(0i32, 0u64, 0u64, 0u64); MOST_COLUMNS];
        let mut count = 0;
        let side = (place.stones as usize & 1) << 6;
        let looks_ahead = empty > self.knobs.least_etc;
        let mut left = safe;
        while left != 0 {
            let landing = left & left.wrapping_neg();
            left ^= landing;
            let all = place.all | landing;
            let mine = place.mine | landing;
            let fourths = self.game.fourths(&Position::from_stones(mine, all), mine);
            let open = fourths & ((all + bottom) & full);
            if open & open.wrapping_sub(1) != 0 || open << 1 & fourths != 0 {
                // Two holes to fill, or one on top of the other: won with the stone after.
                return Ok(sign * most);
            }
            let cell = landing.trailing_zeros() as usize;
            let mut rating = fourths.count_ones() as i32 * Threats::WEIGHT;
            if self.knobs.hist == 1 {
                rating += self.history.rating(side | cell);
            }
            if landing & known != 0 {
                rating = i32::MAX;
            }
            let mut child_key = 0;
            if looks_ahead {
                child_key = self.key(&place.after(landing, fourths)).0;
                self.table.prefetch(child_key);
            }
            let mut at = count;
            while at > 0 && children[at - 1].0 < rating {
                children[at] = children[at - 1];
                at -= 1;
            }
            children[at] = (rating, landing, fourths, child_key);
            count += 1;
        }
        self.counts.generated += count as u64;
        if looks_ahead {
            for &(_, _, _, key) in &children[..count] {
                let Some(record) = self.table.get(key) else { continue };
                if record.bound != Bound::AtLeast && -record.value >= beta {
                    self.counts.table_hits += 1;
                    return Ok(sign * -record.value);
                }
            }
        }

        let mut best = i32::MIN;
        let mut best_cell = 0;
        let busy = self.busy.filter(|_| empty >= self.knobs.busy);
        let mut deferred = 0u32;
        let mut is_second = false;
        let mut at = 0;
        loop {
            if at == count {
                if is_second || deferred == 0 {
                    break;
                }
                is_second = true;
                at = 0;
            }
            let (_, landing, fourths, child_key) = children[at];
            if is_second && deferred >> at & 1 == 0 {
                at += 1;
                continue;
            }
            let child = place.after(landing, fourths);
            let score = if let Some(busy) = busy {
                let slot = busy.slot(child_key);
                if !is_second && at > 0 && slot.load(Relaxed) == child_key {
                    deferred |= 1 << at;
                    at += 1;
                    continue;
                }
                slot.store(child_key, Relaxed);
                let score = self.bound(child, 1 - beta, around);
                slot.store(0, Relaxed);
                -score?
            } else {
                -self.bound(child, 1 - beta, around)?
            };
            if score > best {
                best = score;
                best_cell = landing.trailing_zeros() as usize;
            }
            if score >= beta {
                self.counts.cutoffs += 1;
                self.counts.first_move_cutoffs += u64::from(at == 0);
                if self.knobs.hist == 1 {
                    let bonus = (empty * empty).min(400);
                    self.history.add(side | best_cell, bonus);
                    for &(_, landing, ..) in &children[..at] {
                        self.history.add(side | landing.trailing_zeros() as usize, -bonus);
                    }
                }
                break;
            }
            at += 1;
        }
        if is_kept {
            let is_cut = best >= beta;
            let column = best_cell as u32 / size.stride();
            let work = self.counts.nodes - nodes_before + 1;
            self.table.insert(
                key,
                Record {
                    value: best,
                    draft: work.ilog2() as u16,
                    bound: if is_cut { Bound::AtLeast } else { Bound::AtMost },
                    is_exact: true,
                    code: if is_cut { self.seen(column, is_mirrored) as u16 } else { NO_MOVE },
                },
            );
        }
        Ok(sign * best)
    }
}
