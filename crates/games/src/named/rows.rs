//! The algorithms of games, a row each.

use tremaux_domain::{Component, Need, OptionInfo};
use tremaux_play::{
    ChancePruning, Equilibrium, EquilibriumMethod, Opponents, ProofVariant, Textbook, Window,
};

use super::algorithm::{GameAlgorithm, SearchKind};

type Text = &'static str;

const fn integer(name: Text, title: Text, least: u64, most: u64, default: Text) -> OptionInfo {
    OptionInfo::integer(name, least, most).title(title).default(default)
}

const fn number(name: Text, title: Text, least: f64, most: f64, default: Text) -> OptionInfo {
    OptionInfo::number(name, least, most).title(title).default(default)
}

const fn choice(name: Text, title: Text, words: &'static [Text], default: Text) -> OptionInfo {
    OptionInfo::choice(name, words).title(title).default(default)
}

/// The strength of a player: options of every algorithm.
const STRENGTH: &[OptionInfo] = &[
    integer("depth", "search depth in plies", 1, 4000, ""),
    number("time", "time for a move in seconds", 0.001, 86_400.0, ""),
    integer("nodes", "number of positions to visit for a move", 1, u64::MAX, ""),
];

/// The options of expectiminimax.
const CHANCE: &[OptionInfo] = &[
    STRENGTH[0],
    STRENGTH[1],
    STRENGTH[2],
    choice("pruning", "pruning at chance nodes", &["star1", "star2", "none"], "star1"),
];

/// The options of the search of textbooks.
const TEXTBOOK_OPTIONS: &[OptionInfo] = &[
    integer("depth", "search depth in plies", 1, 4000, "4"),
    STRENGTH[1],
    STRENGTH[2],
    choice("pruning", "whether the rest of a refuted position is pruned", &["yes", "no"], "yes"),
    choice(
        "quiescence",
        "whether positions at the depth and beyond are searched while there are captures",
        &["no", "yes"],
        "no",
    ),
    choice(
        "table",
        "whether positions searched before are answered by a table; they count as visited",
        &["no", "yes"],
        "no",
    ),
];

/// The options of Monte Carlo tree search: its strength, and how it samples. What is not given is
/// as the game has it.
const SAMPLING: &[OptionInfo] = &[
    STRENGTH[1],
    integer("nodes", "number of playouts for a move", 1, u64::MAX, ""),
    choice(
        "selection",
        "how moves are selected: by mean and number of visits, or also by priors",
        &["auto", "ucb", "puct"],
        "auto",
    ),
    number(
        "exploration",
        "weight of exploration: the greater, the more moves with few visits are tried \
         [default: that of the game]",
        0.0,
        1000.0,
        "",
    ),
    number(
        "rave",
        "number of visits at which a move's own mean counts as much as that of all playouts \
         that contain the move (RAVE), 0 for its own only [default: that of the game]",
        0.0,
        1e9,
        "",
    ),
    number(
        "bias",
        "weight of priors, which fades with visits (progressive bias) [default: that of the \
         game]",
        0.0,
        1000.0,
        "",
    ),
    number(
        "widening",
        "after n visits the n^widening most promising moves are tried; 0 for all moves",
        0.0,
        1.0,
        "0",
    ),
    integer(
        "plies",
        "plies of a playout, after which the position is evaluated; 0 for no playout \
         [default: to the end of the game]",
        0,
        100_000,
        "",
    ),
    choice(
        "priors",
        "whether moves have priors, from the evaluation or the game itself; auto if the game \
         uses them or selection is puct",
        &["auto", "yes", "no"],
        "auto",
    ),
    integer("seed", "seed of the random numbers", 0, u64::MAX, "0"),
];

/// The options of proof-number search.
const PROVING: &[OptionInfo] = &[STRENGTH[1], STRENGTH[2]];

/// A search of scores by windows.
const fn of_scores(name: Text, title: Text) -> Component {
    Component {
        guarantees: "the value of plain minimax to the same depth, or a better one; the \
                     game-theoretic value where the report says exact, unless two positions in the \
                     table have the same 64-bit hash",
        needs: &[Need::Scores],
        options: STRENGTH,
        ..Component::new(name, title)
    }
}

