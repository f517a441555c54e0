//! What a problem tells the registry: its capabilities and its heuristics.

use std::any::Any;
use std::borrow::Cow;
use std::collections::HashMap;
use std::num::NonZeroU32;
use std::sync::{Arc, Mutex, PoisonError};

use tremaux_core::{ActionKey, AnyHeuristic, Blind, Notation, StateSpace};
use tremaux_trace::{Describe, Place, Scene, Written};

use crate::algorithms::{Construction, OwnSearch};
use crate::capability::{Backward, Indexed, Integer, Typed, Undo};
use crate::compiled::{Built, Compiled};
use crate::component::{Component, Operands, OptionInfo, OptionKind};
use crate::error::{Kind, RegistryError};
use crate::estimator::{Estimator, Factor};
use crate::expression::Expression;
use crate::options::Options;
use crate::suggest::{in_words, nearest_names};
use crate::tables::TableSource;

/// A kind of problem whose searches are started by name.
///
/// One short implementation makes every algorithm and every combination of heuristics
/// available. A domain whose instances differ in the type of their states has several.
pub trait Problem: Sized + 'static {
    /// The state space.
    type Space: Notation + 'static;
    /// [`With`](crate::With) if its actions are small values.
    type Typed: Typed<Self::Space>;
    /// [`With`](crate::With) if its actions can be taken back.
    type Undo: Undo<Self::Space>;
    /// [`With`](crate::With) if it can be searched from its goals.
    type Backward: Backward<Self::Space>;
    /// [`With`](crate::With) if its states are numbered.
    type Indexed: Indexed<Self::Space>;
    /// [`With`](crate::With) if its costs are whole numbers.
    type Integer: Integer<Self::Space>;

    /// The heuristics, besides those that every problem has.
    const HEURISTICS: &'static [&'static Component];

    /// Solvers made for this problem alone, if there are any: algorithms of its own.
    const CONSTRUCTIONS: &'static [Construction<Self::Space>] = &[];

    /// Searches made for this problem alone, if there are any.
    const SEARCHES: &'static [OwnSearch<Self::Space>] = &[];

    /// Whether one path alone leads to each goal, so that plans are different solutions and a
    /// single one, where all are looked for, is the only solution.
    const HAS_ONE_PATH_EACH: bool = false;

    /// Makes the heuristic that `component`, one of [`Problem::HEURISTICS`], describes.
    ///
    /// # Errors
    ///
    /// Fails if it does not fit this instance.
    fn heuristic(
        space: &Self::Space,
        component: &'static Component,
        options: &Options<'_>,
    ) -> Result<Arc<dyn AnyHeuristic<Self::Space>>, RegistryError>;

    /// The same with tables from `tables`, and with searches that are compiled for it where
    /// that pays.
    ///
    /// # Errors
    ///
    /// As [`Problem::heuristic`], and if a limit stops the building of a table.
    fn built(
        space: &Self::Space,
        component: &'static Component,
        options: &Options<'_>,
        tables: &TableSource,
    ) -> Result<Built<Self::Space>, RegistryError> {
        let _ = tables;
        Self::heuristic(space, component, options).map(Built::from)
    }

    /// The greatest of `parts` as one heuristic, if it is compiled.
    fn greatest(parts: &[Built<Self::Space>]) -> Option<Built<Self::Space>> {
        let _ = parts;
        None
    }

    /// Any heuristic in a form that threads can share, if searches are compiled for that.
    fn shared(estimator: Estimator<Self::Space>) -> Option<Arc<dyn Compiled<Self::Space>>> {
        let _ = estimator;
        None
    }

    /// Two spaces with equal keys share their heuristics: what is built for one serves the
    /// other. Usually the goal in words.
    fn heuristic_key(space: &Self::Space) -> String;

    /// Why no goal can be reached, if that is known without a search.
    fn proof_of_no_solution(space: &Self::Space) -> Option<Cow<'static, str>> {
        let _ = space;
        None
    }

    /// The goal that a plan leads to in a few lines, if people want to see that and not the
    /// moves.
    fn drawn_goal(
        space: &Self::Space,
        state: &<Self::Space as StateSpace>::State,
    ) -> Option<String> {
        let _ = (space, state);
        None
    }

    /// What whoever gave the instance should know of it before it is searched.
    fn notes(space: &Self::Space) -> Vec<String> {
        let _ = space;
        Vec::new()
    }

    /// The moves of a plan in words, if they are others than those of its actions alone.
    fn plan_words(
        space: &Self::Space,
        plan: &[<Self::Space as StateSpace>::Action],
    ) -> Option<Vec<String>> {
        let _ = (space, plan);
        None
    }

    /// What people are told of the words of a plan, in lines.
    fn plan_notes(words: &[String]) -> Vec<String> {
        let _ = words;
        Vec::new()
    }

    /// Where `state` is, for traces: the state in words, if it is nowhere. A text is written
    /// into `scratch`, which is empty.
    fn place<'a>(
        space: &Self::Space,
        state: &<Self::Space as StateSpace>::State,
        scratch: &'a mut String,
    ) -> Place<'a> {
        Written.place(space, state, scratch)
    }

    /// Where searches take place, for traces.
    fn scene(space: &Self::Space) -> Scene {
        let _ = space;
        Scene::Nowhere
    }

    /// The key of a state for `--tie-break key`, if the problem has one.
    fn tie_key() -> Option<TieKey<Self::Space>> {
        None
    }

    /// The classes of actions for orders that learn, if the problem has them.
    fn action_classes() -> Option<ActionClasses<Self::Space>> {
        None
    }
}

