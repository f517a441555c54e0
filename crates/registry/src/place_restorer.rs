//! Restores the places of states in a trace that was recorded without them.

use std::borrow::Cow;

use tremaux_domain::{Instance, Source, StateReconstructor, StatesByNode};
use tremaux_trace::{Place, Scene, TraceEvent, TraceHeader};

use tremaux_maps::paths::STEPS;

use crate::{domain, game};

/// The options of the instance or the game of a trace; `None` if one is not known.
fn given(
    header: &TraceHeader,
    known: &'static [crate::OptionInfo],
) -> Option<Vec<(&'static str, String)>> {
    let find = |(name, value): (&String, &String)| {
        // Every instance takes a seed.
        let mut names = known.iter().map(|option| option.name).chain(["seed"]);
        Some((names.find(|it| it == name)?, value.clone()))
    };
    header.options.iter().map(find).collect()
}

/// The instance whose search a trace holds; `None` if the header does not determine it.
pub fn traced_instance(header: &TraceHeader) -> Option<Box<dyn Instance>> {
    let domain = domain(&header.problem).ok()?;
    let given = given(header, domain.info().options)?;
    let opened = |source| domain.instances(source, &given).ok()?.pop();
    opened(Source::One(&header.instance)).or_else(|| opened(Source::Options))
}

/// Adds the places to a trace that was recorded [without](tremaux_trace::TraceSelection::places)
/// them, an event at a time.
///
/// Takes memory for a state of each node.
pub struct PlaceRestorer {
    states: Box<dyn StateReconstructor>,
    /// The nodes that were mentioned before.
    mentioned: StatesByNode<()>,
}

impl PlaceRestorer {
    /// A restorer for the problem named in `header`; `None` if the header does not determine
    /// the rules.
    pub fn of(header: &TraceHeader) -> Option<Self> {
        match header.scene {
            // Steps between neighbours tell cells, whatever the search.
            Scene::Grid { start, .. } => {
                Some(Self::by(Box::new(MapCells { start, cells: StatesByNode::default() })))
            }
            _ => Self::of_problem(header),
        }
    }

    fn of_problem(header: &TraceHeader) -> Option<Self> {
        if domain(&header.problem).is_ok() {
            return traced_instance(header)?.state_reconstructor().map(Self::by);
        }
        let entry = game(&header.problem).ok()?;
        let given = given(header, entry.info().options)?;
        entry.open(&given, &header.instance).ok()?.into_state_reconstructor().map(Self::by)
    }

    fn by(states: Box<dyn StateReconstructor>) -> Self {
        Self { states, mentioned: StatesByNode::default() }
    }

    /// Adds the place to an event that mentions a node for the first time.
    pub fn add(&mut self, event: &mut TraceEvent<'static>) {
        let (id, parent, word, place) = match event {
            TraceEvent::Generated { id, parent, action, place, .. } => (id, *parent, action, place),
            TraceEvent::Entered { id, parent, mv, place, .. } => (id, *parent, mv, place),
            TraceEvent::Expanded { id, place, .. } | TraceEvent::Path { id, place } => {
                (id, None, &mut Some(Cow::from("")), place)
            }
            _ => return,
        };
        self.states.count_mention();
        self.mentioned.count_mention();
        let is_first = self.mentioned.get(*id).is_none();
        self.mentioned.insert(*id, ());
        let reached = match (parent, word) {
            (None, None) => {
                if let Some(place) = place {
                    self.states.store_known(*id, place);
                }
                return self.states.root(*id);
            }
            (Some(parent), Some(word)) => self.states.reconstruct(*id, parent, word),
            _ => None,
        };
        match place {
            Some(place) => self.states.store_known(*id, place),
            None if is_first => *place = reached,
            None => {}
        }
    }
}

/// Reconstructs cells of a map from the steps between neighbours.
struct MapCells {
    start: Option<(u32, u32)>,
    cells: StatesByNode<(u32, u32)>,
}

impl StateReconstructor for MapCells {
    fn count_mention(&mut self) {
        self.cells.count_mention();
    }

    fn store_known(&mut self, id: u32, place: &Place<'_>) {
        if let &Place::Cell { x, y } = place {
            self.cells.insert(id, (x, y));
        }
    }

    fn root(&mut self, id: u32) {
        if let Some(start) = self.start {
            self.cells.insert(id, start);
        }
    }

    fn reconstruct(&mut self, id: u32, parent: u32, word: &str) -> Option<Place<'static>> {
        if self.cells.get(id).is_some() || word.is_empty() {
            return None;
        }
        let &(x, y) = self.cells.get(parent)?;
        let row = STEPS.iter().position(|row| row.contains(&word))?;
        let column = STEPS[row].iter().position(|step| *step == word)?;
        let to = |from: u32, step: usize| from.checked_add(step as u32)?.checked_sub(1);
        let (x, y) = (to(x, column)?, to(y, row)?);
        self.cells.insert(id, (x, y));
        Some(Place::Cell { x, y })
    }
}