pub(super) const ENGINE: GameAlgorithm = GameAlgorithm {
    search: SearchKind::Engine,
    about: &Component {
        aliases: &["selective"],
        source: "Shannon 1950 (type B)",
        guarantees: "none: it may overlook something within its depth; what the report calls exact \
                     is proved",
        use_when: "you want the best move in the time: it is the default",
        avoid_when: "you compare with textbooks, or need every move searched to the depth: use \
            scout",
        options: STRENGTH,
        example: "engine(depth=8)",
        ..Component::new(
            "engine",
            "scout that prunes, reduces and extends moves where the game has methods for it",
        )
    },
};

const ALPHA_BETA: GameAlgorithm = GameAlgorithm {
    search: SearchKind::Windows(Window::Full),
    about: &Component {
        aliases: &["alphabeta"],
        source: "Knuth and Moore 1975",
        use_when: "you want a baseline: one search with an open window per iteration",
        avoid_when: "moves are ordered well: scout visits fewer positions",
        example: "alpha-beta(depth=6)",
        ..of_scores("alpha-beta", "prunes moves that cannot change the value")
    },
};

pub(super) const SCOUT: GameAlgorithm = GameAlgorithm {
    search: SearchKind::Windows(Window::Scout),
    about: &Component {
        aliases: &["pvs", "negascout", "principal-variation-search"],
        source: "Reinefeld 1983 (NegaScout)",
        use_when: "every move is to be searched to the depth; the default of games without \
                   selective methods",
        avoid_when: "",
        example: "scout(depth=6)",
        ..of_scores("scout", "searches the first move in full and the others with null windows")
    },
};

const ASPIRATION: GameAlgorithm = GameAlgorithm {
    search: SearchKind::Windows(Window::Aspiration(MARGIN)),
    about: &Component {
        aliases: &["aspiration-windows"],
        source: "Slate and Atkin 1977",
        use_when: "scores change little from one depth to the next",
        avoid_when: "the evaluation fluctuates: each score outside the window costs a second \
            search",
        example: "aspiration(depth=6)",
        ..of_scores("aspiration", "scout with a narrow window around the last score")
    },
};

const MTD_F: GameAlgorithm = GameAlgorithm {
    search: SearchKind::Windows(Window::Mtd),
    about: &Component {
        aliases: &["mtdf", "mtd"],
        source: "Plaat, Schaeffer, Pijls and de Bruin 1996",
        use_when: "the table is large and there are few different scores",
        avoid_when: "scores are fine-grained, or the table is small",
        example: "mtd-f(depth=6)",
        ..of_scores(
            "mtd-f",
            "null-window searches that converge on the value, starting from the last one",
        )
    },
};

const SSS_STAR: GameAlgorithm = GameAlgorithm {
    search: SearchKind::Windows(Window::SssStar),
    about: &Component {
        aliases: &["sss"],
        source: "Stockman 1979, as null windows by Plaat et al. 1996",
        use_when: "you want to compare with best-first game-tree search",
        avoid_when: "time matters: mtd-f starts closer to the value",
        example: "sss-star(depth=6)",
        ..of_scores("sss-star", "null-window searches from plus infinity downwards")
    },
};

const DUAL_STAR: GameAlgorithm = GameAlgorithm {
    search: SearchKind::Windows(Window::DualStar),
    about: &Component {
        aliases: &["dual-sss-star"],
        source: "Marsland, Reinefeld and Schaeffer 1987; as null windows Plaat et al. 1996",
        use_when: "you want to compare with best-first game-tree search",
        avoid_when: "time matters: mtd-f starts closer to the value",
        example: "dual-star(depth=6)",
        ..of_scores("dual-star", "null-window searches from minus infinity upwards")
    },
};

const BISECT: GameAlgorithm = GameAlgorithm {
    search: SearchKind::Windows(Window::Bisect),
    about: &Component {
        aliases: &["c-star"],
        source: "Coplan 1982 (C*); Weill 1992",
        use_when: "you want to solve a game: it asks whether it is a draw, then who wins, then how \
                   soon",
        avoid_when: "scores are heuristic estimates",
        example: "bisect(depth=6)",
        ..of_scores("bisect", "null-window searches that halve the range of possible values")
    },
};

