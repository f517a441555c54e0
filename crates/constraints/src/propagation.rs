//! Propagation: removing values until every constraint is consistent.

use std::collections::VecDeque;

use crate::Variable;
use crate::all_different::Matching;
use crate::model::{Constraint, Model};
use crate::rows::{RowsMemory, Scratch, bit};
use crate::store::Store;

/// Working memory of a constraint.
#[derive(Clone, Debug)]
enum Memory {
    Nothing,
    Rows(RowsMemory),
    Matching(Box<Matching>),
}

/// Where a variable occurs: a constraint, and the number of the variable there.
#[derive(Clone, Copy, Debug)]
struct Occurrence {
    constraint: u32,
    place: u32,
}

/// A constraint that is violated, or the required total.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Violated {
    /// The constraint with this number.
    Constraint(u32),
    /// No assignment reaches the total.
    Total,
}

/// The queues of propagation.
#[derive(Clone, Debug)]
pub(crate) struct Propagation {
    /// For each variable, the range of its occurrences.
    ranges: Box<[u32]>,
    occurrences: Box<[Occurrence]>,
    memories: Vec<Memory>,
    /// For each constraint, the variables that have changed since it last ran.
    pending: Vec<u64>,
    /// Constraints with such variables.
    queue: VecDeque<u32>,
    /// All-different constraints that wait until all else is done, because they take long.
    late: VecDeque<u32>,
    is_late: Vec<bool>,
    scratch: Scratch,
    /// The number of times that a constraint ran.
    pub(crate) runs: u64,
}

impl Propagation {
    /// Queues that hold all constraints.
    pub(crate) fn new(model: &Model) -> Self {
        let mut lists: Vec<Vec<Occurrence>> = vec![Vec::new(); model.store.len()];
        for (number, constraint) in model.constraints.iter().enumerate() {
            let mut place = 0;
            constraint.for_each_variable(|variable| {
                let occurrence = Occurrence { constraint: number as u32, place };
                lists[variable.index()].push(occurrence);
                place += 1;
            });
        }
        let mut ranges = vec![0];
        let mut occurrences = Vec::new();
        for list in lists {
            occurrences.extend(list);
            ranges.push(occurrences.len() as u32);
        }
        let memory = |constraint: &Constraint| match constraint {
            Constraint::AllDifferent(it) => Memory::Matching(Box::new(it.memory())),
            Constraint::Relation(_) | Constraint::Linear(_) | Constraint::Element(_) => {
                Memory::Nothing
            }
            Constraint::Rows(it) => Memory::Rows(it.memory()),
        };
        let count = model.constraints.len();
        let is_late = |constraint: &Constraint| matches!(constraint, Constraint::AllDifferent(_));
        let is_late: Vec<bool> = model.constraints.iter().map(is_late).collect();
        Self {
            ranges: ranges.into(),
            occurrences: occurrences.into(),
            memories: model.constraints.iter().map(memory).collect(),
            pending: vec![u64::MAX; count],
            queue: (0..count as u32).collect(),
            late: (0..count as u32).filter(|&number| is_late[number as usize]).collect(),
            is_late,
            scratch: Scratch::default(),
            runs: 0,
        }
    }

    /// Bytes in use.
    pub(crate) fn bytes(&self) -> usize {
        let bytes = |memory: &Memory| match memory {
            Memory::Nothing => 0,
            Memory::Rows(it) => it.bytes(),
            Memory::Matching(it) => it.bytes(),
        };
        self.memories.iter().map(bytes).sum::<usize>()
            + self.occurrences.len() * size_of::<Occurrence>()
    }

    /// The constraints of a variable, each with the number of the variable there.
    #[inline]
    pub(crate) fn occurrences_of(&self, variable: Variable) -> impl Iterator<Item = (u32, usize)> {
        let at = variable.index();
        let range = self.ranges[at] as usize..self.ranges[at + 1] as usize;
        self.occurrences[range].iter().map(|it| (it.constraint, it.place as usize))
    }

    /// Puts the constraints of all changed variables into the queues.
    #[inline]
    fn take_changes(&mut self, model: &Model, store: &mut Store) {
        while let Some(variable) = store.next_changed() {
            let at = variable.index();
            let is_fixed = store.is_fixed(variable);
            for index in self.ranges[at]..self.ranges[at + 1] {
                let Occurrence { constraint, place } = self.occurrences[index as usize];
                let number = constraint as usize;
                if let Constraint::AllDifferent(it) = &model.constraints[number] {
                    // With as many values as variables, it takes none from the others.
                    let is_narrow = store.size(variable) as usize <= it.variables.len();
                    if is_narrow && !self.is_late[number] {
                        self.is_late[number] = true;
                        self.late.push_back(constraint);
                    }
                    if !is_fixed {
                        continue;
                    }
                }
                if self.pending[number] == 0 {
                    self.queue.push_back(constraint);
                }
                self.pending[number] |= bit(place as usize);
            }
        }
    }

    /// Removes values until every constraint is consistent by itself, and the total can be
    /// `least`.
    pub(crate) fn run(
        &mut self,
        model: &Model,
        store: &mut Store,
        least: Option<u64>,
    ) -> Result<(), Violated> {
        let mut is_total_checked = least.is_none();
        loop {
            self.take_changes(model, store);
            if let Some(number) = self.queue.pop_front() {
                self.runs += 1;
                let changed = std::mem::take(&mut self.pending[number as usize]);
                let memory = &mut self.memories[number as usize];
                let done = match (&model.constraints[number as usize], memory) {
                    (Constraint::Rows(it), Memory::Rows(memory)) => {
                        it.propagate(store, memory, &mut self.scratch, changed)
                    }
                    (Constraint::Relation(it), _) => {
                        it.propagate(store, &mut self.scratch, changed)
                    }
                    (Constraint::AllDifferent(it), _) => it.remove_fixed(store, changed),
                    (Constraint::Linear(it), _) => it.propagate(store),
                    (Constraint::Element(it), _) => it.propagate(store, &mut self.scratch),
                    _ => Ok(()),
                };
                done.map_err(|_| Violated::Constraint(number))?;
            } else if let Some(number) = self.late.pop_front() {
                self.is_late[number as usize] = false;
                let memory = &mut self.memories[number as usize];
                if let Constraint::AllDifferent(it) = &model.constraints[number as usize]
                    && let Memory::Matching(memory) = memory
                    && !it.has_room(store)
                {
                    self.runs += 1;
                    it.filter(store, memory).map_err(|_| Violated::Constraint(number))?;
                }
            } else if let Some(least) = least
                && !is_total_checked
            {
                model.objective.propagate(store, least).map_err(|_| Violated::Total)?;
                is_total_checked = store.changed.is_empty();
            } else {
                return Ok(());
            }
        }
    }

    /// Empties the queues.
    pub(crate) fn clear(&mut self) {
        while let Some(number) = self.queue.pop_front() {
            self.pending[number as usize] = 0;
        }
        while let Some(number) = self.late.pop_front() {
            self.is_late[number as usize] = false;
        }
    }
}
