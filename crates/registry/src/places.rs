//! Where states are of which a trace tells only how they were reached.

use std::borrow::Cow;
use std::sync::Arc;

use tremaux_core::{Notation, StateSpace};
use tremaux_trace::{Describe, Place, Scene, TraceEvent, TraceHeader};

use crate::domain::{Source, domain};
use crate::games::game;
use crate::problem::Problem;
use crate::running::Told;

/// The states of one trace, by node, as the rules tell them.
pub trait Placer {
    /// Takes note that a node is told of, once more or for the first time.
    fn tell(&mut self);

    /// Takes note of a node for which a place was told.
    fn know(&mut self, id: u32, place: &Place<'_>);

    /// The place of a node where nothing is known before: the root.
    fn root(&mut self, id: u32);

    /// The place of a node that is reached by `word` from `parent`, if it is told of for the
    /// first time; `None` if the rules do not say.
    fn reach(&mut self, id: u32, parent: u32, word: &str) -> Option<Place<'static>>;
}

/// Adds the places to a trace that was recorded [without](tremaux_trace::Selection::places)
/// them, an event at a time.
///
/// Takes memory for a state of each node.
pub struct Places {
    placer: Box<dyn Placer>,
    /// Of which nodes it was told where they are, or could have been.
    told: ByNode<()>,
}

impl Places {
    /// The rules of the problem that a trace is of; `None` if they cannot be had from what
    /// its header says.
    #[must_use]
    pub fn of(header: &TraceHeader) -> Option<Self> {
        Self::of_problem(header).or_else(|| match header.scene {
            Scene::Grid { start, .. } if header.problem == PATHS => {
                Some(Self::by(Box::new(OfCells { start, cells: ByNode::default() })))
            }
            _ => None,
        })
    }

    fn of_problem(header: &TraceHeader) -> Option<Self> {
        let given = |known: &'static [crate::OptionInfo]| {
            let find = |(name, value): (&String, &String)| {
                let option = known.iter().find(|option| option.name == name)?;
                Some((option.name, value.clone()))
            };
            header.options.iter().map(find).collect::<Option<Vec<_>>>()
        };
        if let Ok(domain) = domain(&header.problem) {
            let given = given(domain.info().options)?;
            let mut found = domain.instances(Source::One(&header.instance), &given).ok()?;
            return found.pop()?.placer().map(Self::by);
        }
        let entry = game(&header.problem).ok()?;
        let given = given(entry.info().options)?;
        entry.open(&given, &header.instance).ok()?.into_placer().map(Self::by)
    }

    fn by(placer: Box<dyn Placer>) -> Self {
        Self { placer, told: ByNode::default() }
    }

    /// Adds the place to an event that tells of a node for the first time.
    pub fn add(&mut self, event: &mut TraceEvent<'static>) {
        let (id, parent, word, place) = match event {
            TraceEvent::Generated { id, parent, action, place, .. } => (id, *parent, action, place),
            TraceEvent::Entered { id, parent, mv, place, .. } => (id, *parent, mv, place),
            TraceEvent::Expanded { id, place, .. } | TraceEvent::Path { id, place } => {
                (id, None, &mut Some(Cow::from("")), place)
            }
            _ => return,
        };
        self.placer.tell();
        self.told.tell();
        let is_first = self.told.get(*id).is_none();
        self.told.keep(*id, ());
        let reached = match (parent, word) {
            (None, None) => {
                if let Some(place) = place {
                    self.placer.know(*id, place);
                }
                return self.placer.root(*id);
            }
            (Some(parent), Some(word)) => self.placer.reach(*id, parent, word),
            _ => None,
        };
        match place {
            Some(place) => self.placer.know(*id, place),
            None if is_first => *place = reached,
            None => {}
        }
    }
}

/// The states of nodes, by number.
pub(crate) struct ByNode<T> {
    states: Vec<Option<T>>,
    /// How many nodes were told of.
    told: usize,
}

impl<T> Default for ByNode<T> {
    fn default() -> Self {
        Self { states: Vec::new(), told: 0 }
    }
}

impl<T> ByNode<T> {
    /// Takes note that a node is told of.
    pub(crate) const fn tell(&mut self) {
        self.told += 1;
    }

    pub(crate) fn get(&self, id: u32) -> Option<&T> {
        self.states.get(id as usize).and_then(Option::as_ref)
    }

    /// Keeps the first state told for a node.
    pub(crate) fn keep(&mut self, id: u32, state: T) {
        // Numbers come in order; one that is far off is a fault in the file, and costs no
        // memory.
        let at = id as usize;
        if at >= self.states.len() && at < self.told {
            self.states.resize_with(at + 1, || None);
        }
        if let Some(kept) = self.states.get_mut(at)
            && kept.is_none()
        {
            *kept = Some(state);
        }
    }
}

/// What a search for a path on a grid map is of.
pub(crate) const PATHS: &str = "grid";

/// The words of the steps from a cell to those around it: by the rows from the one above to
/// the one below, and by the columns.
pub(crate) const STEPS: [[&str; 3]; 3] = [["NW", "N", "NE"], ["W", "", "E"], ["SW", "S", "SE"]];

/// Cells of a map, by the steps between neighbours.
struct OfCells {
    start: Option<(u32, u32)>,
    cells: ByNode<(u32, u32)>,
}

impl Placer for OfCells {
    fn tell(&mut self) {
        self.cells.tell();
    }

    fn know(&mut self, id: u32, place: &Place<'_>) {
        if let &Place::Cell { x, y } = place {
            self.cells.keep(id, (x, y));
        }
    }

    fn root(&mut self, id: u32) {
        if let Some(start) = self.start {
            self.cells.keep(id, start);
        }
    }

    fn reach(&mut self, id: u32, parent: u32, word: &str) -> Option<Place<'static>> {
        if self.cells.get(id).is_some() || word.is_empty() {
            return None;
        }
        let &(x, y) = self.cells.get(parent)?;
        let row = STEPS.iter().position(|row| row.contains(&word))?;
        let column = STEPS[row].iter().position(|step| *step == word)?;
        let to = |from: u32, step: usize| from.checked_add(step as u32)?.checked_sub(1);
        let (x, y) = (to(x, column)?, to(y, row)?);
        self.cells.keep(id, (x, y));
        Some(Place::Cell { x, y })
    }
}

/// As a state space has it.
pub(crate) struct OfProblem<P: Problem> {
    space: Arc<P::Space>,
    states: ByNode<<P::Space as StateSpace>::Packed>,
}

impl<P: Problem> OfProblem<P> {
    pub(crate) fn new(space: Arc<P::Space>) -> Self {
        Self { space, states: ByNode::default() }
    }
}

impl<P: Problem> Placer for OfProblem<P> {
    fn tell(&mut self) {
        self.states.tell();
    }

    fn know(&mut self, id: u32, place: &Place<'_>) {
        if let Place::Text { text } = place
            && let Ok(state) = self.space.parse_state(text)
        {
            self.states.keep(id, self.space.pack(&state));
        }
    }

    fn root(&mut self, id: u32) {
        self.states.keep(id, self.space.pack(&self.space.initial_state()));
    }

    fn reach(&mut self, id: u32, parent: u32, word: &str) -> Option<Place<'static>> {
        let space = &*self.space;
        if self.states.get(id).is_some() {
            return None;
        }
        let mut state = space.unpack(self.states.get(parent)?);
        let action = space.parse_action(&state, word).ok()?;
        space.apply(&mut state, action);
        self.states.keep(id, space.pack(&state));
        Some(Told::<P>::default().place(space, &state, &mut String::new()).to_owned_place())
    }
}
