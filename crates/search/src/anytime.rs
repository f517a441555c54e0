//! Anytime A*: finds a first plan early and improves it until the plan is proved optimal.

use std::collections::BinaryHeap;
use std::num::NonZeroU32;
use std::ops::Deref;

use tremaux_core::{
    Algorithm, Cost, Event, Heuristic, Meter, Observer, StateSpace, Statistics, StopReason,
    Termination,
};

use crate::node_table::{HashedTable, NodeTable};
use crate::open_list::Entry;
use crate::search_core::{
    Parent, SearchCore, Stepwise, copy_actions, list_actions, make_room, search_by_steps, successor,
};

/// Anytime weighted A* (Hansen and Zhou 2007) with a decreasing weight (Likhachev, Gordon and
/// Thrun 2003): finds a first plan early and improves it until it is proved optimal.
///
/// States are expanded in the order of `g + w·h`. When no open state has a value below the cost
/// of the best plan, the excess of the weight over one is halved and the open list is
/// reordered; known states are kept. States that cannot lead to a cheaper plan are dropped.
///
/// The observer receives every better plan ([`Event::Solution`]) and every better bound
/// ([`Event::LowerBound`]). Costs only fall and bounds only rise, so the gap between them never
/// grows. It is zero at the end, whatever the heuristic: a heuristic that is not admissible
/// only orders the states and never prunes any.
///
/// Takes the memory of [`BestFirst`](crate::BestFirst) for every state seen. Time is
/// proportional to the number of actions of the expanded states, times the logarithm of that
/// number. Updating the bound is rare enough not to change this.
///
/// ```
/// use tremaux::{Algorithm, NoHeuristic, Limits, StateSpace};
/// use tremaux::search::AnytimeAStar;
///
/// /// The steps from 0 to 20; climbing one costs 1, climbing three costs 2.
/// struct Stairs;
/// impl StateSpace for Stairs {
///     type State = u32;
///     type Packed = u32;
///     type Action = u32;
///     type Cost = u32;
///     fn initial_state(&self) -> u32 { 0 }
///     fn is_goal(&self, &at: &u32) -> bool { at == 20 }
///     fn actions(&self, &at: &u32, actions: &mut Vec<u32>) {
///         actions.extend([1, 3].into_iter().filter(|step| at + step <= 20));
///     }
///     fn cost(&self, _: &u32, step: u32) -> u32 { 1 + step / 3 }
///     fn apply(&self, at: &mut u32, step: u32) { *at += step; }
///     fn pack(&self, &at: &u32) -> u32 { at }
///     fn unpack(&self, &at: &u32) -> u32 { at }
/// }
/// let report = AnytimeAStar::new().solve(&Stairs, NoHeuristic, &Limits::default(), &mut ());
/// assert!(report.is_proven_optimal());
/// assert_eq!(report.lower_bound, 14);
/// ```
#[derive(Clone, Copy, Debug)]
#[cfg_attr(feature = "serde", derive(Serialize, Deserialize), serde(default, deny_unknown_fields))]
pub struct AnytimeAStar {
    /// The excess of the first weight over one, in thousandths.
    excess: u32,
}

impl AnytimeAStar {
    /// The default first weight, in thousandths.
    pub const USUAL_WEIGHT: u32 = 5000;

    /// Starts with the weight 5; later weights are 3, 2, 1.5 and so on.
    pub const fn new() -> Self {
        Self::from_weight(Self::USUAL_WEIGHT)
    }

    /// Starts with the given weight, in thousandths. A weight below 1000 counts as 1000, which
    /// is A*.
    pub const fn from_weight(thousandths: u32) -> Self {
        Self { excess: thousandths.saturating_sub(1000) }
    }
}

impl Default for AnytimeAStar {
    fn default() -> Self {
        Self::new()
    }
}

impl<S: StateSpace> Algorithm<S> for AnytimeAStar {
    type Search<P: Deref<Target = S>, H: Heuristic<S>> = AnytimeAStarSearch<P, H, S>;

    fn start<P: Deref<Target = S>, H: Heuristic<S>>(
        &self,
        space: P,
        heuristic: H,
    ) -> AnytimeAStarSearch<P, H, S> {
        AnytimeAStarSearch {
            table: HashedTable::new(&*space),
            space,
            heuristic,
            open: BinaryHeap::new(),
            actions: Vec::new(),
            excess: self.excess,
            is_started: false,
            spared: None,
            next_look: 0,
            core: SearchCore::default(),
        }
    }
}

/// The weighted priority and the estimate of a state, and its number.
pub(crate) type EntryOf<C> = Entry<(C, C)>;

