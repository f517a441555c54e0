//! The computer as a player.

use tremaux_core::{CancelToken, Limits, Random};
use tremaux_registry::{
    AnalysisReport, AnalysisRequest, GameSnapshot, GameTable, PlayedGame, Player,
};

use crate::failure::Failure;

/// A stream of random numbers derived from `seed`.
pub fn random_stream(seed: u64, stream: u64) -> Random {
    let mixed = Random::new(seed).bits();
    Random::new(mixed ^ stream.wrapping_mul(0xD1B5_4A32_D192_ED03))
}

/// One of `moves` at random.
pub fn choose_move(random: &mut Random, mut moves: Vec<String>) -> Option<String> {
    if moves.is_empty() {
        return None;
    }
    let at = random.scaled(moves.len() as u64) as usize;
    Some(moves.swap_remove(at))
}

/// The chance move after the moves played so far. It depends only on the seed and their number,
/// so that undoing a move does not give better dice.
pub fn rolled(game: &dyn PlayedGame, seed: u64) -> Option<String> {
    let moves = game.played().len() as u64;
    game.chance_move(random_stream(seed, u64::MAX / 2 - moves).unit())
}

/// The depth to which a player searches: none if it has a time as well and its algorithm has no
/// depth in this game.
fn depth_of(game: &dyn PlayedGame, player: &Player) -> Option<u32> {
    let has_depth = |algorithm| game.accepts(algorithm, player.depth).is_ok();
    let is_timed = player.time.is_some() && player.algorithm.is_some_and(|it| !has_depth(it));
    player.depth.filter(|_| !is_timed)
}

/// Limit on the positions that a player visits. If only plies are given, games with chance or
/// more than two players have a default: their trees are so wide that five plies may take hours.
pub(crate) fn most_nodes(game: &dyn PlayedGame, player: &Player) -> Option<u64> {
    const MOST: u64 = 500_000;
    let is_wide = game.is_wide() && player.time.is_none();
    player.nodes.or(is_wide.then_some(MOST))
}

/// A player with a table and random numbers of its own.
pub struct Computer {
    /// Its settings.
    pub player: Player,
    table: GameTable,
    /// Whether the table was given to a search since it was last cleared, which takes a while if
    /// it has gigabytes.
    is_used: bool,
    random: Random,
}

impl Computer {
    /// A player with a table of this size.
    pub fn new(player: Player, bytes: usize, random: Random) -> Result<Self, Failure> {
        let table = GameTable::new(bytes).map_err(Failure::Registry)?;
        Ok(Self { player, table, is_used: false, random })
    }

    /// Forgets the last game.
    pub fn begin(&mut self, random: Random) {
        if std::mem::take(&mut self.is_used) {
            self.table.clear();
        }
        self.random = random;
    }

    /// The move it plays, with its analysis unless it plays at random; `None` if the game is over.
    pub fn choose(
        &mut self,
        game: &dyn PlayedGame,
        cancel: &CancelToken,
        watch: &mut dyn FnMut(&GameSnapshot),
    ) -> Option<(String, Option<AnalysisReport>)> {
        let Some(algorithm) = self.player.algorithm else {
            return choose_move(&mut self.random, game.moves()).map(|mv| (mv, None));
        };
        let depth = depth_of(game, &self.player);
        let request =
            AnalysisRequest { algorithm, depth, is_for_move: true, ..AnalysisRequest::default() };
        let mut limits = Limits::default().with_cancel(cancel.clone());
        limits.time = self.player.time;
        limits.nodes = most_nodes(game, &self.player);
        self.is_used = true;
        let report = game.analyze(&request, &mut self.table, &limits, watch);
        // Other games leave the random numbers as they are.
        let at = if report.mix.is_empty() { 0.0 } else { self.random.unit() };
        report.chosen(at).map(str::to_owned).map(|mv| (mv, Some(report)))
    }
}

/// Fails if the game does not offer the player's algorithm.
pub fn check_player(game: &dyn PlayedGame, player: &Player) -> Result<(), Failure> {
    match player.algorithm {
        Some(algorithm) => {
            game.accepts(algorithm, depth_of(game, player)).map_err(Failure::Registry)
        }
        None => Ok(()),
    }
}
