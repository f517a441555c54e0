//! What a text about an algorithm often leaves open, as values by name.

use std::collections::HashSet;
use std::fmt;

use tremaux_registry::algorithms::{best_first, depth_first, graph_search};
use tremaux_registry::{
    AlgorithmInfo, Argument, Component, Expression, Kind, NamedAlgorithm, OptionInfo, OptionKind,
    Options, RegistryError,
};

/// In which order states are expanded, before ties are broken.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Order {
    /// The oldest entry of the open list first.
    Oldest,
    /// The newest first.
    Newest,
    /// By g, the cost of the path so far.
    Cost,
    /// By h, the estimate.
    Estimate,
    /// By f = g + weight·h.
    Total,
    /// The newest first, with a bound on the depth that grows by one.
    Depths,
    /// The newest first, with a bound on f that grows to the least f above it.
    Totals,
}

/// The word for every value.
const ANY: &str = "any";

/// The conventions whose values are words. The first two break ties, one after the other.
const CHOICES: [OptionInfo; 6] = [
    OptionInfo::choice("ties", &["fifo", "lifo", "high-g", "low-g", "low-h", "key", ANY])
        .title("which of several states of equal priority comes first")
        .default(ANY),
    OptionInfo::choice("then", &["fifo", "lifo", ANY])
        .title("which comes first if that is equal, too")
        .default(ANY),
    OptionInfo::choice("successors", &["rules", "reversed", ANY])
        .title("the order in which the successors of a state are taken")
        .default(ANY),
    OptionInfo::choice("goal", &["expansion", "generation", ANY])
        .title("when a state is tested for being a goal")
        .default(ANY),
    OptionInfo::choice("reopen", &["no", "yes", ANY])
        .title("whether a closed state is opened again if a cheaper path is found")
        .default(ANY),
    OptionInfo::choice(
        "duplicates",
        &["all", "closed", "generated", "path", "parent", "none", ANY],
    )
    .title("which states are dropped when they are generated again")
    .default(ANY),
];

const CONVENTIONS: [OptionInfo; 7] = {
    let [ties, then, successors, goal, reopen, duplicates] = CHOICES;
    let depth = OptionInfo::integer("depth", 0, 4_294_967_295).title("the greatest depth");
    [ties, then, successors, goal, reopen, duplicates, depth.default("4294967295")]
};

const WEIGHTED: [OptionInfo; 8] = {
    let [ties, then, successors, goal, reopen, duplicates, depth] = CONVENTIONS;
    let weight = OptionInfo::number("weight", 0.0, 1e6).title("the weight of h in f").default("2");
    [ties, then, successors, goal, reopen, duplicates, depth, weight]
};

/// Rows of the table of algorithms: name, description in the catalogue, order, options.
macro_rules! algorithms {
    ($($name:ident: $info:path, $order:ident, $options:ident;)*) => {
        $(static $name: AlgorithmInfo = AlgorithmInfo {
            component: Component { options: &$options, ..$info.component },
            ..$info
        };)*

        static ALGORITHMS: &[NamedAlgorithm<Order>] =
            &[$(NamedAlgorithm::new(&$name, Order::$order)),*];
    };
}

// The first row of an order has all its conventions.
algorithms! {
    BREADTH_FIRST: best_first::BREADTH_FIRST, Oldest, CONVENTIONS;
    DEPTH_FIRST: depth_first::DEPTH_FIRST, Newest, CONVENTIONS;
    DEPTH_FIRST_GRAPH: best_first::DEPTH_FIRST_GRAPH, Newest, CONVENTIONS;
    DIJKSTRA: best_first::DIJKSTRA, Cost, CONVENTIONS;
    GREEDY: best_first::GREEDY, Estimate, CONVENTIONS;
    A_STAR: best_first::A_STAR, Total, CONVENTIONS;
    WEIGHTED_A_STAR: best_first::WEIGHTED_A_STAR, Total, WEIGHTED;
    DEEPENING: depth_first::DEEPENING, Depths, CONVENTIONS;
    IDA_STAR: depth_first::IDA_STAR, Totals, CONVENTIONS;
}

static EVERY: Component =
    Component { options: &CONVENTIONS, ..Component::new(ANY, "every algorithm and convention") };

/// The algorithms that the referee knows, with their conventions as options.
pub fn algorithms() -> impl Iterator<Item = &'static Component> + Clone {
    ALGORITHMS.iter().map(|it| &it.info.component).chain([&EVERY])
}

/// An algorithm with everything stated that decides its steps, but perhaps for ties and the order
/// of successors.
#[derive(Clone, Copy)]
pub(crate) struct Conventions {
    pub(crate) algorithm: &'static NamedAlgorithm<Order>,
    /// The value of each of [`CHOICES`].
    words: [&'static str; CHOICES.len()],
    pub(crate) depth: u32,
    pub(crate) weight: f64,
}

impl Conventions {
    /// The conventions that `text` allows, the usual ones first. Ties and orders of successors
    /// that it leaves open stay open, unless each is to be stated.
    ///
    /// # Errors
    ///
    /// Returns the place of an unknown name or value.
    pub(crate) fn of(text: &str, is_each: bool) -> Result<Vec<Self>, RegistryError> {
        let expression = by_order(Expression::read(text)?);
        let options =
            Options::read(expression.component(Kind::Algorithm, algorithms())?, &expression)?;
        let is_first = |it: &NamedAlgorithm<Order>| {
            let first = ALGORITHMS.iter().find(|other| other.start == it.start);
            first.is_some_and(|first| first.is_called(it.name))
        };
        let is_meant = |it: &&NamedAlgorithm<Order>| match Self::is_every(text) {
            true => is_first(it),
            false => it.is_called(&expression.name),
        };
        let (mut found, mut seen) = (Vec::new(), HashSet::new());
        for algorithm in ALGORITHMS.iter().filter(is_meant) {
            let depth = options.integer("depth") as u32;
            let weight = algorithm.options.get(CONVENTIONS.len());
            let weight = weight.map_or(1.0, |weight| options.number(weight.name));
            let mut of_row = vec![Self { algorithm, words: [ANY; 6], depth, weight }];
            for (at, choice) in CHOICES.iter().enumerate().rev() {
                let values = allowed(choice, options.word(choice.name), is_each);
                let each =
                    of_row.iter().flat_map(|it| values.iter().map(move |value| (*it, value)));
                of_row = each
                    .map(|(mut it, value)| {
                        it.words[at] = value;
                        it
                    })
                    .collect();
            }
            let of_row = of_row.into_iter().map(Self::plain);
            let of_row = of_row.filter(|it| !is_each || it.states_all());
            found.extend(of_row.filter(|it| seen.insert(it.to_string())));
        }
        Ok(found)
    }

