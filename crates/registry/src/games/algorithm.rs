//! The searches of games by name, and players by name and strength.

use std::time::Duration;

use tremaux_play::{ChancePruning, Window};

use crate::component::{Component, OptionInfo, OptionKind};
use crate::error::{Kind, RegistryError};
use crate::expression::Expression;
use crate::options::Options;
use crate::problem::component;

/// How strong a player is: the options of every algorithm.
const STRENGTH: &[OptionInfo] = &[
    OptionInfo {
        name: "depth",
        title: "how many plies it looks ahead",
        kind: OptionKind::Integer { least: 1, most: 4000 },
        default: Some(""),
    },
    OptionInfo {
        name: "time",
        title: "how many seconds it takes for a move",
        kind: OptionKind::Number { least: 0.001, most: 86_400.0 },
        default: Some(""),
    },
    OptionInfo {
        name: "nodes",
        title: "how many positions it looks at for a move",
        kind: OptionKind::Integer { least: 1, most: u64::MAX },
        default: Some(""),
    },
];

/// The options of expectiminimax.
const CHANCE: &[OptionInfo] = &[
    STRENGTH[0],
    STRENGTH[1],
    STRENGTH[2],
    OptionInfo {
        name: "pruning",
        title: "how positions where chance is to move are cut",
        kind: OptionKind::Choice { words: &["star1", "star2", "none"] },
        default: Some("star1"),
    },
];

const EXACT: &str = "the value of plain minimax to the same depth or better, and the true one where \
                     the report says exact";

static ALPHA_BETA: Component = Component {
    aliases: &["alphabeta"],
    source: "Knuth and Moore 1975",
    guarantees: EXACT,
    use_when: "you want a base line: one search with an open window an iteration",
    avoid_when: "moves are well ordered: scout visits fewer positions",
    options: STRENGTH,
    example: "alpha-beta(depth=6)",
    ..Component::new("alpha-beta", "leaves out moves that cannot change the value")
};

static SCOUT: Component = Component {
    aliases: &["pvs", "negascout", "principal-variation-search"],
    source: "Reinefeld 1983 (NegaScout)",
    guarantees: EXACT,
    use_when: "nothing speaks for another: it is the default",
    avoid_when: "",
    options: STRENGTH,
    example: "scout(depth=6)",
    ..Component::new("scout", "alpha-beta that only proves the other moves to be no better")
};

static ASPIRATION: Component = Component {
    aliases: &["aspiration-windows"],
    source: "Slate and Atkin 1977",
    guarantees: EXACT,
    use_when: "scores change little from depth to depth",
    avoid_when: "the evaluation swings: it searches again and again",
    options: STRENGTH,
    example: "aspiration(depth=6)",
    ..Component::new("aspiration", "scout within a narrow window around the last score")
};

static MTD_F: Component = Component {
    aliases: &["mtdf", "mtd"],
    source: "Plaat, Schaeffer, Pijls and de Bruin 1996",
    guarantees: EXACT,
    use_when: "the table is large and scores are few",
    avoid_when: "scores are fine-grained, or the table is small",
    options: STRENGTH,
    example: "mtd-f(depth=6)",
    ..Component::new("mtd-f", "null windows that close in on the value from the last one")
};

static SSS_STAR: Component = Component {
    aliases: &["sss"],
    source: "Stockman 1979, as null windows by Plaat et al. 1996",
    guarantees: EXACT,
    use_when: "you want to compare with best-first search of games",
    avoid_when: "time matters: mtd-f starts nearer to the value",
    options: STRENGTH,
    example: "sss-star(depth=6)",
    ..Component::new("sss-star", "null windows from plus infinity down")
};

static DUAL_STAR: Component = Component {
    aliases: &["dual-sss-star"],
    source: "Marsland, Reinefeld and Schaeffer 1987; as null windows Plaat et al. 1996",
    guarantees: EXACT,
    use_when: "you want to compare with best-first search of games",
    avoid_when: "time matters: mtd-f starts nearer to the value",
    options: STRENGTH,
    example: "dual-star(depth=6)",
    ..Component::new("dual-star", "null windows from minus infinity up")
};

static BISECT: Component = Component {
    aliases: &["c-star"],
    source: "Coplan 1982 (C*); Weill 1992",
    guarantees: EXACT,
    use_when: "a game is to be solved: is it a draw, then who wins, then how soon",
    avoid_when: "scores are estimates",
    options: STRENGTH,
    example: "bisect(depth=6)",
    ..Component::new("bisect", "null windows that halve what is possible")
};

static MINIMAX: Component = Component {
    aliases: &["negmax", "negamax"],
    source: "von Neumann 1928, Shannon 1950",
    guarantees: "the value to its depth, with every move's; the true one where the report says \
                 exact",
    use_when: "you want to see how much another saves, or to check it: given a depth and no other \
               limit it visits the whole tree once",
    avoid_when: "it matters how far one sees: alpha-beta sees about twice as far",
    options: STRENGTH,
    example: "minimax(depth=4)",
    ..Component::new("minimax", "visits every position to its depth and leaves nothing out")
};

/// The value that the searches of payoffs return.
const PAYOFFS: &str = "the value of the unpruned search to the same depth, and the true one where \
                       the report says exact";

static MAX_N: Component = Component {
    aliases: &["maxn"],
    source: "Luckhardt and Irani 1986, shallow pruning Korf 1991",
    guarantees: PAYOFFS,
    use_when: "three or four play, each for itself",
    avoid_when: "two play without chance: scout prunes far more",
    options: STRENGTH,
    example: "max-n(depth=4)",
    ..Component::new("max-n", "any number of players, each of whom wants the most for itself")
};

