//! Crosswords as problems of variables and constraints: a variable for each cell, and one for the
//! word of each slot.

use std::collections::BTreeMap;
use std::sync::Arc;

use tremaux_constraints::{ConstraintSpace, Model, Table, Variable};
use tremaux_core::{Plan, StateSpace};

use super::rules::{Letters, Role};
use super::variables::Filling;
use super::{Crossword, Entry, Objective};

/// The variables of the words of one length: those to fill in, and those that these complete at
/// the edge of the region.
type OfLength = [Vec<Variable>; 2];

impl Filling {
    pub(super) fn new(crossword: &Crossword) -> Self {
        let mut model = Model::new();
        let cells = add_cells(crossword, &mut model);
        let (words, lengths) = add_words(crossword, &cells, &mut model);
        restrict(crossword, &cells, &lengths, &mut model);
        for (&length, rows) in &lengths {
            model.all_different(&rows.concat());
            if let (Objective::Score, Some(words)) =
                (crossword.objective(), crossword.words().of_length(length))
            {
                model.maximize(&rows[0], &words.scores);
            }
        }
        model.decide(&words.iter().flatten().copied().collect::<Vec<_>>());
        Self { model: Arc::new(model), words, cells }
    }
}

/// The numbers of the slots of this role.
fn slots_of(crossword: &Crossword, wanted: Role) -> impl Iterator<Item = usize> {
    (0..crossword.slots().len()).filter(move |&slot| crossword.roles()[slot] == wanted)
}

/// Adds a variable for each cell of the words to fill in or to complete.
fn add_cells(crossword: &Crossword, model: &mut Model) -> Vec<Option<Variable>> {
    let letters = crossword.words().alphabet().len() as u32;
    let start = crossword.initial_state();
    let mut cells = vec![None; start.len()];
    for slot in slots_of(crossword, Role::Fill).chain(slots_of(crossword, Role::Crossed)) {
        for &cell in &crossword.slots()[slot].cells {
            let cell = usize::from(cell);
            let given = u32::from(start[cell]);
            cells[cell].get_or_insert_with(|| {
                let variable = model.variable(letters);
                if given > 0 {
                    model.fix(variable, given - 1);
                }
                variable
            });
        }
    }
    cells
}

/// Adds a variable for each word to fill in, by slot, and for each to complete.
fn add_words(
    crossword: &Crossword,
    cells: &[Option<Variable>],
    model: &mut Model,
) -> (Vec<Option<Variable>>, BTreeMap<usize, OfLength>) {
    let mut words = vec![None; crossword.slots().len()];
    let mut lengths: BTreeMap<usize, OfLength> = BTreeMap::new();
    for (group, role) in [Role::Fill, Role::Crossed].into_iter().enumerate() {
        for slot in slots_of(crossword, role) {
            let slot_cells = &crossword.slots()[slot].cells;
            let variables: Vec<Variable> =
                slot_cells.iter().filter_map(|&cell| cells[usize::from(cell)]).collect();
            let row = match crossword.words_for(slot) {
                Some(words) => model.row(&variables, words.table()),
                None => model.variable(0),
            };
            if role == Role::Fill {
                words[slot] = Some(row);
            }
            lengths.entry(slot_cells.len()).or_default()[group].push(row);
        }
    }
    (words, lengths)
}

/// Excludes the given words elsewhere, and what leaves no word at the edge of the region.
fn restrict(
    crossword: &Crossword,
    cells: &[Option<Variable>],
    lengths: &BTreeMap<usize, OfLength>,
    model: &mut Model,
) {
    let start = crossword.initial_state();
    for (slot, role) in crossword.roles().iter().enumerate() {
        match role {
            Role::Given => {
                let length = crossword.slots()[slot].cells.len();
                if let Some(given) = crossword.word_in(slot, &start) {
                    for &row in lengths.get(&length).into_iter().flatten().flatten() {
                        model.restrict(row, |word| word as usize != given);
                    }
                }
            }
            Role::Border => add_border(crossword, slot, &start, cells, model),
            Role::Fill | Role::Crossed | Role::Outside => {}
        }
    }
}

/// Adds that some word matches a slot that ends outside the region.
fn add_border(
    crossword: &Crossword,
    slot: usize,
    start: &Letters,
    cells: &[Option<Variable>],
    model: &mut Model,
) {
    let slot_cells = || crossword.slots()[slot].cells.iter().map(|&cell| usize::from(cell));
    let mut set = Vec::new();
    crossword.candidates(slot, start, &mut set);
    let inside: Vec<(usize, Variable)> =
        slot_cells().enumerate().filter_map(|(at, cell)| Some((at, cells[cell]?))).collect();
    let mut rows = Vec::new();
    if let Some(words) = crossword.words_for(slot) {
        for number in (0..words.len()).filter(|&it| set[it / 64] >> (it % 64) & 1 == 1) {
            let word = words.word(number);
            rows.extend(inside.iter().map(|&(at, _)| u32::from(word[at]) - 1));
        }
    }
    let variables: Vec<Variable> = inside.iter().map(|&(_, variable)| variable).collect();
    model.table(&variables, &Arc::new(Table::new(variables.len(), rows)));
}

impl Crossword {
    fn filling(&self) -> &Filling {
        self.model.get_or_init(|| Filling::new(self))
    }
}

impl ConstraintSpace for Crossword {
    fn model(&self) -> &Arc<Model> {
        &self.filling().model
    }

    fn plan(&self, solution: &[u32]) -> Plan<Entry, u32> {
        let Filling { words, .. } = self.filling();
        let mut letters = self.initial_state();
        let (mut actions, mut cost) = (Vec::new(), 0);
        while let Some(slot) = self.next_slot(&letters)
            && let Some(row) = words[slot]
        {
            let entry = Entry { slot: slot as u16, word: solution[row.index()] };
            cost += self.cost(&letters, entry);
            self.apply(&mut letters, entry);
            actions.push(entry);
        }
        Plan { actions, cost }
    }

    fn state(&self, value: &dyn Fn(Variable) -> Option<u32>) -> Letters {
        let mut letters = self.initial_state();
        for (letter, variable) in letters.iter_mut().zip(&self.filling().cells) {
            if let Some(value) = variable.and_then(value) {
                *letter = value as u16 + 1;
            }
        }
        letters
    }

    fn cost_of(&self, total: u64) -> u32 {
        let count = self.to_fill().count() as u64;
        match self.objective() {
            Objective::Any => count as u32,
            Objective::Score => {
                (count * u64::from(self.words().highest())).saturating_sub(total) as u32
            }
        }
    }
}
