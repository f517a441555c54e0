//! What an engine says of its search.

/// A score for the side to move.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum EngineScore {
    /// Hundredths of a pawn.
    Centipawns(i32),
    /// Mate in this many moves; negative if the engine is mated.
    Mate(i32),
}

impl EngineScore {
    /// The score of being mated at once, with the opposite sign.
    pub const MATE: i32 = 30_000;

    /// The score in hundredths of a pawn; a mate counts more than any other score, a fast one
    /// most.
    #[must_use]
    pub fn centipawns(self) -> i32 {
        const MOST: i32 = EngineScore::MATE - 1000;
        match self {
            Self::Centipawns(score) => score.clamp(-MOST, MOST),
            Self::Mate(moves @ 1..) => Self::MATE - moves.min(999),
            Self::Mate(moves) => -Self::MATE - moves.max(-999),
        }
    }

    /// The score as in comments of games: `+0.35`, `-M3`.
    #[must_use]
    pub fn text(self) -> String {
        match self {
            Self::Centipawns(score) => format!("{:+.2}", f64::from(score) / 100.0),
            Self::Mate(moves @ 1..) => format!("+M{moves}"),
            Self::Mate(moves) => format!("-M{}", moves.unsigned_abs()),
        }
    }
}

/// The last complete report of a search.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Thought {
    /// The score for the side to move.
    pub score: Option<EngineScore>,
    /// The depth in plies.
    pub depth: Option<u32>,
    /// The number of visited positions.
    pub nodes: Option<u64>,
    /// The principal variation, as the engine writes it.
    pub line: String,
}

impl Thought {
    /// Takes over what a later report says.
    pub(super) fn update(&mut self, later: Self) {
        self.score = later.score.or(self.score);
        self.depth = later.depth.or(self.depth);
        self.nodes = later.nodes.or(self.nodes);
        if !later.line.is_empty() {
            self.line = later.line;
        }
    }
}
