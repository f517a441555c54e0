//! What is asked for when a position is to be analysed.

use super::algorithm::GameAlgorithm;

/// A request to analyze a position.
#[derive(Clone, Debug)]
pub struct AnalysisRequest {
    /// The algorithm.
    pub algorithm: GameAlgorithm,
    /// The maximum depth in plies; `None` for the end of the game.
    pub depth: Option<u32>,
    /// Whether an exact score is requested, so that a game-specific solver may be used.
    pub exact: bool,
    /// The number of lines with different first moves, at least one.
    pub lines: usize,
    /// Whether to compute the score of every move.
    pub all_moves: bool,
    /// Whether only the best move matters, as in a game: a search that samples then ends when no
    /// other move can become the best in the time.
    pub is_for_move: bool,
    /// The number of search threads.
    pub threads: usize,
    /// Whether to use the textbook search: one pass at full depth, moves in the game's order, no
    /// table. For lessons, as it visits many more positions.
    pub plain: bool,
}

impl Default for AnalysisRequest {
    fn default() -> Self {
        let algorithm = GameAlgorithm::default();
        Self {
            algorithm,
            depth: None,
            exact: false,
            lines: 1,
            all_moves: false,
            is_for_move: false,
            threads: 1,
            plain: false,
        }
    }
}
