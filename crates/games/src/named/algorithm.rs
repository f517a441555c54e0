//! Looks up game algorithms by name, and players by name and strength.

use std::ops::Deref;
use std::time::Duration;

use serde::{Serialize, Serializer};
use tremaux_domain::{
    Component, Expression, Kind, Need, OptionInfo, OptionKind, Options, RegistryError, component,
};
use tremaux_play::{ChancePruning, Opponents, Window};

/// The strength of a player: options of every algorithm.
const STRENGTH: &[OptionInfo] = &[
    OptionInfo {
        name: "depth",
        title: "search depth in plies",
        kind: OptionKind::Integer { least: 1, most: 4000 },
        default: Some(""),
    },
    OptionInfo {
        name: "time",
        title: "time for a move in seconds",
        kind: OptionKind::Number { least: 0.001, most: 86_400.0 },
        default: Some(""),
    },
    OptionInfo {
        name: "nodes",
        title: "number of positions to visit for a move",
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
        title: "pruning at chance nodes",
        kind: OptionKind::Choice { words: &["star1", "star2", "none"] },
        default: Some("star1"),
    },
];

const EXACT: &str = "the value of plain minimax to the same depth, or a better one; the \
                     game-theoretic value where the report says exact, unless two positions in the table have the same \
                     64-bit hash";

static ENGINE: GameAlgorithmInfo = GameAlgorithmInfo {
    way: Way::Engine,
    component: Component {
        aliases: &["selective"],
        source: "Shannon 1950 (type B)",
        guarantees: "none: it may overlook something within its depth; what the report calls exact is \
                     proved",
        use_when: "you want the best move in the time: it is the default",
        avoid_when: "you compare with textbooks, or need every move searched to the depth: use scout",
        options: STRENGTH,
        example: "engine(depth=8)",
        ..Component::new(
            "engine",
            "scout that prunes, reduces and extends moves where the game has methods for it",
        )
    },
};

static ALPHA_BETA: GameAlgorithmInfo = GameAlgorithmInfo {
    way: Way::Windows(Window::Full),
    component: Component {
        aliases: &["alphabeta"],
        source: "Knuth and Moore 1975",
        guarantees: EXACT,
        use_when: "you want a baseline: one search with an open window per iteration",
        avoid_when: "moves are ordered well: scout visits fewer positions",
        needs: &[Need::Scores],
        options: STRENGTH,
        example: "alpha-beta(depth=6)",
        ..Component::new("alpha-beta", "prunes moves that cannot change the value")
    },
};

static SCOUT: GameAlgorithmInfo = GameAlgorithmInfo {
    way: Way::Windows(Window::Scout),
    component: Component {
        aliases: &["pvs", "negascout", "principal-variation-search"],
        source: "Reinefeld 1983 (NegaScout)",
        guarantees: EXACT,
        use_when: "every move is to be searched to the depth; the default of games without selective \
                   methods",
        avoid_when: "",
        options: STRENGTH,
        example: "scout(depth=6)",
        ..Component::new(
            "scout",
            "searches the first move in full and the others with null windows",
        )
    },
};

static ASPIRATION: GameAlgorithmInfo = GameAlgorithmInfo {
    way: Way::Windows(Window::Aspiration(MARGIN)),
    component: Component {
        aliases: &["aspiration-windows"],
        source: "Slate and Atkin 1977",
        guarantees: EXACT,
        use_when: "scores change little from one depth to the next",
        avoid_when: "the evaluation fluctuates: each score outside the window costs a second search",
        needs: &[Need::Scores],
        options: STRENGTH,
        example: "aspiration(depth=6)",
        ..Component::new("aspiration", "scout with a narrow window around the last score")
    },
};

static MTD_F: GameAlgorithmInfo = GameAlgorithmInfo {
    way: Way::Windows(Window::Mtd),
    component: Component {
        aliases: &["mtdf", "mtd"],
        source: "Plaat, Schaeffer, Pijls and de Bruin 1996",
        guarantees: EXACT,
        use_when: "the table is large and there are few different scores",
        avoid_when: "scores are fine-grained, or the table is small",
        needs: &[Need::Scores],
        options: STRENGTH,
        example: "mtd-f(depth=6)",
        ..Component::new(
            "mtd-f",
            "null-window searches that converge on the value, starting from the last one",
        )
    },
};

static SSS_STAR: GameAlgorithmInfo = GameAlgorithmInfo {
    way: Way::Windows(Window::SssStar),
    component: Component {
        aliases: &["sss"],
        source: "Stockman 1979, as null windows by Plaat et al. 1996",
        guarantees: EXACT,
        use_when: "you want to compare with best-first game-tree search",
        avoid_when: "time matters: mtd-f starts closer to the value",
        needs: &[Need::Scores],
        options: STRENGTH,
        example: "sss-star(depth=6)",
        ..Component::new("sss-star", "null-window searches from plus infinity downwards")
    },
};