const MINIMAX: GameAlgorithm = GameAlgorithm {
    search: SearchKind::Minimax,
    about: &Component {
        aliases: &["negmax", "negamax"],
        source: "von Neumann 1928, Shannon 1950",
        guarantees: "the value to its depth, for every move; the game-theoretic value where the \
                     report says exact",
        use_when: "you want to measure or check another algorithm: with a depth and no other limit \
                   it visits the whole tree once",
        avoid_when: "depth matters: alpha-beta searches about twice as deep in the same time",
        needs: &[Need::Scores],
        options: STRENGTH,
        example: "minimax(depth=4)",
        ..Component::new("minimax", "visits every position to its depth, without pruning")
    },
};

const TEXTBOOK: GameAlgorithm = GameAlgorithm {
    search: SearchKind::Textbook(Textbook::DEFAULT),
    about: &Component {
        aliases: &["fixed-depth"],
        source: "Knuth and Moore 1975",
        guarantees: "none: all wins are equal, and what ends at the depth is an estimate",
        use_when: "you compare node counts with a text: one depth, moves in the order of the \
                   rules, and a win refutes a position at once",
        avoid_when: "you want a move: scout is faster and finds the quickest win",
        needs: &[Need::Scores],
        options: TEXTBOOK_OPTIONS,
        example: "textbook-alpha-beta(depth=4, table=yes)",
        ..Component::new(
            "textbook-alpha-beta",
            "alpha-beta or minimax to one depth, with the node counts of textbooks",
        )
    },
};

/// The guarantees of the payoff searches.
const PAYOFFS: &str = "the value of the unpruned search to the same depth; the game-theoretic \
                       value where the report says exact";