static PARANOID: Component = Component {
    source: "Sturtevant and Korf 2000",
    guarantees: "what the player to move gets at least, however the others play, to that depth",
    use_when: "three or four play and you want to look farther ahead than max-n",
    avoid_when: "the others are not all against you",
    options: STRENGTH,
    example: "paranoid(depth=4)",
    ..Component::new("paranoid", "any number of players, all taken to be against the one to move")
};

static EXPECTIMINIMAX: Component = Component {
    aliases: &["expectimax"],
    source: "Michie 1966, Star1 and Star2 Ballard 1983",
    guarantees: PAYOFFS,
    use_when: "dice or cards decide",
    avoid_when: "there is no chance",
    options: CHANCE,
    example: "expectiminimax(depth=3, pruning=star2)",
    ..Component::new("expectiminimax", "two players and chance, whose moves count by probability")
};

/// A player who plays any legal move.
pub static RANDOM: Component = Component {
    guarantees: "nothing",
    use_when: "you want somebody to beat",
    avoid_when: "you want to learn something",
    example: "random",
    ..Component::new("random", "plays any legal move, as the seed says (not for analyze)")
};

/// The searches of games.
pub const GAME_ALGORITHMS: &[&Component] = &[
    &SCOUT,
    &ALPHA_BETA,
    &ASPIRATION,
    &MTD_F,
    &SSS_STAR,
    &DUAL_STAR,
    &BISECT,
    &MINIMAX,
    &MAX_N,
    &PARANOID,
    &EXPECTIMINIMAX,
    &RANDOM,
];

/// A search of games, by name.
#[derive(Clone, Copy, Debug)]
pub struct GameAlgorithm(&'static Component, ChancePruning);

impl Default for GameAlgorithm {
    fn default() -> Self {
        Self(&SCOUT, ChancePruning::Star1)
    }
}

impl GameAlgorithm {
    /// The name.
    #[must_use]
    pub fn name(&self) -> &'static str {
        self.0.name
    }

    /// Whether it is the one that is taken if none is named.
    pub(super) fn is_default(self) -> bool {
        self.0.name == SCOUT.name
    }

    /// Whether it is for games with chance or for more than two.
    pub(super) fn is_for_payoffs(self) -> bool {
        [MAX_N.name, PARANOID.name, EXPECTIMINIMAX.name].contains(&self.0.name)
    }

    /// Whether it leaves nothing out, and so is no setting of the engine.
    pub(super) fn is_exhaustive(self) -> bool {
        self.0.name == MINIMAX.name
    }

    /// How it cuts positions where chance is to move.
    pub(super) fn pruning(self) -> ChancePruning {
        self.1
    }

    /// Its windows at the root.
    pub(super) fn window(self) -> Window {
        const MARGIN: u16 = 50;
        match self.0.name {
            "alpha-beta" => Window::Full,
            "aspiration" => Window::Aspiration(MARGIN),
            "mtd-f" => Window::Mtd,
            "sss-star" => Window::SssStar,
            "dual-star" => Window::DualStar,
            "bisect" => Window::Bisect,
            _ => Window::Scout,
        }
    }
}

/// A player by algorithm and strength, as `scout(depth=6)` or `mtd-f(time=0.5)`.
#[derive(Clone, Debug)]
pub struct Player {
    /// The algorithm; `None` for one who plays at random.
    pub algorithm: Option<GameAlgorithm>,
    /// How many plies it looks ahead.
    pub depth: Option<u32>,
    /// How long it takes for a move.
    pub time: Option<Duration>,
    /// How many positions it looks at for a move.
    pub nodes: Option<u64>,
    /// All of that as it can be given again.
    pub text: String,
}

impl Player {
    /// Reads a player.
    ///
    /// # Errors
    ///
    /// Returns the place of a name that is not known or an option that is wrong.
    ///
    /// ```
    /// use tremaux_registry::Player;
    /// let player = Player::parse("pvs(6, time=0.5)")?;
    /// assert_eq!((player.depth, player.text.as_str()), (Some(6), "scout(6, time=0.5)"));
    /// assert!(Player::parse("scuot").is_err());
    /// # Ok::<(), tremaux_registry::RegistryError>(())
    /// ```
    pub fn parse(text: &str) -> Result<Self, RegistryError> {
        let expression = Expression::parse(text).map_err(|error| RegistryError::Expression {
            text: text.to_owned(),
            error: Box::new(error),
        })?;
        let all = GAME_ALGORITHMS.iter().copied();
        let found = component(Kind::Algorithm, all, &expression, text)?;
        let options = Options::read(found, &expression, text)?;
        let pruning = match found.name == EXPECTIMINIMAX.name {
            true if options.word("pruning") == "star2" => ChancePruning::Star2,
            true if options.word("pruning") == "none" => ChancePruning::None,
            _ => ChancePruning::Star1,
        };
        let given = |name| Some(options.integer(name)).filter(|&value| value > 0);
        let seconds = Some(options.number("time")).filter(|&seconds| seconds > 0.0);
        Ok(Self {
            algorithm: (found.name != RANDOM.name).then_some(GameAlgorithm(found, pruning)),
            depth: given("depth").and_then(|depth| u32::try_from(depth).ok()),
            time: seconds.and_then(|seconds| Duration::try_from_secs_f64(seconds).ok()),
            nodes: given("nodes"),
            text: Expression { name: found.name.into(), ..expression }.to_string(),
        })
    }

    /// Whether it is said how strong it is.
    #[must_use]
    pub fn has_strength(&self) -> bool {
        self.depth.is_some() || self.time.is_some() || self.nodes.is_some()
    }
}