    /// Whether a text names all algorithms at once.
    pub(crate) fn is_every(text: &str) -> bool {
        Expression::parse(text).is_ok_and(|it| EVERY.is_called(&it.name))
    }

    /// The value of a convention.
    pub(crate) fn word(&self, name: &str) -> &'static str {
        let at = CHOICES.iter().position(|choice| choice.name == name);
        at.map_or(ANY, |at| self.words[at])
    }

    /// Whether closed states are remembered.
    pub(crate) fn has_closed(&self) -> bool {
        !matches!(self.word("duplicates"), "path" | "parent" | "none")
    }

    /// The same with usual values for what does not matter.
    fn plain(mut self) -> Self {
        let is_settled = matches!(self.words[0], "fifo" | "lifo" | "key" | ANY);
        if self.algorithm.start.letter().is_none() {
            self.words[0] = ANY;
        }
        if is_settled || self.words[0] == ANY {
            self.words[1] = ANY;
        }
        if !self.has_closed() || self.algorithm.start == Order::Oldest {
            self.words[4] = "no";
        }
        self
    }

    /// Whether nothing is left open, and no tie is broken by what is equal anyway.
    fn states_all(&self) -> bool {
        let is_broken = match (self.algorithm.start, self.word("ties")) {
            (Order::Cost, "high-g" | "low-g") | (Order::Estimate, "low-h") => false,
            (order, ANY) => order.letter().is_none(),
            (_, "fifo" | "lifo" | "key") => true,
            _ => self.word("then") != ANY,
        };
        self.word("successors") != ANY && is_broken
    }
}

/// Graph search, whose order is an option, by the name of the algorithm with this order.
fn by_order(mut expression: Expression) -> Expression {
    if !graph_search::GRAPH_SEARCH.component.is_called(&expression.name) {
        return expression;
    }
    let is_called =
        |it: &Argument, name| it.key.as_ref().is_some_and(|(key, _)| key.as_str() == name);
    let is_weighted = expression.arguments.iter().any(|it| is_called(it, "weight"));
    let at = expression.arguments.iter().position(|it| is_called(it, "order"));
    let order = at.map(|at| expression.arguments.remove(at).value.name);
    let algorithm = match order.as_deref() {
        None | Some("f") if is_weighted => &WEIGHTED_A_STAR,
        None | Some("f") => &A_STAR,
        Some("g") => &DIJKSTRA,
        Some("h") => &GREEDY,
        Some("fewest-moves") => &BREADTH_FIRST,
        Some("most-moves") => &DEPTH_FIRST,
        Some(_) => return expression,
    };
    expression.renamed(algorithm.component.name)
}

/// The values of a convention that a word allows; not every problem has keys.
fn allowed(choice: &'static OptionInfo, word: &str, is_each: bool) -> Vec<&'static str> {
    let OptionKind::Choice { words } = choice.kind else { return Vec::new() };
    let may_stay_open = ["ties", "then", "successors"].contains(&choice.name);
    let is_allowed = |it: &&'static str| match (word, *it) {
        (ANY, ANY) => may_stay_open,
        (ANY, "key") => false,
        (ANY, _) => is_each || !may_stay_open,
        (word, it) => word == it,
    };
    words.iter().copied().filter(is_allowed).collect()
}

impl Order {
    /// Whether the newest state comes first.
    pub(crate) const fn is_newest_first(self) -> bool {
        matches!(self, Self::Newest | Self::Depths | Self::Totals)
    }

    /// What states are compared by; nothing if their ages decide.
    pub(crate) const fn letter(self) -> Option<&'static str> {
        match self {
            Self::Cost => Some("g"),
            Self::Estimate => Some("h"),
            Self::Total => Some("f"),
            Self::Oldest | Self::Newest | Self::Depths | Self::Totals => None,
        }
    }
}

/// Only what matters is named.
impl fmt::Display for Conventions {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let order = self.algorithm.start;
        let words = CHOICES.iter().zip(self.words).filter(|(choice, word)| match choice.name {
            "ties" => order.letter().is_some(),
            "then" => *word != ANY,
            "reopen" => self.has_closed() && order != Order::Oldest,
            _ => true,
        });
        let mut named: Vec<String> =
            words.map(|(choice, word)| format!("{}={word}", choice.name)).collect();
        if self.depth < u32::MAX {
            named.push(format!("depth={}", self.depth));
        }
        if self.weight != 1.0 {
            named.push(format!("weight={}", self.weight));
        }
        write!(f, "{}({})", self.algorithm.name, named.join(", "))
    }
}