/// A running [`AnytimeAStar`] search.
pub struct AnytimeAStarSearch<P, H, S: StateSpace> {
    pub(crate) space: P,
    pub(crate) heuristic: H,
    pub(crate) table: HashedTable<S>,
    pub(crate) open: BinaryHeap<EntryOf<S::Cost>>,
    pub(crate) actions: Vec<S::Action>,
    /// The excess of the current weight over one, in thousandths.
    excess: u32,
    pub(crate) is_started: bool,
    /// If set, `1 / spared` of the memory limit is left to others.
    pub(crate) spared: Option<usize>,
    /// The number of expansions at which the bound is updated next.
    next_look: u64,
    pub(crate) core: SearchCore<S>,
}

/// If the excess is below this many thousandths, the weight becomes one.
const LEAST_EXCESS: u32 = 100;

/// Minimum number of expansions between two passes over the whole open list.
const LEAST_BETWEEN_LOOKS: u64 = 1024;

fn rank<C: Cost>(g: C, h: C, excess: u32) -> C {
    const THOUSAND: NonZeroU32 = NonZeroU32::new(1000).expect("not zero");
    g.plus(if excess == 0 { h } else { h.scaled(excess.saturating_add(1000), THOUSAND) })
}

impl<P, H, S> AnytimeAStarSearch<P, H, S>
where
    P: Deref<Target = S>,
    S: StateSpace,
    H: Heuristic<S>,
{
    /// The current weight.
    pub fn weight(&self) -> f64 {
        f64::from(self.excess.saturating_add(1000)) / 1000.0
    }

    /// The number of bytes the search may use.
    fn limit(&self, meter: &Meter) -> usize {
        let limit = meter.memory_limit();
        limit - self.spared.map_or(0, |parts| limit / parts)
    }

    fn begin<O: Observer<S> + ?Sized>(
        &mut self,
        meter: &Meter,
        observer: &mut O,
    ) -> Result<(), StopReason> {
        let limit = self.limit(meter);
        make_room(&mut self.table, &mut self.open, 1, limit)?;
        let space = &*self.space;
        self.is_started = true;
        let state = space.initial_state();
        let (g, h) = (S::Cost::ZERO, self.heuristic.estimate(space, &state));
        self.core.statistics.evaluated += 1;
        observer.observe(Event::Generated { state: &state, action: None, g, h });
        let mut probe = self.table.probe(space, &state);
        let _ = self.table.find(&mut probe);
        let id = self.table.insert(probe, 0, None, g);
        if space.is_goal(&state) {
            self.table.close(id);
            self.core.accept(space, &self.heuristic, Vec::new(), observer);
        } else if h == S::Cost::INFINITY && self.heuristic.guarantees().safe {
            self.core.dead_end(&state, observer);
        } else {
            self.open.push(Entry { key: (rank(g, h, self.excess), h), id });
        }
        Ok(())
    }

    /// Reorders the open list by the current weight, drops entries that cannot improve the best
    /// plan, and updates the lower bound.
    fn look<O: Observer<S> + ?Sized>(&mut self, observer: &mut O) {
        let is_admissible = self.heuristic.guarantees().admissible;
        let (table, incumbent, excess) = (&self.table, self.core.incumbent(), self.excess);
        let mut least = incumbent;
        let mut entries = std::mem::take(&mut self.open).into_vec();
        entries.retain_mut(|Entry { key: (order, h), id }| {
            let (g, is_closed) = table.known(*id);
            let floor = if is_admissible { g.plus(*h) } else { g };
            *order = rank(g, *h, excess);
            let is_kept = !is_closed && floor < incumbent;
            if is_kept {
                least = least.min(floor);
            }
            is_kept
        });
        self.open = BinaryHeap::from(entries);
        if least < S::Cost::INFINITY {
            self.core.prove(least, observer);
        }
        let open = self.open.len() as u64;
        self.next_look = self.core.statistics.expanded + open.max(LEAST_BETWEEN_LOOKS);
    }

    /// Expands the state with this number and estimate. There must be room for its children.
    fn expand<O: Observer<S> + ?Sized>(
        &mut self,
        id: u32,
        state: &S::State,
        h: S::Cost,
        observer: &mut O,
    ) {
        let g = self.table.known(id).0;
        let memo = self.heuristic.memo(&self.space, state, h);
        self.table.close(id);
        self.core.statistics.expanded += 1;
        self.core.statistics.generated += self.actions.len() as u64;
        observer.observe(Event::Expanded { state, g });
        let parent = Parent { state, g, h, memo: &memo };
        for at in 0..self.actions.len() {
            self.relax(id, &parent, self.actions[at], observer);
        }
        self.core.statistics.peak_open = self.core.statistics.peak_open.max(self.open.len());
    }

    /// Records the path to a successor if it is the first or a cheaper one, and opens the successor
    /// unless it cannot improve the best plan.
    #[inline]
    fn relax<O: Observer<S> + ?Sized>(
        &mut self,
        id: u32,
        parent: &Parent<'_, S, H>,
        action: S::Action,
        observer: &mut O,
    ) {
        let (space, heuristic) = (&*self.space, &self.heuristic);
        let (table, core) = (&mut self.table, &mut self.core);
        let guarantees = heuristic.guarantees();
        let Some((child, g)) = successor(space, parent.state, parent.g, action) else {
            core.overflows = true;
            return;
        };
        let mut probe = table.probe(space, &child);
        let known = table.find_known(&mut probe);
        if known.is_some_and(|(_, (known_g, _))| g >= known_g) {
            core.duplicate(&child, observer);
            return;
        }
        let (h, _) = core.evaluate(space, heuristic, parent, action, &child, g);
        let is_dead = h == S::Cost::INFINITY && guarantees.safe;
        let floor = if guarantees.admissible { g.plus(h) } else { g };
        if !is_dead && floor == S::Cost::INFINITY {
            core.overflows = true;
            return;
        }
        let is_goal = space.is_goal(&child);
        let is_pruned = !is_dead && floor >= core.incumbent();
        // Goals are closed but were never expanded.
        if known.is_some_and(|(_, (_, is_closed))| is_closed) && !is_pruned && !is_goal {
            core.reopen(&child, observer);
        }
        observer.observe(Event::Generated { state: &child, action: Some(action), g, h });
        if is_pruned {
            core.cut(&child, observer);
            return;
        }
        let child_id = match known {
            None => table.insert(probe, id, Some(action), g),
            Some((child_id, _)) => {
                table.update(child_id, id, action, g);
                child_id
            }
        };
        if is_dead {
            if known.is_none() {
                core.dead_end(&child, observer);
            }
        } else if is_goal {
            table.close(child_id);
            let mut actions = Vec::new();
            copy_actions(space, table, child_id, &mut actions);
            core.accept(space, heuristic, actions, observer);
        } else {
            self.open.push(Entry { key: (rank(g, h, self.excess), h), id: child_id });
        }
    }
}

