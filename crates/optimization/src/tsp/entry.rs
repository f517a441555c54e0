//! The domain of the travelling salesman.

use std::sync::Arc;

use tremaux_core::Random;
use tremaux_domain::{
    AlgorithmInfo, Component, DefaultInfo, Domain, DomainEntry, DomainInfo, Entry, Generator,
    Instance, LandscapeProblem, Landscapes, NamedAlgorithm, OptimizationOf, OptimizationStart,
    OptionInfo, Options, Proves, ReadError, RegistryError, StartOptimization, landscape_instance,
};

use super::{BoundedSearch, BranchAndBound, Cities, Metric, Neighborhood, Tour, Tours, picture};

/// The domain's entry in the list of domains.
pub static TSP: &dyn DomainEntry = &Entry::<TspDomain>::new();

/// The travelling salesman.
struct TspDomain;

static INFO: DomainInfo = DomainInfo {
    name: "tsp",
    aliases: &["travelling-salesman"],
    title: "Travelling salesman: the shortest tour through all cities",
    format: "A TSPLIB file with the edge weight type EUC_2D, CEIL_2D, GEO, ATT, MAN_2D, MAX_2D\n\
             or EXPLICIT (any form of a symmetric matrix).\n\
             Their distances are whole numbers, as TSPLIB rounds them.\n\
             Or the places of the cities, separated by `/` or line breaks: x and y, with \
             Euclidean\n\
             distances; or, with --distances globe, latitude and longitude in degrees, with\n\
             distances in kilometres. These are real numbers and are not rounded.\n\
             Or a table (CSV): with columns `x` and `y`, or `lat` and `lon`, and perhaps `name`; \
             or a\n\
             square of distances, with names in its first row or column or without.",
    example: "0 0 / 40 10 / 20 30 / 70 50 / 10 60 / 50 80 / 90 20",
    moves: "the cities in the order of the tour, by their names or numbered from 1",
    options: &[
        OptionInfo::choice("example", &["burma14", "star"])
            .title("a built-in example, used instead of INSTANCE"),
        OptionInfo::integer("near", 1, 100)
            .title("nearest cities of each one that new edges lead to")
            .default("10"),
        OptionInfo::choice("distances", &["plane", "globe"])
            .title("what places are: x and y on a plane, or latitude and longitude on the globe")
            .default("plane"),
    ],
    generator: &[OptionInfo::integer("size", 1, 100_000)
        .title("number of cities in a square")
        .default("20")],
    defaults: &[
        DefaultInfo::new("up to 150 cities", "held-karp", "")
            .why("it proves the shortest tour, mostly within seconds or minutes"),
        DefaultInfo::new("more cities", "or-3opt", "")
            .why("it finds tours within a few per cent of the shortest in seconds"),
    ],
};

const KICKS: OptionInfo = OptionInfo::integer("kicks", 0, 1_000_000)
    .title(
        "for each city, how often the best tour is changed in one place and improved again; by \
         default until a limit of time or nodes is reached, and 100 without one",
    )
    .default("");

const LOCAL: Component =
    Component { guarantees: LOCAL_GUARANTEES, options: &[KICKS], ..Component::new("", "") };

const LOCAL_GUARANTEES: &str =
    "no tour is shorter than its bound, which it has for up to 20,000 cities";

static TWO_OPT: AlgorithmInfo = AlgorithmInfo::new(Component {
    name: "two-opt",
    title: "exchanges two edges of a tour, with neighbour lists and don't-look bits",
    source: "Croes 1958; Bentley 1992; kicks: Martin, Otto and Felten 1991",
    use_when: "you want to compare: or-opt is as fast and better",
    avoid_when: "the tour matters",
    aliases: &["2-opt"],
    example: "two-opt(kicks=0)",
    ..LOCAL
});

static OR_OPT: AlgorithmInfo = AlgorithmInfo::new(Component {
    name: "or-opt",
    title: "two-opt that also moves up to three cities elsewhere",
    source: "Or 1976; Bentley 1992; kicks: Martin, Otto and Felten 1991",
    use_when: "there are many thousands of cities",
    avoid_when: "a proof is needed",
    example: "or-opt(kicks=10)",
    ..LOCAL
});

static OR_THREE_OPT: AlgorithmInfo = AlgorithmInfo::new(Component {
    name: "or-3opt",
    title: "or-opt that also moves longer parts of a tour elsewhere",
    source: "Babin, Deneault and Laporte 2007; Bentley 1992; kicks: Martin, Otto and Felten 1991",
    use_when: "a good tour of many cities is wanted in seconds",
    avoid_when: "a proof is needed",
    example: "or-3opt(kicks=1000)",
    ..LOCAL
});

