//! The domain of peg solitaire.

use std::sync::Arc;

use tremaux_core::{Notation, Random};
use tremaux_domain::erased::Typed;
use tremaux_domain::{
    Built, Component, DefaultInfo, Domain, DomainEntry, DomainInfo, Entry, Generator,
    HeuristicEntry, Instance, OptionInfo, Options, Problem, ReadError, RegistryError, Split,
    Stated, Statement, instance,
};

use super::{Board, DeadEnds, Goal, PegCount, PegSolitaire};

/// The domain's entry in the list of domains.
pub(crate) static PEG_SOLITAIRE: &dyn DomainEntry = &Entry::<PegSolitaireDomain>::new();

/// Names and texts of well-known instances from the literature.
pub const EXAMPLES: &[(&str, &str)] = &[
    ("central", "board english; empty d4; goal d4"),
    ("cross", "board english; pegs d2 c3 d3 e3 d4 d5; goal d4"),
    ("plus", "board english; pegs d2 d3 b4 c4 d4 e4 f4 d5 d6; goal d4"),
    ("pyramid", "board english; pegs d2 c3 d3 e3 b4 c4 d4 e4 f4 a5 b5 c5 d5 e5 f5 g5; goal d4"),
    ("european", "board european; empty c1; goal e4"),
    ("triangle", "board triangle 5; empty a1; goal a1"),
    // The position classes of start and goal differ.
    ("unsolvable", "board european; empty d4; goal d4"),
];

/// Peg solitaire.
struct PegSolitaireDomain;

static INFO: DomainInfo = DomainInfo {
    name: "peg-solitaire",
    aliases: &["solitaire"],
    title: "Peg solitaire: jump over pegs until one is left",
    format: "Clauses, one per line or separated by `;`:\n  \
             board english      the board: english, european, or triangle 5\n  \
             empty d4           the empty holes; default: the middle one\n  \
             pegs d4 d5         or: the holes with pegs\n  \
             goal d4            the holes with pegs at the end; `any`: one peg anywhere\n\
             Or a drawn position: `o` is a peg, `.` an empty hole, `#` no hole.\n\
             Columns are letters, rows are numbered from the top.\n\
             In a file: instances separated by blank lines.",
    example: "board triangle 5; empty a1; goal a1",
    moves: "source and target hole of a jump, for example d2-d4",
    options: &[OptionInfo::choice(
        "example",
        &["central", "cross", "plus", "pyramid", "european", "triangle", "unsolvable"],
    )
    .title("a built-in example, used instead of INSTANCE")],
    generator: &[
        OptionInfo::choice("board", &["english", "european", "triangle"])
            .title("board")
            .default("english"),
        OptionInfo::integer("jumps", 0, 35)
            .title("maximum number of jumps to the goal")
            .default("12"),
    ],
    defaults: &[DefaultInfo::new("all boards", "a-star", "pegs").why(
        "all plans cost the same, so detecting dead ends is what counts, and this heuristic proves \
         them",
    )],
};

static PEGS: Component = Component {
    aliases: &["dead-ends"],
    source: "Reiss 1857; Conway 1961; de Bruijn 1972; Beasley 1985",
    guarantees: "consistent; infinite where the position class or a pagoda function proves that \
                 the goal cannot be reached",
    use_when: "always: detecting one dead end early saves thousands of positions",
    avoid_when: "you want to see what dead-end detection saves: peg-count",
    ..Component::new("pegs", "number of pegs to remove; infinite for proved dead ends")
};

static PEG_COUNT: Component = Component {
    guarantees: "consistent, and exact wherever there is a solution",
    use_when: "you want to see a search without dead-end detection",
    avoid_when: "you want a solution: pegs",
    ..Component::new("peg-count", "number of pegs to remove")
};

impl Problem for PegSolitaireDomain {
    type Space = PegSolitaire;
    type Key = u64;

    const HEURISTICS: &'static [HeuristicEntry<Self>] = &[
        HeuristicEntry { info: &PEGS, build: |space, _, _| Ok(Built::new(DeadEnds::new(space))) },
        HeuristicEntry { info: &PEG_COUNT, build: |_, _, _| Ok(Built::new(PegCount)) },
    ];

    fn erase(space: Arc<PegSolitaire>) -> Typed<PegSolitaire> {
        Typed::new(space).with_predecessors().with_commuting()
    }

    fn statement(space: &PegSolitaire, _text: &str) -> Option<Statement> {
        let board = space.board();
        let goal = match space.goal() {
            Goal::OnePeg => 0,
            Goal::Pegs(0) => return None,
            Goal::Pegs(pegs) => pegs,
        };
        let goal = (0..board.holes()).filter(|hole| goal >> hole & 1 == 1);
        let lattice = if board.is_triangular() { "triangle" } else { "square" };
        let fields = vec![
            ("pegs", space.state_text(&space.start()).into()),
            ("lattice", lattice.into()),
            ("goal", Stated::texts(goal.map(|hole| board.name(hole).to_string()))),
        ];
        let weights = DeadEnds::new(space).refutation(space);
        let refutation = weights.map_or_else(Vec::new, |weights| {
            vec![("by", "weights".into()), ("cells", Stated::texts(weights))]
        });
        Some(Statement { refutation, ..Statement::new(fields) })
    }

    fn heuristic_key(space: &PegSolitaire) -> String {
        space.to_string()
    }
}

impl Domain for PegSolitaireDomain {
    type Problem = Self;

    const INFO: &'static DomainInfo = &INFO;
    const SPLIT: Split = Split::BlankLines;
    const EXAMPLES: &'static [(&'static str, &'static str)] = EXAMPLES;
    const INSTANCE: &'static str = "a board and a goal";

    fn read(text: &str, _options: &Options<'_>) -> Result<Box<dyn Instance>, ReadError> {
        let puzzle = PegSolitaire::parse(text)?;
        let text = puzzle.to_string();
        Ok(instance::<Self>(&INFO, Arc::new(puzzle), text, &INFO.defaults[0]))
    }

    /// Generates instances by playing backwards from one peg.
    fn generator(seed: u64, options: &Options<'_>) -> Result<Generator, RegistryError> {
        let board = match options.word("board") {
            "european" => Board::european(),
            "triangle" => Board::triangle(5).expect("a size of triangles"),
            _ => Board::english(),
        };
        let jumps = options.integer("jumps") as usize;
        let mut random = Random::new(seed);
        Ok(Box::new(move || PegSolitaire::random(board.clone(), jumps, &mut random).to_string()))
    }
}
