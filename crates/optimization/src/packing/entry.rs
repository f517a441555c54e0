//! The domain of rectangle packing.

use std::sync::Arc;

use tremaux_core::{ParseError, Random};
use tremaux_domain::{
    AlgorithmInfo, Component, DefaultInfo, Domain, DomainEntry, DomainInfo, Entry, Generator,
    Instance, LandscapeProblem, Landscapes, NamedAlgorithm, OptionInfo, Options, Proves, ReadError,
    RegistryError, Split, StartOptimization, landscape_instance,
};

use super::{Arrangement, BestFirstPacking, ExactPacking, Packing, Place, Rectangles, picture};

/// The domain's entry in the list of domains.
pub static PACKING: &dyn DomainEntry = &Entry::<PackingDomain>::new();

/// Rectangle packing.
struct PackingDomain;

static INFO: DomainInfo = DomainInfo {
    name: "packing",
    aliases: &["rectangle-packing"],
    title: "Rectangle packing: rectangles in a strip, as low as possible, or in a rectangle",
    format: "A container and the rectangles, each as WIDTHxHEIGHT, squares as their side:\n\
             `10:` is a strip of width 10, `10x12:` a rectangle; `3*2x5` are three equal\n\
             rectangles.\n\
             In a file: one instance per line; `#` starts a comment.\n\
             Or a table (CSV) with the columns `width`, `height` and perhaps `count`, with \
             --container.",
    example: "32x33: 18 15 14 10 9 8 7 4 1",
    moves: "x and y of the lower left corner of each rectangle, and `t` if it is turned, for \
            example 4,0t",
    options: &[
        OptionInfo::choice("example", &["moron", "duijvestijn", "strip"])
            .title("a built-in example, used instead of INSTANCE"),
        OptionInfo::word("container", "WIDTH or WIDTHxHEIGHT, for example 10x12")
            .title("the container of the rectangles of a table"),
        OptionInfo::choice("turn", &["no", "yes"])
            .title("rectangles may be turned by a quarter")
            .default("no"),
    ],
    generator: &[
        OptionInfo::integer("rectangles", 1, 500).title("number of rectangles").default("10"),
        OptionInfo::integer("width", 1, 100_000).title("width of the strip").default("20"),
    ],
    defaults: &[
        DefaultInfo::new("up to 25 rectangles", "corner-search", "")
            .why("it proves the lowest packing, often within seconds"),
        DefaultInfo::new("more rectangles", "annealing", "")
            .why("it finds low packings of many rectangles"),
    ],
};

static CORNER_SEARCH: AlgorithmInfo = AlgorithmInfo::new(Component {
    source: "Christofides and Whitlock 1977",
    guarantees: "optimal; until then, no packing is lower than its bound",
    use_when: "you want a proof, or the rectangles fill the container",
    avoid_when: "there are many rectangles and much room",
    ..Component::new(
        "corner-search",
        "branch and bound over the rectangles that fit at the lowest free corner",
    )
})
.proving(Proves::Optimal);

static BEST_FIRST: AlgorithmInfo = AlgorithmInfo::new(Component {
    source: "the example of Klęsk's library SaC",
    guarantees: "none",
    use_when: "you want to see best-first search of partial packings",
    avoid_when: "there are more than some tens of rectangles: its open list grows fast",
    ..Component::new(
        "best-first-packing",
        "puts each rectangle at the lowest place of the most promising partial packing",
    )
});

impl LandscapeProblem for PackingDomain {
    type Landscape = Packing;