static HELD_KARP: AlgorithmInfo = AlgorithmInfo::new(Component {
    source: "Held and Karp 1971; Volgenant and Jonker 1982",
    guarantees: "optimal; until then, no tour is shorter than its bound",
    use_when: "a proof is wanted, or a bound on how far other tours are from the shortest",
    avoid_when: "there are more than some hundreds of cities, unless the bound alone is wanted",
    ..Component::new("held-karp", "branch and bound with Held–Karp (1-tree) bounds")
})
.proving(Proves::Optimal);

/// Without a limit, the tour is changed so many times for each city.
const DEFAULT_KICKS: u64 = 100;

fn iterated(
    tours: Arc<Tours>,
    neighborhood: Neighborhood,
    start: &OptimizationStart<'_>,
) -> Result<OptimizationOf<Tours>, RegistryError> {
    let kicks = match start.options.optional_integer("kicks") {
        None if start.is_limited => u64::MAX,
        kicks => kicks.unwrap_or(DEFAULT_KICKS),
    };
    let kicks = kicks.saturating_mul(tours.cities().count() as u64);
    Ok(Box::new(BoundedSearch::new(tours, neighborhood, kicks, start.seed)))
}

/// The greatest number of cities for branch and bound.
const MOST_PROVED: usize = 3000;

impl LandscapeProblem for TspDomain {
    type Landscape = Tours;

    const SOLVERS: &'static [NamedAlgorithm<StartOptimization<Tours>>] = &[
        NamedAlgorithm::new(&HELD_KARP, |tours, start| {
            let count = tours.cities().count();
            if count > MOST_PROVED {
                let reason = format!("there are {count} cities, more than {MOST_PROVED}");
                return Err(HELD_KARP.component.refused(reason));
            }
            Ok(Box::new(BranchAndBound::new(tours, start.seed)))
        }),
        NamedAlgorithm::new(&TWO_OPT, |tours, start| iterated(tours, Neighborhood::TwoOpt, start)),
        NamedAlgorithm::new(&OR_OPT, |tours, start| iterated(tours, Neighborhood::OrOpt, start)),
        NamedAlgorithm::new(&OR_THREE_OPT, |tours, start| {
            iterated(tours, Neighborhood::OrThreeOpt, start)
        }),
    ];

    const SOLUTION: &'static str = "tour";
    const VALUE: &'static str = "length";
    const IS_DRAWN: bool = true;

    fn notes(tours: &Tours) -> Vec<String> {
        tours.cities().notes().to_vec()
    }

    fn words(tours: &Tours, tour: &Tour) -> Vec<String> {
        // From the first city, in the direction of its neighbour with the smaller number.
        let is_forward = tour.next(0) <= tour.previous(0);
        let mut city = 0;
        let mut words = Vec::with_capacity(tour.order().len());
        for _ in tour.order() {
            words.push(tours.cities().city(city as usize));
            city = if is_forward { tour.next(city) } else { tour.previous(city) };
        }
        words
    }

    fn checked_value(tours: &Tours, words: &[String]) -> Option<f64> {
        let city = |word: &String| tours.cities().find(word);
        let order = words.iter().map(city).collect::<Option<Vec<usize>>>()?;
        tours.cities().length(&order)
    }

    fn picture(tours: &Tours, tour: &Tour, _trail: &[(f64, f64)]) -> Option<String> {
        picture::picture(tours, tour)
    }
}

impl Domain for TspDomain {
    type Problem = Landscapes<Self>;

    const INFO: &'static DomainInfo = &INFO;
    const EXAMPLES: &'static [(&'static str, &'static str)] = super::example::EXAMPLES;
    const INSTANCE: &'static str = "places of cities";

    fn read(text: &str, options: &Options<'_>) -> Result<Box<dyn Instance>, ReadError> {
        let cities = match options.word("distances") {
            "globe" => Cities::parse_table(text, Metric::GreatCircle)?,
            _ => Cities::parse(text)?,
        };
        let count = cities.count();
        let text = match &*cities.name {
            "" if count <= 100 && !cities.places.is_empty() => {
                let places: Vec<String> =
                    cities.places.iter().map(|(x, y)| format!("{x} {y}")).collect();
                places.join(" / ")
            }
            "" => format!("{count} cities"),
            name => name.to_owned(),
        };
        let default = &INFO.defaults[usize::from(count > 150)];
        let near = options.integer("near") as usize;
        let tours = Arc::new(Tours::new(cities, near));
        Ok(landscape_instance::<Self>(&INFO, tours, text, default))
    }

    fn generator(seed: u64, options: &Options<'_>) -> Result<Generator, RegistryError> {
        let mut random = Random::new(seed);
        let count = options.integer("size");
        Ok(Box::new(move || {
            let places = (0..count)
                .map(|_| format!("{} {}", random.below(1_000_000), random.below(1_000_000)));
            places.collect::<Vec<_>>().join(" / ")
        }))
    }
}