pub(super) const MAX_N: GameAlgorithm = GameAlgorithm {
    search: SearchKind::MaxN(Opponents::Selfish),
    about: &Component {
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

const PARANOID: GameAlgorithm = GameAlgorithm {
    search: SearchKind::MaxN(Opponents::Paranoid),
    about: &Component {
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

pub(super) const EXPECTIMINIMAX: GameAlgorithm = GameAlgorithm {
    search: SearchKind::Expectiminimax(ChancePruning::Star1),
    about: &Component {
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

pub(super) const MCTS: GameAlgorithm = GameAlgorithm {
    search: SearchKind::Sampling(None),
    about: &Component {
        aliases: &["uct", "monte-carlo-tree-search"],
        source: "Kocsis and Szepesvári 2006 (UCT), Gelly and Silver 2007 (RAVE), Rosin 2011 \
                 (PUCT), Cazenave and Saffidine 2010 (proofs)",
        guarantees: "none, unless the report says exact: then the score is the game-theoretic \
                     value. Otherwise it is the lead that corresponds to the share of playouts won",
        use_when: "positions are hard to evaluate, there are very many moves, or the game has dice \
                   or several players; the default of Go",
        avoid_when: "short forced lines decide, as in chess: engine finds them sooner",
        options: SAMPLING,
        example: "mcts(rave=300, time=1)",
        ..Component::new(
            "mcts",
            "Monte Carlo tree search: random games from the most promising moves",
        )
    },
};

/// A proof-number search.
const fn of_proofs(name: Text, title: Text) -> Component {
    Component {
        guarantees: "the outcome, or the margin if margins count; not how soon it is reached",
        needs: &[Need::Scores],
        options: PROVING,
        ..Component::new(name, title)
    }
}

pub(super) const PROOF_NUMBER: GameAlgorithm = GameAlgorithm {
    search: SearchKind::ProofNumbers(Some(ProofVariant::Tree)),
    about: &Component {
        aliases: &["pn", "pn-search"],
        source: "Allis 1994",
        use_when: "forced lines decide and the tree fits in memory; it knows the line to each \
                   position, so draws by repetition are exact",
        avoid_when: "many lines lead to the same position: df-pn has a table and proves it once",
        example: "proof-number(nodes=1000000)",
        ..of_proofs(
            "proof-number",
            "expands the position that may decide the outcome with the fewest others",
        )
    },
};

pub(super) const PN_2: GameAlgorithm = GameAlgorithm {
    search: SearchKind::ProofNumbers(Some(ProofVariant::SecondLevel)),
    about: &Component {
        aliases: &["pn2"],
        source: "Breuker, Uiterwijk and van den Herik 2001",
        use_when: "the tree of proof-number does not fit in memory; analyze --prove uses it where \
                   the value of a position depends on the line to it, as in Go",
        avoid_when: "many lines lead to the same position: df-pn has a table and proves it once",
        example: "pn-2(nodes=1000000)",
        ..of_proofs("pn-2", "proof-number search whose leaves are expanded by a second one")
    },
};

pub(super) const DF_PN: GameAlgorithm = GameAlgorithm {
    search: SearchKind::ProofNumbers(Some(ProofVariant::DepthFirst)),
    about: &Component {
        source: "Nagai 2002, with 1 + ε thresholds of Pawlewicz and Lew 2007",
        guarantees: "the outcome, or the margin if margins count; not how soon it is reached. An \
                     answer that rests on a repetition is not called exact",
        use_when: "you want to know who wins, and forced lines decide: analyze --prove uses it",
        avoid_when: "all lines are about equally long: scout with --exact is faster",
        example: "df-pn(nodes=1000000)",
        ..of_proofs("df-pn", "depth-first proof-number search with a table")
    },
};

/// A player who plays random legal moves.
pub const RANDOM: GameAlgorithm = GameAlgorithm {
    search: SearchKind::Random,
    about: &Component {
        guarantees: "nothing",
        use_when: "you want an opponent you can beat",
        avoid_when: "you want a sensible move",
        ..Component::new(
            "random",
            "plays a random legal move, chosen by the seed (not for analyze)",
        )
    },
};

/// The game algorithms.
pub static GAME_ALGORITHMS: &[GameAlgorithm] = &[
    ENGINE,
    SCOUT,
    ALPHA_BETA,
    ASPIRATION,
    MTD_F,
    SSS_STAR,
    DUAL_STAR,
    BISECT,
    MINIMAX,
    TEXTBOOK,
    MAX_N,
    PARANOID,
    EXPECTIMINIMAX,
    MCTS,
    PROOF_NUMBER,
    PN_2,
    DF_PN,
    RANDOM,
    CFR_PLUS,
    CFR,
    DISCOUNTED_CFR,
    EXTERNAL_SAMPLING,
    OUTCOME_SAMPLING,
];

/// The margin of aspiration windows.
const MARGIN: u16 = 50;

/// The options of searches for an equilibrium; those after them belong to one method each.
const ITERATIONS: OptionInfo =
    integer("iterations", "number of iterations [default: until another limit]", 1, u64::MAX, "");
const TARGET: OptionInfo = number(
    "target",
    "exploitability at which to stop, in units of payoff; checked after 1, 2, 4, … \
     iterations",
    0.0,
    1e9,
    "0.000001",
);
const SEED: OptionInfo = integer("seed", "random seed of sampling", 0, u64::MAX, "0");
const EQUILIBRIUM: &[OptionInfo] = &[STRENGTH[1], STRENGTH[2], ITERATIONS, TARGET, SEED];
const DISCOUNTS: &[OptionInfo] = &[
    EQUILIBRIUM[0],
    EQUILIBRIUM[1],
    EQUILIBRIUM[2],
    EQUILIBRIUM[3],
    EQUILIBRIUM[4],
    number("alpha", "exponent of the discount of positive regrets", 0.0, 100.0, "1.5"),
    number("beta", "exponent of the discount of negative regrets", 0.0, 100.0, "0"),
    number("gamma", "exponent of the weight of later strategies in the average", 0.0, 100.0, "2"),
];
const OUTCOMES: &[OptionInfo] = &[
    EQUILIBRIUM[0],
    EQUILIBRIUM[1],
    EQUILIBRIUM[2],
    EQUILIBRIUM[3],
    EQUILIBRIUM[4],
    number(
        "exploration",
        "probability with which the player being updated moves at random",
        0.01,
        1.0,
        "0.6",
    ),
];

/// A minimization of regrets.
const fn of_regrets(name: Text, title: Text) -> Component {
    Component {
        guarantees: "exploitability tends to 0, at least as fast as one over the square root of \
                         the iterations (with sampling: with high probability). The reported \
                         exploitability and bounds of the value are computed from the reported \
                         strategy, not estimated",
        needs: &[Need::HiddenInformation],
        options: EQUILIBRIUM,
        ..Component::new(name, title)
    }
}

const CFR: GameAlgorithm = GameAlgorithm {
    search: SearchKind::Equilibrium(PRECISE.method(EquilibriumMethod::Cfr)),
    about: &Component {
        aliases: &["counterfactual-regret-minimization"],
        source: "Zinkevich, Johanson, Bowling and Piccione 2007",
        use_when: "you want the plain form for comparison",
        avoid_when: "precision matters: cfr-plus and discounted-cfr converge far faster",
        example: "cfr(iterations=1000)",
        ..of_regrets("cfr", "minimizes counterfactual regret over the whole game")
    },
};

pub(super) const CFR_PLUS: GameAlgorithm = GameAlgorithm {
    search: SearchKind::Equilibrium(PRECISE),
    about: &Component {
        aliases: &["cfr+"],
        source: "Tammelin 2014",
        use_when: "the game has hidden cards or dice, or simultaneous moves; the default there",
        avoid_when: "the tree of the game does not fit in memory",
        example: "cfr-plus(target=0.001)",
        ..of_regrets(
            "cfr-plus",
            "cfr that resets negative regrets to 0 and gives later strategies more weight",
        )
    },
};

const DISCOUNTED_CFR: GameAlgorithm = GameAlgorithm {
    search: SearchKind::Equilibrium(PRECISE.method(EquilibriumMethod::Discounted {
        alpha: 1.5,
        beta: 0.0,
        gamma: 2.0,
    })),
    about: &Component {
        aliases: &["dcfr"],
        source: "Brown and Sandholm 2019",
        use_when: "some moves are very costly mistakes: early iterations make them, and count less \
                   here",
        avoid_when: "you do not want to choose exponents: cfr-plus has none",
        options: DISCOUNTS,
        example: "discounted-cfr(alpha=1.5, beta=0, gamma=2)",
        ..of_regrets("discounted-cfr", "cfr in which early iterations count less")
    },
};

const EXTERNAL_SAMPLING: GameAlgorithm = GameAlgorithm {
    search: SearchKind::Equilibrium(PRECISE.method(EquilibriumMethod::ExternalSampling)),
    about: &Component {
        aliases: &["mccfr", "external-sampling-mccfr"],
        source: "Lanctot, Waugh, Zinkevich and Bowling 2009",
        use_when: "one iteration over the whole game takes too long",
        avoid_when: "the game is small: cfr-plus becomes precise sooner",
        example: "external-sampling(iterations=100000, seed=1)",
        ..of_regrets("external-sampling", "cfr that samples chance and the other player")
    },
};

const OUTCOME_SAMPLING: GameAlgorithm = GameAlgorithm {
    search: SearchKind::Equilibrium(
        PRECISE.method(EquilibriumMethod::OutcomeSampling { exploration: 0.6 }),
    ),
    about: &Component {
        aliases: &["outcome-sampling-mccfr"],
        source: "Lanctot, Waugh, Zinkevich and Bowling 2009",
        use_when: "you compare methods of sampling",
        avoid_when: "precision matters: its samples have the greatest variance",
        options: OUTCOMES,
        example: "outcome-sampling(iterations=1000000, exploration=0.6)",
        ..of_regrets("outcome-sampling", "cfr that samples one game at a time")
    },
};

/// What runs without options.
pub(super) const PRECISE: Equilibrium = Equilibrium::DEFAULT.target(1e-6);

impl Default for GameAlgorithm {
    fn default() -> Self {
        ENGINE
    }
}

impl GameAlgorithm {
    /// What `analyze --prove` means: the proof numbers that suit the game.
    pub const PROOF: Self = Self { search: SearchKind::ProofNumbers(None), ..DF_PN };

    /// Proof numbers of this variant.
    pub(crate) fn of_proof(variant: ProofVariant) -> Self {
        match variant {
            ProofVariant::Tree => PROOF_NUMBER,
            ProofVariant::SecondLevel => PN_2,
            ProofVariant::DepthFirst => DF_PN,
        }
    }

    /// All that search.
    pub(crate) fn all() -> impl Iterator<Item = Self> {
        GAME_ALGORITHMS.iter().copied().filter(|it| it.searches())
    }

    /// The same search without selective methods.
    pub(crate) fn full_width(self) -> Self {
        if self.search == SearchKind::Engine { SCOUT } else { self }
    }
}