    const SOLVERS: &'static [NamedAlgorithm<StartOptimization<Packing>>] = &[
        NamedAlgorithm::new(&CORNER_SEARCH, |packing, _| Ok(Box::new(ExactPacking::new(packing)))),
        NamedAlgorithm::new(&BEST_FIRST, |packing, _| Ok(Box::new(BestFirstPacking::new(packing)))),
    ];

    const SOLUTION: &'static str = "packing";
    const VALUE: &'static str = "height";
    const IS_DRAWN: bool = true;

    fn cost(_packing: &Packing, value: f64) -> f64 {
        value.floor()
    }

    fn is_solved(packing: &Packing, cost: f64) -> bool {
        packing.rectangles().height.is_none_or(|height| cost <= f64::from(height))
    }

    fn notes(packing: &Packing) -> Vec<String> {
        let ignored = packing.ignored();
        let note = || format!("ignored columns: {}", ignored.join(", "));
        (!ignored.is_empty()).then(note).into_iter().collect()
    }

    fn words(packing: &Packing, arrangement: &Arrangement) -> Vec<String> {
        let turned = |place: &Place| if place.is_turned { "t" } else { "" };
        let places = packing.places(arrangement);
        places.iter().map(|place| format!("{},{}{}", place.x, place.y, turned(place))).collect()
    }

    fn checked_value(packing: &Packing, words: &[String]) -> Option<f64> {
        let place = |word: &String| {
            let upright = word.strip_suffix('t');
            let (x, y) = upright.unwrap_or(word).split_once(',')?;
            let is_turned = upright.is_some();
            Some(Place { x: x.parse().ok()?, y: y.parse().ok()?, is_turned })
        };
        let places = words.iter().map(place).collect::<Option<Vec<Place>>>()?;
        let is_turned = places.iter().any(|place| place.is_turned);
        let height = packing.rectangles().height_of(&places).map(f64::from);
        height.filter(|_| packing.may_turn() || !is_turned)
    }

    fn picture(
        packing: &Packing,
        arrangement: &Arrangement,
        _trail: &[(f64, f64)],
    ) -> Option<String> {
        let places = packing.places(arrangement);
        let height = packing.rectangles().height_of(&places)?;
        Some(picture::picture(packing.rectangles(), &places, height))
    }
}

impl Domain for PackingDomain {
    type Problem = Landscapes<Self>;

    const INFO: &'static DomainInfo = &INFO;
    const SPLIT: Split = Split::Lines;
    const EXAMPLES: &'static [(&'static str, &'static str)] = &[
        // Z. Moroń 1925: the smallest perfect rectangle.
        ("moron", "32x33: 18 15 14 10 9 8 7 4 1"),
        // A. J. W. Duijvestijn 1978: the smallest perfect square.
        ("duijvestijn", "112x112: 50 42 37 35 33 29 27 25 24 19 18 17 16 15 11 9 8 7 6 4 2"),
        ("strip", "12: 5x4 7x2 3*3x3 2x6 4x1 2*1x5"),
    ];
    const INSTANCE: &'static str = "a container and rectangles";

    fn read(text: &str, options: &Options<'_>) -> Result<Box<dyn Instance>, ReadError> {
        let is_table = Rectangles::is_table(text);
        let (rectangles, others) = match options.given("container") {
            Some(container) if is_table => {
                options.parsed("container", |it| Rectangles::parse(&format!("{it}: 1")))?;
                Rectangles::parse_table(text, container)?
            }
            Some(_) => {
                let (option, reason) = ("--container", "INSTANCE has its container".to_owned());
                return Err(RegistryError::NotApplicable { option, reason }.into());
            }
            None if is_table => {
                let expected = "--container WIDTH or WIDTHxHEIGHT for a table of rectangles";
                return Err(ParseError::about(text, text.trim_start(), expected).into());
            }
            None => (Rectangles::parse(text)?, Vec::new()),
        };
        let may_turn = options.word("turn") == "yes";
        let is_too_wide = |&&(width, height): &&(u32, u32)| {
            width.min(if may_turn { height } else { width }) > rectangles.width
        };
        if let Some((width, height)) = rectangles.sizes.iter().find(is_too_wide) {
            let container = if is_table { text } else { text.split(':').next().unwrap_or("") };
            let expected = format!("a container in which {width}x{height} fits");
            return Err(ParseError::about(text, container.trim(), expected).into());
        }
        let (text, count) = (rectangles.text(), rectangles.sizes.len());
        let default = &INFO.defaults[usize::from(count > 25)];
        let packing = Arc::new(Packing::new(rectangles, may_turn).with_ignored(others));
        Ok(landscape_instance::<Self>(&INFO, packing, text, default))
    }

    /// A table is one instance.
    fn read_all(
        text: &str,
        options: &Options<'_>,
    ) -> Option<Result<Vec<Box<dyn Instance>>, ReadError>> {
        Rectangles::is_table(text).then(|| Ok(vec![Self::read(text, options)?]))
    }

    fn generator(seed: u64, options: &Options<'_>) -> Result<Generator, RegistryError> {
        let mut random = Random::new(seed);
        let count = options.integer("rectangles");
        let width = options.integer("width");
        Ok(Box::new(move || {
            let mut side = || 1 + random.below(width.div_ceil(2));
            let sizes: Vec<String> = (0..count).map(|_| format!("{}x{}", side(), side())).collect();
            format!("{width}: {}", sizes.join(" "))
        }))
    }
}