impl<P, H, S> Stepwise<S> for AnytimeAStarSearch<P, H, S>
where
    P: Deref<Target = S>,
    S: StateSpace,
    H: Heuristic<S>,
{
    fn run<O: Observer<S> + ?Sized>(
        &mut self,
        meter: &mut Meter,
        observer: &mut O,
    ) -> Result<Termination, StopReason> {
        if !self.is_started {
            self.begin(meter, observer)?;
        }
        let guarantees = self.heuristic.guarantees();
        loop {
            let Some(&Entry { key: (order, h), id }) = self.open.peek() else {
                let proves = self.core.plan.is_some() || guarantees.safe;
                return Ok(self.core.end(proves, observer));
            };
            let (g, is_closed) = self.table.known(id);
            let incumbent = self.core.incumbent();
            let floor = if guarantees.admissible { g.plus(h) } else { g };
            if is_closed || floor >= incumbent {
                self.open.pop();
                continue;
            }
            if self.excess > 0 && order >= incumbent {
                // The plan costs at most the weight times the optimum: reduce the weight.
                self.excess /= 2;
                if self.excess < LEAST_EXCESS {
                    self.excess = 0;
                }
                self.look(observer);
                continue;
            }
            if self.excess == 0 && guarantees.admissible {
                self.core.prove(order, observer);
            } else if self.core.statistics.expanded >= self.next_look {
                self.look(observer);
                continue;
            }
            meter.check(self.core.statistics.expanded, || self.bytes())?;
            let space = &*self.space;
            let state = self.table.state(space, id);
            list_actions(space, &state, self.table.reached_by(id), &mut self.actions);
            let count = self.actions.len();
            let room = self.open.capacity() - self.open.len();
            if self.table.room() < count || room < count {
                let limit = self.limit(meter).saturating_sub(space.stored_bytes());
                make_room(&mut self.table, &mut self.open, count, limit)?;
            } else if self.spared.is_some() && self.bytes() > self.limit(meter) {
                // The space has stored more states.
                return Err(StopReason::MemoryLimit);
            }
            self.open.pop();
            self.expand(id, &state, h, observer);
        }
    }

    fn bytes(&self) -> usize {
        self.table.bytes()
            + self.open.capacity() * size_of::<EntryOf<S::Cost>>()
            + self.space.stored_bytes()
    }

    fn count(&self, statistics: &mut Statistics) {
        statistics.peak_stored = self.table.len();
        statistics.closed = statistics.expanded - statistics.reopened;
        let kept = (self.table.len() as u64).saturating_sub(statistics.dead_ends);
        statistics.open = kept.saturating_sub(statistics.closed);
    }
}

search_by_steps!(AnytimeAStarSearch);