static DUAL_STAR: GameAlgorithmInfo = GameAlgorithmInfo {
    way: Way::Windows(Window::DualStar),
    component: Component {
        aliases: &["dual-sss-star"],
        source: "Marsland, Reinefeld and Schaeffer 1987; as null windows Plaat et al. 1996",
        guarantees: EXACT,
        use_when: "you want to compare with best-first game-tree search",
        avoid_when: "time matters: mtd-f starts closer to the value",
        needs: &[Need::Scores],
        options: STRENGTH,
        example: "dual-star(depth=6)",
        ..Component::new("dual-star", "null-window searches from minus infinity upwards")
    },
};

static BISECT: GameAlgorithmInfo = GameAlgorithmInfo {
    way: Way::Windows(Window::Bisect),
    component: Component {
        aliases: &["c-star"],
        source: "Coplan 1982 (C*); Weill 1992",
        guarantees: EXACT,
        use_when: "you want to solve a game: it asks whether it is a draw, then who wins, then how \
                   soon",
        avoid_when: "scores are heuristic estimates",
        needs: &[Need::Scores],
        options: STRENGTH,
        example: "bisect(depth=6)",
        ..Component::new("bisect", "null-window searches that halve the range of possible values")
    },
};

static MINIMAX: GameAlgorithmInfo = GameAlgorithmInfo {
    way: Way::Exhaustive,
    component: Component {
        aliases: &["negmax", "negamax"],
        source: "von Neumann 1928, Shannon 1950",
        guarantees: "the value to its depth, for every move; the game-theoretic value where the report \
                     says exact",
        use_when: "you want to measure or check another algorithm: with a depth and no other limit it \
                   visits the whole tree once",
        avoid_when: "depth matters: alpha-beta searches about twice as deep in the same time",
        needs: &[Need::Scores],
        options: STRENGTH,
        example: "minimax(depth=4)",
        ..Component::new("minimax", "visits every position to its depth, without pruning")
    },
};

/// The guarantees of the payoff searches.
const PAYOFFS: &str = "the value of the unpruned search to the same depth; the game-theoretic \
                       value where the report says exact";

static MAX_N: GameAlgorithmInfo = GameAlgorithmInfo {
    way: Way::MaxN(Opponents::Selfish),
    component: Component {
        aliases: &["maxn"],
        source: "Luckhardt and Irani 1986, shallow pruning Korf 1991",
        guarantees: PAYOFFS,
        use_when: "three or four players play, each for themselves",
        avoid_when: "there are two players and no chance: scout prunes far more",
        needs: &[Need::Payoffs],
        options: STRENGTH,
        example: "max-n(depth=4)",
        ..Component::new("max-n", "any number of players; each maximizes its own payoff")
    },
};

static PARANOID: GameAlgorithmInfo = GameAlgorithmInfo {
    way: Way::MaxN(Opponents::Paranoid),
    component: Component {
        source: "Sturtevant and Korf 2000",
        guarantees: "the payoff the player to move can secure against all others, to that depth",
        use_when: "three or four players play and you want a greater depth than with max-n",
        avoid_when: "the others do not all play against you",
        needs: &[Need::Payoffs],
        options: STRENGTH,
        example: "paranoid(depth=4)",
        ..Component::new(
            "paranoid",
            "any number of players; all others are assumed to play against the player to move",
        )
    },
};

static EXPECTIMINIMAX: GameAlgorithmInfo = GameAlgorithmInfo {
    way: Way::Expectiminimax,
    component: Component {
        aliases: &["expectimax"],
        source: "Michie 1966, Star1 and Star2 Ballard 1983",
        guarantees: PAYOFFS,
        use_when: "the game has dice or cards",
        avoid_when: "the game has no chance events",
        needs: &[Need::Payoffs, Need::TwoPlayers],
        options: CHANCE,
        example: "expectiminimax(depth=3, pruning=star2)",
        ..Component::new("expectiminimax", "minimax for two players, averaging over chance events")
    },
};

/// A player who plays random legal moves.
pub static RANDOM: GameAlgorithmInfo = GameAlgorithmInfo {
    way: Way::Random,
    component: Component {
        guarantees: "nothing",
        use_when: "you want an opponent you can beat",
        avoid_when: "you want a sensible move",
        example: "random",
        ..Component::new(
            "random",
            "plays a random legal move, chosen by the seed (not for analyze)",
        )
    },
};

/// The game algorithms.
pub static GAME_ALGORITHMS: &[&GameAlgorithmInfo] = &[
    &ENGINE,
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

/// The description of a game algorithm.
#[derive(Debug, Serialize)]
pub struct GameAlgorithmInfo {
    /// The description.
    #[serde(flatten)]
    pub component: Component,
    /// How it searches; written as whether it does.
    #[serde(rename = "searches", serialize_with = "searches")]
    pub(crate) way: Way,
}

#[allow(clippy::trivially_copy_pass_by_ref, reason = "serde asks for a reference")]
fn searches<S: Serializer>(way: &Way, serializer: S) -> Result<S::Ok, S::Error> {
    (*way != Way::Random).serialize(serializer)
}

impl Deref for GameAlgorithmInfo {
    type Target = Component;

    fn deref(&self) -> &Component {
        &self.component
    }
}

/// How a game algorithm searches.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Way {
    /// With the game's selective methods, if it has any; otherwise like scout.
    Engine,
    /// With these windows at the root.
    Windows(Window),
    /// Without pruning: it is not a setting of the engine.
    Exhaustive,
    /// By the payoffs of all players.
    MaxN(Opponents),
    /// By expected payoffs.
    Expectiminimax,
    /// Not at all.
    Random,
}