/// The classes of the actions of a space: [`ActionKey`] as a value.
pub struct ActionClasses<S: StateSpace> {
    /// [`ActionKey::key_count`].
    pub count: fn(&S) -> usize,
    /// [`ActionKey::action_key`].
    pub class: fn(&S, &S::State, S::Action) -> usize,
}

impl<S: ActionKey> ActionClasses<S> {
    /// Those of the space itself.
    #[must_use]
    pub fn of_space() -> Self {
        Self { count: S::key_count, class: S::action_key }
    }
}

impl<S: StateSpace> Clone for ActionClasses<S> {
    fn clone(&self) -> Self {
        *self
    }
}

impl<S: StateSpace> Copy for ActionClasses<S> {}

/// A key of a state, by which ties are broken, the least first.
pub type TieKey<S> = fn(&S, &<S as StateSpace>::State) -> u64;

/// Heuristics that have been built, to be used for the next instance with the same goal.
#[derive(Default)]
pub struct Shelf {
    built: Mutex<HashMap<String, Box<dyn Any + Send>>>,
    tables: TableSource,
}

impl Shelf {
    /// An empty shelf, for heuristics whose tables come from `tables`.
    #[must_use]
    pub fn new(tables: TableSource) -> Self {
        Self { built: Mutex::default(), tables }
    }

    /// Where tables come from.
    #[must_use]
    pub const fn tables(&self) -> &TableSource {
        &self.tables
    }

    fn get_or_build<T: Any + Clone + Send>(
        &self,
        key: &str,
        build: impl FnOnce() -> Result<T, RegistryError>,
    ) -> Result<T, RegistryError> {
        let mut shelf = self.built.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some(there) = shelf.get(key).and_then(|there| there.downcast_ref::<T>()) {
            return Ok(there.clone());
        }
        let built = build()?;
        shelf.insert(key.to_owned(), Box::new(built.clone()));
        Ok(built)
    }
}

/// No knowledge.
pub static BLIND: Component = Component {
    aliases: &["zero", "none"],
    guarantees: "consistent: zero is never too much",
    use_when: "you want A* to be Dijkstra's algorithm, or a base line to compare with",
    avoid_when: "any other heuristic is at hand",
    ..Component::new("blind", "knows nothing: zero everywhere")
};

/// The greatest of several.
pub static MAX: Component = Component {
    guarantees: "admissible, consistent, safe where all its parts are",
    use_when: "several admissible heuristics are good in different places, and a node is dear",
    avoid_when: "one part is nearly always the greatest: you pay for all of them",
    operands: Operands { least: 2, most: 8 },
    example: "max(manhattan, misplaced)",
    ..Component::new("max", "the greatest of several heuristics")
};

/// A multiple of one.
pub static SCALED: Component = Component {
    guarantees: "a factor of at most 1 keeps admissibility and consistency; a greater one does \
                 not, and then nothing is proved optimal",
    use_when: "you want to see what a weaker or an inadmissible estimate does to a search",
    avoid_when: "you want a bound on the cost: weighted-a-star proves one",
    options: &[OptionInfo {
        name: "factor",
        title: "what the estimate is multiplied by, then rounded down",
        kind: OptionKind::Number { least: 0.0, most: 1000.0 },
        default: None,
    }],
    operands: Operands { least: 1, most: 1 },
    example: "scaled(manhattan, 0.5)",
    ..Component::new("scaled", "a heuristic times a factor")
};

