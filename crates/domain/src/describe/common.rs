//! The heuristics that work for every problem.

use super::component::{Component, Operands, OptionInfo};

/// A heuristic that works for every problem.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Common {
    /// Zero everywhere.
    Blind,
    /// The maximum of several.
    Max,
    /// A multiple of one.
    Scaled,
}

impl Common {
    /// All of them.
    const ALL: [Self; 3] = [Self::Blind, Self::Max, Self::Scaled];

    /// Its description.
    pub(crate) const fn info(self) -> &'static Component {
        match self {
            Self::Blind => &BLIND,
            Self::Max => &MAX,
            Self::Scaled => &SCALED,
        }
    }

    /// The one that is called `name`.
    pub(crate) fn called(name: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|common| common.info().is_called(name))
    }

    /// All descriptions.
    pub(crate) fn infos() -> impl Iterator<Item = &'static Component> {
        Self::ALL.into_iter().map(Self::info)
    }
}

/// The blind heuristic.
static BLIND: Component = Component {
    aliases: &["zero", "none"],
    guarantees: "consistent: zero is never too much",
    use_when: "you want A* to be Dijkstra's algorithm, or a base line to compare with",
    avoid_when: "any other heuristic is available",
    ..Component::new("blind", "no information: zero everywhere")
};

/// The maximum of several heuristics.
static MAX: Component = Component {
    guarantees: "admissible, consistent, safe where all its parts are",
    use_when: "several admissible heuristics are good in different places, and nodes are expensive",
    avoid_when: "one part is nearly always the greatest: you pay for all of them",
    operands: Operands { least: 2, most: 8 },
    example: "max(manhattan, misplaced)",
    ..Component::new("max", "the greatest of several heuristics")
};

/// A multiple of a heuristic.
static SCALED: Component = Component {
    guarantees: "a factor of at most 1 keeps admissibility and consistency; a greater one does \
                 not, and then nothing is proved optimal",
    use_when: "you want to see what a weaker or an inadmissible estimate does to a search",
    avoid_when: "you want a bound on the cost: weighted-a-star proves one",
    options: &[OptionInfo::number("factor", 0.0, 1000.0)
        .title("what the estimate is multiplied by, then rounded down")],
    operands: Operands { least: 1, most: 1 },
    example: "scaled(manhattan, 0.5)",
    ..Component::new("scaled", "a heuristic times a factor")
};