/// The margin of aspiration windows.
const MARGIN: u16 = 50;

/// A game algorithm.
#[derive(Clone, Copy, Debug)]
pub struct GameAlgorithm(&'static GameAlgorithmInfo, ChancePruning);

impl Default for GameAlgorithm {
    fn default() -> Self {
        Self::of(&ENGINE)
    }
}

impl GameAlgorithm {
    const fn of(info: &'static GameAlgorithmInfo) -> Self {
        Self(info, ChancePruning::Star1)
    }

    /// The default of games with dice and two players.
    pub(crate) const EXPECTIMINIMAX: Self = Self::of(&EXPECTIMINIMAX);
    /// The default of other games by payoffs.
    pub(crate) const MAX_N: Self = Self::of(&MAX_N);

    /// All of them.
    pub(crate) fn all() -> impl Iterator<Item = Self> {
        GAME_ALGORITHMS.iter().copied().filter(|info| info.way != Way::Random).map(Self::of)
    }

    /// The name.
    pub fn name(&self) -> &'static str {
        self.0.component.name
    }

    /// The description.
    pub fn info(&self) -> &'static Component {
        &self.0.component
    }

    /// How it searches.
    pub(crate) fn way(self) -> Way {
        self.0.way
    }

    /// Whether it is the default, or the default of games without selective methods.
    #[must_use]
    pub fn is_default(self) -> bool {
        matches!(self.way(), Way::Engine | Way::Windows(Window::Scout))
    }

    /// The same search without selective methods.
    pub(crate) fn full_width(self) -> Self {
        if self.way() == Way::Engine { Self::of(&SCOUT) } else { self }
    }

    /// Whether it searches exhaustively, and so is not a setting of the engine.
    #[must_use]
    pub fn is_exhaustive(self) -> bool {
        self.way() == Way::Exhaustive
    }

    /// Its pruning at chance nodes.
    pub(crate) fn pruning(self) -> ChancePruning {
        self.1
    }

    /// Its windows at the root.
    #[must_use]
    pub fn window(self) -> Window {
        match self.way() {
            Way::Windows(window) => window,
            _ => Window::Scout,
        }
    }
}

/// A player by algorithm and strength, as `scout(depth=6)` or `mtd-f(time=0.5)`.
#[derive(Clone, Debug)]
pub struct Player {
    /// The algorithm; `None` for a random player.
    pub algorithm: Option<GameAlgorithm>,
    /// The search depth in plies.
    pub depth: Option<u32>,
    /// The time for a move.
    pub time: Option<Duration>,
    /// The number of positions to visit for a move.
    pub nodes: Option<u64>,
    /// All of this as text that can be read again.
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
    /// use tremaux_games::named::Player;
    /// let player = Player::parse("pvs(6, time=0.5)")?;
    /// assert_eq!((player.depth, player.text.as_str()), (Some(6), "scout(6, time=0.5)"));
    /// assert!(Player::parse("scuot").is_err());
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn parse(text: &str) -> Result<Self, RegistryError> {
        let expression = Expression::parse(text).map_err(|error| RegistryError::Expression {
            text: text.to_owned(),
            error: Box::new(error),
        })?;
        let all = GAME_ALGORITHMS.iter().map(|info| &info.component);
        let found = component(Kind::Algorithm, all, &expression, text)?;
        let info = GAME_ALGORITHMS.iter().copied().find(|info| info.name == found.name);
        let info = info.expect("the component is one of these");
        let options = Options::read(found, &expression, text)?;
        let pruning = match info.way == Way::Expectiminimax {
            true if options.word("pruning") == "star2" => ChancePruning::Star2,
            true if options.word("pruning") == "none" => ChancePruning::None,
            _ => ChancePruning::Star1,
        };
        let is_limited = info.way != Way::Random;
        let given = |name| if is_limited { options.optional_integer(name) } else { None };
        let seconds = if is_limited { options.optional_number("time") } else { None };
        Ok(Self {
            algorithm: is_limited.then_some(GameAlgorithm(info, pruning)),
            depth: given("depth").and_then(|depth| u32::try_from(depth).ok()),
            time: seconds.and_then(|seconds| Duration::try_from_secs_f64(seconds).ok()),
            nodes: given("nodes"),
            text: Expression { name: found.name.into(), ..expression }.to_string(),
        })
    }

    /// Whether its strength is specified.
    pub fn has_strength(&self) -> bool {
        self.depth.is_some() || self.time.is_some() || self.nodes.is_some()
    }
}