const MILLION: NonZeroU32 = NonZeroU32::new(1_000_000).expect("not zero");

/// The heuristics that every problem has.
pub const COMMON_HEURISTICS: &[&Component] = &[&BLIND, &MAX, &SCALED];

/// All heuristics of a problem.
pub fn heuristics<P: Problem>() -> impl Iterator<Item = &'static Component> {
    P::HEURISTICS.iter().chain(COMMON_HEURISTICS).copied()
}

/// Looks up one of `components` by the name of `expression`, a part of `text`.
pub(crate) fn component(
    kind: Kind,
    components: impl Iterator<Item = &'static Component> + Clone,
    expression: &Expression,
    text: &str,
) -> Result<&'static Component, RegistryError> {
    let name = expression.name.as_str();
    if let Some(found) = components.clone().find(|component| component.is_called(name)) {
        return Ok(found);
    }
    let near = nearest_names(name, components.clone().flat_map(Component::names));
    Err(unknown(
        kind,
        components.map(|component| component.name),
        name,
        expression.offset,
        text,
        near,
    ))
}

pub(crate) fn unknown(
    kind: Kind,
    all: impl Iterator<Item = &'static str>,
    name: &str,
    offset: usize,
    text: &str,
    nearest: Vec<&'static str>,
) -> RegistryError {
    let expected = if nearest.is_empty() {
        let all: Vec<&str> = all.collect();
        format!("{}: {}", kind.in_words(), in_words(&all))
    } else {
        format!("{} (did you mean {}?)", kind.in_words(), in_words(&nearest))
    };
    let error =
        tremaux_core::ParseError::at(text, offset, name.len(), format!("`{name}`"), expected);
    RegistryError::UnknownName { kind, text: text.to_owned(), error: Box::new(error), nearest }
}

/// A heuristic on the shelf. It is of the type that its key names.
struct OnShelf<P: Problem>(Built<P::Space>);

impl<P: Problem> Clone for OnShelf<P> {
    fn clone(&self) -> Self {
        Self(self.0.clone())
    }
}

/// Makes the heuristic that `expression` names, a part of `text`.
///
/// # Errors
///
/// Returns the place of a name that is not known or an argument that is wrong.
pub fn estimator<P: Problem>(
    space: &P::Space,
    expression: &Expression,
    text: &str,
    shelf: &Shelf,
) -> Result<Estimator<P::Space>, RegistryError> {
    // Each level of the expression is one call: its parser limits the depth.
    let component = component(
        Kind::Heuristic,
        heuristics::<P>().collect::<Vec<_>>().into_iter(),
        expression,
        text,
    )?;
    let options = Options::read(component, expression, text)?;
    let parts = || -> Result<Vec<Estimator<P::Space>>, RegistryError> {
        options.operands.iter().map(|part| estimator::<P>(space, part, text, shelf)).collect()
    };
    if std::ptr::eq(component, &raw const BLIND) {
        return Ok(Estimator::One(Built::from(Arc::new(Blind) as Arc<dyn AnyHeuristic<P::Space>>)));
    }
    if std::ptr::eq(component, &raw const MAX) {
        let parts = parts()?;
        let all: Option<Vec<Built<P::Space>>> = parts
            .iter()
            .map(|part| match part {
                Estimator::One(built) => Some(built.clone()),
                Estimator::Max(_) | Estimator::Scaled(..) => None,
            })
            .collect();
        let greatest = all.and_then(|all| P::greatest(&all));
        return Ok(greatest.map_or(Estimator::Max(parts), Estimator::One));
    }
    if std::ptr::eq(component, &raw const SCALED) {
        let part = parts()?.remove(0);
        // Thousandths of thousandths: the option's bounds keep them within 32 bits.
        let numerator = (options.number("factor") * 1e6).round() as u32;
        let factor = Factor { numerator, denominator: MILLION };
        return Ok(Estimator::Scaled(Box::new(part), factor));
    }
    let written = Expression { name: component.name.into(), ..expression.clone() };
    let key = format!("{} {written} {}", std::any::type_name::<P>(), P::heuristic_key(space));
    let build = || P::built(space, component, &options, &shelf.tables).map(OnShelf::<P>);
    Ok(Estimator::One(shelf.get_or_build(&key, build)?.0))
}
